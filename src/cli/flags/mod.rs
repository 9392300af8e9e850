//! The flags and commands exactly as typed, and the configuration they amount to; help, manual pages and completions
//! come from here.
//!
//! The enum of all commands is built on top of the flags of each.

mod acting;
pub mod backend;
pub mod census;
pub mod configuration;
pub mod deferred;
pub mod descriptions;
mod examples;
pub mod family;
pub mod find;
pub mod findings;
pub mod game;
pub mod global;
pub mod headings;
pub mod heaps;
pub mod infer;
pub mod kabelsalat;
#[cfg(feature = "complete")]
pub mod map;
pub mod moves;
pub mod muehle;
pub mod new;
pub mod nim;
pub mod numbers;
pub mod opponent;
pub mod period;
pub mod petri;
#[cfg(feature = "complete")]
pub mod picture;
#[cfg(feature = "complete")]
pub mod playground;
#[cfg(feature = "complete")]
pub mod plot;
pub mod reading;
pub mod real;
pub mod register;
pub mod rule;
pub mod sequence;
pub mod start;
pub mod topics;
pub mod wolf;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum as _};
#[cfg(feature = "complete")]
use clap_complete::Shell;
use deferred::Deferred;
use findings::Findings;
use global::{Format, Global};
use grundy_answers::check::Kind;
use grundy_language::number;
use grundy_language::suggest::nearest;
use rule::Values;
use std::ffi::OsString;
use std::path::Path;

/// The codes and their meanings, for manual pages as well.
pub const EXIT_CODES: &str = "  0    everything asked for holds
  1    a claim was refuted (fmt --check: a file is not formatted)
  2    wrong usage, or a file that cannot be read or written
  3    an input was rejected: it has no meaning
  4    undecided (a limit was reached) or vacuous (nothing is claimed)
  101  a bug in the program
  130  interrupted
If there are several inputs, the worst code counts, in the order 101, 2, 3, 1, 4, 0.";

fn notes() -> String {
    format!(
        "Values are outcomes unless you ask for Grundy values with --nim.\n\n\
         Topics: `grundy help rules` (values, rules, starts), `grundy help moves`, `grundy help formats`.\n\n\
         Exit codes:\n{EXIT_CODES}"
    )
}

/// Proves statements about the structure of games for all values of their parameters, or
/// refutes them with a counterexample that anyone can replay
#[derive(Debug, Parser)]
#[command(name = "grundy", version = grundy::VERSION, after_help = notes())]
pub struct Arguments {
    /// The command to run
    #[command(subcommand)]
    pub command: Command,
    /// Flags of every command
    #[command(flatten)]
    pub global: Global,
}

impl Arguments {
    /// Reads the words of a command line, the first being the name of the program.
    ///
    /// Clap copies the global flags into every command of its tree, which would be most of the work
    /// of starting; a tree with the one command that the second word names reads the same.
    pub fn read(words: &[OsString]) -> Result<Self, clap::Error> {
        let whole = Self::command();
        let named = words.get(1).and_then(|word| whole.find_subcommand(word)).cloned();
        let tree = match named {
            Some(named) => Global::augment_args(clap::Command::new("grundy")).subcommand(named),
            None => headings::under_headings(whole),
        };
        let tree = tree.color(configuration::colour_of_help());
        Self::from_arg_matches(&tree.try_get_matches_from(words).map_err(with_nearest)?)
    }
}

/// The error with the nearest of the commands that clap finds similar, if that is near.
fn with_nearest(mut error: clap::Error) -> clap::Error {
    // No value here looks like an option, so nobody wants to know how to pass one.
    error.remove(ContextKind::Suggested);
    let typed = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(typed)) => typed.clone(),
        _ => return error,
    };
    if let Some(ContextValue::Strings(similar)) = error.remove(ContextKind::SuggestedSubcommand)
        && let Some(one) = nearest(&typed, similar)
    {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![one]));
    }
    error
}

/// What to say where a file, or a move, is typed in place of a command.
pub fn file_as_command(words: &[OsString]) -> Option<String> {
    let path = Path::new(words.get(1)?);
    let first = words.get(1)?.to_str();
    if first.is_some_and(|word| word.starts_with('{') || number::natural(word).is_some()) {
        let moves =
            words[1..].iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
        let quoted = if moves.contains('{') { format!("'{moves}'") } else { moves };
        return Some(format!("missing command; did you mean: grundy period {quoted}"));
    }
    let kind = path.extension().and_then(|ending| Kind::of_ending(ending.to_str()?));
    let is_command = || Arguments::command().find_subcommand(path).is_some();
    if path.as_os_str() == "help" || (kind.is_none() && !path.exists()) || is_command() {
        return None;
    }
    let name = path.display();
    Some(format!("{name} is a file, not a command; to check it: grundy verify {name}"))
}

/// What to say of an option that another command has, or that is the value of an option here.
pub fn option_of_others(words: &[OsString], error: &clap::Error) -> Option<String> {
    let option = match error.get(ContextKind::InvalidArg)? {
        ContextValue::String(option) if error.kind() == ErrorKind::UnknownArgument => option,
        _ => return None,
    };
    let name = option.trim_start_matches('-').split('=').next()?;
    let whole = deferred::whole::<Arguments>();
    let typed = words.iter().skip(1).filter_map(|word| word.to_str());
    let mut typed = typed.skip_while(|word| word.starts_with('-'));
    let command = whole.find_subcommand(typed.next()?)?;
    let inner = typed.next().and_then(|name| command.find_subcommand(name));
    let mut here = command.get_name().to_owned();
    here.extend(inner.map(|inner| format!(" {}", inner.get_name())));
    let has = |option| has_option(inner.unwrap_or(command), option);
    if let [b'a'..=b'z'] = name.as_bytes() {
        return has("at").then(|| {
            format!("{here} has no {option}; the value of a parameter is written --at {name}=3")
        });
    }
    let is_format = Format::from_str(name, true).is_ok();
    let is_kind = Values::from_str(name, true).is_ok() && has("values");
    if let Some(chosen) = is_format.then_some("format").or(is_kind.then_some("values")) {
        return Some(format!("{here} has no --{name}; write --{chosen} {name}"));
    }
    let mut having = Vec::new();
    for outer in whole.get_subcommands() {
        let path = outer.get_name();
        let inner =
            outer.get_subcommands().map(|inner| (format!("{path} {}", inner.get_name()), inner));
        let all = std::iter::once((path.to_owned(), outer)).chain(inner);
        having.extend(all.filter(|(_, it)| has_option(it, name)).map(|inner| inner.0));
    }
    let others = listed(&having).filter(|_| !having.contains(&here))?;
    Some(format!(
        "{here} has no --{name}, which is an option of {others}; see grundy {here} --help"
    ))
}

/// Does a command show this option?
fn has_option(command: &clap::Command, name: &str) -> bool {
    let shown = command.get_arguments().filter(|flag| !flag.is_hide_set());
    shown
        .filter_map(|flag| flag.get_long_and_visible_aliases())
        .flatten()
        .any(|alias| alias == name)
}

/// `a`, `a and b`, `a, b and c`.
fn listed(names: &[String]) -> Option<String> {
    let (last, rest) = names.split_last()?;
    Some(if rest.is_empty() { last.clone() } else { format!("{} and {last}", rest.join(", ")) })
}

/// The commands that no proof needs, where they are not built.
#[cfg(not(feature = "complete"))]
pub const NOT_BUILT: [&str; 6] = ["completions", "man", "map", "playground", "plot", "server"];

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Prove or refute descriptions
    Verify(Deferred<descriptions::Verify>),
    /// Check a certificate
    Check(Deferred<descriptions::Check>),
    /// Re-indent descriptions
    Fmt(Deferred<descriptions::Fmt>),
    /// Explain the code of a finding, or list all codes
    Explain(Deferred<descriptions::Explain>),
    /// Write out the described sequence for given parameters
    Expand(Deferred<descriptions::Expand>),
    /// Export a description as a model, chains or SMT-LIB
    Compile(Deferred<descriptions::Compile>),
    /// Derive period and preperiod from a description
    Theorem(Deferred<descriptions::TheoremArguments>),
    /// Find and prove period and preperiod of a family
    Infer(Deferred<infer::Infer>),
    /// Draft a description from the first games of a family
    #[command(visible_alias = "draft")]
    New(Deferred<new::New>),
    /// Find period and preperiod of one game
    Period(Deferred<period::Period>),
    /// Print part of the sequence of a game
    Sequence(Deferred<sequence::Sequence>),
    /// Find games and families by values, period or formula
    Find(Deferred<find::Find>),
    /// Explore a game's shift register and its orbits
    Register(Deferred<register::Register>),
    /// Check what is published about families of games
    #[command(subcommand)]
    Family(Deferred<family::FamilyCommand>),
    /// Find the longest periods among all games of a kind
    Census(Deferred<census::Census>),
    /// Draw games with the same largest move by their periods
    #[cfg(feature = "complete")]
    Map(Deferred<map::Map>),
    /// Draw a sequence, a refutation, or how records grow
    #[cfg(feature = "complete")]
    Plot(Deferred<plot::Plot>),
    /// Nine Men's Morris: compare nets with the rules; play
    #[command(subcommand, visible_alias = "morris")]
    Muehle(Deferred<muehle::MuehleCommand>),
    /// Find the winner and the winning moves for several heaps
    Heaps(Deferred<heaps::Heaps>),
    /// Play with several heaps against the program
    Play(Deferred<heaps::Play>),
    /// Find the winner and the winning moves in Nim; play
    Nim(Deferred<nim::Nim>),
    /// Stacks and switches: solve, make and play tasks
    #[command(subcommand, visible_alias = "switches")]
    Kabelsalat(Deferred<kabelsalat::KabelsalatCommand>),
    /// Petri nets: explore, fire, replay
    #[command(subcommand)]
    Petri(Deferred<petri::PetriCommand>),
    /// Wolf and sheep: solve, repair a move tree, play
    #[command(subcommand)]
    Wolf(Deferred<wolf::Wolf>),
    /// Run the language server for Neovim, VS Code and others
    #[cfg(feature = "complete")]
    Server(Deferred<Server>),
    /// Serve the browser playground on localhost
    #[cfg(feature = "complete")]
    Playground(Deferred<playground::Playground>),
    /// Write a completion script for a shell
    #[cfg(feature = "complete")]
    Completions(Deferred<Completions>),
    /// Write the manual page of a command
    #[cfg(feature = "complete")]
    Man(Deferred<Man>),
}

impl Command {
    /// Is this work that may take a moment, and has no steps to stop between?
    pub fn is_in_one_step(&self) -> bool {
        matches!(self, Self::Petri(Deferred(command)) if command.is_in_one_step())
    }

    /// What a command that checks reads beside its inputs.
    pub fn findings(&self) -> Option<&Findings> {
        match self {
            Self::Verify(Deferred(verify)) => Some(&verify.findings),
            Self::Fmt(Deferred(fmt)) => Some(&fmt.findings),
            Self::Family(Deferred(family::FamilyCommand::Check(check))) => Some(&check.findings),
            Self::Family(Deferred(family::FamilyCommand::Theorems(theorems))) => {
                Some(&theorems.findings)
            }
            _ => None,
        }
    }
}

/// `grundy server`.
#[cfg(feature = "complete")]
#[derive(Debug, Args)]
pub struct Server {
    /// Ignored; kept for clients that pass it: the server always uses standard input and output
    #[arg(long)]
    pub stdio: bool,
}

/// `grundy completions`.
#[cfg(feature = "complete")]
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// `grundy man`.
#[cfg(feature = "complete")]
#[derive(Debug, Args)]
pub struct Man {
    /// The command, such as verify or petri graph
    #[arg(value_name = "COMMAND")]
    pub of: Vec<String>,
    /// Write the pages of all commands into the folder of -o
    #[arg(long, conflicts_with = "of", requires = "output")]
    pub all: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_answers::check::{LIMIT_POSITIONS, LIMIT_STEPS};
    use grundy_sequence::CycleSearch;
    #[cfg(feature = "complete")]
    use std::collections::BTreeSet;

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
        deferred::whole::<Arguments>().debug_assert();
    }

    #[test]
    fn a_tree_with_one_command_reads_as_the_whole() {
        for command in Arguments::command().get_subcommands() {
            let told = |words: &[&str]| {
                let words: Vec<_> = words.iter().map(OsString::from).collect();
                Arguments::read(&words).expect_err("help, or an error").to_string()
            };
            let name = command.get_name();
            for flag in ["--help", "--nonsense"] {
                let (alone, among_all) =
                    (told(&["grundy", name, flag]), told(&["grundy", "-q", name, flag]));
                assert_eq!(alone, among_all);
            }
        }
    }

    #[test]
    fn every_command_has_one_heading_and_one_line() {
        let whole = Arguments::command();
        let listed: Vec<_> =
            headings::HEADINGS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        for command in whole.get_subcommands() {
            let name = command.get_name();
            assert_eq!(listed.iter().filter(|other| **other == name).count(), 1, "{name}");
        }
        let help = headings::under_headings(whole).render_help().to_string();
        let (list, _) = help.split_once("\nOptions:\n").expect("options");
        for line in list.lines().filter(|line| line.starts_with("  ")) {
            assert!(line.chars().count() <= 80, "{line}");
        }
        assert!(list.contains("\n  verify ") && !help.contains("\nCommands:\n"), "{help}");
    }

    /// The examples in the help of a command: the lines that begin with `grundy`, as words.
    fn examples(command: &clap::Command) -> Vec<Vec<OsString>> {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let lines = help.lines().filter(|line| line.starts_with("  grundy "));
        // Words in quotes may contain spaces; files and pipes of the shell are not words of the command.
        let words = lines.map(|line| {
            let line = [" < ", " > ", " | "]
                .iter()
                .fold(line, |line, sign| line.split(sign).next().unwrap_or(line));
            let parts = line.split('\'').enumerate().flat_map(|(index, part)| match index % 2 {
                0 => part.split_whitespace().collect(),
                _ => vec![part],
            });
            parts.map(OsString::from).collect()
        });
        words.collect()
    }

    #[test]
    fn examples_in_the_help_are_commands() {
        let whole = deferred::whole::<Arguments>();
        let mut commands: Vec<_> = whole.get_subcommands().collect();
        for name in ["verify", "infer", "period", "sequence", "new", "theorem", "check"] {
            let command = whole.find_subcommand(name).expect("the command");
            assert!(examples(command).len() >= 5, "{name}");
        }
        let mut pages = 0;
        while let Some(command) = commands.pop() {
            commands.extend(command.get_subcommands());
            let (name, help) = (command.get_name(), command.clone().render_help().to_string());
            let shown = help.split_once("\nExamples:\n").expect("examples").1;
            assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
            let examples = examples(command);
            assert!(examples.len() >= 2, "{name}: {shown}");
            for (remark, line) in shown.lines().zip(shown.lines().skip(1)).step_by(2) {
                assert!(remark.starts_with("  # ") && line.starts_with("  grundy "), "{shown}");
            }
            for words in examples {
                let read = Arguments::read(&words);
                assert!(read.is_ok(), "{words:?}: {}", read.expect_err("wrong"));
                // What the short help hides is no example there.
                let words = words.iter().filter_map(|word| word.to_str()?.split('=').next());
                for option in words.filter(|word| word.starts_with("--")) {
                    let is_shown = help.contains(option) || command.has_subcommands();
                    assert!(is_shown, "{name}: {option}");
                }
            }
            pages += 1;
        }
        assert!(pages > 58, "{pages}");
    }

    #[test]
    fn topics_are_named_and_explain_what_is_typed() {
        let help = Arguments::command().render_help().to_string();
        for (name, text) in topics::TOPICS {
            assert!(help.contains(&format!("grundy help {name}")), "{name}");
            let words = ["grundy", "help", name].map(OsString::from);
            assert_eq!(topics::asked(&words), Some(text));
        }
        assert_eq!(topics::asked(&["grundy", "help", "verify"].map(OsString::from)), None);
        let all = deferred::whole::<Arguments>();
        let verify = all.find_subcommand("verify").expect("the command");
        let format = verify.get_arguments().find(|of| of.get_id() == "format").expect("the flag");
        let known = format.get_possible_values().into_iter();
        for value in known.map(|name| name.get_name().to_owned()).filter(|name| name != "full") {
            assert!(topics::TOPICS[2].1.contains(&format!("\n  {value} ")), "{value}");
        }
    }

    /// A line that is broken by hand is broken once more in a terminal of another width.
    #[test]
    fn prose_below_the_options_is_not_broken_into_lines() {
        let whole = deferred::whole::<Arguments>();
        let mut commands: Vec<_> = whole.get_subcommands().collect();
        while let Some(command) = commands.pop() {
            commands.extend(command.get_subcommands());
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let prose = help.split("Examples:\n").next().unwrap_or_default().trim_end();
            for paragraph in prose.split("\n\n") {
                assert!(!paragraph.contains('\n'), "{}: {paragraph}", command.get_name());
            }
        }
    }

    /// Defaults that clap does not know, as settings or other flags may say otherwise.
    #[test]
    fn the_help_names_the_defaults_of_the_code() {
        let help = |names: &[&str]| {
            let mut tree = deferred::whole::<Arguments>();
            let command = names.iter().fold(&mut tree, |command, name| {
                command.find_subcommand_mut(name).expect("the command")
            });
            let help = command.render_help().to_string();
            help.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let check = help(&["family", "check"]);
        for default in [LIMIT_POSITIONS, LIMIT_STEPS] {
            assert!(check.contains(&format!("[default: {default}]")), "{check}");
        }
        let period = help(&["period"]);
        let exponent = CycleSearch::FARTHEST.ilog2();
        assert_eq!(CycleSearch::FARTHEST, 1 << exponent);
        assert!(period.contains(&format!("[default: 2^{exponent}, with --vary 2^31")), "{period}");
    }

    /// Deferred or not, each command has the same help.
    #[test]
    fn what_is_deferred_is_the_same() {
        let [mut asked, mut whole] = [Arguments::command(), deferred::whole::<Arguments>()];
        let flags = |command: &clap::Command| {
            command.get_subcommands().flat_map(clap::Command::get_arguments).count()
        };
        assert_eq!(flags(&asked), 0, "the flags of commands are deferred");
        assert!(flags(&whole) > 50);
        asked.build();
        whole.build();
        let mut compared = 0;
        let mut pairs = vec![(asked, whole)];
        while let Some((mut asked, mut whole)) = pairs.pop() {
            let help = asked.render_long_help().to_string();
            assert_eq!(help, whole.render_long_help().to_string());
            let names = whole.get_subcommands().map(|command| command.get_name().to_owned());
            for name in names.filter(|name| name != "help").collect::<Vec<_>>() {
                let [one, other] = [&asked, &whole].map(|all| all.find_subcommand(&name).cloned());
                pairs.push((one.expect("the command"), other.expect("the command")));
            }
            compared += 1;
        }
        assert!(compared > 30, "{compared}");
    }

    /// All commands that do something, as they are typed.
    #[cfg(feature = "complete")]
    fn commands() -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let whole = deferred::whole::<Arguments>();
        let mut open: Vec<_> =
            whole.get_subcommands().map(|inner| (inner.get_name().to_owned(), inner)).collect();
        while let Some((path, command)) = open.pop() {
            for inner in command.get_subcommands() {
                open.push((format!("{path} {}", inner.get_name()), inner));
            }
            if !command.is_subcommand_required_set() {
                found.insert(path);
            }
        }
        found
    }

    #[cfg(feature = "complete")]
    #[test]
    fn every_command_says_which_flags_act() {
        let rows: BTreeSet<_> = acting::TABLE.iter().map(|(name, ..)| (*name).to_owned()).collect();
        assert_eq!(rows.len(), acting::TABLE.len());
        assert_eq!(rows, commands());
    }
}

//! The flags and commands exactly as typed, and what they come to; help, manual pages and
//! completions come from here.
//!
//! The enum of all commands stands on top of the flags of each.

pub mod backend;
pub mod census;
pub mod configuration;
pub mod deferred;
pub mod descriptions;
pub mod family;
pub mod findings;
pub mod game;
pub mod global;
pub mod infer;
pub mod kabelsalat;
#[cfg(feature = "complete")]
pub mod map;
mod moves;
pub mod muehle;
pub mod new;
pub mod nim;
pub mod numbers;
pub mod period;
pub mod petri;
#[cfg(feature = "complete")]
pub mod picture;
#[cfg(feature = "complete")]
pub mod playground;
#[cfg(feature = "complete")]
pub mod plot;
pub mod reading;
pub mod sequence;
pub mod wolf;

use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
#[cfg(feature = "complete")]
use clap_complete::Shell;
use deferred::Deferred;
use findings::Findings;
use global::Global;
use std::ffi::OsString;

const EXIT_CODES: &str = "\
Exit codes:
  0    everything asked for holds
  1    a claim was refuted (fmt --check: a file is not formatted)
  2    wrong usage, or a file that cannot be read or written
  3    an input was rejected: it has no meaning
  4    undecided (a limit was reached) or vacuous (nothing is claimed)
  101  a bug in the tool
  130  interrupted
With several inputs the worst counts, in the order 101, 2, 3, 1, 4, 0.";

/// Proves statements about the structure of games for all values of their parameters, or
/// refutes them with a counterexample that anyone can replay
#[derive(Debug, Parser)]
#[command(name = "grundy", version = grundy::VERSION, after_help = EXIT_CODES)]
pub struct Arguments {
    /// What to do
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
            None => whole,
        };
        Self::from_arg_matches(&tree.try_get_matches_from(words)?)
    }
}

/// The commands that no proof needs, where they are not built.
#[cfg(not(feature = "complete"))]
pub const NOT_BUILT: [&str; 6] = ["completions", "man", "map", "playground", "plot", "server"];

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Prove or refute descriptions
    Verify(Deferred<descriptions::Verify>),
    /// Check a certificate that `grundy verify`, `grundy theorem` or `grundy infer` wrote
    Check(Deferred<descriptions::Check>),
    /// Indent descriptions, and leave everything else as it is
    Fmt(Deferred<descriptions::Fmt>),
    /// Say what the code of a finding means; without a code, list all codes
    Explain(Deferred<descriptions::Explain>),
    /// Write out the described sequence for given parameters
    Expand(Deferred<descriptions::Expand>),
    /// Write the results of the compiler as data
    Compile(Deferred<descriptions::Compile>),
    /// Derive period and preperiod for all parameters from a description
    Theorem(Deferred<descriptions::Theorem>),
    /// Find and prove period and preperiod of all games of a family
    Infer(Deferred<infer::Infer>),
    /// Draft a description of a family from the sequences of its first games
    New(Deferred<new::New>),
    /// Find period and preperiod of a game
    Period(Deferred<period::Period>),
    /// Write a piece of the sequence of a game
    Sequence(Deferred<sequence::Sequence>),
    /// What is published about families of games
    #[command(subcommand)]
    Family(Deferred<family::Command>),
    /// Find the longest periods among all games of a kind
    Census(Deferred<census::Census>),
    /// Draw all games with the same largest move, by their periods
    #[cfg(feature = "complete")]
    Map(Deferred<map::Map>),
    /// Draw a sequence in rows, or how records grow
    #[cfg(feature = "complete")]
    Plot(Deferred<plot::Plot>),
    /// Nine Men's Morris: the published Petri net, its comparison with the rules, and a game
    #[command(subcommand)]
    Muehle(Deferred<muehle::Command>),
    /// Say who wins a position of Nim, and how; or play
    Nim(Deferred<nim::Nim>),
    /// Solve, make or play tasks with stacks and switches
    #[command(subcommand)]
    Kabelsalat(Deferred<kabelsalat::Command>),
    /// Explore, fire and play Petri nets
    #[command(subcommand)]
    Petri(Deferred<petri::Command>),
    /// The game of wolf and sheep
    #[command(subcommand)]
    Wolf(Deferred<wolf::Wolf>),
    /// Serve an editor: the language server, on standard input and output
    #[cfg(feature = "complete")]
    Server(Deferred<Server>),
    /// Serve the playground, a page for browsers, on the loopback address
    #[cfg(feature = "complete")]
    Playground(Deferred<playground::Playground>),
    /// Write a completion script for a shell
    #[cfg(feature = "complete")]
    Completions(Deferred<Completions>),
    /// Write the manual page, or that of one command
    #[cfg(feature = "complete")]
    Man(Deferred<Man>),
}

impl Command {
    /// How a command that checks writes what it found.
    pub fn findings(&self) -> Option<&Findings> {
        match self {
            Self::Verify(Deferred(verify)) => Some(&verify.findings),
            Self::Fmt(Deferred(fmt)) => Some(&fmt.findings),
            Self::Family(Deferred(family::Command::Check(check))) => Some(&check.findings),
            Self::Family(Deferred(family::Command::Theorems(theorems))) => Some(&theorems.findings),
            _ => None,
        }
    }
}

/// `grundy server`.
#[cfg(feature = "complete")]
#[derive(Debug, Args)]
pub struct Server {
    /// Accepted because many clients add it: the server always talks over standard input and output
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
    /// Write the pages of all commands into the folder that -o names
    #[arg(long, conflicts_with = "of", requires = "output")]
    pub all: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_report::check::{LIMIT_POSITIONS, LIMIT_STEPS};
    use grundy_sequence::CycleSearch;

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
        assert!(period.contains(&format!("[default: 2^{exponent}]")), "{period}");
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
}

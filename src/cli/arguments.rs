//! The flags and commands exactly as typed; help, man page and completions come from here.

use super::period::Period;
use super::sequence::Sequence;
use super::theorem::Theorem;
use super::wolf::arguments::Wolf;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use grundy::Integer;
use grundy::sequence::CycleSearch;
use std::path::PathBuf;
use std::time::Duration;

const EXIT_CODES: &str = "\
Exit codes:
  0    everything asked for holds
  1    a claim was refuted (fmt --check: a file is not formatted)
  2    wrong usage, or a file that cannot be read or written
  3    an input was rejected: it has no meaning
  4    undecided (a limit was reached) or vacuous (no parameter satisfies the conditions)
  101  a bug in the tool
  130  interrupted
With several inputs the worst counts, in the order 101, 3, 1, 4, 0.";

/// Proves statements about the structure of games for all values of their parameters, or
/// refutes them with a counterexample that anyone can replay
#[derive(Debug, Parser)]
#[command(name = "grundy", version, after_help = EXIT_CODES)]
pub struct Arguments {
    /// What to do
    #[command(subcommand)]
    pub command: Command,
    /// Flags of every command
    #[command(flatten)]
    pub common: Common,
}

/// Flags that every command takes.
#[derive(Debug, Args)]
pub struct Common {
    /// How to write the result
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Write the result to FILE instead of standard output (compile: the folder to write to)
    #[arg(short, long, global = true, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Number of threads [default: one per processor]
    #[arg(short = 'j', long, global = true, value_name = "N", value_parser = positive)]
    pub threads: Option<usize>,
    /// Say only what failed, in one line each
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Explain every finding
    #[arg(short, long, global = true)]
    pub verbose: bool,
    /// When to use colours; auto heeds NO_COLOR, CLICOLOR_FORCE and the terminal, in this order
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,
    /// Leave undecided what takes longer than this, such as 10 or 0.5
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// Add all counts of the work done, and the time
    #[arg(long, global = true)]
    pub stats: bool,
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For programs
    Json,
    /// A table, one row per line (census)
    Csv,
    /// One JSON object per line (census)
    #[value(alias = "json-lines")]
    Jsonl,
    /// For papers (theorem)
    Latex,
    /// A graph in the language of Graphviz (petri graph)
    Dot,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// As environment and terminal suggest
    Auto,
    /// Even into a file
    Always,
    /// Not at all
    Never,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Prove or refute descriptions
    Verify(Verify),
    /// Check a certificate that `grundy verify` or `grundy theorem` wrote
    Check(Check),
    /// Rewrite descriptions in the common layout
    Fmt(Fmt),
    /// Say what the code of a finding means; without a code, list all codes
    Explain(Explain),
    /// Write out the described sequence for given parameters
    Expand(Expand),
    /// Write the results of the compiler as data
    Compile(Compile),
    /// Derive period and preperiod for all parameters from a description
    Theorem(Theorem),
    /// Find period and preperiod of a game
    Period(Period),
    /// Write a piece of the sequence of a game
    Sequence(Sequence),
    /// What is published about families of games
    #[command(subcommand)]
    Family(super::family::arguments::Command),
    /// Find the longest periods among all games of a kind
    Census(super::census::arguments::Census),
    /// Draw all games with the same largest move, by their periods
    Map(super::map::arguments::Map),
    /// Draw a sequence in rows, or how records grow
    Plot(super::plot::arguments::Plot),
    /// Nine Men's Morris: the published Petri net, its comparison with the rules, and a game
    #[command(subcommand)]
    Muehle(super::muehle::arguments::Command),
    /// Say who wins a position of Nim, and how; or play
    Nim(super::nim::arguments::Nim),
    /// Solve, make or play tasks with stacks and switches
    #[command(subcommand)]
    Kabelsalat(super::kabelsalat::arguments::Command),
    /// Explore, fire and play Petri nets
    #[command(subcommand)]
    Petri(super::petri::arguments::Command),
    /// The game of wolf and sheep
    #[command(subcommand)]
    Wolf(Wolf),
    /// Write a completion script for a shell
    Completions(Completions),
    /// Write the manual page, or that of one command
    Man(Man),
}

/// How a description is to be read.
#[derive(Debug, Args)]
pub struct Reading {
    /// The alphabet: nim for `_ A B ...`, outcome for `- +` [default: as the words show]
    #[arg(long, value_enum)]
    pub values: Option<Values>,
    /// Read a plain list of words: no loops, no branches
    #[arg(long)]
    pub raw: bool,
}

/// An alphabet by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Values {
    /// Sprague-Grundy values 0, 1, 2, ... as _, A, B, ...
    Nim,
    /// `-` for P (the previous player wins), `+` for N (the next player wins)
    Outcome,
}

/// `grundy verify`.
#[derive(Debug, Args)]
pub struct Verify {
    /// Descriptions, folders to search for them (hidden ones are left out), or - for standard
    /// input
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// How the texts are read
    #[command(flatten)]
    pub reading: Reading,
    /// Who answers questions about integers; both compares the two
    #[arg(long, value_enum, default_value_t = Backend::Exact)]
    pub backend: Backend,
    /// Write a certificate to FILE: the proof, or the counterexample, for `grundy check`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["transitions", "dump"])]
    pub certificate: Option<PathBuf>,
    /// Write the closed leaves of the proof for other checkers as well: `vipr DIR`, `lean FILE`
    #[arg(long, num_args = 2, value_names = ["FORMAT", "PATH"], requires = "certificate")]
    pub export: Vec<PathBuf>,
    /// List the chains of blocks, and prove nothing
    #[arg(long, conflicts_with = "dump")]
    pub transitions: bool,
    /// List every split of every chain, and prove nothing
    #[arg(long)]
    pub dump: bool,
}

/// A backend by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Backend {
    /// The exact solver
    Exact,
    /// good_lp with microlp, every answer checked in integers
    GoodLp,
    /// Both; a contradiction is a bug
    Both,
}

/// `grundy check`.
#[derive(Debug, Args)]
pub struct Check {
    /// The certificate, or - for standard input
    pub certificate: PathBuf,
    /// The description that it is about
    pub description: PathBuf,
    /// Write the closed leaves of the proof for other checkers: `vipr DIR`, `lean FILE`
    #[arg(long, num_args = 2, value_names = ["FORMAT", "PATH"])]
    pub export: Vec<PathBuf>,
}

/// `grundy fmt`.
#[derive(Debug, Args)]
pub struct Fmt {
    /// Change nothing; list what would change, and exit with 1 if there is something
    #[arg(long)]
    pub check: bool,
    /// Descriptions, folders, or - to copy standard input to standard output
    #[arg(required = true, value_name = "FILE")]
    pub paths: Vec<PathBuf>,
}

/// `grundy explain`.
#[derive(Debug, Args)]
pub struct Explain {
    /// A code such as E0301
    pub code: Option<String>,
}

/// `grundy expand`.
#[derive(Debug, Args)]
pub struct Expand {
    /// The description, or - for standard input
    #[arg(value_name = "FILE")]
    pub path: PathBuf,
    /// The value of a parameter, once for each
    #[arg(long, value_name = "NAME=NUMBER", value_parser = assignment)]
    pub at: Vec<(String, Integer)>,
    /// The first position
    #[arg(long, value_name = "POSITION", default_value = "0", value_parser = natural)]
    pub from: Integer,
    /// How many positions, at most 100 million
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(..=100_000_000))]
    pub count: u64,
    /// How the text is read
    #[command(flatten)]
    pub reading: Reading,
}

/// `grundy compile`.
#[derive(Debug, Args)]
pub struct Compile {
    /// The description, or - for standard input
    #[arg(value_name = "FILE")]
    pub path: PathBuf,
    /// Which result
    #[arg(long, value_enum)]
    pub emit: Emit,
    /// How the text is read
    #[command(flatten)]
    pub reading: Reading,
}

/// A result of the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// Parameters, conditions, moves, blocks and their nesting, as JSON
    Model,
    /// All chains of blocks with their guards, as JSON
    Chains,
    /// One SMT-LIB 2 script for each chain, unsatisfiable if the chain is consistent
    Smt2,
}

/// `grundy completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// `grundy man`.
#[derive(Debug, Args)]
pub struct Man {
    /// The command
    #[arg(value_name = "COMMAND")]
    pub of: Option<String>,
}

fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("a number from 1 is needed".to_owned()),
        Ok(number) => Ok(number),
    }
}

pub fn natural(text: &str) -> Result<Integer, String> {
    match text.parse::<Integer>() {
        Ok(number) if !number.is_negative() => Ok(number),
        _ => Err("an integer from 0 is needed".to_owned()),
    }
}

/// A position that can be computed.
pub fn position(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| *number <= CycleSearch::FARTHEST);
    number.ok_or_else(|| format!("an integer from 0 to {} is needed", CycleSearch::FARTHEST))
}

/// A parameter with its value.
pub fn assignment(text: &str) -> Result<(String, Integer), String> {
    let needed = || "an assignment such as n=5 is needed".to_owned();
    let (name, value) = text.split_once('=').ok_or_else(needed)?;
    match value.trim().parse() {
        Ok(number) if !name.trim().is_empty() => Ok((name.trim().to_owned(), number)),
        _ => Err(needed()),
    }
}

/// A decimal number of seconds, exactly: `0.25` is 250 000 000 nanoseconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(fraction) {
        return Err("a decimal number of seconds is needed, such as 10 or 0.5".to_owned());
    }
    let whole = whole.parse().map_err(|_| "so many seconds cannot be waited for".to_owned())?;
    let nanoseconds = fraction.bytes().chain(std::iter::repeat(b'0')).take(9);
    let nanoseconds = nanoseconds.fold(0, |sum, digit| 10 * sum + u32::from(digit - b'0'));
    Ok(Duration::new(whole, nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn seconds_are_exact() {
        assert_eq!(seconds("10"), Ok(Duration::from_secs(10)));
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        assert_eq!(seconds("0"), Ok(Duration::ZERO));
        for wrong in ["", ".5", "-1", "1e3", "1.5.2", "99999999999999999999999"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn assignments_take_numbers_of_any_size() {
        let (name, value) = assignment("n=100000000000000000000").expect("an assignment");
        assert_eq!((name.as_str(), value.to_string().as_str()), ("n", "100000000000000000000"));
        for wrong in ["n", "=5", "n=", "n=x"] {
            assert!(assignment(wrong).is_err(), "{wrong}");
        }
    }
}

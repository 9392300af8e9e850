//! The flags of the commands that work on descriptions.

use super::backend::Backend;
use super::findings::{Findings, Recorded};
use super::global::{FINDINGS, Format, Formats as _};
use super::numbers::{Assigned, assignment, count, natural};
use super::reading::{Called, Reading};
use super::rule::RuleArguments;
use super::start::StartArgument;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use grundy_answers::ask::compile;
use grundy_answers::check::Kind;
use grundy_kernel::Integer;
use std::path::PathBuf;

/// `grundy verify`.
#[derive(Debug, Args)]
#[command(formats = FINDINGS)]
pub struct Verify {
    /// Descriptions, folders to search for them (ignored and hidden files are skipped), or - for
    /// standard input [default: the paths in grundy.toml, else the current folder]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Treat all inputs as this kind, ignoring file extensions; in folders check only such files
    #[arg(long, value_name = "KIND", value_parser = kind())]
    pub kind: Option<Kind>,
    /// Name of standard input in findings; its ending determines the kind
    #[arg(long, value_name = "NAME")]
    pub stdin_filename: Option<PathBuf>,
    /// How the texts are read
    #[command(flatten)]
    pub reading: Reading,
    /// Integer solver to use; both runs both and compares their answers
    #[arg(long, value_enum, default_value_t = Backend::Exact, hide_short_help = true)]
    pub backend: Backend,
    /// Apply the changes that findings propose to the files: those of notation, then for a refuted
    /// description the first change of one word that is proved right. The exit code is that of the
    /// changed text
    #[arg(long, conflicts_with_all = ["transitions", "dump", "certificate"])]
    pub fix: bool,
    /// Write what --fix would change as a patch, for `git apply`, and nothing else; exit with 1 if
    /// there is anything to change
    #[arg(long, conflicts_with_all = ["transitions", "dump", "certificate", "watch"])]
    pub diff: bool,
    /// Write a certificate for `grundy check` to FILE: the proof, or the counterexample
    #[arg(long, value_name = "FILE", conflicts_with_all = ["transitions", "dump"])]
    pub certificate: Option<PathBuf>,
    /// Also export the proof for other checkers: its closed leaves (`coq FILE`), or all of it (`coq-theorem FILE`, for the proved checker in `proofs`)
    #[arg(long, num_args = 2, value_names = ["FORMAT", "PATH"], requires = "certificate")]
    #[arg(hide_short_help = true)]
    pub export: Vec<PathBuf>,
    /// List the chains of blocks instead of proving them
    #[arg(long, conflicts_with_all = ["dump", "baseline", "update_baseline"], hide_short_help = true)]
    pub transitions: bool,
    /// List every split of every chain instead of proving it
    #[arg(long, conflicts_with_all = ["baseline", "update_baseline"], hide_short_help = true)]
    pub dump: bool,
    /// Check only files that are new or have changed since COMMIT, according to git
    #[arg(long, value_name = "COMMIT", conflicts_with = "watch")]
    pub changed_since: Option<String>,
    /// Check files again whenever they change, until interrupted
    #[arg(long, conflicts_with_all = ["certificate", "transitions", "dump", "baseline"])]
    #[arg(conflicts_with = "update_baseline")]
    pub watch: bool,
    /// How findings are written
    #[command(flatten)]
    pub findings: Findings,
    /// What the verdicts are compared with
    #[command(flatten)]
    pub recorded: Recorded,
}

impl Verify {
    /// What the texts are called.
    pub fn called(&self) -> Called {
        Called { kind: self.kind, stdin: self.stdin_filename.clone() }
    }
}

/// The kinds by their names.
fn kind() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(Kind::name))
        .try_map(|name| Kind::named(&name).ok_or("not a kind"))
}

/// `grundy check`.
#[derive(Debug, Args)]
pub struct Check {
    /// The certificate, or - for standard input
    pub certificate: PathBuf,
    /// The description that the certificate is about; a proof by trace needs none
    pub description: Option<PathBuf>,
    /// What is asked about the description
    #[command(flatten)]
    pub reading: Reading,
    /// What is expected before position 0
    #[command(flatten)]
    pub start: StartArgument,
    /// Export the proof for other checkers: its closed leaves (`coq FILE`), or all of it (`coq-theorem FILE`, for the proved checker in `proofs`)
    #[arg(long, num_args = 2, value_names = ["FORMAT", "PATH"], hide_short_help = true)]
    pub export: Vec<PathBuf>,
}

/// `grundy fmt`.
#[derive(Debug, Args)]
#[command(formats = FINDINGS)]
pub struct Fmt {
    /// Change nothing: write a patch of what would change, and exit with 1 if anything would
    #[arg(long, visible_alias = "diff")]
    pub check: bool,
    /// Descriptions, folders, or - to format standard input to standard output [default: the paths
    /// in grundy.toml]
    #[arg(value_name = "FILE")]
    pub paths: Vec<PathBuf>,
    /// Name of standard input in findings
    #[arg(long, value_name = "NAME")]
    pub stdin_filename: Option<PathBuf>,
    /// How findings are written
    #[command(flatten)]
    pub findings: Findings,
}

/// `grundy explain`.
#[derive(Debug, Args)]
pub struct Explain {
    /// A code such as E0301
    pub code: Option<String>,
    /// Write the JSON Schema of what COMMAND writes with --format json [default: of all commands]; `verify lines` is
    /// for its JSON lines, and `question` for what programs can ask
    #[arg(long, value_name = "COMMAND", num_args = 0.., conflicts_with = "code")]
    pub schema: Option<Vec<String>>,
}

/// `grundy expand`.
#[derive(Debug, Args)]
pub struct Expand {
    /// The description, or - for standard input
    #[arg(value_name = "FILE")]
    pub path: PathBuf,
    /// The value of a parameter, once for each parameter; several values, as in n=3..8, give a line each
    #[arg(long, value_name = "NAME=NUMBER", value_parser = assignment)]
    pub at: Vec<Assigned>,
    /// The first position
    #[arg(long, value_name = "POSITION", default_value = "0", value_parser = natural)]
    pub from: Integer,
    /// Number of positions, at most 100 million
    #[arg(long, value_name = "NUMBER", value_parser = count, default_value_t = 1000)]
    pub count: usize,
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
    /// The result to write
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

impl From<Emit> for compile::Emit {
    fn from(emit: Emit) -> Self {
        match emit {
            Emit::Model => Self::Model,
            Emit::Chains => Self::Chains,
            Emit::Smt2 => Self::Smt2,
        }
    }
}

/// `grundy theorem`.
#[derive(Debug, Args)]
#[command(formats = &[Format::Text, Format::Json, Format::Latex])]
pub struct TheoremArguments {
    /// The description, or - for standard input
    #[arg(value_name = "FILE")]
    pub path: PathBuf,
    /// The values the theorem is about [default: those of the description]; outcomes follow from a
    /// description of Grundy values
    #[command(flatten)]
    pub rule: RuleArguments,
    /// The theorem about misère play that follows from a description of normal play
    #[arg(long, conflicts_with_all = ["values", "certificate"])]
    pub misere: bool,
    /// Write a certificate for `grundy check` to FILE: the proof of the description, and that period
    /// and preperiod are least
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
}

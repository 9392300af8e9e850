//! The flags of the commands that work on descriptions.

use super::backend::Backend;
use super::findings::{Findings, Recorded};
use super::global::{FINDINGS, Format, Formats as _};
use super::numbers::{Assigned, assignment, count, natural};
use super::reading::{Called, Reading, Values};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use grundy_check::Integer;
use grundy_report::check::Kind;
use std::path::PathBuf;

/// `grundy verify`.
#[derive(Debug, Args)]
#[command(formats = FINDINGS)]
pub struct Verify {
    /// Descriptions, folders to search for them (as git sees them; hidden files are left out), or - for
    /// standard input [default: the paths of grundy.toml]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// What the files are, whatever they are called; of folders only such files are checked
    #[arg(long, value_name = "KIND", value_parser = kind())]
    pub kind: Option<Kind>,
    /// What standard input is called in findings; its ending says of which kind it is
    #[arg(long, value_name = "NAME")]
    pub stdin_filename: Option<PathBuf>,
    /// How the texts are read
    #[command(flatten)]
    pub reading: Reading,
    /// Who answers questions about integers; both compares the two
    #[arg(long, value_enum, default_value_t = Backend::Exact)]
    pub backend: Backend,
    /// Where a change of one word makes a refuted description right, and that is proved, write it to
    /// the file; the exit code is that of the text as it was
    #[arg(long, conflicts_with_all = ["transitions", "dump", "certificate"])]
    pub fix: bool,
    /// Write a certificate to FILE: the proof, or the counterexample, for `grundy check`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["transitions", "dump"])]
    pub certificate: Option<PathBuf>,
    /// Write the proof for other checkers as well: its closed leaves (`vipr DIR`, `coq FILE`), or all of it (`coq-theorem FILE`, for the proved checker in `proofs`)
    #[arg(long, num_args = 2, value_names = ["FORMAT", "PATH"], requires = "certificate")]
    pub export: Vec<PathBuf>,
    /// List the chains of blocks, and prove nothing
    #[arg(long, conflicts_with = "dump")]
    pub transitions: bool,
    /// List every split of every chain, and prove nothing
    #[arg(long)]
    pub dump: bool,
    /// Check only files whose text has changed since COMMIT, as git knows it, or that are new
    #[arg(long, value_name = "COMMIT", conflicts_with = "watch")]
    pub changed_since: Option<String>,
    /// Has no effect: nothing is kept between runs
    #[arg(long, hide = true)]
    pub no_cache: bool,
    /// Check again what has changed, until interrupted
    #[arg(long, conflicts_with_all = ["certificate", "transitions", "dump", "output_format", "baseline"])]
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
    /// The description that it is about; a proof by trace is about moves, which it names
    pub description: Option<PathBuf>,
    /// Write the proof for other checkers: its closed leaves (`vipr DIR`, `coq FILE`),
    /// or all of it (`coq-theorem FILE`, for the proved checker in `proofs`)
    #[arg(long, num_args = 2, value_names = ["FORMAT", "PATH"])]
    pub export: Vec<PathBuf>,
}

/// `grundy fmt`.
#[derive(Debug, Args)]
#[command(formats = FINDINGS)]
pub struct Fmt {
    /// Change nothing; list what would change, and exit with 1 if there is something
    #[arg(long)]
    pub check: bool,
    /// Descriptions, folders, or - to copy standard input to standard output [default: the paths
    /// of grundy.toml]
    #[arg(value_name = "FILE")]
    pub paths: Vec<PathBuf>,
    /// What standard input is called in findings
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
}

/// `grundy expand`.
#[derive(Debug, Args)]
pub struct Expand {
    /// The description, or - for standard input
    #[arg(value_name = "FILE")]
    pub path: PathBuf,
    /// The value of a parameter, once for each; or its values, as in n=3..8, for a line each
    #[arg(long, value_name = "NAME=NUMBER", value_parser = assignment)]
    pub at: Vec<Assigned>,
    /// The first position
    #[arg(long, value_name = "POSITION", default_value = "0", value_parser = natural)]
    pub from: Integer,
    /// How many positions, at most 100 million
    #[arg(long, value_name = "NUMBER", value_parser = count)]
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

/// `grundy theorem`.
#[derive(Debug, Args)]
#[command(formats = &[Format::Text, Format::Json, Format::Latex])]
pub struct Theorem {
    /// The description, or - for standard input
    #[arg(value_name = "FILE")]
    pub path: PathBuf,
    /// Of which values; outcomes follow from a description of Grundy values [default: those of
    /// the description]
    #[arg(long, value_enum)]
    pub values: Option<Values>,
    /// Write a certificate to FILE: the proof of the description, and that period and preperiod
    /// are the least, for `grundy check`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
}

//! The flags of `grundy family`.

use super::findings::{Findings, Recorded};
use super::global::{FINDINGS, Formats as _};
use super::numbers::within;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// What to do with published families.
#[derive(Debug, Subcommand)]
pub enum FamilyCommand {
    /// Compare published values with computed and proved ones
    Check(Check),
    /// Check general statements for all games up to a bound
    Theorems(Theorems),
}

/// `grundy family check`.
#[derive(Debug, Args)]
#[command(formats = FINDINGS, after_help = "\
A claim about infinitely many games is verified if a proved description covers all of them except \
finitely many, which are computed; the line names the description. The description may have other \
parameters: { 2m-1 4m-1 } are the games { n 2n+1 } for odd n.")]
pub struct Check {
    /// Catalogues, folders to search for them, or - for standard input [default: the catalogue in
    /// the program]
    #[arg(value_name = "FILE")]
    pub paths: Vec<PathBuf>,
    /// More descriptions, folders to search for them, or proofs by trace (*.trace). Those with the moves
    /// of a family are proved or checked, and decide what is claimed for all of its parameters, like
    /// the descriptions in the program
    #[arg(long, value_name = "PATH")]
    pub descriptions: Vec<PathBuf>,
    /// Only families with this number
    #[arg(long, value_name = "K", value_parser = within::<u32>(..))]
    pub number: Option<u32>,
    /// Compute only games whose period, preperiod and largest move add up to at most N
    /// [default: 1000000000]
    #[arg(long, value_name = "N", value_parser = within::<u64>(..))]
    pub limit_positions: Option<u64>,
    /// For every other game, search N steps for the cycle, like `grundy period --method accelerated`
    /// [default: 1024]
    #[arg(long, value_name = "N", value_parser = within::<u64>(..))]
    pub limit_steps: Option<u64>,
    /// How findings are written
    #[command(flatten)]
    pub findings: Findings,
    /// What the verdicts are compared with
    #[command(flatten)]
    pub recorded: Recorded,
}

/// `grundy family theorems`.
#[derive(Debug, Args)]
#[command(formats = FINDINGS, after_help = "\
That a statement holds for all games up to its bound does not prove it; a refuted statement is wrong. \
Where the source has a misprint, both forms are checked, and the printed one is refuted; --list tells \
them apart.")]
pub struct Theorems {
    /// Names of statements, each with all its parts [default: all]; or files with statements of your
    /// own: names with a . or a /, or - for standard input
    #[arg(value_name = "ID|FILE")]
    pub named: Vec<String>,
    /// Check up to B instead of the bound of each statement; --list says what is bounded
    #[arg(long, value_name = "B", value_parser = within::<u64>(1..=1_000_000_000))]
    pub bound: Option<u64>,
    /// List the statements and their bounds instead of checking them
    #[arg(long, conflicts_with = "bound")]
    pub list: bool,
    /// How findings are written
    #[command(flatten)]
    pub findings: Findings,
    /// What the verdicts are compared with
    #[command(flatten)]
    pub recorded: Recorded,
}

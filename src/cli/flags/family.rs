//! The flags of `grundy family`.

use super::findings::{Findings, Recorded};
use super::global::{FINDINGS, Formats as _};
use super::numbers::within;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// What to do with published families.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compare published values with computed ones
    Check(Check),
    /// Check general statements for all games up to a bound
    Theorems(Theorems),
}

/// `grundy family check`.
#[derive(Debug, Args)]
#[command(formats = FINDINGS, after_help = "\
A claim about infinitely many games is verified if each of them is one for which a description is
proved, or one of finitely many that are computed; the line says which description it is.  The
description may have other parameters: { 2m-1 4m-1 } are the games { n 2n+1 } for odd n.")]
pub struct Check {
    /// Catalogues, folders to search for them, or - for standard input [default: the catalogue
    /// that is part of the program]
    #[arg(value_name = "FILE")]
    pub paths: Vec<PathBuf>,
    /// Further descriptions, or folders to search for them: those with the moves of a family are
    /// proved, and decide what is claimed for all of its parameters, as the descriptions that are
    /// part of the program do; or proofs by trace, whose names end in .trace, which are checked
    #[arg(long, value_name = "PATH")]
    pub descriptions: Vec<PathBuf>,
    /// Only the families with this number
    #[arg(long, value_name = "K")]
    pub number: Option<u32>,
    /// Compute only games whose period, preperiod and largest move together are at most this
    /// [default: 1000000000]
    #[arg(long, value_name = "N", value_parser = within::<u64>(..))]
    pub limit_positions: Option<u64>,
    /// For the cycle of each other game go so many steps, as `grundy period --method accelerated`
    /// does [default: 1024]
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
A statement that holds for all games up to its bound is not proved by that; one that is refuted
is wrong.  Where the print of the source is wrong, both forms are checked, and the printed one is
refuted: --list tells them apart.  Examples:
  grundy family theorems satz-4 --bound 200
  grundy family theorems satz-24 satz-27 --stats
  grundy family theorems my.statements")]
pub struct Theorems {
    /// Statements by name, with all their parts [default: all], and files with other statements
    /// than those that are part of the program: names with a . or a /, or - for standard input
    #[arg(value_name = "ID|FILE")]
    pub named: Vec<String>,
    /// Check up to this bound instead of that of each statement; --list says what it bounds
    #[arg(long, value_name = "B", value_parser = within::<u64>(1..=1_000_000_000))]
    pub bound: Option<u64>,
    /// List the statements and their bounds, and check nothing
    #[arg(long, conflicts_with = "bound")]
    pub list: bool,
    /// How findings are written
    #[command(flatten)]
    pub findings: Findings,
    /// What the verdicts are compared with
    #[command(flatten)]
    pub recorded: Recorded,
}

//! The flags of `grundy family`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Positions of one game that are computed unless more are asked for.
pub const LIMIT_POSITIONS: u64 = 1_000_000_000;

/// What to do with published families.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compare published values with computed ones
    Check(Check),
}

/// `grundy family check`.
#[derive(Debug, Args)]
pub struct Check {
    /// Catalogues, folders to search for them, or - for standard input [default: the catalogue
    /// that is part of the program]
    #[arg(value_name = "FILE")]
    pub paths: Vec<PathBuf>,
    /// Only the families with this number
    #[arg(long, value_name = "K")]
    pub number: Option<u32>,
    /// Compute only games whose period, preperiod and largest move together are at most this
    #[arg(long, value_name = "N", default_value_t = LIMIT_POSITIONS)]
    pub limit_positions: u64,
}

//! The flags of `grundy period`.

use super::game::GameArguments;
use super::numbers::position;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `grundy period`.
#[derive(Clone, Debug, Args)]
pub struct Period {
    /// Which game
    #[command(flatten)]
    pub game: GameArguments,
    /// How the values are computed
    #[arg(long, value_enum, default_value_t = Method::Auto)]
    pub method: Method,
    /// Leave undecided what is not found when so many positions are computed directly
    /// [default: 2^57]
    #[arg(long, value_name = "NUMBER", value_parser = position)]
    pub limit_positions: Option<u64>,
    /// Go on from the search in FILE, if there is one, and write there every 30 seconds and at
    /// the end how far the search is, by each method
    ///
    /// Damage is noticed. But what FILE says of values that were computed directly is believed,
    /// and so is the cycle of a search that has ended: then the result says so, and is as right
    /// as FILE. Jumps are proved again.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
}

/// A method by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// All in turns that can be used for the game
    Auto,
    /// Value by value, from position 0 on
    Direct,
    /// Run by run with proved jumps over loops, or by edges between zones, for periods of any size
    Accelerated,
}

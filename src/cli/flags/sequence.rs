//! The flags of `grundy sequence`.

use super::game::GameArguments;
use super::numbers::{count, position};
use clap::Args;

/// `grundy sequence`.
#[derive(Debug, Args)]
pub struct Sequence {
    /// Which game
    #[command(flatten)]
    pub game: GameArguments,
    /// The first position
    #[arg(long, value_name = "POSITION", default_value_t = 0, value_parser = position)]
    pub from: u64,
    /// How many positions, at most 100 million
    #[arg(long, value_name = "NUMBER", value_parser = count())]
    pub count: usize,
}

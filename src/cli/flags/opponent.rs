//! The flags of games against the program.

use super::numbers::within;
use clap::Args;

/// The level at which the program leaves nothing to chance.
pub const BEST: u8 = 3;

/// How well the program plays.
#[derive(Debug, Args)]
pub struct Opponent {
    /// Strength of the program: 1 leaves two turns of three to chance, 2 one of four, 3 none
    #[arg(long, value_name = "N", default_value_t = BEST, value_parser = within::<u8>(1..=u64::from(BEST)))]
    pub level: u8,
    /// Seed of the random numbers: the same seed gives the same game for the same moves [default: any]
    #[arg(long, value_name = "N", value_parser = within::<u64>(..))]
    pub seed: Option<u64>,
}

//! The flags of games against the program.

use super::numbers::within;
use crate::cli::conversation::{self, BEST, Strength};
use clap::Args;

/// How well the program plays.
#[derive(Debug, Args)]
pub struct Opponent {
    /// Strength of the program: 1 leaves two turns of three to chance, 2 one of four, 3 none
    #[arg(long, value_name = "N", default_value_t = BEST, value_parser = within::<u8>(1..=u64::from(BEST)))]
    level: u8,
    /// Seed of the random numbers: the same seed gives the same game for the same moves [default: any]
    #[arg(long, value_name = "N", value_parser = within::<u64>(..))]
    seed: Option<u64>,
}

impl Opponent {
    /// The seed, and the strength of the program.
    pub fn strength(&self) -> (u64, Strength) {
        let seed = conversation::seed(self.seed);
        (seed, Strength::new(self.level, seed))
    }

    /// Does the game depend on the seed only if its start does?
    pub fn plays_best(&self) -> bool {
        self.level == BEST
    }
}

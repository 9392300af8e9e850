//! Values, whole machine words of them at a time.
//!
//! A word holds the codes of 64, 8, 4 or 2 positions (see [`super::register`]).  The codes of
//! all options of its positions are earlier words shifted by the moves; a move that is shorter
//! than a word needs a second look inside the word.

mod chain;
mod count;
#[cfg(target_arch = "x86_64")]
mod far;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod mex;
#[cfg(target_arch = "x86_64")]
mod mixed;
mod reach;
#[cfg(test)]
mod tests;
mod union;
#[cfg(target_arch = "x86_64")]
mod wide;
mod word;

use super::{Game, Rule};
use count::{Count, Decision};
use union::Union;
use word::Solver;

/// How many words are computed as a block.
pub const BLOCK: usize = 16;

/// How the words of a game are computed.
#[derive(Clone, Debug)]
pub enum Engine {
    /// The union of the codes of the options says all.
    Union(Union),
    /// The lost options are counted.
    Count(Count),
}

impl Engine {
    /// The engine for a game, and the bits of one value.
    pub fn new(game: &Game) -> (Self, u32) {
        let sizes = game.moves().sizes();
        let counting = |decision| (Self::Count(Count::new(sizes, decision)), 1);
        match game.rule() {
            Rule::Grundy => {
                // There is one value more than moves.
                let width = (sizes.len() as u32 + 1).next_power_of_two().max(8);
                let bits: Vec<u32> = sizes.iter().map(|size| size * width).collect();
                (Self::Union(Union::new(&bits, |small| Solver::mex(small, width))), width)
            }
            Rule::Normal | Rule::Misere | Rule::MoreThan(0) => {
                (Self::Union(Union::new(sizes, Solver::outcome)), 1)
            }
            Rule::Odd => counting(Decision::Odd),
            Rule::ExactlyOne => counting(Decision::One),
            Rule::MoreThan(bound) => counting(Decision::More(bound)),
        }
    }

    /// Fills the words from `start` on, a multiple of [`BLOCK`], from those before.
    pub fn fill(&self, words: &mut [u64], start: usize) {
        match self {
            Self::Union(union) => union.fill(words, start),
            Self::Count(count) => count.fill(words, start),
        }
    }
}

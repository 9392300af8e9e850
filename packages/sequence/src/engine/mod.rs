//! Values, whole machine words at a time.
//!
//! A word holds the codes of 64, 8, 4 or 2 positions (see [`super::register`]).  The codes of
//! all options of its positions are earlier words shifted by the moves; a move that is shorter
//! than a word needs a second look inside the word.
//!
//! * `union`: the rules that need only the union of these codes; which loop a game takes;
//! * `chain`: words one after another; `word` and `mex`: a word from what hits it;
//! * `count`: the rules that count options;
//! * `window`: many moves, position by position, by how often each value occurs among the options; Grundy values of any
//!   size.

mod chain;
mod count;
mod mex;
mod reach;
#[cfg(test)]
mod tests;
mod union;
mod window;
mod word;

use super::{Game, Moves, Rule};
use count::Count;
use union::Union;
use window::Window;
pub(crate) use window::number_code;
use word::Solver;

/// The number of words that are computed as a block.
pub(crate) const BLOCK: usize = 16;

/// The number of words of a cache line.
pub(crate) const LINE: usize = 8;

/// How the words of a game are computed.
#[derive(Clone, Debug)]
pub(crate) enum Engine {
    /// The union of the codes of the options is enough.
    Union(Union),
    /// The lost options are counted.
    Count(Count),
    /// Many moves, as few ranges.
    Window(Window),
}

impl Engine {
    /// The engine for a game, and the bits of one value.
    pub(crate) fn new(game: &Game) -> (Self, u32) {
        let sizes = game.moves().sizes();
        if Window::pays(game.moves(), game.rule()) {
            let width = if game.rule() == Rule::Mex { window::WIDTH } else { 1 };
            return (Self::Window(Window::new(game.moves(), game.rule())), width);
        }
        match game.rule() {
            Rule::Mex => {
                // There is one more value than there are moves.
                let width = (sizes.len() as u32 + 1).next_power_of_two().max(8);
                let bits: Vec<u32> = sizes.iter().map(|size| size * width).collect();
                (Self::Union(Union::new(&bits, |small| Solver::mex(small, width))), width)
            }
            Rule::Normal | Rule::Misere => (Self::Union(Union::new(sizes, Solver::outcome)), 1),
            Rule::Lost(tally) => (Self::Count(Count::new(sizes, tally, true)), 1),
            Rule::Won(tally) => (Self::Count(Count::new(sizes, tally, false)), 1),
        }
    }

    /// Fills the words from `start` on, a multiple of [`BLOCK`], from the words before; their number is a multiple of
    /// [`LINE`], and all moves lead to them.
    pub(crate) fn fill(&self, words: &mut [u64], start: usize) {
        match self {
            Self::Union(union) => union.fill(words, start),
            Self::Count(count) => count.fill(words, start),
            Self::Window(window) => window.fill(words, start),
        }
    }

    /// The approximate number of look-ups for a word.
    pub(crate) fn look_ups(&self, moves: &Moves) -> usize {
        match self {
            Self::Union(_) | Self::Count(_) => moves.sizes().len(),
            Self::Window(window) => window.look_ups(),
        }
    }

    /// Are the codes of values numbers ([`number_code`]), not single bits?
    pub(crate) fn has_numbers(&self) -> bool {
        matches!(self, Self::Window(window) if window.has_numbers())
    }

    /// The approximate number of look-ups to begin anew, in addition to those for the words.
    pub(crate) fn look_ups_to_begin(&self, moves: &Moves) -> usize {
        match self {
            Self::Union(_) | Self::Count(_) => 0,
            Self::Window(_) => moves.sizes().len(),
        }
    }
}

//! Values, whole machine words of them at a time.
//!
//! A word holds the codes of 64, 8, 4 or 2 positions (see [`super::register`]).  The codes of
//! all options of its positions are earlier words shifted by the moves; a move that is shorter
//! than a word needs a second look inside the word.
//!
//! * `union`: the rules that need the union of these codes only; which loop a game takes;
//! * `chain`: words one after another; `word` and `mex`: a word from what hits it;
//! * `wide`, `mixed`: on processors with AVX-512, registers of words, and a chain beside them; below
//!   them `ahead`, registers in spite of a small least move, `near`, `follow` and `far`, what moves of
//!   few, of more and of many words hit, and `lanes`, the registers;
//! * `count`: the rules that count options;
//! * `window`: many moves, position by position, by how often each value occurs among the options; Grundy values of
//!   any size.
//!
//! # How fast it is
//!
//! Cycles for a word of 64 outcomes, on one core of Zen 5 with 4.2 GHz (`cargo bench --bench
//! outcome` measures values per second, which is 2.7e11 / cycles):
//!
//! | moves | cycles | what limits it |
//! |---|---|---|
//! | 5000 12000 16001 21000 | 0.93 | four loads across two lines of the cache for 8 words: 0.5 |
//! | 2100 2200 2300 2400 | 1.3 | from store to load and store, 24 cycles for 32 words: 0.75 |
//! | 1000 5000 12001 16001 | 1.5 | a permutation, a shift and logic from register to register: 1.1 |
//! | 600 1500 3000 4700 | 1.8 | from store to load and store, 24 cycles for 16 words: 1.5 |
//! | 260 300 450 611 | 4.1 | the permutation, with registers of 4 words: 2.3 |
//! | 458 483 495 720 849 | 4.3 | the same |
//! | 100 5000 12000 16001 | 2.6 | 24 permutations and shifts for 8 words, two at once: 1.5 |
//! | 100 1491 2130 2500 | 3.3 | the chain: 2.5; words 23 back that must have left the store buffer |
//! | 64 149 213 250 | 5.1 | 8 shifts of single words, three at once: 2.7 |
//! | 192 201 229 332 377 | 7.6 | 10 shifts of single words, and as many loads |
//! | 32 61 268 683 856 | 10 | rounds within a word |

/// Calls a method with numbers that are known when it is compiled; another one where none of these are the numbers.
macro_rules! by_numbers {
    ($numbers: expr; $of: ident.$run: ident $arguments: tt; $other: expr;
     $($($number: literal)+,)+) => {
        match $numbers {
            $([$($number),+] => $of.$run::<$($number),+> $arguments,)+
            _ => $other,
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod ahead;
mod chain;
mod count;
#[cfg(target_arch = "x86_64")]
mod far;
#[cfg(target_arch = "x86_64")]
mod fast;
#[cfg(target_arch = "x86_64")]
mod follow;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod mex;
#[cfg(target_arch = "x86_64")]
mod mixed;
#[cfg(target_arch = "x86_64")]
mod near;
mod reach;
#[cfg(test)]
mod tests;
mod union;
#[cfg(target_arch = "x86_64")]
mod wide;
mod window;
mod word;

use super::{Game, Moves, Rule};
use count::Count;
use union::Union;
use window::Window;
pub(crate) use window::number_code;
use word::Solver;

/// How many words are computed as a block.
pub(crate) const BLOCK: usize = 16;

/// How many words a line of the cache has.
pub(crate) const LINE: usize = 8;

/// How the words of a game are computed.
#[derive(Clone, Debug)]
pub(crate) enum Engine {
    /// The union of the codes of the options says all.
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
                // There is one value more than moves.
                let width = (sizes.len() as u32 + 1).next_power_of_two().max(8);
                let bits: Vec<u32> = sizes.iter().map(|size| size * width).collect();
                (Self::Union(Union::new(&bits, |small| Solver::mex(small, width))), width)
            }
            Rule::Normal | Rule::Misere => (Self::Union(Union::new(sizes, Solver::outcome)), 1),
            Rule::Lost(tally) => (Self::Count(Count::new(sizes, tally, true)), 1),
            Rule::Won(tally) => (Self::Count(Count::new(sizes, tally, false)), 1),
        }
    }

    /// Fills the words from `start` on, a multiple of [`BLOCK`], from those before, a multiple of
    /// [`LINE`] that all moves lead to.
    pub(crate) fn fill(&self, words: &mut [u64], start: usize) {
        match self {
            Self::Union(union) => union.fill(words, start),
            Self::Count(count) => count.fill(words, start),
            Self::Window(window) => window.fill(words, start),
        }
    }

    /// How many look-ups a word takes, about.
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

    /// How many look-ups it takes to begin anew, beside those for the words, about.
    pub(crate) fn look_ups_to_begin(&self, moves: &Moves) -> usize {
        match self {
            Self::Union(_) | Self::Count(_) => 0,
            Self::Window(_) => moves.sizes().len(),
        }
    }
}

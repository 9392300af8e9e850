//! The loops for processors with AVX-512.

use super::mixed::Mixed;
use super::wide::{Wide, WordRule};
use super::word::Solver;
use pulp::x86::V4;

/// The moves of a game for which there is such a loop.
#[derive(Clone, Debug)]
pub(super) enum Fast {
    /// Register by register.
    Wide(Wide),
    /// Word by word, with farther moves in registers.
    Mixed(Mixed),
}

impl Fast {
    /// For moves in bits, in increasing order, with the solver for those below 64.
    pub(super) fn new(moves: &[u32], solver: &Solver) -> Option<Self> {
        match *solver {
            Solver::Free => Wide::ahead(moves)
                .or_else(|| Wide::new(moves, WordRule::Free))
                .map(Self::Wide)
                .or_else(|| Mixed::new(moves).map(Self::Mixed)),
            Solver::Single(_) | Solver::Alternate => Wide::ahead(moves).map(Self::Wide),
            Solver::Mex { ones } => Wide::new(moves, WordRule::Mex(ones)).map(Self::Wide),
            _ => None,
        }
    }

    /// Fills the words from `start` on, of which there is a multiple of 16, from those before.
    pub(super) fn fill(&self, simd: V4, words: &mut [u64], start: usize) {
        match self {
            Self::Wide(wide) => wide.fill(simd, words, start),
            Self::Mixed(mixed) => mixed.fill(simd, words, start),
        }
    }
}

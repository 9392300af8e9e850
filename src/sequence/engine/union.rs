//! The inner loop of the rules that follow from the union of the codes of the options.
//!
//! A move of 64 w + b bits leads from the bits of a word into two neighbouring words, w and w + 1
//! before it.  How a move is followed depends on how far it goes:
//!
//! * *far* (at least [`BLOCK`] words): for a whole block at once, in vector registers;
//! * *near*: word by word, from memory.  Loads as wide as a vector would have to wait until the
//!   words they span have left the store buffer;
//! * *last* (into the two words before): from registers;
//! * *small* (below 64 bits): the [`Solver`], and the carry from the word before.

use super::BLOCK;
use super::reach::Reach;
use super::word::Solver;
use super::{mex, word};
use pulp::{Arch, Simd, WithSimd};
use std::cell::Cell;

/// From how many words back on a move counts as far: the block before has then mostly left
/// the store buffer.
const FAR: u32 = 64 * (BLOCK as u32 + 1);

/// The moves, sorted by how they are followed.
#[derive(Clone, Debug)]
pub struct Union {
    far: Box<[Reach]>,
    near: Box<[Reach]>,
    last: Box<[Reach]>,
    /// For each move below 64 how far the word before is shifted down.
    carries: Box<[u32]>,
    solver: Solver,
}

impl Union {
    /// For moves in bits, in increasing order, with a solver for those below 64.
    pub fn new(moves: &[u32], solver: impl FnOnce(&[u32]) -> Solver) -> Self {
        let reach = |from: u32, to: u32| {
            moves
                .iter()
                .filter(|&&size| from <= size && size < to)
                .map(|&size| Reach::new(size))
                .collect::<Vec<_>>()
        };
        let mut near: Vec<Reach> = reach(128, FAR);
        if let (5..=8, Some(last)) = (near.len(), near.last().copied()) {
            // A move twice changes no union, and there is a loop for 6 and for 8.
            near.resize(near.len().next_multiple_of(2).max(6), last);
        }
        let small: Vec<u32> = moves.iter().copied().filter(|&size| size < 64).collect();
        Self {
            far: reach(FAR, u32::MAX).into(),
            near: near.into(),
            last: reach(64, 128).into(),
            carries: small.iter().map(|size| 64 - size).collect(),
            solver: solver(&small),
        }
    }

    /// Fills the words from `start` on, a multiple of [`BLOCK`], from those before.
    pub fn fill(&self, words: &mut [u64], start: usize) {
        Arch::new().dispatch(Fill { kernel: self, words, start });
    }

    #[inline(always)]
    fn by_solver(&self, words: &mut [u64], start: usize) {
        // A loop of its own for each case in which its few instructions count.
        match self.solver {
            Solver::Free => self.by_near(
                words,
                start,
                #[inline(always)]
                |hit| !hit,
            ),
            Solver::Alternate => self.by_near(
                words,
                start,
                #[inline(always)]
                |hit| word::alternate(!hit),
            ),
            Solver::Single(size) => self.by_near(
                words,
                start,
                #[inline(always)]
                |hit| word::single(!hit, size),
            ),
            Solver::Mex { ones } => self.by_many_near(
                words,
                start,
                #[inline(always)]
                |hit| mex::mex(hit, ones),
            ),
            _ => self.by_near(
                words,
                start,
                #[inline(always)]
                |hit| self.solver.solve(hit),
            ),
        }
    }

    #[inline(always)]
    fn by_near(&self, words: &mut [u64], start: usize, solve: impl Fn(u64) -> u64) {
        match (self.near.len(), self.last.len()) {
            (0, 0) if self.carries.is_empty() => self.run_far(words, start, solve),
            (0, 0) => self.run::<0, 0>(words, start, solve),
            (1, 0) => self.run::<1, 0>(words, start, solve),
            (2, 0) => self.run::<2, 0>(words, start, solve),
            (3, 0) => self.run::<3, 0>(words, start, solve),
            (4, 0) => self.run::<4, 0>(words, start, solve),
            (0, 1) => self.run::<0, 1>(words, start, solve),
            (1, 1) => self.run::<1, 1>(words, start, solve),
            (2, 1) => self.run::<2, 1>(words, start, solve),
            (3, 1) => self.run::<3, 1>(words, start, solve),
            _ => self.run_any(words, start, solve),
        }
    }

    /// Grundy values have more near moves, as fewer positions share a word.
    #[inline(always)]
    fn by_many_near(&self, words: &mut [u64], start: usize, solve: impl Fn(u64) -> u64) {
        match (self.near.len(), self.last.len()) {
            (6, 0) => self.run::<6, 0>(words, start, solve),
            (8, 0) => self.run::<8, 0>(words, start, solve),
            (4, 1) => self.run::<4, 1>(words, start, solve),
            _ => self.by_near(words, start, solve),
        }
    }

    /// Only far moves.
    #[inline(always)]
    fn run_far(&self, words: &mut [u64], start: usize, solve: impl Fn(u64) -> u64) {
        for first in (start..words.len()).step_by(BLOCK) {
            let (before, block) = words.split_at_mut(first);
            let hit = self.hit_from_far(before);
            for (word, hit) in block.iter_mut().zip(hit) {
                *word = solve(hit);
            }
        }
    }

    /// What the far moves hit in the block behind these words.
    #[inline(always)]
    fn hit_from_far(&self, before: &[u64]) -> [u64; BLOCK] {
        let mut hit = [0; BLOCK];
        for reach in &self.far {
            let high = &before[before.len() - reach.high..][..BLOCK];
            let low = &before[before.len() - reach.low..][..BLOCK];
            for lane in 0..BLOCK {
                hit[lane] |= reach.hit(high[lane], low[lane]);
            }
        }
        hit
    }

    /// Known numbers of near and last moves, so that the compiler unrolls their loops.
    #[inline(always)]
    fn run<const NEAR: usize, const LAST: usize>(
        &self,
        words: &mut [u64],
        start: usize,
        solve: impl Fn(u64) -> u64,
    ) {
        let (Ok(near), Ok(last)) =
            (<[Reach; NEAR]>::try_from(&*self.near), <[Reach; LAST]>::try_from(&*self.last))
        else {
            return self.run_any(words, start, solve);
        };
        let (mut one_before, mut two_before) = (words[start - 1], words[start - 2]);
        for first in (start..words.len()).step_by(BLOCK) {
            let far = self.hit_from_far(&words[..first]);
            // Cells, as the words that are read and those that are written can be the same.
            let cells = Cell::from_mut(&mut *words).as_slice_of_cells();
            let source = |back: usize| &cells[first - back..][..BLOCK];
            let high: [_; NEAR] = std::array::from_fn(|index| source(near[index].high));
            let low: [_; NEAR] = std::array::from_fn(|index| source(near[index].low));
            let block = source(0);
            for lane in 0..BLOCK {
                let mut hit = 0;
                for index in 0..NEAR {
                    hit = join(
                        index,
                        hit,
                        near[index],
                        high[index][lane].get(),
                        low[index][lane].get(),
                    );
                }
                for reach in &last {
                    hit |= reach
                        .hit(one_before, if reach.down == 0 { one_before } else { two_before });
                }
                let mut carry = 0;
                for down in &self.carries {
                    carry |= one_before >> (down & 63);
                }
                two_before = one_before;
                one_before = solve(far[lane] | hit | carry);
                block[lane].set(one_before);
            }
        }
    }

    /// Any numbers of moves.
    #[inline(always)]
    fn run_any(&self, words: &mut [u64], start: usize, solve: impl Fn(u64) -> u64) {
        for first in (start..words.len()).step_by(BLOCK) {
            let far = self.hit_from_far(&words[..first]);
            for (lane, mut hit) in far.into_iter().enumerate() {
                let now = first + lane;
                for reach in self.near.iter().chain(&self.last) {
                    hit |= reach.hit(words[now - reach.high], words[now - reach.low]);
                }
                for down in &self.carries {
                    hit |= words[now - 1] >> (down & 63);
                }
                words[now] = solve(hit);
            }
        }
    }
}

/// Adds what a move hits.  The two parts have no bit in common, so three operations join them
/// alike; taking turns keeps the compiler from gathering the moves in one vector register,
/// which takes longer than the work itself.
#[inline(always)]
fn join(turn: usize, hit: u64, reach: Reach, high: u64, low: u64) -> u64 {
    if reach.down == 0 {
        return hit | high;
    }
    let (high, low) = (high << (reach.up & 63), low >> (reach.down & 63));
    hit | match turn % 3 {
        0 => high | low,
        1 => high ^ low,
        _ => high.wrapping_add(low),
    }
}

struct Fill<'a> {
    kernel: &'a Union,
    words: &'a mut [u64],
    start: usize,
}

impl WithSimd for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.kernel.by_solver(self.words, self.start);
    }
}

//! The inner loop: word after word of outcomes, a set bit for each lost position.
//!
//! A move s = 64 w + b leads from the bits of a word into two neighbouring words, w and w + 1
//! before it.  How a move is followed depends on how far it goes:
//!
//! * *far* (at least [`BLOCK`] words): for a whole block at once, in vector registers;
//! * *near*: word by word, from memory.  Loads as wide as a vector would have to wait until the
//!   words they span have left the store buffer;
//! * *last* (into the two words before): from registers;
//! * *small* (below 64): the [`Solver`], and the carry from the word before.

use super::word::Solver;
use pulp::{Arch, Simd, WithSimd};
use std::cell::Cell;

/// The words of a block.
pub const BLOCK: usize = 16;

/// From how many words back on a move counts as far: the block before has then mostly left
/// the store buffer.
const FAR: u32 = 64 * (BLOCK as u32 + 1);

/// Where a move of at least 64 leads to.
#[derive(Clone, Copy, Debug)]
struct Reach {
    /// How many words back the higher bits come from.
    high: usize,
    /// How far they are shifted up: the move modulo 64.
    up: u32,
    /// How many words back the lower bits come from: one more, or the same for a multiple of
    /// 64, where nothing is shifted.
    low: usize,
    /// How far they are shifted down, modulo 64.
    down: u32,
}

/// The moves, sorted by how they are followed.
#[derive(Clone, Debug)]
pub struct Kernel {
    far: Box<[Reach]>,
    near: Box<[Reach]>,
    last: Box<[Reach]>,
    /// For each move below 64 how far the word before is shifted down.
    carries: Box<[u32]>,
    solver: Solver,
}

impl Reach {
    fn new(size: u32) -> Self {
        let (words, bits) = ((size / 64) as usize, size % 64);
        Self { high: words, up: bits, low: words + usize::from(bits > 0), down: (64 - bits) % 64 }
    }

    /// What a move hits from these two words.
    #[inline(always)]
    fn hit(self, high: u64, low: u64) -> u64 {
        // The masks tell the compiler that no shift is too far.
        high << (self.up & 63) | low >> (self.down & 63)
    }
}

impl Kernel {
    /// For moves in increasing order.
    pub fn new(moves: &[u32]) -> Self {
        let reach = |from: u32, to: u32| {
            moves
                .iter()
                .filter(|&&size| from <= size && size < to)
                .map(|&size| Reach::new(size))
                .collect()
        };
        let small: Vec<u32> = moves.iter().copied().filter(|&size| size < 64).collect();
        Self {
            far: reach(FAR, u32::MAX),
            near: reach(128, FAR),
            last: reach(64, 128),
            carries: small.iter().map(|size| 64 - size).collect(),
            solver: Solver::new(&small),
        }
    }

    /// How many words before the first one to fill are read.
    pub fn history(moves: &[u32]) -> usize {
        moves.last().map_or(0, |&greatest| greatest as usize / 64).max(1) + 1
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
                |free| free,
            ),
            Solver::Alternate => self.by_near(words, start, super::word::alternate),
            Solver::Single(size) => {
                self.by_near(
                    words,
                    start,
                    #[inline(always)]
                    |free| super::word::single(free, size),
                );
            }
            _ => self.by_near(
                words,
                start,
                #[inline(always)]
                |free| self.solver.solve(free),
            ),
        }
    }

    #[inline(always)]
    fn by_near(&self, words: &mut [u64], start: usize, solve: impl Fn(u64) -> u64) {
        match (self.near.len(), self.last.len()) {
            (0, 0) if self.carries.is_empty() => self.run_far(words, start),
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

    /// Only far moves.
    #[inline(always)]
    fn run_far(&self, words: &mut [u64], start: usize) {
        for first in (start..words.len()).step_by(BLOCK) {
            let (before, block) = words.split_at_mut(first);
            let free = self.free_of_far(before);
            for (word, free) in block.iter_mut().zip(free) {
                *word = free;
            }
        }
    }

    /// The positions of the block behind these words that no far move hits.
    #[inline(always)]
    fn free_of_far(&self, before: &[u64]) -> [u64; BLOCK] {
        let mut free = [u64::MAX; BLOCK];
        for reach in &self.far {
            let high = &before[before.len() - reach.high..][..BLOCK];
            let low = &before[before.len() - reach.low..][..BLOCK];
            for lane in 0..BLOCK {
                free[lane] &= !reach.hit(high[lane], low[lane]);
            }
        }
        free
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
            let free = self.free_of_far(&words[..first]);
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
                one_before = solve(free[lane] & !hit & !carry);
                block[lane].set(one_before);
            }
        }
    }

    /// Any numbers of moves.
    #[inline(always)]
    fn run_any(&self, words: &mut [u64], start: usize, solve: impl Fn(u64) -> u64) {
        for first in (start..words.len()).step_by(BLOCK) {
            let free = self.free_of_far(&words[..first]);
            for (lane, free) in free.into_iter().enumerate() {
                let now = first + lane;
                let mut hit = 0;
                for reach in self.near.iter().chain(&self.last) {
                    hit |= reach.hit(words[now - reach.high], words[now - reach.low]);
                }
                for down in &self.carries {
                    hit |= words[now - 1] >> (down & 63);
                }
                words[now] = solve(free & !hit);
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
    kernel: &'a Kernel,
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

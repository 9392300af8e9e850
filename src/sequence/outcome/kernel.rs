//! The inner loop: word after word of outcomes, a set bit for each lost position.
//!
//! A move s = 64 w + b leads from the bits of a word into two neighbouring words, w and w + 1
//! before it.  How a move is followed depends on how far it goes:
//!
//! * *far* (at least [`BLOCK`] words): for a whole block at once, in vector registers;
//! * *near*: word by word, from memory.  Loads as wide as a vector would have to wait until the
//!   words they span have left the store buffer;
//! * *last* (below 128, or below 192 when none is): from registers;
//! * *small* (below 64): the [`Solver`], and the carry from the word before.

use super::word::{Solver, alternate, passes, repeat, single};
use pulp::{Arch, Simd, WithSimd};
use std::cell::Cell;

/// The words of a block.
pub const BLOCK: usize = 16;

/// The words of a block when all moves go farther than that.
const LONG: usize = 64;

/// From how many words back on a move counts as far: the block before has then mostly left
/// the store buffer.
const FAR: u32 = 64 * (BLOCK as u32 + 1);

/// Where a move of at least 64 leads to.
#[derive(Clone, Copy, Debug)]
struct Reach {
    /// How many words back the lower bits come from; the higher ones come from the next word.
    back: usize,
    /// How far the higher bits are shifted up: the move modulo 64.
    up: u32,
    /// How far the lower bits are shifted down behind a shift by 1: 63 less the above.  Two
    /// shifts, as one by 64 does not exist.
    down: u32,
}

/// The moves, sorted by how they are followed.
#[derive(Clone, Debug)]
pub struct Kernel {
    far: Box<[Reach]>,
    near: Box<[Reach]>,
    last: Box<[Reach]>,
    /// Do the last moves lead past the word before?
    late: bool,
    /// For each move below 64 how far the word before is shifted down.
    carries: Box<[u32]>,
    solver: Solver,
}

impl Reach {
    fn new(size: u32) -> Self {
        Self { back: (size / 64) as usize + 1, up: size % 64, down: 63 - size % 64 }
    }

    /// What a move hits from these two words.
    #[inline(always)]
    fn hit(self, low: u64, high: u64) -> u64 {
        self.higher(high) | self.lower(low)
    }

    // The masks tell the compiler that no shift is too far.

    #[inline(always)]
    fn higher(self, high: u64) -> u64 {
        high << (self.up & 63)
    }

    #[inline(always)]
    fn lower(self, low: u64) -> u64 {
        (low >> 1) >> (self.down & 63)
    }
}

/// The three words before the current one, the last one first.
#[derive(Clone, Copy)]
struct Recent {
    one: u64,
    two: u64,
    three: u64,
}

impl Recent {
    fn before(words: &[u64], start: usize) -> Self {
        Self { one: words[start - 1], two: words[start - 2], three: words[start - 3] }
    }

    #[inline(always)]
    fn followed_by(self, word: u64) -> Self {
        Self { one: word, two: self.one, three: self.two }
    }

    /// The two words that the last moves lead to, the earlier one first.
    #[inline(always)]
    fn pair(self, late: bool) -> (u64, u64) {
        if late { (self.three, self.two) } else { (self.two, self.one) }
    }
}

impl Kernel {
    /// For moves in increasing order.
    pub fn new(moves: &[u32]) -> Self {
        let reach = |from: u32, to: u32| {
            let within = moves.iter().filter(|&&size| from <= size && size < to);
            within.map(|&size| Reach::new(size)).collect()
        };
        let late = !moves.iter().any(|size| (64..128).contains(size));
        let near = if late { 192 } else { 128 };
        let small: Vec<u32> = moves.iter().copied().filter(|&size| size < 64).collect();
        Self {
            far: reach(FAR, u32::MAX),
            near: reach(near, FAR),
            last: reach(64, near),
            late,
            carries: small.iter().map(|size| 64 - size).collect(),
            solver: Solver::new(&small),
        }
    }

    /// How many words before the first one to fill are read.
    pub fn history(moves: &[u32]) -> usize {
        moves.last().map_or(0, |&greatest| greatest as usize / 64).max(2) + 1
    }

    /// Fills the words from `start` on, a multiple of [`BLOCK`], from those before.
    pub fn fill(&self, words: &mut [u64], start: usize) {
        Arch::new().dispatch(Fill { kernel: self, words, start });
    }

    #[inline(always)]
    fn by_solver(&self, words: &mut [u64], start: usize) {
        // A loop of its own for each case in which its few instructions count.
        match self.solver {
            Solver::Free if self.near.is_empty() && self.last.is_empty() => {
                self.run_far(words, start);
            }
            Solver::Free => self.by_last(
                words,
                start,
                #[inline(always)]
                |free, _| free,
            ),
            Solver::Alternate => self.by_last(
                words,
                start,
                #[inline(always)]
                |free, before| alternate(free & !(before >> 63)),
            ),
            Solver::Single(size) => self.by_last(
                words,
                start,
                #[inline(always)]
                |free, before| single(free & !(before >> (64 - size)), size),
            ),
            Solver::Rounds { ref moves, rounds } if moves.len() == 2 => {
                let moves = [moves[0], moves[1]];
                self.run_any(
                    words,
                    start,
                    #[inline(always)]
                    |free, before| repeat(free & !self.carry(before), &moves, rounds),
                );
            }
            Solver::Passes { least, ref others } if others.len() == 1 => {
                let others = [others[0]];
                self.run_any(
                    words,
                    start,
                    #[inline(always)]
                    |free, before| passes(free & !self.carry(before), least, &others),
                );
            }
            _ => {
                self.run_any(
                    words,
                    start,
                    #[inline(always)]
                    |free, before| self.solver.solve(free & !self.carry(before)),
                );
            }
        }
    }

    /// What the moves below 64 hit from the word before.
    #[inline(always)]
    fn carry(&self, before: u64) -> u64 {
        self.carries.iter().fold(0, |hit, down| hit | before >> (down & 63))
    }

    #[inline(always)]
    fn by_last(&self, words: &mut [u64], start: usize, solve: impl Fn(u64, u64) -> u64) {
        match (self.last.len(), self.late) {
            (0, _) => self.by_near::<0, false>(words, start, solve),
            (1, false) => self.by_near::<1, false>(words, start, solve),
            (1, true) => self.by_near::<1, true>(words, start, solve),
            (2, false) => self.by_near::<2, false>(words, start, solve),
            _ => self.run_any(words, start, solve),
        }
    }

    #[inline(always)]
    fn by_near<const LAST: usize, const LATE: bool>(
        &self,
        words: &mut [u64],
        start: usize,
        solve: impl Fn(u64, u64) -> u64,
    ) {
        match self.near.len() {
            0 => self.run::<0, LAST, LATE>(words, start, solve),
            1 => self.run::<1, LAST, LATE>(words, start, solve),
            2 => self.run::<2, LAST, LATE>(words, start, solve),
            3 => self.run::<3, LAST, LATE>(words, start, solve),
            4 => self.run::<4, LAST, LATE>(words, start, solve),
            _ => self.run_any(words, start, solve),
        }
    }

    /// Only far moves: in long blocks as long as no move leads into the block itself.
    #[inline(always)]
    fn run_far(&self, words: &mut [u64], mut start: usize) {
        if self.far.iter().all(|reach| reach.back > LONG) {
            while words.len() - start >= LONG {
                self.far_block::<LONG>(words, start);
                start += LONG;
            }
        }
        while start < words.len() {
            self.far_block::<BLOCK>(words, start);
            start += BLOCK;
        }
    }

    #[inline(always)]
    fn far_block<const WORDS: usize>(&self, words: &mut [u64], first: usize) {
        let (before, behind) = words.split_at_mut(first);
        if let Some(block) = behind.first_chunk_mut() {
            *block = self.free_of_far::<WORDS>(before);
        }
    }

    /// The positions of the block behind these words that no far move hits.
    #[inline(always)]
    fn free_of_far<const WORDS: usize>(&self, before: &[u64]) -> [u64; WORDS] {
        let mut free = [u64::MAX; WORDS];
        for reach in &self.far {
            let source = &before[before.len() - reach.back..][..=WORDS];
            for lane in 0..WORDS {
                free[lane] &= !reach.hit(source[lane], source[lane + 1]);
            }
        }
        free
    }

    /// Known numbers of near and last moves, so that the compiler unrolls their loops.
    #[inline(always)]
    fn run<const NEAR: usize, const LAST: usize, const LATE: bool>(
        &self,
        words: &mut [u64],
        start: usize,
        solve: impl Fn(u64, u64) -> u64,
    ) {
        let (Ok(near), Ok(last)) =
            (<[Reach; NEAR]>::try_from(&*self.near), <[Reach; LAST]>::try_from(&*self.last))
        else {
            return;
        };
        let mut recent = Recent::before(words, start);
        for first in (start..words.len()).step_by(BLOCK) {
            let free = self.free_of_far::<BLOCK>(&words[..first]);
            // Cells, as the words that are read and those that are written can be the same.
            let cells = Cell::from_mut(&mut *words).as_slice_of_cells();
            let sources: [&[Cell<u64>]; NEAR] =
                std::array::from_fn(|index| &cells[first - near[index].back..][..=BLOCK]);
            let block = &cells[first..][..BLOCK];
            for lane in 0..BLOCK {
                let mut hit = 0;
                for (turn, (reach, source)) in near.iter().zip(sources).enumerate() {
                    // The two parts have no bit in common, so three operations join them alike;
                    // taking turns keeps the compiler from gathering several moves in a vector
                    // register, which takes longer than the work itself.
                    let higher = reach.higher(source[lane + 1].get());
                    let lower = reach.lower(source[lane].get());
                    hit |= match turn % 3 {
                        0 => higher | lower,
                        1 => higher ^ lower,
                        _ => higher.wrapping_add(lower),
                    };
                }
                let (low, high) = recent.pair(LATE);
                for reach in &last {
                    hit |= reach.hit(low, high);
                }
                let lost = solve(free[lane] & !hit, recent.one);
                block[lane].set(lost);
                recent = recent.followed_by(lost);
            }
        }
    }

    /// Any numbers of moves.
    #[inline(always)]
    fn run_any(&self, words: &mut [u64], start: usize, solve: impl Fn(u64, u64) -> u64) {
        let mut recent = Recent::before(words, start);
        for first in (start..words.len()).step_by(BLOCK) {
            let free = self.free_of_far::<BLOCK>(&words[..first]);
            for (lane, free) in free.into_iter().enumerate() {
                let now = first + lane;
                let mut hit = 0;
                for reach in &self.near {
                    let source = &words[now - reach.back..][..2];
                    hit |= reach.hit(source[0], source[1]);
                }
                let (low, high) = recent.pair(self.late);
                for reach in &self.last {
                    hit |= reach.hit(low, high);
                }
                let lost = solve(free & !hit, recent.one);
                words[now] = lost;
                recent = recent.followed_by(lost);
            }
        }
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

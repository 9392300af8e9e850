//! The inner loop of the rules that follow from the union of the codes of the options.
//!
//! A move of 64 w + b bits leads from the bits of a word into two neighbouring words, w and w + 1
//! before it.  How a move is followed depends on how far it goes:
//!
//! * *far* (more than [`BLOCK`] words): for a whole block at once, in vector registers;
//! * *near*: word by word, from memory.  Loads as wide as a vector would have to wait until the
//!   words they span have left the store buffer;
//! * *one* or *two* words and some bits: from the registers that hold the last three words;
//! * *small* (below 64 bits): the [`Solver`], and the carry from the word before.

use super::BLOCK;
use super::reach::Reach;
use super::word::Solver;
use super::{mex, word};
use pulp::{Arch, Simd, WithSimd};
use std::cell::Cell;

/// The words of a block when all moves go farther than twice that, so that the words they lead to
/// have left the store buffer.
const LONG: usize = 32;

/// From how many bits on a move counts as far: the block before has then mostly left the store
/// buffer.
const FAR: u32 = 64 * (BLOCK as u32 + 1);

/// The moves, sorted by how they are followed.
#[derive(Clone, Debug)]
pub struct Union {
    far: Box<[Reach]>,
    near: Box<[Reach]>,
    two: Box<[Reach]>,
    one: Box<[Reach]>,
    /// For each move below 64 how far the word before is shifted down.
    carries: Box<[u32]>,
    solver: Solver,
}

impl Union {
    /// For moves in bits, in increasing order, with a solver for those below 64.
    pub fn new(moves: &[u32], solver: impl FnOnce(&[u32]) -> Solver) -> Self {
        let between = |from: u32, to: u32| {
            moves.iter().copied().filter(move |&size| from <= size && size < to)
        };
        let reach = |from, to| between(from, to).map(Reach::new).collect::<Vec<_>>();
        let small: Vec<u32> = between(0, 64).collect();
        // A loop with these moves in registers exists for few of them.
        let short = |from, to| between(from, to).count();
        let registers = small.is_empty() && short(64, 128) <= 2 && short(64, 192) <= 3;
        let nearest = if registers { 192 } else { 128 };
        let mut near = reach(nearest, FAR);
        if let (5..=8, Some(&last)) = (near.len(), near.last()) {
            // A move twice changes no union, and there is a loop for 6 and for 8.
            near.resize(near.len().next_multiple_of(2).max(6), last);
        }
        Self {
            far: reach(FAR, u32::MAX).into(),
            near: near.into(),
            two: reach(128, nearest).into(),
            one: reach(64, 128).into(),
            carries: small.iter().map(|size| 64 - size).collect(),
            solver: solver(&small),
        }
    }

    /// Fills the words from `start` on, a multiple of [`BLOCK`], from those before.
    pub fn fill(&self, words: &mut [u64], start: usize) {
        Arch::new().dispatch(Fill { union: self, words, start });
    }

    /// A loop of its own for each way to find a word from what hits it, the word before and the
    /// moves of one and two words.
    #[inline(always)]
    fn by_solver(&self, words: &mut [u64], start: usize) {
        match self.solver {
            Solver::Free => self.by_registers(
                words,
                start,
                #[inline(always)]
                |hit, _| !hit,
            ),
            Solver::Mex { ones } => {
                self.by_many_near(
                    words,
                    start,
                    #[inline(always)]
                    |hit, _| mex::mex(hit, ones),
                );
            }
            Solver::Alternate => self.by_one(
                words,
                start,
                #[inline(always)]
                |hit, before| word::alternate(!(hit | before >> 63)),
            ),
            Solver::Single(size) => self.by_one(
                words,
                start,
                #[inline(always)]
                |hit, before| word::single(!(hit | before >> (64 - size)), size),
            ),
            Solver::Passes { least, ref others } if others.len() == 1 => {
                let others = [others[0]];
                self.run_any(
                    words,
                    start,
                    #[inline(always)]
                    |hit, before| word::passes(!(hit | self.carry(before)), least, &others),
                );
            }
            Solver::Rounds { ref moves, rounds } if moves.len() == 2 => {
                let moves = [moves[0], moves[1]];
                self.run_any(
                    words,
                    start,
                    #[inline(always)]
                    |hit, before| word::repeat(!(hit | self.carry(before)), &moves, rounds),
                );
            }
            _ => self.run_any(
                words,
                start,
                #[inline(always)]
                |hit, before| self.solver.solve(hit | self.carry(before)),
            ),
        }
    }

    /// What the moves below 64 bits hit from the word before.
    #[inline(always)]
    fn carry(&self, before: u64) -> u64 {
        self.carries.iter().fold(0, |hit, down| hit | before >> (down & 63))
    }

    #[inline(always)]
    fn by_registers(&self, words: &mut [u64], start: usize, solve: impl Fn(u64, u64) -> u64) {
        match (self.one.len(), self.two.len()) {
            (0, 0) if self.near.is_empty() => self.run_far(words, start, solve),
            (0, 1) => self.by_near::<0, 1>(words, start, solve),
            (0, 2) => self.by_near::<0, 2>(words, start, solve),
            (1, 1) => self.by_near::<1, 1>(words, start, solve),
            (1, 2) => self.by_near::<1, 2>(words, start, solve),
            (2, 1) => self.by_near::<2, 1>(words, start, solve),
            _ => self.by_one(words, start, solve),
        }
    }

    /// Grundy values have more near moves, as fewer positions share a word.
    #[inline(always)]
    fn by_many_near(&self, words: &mut [u64], start: usize, solve: impl Fn(u64, u64) -> u64) {
        match (self.near.len(), self.one.len(), self.two.len()) {
            (6, 0, 0) => self.run::<6, 0, 0>(words, start, solve),
            (8, 0, 0) => self.run::<8, 0, 0>(words, start, solve),
            _ => self.by_registers(words, start, solve),
        }
    }

    #[inline(always)]
    fn by_one(&self, words: &mut [u64], start: usize, solve: impl Fn(u64, u64) -> u64) {
        match (self.one.len(), self.two.len()) {
            (0, 0) => self.by_near::<0, 0>(words, start, solve),
            (1, 0) => self.by_near::<1, 0>(words, start, solve),
            (2, 0) => self.by_near::<2, 0>(words, start, solve),
            _ => self.run_any(words, start, solve),
        }
    }

    #[inline(always)]
    fn by_near<const ONE: usize, const TWO: usize>(
        &self,
        words: &mut [u64],
        start: usize,
        solve: impl Fn(u64, u64) -> u64,
    ) {
        match self.near.len() {
            0 => self.run::<0, ONE, TWO>(words, start, solve),
            1 => self.run::<1, ONE, TWO>(words, start, solve),
            2 => self.run::<2, ONE, TWO>(words, start, solve),
            3 => self.run::<3, ONE, TWO>(words, start, solve),
            4 => self.run::<4, ONE, TWO>(words, start, solve),
            _ => self.run_any(words, start, solve),
        }
    }

    /// Only far moves: in long blocks where possible.
    #[inline(always)]
    fn run_far(&self, words: &mut [u64], mut start: usize, solve: impl Fn(u64, u64) -> u64) {
        if self.far.iter().all(|reach| reach.back > 2 * LONG) {
            while words.len() - start >= LONG {
                self.far_block::<LONG>(words, start, &solve);
                start += LONG;
            }
        }
        while start < words.len() {
            self.far_block::<BLOCK>(words, start, &solve);
            start += BLOCK;
        }
    }

    #[inline(always)]
    fn far_block<const WORDS: usize>(
        &self,
        words: &mut [u64],
        first: usize,
        solve: impl Fn(u64, u64) -> u64,
    ) {
        let (before, behind) = words.split_at_mut(first);
        let hit = self.hit_from_far::<WORDS>(before);
        // Without small moves the word before does not count.
        for (word, hit) in behind[..WORDS].iter_mut().zip(hit) {
            *word = solve(hit, 0);
        }
    }

    /// What the far moves hit in the block behind these words.
    #[inline(always)]
    fn hit_from_far<const WORDS: usize>(&self, before: &[u64]) -> [u64; WORDS] {
        let mut hit = [0; WORDS];
        for reach in &self.far {
            let low = &before[before.len() - reach.back..][..WORDS];
            // In a long block the compiler does well with what both have in common.
            let next = if WORDS == LONG { reach.back - 1 } else { reach.next };
            let high = &before[before.len() - next..][..WORDS];
            for lane in 0..WORDS {
                hit[lane] |= reach.hit(low[lane], high[lane]);
            }
        }
        hit
    }

    /// Known numbers of moves that are not far, so that the compiler unrolls their loops.
    #[inline(always)]
    fn run<const NEAR: usize, const ONE: usize, const TWO: usize>(
        &self,
        words: &mut [u64],
        start: usize,
        solve: impl Fn(u64, u64) -> u64,
    ) {
        let (Ok(near), Ok(one), Ok(two)) = (
            <[Reach; NEAR]>::try_from(&*self.near),
            <[Reach; ONE]>::try_from(&*self.one),
            <[Reach; TWO]>::try_from(&*self.two),
        ) else {
            return self.run_any(words, start, solve);
        };
        let mut recent = Recent::before(words, start);
        for first in (start..words.len()).step_by(BLOCK) {
            let far = self.hit_from_far::<BLOCK>(&words[..first]);
            // Cells, as the words that are read and those that are written can be the same.
            let cells = Cell::from_mut(&mut *words).as_slice_of_cells();
            let mut sources: [&[Cell<u64>]; NEAR] = [&[]; NEAR];
            for (source, reach) in sources.iter_mut().zip(near) {
                *source = &cells[first - reach.back..][..=BLOCK];
            }
            let block = &cells[first..][..BLOCK];
            for lane in 0..BLOCK {
                let mut hit = far[lane];
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
                for reach in two {
                    hit |= reach.hit(recent.three, recent.two);
                }
                for reach in one {
                    hit |= reach.hit(recent.two, recent.one);
                }
                let word = solve(hit, recent.one);
                block[lane].set(word);
                recent = recent.followed_by(word);
            }
        }
    }

    /// Any numbers of moves.
    #[inline(always)]
    fn run_any(&self, words: &mut [u64], start: usize, solve: impl Fn(u64, u64) -> u64) {
        let mut recent = Recent::before(words, start);
        for first in (start..words.len()).step_by(BLOCK) {
            let far = self.hit_from_far::<BLOCK>(&words[..first]);
            for (lane, mut hit) in far.into_iter().enumerate() {
                let now = first + lane;
                for reach in self.near.iter().chain(&self.two) {
                    let source = &words[now - reach.back..][..2];
                    hit |= reach.hit(source[0], source[1]);
                }
                for reach in &self.one {
                    hit |= reach.hit(recent.two, recent.one);
                }
                let word = solve(hit, recent.one);
                words[now] = word;
                recent = recent.followed_by(word);
            }
        }
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
}

struct Fill<'a> {
    union: &'a Union,
    words: &'a mut [u64],
    start: usize,
}

impl WithSimd for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.union.by_solver(self.words, self.start);
    }
}

//! The inner loop of the rules that follow from the union of the codes of the options.
//!
//! A move of 64 w + b bits leads from the bits of a word into two neighbouring words, w and w + 1 words before it.  How
//! a move is followed depends on how far it leads:
//!
//! * *far* (more than [`BLOCK`] words): for several words at once, in vector registers;
//! * *near*: word by word, from memory (`chain`).  Loads as wide as a vector would have to wait until the
//!   words they span have left the store buffer;
//! * *one* or *two* words and some bits: from the registers that hold the last three words;
//! * *small* (below 64 bits): the [`Solver`], and the carry from the word before.

use super::BLOCK;
use super::chain::{Aligned, Chain, LANES};
use super::reach::Reach;
use super::word::Solver;
use super::{mex, word};
use pulp::{Arch, Simd, WithSimd};

/// The number of words of a block when all moves lead farther than twice that, so that the words they lead to have left
/// the store buffer.
const LONG: usize = 32;

/// The number of bits from which on a move counts as far: the block before has then mostly left the store buffer.
const FAR: u32 = 64 * super::chain::FAR as u32;

/// The numbers of near moves that a loop is compiled for.
const NEAR: [usize; 7] = [0, 1, 2, 3, 4, 6, 8];

/// The moves, sorted by how they are followed.
#[derive(Clone, Debug)]
pub(crate) struct Union {
    far: Box<[Reach]>,
    near: Box<[Reach]>,
    two: Box<[Reach]>,
    one: Box<[Reach]>,
    /// For each move below 64, the bits by which the word before is shifted down.
    carries: Box<[u32]>,
    solver: Solver,
}

impl Union {
    /// For moves in bits, in increasing order, with a solver for those below 64.
    pub(crate) fn new(moves: &[u32], solver: impl FnOnce(&[u32]) -> Solver) -> Self {
        let between = |from: u32, to: u32| {
            moves.iter().copied().filter(move |&size| from <= size && size < to)
        };
        let reach = |from, to| between(from, to).map(Reach::new).collect::<Vec<_>>();
        let small: Vec<u32> = between(0, 64).collect();
        // A loop with these moves in registers exists only for a few of them.
        let short = |from, to| between(from, to).count();
        let solver = solver(&small);
        let most_two = usize::from(matches!(solver, Solver::Free));
        let registers = short(64, 128) <= 2 && short(128, 192) <= most_two && short(192, FAR) <= 4;
        let nearest = if registers { 192 } else { 128 };
        let mut near = reach(nearest, FAR);
        // Filled up to the next number: repeating a move does not change the union.
        let count = NEAR.into_iter().find(|&count| count >= near.len());
        if let (Some(&last), Some(count)) = (near.last(), count) {
            near.resize(count, last);
        }
        Self {
            far: reach(FAR, u32::MAX).into(),
            near: near.into(),
            two: reach(128, nearest).into(),
            one: reach(64, 128).into(),
            carries: small.iter().map(|size| 64 - size).collect(),
            solver,
        }
    }

    /// Fills the words from `start` on, a multiple of [`BLOCK`], from the words before.
    ///
    /// There are many loops for known numbers of moves, so on x86-64 they are compiled once, for processors with AVX2;
    /// a processor without it takes the general loop.
    pub(crate) fn fill(&self, words: &mut [u64], start: usize) {
        self.fill_for(Arch::new(), words, start);
    }

    /// The same on a processor of this kind.
    pub(crate) fn fill_for(&self, arch: Arch, words: &mut [u64], start: usize) {
        let fill = Fill { union: self, words, start, arch };
        let only_far = self.near.is_empty() && self.one.is_empty() && self.two.is_empty();
        match self.solver {
            Solver::Free if only_far => {
                return arch.dispatch(OnlyFar { fill, solve: |hit: u64| !hit });
            }
            Solver::Mex { ones } if only_far => {
                return arch.dispatch(OnlyFar { fill, solve: move |hit| mex::mex(hit, ones) });
            }
            _ => (),
        }
        #[cfg(target_arch = "x86_64")]
        match arch {
            Arch::V3(simd) => Simd::vectorize(simd, ByNumbers(fill)),
            _ => arch.dispatch(General(fill)),
        }
        #[cfg(not(target_arch = "x86_64"))]
        fill.by_numbers();
    }

    /// What the moves below 64 bits hit from the word before.
    #[inline(always)]
    fn carry(&self, before: u64) -> u64 {
        self.carries.iter().fold(0, |hit, down| hit | before >> (down & 63))
    }

    /// What the far moves hit in the block after these words.
    #[inline(always)]
    fn hit_from_far<const WORDS: usize>(&self, before: &[u64]) -> [u64; WORDS] {
        let mut hit = [0; WORDS];
        for reach in &self.far {
            let source = &before[before.len() - reach.back..][..=WORDS];
            for lane in 0..WORDS {
                hit[lane] |= reach.hit(source[lane], source[lane + 1]);
            }
        }
        hit
    }
}

/// Words to be filled from `start` on, from the words before.
struct Fill<'a> {
    union: &'a Union,
    words: &'a mut [u64],
    start: usize,
    arch: Arch,
}

impl Fill<'_> {
    /// A separate loop for each short way to find a word from what hits it and the word before.
    #[inline(always)]
    fn by_numbers(self) {
        let union = self.union;
        match union.solver {
            Solver::Free => self.by_near(
                #[inline(always)]
                |hit, _| !hit,
            ),
            Solver::Mex { ones } => self.by_few(
                #[inline(always)]
                move |hit, _| mex::mex(hit, ones),
            ),
            Solver::Alternate => self.by_few(
                #[inline(always)]
                |hit, before| word::alternate(!(hit | before >> 63)),
            ),
            Solver::Single(size) => self.by_few(
                #[inline(always)]
                move |hit, before| word::single(!(hit | before >> (64 - size)), size),
            ),
            Solver::Passes { least, ref others } if others.len() == 1 => {
                let others = [others[0]];
                self.by_few(
                    #[inline(always)]
                    |hit, before| word::passes(!(hit | union.carry(before)), least, &others),
                );
            }
            Solver::Rounds { ref moves, rounds } if moves.len() == 2 => {
                let moves = [moves[0], moves[1]];
                self.by_few(
                    #[inline(always)]
                    |hit, before| word::repeat(!(hit | union.carry(before)), &moves, rounds),
                );
            }
            Solver::Rounds { ref moves, rounds } if moves.len() <= 4 => {
                // Repeating a move does not change the union.
                let moves: [u32; 4] =
                    std::array::from_fn(|index| moves[index.min(moves.len() - 1)]);
                self.by_few(
                    #[inline(always)]
                    |hit, before| word::repeat(!(hit | union.carry(before)), &moves, rounds),
                );
            }
            _ => self.by_few(
                #[inline(always)]
                |hit, before| union.solver.solve(hit | union.carry(before)),
            ),
        }
    }

    /// Any way to find a word, and any numbers of moves, with little code.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn general(self) {
        let union = self.union;
        self.run_any(
            #[inline(always)]
            |hit, before| union.solver.solve(hit | union.carry(before)),
        );
    }

    /// A loop for each number of moves of a few words, with at most one of two words, which are kept in registers.
    #[inline(always)]
    fn by_near(self, solve: impl Fn(u64, u64) -> u64) {
        match self.union.two.len() {
            0 => self.by_few(solve),
            1 => match self.union.near.len() {
                0 => self.by_one::<0, 1>(solve),
                1 => self.by_one::<1, 1>(solve),
                2 => self.by_one::<2, 1>(solve),
                3 => self.by_one::<3, 1>(solve),
                4 => self.by_one::<4, 1>(solve),
                _ => self.run_any(solve),
            },
            _ => self.run_any(solve),
        }
    }

    /// The same without a move of two words.
    #[inline(always)]
    fn by_few(self, solve: impl Fn(u64, u64) -> u64) {
        match self.union.near.len() {
            0 => self.by_one::<0, 0>(solve),
            1 => self.by_one::<1, 0>(solve),
            2 => self.by_one::<2, 0>(solve),
            3 => self.by_one::<3, 0>(solve),
            4 => self.by_one::<4, 0>(solve),
            6 => self.by_one::<6, 0>(solve),
            8 => self.by_one::<8, 0>(solve),
            _ => self.run_any(solve),
        }
    }

    #[inline(always)]
    fn by_one<const NEAR: usize, const TWO: usize>(self, solve: impl Fn(u64, u64) -> u64) {
        match self.union.one.len() {
            0 => self.run::<NEAR, 0, TWO>(solve),
            1 => self.run::<NEAR, 1, TWO>(solve),
            2 => self.run::<NEAR, 2, TWO>(solve),
            _ => self.run_any(solve),
        }
    }

    /// Known numbers of moves that are not far, so that the compiler unrolls their loops.
    #[inline(always)]
    fn run<const NEAR: usize, const ONE: usize, const TWO: usize>(
        self,
        solve: impl Fn(u64, u64) -> u64,
    ) {
        let Self { union, words, start, .. } = self;
        let Union { near, one, two, .. } = union;
        let chain = Chain::<NEAR, ONE, TWO>::new(near, one, two, words, start);
        let mut chain = chain.expect("as many moves as the loop is for");
        let mut first = start;
        while first < words.len() {
            let mut free = Aligned(union.hit_from_far(&words[..first]));
            for hit in &mut free.0 {
                *hit = !*hit;
            }
            chain.fill(words, first, &free, &solve);
            first += LANES;
        }
    }

    /// Any numbers of moves.
    #[inline(always)]
    fn run_any(self, solve: impl Fn(u64, u64) -> u64) {
        let Self { union, words, start, arch } = self;
        let [mut second, mut before] = [words[start - 2], words[start - 1]];
        for first in (start..words.len()).step_by(BLOCK) {
            let far = arch.dispatch(FarHits { union, before: &words[..first] });
            for (lane, mut hit) in far.into_iter().enumerate() {
                let now = first + lane;
                for reach in union.near.iter().chain(&union.two) {
                    let source = &words[now - reach.back..][..2];
                    hit |= reach.hit(source[0], source[1]);
                }
                for reach in &union.one {
                    hit |= reach.hit(second, before);
                }
                let word = solve(hit, before);
                words[now] = word;
                (second, before) = (before, word);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
struct ByNumbers<'a>(Fill<'a>);

#[cfg(target_arch = "x86_64")]
impl WithSimd for ByNumbers<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.0.by_numbers();
    }
}

#[cfg(target_arch = "x86_64")]
struct General<'a>(Fill<'a>);

#[cfg(target_arch = "x86_64")]
impl WithSimd for General<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.0.general();
    }
}

/// What the far moves hit in a block.
struct FarHits<'a> {
    union: &'a Union,
    before: &'a [u64],
}

impl WithSimd for FarHits<'_> {
    type Output = [u64; BLOCK];

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> [u64; BLOCK] {
        self.union.hit_from_far(self.before)
    }
}

/// Only far moves, so the word before does not matter.
struct OnlyFar<'a, F> {
    fill: Fill<'a>,
    solve: F,
}

impl<F: Fn(u64) -> u64> OnlyFar<'_, F> {
    #[inline(always)]
    fn block<const WORDS: usize>(&mut self) {
        let Fill { union, words, start, .. } = &mut self.fill;
        let (before, after) = words.split_at_mut(*start);
        let hit = union.hit_from_far::<WORDS>(before);
        for (word, hit) in after[..WORDS].iter_mut().zip(hit) {
            *word = (self.solve)(hit);
        }
        *start += WORDS;
    }
}

impl<F: Fn(u64) -> u64> WithSimd for OnlyFar<'_, F> {
    type Output = ();

    /// Fills in long blocks where possible.
    #[inline(always)]
    fn with_simd<S: Simd>(mut self, _: S) {
        if self.fill.union.far.iter().all(|reach| reach.back > 2 * LONG) {
            while self.fill.words.len() - self.fill.start >= LONG {
                self.block::<LONG>();
            }
        }
        while self.fill.start < self.fill.words.len() {
            self.block::<BLOCK>();
        }
    }
}

//! The inner loop for moves of at least 256 bits, on processors with AVX-512.
//!
//! Registers of N = 8 words are computed one after another, or of N = 4 when the least move is
//! below 512 bits.  Words just stored cannot be loaded as part of another register before they
//! have left the store buffer, so what comes from them is followed in registers: a move of
//! w words and some bits leads from the words i - w and i - w - 1 to the word i.  Let D = w / N,
//! rounded down.  As soon as a register is known, two permutations take from it and the one before
//! what the move leads to D registers later, two shifts and an `or` make the hits of it, and
//! they wait for their turn: for D = 1 in a register, else on the stack, in whole registers.
//!
//! *How fast it can be.*  A permutation across a register takes 5 cycles, each other operation 2
//! (Zen 5), so with D = 1 it is 9 cycles from register to register of 8 words.  Moves from
//! [`FAR`] words on cost a load across two lines of the cache, a permutation, a shift, and one
//! and a half of logic for 8 words, of which a processor does two, two and four at once: 1/8 of
//! a cycle for a word and a move.

use super::chain::Aligned;
use super::far::{self, BLOCK, FAR};
use super::lanes::Lanes;
use super::reach::Reach;
use pulp::x86::V4;
use pulp::{Simd, WithSimd};
use std::arch::x86_64::{__m256i, __m512i};
use std::marker::PhantomData;

/// The most moves below [`FAR`] words that there are loops for.
const NEAR: usize = 4;

/// More turns than hits ever wait: fewer than [`FAR`] / 4, a power of two.
const SLOTS: usize = 32;

/// How a word follows from what hits it.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// It is what nothing hits.
    Free,
    /// It is the least absent value in each lane; the lowest bit of each.
    Mex(u64),
}

/// The moves, in bits.
#[derive(Clone, Debug)]
pub struct Wide {
    near: Box<[u32]>,
    far: Box<[u32]>,
    rule: Rule,
}

impl Wide {
    /// For moves in increasing order, if all go at least 256 bits and few are near.
    pub fn new(moves: &[u32], rule: Rule) -> Option<Self> {
        let (near, far) = split(moves);
        let fits = moves[0] >= 256 && near.len() <= NEAR;
        fits.then(|| Self { near: near.into(), far: far.into(), rule })
    }

    /// Fills the words from `start` on, of which there is a multiple of 16, from those before.
    pub fn fill(&self, simd: V4, words: &mut [u64], start: usize) {
        let task = Task { wide: self, simd, words, start };
        match self.near.first() {
            Some(..512) => task.by_delays::<__m256i>(),
            _ => task.by_delays::<__m512i>(),
        }
    }
}

/// Those below [`FAR`] words, and the others.
pub fn split(moves: &[u32]) -> (&[u32], &[u32]) {
    moves.split_at(moves.partition_point(|&size| (size / 64) < FAR as u32))
}

struct Task<'a> {
    wide: &'a Wide,
    simd: V4,
    words: &'a mut [u64],
    start: usize,
}

impl Task<'_> {
    /// A loop of its own for each number of hits that come in the next turn, and later.
    fn by_delays<L: Lanes>(self) {
        let next = self.wide.near.partition_point(|&size| delay::<L>(size) == 1);
        match (next, self.wide.near.len() - next) {
            (0, 0) => self.run::<L, 0, 0>(),
            (0, 1) => self.run::<L, 0, 1>(),
            (0, 2) => self.run::<L, 0, 2>(),
            (0, 3) => self.run::<L, 0, 3>(),
            (0, _) => self.run::<L, 0, 4>(),
            (1, 0) => self.run::<L, 1, 0>(),
            (1, 1) => self.run::<L, 1, 1>(),
            (1, 2) => self.run::<L, 1, 2>(),
            (1, _) => self.run::<L, 1, 3>(),
            (2, 0) => self.run::<L, 2, 0>(),
            (2, 1) => self.run::<L, 2, 1>(),
            (2, _) => self.run::<L, 2, 2>(),
            (3, 0) => self.run::<L, 3, 0>(),
            (3, _) => self.run::<L, 3, 1>(),
            _ => self.run::<L, 4, 0>(),
        }
    }

    fn run<L: Lanes, const NEXT: usize, const LATER: usize>(self) {
        Simd::vectorize(self.simd, Run::<L, NEXT, LATER>(self, PhantomData));
    }
}

/// After how many registers what a move hits is needed.
fn delay<L: Lanes>(size: u32) -> usize {
    size as usize / 64 / L::WORDS
}

/// A near move.
#[derive(Clone, Copy)]
struct Near<L> {
    up: L,
    down: L,
    /// Where the words are from which the higher bits come, among two registers.
    higher: L,
    /// Those of the lower bits.
    lower: L,
    delay: usize,
}

impl<L: Lanes> Near<L> {
    #[inline(always)]
    fn new(size: u32) -> Self {
        let width = L::WORDS as u64;
        let back = u64::from(size / 64) % width;
        let places = |back: u64| {
            let mut places = [0; 8];
            for (lane, place) in places.iter_mut().enumerate().take(L::WORDS) {
                // The first bits say which word of a register, the next one which register.
                *place = (2 * width + lane as u64 - back + width) % (2 * width);
            }
            L::load(&places)
        };
        Self {
            up: L::splat(u64::from(size % 64)),
            down: L::splat(u64::from(64 - size % 64)),
            higher: places(back),
            lower: places(back + 1),
            delay: delay::<L>(size),
        }
    }

    /// What is hit from two registers in a row, `delay` behind the second.
    #[inline(always)]
    fn hits(self, simd: V4, before: L, lost: L) -> L {
        let higher = L::picked(simd, before, self.higher, lost).up(simd, self.up);
        let lower = L::picked(simd, before, self.lower, lost).down(simd, self.down);
        higher.or(simd, lower)
    }

    /// What the move hits in the register at a word, all from known words.
    #[inline(always)]
    fn known(words: &[u64], at: usize, size: u32) -> L {
        let reach = Reach::new(size);
        let source = &words[at - reach.back..][..=L::WORDS];
        let mut hits = [0; 8];
        for lane in 0..L::WORDS {
            hits[lane] = reach.hit(source[lane], source[lane + 1]);
        }
        L::load(&hits)
    }
}

struct Run<'a, L, const NEXT: usize, const LATER: usize>(Task<'a>, PhantomData<L>);

impl<L: Lanes, const NEXT: usize, const LATER: usize> WithSimd for Run<'_, L, NEXT, LATER> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        match self.0.wide.rule {
            Rule::Free => self.run(
                #[inline(always)]
                |simd, hit, latest| L::nor(hit, simd, latest),
            ),
            Rule::Mex(ones) => {
                let ones = L::splat(ones);
                self.run(
                    #[inline(always)]
                    move |simd, hit, latest| {
                        let present = L::or(hit, simd, latest);
                        L::chosen(simd, present, L::splat(0), present.plus(simd, ones))
                    },
                );
            }
        }
    }
}

impl<L: Lanes, const NEXT: usize, const LATER: usize> Run<'_, L, NEXT, LATER> {
    #[inline(always)]
    #[expect(
        clippy::needless_range_loop,
        reason = "the compiler does not inline every iterator, and knows no AVX-512 outside"
    )]
    fn run(self, solve: impl Fn(V4, L, L) -> L) {
        let Task { wide, simd, words, start } = self.0;
        let zero = L::splat(0);
        let unset = Near { up: zero, down: zero, higher: zero, lower: zero, delay: 0 };
        let (mut next, mut later) = ([unset; NEXT], [unset; LATER]);
        // What is hit in the next register, and in those of the turns to come.
        let (mut ready, mut waiting) = ([zero; NEXT], [[zero; SLOTS]; LATER]);
        for index in 0..NEXT {
            next[index] = Near::new(wide.near[index]);
            ready[index] = Near::known(words, start, wide.near[index]);
        }
        for index in 0..LATER {
            let size = wide.near[NEXT + index];
            later[index] = Near::new(size);
            for turn in 0..later[index].delay {
                waiting[index][turn] = Near::known(words, start + turn * L::WORDS, size);
            }
        }
        let mut last = if NEXT + LATER > 0 { L::load(&words[start - L::WORDS..]) } else { zero };
        let mut turn = 0;
        let mut first = start;
        while first < words.len() {
            let length = if words.len() - first < BLOCK { 16 } else { BLOCK };
            let (before, block) = words.split_at_mut(first);
            let mut far = Aligned([0; BLOCK]);
            far::hits(simd, &wide.far, before, length, &mut far.0);
            for register in 0..length / L::WORDS {
                let mut hit = L::load(&far.0[register * L::WORDS..]);
                for index in 0..LATER {
                    hit = hit.or(simd, waiting[index][turn % SLOTS]);
                }
                for index in 1..NEXT {
                    hit = hit.or(simd, ready[index]);
                }
                let lost = solve(simd, hit, if NEXT == 0 { hit } else { ready[0] });
                lost.store(&mut block[register * L::WORDS..]);
                for index in 0..NEXT {
                    ready[index] = next[index].hits(simd, last, lost);
                }
                for index in 0..LATER {
                    let slot = (turn + later[index].delay) % SLOTS;
                    waiting[index][slot] = later[index].hits(simd, last, lost);
                }
                last = lost;
                turn += 1;
            }
            first += length;
        }
    }
}

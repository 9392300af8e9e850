//! The inner loop for moves of at least 256 bits, on processors with AVX-512, and for a smaller least
//! move beside far ones (`ahead`).
//!
//! Registers of N = 8 words are computed one after another, or of N = 4 when the least move is
//! below 512 bits.  Words just stored cannot be loaded as part of another register before they
//! have left the store buffer, so what comes from them is followed in registers: a move of
//! w words and some bits leads from the words i - w and i - w - 1 to the word i.  Let D = w / N,
//! rounded down.  As soon as a register is known, two permutations take from it and the one before
//! what the move leads to D registers later, logic and shifts make the hits of it (`near`), and
//! they wait for their turn: the next ones in registers, those of later turns on the stack, in whole
//! registers.
//!
//! *How fast it can be.*  A permutation across a register takes 5 cycles, each other operation 2
//! (Zen 5), so with D = 1 it is 9 cycles from register to register of 8 words.  Moves from
//! [`FAR`] words on cost a load across two lines of the cache, a permutation, a shift, and one
//! and a half of logic for 8 words, of which a processor does two, two and four at once: 1/8 of
//! a cycle for a word and a move.

use super::ahead::{self, Ahead};
use super::chain::Aligned;
use super::far::{self, BLOCK, FAR};
use super::lanes::Lanes;
use super::near::{Near, delay};
use pulp::x86::V4;
use pulp::{Simd, WithSimd};
use std::arch::x86_64::{__m256i, __m512i};
use std::marker::PhantomData;

/// The most moves below [`FAR`] words that there are loops for.
const NEAR: usize = 4;

/// The same beside a least move that is looked ahead through, if that has at least so many bits.
const NEAR_AHEAD: usize = 3;
const LEAST_AHEAD: u32 = 128;

/// More turns than hits ever wait: fewer than [`FAR`] / 4, a power of two.
const SLOTS: usize = 32;

/// How a word follows from what hits it.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// It is what nothing hits.
    Free,
    /// It is the least absent value in each lane; the lowest bit of each.
    Mex(u64),
    /// It is what neither the moves hit nor one more, of so many bits.
    Ahead(u32),
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

    /// For outcomes, with a least move below 512 bits, if the others all go far, or few of them
    /// go at least two registers.
    pub fn ahead(moves: &[u32]) -> Option<Self> {
        let [least, others @ ..] = moves else { return None };
        let (near, far) = split(others);
        let few = *least >= LEAST_AHEAD && near.len() <= NEAR_AHEAD;
        let fits = near.first().is_none_or(|&size| few && delay::<__m512i>(size) >= 2);
        (*least < 512 && fits).then(|| {
            let rule = Rule::Ahead(*least);
            Self { near: near.into(), far: far.into(), rule }
        })
    }

    /// Fills the words from `start` on, of which there is a multiple of 16, from those before.
    pub fn fill(&self, simd: V4, words: &mut [u64], start: usize) {
        let task = Task { wide: self, simd, words, start };
        match (self.rule, self.near.first()) {
            (Rule::Ahead(_), _) => task.by_delays_ahead(),
            (_, Some(..512)) => task.by_delays::<__m256i>(),
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
        match self.delayed::<L>(1) {
            (0, 0) => self.run::<L, 1, 0, 0>(),
            (0, 1) => self.run::<L, 1, 0, 1>(),
            (0, 2) => self.run::<L, 1, 0, 2>(),
            (0, 3) => self.run::<L, 1, 0, 3>(),
            (0, _) => self.run::<L, 1, 0, 4>(),
            (1, 0) => self.run::<L, 1, 1, 0>(),
            (1, 1) => self.run::<L, 1, 1, 1>(),
            (1, 2) => self.run::<L, 1, 1, 2>(),
            (1, _) => self.run::<L, 1, 1, 3>(),
            (2, 0) => self.run::<L, 1, 2, 0>(),
            (2, 1) => self.run::<L, 1, 2, 1>(),
            (2, _) => self.run::<L, 1, 2, 2>(),
            (3, 0) => self.run::<L, 1, 3, 0>(),
            (3, _) => self.run::<L, 1, 3, 1>(),
            _ => self.run::<L, 1, 4, 0>(),
        }
    }

    /// The same beside a least move, with the turn after the next one.
    fn by_delays_ahead(self) {
        match self.delayed::<__m512i>(2) {
            (0, 0) => self.run::<__m512i, 2, 0, 0>(),
            (0, 1) => self.run::<__m512i, 2, 0, 1>(),
            (0, 2) => self.run::<__m512i, 2, 0, 2>(),
            (0, _) => self.run::<__m512i, 2, 0, 3>(),
            (1, 0) => self.run::<__m512i, 2, 1, 0>(),
            (1, 1) => self.run::<__m512i, 2, 1, 1>(),
            (1, _) => self.run::<__m512i, 2, 1, 2>(),
            (2, 0) => self.run::<__m512i, 2, 2, 0>(),
            (2, _) => self.run::<__m512i, 2, 2, 1>(),
            _ => self.run::<__m512i, 2, 3, 0>(),
        }
    }

    /// How many near moves hit after so many turns, and how many later.
    fn delayed<L: Lanes>(&self, turns: usize) -> (usize, usize) {
        let near = &self.wide.near;
        let next = near.partition_point(|&size| delay::<L>(size) == turns);
        (next, near.len() - next)
    }

    fn run<L: Lanes, const DELAY: usize, const NEXT: usize, const LATER: usize>(self) {
        Simd::vectorize(self.simd, Run::<L, DELAY, NEXT, LATER>(self, PhantomData));
    }
}

/// `NEXT` near moves hit after `DELAY` turns.
struct Run<'a, L, const DELAY: usize, const NEXT: usize, const LATER: usize>(
    Task<'a>,
    PhantomData<L>,
);

impl<L: Lanes, const DELAY: usize, const NEXT: usize, const LATER: usize> WithSimd
    for Run<'_, L, DELAY, NEXT, LATER>
{
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
            Rule::Ahead(least) => self.by_levels(least),
        }
    }
}

impl<L: Lanes, const DELAY: usize, const NEXT: usize, const LATER: usize>
    Run<'_, L, DELAY, NEXT, LATER>
{
    /// With a least move of at least [`LEAST_AHEAD`] bits, or only far ones beside it.
    #[inline(always)]
    fn by_levels(self, least: u32) {
        let levels = ahead::levels(least);
        if NEXT + LATER == 0 {
            match levels {
                1 => self.ahead::<1>(least),
                2 => self.ahead::<2>(least),
                3 => self.ahead::<3>(least),
                4 => self.ahead::<4>(least),
                5 => self.ahead::<5>(least),
                6 => self.ahead::<6>(least),
                7 => self.ahead::<7>(least),
                8 => self.ahead::<8>(least),
                _ => self.ahead::<9>(least),
            }
        } else if levels == 1 {
            self.ahead::<1>(least);
        } else {
            self.ahead::<2>(least);
        }
    }

    #[inline(always)]
    fn ahead<const LEVELS: usize>(self, least: u32) {
        let Task { simd, ref words, start, .. } = self.0;
        let mut ahead = Ahead::<L, LEVELS>::new(simd, least, words, start);
        self.run(
            #[inline(always)]
            move |simd, hit, latest| ahead.solve(simd, hit, latest),
        );
    }

    #[inline(always)]
    #[expect(
        clippy::needless_range_loop,
        reason = "the compiler does not inline every iterator, and knows no AVX-512 outside"
    )]
    fn run(self, mut solve: impl FnMut(V4, L, L) -> L) {
        let Task { wide, simd, words, start } = self.0;
        let zero = L::splat(0);
        let (mut next, mut later) = ([Near::unset(); NEXT], [Near::unset(); LATER]);
        // What is hit in the next registers, and in those of the turns to come.
        let (mut ready, mut waiting) = ([[zero; NEXT]; DELAY], [[zero; SLOTS]; LATER]);
        for index in 0..NEXT {
            next[index] = Near::new(wide.near[index]);
            for turn in 0..DELAY {
                ready[turn][index] = Near::known(words, start + turn * L::WORDS, wide.near[index]);
            }
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
                    hit = hit.or(simd, ready[0][index]);
                }
                let lost = solve(simd, hit, if NEXT == 0 { hit } else { ready[0][0] });
                lost.store(&mut block[register * L::WORDS..]);
                for turn in 1..DELAY {
                    ready[turn - 1] = ready[turn];
                }
                for index in 0..NEXT {
                    ready[DELAY - 1][index] = next[index].hits_sooner(simd, last, lost);
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

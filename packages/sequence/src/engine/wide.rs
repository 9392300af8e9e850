//! The inner loop for moves of at least 256 bits, on processors with AVX-512, and for a smaller least
//! move beside far ones (`ahead`).
//!
//! Registers of N = 8 words are computed one after another, or of N = 4 when the least move is
//! below 512 bits.  Words just stored cannot be loaded as part of another register before they
//! have left the store buffer, so what comes from them is followed in whole registers: a move of
//! w words and some bits leads from the words i - w and i - w - 1 to the word i.  Let D = w / N,
//! rounded down.  Two permutations take what the move leads to from the registers D and D + 1
//! before, logic and shifts make the hits of it: for D = 1 as soon as a register is known
//! (`near`), for larger D when the hits are needed, from registers that are loaded again as they
//! were stored (`follow`).  Where all moves go at least [`FAR`] words, what they lead from has
//! left the store buffer, and a load across two registers saves a permutation (`far`).
//!
//! *How fast it can be.*  A permutation across a register takes 5 cycles, each other operation 2,
//! a register is loaded 11 cycles after it was stored (Zen 5).  So with D = 1 it is at least 9 cycles
//! from register to register, and with larger D at least 24 for D of them.  A processor does two
//! permutations at once, three with shifts among them, and four operations of any kind: four moves that
//! are loaded as they were stored take 6 cycles for a register, four far ones 5.

use super::ahead::{self, Ahead};
use super::chain::Aligned;
use super::far::{self, BLOCK, FAR};
use super::follow::Follow;
use super::lanes::Lanes;
use super::near::{Near, delay};
use pulp::x86::V4;
use pulp::{Simd, WithSimd};
use std::arch::x86_64::{__m256i, __m512i};
use std::hint::black_box;
use std::marker::PhantomData;

/// The most moves that loops have in registers.
const NEAR: usize = 4;

/// The same beside a least move that is looked ahead through, if that has at least so many bits.
const NEAR_AHEAD: usize = 3;
const LEAST_AHEAD: u32 = 128;

/// How a word follows from what hits it.
#[derive(Clone, Copy, Debug)]
pub(super) enum WordRule {
    /// It is what nothing hits.
    Free,
    /// It is the least absent value in each lane; the lowest bit of each.
    Mex(u64),
    /// It is what neither the moves hit nor one more, of so many bits.
    Ahead(u32),
}

/// The moves, in bits.
#[derive(Clone, Debug)]
pub(super) struct Wide {
    /// At most [`NEAR`], of which each loop knows the number.
    near: Box<[u32]>,
    /// More of at least two registers.
    more: Box<[u32]>,
    /// Of at least [`FAR`] words.
    far: Box<[u32]>,
    rule: WordRule,
}

impl Wide {
    /// For moves in increasing order, if all go at least 256 bits and few of them less than two
    /// registers.
    pub(super) fn new(moves: &[u32], rule: WordRule) -> Option<Self> {
        let least = moves[0];
        let close = split(moves).0.len();
        // Farther ones beside near ones are best followed with these.
        let count = if close == 0 { 0 } else { moves.len().min(NEAR) };
        let wide = Self::parts(moves, count, rule);
        let delayed =
            |size| if least < 512 { delay::<__m256i>(size) } else { delay::<__m512i>(size) };
        let fits = wide.more.first().is_none_or(|&size| delayed(size) >= 2);
        (least >= 256 && fits).then_some(wide)
    }

    /// For outcomes, with a least move below 512 bits, if the others all go far, or go at least two
    /// registers.
    pub(super) fn ahead(moves: &[u32]) -> Option<Self> {
        let [least, others @ ..] = moves else { return None };
        let wide =
            Self::parts(others, split(others).0.len().min(NEAR_AHEAD), WordRule::Ahead(*least));
        let delayed = |&size: &u32| *least >= LEAST_AHEAD && delay::<__m512i>(size) >= 2;
        (*least < 512 && wide.near.first().is_none_or(delayed)).then_some(wide)
    }

    /// The first `count` moves near.
    fn parts(moves: &[u32], count: usize, rule: WordRule) -> Self {
        let (near, others) = moves.split_at(count);
        let (more, far) = split(others);
        Self { near: near.into(), more: more.into(), far: far.into(), rule }
    }

    /// Fills the words from `start` on, of which there is a multiple of 16, from those before.
    pub(super) fn fill(&self, simd: V4, words: &mut [u64], start: usize) {
        let task = WideTask { wide: self, simd, words, start };
        match (self.rule, self.near.first()) {
            (WordRule::Ahead(_), _) => task.by_delays_ahead(),
            (_, Some(..512)) => task.by_delays::<__m256i>(),
            _ => task.by_delays::<__m512i>(),
        }
    }
}

/// Those below [`FAR`] words, and the others.
pub(super) fn split(moves: &[u32]) -> (&[u32], &[u32]) {
    moves.split_at(moves.partition_point(|&size| (size / 64) < FAR as u32))
}

struct WideTask<'a> {
    wide: &'a Wide,
    simd: V4,
    words: &'a mut [u64],
    start: usize,
}

impl WideTask<'_> {
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
        // There are more only where there are as many near ones as the loops know.
        if const { NEXT + LATER == if DELAY == 1 { NEAR } else { NEAR_AHEAD } }
            && !self.wide.more.is_empty()
        {
            Simd::vectorize(self.simd, WideRun::<L, DELAY, NEXT, LATER, true>(self, PhantomData));
        } else {
            assert!(self.wide.more.is_empty(), "more moves only beside all near ones");
            Simd::vectorize(self.simd, WideRun::<L, DELAY, NEXT, LATER, false>(self, PhantomData));
        }
    }
}

/// `NEXT` near moves hit after `DELAY` turns and `LATER` ones later, `MORE` if there are any more.
struct WideRun<'a, L, const DELAY: usize, const NEXT: usize, const LATER: usize, const MORE: bool>(
    WideTask<'a>,
    PhantomData<L>,
);

impl<L: Lanes, const DELAY: usize, const NEXT: usize, const LATER: usize, const MORE: bool> WithSimd
    for WideRun<'_, L, DELAY, NEXT, LATER, MORE>
{
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        // Loops are compiled only for the rules that they are for: they are many.
        if const { DELAY == 1 } {
            match self.0.wide.rule {
                WordRule::Free => self.run(
                    #[inline(always)]
                    |simd, [hit, one, other]| hit.none(simd, one, other),
                ),
                WordRule::Mex(ones) => {
                    let ones = L::splat(ones);
                    self.run(
                        #[inline(always)]
                        move |simd, [hit, one, other]| {
                            let present = hit.any(simd, one, other);
                            L::chosen(simd, present, L::splat(0), present.plus(simd, ones))
                        },
                    );
                }
                WordRule::Ahead(_) => {
                    unreachable!("loops beside a least move have a delay of 2 turns")
                }
            }
        } else {
            match self.0.wide.rule {
                WordRule::Ahead(least) => self.by_levels(least),
                _ => unreachable!("a delay of 2 turns is for loops beside a least move"),
            }
        }
    }
}

impl<L: Lanes, const DELAY: usize, const NEXT: usize, const LATER: usize, const MORE: bool>
    WideRun<'_, L, DELAY, NEXT, LATER, MORE>
{
    /// With a least move of at least [`LEAST_AHEAD`] bits, or only far ones beside it.
    #[inline(always)]
    fn by_levels(self, least: u32) {
        let levels = ahead::levels(least);
        if const { NEXT + LATER == 0 } {
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
        let WideTask { simd, ref words, start, .. } = self.0;
        let mut ahead = Ahead::<L, LEVELS>::new(simd, least, words, start);
        self.run(
            #[inline(always)]
            move |simd, hits| ahead.solve(simd, hits),
        );
    }

    /// `solve` finds a register from what hits it, the union of three.
    #[inline(always)]
    #[expect(
        clippy::needless_range_loop,
        reason = "the compiler does not inline every iterator, and knows no AVX-512 outside"
    )]
    fn run(self, mut solve: impl FnMut(V4, [L; 3]) -> L) {
        let WideTask { wide, simd, words, start } = self.0;
        let zero = L::splat(0);
        let (mut next, mut later) = ([Near::unset(); NEXT], [Follow::unset(); LATER]);
        // The registers that `later` loaded last.
        let mut followed = [zero; LATER];
        // What is hit in the next registers.
        let mut ready = [[[zero; 2]; NEXT]; DELAY];
        for index in 0..NEXT {
            next[index] = Near::new(wide.near[index]);
            for turn in 0..DELAY {
                let at = start + turn * L::WORDS;
                ready[turn][index] = [Near::known(words, at, wide.near[index]), zero];
            }
        }
        for index in 0..LATER {
            later[index] = Follow::new(wide.near[NEXT + index]);
            followed[index] = L::load(later[index].source(&words[..start], 0));
        }
        let more: Vec<Follow<L>> = if MORE {
            wide.more.iter().map(|&size| Follow::new(size)).collect()
        } else {
            Vec::new()
        };
        let mut last = if NEXT > 0 { L::load(&words[start - L::WORDS..]) } else { zero };
        let pair = 2 * L::WORDS;
        let mut from_far = Aligned([0; BLOCK]);
        let mut first = start;
        while first < words.len() {
            let length = if words.len() - first < BLOCK { 16 } else { BLOCK };
            if !wide.far.is_empty() {
                far::hits(simd, &wide.far, &words[..first], length, &mut from_far.0);
            }
            // The compiler would otherwise keep these words in registers where no move is far, and
            // have none left for those that each turn waits for.
            let from_far = if NEXT + LATER > 0 { black_box(&from_far.0) } else { &from_far.0 };
            for within in (0..length).step_by(pair) {
                let (before, block) = words.split_at_mut(first + within);
                let (block, from_far) = (&mut block[..pair], &from_far[within..][..pair]);
                let mut sources: [&[u64]; LATER] = [&[]; LATER];
                for index in 0..LATER {
                    sources[index] = later[index].source(before, pair);
                }
                for at in [0, L::WORDS] {
                    let mut hit = L::load(&from_far[at..]);
                    for index in 0..LATER {
                        let now = L::load(&sources[index][at + L::WORDS..]);
                        hit = hit.or(simd, later[index].hits(simd, followed[index], now));
                        followed[index] = now;
                    }
                    if MORE {
                        for follow in &more {
                            let source = &follow.source(before, pair)[at..];
                            let [last, now] = [L::load(source), L::load(&source[L::WORDS..])];
                            hit = hit.or(simd, follow.hits(simd, last, now));
                        }
                    }
                    // What is known last comes in as few steps as possible.
                    let mut hits = [hit; 3];
                    if NEXT > 0 {
                        [hits[1], hits[2]] = ready[0][0];
                    }
                    for index in 1..NEXT {
                        let [one, other] = ready[0][index];
                        hits[index - 1] = hits[index - 1].any(simd, one, other);
                    }
                    let lost = solve(simd, hits);
                    lost.store(&mut block[at..]);
                    for turn in 1..DELAY {
                        ready[turn - 1] = ready[turn];
                    }
                    for index in 0..NEXT {
                        ready[DELAY - 1][index] = next[index].parts(simd, last, lost);
                    }
                    last = lost;
                }
            }
            first += length;
        }
    }
}

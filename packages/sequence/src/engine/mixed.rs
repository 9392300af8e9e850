//! The inner loop for a least move of 64 to 255 bits, on processors with AVX-512: a [`Chain`] of
//! words, with the farther moves in vector registers.
//!
//! What these hit in the next 8 words is computed before the chain goes through the present 8,
//! so that it need not wait for them.

use super::chain::{self, Aligned, Chain, LANES};
use super::far::{self, BLOCK, Shift};
use super::lanes::Lanes;
use super::reach::Reach;
use super::wide::split;
use pulp::x86::V4;
use pulp::{Simd, WithSimd};
use std::arch::x86_64::__m512i;

/// The moves by the numbers of words they go.
#[derive(Clone, Debug)]
pub(super) struct Mixed {
    one: Box<[Reach]>,
    two: Box<[Reach]>,
    near: Box<[Reach]>,
    /// From [`chain::FAR`] on, in bits.
    middle: Box<[u32]>,
    /// From [`far::FAR`] on, in bits.
    far: Box<[u32]>,
}

impl Mixed {
    /// For moves in bits, in increasing order, under normal play, if there is a loop for them.
    pub(super) fn new(moves: &[u32]) -> Option<Self> {
        let (close, far) = split(moves);
        let between = |from: usize, to: usize| {
            let sizes = close.iter().copied();
            sizes.filter(move |&size| (from..to).contains(&(size as usize / 64)))
        };
        let reach = |from, to| between(from, to).map(Reach::new).collect();
        let whole = between(3, chain::FAR).any(|size| size.is_multiple_of(64));
        let mixed = Self {
            one: reach(1, 2),
            two: reach(2, 3),
            near: reach(3, chain::FAR),
            middle: between(chain::FAR, far::FAR).collect(),
            far: far.into(),
        };
        let [one, two, near, middle] = mixed.numbers();
        let fits = moves[0] >= 64
            && !whole
            && (1..=3).contains(&(one + two))
            && one.max(two) <= 2
            && one + two + near + middle <= 4;
        fits.then_some(mixed)
    }

    fn numbers(&self) -> [usize; 4] {
        [self.one.len(), self.two.len(), self.near.len(), self.middle.len()]
    }

    /// Fills the words from `start` on, of which there is a multiple of 16, from those before.
    pub(super) fn fill(&self, simd: V4, words: &mut [u64], start: usize) {
        let task = MixedTask { mixed: self, simd, words, start };
        by_numbers!(self.numbers(); task.run(); unreachable!("Mixed::new takes no other numbers");
            1 0 0 0, 1 0 0 1, 1 0 0 2, 1 0 0 3, 1 0 1 0, 1 0 1 1, 1 0 1 2, 1 0 2 0, 1 0 2 1, 1 0 3 0,
            0 1 0 0, 0 1 0 1, 0 1 0 2, 0 1 0 3, 0 1 1 0, 0 1 1 1, 0 1 1 2, 0 1 2 0, 0 1 2 1, 0 1 3 0,
            1 1 0 0, 1 1 0 1, 1 1 0 2, 1 1 1 0, 1 1 1 1, 1 1 2 0,
            2 0 0 0, 2 0 0 1, 2 0 0 2, 2 0 1 0, 2 0 1 1, 2 0 2 0,
            0 2 0 0, 0 2 0 1, 0 2 0 2, 0 2 1 0, 0 2 1 1, 0 2 2 0,
            2 1 0 0, 2 1 0 1, 2 1 1 0, 1 2 0 0, 1 2 0 1, 1 2 1 0,
        );
    }
}

struct MixedTask<'a> {
    mixed: &'a Mixed,
    simd: V4,
    words: &'a mut [u64],
    start: usize,
}

impl MixedTask<'_> {
    fn run<const ONE: usize, const TWO: usize, const NEAR: usize, const MIDDLE: usize>(self) {
        Simd::vectorize(self.simd, MixedRun::<ONE, TWO, NEAR, MIDDLE>(self));
    }
}

struct MixedRun<'a, const ONE: usize, const TWO: usize, const NEAR: usize, const MIDDLE: usize>(
    MixedTask<'a>,
);

impl<const ONE: usize, const TWO: usize, const NEAR: usize, const MIDDLE: usize> WithSimd
    for MixedRun<'_, ONE, TWO, NEAR, MIDDLE>
{
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let MixedTask { mixed, simd, words, start } = self.0;
        let Mixed { one, two, near, middle, far } = mixed;
        let chain = Chain::<NEAR, ONE, TWO, false>::new(near, one, two, words, start);
        let mut chain = chain.expect("as many moves as the loop is for");
        let mut shifts = [Shift::new(0); MIDDLE];
        let mut back = [0; MIDDLE];
        for index in 0..MIDDLE {
            shifts[index] = Shift::new(middle[index]);
            back[index] = middle[index] as usize / 64 + 1;
        }
        let end = words.len();
        let mut from_far = Aligned([0; BLOCK]);
        let mut ready = Aligned([0; LANES]);
        // One turn more than there are registers: the first has no words to go through yet.
        let mut next = start;
        while next <= end {
            let free = ready;
            if next < end {
                let within = (next - start) % BLOCK;
                if within == 0 && !far.is_empty() {
                    far::hits(simd, far, &words[..next], end - next, &mut from_far.0);
                }
                let mut hit = __m512i::load(&from_far.0[within..]);
                for index in 0..MIDDLE {
                    let source: &[u64; LANES + 1] =
                        words[next - back[index]..].first_chunk().expect("the move is that long");
                    let (before, here) = (__m512i::load(source), __m512i::load(&source[1..]));
                    hit = hit.or(simd, shifts[index].hits(simd, here, before));
                }
                hit.none(simd, hit, hit).store(&mut ready.0);
            }
            if next > start {
                chain.fill(
                    words,
                    next - LANES,
                    &free,
                    #[inline(always)]
                    |hit, _| !hit,
                );
            }
            next += LANES;
        }
    }
}

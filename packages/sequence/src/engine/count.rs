//! The rules that count lost options, on words of 64 positions whose set bits are lost.
//!
//! The counts of the 64 positions are kept side by side: plane i holds bit i of each.  Adding
//! what a move hits is a binary addition from the lowest plane up.

use super::BLOCK;
use super::reach::Reach;
use pulp::{Arch, Simd, WithSimd};

/// From how many words back on a move is followed for a whole block at once.
const FAR: u32 = 64 * (BLOCK as u32 + 1);

/// Beyond so many additions to planes for a word its positions are settled one by one.
const ROUNDS_PAY: usize = 200;

/// The moves and the rule.
#[derive(Clone, Debug)]
pub struct Count {
    far: Box<[Reach]>,
    /// At least 64 and not far.
    near: Box<[Reach]>,
    /// Below 64.
    small: Box<[u32]>,
    /// How many rounds settle a word: each settles as many positions as the least move.
    rounds: u32,
    decision: Decision,
}

/// When a position is won.
#[derive(Clone, Copy, Debug)]
pub enum Decision {
    /// The count is odd: one plane.
    Odd,
    /// The count is 1: two planes.
    One,
    /// The count is more than this: one plane more than it has binary digits.
    More(u32),
}

/// The counts of lost options of so many words, modulo a power of two in all planes but the
/// highest.  A bit of that one is set once the count reaches its weight, and stays; under
/// [`Decision::Odd`] it is the count modulo 2.
#[derive(Clone, Copy)]
struct Tally<const PLANES: usize, const WORDS: usize>([[u64; WORDS]; PLANES]);

impl<const PLANES: usize, const WORDS: usize> Tally<PLANES, WORDS> {
    const ZERO: Self = Self([[0; WORDS]; PLANES]);

    /// Counts one more at the set bits of a word.
    #[inline(always)]
    fn add(&mut self, word: usize, hit: u64, decision: Decision) {
        let mut carry = hit;
        for plane in &mut self.0[..PLANES - 1] {
            (plane[word], carry) = (plane[word] ^ carry, plane[word] & carry);
        }
        let highest = &mut self.0[PLANES - 1][word];
        *highest = match decision {
            Decision::Odd => *highest ^ carry,
            Decision::One | Decision::More(_) => *highest | carry,
        };
    }

    /// The counts of one word.
    #[inline(always)]
    fn word(&self, word: usize) -> Tally<PLANES, 1> {
        Tally(self.0.map(|plane| [plane[word]]))
    }

    /// The lost positions of a word.
    #[inline(always)]
    fn lost(&self, word: usize, decision: Decision) -> u64 {
        let highest = self.0[PLANES - 1][word];
        match decision {
            Decision::Odd => !highest,
            Decision::One => !self.0[0][word] | highest,
            Decision::More(bound) => {
                // Compared from the highest digit down.
                let (mut more, mut equal) = (highest, !highest);
                for (digit, plane) in self.0[..PLANES - 1].iter().enumerate().rev() {
                    if bound >> digit & 1 == 0 {
                        more |= equal & plane[word];
                        equal &= !plane[word];
                    } else {
                        equal &= plane[word];
                    }
                }
                !more
            }
        }
    }
}

impl Count {
    /// For moves in increasing order.
    pub fn new(moves: &[u32], decision: Decision) -> Self {
        let reach = |from: u32, to: u32| {
            let sizes = moves.iter().filter(|&&size| from <= size && size < to);
            sizes.map(|&size| Reach::new(size)).collect()
        };
        let small: Box<[u32]> = moves.iter().copied().filter(|&size| size < 64).collect();
        Self {
            far: reach(FAR, u32::MAX),
            near: reach(64, FAR),
            rounds: small.first().map_or(1, |least| 64_u32.div_ceil(*least)),
            small,
            decision,
        }
    }

    /// Fills the words from `start` on, a multiple of [`BLOCK`], from those before.
    pub fn fill(&self, words: &mut [u64], start: usize) {
        Arch::new().dispatch(Fill { count: self, words, start });
    }

    #[inline(always)]
    fn by_planes(&self, words: &mut [u64], start: usize) {
        match self.decision {
            Decision::Odd => self.run::<1>(words, start, Decision::Odd),
            Decision::One => self.run::<2>(words, start, Decision::One),
            decision @ Decision::More(0) => self.run::<1>(words, start, decision),
            decision @ Decision::More(1) => self.run::<2>(words, start, decision),
            decision @ Decision::More(2..4) => self.run::<3>(words, start, decision),
            decision @ Decision::More(4..8) => self.run::<4>(words, start, decision),
            decision @ Decision::More(8..128) => self.run::<8>(words, start, decision),
            decision @ Decision::More(_) => self.run::<33>(words, start, decision),
        }
    }

    #[inline(always)]
    fn run<const PLANES: usize>(&self, words: &mut [u64], start: usize, decision: Decision) {
        for first in (start..words.len()).step_by(BLOCK) {
            let (before, block) = words.split_at_mut(first);
            let mut far = Tally::<PLANES, BLOCK>::ZERO;
            for reach in &self.far {
                let low = &before[before.len() - reach.back..][..BLOCK];
                let high = &before[before.len() - reach.next..][..BLOCK];
                for word in 0..BLOCK {
                    far.add(word, reach.hit(low[word], high[word]), decision);
                }
            }
            if self.near.is_empty() && self.small.is_empty() {
                for (word, lost) in block[..BLOCK].iter_mut().enumerate() {
                    *lost = far.lost(word, decision);
                }
                continue;
            }
            for word in 0..BLOCK {
                let now = first + word;
                let mut tally = far.word(word);
                for reach in &self.near {
                    tally.add(
                        0,
                        reach.hit(words[now - reach.back], words[now - reach.back + 1]),
                        decision,
                    );
                }
                words[now] = self.settle(&tally, words[now - 1], decision);
            }
        }
    }

    /// The lost positions of a word, from the counts through all moves from 64 on and the word
    /// before.
    #[inline(always)]
    fn settle<const PLANES: usize>(
        &self,
        tally: &Tally<PLANES, 1>,
        before: u64,
        decision: Decision,
    ) -> u64 {
        let with = |lost: u64| {
            let mut tally = *tally;
            for size in &self.small {
                tally.add(0, lost << (size & 63) | before >> ((64 - size) & 63), decision);
            }
            tally.lost(0, decision)
        };
        match decision {
            Decision::Odd => self.settle_odd(with(0)),
            _ if self.rounds as usize * self.small.len() * PLANES > ROUNDS_PAY => {
                self.settle_singly(tally, before, decision)
            }
            Decision::One | Decision::More(_) => (0..self.rounds).fold(0, |lost, _| with(lost)),
        }
    }

    /// The same position by position: the lost ones among those before are counted at once.
    #[inline(always)]
    fn settle_singly<const PLANES: usize>(
        &self,
        tally: &Tally<PLANES, 1>,
        before: u64,
        decision: Decision,
    ) -> u64 {
        let options = self.small.iter().fold(0, |options, size| options | 1 << ((64 - size) & 63));
        let mut last = before;
        for position in 0..64 {
            let digits = tally.0.iter().rev();
            let rest = digits.fold(0, |count, plane| 2 * count + (plane[0] >> position & 1));
            let count = rest + u64::from((last & options).count_ones());
            let won = match decision {
                Decision::Odd => count % 2 == 1,
                Decision::One => count == 1,
                Decision::More(bound) => count > u64::from(bound),
            };
            last = last >> 1 | u64::from(!won) << 63;
        }
        last
    }

    /// The lost positions of a word for odd counts, from those without the moves inside it.
    ///
    /// Words are polynomials over the field with two elements.  With f = sum x^s over the moves
    /// below 64 the rule reads (1 + f) lost = what is lost without them.  Modulo x^64 the inverse
    /// of 1 + f is the product of all 1 + f(x^(2^i)), as (1 + f)(1 + f) = 1 + f(x^2).
    #[inline(always)]
    fn settle_odd(&self, mut lost: u64) -> u64 {
        for level in 0..self.rounds.next_power_of_two().ilog2() {
            let shifts = self.small.iter().map(|size| size << level).take_while(|&up| up < 64);
            lost ^= shifts.fold(0, |sum, up| sum ^ lost << up);
        }
        lost
    }
}

struct Fill<'a> {
    count: &'a Count,
    words: &'a mut [u64],
    start: usize,
}

impl WithSimd for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.count.by_planes(self.words, self.start);
    }
}

//! The rules that count options, on words of 64 positions whose set bits are the positions that count: the lost ones,
//! or the won ones.
//!
//! The counts of the 64 positions are kept side by side: plane i holds bit i of each.  Adding
//! what a move hits is a binary addition from the lowest plane up.

use super::BLOCK;
use super::reach::Reach;
use crate::model::{Comparison, Tally};
use pulp::{Arch, Simd, WithSimd};

/// The least size of a move that is followed for a whole block at once.
const FAR: u32 = 64 * (BLOCK as u32 + 1);

/// The most additions to planes for a word; with more, its positions are settled one by one.
const ROUNDS_PAY: usize = 200;

/// The moves and the rule.
#[derive(Clone, Debug)]
pub(crate) struct Count {
    far: Box<[Reach]>,
    /// The moves that are at least 64 and not far.
    near: Box<[Reach]>,
    /// The moves below 64.
    small: Box<[u32]>,
    /// The number of rounds that settle a word: each settles as many positions as the least move.
    rounds: u32,
    decision: Decision,
}

/// When the bit of a position is set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decision {
    asked: AskedCount,
    /// All ones if a bit is set where the count is *not* as asked.
    opposite: u64,
}

/// What is asked of a count.
#[derive(Clone, Copy, Debug)]
enum AskedCount {
    /// Is it odd?  One plane.
    Odd,
    /// Is it this number?  One plane more than the number has binary digits.
    Exactly(u32),
    /// Is it more than this number?  The same number of planes.
    More(u32),
}

impl Decision {
    /// Bits are set where the tally holds, or, if `opposite`, where it does not hold.
    fn new(tally: Tally, opposite: bool) -> Self {
        // There are fewer moves than 2^32 - 1, so more than that many options are never counted.
        let number = |bound: u64| u32::try_from(bound).unwrap_or(u32::MAX);
        let (asked, negated) = match tally {
            Tally::Odd => (AskedCount::Odd, false),
            Tally::Even => (AskedCount::Odd, true),
            Tally::Is(Comparison::Equal, bound) => (AskedCount::Exactly(number(bound)), false),
            Tally::Is(Comparison::NotEqual, bound) => (AskedCount::Exactly(number(bound)), true),
            Tally::Is(Comparison::AtMost, bound) => (AskedCount::More(number(bound)), true),
            Tally::Is(Comparison::AtLeast, 0) => (AskedCount::More(u32::MAX), true),
            Tally::Is(Comparison::AtLeast, bound) => (AskedCount::More(number(bound - 1)), false),
            Tally::Never => (AskedCount::More(u32::MAX), false),
        };
        Self { asked, opposite: if negated == opposite { 0 } else { u64::MAX } }
    }
}

/// The counts of options of `WORDS` words, modulo a power of two in all planes except the highest.  A bit of the
/// highest is set once the count reaches its weight, and stays set; under [`AskedCount::Odd`] it is the count modulo 2.
#[derive(Clone, Copy)]
struct Counts<const PLANES: usize, const WORDS: usize>([[u64; WORDS]; PLANES]);

impl<const PLANES: usize, const WORDS: usize> Counts<PLANES, WORDS> {
    const ZERO: Self = Self([[0; WORDS]; PLANES]);

    /// Counts one more at the set bits of a word.
    #[inline(always)]
    fn add(&mut self, word: usize, hit: u64, decision: Decision) {
        let mut carry = hit;
        for plane in &mut self.0[..PLANES - 1] {
            (plane[word], carry) = (plane[word] ^ carry, plane[word] & carry);
        }
        let highest = &mut self.0[PLANES - 1][word];
        *highest = match decision.asked {
            AskedCount::Odd => *highest ^ carry,
            AskedCount::Exactly(_) | AskedCount::More(_) => *highest | carry,
        };
    }

    /// The counts of one word.
    #[inline(always)]
    fn word(&self, word: usize) -> Counts<PLANES, 1> {
        Counts(self.0.map(|plane| [plane[word]]))
    }

    /// The set bits of a word.
    #[inline(always)]
    fn set(&self, word: usize, decision: Decision) -> u64 {
        let highest = self.0[PLANES - 1][word];
        // The comparison goes from the highest digit down.
        let compared = |bound: u32| {
            let (mut more, mut equal) = (highest, !highest);
            for (digit, plane) in self.0[..PLANES - 1].iter().enumerate().rev() {
                if bound >> digit & 1 == 0 {
                    more |= equal & plane[word];
                    equal &= !plane[word];
                } else {
                    equal &= plane[word];
                }
            }
            (more, equal)
        };
        let as_asked = match decision.asked {
            AskedCount::Odd => highest,
            AskedCount::Exactly(bound) => compared(bound).1,
            AskedCount::More(bound) => compared(bound).0,
        };
        as_asked ^ decision.opposite
    }
}

impl Count {
    /// For moves in increasing order: bits are set where the tally of set bits holds, or, if `opposite`,
    /// where it does not hold.
    pub(crate) fn new(moves: &[u32], tally: Tally, opposite: bool) -> Self {
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
            decision: Decision::new(tally, opposite),
        }
    }

    /// Fills the words from `start` on, a multiple of [`BLOCK`], from the words before.
    pub(crate) fn fill(&self, words: &mut [u64], start: usize) {
        Arch::new().dispatch(Fill { count: self, words, start });
    }

    #[inline(always)]
    fn by_planes(&self, words: &mut [u64], start: usize) {
        let decision = self.decision;
        match decision.asked {
            AskedCount::Odd | AskedCount::Exactly(0) | AskedCount::More(0) => {
                self.run::<1>(words, start, decision)
            }
            AskedCount::Exactly(1) | AskedCount::More(1) => self.run::<2>(words, start, decision),
            AskedCount::Exactly(2..4) | AskedCount::More(2..4) => {
                self.run::<3>(words, start, decision)
            }
            AskedCount::Exactly(4..8) | AskedCount::More(4..8) => {
                self.run::<4>(words, start, decision)
            }
            AskedCount::Exactly(8..128) | AskedCount::More(8..128) => {
                self.run::<8>(words, start, decision)
            }
            AskedCount::Exactly(_) | AskedCount::More(_) => self.run::<33>(words, start, decision),
        }
    }

    #[inline(always)]
    fn run<const PLANES: usize>(&self, words: &mut [u64], start: usize, decision: Decision) {
        for first in (start..words.len()).step_by(BLOCK) {
            let (before, block) = words.split_at_mut(first);
            let mut far = Counts::<PLANES, BLOCK>::ZERO;
            for reach in &self.far {
                let low = &before[before.len() - reach.back..][..BLOCK];
                let high = &before[before.len() - reach.next..][..BLOCK];
                for word in 0..BLOCK {
                    far.add(word, reach.hit(low[word], high[word]), decision);
                }
            }
            if self.near.is_empty() && self.small.is_empty() {
                for (word, set) in block[..BLOCK].iter_mut().enumerate() {
                    *set = far.set(word, decision);
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

    /// The set bits of a word, from the counts through all moves of at least 64 and the word before.
    #[inline(always)]
    fn settle<const PLANES: usize>(
        &self,
        tally: &Counts<PLANES, 1>,
        before: u64,
        decision: Decision,
    ) -> u64 {
        let with = |set: u64| {
            let mut tally = *tally;
            for size in &self.small {
                tally.add(0, set << (size & 63) | before >> ((64 - size) & 63), decision);
            }
            tally.set(0, decision)
        };
        match decision.asked {
            AskedCount::Odd => self.settle_odd(with(0)),
            _ if self.rounds as usize * self.small.len() * PLANES > ROUNDS_PAY => {
                self.settle_singly(tally, before, decision)
            }
            AskedCount::Exactly(_) | AskedCount::More(_) => {
                (0..self.rounds).fold(0, |set, _| with(set))
            }
        }
    }

    /// The same position by position: the set bits among those before are counted at once.
    #[inline(always)]
    fn settle_singly<const PLANES: usize>(
        &self,
        tally: &Counts<PLANES, 1>,
        before: u64,
        decision: Decision,
    ) -> u64 {
        let options = self.small.iter().fold(0, |options, size| options | 1 << ((64 - size) & 63));
        let mut last = before;
        for position in 0..64 {
            let digits = tally.0.iter().rev();
            let rest = digits.fold(0, |count, plane| 2 * count + (plane[0] >> position & 1));
            let count = rest + u64::from((last & options).count_ones());
            let as_asked = match decision.asked {
                AskedCount::Odd => count % 2 == 1,
                AskedCount::Exactly(bound) => count == u64::from(bound),
                AskedCount::More(bound) => count > u64::from(bound),
            };
            last = last >> 1 | (u64::from(as_asked) ^ decision.opposite & 1) << 63;
        }
        last
    }

    /// The set bits of a word for odd counts, from those without the moves below 64.
    ///
    /// Words are polynomials over the field with two elements.  With f = sum x^s over the moves below 64, the rule says
    /// that (1 + f) set is what is set without them.  Modulo x^64 the inverse of 1 + f is the product of all 1 +
    /// f(x^(2^i)), as (1 + f)(1 + f) = 1 + f(x^2).
    #[inline(always)]
    fn settle_odd(&self, mut set: u64) -> u64 {
        for level in 0..self.rounds.next_power_of_two().ilog2() {
            let shifts = self.small.iter().map(|size| size << level).take_while(|&up| up < 64);
            set ^= shifts.fold(0, |sum, up| sum ^ set << up);
        }
        set
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

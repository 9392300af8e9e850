//! A least move below 512 bits, when the others go far: registers of 8 words all the same.
//!
//! Let F be the positions that no other move hits, and S the shift by the least move.  The lost
//! positions are x = F & !S x, so that each register waits for words of its own.  Put into
//! itself k times, the rule leads 2^k times as far back: with
//!
//! ```text
//!  sure_1 = F & !S F                              open_1 = F
//!  sure_k+1 = sure_k | open_k & S^(2^k) sure_k    open_k+1 = open_k & S^(2^k) open_k
//! ```
//!
//! x = sure_k | open_k & S^(2^k) x.  For k = 1: where the position one move before is not free, it is
//! not lost, so a free position is lost; where it is free, it is lost unless the one two moves before is,
//! so a free position is lost exactly if that one is.  From k to k + 1 the equation is put into
//! the x at its right.  Once 2^k least moves are at least 512 bits, only known registers are left
//! there: `LEVELS` is that k.
//!
//! The words before the first register may be any, and need not follow the rule.  For their positions x
//! itself is taken as F and as `sure`, and nothing as `open`, which makes the equation true there for
//! each k.  For a later position with k = 1 the rule was used one move before as well.  If that
//! is such a known position, x = F & !S x = sure_1, and open_1 must not add to it: what known lost
//! positions hit is taken out of open_1.

use super::lanes::Lanes;
use super::near::Near;
use pulp::x86::V4;

/// The state behind a register.
#[derive(Clone, Copy)]
pub(super) struct Ahead<L, const LEVELS: usize> {
    /// The least move, and what it doubles to.
    steps: [Near<L>; LEVELS],
    /// The first doubling that leads to known registers.
    end: Near<L>,
    /// What lost positions before the first register hit in the next one.
    hit_by_known: L,
    free: L,
    sure: [L; LEVELS],
    open: [L; LEVELS],
    /// The last register but one, and the last one.
    lost: [L; 2],
}

/// How many doublings of a move take it to at least 512 bits.
pub(super) fn levels(least: u32) -> u32 {
    512_u32.div_ceil(least).next_power_of_two().ilog2()
}

impl<L: Lanes, const LEVELS: usize> Ahead<L, LEVELS> {
    /// For words from `start` on.
    #[inline(always)]
    #[expect(
        clippy::needless_range_loop,
        reason = "the compiler does not inline every iterator, and knows no AVX-512 outside"
    )]
    pub(super) fn new(simd: V4, least: u32, words: &[u64], start: usize) -> Self {
        let mut steps = [Near::new(least); LEVELS];
        for level in 1..LEVELS {
            steps[level] = Near::new(least << level);
        }
        let mut known = [0; 16];
        let count = start.min(16);
        known[16 - count..].copy_from_slice(&words[start - count..start]);
        let [before, last] = [L::load(&known), L::load(&known[8..])];
        let zero = L::splat(0);
        Self {
            steps,
            end: Near::new(least << LEVELS),
            hit_by_known: steps[0].hits(simd, last, zero),
            free: last,
            sure: [last; LEVELS],
            open: [zero; LEVELS],
            lost: [before, last],
        }
    }

    /// The next register, from what the other moves hit: the union of three.
    #[inline(always)]
    pub(super) fn solve(&mut self, simd: V4, hits: [L; 3]) -> L {
        let [hit, one, other] = hits;
        let free = hit.none(simd, one, other);
        let [before, last] = self.lost;
        let behind = self.steps[0].hits(simd, self.free, free);
        let mut sure = free.without(simd, behind);
        let mut open = free.without(simd, self.hit_by_known);
        for level in 1..LEVELS {
            let step = &self.steps[level];
            let further = step.hits(simd, self.sure[level], sure);
            let still = step.hits(simd, self.open[level], open);
            (self.sure[level], self.open[level]) = (sure, open);
            sure = L::joined(simd, open, further, sure);
            open = open.and(simd, still);
        }
        let lost = L::joined(simd, open, self.end.hits(simd, before, last), sure);
        self.hit_by_known = L::splat(0);
        self.free = free;
        self.lost = [last, lost];
        lost
    }
}

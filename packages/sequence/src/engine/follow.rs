//! What a move of at least two registers hits, through memory.
//!
//! Words that were stored a few cycles ago come back soon only as the registers they were
//! stored as.  So these are loaded, and the words that the move leads from are picked from two in
//! a row.

use super::lanes::Lanes;
use super::near::{Near, delay};
use pulp::x86::V4;

/// A move that is followed.
#[derive(Clone, Copy)]
pub(super) struct Follow<L> {
    near: Near<L>,
    /// How many words back the next register to be loaded begins.
    back: usize,
}

impl<L: Lanes> Follow<L> {
    /// None, as a start.
    #[inline(always)]
    pub(super) fn unset() -> Self {
        Self { near: Near::unset(), back: 0 }
    }

    /// For a move of so many bits.
    #[inline(always)]
    pub(super) fn new(size: u32) -> Self {
        Self { near: Near::new(size), back: delay::<L>(size) * L::WORDS }
    }

    /// The words from which the move leads to the next `length` ones, at most two registers, and
    /// the register before them.
    #[inline(always)]
    pub(super) fn source<'a>(&self, before: &'a [u64], length: usize) -> &'a [u64] {
        &before[before.len() - self.back - L::WORDS..][..length + L::WORDS]
    }

    /// What is hit in a register, from two in a row.
    #[inline(always)]
    pub(super) fn hits(&self, simd: V4, before: L, now: L) -> L {
        self.near.hits(simd, before, now)
    }
}

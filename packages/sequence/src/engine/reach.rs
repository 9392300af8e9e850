//! Where a move leads to, in words.

/// Where a move leads to: from the bits of a word into two neighbouring words before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// The number of words back that the lower bits come from.
    pub back: usize,
    /// The number of words back that the higher bits come from: one less.  It is stored because a compiler that knew
    /// this would load a word once and shuffle vector registers instead.
    pub next: usize,
    /// The bits by which the higher bits are shifted up: the move modulo 64.
    up: u32,
    /// The bits by which the lower bits are shifted down after a shift by 1: 63 minus `up`.  Two shifts, because a
    /// shift by 64 does not exist.
    down: u32,
}

impl Reach {
    /// For a move of this number of bits.
    pub(super) fn new(bits: u32) -> Self {
        let words = (bits / 64) as usize;
        Self { back: words + 1, next: words, up: bits % 64, down: 63 - bits % 64 }
    }

    /// What the move hits from these two words.
    #[inline(always)]
    pub(super) fn hit(self, low: u64, high: u64) -> u64 {
        self.higher(high) | self.lower(low)
    }

    // The masks tell the compiler that no shift is too far.

    /// What the move hits from the later word.
    #[inline(always)]
    pub(super) fn higher(self, high: u64) -> u64 {
        high << (self.up & 63)
    }

    /// What the move hits from the earlier word.
    #[inline(always)]
    pub(super) fn lower(self, low: u64) -> u64 {
        (low >> 1) >> (self.down & 63)
    }
}

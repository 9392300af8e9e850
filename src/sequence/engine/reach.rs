//! Where a move leads to in a sequence of words.

/// Where a move leads to, given in bits.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// How many words back the higher bits come from.
    pub high: usize,
    /// How far they are shifted up: the bits of the move modulo 64.
    pub up: u32,
    /// How many words back the lower bits come from: one more, or the same for a multiple of
    /// 64, where nothing is shifted.
    pub low: usize,
    /// How far they are shifted down, modulo 64.
    pub down: u32,
}

impl Reach {
    /// For a move of so many bits.
    pub fn new(bits: u32) -> Self {
        let (words, bits) = ((bits / 64) as usize, bits % 64);
        Self { high: words, up: bits, low: words + usize::from(bits > 0), down: (64 - bits) % 64 }
    }

    /// What a move hits from these two words.
    #[inline(always)]
    pub fn hit(self, high: u64, low: u64) -> u64 {
        // The masks tell the compiler that no shift is too far.
        high << (self.up & 63) | low >> (self.down & 63)
    }
}

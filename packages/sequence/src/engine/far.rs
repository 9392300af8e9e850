//! Far moves, 8 words of 512 bits at a time.

use super::lanes::Lanes;
use pulp::x86::V4;
use std::arch::x86_64::__m512i;

/// How many words a block has.
pub(super) const BLOCK: usize = 64;

/// From how many words back on a move is followed for a whole block, even when the last words
/// before the block are not known yet.
pub(super) const FAR: usize = BLOCK + 8;

/// What a move adds to a number of whole words.
#[derive(Clone, Copy)]
pub(super) struct Shift {
    up: __m512i,
    /// The bits of a word that stay in it.
    staying: __m512i,
}

impl Shift {
    /// For a move of so many bits.
    #[inline(always)]
    pub(super) fn new(size: u32) -> Self {
        Self {
            up: __m512i::splat(u64::from(size % 64)),
            staying: __m512i::splat(u64::MAX >> (size % 64)),
        }
    }

    /// What is hit from these words, and from the word before each.
    #[inline(always)]
    pub(super) fn hits(self, simd: V4, words: __m512i, before: __m512i) -> __m512i {
        __m512i::chosen(simd, self.staying, words, before).rotated(simd, self.up)
    }
}

/// A move that is followed from memory.
struct Source<'a> {
    shift: Shift,
    /// The words that hit the block, with the one before them.
    words: &'a [u64],
    last: __m512i,
}

impl<'a> Source<'a> {
    #[inline(always)]
    fn new(size: u32, before: &'a [u64], length: usize) -> Self {
        let words = &before[before.len() - (size / 64) as usize - 1..][..=length];
        Self { shift: Shift::new(size), words, last: __m512i::splat(words[0]) }
    }

    /// What is hit in the next 8 words.
    #[inline(always)]
    fn hits(&mut self, simd: V4, register: usize) -> __m512i {
        let words = __m512i::load(&self.words[8 * register + 1..]);
        // A word of two registers in a row costs less than another load across two lines.
        let before = simd.avx512f._mm512_alignr_epi64::<7>(words, self.last);
        self.last = words;
        self.shift.hits(simd, words, before)
    }
}

/// What moves from [`FAR`] words on hit in the first `length` words behind `before`, at most a
/// block, and perhaps in more; of `before` the last 8 need not be known.
#[inline(always)]
pub(super) fn hits(
    simd: V4,
    moves: &[u32],
    before: &[u64],
    length: usize,
    hits: &mut [u64; BLOCK],
) {
    if length <= 16 {
        registers::<2>(simd, moves, before, hits);
    } else {
        registers::<{ BLOCK / 8 }>(simd, moves, before, hits);
    }
}

#[inline(always)]
#[expect(
    clippy::needless_range_loop,
    reason = "the compiler does not inline every iterator, and knows no AVX-512 outside"
)]
fn registers<const REGISTERS: usize>(
    simd: V4,
    moves: &[u32],
    before: &[u64],
    hits: &mut [u64; BLOCK],
) {
    let mut sum = [__m512i::splat(0); REGISTERS];
    // Two moves at a time, so that one instruction joins both to the sum.
    for pair in moves.rchunks(2) {
        let mut one = Source::new(pair[0], before, 8 * REGISTERS);
        let mut other = Source::new(pair[pair.len() - 1], before, 8 * REGISTERS);
        for register in 0..REGISTERS {
            let both = one.hits(simd, register).or(simd, other.hits(simd, register));
            sum[register] = sum[register].or(simd, both);
        }
    }
    for register in 0..REGISTERS {
        sum[register].store(&mut hits[8 * register..]);
    }
}

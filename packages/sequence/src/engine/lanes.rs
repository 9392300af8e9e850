//! Vector registers of 2, 4 or 8 words, on processors with AVX-512.

use pulp::bytemuck::{self, AnyBitPattern, NoUninit};
use pulp::x86::V4;
use std::arch::x86_64::{__m128i, __m256i, __m512i};

/// A register of words, the earliest in the lowest lane.
pub(super) trait Lanes: Copy + NoUninit + AnyBitPattern {
    /// How many words.
    const WORDS: usize;

    /// Each lane rotated up by its number of bits.
    fn rotated(self, simd: V4, by: Self) -> Self;

    /// Each lane shifted up by its number of bits; nothing is left from 64 on.
    fn up(self, simd: V4, by: Self) -> Self;

    /// Each lane shifted down by its number of bits; nothing is left from 64 on.
    fn down(self, simd: V4, by: Self) -> Self;

    /// From two registers in a row, in each lane the word with the index in the lane of `index`:
    /// 0 for the lowest of `low`, `WORDS` for the lowest of `high`.
    fn picked(simd: V4, low: Self, index: Self, high: Self) -> Self;

    /// Bit by bit: `one` where the mask is set, and elsewhere `other`.
    fn chosen(simd: V4, mask: Self, one: Self, other: Self) -> Self;

    /// The bits that either has.
    fn or(self, simd: V4, other: Self) -> Self;

    /// The bits that both have.
    fn and(self, simd: V4, other: Self) -> Self;

    /// The bits that the other has not.
    fn without(self, simd: V4, other: Self) -> Self;

    /// Bit by bit: `one` where the mask is set, and everywhere `other`.
    fn joined(simd: V4, mask: Self, one: Self, other: Self) -> Self;

    /// The bits that at least one of three has.
    fn any(self, simd: V4, one: Self, other: Self) -> Self;

    /// The bits that none of three has.
    fn none(self, simd: V4, one: Self, other: Self) -> Self;

    /// The lanes added to those of `other`, each modulo 2^64.
    fn plus(self, simd: V4, other: Self) -> Self;

    /// The first words of a slice.
    #[inline(always)]
    fn load(words: &[u64]) -> Self {
        bytemuck::pod_read_unaligned(bytemuck::cast_slice(&words[..Self::WORDS]))
    }

    /// To the first words of a slice.
    fn store(self, words: &mut [u64]);

    /// The same word in every lane.
    #[inline(always)]
    fn splat(word: u64) -> Self {
        Self::load(&[word; 8])
    }
}

/// A truth table of three inputs, of which the first counts 4, the second 2 and the third 1.
const CHOSEN: i32 = 0b1100_1010;
const JOINED: i32 = 0b1110_1010;
const ANY: i32 = 0b1111_1110;
const NONE: i32 = 0b0000_0001;
/// The second and third alone.
const AND: i32 = 0b1000_1000;
const WITHOUT: i32 = 0b0100_0100;

macro_rules! lanes {
    ($register: ty, $words: literal, $rotate: ident, $up: ident, $down: ident in $shifts: ident, $pick: ident, $logic: ident, $or: ident, $add: ident in $part: ident) => {
        impl Lanes for $register {
            const WORDS: usize = $words;

            // A copy from slice to slice is not always inlined.
            #[inline(always)]
            fn store(self, words: &mut [u64]) {
                let first: &mut [u64; $words] = words.first_chunk_mut().expect("a word a lane");
                *first = bytemuck::cast(self);
            }

            #[inline(always)]
            fn rotated(self, simd: V4, by: Self) -> Self {
                simd.avx512f.$rotate(self, by)
            }

            #[inline(always)]
            fn up(self, simd: V4, by: Self) -> Self {
                simd.$shifts.$up(self, by)
            }

            #[inline(always)]
            fn down(self, simd: V4, by: Self) -> Self {
                simd.$shifts.$down(self, by)
            }

            #[inline(always)]
            fn picked(simd: V4, low: Self, index: Self, high: Self) -> Self {
                simd.avx512f.$pick(low, index, high)
            }

            #[inline(always)]
            fn chosen(simd: V4, mask: Self, one: Self, other: Self) -> Self {
                simd.avx512f.$logic::<CHOSEN>(mask, one, other)
            }

            #[inline(always)]
            fn or(self, simd: V4, other: Self) -> Self {
                simd.$part.$or(self, other)
            }

            #[inline(always)]
            fn and(self, simd: V4, other: Self) -> Self {
                simd.avx512f.$logic::<AND>(self, self, other)
            }

            #[inline(always)]
            fn without(self, simd: V4, other: Self) -> Self {
                simd.avx512f.$logic::<WITHOUT>(self, self, other)
            }

            #[inline(always)]
            fn joined(simd: V4, mask: Self, one: Self, other: Self) -> Self {
                simd.avx512f.$logic::<JOINED>(mask, one, other)
            }

            #[inline(always)]
            fn any(self, simd: V4, one: Self, other: Self) -> Self {
                simd.avx512f.$logic::<ANY>(self, one, other)
            }

            #[inline(always)]
            fn none(self, simd: V4, one: Self, other: Self) -> Self {
                simd.avx512f.$logic::<NONE>(self, one, other)
            }

            #[inline(always)]
            fn plus(self, simd: V4, other: Self) -> Self {
                simd.$part.$add(self, other)
            }
        }
    };
}

lanes!(__m128i, 2, _mm_rolv_epi64, _mm_sllv_epi64, _mm_srlv_epi64 in avx2, _mm_permutex2var_epi64, _mm_ternarylogic_epi64, _mm_or_si128, _mm_add_epi64 in sse2);
lanes!(__m256i, 4, _mm256_rolv_epi64, _mm256_sllv_epi64, _mm256_srlv_epi64 in avx2, _mm256_permutex2var_epi64, _mm256_ternarylogic_epi64, _mm256_or_si256, _mm256_add_epi64 in avx2);
lanes!(__m512i, 8, _mm512_rolv_epi64, _mm512_sllv_epi64, _mm512_srlv_epi64 in avx512f, _mm512_permutex2var_epi64, _mm512_ternarylogic_epi64, _mm512_or_si512, _mm512_add_epi64 in avx512f);

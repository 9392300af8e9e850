//! Fingerprints of windows: equal windows have equal fingerprints, and moving a window on by up to eight bits updates
//! its fingerprint in a few instructions.
//!
//! A window of bits b_0, ..., b_(m-1) is read as the polynomial b_0 x^(m-1) + ... + b_(m-1) over the field with two
//! elements; its fingerprint is the remainder modulo a polynomial of degree 64 (M. O. Rabin 1981, "Fingerprinting by
//! random polynomials").  Different windows can have the same fingerprint, so where they are equal, the windows have to
//! be compared.
//!
//! Bit j of a fingerprint is the coefficient of x^(63-j).  So earlier bits of a window are lower bits both in its words
//! and in the remainder.

/// The polynomial of CRC-64/ECMA-182, without its leading term.
const POLYNOMIAL: u64 = 0x42f0_e1eb_a9ea_3693_u64.reverse_bits();

/// The remainder of 1.
const ONE: u64 = 1 << 63;

/// Remainders of all polynomials with eight consecutive terms: bit j of the index is the coefficient of the j-th power
/// below the highest.
type Bytes = [u64; 256];

/// For each byte of a word, from the lowest: its remainder when 64 bits follow the word.
static WORDS: [Bytes; 8] = words();

/// Computes fingerprints of windows with a given number of bits.
#[derive(Clone, Debug)]
pub(crate) struct Fingerprints {
    /// The eight terms from x^(m+7) down to x^m, by which bits that leave a window of m bits are removed.
    leaving: Box<Bytes>,
    bits: usize,
}

/// The remainder of the polynomial times x.
const fn times_x(remainder: u64) -> u64 {
    (remainder >> 1) ^ (POLYNOMIAL & (remainder & 1).wrapping_neg())
}

/// The remainder of the polynomial times a power of x.
const fn times_power(mut remainder: u64, mut power: usize) -> u64 {
    while power > 0 {
        remainder = times_x(remainder);
        power -= 1;
    }
    remainder
}

/// The remainders of eight terms, of which the lowest has this one.
const fn bytes(lowest: u64) -> Bytes {
    let mut bytes = [0; 256];
    let mut power = lowest;
    let mut bit = 8;
    while bit > 0 {
        bit -= 1;
        // The bytes with this lowest bit: those with a higher one were dealt with before.
        let mut byte = 1 << bit;
        while byte < 256 {
            bytes[byte] = power ^ bytes[byte ^ (1 << bit)];
            byte += 2 << bit;
        }
        power = times_x(power);
    }
    bytes
}

const fn words() -> [Bytes; 8] {
    let mut words = [[0; 256]; 8];
    let mut index = 0;
    while index < 8 {
        words[index] = bytes(times_power(ONE, 64 + 56 - 8 * index));
        index += 1;
    }
    words
}

impl Fingerprints {
    /// For windows of this number of bits.
    pub(crate) fn new(bits: usize) -> Self {
        Self { leaving: Box::new(bytes(times_power(ONE, bits))), bits }
    }

    /// The fingerprint of a window, whose first bit is the lowest of the first word.
    pub(crate) fn of(&self, window: &[u64]) -> u64 {
        let (whole, rest) = (self.bits / 64, self.bits % 64);
        let mut remainder = 0_u64;
        for word in &window[..whole] {
            let bytes = remainder.to_le_bytes();
            remainder = *word;
            for (table, byte) in WORDS.iter().zip(bytes) {
                remainder ^= table[usize::from(byte)];
            }
        }
        for bit in 0..rest {
            remainder = times_x(remainder) ^ (window[whole] >> bit << 63);
        }
        remainder
    }

    /// The fingerprint of the window `count` bits further, from 1 to 8; the lowest bits of
    /// `leaving` and `entering` are those that leave and enter it.
    #[inline(always)]
    pub(crate) fn step(&self, fingerprint: u64, leaving: u64, entering: u64, count: u32) -> u64 {
        // Fewer than eight terms are the last ones of eight.
        let last = |bits: u64| (bits << (8 - count)) as usize & 255;
        (fingerprint >> count)
            ^ WORDS[7][last(fingerprint)]
            ^ (entering << (64 - count))
            ^ self.leaving[last(leaving)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn plain(bits: &[bool]) -> u64 {
        bits.iter().fold(0, |remainder, &bit| times_x(remainder) ^ (u64::from(bit) << 63))
    }

    fn window(bits: &[bool]) -> Vec<u64> {
        let mut words = vec![0; bits.len().div_ceil(64)];
        for (index, &bit) in bits.iter().enumerate() {
            words[index / 64] |= u64::from(bit) << (index % 64);
        }
        words
    }

    proptest! {
        #[test]
        fn words_and_steps_agree_with_the_definition(
            bits in proptest::collection::vec(any::<bool>(), 1..400),
            width in 1_usize..300,
            counts in proptest::collection::vec(1_usize..=8, 400),
        ) {
            let width = width.min(bits.len());
            let fingerprints = Fingerprints::new(width);
            let mut start = 0;
            let mut stepped = fingerprints.of(&window(&bits[..width]));
            for count in counts {
                let here = &bits[start..start + width];
                prop_assert_eq!(fingerprints.of(&window(here)), plain(here));
                prop_assert_eq!(stepped, plain(here));
                if start + width + count > bits.len() {
                    break;
                }
                // Higher bits do not matter.
                let word = |from: usize| window(&bits[from..bits.len().min(from + 64)])[0];
                stepped = fingerprints.step(stepped, word(start), word(start + width), count as u32);
                start += count;
            }
        }
    }
}

//! Fingerprints of windows: equal windows have equal fingerprints, and a window that moves one
//! bit on changes its fingerprint in a few instructions.
//!
//! A window of bits b_0, ..., b_(m-1) is read as the polynomial b_0 x^(m-1) + ... + b_(m-1) over
//! the field with two elements; its fingerprint is the remainder modulo a polynomial of degree
//! 64 (M. O. Rabin 1981, "Fingerprinting by random polynomials").  Different windows can have
//! the same fingerprint, so whoever finds equal ones compares the windows.

/// The polynomial of CRC-64/ECMA-182, without its leading term.
const POLYNOMIAL: u64 = 0x42f0_e1eb_a9ea_3693;

/// Computes fingerprints of windows with a given number of bits.
#[derive(Clone, Debug)]
pub struct Fingerprints {
    /// For each byte of a word, from the lowest: its remainder when eight further bytes follow
    /// behind the word.
    bytes: Box<[[u64; 256]; 8]>,
    /// The remainder of x^m, by which the bit that leaves a window of m bits is taken out.
    leaving: u64,
    bits: usize,
}

/// The remainder of the polynomial times x.
#[inline(always)]
fn times_x(remainder: u64) -> u64 {
    (remainder << 1) ^ (POLYNOMIAL & (remainder >> 63).wrapping_neg())
}

impl Fingerprints {
    /// For windows of so many bits.
    pub fn new(bits: usize) -> Self {
        // The remainders of x^0, ..., x^127.
        let mut powers = [1_u64; 128];
        for degree in 1..128 {
            powers[degree] = times_x(powers[degree - 1]);
        }
        let mut bytes = Box::new([[0; 256]; 8]);
        for (index, table) in bytes.iter_mut().enumerate() {
            for (byte, remainder) in table.iter_mut().enumerate() {
                // Bit 0 of a word is the first, hence of the highest degree.
                *remainder = (0..8)
                    .filter(|bit| byte >> bit & 1 == 1)
                    .fold(0, |sum, bit| sum ^ powers[127 - 8 * index - bit]);
            }
        }
        let mut leaving = 1;
        for _ in 0..bits {
            leaving = times_x(leaving);
        }
        Self { bytes, leaving, bits }
    }

    /// The fingerprint of a window, whose first bit is the lowest of the first word.
    pub fn of(&self, window: &[u64]) -> u64 {
        let (whole, rest) = (self.bits / 64, self.bits % 64);
        let mut remainder = 0;
        for word in &window[..whole] {
            // The remainder, read as 64 bits from the highest degree on, precedes the word.
            let before = self.shift_word(remainder);
            remainder = before ^ word.reverse_bits();
        }
        for bit in 0..rest {
            remainder = times_x(remainder) ^ (window[whole] >> bit & 1);
        }
        remainder
    }

    /// The remainder times x^64.
    #[inline(always)]
    fn shift_word(&self, remainder: u64) -> u64 {
        // Bit 63 is the first of the reversed word.
        let bytes = remainder.reverse_bits().to_le_bytes();
        let mut sum = 0;
        for (table, byte) in self.bytes.iter().zip(bytes) {
            sum ^= table[usize::from(byte)];
        }
        sum
    }

    /// The fingerprint of the window one bit further.
    #[inline(always)]
    pub fn step(&self, fingerprint: u64, leaving: u64, entering: u64) -> u64 {
        times_x(fingerprint) ^ entering ^ (self.leaving & leaving.wrapping_neg())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn plain(bits: &[bool]) -> u64 {
        bits.iter().fold(0, |remainder, &bit| times_x(remainder) ^ u64::from(bit))
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
        ) {
            let width = width.min(bits.len());
            let fingerprints = Fingerprints::new(width);
            let mut stepped = fingerprints.of(&window(&bits[..width]));
            for start in 0..=bits.len() - width {
                let here = &bits[start..start + width];
                prop_assert_eq!(fingerprints.of(&window(here)), plain(here));
                prop_assert_eq!(stepped, plain(here));
                if let Some(&next) = bits.get(start + width) {
                    stepped = fingerprints.step(stepped, u64::from(bits[start]), u64::from(next));
                }
            }
        }
    }
}

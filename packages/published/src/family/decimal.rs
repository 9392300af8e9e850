//! Decimal fractions of logarithms, decided exactly.
//!
//! A table prints log2(p) / max L as `0.21656`.  Whether that is right is a statement about
//! integers; here the logarithm is enclosed between two rationals, and as long as both have the
//! same digits, these are the digits of the logarithm.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, Zero as _};

/// Two rationals with a number between them: `low <= x <= high`.
#[derive(Clone, Debug)]
pub(super) struct Enclosure {
    low: BigRational,
    high: BigRational,
}

/// The binary digits of a logarithm after the point.
const PLACES: u64 = 64;
/// The bits with which they are computed.
const BITS: u64 = 192;

impl Enclosure {
    /// The number itself.
    pub(super) fn exact(number: BigRational) -> Self {
        Self { low: number.clone(), high: number }
    }

    /// log2 of a rational >= 1; `None` below.
    ///
    /// Digit by digit: squaring doubles the logarithm, and a number of at least 2 has a logarithm
    /// of at least 1 (H. Briggs's method in binary).  The squares are enclosed between integers
    /// divided by 2^[`BITS`]; when these disagree about a digit, the enclosure ends there.
    pub(super) fn log2(number: &BigRational) -> Option<Self> {
        if number < &BigRational::one() {
            return None;
        }
        let whole = number.to_integer().bits() - 1;
        // Between 1 and 2, times 2^BITS.
        let scaled = number * BigRational::from(BigInt::one() << BITS)
            / BigRational::from(BigInt::one() << whole);
        let mut low = scaled.floor().to_integer().magnitude().clone();
        let mut high = scaled.ceil().to_integer().magnitude().clone();
        let two = BigUint::one() << (BITS + 1);
        let (mut digits, mut places) = (BigInt::from(whole), 0);
        while places < PLACES {
            low = (&low * &low) >> BITS;
            high = (&high * &high).div_ceil(&(BigUint::one() << BITS));
            let digit = match (low >= two, high >= two) {
                (true, true) => {
                    low >>= 1_u8;
                    high = high.div_ceil(&BigUint::from(2_u8));
                    1
                }
                (false, false) => 0,
                _ => break,
            };
            digits = digits * 2 + digit;
            places += 1;
        }
        let unit = BigInt::one() << places;
        let high = BigRational::new(&digits + 1, unit.clone());
        Some(Self { low: BigRational::new(digits, unit), high })
    }

    /// The natural logarithm of a rational >= 1.
    pub(super) fn ln(number: &BigRational) -> Option<Self> {
        let log2 = Self::log2(number)?;
        // ln 2 = 0.693147180559945309417232121458176568... (OEIS A002162)
        let digits = BigInt::from(693_147_180_559_945_309_417_232_121_458_i128);
        let unit = BigInt::from(10).pow(30);
        let low = BigRational::new(digits.clone(), unit.clone());
        let high = BigRational::new(digits + 1, unit);
        Some(Self { low: log2.low * low, high: log2.high * high })
    }

    /// The quotient of two numbers >= 0; `None` if the divisor may be 0.
    pub(super) fn over(self, divisor: &Self) -> Option<Self> {
        if !divisor.low.is_positive() || self.low.is_negative() {
            return None;
        }
        Some(Self { low: self.low / &divisor.high, high: self.high / &divisor.low })
    }

    /// The number with this many decimal places, cut or rounded (a half upwards); `None` if the enclosure is too wide
    /// to decide.
    pub(super) fn digits(&self, places: usize, cut: bool) -> Option<String> {
        let unit = BigRational::from(BigInt::from(10).pow(u32::try_from(places).ok()?));
        let half = BigRational::new(1.into(), 2.into());
        let last = |bound: &BigRational| {
            let scaled = bound * &unit;
            (if cut { scaled } else { scaled + &half }).floor().to_integer()
        };
        let number = last(&self.low);
        if number != last(&self.high) {
            return None;
        }
        let sign = if number.is_negative() { "-" } else { "" };
        let (whole, fraction) = number.magnitude().div_rem(unit.to_integer().magnitude());
        if places == 0 {
            return Some(format!("{sign}{whole}"));
        }
        let fraction = if fraction.is_zero() { String::new() } else { fraction.to_string() };
        // A width in a format string may not exceed 65535.
        let zeros = "0".repeat(places.saturating_sub(fraction.len()));
        Some(format!("{sign}{whole}.{zeros}{fraction}"))
    }

    /// The number with as many digits as are printed.
    pub(super) fn as_printed(&self, printed: &str, cut: bool) -> Option<String> {
        let places = printed.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        self.digits(places, cut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rational(numerator: i64, denominator: i64) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    #[test]
    fn digits_of_logarithms() {
        let log2 = Enclosure::log2(&rational(190_763, 1)).expect("a logarithm");
        let exponent = log2.clone().over(&Enclosure::exact(rational(81, 1))).expect("a quotient");
        assert_eq!(exponent.digits(5, false).as_deref(), Some("0.21656"));
        assert_eq!(exponent.digits(9, false).as_deref(), Some("0.216560764"));
        let exponent = log2.over(&Enclosure::log2(&rational(81, 1)).expect("a logarithm"));
        assert_eq!(exponent.expect("a quotient").digits(4, false).as_deref(), Some("2.7669"));
        let ln = Enclosure::ln(&rational(10, 1)).expect("a logarithm");
        assert_eq!(ln.digits(15, true).as_deref(), Some("2.302585092994045"));
        assert_eq!(ln.digits(15, false).as_deref(), Some("2.302585092994046"));
    }

    #[test]
    fn powers_of_two_are_enclosed_although_no_digit_of_the_rest_is_certain() {
        let log2 = Enclosure::log2(&rational(8, 1)).expect("a logarithm");
        assert!(log2.low <= rational(3, 1) && rational(3, 1) <= log2.high);
        assert_eq!(log2.digits(6, true).as_deref(), Some("3.000000"));
        assert!(Enclosure::log2(&rational(1, 2)).is_none());
    }

    #[test]
    fn a_print_may_have_any_number_of_digits() {
        let digits = Enclosure::exact(rational(1, 4)).digits(70_000, false).expect("digits");
        assert_eq!((digits.len(), &digits[..5]), (70_002, "0.250"));
        let zeros = Enclosure::exact(rational(0, 1)).digits(70_000, false).expect("digits");
        assert_eq!(zeros, format!("0.{}", "0".repeat(70_000)));
    }

    #[test]
    fn a_wide_enclosure_has_no_digits() {
        let wide = Enclosure { low: rational(1, 10), high: rational(2, 10) };
        assert_eq!(wide.digits(1, true), None);
        assert_eq!(Enclosure::exact(rational(1, 2)).digits(0, false).as_deref(), Some("1"));
        assert_eq!(Enclosure::exact(rational(1, 8)).digits(2, false).as_deref(), Some("0.13"));
    }
}

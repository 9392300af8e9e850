//! Integers of any size that are fast while they are small.
//!
//! Almost every number in a proof fits a machine word; a few do not, and a number that a user types need not.
//! [`Integer`] computes with checked 64-bit arithmetic and moves to big integers when a result does not fit, so no
//! operation ever wraps.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{Signed as _, ToPrimitive as _, Zero as _};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};
use std::str::FromStr;

/// An integer of any size.
///
/// The representation is canonical (a number that fits `i64` is never stored as a big one), so derived equality and
/// hashing are those of numbers.
///
/// ```
/// use grundy_kernel::Integer;
/// let big = Integer::from(i64::MAX) + Integer::from(1);
/// assert_eq!(big.to_string(), "9223372036854775808");
/// assert_eq!((big - Integer::from(1)).to_i64(), Some(i64::MAX));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Integer(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    Big(Box<BigInt>),
}
use Repr::{Big, Small};

impl Integer {
    /// The number 0.
    pub const ZERO: Self = Self(Small(0));
    /// The number 1.
    pub const ONE: Self = Self(Small(1));

    fn from_wide(value: i128) -> Self {
        match i64::try_from(value) {
            Ok(small) => Self(Small(small)),
            Err(_) => Self(Big(Box::new(BigInt::from(value)))),
        }
    }

    fn from_big(value: BigInt) -> Self {
        match value.to_i64() {
            Some(small) => Self(Small(small)),
            None => Self(Big(Box::new(value))),
        }
    }

    /// The same number as a big integer.
    pub fn to_big(&self) -> BigInt {
        match &self.0 {
            Small(small) => BigInt::from(*small),
            Big(big) => (**big).clone(),
        }
    }

    /// The number as a machine word, if it fits.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Small(small) => Some(*small),
            Big(_) => None,
        }
    }

    /// The number as one of this type, if it fits both this type and a machine word.
    ///
    /// ```
    /// use grundy_kernel::Integer;
    /// assert_eq!([300, -1].map(|number| Integer::from(number).to::<u16>()), [Some(300), None]);
    /// ```
    #[inline]
    pub fn to<T: TryFrom<i64>>(&self) -> Option<T> {
        T::try_from(self.to_i64()?).ok()
    }

    /// The number of machine words that the number takes.
    pub(crate) fn words(&self) -> usize {
        match &self.0 {
            Small(_) => 1,
            Big(big) => big.iter_u64_digits().len(),
        }
    }

    /// Is this 0?
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0))
    }

    /// Is this 1?
    #[inline]
    pub fn is_one(&self) -> bool {
        matches!(self.0, Small(1))
    }

    /// Is this below 0?
    #[inline]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Small(small) => *small < 0,
            Big(big) => big.is_negative(),
        }
    }

    /// Is this above 0?
    #[inline]
    pub fn is_positive(&self) -> bool {
        !self.is_negative() && !self.is_zero()
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The quotient rounded towards minus infinity: `(-7).div_floor(2) = -4`.
    ///
    /// # Panics
    /// If `divisor` is 0.
    #[must_use]
    pub fn div_floor(&self, divisor: &Self) -> Self {
        match (&self.0, &divisor.0) {
            (Small(a), Small(b)) if *b > 0 => Self(Small(a.div_euclid(*b))),
            _ => Self::from_big(self.to_big().div_floor(&divisor.to_big())),
        }
    }

    /// The remainder with the sign of `divisor`: `(-7).mod_floor(2) = 1`.
    ///
    /// # Panics
    /// If `divisor` is 0.
    #[must_use]
    pub fn mod_floor(&self, divisor: &Self) -> Self {
        match (&self.0, &divisor.0) {
            (Small(a), Small(b)) if *b > 0 => Self(Small(a.rem_euclid(*b))),
            _ => Self::from_big(self.to_big().mod_floor(&divisor.to_big())),
        }
    }

    /// The remainder in 0..modulus, for an index into a list of that length.
    ///
    /// ```
    /// use grundy_kernel::Integer;
    /// assert_eq!(Integer::from(-1).index_modulo(3), 2);
    /// ```
    ///
    /// # Panics
    /// If the modulus is 0.
    pub fn index_modulo(&self, modulus: usize) -> usize {
        match &self.0 {
            // The remainder is below a number of this type.
            Small(small) => i128::from(*small).rem_euclid(modulus as i128) as usize,
            Big(big) => {
                let remainder = big.mod_floor(&BigInt::from(modulus)).to_usize();
                remainder.unwrap_or_else(|| unreachable!("a remainder is below its modulus"))
            }
        }
    }

    /// The greatest common divisor, >= 0; `gcd(0, a) = |a|`.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => {
                Self::from_wide(i128::from(binary_gcd(a.unsigned_abs(), b.unsigned_abs())))
            }
            _ => Self::from_big(big_gcd(self.to_big(), other.to_big())),
        }
    }

    /// `self = self * scale + a * b` without an intermediate allocation while the numbers are
    /// small.
    #[inline]
    pub fn scale_and_add(&mut self, scale: &Self, a: &Self, b: &Self) {
        if let (Small(s), Small(t), Small(x), Small(y)) = (&self.0, &scale.0, &a.0, &b.0)
            && let Some(scaled) = s.checked_mul(*t)
            && let Some(product) = x.checked_mul(*y)
            && let Some(sum) = scaled.checked_add(product)
        {
            self.0 = Small(sum);
        } else {
            *self = Self::from_big(self.to_big() * scale.to_big() + a.to_big() * b.to_big());
        }
    }

    /// `self += a * b` without an intermediate allocation while the numbers are small.
    #[inline]
    pub fn add_product(&mut self, a: &Self, b: &Self) {
        if let (Small(s), Small(x), Small(y)) = (&self.0, &a.0, &b.0)
            && let Some(product) = x.checked_mul(*y)
            && let Some(sum) = s.checked_add(product)
        {
            self.0 = Small(sum);
        } else {
            *self = Self::from_big(self.to_big() + a.to_big() * b.to_big());
        }
    }
}

/// The greatest common divisor by subtraction and shifts (Stein 1967), faster than division.
fn binary_gcd(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let shift = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    loop {
        b >>= b.trailing_zeros();
        if a > b {
            std::mem::swap(&mut a, &mut b);
        }
        b -= a;
        if b == 0 || a == 1 {
            return a << shift;
        }
    }
}

/// The same for numbers of any size.  Subtraction takes time quadratic in their length, and most large numbers of a
/// proof are multiples of one another, or of very different lengths: division comes first.
fn big_gcd(mut a: BigInt, mut b: BigInt) -> BigInt {
    /// The least difference in bits at which a division is worthwhile.
    const WORTH: u64 = 64;
    loop {
        if b.is_zero() {
            return a.abs();
        }
        let rest = &a % &b;
        (a, b) = (b, rest);
        if a.bits() < b.bits() + WORTH {
            return a.gcd(&b);
        }
    }
}

impl Default for Integer {
    fn default() -> Self {
        Self::ZERO
    }
}

macro_rules! from_small {
    ($($type:ty),*) => {$(
        impl From<$type> for Integer {
            fn from(value: $type) -> Self {
                Self::from_wide(i128::from(value))
            }
        }
    )*};
}
from_small!(i32, i64, u8, u32, u64, i128);

impl From<usize> for Integer {
    fn from(value: usize) -> Self {
        Self::from_big(BigInt::from(value))
    }
}

impl From<BigInt> for Integer {
    fn from(value: BigInt) -> Self {
        Self::from_big(value)
    }
}

macro_rules! binary_operation {
    ($trait:ident, $method:ident, $checked:ident) => {
        impl $trait<&Integer> for &Integer {
            type Output = Integer;
            #[inline]
            fn $method(self, other: &Integer) -> Integer {
                if let (Small(a), Small(b)) = (&self.0, &other.0)
                    && let Some(result) = a.$checked(*b)
                {
                    return Integer(Small(result));
                }
                Integer::from_big($trait::$method(self.to_big(), other.to_big()))
            }
        }
        impl $trait<Integer> for Integer {
            type Output = Integer;
            #[inline]
            fn $method(self, other: Integer) -> Integer {
                $trait::$method(&self, &other)
            }
        }
        impl $trait<&Integer> for Integer {
            type Output = Integer;
            #[inline]
            fn $method(self, other: &Integer) -> Integer {
                $trait::$method(&self, other)
            }
        }
    };
}
binary_operation!(Add, add, checked_add);
binary_operation!(Sub, sub, checked_sub);
binary_operation!(Mul, mul, checked_mul);

impl AddAssign<&Integer> for Integer {
    #[inline]
    fn add_assign(&mut self, other: &Integer) {
        *self = &*self + other;
    }
}

impl SubAssign<&Integer> for Integer {
    #[inline]
    fn sub_assign(&mut self, other: &Integer) {
        *self = &*self - other;
    }
}

impl Neg for &Integer {
    type Output = Integer;
    #[inline]
    fn neg(self) -> Integer {
        &Integer::ZERO - self
    }
}

impl Neg for Integer {
    type Output = Integer;
    #[inline]
    fn neg(self) -> Integer {
        -&self
    }
}

impl Ord for Integer {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            // The representation is canonical: a big number does not fit a machine word, so its sign decides.
            (Small(_), Big(b)) => BigInt::zero().cmp(b),
            (Big(a), Small(_)) => (**a).cmp(&BigInt::zero()),
            (Big(a), Big(b)) => a.cmp(b),
        }
    }
}

impl PartialOrd for Integer {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(small) => small.fmt(formatter),
            Big(big) => big.fmt(formatter),
        }
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl FromStr for Integer {
    type Err = num_bigint::ParseBigIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse::<i64>() {
            Ok(small) => Ok(Self(Small(small))),
            Err(_) => text.parse::<BigInt>().map(Self::from_big),
        }
    }
}

/// JSON carries integers as decimal strings, because they can be larger than any reader's
/// number type.
#[cfg(feature = "serde")]
impl serde::Serialize for Integer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_of_long_numbers() {
        let power = |base: i64, times: u32| {
            (0..times).fold(Integer::ONE, |product, _| product * Integer::from(base))
        };
        let (two, three) = (power(2, 300), power(3, 200));
        let both = &two * &three;
        for (a, b, expected) in [
            (&both, &two, &two),
            (&two, &both, &two),
            (&both, &-&three, &three),
            (&both, &both, &both),
            (&both, &Integer::ZERO, &both),
            (&Integer::ZERO, &-&both, &both),
            (&two, &three, &Integer::ONE),
            (&both, &Integer::from(-12), &Integer::from(12)),
            (&Integer::from(35), &both, &Integer::ONE),
            (
                &(&both * &Integer::from(15)),
                &(&both * &Integer::from(21)),
                &(&both * &Integer::from(3)),
            ),
        ] {
            assert_eq!(a.gcd(b), *expected, "{a} {b}");
        }
    }
}

//! The arithmetic of formulas, for polynomials with integer variables.
//!
//! Where something depends on remainders, they are asked for: see [`ContextError::Residue`].

use super::super::ContextError;
use super::sign::affine;
use crate::Integer;
use crate::affine::Affine;
use crate::formula::Expression;
use crate::polynomial::Polynomial;
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};

/// The highest degree.
const MOST_DEGREE: u32 = 64;

/// The most terms of a polynomial.
const MOST_TERMS: usize = 512;

/// The most bits of a coefficient: searches take about as many steps.
const MOST_BITS: u64 = 1 << 12;

/// The greatest modulus by which remainders are distinguished.
const MOST_REMAINDERS: u64 = 4096;

/// The error that something is not understood.
pub(super) fn beyond(shown: &impl std::fmt::Display, why: &str) -> ContextError {
    ContextError::Unsupported(format!("`{shown}` {why}").into())
}

/// The value of a polynomial that is constant.
pub(super) fn constant(polynomial: &Polynomial) -> Option<BigRational> {
    let is_constant = polynomial.terms().all(|(exponents, _)| exponents.is_empty());
    is_constant.then(|| polynomial.at(&[]))
}

fn bits(polynomial: &Polynomial) -> u64 {
    let size = |number: &BigRational| number.numer().bits().max(number.denom().bits());
    polynomial.terms().map(|(_, coefficient)| size(&coefficient)).max().unwrap_or(0)
}

/// The polynomial, unless it is too large to continue with.
pub(super) fn bounded(
    polynomial: Polynomial,
    expression: &Expression,
) -> Result<Polynomial, ContextError> {
    if polynomial.degree() > MOST_DEGREE {
        return Err(beyond(expression, &format!("has a degree above {MOST_DEGREE}")));
    }
    if bits(&polynomial) > MOST_BITS || polynomial.terms().count() > MOST_TERMS {
        return Err(beyond(expression, "is too large"));
    }
    Ok(polynomial)
}

/// The product, unless it is too large.
pub(super) fn times(
    left: &Polynomial,
    right: &Polynomial,
    expression: &Expression,
) -> Result<Polynomial, ContextError> {
    if left.degree() + right.degree() > MOST_DEGREE {
        return Err(beyond(expression, &format!("has a degree above {MOST_DEGREE}")));
    }
    bounded(left.times(right), expression)
}

/// The value of a divisor, a number.
pub(super) fn divisor(value: &Polynomial, shown: &Expression) -> Result<BigRational, ContextError> {
    match constant(value) {
        None => Err(beyond(shown, "is a divisor, but not a number")),
        Some(number) if number.is_zero() => Err(beyond(shown, "is a divisor, but 0")),
        Some(number) => Ok(number),
    }
}

/// The remainder of a polynomial by a number, if its coefficients show that it is the same throughout: those of all
/// powers must be multiples of the number.
pub(super) fn remainder(
    polynomial: &Polynomial,
    divisor: &BigRational,
    expression: &Expression,
) -> Result<Polynomial, ContextError> {
    let quotient = polynomial.scaled(&divisor.recip());
    let broken = |(exponents, coefficient): (&[u32], BigRational)| {
        let variable = exponents.iter().position(|exponent| *exponent > 0)?;
        (!coefficient.is_integer()).then_some(variable)
    };
    if let Some(variable) = quotient.terms().find_map(broken) {
        // With x = mu + r a term c x^k becomes c r^k and multiples of cm.
        let has = |exponents: &[u32]| exponents.get(variable).is_some_and(|exponent| *exponent > 0);
        let own = quotient.terms().filter(|(exponents, _)| has(exponents));
        let modulus = own.fold(BigInt::one(), |all, (_, each)| all.lcm(each.denom()));
        let modulus = modulus.to_u64().filter(|modulus| *modulus <= MOST_REMAINDERS);
        return Err(modulus.map_or_else(
            || beyond(expression, &format!("needs remainders by more than {MOST_REMAINDERS}")),
            |modulus| ContextError::Residue(Affine::variable(variable), modulus),
        ));
    }
    let number = quotient.at(&[]);
    Ok(Polynomial::constant((&number - number.floor()) * divisor))
}

/// A power, unless its exponent is not a natural number or it is too large.
pub(super) fn power(
    base: &Polynomial,
    exponent: &Polynomial,
    expression: &Expression,
    shown: &Expression,
) -> Result<Polynomial, ContextError> {
    let exponent =
        constant(exponent).ok_or_else(|| beyond(shown, "is an exponent, but not a number"))?;
    let natural = exponent.is_integer() && !exponent.is_negative();
    let exponent = exponent.to_integer().to_u32().filter(|_| natural);
    let exponent = exponent.filter(|exponent| *exponent <= MOST_DEGREE).ok_or_else(|| {
        beyond(shown, &format!("is an exponent, but not a natural number up to {MOST_DEGREE}"))
    })?;
    if bits(base).saturating_mul(exponent.into()) > MOST_BITS {
        return Err(beyond(expression, "is too large"));
    }
    let one = Polynomial::constant(BigRational::one());
    (0..exponent).try_fold(one, |power, _| times(&power, base, expression))
}

/// The number by which the second polynomial must be multiplied to be the first.
pub(super) fn ratio(left: &Polynomial, right: &Polynomial) -> Option<BigRational> {
    let (_, a) = left.terms().next()?;
    let (_, b) = right.terms().next()?;
    let ratio = a / b;
    (right.scaled(&ratio) == *left).then_some(ratio)
}

/// For au + b and cu + d, the number |ad - bc| / gcd(a, c), a combination of both.
///
/// It stays the same when u is replaced by mu + r.
pub(super) fn determinant(left: &Polynomial, right: &Polynomial) -> Option<BigRational> {
    let (left, right) = (line(left)?, line(right)?);
    if left.0 != right.0 {
        return None;
    }
    let number = (&left.1 * &right.2 - &left.2 * &right.1) / left.1.gcd(&right.1);
    Some(BigRational::from_integer(number.abs()))
}

/// The variable, a and b of au + b with integers a and b.
fn line(polynomial: &Polynomial) -> Option<(usize, BigInt, BigInt)> {
    let form = affine(polynomial).filter(|_| polynomial.denominator().is_one())?;
    let mut terms = form.terms();
    let (variable, coefficient) = terms.next()?;
    let only = terms.next().is_none();
    only.then(|| (variable, coefficient.to_big(), Integer::to_big(form.constant_term())))
}

//! How a formula depends on its variables, seen from its structure.
//!
//! A formula made of sums, products, quotients by numbers, powers, remainders by numbers, floor
//! and ceil is a *quasi-polynomial*: for each choice of remainders of its variables by a modulus
//! it is a polynomial.  Two of them are equal as soon as they agree at enough points.

use super::{Condition, Expression, FactorStep, Formula, Function, Proposition};
use crate::Integer;
use num_rational::BigRational;
use num_traits::{Signed as _, ToPrimitive as _, Zero as _};

/// No modulus and no degree is larger.
const MOST: u64 = 4096;

/// The shape of a quasi-polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// At least the degree.
    pub degree: u64,
    /// On the remainders of the variables by this it is a polynomial.
    pub modulus: u64,
    /// A common denominator of the coefficients of all these polynomials.
    denominator: u64,
}

impl Shape {
    const NUMBER: Self = Self { degree: 0, modulus: 1, denominator: 1 };

    /// Of a sum or difference.
    pub fn plus(self, other: Self) -> Option<Self> {
        Self {
            degree: self.degree.max(other.degree),
            modulus: num_integer::lcm(self.modulus, other.modulus),
            denominator: num_integer::lcm(self.denominator, other.denominator),
        }
        .checked()
    }

    fn times(self, other: Self) -> Option<Self> {
        Self {
            degree: self.degree + other.degree,
            modulus: num_integer::lcm(self.modulus, other.modulus),
            denominator: self.denominator.checked_mul(other.denominator)?,
        }
        .checked()
    }

    fn checked(self) -> Option<Self> {
        (self.degree.max(self.modulus).max(self.denominator) <= MOST).then_some(self)
    }

    /// Of the remainder by a positive number a/b: with P over the common denominator d, the
    /// value P(n)/d mod a/b depends on P(n) mod ad, where P has integer coefficients.
    fn remainder(self, divisor: &BigRational) -> Option<Self> {
        let numerator = divisor.numer().to_u64()?;
        let period =
            numerator.checked_mul(self.denominator)?.checked_mul(divisor.denom().to_u64()?)?;
        Self {
            degree: 0,
            modulus: self.modulus.checked_mul(period)?,
            denominator: self.denominator.checked_mul(divisor.denom().to_u64()?)?,
        }
        .checked()
    }
}

impl Formula {
    /// The shape, if the structure shows that this is a quasi-polynomial.
    pub fn shape(&self) -> Option<Shape> {
        shape(&self.root)
    }

    /// The value of a formula without variables.
    fn number(expression: &Expression) -> Option<BigRational> {
        Self { root: expression.clone(), variables: Vec::new() }.value(&[]).ok()
    }
}

impl Condition {
    /// A modulus by which the remainders of the variables decide all remainders that occur.
    pub fn modulus(&self) -> Option<u64> {
        modulus(&self.root)
    }

    /// Is it false wherever the variables leave the same remainders by `modulus` as at `at`, as
    /// far as its structure shows?
    pub fn never(&self, at: &[(char, Integer)], modulus: u64) -> bool {
        truth(&self.root, at, modulus) == Some(false)
    }
}

fn shape(expression: &Expression) -> Option<Shape> {
    match expression {
        Expression::Number(_) => Some(Shape::NUMBER),
        Expression::Variable(_) => Some(Shape { degree: 1, ..Shape::NUMBER }),
        Expression::Sum(terms) => {
            terms.iter().try_fold(Shape::NUMBER, |sum, (_, term)| sum.plus(shape(term)?))
        }
        Expression::Product(factors) => {
            factors.iter().try_fold(Shape::NUMBER, |product, (step, factor)| match step {
                FactorStep::Times => product.times(shape(factor)?),
                FactorStep::Over => {
                    let divisor = Formula::number(factor).filter(|it| !it.is_zero())?;
                    let denominator = divisor.numer().abs().to_u64()?;
                    product.times(Shape { denominator, ..Shape::NUMBER })
                }
            })
        }
        Expression::Modulo(sides) => {
            let divisor = Formula::number(&sides.1).filter(BigRational::is_positive)?;
            shape(&sides.0)?.remainder(&divisor)
        }
        Expression::Power(sides) => {
            let exponent = Formula::number(&sides.1)?;
            let exponent = exponent.is_integer().then(|| exponent.to_integer().to_u64())??;
            let base = shape(&sides.0)?;
            (0..exponent.min(MOST)).try_fold(Shape::NUMBER, |product, _| product.times(base))
        }
        Expression::Call(Function::Floor | Function::Ceil, arguments) => {
            let inner = shape(arguments.first()?)?;
            inner.plus(inner.remainder(&BigRational::from_integer(1.into()))?)
        }
        Expression::Call(..) => None,
    }
}

fn modulus(proposition: &Proposition) -> Option<u64> {
    match proposition {
        Proposition::Compare(first, rest) => {
            let all = rest.iter().map(|(_, side)| side);
            let all = std::iter::once(first).chain(all);
            all.map(shape).try_fold(1, |all, one| bounded_lcm(all, one?.modulus))
        }
        Proposition::Not(inner) => modulus(inner),
        Proposition::And(all) | Proposition::Or(all) => {
            all.iter().map(modulus).try_fold(1, |all, one| bounded_lcm(all, one?))
        }
    }
}

fn bounded_lcm(left: u64, right: u64) -> Option<u64> {
    Some(num_integer::lcm(left, right)).filter(|modulus| *modulus <= MOST)
}

/// The truth value for all variables with the same remainders, where comparisons of what
/// depends on more than the remainders have none.
fn truth(proposition: &Proposition, at: &[(char, Integer)], modulus: u64) -> Option<bool> {
    match proposition {
        Proposition::Compare(first, rest) => {
            let settled = |side: &Expression| {
                shape(side)
                    .is_some_and(|shape| shape.degree == 0 && modulus.is_multiple_of(shape.modulus))
            };
            if !settled(first) || !rest.iter().all(|(_, side)| settled(side)) {
                return None;
            }
            let condition = Condition { root: proposition.clone(), variables: Vec::new() };
            condition.holds(at).ok()
        }
        Proposition::Not(inner) => truth(inner, at, modulus).map(|inner| !inner),
        Proposition::And(all) => joined(all, at, modulus, false),
        Proposition::Or(all) => joined(all, at, modulus, true),
    }
}

/// One part with the value `decisive` decides.
fn joined(
    all: &[Proposition],
    at: &[(char, Integer)],
    modulus: u64,
    decisive: bool,
) -> Option<bool> {
    let mut open = false;
    for one in all {
        match truth(one, at, modulus) {
            Some(value) if value == decisive => return Some(decisive),
            Some(_) => {}
            None => open = true,
        }
    }
    if open { None } else { Some(!decisive) }
}

//! How a formula depends on its variables, seen from its structure.
//!
//! A formula made of sums, products, quotients by numbers, powers, remainders by numbers, floor
//! and ceil is a *quasi-polynomial*: for each choice of remainders of its variables by a modulus
//! it is a polynomial.  Two of them are equal as soon as they agree at enough points.

use super::{Expression, FactorStep, Formula, Function};
use num_rational::BigRational;
use num_traits::{Signed as _, ToPrimitive as _, Zero as _};

/// No modulus and no degree is larger.
const MOST_DEGREE: u64 = 4096;

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
        (self.degree.max(self.modulus).max(self.denominator) <= MOST_DEGREE).then_some(self)
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
            (0..exponent.min(MOST_DEGREE)).try_fold(Shape::NUMBER, |product, _| product.times(base))
        }
        Expression::Call(Function::Floor | Function::Ceil, arguments) => {
            let inner = shape(arguments.first()?)?;
            inner.plus(inner.remainder(&BigRational::from_integer(1.into()))?)
        }
        Expression::Call(..) => None,
    }
}

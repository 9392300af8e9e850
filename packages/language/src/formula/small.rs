//! Values that fit machine words, which nearly all do: the same as in `value`, sooner.

use super::{Expression, FactorStep, Function, Sign};
use crate::Integer as Whole;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use std::cmp::Ordering;

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Fraction {
    fn new(numerator: i128, denominator: i128) -> Option<Self> {
        if denominator == 1 {
            return Some(Self { numerator, denominator });
        }
        let divisor = numerator.checked_abs()?.gcd(&denominator.checked_abs()?);
        let divisor = if denominator < 0 { -divisor } else { divisor };
        // A quotient by 0 is left to the exact arithmetic, which says what is wrong.
        (denominator != 0)
            .then(|| Self { numerator: numerator / divisor, denominator: denominator / divisor })
    }

    fn plus(self, other: Self) -> Option<Self> {
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        Self::new(left.checked_add(right)?, self.denominator.checked_mul(other.denominator)?)
    }

    fn times(self, other: Self) -> Option<Self> {
        let numerator = self.numerator.checked_mul(other.numerator)?;
        Self::new(numerator, self.denominator.checked_mul(other.denominator)?)
    }

    fn negated(self) -> Option<Self> {
        Some(Self { numerator: self.numerator.checked_neg()?, ..self })
    }

    fn over(self, divisor: Self) -> Option<Self> {
        self.times(Self::new(divisor.denominator, divisor.numerator)?)
    }

    fn floor(self) -> Self {
        Self { numerator: Integer::div_floor(&self.numerator, &self.denominator), denominator: 1 }
    }

    /// How two fractions compare.
    pub(super) fn compare(self, other: Self) -> Option<Ordering> {
        let left = self.numerator.checked_mul(other.denominator)?;
        Some(left.cmp(&other.numerator.checked_mul(self.denominator)?))
    }

    /// The number without bounds.
    pub(super) fn to_rational(self) -> BigRational {
        let (numerator, denominator) = (self.numerator, self.denominator);
        BigRational::new_raw(BigInt::from(numerator), BigInt::from(denominator))
    }
}

/// The value, if all numbers on the way to it fit; nothing if there is none.
pub(super) fn value(expression: &Expression, at: &[(char, Whole)]) -> Option<Fraction> {
    let whole = |number: &Whole| Fraction::new(number.to_i64()?.into(), 1);
    match expression {
        Expression::Number(number) => whole(number),
        Expression::Variable(name) => whole(&at.iter().find(|(known, _)| known == name)?.1),
        Expression::Sum(terms) => {
            let zero = Fraction { numerator: 0, denominator: 1 };
            terms.iter().try_fold(zero, |sum, (sign, term)| {
                let term = value(term, at)?;
                sum.plus(if *sign == Sign::Plus { term } else { term.negated()? })
            })
        }
        Expression::Product(factors) => {
            let one = Fraction { numerator: 1, denominator: 1 };
            factors.iter().try_fold(one, |product, (step, factor)| {
                let factor = value(factor, at)?;
                if *step == FactorStep::Over { product.over(factor) } else { product.times(factor) }
            })
        }
        Expression::Modulo(sides) => {
            let (left, right) = (value(&sides.0, at)?, value(&sides.1, at)?);
            left.plus(right.times(left.over(right)?.floor())?.negated()?)
        }
        Expression::Power(sides) => {
            let (base, exponent) = (value(&sides.0, at)?, value(&sides.1, at)?);
            let power = u32::try_from(exponent.numerator).ok()?;
            let numerator = base.numerator.checked_pow(power)?;
            let denominator = base.denominator.checked_pow(power)?;
            (exponent.denominator == 1).then_some(Fraction { numerator, denominator })
        }
        Expression::Call(function, arguments) => call(*function, arguments, at),
    }
}

fn call(function: Function, arguments: &[Expression], at: &[(char, Whole)]) -> Option<Fraction> {
    let mut rest = arguments.iter().map(|argument| value(argument, at));
    let first = rest.next()??;
    match function {
        Function::Floor => Some(first.floor()),
        Function::Ceil => first.negated()?.floor().negated(),
        Function::Abs => Fraction::new(first.numerator.checked_abs()?, first.denominator),
        Function::Gcd => {
            let whole =
                |one: Fraction| one.numerator.checked_abs().filter(|_| one.denominator == 1);
            let divisor = rest.try_fold(whole(first)?, |gcd, one| Some(gcd.gcd(&whole(one?)?)));
            Fraction::new(divisor?, 1)
        }
        Function::Min | Function::Max => rest.try_fold(first, |best, one| {
            let one = one?;
            let wanted = if function == Function::Min { Ordering::Less } else { Ordering::Greater };
            Some(if one.compare(best)? == wanted { one } else { best })
        }),
    }
}

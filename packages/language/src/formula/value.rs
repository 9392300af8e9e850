//! What formulas and conditions come to.

use super::{
    Condition, Expression, FactorStep, Formula, Function, MOST_BITS, Relation, Sign, small,
};
use crate::Integer;
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};
use std::cmp::Ordering;
use thiserror::Error;

/// Why there is no value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EvaluationError {
    /// The assignment does not have it.
    #[error("the variable {0} has no value")]
    Unknown(char),
    /// Of a quotient or a remainder.
    #[error("the divisor is 0")]
    DivisionByZero,
    /// Exponents are natural numbers.
    #[error("the exponent is {0}, which is not a natural number")]
    Exponent(String),
    /// Only integers have a greatest common divisor.
    #[error("gcd takes integers, not {0}")]
    Gcd(String),
    /// Functions have at least one argument.
    #[error("a function has no argument")]
    NoArgument,
    /// Beyond [`MOST_BITS`].
    #[error("a number has more than {MOST_BITS} bits")]
    TooLarge,
}

type Assignment<'a> = &'a [(char, Integer)];

impl Formula {
    /// The exact value where each variable has the given value.
    pub fn value(&self, at: &[(char, Integer)]) -> Result<BigRational, EvaluationError> {
        match small::value(&self.root, at) {
            Some(fraction) => Ok(fraction.to_rational()),
            None => value(&self.root, at),
        }
    }
}

impl Expression {
    /// The value, if it depends on no variable; [`EvaluationError::Unknown`] otherwise.
    pub fn number(&self) -> Result<BigRational, EvaluationError> {
        value(self, &[])
    }
}

impl Condition {
    /// Is it true where each variable has the given value?
    pub fn holds(&self, at: &[(char, Integer)]) -> Result<bool, EvaluationError> {
        self.root
            .decide(&mut |left, relation, right| Ok(relation.admits(compared(left, right, at)?)))
    }
}

fn value(expression: &Expression, at: Assignment<'_>) -> Result<BigRational, EvaluationError> {
    let result = match expression {
        Expression::Number(number) => BigRational::from(number.to_big()),
        Expression::Variable(name) => at
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| BigRational::from(value.to_big()))
            .ok_or(EvaluationError::Unknown(*name))?,
        Expression::Sum(terms) => {
            let mut sum = BigRational::zero();
            for (sign, term) in terms {
                let term = value(term, at)?;
                sum = bounded(if *sign == Sign::Plus { sum + term } else { sum - term })?;
            }
            sum
        }
        Expression::Product(factors) => {
            let mut product = BigRational::one();
            for (step, factor) in factors {
                let factor = value(factor, at)?;
                product = bounded(match step {
                    FactorStep::Times => product * factor,
                    FactorStep::Over if factor.is_zero() => {
                        return Err(EvaluationError::DivisionByZero);
                    }
                    FactorStep::Over => product / factor,
                })?;
            }
            product
        }
        Expression::Modulo(sides) => {
            let (left, right) = (value(&sides.0, at)?, value(&sides.1, at)?);
            if right.is_zero() {
                return Err(EvaluationError::DivisionByZero);
            }
            let quotient = (&left / &right).floor();
            left - right * quotient
        }
        Expression::Power(sides) => power(&value(&sides.0, at)?, &value(&sides.1, at)?)?,
        Expression::Call(function, arguments) => {
            let arguments = arguments.iter().map(|argument| value(argument, at));
            call(*function, arguments.collect::<Result<_, _>>()?)?
        }
    };
    bounded(result)
}

fn bounded(number: BigRational) -> Result<BigRational, EvaluationError> {
    let bits = number.numer().bits().max(number.denom().bits());
    if bits > MOST_BITS { Err(EvaluationError::TooLarge) } else { Ok(number) }
}

fn power(base: &BigRational, exponent: &BigRational) -> Result<BigRational, EvaluationError> {
    if !exponent.is_integer() || exponent.is_negative() {
        return Err(EvaluationError::Exponent(exponent.to_string()));
    }
    if base.is_integer() && base.numer().magnitude() <= &1_u8.into() && !exponent.is_zero() {
        // 0, 1 and -1 have powers of every size.
        let odd = exponent.numer().is_odd();
        return Ok(if odd { base.clone() } else { base * base });
    }
    let exponent = exponent.to_u32().ok_or(EvaluationError::TooLarge)?;
    let bits = base.numer().bits().max(base.denom().bits());
    // A number of b bits is at least 2^(b-1) in size.
    if bits.saturating_sub(1).saturating_mul(exponent.into()) > MOST_BITS {
        return Err(EvaluationError::TooLarge);
    }
    Ok(BigRational::new(base.numer().pow(exponent), base.denom().pow(exponent)))
}

fn call(function: Function, arguments: Vec<BigRational>) -> Result<BigRational, EvaluationError> {
    let mut arguments = arguments.into_iter();
    let first = arguments.next().ok_or(EvaluationError::NoArgument)?;
    Ok(match function {
        Function::Floor => first.floor(),
        Function::Ceil => first.ceil(),
        Function::Abs => first.abs(),
        Function::Min => arguments.fold(first, BigRational::min),
        Function::Max => arguments.fold(first, BigRational::max),
        Function::Gcd => {
            let mut divisor = BigInt::zero();
            for argument in std::iter::once(first).chain(arguments) {
                if !argument.is_integer() {
                    return Err(EvaluationError::Gcd(argument.to_string()));
                }
                divisor = divisor.gcd(argument.numer());
            }
            BigRational::from(divisor)
        }
    })
}

/// How two sides of a comparison compare.
fn compared(
    left: &Expression,
    right: &Expression,
    at: Assignment<'_>,
) -> Result<Ordering, EvaluationError> {
    let fractions = || small::value(left, at)?.compare(small::value(right, at)?);
    match fractions() {
        Some(ordering) => Ok(ordering),
        None => Root::of(left, at)?.compare(&Root::of(right, at)?),
    }
}

/// A number, or a root of one that is not negative.
struct Root {
    radicand: BigRational,
    index: BigRational,
}

impl Root {
    /// The value of a side of a comparison: b^(u/v) is the root of b^u with index v.
    fn of(side: &Expression, at: Assignment<'_>) -> Result<Self, EvaluationError> {
        if let Expression::Power(parts) = side {
            let (base, exponent) = (value(&parts.0, at)?, value(&parts.1, at)?);
            if !exponent.is_integer() && !exponent.is_negative() && !base.is_negative() {
                let (times, index) = (exponent.numer().clone(), exponent.denom().clone());
                return Ok(Self { radicand: power(&base, &times.into())?, index: index.into() });
            }
        }
        Ok(Self { radicand: value(side, at)?, index: BigRational::one() })
    }

    /// Roots are not negative; two numbers that are not compare like their powers.
    fn compare(&self, other: &Self) -> Result<Ordering, EvaluationError> {
        if self.index == other.index || self.radicand.is_negative() || other.radicand.is_negative()
        {
            return Ok(self.radicand.cmp(&other.radicand));
        }
        let raised = |one: &Self, by: &Self| bounded(power(&one.radicand, &by.index)?);
        Ok(raised(self, other)?.cmp(&raised(other, self)?))
    }
}

impl Relation {
    /// Does it hold between two numbers that compare so?
    pub fn admits(self, ordering: Ordering) -> bool {
        match self {
            Self::Equal => ordering.is_eq(),
            Self::NotEqual => ordering.is_ne(),
            Self::AtMost => ordering.is_le(),
            Self::AtLeast => ordering.is_ge(),
            Self::Below => ordering.is_lt(),
            Self::Above => ordering.is_gt(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, n: i64) -> Result<String, EvaluationError> {
        let formula = Formula::parse(text, 0).expect(text);
        formula.value(&[('n', n.into()), ('m', 3.into())]).map(|value| value.to_string())
    }

    #[test]
    fn values_are_exact() {
        for (text, n, value) in [
            ("14n^3 + 11n + 1", 2, "135"),
            ("2(7n - m) - 1", 2, "21"),
            ("(10n+4)(n + (n + (n mod 2) - 6)/2) + 3n + (n mod 2) - 1", 5, "285"),
            ("-n^2", 3, "-9"),
            ("n/3", 2, "2/3"),
            ("(4561/2)n^2", 1, "4561/2"),
            ("12/2*3", 0, "18"),
            ("-7 mod 3", 0, "-1"),
            ("(-7) mod 3", 0, "2"),
            ("7 mod (-3)", 0, "-2"),
            ("n mod 2*3", 7, "1"),
            ("floor(-n/2)", 3, "-2"),
            ("ceil(-n/2)", 3, "-1"),
            ("abs(2 - n)", 5, "3"),
            ("gcd(12, 18, n)", 4, "2"),
            ("max(n, 2, m) - min(n, 2)", 1, "2"),
            ("n^0", 0, "1"),
            ("(-1)^(n^9)", 3, "-1"),
        ] {
            assert_eq!(at(text, n), Ok(value.to_owned()), "{text} at n = {n}");
        }
    }

    #[test]
    fn what_has_no_value_says_why() {
        assert_eq!(at("1/(n-2)", 2), Err(EvaluationError::DivisionByZero));
        assert_eq!(at("n mod (n-2)", 2), Err(EvaluationError::DivisionByZero));
        assert_eq!(at("n^(1/2)", 4), Err(EvaluationError::Exponent("1/2".to_owned())));
        assert_eq!(at("n^(-1)", 4), Err(EvaluationError::Exponent("-1".to_owned())));
        assert_eq!(at("gcd(n, 1/2)", 4), Err(EvaluationError::Gcd("1/2".to_owned())));
        assert_eq!(at("k", 4), Err(EvaluationError::Unknown('k')));
        for text in ["2^(2^40)", "(2^1000000)(2^1000000)", "3^(10^30)", "(1/3)^2000000"] {
            assert_eq!(at(text, 0), Err(EvaluationError::TooLarge), "{text}");
        }
    }

    #[test]
    fn small_values_are_the_exact_ones() {
        let texts = [
            "14n^3 + 11n + 1",
            "n/3 - 2/n",
            "-7 mod n",
            "n mod (1/2)",
            "floor(-n/2)",
            "ceil(n/3)",
            "gcd(12, 18, n)",
            "gcd(n/2, 3)",
            "max(n, 2/3, m) - min(n, 2)",
            "n^n",
            "2^n/3^n",
            "(n - 2)^0",
            "abs(2 - n)/(n - 5)",
            "9999999999999 n^9",
            "-n^2/(1 - n)",
            "n mod (n-3)",
        ];
        let mut both = 0;
        for (text, n) in texts.iter().flat_map(|text| (-9..40).map(move |n| (text, n))) {
            let formula = Formula::parse(text, 0).expect(text);
            let at = [('n', n.into()), ('m', 3.into())];
            let exact = value(&formula.root, &at);
            if let Some(small) = small::value(&formula.root, &at) {
                assert_eq!(Ok(small.to_rational()), exact, "{text} at n = {n}");
                both += 1;
            }
        }
        assert!(both > 500, "{both}");
    }

    #[test]
    fn roots_compare_exactly() {
        for (text, n, truth) in [
            ("n <= 3^(3/2)", 5, true),
            ("n <= 3^(3/2)", 6, false),
            ("n^(1/2) == 3", 9, true),
            ("n^(1/2) < 10^(1/2) <= 4", 9, true),
            ("2^(1/2) < 3^(1/3)", 0, true),
            ("5^(1/5) < 2^(1/2)", 0, true),
            ("n < 2^(1/2)", -5, true),
            ("2^(1/2) < n", -5, false),
            ("8^(1/6) == 2^(1/2)", 0, true),
        ] {
            let condition = Condition::parse(text, 0).expect(text);
            assert_eq!(condition.holds(&[('n', n.into())]), Ok(truth), "{text} at n = {n}");
        }
        let no_root = Condition::parse("(-4)^(1/2) == 2", 0).expect("a condition");
        assert_eq!(no_root.holds(&[]), Err(EvaluationError::Exponent("1/2".to_owned())));
    }

    #[test]
    fn conditions_join_and_chain() {
        for (text, n, truth) in [
            ("2 <= n <= 4", 4, true),
            ("2 <= n <= 4", 5, false),
            ("n mod 4 == 3", -1, true),
            ("n mod 5 == 2 and n != 7", 7, false),
            ("n mod 5 == 2 and n != 7", 12, true),
            ("not n == 1 or n == 1", 1, true),
            ("not (n == 1 or n == 2)", 2, false),
            ("n == 1 or n == 2 and n == 3", 1, true),
            ("(n == 1 or n == 2) and n == 3", 1, false),
            ("not not ((n + 1)(2) > 3)", 1, true),
        ] {
            let condition = Condition::parse(text, 0).expect(text);
            assert_eq!(condition.holds(&[('n', n.into())]), Ok(truth), "{text} at n = {n}");
        }
    }
}

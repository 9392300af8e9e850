//! Polynomials with rational coefficients over numbered variables, their sums, and how certificates
//! spell them.
//!
//! Running example: the sum of i + 1 over i = 1, ..., n is n^2/2 + 3n/2.

use crate::affine::Affine;
use crate::integer::Integer;
use crate::lines::{LineError, number};
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use std::collections::BTreeMap;
use std::fmt;

/// The most terms of a polynomial that is read.
const MOST_TERMS: usize = 1 << 16;

/// A polynomial: coefficients by exponents, variable 0 first.
///
/// No coefficient is 0 and no list of exponents ends with 0, so equality is equality of
/// polynomials.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Polynomial(BTreeMap<Vec<u32>, BigRational>);

impl Polynomial {
    /// The polynomial 0.
    pub fn zero() -> Self {
        Self::default()
    }

    /// A constant.
    pub fn constant(value: BigRational) -> Self {
        Self::term(&[], &value)
    }

    /// The polynomial x_`index`.
    pub fn variable(index: usize) -> Self {
        Self::from(&Affine::variable(index))
    }

    /// A single term.
    pub fn term(exponents: &[u32], coefficient: &BigRational) -> Self {
        let mut result = Self::zero();
        result.add_term(exponents.to_vec(), coefficient);
        result
    }

    /// Is this the polynomial 0?
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The exponents of each term with its coefficient.
    pub fn terms(&self) -> impl DoubleEndedIterator<Item = (&[u32], &BigRational)> {
        self.0.iter().map(|(exponents, coefficient)| (exponents.as_slice(), coefficient))
    }

    fn add_term(&mut self, mut exponents: Vec<u32>, coefficient: &BigRational) {
        while exponents.last() == Some(&0) {
            exponents.pop();
        }
        let sum = self.0.entry(exponents.clone()).or_default();
        *sum += coefficient;
        if sum.is_zero() {
            self.0.remove(&exponents);
        }
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let mut result = self.clone();
        for (exponents, coefficient) in &other.0 {
            result.add_term(exponents.clone(), coefficient);
        }
        result
    }

    /// The difference.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.scaled(&-BigRational::one()))
    }

    /// A multiple.
    #[must_use]
    pub fn scaled(&self, factor: &BigRational) -> Self {
        let mut result = Self::zero();
        for (exponents, coefficient) in &self.0 {
            result.add_term(exponents.clone(), &(coefficient * factor));
        }
        result
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let mut result = Self::zero();
        for (left, a) in &self.0 {
            for (right, b) in &other.0 {
                let exponent = |index| power(left, index) + power(right, index);
                let exponents = (0..left.len().max(right.len())).map(exponent).collect();
                result.add_term(exponents, &(a * b));
            }
        }
        result
    }

    /// The polynomial with `values[v]` put in for each variable v; variables beyond the list
    /// stay.
    #[must_use]
    pub fn substitute(&self, values: &[Self]) -> Self {
        let mut result = Self::zero();
        for (exponents, coefficient) in &self.0 {
            let mut term = Self::constant(coefficient.clone());
            for (variable, &exponent) in exponents.iter().enumerate() {
                let own = Self::variable(variable);
                let value = values.get(variable).unwrap_or(&own);
                for _ in 0..exponent {
                    term = term.times(value);
                }
            }
            result = result.plus(&term);
        }
        result
    }

    /// The polynomial with one variable replaced.
    #[must_use]
    pub fn with(&self, variable: usize, value: &Self) -> Self {
        let powers = (0..=self.degree_in(variable)).rev();
        let horner = |sum: Self, k| sum.times(value).plus(&self.coefficient_of(variable, k));
        powers.fold(Self::zero(), horner)
    }

    /// The value at a point; variables beyond its end count as 0.
    pub fn at(&self, point: &[Integer]) -> BigRational {
        let mut sum = BigRational::zero();
        for (exponents, coefficient) in &self.0 {
            let mut term = coefficient.clone();
            for (variable, &exponent) in exponents.iter().enumerate() {
                let value = point.get(variable).cloned().unwrap_or_default().to_big();
                term *= BigRational::from(value.pow(exponent));
            }
            sum += term;
        }
        sum
    }

    /// The sum of the exponents of a term, where it is largest.
    pub fn degree(&self) -> u32 {
        let degree = |list: &Vec<u32>| list.iter().fold(0, |sum: u32, it| sum.saturating_add(*it));
        self.0.keys().map(degree).max().unwrap_or(0)
    }

    /// The highest exponent of a variable.
    pub fn degree_in(&self, variable: usize) -> u32 {
        self.0.keys().map(|list| power(list, variable)).max().unwrap_or(0)
    }

    /// The coefficient of x^k, where x is the variable.
    pub fn coefficient_of(&self, variable: usize, k: u32) -> Self {
        let mut result = Self::zero();
        for (exponents, coefficient) in &self.0 {
            if power(exponents, variable) == k {
                let mut rest = exponents.clone();
                if let Some(own) = rest.get_mut(variable) {
                    *own = 0;
                }
                result.add_term(rest, coefficient);
            }
        }
        result
    }

    /// The least common denominator of the coefficients.
    pub fn denominator(&self) -> BigInt {
        self.0.values().fold(BigInt::one(), |all, coefficient| all.lcm(coefficient.denom()))
    }

    /// The least multiple with integer coefficients.
    #[must_use]
    pub fn integral(&self) -> Self {
        self.scaled(&BigRational::from_integer(self.denominator()))
    }

    /// The sum over `variable` = `from`, ..., `upto`, for bounds without the variable and with
    /// upto >= from - 1.
    ///
    /// F(upto) - F(from - 1), where F(x) - F(x - 1) is this polynomial: x^k is the leading
    /// term of the difference of x^(k+1) / (k+1), and what is left over has a lower degree.
    #[must_use]
    pub fn sum(&self, variable: usize, from: &Self, upto: &Self) -> Self {
        let x = Self::variable(variable);
        let one = Self::constant(BigRational::one());
        let mut rest = self.clone();
        let mut total = Self::zero();
        while !rest.is_zero() {
            let k = rest.degree_in(variable);
            let leading = rest.coefficient_of(variable, k);
            let divisor = BigRational::from_integer((k + 1).into());
            let mut power = Self::constant(divisor.recip());
            for _ in 0..=k {
                power = power.times(&x);
            }
            let part = leading.times(&power);
            rest = rest.minus(&part.minus(&part.with(variable, &x.minus(&one))));
            total = total.plus(&part);
        }
        total.with(variable, upto).minus(&total.with(variable, &from.minus(&one)))
    }
}

/// The exponent of a variable in a list of them.
fn power(exponents: &[u32], variable: usize) -> u32 {
    exponents.get(variable).copied().unwrap_or(0)
}

impl From<&Affine> for Polynomial {
    fn from(form: &Affine) -> Self {
        let rational = |value: &Integer| BigRational::from(value.to_big());
        let mut result = Self::constant(rational(form.constant_term()));
        for (variable, coefficient) in form.terms() {
            let mut exponents = vec![0; variable];
            exponents.push(1);
            result.0.insert(exponents, rational(coefficient));
        }
        result
    }
}

impl Polynomial {
    /// Reads a denominator, at least 1, and coefficients with the exponents of the variables.
    pub(crate) fn read(text: &str) -> Result<Self, LineError> {
        let mut tokens = text.split(' ');
        let denominator: Integer = number(tokens.next().unwrap_or(""))?;
        if !denominator.is_positive() {
            return Err(LineError::text(text));
        }
        let mut sum = Self::zero();
        for (index, token) in tokens.enumerate() {
            if index == MOST_TERMS {
                return Err(LineError::new("a formula of too many terms"));
            }
            let (coefficient, exponents) =
                token.split_once(':').ok_or_else(|| LineError::text(token))?;
            // A number has none.
            let exponents = (!exponents.is_empty()).then(|| exponents.split(','));
            let exponents = exponents.into_iter().flatten().map(number);
            let coefficient: Integer = number(coefficient)?;
            let coefficient = BigRational::from_integer(coefficient.to_big());
            sum.add_term(exponents.collect::<Result<_, _>>()?, &coefficient);
        }
        Ok(sum.scaled(&BigRational::new(BigInt::one(), denominator.to_big())))
    }
}

/// `2 1:1 3:0,2` is (x + 3 y^2) / 2.
impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.denominator())?;
        for (exponents, coefficient) in self.integral().terms() {
            let exponents: Vec<_> = exponents.iter().map(ToString::to_string).collect();
            write!(f, " {coefficient}:{}", exponents.join(","))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The polynomial with these terms.
    fn polynomial(terms: &[(Vec<u32>, i64)]) -> Polynomial {
        let mut result = Polynomial::zero();
        for (exponents, coefficient) in terms {
            result.add_term(exponents.clone(), &BigRational::from_integer((*coefficient).into()));
        }
        result
    }

    fn terms() -> impl Strategy<Value = Vec<(Vec<u32>, i64)>> {
        prop::collection::vec((prop::collection::vec(0_u32..4, 0..3), -9_i64..10), 0..5)
    }

    proptest! {
        #[test]
        fn sums_are_those_of_the_values(
            terms in terms(), n in -5_i64..6, start in -4_i64..5, count in 0_i64..9,
        ) {
            // Variable 0 is free; the sum runs over variable 1, from n + start on.
            let summand = polynomial(&terms);
            let from = Affine::variable(0).plus(start);
            let upto = from.clone().plus(count - 1);
            let sum = summand.sum(1, &(&from).into(), &(&upto).into());
            let mut expected = BigRational::zero();
            for x in n + start..n + start + count {
                expected += summand.at(&[n.into(), x.into()]);
            }
            prop_assert_eq!(sum.at(&[n.into()]), expected);
        }

        #[test]
        fn products_and_substitutions_are_those_of_the_values(
            left in terms(), right in terms(), x in -5_i64..6, y in -5_i64..6,
        ) {
            let (left, right) = (polynomial(&left), polynomial(&right));
            let point = [x.into(), y.into()];
            prop_assert_eq!(left.times(&right).at(&point), left.at(&point) * right.at(&point));
            let inner = right.at(&point);
            if inner.is_integer() {
                let moved = [Integer::from(inner.to_integer()), y.into()];
                prop_assert_eq!(left.with(0, &right).at(&point), left.at(&moved));
            }
        }
    }
}

//! Polynomials with rational coefficients over numbered variables, their sums, and their spelling in certificates.
//!
//! Running example: the sum of i + 1 over i = 1, ..., n is n^2/2 + 3n/2.

use crate::affine::Affine;
use crate::integer::Integer;
use crate::lines::{LineError, number};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

/// The most terms of a polynomial that is read.
const MOST_TERMS: usize = 1 << 16;

/// A polynomial: a sum of integer multiples of products of variables, divided by one integer.
///
/// The multiples are kept by exponents, variable 0 first.  None is 0, no list of exponents ends with 0, and no integer
/// above 1 divides both the denominator and all multiples, so `==` is equality of polynomials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial {
    multiples: BTreeMap<Vec<u32>, Integer>,
    /// At least 1.
    denominator: Integer,
}

impl Default for Polynomial {
    fn default() -> Self {
        Self::zero()
    }
}

impl Polynomial {
    /// The polynomial 0.
    pub fn zero() -> Self {
        Self { multiples: BTreeMap::new(), denominator: Integer::ONE }
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
        result.add_term(exponents.to_vec(), coefficient.numer().clone().into());
        result.divided(coefficient.denom().clone().into())
    }

    /// Is this the polynomial 0?
    pub fn is_zero(&self) -> bool {
        self.multiples.is_empty()
    }

    /// The exponents of each term with its coefficient.
    pub fn terms(&self) -> impl DoubleEndedIterator<Item = (&[u32], BigRational)> {
        let coefficient =
            |multiple: &Integer| BigRational::new(multiple.to_big(), self.denominator());
        self.multiples.iter().map(move |(list, multiple)| (list.as_slice(), coefficient(multiple)))
    }

    /// Adds a term to the sum that is the numerator.
    fn add_term(&mut self, mut exponents: Vec<u32>, multiple: Integer) {
        while exponents.last() == Some(&0) {
            exponents.pop();
        }
        match self.multiples.entry(exponents) {
            Entry::Vacant(place) if !multiple.is_zero() => {
                place.insert(multiple);
            }
            Entry::Vacant(_) => {}
            Entry::Occupied(mut known) => {
                *known.get_mut() += &multiple;
                if known.get().is_zero() {
                    known.remove();
                }
            }
        }
    }

    /// The sum divided also by this number, at least 1, in lowest terms.
    fn divided(mut self, by: Integer) -> Self {
        self.denominator = &self.denominator * &by;
        if !self.denominator.is_one() {
            let common =
                self.multiples.values().fold(self.denominator.clone(), |all, it| all.gcd(it));
            if !common.is_one() {
                self.denominator = self.denominator.div_floor(&common);
                self.multiples.values_mut().for_each(|number| *number = number.div_floor(&common));
            }
        }
        self
    }

    /// The sum of this and an integer multiple of another one.
    fn plus_multiple(&self, factor: &Integer, other: &Self) -> Self {
        let common = self.denominator.gcd(&other.denominator);
        let [own, others] =
            [&other.denominator, &self.denominator].map(|number| number.div_floor(&common));
        let mut result = self.clone();
        if !own.is_one() {
            result.multiples.values_mut().for_each(|multiple| *multiple = &*multiple * &own);
        }
        let factor = factor * &others;
        for (exponents, multiple) in &other.multiples {
            result.add_term(exponents.clone(), multiple * &factor);
        }
        result.divided(own)
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        self.plus_multiple(&Integer::ONE, other)
    }

    /// The difference.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.plus_multiple(&-Integer::ONE, other)
    }

    /// A multiple.
    #[must_use]
    pub fn scaled(&self, factor: &BigRational) -> Self {
        self.times(&Self::constant(factor.clone()))
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let mut result = Self::zero();
        for (left, a) in &self.multiples {
            for (right, b) in &other.multiples {
                let exponent = |index| power(left, index) + power(right, index);
                let exponents = (0..left.len().max(right.len())).map(exponent).collect();
                result.add_term(exponents, a * b);
            }
        }
        result.divided(&self.denominator * &other.denominator)
    }

    /// The polynomial with `values[v]` put in for each variable v; variables beyond the list
    /// stay.
    #[must_use]
    pub fn substitute(&self, values: &[Self]) -> Self {
        let mut result = Self::zero();
        for (exponents, multiple) in &self.multiples {
            let mut term = Self::from(&Affine::constant(multiple.clone()));
            for (variable, &exponent) in exponents.iter().enumerate() {
                let own = Self::variable(variable);
                let value = values.get(variable).unwrap_or(&own);
                for _ in 0..exponent {
                    term = term.times(value);
                }
            }
            result = result.plus(&term);
        }
        result.divided(self.denominator.clone())
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
        let mut sum = BigInt::zero();
        for (exponents, multiple) in &self.multiples {
            let mut term = multiple.to_big();
            for (variable, &exponent) in exponents.iter().enumerate() {
                term *= point.get(variable).cloned().unwrap_or_default().to_big().pow(exponent);
            }
            sum += term;
        }
        BigRational::new(sum, self.denominator())
    }

    /// The largest sum of the exponents of a term.
    pub fn degree(&self) -> u32 {
        let degree = |list: &Vec<u32>| list.iter().fold(0, |sum: u32, it| sum.saturating_add(*it));
        self.multiples.keys().map(degree).max().unwrap_or(0)
    }

    /// The highest exponent of a variable.
    pub fn degree_in(&self, variable: usize) -> u32 {
        self.multiples.keys().map(|list| power(list, variable)).max().unwrap_or(0)
    }

    /// The coefficient of x^k, where x is the variable.
    pub fn coefficient_of(&self, variable: usize, k: u32) -> Self {
        let mut result = Self::zero();
        for (exponents, multiple) in &self.multiples {
            if power(exponents, variable) == k {
                let mut rest = exponents.clone();
                if let Some(own) = rest.get_mut(variable) {
                    *own = 0;
                }
                result.add_term(rest, multiple.clone());
            }
        }
        result.divided(self.denominator.clone())
    }

    /// The least common denominator of the coefficients.
    pub fn denominator(&self) -> BigInt {
        self.denominator.to_big()
    }

    /// The least multiple with integer coefficients.
    #[must_use]
    pub fn integral(&self) -> Self {
        Self { multiples: self.multiples.clone(), denominator: Integer::ONE }
    }

    /// The sum over `variable` = `from`, ..., `upto`, for bounds without the variable and with
    /// upto >= from - 1.
    ///
    /// F(upto) - F(from) + p(from), where F(x) - F(x - 1) is this polynomial p: x^k is the leading term of the
    /// difference of x^(k+1) / (k+1), and the remainder has a lower degree.
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
        let first = self.minus(&total).with(variable, from);
        total.with(variable, upto).plus(&first)
    }
}

/// The exponent of a variable in a list of them.
fn power(exponents: &[u32], variable: usize) -> u32 {
    exponents.get(variable).copied().unwrap_or(0)
}

impl From<&Affine> for Polynomial {
    fn from(form: &Affine) -> Self {
        let mut result = Self::zero();
        result.add_term(Vec::new(), form.constant_term().clone());
        for (variable, coefficient) in form.terms() {
            let mut exponents = vec![0; variable];
            exponents.push(1);
            result.multiples.insert(exponents, coefficient.clone());
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
            // A constant term has none.
            let exponents = (!exponents.is_empty()).then(|| exponents.split(','));
            let exponents = exponents.into_iter().flatten().map(number);
            sum.add_term(exponents.collect::<Result<_, _>>()?, number(coefficient)?);
        }
        Ok(sum.divided(denominator))
    }
}

/// `2 1:1 3:0,2` is (x + 3 y^2) / 2.
impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.denominator)?;
        for (exponents, multiple) in &self.multiples {
            let exponents: Vec<_> = exponents.iter().map(ToString::to_string).collect();
            write!(f, " {multiple}:{}", exponents.join(","))?;
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
            result.add_term(exponents.clone(), (*coefficient).into());
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
        fn equal_polynomials_are_spelled_alike(
            left in terms(), right in terms(), a in 1_i64..13, b in 1_i64..13, x in -5_i64..6,
        ) {
            let part = |by: i64| BigRational::new(1.into(), by.into());
            let (one, other) = (polynomial(&left).scaled(&part(a)), polynomial(&right).scaled(&part(b)));
            let sum = one.plus(&other);
            prop_assert_eq!(&sum.minus(&other), &one);
            prop_assert_eq!(one.scaled(&part(a).recip()), polynomial(&left));
            prop_assert_eq!(&Polynomial::read(&sum.to_string()).expect("a polynomial"), &sum);
            let point = [x.into(), 2.into()];
            prop_assert_eq!(sum.at(&point), one.at(&point) + other.at(&point));
            let denominators = sum.terms().fold(BigInt::one(), |all, (_, it)| {
                num_integer::Integer::lcm(&all, it.denom())
            });
            prop_assert_eq!(sum.denominator(), denominators);
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

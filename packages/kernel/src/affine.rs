//! Affine forms over numbered variables, and constraints made of them.
//!
//! A variable is a number 0, 1, 2, ...; its name is in a list of names next to the form.  Parameters come first, in
//! order of declaration, then the control variables of the surrounding loops, outermost first.  Running example: over
//! the names `n`, `i`, the text `4i-4+2n` is the form with constant -4 and coefficients [2, 4].

use crate::integer::Integer;
use smallvec::SmallVec;
use std::fmt;
use std::ops::{Add, Neg, Sub};

/// An affine form c + a0 x0 + a1 x1 + ... with integer coefficients.
///
/// Coefficients are stored without trailing zeros, so `==` is equality of forms.
#[derive(Debug, PartialEq, Eq, Hash, Default)]
pub struct Affine {
    constant: Integer,
    coefficients: SmallVec<[Integer; 4]>,
}

impl Affine {
    /// The form 0.
    pub fn zero() -> Self {
        Self::default()
    }

    /// The constant form c.
    pub fn constant(value: impl Into<Integer>) -> Self {
        Self { constant: value.into(), coefficients: SmallVec::new() }
    }

    /// The form x_`index`.
    pub fn variable(index: usize) -> Self {
        let mut form = Self::zero();
        form.add_term(index, &Integer::ONE);
        form
    }

    /// The form with this constant and these coefficients, variable 0 first.
    pub fn new(constant: Integer, coefficients: impl IntoIterator<Item = Integer>) -> Self {
        let mut form = Self { constant, coefficients: coefficients.into_iter().collect() };
        form.trim();
        form
    }

    fn trim(&mut self) {
        while self.coefficients.last().is_some_and(Integer::is_zero) {
            self.coefficients.pop();
        }
    }

    /// The constant c.
    #[inline]
    pub fn constant_term(&self) -> &Integer {
        &self.constant
    }

    /// The coefficient of x_`index` (0 beyond the stored ones).
    #[inline]
    pub fn coefficient(&self, index: usize) -> &Integer {
        const ZERO: &Integer = &Integer::ZERO;
        self.coefficients.get(index).unwrap_or(ZERO)
    }

    /// The coefficients up to the last one that is not 0.
    #[inline]
    pub fn coefficients(&self) -> &[Integer] {
        &self.coefficients
    }

    /// The variables that occur, with their coefficients, in order.
    pub fn terms(&self) -> impl Iterator<Item = (usize, &Integer)> {
        self.coefficients.iter().enumerate().filter(|(_, coefficient)| !coefficient.is_zero())
    }

    /// Is the form without variables?
    #[inline]
    pub fn is_constant(&self) -> bool {
        self.coefficients.is_empty()
    }

    /// Is this the form 0?
    pub fn is_zero(&self) -> bool {
        self.is_constant() && self.constant.is_zero()
    }

    /// Adds `coefficient` * x_`index`.
    pub fn add_term(&mut self, index: usize, coefficient: &Integer) {
        if self.coefficients.len() <= index {
            self.coefficients.resize(index + 1, Integer::ZERO);
        }
        self.coefficients[index] += coefficient;
        self.trim();
    }

    /// Adds `factor` * `other`.
    pub fn add_multiple(&mut self, factor: &Integer, other: &Self) {
        self.constant.add_product(factor, &other.constant);
        if self.coefficients.len() < other.coefficients.len() {
            self.coefficients.resize(other.coefficients.len(), Integer::ZERO);
        }
        for (mine, theirs) in self.coefficients.iter_mut().zip(&other.coefficients) {
            mine.add_product(factor, theirs);
        }
        self.trim();
    }

    /// The sum with a number.
    #[must_use]
    pub fn plus(mut self, value: impl Into<Integer>) -> Self {
        self.constant += &value.into();
        self
    }

    /// `factor` times this form.
    #[must_use]
    pub fn times(&self, factor: &Integer) -> Self {
        Self::new(&self.constant * factor, self.coefficients.iter().map(|a| a * factor))
    }

    /// The form with `values[v]` put in for each variable v.
    ///
    /// Every variable that occurs needs a value.
    ///
    /// # Panics
    /// If `values` is too short.
    #[must_use]
    pub fn substitute(&self, values: &[Affine]) -> Self {
        let mut form = Self::constant(self.constant.clone());
        for (variable, coefficient) in self.terms() {
            form.add_multiple(coefficient, &values[variable]);
        }
        form
    }

    /// The form where a variable is replaced by a form over the variables below it, and the variables after it are
    /// numbered from `next` on.
    #[must_use]
    pub(crate) fn put(&self, variable: usize, value: &Affine, next: usize) -> Self {
        let mut put = Self::constant(self.constant.clone());
        for (each, coefficient) in self.terms() {
            match each.checked_sub(variable) {
                None => put.add_term(each, coefficient),
                Some(0) => put.add_multiple(coefficient, value),
                Some(after) => put.add_term(next + after - 1, coefficient),
            }
        }
        put
    }

    /// The value at a point.  Variables beyond the end of `point` count as 0.
    #[inline]
    pub fn at(&self, point: &[Integer]) -> Integer {
        let mut value = self.constant.clone();
        for (coefficient, coordinate) in self.coefficients.iter().zip(point) {
            value.add_product(coefficient, coordinate);
        }
        value
    }

    /// Writes the form with names for its variables: `2n+4i-4`.
    pub fn display<'a, N: fmt::Display>(&'a self, names: &'a [N]) -> impl fmt::Display + 'a {
        fmt::from_fn(move |formatter| {
            let mut first = true;
            for (variable, coefficient) in self.terms() {
                if coefficient.is_negative() {
                    formatter.write_str("-")?;
                } else if !first {
                    formatter.write_str("+")?;
                }
                let magnitude = coefficient.abs();
                if !magnitude.is_one() {
                    write!(formatter, "{magnitude}")?;
                }
                match names.get(variable) {
                    Some(name) => write!(formatter, "{name}")?,
                    None => write!(formatter, "x{variable}")?,
                }
                first = false;
            }
            if !first && self.constant.is_zero() {
                return Ok(());
            }
            let plus = if first || self.constant.is_negative() { "" } else { "+" };
            write!(formatter, "{plus}{}", self.constant)
        })
    }
}

impl Clone for Affine {
    #[inline]
    fn clone(&self) -> Self {
        // Pushing one by one is faster than collecting: there are only a few.
        let mut coefficients = SmallVec::with_capacity(self.coefficients.len());
        for coefficient in &self.coefficients {
            coefficients.push(coefficient.clone());
        }
        Self { constant: self.constant.clone(), coefficients }
    }
}

/// Combines constants and coefficients of two forms one by one.
#[inline]
fn combine(
    left: &Affine,
    right: &Affine,
    operation: impl Fn(&Integer, &Integer) -> Integer,
) -> Affine {
    let count = left.coefficients.len().max(right.coefficients.len());
    let mut coefficients = SmallVec::with_capacity(count);
    for index in 0..count {
        coefficients.push(operation(left.coefficient(index), right.coefficient(index)));
    }
    let mut form = Affine { constant: operation(&left.constant, &right.constant), coefficients };
    form.trim();
    form
}

impl Add<&Affine> for &Affine {
    type Output = Affine;
    #[inline]
    fn add(self, other: &Affine) -> Affine {
        combine(self, other, |a, b| a + b)
    }
}

impl Sub<&Affine> for &Affine {
    type Output = Affine;
    #[inline]
    fn sub(self, other: &Affine) -> Affine {
        combine(self, other, |a, b| a - b)
    }
}

impl Neg for &Affine {
    type Output = Affine;
    fn neg(self) -> Affine {
        self.times(&Integer::from(-1))
    }
}

/// What a constraint demands of its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// form >= 0
    AtLeastZero,
    /// form = 0
    Zero,
}

/// An affine constraint: `form >= 0` or `form = 0`.
///
/// `n >= 3` is the form `n - 3` with [`Relation::AtLeastZero`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Constraint {
    /// The left side; the right side is 0.
    pub form: Affine,
    /// Which relation holds between the two.
    pub relation: Relation,
}

impl Constraint {
    /// `form >= 0`.
    pub fn at_least_zero(form: Affine) -> Self {
        Self { form, relation: Relation::AtLeastZero }
    }

    /// `form = 0`.
    pub fn zero(form: Affine) -> Self {
        Self { form, relation: Relation::Zero }
    }

    /// `form > 0`, that is `form - 1 >= 0` in integers.
    pub fn positive(form: &Affine) -> Self {
        Self::at_least_zero(form.clone().plus(-1))
    }

    /// `form < 0`, that is `-form - 1 >= 0` in integers.
    pub fn negative(form: &Affine) -> Self {
        Self::at_least_zero((-form).plus(-1))
    }

    /// `left >= right`.
    pub fn at_least(left: &Affine, right: &Affine) -> Self {
        Self::at_least_zero(left - right)
    }

    /// `left < right`, that is `right - left - 1 >= 0` in integers.
    pub fn below(left: &Affine, right: &Affine) -> Self {
        Self::at_least_zero((right - left).plus(-1))
    }

    /// `left = right`.
    pub fn equal(left: &Affine, right: &Affine) -> Self {
        Self::zero(left - right)
    }

    /// Does the point satisfy it?
    #[inline]
    pub fn holds_at(&self, point: &[Integer]) -> bool {
        let value = self.form.at(point);
        match self.relation {
            Relation::AtLeastZero => !value.is_negative(),
            Relation::Zero => value.is_zero(),
        }
    }

    /// Does it contradict itself, as `-1 >= 0` does?
    pub fn is_never(&self) -> bool {
        self.form.is_constant() && !self.holds_at(&[])
    }

    /// The same constraint with forms put in for its variables.
    #[must_use]
    pub fn substitute(&self, values: &[Affine]) -> Self {
        Self { form: self.form.substitute(values), relation: self.relation }
    }

    /// Writes the constraint with names: `n-3 >= 0`.
    pub fn display<'a, N: fmt::Display>(&'a self, names: &'a [N]) -> impl fmt::Display + 'a {
        let relation = match self.relation {
            Relation::AtLeastZero => ">=",
            Relation::Zero => "==",
        };
        fmt::from_fn(move |formatter| {
            write!(formatter, "{} {relation} 0", self.form.display(names))
        })
    }
}

//! Formulas and conditions of a claim, read as polynomials and truth values throughout a part.
//!
//! Running example: n + floor(n/2) is not a polynomial; for n = 2u it is 3u, and for n = 2u + 1 it is 3u + 1.  So the
//! formula asks for the remainder of n by 2, and the part is split.  In the same way `max`, `min`, `abs` and
//! comparisons ask for signs.  Where splitting would not end, this is reported, and nothing is guessed.

use super::super::{Case, Context, ContextError};
use super::arithmetic::{
    beyond, bounded, constant, determinant, divisor, power, ratio, remainder, times,
};
use super::divisors::{basis, common, quotient};
use super::sign::sign;
use crate::formula::{EvaluationError, Expression, FactorStep, Function, Proposition, Sign};
use crate::polynomial::Polynomial;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, Zero as _};
use std::cmp::Ordering;

/// Reads formulas over named parameters throughout a part.
pub(super) struct FormulaReader<'r> {
    /// The names of the parameters.
    pub names: &'r [char],
    /// The part.
    pub case: &'r Case,
    /// What is decided throughout it.
    pub context: &'r mut Context,
    /// Divisors that are not polynomials, each with the basis that identifies it (`divisors`).  They count as the
    /// variables after those of the part.
    divisors: Vec<(Vec<Polynomial>, String)>,
}

impl<'r> FormulaReader<'r> {
    /// Reads on this part.
    pub(super) fn new(names: &'r [char], case: &'r Case, context: &'r mut Context) -> Self {
        Self { names, case, context, divisors: Vec::new() }
    }

    /// The error that a polynomial has no known values, if it depends on divisors.
    pub(super) fn divisor_in(&self, polynomial: &Polynomial) -> Option<ContextError> {
        let most = polynomial.terms().map(|(exponents, _)| exponents.len()).max()?;
        let index = most.checked_sub(self.context.variables + 1)?;
        self.divisors.get(index).map(|(_, shown)| beyond(shown, "depends on more than remainders"))
    }

    /// The remainder by a number, as in [`remainder`].
    fn remainder(
        &self,
        polynomial: &Polynomial,
        divisor: &BigRational,
        expression: &Expression,
    ) -> Result<Polynomial, ContextError> {
        let found = remainder(polynomial, divisor, expression);
        match (found, self.divisor_in(polynomial)) {
            (Err(ContextError::Residue(..)), Some(obstacle)) => Err(obstacle),
            (found, _) => found,
        }
    }

    /// The polynomial, if its coefficients show that its values are integers.
    fn integral(
        &self,
        polynomial: Polynomial,
        expression: &Expression,
    ) -> Result<Polynomial, ContextError> {
        match self.remainder(&polynomial, &BigRational::one(), expression)?.is_zero() {
            true => Ok(polynomial),
            false => Err(beyond(expression, "takes integers only")),
        }
    }

    /// An expression as a polynomial over the variables of the part.
    pub(super) fn value(&mut self, expression: &Expression) -> Result<Polynomial, ContextError> {
        match expression.number() {
            Ok(number) => return bounded(Polynomial::constant(number), expression),
            Err(EvaluationError::Unknown(_)) => {}
            Err(fault) => return Err(beyond(expression, &format!("has no value: {fault}"))),
        }
        let polynomial = match expression {
            Expression::Number(number) => Polynomial::constant(BigRational::from(number.to_big())),
            Expression::Variable(name) => {
                let index = self.names.iter().position(|known| known == name);
                let parameters = &self.case.forms[..self.case.parameters];
                let form = index.and_then(|index| parameters.get(index));
                form.ok_or_else(|| beyond(expression, "is not a parameter"))?.into()
            }
            Expression::Sum(terms) => {
                let mut sum = Polynomial::zero();
                for (sign, term) in terms {
                    let term = self.value(term)?;
                    sum = if *sign == Sign::Plus { sum.plus(&term) } else { sum.minus(&term) };
                }
                sum
            }
            Expression::Product(factors) => {
                let mut product = Polynomial::constant(BigRational::one());
                for (step, factor) in factors {
                    let value = self.value(factor)?;
                    product = match step {
                        FactorStep::Times => times(&product, &value, expression)?,
                        FactorStep::Over => self.quotient(&product, &value, factor)?,
                    };
                }
                product
            }
            Expression::Modulo(sides) => {
                let (left, right) = (self.value(&sides.0)?, self.value(&sides.1)?);
                let right = divisor(&right, &sides.1)?;
                self.remainder(&left, &right, expression)?
            }
            Expression::Power(sides) => {
                let (base, exponent) = (self.value(&sides.0)?, self.value(&sides.1)?);
                power(&base, &exponent, expression, &sides.1)?
            }
            Expression::Call(function, arguments) => {
                let values = arguments.iter().map(|argument| self.value(argument));
                let values = values.collect::<Result<Vec<_>, _>>()?;
                self.call(*function, values, expression)?
            }
        };
        bounded(polynomial, expression)
    }

    /// The quotient by a number, or by a polynomial that is not 0 anywhere and a divisor.
    fn quotient(
        &mut self,
        product: &Polynomial,
        value: &Polynomial,
        shown: &Expression,
    ) -> Result<Polynomial, ContextError> {
        if constant(value).is_none()
            && let Some(quotient) = quotient(product, value)
            && self.sign(value, shown)? != Ordering::Equal
        {
            return Ok(quotient);
        }
        Ok(product.scaled(&divisor(value, shown)?.recip()))
    }

    fn call(
        &mut self,
        function: Function,
        arguments: Vec<Polynomial>,
        expression: &Expression,
    ) -> Result<Polynomial, ContextError> {
        let one = BigRational::one();
        let mut arguments = arguments.into_iter();
        let first = arguments.next().unwrap_or_default();
        match function {
            Function::Floor => Ok(first.minus(&self.remainder(&first, &one, expression)?)),
            Function::Ceil => {
                let opposite = first.scaled(&-BigRational::one());
                Ok(first.plus(&self.remainder(&opposite, &one, expression)?))
            }
            Function::Abs => self.size(&first, expression),
            Function::Min | Function::Max => {
                let replaced =
                    if function == Function::Max { Ordering::Less } else { Ordering::Greater };
                arguments.try_fold(first, |best, next| {
                    let sign = self.sign(&best.minus(&next), expression)?;
                    Ok(if sign == replaced { next } else { best })
                })
            }
            Function::Gcd => {
                let first = self.size(&self.integral(first, expression)?, expression)?;
                arguments.try_fold(first, |divisor, next| {
                    let next = self.integral(next, expression)?;
                    self.gcd(&divisor, &next, expression)
                })
            }
        }
    }

    fn size(
        &mut self,
        polynomial: &Polynomial,
        expression: &Expression,
    ) -> Result<Polynomial, ContextError> {
        let dimension = self.context.variables;
        let mut divisors = dimension..dimension + self.divisors.len();
        if divisors.any(|index| *polynomial == Polynomial::variable(index)) {
            return Ok(polynomial.clone());
        }
        Ok(match self.sign(polynomial, expression)? {
            Ordering::Less => polynomial.scaled(&-BigRational::one()),
            Ordering::Equal | Ordering::Greater => polynomial.clone(),
        })
    }

    /// The greatest common divisor of two polynomials with integer values.
    fn gcd(
        &mut self,
        left: &Polynomial,
        right: &Polynomial,
        expression: &Expression,
    ) -> Result<Polynomial, ContextError> {
        let free_left = self.context.restricted(self.case, left)?;
        let free_right = self.context.restricted(self.case, right)?;
        if free_left.is_zero() || free_right.is_zero() {
            return self.size(if free_left.is_zero() { right } else { left }, expression);
        }
        // sL = tR with coprime s and t: then L/t is an integer, and up to its sign the divisor.
        if let Some(ratio) = ratio(&free_left, &free_right) {
            let unit = left.scaled(&BigRational::from_integer(ratio.numer().clone()).recip());
            return self.size(&unit, expression);
        }
        // A number that the divisor divides.
        let number = match (constant(left), constant(right)) {
            (Some(number), _) | (_, Some(number)) => number.abs(),
            (None, None) => match determinant(left, right) {
                Some(number) => number,
                None => return self.divisor(left, right, expression),
            },
        };
        self.divisor_of(&number, &[left.clone(), right.clone()], expression)
    }

    /// The greatest common divisor of polynomials that divides the number.
    fn divisor_of(
        &self,
        number: &BigRational,
        polynomials: &[Polynomial],
        expression: &Expression,
    ) -> Result<Polynomial, ContextError> {
        let mut divisor = number.to_integer();
        for side in polynomials {
            let remainder = constant(&self.remainder(side, number, expression)?);
            let remainder = remainder.unwrap_or_default().to_integer();
            divisor = divisor.gcd(&remainder);
        }
        Ok(Polynomial::constant(BigRational::from_integer(divisor)))
    }

    /// The same, identified by the integer combinations of both.
    fn divisor(
        &mut self,
        left: &Polynomial,
        right: &Polynomial,
        expression: &Expression,
    ) -> Result<Polynomial, ContextError> {
        let dimension = self.context.variables;
        let mut all = Vec::new();
        for side in [left, right] {
            let multiple = |index: usize| ratio(side, &Polynomial::variable(dimension + index));
            let known = (self.divisors.iter().enumerate())
                .find_map(|(index, (basis, _))| multiple(index).map(|factor| (basis, factor)));
            match known {
                Some((basis, factor)) => all.extend(basis.iter().map(|form| form.scaled(&factor))),
                None => all.push(side.clone()),
            }
        }
        let (rows, content) = basis(&all);
        let content = BigRational::from_integer(content);
        let last = rows.last().and_then(constant);
        let divisor = match (rows.as_slice(), last) {
            ([only], _) => self.size(only, expression)?,
            (_, Some(number)) => self.divisor_of(&number, &rows, expression)?,
            _ if let Some(common) = common(&rows) => {
                let number = self.divisor_of(&common.number, &common.cofactors, expression)?;
                times(&self.size(&common.divisor, expression)?, &number, expression)?
            }
            _ => {
                let known = self.divisors.iter().position(|(other, _)| *other == rows);
                let index = known.unwrap_or(self.divisors.len());
                if known.is_none() {
                    self.divisors.push((rows, expression.to_string()));
                }
                Polynomial::variable(dimension + index)
            }
        };
        bounded(divisor.scaled(&content), expression)
    }

    /// The sign of a polynomial throughout the part.
    pub(super) fn sign(
        &mut self,
        polynomial: &Polynomial,
        shown: &impl std::fmt::Display,
    ) -> Result<Ordering, ContextError> {
        if let Some(number) = constant(polynomial) {
            return Ok(number.cmp(&BigRational::zero()));
        }
        if let Some(obstacle) = self.divisor_in(polynomial) {
            return Err(obstacle);
        }
        sign(polynomial, self.context)?.ok_or_else(|| {
            beyond(shown, "compares expressions that are neither affine nor in one parameter")
        })
    }

    /// The truth value of a condition throughout the part.
    pub(super) fn truth(&mut self, proposition: &Proposition) -> Result<bool, ContextError> {
        match proposition {
            Proposition::Compare(first, rest) => {
                let mut left = self.value(first)?;
                for (relation, right) in rest {
                    let right = self.value(right)?;
                    if !relation.admits(self.sign(&left.minus(&right), proposition)?) {
                        return Ok(false);
                    }
                    left = right;
                }
                Ok(true)
            }
            Proposition::Not(inner) => Ok(!self.truth(inner)?),
            Proposition::And(all) => self.joined(all, false),
            Proposition::Or(all) => self.joined(all, true),
        }
    }

    /// A part with the value `decisive` decides, whatever the others are.
    fn joined(&mut self, all: &[Proposition], decisive: bool) -> Result<bool, ContextError> {
        let mut unknown = None;
        for one in all {
            match self.truth(one) {
                Ok(value) if value == decisive => return Ok(decisive),
                Ok(_) => {}
                Err(ContextError::Unsupported(reason)) => unknown = unknown.or(Some(reason)),
                Err(obstacle) => return Err(obstacle),
            }
        }
        unknown.map_or(Ok(!decisive), |reason| Err(ContextError::Unsupported(reason)))
    }
}

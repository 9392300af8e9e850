//! Lengths of lists, compared with formulas.
//!
//! As every loop runs from a to b with b >= a - 1, the length of a list is a polynomial over the
//! variables of the case, of a degree that is at most one more than the depth of its loops.
//! Two polynomials of degree at most d in each variable are equal if they agree on a grid of
//! d + 1 values of each variable that occurs in one of them.

use super::item::Item;
use super::rewrite::StepError;
use crate::affine::{Affine, Length};
use crate::integer::Integer;
use crate::proof::theorem::Formula;

/// The most points at which two polynomials are compared.
const MOST_POINTS: u64 = 1 << 16;

/// The most terms of a formula, at all points together.
const MOST_TERMS: u64 = 1 << 22;

/// The largest degree; a sum takes its factorial of steps.
const MOST_DEGREE: u32 = 10;

impl Length {
    /// The length of the list.
    pub fn of(list: &[Item]) -> Self {
        let mut length = Self::zero();
        for item in list {
            match item {
                Item::Word(_, word) => length.add(word),
                Item::Loop(head) => length.add_loop(
                    head.variable,
                    head.from.clone(),
                    head.upto.clone(),
                    Self::of(&head.body),
                ),
            }
        }
        length
    }
}

/// Is the formula, over the parameters, which are these forms over the variables, this length?
pub(super) fn is_length(
    formula: &Formula,
    length: &Length,
    parameters: &[Affine],
    variables: usize,
) -> Result<bool, StepError> {
    let total =
        |exponents: &[u32]| exponents.iter().fold(0, |sum: u32, &it| sum.saturating_add(it));
    let stated = formula.terms.iter().map(|(_, exponents)| total(exponents)).max();
    let degree = stated.unwrap_or(0).max(length.degree());
    let side = u64::from(degree) + 1;
    let mut occurs: Vec<bool> = (0..variables).map(|it| length.degree_in(it) > 0).collect();
    for (_, exponents) in &formula.terms {
        let used = exponents.iter().zip(parameters).filter(|(exponent, _)| **exponent > 0);
        for (variable, _) in used.flat_map(|(_, form)| form.terms()) {
            if let Some(occurs) = occurs.get_mut(variable) {
                *occurs = true;
            }
        }
    }
    let occurring: Vec<usize> = (0..variables).filter(|variable| occurs[*variable]).collect();
    let points = u32::try_from(occurring.len()).ok().and_then(|power| side.checked_pow(power));
    let points = points.filter(|points| *points <= MOST_POINTS && degree <= MOST_DEGREE);
    let points = points.ok_or(StepError("a formula of too high a degree"))?;
    let terms = u64::try_from(formula.terms.len()).unwrap_or(u64::MAX);
    if terms.saturating_mul(points) > MOST_TERMS {
        return Err(StepError("a formula of too many terms"));
    }
    for index in 0..points {
        let mut rest = index;
        let mut point = vec![Integer::ZERO; variables];
        for variable in &occurring {
            point[*variable] = (rest % side).into();
            rest /= side;
        }
        let at: Vec<_> = parameters.iter().map(|form| form.at(&point)).collect();
        let length = length.at(&mut point);
        if formula.numerator(&at)? != &length * &formula.denominator {
            return Ok(false);
        }
    }
    Ok(true)
}

impl Formula {
    /// The value at a point, times the denominator.
    fn numerator(&self, at: &[Integer]) -> Result<Integer, StepError> {
        let mut sum = Integer::ZERO;
        for (coefficient, exponents) in &self.terms {
            let mut product = coefficient.clone();
            for (index, exponent) in exponents.iter().enumerate() {
                let value = at.get(index).ok_or(StepError("a parameter that is not there"))?;
                for _ in 0..*exponent {
                    product = &product * value;
                }
            }
            sum += &product;
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::integer::newton;
    use crate::model::Value;
    use std::sync::Arc;

    /// A formula is that of a length for all values of all variables that occur in one of the two, and
    /// variables that do not occur make it no harder.
    #[test]
    fn lengths_are_compared_where_variables_occur() {
        let word = |length| Item::Word([Value(0)].into_iter().collect(), Arc::new(length));
        let last = 19;
        let length = Length::of(&[word(Affine::variable(last)), word(Affine::variable(2))]);
        let parameters: Vec<_> = (0..=last).map(Affine::variable).collect();
        let linear = |variables: &[usize]| {
            let term = |variable: &usize| {
                let exponents = (0..=last).map(|it| u32::from(it == *variable)).collect();
                (Integer::ONE, exponents)
            };
            let terms = variables.iter().map(term).collect();
            Formula { denominator: Integer::ONE, terms }
        };
        for (variables, expected) in
            [(&[2, last][..], true), (&[2], false), (&[last], false), (&[2, 3, last], false)]
        {
            let equal = is_length(&linear(variables), &length, &parameters, last + 1);
            assert_eq!(equal, Ok(expected), "{variables:?}");
        }
        // Parameters may be forms over few variables.
        let equal: Vec<_> = (0..=last).map(|it| Affine::variable(it / 10)).collect();
        let length = Length::of(&[word(Affine::variable(0)), word(Affine::variable(1))]);
        assert_eq!(is_length(&linear(&[2, last]), &length, &equal, last + 1), Ok(true));
        assert_eq!(is_length(&linear(&[2, 3]), &length, &equal, last + 1), Ok(false));
    }

    #[test]
    fn sums_of_polynomials() {
        let square = |x: i64| x * x - 3 * x + 5;
        let values: Vec<Integer> = (0..3).map(|x| square(x).into()).collect();
        for last in -6_i64..8 {
            let expected: i64 = match last < -1 {
                true => -(last + 1..0).map(square).sum::<i64>(),
                false => (0..=last).map(square).sum(),
            };
            assert_eq!(newton(values.clone(), &last.into()), expected.into(), "{last}");
        }
    }
}

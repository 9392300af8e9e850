//! Lengths of lists, compared with formulas.
//!
//! As every loop runs from a to b with b >= a - 1, the length of a list is a polynomial over the
//! variables of the case, of a degree that is at most one more than the depth of its loops.
//! Two polynomials of degree at most d in each variable are equal if they agree on a grid of
//! d + 1 values of each.

use super::item::Item;
use super::rewrite::StepError;
use crate::affine::Affine;
use crate::integer::{Integer, newton};
use crate::proof::theorem::Formula;

/// The most points at which two polynomials are compared.
const MOST_POINTS: u64 = 1 << 16;

/// The most terms of a formula, at all points together.
const MOST_TERMS: u64 = 1 << 22;

/// The largest degree; a sum takes its factorial of steps.
const MOST_DEGREE: u32 = 10;

/// The length of a list: that of its words together, and those of its loops.
#[derive(Clone, Debug)]
pub struct Length {
    words: Affine,
    loops: Vec<Passes>,
}

/// The lengths of the passes through a loop.
#[derive(Clone, Debug)]
struct Passes {
    variable: usize,
    from: Affine,
    upto: Affine,
    each: Length,
}

impl Length {
    /// The length of the list.
    pub fn of(list: &[Item]) -> Self {
        let mut length = Self { words: Affine::zero(), loops: Vec::new() };
        for item in list {
            match item {
                Item::Word(_, word) => length.words.add_multiple(&Integer::ONE, word),
                Item::Loop(head) => length.loops.push(Passes {
                    variable: head.variable,
                    from: head.from.clone(),
                    upto: head.upto.clone(),
                    each: Self::of(&head.body),
                }),
            }
        }
        length
    }

    /// The degree as a polynomial, or more.
    fn degree(&self) -> u32 {
        self.loops.iter().map(|passes| 1 + passes.each.degree()).fold(1, u32::max)
    }

    /// The value of the polynomial, at a point where a loop may run from a to b < a - 1 as well; that
    /// counts as the negative sum over b + 1, ..., a - 1.
    pub fn at(&self, point: &mut Vec<Integer>) -> Integer {
        let mut sum = self.words.at(point);
        for Passes { variable, from, upto, each } in &self.loops {
            let (from, upto) = (from.at(point), upto.at(point));
            let samples = 0..=each.degree();
            let values = samples.map(|offset| {
                point.truncate(*variable);
                point.push(&from + &Integer::from(offset));
                each.at(point)
            });
            let values = values.collect();
            point.truncate(*variable);
            sum += &newton(values, &(&upto - &from));
        }
        sum
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
    let points = u32::try_from(variables).ok().and_then(|power| side.checked_pow(power));
    let points = points.filter(|points| *points <= MOST_POINTS && degree <= MOST_DEGREE);
    let points = points.ok_or(StepError("a formula of too high a degree"))?;
    let terms = u64::try_from(formula.terms.len()).unwrap_or(u64::MAX);
    if terms.saturating_mul(points) > MOST_TERMS {
        return Err(StepError("a formula of too many terms"));
    }
    for index in 0..points {
        let mut rest = index;
        let mut point: Vec<Integer> = Vec::with_capacity(variables);
        for _ in 0..variables {
            point.push((rest % side).into());
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

//! Lengths of lists, compared with formulas.

use super::item::{Counted, Item};
use super::rewrite::StepError;
use crate::affine::Affine;
use crate::integer::Integer;
use crate::polynomial::Polynomial;

/// The most points of the grid with degree + 1 values for each variable that occurs: two polynomials would be compared
/// at these points, and they have no more terms than that.
const MOST_POINTS: u64 = 1 << 16;

/// The most terms of a formula, times these points.
const MOST_TERMS: u64 = 1 << 22;

/// The largest degree.
const MOST_DEGREE: u32 = 10;

/// The number of values of a list.
///
/// As every loop runs from a to b with b >= a - 1, that is a polynomial over the variables of the case.
pub fn length(items: &[Item]) -> Polynomial {
    // Most items are words, whose lengths are added in machine words.
    let (mut words, mut loops) = (Affine::zero(), Polynomial::zero());
    for item in items {
        match item {
            Item::Word(_, length) => words.add_multiple(&Integer::ONE, length),
            Item::Loop(head) => {
                let Counted { variable, from, upto, body } = &**head;
                loops = loops.plus(&length(body).sum(*variable, &from.into(), &upto.into()));
            }
        }
    }
    loops.plus(&(&words).into())
}

/// An upper bound on the degree of the length.
fn degree(items: &[Item]) -> u32 {
    let of = |item: &Item| match item {
        Item::Word(..) => 1,
        Item::Loop(head) => 1 + degree(&head.body),
    };
    items.iter().map(of).max().unwrap_or(1)
}

/// Is the formula, over parameters that are these forms over the variables, the length of the list?
pub(super) fn is_length(
    formula: &Polynomial,
    list: &[Item],
    parameters: &[Affine],
    variables: usize,
) -> Result<bool, StepError> {
    let used = |index: usize| formula.degree_in(index) > 0;
    let forms: Vec<_> = parameters.iter().enumerate().filter(|(index, _)| used(*index)).collect();
    let occurs = |variable: &usize| {
        let has = |form: &Affine| !form.coefficient(*variable).is_zero();
        forms.iter().any(|(_, form)| has(form)) || list.iter().any(|item| item.mentions(*variable))
    };
    let degree = formula.degree().max(degree(list));
    let occurring = u32::try_from((0..variables).filter(occurs).count()).ok();
    let points = occurring.and_then(|power| (u64::from(degree) + 1).checked_pow(power));
    let points = points.filter(|points| *points <= MOST_POINTS && degree <= MOST_DEGREE);
    let points = points.ok_or(StepError("a formula of too high a degree"))?;
    let terms = u64::try_from(formula.terms().count()).unwrap_or(u64::MAX);
    if terms.saturating_mul(points) > MOST_TERMS {
        return Err(StepError("a formula of too many terms"));
    }
    if formula.terms().any(|(exponents, _)| exponents.len() > parameters.len()) {
        return Err(StepError("a parameter that is not there"));
    }
    let parameters: Vec<_> = parameters.iter().map(Polynomial::from).collect();
    Ok(formula.substitute(&parameters) == length(list))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Value;
    use std::sync::Arc;

    /// A formula is the length of a list if it is for all values of all variables that occur in either, and variables
    /// that do not occur make the comparison no harder.
    #[test]
    fn lengths_are_compared_where_variables_occur() {
        let word = |length| Item::Word([Value(0)].into_iter().collect(), Arc::new(length));
        let last = 19;
        let list = [word(Affine::variable(last)), word(Affine::variable(2))];
        let parameters: Vec<_> = (0..=last).map(Affine::variable).collect();
        let linear = |variables: &[usize]| {
            let variables = variables.iter().map(|variable| Polynomial::variable(*variable));
            variables.fold(Polynomial::zero(), |sum, it| sum.plus(&it))
        };
        for (variables, expected) in
            [(&[2, last][..], true), (&[2], false), (&[last], false), (&[2, 3, last], false)]
        {
            let equal = is_length(&linear(variables), &list, &parameters, last + 1);
            assert_eq!(equal, Ok(expected), "{variables:?}");
        }
        // Parameters may be forms over few variables.
        let equal: Vec<_> = (0..=last).map(|index| Affine::variable(index / 10)).collect();
        let list = [word(Affine::variable(0)), word(Affine::variable(1))];
        assert_eq!(is_length(&linear(&[2, last]), &list, &equal, last + 1), Ok(true));
        assert_eq!(is_length(&linear(&[2, 3]), &list, &equal, last + 1), Ok(false));
    }
}

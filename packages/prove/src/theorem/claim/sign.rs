//! Where a polynomial is negative, zero or positive on the integers.
//!
//! Running example: u^2 - 2 is positive up to -2, negative from -1 to 1, and positive from 2 on.
//!
//! The difference p(u + 1) - p(u) has a lower degree, so its runs of one sign are known; on
//! each of them p is monotone and changes its sign at most twice, at places that bisection
//! finds.  Nothing is approximated, and no bound on roots is needed: a polynomial that is
//! monotone from some place on and not constant has no bound.

use super::super::{Context, ContextError};
use crate::Integer;
use crate::affine::Affine;
use crate::polynomial::Polynomial;
use std::cmp::Ordering;

/// The sign of a polynomial throughout a case; `None` for polynomials that are neither affine nor in
/// one variable.
///
/// # Errors
/// The question that it depends on.
pub fn sign(
    polynomial: &Polynomial,
    context: &mut Context,
) -> Result<Option<Ordering>, ContextError> {
    if let Some(form) = affine(polynomial) {
        return Ok(Some(match &-&form {
            opposite if context.at_least_zero(&opposite.clone().plus(-1))? => Ordering::Less,
            opposite if context.at_least_zero(opposite)? => Ordering::Equal,
            _ => Ordering::Greater,
        }));
    }
    let Some((variable, coefficients)) = univariate(polynomial) else { return Ok(None) };
    let mut sign = None;
    for (start, own) in runs(&coefficients) {
        if let Some(start) = start {
            let last = Affine::constant(start).plus(-1);
            if context.at_most(&Affine::variable(variable), &last)? {
                break;
            }
        }
        sign = Some(own);
    }
    Ok(sign)
}

/// The number from which on a polynomial in one variable has the same sign; `None` if that is so everywhere.
pub fn settled(polynomial: &Polynomial) -> Option<Integer> {
    runs(&univariate(polynomial)?.1).pop()?.0
}

/// A positive multiple of the polynomial as an affine form with integer coefficients.
pub fn affine(polynomial: &Polynomial) -> Option<Affine> {
    let mut form = Affine::zero();
    for (exponents, coefficient) in polynomial.integral().terms() {
        let coefficient = Integer::from(coefficient.to_integer());
        match exponents.iter().sum::<u32>() {
            0 => form = form.plus(coefficient),
            1 => form.add_term(exponents.len() - 1, &coefficient),
            _ => return None,
        }
    }
    Some(form)
}

/// The only variable, and the coefficients of a positive multiple, ascending.
fn univariate(polynomial: &Polynomial) -> Option<(usize, Vec<Integer>)> {
    let multiple = polynomial.integral();
    let mut variable = None;
    let mut coefficients: Vec<Integer> = Vec::new();
    for (exponents, coefficient) in multiple.terms() {
        let power = exponents.iter().sum::<u32>();
        // No list of exponents ends with 0.
        if let Some((last, before)) = exponents.split_last() {
            let own = *variable.get_or_insert(before.len());
            if *last != power || own != before.len() {
                return None;
            }
        }
        let power = power as usize;
        if coefficients.len() <= power {
            coefficients.resize(power + 1, Integer::ZERO);
        }
        coefficients[power] = coefficient.to_integer().into();
    }
    Some((variable?, coefficients))
}

fn at(coefficients: &[Integer], u: &Integer) -> Integer {
    coefficients.iter().rev().fold(Integer::ZERO, |sum, each| &(&sum * u) + each)
}

/// Runs of integers with one sign, each with its first integer (the first run has none) and extending to the next one.
fn runs(coefficients: &[Integer]) -> Vec<(Option<Integer>, Ordering)> {
    if coefficients.len() <= 1 {
        let constant = coefficients.first().cloned().unwrap_or_default();
        return vec![(None, constant.cmp(&Integer::ZERO))];
    }
    let steps = runs(&difference(coefficients));
    let mut found: Vec<(Option<Integer>, Ordering)> = Vec::new();
    for (index, (start, direction)) in steps.iter().enumerate() {
        let last = steps.get(index + 1).and_then(|(next, _)| next.as_ref());
        let last = last.map(|next| next - &Integer::ONE);
        let ascending = match direction {
            Ordering::Less => false,
            Ordering::Equal | Ordering::Greater => true,
        };
        // The signs in order, as far as they occur.
        let mut order = [Ordering::Less, Ordering::Equal, Ordering::Greater];
        if !ascending {
            order.reverse();
        }
        for (place, &own) in order.iter().enumerate() {
            let reached =
                |u: &Integer| order[place..].contains(&at(coefficients, u).cmp(&Integer::ZERO));
            let from = if place == 0 {
                start.clone()
            } else {
                match first(start.as_ref(), last.as_ref(), &reached) {
                    Some(first) => Some(first),
                    None => break,
                }
            };
            // A sign that does not occur begins where the next one does.
            if found.last().is_some_and(|(known, _)| *known == from) {
                found.pop();
            }
            found.push((from, own));
        }
    }
    found.dedup_by(|later, earlier| later.1 == earlier.1);
    found
}

/// The coefficients of p(u + 1) - p(u).
fn difference(coefficients: &[Integer]) -> Vec<Integer> {
    // Horner's rule in u + 1.
    let mut shifted: Vec<Integer> = Vec::new();
    for coefficient in coefficients.iter().rev() {
        shifted.insert(0, Integer::ZERO);
        for k in 1..shifted.len() {
            let above = shifted[k].clone();
            shifted[k - 1] += &above;
        }
        shifted[0] += coefficient;
    }
    shifted.iter_mut().zip(coefficients).for_each(|(sum, own)| *sum -= own);
    shifted.truncate(coefficients.len() - 1);
    shifted
}

/// The first integer between the bounds at which `reached` holds, for a property that stays
/// once it holds; without a lower bound it must fail somewhere, without an upper one hold.
fn first(
    least: Option<&Integer>,
    last: Option<&Integer>,
    reached: &dyn Fn(&Integer) -> bool,
) -> Option<Integer> {
    let two = Integer::from(2);
    let mut step = Integer::ONE;
    let start = least.or(last).cloned().unwrap_or_default();
    let (mut before, mut after);
    if reached(&start) {
        if least.is_some() {
            return Some(start);
        }
        (before, after) = (&start - &step, start);
        while reached(&before) {
            step = &step * &two;
            after = before;
            before = &after - &step;
        }
    } else {
        before = start;
        loop {
            if last.is_some_and(|last| before >= *last) {
                return None;
            }
            after = &before + &step;
            if let Some(last) = last.filter(|last| after > **last) {
                after = last.clone();
            }
            if reached(&after) {
                break;
            }
            before = after;
            step = &step * &two;
        }
    }
    while &after - &before > Integer::ONE {
        let middle = (&before + &after).div_floor(&two);
        if reached(&middle) { after = middle } else { before = middle }
    }
    Some(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sign_by_runs(runs: &[(Option<Integer>, Ordering)], u: i64) -> Ordering {
        let u = Integer::from(u);
        let run =
            runs.iter().rev().find(|(start, _)| start.as_ref().is_none_or(|start| *start <= u));
        run.expect("the first run has no start").1
    }

    #[test]
    fn the_square_root_of_2_lies_between_1_and_2() {
        let shown: Vec<_> = runs(&[(-2).into(), 0.into(), 1.into()])
            .into_iter()
            .map(|(start, sign)| (start.map(|start| start.to_string()), sign))
            .collect();
        assert_eq!(
            shown,
            [
                (None, Ordering::Greater),
                (Some("-1".to_owned()), Ordering::Less),
                (Some("2".to_owned()), Ordering::Greater)
            ]
        );
        // u^3 - 10^60 changes its sign at 10^20.
        let big: Integer = format!("-1{}", "0".repeat(60)).parse().expect("a number");
        let runs = runs(&[big, 0.into(), 0.into(), 1.into()]);
        let starts: Vec<_> = runs.iter().filter_map(|(start, _)| start.as_ref()).collect();
        let root: Integer = format!("1{}", "0".repeat(20)).parse().expect("a number");
        assert_eq!(starts, [&root, &(&root + &Integer::ONE)]);
    }

    proptest! {
        #[test]
        fn runs_are_those_of_the_values(
            roots in prop::collection::vec(-30_i64..30, 0..5),
            shift in -20_i64..20,
            factor in prop_oneof![Just(-3_i64), Just(1)],
        ) {
            let mut coefficients = vec![Integer::from(factor)];
            for root in &roots {
                let mut product = vec![Integer::ZERO; coefficients.len() + 1];
                for (k, each) in coefficients.iter().enumerate() {
                    product[k + 1] += each;
                    product[k] -= &(each * &Integer::from(*root));
                }
                coefficients = product;
            }
            coefficients[0] += &Integer::from(shift);
            let runs = runs(&coefficients);
            prop_assert!(runs.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 != pair[1].1));
            for u in -100..100 {
                let value = at(&coefficients, &u.into()).cmp(&Integer::ZERO);
                prop_assert_eq!(sign_by_runs(&runs, u), value, "at {}", u);
            }
        }
    }
}

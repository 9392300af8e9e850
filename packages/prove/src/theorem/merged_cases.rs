//! Results by cases, with as few cases as possible.

use super::case::{Case, Context};
use super::divide::Tree;
use super::law::Law;
use super::piece::Piece;
use super::{CycleLengths, projection};
use crate::affine::{Constraint, Relation};
use crate::limit::{CancellationToken, Limit};
use crate::polynomial::Polynomial;
use num_traits::Zero as _;

/// The polynomials of the leaves; cases with the same polynomial are joined if together they are a case that was split.
/// They are written without the foreign parameters, as far as possible.
pub(super) fn pieces(
    tree: &Tree<CycleLengths>,
    select: &dyn Fn(&CycleLengths) -> Law,
    foreign: &[usize],
    stop: &CancellationToken,
) -> Result<Vec<Piece>, Limit> {
    let written = |case: &Case, found: &CycleLengths| {
        let law = select(found);
        let polynomial = projection::formula(&law.polynomial, case, foreign, stop)?;
        Ok(Law { polynomial, ..law })
    };
    let joined = tree.joined(&written, &|case, all| join(case, all, stop))?;
    let piece = |(case, law)| Piece::new(case, law, foreign, stop);
    joined.into_iter().map(piece).collect()
}

/// The results for the parts of a case as one polynomial, if there is one that is right in all of them.
fn join(
    case: &Case,
    mut all: Vec<(Case, Law)>,
    stop: &CancellationToken,
) -> Result<Vec<(Case, Law)>, Limit> {
    for (_, candidate) in &all {
        let mut fits = true;
        for (part, law) in &all {
            fits = fits
                && (candidate.is_least, &candidate.divisor) == (law.is_least, &law.divisor)
                && agree(&candidate.polynomial, &law.polynomial, part, stop)?;
        }
        if fits {
            return Ok(vec![(case.clone(), candidate.clone())]);
        }
    }
    unite(case, &mut all, stop)?;
    Ok(all)
}

/// Joins parts of a case that have the same polynomial and are separated by one inequality.
fn unite(whole: &Case, all: &mut Vec<(Case, Law)>, stop: &CancellationToken) -> Result<(), Limit> {
    let mut pairs: Vec<_> =
        (0..all.len()).flat_map(|left| (0..left).map(move |right| (right, left))).collect();
    while let Some((left, right)) = pairs.pop() {
        if left.max(right) < all.len()
            && all[left].1 == all[right].1
            && let Some(both) = union(whole, &all[left].0, &all[right].0, stop)?
        {
            all[left].0 = both;
            all.remove(right);
        }
    }
    Ok(())
}

/// The union of two cases as a case, if it is one: the constraints of each that also hold in the other, where an
/// inequality f of one is the opposite of one of the other, and adding f or its opposite gives back the two cases.
fn union(
    whole: &Case,
    left: &Case,
    right: &Case,
    stop: &CancellationToken,
) -> Result<Option<Case>, Limit> {
    if [left, right].iter().any(|case| case.forms.len() != whole.parameters) {
        return Ok(None);
    }
    for f in left.constraints.iter().filter(|f| f.relation == Relation::AtLeastZero) {
        let opposite = Constraint::negative(&f.form);
        if !right.constraints.contains(&opposite) {
            continue;
        }
        let mut both = Case { constraints: Vec::new(), ..whole.clone() };
        for (own, other) in [(left, right), (right, left)] {
            for constraint in &own.constraints {
                if implies(other, constraint, stop)? && !both.constraints.contains(constraint) {
                    both.constraints.push(constraint.clone());
                }
            }
        }
        let mut equal = true;
        for (side, case) in [(f, left), (&opposite, right)] {
            let part = both.with(std::slice::from_ref(side));
            for constraint in &case.constraints {
                equal = equal && implies(&part, constraint, stop)?;
            }
        }
        if equal {
            return Ok(Some(both));
        }
    }
    Ok(None)
}

/// Does the constraint hold throughout the case?
fn implies(case: &Case, constraint: &Constraint, stop: &CancellationToken) -> Result<bool, Limit> {
    let Some(mut region) = case.region(stop, 0)? else { return Ok(true) };
    let equation = constraint.relation == Relation::Zero;
    let fails = region.can(&Constraint::negative(&constraint.form))?
        || equation && region.can(&Constraint::positive(&constraint.form))?;
    Ok(!fails)
}

/// Do two polynomials have the same values throughout the case?  If in doubt, no.
fn agree(
    left: &Polynomial,
    right: &Polynomial,
    case: &Case,
    stop: &CancellationToken,
) -> Result<bool, Limit> {
    let difference = case.in_variables(&left.minus(right));
    if difference.is_zero() {
        return Ok(true);
    }
    let Some(mut context) = Context::new(case, 0, stop)? else { return Ok(true) };
    match context.only_point()? {
        Some(point) => Ok(difference.at(&point).is_zero()),
        None => Ok(context.restricted(case, &difference)?.is_zero()),
    }
}

//! Results by cases, with as few cases as can be.

use super::case::{Case, Context};
use super::piece::Piece;
use super::{CycleLengths, own};
use crate::affine::{Constraint, Relation};
use crate::chain::Cut;
use crate::limit::{CancellationToken, Limit};
use crate::polynomial::Polynomial;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};

/// How the parameters were split into cases.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    /// A case to which no parameters belong.
    Empty,
    /// A case that was not split.
    Leaf(Box<(Case, CycleLengths)>),
    /// A case and its parts: those of a cut, or what each part says by itself.
    Split(Box<Case>, Option<Cut>, Vec<Tree>),
}

impl Tree {
    /// The cases that were not split.
    pub(super) fn leaves(&self) -> Vec<&(Case, CycleLengths)> {
        match self {
            Self::Empty => Vec::new(),
            Self::Leaf(leaf) => vec![&**leaf],
            Self::Split(_, _, parts) => parts.iter().flat_map(Self::leaves).collect(),
        }
    }
}

/// The polynomials of the leaves; cases with the same polynomial are joined where together they
/// are a case that was split.  Written without the foreign parameters, as far as that goes.
pub(super) fn pieces(
    tree: &Tree,
    select: &dyn Fn(&CycleLengths) -> &Polynomial,
    foreign: &[usize],
    stop: &CancellationToken,
) -> Result<Vec<Piece>, Limit> {
    let written =
        |case: &Case, found: &CycleLengths| own::formula(select(found), case, foreign, stop);
    let joined = join(tree, &written, stop)?;
    let piece = |(case, polynomial)| Piece::new(case, polynomial, foreign, stop);
    joined.into_iter().map(piece).collect()
}

/// The polynomial of a leaf.
type Written<'w> = &'w dyn Fn(&Case, &CycleLengths) -> Result<Polynomial, Limit>;

fn join(
    tree: &Tree,
    written: Written<'_>,
    stop: &CancellationToken,
) -> Result<Vec<(Case, Polynomial)>, Limit> {
    match tree {
        Tree::Empty => Ok(Vec::new()),
        Tree::Leaf(leaf) => Ok(vec![(leaf.0.clone(), written(&leaf.0, &leaf.1)?)]),
        Tree::Split(case, _, parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(join(part, written, stop)?);
            }
            // One polynomial that is right in all parts.
            for (_, candidate) in &all {
                let mut fits = true;
                for (part, polynomial) in &all {
                    fits = fits && agree(candidate, polynomial, part, stop)?;
                }
                if fits {
                    return Ok(vec![((**case).clone(), candidate.clone())]);
                }
            }
            unite(case, &mut all, stop)?;
            Ok(all)
        }
    }
}

/// Joins parts of a case with the same polynomial that one inequality tells apart.
fn unite(
    whole: &Case,
    all: &mut Vec<(Case, Polynomial)>,
    stop: &CancellationToken,
) -> Result<(), Limit> {
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

/// The union of two cases as a case, if it is one: the constraints of each that hold in the
/// other as well, where an inequality f of one is the opposite of one of the other, and f and
/// its opposite give back the two cases.
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
            let mut part = both.clone();
            part.constraints.push(side.clone());
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

/// Have two polynomials the same values throughout the case?  If in doubt, no.
fn agree(
    left: &Polynomial,
    right: &Polynomial,
    case: &Case,
    stop: &CancellationToken,
) -> Result<bool, Limit> {
    let mut difference = left.minus(right);
    if difference.is_zero() {
        return Ok(true);
    }
    let forms: Vec<_> = case.forms[..case.parameters].iter().map(Polynomial::from).collect();
    if difference.substitute(&forms).is_zero() {
        return Ok(true);
    }
    let Some(mut context) = Context::new(case, 0, stop)? else { return Ok(true) };
    if let Some(point) = context.only_point()? {
        return Ok(difference.at(&point).is_zero());
    }
    for constraint in &case.constraints {
        let form = &constraint.form;
        if constraint.relation == Relation::AtLeastZero && !context.always(&-form)? {
            continue;
        }
        // Here form = 0; in terms of the parameters that may give one of them.
        let equation = Polynomial::from(form).substitute(&case.inverse);
        let terms: Vec<_> =
            equation.terms().filter(|(exponents, _)| !exponents.is_empty()).collect();
        if let Some((exponents, coefficient)) = terms.last() {
            let variable = Polynomial::variable(exponents.len() - 1);
            let rest = equation.scaled(&coefficient.recip()).minus(&variable);
            let value = rest.scaled(&-BigRational::one());
            difference = difference.with(exponents.len() - 1, &value);
        }
    }
    Ok(difference.is_zero())
}

//! Laws with the same polynomial as one, where their parameters make up one set.

use super::set::Set;
use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::limit::{CancellationToken, Limit};
use crate::polynomial::Polynomial;
use crate::theorem::{Case, Class, Law, Piece};

/// The laws in fewer laws where that is possible, those about the smallest parameters first.
pub(super) fn joined(laws: Vec<Law>, dimension: usize, stop: &CancellationToken) -> Vec<Law> {
    let mut laws = united(laws, dimension, stop);
    laws.sort_by_cached_key(|law| smallest(law, dimension, stop));
    laws
}

/// Each period with each preperiod, where both hold.
pub(super) fn pieces(
    period: &[Law],
    preperiod: &[Law],
    dimension: usize,
    stop: &CancellationToken,
) -> Vec<[Law; 2]> {
    let mut pieces = Vec::new();
    for (one, other) in
        period.iter().flat_map(|one| preperiod.iter().map(move |other| (one, other)))
    {
        let Some(mut both) = one.and(other) else { continue };
        let set = Set::new(dimension, &both.conditions);
        if set.point(stop) == Ok(None) {
            continue;
        }
        if let Ok(reduced) = law(&set, Law::new(Polynomial::zero(), false), stop) {
            both.conditions = reduced.conditions;
        }
        pieces.push([one, other].map(|law| law.where_holds(&both)));
    }
    pieces
}

/// The least sum of parameters that satisfy the inequalities of a law, as far as it is known.
pub(super) fn smallest(law: &Law, dimension: usize, stop: &CancellationToken) -> Option<Integer> {
    let sum = Affine::new(Integer::ZERO, vec![Integer::ONE; dimension]);
    let point = Set::new(dimension, &law.conditions).lowest(&sum, stop).ok().flatten();
    point.map(|point| sum.at(&point))
}

/// Laws of which no two can be united.
fn united(laws: Vec<Law>, dimension: usize, stop: &CancellationToken) -> Vec<Law> {
    let mut done: Vec<Law> = Vec::with_capacity(laws.len());
    for mut law in laws {
        let mut index = 0;
        while let Some(other) = done.get(index) {
            match union(&law, other, dimension, stop) {
                Ok(Some(both)) => {
                    done.swap_remove(index);
                    (law, index) = (both, 0);
                }
                Ok(None) => index += 1,
                // As they are, they are right.
                Err(_) => break,
            }
        }
        done.push(law);
    }
    done
}

/// One law for the parameters of both; `None` if there is none.
///
/// Its conditions are those of each that also hold for the parameters of the other, and no other parameters satisfy
/// them.
fn union(
    left: &Law,
    right: &Law,
    dimension: usize,
    stop: &CancellationToken,
) -> Result<Option<Law>, Limit> {
    if let Some(both) = left.or(right) {
        return Ok(Some(both));
    }
    let is_plain = |law: &Law| law.class() == Some(Class::ALL);
    if !(is_plain(left) && is_plain(right))
        || left.is_least != right.is_least
        || left.divisor != right.divisor
    {
        return Ok(None);
    }
    let sets = [left, right].map(|law| Set::new(dimension, &law.conditions));
    let number = if agree(left, right, &sets[1], stop)? {
        left
    } else if agree(left, right, &sets[0], stop)? {
        right
    } else {
        return Ok(None);
    };
    let mut forms = Vec::new();
    for (own, other) in [(&sets[0], &sets[1]), (&sets[1], &sets[0])] {
        for form in &own.forms {
            if other.implies(form, stop)? {
                forms.push(form.clone());
            }
        }
    }
    let hull = Set { dimension, forms };
    if !hull.minus_all(sets.iter().map(|set| &set.forms[..]), stop)?.is_empty() {
        return Ok(None);
    }
    law(&hull, number.in_its_range(), stop).map(Some)
}

/// Do laws with the same divisor give the same numbers in the set, as its equations show?
fn agree(one: &Law, other: &Law, set: &Set, stop: &CancellationToken) -> Result<bool, Limit> {
    let difference = one.numerator().minus(other.numerator());
    if difference.is_zero() {
        return Ok(true);
    }
    let Some(lattice) = set.lattice(stop)? else { return Ok(false) };
    let forms = super::lower::parametrised(&lattice);
    let forms: Vec<_> = forms.iter().map(Polynomial::from).collect();
    Ok(difference.substitute(&forms).is_zero())
}

/// The law for the parameters of a set, with as few conditions as possible.
pub(super) fn law(set: &Set, number: Law, stop: &CancellationToken) -> Result<Law, Limit> {
    let case = Case::of(set.dimension, set.constraints());
    Ok((*Piece::new(case, number, &[], stop)?).clone())
}

/// The same law, with inequalities divided by what divides all their coefficients.
pub(super) fn tight(law: &Law, dimension: usize) -> Law {
    let tight = |condition: &Constraint| match condition.relation {
        Relation::Zero => condition.clone(),
        Relation::AtLeastZero => {
            let set = Set::new(dimension, std::slice::from_ref(condition));
            Constraint::at_least_zero(set.forms[0].clone())
        }
    };
    let mut law = law.clone();
    law.conditions = law.conditions.iter().map(tight).collect();
    law
}

//! What classes show together.

use crate::theorem::polynomial::Polynomial;
use crate::trace::Class;

/// Period and preperiod of the outcomes for all n >= `from` with n = `residue` modulo `modulus`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The first n, or one before it that is of another class.
    pub from: i64,
    /// How far the n are apart.
    pub modulus: i64,
    /// From 0 to `modulus` - 1.
    pub residue: i64,
    /// A period, as a polynomial in n.
    pub period: Polynomial,
    /// Is it shown to be the least one?
    pub is_least: bool,
    /// The least preperiod, if it is shown.
    pub preperiod: Option<Polynomial>,
}

/// What classes of one family show, in as few parts as possible.
///
/// Classes of one modulus become parts that all hold from one parameter on.
pub fn parts(classes: &[Class]) -> Vec<Part> {
    let part = |class: &Class| Part {
        from: class.start,
        modulus: class.step,
        residue: class.start.rem_euclid(class.step),
        period: Polynomial::from(&class.shown.period),
        is_least: class.shown.unique.is_some(),
        preperiod: class.shown.preperiod.as_ref().map(Polynomial::from),
    };
    let parts: Vec<_> = classes.iter().map(part).collect();
    match (bound(classes), classes.first()) {
        (Some(from), Some(first)) => joined(&parts, from, first.step),
        _ => parts,
    }
}

/// The n from which on the classes are all n, each of them once.
pub fn common_start(classes: &[Class]) -> Option<i64> {
    let step = classes.first()?.step;
    bound(classes).filter(|_| i64::try_from(classes.len()) == Ok(step))
}

/// The n from which on what is shown is about all n of the classes, if they are different classes
/// of one modulus.
fn bound(classes: &[Class]) -> Option<i64> {
    let step = classes.first()?.step;
    let mut residues: Vec<_> = classes.iter().map(|it| it.start.rem_euclid(step)).collect();
    residues.sort_unstable();
    let differ = residues.windows(2).all(|pair| pair[0] < pair[1]);
    let last = classes.iter().map(|it| it.start).max()?;
    (differ && classes.iter().all(|it| it.step == step)).then_some(last - step + 1)
}

/// The parts for all n from one on, with the least modulus that divides theirs.
fn joined(parts: &[Part], from: i64, most: i64) -> Vec<Part> {
    let of = |n: i64| parts.iter().find(|part| part.residue == n.rem_euclid(most));
    let said = |n: i64| of(n).map(|it| (&it.period, it.is_least, &it.preperiod));
    let repeats =
        |modulus: &i64| parts.iter().all(|part| said(part.residue) == said(part.residue + modulus));
    let divisors = (1..=most).filter(|modulus| most % modulus == 0);
    let modulus = divisors.into_iter().find(repeats).unwrap_or(most);
    let part = |residue: i64| {
        let from = from + (residue - from).rem_euclid(modulus);
        of(residue).map(|part| Part { from, modulus, residue, ..part.clone() })
    };
    let mut residues: Vec<_> = parts.iter().map(|it| it.residue % modulus).collect();
    residues.sort_unstable();
    residues.dedup();
    residues.into_iter().filter_map(part).collect()
}

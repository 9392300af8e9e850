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
/// Classes that together are all n from some one on become parts from that one on.
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
    match common_start(classes) {
        None => parts,
        Some(from) => joined(&parts, from),
    }
}

/// The n from which on the classes are all n, each of them once.
pub fn common_start(classes: &[Class]) -> Option<i64> {
    let from = classes.iter().map(|class| class.start).min()?;
    let step = i64::try_from(classes.len()).ok()?;
    let mut starts: Vec<_> = classes.iter().map(|class| class.start).collect();
    starts.sort_unstable();
    let follow = starts.iter().zip(from..).all(|(start, n)| *start == n);
    (follow && classes.iter().all(|class| class.step == step)).then_some(from)
}

/// The parts for all n from one on, with the least modulus.
fn joined(parts: &[Part], from: i64) -> Vec<Part> {
    let most = parts.len() as i64;
    let of = |n: i64| parts.iter().find(|part| part.residue == n.rem_euclid(most));
    let same = |one: &Part, other: &Part| {
        (&one.period, one.is_least, &one.preperiod)
            == (&other.period, other.is_least, &other.preperiod)
    };
    let repeats = |modulus: &i64| {
        (0..most).all(|n| of(n).zip(of(n + modulus)).is_some_and(|(one, other)| same(one, other)))
    };
    let divisors = (1..=most).filter(|modulus| most % modulus == 0);
    let modulus = divisors.into_iter().find(repeats).unwrap_or(most);
    let part = |residue| of(residue).map(|part| Part { from, modulus, residue, ..part.clone() });
    (0..modulus).filter_map(part).collect()
}

//! What classes show together.

use crate::polynomial::Polynomial;
use crate::trace::Class;
use num_integer::Integer as _;

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

/// Classes are joined if they are together at most so many of their common modulus.
const MOST: i64 = 1 << 16;

/// What classes of one family show, in as few parts as possible.
///
/// Classes become parts that all hold from one parameter on.
pub fn parts(classes: &[Class]) -> Vec<Part> {
    let part = |class: &Class| Part {
        from: class.start,
        modulus: class.step,
        residue: class.start.rem_euclid(class.step),
        period: class.shown.period.clone(),
        is_least: class.shown.unique.is_some(),
        preperiod: class.shown.preperiod.clone(),
    };
    let parts: Vec<_> = classes.iter().map(part).collect();
    match Residues::of(classes) {
        Some(residues) => joined(&parts, &residues),
        None => parts,
    }
}

/// The n from which on the classes are all n, each of them once.
pub fn common_start(classes: &[Class]) -> Option<i64> {
    let all = Residues::of(classes)?;
    (i64::try_from(all.residues.len()) == Ok(all.modulus)).then_some(all.from)
}

/// What n classes are about that have none in common.
struct Residues {
    /// The least common multiple of their moduli.
    modulus: i64,
    /// The residues of the n, in order.
    residues: Vec<i64>,
    /// The classes are about all these n from this one on.
    from: i64,
}

impl Residues {
    /// `None` if there are no classes, or two that have an n in common, or too many residues.
    fn of(classes: &[Class]) -> Option<Self> {
        let common = |all: i64, class: &Class| (all / all.gcd(&class.step)).checked_mul(class.step);
        let modulus = classes.iter().try_fold(1, common)?;
        let counts = classes.iter().map(|class| modulus / class.step);
        counts.clone().try_fold(0i64, i64::checked_add).filter(|all| (1..=MOST).contains(all))?;
        let of = |(class, count): (&Class, i64)| {
            let (residue, step) = (class.start.rem_euclid(class.step), class.step);
            (0..count).map(move |index| residue + index * step)
        };
        let mut residues: Vec<_> = classes.iter().zip(counts).flat_map(of).collect();
        residues.sort_unstable();
        let differ = residues.windows(2).all(|pair| pair[0] < pair[1]);
        let from = classes.iter().map(|it| it.start - it.step + 1).max()?;
        differ.then_some(Self { modulus, residues, from })
    }
}

/// The parts for all n from one on, with the least modulus for which that is possible.
fn joined(parts: &[Part], all: &Residues) -> Vec<Part> {
    let of = |n: i64| parts.iter().find(|part| part.residue == n.rem_euclid(part.modulus));
    let said = |n: i64| of(n).map(|it| (&it.period, it.is_least, &it.preperiod));
    let repeats = |modulus: &i64| all.residues.iter().all(|n| said(*n) == said(n + modulus));
    let divisors = (1..=all.modulus).filter(|modulus| all.modulus % modulus == 0);
    let modulus = divisors.into_iter().find(repeats).unwrap_or(all.modulus);
    let part = |residue: i64| {
        let from = all.from + (residue - all.from).rem_euclid(modulus);
        of(residue).map(|part| Part { from, modulus, residue, ..part.clone() })
    };
    let mut residues: Vec<_> = all.residues.iter().map(|it| it % modulus).collect();
    residues.sort_unstable();
    residues.dedup();
    residues.into_iter().filter_map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Shown;
    use grundy_check::affine::Affine;

    /// The period of all of the class is this number.
    fn class(start: i64, step: i64, period: i64) -> Class {
        let number = |it: i64| Polynomial::from(&Affine::constant(it));
        let (period, position) = (number(period), number(0));
        Class { start, step, shown: Shown { period, unique: Some(1), preperiod: None, position } }
    }

    fn said(classes: &[Class]) -> Vec<(i64, i64, i64)> {
        parts(classes).iter().map(|it| (it.from, it.modulus, it.residue)).collect()
    }

    #[test]
    fn classes_of_different_moduli_are_joined() {
        let classes = [class(9, 2, 5), class(12, 4, 7), class(10, 8, 7), class(14, 8, 7)];
        assert_eq!(common_start(&classes), Some(9));
        assert_eq!(said(&classes), [(10, 2, 0), (9, 2, 1)]);
        let last = class(14, 8, 5);
        let others = [&classes[..3], &[last]].concat();
        assert_eq!(said(&others).len(), 8);
        assert_eq!(common_start(&classes[..3]), None);
        assert_eq!(said(&classes[..3]).len(), 7);
    }

    #[test]
    fn classes_that_have_games_in_common_are_not_joined() {
        let classes = [class(9, 2, 5), class(13, 4, 5)];
        assert_eq!(common_start(&classes), None);
        assert_eq!(said(&classes), [(9, 2, 1), (13, 4, 1)]);
        assert_eq!(said(&[]), []);
    }

    #[test]
    fn classes_of_very_many_residues_are_not_joined() {
        let classes = [class(9, 1 << 40, 5), class(10, 2, 5)];
        assert_eq!(said(&classes), [(9, 1 << 40, 9), (10, 2, 0)]);
        let classes = [class(9, i64::MAX, 5), class(10, i64::MAX - 1, 5)];
        assert_eq!(said(&classes).len(), 2);
    }
}

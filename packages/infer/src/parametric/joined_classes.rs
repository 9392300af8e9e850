//! What classes show together.

use crate::affine::Affine;
use crate::model::Rule;
use crate::theorem::{Class, Evidence, Law, Range, Statement, joined};
use crate::trace::{self, Move};

/// The name of the parameter: traces do not keep it.
const NAME: &str = "n";

/// Period and preperiod of the games of a class from a parameter on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassCycle {
    /// The class of the games.
    pub class: Class,
    /// The first parameter, or one before it that belongs to another class.
    pub from: i64,
    /// The period; the law has no conditions of its own.
    pub period: Law,
    /// The preperiod, if one is known, likewise.
    pub preperiod: Option<Law>,
}

/// What classes of one family show, in as few pieces as possible.
///
/// Classes become pieces that all hold from one parameter on, if no two have a game in common.
pub fn pieces(classes: &[trace::Class]) -> Vec<ClassCycle> {
    let said = |class: &trace::Class| {
        let period = Law::new(class.shown.period.clone(), class.shown.unique.is_some());
        let preperiod = class.shown.preperiod.as_ref();
        let preperiod = preperiod.map(|polynomial| Law::new(polynomial.clone(), true));
        (class_of(class), (period, preperiod))
    };
    let said: Vec<_> = classes.iter().map(said).collect();
    let piece = |from, (class, (period, preperiod))| ClassCycle { class, from, period, preperiod };
    let whole = joined(&said).and_then(|all| {
        let start = i128::from(start(classes)?);
        let first = |class: Class| {
            let ahead = (i128::from(class.residue) - start).rem_euclid(class.modulus.into());
            i64::try_from(start + ahead).ok()
        };
        all.into_iter().map(|class| Some(piece(first(class.0)?, class))).collect()
    });
    let as_they_are = || said.into_iter().zip(classes).map(|(it, class)| piece(class.start, it));
    whole.unwrap_or_else(|| as_they_are().collect())
}

/// The n from which on the classes cover all n, each exactly once.
pub fn common_start(classes: &[trace::Class]) -> Option<i64> {
    let all: Vec<_> = classes.iter().map(|class| (class_of(class), ())).collect();
    joined(&all).filter(|all| all[..] == [(Class::ALL, ())]).and(start(classes))
}

/// What classes of the games with these moves show, as a statement.
pub fn statement(moves: &[Move], classes: &[trace::Class]) -> Statement {
    let is_one_game = moves.iter().all(|size| size.factor == 0);
    let written = |it: &Move| {
        let size = Affine::new(it.summand.into(), [it.factor.into()]);
        size.display(&[NAME]).to_string()
    };
    let parameters = if is_one_game { Vec::new() } else { vec![NAME.to_owned()] };
    let pieces = pieces(classes);
    let from = common_start(classes).filter(|_| !is_one_game);
    let law = |piece: &ClassCycle, law: &Law| match is_one_game {
        true => law.clone(),
        false => law.clone().from(from.unwrap_or(piece.from), vec![piece.class]),
    };
    let preperiod = |piece: &ClassCycle| Some(law(piece, piece.preperiod.as_ref()?));
    let unknown = pieces.iter().filter(|piece| piece.preperiod.is_none());
    Statement {
        range: from.map(|from| Range { least: from, from, class: Class::ALL }),
        period: pieces.iter().map(|piece| law(piece, &piece.period)).collect(),
        preperiod: pieces.iter().filter_map(preperiod).collect(),
        unknown: unknown.map(|piece| piece.class).collect(),
        evidence: vec![traced(classes, i64::MIN)],
        ..Statement::new(parameters, moves.iter().map(written).collect(), Rule::Normal)
    }
}

/// The evidence that traces show this, for a family whose games begin with `least`.
pub(crate) fn traced(classes: &[trace::Class], least: i64) -> Evidence {
    let from = common_start(classes).or_else(|| start(classes)).unwrap_or(least).max(least);
    Evidence::Trace { classes: classes.len(), from }
}

/// The n from which on all n of the residue classes belong to the classes.
fn start(classes: &[trace::Class]) -> Option<i64> {
    classes.iter().map(|class| class.start - class.step + 1).max()
}

fn class_of(class: &trace::Class) -> Class {
    Class::of(class.start, class.step)
}

#[cfg(test)]
mod tests {
    use super::{common_start, pieces};
    use crate::trace::{Class, Shown};
    use grundy_kernel::affine::Affine;

    /// A class in which all periods are this number.
    fn class(start: i64, step: i64, period: i64) -> Class {
        let number = |it: i64| crate::polynomial::Polynomial::from(&Affine::constant(it));
        let (period, position) = (number(period), number(0));
        Class { start, step, shown: Shown { period, unique: Some(1), preperiod: None, position } }
    }

    fn said(classes: &[Class]) -> Vec<(i64, i64, i64)> {
        pieces(classes).iter().map(|one| (one.from, one.class.modulus, one.class.residue)).collect()
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

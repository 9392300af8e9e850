//! What is known about the games of a family, however it was found.

use super::{ClassCycle, Family};
use crate::Integer;
use crate::affine::Affine;
use crate::polynomial::Polynomial;
use crate::runs::Cycle;
use crate::theorem::claim::sign::settled;
use crate::theorem::{Exception, Law, joined};
use std::ops::Range;

/// Period and preperiod of the games of some classes.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// What is proved about all games of these classes from [`Known::from`] on.
    pub pieces: Vec<ClassCycle>,
    /// The first parameter that they are about.
    pub from: i64,
    /// All games of these classes below, in order.
    pub exceptions: Vec<Exception>,
}

/// A game for which this was computed.
pub(super) fn computed(parameter: i64, cycle: Option<Cycle>) -> Exception {
    let is_least = cycle.as_ref().is_some_and(|cycle| cycle.is_least);
    let cycle = cycle.map(|cycle| [cycle.period, cycle.preperiod]);
    Exception { parameter, cycle, is_least, is_as_said: false }
}

impl Known {
    /// The games from `least` on, for which these are computed, in order; the pieces are right for all others.
    pub(super) fn new(mut pieces: Vec<ClassCycle>, least: i64, computed: &[Exception]) -> Self {
        let others = computed.iter().filter(|one| !is_as_said(&pieces, one));
        let from = others.map(|one| one.parameter + 1).max().unwrap_or(least).max(least);
        let mut exceptions = games(&pieces, computed, least..from);
        exceptions.iter_mut().for_each(|one| one.is_as_said = is_as_said(&pieces, one));
        pieces.iter_mut().for_each(|piece| piece.from = from);
        Self { pieces, from, exceptions }
    }

    /// What follows for misère play from this about normal play: the period is the same, a preperiod 0 stays 0, and any
    /// other one grows by the least move ([`crate::theorem::misere_play`] has the proof).
    ///
    /// A piece is right from where its least move is that of all large games and its preperiod is no longer 0 for any
    /// game; the games before are listed one by one.
    pub(super) fn misere_play(self, family: &Family) -> Self {
        let ((slope, summand), mut from) = family.least_move();
        let least = Polynomial::from(&Affine::new(summand.into(), [Integer::from(slope)]));
        let mut pieces = self.pieces.clone();
        for piece in &mut pieces {
            piece.preperiod = piece.preperiod.take().and_then(|law| {
                let polynomial = law.polynomial()?;
                if polynomial.is_zero() {
                    return Some(law);
                }
                if let Some(settled) = settled(polynomial) {
                    from = from.max(settled.to_i64().filter(|number| *number <= FARTHEST)?);
                }
                Some(Law::new(polynomial.plus(&least), law.is_least))
            });
        }
        let range = family.least()..from.max(self.from);
        let mut games = games(&self.pieces, &self.exceptions, range);
        for Exception { parameter, cycle, .. } in &mut games {
            if let Some([_, preperiod]) = cycle.as_mut().filter(|[_, it]| !it.is_zero()) {
                let least = family.sizes(*parameter).and_then(|sizes| sizes.first().copied());
                *preperiod += &least.unwrap_or(0).into();
            }
        }
        Self::new(pieces, family.least(), &games)
    }

    /// The period, in as few classes as possible.
    pub fn period(&self) -> Vec<Law> {
        self.by_classes(|piece| Some(&piece.period))
    }

    /// The preperiod, in as few classes as possible.
    pub fn preperiod(&self) -> Vec<Law> {
        self.by_classes(|piece| piece.preperiod.as_ref())
    }

    fn by_classes(&self, select: impl Fn(&ClassCycle) -> Option<&Law>) -> Vec<Law> {
        let said = |piece: &ClassCycle| Some((piece.class, select(piece)?.clone()));
        let said: Vec<_> = self.pieces.iter().filter_map(said).collect();
        let said = joined(&said).unwrap_or(said);
        said.into_iter().map(|(class, law)| law.from(self.from, vec![class])).collect()
    }

    /// Are there pieces, and are all their numbers proved to be the least ones?
    pub fn is_minimal(&self) -> bool {
        let is_least = |law: &Law| law.is_least;
        let is_minimal =
            |it: &ClassCycle| it.period.is_least && it.preperiod.as_ref().is_some_and(is_least);
        !self.pieces.is_empty() && self.pieces.iter().all(is_minimal)
    }
}

/// The greatest parameter of a game that is listed by itself.
const FARTHEST: i64 = 1 << 16;

/// The games of a range, as far as something is known: those that are computed, and what the pieces say about others.
fn games(pieces: &[ClassCycle], computed: &[Exception], range: Range<i64>) -> Vec<Exception> {
    let mut computed = computed.iter().peekable();
    let game = |parameter: i64| {
        let computed = computed.next_if(|one| one.parameter == parameter).cloned();
        computed.or_else(|| said(pieces, parameter))
    };
    range.filter_map(game).collect()
}

/// What the pieces say about the game with this parameter.
fn said(pieces: &[ClassCycle], parameter: i64) -> Option<Exception> {
    let piece = pieces.iter().find(|piece| piece.class.contains(parameter))?;
    let (period, preperiod) = (&piece.period, piece.preperiod.as_ref()?);
    let at = [Integer::from(parameter)];
    let cycle = Some([period.integer_at(&at)?, preperiod.integer_at(&at)?]);
    let is_least = period.is_least && preperiod.is_least;
    Some(Exception { parameter, cycle, is_least, is_as_said: true })
}

fn is_as_said(pieces: &[ClassCycle], one: &Exception) -> bool {
    one.cycle.is_some() && said(pieces, one.parameter).is_some_and(|said| said.cycle == one.cycle)
}

#[cfg(test)]
mod tests {
    use super::super::Class;
    use super::*;

    fn number(number: i64, is_least: bool) -> Law {
        Law::new(Polynomial::from(&Affine::constant(number)), is_least)
    }

    fn piece(modulus: i64, residue: i64, period: i64) -> ClassCycle {
        let (class, period) = (Class { modulus, residue }, number(period, true));
        ClassCycle { class, from: 0, period, preperiod: Some(number(0, true)) }
    }

    fn game(parameter: i64, period: i64, preperiod: i64) -> Exception {
        let (period, preperiod) = (period.into(), preperiod.into());
        computed(parameter, Some(Cycle { period, preperiod, is_least: true }))
    }

    fn known(computed: &[Exception]) -> Known {
        Known::new(vec![piece(2, 0, 10), piece(2, 1, 11)], 1, computed)
    }

    fn listed(known: &Known) -> Vec<(i64, Option<i64>)> {
        let number = |one: &Exception| one.cycle.as_ref().and_then(|cycle| cycle[0].to_i64());
        known.exceptions.iter().map(|one| (one.parameter, number(one))).collect()
    }

    /// Below the laws no game is left out, whether or not it agrees with them.
    #[test]
    fn all_games_below_are_listed() {
        let known = known(&[game(2, 10, 0), game(4, 7, 0)]);
        let all = [(1, Some(11)), (2, Some(10)), (3, Some(11)), (4, Some(7))];
        assert_eq!((known.from, listed(&known)), (5, all.to_vec()));
        assert!(known.exceptions.iter().all(|one| one.is_least) && known.is_minimal());
        let fit: Vec<_> = known.exceptions.iter().map(|one| one.is_as_said).collect();
        assert_eq!(fit, [true, true, true, false]);
    }

    #[test]
    fn games_that_are_as_the_laws_say_are_no_exceptions() {
        let known = known(&[game(1, 11, 0), game(2, 10, 0)]);
        assert_eq!((known.from, listed(&known)), (1, vec![]));
    }

    /// Where normal play has a preperiod of 0, misère play also has one, and otherwise it is greater by the least move.
    #[test]
    fn twins_are_later_by_the_least_move() {
        let moves = crate::lang::moves("{ n 6 2n-1 }").expect("moves").moves;
        let family = Family::new('n', &moves, 0).expect("a family");
        assert_eq!(family.least_move(), ((0, 6), 6));
        let preperiod = Polynomial::variable(0).minus(number(8, true).numerator());
        let preperiod = Law::new(preperiod, true);
        let piece = ClassCycle { preperiod: Some(preperiod), ..piece(1, 0, 5) };
        let known = |preperiod: i64, parameter: i64| game(parameter, 5, preperiod);
        let below = [
            known(3, 1),
            known(0, 2),
            known(3, 3),
            known(4, 4),
            known(4, 5),
            known(2, 6),
            known(9, 7),
        ];
        let twin = Known::new(vec![piece], 1, &below).misere_play(&family);
        let late: Vec<_> = (twin.exceptions.iter())
            .map(|one| one.cycle.as_ref().expect("known")[1].to_i64().expect("small"))
            .collect();
        // The least move is n up to 6; the preperiod n - 8 is 0 for n = 8.
        assert_eq!(late, [4, 0, 6, 8, 9, 8, 15, 0]);
        assert_eq!(said(&twin.pieces, 9).expect("said").cycle.expect("known")[1], 7.into());
    }

    /// If a game is not known, all those before it are listed, and not everything is computed.
    #[test]
    fn games_that_are_not_computed_are_told() {
        let known = known(&[game(1, 11, 0), computed(3, None)]);
        assert_eq!(listed(&known), [(1, Some(11)), (2, Some(10)), (3, None)]);
        assert!(!known.exceptions.iter().all(|one| one.is_least));
    }

    #[test]
    fn what_is_the_same_for_all_is_said_once() {
        let known = known(&[]);
        let classes = |list: Vec<Law>| list.iter().filter_map(Law::class).collect::<Vec<_>>();
        assert_eq!(classes(known.period()), [Class::of(0, 2), Class::of(1, 2)]);
        assert_eq!(classes(known.preperiod()), [Class::ALL]);
    }

    #[test]
    fn numbers_that_are_not_known_to_be_least_are_no_minimum() {
        let with = |period: bool, preperiod: Option<bool>| {
            let preperiod = preperiod.map(|is_least| number(0, is_least));
            ClassCycle { period: number(5, period), preperiod, ..piece(1, 0, 5) }
        };
        let known = |pieces: &[ClassCycle]| Known { pieces: pieces.to_vec(), ..Known::default() };
        let minimal = with(true, Some(true));
        assert!(known(std::slice::from_ref(&minimal)).is_minimal());
        assert!(!known(&[]).is_minimal());
        for other in [with(false, Some(true)), with(true, Some(false)), with(true, None)] {
            assert!(!known(&[minimal.clone(), other]).is_minimal());
        }
        // For a class without a preperiod nothing is listed.
        let odd = ClassCycle { preperiod: None, ..piece(2, 1, 11) };
        assert_eq!(listed(&Known::new(vec![odd], 1, &[game(5, 9, 0)])), [(5, Some(9))]);
    }
}

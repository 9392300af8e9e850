//! What is known of the games of a family, whatever showed it.

use super::family::Class;
use super::law::{self, Law};
use crate::accelerate::Cycle;

/// Period and preperiod of the games of some classes.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The period, by classes, of the games from [`Known::from`] on.
    pub period: Vec<Law>,
    /// Their preperiod.
    pub preperiod: Vec<Law>,
    /// Classes of which only a period is known.
    pub without_preperiod: Vec<Class>,
    /// The laws hold for all games of their classes from this parameter on.
    pub from: i64,
    /// All games of these classes below, in order.
    pub exceptions: Vec<Exception>,
}

/// A game below those that the laws are stated for.
#[derive(Clone, Debug)]
pub struct Exception {
    /// The parameter.
    pub parameter: i64,
    /// Period and preperiod, if they were found.
    pub cycle: Option<Cycle>,
}

impl Known {
    /// With the games from `least` on that are computed, in order; of all others the laws hold.
    pub(super) fn with(self, least: i64, computed: &[Exception]) -> Self {
        let others = computed.iter().filter(|one| !self.is_as_said(one));
        let from = others.map(|one| one.parameter + 1).max().unwrap_or(least).max(least);
        let mut computed = computed.iter().peekable();
        let exception = |parameter: i64| {
            computed
                .next_if(|one| one.parameter == parameter)
                .cloned()
                .or_else(|| Some(Exception { parameter, cycle: Some(self.said(parameter)?) }))
        };
        let exceptions = (least..from).filter_map(exception).collect();
        Self { from, exceptions, ..self }
    }

    /// What the laws say about the game with this parameter.
    fn said(&self, parameter: i64) -> Option<Cycle> {
        let (period, is_period_least) = law::number(&self.period, parameter)?;
        let (preperiod, is_preperiod_least) = law::number(&self.preperiod, parameter)?;
        Some(Cycle { period, preperiod, is_least: is_period_least && is_preperiod_least })
    }

    /// Is the game what the laws say?
    pub fn is_as_said(&self, one: &Exception) -> bool {
        one.cycle.as_ref().is_some_and(|cycle| {
            law::says(&self.period, one.parameter, &cycle.period)
                && law::says(&self.preperiod, one.parameter, &cycle.preperiod)
        })
    }

    /// Are there laws, and are all their numbers proved to be the least ones?
    pub fn is_minimal(&self) -> bool {
        let mut laws = self.period.iter().chain(&self.preperiod);
        !self.period.is_empty() && self.without_preperiod.is_empty() && laws.all(|it| it.is_least)
    }

    /// Are the least numbers of all games below known?
    pub fn is_computed(&self) -> bool {
        let is_known = |one: &Exception| one.cycle.as_ref().is_some_and(|it| it.is_least);
        self.exceptions.iter().all(is_known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polynomial::Polynomial;
    use num_rational::BigRational;

    fn law(modulus: i64, residue: i64, number: i64, is_least: bool) -> Law {
        let polynomial = Polynomial::constant(BigRational::from_integer(number.into()));
        Law { class: Class { modulus, residue }, polynomial, is_least }
    }

    fn computed(parameter: i64, period: i64) -> Exception {
        let cycle = Cycle { period: period.into(), preperiod: 0.into(), is_least: true };
        Exception { parameter, cycle: Some(cycle) }
    }

    fn known(computed: &[Exception]) -> Known {
        let period = vec![law(2, 0, 10, true), law(2, 1, 11, true)];
        let preperiod = vec![law(1, 0, 0, true)];
        Known { period, preperiod, ..Known::default() }.with(1, computed)
    }

    fn listed(known: &Known) -> Vec<(i64, Option<i64>)> {
        let number = |one: &Exception| one.cycle.as_ref().and_then(|it| it.period.to_i64());
        known.exceptions.iter().map(|one| (one.parameter, number(one))).collect()
    }

    /// Below the laws no game is left out, be it as they say or not.
    #[test]
    fn all_games_below_are_listed() {
        let known = known(&[computed(2, 10), computed(4, 7)]);
        let all = [(1, Some(11)), (2, Some(10)), (3, Some(11)), (4, Some(7))];
        assert_eq!((known.from, listed(&known)), (5, all.to_vec()));
        assert!(known.is_computed() && known.is_minimal());
        let fit: Vec<_> = known.exceptions.iter().map(|one| known.is_as_said(one)).collect();
        assert_eq!(fit, [true, true, true, false]);
    }

    #[test]
    fn games_that_are_as_the_laws_say_are_no_exceptions() {
        let known = known(&[computed(1, 11), computed(2, 10)]);
        assert_eq!((known.from, listed(&known)), (1, vec![]));
    }

    /// Where a game is not known all those before it are listed, and not all is computed.
    #[test]
    fn games_that_are_not_computed_are_told() {
        let known = known(&[computed(1, 11), Exception { parameter: 3, cycle: None }]);
        assert_eq!(listed(&known), [(1, Some(11)), (2, Some(10)), (3, None)]);
        assert!(!known.is_computed());
    }

    #[test]
    fn numbers_that_are_not_known_to_be_least_are_no_minimum() {
        let laws = |period: &[bool], preperiod: &[bool], without: &[Class]| Known {
            period: period.iter().map(|&it| law(1, 0, 5, it)).collect(),
            preperiod: preperiod.iter().map(|&it| law(1, 0, 0, it)).collect(),
            without_preperiod: without.to_vec(),
            ..Known::default()
        };
        assert!(laws(&[true], &[true], &[]).is_minimal());
        for known in [
            laws(&[], &[], &[]),
            laws(&[false], &[true], &[]),
            laws(&[true], &[false], &[]),
            laws(&[true], &[], &[Class::ALL]),
        ] {
            assert!(!known.is_minimal(), "{known:?}");
        }
        // Of a class without laws nothing is listed.
        let odd = Known { period: vec![law(2, 1, 11, true)], ..Known::default() };
        assert_eq!(listed(&odd.with(1, &[computed(5, 9)])), [(5, Some(9))]);
    }
}

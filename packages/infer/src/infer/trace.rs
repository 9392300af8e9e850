//! Theorems by trace, with the games below those that are proved.

use super::family::{Class, Family};
use super::law::joined;
use super::{Exception, Known, Law, small};
use crate::model::Alphabet;
use crate::polynomial::Polynomial;
use crate::threads::in_order;
use crate::uniform::{self, Move, Open, Part, Proof, Proved, Theorem, parts};

/// What is proved by trace, and what was computed besides.
#[derive(Debug)]
pub struct Traced {
    /// What is proved.
    pub theorem: Theorem,
    /// What is known by that and by the games that are computed.
    pub known: Known,
}

impl Traced {
    /// Are all games that were asked for proved from some parameter on, with least numbers?
    pub fn is_proved(&self) -> bool {
        self.theorem.open.is_empty() && self.known.is_minimal()
    }
}

/// The moves of a family as proofs by trace have them, in their order for large parameters.
pub fn moves(family: &Family) -> Vec<Move> {
    let one = |(factor, summand)| Move { factor, summand };
    let mut moves: Vec<_> = family.moves(Class::ALL).map(one).collect();
    moves.sort_unstable_by_key(|it| (it.factor, it.summand));
    moves
}

/// Finds a proof by trace, and computes the games below, each in at most as many steps as a game of the
/// proof may take.
///
/// # Errors
/// How far the last attempt came.
pub fn by_trace(family: &Family, options: &uniform::Options<'_>) -> Result<Traced, Open> {
    let theorem = uniform::theorem(&moves(family), family.least(), options)?;
    let parts = parts(&theorem.classes());
    let has_combs = |it: &Proved| match &it.proof {
        Proof::Trace(trace) => !trace.combs.is_empty(),
        Proof::Picture(_) => true,
    };
    let combs = theorem.classes.iter().any(has_combs);
    let games = below(family, &parts, combs, options);
    let known = laws(&parts).with(family.least(), &games);
    Ok(Traced { theorem, known })
}

/// What is shown of each part.
fn laws(parts: &[Part]) -> Known {
    let mut known = Known::default();
    for Part { modulus, residue, period, is_least, preperiod, .. } in parts {
        let class = Class { modulus: *modulus, residue: *residue };
        let law = |polynomial: &Polynomial, is_least| {
            let polynomial = polynomial.clone();
            Law { class, polynomial, is_least }
        };
        known.period.push(law(period, *is_least));
        match preperiod {
            Some(preperiod) => known.preperiod.push(law(preperiod, true)),
            None => known.without_preperiod.push(class),
        }
    }
    let Known { period, preperiod, .. } = known;
    Known { period: joined(period), preperiod: joined(preperiod), ..known }
}

/// The games below some parts.
///
/// They are computed, with or without combs, from both ends, up to the first one that is not found
/// within the limits: where one is too long its neighbours are.
fn below(
    family: &Family,
    parts: &[Part],
    combs: bool,
    options: &uniform::Options<'_>,
) -> Vec<Exception> {
    let last = parts.iter().map(|part| part.from).max().unwrap_or(0);
    let missing = |n: &i64| {
        parts.iter().any(|part| n.rem_euclid(part.modulus) == part.residue && *n < part.from)
    };
    let mut games: Vec<_> = (family.least()..last)
        .filter(missing)
        .map(|parameter| Exception { parameter, cycle: None })
        .collect();
    let cycle = |parameter: i64| {
        options.tell(uniform::Progress::Game { parameter, steps: 0 });
        let steps = options.steps.max(options.long).max(small::STEPS);
        let found = small::cycle(family, parameter, Alphabet::Outcome, steps, combs, &options.stop);
        // A stop, too, leaves the game unknown.
        found.unwrap_or_default()
    };
    let compute = |games: Vec<&mut Exception>| {
        let parameters: Vec<_> = games.iter().map(|one| one.parameter).collect();
        let mut games = games.into_iter();
        in_order(parameters.into_iter(), &options.threads, cycle, |found| {
            let one = games.next().ok_or(())?;
            one.cycle = found;
            one.cycle.as_ref().map(|_| ()).ok_or(())
        })
    };
    if compute(games.iter_mut().rev().collect()).is_err() {
        // This ends where the other way ended.
        let _ = compute(games.iter_mut().take_while(|one| one.cycle.is_none()).collect());
    }
    games
}

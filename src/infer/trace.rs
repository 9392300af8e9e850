//! Theorems by trace, with the games below those that are proved.

use super::family::{Class, Family};
use super::{Exception, Law, law, small};
use crate::model::Alphabet;
use crate::threads::in_order;
use crate::uniform::{self, Move, Open, Part, Proof, Proved, Theorem, parts};

/// What is proved by trace, and what was computed besides.
#[derive(Debug)]
pub struct Traced {
    /// What is proved.
    pub theorem: Theorem,
    /// Period and preperiod, each part from where nothing contradicts it.
    pub parts: Vec<Part>,
    /// The games of these parts below.
    pub exceptions: Vec<Exception>,
}

impl Traced {
    /// Are all games proved that were asked for, with least numbers?
    pub fn is_whole(&self) -> bool {
        let is_least = |part: &Part| part.is_least && part.preperiod.is_some();
        self.theorem.open.is_empty() && self.parts.iter().all(is_least)
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
    let mut parts = parts(&theorem.classes());
    let has_combs = |it: &Proved| match &it.proof {
        Proof::Trace(trace) => !trace.combs.is_empty(),
        Proof::Picture(_) => true,
    };
    let combs = theorem.classes.iter().any(has_combs);
    let exceptions = below(family, &mut parts, combs, options);
    Ok(Traced { theorem, parts, exceptions })
}

/// The games below some parts; where they are as the parts say these begin earlier.
///
/// They are computed, with or without combs, from both ends, up to the first one that is not found
/// within the limits: where one is too long its neighbours are.
fn below(
    family: &Family,
    parts: &mut [Part],
    combs: bool,
    options: &uniform::Options<'_>,
) -> Vec<Exception> {
    let part_of = |parts: &[Part], n: i64| {
        parts.iter().position(|part| n.rem_euclid(part.modulus) == part.residue)
    };
    let last = parts.iter().map(|part| part.from).max().unwrap_or(0);
    let missing = |n: &i64| part_of(parts, *n).is_some_and(|which| *n < parts[which].from);
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
    let is_law = |one: &Exception| {
        let (Some(which), Some(cycle)) = (part_of(parts, one.parameter), &one.cycle) else {
            return false;
        };
        let Part { modulus, residue, period, preperiod, .. } = &parts[which];
        let class = Class { modulus: *modulus, residue: *residue };
        let says = |polynomial: &crate::theorem::polynomial::Polynomial, number| {
            let law = Law { class, polynomial: polynomial.clone() };
            law::says(&[law], one.parameter, number)
        };
        let preperiod = preperiod.as_ref();
        says(period, &cycle.period) && preperiod.is_some_and(|it| says(it, &cycle.preperiod))
    };
    let from = games
        .iter()
        .rposition(|one| !is_law(one))
        .map_or(family.least(), |last| games[last].parameter + 1);
    games.retain(|one| one.parameter < from);
    for part in parts {
        let from = from + (part.residue - from).rem_euclid(part.modulus);
        part.from = part.from.min(from);
    }
    games
}

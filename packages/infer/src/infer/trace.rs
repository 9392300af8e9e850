//! Theorems by trace, with the games below those that are proved.

use super::{
    Class, Evidence, Exception, Family, Known, Open, Options, Piece, Progress, Reason, Theorem,
    small,
};
use crate::model::Alphabet;
use crate::threads::in_order;
use crate::uniform::{self, Move, Proof, Proved, pieces};

/// The moves of a family as proofs by trace have them, in their order for large parameters.
pub fn moves(family: &Family) -> Vec<Move> {
    let one = |(factor, summand)| Move { factor, summand };
    let mut moves: Vec<_> = family.moves(Class::ALL).map(one).collect();
    moves.sort_unstable_by_key(|it| (it.factor, it.summand));
    moves
}

/// Finds a proof by trace, at last a long one if so, and computes the games below, each in at most as many
/// steps as a game of the proof may take.
pub(super) fn by_trace(family: &Family, options: &Options<'_>, is_long: bool) -> Theorem {
    let told = |progress| options.tell(Progress::Trace(progress));
    let limits = uniform::Options::default();
    let long = if is_long { limits.long.min(options.work) } else { 0 };
    let limits = uniform::Options {
        modulus: options.class.modulus,
        residue: options.class.residue,
        steps: limits.steps.min(options.work),
        work: limits.work.min(options.work),
        long,
        threads: options.threads.clone(),
        stop: options.stop.clone(),
        progress: Some(&told),
        ..limits
    };
    let none = Theorem {
        family: family.clone(),
        class: options.class,
        values: options.values,
        known: Known::default(),
        evidence: Evidence::Descriptions(Vec::new()),
        open: Vec::new(),
        untraced: None,
    };
    if options.values != Alphabet::Outcome {
        let open = vec![Open { class: options.class, reason: Reason::Values }];
        return Theorem { open, ..none };
    }
    let theorem = match uniform::theorem(&moves(family), family.least(), &limits) {
        Ok(theorem) => theorem,
        Err(open) => return Theorem { untraced: Some(open), ..none },
    };
    let pieces = pieces(&theorem.classes());
    let has_combs = |it: &Proved| match &it.proof {
        Proof::Trace(trace) => !trace.combs.is_empty(),
        Proof::Picture(_) => true,
    };
    let combs = theorem.classes.iter().any(has_combs);
    let games = below(family, &pieces, combs, &limits);
    let known = Known::new(pieces, family.least(), &games);
    let open = |open: &uniform::Open| {
        let class = Class::of(open.parameter, theorem.modulus);
        Open { class, reason: Reason::Untraced(open.clone()) }
    };
    let open = theorem.open.iter().map(open).collect();
    Theorem { known, open, evidence: Evidence::Traces(theorem), ..none }
}

/// The games below some pieces.
///
/// They are computed, with or without combs, from both ends, up to the first one that is not found
/// within the limits: where one is too long its neighbours are.
fn below(
    family: &Family,
    pieces: &[Piece],
    combs: bool,
    options: &uniform::Options<'_>,
) -> Vec<Exception> {
    let last = pieces.iter().map(|piece| piece.from).max().unwrap_or(0);
    let missing = |n: &i64| pieces.iter().any(|piece| piece.class.contains(*n) && *n < piece.from);
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

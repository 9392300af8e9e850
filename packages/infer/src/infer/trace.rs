//! Theorems by trace, with the games below those that are proved.

use super::{
    Class, ClassCycle, Family, Known, Open, Options, Progress, Proofs, Theorem, known::computed,
    small_parameters,
};
use crate::model::Rule;
use crate::parametric::{self, Move, Proof, ShownClass, pieces};
use crate::theorem::Exception;
use crate::threads::in_order;

/// The moves of a family in the form for proofs by trace, in their order for large parameters.
pub(super) fn moves(family: &Family) -> Vec<Move> {
    let one = |(factor, summand)| Move { factor, summand };
    let mut moves: Vec<_> = family.moves(Class::ALL).map(one).collect();
    moves.sort_unstable_by_key(|size| (size.factor, size.summand));
    moves
}

/// The limits of the search for proofs by trace.
pub(super) fn limits<'o>(
    options: &Options<'_>,
    told: &'o (dyn Fn(parametric::ParametricProgress) + Sync),
) -> parametric::ParametricOptions<'o> {
    let limits = parametric::ParametricOptions::default();
    parametric::ParametricOptions {
        modulus: options.class.modulus,
        residue: options.class.residue,
        steps: limits.steps.min(options.work),
        work: limits.work.min(options.work),
        long: limits.long.min(options.work),
        threads: options.threads.clone(),
        stop: options.stop.clone(),
        progress: Some(told),
        ..limits
    }
}

/// What is known by traces, with the games below, each computed in at most this number of steps.
pub(super) fn completed(
    family: &Family,
    options: &Options<'_>,
    found: Result<parametric::ParametricTheorem, Open>,
    steps: u64,
) -> Theorem {
    let none = Theorem {
        family: family.clone(),
        class: options.class,
        rule: options.rule,
        known: Known::default(),
        evidence: Proofs::Descriptions(Vec::new()),
        open: Vec::new(),
        untraced: None,
        attempts: Vec::new(),
    };
    let theorem = match found {
        Ok(theorem) => theorem,
        Err(open) => return Theorem { untraced: Some(open), ..none },
    };
    let pieces = pieces(&theorem.classes());
    let has_combs = |it: &ShownClass| match &it.proof {
        Proof::Trace(trace) => !trace.combs.is_empty(),
        Proof::Diagram(_) => true,
    };
    let combs = theorem.classes.iter().any(has_combs);
    let games = below(family, &pieces, combs, steps.max(small_parameters::STEPS), options);
    let known = Known::new(pieces, family.least(), &games);
    let known = if options.rule == Rule::Misere { known.misere_play(family) } else { known };
    let class = |open: &Open| (Class::of(open.parameter, theorem.modulus), open.clone());
    let open = theorem.open.iter().map(class).collect();
    Theorem { known, open, evidence: Proofs::Traces(theorem), ..none }
}

/// The games below some pieces.
///
/// They are computed, with or without combs, from both ends, up to the first one that is not found within the limits:
/// where one takes too long, so do its neighbours.
fn below(
    family: &Family,
    pieces: &[ClassCycle],
    combs: bool,
    steps: u64,
    options: &Options<'_>,
) -> Vec<Exception> {
    let last = pieces.iter().map(|piece| piece.from).max().unwrap_or(0);
    let missing = |n: &i64| pieces.iter().any(|piece| piece.class.contains(*n) && *n < piece.from);
    let mut games: Vec<_> =
        (family.least()..last).filter(missing).map(|parameter| computed(parameter, None)).collect();
    let cycle = |parameter: i64| {
        options.tell(Progress::Compute(parameter));
        let found =
            small_parameters::cycle(family, parameter, Rule::Normal, steps, combs, &options.stop);
        // A stop also leaves the game unknown.
        found.unwrap_or_default()
    };
    let compute = |games: Vec<&mut Exception>| {
        let parameters: Vec<_> = games.iter().map(|one| one.parameter).collect();
        let mut games = games.into_iter();
        in_order(parameters.into_iter(), &options.threads, cycle, |found| {
            let one = games.next().ok_or(())?;
            *one = computed(one.parameter, found);
            one.cycle.as_ref().map(|_| ()).ok_or(())
        })
    };
    if compute(games.iter_mut().rev().collect()).is_err() {
        // This ends where the other direction ended.
        let _ = compute(games.iter_mut().take_while(|one| one.cycle.is_none()).collect());
    }
    games
}

//! Going through the games of a statement.

use super::{Body, Case, Failure, Statement, replay};
use crate::limit::{Limit, Stop};
use rayon::prelude::*;

/// So many games are looked at together.
const BATCH: usize = 1 << 12;

/// What was found out about a statement up to a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every game up to the bound was computed and agrees.  This is no proof.
    Holds,
    /// A game fails.
    Refuted,
    /// No game that was computed fails, but some were not computed.
    Undecided,
    /// There is no game up to the bound.
    Vacuous,
}

impl Verdict {
    /// The words for it in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Refuted => "refuted",
            Self::Undecided => "undecided",
            Self::Vacuous => "vacuous",
        }
    }
}

/// The result of checking a statement.
#[derive(Debug)]
pub struct Checked {
    /// The statement.
    pub statement: &'static Statement,
    /// The bound up to which it was checked, or was to be.
    pub bound: u64,
    /// The number of games, or of positions, that were computed and compared.  For a refuted
    /// statement those up to the counterexample.
    pub checked: u64,
    /// The smallest counterexample: the game, if it is one of finitely many moves, and the
    /// difference.
    pub counterexample: Option<(Option<Case>, Failure)>,
    /// The games that were not decided before the counterexample, or at all.
    pub undecided: Option<Undecided>,
}

/// What a limit left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undecided {
    /// The limit.
    pub limit: Limit,
    /// The first game that was begun and left open.
    pub first: Option<Case>,
}

impl Checked {
    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        match (&self.counterexample, &self.undecided, self.checked) {
            (Some(_), ..) => Verdict::Refuted,
            (None, Some(_), _) => Verdict::Undecided,
            (None, None, 0) => Verdict::Vacuous,
            (None, None, _) => Verdict::Holds,
        }
    }
}

/// Checks a statement for all games up to the bound, from the smallest on, up to the first that
/// fails.
///
/// The games are compared in batches by several threads; the result does not depend on their
/// number.  After a stop nothing more is begun.
///
/// # Panics
///
/// When the plain rule does not confirm a counterexample, which would be a bug of this crate.
pub fn check(statement: &'static Statement, bound: u64, stop: &Stop) -> Checked {
    let mut result =
        Checked { statement, bound, checked: 0, counterexample: None, undecided: None };
    match statement.body {
        Body::Positions(first_difference) => match first_difference(bound, stop) {
            Ok(None) => result.checked = bound,
            Ok(Some(failure)) => result.counterexample = Some((None, failure)),
            Err(limit) => result.undecided = Some(Undecided { limit, first: None }),
        },
        Body::Games { at, compare } => {
            let mut cases = (1..=bound).take_while(|_| !stop.requested()).flat_map(at).peekable();
            while cases.peek().is_some() && result.counterexample.is_none() {
                let batch: Vec<Case> = cases.by_ref().take(BATCH).collect();
                let found: Vec<_> =
                    batch.par_iter().with_max_len(1).map(|case| compare(case, stop)).collect();
                record(&mut result, batch, found, stop);
            }
            // The games that come after a stop were not even looked at.
            if stop.requested() && result.counterexample.is_none() {
                let open = Undecided { limit: Limit::Stopped, first: None };
                result.undecided.get_or_insert(open);
            }
        }
    }
    result
}

fn record(
    result: &mut Checked,
    batch: Vec<Case>,
    found: Vec<Result<Option<Failure>, Limit>>,
    stop: &Stop,
) {
    for (case, found) in batch.into_iter().zip(found) {
        match found {
            Ok(None) => result.checked += 1,
            Ok(Some(failure)) => {
                result.checked += 1;
                assert!(
                    replay::confirms(&case, &failure, stop),
                    "the plain rule does not confirm that the {} of {} is {}",
                    failure.quantity,
                    case.moves,
                    failure.computed,
                );
                result.counterexample = Some((Some(case), failure));
                return;
            }
            Err(limit) => {
                result.undecided.get_or_insert(Undecided { limit, first: Some(case) });
            }
        }
    }
}

//! Going through the games of a statement.

use super::case::CaseError;
use super::claim::{StatementComparison, compare};
use super::{Failure, GamesKind, Statement, StatementCase, infinite, replay};
use crate::limit::{CancellationToken, Limit};
use crate::sequence::MOVES;
use rayon::prelude::*;

/// The number of games that are examined together.
const BATCH: usize = 1 << 12;

grundy_language::named! {
    /// What was found about a statement up to a bound.
    BoundedVerdict {
        /// Every game up to the bound was computed and agrees.  This is not a proof.
        Holds: "holds";
        /// A game fails.
        Refuted: "refuted";
        /// No game that was computed fails, but some were not computed.
        Undecided: "undecided";
        /// There is no game up to the bound.
        Vacuous: "vacuous";
    }
}

/// The result of checking a statement.
#[derive(Debug)]
pub struct Checked<'a> {
    /// The statement.
    pub statement: &'a Statement,
    /// The bound up to which it was checked, or was to be.
    pub bound: u64,
    /// The number of games, or of positions, that were computed and compared.  For a refuted statement, those up to the
    /// counterexample.
    pub checked: u64,
    /// The smallest counterexample: the game, if it is one of finitely many moves, and the
    /// difference.
    pub counterexample: Option<(Option<StatementCase>, Failure)>,
    /// The games that were not decided before the counterexample, or at all.
    pub undecided: Option<Undecided>,
}

/// What a limit left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undecided {
    /// The limit.
    pub limit: Limit,
    /// The first game that was begun and left open.
    pub first: Option<StatementCase>,
}

impl Checked<'_> {
    /// The verdict.
    pub fn verdict(&self) -> BoundedVerdict {
        match (&self.counterexample, &self.undecided, self.checked) {
            (Some(_), ..) => BoundedVerdict::Refuted,
            (None, Some(_), _) => BoundedVerdict::Undecided,
            (None, None, 0) => BoundedVerdict::Vacuous,
            (None, None, _) => BoundedVerdict::Holds,
        }
    }
}

/// Checks a statement for all games up to the bound, from the smallest on, up to the first that
/// fails.
///
/// The games are compared in batches by several threads; the result does not depend on their number.  After a stop
/// nothing new is begun.
///
/// # Panics
///
/// When the plain rule does not confirm a counterexample, which would be a bug of this crate.
pub fn check<'a>(statement: &'a Statement, bound: u64, stop: &CancellationToken) -> Checked<'a> {
    let mut result =
        Checked { statement, bound, checked: 0, counterexample: None, undecided: None };
    if let GamesKind::Infinite(moves) = &statement.kind {
        match infinite::first_difference(statement, moves, bound, stop) {
            Ok((checked, None)) => result.checked = checked,
            Ok((_, Some(failure))) => result.counterexample = Some((None, failure)),
            Err(limit) => result.undecided = Some(Undecided { limit, first: None }),
        }
        return result;
    }
    let values = (1..=bound).take_while(|_| !stop.requested());
    let mut cases = values.flat_map(|at| statement.games(at)).peekable();
    while cases.peek().is_some() && result.counterexample.is_none() {
        let batch: Vec<_> = cases.by_ref().take(BATCH).collect();
        let compared = |case: &Result<StatementCase, CaseError>| match case {
            Ok(case) => compare(statement, case, stop),
            Err(CaseError::Wrong(failure)) => Ok(StatementComparison::Differs(failure.clone())),
            Err(CaseError::TooLarge) => Err(MOVES),
        };
        let found: Vec<_> = batch.par_iter().with_max_len(1).map(compared).collect();
        record(&mut result, batch, found, stop);
    }
    // The games after a stop were not even examined.
    if stop.requested() && result.counterexample.is_none() {
        let open = Undecided { limit: Limit::STOPPED, first: None };
        result.undecided.get_or_insert(open);
    }
    result
}

fn record(
    result: &mut Checked<'_>,
    batch: Vec<Result<StatementCase, CaseError>>,
    found: Vec<Result<StatementComparison, Limit>>,
    stop: &CancellationToken,
) {
    for (case, found) in batch.into_iter().zip(found) {
        let case = case.ok();
        match found {
            Ok(StatementComparison::NotMeant) => {}
            Ok(StatementComparison::Agrees) => result.checked += 1,
            Ok(StatementComparison::Differs(failure)) => {
                result.checked += 1;
                if let Some(case) = &case {
                    assert!(
                        replay::confirms(case, &failure, stop),
                        "the plain rule does not confirm that the {} of {} is {}",
                        failure.quantity,
                        case.moves,
                        failure.computed,
                    );
                }
                result.counterexample = Some((case, failure));
                return;
            }
            Err(limit) => {
                result.undecided.get_or_insert(Undecided { limit, first: case });
            }
        }
    }
}

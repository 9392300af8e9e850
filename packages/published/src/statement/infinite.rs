//! Games whose moves are a named set, up to a bound.

use super::{Claim, Failure, Statement};
use crate::Integer;
use crate::formula::Condition;
use crate::limit::{CancellationToken, Limit};
use crate::model::Rule;
use crate::sequence::MoveSet;

/// The first position below the bound that contradicts the statement, and the number of positions that were compared
/// with it.
pub(super) fn first_difference(
    statement: &Statement,
    moves: &MoveSet,
    bound: u64,
    stop: &CancellationToken,
) -> Result<(u64, Option<Failure>), Limit> {
    stop.check()?;
    let mut compared = bound;
    let count = usize::try_from(bound).map_err(|_| Limit::POSITIONS)?;
    for claim in &statement.claims {
        let failure = match claim {
            Claim::Lost(is) => {
                let won = moves.values(Rule::Normal, 0, count, stop)?;
                lost(&won, statement.when.as_ref(), is)
            }
            Claim::First(first) => {
                let values = moves.values(Rule::Mex, 0, count, stop)?;
                let (end, failure) = first_of_values(&values, first);
                compared = compared.min(end);
                failure
            }
            _ => None,
        };
        if failure.is_some() {
            return Ok((compared, failure));
        }
    }
    Ok((compared, None))
}

/// The first position covered by the statement that is lost and should not be, or the other way round.
fn lost(won: &[u32], when: Option<&Condition>, is: &Condition) -> Option<Failure> {
    won.iter().enumerate().find_map(|(position, &won)| {
        let at = [('x', Integer::from(position))];
        let name = |lost: bool| if lost { "lost" } else { "won" };
        let place = |what| format!("position {position} is {what}");
        let claimed = match when.map_or(Ok(true), |when| when.holds(&at)) {
            Ok(false) => return None,
            Ok(true) => is.holds(&at),
            Err(fault) => Err(fault),
        };
        let is_lost = won == 0;
        match claimed {
            Ok(claimed) if claimed == is_lost => None,
            Ok(claimed) => {
                Some(Failure::plain("outcome", place(name(claimed)), place(name(is_lost))))
            }
            Err(fault) => {
                let why = format!("{fault} for x = {position}");
                Some(Failure::plain("statement", "a value for each position", why))
            }
        }
    })
}

/// The first place where a Grundy value occurs for the first time and should not, and the number of positions before
/// the first value greater than those in the list.
fn first_of_values(values: &[u32], first: &[u64]) -> (u64, Option<Failure>) {
    // The values so far are those below this: no mex of them is greater.
    let mut seen = 0;
    for (position, &value) in (0_u64..).zip(values) {
        let index = value as usize;
        let claimed = first.get(index).copied();
        if index >= seen && claimed != Some(position) {
            let claimed = match claimed {
                Some(first) => format!("value {index} first at {first}"),
                // The source says nothing about greater values.
                None => return (position, None),
            };
            let computed = format!("value {index} at {position}");
            let failure = Failure::plain("first position of a value", claimed, computed);
            return (position, Some(failure));
        }
        seen = seen.max(index + 1);
    }
    let count = values.len() as u64;
    let overdue = first.get(seen).filter(|&&first| first < count);
    let failure = overdue.map(|first| {
        let claimed = format!("value {seen} first at {first}");
        Failure::plain("first position of a value", claimed, "not there")
    });
    (count, failure)
}

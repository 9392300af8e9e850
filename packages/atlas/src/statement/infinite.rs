//! Games with infinitely many moves, as far as a bound reaches.

use super::{Claim, Failure, Infinite, Statement};
use crate::Integer;
use crate::formula::Condition;
use crate::limit::{CancellationToken, Limit};
use crate::model::{Value, ValueSet};
use crate::sequence::MOVES;

/// The most moves for which Grundy values are computed; all of them are below 128.
const MOST_MOVES: usize = 127;

/// The first position below the bound that contradicts the statement, and how many positions were
/// compared with it.
pub fn first_difference(
    statement: &Statement,
    kind: Infinite,
    bound: u64,
    stop: &CancellationToken,
) -> Result<(u64, Option<Failure>), Limit> {
    let mut compared = bound;
    let count = usize::try_from(bound).map_err(|_| Limit::POSITIONS)?;
    let moves = moves(kind, count);
    for claim in &statement.claims {
        let failure = match claim {
            Claim::Lost(is) => lost(&moves, statement.when.as_ref(), is, count, stop)?,
            Claim::First(first) => {
                let (end, failure) = first_of_values(&moves, first, count, stop)?;
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

/// The moves below `count`.
fn moves(kind: Infinite, count: usize) -> Vec<usize> {
    let fibonacci = std::iter::successors(Some((1, 2)), |&(one, next)| Some((next, one + next)));
    match kind {
        Infinite::Squares => {
            (1..).map(|root: usize| root * root).take_while(|&size| size < count).collect()
        }
        Infinite::Fibonacci => {
            fibonacci.map(|(one, _)| one).take_while(|&size| size < count).collect()
        }
    }
}

/// The first position of which the statement speaks that is lost and should not be, or the other
/// way round.
///
/// A position is won exactly when it is a move above a losing one, so that each losing position
/// marks the won ones above it.
fn lost(
    moves: &[usize],
    when: Option<&Condition>,
    is: &Condition,
    count: usize,
    stop: &CancellationToken,
) -> Result<Option<Failure>, Limit> {
    let mut won = vec![false; count];
    for position in 0..count {
        if !won[position] {
            stop.check()?;
            let above = moves.iter().map(|size| position + size);
            for target in above.take_while(|&target| target < count) {
                won[target] = true;
            }
        }
        let at = [('x', Integer::from(position))];
        let name = |lost: bool| if lost { "lost" } else { "won" };
        let place = |what| format!("position {position} is {what}");
        let claimed = match when.map_or(Ok(true), |when| when.holds(&at)) {
            Ok(false) => continue,
            Ok(true) => is.holds(&at),
            Err(fault) => Err(fault),
        };
        match claimed {
            Ok(claimed) if claimed != won[position] => {}
            Ok(claimed) => {
                let computed = place(name(!won[position]));
                return Ok(Some(Failure::plain("outcome", place(name(claimed)), computed)));
            }
            Err(fault) => {
                let why = format!("{fault} for x = {position}");
                return Ok(Some(Failure::plain("statement", "a value for each position", why)));
            }
        }
    }
    Ok(None)
}

/// The first place where a Grundy value stands for the first time and should not, and how many
/// positions stand before the first greater value than those in the list.
fn first_of_values(
    moves: &[usize],
    first: &[u64],
    count: usize,
    stop: &CancellationToken,
) -> Result<(u64, Option<Failure>), Limit> {
    let mut values: Vec<Value> = Vec::with_capacity(count);
    // The values so far are those below this: no mex of them is greater.
    let mut seen = 0;
    for position in 0..count {
        if position.is_multiple_of(1 << 16) {
            stop.check()?;
        }
        let mut options = ValueSet::default();
        let below = moves.partition_point(|&size| size <= position);
        if below > MOST_MOVES {
            return Err(MOVES);
        }
        for size in &moves[..below] {
            options.insert(values[position - size]);
        }
        let value = options.mex();
        values.push(value);
        let index = usize::from(value.0);
        let claimed = first.get(index).copied();
        let here = claimed == Some(position as u64);
        if index >= seen && !here {
            let claimed = match claimed {
                Some(first) => format!("value {index} first at {first}"),
                // The source says nothing of greater values.
                None => return Ok((position as u64, None)),
            };
            let computed = format!("value {index} at {position}");
            let failure = Failure::plain("first position of a value", claimed, computed);
            return Ok((position as u64, Some(failure)));
        }
        seen = seen.max(index + 1);
    }
    let overdue = first.get(seen).filter(|&&first| first < count as u64);
    let failure = overdue.map(|first| {
        let claimed = format!("value {seen} first at {first}");
        Failure::plain("first position of a value", claimed, "not there")
    });
    Ok((count as u64, failure))
}

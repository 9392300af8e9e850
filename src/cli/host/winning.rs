//! What decides which moves of a game win at some positions.

use super::values::values;
use super::{Control, Failure};
use crate::cli::flags::game::{AskedGame, GameArguments};
use grundy_check::Integer;
use grundy_core::limit::Limit;
use grundy_report::report::sequence::Subject;
use grundy_sequence::{MOVES, MoveSet, Rule};

/// So many positions are computed for one answer.
const MOST_POSITIONS: u64 = 1 << 27;

/// So many moves are looked at, over all positions.
const MOST_OPTIONS: u64 = 1 << 28;

/// What is lost among some positions and those before them.
pub struct KnownLosses {
    /// The game.
    pub subject: Subject,
    /// The moves that the positions have, in increasing order.
    pub moves: Vec<u64>,
    /// Is a position there, and lost?  As many positions before the first one as the greatest move takes, and then all.
    pub lost: Vec<bool>,
}

/// What is lost among `count` positions from this one on, and among as many before as the greatest move takes.
pub fn known(
    game: &GameArguments,
    from: &Integer,
    count: u64,
    control: &Control,
) -> Result<KnownLosses, Failure> {
    let asked = game.asked().map_err(Failure::usage)?;
    let subject = asked.subject.clone();
    if !matches!(subject.rule, Rule::Normal | Rule::Misere | Rule::Mex) {
        let message = "winning moves exist only in normal and misère play";
        return Err(Failure::usage(message));
    }
    let set = game.set().map_err(Failure::usage)?;
    let moves = match &set {
        Some(set) => members(set, from, count),
        None => sizes(&subject, count),
    };
    let moves = moves.map_err(|limit| {
        let moves = subject.moves();
        control.ended_early(limit, format!("no winning moves of {moves} are computed"))
    })?;
    let greatest = moves.last().copied().unwrap_or(0);
    let first = from - &Integer::from(greatest);
    let lost = lost(asked, &first, greatest + count, control)?;
    Ok(KnownLosses { subject, moves, lost })
}

/// The moves of a set without end that positions below the last one can have.
fn members(set: &MoveSet, from: &Integer, count: u64) -> Result<Vec<u64>, Limit> {
    let end = (from + &Integer::from(count)).to::<u64>();
    let end = end.filter(|&end| end <= MOST_POSITIONS).ok_or(Limit::POSITIONS)?;
    let end = usize::try_from(end).map_err(|_| Limit::POSITIONS)?;
    let members: Vec<u64> = set.below(end).iter().map(|size| size as u64).collect();
    let options = count.checked_mul(members.len() as u64);
    options.filter(|&options| options <= MOST_OPTIONS).map(|_| members).ok_or(MOVES)
}

/// The moves one by one, unless they or the positions are too many.
fn sizes(subject: &Subject, count: u64) -> Result<Vec<u64>, Limit> {
    let number = subject.ranges.iter().try_fold(0_u64, |sum, (first, last)| {
        sum.checked_add(last.checked_sub(*first)?.checked_add(1)?)
    });
    let options = number.and_then(|number| number.checked_mul(count));
    options.filter(|&options| options <= MOST_OPTIONS).ok_or(MOVES)?;
    let positions = subject.greatest().checked_add(count);
    positions.filter(|&positions| positions <= MOST_POSITIONS).ok_or(Limit::POSITIONS)?;
    Ok(subject.ranges.iter().flat_map(|&(first, last)| first..=last).collect())
}

/// Is each of these positions there, and lost?  The first one may be below 0.
fn lost(
    asked: AskedGame,
    first: &Integer,
    count: u64,
    control: &Control,
) -> Result<Vec<bool>, Failure> {
    let too_many = |_| control.ended_early(Limit::POSITIONS, "no winning moves are computed");
    let count = usize::try_from(count).map_err(too_many)?;
    let below = -first;
    let below = below.to::<usize>().unwrap_or(0).min(count);
    let start = asked.subject.start.clone().unwrap_or_default();
    // The value of position -1 is the last one of the word.
    let before = |back: usize| {
        let last = (back - 1).checked_rem(start.len())?;
        start.iter().rev().nth(last).map(|value| value.0 == 0)
    };
    let mut lost: Vec<bool> = (1..=below).rev().map(|back| before(back).unwrap_or(false)).collect();
    let from = if below > 0 { Integer::ZERO } else { first.clone() };
    let found = values(asked, &from, count - below, control)?;
    lost.append(&mut found.zeros());
    Ok(lost)
}

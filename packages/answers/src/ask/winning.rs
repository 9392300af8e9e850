//! The moves that win at positions of one game, and their period; the values to which the moves lead.

use super::{Ask, Control, Game, OneOf, Refused};
use crate::Integer;
use crate::limit::{CancellationToken, Limit};
use crate::report::options::OptionsPiece;
use crate::report::sequence::Subject;
use crate::report::winning::{WinningCycle, WinningPiece};
use crate::report::written::Writing;
use crate::runs::Cycle;
use crate::sequence::{MOVES, MoveSet, Packed, Rule, winning_preperiod};
use grundy_output::question;

/// The most positions that are computed for one answer.
const MOST_POSITIONS: u64 = 1 << 27;

/// The most moves that are looked at, over all positions.
const MOST_OPTIONS: u64 = 1 << 28;

/// The number of positions shown if the question has no count.
const SHOWN: u64 = 50;

/// Which moves win at these positions?
#[question]
#[derive(Default)]
pub struct Question {
    /// The game.
    pub game: Game,
    /// The first position.
    pub from: Integer,
    /// The number of positions: 50 where nothing is said.
    pub count: Option<u64>,
}

impl Ask for Question {
    type Answer = WinningPiece;

    fn answer(&self, control: &Control<'_>) -> Result<WinningPiece, Refused> {
        losses(&self.game, &self.from, self.count.unwrap_or(SHOWN), &control.stop)
    }
}

/// To which values do the moves lead at these positions?
#[question]
#[derive(Default)]
pub struct Options {
    /// The game.
    pub game: Game,
    /// The first position.
    pub from: Integer,
    /// The number of positions: 50 where nothing is said.
    pub count: Option<u64>,
}

impl Ask for Options {
    type Answer = OptionsPiece;

    fn answer(&self, control: &Control<'_>) -> Result<OptionsPiece, Refused> {
        let stop = &control.stop;
        let (game, from, count) = (&self.game, &self.from, self.count.unwrap_or(SHOWN));
        let values = |found: Packed| found.iter().map(Some).collect();
        let (subject, moves, values) =
            piece(game, from, count, None, |value| Some(value.into()), values, stop)?;
        Ok(OptionsPiece { subject, from: from.clone(), moves, values, writing: Writing::new(stop) })
    }
}

/// Which positions are lost among `count` from this one on, and among as many before it as the greatest move.
fn losses(
    game: &Game,
    from: &Integer,
    count: u64,
    stop: &CancellationToken,
) -> Result<WinningPiece, Refused> {
    if !matches!(game.rule()?, Rule::Normal | Rule::Misere | Rule::Mex) {
        return Err("winning moves exist only in normal and misère play".into());
    }
    let (subject, moves, lost) =
        piece(game, from, count, false, |value| value == 0, |found| found.zeros(), stop)?;
    Ok(WinningPiece { subject, from: from.clone(), moves, lost, writing: Writing::new(stop) })
}

/// The game, its moves, and what is known of as many positions before this one as its greatest move, and of `count` from
/// it on: `none` below position 0, if there is no start.
fn piece<T: Clone>(
    game: &Game,
    from: &Integer,
    count: u64,
    none: T,
    of_start: impl Fn(u8) -> T,
    of_values: impl Fn(Packed) -> Vec<T>,
    stop: &CancellationToken,
) -> Result<(Subject, Vec<u64>, Vec<T>), Refused> {
    let read = game.read()?;
    let subject = Subject::of(&read, game.rule()?);
    let moves = match game.kind()? {
        OneOf::Set(set) => members(&set, from, count),
        _ => sizes(&subject, count),
    };
    let of = format!(" of {}", subject.moves());
    let unknown = |of: &str, limit| Refused::Limit(limit, format!("no moves{of} are looked at"));
    let moves = moves.map_err(|limit| unknown(&of, limit))?;
    let greatest = moves.last().copied().unwrap_or(0);
    let first = from - &Integer::from(greatest);
    let count = usize::try_from(greatest + count).map_err(|_| unknown("", Limit::POSITIONS))?;
    let below = (-&first).to::<usize>().unwrap_or(0).min(count);
    let start = subject.start.clone().unwrap_or_default();
    // The value of position -1 is the last one of the word.
    let before = |back: usize| {
        let last = (back - 1).checked_rem(start.len())?;
        start.iter().rev().nth(last).map(|value| of_start(value.0))
    };
    let before = (1..=below).rev().map(|back| before(back).unwrap_or(none.clone()));
    let mut all: Vec<T> = before.collect();
    let first = if below > 0 { Integer::ZERO } else { first };
    let source = crate::one_game::Source::from(read);
    let found = source.values(&first, count - below, stop).map_err(|unreached| {
        Refused::Limit(unreached.limit, unreached.came(&first, count - below, &subject.moves()))
    })?;
    all.append(&mut of_values(found));
    Ok((subject, moves, all))
}

/// The moves of an infinite set that positions up to the last one can have.
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

/// What the cycle of the outcomes implies for the winning moves.
pub(super) fn cycle(
    game: &Game,
    greatest: u64,
    outcomes: &Cycle,
    stop: &CancellationToken,
) -> WinningCycle {
    let known = preperiod(game, greatest, outcomes, stop);
    let (is_period_least, is_preperiod_least) = (outcomes.is_least, known.is_some());
    let preperiod = known.unwrap_or_else(|| &outcomes.preperiod + &Integer::from(greatest));
    WinningCycle {
        period: outcomes.period.clone().into(),
        preperiod: preperiod.into(),
        least: is_period_least && is_preperiod_least,
        is_period_least,
        is_preperiod_least,
    }
}

/// The preperiod, if the positions that decide it can be computed.
fn preperiod(
    game: &Game,
    greatest: u64,
    outcomes: &Cycle,
    stop: &CancellationToken,
) -> Option<Integer> {
    let at = |from: &Integer| losses(game, from, greatest, stop).ok();
    let first = at(&outcomes.preperiod)?;
    let later = at(&(&outcomes.preperiod + &outcomes.period))?;
    let by = winning_preperiod(&first.moves, &first.lost, &later.lost);
    Some(&outcomes.preperiod + &Integer::from(by))
}

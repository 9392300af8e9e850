//! The folded sequence of one game.
//!
//! By jumps where these are possible, and otherwise from the values themselves.

use super::body::NormalBounds;
use super::family::Family;
use super::loops_in_runs::rolled;
use super::node::{Node, Sequence};
use super::shorten::{cut, shorten};
use crate::limit::{CancellationToken, Limit};
use crate::model::{Rule, Value};
use crate::runs::tree::Length;
use crate::runs::{LoopSearch, NUMBERS, STEPS};
use crate::sequence::{Cycle, Game, cycle, values};
use smallvec::smallvec;

/// The steps between two checks of the time.
const TURN: u64 = 1 << 12;

/// The number of positions that are computed in the time of a step.
const POSITIONS: u64 = 1 << 4;

/// The folded values of a game.
pub(super) struct Folded {
    /// With the least period, as far as that is known.
    pub sequence: Sequence<Length>,
    /// As they were found, if that was with a multiple.  The multiple may be that of other games, too, for which it is
    /// least.
    pub uncut: Option<Sequence<Length>>,
}

impl Folded {
    /// As they were found.
    pub(super) fn found(&self) -> &Sequence<Length> {
        self.uncut.as_ref().unwrap_or(&self.sequence)
    }
}

/// The values of the game with this parameter, folded within this number of steps, which are counted.
pub(super) fn fold(
    family: &Family,
    parameter: i64,
    rule: Rule,
    steps: u64,
    stop: &CancellationToken,
    taken: &mut u64,
) -> Result<Folded, Limit> {
    let sizes = family.sizes(parameter).unwrap_or_default();
    let jumps = match family.start() {
        None => LoopSearch::to_compare,
        Some(_) => LoopSearch::with_sink,
    };
    let jumps = family.is_folded(rule).then(|| jumps(&sizes, rule)).flatten();
    let Some(mut search) = jumps else {
        let sequence = from_values(family, parameter, rule, steps, stop, taken)?;
        return Ok(Folded { sequence, uncut: None });
    };
    let recurs = loop {
        let before = search.statistics().steps;
        let recurs = search.run(TURN, stop);
        *taken += search.statistics().steps - before;
        if recurs != Ok(false) || search.statistics().steps >= steps {
            break recurs?;
        }
    };
    if !recurs {
        return Err(STEPS);
    }
    let tree = search.tree(stop)?.ok_or(STEPS)?;
    let sequence = shorten(tree, NormalBounds::new(stop));
    stop.check()?;
    let mut folded = Folded { sequence: sequence.ok_or(NUMBERS)?, uncut: None };
    if folded.sequence.period.len() > 1
        && let Some(cycle) = search.cycle(stop)?
        && let Some(least) = cycle.period.to_i64()
        && let Some(shorter) = cut(&folded.sequence, least, NormalBounds::new(stop))
    {
        folded.uncut = Some(std::mem::replace(&mut folded.sequence, shorter));
    }
    stop.check()?;
    if rule == Rule::Misere {
        // Jumps are those of normal play, which begins after the positions without a move.
        let least = sizes.first().and_then(|&least| i64::try_from(least).ok()).ok_or(NUMBERS)?;
        let won = || Node::Word(smallvec![Value(1)], Length::constant(least));
        let all = [&mut folded.sequence].into_iter().chain(&mut folded.uncut);
        all.for_each(|sequence| sequence.before.insert(0, won()));
    }
    Ok(folded)
}

/// A description has letters only up to Z, which is 26.
const GRUNDY_VALUES: Limit = Limit(&[
    "grundy-values",
    "a Grundy value is greater than 255, far beyond the letters of a description",
]);

/// The same by computing the values up to the end of the first period.
fn from_values(
    family: &Family,
    parameter: i64,
    rule: Rule,
    steps: u64,
    stop: &CancellationToken,
    taken: &mut u64,
) -> Result<Sequence<Length>, Limit> {
    let Some(game) = family.game(parameter, rule)? else {
        let value = rule.value(&Default::default());
        let period = vec![Node::Word(smallvec![value], Length::constant(1))];
        return Ok(Sequence { before: Vec::new(), period });
    };
    let tree = tree(&game, steps.saturating_mul(POSITIONS), stop);
    *taken += match &tree {
        Ok((_, Cycle { period, preperiod })) => (preperiod + period) / POSITIONS + 1,
        Err(_) => steps,
    };
    let sequence = shorten(tree?.0, NormalBounds::small(parameter, stop));
    stop.check()?;
    sequence.ok_or(NUMBERS)
}

/// The runs and loops of a game whose first period ends within this number of positions.
fn tree(
    game: &Game,
    most: u64,
    stop: &CancellationToken,
) -> Result<(Sequence<Length>, Cycle), Limit> {
    let found = cycle(game, most, stop).map_err(|limit| match limit {
        Limit::STOPPED => limit,
        _ => STEPS,
    })?;
    let [period, preperiod] = [found.period, found.preperiod].map(usize::try_from);
    let (Ok(period), Ok(preperiod)) = (period, preperiod) else { return Err(NUMBERS) };
    let values = values(game, 0, preperiod.saturating_add(period), stop)?;
    let small = |value| u8::try_from(value).map(Value).map_err(|_| GRUNDY_VALUES);
    let values: Vec<Value> = values.into_iter().map(small).collect::<Result<_, _>>()?;
    let (before, period) = values.split_at_checked(preperiod).ok_or(NUMBERS)?;
    let tree = Sequence { before: rolled(before, stop)?, period: rolled(period, stop)? };
    Ok((tree, found))
}

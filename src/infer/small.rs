//! Period and preperiod of single games: those for which no description was proved.

use super::family::Family;
use crate::accelerate::{Cycle, Search};
use crate::limit::{CancellationToken, Limit};
use crate::model::Alphabet;
use crate::sequence::{self, Game, Moves, Rule};

/// Positions that are computed one by one, first and at most.
const POSITIONS: [u64; 2] = [1 << 24, 1 << 28];

/// So many steps take no longer than all these positions.
const QUICK: u64 = 1 << 14;

/// By so many steps they are computed otherwise, at least.
pub(super) const STEPS: u64 = 1 << 20;

/// The least period and preperiod of the game with this parameter; `None` where they are not found
/// within so many steps, or one by one.
///
/// Steps are fewer without combs where other games of the family need none.
pub fn cycle(
    family: &Family,
    parameter: i64,
    values: Alphabet,
    steps: u64,
    combs: bool,
    stop: &CancellationToken,
) -> Result<Option<Cycle>, Limit> {
    let Some(sizes) = family.sizes(parameter) else { return Ok(None) };
    let direct = |positions: u64| {
        let Ok(moves) = Moves::new(&sizes) else { return Ok(None) };
        let Ok(game) = Game::new(moves, Rule::from(values)) else { return Ok(None) };
        unless_stopped(sequence::cycle(&game, positions, stop).map(Cycle::from))
    };
    let search = Search::new(&sizes, Rule::from(values));
    let mut search = if combs { search } else { search.map(|it| it.plain(true)) };
    let mut accelerated = |steps: u64| {
        let Some(it) = &mut search else { return Ok(None) };
        match unless_stopped(it.run(steps, stop))? {
            Some(true) => {
                let found = unless_stopped(it.cycle(stop))?.flatten();
                Ok(found.filter(|found| found.is_least))
            }
            Some(false) => Ok(None),
            None => {
                search = None;
                Ok(None)
            }
        }
    };
    if let Some(found) = direct(POSITIONS[0])? {
        return Ok(Some(found));
    }
    if let Some(found) = accelerated(steps.min(QUICK))? {
        return Ok(Some(found));
    }
    if let Some(found) = direct(POSITIONS[1])? {
        return Ok(Some(found));
    }
    accelerated(steps.saturating_sub(QUICK))
}

/// What was found; `None` where another limit than the time was reached.
fn unless_stopped<T>(found: Result<T, Limit>) -> Result<Option<T>, Limit> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Limit::STOPPED) => Err(Limit::STOPPED),
        Err(_) => Ok(None),
    }
}

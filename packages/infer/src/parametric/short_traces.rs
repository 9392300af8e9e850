//! Families whose games take few steps.

use super::least_parameter::lowered;
use super::prove::Games;
use super::{ParametricOptions, ParametricTheorem, TraceSearch, combs};
use crate::one_game::Method;
use crate::open::{Open, Reason};

/// The first and the last parameter where the search for classes begins.
const STARTS: [i64; 2] = [8, 1 << 12];

/// The number of steps that are first computed for each game, and the factor by which it then grows.
const FEWEST: u64 = 1 << 14;
const TIMES: u64 = 16;

/// Proves all classes of the options from some parameter on.
///
/// # Errors
/// How far the last attempt came.
pub(super) fn theorem(search: &mut TraceSearch<'_>) -> Result<ParametricTheorem, Open> {
    let TraceSearch { moves, least, options, .. } = *search;
    let mut games = Games::new(moves, options);
    let mut steps = FEWEST.min(options.steps);
    loop {
        games.most = steps;
        let before = games.steps;
        let open = match by_runs(&mut games, least) {
            Ok(ParametricTheorem { classes, modulus, open }) => {
                let lowered = |class| lowered(class, least, options);
                let classes = classes.into_iter().map(lowered).collect();
                return Ok(ParametricTheorem { classes, modulus, open });
            }
            Err(open) => open,
        };
        search.tried(Method::Runs, games.steps - before, &open);
        if open.is_stopped() || open.reason == Reason::Work {
            return Err(open);
        }
        if steps == FEWEST.min(options.steps) {
            if let Some(theorem) = search.walls()?.filter(|theorem| theorem.is_whole()) {
                return Ok(theorem.clone());
            }
            let mut games = Games::combed(moves, options);
            match combs::quick(&mut games, least) {
                Ok(Some(theorem)) => return Ok(theorem),
                Ok(None) => {
                    search.tried(Method::Combs, games.steps, &"no classes with little work")
                }
                Err(open) => {
                    search.tried(Method::Combs, games.steps, &open);
                    return Err(open);
                }
            }
        }
        if steps == options.steps {
            return Err(open);
        }
        steps = steps.saturating_mul(TIMES).min(options.steps);
    }
}

/// Proves all classes from one of several parameters on, with this number of steps for each game.
fn by_runs(games: &mut Games<'_>, least: i64) -> Result<ParametricTheorem, Open> {
    let options = games.options;
    let mut open = Open { parameter: least, reason: Reason::Moves };
    let mut start = STARTS[0].max(least);
    while start <= STARTS[1].max(least) {
        match first(games, options.first(start)) {
            Err(other) => open = other,
            found => return found,
        }
        if open.is_stopped() {
            break;
        }
        if games.steps > options.work {
            return Err(Open { reason: Reason::Work, ..open });
        }
        start *= 2;
    }
    Err(open)
}

/// Proves all parameters from this one on, in as few classes as possible.
fn first(games: &mut Games<'_>, start: i64) -> Result<ParametricTheorem, Open> {
    let &ParametricOptions { modulus, most, work, .. } = games.options;
    let mut count = 1;
    loop {
        let class = |index: i64| games.prove(start + index * modulus, count * modulus);
        match (0..count).map(class).collect() {
            Ok(classes) => {
                let modulus = count * modulus;
                return Ok(ParametricTheorem { modulus, classes, open: Vec::new() });
            }
            Err(Open { reason: Reason::Structures(_) | Reason::Refused(_), .. })
                if count < most && games.steps <= work => {}
            Err(open) => return Err(open),
        }
        count += 1;
    }
}

//! Families whose games take few steps.

use super::lower::lowered;
use super::prove::Games;
use super::{Open, Options, Reason, Theorem, combed, edges};
use crate::limit::Limit;
use crate::trace::Move;

/// The first and the last parameter where the search for classes begins.
const STARTS: [i64; 2] = [8, 1 << 12];

/// How many steps are computed of each game at first, and how many times as many then.
const FEWEST: u64 = 1 << 14;
const TIMES: u64 = 16;

/// Proves all classes of the options from some parameter on.  What edges show that is not all there is to
/// know goes to `spare`.
///
/// # Errors
/// How far the last attempt came.
pub(super) fn theorem(
    moves: &[Move],
    least: i64,
    options: &Options<'_>,
    spare: &mut Option<Theorem>,
) -> Result<Theorem, Open> {
    let mut games = Games::new(moves, options);
    let mut open = Open { parameter: least, reason: Reason::Moves };
    let mut steps = FEWEST.min(options.steps);
    loop {
        games.most = steps;
        let mut start = STARTS[0].max(least);
        while start <= STARTS[1].max(least) {
            match first(&mut games, options.first(start)) {
                Ok(Theorem { classes, modulus, open }) => {
                    let lowered = |class| lowered(class, least, options);
                    let classes = classes.into_iter().map(lowered).collect();
                    return Ok(Theorem { classes, modulus, open });
                }
                Err(other) => open = other,
            }
            if open.reason == Reason::Limit(Limit::STOPPED) {
                return Err(open);
            }
            if games.steps > options.work {
                return Err(Open { reason: Reason::Work, ..open });
            }
            start *= 2;
        }
        if steps == FEWEST.min(options.steps) {
            match edges::theorem(moves, least, options)? {
                Some(theorem) if theorem.is_whole() => return Ok(theorem),
                found => *spare = found,
            }
            if let Some(theorem) = combed::quick(moves, least, options)? {
                return Ok(theorem);
            }
        }
        if steps == options.steps {
            return Err(open);
        }
        steps = steps.saturating_mul(TIMES).min(options.steps);
    }
}

/// Proves all parameters from this one on, in as few classes as possible.
fn first(games: &mut Games<'_>, start: i64) -> Result<Theorem, Open> {
    let &Options { modulus, most, work, .. } = games.options;
    let mut count = 1;
    loop {
        let class = |index: i64| games.prove(start + index * modulus, count * modulus);
        match (0..count).map(class).collect() {
            Ok(classes) => {
                let modulus = count * modulus;
                return Ok(Theorem { modulus, classes, open: Vec::new() });
            }
            Err(Open { reason: Reason::Outlines(_) | Reason::Refused(_), .. })
                if count < most && games.steps <= work => {}
            Err(open) => return Err(open),
        }
        count += 1;
    }
}

//! Period and preperiod.

use super::{Game, oracle};
use crate::limit::{Limit, Stop};

/// The shape of an ultimately periodic sequence v: v(x) = v(x + period) for every
/// x >= preperiod, both as small as can be; positions count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cycle {
    /// The least period, at least 1.
    pub period: u64,
    /// The least preperiod.
    pub preperiod: u64,
}

/// Finds the cycle of a game.
///
/// Ends with [`Limit::Positions`] when it was not found among the first `limit` positions.
pub fn cycle(game: &Game, limit: u64, stop: &Stop) -> Result<Cycle, Limit> {
    let mut count = 1024;
    loop {
        stop.check()?;
        if let Some(cycle) = oracle::cycle(game, count) {
            return Ok(cycle);
        }
        if count as u64 >= limit {
            return Err(Limit::Positions);
        }
        count *= 2;
    }
}

/// Is this the cycle of the game?  Computes each of the first period + preperiod + max L
/// positions once.
pub fn confirm(game: &Game, claimed: Cycle, stop: &Stop) -> Result<bool, Limit> {
    Ok(cycle(game, claimed.period.saturating_add(claimed.preperiod).saturating_add(1), stop)
        == Ok(claimed))
}

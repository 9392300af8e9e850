//! Direct computation in turns with jumps, where it is not known beforehand which of them is faster.

use super::cycle::Cycle;
use super::search::{Search, Statistics};
use crate::limit::{CancellationToken, Limit};
use crate::sequence::{self, CycleSearch};

/// Where direct computation first gives way to jumps.
const FIRST_POSITIONS: u64 = 1 << 28;

/// After so many steps the jumps are given up, for the sake of memory.
const MOST_STEPS: u64 = 1 << 24;

/// After so many steps they are given up if fewer than one in [`RARE`] is a jump.
const PATIENCE: u64 = 1 << 18;

/// Where moves are small nothing is jumped over in millions of steps; where jumps lead anywhere, some
/// hundred steps lie between them.
const RARE: u64 = 1 << 12;

/// The search for the cycle of a game, directly and perhaps in turns with jumps.
///
/// Each turn of the jumps has twice as many steps as the one before, and comes when twice as many
/// positions are computed, so that neither way costs much where the other one succeeds.
pub struct Turns {
    direct: CycleSearch,
    jumps: Option<Search>,
    turn: u64,
    steps: u64,
}

/// The cycle of a game, and what found it.
pub enum FoundBy {
    /// Direct computation.
    Steps(sequence::Cycle),
    /// Jumps.
    Jumps(Cycle, Box<Search>),
}

impl Turns {
    /// Both searches are about the same game.
    pub fn new(direct: CycleSearch, jumps: Option<Search>) -> Self {
        Self { direct, jumps, turn: FIRST_POSITIONS, steps: Search::TURN }
    }

    /// How far direct computation has come.
    pub fn direct(&self) -> &CycleSearch {
        &self.direct
    }

    /// One step of direct computation, after a turn of the jumps if it is theirs; `None` as long as no
    /// cycle is found.
    ///
    /// ```
    /// use grundy::accelerate::{FoundBy, Turns};
    /// use grundy::sequence::{CycleSearch, Game, Moves, Rule};
    /// let game = Game::new(Moves::new(&[2, 5, 7]).unwrap(), Rule::Normal).unwrap();
    /// let mut turns = Turns::new(CycleSearch::new(&game), None);
    /// let found = loop {
    ///     if let Some(found) = turns.step(&Default::default()).unwrap() {
    ///         break found;
    ///     }
    /// };
    /// assert!(matches!(found, FoundBy::Steps(cycle) if cycle.period == 22));
    /// ```
    ///
    /// # Errors
    /// When direct computation ends with a limit.
    pub fn step(&mut self, stop: &CancellationToken) -> Result<Option<FoundBy>, Limit> {
        let position = self.direct.position();
        if position >= self.turn
            && let Some(mut jumps) = self.jumps.take()
        {
            let found = jumps.advance(self.steps, stop);
            if let Ok(Some(cycle)) = found {
                return Ok(Some(FoundBy::Jumps(cycle, Box::new(jumps))));
            }
            if found.is_ok() && is_worth(&jumps.statistics()) {
                self.jumps = Some(jumps);
            }
            (self.turn, self.steps) = (self.turn.saturating_mul(2), 2 * self.steps);
        }
        Ok(self.direct.run(position + 1, stop)?.map(FoundBy::Steps))
    }
}

/// Shall a search with jumps that came so far go on?
fn is_worth(jumps: &Statistics) -> bool {
    let few = jumps.steps >= PATIENCE && jumps.jumps < jumps.steps / RARE;
    jumps.steps < MOST_STEPS && !few
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::Rule;

    #[test]
    fn jumps_go_on_where_some_are_made() {
        let n = 1_000_003;
        for (moves, expected) in [
            ([21, 103, 214, 235], false),
            ([11, 51, 173, 184], false),
            ([4 * n - 2, 6 * n + 1, 10 * n + 1, 11 * n], true),
            ([2 * n - 2, 2 * n, 3 * n, 10 * n - 2], true),
        ] {
            let mut search = Search::new(&moves, Rule::Normal).expect("increasing moves");
            let found = search.advance(PATIENCE, &CancellationToken::default());
            assert!(matches!(found, Ok(None)), "{moves:?}");
            assert_eq!(is_worth(&search.statistics()), expected, "{moves:?}");
        }
    }
}

//! Period and preperiod of a game.

use super::cycle::Cycle;
use super::proof;
use super::register::Register;
use super::search::{Progress, Search};
use super::{Game, Rule};
use crate::limit::{CancellationToken, Limit};

/// The search for the cycle of a game, which can be interrupted and continued.
///
/// ```
/// use grundy_language::limit::CancellationToken;
/// use grundy_sequence::{CycleSearch, Game, Moves, Rule};
/// let game = Game::new(Moves::new(&[3, 7, 8]).unwrap(), Rule::Normal).unwrap();
/// let mut search = CycleSearch::new(&game);
/// let cycle = search.run(1_000_000, &CancellationToken::default()).unwrap().unwrap();
/// assert_eq!((cycle.period, cycle.preperiod), (5, 8));
/// ```
#[derive(Clone, Debug)]
pub struct CycleSearch {
    search: Search,
    /// The delay after which the sequence is the one that is computed.
    delay: u64,
}

impl CycleSearch {
    /// The farthest position to go to: two weeks away at 10^11 values per second.
    pub const FARTHEST: u64 = 1 << 57;

    /// A search from position 0 on.
    pub fn new(game: &Game) -> Self {
        let game = &*game.with_moves();
        // Only under these rules must lost positions after won ones occur again and again.
        let dense = !matches!(game.rule(), Rule::Mex | Rule::Normal | Rule::Misere);
        Self { search: Search::new(Register::new(game), dense), delay: delay(game) }
    }

    /// Continues where a search of the same game was interrupted; `None` if none can have been in this state.
    pub fn resume(game: &Game, progress: Progress) -> Option<Self> {
        let Self { search, delay } = Self::new(game);
        Some(Self { search: search.at(progress)?, delay })
    }

    /// Continues until the cycle is found, or at least to position `until`.
    ///
    /// Ends with [`Limit::STOPPED`] when a stop is requested; the search can still be continued.
    pub fn run(&mut self, until: u64, stop: &CancellationToken) -> Result<Option<Cycle>, Limit> {
        let found = self.search.run(until, stop)?;
        Ok(found.map(|Cycle { period, preperiod }| {
            // A preperiod 0 stays 0.  The positions 0, ..., min L - 1 of normal play are lost, hence so are those a
            // period later.  The min L positions to which min L leads from there are won, as are those by which misère
            // play is delayed.
            let preperiod = if preperiod == 0 { 0 } else { preperiod + self.delay };
            Cycle { period, preperiod }
        }))
    }

    /// The number of positions from 0 on that are computed.
    pub fn position(&self) -> u64 {
        self.search.position()
    }

    /// The total number of values that were computed: those on the way, and those that were computed again to compare
    /// windows.
    pub fn work(&self) -> u64 {
        self.search.work()
    }

    /// What is needed to continue later.
    pub fn progress(&self) -> Progress {
        self.search.progress()
    }
}

/// The delay after which the sequence is the one that its [`Register`] computes.
///
/// In misère play no move is possible before position min L, so all positions there are won, as those below 0 are under
/// normal play.  The sequence is that of normal play, delayed by min L.
pub(super) fn delay(game: &Game) -> u64 {
    if game.rule() == Rule::Misere { u64::from(game.moves().least()) } else { 0 }
}

/// Finds the cycle of a game.
///
/// Ends with [`Limit::POSITIONS`] when it was not found among the first `limit` positions.
pub fn cycle(game: &Game, limit: u64, stop: &CancellationToken) -> Result<Cycle, Limit> {
    CycleSearch::new(game).run(limit, stop)?.ok_or(Limit::POSITIONS)
}

/// Is this the cycle of the game, with both numbers as small as possible?
///
/// Computes each of the first period + preperiod + max L positions once.  Ends with [`Limit::POSITIONS`] when that is
/// not a machine number.
pub fn confirm(game: &Game, claimed: Cycle, stop: &CancellationToken) -> Result<bool, Limit> {
    let CycleSearch { search, delay } = CycleSearch::new(game);
    let preperiod = match claimed.preperiod {
        0 => 0,
        late if late > delay => late - delay,
        // This is never the preperiod of a delayed sequence.
        _ => return Ok(false),
    };
    proof::holds(search.register().clone(), Cycle { preperiod, ..claimed }, stop)
}

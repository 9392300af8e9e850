//! Period and preperiod of a game.

use super::outcome::Outcomes;
use super::proof;
use super::register::Register;
use super::search::{Progress, Search};
use super::{Game, Rule, oracle};
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

/// The search for the cycle of a game, which can be interrupted and continued.
///
/// ```
/// use grundy::limit::Stop;
/// use grundy::sequence::{CycleSearch, Game, Moves, Rule};
/// let game = Game::new(Moves::new(&[3, 7, 8]).unwrap(), Rule::Normal).unwrap();
/// let mut search = CycleSearch::new(&game);
/// let cycle = search.run(1_000_000, &Stop::default()).unwrap().unwrap();
/// assert_eq!((cycle.period, cycle.preperiod), (5, 8));
/// ```
pub struct CycleSearch {
    search: Box<dyn Run + Send>,
    /// How much later the sequence reaches the start of the one that is computed.
    delay: u64,
}

/// A [`Search`] over any engine.
trait Run {
    fn run(&mut self, until: u64, stop: &Stop) -> Result<Option<Cycle>, Limit>;
    fn position(&self) -> u64;
    fn work(&self) -> u64;
    fn progress(&self) -> Progress;
    fn resume(&self, progress: Progress) -> Option<Box<dyn Run + Send>>;
    fn confirm(&self, claimed: Cycle, stop: &Stop) -> Result<bool, Limit>;
}

impl<R: Register + Clone + Send + 'static> Run for Search<R> {
    fn run(&mut self, until: u64, stop: &Stop) -> Result<Option<Cycle>, Limit> {
        Self::run(self, until, stop)
    }

    fn position(&self) -> u64 {
        Self::position(self)
    }

    fn work(&self) -> u64 {
        Self::work(self)
    }

    fn progress(&self) -> Progress {
        Self::progress(self)
    }

    fn resume(&self, progress: Progress) -> Option<Box<dyn Run + Send>> {
        Some(Box::new(self.at(progress)?))
    }

    fn confirm(&self, claimed: Cycle, stop: &Stop) -> Result<bool, Limit> {
        proof::holds(self.register().clone(), claimed, stop)
    }
}

impl CycleSearch {
    /// A search from position 0 on.
    pub fn new(game: &Game) -> Self {
        match game.rule() {
            Rule::Normal => {
                Self { search: Box::new(Search::new(Outcomes::new(game), false)), delay: 0 }
            }
            // Before position min L nothing can be taken, so all positions are won, as those
            // below 0 are under normal play.  The sequence is that of normal play, min L later.
            Rule::Misere => Self {
                search: Box::new(Search::new(Outcomes::new(game), false)),
                delay: u64::from(game.moves().least()),
            },
            _ => todo!(),
        }
    }

    /// Continues from where a search of the same game stood; `None` if none can have stood there.
    pub fn resume(game: &Game, progress: Progress) -> Option<Self> {
        let Self { search, delay } = Self::new(game);
        Some(Self { search: search.resume(progress)?, delay })
    }

    /// Goes on until the cycle is found, or to position `until` at least.
    ///
    /// Ends with [`Limit::Stopped`] when a stop was asked for; the search can be continued all
    /// the same.
    pub fn run(&mut self, until: u64, stop: &Stop) -> Result<Option<Cycle>, Limit> {
        let found = self.search.run(until, stop)?;
        Ok(found.map(|Cycle { period, preperiod }| {
            // A preperiod 0 stays: max L won positions stand before a period of normal play.
            let preperiod = if preperiod == 0 { 0 } else { preperiod + self.delay };
            Cycle { period, preperiod }
        }))
    }

    /// How many positions from 0 on are computed.
    pub fn position(&self) -> u64 {
        self.search.position()
    }

    /// How many values were computed in all: those on the way, and those that were computed
    /// again to compare windows.
    pub fn work(&self) -> u64 {
        self.search.work()
    }

    /// What is needed to continue later.
    pub fn progress(&self) -> Progress {
        self.search.progress()
    }
}

/// Finds the cycle of a game.
///
/// Ends with [`Limit::Positions`] when it was not found among the first `limit` positions.
pub fn cycle(game: &Game, limit: u64, stop: &Stop) -> Result<Cycle, Limit> {
    if matches!(game.rule(), Rule::Normal | Rule::Misere) {
        return CycleSearch::new(game).run(limit, stop)?.ok_or(Limit::Positions);
    }
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

/// Is this the cycle of the game, with both numbers as small as can be?
///
/// Computes each of the first period + preperiod + max L positions once.  Ends with
/// [`Limit::Positions`] when that is no machine number.
pub fn confirm(game: &Game, claimed: Cycle, stop: &Stop) -> Result<bool, Limit> {
    let CycleSearch { search, delay } = CycleSearch::new(game);
    let preperiod = match claimed.preperiod {
        0 => 0,
        late if late > delay => late - delay,
        // Never the preperiod of a sequence that comes late.
        _ => return Ok(false),
    };
    search.confirm(Cycle { preperiod, ..claimed }, stop)
}

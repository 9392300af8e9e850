//! The methods, and whose turn it is.

use super::{Attempt, Method, Walls};
use crate::limit::{CancellationToken, Limit};
use crate::model::Value;
use crate::runs::{self, Cycle, LoopStructure, STEPS, Statistics};
use crate::sequence::{ByParity, CycleSearch, Game, Moves, Rule, cycle_by_parity};
use crate::trace::Shown;
use crate::trace::diagram::Diagram;

/// The steps of the first turn.
pub(super) const FIRST: u64 = 1 << 10;

/// The number of positions that are computed directly in the time of a step.
const POSITIONS: u64 = 1 << 14;

/// The number of words of walls that are computed in the time of a step.
const WORDS: u64 = 80;

/// The steps of the turn from which on walls are followed: fewer words hardly ever show anything.
const FIRST_OF_WALLS: u64 = 1 << 14;

/// The steps after which jumps are given up, to save memory.
const MOST_STEPS: u64 = 1 << 24;

/// The steps after which jumps are given up if they are rarer than [`RARE`].
const PATIENCE: u64 = 1 << 18;

/// The most steps for each jump: where moves are small nothing is jumped over in millions of steps; where jumps are
/// worthwhile, they are some hundred steps apart.
const RARE: u64 = 1 << 12;

/// A search for the cycle of a game, which can be continued.
#[derive(Clone, Debug)]
pub struct Search {
    /// The moves, in increasing order.
    pub(super) sizes: Box<[u64]>,
    pub(super) rule: Rule,
    /// The values below position 0.
    pub(super) start: Option<Box<[Value]>>,
    /// The game, if it is computed directly.
    pub(super) game: Option<Game>,
    pub(super) direct: Option<CycleSearch>,
    pub(super) jumps: Option<runs::RepeatedSearch>,
    pub(super) walls: Option<Walls>,
    /// Is it still to be tried as a linear recurrence?
    pub(super) is_recurrence_open: bool,
    /// Why the period of the recurrence is not known.
    unfactored: Option<String>,
    /// The last turn of the walls.
    pub(super) followed: u64,
    /// The steps of this turn and of all turns before.
    pub(super) turn: u64,
    /// The most steps of all turns.
    budget: u64,
    /// What jumps have done.
    pub(super) statistics: Statistics,
    /// What ended jumps.
    pub(super) ended: Limit,
    /// What walls found, and what its check shows.
    diagram: Option<Box<(Diagram, Shown)>>,
}

/// Why the outcomes have the cycle that was found.
#[derive(Clone, Debug)]
pub enum Structure {
    /// The loop structure of the jumps, which still has to be checked.
    LoopStructure(LoopStructure),
    /// What walls found, and what its check shows.
    Diagram(Box<(Diagram, Shown)>),
}

/// The cycle of a game, and what found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What found it.
    pub method: Method,
    /// The cycle.
    pub cycle: Cycle,
}

impl Search {
    /// By all methods for these moves and this rule; `None` if there is none.
    pub fn new(sizes: &[u64], rule: Rule) -> Option<Self> {
        let game = Moves::new(sizes).and_then(|moves| Game::new(moves, rule)).ok();
        let direct = game.as_ref().map(Self::direct);
        match (Self::without_positions(sizes, rule), direct) {
            (Some(search), Some(Self { direct, .. })) => Some(Self { game, direct, ..search }),
            (search, direct) => search.or(direct),
        }
    }

    /// By all methods for this game.
    pub fn all(game: &Game) -> Self {
        let is_play = matches!(game.rule(), Rule::Normal | Rule::Misere | Rule::Mex);
        let sizes: Vec<u64> = game.moves().sizes().iter().map(|&size| size.into()).collect();
        let jumps = (is_play && game.start().is_none()).then(|| Self::new(&sizes, game.rule()));
        jumps.flatten().unwrap_or_else(|| Self::of_game(game))
    }

    /// By direct computation and, under a rule that counts modulo 2, as a linear recurrence.
    pub fn of_game(game: &Game) -> Self {
        Self { is_recurrence_open: true, ..Self::direct(game) }
    }

    /// By direct computation only.
    pub fn direct(game: &Game) -> Self {
        let sizes = game.moves().sizes().iter().map(|&size| size.into()).collect();
        Self {
            start: game.start().map(Into::into),
            game: Some(game.clone()),
            direct: Some(CycleSearch::new(game)),
            ..Self::of(sizes, game.rule())
        }
    }

    /// By jumps, and by walls if it is about outcomes of normal play; `None` where jumps are not possible
    /// ([`runs::LoopSearch::new`]).
    pub fn without_positions(sizes: &[u64], rule: Rule) -> Option<Self> {
        let jumps = Some(runs::RepeatedSearch::from(runs::LoopSearch::new(sizes, rule)?));
        let walls = if rule == Rule::Normal { Walls::new(sizes) } else { None };
        Some(Self { jumps, walls, ..Self::of(sizes.into(), rule) })
    }

    /// By no method.
    fn of(sizes: Box<[u64]>, rule: Rule) -> Self {
        Self {
            sizes,
            rule,
            start: None,
            game: None,
            direct: None,
            jumps: None,
            walls: None,
            is_recurrence_open: false,
            unfactored: None,
            followed: 0,
            turn: FIRST,
            budget: u64::MAX,
            statistics: Statistics::default(),
            ended: STEPS,
            diagram: None,
        }
    }

    /// In at most about this number of steps, of direct computation and jumps together.
    #[must_use]
    pub fn within(mut self, steps: u64) -> Self {
        self.budget = steps;
        self
    }

    /// In about the work of this number of positions.
    #[must_use]
    pub fn within_positions(self, positions: u64) -> Self {
        self.within(positions.div_ceil(POSITIONS))
    }

    /// Jumps make no combs: see [`runs::LoopSearch::plain`].
    #[must_use]
    pub fn plain(mut self) -> Self {
        self.jumps = self.jumps.map(|jumps| runs::RepeatedSearch::from(jumps.search.plain(true)));
        self
    }

    /// How far direct computation has come, if it is one of the methods.
    pub fn computed(&self) -> Option<&CycleSearch> {
        self.direct.as_ref()
    }

    /// Why the outcomes have the cycle that was found, if jumps or walls found it.
    pub fn evidence(&self) -> Option<Structure> {
        let structure = || self.jumps.as_ref()?.structure().map(Structure::LoopStructure);
        self.diagram.clone().map(Structure::Diagram).or_else(structure)
    }

    /// What jumps have done.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// What each method has done so far without a result.
    pub fn attempts(&self) -> Vec<Attempt> {
        let more = "no period so far";
        let direct = self.direct.as_ref().map(|direct| (Method::Direct, direct.position(), more));
        let jumps = match (&self.jumps, self.ended) {
            (Some(_), _) => more,
            (None, STEPS) => "gave up: too few loops, or too many steps",
            (None, limit) => limit.text(),
        };
        let jumps = (Method::Runs, self.statistics.steps, jumps);
        let domains = if self.walls.is_some() { more } else { "no domains that show all" };
        let domains = (Method::Domains, self.followed.saturating_mul(WORDS), domains);
        let greatest = self.sizes.last().map_or(0, |size| size.saturating_mul(2));
        let recurrence = self.unfactored.as_deref();
        let recurrence = recurrence.map(|reason| (Method::Recurrence, greatest, reason));
        let all = direct.into_iter().chain(recurrence).chain([jumps, domains]);
        let all = all.filter(|attempt| attempt.1 > 0);
        all.map(|(method, done, ended)| Attempt { method, done, ended: ended.to_owned() }).collect()
    }

    /// The number of entries of jumps that have been made again from a checkpoint, and their total number; `None` when
    /// all have been.
    pub fn again(&self) -> Option<(u64, u64)> {
        self.jumps.as_ref().and_then(runs::RepeatedSearch::again)
    }

    /// Continues until the cycle is found.
    ///
    /// # Errors
    /// As [`Search::advance`].
    pub fn run(mut self, stop: &CancellationToken) -> Result<Found, Limit> {
        loop {
            if let Some(found) = self.advance(stop)? {
                return Ok(found);
            }
        }
    }

    /// Continues for a fraction of a second, or with walls for up to half a minute; `None` as long as no cycle is
    /// found.
    ///
    /// # Errors
    /// [`Limit::STOPPED`], after which the search can be continued; [`STEPS`] after the last step that is allowed,
    /// [`Limit::POSITIONS`] after the farthest position; and what ended jumps, if no other method is left.
    pub fn advance(&mut self, stop: &CancellationToken) -> Result<Option<Found>, Limit> {
        stop.check()?;
        loop {
            let (positions, steps) = (self.positions_in_steps(), self.statistics.steps);
            let allowed = |others: u64| self.turn.min(self.budget.saturating_sub(others));
            let (turn, until) = (allowed(0), [allowed(steps), allowed(positions)]);
            if positions < until[0]
                && let Some(direct) = &mut self.direct
            {
                if direct.position() >= CycleSearch::FARTHEST {
                    return Err(Limit::POSITIONS);
                }
                match direct.run(direct.position() + 1, stop) {
                    // The other methods keep other data.
                    Err(Limit::MEMORY) if self.jumps.is_some() || self.walls.is_some() => {
                        self.direct = None;
                        self.ended = Limit::MEMORY;
                    }
                    found => {
                        let method = Method::Direct;
                        return Ok(found?.map(|cycle| Found { method, cycle: cycle.into() }));
                    }
                }
            }
            if self.is_recurrence_open
                && let Some(game) = &self.game
            {
                let found = cycle_by_parity(game, stop)?;
                self.is_recurrence_open = false;
                match found {
                    ByParity::Found([period, preperiod]) => {
                        let cycle = Cycle { period, preperiod, is_least: true };
                        return Ok(Some(Found { method: Method::Recurrence, cycle }));
                    }
                    ByParity::Unfactored { .. } => self.unfactored = Some(found.to_string()),
                    ByParity::Other => {}
                }
            }
            if steps < until[1] && self.jumps.is_some() {
                return self.jump(until[1] - steps, stop);
            }
            if turn >= FIRST_OF_WALLS && turn > self.followed && self.walls.is_some() {
                return self.follow(turn, stop);
            }
            let has_ended = self.direct.is_none() && self.jumps.is_none();
            if self.turn >= self.budget || has_ended && self.walls.is_none() {
                return Err(if has_ended { self.ended } else { STEPS });
            }
            self.turn = self.turn.saturating_mul(2);
        }
    }

    /// The positions that were computed directly, in steps.
    fn positions_in_steps(&self) -> u64 {
        self.direct.as_ref().map_or(0, |direct| direct.position() / POSITIONS)
    }

    /// Makes some of the next steps.
    fn jump(&mut self, steps: u64, stop: &CancellationToken) -> Result<Option<Found>, Limit> {
        let Some(mut jumps) = self.jumps.take() else { return Ok(None) };
        let found = jumps.advance(steps.min(runs::LoopSearch::TURN), stop);
        self.statistics = jumps.statistics();
        match found {
            Ok(None) if self.direct.is_some() && !is_worth(&self.statistics, self.budget) => {
                Ok(None)
            }
            Ok(found) => {
                self.jumps = Some(jumps);
                Ok(found.map(|cycle| Found { method: Method::Runs, cycle }))
            }
            Err(Limit::STOPPED) => {
                self.jumps = Some(jumps);
                Err(Limit::STOPPED)
            }
            Err(limit) => {
                self.ended = limit;
                Ok(None)
            }
        }
    }

    /// Follows walls, with the words of this number of steps.
    fn follow(&mut self, turn: u64, stop: &CancellationToken) -> Result<Option<Found>, Limit> {
        let Some(walls) = &mut self.walls else { return Ok(None) };
        let found = walls.proof(turn.saturating_mul(WORDS), stop);
        if found.is_none() {
            stop.check()?;
        }
        self.followed = turn;
        if !walls.may_show_more() {
            self.walls = None;
        }
        Ok(found.map(|(cycle, diagram, shown)| {
            self.diagram = Some(Box::new((diagram, shown)));
            Found { method: Method::Domains, cycle }
        }))
    }
}

/// Should jumps that have done this continue?
fn is_worth(done: &Statistics, budget: u64) -> bool {
    let few = done.steps >= PATIENCE && done.jumps < done.steps / RARE;
    let most = if budget == u64::MAX { MOST_STEPS } else { budget };
    done.steps < most && !few
}

#[cfg(test)]
mod tests;

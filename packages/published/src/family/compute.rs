//! What catalogues claim, computed: cycles of games, and sums over all games of a kind.

use super::questions::{Answer, Question, Statistics};
use crate::Integer;
use crate::limit::{CancellationToken, Limit};
use crate::one_game::Search;
use crate::region;
use crate::runs::{self, STEPS};
use crate::sequence::orbit;
use crate::sequence::{Cycle, Game, MOVES, Moves, Rule, confirm, cycle};

/// A search notices a cycle late: within this multiple of the positions up to its first repetition, but possibly only
/// after the second number of positions.
const SEARCH: u64 = 4;
const LEAST_SEARCH: u64 = 1 << 16;

/// The most words whose orbits are listed: they are kept in memory.
const MOST_WORDS: u64 = 1 << 24;

/// The work that is allowed for one answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// The positions computed one by one.
    pub positions: u64,
    /// The steps of [`one_game`](crate::one_game).
    pub steps: u64,
}

impl Question {
    /// Answers the question unless that takes more than is allowed.
    ///
    /// Claimed cycles are tried first: confirming one costs p + q + max L positions, and finding an unknown one costs
    /// several times as much.  When all claimed cycles are beyond the allowed positions, no positions are computed.
    /// Where positions do not lead to an answer, steps and walls may.
    pub(super) fn answer(&self, effort: Effort, stop: &CancellationToken) -> Result<Answer, Limit> {
        stop.check()?;
        let limit = effort.positions;
        match self {
            Self::Cycle { moves, rule, candidates } => {
                let game = Game::new(moves.clone(), *rule).map_err(|_| MOVES)?;
                match find(&game, candidates, limit, stop) {
                    Err(Limit::POSITIONS) => jump(&game, effort.steps, stop),
                    found => found.map(runs::Cycle::from),
                }
                .map(Answer::Cycle)
            }
            Self::Statistics { max, claimed } => {
                let beyond = claimed.as_ref().is_some_and(|sum| *sum > Integer::from(limit));
                if beyond {
                    Err(Limit::POSITIONS)
                } else {
                    symmetric(*max, limit, stop).map(Answer::Statistics)
                }
            }
            Self::Areas(max) => {
                // Every game needs its first max positions.
                let games = u64::from(*max).pow(2) / 2;
                if games.saturating_mul(u64::from(*max)) > limit || *max > region::GREATEST_S3 {
                    return Err(Limit::POSITIONS);
                }
                region::areas(*max, stop).map(Answer::Areas)
            }
            Self::Orbits(moves) => {
                orbit::orbits(moves, limit.min(MOST_WORDS), stop).map(Answer::Orbits)
            }
        }
    }
}

fn find(
    game: &Game,
    candidates: &[Cycle],
    limit: u64,
    stop: &CancellationToken,
) -> Result<Cycle, Limit> {
    let greatest = u64::from(game.moves().greatest());
    let cost =
        |claimed: &Cycle| claimed.period.saturating_add(claimed.preperiod).saturating_add(greatest);
    let affordable: Vec<_> = candidates.iter().filter(|claimed| cost(claimed) <= limit).collect();
    if greatest > limit || (affordable.is_empty() && !candidates.is_empty()) {
        return Err(Limit::POSITIONS);
    }
    for &claimed in affordable {
        if claimed.period > 0 && confirm(game, claimed, stop)? {
            return Ok(claimed);
        }
    }
    cycle(game, limit.saturating_mul(SEARCH).saturating_add(LEAST_SEARCH), stop)
}

/// The cycle by jumps over loops or by walls between domains, where these exist for the rule.
fn jump(game: &Game, steps: u64, stop: &CancellationToken) -> Result<runs::Cycle, Limit> {
    let sizes: Vec<_> = game.moves().sizes().iter().map(|&size| u64::from(size)).collect();
    let search = Search::without_positions(&sizes, game.rule()).filter(|_| steps > 0);
    let search = search.ok_or(Limit::POSITIONS)?;
    let found = search.within(steps).run(stop)?.cycle;
    Some(found).filter(|cycle| cycle.is_least).ok_or(STEPS)
}

/// All games { a b max-b max-a max } with a < b < max/2.
fn symmetric(max: u32, limit: u64, stop: &CancellationToken) -> Result<Statistics, Limit> {
    let mut statistics = Statistics::default();
    for a in 1..max {
        for b in (a + 1..max).take_while(|b| b * 2 < max) {
            let sizes = [a, b, max - b, max - a, max].map(u64::from);
            let game = Moves::new(&sizes).and_then(|moves| Game::new(moves, Rule::Normal));
            let game = game.map_err(|_| MOVES)?;
            let left = limit.checked_sub(statistics.sum).ok_or(Limit::POSITIONS)?;
            let Cycle { period, .. } = find(&game, &[], left, stop)?;
            statistics.sum = statistics.sum.checked_add(period).ok_or(Limit::POSITIONS)?;
            statistics.count += 1;
            statistics.greatest = statistics.greatest.max(period);
        }
    }
    Ok(statistics)
}

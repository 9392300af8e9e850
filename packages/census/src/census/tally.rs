//! From the outcomes of pieces to the rows of the result.

use super::group::{Group, compare};
use super::outcome::{PieceResult, Settled};
use super::space::{Census, Measure};
use crate::sequence::Cycle;

/// One line of the result.  Rows come in the order of the games; the summary of a largest move after its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A decided game; only if every game is wanted.
    Game(Game),
    /// A game whose measure is positive and at least that of every decided game before it, ties
    /// included.
    Record {
        /// The game.
        game: Game,
        /// False if an undecided game comes before it, which may have a greater measure.
        decided: bool,
    },
    /// A game with preperiod + period beyond the limit, by its moves, in increasing order.
    Undecided(Vec<u32>),
    /// All games with one largest move.
    Summary(Summary),
}

/// A game with its cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The moves, in increasing order.
    pub moves: Vec<u32>,
    /// The cycle.
    pub cycle: Cycle,
}

/// All games with one largest move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The largest move.
    pub largest: u32,
    /// The number of games.
    pub games: u64,
    /// The number of undecided games.
    pub undecided: u64,
    /// The sum of the measure over the decided games.
    pub sum: u128,
    /// The first of the decided games with the greatest measure; an undecided one may have a greater measure.
    pub maximum: Option<Game>,
}

/// The counts of a whole census.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// The number of games.
    pub games: u64,
    /// The number of undecided games.
    pub undecided: u64,
    /// The number of records.
    pub records: u64,
}

/// Combines outcomes.
#[derive(Debug)]
pub struct Tally<'a> {
    census: &'a Census,
    /// What is known about the present largest move.
    summary: Option<Summary>,
    settled: Vec<Settled>,
    given_up: Vec<Group>,
    best: u64,
    totals: Totals,
}

impl<'a> Tally<'a> {
    /// An empty tally.
    pub fn new(census: &'a Census) -> Self {
        let (settled, given_up) = (Vec::new(), Vec::new());
        Self { census, summary: None, settled, given_up, best: 0, totals: Totals::default() }
    }

    /// Adds the outcome of the next piece, and calls `tell` with the rows that are then known.
    pub fn add(&mut self, outcome: PieceResult, tell: impl FnMut(Row)) {
        if self.summary.as_ref().is_some_and(|summary| summary.largest != outcome.largest) {
            self.close(tell);
        }
        self.add_to_summary(&outcome);
        let (best, measure) = (self.best, self.census.measure);
        let of_interest = |settled: &Settled| self.census.every || settled.value(measure) >= best;
        self.settled.extend(outcome.settled.into_iter().filter(of_interest));
        self.given_up.extend(outcome.given_up);
    }

    /// Calls `tell` with the last rows, and returns the counts.
    pub fn finish(mut self, tell: impl FnMut(Row)) -> Totals {
        self.close(tell);
        self.totals
    }

    /// Calls `tell` with the rows of the present largest move.
    fn close(&mut self, mut tell: impl FnMut(Row)) {
        let Some(summary) = self.summary.take() else { return };
        for (moves, settled) in self.games(summary.largest) {
            let Some(settled) = settled else {
                self.totals.undecided += 1;
                tell(Row::Undecided(moves));
                continue;
            };
            let game = settled.game(moves);
            let value = settled.value(self.census.measure);
            if value >= self.best && value > 0 {
                self.best = value;
                self.totals.records += 1;
                let decided = self.totals.undecided == 0;
                tell(Row::Record { game: game.clone(), decided });
            }
            if self.census.every {
                tell(Row::Game(game));
            }
        }
        self.totals.games += summary.games;
        tell(Row::Summary(summary));
    }

    /// All undecided games, and all decided ones that may matter, in order.
    fn games(&mut self, largest: u32) -> Vec<(Vec<u32>, Option<Settled>)> {
        let (mut settled, given_up) =
            (std::mem::take(&mut self.settled), std::mem::take(&mut self.given_up));
        let Some(space) = self.census.space(largest) else { return Vec::new() };
        // As in a piece, a group that is surpassed by an earlier first game holds no record.
        settled.sort_by(|one, other| compare(&one.group.first(&space), &other.group.first(&space)));
        let mut best = self.best;
        settled.retain(|settled| {
            let value = settled.value(self.census.measure);
            let kept = value >= best;
            best = best.max(value);
            kept || self.census.every
        });
        let single = |settled: Settled| {
            let members = settled.group.members(&space).into_iter();
            members.map(move |game| (game, Some(settled.clone()))).collect::<Vec<_>>()
        };
        let mut games: Vec<_> = settled.into_iter().flat_map(single).collect();
        let given_up = given_up.iter().flat_map(|group| group.members(&space));
        games.extend(given_up.map(|game| (game, None)));
        games.sort_unstable_by(|(one, _), (other, _)| compare(one, other));
        games
    }

    fn add_to_summary(&mut self, outcome: &PieceResult) {
        let summary = self.summary.get_or_insert(Summary {
            largest: outcome.largest,
            games: 0,
            undecided: 0,
            sum: 0,
            maximum: None,
        });
        summary.games += outcome.games;
        summary.undecided += outcome.undecided;
        summary.sum += outcome.sum;
        let value = |cycle: Cycle| match self.census.measure {
            Measure::Period => cycle.period,
            Measure::Preperiod => cycle.preperiod,
        };
        if let Some(settled) = &outcome.maximum {
            let game = settled.game(settled.group.moves.clone());
            let surpasses = |known: &Game| {
                (value(game.cycle).cmp(&value(known.cycle)))
                    .then_with(|| compare(&known.moves, &game.moves))
                    .is_gt()
            };
            if summary.maximum.as_ref().is_none_or(surpasses) {
                summary.maximum = Some(game);
            }
        }
    }
}

impl Settled {
    fn game(&self, moves: Vec<u32>) -> Game {
        Game { moves, cycle: Cycle { period: self.period, preperiod: self.preperiod } }
    }
}

//! Pieces of the sequence of one game, losing intervals, who wins several heaps, and all games of a kind.

use super::game::{number, numbers};
use super::{Control, Game, Refused, Reply};
use crate::Integer;
use crate::census::{self, Measure};
use crate::games::heaps::{Convention, Heap, Set, Sum};
use crate::one_game::Source;
use crate::real::{self, Lost, Real};
use crate::report::census::{Layout, render, title};
use crate::report::sequence::{Subject, piece};
use crate::report::{Detail, heaps, real as text};
use crate::sequence::{Packed, Rule, WrittenMoves};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

/// What are the values of these positions?
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sequence {
    /// The game.
    pub game: Game,
    /// The first position.
    #[serde(deserialize_with = "number")]
    pub from: Integer,
    /// The number of positions.
    pub count: usize,
}

/// A piece of a sequence.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The game.
    pub subject: Subject,
    /// The first position.
    pub from: Integer,
    /// The values.
    pub values: Packed,
}

impl Sequence {
    /// The values.
    ///
    /// # Errors
    /// Moves that make no game, and limits.
    pub fn answer(&self, control: &Control<'_>) -> Result<Piece, Refused> {
        let Self { game, from, count } = self;
        if game.has_reals() {
            let message =
                "real moves have losing intervals, and no values one by one; ask for the intervals";
            return Err(message.into());
        }
        let read = game.read()?;
        let subject = Subject::of(&read, game.rule()?);
        let found = Source::from(read).values(from, *count, &control.stop);
        let values = found.map_err(|unreached| {
            Refused::Limit(unreached.limit, unreached.came(from, *count, &subject.moves()))
        })?;
        Ok(Piece { subject, from: from.clone(), values })
    }
}

impl Piece {
    /// The document, which is also the text.
    pub fn reply(&self) -> Reply {
        let json = piece(&self.subject, &self.from, &self.values);
        Reply { text: self.subject.name(), json, more: json!({}) }
    }
}

/// Which positions are lost, if moves are real numbers?
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Intervals {
    /// The game.
    pub game: Game,
    /// From this position on.
    pub from: String,
    /// Below this one.
    pub to: String,
}

impl Intervals {
    /// The losing intervals of normal or misère play.
    ///
    /// # Errors
    /// Numbers that cannot be read or are of several fields, other rules, and limits.
    pub fn answer(&self, control: &Control<'_>) -> Result<Reply, Refused> {
        let moves = self.game.reals()?;
        let game = real::Game::new(&moves).map_err(|error| error.to_string())?;
        let read = |name: &str, text: &str| {
            real::read_one(text).map_err(|error| Refused::Misread(format!("{name}: {error}")))
        };
        let (from, to) = (read("first", &self.from)?, read("last", &self.to)?);
        for (name, one) in [("first", &from), ("last", &to)] {
            // They are compared with sums of moves.
            for other in moves.iter().chain([&from]) {
                one.field(other).map_err(|error| format!("{name}: {error}"))?;
            }
            if !one.is_zero() && !one.is_positive() {
                return Err(format!("{name} is {one}; positions count from 0").into());
            }
        }
        let lost = lost(&game, self.game.rule()?, &from, &to, control)?;
        let answer = text::intervals(&game, self.game.rule()?, &from, &to, &lost);
        Ok(Reply::new(&answer, json!({})))
    }
}

/// The losing intervals of a game between two positions.
///
/// # Errors
/// Rules without such intervals, and limits.
pub fn lost(
    game: &real::Game,
    rule: Rule,
    from: &Real,
    to: &Real,
    control: &Control<'_>,
) -> Result<Lost, Refused> {
    let mut intervals = game.intervals();
    let lost = match rule {
        Rule::Normal => intervals.between(from, to, &control.stop),
        Rule::Misere => intervals.misere_between(from, to, &control.stop),
        _ => return Err(text::ONLY_INTERVALS.into()),
    };
    lost.map_err(|limit| Refused::Limit(limit, text::known(game, &intervals)))
}

/// Who wins several heaps?
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heaps {
    /// The heaps by their moves.
    pub heaps: Vec<Group>,
    /// The values of the parameters of the moves; each set takes those that it has.
    #[serde(default, deserialize_with = "numbers")]
    pub at: Vec<(String, Integer)>,
    /// Does whoever cannot move win?
    #[serde(default)]
    pub misere: bool,
}

/// Heaps with the same moves.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// The moves.
    pub moves: Vec<String>,
    /// The numbers of items.
    pub sizes: Vec<String>,
}

impl Heaps {
    /// The outcome and all winning moves.
    ///
    /// # Errors
    /// Moves that make no game, numbers that are none of items, and limits.
    pub fn answer(&self, control: &Control<'_>) -> Result<Reply, Refused> {
        let mut sum = Vec::new();
        for Group { moves, sizes } in &self.heaps {
            let size = |text: &String| match text.parse::<Integer>() {
                Ok(size) if !size.is_negative() => Ok(size),
                _ => Err(format!("a heap has at least 0 items, not {text}")),
            };
            let sizes = sizes.iter().map(size).collect::<Result<Vec<_>, _>>()?;
            let largest = sizes.iter().max().cloned().unwrap_or_default();
            let written = WrittenMoves { texts: moves, at: &self.at };
            let set = Arc::new(Set::read(&written, &largest)?);
            sum.extend(sizes.into_iter().map(|size| Heap { set: set.clone(), size }));
        }
        if sum.is_empty() {
            return Err("there are no heaps".into());
        }
        let (sum, misere) = (Sum(sum), self.misere);
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        let answer = sum.answer(convention, &control.stop);
        let answer =
            answer.map_err(|limit| Refused::Limit(limit, heaps::unknown(convention, limit)))?;
        Ok(Reply::new(&heaps::answer(&sum, convention, &answer), json!({})))
    }
}

/// Which games of a kind have the longest periods?
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Census {
    /// The least and the greatest of the largest moves.
    pub largest_move: (u32, u32),
    /// The number of moves, if that is fixed.
    pub moves: Option<u32>,
    /// Only games in which for each move s also max - s is a move or 0?
    #[serde(default)]
    pub symmetric: bool,
    /// Which records: `period` or `preperiod`.
    pub records: String,
    /// Has each game a row?
    #[serde(default)]
    pub every: bool,
    /// A game is undecided if preperiod + period is larger.
    pub limit_positions: Option<u64>,
}

impl Census {
    /// The rows.
    ///
    /// # Errors
    /// A kind without games, and a stop.
    pub fn answer(&self, control: &Control<'_>) -> Result<Reply, Refused> {
        let (smallest, greatest) = self.largest_move;
        let made = census::Census::new(smallest, greatest, self.moves, self.symmetric);
        let mut census = made.map_err(|error| error.to_string())?;
        census.measure = match self.records.as_str() {
            "period" => Measure::Period,
            "preperiod" => Measure::Preperiod,
            other => {
                return Err(format!("records is 'period' or 'preperiod', not {other:?}").into());
            }
        };
        census.every = self.every;
        census.limit_positions = self.limit_positions.unwrap_or(census::Census::LIMIT_POSITIONS);
        let mut games = 0;
        let done = census::rows(&census, &control.threads, &control.stop, |outcome| {
            games += outcome.games();
            control.count(games, census.games(), "games");
        });
        let came = |limit| {
            Refused::Limit(limit, format!("{games} of {} games were computed", census.games()))
        };
        let (rows, totals) = done.map_err(came)?;
        let drawn = |layout| render(&census, &rows, totals, layout, None);
        Ok(Reply {
            json: drawn(Layout::Json),
            text: drawn(Layout::Text(Detail::Normal)).trim_end().to_owned(),
            more: json!({ "csv": drawn(Layout::Csv), "title": title(&census) }),
        })
    }
}

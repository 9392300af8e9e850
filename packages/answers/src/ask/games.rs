//! Pieces of the sequence of one game, losing intervals, and who wins several heaps.

use super::game::Points;
use super::{Ask, Control, Game, Refused, theorem};
use crate::Integer;
use crate::games::heaps::{Convention, Heap, Otherwise, Set, Sum};
use crate::limit::Limit;
use crate::one_game::Source;
use crate::real::{self, Lost, Real};
use crate::report::heaps::HeapsDocument as HeapsAnswer;
use crate::report::real::Intervals as LosingIntervals;
use crate::report::rows::{Layout, Look, Row, SequenceRows, words};
use crate::report::sequence::Subject;
use crate::report::written::Writing;
use crate::report::{heaps, real as text};
use crate::sequence::{Packed, Rule, WrittenMoves};
use crate::verdict::Assignment;
use grundy_output::question;
use std::sync::Arc;

/// The number of positions shown if the question has no count: a screenful.
const SHOWN: usize = 1000;

/// The number of positions shown as runs, as a multiple of the largest move.
const MOVES_SHOWN: u64 = 4;

/// The most positions shown as runs if the question has no count.
const MOST_SHOWN: u64 = 100_000_000;

/// What are the values of these positions?
#[question]
#[derive(Default)]
pub struct Sequence {
    /// The game.
    pub game: Game,
    /// More values of its parameters: a row for each combination that makes a game.  The first games of a family with
    /// one parameter where nothing is said.
    pub points: Points,
    /// The first position.
    pub from: Integer,
    /// The number of positions: 1000 where nothing is said, or as runs those of four times the largest move.
    pub count: Option<usize>,
    /// How the values are written.
    #[serde(default)]
    pub layout: Layout,
}

impl Ask for Sequence {
    type Answer = SequenceRows;

    fn answer(&self, control: &Control<'_>) -> Result<SequenceRows, Refused> {
        let first = if self.points.is_empty() { self.game.first_points()? } else { Vec::new() };
        let points = if first.is_empty() { &self.points } else { &first };
        let (games, left_out) = self.game.each(points)?;
        let Self { from, layout, .. } = self;
        let mut rows: Vec<Row> = Vec::with_capacity(games.len());
        let mut bytes: usize = 0;
        for game in &games {
            let row = self.row(game, control)?;
            bytes = bytes.saturating_add(row.values.bytes());
            rows.push(row);
            control.stop.room(bytes, 1).map_err(|limit| {
                let came = format!("{} of {} sequences are computed", rows.len() - 1, games.len());
                Refused::Limit(limit, came)
            })?;
        }
        let words = match layout {
            Layout::Words => words(&rows, &control.stop).map_err(|limit| {
                Refused::Limit(limit, format!("the runs of {} games are compared", rows.len()))
            })?,
            _ => None,
        };
        let (from, layout, writing) = (from.clone(), *layout, Writing::new(&control.stop));
        Ok(SequenceRows { rows, from, layout, words, left_out, writing, look: Look::default() })
    }
}

impl Sequence {
    /// The values of one game.
    ///
    /// # Errors
    /// Moves that do not make a game, and limits.
    pub fn row(&self, game: &Game, control: &Control<'_>) -> Result<Row, Refused> {
        if game.has_reals() {
            let message =
                "real moves have losing intervals, and no values one by one; ask for the intervals";
            return Err(message.into());
        }
        let read = game.read()?;
        let subject = Subject::of(&read, game.rule()?);
        let count = self.count.unwrap_or_else(|| match self.layout {
            Layout::Values => SHOWN,
            Layout::Runs | Layout::Words => {
                let shown = subject.greatest().saturating_mul(MOVES_SHOWN).min(MOST_SHOWN);
                // An infinite set has no greatest move.
                usize::try_from(shown).ok().filter(|&it| it > 0).unwrap_or(SHOWN)
            }
        });
        // One more value shows whether the last run ends.
        let further = count + usize::from(self.layout != Layout::Values);
        let found = Source::from(read).values(&self.from, further, &control.stop);
        let found = found.or_else(|unreached| {
            let has_theorem = unreached.limit == Limit::POSITIONS && game.start().is_none();
            let (ranges, rule) = (has_theorem.then_some(&subject.ranges), subject.rule);
            let values = |it: &Vec<_>| theorem::values(it, rule, &self.from, further, control);
            ranges.and_then(values).map(Packed::from).ok_or(unreached)
        });
        let mut values = found.map_err(|unreached| {
            let came = unreached.came(&self.from, further, &subject.moves());
            Refused::Limit(unreached.limit, came)
        })?;
        let next = values.get(count);
        values.truncate(count);
        let cut = next == count.checked_sub(1).and_then(|last| values.get(last));
        Ok(Row { parameters: game.at.clone(), subject, cut, values })
    }
}

/// Which positions are lost, if moves are real numbers?
#[question]
#[derive(Default)]
pub struct Intervals {
    /// The game.
    pub game: Game,
    /// From this position on: from 0 on where nothing is said.
    pub from: Option<String>,
    /// Below this one: where nothing is said, four times the greatest move further, but only as far as 1000 intervals can
    /// reach.
    pub to: Option<String>,
}

/// For normal and misère play.
impl Ask for Intervals {
    type Answer = LosingIntervals;

    fn answer(&self, control: &Control<'_>) -> Result<LosingIntervals, Refused> {
        let moves = self.game.reals()?;
        let game = real::Game::new(&moves).map_err(|error| error.to_string())?;
        let read = |name: &str, text: &str| {
            real::read_one(text).map_err(|error| Refused::Misread(format!("{name}: {error}")))
        };
        let from = read("first", self.from.as_deref().unwrap_or("0"))?;
        let to = match &self.to {
            Some(to) => read("last", to)?,
            None => from.plus(&shown(&game).into()).map_err(|error| format!("last: {error}"))?,
        };
        for (name, one) in [("first", &from), ("last", &to)] {
            // They are compared with sums of moves, so they have to lie in the same field.
            for other in moves.iter().chain([&from]) {
                one.field(other).map_err(|error| format!("{name}: {error}"))?;
            }
            if !one.is_zero() && !one.is_positive() {
                return Err(format!("{name} is {one}; positions count from 0").into());
            }
        }
        let lost = lost(&game, self.game.rule()?, &from, &to, control)?;
        Ok(text::intervals(&game, self.game.rule()?, &from, &to, &lost))
    }
}

/// The length of a piece whose intervals fit on a screen: each is followed by won positions.
fn shown(game: &real::Game) -> Integer {
    let most = game.moves()[0].times(&Integer::from(SHOWN).into()).unwrap_or_default().floor();
    let length = (&game.greatest().floor() * &MOVES_SHOWN.into()).min(most);
    if length.is_zero() { MOVES_SHOWN.into() } else { length }
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
#[question]
#[derive(Default)]
pub struct Heaps {
    /// The heaps by their moves.
    pub heaps: Vec<Group>,
    /// The values of the parameters of the moves; each set takes those that it has.
    pub at: Assignment,
    /// Does whoever cannot move win?
    pub misere: bool,
}

/// Heaps with the same moves.
#[question]
pub struct Group {
    /// The moves.
    pub moves: Vec<String>,
    /// The numbers of items.
    pub sizes: Vec<String>,
}

impl Group {
    /// Do the moves contain this parameter, with or without a factor?
    fn mentions(&self, parameter: &str) -> bool {
        let text = self.moves.join(" ");
        let mut words = text.split(|it: char| !it.is_alphanumeric());
        words.any(|word| word.trim_start_matches(|it: char| it.is_ascii_digit()) == parameter)
    }
}

impl Ask for Heaps {
    type Answer = HeapsAnswer;

    fn answer(&self, control: &Control<'_>) -> Result<HeapsAnswer, Refused> {
        let (sum, convention) = (self.sum()?, self.convention());
        let by_theorem: Otherwise<'_> =
            &|moves, rule, from, count| theorem::values(moves, rule, from, count, control);
        match sum.answer_by(convention, by_theorem, &control.stop) {
            Ok(answer) => Ok(heaps::answer(&sum, convention, &answer)),
            Err(limit) => Err(Refused::Limit(limit, heaps::unknown(convention, limit))),
        }
    }
}

impl Heaps {
    /// The rule of the end.
    pub fn convention(&self) -> Convention {
        if self.misere { Convention::Misere } else { Convention::Normal }
    }

    /// The heaps.
    ///
    /// # Errors
    /// Moves that do not make a game, and invalid numbers of items.
    pub fn sum(&self) -> Result<Sum, Refused> {
        let mut sum = Vec::new();
        for group in &self.heaps {
            let size = |text: &String| match text.parse::<Integer>() {
                Ok(size) if !size.is_negative() => Ok(size),
                _ => Err(format!("a heap has at least 0 items, not {text}")),
            };
            let sizes = group.sizes.iter().map(size).collect::<Result<Vec<_>, _>>()?;
            let largest = sizes.iter().max().cloned().unwrap_or_default();
            // A value applies to the sets that contain the parameter; if none does, each refuses it.
            let of_group = |(name, _): &&(String, Integer)| {
                group.mentions(name) || !self.heaps.iter().any(|heap| heap.mentions(name))
            };
            let at: Vec<_> = self.at.iter().filter(of_group).cloned().collect();
            let written = WrittenMoves { texts: &group.moves, at: &at };
            let set = Arc::new(Set::read(&written, &largest)?);
            sum.extend(sizes.into_iter().map(|size| Heap { set: set.clone(), size }));
        }
        if sum.is_empty() {
            return Err("there are no heaps".into());
        }
        Ok(Sum(sum))
    }
}

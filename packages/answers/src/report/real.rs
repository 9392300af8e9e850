//! What is known about games whose moves are real numbers, and about games that differ in one move.

use super::period::Answer;
use super::sequence::AskedValues;
use super::theorem::by_rule;
use super::{Render, align, theorem};
use crate::real::{self, Game, Lost, Real};
use crate::sequence::Rule;
use crate::verdict::Verdict;
use grundy_output::output;
use serde::{Serialize, Serializer};

/// The most decimals of an end that are shown.
const DECIMALS: usize = 6;

/// The decimal form of a number, as it is shown.
pub fn decimal(number: &Real) -> String {
    number.decimal(DECIMALS)
}

/// The number in one cell: a decimal where that is exact, else the number with its decimals.
pub(super) fn cell(number: &Real) -> String {
    let exact = number.exact_decimal(DECIMALS);
    exact.unwrap_or_else(|| format!("{number} ({})", decimal(number)))
}

/// The moves: `{ 1 sqrt(2) 3 }`.
pub fn braces(game: &Game) -> String {
    let moves: Vec<_> = game.moves().iter().map(Real::to_string).collect();
    theorem::braces(&moves.join(" "))
}

/// The game in words: `outcomes of { 1 sqrt(2) 3 }`.
pub fn name(game: &Game, rule: Rule) -> String {
    format!("{} of {}", by_rule(rule), braces(game))
}

/// Why the period of a game is computed only for the rule of normal play.
pub fn only_outcomes(game: &Game) -> String {
    format!(
        "only outcomes of normal and misère play can be computed for {}; other values need moves that are multiples \
         of one number and not too large",
        braces(game)
    )
}

/// Why the values of a game are not shown as intervals.
pub const ONLY_INTERVALS: &str =
    "for real moves, only outcomes of normal play and misère play have losing intervals";

/// What is known if not all losing intervals of a game are computed: `12 losing intervals of { 1 } are known, below
/// 24`.
pub fn known(game: &Game, intervals: &real::Intervals) -> String {
    let (known, reached) = (intervals.known(), decimal(intervals.start()));
    format!("{known} losing intervals of {} are known, below {reached}", braces(game))
}

/// The members that say which values of which game are meant.
fn head(moves: &[Real], rule: Rule) -> AskedValues {
    AskedValues::new(moves.iter().map(Real::to_string).collect(), rule)
}

/// The number, with its decimals unless it is an integer.
pub(super) fn with_decimals(number: &Real) -> String {
    match number.to_integer() {
        Some(integer) => integer.to_string(),
        None => match number.exact_decimal(DECIMALS) {
            Some(exact) => format!("{number} = {exact}"),
            None => format!("{number}, about {}", decimal(number)),
        },
    }
}

/// Losing intervals of a game between two positions.
pub fn intervals(game: &Game, rule: Rule, from: &Real, to: &Real, lost: &Lost) -> Intervals {
    let interval = |(from, to): &(Real, Real)| Interval {
        from: from.to_string(),
        to: to.to_string(),
        from_decimal: decimal(from),
        to_decimal: decimal(to),
    };
    Intervals {
        name: name(game, rule),
        head: head(game.moves(), rule),
        from: from.to_string(),
        to: to.to_string(),
        losing: lost.iter().map(interval).collect(),
    }
}

impl Render for Intervals {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        let Self { name, from, to, losing, .. } = self;
        let many = losing.len();
        let rows: Vec<[String; 3]> = (losing.iter())
            .map(|row| {
                let interval = format!("[{}, {})", row.from, row.to);
                [interval, row.from_decimal.clone(), row.to_decimal.clone()]
            })
            .collect();
        let table = align::table(&[0], &rows);
        format!("{name}, positions x with {from} <= x < {to}: {many} losing intervals\n{table}")
    }
}

/// Positions x are lost if from <= x < to for one of the intervals.
#[output]
#[cfg_attr(test, schemars(rename = "LosingIntervals"))]
pub struct Intervals {
    #[serde(skip)]
    name: String,
    #[serde(flatten)]
    head: AskedValues,
    from: String,
    to: String,
    losing: Vec<Interval>,
}

#[output]
struct Interval {
    from: String,
    to: String,
    from_decimal: String,
    to_decimal: String,
}

/// An approximation of a number, for its place in a picture.
#[cfg(feature = "pictures")]
pub fn approximate(number: &Real) -> f64 {
    number.decimal(12).parse().unwrap_or(f64::MAX)
}

/// Games that differ in one move.
#[derive(Clone, Debug)]
pub struct Variation {
    /// The moves in the order in which they were written, before one is varied.
    pub moves: Vec<Real>,
    /// The number of the move that varies, counted from 1.
    pub vary: usize,
    /// The step from one game to the next.
    pub by: Real,
    /// The rule.
    pub rule: Rule,
    /// The move in each game that exists, and what was found.
    pub rows: Vec<(Real, Answer)>,
    /// The move for which there is no game, and why.
    pub left_out: Vec<(Real, String)>,
    /// The move in each game that was not reached.
    pub interrupted: Vec<Real>,
}

impl Variation {
    /// Lists the games whose work was stopped as not reached.
    pub fn leave_stopped(&mut self) {
        let stopped = self.rows.extract_if(.., |(_, answer)| answer.was_stopped());
        self.interrupted = stopped.map(|(moved, _)| moved).collect();
    }

    /// The games: `{ 21 103 214 s }`.
    pub fn name(&self) -> String {
        let moves = self.moves.iter().enumerate();
        let moves: Vec<_> = moves
            .map(|(index, one)| match index + 1 == self.vary {
                true => "s".to_owned(),
                false => one.to_string(),
            })
            .collect();
        theorem::braces(&moves.join(" "))
    }
}

impl Render for Variation {
    /// *Undecided* if one game is.
    fn verdict(&self) -> Option<Verdict> {
        let all = self.rows.iter().map(|(_, answer)| answer.verdict);
        let left = (!self.interrupted.is_empty()).then_some(Verdict::Undecided);
        all.chain(left).max().or(Some(Verdict::Verified))
    }

    #[cfg(feature = "pictures")]
    fn picture(&self) -> Option<grundy_picture::Picture> {
        Some(super::vary::drawn(self))
    }

    fn text(&self) -> String {
        let mut rows = vec![["s".to_owned(), "period".to_owned(), "preperiod".to_owned()]];
        rows.extend(self.rows.iter().map(|(moved, answer)| {
            let [period, preperiod] = answer.known.cells(cell);
            [cell(moved), period, preperiod]
        }));
        format!("{} of {}\n{}", by_rule(self.rule), self.name(), align::table(&[], &rows))
    }
}

impl Serialize for Variation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        fn row((moved, answer): &(Real, Answer)) -> VariedRow<'_> {
            let (verdict, decimal) = (answer.verdict, decimal(moved));
            VariedRow { moved: moved.to_string(), decimal, verdict, answer }
        }
        let no_game = |(moved, message): &(Real, String)| NoGame {
            moved: moved.to_string(),
            message: message.clone(),
        };
        let varied = Varied {
            head: head(&self.moves, self.rule),
            vary: self.vary,
            by: self.by.to_string(),
            results: self.rows.iter().map(row).collect(),
            interrupted: self.interrupted.iter().map(Real::to_string).collect(),
            left_out: self.left_out.iter().map(no_game).collect(),
        };
        varied.serialize(serializer)
    }
}

#[output]
pub(super) struct Varied<'a> {
    #[serde(flatten)]
    head: AskedValues,
    /// The number of the move that is moved, from 1 on.
    vary: usize,
    by: String,
    results: Vec<VariedRow<'a>>,
    /// The move in games that were not reached.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    interrupted: Vec<String>,
    /// Where there is no game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<NoGame>,
}

#[output]
struct VariedRow<'a> {
    #[serde(rename = "move")]
    moved: String,
    decimal: String,
    verdict: Verdict,
    #[serde(flatten)]
    answer: &'a Answer,
}

#[output]
#[cfg_attr(test, schemars(rename = "VariedNoGame"))]
struct NoGame {
    #[serde(rename = "move")]
    moved: String,
    message: String,
}

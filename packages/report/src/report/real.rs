//! What is known about games whose moves are real numbers, and about games of which one move is moved.

use super::sequence::AskedValues;
use super::theorem::by_rule;
use super::{Detail, Render, align, theorem};
use crate::Integer;
use crate::diagnostic::counted;
use crate::limit::Limit;
use crate::one_game::Method;
use crate::real::{self, Cycle, Found, Game, Lost, Real};
use crate::sequence::Rule;
use grundy_output::output;
use serde::{Serialize, Serializer};

/// So many decimals are shown of an end that has more.
const DECIMALS: usize = 6;

/// The decimals of a number, as they are shown.
pub fn decimal(number: &Real) -> String {
    number.decimal(DECIMALS)
}

/// The number in one cell: a decimal where that is exact, else the number with its decimals.
fn cell(number: &Real) -> String {
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

/// Why the period of a game is not computed by other rules than that of normal play.
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

/// What is known where losing intervals of a game are not all computed: `12 losing intervals of { 1 } are known, below 24`.
pub fn known(game: &Game, intervals: &real::Intervals) -> String {
    let (known, reached) = (intervals.known(), decimal(intervals.start()));
    format!("{known} losing intervals of {} are known, below {reached}", braces(game))
}

/// The members that say which values of which game.
fn head(moves: &[Real], rule: Rule) -> AskedValues {
    AskedValues::new(moves.iter().map(Real::to_string).collect(), rule)
}

/// What is known of the period.
#[output]
#[derive(Default)]
struct RealEnded {
    method: &'static str,
    period: Option<String>,
    preperiod: Option<String>,
    period_decimal: Option<String>,
    preperiod_decimal: Option<String>,
    /// How many losing intervals begin in a period.
    losing_intervals: Option<String>,
    /// Their total length.
    losing_length: Option<String>,
    /// The length of the shortest losing interval of all.
    shortest: Option<String>,
    /// Of the integer game that has the period.
    unit: Option<String>,
    least: Option<bool>,
    /// Are all values from the preperiod on the same, so that every number above 0 is a period?
    constant: Option<bool>,
    verdict: Option<&'static str>,
    limit: Option<&'static str>,
    /// How many losing intervals are known where no period was found.
    intervals: Option<String>,
}

impl RealEnded {
    fn new(found: &Result<Found, Stuck>) -> Self {
        let ended = match found {
            Ok(Found::ByIntervals(cycle)) => Self {
                method: "intervals",
                losing_intervals: Some(cycle.intervals.to_string()),
                losing_length: Some(cycle.lost.to_string()),
                shortest: Some(cycle.shortest.to_string()),
                ..Self::default()
            },
            Ok(units @ Found::InUnits { unit, method, .. }) => Self {
                method: if *method == Method::Direct { "direct" } else { "accelerated" },
                unit: Some(unit.to_string()),
                least: (!units.is_least()).then_some(false),
                constant: units.is_constant().then_some(true),
                ..Self::default()
            },
            Err(Stuck { limit, intervals, .. }) => Self {
                method: "intervals",
                verdict: Some("undecided"),
                limit: Some(limit.name()),
                intervals: Some(intervals.to_string()),
                ..Self::default()
            },
        };
        let Ok([period, preperiod]) = found.as_ref().map(Found::numbers) else { return ended };
        Self {
            period: Some(period.to_string()),
            preperiod: Some(preperiod.to_string()),
            period_decimal: Some(decimal(period)),
            preperiod_decimal: Some(decimal(preperiod)),
            ..ended
        }
    }
}

/// A search that a limit ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The limit.
    pub limit: Limit,
    /// So many losing intervals were known,
    pub intervals: usize,
    /// up to this position.
    pub reached: Real,
}

/// The period of a game.
pub fn period<'a>(
    game: &Game,
    rule: Rule,
    found: &'a Result<Found, Stuck>,
    detail: Detail,
) -> impl Render + use<'a> {
    let (head, ended) = (head(game.moves(), rule), RealEnded::new(found));
    Alone { name: name(game, rule), rule, found, detail, head, ended }
}

impl Render for Alone<'_> {
    fn text(&self) -> String {
        let Self { name, rule, found, detail, .. } = self;
        let mut lines = match found {
            Ok(found) => {
                let [period, preperiod] = found.numbers();
                let said = match (found.is_constant(), found.is_least()) {
                    (true, _) => format!(
                        "v(x) = v({preperiod}) for all real x >= {preperiod}, so every number above 0 is a period, and \
                         none is the least"
                    ),
                    (false, is_least) => {
                        let least = match is_least {
                            true => "both numbers least",
                            false => {
                                "the second number least for this period; a shorter period may exist"
                            }
                        };
                        format!("v(x) = v(x+{period}) for all real x >= {preperiod}, {least}")
                    }
                };
                let shown = match found.is_constant() {
                    true => EVERY.to_owned(),
                    false => with_decimals(period),
                };
                vec![
                    format!("period     {shown}"),
                    format!("preperiod  {}", with_decimals(preperiod)),
                    format!("{name}: {said}"),
                    how(found),
                ]
            }
            Err(Stuck { limit, intervals, reached }) => vec![
                "undecided".to_owned(),
                format!(
                    "limit reached: {}; no period was found among the first {intervals} losing \
                     intervals, below {}",
                    limit.name(),
                    decimal(reached)
                ),
                format!("{name}: nothing is known about the period and the preperiod"),
                match *limit {
                    Limit::STOPPED => "allow more time with --time-limit".to_owned(),
                    limit => limit.text().to_owned(),
                },
            ],
        };
        if *detail == Detail::Quiet {
            // Of a constant sequence the first line says that no period is least.
            let is_least = found.as_ref().is_ok_and(|it| it.is_constant() || it.is_least());
            let is_plain = found.is_err() || theorem::is_plain(*rule, false, is_least);
            lines.truncate(if is_plain { 2 } else { 3 });
        }
        lines.join("\n") + "\n"
    }
}

/// What stands where no period is the least one.
const EVERY: &str = "every number above 0";

fn with_decimals(number: &Real) -> String {
    match number.to_integer() {
        Some(integer) => integer.to_string(),
        None => match number.exact_decimal(DECIMALS) {
            Some(exact) => format!("{number} = {exact}"),
            None => format!("{number}, about {}", decimal(number)),
        },
    }
}

/// What found it.
fn how(found: &Found) -> String {
    match found {
        Found::ByIntervals(Cycle { intervals, lost, shortest, .. }) => {
            let many = counted(*intervals, "losing interval");
            format!(
                "computed interval by interval: {many} in a period, of total length {lost}; the \
                 shortest of all has length {shortest}"
            )
        }
        Found::InUnits { unit, sizes, method, .. } => {
            let sizes: Vec<_> = sizes.iter().map(u64::to_string).collect();
            let sizes = theorem::braces(&sizes.join(" "));
            let by = match method {
                Method::Direct => "computed directly",
                Method::Runs | Method::Combs => "computed run by run, with proved jumps over loops",
                Method::Domains => "proved by walls between domains that repeat in two directions",
                Method::Recurrence | Method::Description => "computed as a linear recurrence",
            };
            match unit.to_integer().is_some_and(Integer::is_one) {
                true => by.to_owned(),
                false => format!("as the integer game {sizes} in units of {unit}, {by}"),
            }
        }
    }
}

#[output]
#[cfg_attr(test, schemars(rename = "RealPeriod"))]
pub(super) struct Alone<'a> {
    #[serde(skip)]
    name: String,
    #[serde(skip)]
    rule: Rule,
    #[serde(skip)]
    found: &'a Result<Found, Stuck>,
    #[serde(skip)]
    detail: Detail,
    #[serde(flatten)]
    head: AskedValues,
    #[serde(flatten)]
    ended: RealEnded,
}

/// Losing intervals of a game between two positions.
pub fn intervals(game: &Game, rule: Rule, from: &Real, to: &Real, lost: &Lost) -> impl Render {
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
    fn text(&self) -> String {
        let Self { name, from, to, losing, .. } = self;
        let many = losing.len();
        let rows: Vec<[String; 3]> = (losing.iter())
            .map(|it| {
                let interval = format!("[{}, {})", it.from, it.to);
                [interval, it.from_decimal.clone(), it.to_decimal.clone()]
            })
            .collect();
        let table = align::table(&[0], &rows);
        format!("{name}, positions x with {from} <= x < {to}: {many} losing intervals\n{table}")
    }
}

/// Positions x are lost if from <= x < to for one of the intervals.
#[output]
#[cfg_attr(test, schemars(rename = "LosingIntervals"))]
pub(super) struct Intervals {
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

/// Games that differ in one move.
#[derive(Clone, Debug)]
pub struct Variation {
    /// The moves in the order in which they were written, before one is moved.
    pub moves: Vec<Real>,
    /// The number of the move that is moved, from 1 on.
    pub vary: usize,
    /// How far from one game to the next.
    pub by: Real,
    /// The rule.
    pub rule: Rule,
    /// The move in each game that there is, and what was found.
    pub rows: Vec<(Real, Result<Found, Stuck>)>,
    /// The move where there is no game, and why.
    pub left_out: Vec<(Real, String)>,
    /// The move in each game that was not reached.
    pub interrupted: Vec<Real>,
}

impl Variation {
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
    fn text(&self) -> String {
        let mut rows = vec![["s".to_owned(), "period".to_owned(), "preperiod".to_owned()]];
        rows.extend(self.rows.iter().map(|(moved, found)| match found {
            Ok(found) => {
                let [period, preperiod] = found.numbers();
                let period = if found.is_constant() { EVERY.to_owned() } else { cell(period) };
                [cell(moved), period, cell(preperiod)]
            }
            Err(stuck) => [cell(moved), "undecided".to_owned(), stuck.limit.name().to_owned()],
        }));
        format!("{} of {}\n{}", by_rule(self.rule), self.name(), align::table(&[], &rows))
    }
}

impl Serialize for Variation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = |(moved, found): &(Real, _)| RealRow {
            moved: moved.to_string(),
            decimal: decimal(moved),
            ended: RealEnded::new(found),
        };
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
pub(super) struct Varied {
    #[serde(flatten)]
    head: AskedValues,
    /// The number of the move that is moved, from 1 on.
    vary: usize,
    by: String,
    results: Vec<RealRow>,
    /// The move in games that were not reached.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    interrupted: Vec<String>,
    /// Where there is no game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<NoGame>,
}

#[output]
#[cfg_attr(test, schemars(rename = "VariedRow"))]
struct RealRow {
    #[serde(rename = "move")]
    moved: String,
    decimal: String,
    #[serde(flatten)]
    ended: RealEnded,
}

#[output]
#[cfg_attr(test, schemars(rename = "VariedNoGame"))]
struct NoGame {
    #[serde(rename = "move")]
    moved: String,
    message: String,
}

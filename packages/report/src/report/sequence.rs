//! What is known about the sequence of one game: its cycle, or a piece of it.

use super::json::{Map, SCHEMA, document};
#[cfg(test)]
use super::schemas::Decimal;
use super::{Detail, align, seconds};
use crate::Integer;
use crate::accelerate::{Cycle, Statistics};
use crate::limit::Limit;
use crate::model::Value;
use crate::one_game::{self, Attempt};
use crate::sequence::{Game, Rule, spelled};
use crate::verdict::Assignment;
use serde::Serialize;
use std::time::Duration;

/// Which values of which game.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The first and the last move of each range without a gap, in increasing order.
    pub ranges: Vec<(u64, u64)>,
    /// How values follow from each other.
    pub rule: Rule,
    /// What stands below position 0.
    pub start: Option<Box<[Value]>>,
    /// The number of items at position 0.
    pub first_heap: u64,
}

impl From<&Game> for Subject {
    fn from(game: &Game) -> Self {
        Self {
            ranges: game.moves().ranges(),
            rule: game.rule(),
            start: game.start().map(Into::into),
            first_heap: game.first_heap(),
        }
    }
}

/// Values of the parameters for which the moves make no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The values.
    pub parameters: Assignment,
    /// Why.
    pub message: String,
}

impl LeftOut {
    /// For people: `n = 3, m = 3: two moves are the same: ...`.
    pub fn text(&self) -> String {
        let each = self.parameters.iter().map(|(name, value)| format!("{name} = {value}"));
        format!("{}: {}", each.collect::<Vec<_>>().join(", "), self.message)
    }
}

/// The same for programs.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct NoGame<'a> {
    #[cfg_attr(test, schemars(with = "Map<'a, Decimal>"))]
    parameters: Map<'a, &'a Integer>,
    message: &'a str,
}

impl<'a> NoGame<'a> {
    pub(super) fn all(left_out: &'a [LeftOut]) -> Vec<Self> {
        let one =
            |it: &'a LeftOut| Self { parameters: Map::of(&it.parameters), message: &it.message };
        left_out.iter().map(one).collect()
    }
}

/// A search for the cycle of a game, when it has ended.
#[derive(Clone, Debug)]
pub struct Search {
    /// The game.
    pub subject: Subject,
    /// Where the search began.
    pub origin: Origin,
    /// What found the cycle, or was to find it.
    pub by: By,
    /// How it ended.
    pub ending: Ending,
    /// Is there a checkpoint to go on from?
    pub kept: bool,
    /// What was done, if that is to be shown.
    pub work: Option<Work>,
    /// What was tried without success; for people, if nothing was found or work is to be shown.
    pub attempts: Vec<Attempt>,
}

/// What a search has done since it began, or was continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Value by value.
    Direct {
        /// How many positions it went on.
        positions: u64,
        /// How many values it computed: those of the positions, and some of them again.
        values: u64,
        /// How long it took.
        time: Duration,
    },
    /// By jumps.
    Accelerated(Statistics, Duration),
}

impl Work {
    /// How many values, or steps, were computed per second.
    fn speed(&self) -> u128 {
        let (count, time) = match self {
            Self::Direct { values, time, .. } => (*values, time),
            Self::Accelerated(statistics, time) => (statistics.steps, time),
        };
        (1_000_000_000 * u128::from(count)).checked_div(time.as_nanos()).unwrap_or(0)
    }
}

/// Where a search began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// At position 0.
    Start,
    /// At this position, and with so many steps by jumps, where a checkpoint was.
    Continued(u64, u64),
    /// It was over: a checkpoint had the cycle.
    Finished,
}

/// A method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Direct computation.
    Positions,
    /// Jumps.
    Jumps,
    /// Edges.
    Edges,
    /// Runs of lost positions, where moves are ranges.
    Ranges,
    /// A linear recurrence.
    Recurrence,
}

impl From<&one_game::Found> for By {
    fn from(found: &one_game::Found) -> Self {
        match found {
            one_game::Found::Directly(_) => Self::Positions,
            one_game::Found::ByJumps(_) => Self::Jumps,
            one_game::Found::ByEdges(_) => Self::Edges,
            one_game::Found::ByRecurrence(_) => Self::Recurrence,
        }
    }
}

impl By {
    /// Does what it found rest on what a checkpoint says?
    fn believes_a_checkpoint(self, origin: Origin) -> bool {
        match (self, origin) {
            (_, Origin::Start) => false,
            (_, Origin::Finished) => true,
            (Self::Positions, Origin::Continued(position, _)) => position > 0,
            // Jumps are proved again, edges are followed anew, and the others have no use for it.
            (_, Origin::Continued(..)) => false,
        }
    }

    /// What it did, from where the search began.
    fn text(self, origin: Origin) -> String {
        let from = match (self, origin) {
            (_, Origin::Finished) => {
                return "taken from the checkpoint of a finished search, which is believed"
                    .to_owned();
            }
            (Self::Positions, Origin::Start | Origin::Continued(0, _)) => {
                ", from position 0 on".to_owned()
            }
            (Self::Positions, Origin::Continued(position, _)) => {
                format!(
                    ", continued from position {position}; the values before it come from the checkpoint"
                )
            }
            (Self::Jumps, Origin::Continued(_, steps)) => format!(", continued from step {steps}"),
            _ => String::new(),
        };
        let what = match self {
            Self::Positions => "computed directly",
            Self::Jumps => "computed run by run, with proved jumps over loops",
            Self::Edges => "proved by edges between zones that repeat in two directions",
            Self::Ranges => "computed run by run, a range of moves at a time",
            Self::Recurrence => "the order of the minimal polynomial of a linear recurrence",
        };
        format!("{what}{from}")
    }
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With the cycle.
    Found(Cycle),
    /// With a limit, when so much was computed.
    Undecided(Limit, Reached),
}

impl Ending {
    /// With what was found, or the limit, when so much was computed.
    pub fn of(found: Result<one_game::Found, Limit>, reached: Reached) -> Self {
        match found {
            Ok(found) => Self::Found(found.into()),
            Err(limit) => Self::Undecided(limit, reached),
        }
    }
}

/// How far a search came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// So many positions.
    Positions(u64),
    /// So many steps between jumps.
    Steps(u64),
}

impl Reached {
    /// How far this search is: in positions if they are computed directly.
    pub fn by(search: &one_game::Search) -> Self {
        match search.computed() {
            Some(direct) => Self::Positions(direct.position()),
            None => Self::Steps(search.statistics().steps),
        }
    }
}

/// The members that say which values of which game.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Head {
    moves: Vec<String>,
    values: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_heap: Option<u64>,
}

impl Head {
    pub(super) fn new(subject: &Subject) -> Self {
        let (values, rule) = match subject.rule {
            Rule::Mex => ("nim", None),
            Rule::Normal => ("outcome", None),
            Rule::Misere => ("misere", None),
            rule => ("outcome", Some(rule.to_string())),
        };
        let letters = subject.rule.alphabet();
        let word = |word: &[_]| word.iter().map(|&value| letters.letter(value)).collect::<String>();
        let start = subject.start.as_deref().map(word);
        Self {
            moves: spelled(&subject.ranges),
            values,
            rule,
            seed: start.clone(),
            start,
            first_heap: (subject.first_heap > 0).then_some(subject.first_heap),
        }
    }
}

/// A piece of a sequence for programs: the game, the first position, the values as a word.
pub fn piece(subject: &Subject, from: &Integer, sequence: &str) -> String {
    document(&Piece { schema: SCHEMA, head: Head::new(subject), from: from.to_string(), sequence })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Piece<'a> {
    schema: u32,
    #[serde(flatten)]
    head: Head,
    from: String,
    sequence: &'a str,
}

/// What was found about one game alone.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Alone {
    schema: u32,
    #[serde(flatten)]
    found: Found,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Counts {
    Direct {
        positions: String,
        values: String,
        seconds: String,
        values_per_second: String,
    },
    Accelerated {
        steps: String,
        jumps: String,
        entries: String,
        loops: String,
        depth: String,
        window: String,
        seconds: String,
    },
}
#[derive(Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Ended {
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preperiod: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    believes_checkpoint: Option<bool>,
}
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Found {
    #[serde(flatten)]
    head: Head,
    method: &'static str,
    #[serde(flatten)]
    ended: Ended,
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<Counts>,
}

/// The searches for the games of a family, each with its parameters: a table for people.
pub fn table(searches: &[(Assignment, Search)]) -> String {
    let names = searches.iter().take(1).flat_map(|(parameters, _)| parameters);
    let names: Vec<String> = names.map(|(name, _)| name.clone()).collect();
    let mut rows = vec![[names, vec!["period".into(), "preperiod".into()]].concat()];
    rows.extend(searches.iter().map(|(parameters, search)| {
        let mut row: Vec<String> = parameters.iter().map(|(_, value)| value.to_string()).collect();
        row.extend(match &search.ending {
            Ending::Found(cycle) => [cycle.period.to_string(), cycle.preperiod.to_string()],
            Ending::Undecided(limit, _) => ["undecided".to_owned(), limit.name().to_owned()],
        });
        row
    }));
    let columns = rows[0].len();
    let cells = |index: usize| rows.iter().map(move |row| row[index].as_str());
    let widths: Vec<_> = (0..columns).map(|index| align::width(cells(index))).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| align::right(cell, *width));
        cells.collect::<Vec<_>>().join("  ") + "\n"
    };
    rows.iter().map(line).collect()
}

/// The same for programs, with the parameters of the games that were not reached, and those that were left out.
pub fn table_json(
    searches: &[(Assignment, Search)],
    left: &[Assignment],
    left_out: &[LeftOut],
) -> String {
    let row = |(parameters, search)| Row {
        parameters: Map::of(parameters),
        found: Search::found(search),
    };
    let results = searches.iter().map(|(parameters, search)| row((parameters, search))).collect();
    document(&Rows {
        schema: SCHEMA,
        results,
        interrupted: left.iter().map(Map::of).collect(),
        left_out: NoGame::all(left_out),
    })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Row<'a> {
    #[cfg_attr(test, schemars(with = "Map<'a, Decimal>"))]
    parameters: Map<'a, &'a Integer>,
    #[serde(flatten)]
    found: Found,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Rows<'a> {
    schema: u32,
    results: Vec<Row<'a>>,
    /// The games that were not reached.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, schemars(with = "Vec<Map<'a, Decimal>>"))]
    interrupted: Vec<Map<'a, &'a Integer>>,
    /// Values of the parameters that make no game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<NoGame<'a>>,
}

impl Search {
    /// For people.
    pub fn text(&self, detail: Detail) -> String {
        let what = self.subject.name();
        let mut lines = match &self.ending {
            Ending::Found(Cycle { period, preperiod, is_least }) => {
                let least = match is_least {
                    true => "both numbers least",
                    false => "the second number least for this period; a shorter one may exist",
                };
                vec![
                    format!("period     {period}"),
                    format!("preperiod  {preperiod}"),
                    format!("{what}: v(x) = v(x+{period}) for all x >= {preperiod}, {least}"),
                    self.by.text(self.origin),
                ]
            }
            Ending::Undecided(limit, reached) => vec![
                "undecided".to_owned(),
                match reached {
                    Reached::Positions(count) => format!(
                        "limit reached: {}; no period was found among the first {count} positions",
                        limit.name()
                    ),
                    Reached::Steps(count) => format!(
                        "limit reached: {}; no period was found in {count} steps",
                        limit.name()
                    ),
                },
                format!("{what}: nothing is known about period and preperiod"),
                match (*limit, reached, self.kept) {
                    (Limit::STOPPED, _, false) => "allow more with --time-limit".to_owned(),
                    (Limit::STOPPED, _, true) => {
                        "the same command resumes from the checkpoint".to_owned()
                    }
                    (_, Reached::Steps(_), _) => format!("{}; try --method direct", limit.text()),
                    (_, _, false) => "allow more with --limit-positions".to_owned(),
                    (_, _, true) => {
                        "a larger --limit-positions resumes from the checkpoint".to_owned()
                    }
                },
            ],
        };
        if matches!(self.ending, Ending::Undecided(..)) || self.work.is_some() {
            let tried = self.attempts.iter().map(|attempt| format!("tried: {attempt}"));
            lines.splice(3..3, tried);
        }
        if detail == Detail::Quiet {
            lines.truncate(2);
        }
        if let Some(work) = self.work {
            lines.push(match work {
                Work::Direct { positions, values, time } => format!(
                    "{positions} positions, {values} values computed in {} s: {} values per second",
                    seconds(time),
                    work.speed()
                ),
                Work::Accelerated(done, time) => format!(
                    "{} steps and {} jumps in {} s: {} steps per second\n\
                     {} steps and loops kept, {} different loops up to {} deep, at most {} runs in reach",
                    done.steps,
                    done.jumps,
                    seconds(time),
                    work.speed(),
                    done.entries,
                    done.shapes,
                    done.depth,
                    done.window
                ),
            });
        }
        lines.join("\n") + "\n"
    }

    /// For programs.
    pub fn json(&self) -> String {
        document(&Alone { schema: SCHEMA, found: self.found() })
    }

    fn found(&self) -> Found {
        let ended = match &self.ending {
            Ending::Found(cycle) => Ended {
                period: Some(cycle.period.to_string()),
                preperiod: Some(cycle.preperiod.to_string()),
                least: (!cycle.is_least).then_some(false),
                believes_checkpoint: self.by.believes_a_checkpoint(self.origin).then_some(true),
                ..Ended::default()
            },
            Ending::Undecided(limit, reached) => {
                let (positions, steps) = match reached {
                    Reached::Positions(count) => (Some(count.to_string()), None),
                    Reached::Steps(count) => (None, Some(count.to_string())),
                };
                let (verdict, limit) = (Some("undecided"), Some(limit.name()));
                Ended { verdict, limit, positions, steps, ..Ended::default() }
            }
        };
        let statistics = self.work.map(|work| match work {
            Work::Direct { positions, values, time } => Counts::Direct {
                positions: positions.to_string(),
                values: values.to_string(),
                seconds: seconds(time),
                values_per_second: work.speed().to_string(),
            },
            Work::Accelerated(done, time) => Counts::Accelerated {
                steps: done.steps.to_string(),
                jumps: done.jumps.to_string(),
                entries: done.entries.to_string(),
                loops: done.shapes.to_string(),
                depth: done.depth.to_string(),
                window: done.window.to_string(),
                seconds: seconds(time),
            },
        });
        let method = match self.by {
            By::Jumps | By::Edges | By::Ranges | By::Recurrence => "accelerated",
            By::Positions => "direct",
        };
        Found { head: Head::new(&self.subject), method, ended, statistics }
    }
}

impl Subject {
    /// In words: `outcomes of { 3 7 8 }`.
    pub fn name(&self) -> String {
        let values = match self.rule {
            Rule::Mex => "Grundy values".to_owned(),
            Rule::Normal => "outcomes".to_owned(),
            Rule::Misere => "misère outcomes".to_owned(),
            rule => format!("outcomes by the rule {rule}"),
        };
        let start = match (self.first_heap, &self.start) {
            (1.., _) => ", sink convention: position x is the heap x + 1",
            (_, Some(_)) => " with a start word",
            (_, None) => "",
        };
        format!("{values} of {}{start}", self.moves())
    }

    /// The greatest move; 0 if there is none.
    pub fn greatest(&self) -> u64 {
        self.ranges.last().map_or(0, |range| range.1)
    }

    /// The moves: `{ 3 7 8 }`.
    pub fn moves(&self) -> String {
        super::theorem::braces(&spelled(&self.ranges).join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_that_may_not_be_least_is_not_called_least() {
        let (period, preperiod) = (Integer::from(12), Integer::from(5));
        let search = |is_least| Search {
            subject: Subject {
                ranges: vec![(3, 3), (7, 8)],
                rule: Rule::Normal,
                start: None,
                first_heap: 0,
            },
            origin: Origin::Start,
            by: By::Jumps,
            ending: Ending::Found(Cycle {
                period: period.clone(),
                preperiod: preperiod.clone(),
                is_least,
            }),
            kept: false,
            work: None,
            attempts: Vec::new(),
        };
        assert!(search(true).text(Detail::Normal).contains("both numbers least"));
        let text = search(false).text(Detail::Normal);
        assert!(text.contains("a shorter one may exist") && !text.contains("both"), "{text}");
        assert!(search(false).json().contains("\"least\": false"));
        assert!(!search(true).json().contains("\"least\""));
    }
}

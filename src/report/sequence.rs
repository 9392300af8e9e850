//! What is known about the sequence of one game: its cycle, or a piece of it.

use super::json::{SCHEMA, document};
use super::{Detail, seconds};
use crate::limit::Limit;
use crate::sequence::{Cycle, Game, Rule};
use serde::Serialize;
use std::time::Duration;

/// A search for the cycle of a game, when it has ended.
#[derive(Clone, Debug)]
pub struct Search<'a> {
    /// The game.
    pub game: &'a Game,
    /// Where the search began.
    pub origin: Origin,
    /// How it ended.
    pub ending: Ending,
    /// Is there a checkpoint to go on from?
    pub kept: bool,
    /// What was done, if that is to be shown.
    pub work: Option<Work>,
}

/// What a search has done since it began, or was continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// How many positions it went on.
    pub positions: u64,
    /// How many values it computed: those of the positions, and some of them again.
    pub values: u64,
    /// How long it took.
    pub time: Duration,
}

impl Work {
    /// How many values were computed per second.
    fn speed(&self) -> u128 {
        (1_000_000_000 * u128::from(self.values)).checked_div(self.time.as_nanos()).unwrap_or(0)
    }
}

/// Where a search began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// At position 0.
    Start,
    /// At this position, where a checkpoint was.
    Continued(u64),
    /// It was over: a checkpoint had the cycle.
    Finished,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With the cycle.
    Found(Cycle),
    /// With a limit, when so many positions were computed.
    Undecided(Limit, u64),
}

/// The members that say which values of which game.
#[derive(Serialize)]
struct Head {
    schema: u32,
    moves: Vec<String>,
    values: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
}

impl Head {
    fn new(game: &Game) -> Self {
        let (values, rule) = match game.rule() {
            Rule::Grundy => ("nim", None),
            Rule::Normal => ("outcome", None),
            Rule::Misere => ("misere", None),
            rule => ("outcome", Some(rule.to_string())),
        };
        let letters = game.rule().alphabet();
        let word = |seed: &[_]| seed.iter().map(|&value| letters.letter(value)).collect();
        Self {
            schema: SCHEMA,
            moves: game.moves().sizes().iter().map(u32::to_string).collect(),
            values,
            rule,
            seed: game.seed().map(word),
        }
    }
}

/// A piece of a sequence for programs: the game, the first position, the values as a word.
pub fn piece(game: &Game, from: u64, sequence: &str) -> String {
    #[derive(Serialize)]
    struct Piece<'a> {
        #[serde(flatten)]
        head: Head,
        from: String,
        sequence: &'a str,
    }
    document(&Piece { head: Head::new(game), from: from.to_string(), sequence })
}

impl Search<'_> {
    /// For people.
    pub fn text(&self, detail: Detail) -> String {
        let what = subject(self.game);
        let mut lines = match self.ending {
            Ending::Found(Cycle { period, preperiod }) => vec![
                format!("period     {period}"),
                format!("preperiod  {preperiod}"),
                format!(
                    "{what}: v(x) = v(x+{period}) for all x >= {preperiod}, both numbers least"
                ),
                match self.origin {
                    Origin::Start => "computed directly, from position 0 on".to_owned(),
                    Origin::Continued(position) => {
                        format!("computed directly, continued from position {position}")
                    }
                    Origin::Finished => "read from the checkpoint of a finished search".to_owned(),
                },
            ],
            Ending::Undecided(limit, positions) => vec![
                "undecided".to_owned(),
                format!(
                    "limit reached: {}; no period was found among the first {positions} positions",
                    limit.name()
                ),
                format!("{what}: nothing is known about period and preperiod"),
                match (limit, self.kept) {
                    (Limit::STOPPED, false) => "allow more with --time-limit".to_owned(),
                    (Limit::STOPPED, true) => {
                        "the same command goes on from the checkpoint".to_owned()
                    }
                    (_, false) => "allow more with --limit-positions".to_owned(),
                    (_, true) => {
                        "a larger --limit-positions goes on from the checkpoint".to_owned()
                    }
                },
            ],
        };
        if detail == Detail::Quiet {
            lines.truncate(2);
        }
        if let Some(work) = self.work {
            lines.push(format!(
                "{} positions, {} values computed in {} s: {} values per second",
                work.positions,
                work.values,
                seconds(work.time),
                work.speed()
            ));
        }
        lines.join("\n") + "\n"
    }

    /// For programs.
    pub fn json(&self) -> String {
        #[derive(Serialize)]
        struct Statistics {
            positions: String,
            values: String,
            seconds: String,
            values_per_second: String,
        }
        #[derive(Serialize, Default)]
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
        }
        #[derive(Serialize)]
        struct Document {
            #[serde(flatten)]
            head: Head,
            method: &'static str,
            #[serde(flatten)]
            ended: Ended,
            #[serde(skip_serializing_if = "Option::is_none")]
            statistics: Option<Statistics>,
        }
        let ended = match self.ending {
            Ending::Found(cycle) => Ended {
                period: Some(cycle.period.to_string()),
                preperiod: Some(cycle.preperiod.to_string()),
                ..Ended::default()
            },
            Ending::Undecided(limit, positions) => Ended {
                verdict: Some("undecided"),
                limit: Some(limit.name()),
                positions: Some(positions.to_string()),
                ..Ended::default()
            },
        };
        let statistics = self.work.map(|work| Statistics {
            positions: work.positions.to_string(),
            values: work.values.to_string(),
            seconds: seconds(work.time),
            values_per_second: work.speed().to_string(),
        });
        document(&Document { head: Head::new(self.game), method: "direct", ended, statistics })
    }
}

/// Which values of which game.
fn subject(game: &Game) -> String {
    let values = match game.rule() {
        Rule::Grundy => "Grundy values".to_owned(),
        Rule::Normal => "outcomes".to_owned(),
        Rule::Misere => "misère outcomes".to_owned(),
        rule => format!("outcomes by the rule {rule}"),
    };
    let seed = if game.seed().is_some() { " with a seed" } else { "" };
    format!("{values} of {}{seed}", game.moves())
}

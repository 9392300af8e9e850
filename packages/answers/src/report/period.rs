//! What is known about the period of one game.

mod evidence;
mod latex;
mod table;
mod work;

pub use evidence::{Evidence, OfFamily};
#[cfg(test)]
pub(super) use table::Rows;
pub use table::Table;
pub use work::{Done, Work};

use super::json::Spelled;
use super::real::{decimal, with_decimals};
use super::sequence::Subject;
use super::theorem::is_plain;
use super::winning::WinningCycle;
use super::{Detail, Render};
use crate::limit::Limit;
use crate::one_game::Attempt;
use crate::real::{self, Real};
use crate::runs::Cycle;
use crate::sequence;
use crate::verdict::Verdict;
use grundy_output::output;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
#[cfg(test)]
use work::Tried;
use work::tried;

/// Position by position.
pub const DIRECT: &str = "direct";

/// Run by run, along walls, range by range, or by a recurrence.
pub const ACCELERATED: &str = "accelerated";

/// Losing interval by losing interval.
pub const INTERVALS: &str = "intervals";

/// By what is known about a set of moves.
pub const SET: &str = "set";

/// By a theorem about a family that the game belongs to.
pub const THEOREM: &str = "theorem";

/// What is known of the period of one game.
#[output]
#[derive(Clone, Debug)]
pub struct Answer {
    /// *Verified* where the period is known, or that there is none; else *undecided*.
    #[serde(skip)]
    pub verdict: Verdict,
    /// The game.
    #[serde(flatten)]
    #[cfg_attr(test, schemars(with = "super::sequence::Head"))]
    pub game: Subject,
    /// The methods that found it, or were to find it.
    pub method: &'static str,
    /// Why it is so.
    #[serde(flatten)]
    pub evidence: Option<Evidence>,
    /// What is known.
    #[serde(flatten)]
    pub known: Known,
    /// Does it rest on what a checkpoint says?
    #[serde(skip_serializing_if = "is_false")]
    pub believes_checkpoint: bool,
    /// What was tried without success.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(serialize_with = "tried")]
    #[cfg_attr(test, schemars(with = "Vec<Tried>"))]
    pub attempts: Vec<Attempt>,
    /// What was done, if that is to be shown.
    pub statistics: Option<Done>,
    /// What is known of the winning moves, if that was asked for.
    pub winning_moves: Option<WinningCycle>,
    /// The bytes of a certificate, or why there is none, if that was asked for.
    #[serde(skip)]
    pub certificate: Option<Result<Vec<u8>, String>>,
    /// What was done.
    #[serde(skip)]
    pub work: Option<Work>,
    /// Is there a checkpoint to go on from?
    #[serde(skip)]
    pub is_kept: bool,
    /// How much the text says.
    #[serde(skip)]
    pub detail: Detail,
}

/// How the sequence goes on, as far as that is known.
#[output]
#[serde(untagged)]
#[derive(Clone, Debug)]
pub enum Known {
    /// It repeats.
    Cycle(Repetition),
    /// It is proved that it does not.
    Aperiodic {
        /// Always true.
        aperiodic: bool,
    },
    /// Nothing is known.
    Open(Open),
}

/// v(x + period) = v(x) + saltus for all x >= preperiod, and for no x before.
#[output]
#[cfg_attr(test, schemars(inline))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// A period: an integer, or a number as `1+sqrt(2)`.
    pub period: Spelled<Real>,
    /// The least preperiod of this period.
    pub preperiod: Spelled<Real>,
    /// The period of a game with real moves as a decimal.
    pub period_decimal: Option<String>,
    /// Its preperiod as a decimal.
    pub preperiod_decimal: Option<String>,
    /// What Grundy values grow by from period to period, if the moves are a set without end.
    pub saltus: Option<Spelled<u64>>,
    /// Is it proved that no period is smaller?  Left out where it is.
    #[serde(skip_serializing_if = "is_true")]
    pub least: bool,
    /// Are all values from the preperiod on the same, so that every number above 0 is a period?
    #[serde(skip_serializing_if = "is_false")]
    pub constant: bool,
}

/// What ended the work, and how far it came.
#[output]
#[cfg_attr(test, schemars(inline))]
#[derive(Clone, Debug)]
pub struct Open {
    /// The limit that was reached, if it was one.
    #[serde(serialize_with = "limit_name")]
    #[cfg_attr(test, schemars(with = "Option<&str>"))]
    pub limit: Option<Limit>,
    /// How far the work came.
    #[serde(flatten)]
    pub reached: Reached,
    /// Are there moves larger than those that jumps are made with?
    #[serde(skip)]
    pub has_large_moves: bool,
}

/// How far work came.
#[output]
#[serde(untagged)]
#[derive(Clone, Debug)]
pub enum Reached {
    /// Position by position.
    Positions {
        /// How many were computed.
        positions: Spelled<u64>,
        /// A cycle that they show, which is not proved.
        seen: Option<Seen>,
    },
    /// Run by run.
    Steps {
        /// How many steps were made.
        steps: Spelled<u64>,
    },
    /// Losing interval by losing interval.
    Intervals {
        /// How many are known.
        intervals: Spelled<usize>,
        /// The position up to which they are known.
        below: Spelled<Real>,
    },
}

/// A cycle that is not proved.
#[output]
#[derive(Clone, Debug)]
pub struct Seen {
    period: Spelled<u64>,
    preperiod: Spelled<u64>,
}

impl From<sequence::Cycle> for Seen {
    fn from(cycle: sequence::Cycle) -> Self {
        Self { period: cycle.period.into(), preperiod: cycle.preperiod.into() }
    }
}

fn limit_name<S: Serializer>(limit: &Option<Limit>, serializer: S) -> Result<S::Ok, S::Error> {
    limit.map(Limit::name).serialize(serializer)
}

impl From<&Cycle> for Repetition {
    fn from(cycle: &Cycle) -> Self {
        Self {
            period: Real::from(cycle.period.clone()).into(),
            preperiod: Real::from(cycle.preperiod.clone()).into(),
            period_decimal: None,
            preperiod_decimal: None,
            saltus: None,
            least: cycle.is_least,
            constant: false,
        }
    }
}

impl From<&real::Found> for Repetition {
    fn from(found: &real::Found) -> Self {
        let [period, preperiod] = found.numbers();
        Self {
            period: period.clone().into(),
            preperiod: preperiod.clone().into(),
            period_decimal: Some(decimal(period)),
            preperiod_decimal: Some(decimal(preperiod)),
            saltus: None,
            least: found.is_least(),
            constant: found.is_constant(),
        }
    }
}

impl From<&Cycle> for Known {
    fn from(cycle: &Cycle) -> Self {
        Self::Cycle(cycle.into())
    }
}

impl Known {
    /// Nothing is known, because a limit was reached.
    pub fn open(limit: Limit, reached: Reached) -> Self {
        Self::Open(Open { limit: Some(limit), reached, has_large_moves: false })
    }
}

/// The text for the period if no period is least.
pub(super) const EVERY: &str = "every number above 0";

fn is_true(it: &bool) -> bool {
    *it
}

fn is_false(it: &bool) -> bool {
    !it
}

impl Answer {
    /// What is known for this reason.
    pub fn new(game: Subject, method: &'static str, known: Known, evidence: Evidence) -> Self {
        Self { evidence: Some(evidence), ..Self::open(game, method, known) }
    }

    /// What is known, possibly without a reason.
    pub fn open(game: Subject, method: &'static str, known: Known) -> Self {
        let is_open = matches!(known, Known::Open(_));
        Self {
            verdict: if is_open { Verdict::Undecided } else { Verdict::Verified },
            game,
            method,
            evidence: None,
            known,
            believes_checkpoint: false,
            attempts: Vec::new(),
            statistics: None,
            winning_moves: None,
            certificate: None,
            work: None,
            is_kept: false,
            detail: Detail::Normal,
        }
    }

    /// The cycle, if there is one of integers.
    pub fn integers(&self) -> Option<Cycle> {
        let Known::Cycle(Repetition { period, preperiod, least, .. }) = &self.known else {
            return None;
        };
        let [period, preperiod] = [period, preperiod].map(|number| number.0.to_integer().cloned());
        Some(Cycle { period: period?, preperiod: preperiod?, is_least: *least })
    }

    /// Was the work stopped before anything was known?
    pub fn was_stopped(&self) -> bool {
        matches!(&self.known, Known::Open(open) if open.limit == Some(Limit::STOPPED))
    }

    /// How far work without a result got, in words.
    pub fn came(&self) -> String {
        match &self.known {
            Known::Open(Open { reached: Reached::Positions { .. }, .. }) if self.method == SET => {
                format!("no period of {} has been proved so far", self.game.moves())
            }
            Known::Open(Open { reached: Reached::Positions { positions, .. }, .. }) => {
                format!("no period was found among the first {positions} positions")
            }
            Known::Open(Open { reached: Reached::Steps { steps }, .. }) => {
                format!("no period was found in {steps} steps")
            }
            Known::Open(Open { reached: Reached::Intervals { intervals, .. }, .. }) => {
                format!("{intervals} losing intervals show no period")
            }
            Known::Cycle(_) | Known::Aperiodic { .. } => String::new(),
        }
    }

    /// The lines of the claim, followed by how it was found.
    fn claim(&self) -> (Vec<String>, String) {
        let what = self.game.name();
        let how = self.evidence.as_ref().map_or_else(String::new, |why| why.text(&self.known));
        match &self.known {
            Known::Cycle(found) => (self.repeats(&what, found), how),
            Known::Aperiodic { .. } => {
                let because = "because each number divides one of the moves, and moves are rare";
                let claim = format!("{what}: there is no period, {because}");
                (vec!["no period".to_owned(), claim], how)
            }
            Known::Open(open) => {
                let nothing =
                    format!("{what}: nothing is known about the period and the preperiod");
                (vec!["undecided".to_owned(), open.came(), nothing], self.what_to_try(open))
            }
        }
    }

    fn repeats(&self, what: &str, found: &Repetition) -> Vec<String> {
        let Repetition { period, preperiod, saltus, least, constant, .. } = found;
        let all = match &self.evidence {
            Some(evidence) if evidence.is_about_reals() => "all real",
            _ => "all",
        };
        let law = match saltus {
            Some(saltus) if saltus.0 > 0 => format!("v(x+{period}) = v(x) + {saltus}"),
            _ => format!("v(x) = v(x+{period})"),
        };
        let said = match (constant, least) {
            (true, _) => format!(
                "v(x) = v({preperiod}) for {all} x >= {preperiod}, so every number above 0 is a period, and none is \
                 the least"
            ),
            (false, true) => format!("{law} for {all} x >= {preperiod}, both least"),
            (false, false) => format!(
                "{law} for {all} x >= {preperiod}, the second number least for this period; a shorter period may exist"
            ),
        };
        let shown = if *constant { EVERY.to_owned() } else { with_decimals(&period.0) };
        let mut lines = vec![
            format!("period     {shown}"),
            format!("preperiod  {}", with_decimals(&preperiod.0)),
        ];
        lines.extend(saltus.as_ref().map(|saltus| format!("saltus     {saltus}")));
        lines.push(format!("{what}: {said}"));
        lines
    }

    /// A hint at what may lead to an answer; empty if nothing is known.
    fn what_to_try(&self, open: &Open) -> String {
        let Some(limit) = open.limit else { return String::new() };
        let text = match (limit, &open.reached) {
            (Limit::STOPPED, _) if self.is_kept => {
                "run the same command to resume from the checkpoint"
            }
            (Limit::STOPPED, _) => "allow more time with --time-limit",
            (Limit::POSITIONS, _) if open.has_large_moves => {
                "put a parameter for the large moves, as in `grundy infer '{ 1 2n }'`, to find the period for all of \
                 its values"
            }
            (_, Reached::Steps { .. }) if self.game.is_computed_directly() => {
                return format!("{}; try --method direct", limit.text());
            }
            (Limit::POSITIONS, Reached::Positions { .. }) if self.is_kept => {
                "a larger --limit-positions resumes from the checkpoint"
            }
            (Limit::POSITIONS, Reached::Positions { .. }) => {
                "allow more positions with --limit-positions"
            }
            // There is no option that raises this limit.
            _ => limit.text(),
        };
        text.to_owned()
    }
}

impl Open {
    /// How far the work got, for people.
    fn came(&self) -> String {
        let so_far = match &self.reached {
            Reached::Positions { positions, seen: None } => match self.limit {
                None => return format!("no period shows among the first {positions} positions"),
                Some(_) => format!("among the first {positions} positions"),
            },
            Reached::Positions { positions, seen: Some(Seen { period, preperiod }) } => {
                return format!(
                    "the first {positions} positions show period {period} from {preperiod} on (not proved)"
                );
            }
            Reached::Steps { steps } => format!("in {steps} steps"),
            Reached::Intervals { intervals, below } => {
                format!("among the first {intervals} losing intervals, below {}", decimal(&below.0))
            }
        };
        let limit = self.limit.map_or("", Limit::name);
        format!("limit reached: {limit}; no period was found {so_far}")
    }
}

impl Render for Answer {
    fn verdict(&self) -> Option<Verdict> {
        Some(self.verdict)
    }

    /// The limit that was reached, and the certificate.
    fn more(&self) -> Value {
        let limit = match &self.known {
            Known::Open(open) => open.limit.map(|limit| limit.name()),
            Known::Cycle(_) | Known::Aperiodic { .. } => None,
        };
        let file = self.certificate.as_ref().and_then(|file| file.as_ref().ok());
        let file = file.map(|bytes| String::from_utf8_lossy(bytes));
        json!({ "limit": limit, "certificate": file })
    }

    fn text(&self) -> String {
        let (mut lines, how) = self.claim();
        let is_open = self.verdict == Verdict::Undecided;
        if self.detail == Detail::Quiet {
            let is_least = match &self.known {
                Known::Cycle(found) => found.least || found.constant,
                Known::Aperiodic { .. } | Known::Open(_) => true,
            };
            if is_plain(self.game.rule, self.game.start.is_some(), is_least) {
                lines.pop();
            }
        } else {
            if is_open || self.statistics.is_some() {
                lines.extend(self.attempts.iter().map(|attempt| format!("tried: {attempt}")));
            }
            lines.extend((!how.is_empty()).then_some(how));
        }
        lines.extend(self.statistics.as_ref().map(Done::text));
        lines.extend(self.winning_moves.as_ref().map(WinningCycle::line));
        lines.join("\n") + "\n"
    }
}

impl Known {
    /// Period and preperiod in a row of a table.
    pub(super) fn cells(&self, number: impl Fn(&Real) -> String) -> [String; 2] {
        match self {
            Self::Cycle(Repetition { period, preperiod, constant, .. }) => {
                let period = if *constant { EVERY.to_owned() } else { number(&period.0) };
                [period, number(&preperiod.0)]
            }
            Self::Aperiodic { .. } => ["none".to_owned(), String::new()],
            Self::Open(open) => {
                ["undecided", open.limit.map_or("", Limit::name)].map(str::to_owned)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::Rule;

    fn cycle(is_least: bool) -> Answer {
        let game = Subject::of_ranges(vec![(3, 3), (7, 8)], Rule::Normal);
        let cycle = Cycle { period: 12.into(), preperiod: 5.into(), is_least };
        Answer::new(game, ACCELERATED, (&cycle).into(), Evidence::Loops { from: 0 })
    }

    #[test]
    fn a_period_that_may_not_be_least_is_not_called_least() {
        assert!(cycle(true).text().contains("both least"));
        let text = cycle(false).text();
        assert!(text.contains("a shorter period may exist") && !text.contains("both"), "{text}");
        assert!(cycle(false).json().contains("\"least\": false"));
        assert!(!cycle(true).json().contains("\"least\""));
        // A quiet text also says so, and otherwise only gives the numbers.
        let quiet = |is_least| Answer { detail: Detail::Quiet, ..cycle(is_least) }.text();
        assert_eq!(quiet(true), "period     12\npreperiod  5\n");
        assert!(quiet(false).contains("a shorter period may exist"), "{}", quiet(false));
    }

    /// Each limit has its own option, or none.
    #[test]
    fn a_limit_names_what_raises_it() {
        let ended = |limit, reached, is_kept| {
            let game = Subject::of_ranges(vec![(1, 32)], Rule::Mex);
            let answer = Answer::open(game, DIRECT, Known::open(limit, reached));
            assert_eq!(answer.verdict, Verdict::Undecided);
            Answer { is_kept, ..answer }.text()
        };
        let far = || Reached::Positions { positions: 32.into(), seen: None };
        let steps = || Reached::Steps { steps: 9.into() };
        assert!(ended(Limit::POSITIONS, far(), false).ends_with("with --limit-positions\n"));
        assert!(
            ended(Limit::POSITIONS, far(), true).contains("a larger --limit-positions resumes")
        );
        assert!(ended(Limit::STOPPED, far(), false).ends_with("with --time-limit\n"));
        let memory = Limit::MEMORY;
        for is_kept in [false, true] {
            let text = ended(memory, far(), is_kept);
            let why = format!("{}\n", memory.text());
            assert!(!text.contains("--") && text.ends_with(&why), "{text}");
        }
        let text = ended(memory, steps(), false);
        assert!(text.ends_with("try --method direct\n"), "{text}");
        let game = vec![(1, 1000), (3_000_000_000, 4_000_000_000)];
        let game = Subject::of_ranges(game, Rule::Normal);
        let large = Answer::open(game, ACCELERATED, Known::open(Limit::POSITIONS, steps()));
        assert!(!large.text().contains("--"), "{}", large.text());
    }
}

//! What was found about a family, for people and for programs.

use super::json::{Decimal, Map, Numbered, judged};
use super::theorem::{StatementJson, text};
use super::{Detail, Render, seconds};
use crate::Integer;
use crate::infer::{Class, Open, Progress, Theorem};
use crate::one_game::Attempt;
use crate::parametric::ParametricProgress;
use crate::theorem::{Law, Statement};
use crate::verdict::Verdict;
use grundy_output::output;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::time::Duration;

/// Progress, for people who wait.
pub fn stage(progress: Progress) -> String {
    match progress {
        Progress::Fold(parameter) => format!("writing the game {parameter} as words and loops"),
        Progress::Prove(Class { modulus: 1, .. }, size) => {
            format!("proving {size} words and loops")
        }
        Progress::Prove(Class { modulus, residue }, size) => {
            format!("proving {size} words and loops for {residue} mod {modulus}")
        }
        Progress::Derive(_) => "deriving period and preperiod".to_owned(),
        Progress::Compute(parameter) => format!("computing the game {parameter}"),
        Progress::Trace(ParametricProgress::Game { parameter, steps }) => {
            let far = match steps {
                0 => String::new(),
                steps => format!(", {} million steps so far", steps / 1_000_000),
            };
            format!("looking for loops in the game {parameter}{far}")
        }
        Progress::Trace(ParametricProgress::Check { start, step }) => {
            format!("checking n = {start} + {step}m")
        }
    }
}

/// A theorem as it is reported.
#[derive(Clone, Debug)]
pub struct FoundTheorem<'a> {
    /// What it says.
    pub said: Cow<'a, Statement>,
    /// Why nothing was found by trace, if that was also tried.
    pub untraced: Option<&'a Open>,
    /// What was done that did not give the theorem, in order.
    pub attempts: &'a [Attempt],
    /// Why a requested file was not written.
    pub missing: Option<&'a str>,
    /// The time that it took, if that is to be reported.
    pub time: Option<Duration>,
    /// How much the text says.
    pub detail: Detail,
}

impl<'a> FoundTheorem<'a> {
    /// What was found, and no more.
    pub fn new(theorem: &'a Theorem) -> Self {
        let (said, untraced) = (Cow::Owned(theorem.statement()), theorem.untraced.as_ref());
        let attempts = &theorem.attempts;
        Self { said, untraced, attempts, missing: None, time: None, detail: Detail::Normal }
    }

    fn document(&self) -> InferDocument<'_> {
        let names = &self.said.parameters;
        let piece = |[period, preperiod]: &[Law; 2]| PieceJson {
            conditions: period.hypotheses(names),
            period: period.formula(names),
            preperiod: preperiod.formula(names),
            least: period.is_least && preperiod.is_least,
        };
        let open = self.said.open_regions.iter().map(|open| open.conditions.hypotheses(names));
        let are_several = names.len() > 1;
        InferDocument {
            pieces: are_several.then(|| self.said.pieces.iter().map(piece).collect()),
            open: are_several.then(|| open.collect()),
            said: StatementJson::new(&self.said),
            by_trace: self.untraced.map(ToString::to_string),
            missing: self.missing,
            seconds: self.time.map(seconds),
        }
    }
}

impl Render for FoundTheorem<'_> {
    /// *Verified* if period and preperiod of all requested games are known to be least, proved from some parameter on
    /// and computed below it, and nothing else that was requested is missing.
    fn verdict(&self) -> Option<Verdict> {
        Some(Verdict::decided(self.said.is_whole() && self.missing.is_none()))
    }

    fn text(&self) -> String {
        let Self { said, untraced, .. } = self;
        let mut lines = text(said, self.detail, Vec::new());
        let is_alone = said.evidence.is_empty() && said.open.is_empty();
        let how = if is_alone { "" } else { " by trace" };
        lines.extend(untraced.map(|open| format!("undecided{how}: {open}")));
        let is_proved = said.open.is_empty() && said.is_least();
        if self.detail != Detail::Quiet && (self.time.is_some() || !is_proved) {
            lines.extend(self.attempts.iter().map(|attempt| format!("tried: {attempt}")));
        }
        lines.extend(self.time.map(|time| format!("time: {} s", seconds(time))));
        lines.join("\n") + "\n"
    }
}

impl Serialize for FoundTheorem<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        InferDocument::serialize(&self.document(), serializer)
    }
}

/// What was found about several families, each with the values of the other parameters, for programs.
pub fn families(found: &[(&[(String, Integer)], FoundTheorem<'_>)]) -> String {
    let families: Vec<_> = (found.iter())
        .map(|(at, it)| {
            let found = Numbered::judged(it.verdict(), it.document());
            Member { at: Map::of(at), found }
        })
        .collect();
    let verdict = found.iter().filter_map(|pair| pair.1.verdict()).max();
    judged(verdict.or(Some(Verdict::Verified)), &Families { families })
}

#[output]
pub(super) struct InferDocument<'a> {
    #[serde(flatten)]
    said: StatementJson<'a>,
    /// With several parameters: period and preperiod, with the same conditions.
    pieces: Option<Vec<PieceJson>>,
    /// With several parameters: what those satisfy about which nothing is proved.
    open: Option<Vec<Vec<String>>>,
    /// Why nothing was found by trace, if that was tried as well.
    by_trace: Option<String>,
    /// Why a file that was asked for was not written.
    missing: Option<&'a str>,
    /// How long it took, with `--stats`.
    seconds: Option<String>,
}

/// What is proved about some parameters.
#[output]
#[cfg_attr(test, schemars(rename = "Region"))]
struct PieceJson {
    /// What they satisfy; all together.
    conditions: Vec<String>,
    period: String,
    preperiod: String,
    /// Are both proved to be least?
    least: bool,
}

/// Several families.
#[output]
pub(super) struct Families<'a> {
    families: Vec<Member<'a>>,
}

#[output]
struct Member<'a> {
    /// The values of the other parameters.
    at: Map<'a, Decimal>,
    #[cfg_attr(test, schemars(with = "super::schemas::Document<InferDocument<'_>>"))]
    found: Numbered<InferDocument<'a>>,
}

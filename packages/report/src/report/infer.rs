//! What was found about a family, for people and for programs.

use super::json::{Decimal, Map, Numbered, document};
use super::parametric::PieceJson;
use super::theorem::{Joined, remainders, spaced};
use super::{Detail, Render, seconds};
use crate::Integer;
use crate::infer::{
    Class, Evidence, Exception, Known, Number, Open, Progress, Proved, ProvedClass, Theorem,
};
use crate::number::runs;
use crate::parametric::{self, common_start};
use crate::polynomial::{Style, Written as _};
use crate::runs::Cycle;
use crate::sequence::Rule;
use crate::theorem::grouped;
use crate::verdict::Verdict;
use grundy_output::output;
use serde::{Serialize, Serializer};
use std::time::Duration;

/// So many games below a theorem are shown.
const SHOWN: usize = 20;

/// What is done, for people who wait.
pub fn stage(progress: Progress) -> String {
    match progress {
        Progress::Fold(parameter) => format!("folding the game {parameter}"),
        Progress::Prove(Class { modulus: 1, .. }, size) => {
            format!("proving {size} words and loops")
        }
        Progress::Prove(Class { modulus, residue }, size) => {
            format!("proving {size} words and loops for {residue} mod {modulus}")
        }
        Progress::Derive(_) => "deriving period and preperiod".to_owned(),
        Progress::Compute(parameter) => format!("computing the game {parameter}"),
        Progress::Trace(progress) => super::parametric::stage(progress),
    }
}

/// A theorem as it is told.
#[derive(Debug)]
pub struct FoundTheorem<'a> {
    /// What was found.
    pub theorem: &'a Theorem,
    /// The name of the parameter.
    pub name: String,
    /// Why a file that was asked for is not there.
    pub missing: Option<&'a str>,
    /// How long it took, if that is to be told.
    pub time: Option<Duration>,
    /// How much the text says.
    pub detail: Detail,
}

impl<'a> FoundTheorem<'a> {
    /// What was found, and no more.
    pub fn new(theorem: &'a Theorem) -> Self {
        let name = theorem.family.parameter.to_string();
        Self { theorem, name, missing: None, time: None, detail: Detail::Normal }
    }

    /// *Verified* if period and preperiod of all games that were asked for are known to be the least
    /// ones, proved from some parameter on and computed below, and nothing else that was asked for is
    /// missing.
    pub fn verdict(&self) -> Verdict {
        let Theorem { known, .. } = self.theorem;
        match self.theorem.is_proved() && known.is_computed() && self.missing.is_none() {
            true => Verdict::Verified,
            false => Verdict::Undecided,
        }
    }

    /// `n mod 2 == 1`, or nothing for all numbers.
    fn remainder(&self, class: Class) -> String {
        remainders(&self.name, &[class])
    }

    /// Period and preperiod, those that are the same for several remainders in one.
    pub fn cases(&self) -> [Vec<Joined>; 2] {
        let known = &self.theorem.known;
        [known.period(), known.preperiod()].map(|said| {
            let one = |(number, classes): &(Number, Vec<Class>)| {
                Joined::new(&number.polynomial, &self.name, remainders(&self.name, classes))
            };
            grouped(said).iter().map(one).collect()
        })
    }

    /// Period and preperiod, those that are the same for several remainders in one line.
    fn formulas(&self) -> Vec<String> {
        let known = &self.theorem.known;
        let mut lines = Vec::new();
        for (what, said) in [("period", known.period()), ("preperiod", known.preperiod())] {
            for (index, (number, classes)) in grouped(said).iter().enumerate() {
                let what = if index == 0 { what } else { "" };
                let names = std::slice::from_ref(&self.name);
                let formula = number.polynomial.display(names, &Style::Text);
                let when = spaced(" for", &remainders(&self.name, classes));
                let least = if number.is_least { "" } else { "  (not known to be least)" };
                lines.push(format!("{what:<9}  {formula}{when}{least}"));
            }
        }
        for piece in known.pieces.iter().filter(|piece| piece.preperiod.is_none()) {
            let when = spaced(" for", &self.remainder(piece.class));
            lines.push(format!("preperiod  not known{when}"));
        }
        lines
    }

    /// What the formulas are about.
    fn summary(&self) -> String {
        let Theorem { family, class, rule, known, open, .. } = self.theorem;
        let least = if known.is_minimal() { "both least" } else { "not all known to be least" };
        let which = if open.is_empty() { "all" } else { "these" };
        format!(
            "{} of {}: v(x) = v(x+period) for all x >= preperiod, {least}, for {which} {} >= {}{}",
            super::theorem::by_rule(*rule) + start(self.theorem),
            family.written(Class::ALL),
            self.name,
            known.from,
            spaced("with", &self.remainder(*class)),
        )
    }

    /// The games below, those in one line that are as the formulas say, or not computed.
    fn exceptions(&self) -> Vec<String> {
        let (name, known) = (&self.name, &self.theorem.known);
        let (said, others): (Vec<_>, Vec<_>) =
            known.exceptions.iter().partition(|one| known.is_as_said(one));
        let is_known = |one: &&Exception| one.cycle.is_some();
        let groups = others.chunk_by(|one, other| !is_known(one) && !is_known(other));
        let line = |group: &[&Exception]| {
            let (first, last) = (group[0].parameter, group[group.len() - 1].parameter);
            match &group[0].cycle {
                Some(Cycle { period, preperiod, .. }) => {
                    format!("{name} = {first}: period {period}, preperiod {preperiod}")
                }
                None if group.len() == 1 => format!("{name} = {first}: not computed"),
                None => {
                    let count = group.len();
                    format!("{name} from {first} to {last}: not computed ({count} games)")
                }
            }
        };
        let mut lines: Vec<_> = groups.map(line).collect();
        let shown = if self.detail == Detail::Verbose { lines.len() } else { SHOWN };
        if let Some(hidden @ 1..) = lines.len().checked_sub(shown) {
            lines.truncate(shown);
            lines.push(format!("and {hidden} more (--verbose)"));
        }
        if !said.is_empty() {
            let list: Vec<_> = said.iter().map(|one| one.parameter).collect();
            let list = runs(&list, "..", |one, next| next - one == 1);
            lines.insert(0, format!("and for {name} = {list}"));
        }
        lines
    }

    fn described_by(&self, part: &ProvedClass) -> String {
        let Proved { class, least, sequence, .. } = &part.proved;
        let size = match sequence.size() {
            1 => "one word".to_owned(),
            size => format!("{size} words and loops"),
        };
        let remainder = spaced("and", &self.remainder(*class));
        let from = class.at(*least);
        let below = below(*least > class.first(self.theorem.family.least()));
        let what = if part.theorem.is_ok() { "proved" } else { "described and proved" };
        format!("{what} by {size} for {} >= {from}{remainder}{below}", self.name)
    }

    fn traced_by(&self, classes: &[parametric::Class]) -> String {
        let starts = || classes.iter().map(|class| class.start - class.step + 1).max();
        let least = self.theorem.family.least();
        let from = common_start(classes).or_else(starts).unwrap_or(least).max(least);
        let classes = match classes.len() {
            1 => String::new(),
            classes => format!(" in {classes} classes"),
        };
        let later = match self.theorem.rule {
            Rule::Misere => "; misère play is normal play, shifted by the least move",
            _ => "",
        };
        format!(
            "proved by trace{classes} for {} >= {from}{}{later}",
            self.name,
            below(from > least)
        )
    }

    fn document(&self) -> InferDocument<'_> {
        let Theorem { family, rule, known, open, untraced, .. } = self.theorem;
        let Known { from, exceptions, .. } = known;
        let name = &self.name;
        let numbers = |said: Vec<(Class, Number)>| {
            let number = |(class, number): &(Class, Number)| NumberJson {
                piece: PieceJson::new(name, *from, *class, number),
                least: number.is_least,
            };
            said.iter().map(number).collect()
        };
        let exception = |one: &Exception| {
            let cycle = one.cycle.as_ref();
            Map(vec![
                (self.name.as_str(), Some(one.parameter.to_string())),
                ("period", cycle.map(|it| it.period.to_string())),
                ("preperiod", cycle.map(|it| it.preperiod.to_string())),
            ])
        };
        let described = |part: &ProvedClass| Described {
            modulus: part.proved.class.modulus,
            residue: part.proved.class.residue,
            from: part.proved.class.at(part.proved.least).to_string(),
            parts: part.proved.sequence.size(),
        };
        let undecided = |(class, open): &(Class, Open)| OpenJson {
            modulus: class.modulus,
            residue: class.residue,
            reason: open.to_string(),
        };
        InferDocument {
            verdict: self.verdict(),
            moves: family.written_moves(Class::ALL),
            values: super::theorem::values_name(*rule),
            rule: rule.counts().then(|| rule.to_string()),
            start: family.start().map(|start| {
                let letters = start.word.iter().map(|&value| rule.alphabet().letter(value));
                letters.collect()
            }),
            first_heap: family.start().filter(|start| start.is_sink).map(|_| 1),
            from: from.to_string(),
            period: numbers(known.period()),
            preperiod: numbers(known.preperiod()),
            minimal: known.is_minimal(),
            exceptions: exceptions.iter().map(exception).collect(),
            descriptions: self.theorem.descriptions().iter().map(described).collect(),
            undecided: open.iter().map(undecided).collect(),
            by_trace: untraced.as_ref().map(ToString::to_string),
            missing: self.missing,
            seconds: self.time.map(seconds),
        }
    }
}

impl Render for FoundTheorem<'_> {
    fn text(&self) -> String {
        let Theorem { known, evidence, open, untraced, .. } = self.theorem;
        let mut lines = self.formulas();
        // Without its range and its exceptions a formula is another claim.
        if !known.pieces.is_empty() {
            lines.push(self.summary());
            lines.extend(self.exceptions());
        }
        if self.detail != Detail::Quiet {
            match evidence {
                Evidence::Descriptions(parts) => {
                    lines.extend(parts.iter().map(|part| self.described_by(part)));
                }
                Evidence::Traces(traced) => lines.push(self.traced_by(&traced.classes())),
            }
        }
        lines.extend(open.iter().map(|(class, reason)| {
            format!("undecided{}: {reason}", spaced("for", &self.remainder(*class)))
        }));
        let is_alone = self.theorem.is_nothing() && open.is_empty();
        let how = if is_alone { "" } else { " by trace" };
        lines.extend(untraced.as_ref().map(|open| format!("undecided{how}: {open}")));
        if self.detail != Detail::Quiet && (self.time.is_some() || !self.theorem.is_proved()) {
            lines.extend(self.theorem.attempts.iter().map(|attempt| format!("tried: {attempt}")));
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
        .map(|(at, it)| Member { at: Map::of(at), found: Numbered::new(it.document()) })
        .collect();
    let verdict = match found.iter().all(|it| it.1.verdict() == Verdict::Verified) {
        true => Verdict::Verified,
        false => Verdict::Undecided,
    };
    document(&Families { verdict, families })
}

/// How positions below 0 count, where there are such.
fn start(theorem: &Theorem) -> &'static str {
    match theorem.family.start() {
        None => "",
        Some(start) if start.is_sink => " in the sink convention (position x is the heap x + 1)",
        Some(_) => " with this start",
    }
}

fn below(is_any: bool) -> &'static str {
    if is_any { "; the games below are computed" } else { "" }
}

#[output]
pub(super) struct InferDocument<'a> {
    verdict: Verdict,
    moves: Vec<String>,
    values: String,
    /// The rule, where `values` does not say it.
    rule: Option<String>,
    /// What stands before position 0, repeated to the left.
    start: Option<String>,
    /// The number of items at position 0, where it is not 0.
    first_heap: Option<u64>,
    /// The formulas hold from this parameter on.
    from: String,
    period: Vec<NumberJson>,
    preperiod: Vec<NumberJson>,
    minimal: bool,
    exceptions: Vec<Map<'a, Option<String>>>,
    descriptions: Vec<Described>,
    undecided: Vec<OpenJson>,
    /// Why nothing was found by trace, if that was tried as well.
    by_trace: Option<String>,
    /// Why a file that was asked for was not written.
    missing: Option<&'a str>,
    /// How long it took, with `--stats`.
    seconds: Option<String>,
}

/// Several families.
#[output]
pub(super) struct Families<'a> {
    /// Verified if all are.
    verdict: Verdict,
    families: Vec<Member<'a>>,
}

#[output]
struct Member<'a> {
    /// The values of the other parameters.
    at: Map<'a, Decimal>,
    found: Numbered<InferDocument<'a>>,
}

#[output]
#[cfg_attr(test, schemars(rename = "LawJson"))]
struct NumberJson {
    #[serde(flatten)]
    piece: PieceJson,
    /// Is it proved that no smaller number has the property?
    least: bool,
}

#[output]
struct Described {
    modulus: i64,
    residue: i64,
    /// The first parameter that is described.
    from: String,
    /// The number of words and loops.
    parts: usize,
}

#[output]
struct OpenJson {
    modulus: i64,
    residue: i64,
    reason: String,
}

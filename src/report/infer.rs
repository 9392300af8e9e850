//! What was found about a family, for people and for programs.

use super::Detail;
use super::json::{Map, SCHEMA, document};
use crate::accelerate::Cycle;
use crate::infer::{
    Class, Exception, Family, Law, Open, Outcome, Part, Progress, Proved, Reason, Unproved, WORK,
};
use crate::limit::Limit;
use crate::model::Alphabet;
use crate::theorem::Style;
use crate::uniform;
use crate::verdict::Verdict;
use serde::Serialize;

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
    }
}

/// A family as it is told about.
#[derive(Debug)]
pub struct Found<'a> {
    /// The family.
    pub family: &'a Family,
    /// Of which values.
    pub values: Alphabet,
    /// What was found.
    pub outcome: &'a Outcome,
    /// Why nothing was found by trace, if that was tried as well.
    pub by_trace: Option<&'a uniform::Open>,
}

impl Found<'_> {
    /// *Verified* if there are theorems about all games, with least numbers.
    pub fn verdict(&self) -> Verdict {
        if self.outcome.is_whole() { Verdict::Verified } else { Verdict::Undecided }
    }

    fn name(&self) -> String {
        self.family.parameter.to_string()
    }

    /// `n mod 2 == 1`, or nothing for all numbers.
    fn remainder(&self, class: Class) -> String {
        match class.modulus {
            1 => String::new(),
            modulus => format!("{} mod {modulus} == {}", self.family.parameter, class.residue),
        }
    }

    fn formula(&self, law: &Law) -> String {
        law.polynomial.display(&[self.name()], &Style::Text)
    }

    /// For people.
    pub fn text(&self, detail: Detail) -> String {
        let mut lines = Vec::new();
        let Outcome { period, preperiod, from, exceptions, parts, .. } = self.outcome;
        for (what, laws) in [("period", period), ("preperiod", preperiod)] {
            for (index, law) in laws.iter().enumerate() {
                let what = if index == 0 { what } else { "" };
                let remainder = self.remainder(law.class);
                let when =
                    if remainder.is_empty() { remainder } else { format!("  for {remainder}") };
                lines.push(format!("{what:<9}  {}{when}", self.formula(law)));
            }
        }
        if detail != Detail::Quiet && !period.is_empty() {
            let least =
                if self.outcome.is_minimal() { "both least" } else { "not all known to be least" };
            let which = if self.outcome.is_complete() { "all" } else { "these" };
            lines.push(format!(
                "{} of {}: v(x) = v(x+period) for all x >= preperiod, {least}, for {which} {} >= \
                 {from}",
                super::theorem::values(self.values),
                self.family.written(Class::ALL),
                self.family.parameter,
            ));
            let shown = if detail == Detail::Verbose { exceptions.len() } else { SHOWN };
            lines.extend(exceptions.iter().take(shown).map(|one| self.exception(one)));
            if let Some(hidden @ 1..) = exceptions.len().checked_sub(shown) {
                lines.push(format!("and {hidden} more (--verbose)"));
            }
        }
        for part in parts {
            if detail != Detail::Quiet {
                lines.push(self.described(part));
            }
            if let Err(reason) = &part.theorem {
                lines.push(format!("undecided{}: {reason}", self.about(part.proved.class)));
            }
        }
        lines.extend(
            self.outcome
                .open
                .iter()
                .map(|open| format!("undecided{}: {}", self.about(open.class), self.reason(open))),
        );
        lines.extend(self.by_trace.map(|open| format!("undecided by trace: {open}")));
        lines.join("\n") + "\n"
    }

    fn exception(&self, one: &Exception) -> String {
        let (name, parameter) = (self.family.parameter, one.parameter);
        match &one.cycle {
            Some(Cycle { period, preperiod, .. }) => {
                format!("{name} = {parameter}: period {period}, preperiod {preperiod}")
            }
            None => format!("{name} = {parameter}: not computed"),
        }
    }

    fn about(&self, class: Class) -> String {
        let remainder = self.remainder(class);
        if remainder.is_empty() { remainder } else { format!(" for {remainder}") }
    }

    fn described(&self, part: &Part) -> String {
        let Proved { class, least, sequence, .. } = &part.proved;
        let size = match sequence.size() {
            1 => "one word".to_owned(),
            size => format!("{size} words and loops"),
        };
        let (name, remainder) = (self.family.parameter, self.remainder(*class));
        let remainder = if remainder.is_empty() { remainder } else { format!(" and {remainder}") };
        let below = if *least > class.first(self.family.least()) {
            "; the games below are computed"
        } else {
            ""
        };
        format!("proved by {size} for {name} >= {}{remainder}{below}", class.at(*least))
    }

    /// Why there is no description, and how far it came.
    fn reason(&self, open: &Open) -> String {
        let name = self.family.parameter;
        let list = |parameters: &[i64]| {
            let all: Vec<_> = parameters.iter().map(ToString::to_string).collect();
            format!("{name} = {}", all.join(", "))
        };
        match &open.reason {
            Reason::Fold(_, Limit::STOPPED) | Reason::Unproved(_, Unproved::Stopped) => {
                Limit::STOPPED.text().to_owned()
            }
            Reason::Fold(_, limit @ WORK) => limit.text().to_owned(),
            Reason::Fold(parameter, limit) => format!("{name} = {parameter}: {}", limit.text()),
            Reason::Differ(parameters, agree, of) => format!(
                "the folded sequences for {} differ behind {agree} of {of} words and loops in more \
                 than numbers that are affine in {name}",
                list(parameters)
            ),
            Reason::Long(size) => format!("a description would have {size} words and loops"),
            Reason::Unproved(parameters, Unproved::Verdict(verdict, message)) => format!(
                "the description that was fitted to {} is {verdict}: {message}",
                list(parameters)
            ),
        }
    }

    /// For programs.
    pub fn json(&self) -> String {
        let Outcome { period, preperiod, from, exceptions, parts, open } = self.outcome;
        let name = self.family.parameter;
        let laws = |laws: &[Law]| {
            let law = |law: &Law| LawJson {
                when: format!("{name} >= {from}"),
                modulus: law.class.modulus,
                residue: law.class.residue,
                coefficients: law.coefficients().iter().map(ToString::to_string).collect(),
            };
            laws.iter().map(law).collect()
        };
        let parameter = name.to_string();
        let exception = |one: &Exception| {
            let cycle = one.cycle.as_ref();
            Map(vec![
                (parameter.as_str(), Some(one.parameter.to_string())),
                ("period", cycle.map(|it| it.period.to_string())),
                ("preperiod", cycle.map(|it| it.preperiod.to_string())),
            ])
        };
        let described = |part: &Part| Described {
            modulus: part.proved.class.modulus,
            residue: part.proved.class.residue,
            from: part.proved.class.at(part.proved.least).to_string(),
            parts: part.proved.sequence.size(),
        };
        let undecided = |open: &Open| OpenJson {
            modulus: open.class.modulus,
            residue: open.class.residue,
            reason: self.reason(open),
        };
        let without = parts.iter().filter_map(|part| {
            let reason = part.theorem.as_ref().err()?.to_string();
            let Class { modulus, residue } = part.proved.class;
            Some(OpenJson { modulus, residue, reason })
        });
        document(&Document {
            schema: SCHEMA,
            verdict: self.verdict(),
            moves: self.family.written_moves(Class::ALL),
            values: self.values.to_string(),
            from: from.to_string(),
            period: laws(period),
            preperiod: laws(preperiod),
            minimal: self.outcome.is_minimal(),
            exceptions: exceptions.iter().map(exception).collect(),
            descriptions: parts.iter().map(described).collect(),
            undecided: without.chain(open.iter().map(undecided)).collect(),
            by_trace: self.by_trace.map(ToString::to_string),
        })
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Document<'a> {
    schema: u32,
    verdict: Verdict,
    moves: Vec<String>,
    values: String,
    /// The laws hold from this parameter on.
    from: String,
    period: Vec<LawJson>,
    preperiod: Vec<LawJson>,
    minimal: bool,
    exceptions: Vec<Map<'a, Option<String>>>,
    descriptions: Vec<Described>,
    undecided: Vec<OpenJson>,
    /// Why nothing was found by trace, if that was tried as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    by_trace: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct LawJson {
    when: String,
    modulus: i64,
    residue: i64,
    coefficients: Vec<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Described {
    modulus: i64,
    residue: i64,
    /// The first parameter that is described.
    from: String,
    /// The number of words and loops.
    parts: usize,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OpenJson {
    modulus: i64,
    residue: i64,
    reason: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::infer::derive::tests::{family, found_before};
    use crate::infer::{Options, infer};

    /// Where some classes are open nothing is said of all parameters.
    #[test]
    fn what_is_proved_of_some_classes_is_said_of_these() {
        let family = family();
        let told = |outcome: &Outcome| {
            let values = Alphabet::Outcome;
            let found = Found { family: &family, values, outcome, by_trace: None };
            (found.verdict(), found.text(Detail::Normal))
        };
        let (verdict, text) = told(&infer(&family, &Options::default()));
        assert_eq!(verdict, Verdict::Verified);
        assert!(text.contains(", for all n >= 1\n") && !text.contains("undecided"), "{text}");
        let (verdict, text) = told(&found_before(Class { modulus: 5, residue: 3 }));
        assert_eq!(verdict, Verdict::Undecided);
        assert!(text.contains(", for these n >= 1\n"), "{text}");
        assert!(text.contains("undecided for n mod 5 == 3: "), "{text}");
    }
}

//! The theorem of a description.

use super::super::json::{Decimal, Map};
use super::super::{Detail, Render};
use super::document::{LawJson, StatementJson, laws};
use super::text;
use crate::diagnostic::counted;
use crate::theorem::{Piece, Statement, Theorem, Unknown, WhyLeast};
use crate::verdict::Verdict;
use grundy_output::output;
use serde::{Serialize, Serializer};

/// A theorem about a description, and what it says.
pub fn derived<'a>(
    theorem: &'a Theorem,
    said: &'a Statement,
    detail: Detail,
) -> impl Render + use<'a> {
    DerivedTheorem { theorem, said, detail }
}

struct DerivedTheorem<'a> {
    theorem: &'a Theorem,
    said: &'a Statement,
    detail: Detail,
}

impl Render for DerivedTheorem<'_> {
    fn verdict(&self) -> Option<Verdict> {
        Some(Verdict::decided(self.said.is_whole()))
    }

    fn text(&self) -> String {
        text(self.said, self.detail, how(self.theorem)).join("\n") + "\n"
    }
}

impl Serialize for DerivedTheorem<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { theorem, said, .. } = self;
        let names = &theorem.parameters;
        let lengths = |pieces: &[Piece]| {
            laws(pieces.iter().map(|law| &**law), names).into_iter().map(LawJson::length).collect()
        };
        let point = |point: &Vec<crate::Integer>| {
            Map(names.iter().map(String::as_str).zip(point.iter().map(Decimal::from)).collect())
        };
        let document = TheoremDocument {
            said: StatementJson::new(said),
            body: lengths(&theorem.body),
            before: lengths(&theorem.before),
            compared: theorem.compared.iter().map(point).collect(),
        };
        document.serialize(serializer)
    }
}

/// Why the period is least, and what else is known about the loop.
fn how(theorem: &Theorem) -> Vec<String> {
    let names = &theorem.parameters;
    let mut why: Vec<String> = Vec::new();
    for (case, found) in theorem.cases() {
        let sentence = match &found.evidence {
            Ok(WhyLeast::Computed | WhyLeast::Certificate) => continue,
            Ok(WhyLeast::Cycle(cycle)) => {
                let letters = cycle.iter().map(|&value| theorem.values.letter(value));
                format!("least period: the endless loop repeats {}", letters.collect::<String>())
            }
            Ok(WhyLeast::Pattern(pattern)) => {
                let variables = case.variable_names(names);
                let mut all: Vec<_> = (pattern.letters)
                    .iter()
                    .map(|(distance, value)| {
                        let letter = theorem.values.letter(*value);
                        let shown = distance.display(&variables).to_string();
                        match distance.is_zero() {
                            true => format!("{letter} at x"),
                            false if shown.contains(['+', '-']) => {
                                format!("{letter} at x-({shown})")
                            }
                            false => format!("{letter} at x-{shown}"),
                        }
                    })
                    .collect();
                let last = all.pop().unwrap_or_default();
                let occur = match all.is_empty() {
                    true => format!("{last} occurs"),
                    false => format!("{} and {last} occur together", all.join(", ")),
                };
                format!("least period: {occur} once in each period")
            }
            Err(Unknown::Shorter) => {
                "the period of some examples is smaller, in a way the loops do not show".to_owned()
            }
            Err(Unknown::NoPattern) => {
                "no group of values was found that occurs once in each period".to_owned()
            }
            Err(Unknown::Limit(limit)) => {
                format!("least period: not decided: {}", limit.text())
            }
        };
        if !why.contains(&sentence) {
            why.push(sentence);
        }
    }
    let all = |pieces: &[Piece]| {
        pieces.iter().map(|piece| piece.formula(names)).collect::<Vec<_>>().join(" or ")
    };
    let is_as_described = all(&theorem.body) == all(&theorem.period)
        && all(&theorem.before) == all(&theorem.preperiod);
    if !is_as_described && !theorem.body.is_empty() {
        why.push(format!(
            "as described: the endless loop has {} values, {} come before it",
            all(&theorem.body),
            all(&theorem.before)
        ));
    }
    why.push(compared(theorem));
    why
}

/// Which games were computed.
fn compared(theorem: &Theorem) -> String {
    let [name] = theorem.parameters.as_slice() else {
        let games = counted(theorem.compared.len(), "game");
        return format!("agrees with direct computation of {games}");
    };
    let values = theorem.compared.iter().filter_map(|point| point.first());
    let values: Vec<_> = values.map(ToString::to_string).collect();
    if values.is_empty() {
        return "the games are too large to compare with direct computation".to_owned();
    }
    format!("agrees with direct computation for {name} = {}", values.join(", "))
}

#[output]
pub(in super::super) struct TheoremDocument<'a> {
    #[serde(flatten)]
    said: StatementJson<'a>,
    /// The lengths of the endless loop and of what precedes it, as described.
    body: Vec<LawJson>,
    before: Vec<LawJson>,
    /// The parameters for which the result was compared with direct computation.
    compared: Vec<Map<'a, Decimal>>,
}

//! From comparisons to verdicts and findings.

use super::check::Value;
use crate::Integer;
use crate::diagnostic::{Diagnostic, Span};
use crate::limit::Limit;
use crate::report::limit_name;
use crate::verify::{Cell, Counterexample, Finding, Verdict};

/// Who says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    /// The source.
    Print,
    /// The catalogue.
    Catalogue,
}

/// What came out for one game.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The value is right.
    Agrees,
    /// It is not.
    Deviates {
        /// As claimed.
        claimed: String,
        /// As computed.
        computed: String,
    },
    /// It was not computed.
    Open(Limit),
    /// It cannot be computed, or only as far as the sentence says.
    Unknown(&'static str),
}

/// The value of one column, with what came out for each game that it is claimed for.
pub struct Comparison<'a> {
    /// The family or game.
    pub row: &'a str,
    /// The column.
    pub column: &'a str,
    /// Who claims it.
    pub author: Author,
    /// Where.
    pub span: Span,
    /// Is it claimed for more games than can be listed?
    pub endless: bool,
    /// The games, in order, with their parameters; none for a single game.
    pub outcomes: Vec<(Vec<(char, Integer)>, Outcome)>,
    /// The least parameter from which on a proved description says the same for all.
    pub proved: Option<Integer>,
    /// What else the reader of a deviation should know.
    pub note: Option<String>,
}

/// Parameters, claimed and computed value.
type Deviation<'a> = (&'a Vec<(char, Integer)>, &'a String, &'a String);

/// Deviations that a finding lists.
const SHOWN: usize = 8;

impl Comparison<'_> {
    /// The verdict with its reasons.
    pub fn value(self) -> Value {
        let column = match self.author {
            Author::Print => self.column.to_owned(),
            Author::Catalogue => format!("corrected {}", self.column),
        };
        let mut agreeing = Vec::new();
        let mut deviating = Vec::new();
        let mut open = Vec::new();
        let mut unknown = None;
        let mut limit = None;
        for (at, outcome) in &self.outcomes {
            match outcome {
                Outcome::Agrees => agreeing.push(at),
                Outcome::Deviates { claimed, computed } => deviating.push((at, claimed, computed)),
                Outcome::Open(reached) => {
                    limit = limit.or(Some(*reached));
                    open.push(at);
                }
                Outcome::Unknown(why) => unknown = unknown.or(Some(*why)),
            }
        }
        let mut parts = Vec::new();
        let (verdict, findings) = if let Some((at, claimed, computed)) = deviating.first() {
            let place = place(at);
            parts.push(format!("claimed {claimed}, computed {computed}{place}"));
            (Verdict::Refuted, vec![self.deviation(&column, &deviating)])
        } else if self.proved.is_some() {
            (Verdict::Verified, Vec::new())
        } else if let Some(limit) = limit {
            (Verdict::Undecided, vec![self.open(&column, limit, &open)])
        } else if let Some(why) = unknown {
            let message = format!("{column} of {} cannot be computed: {why}", self.row);
            parts.push(why.to_owned());
            (Verdict::Undecided, vec![self.remark(message, None)])
        } else if self.outcomes.is_empty() {
            let message = format!("{column} of {} is claimed for no game", self.row);
            let finding =
                Diagnostic::warning("W0601", message).label(self.span, "no game in the range");
            (Verdict::Vacuous, vec![Finding::new(finding)])
        } else if self.endless {
            let message =
                format!("{column} of {} is claimed for all parameters without end", self.row);
            (Verdict::Undecided, vec![self.remark(message, None)])
        } else {
            (Verdict::Verified, Vec::new())
        };
        if let (Some(from), true) = (&self.proved, deviating.is_empty()) {
            let name = self.outcomes.first().and_then(|(at, _)| at.first());
            parts.push(match name {
                Some((name, _)) => format!("proved for all {name} >= {from}"),
                None => "proved for all".to_owned(),
            });
        }
        let told = |games: &[&Vec<(char, Integer)>]| games.iter().any(|at| !at.is_empty());
        if told(&agreeing) {
            parts.push(format!("agrees for {}", games(&agreeing)));
        }
        if deviating.len() > 1 {
            let others: Vec<_> = deviating.iter().map(|(at, ..)| *at).collect();
            parts.push(format!("deviates for {}", games(&others)));
        }
        if let Some(limit) = limit {
            let which = if told(&open) { format!(" for {}", games(&open)) } else { String::new() };
            parts.push(format!("not computed{which} (limit: {})", limit_name(limit)));
        }
        if self.endless && deviating.is_empty() && self.proved.is_none() {
            parts.push("claimed for all".to_owned());
        }
        Value { row: self.row.to_owned(), column, verdict, remark: parts.join("; "), findings }
    }

    fn deviation(&self, column: &str, deviating: &[Deviation<'_>]) -> Finding {
        let Some((at, claimed, computed)) = deviating.first() else {
            return self.remark(String::new(), None);
        };
        let (code, who) = match self.author {
            Author::Print => ("E0610", "printed"),
            Author::Catalogue => ("E0611", "claimed by the catalogue"),
        };
        let message = format!(
            "{} of {}{}: {who} {claimed}, computed {computed}",
            self.column,
            self.row,
            place(at)
        );
        let mut diagnostic = Diagnostic::error(code, message).label(self.span, "deviates");
        if deviating.len() > 1 {
            let others: Vec<_> = (deviating.iter().skip(1).take(SHOWN))
                .map(|(at, claimed, computed)| {
                    format!("{claimed}, computed {computed}{}", place(at))
                })
                .collect();
            let more = deviating.len().saturating_sub(1 + SHOWN);
            let more = if more > 0 { format!("; and {more} more") } else { String::new() };
            diagnostic = diagnostic.note(format!("also {}{more}", others.join("; ")));
        }
        if let Some(note) = &self.note {
            diagnostic = diagnostic.note(note.clone());
        }
        let parameters: Vec<_> =
            at.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
        let counterexample =
            Counterexample { parameters, play: Vec::new(), failure: None, number: None };
        Finding {
            cell: Some(Cell {
                row: self.row.to_owned(),
                column: column.to_owned(),
                claimed: (*claimed).clone(),
                computed: (*computed).clone(),
            }),
            counterexample: (!at.is_empty()).then_some(counterexample),
            ..Finding::new(diagnostic)
        }
    }

    fn open(&self, column: &str, limit: Limit, open: &[&Vec<(char, Integer)>]) -> Finding {
        let games = match open.iter().any(|at| !at.is_empty()) {
            true => format!(" for {}", games(open)),
            false => String::new(),
        };
        self.remark(format!("{column} of {} was not computed{games}", self.row), Some(limit))
    }

    fn remark(&self, message: String, limit: Option<Limit>) -> Finding {
        let diagnostic = Diagnostic::error("E0612", message).label(self.span, "not decided");
        Finding { limit, ..Finding::new(diagnostic) }
    }
}

/// ` at n = 2, m = 3`; nothing for a single game.
fn place(at: &[(char, Integer)]) -> String {
    let values: Vec<_> = at.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if values.is_empty() { String::new() } else { format!(" at {}", values.join(", ")) }
}

/// `n = 2..9, 11`, or the number of games if there is more than one parameter.
fn games(games: &[&Vec<(char, Integer)>]) -> String {
    let single: Option<Vec<_>> = games
        .iter()
        .map(|at| match at.as_slice() {
            [(_, value)] => value.to_i64(),
            _ => None,
        })
        .collect();
    let name = games.first().and_then(|at| at.first()).map(|(name, _)| *name);
    let (Some(values), Some(name)) = (single, name) else {
        return format!("{} game{}", games.len(), if games.len() == 1 { "" } else { "s" });
    };
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for value in values {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(value) => *last = value,
            _ => runs.push((value, value)),
        }
    }
    let shown: Vec<_> = (runs.iter())
        .map(
            |(first, last)| {
                if first == last { first.to_string() } else { format!("{first}..{last}") }
            },
        )
        .collect();
    format!("{name} = {}", shown.join(", "))
}

//! From comparisons to verdicts and findings.

use super::all_parameters::Settled;
use super::points::Claimed;
use crate::Integer;
use crate::diagnostic::{Code, Diagnostic, Span, counted};
use crate::limit::Limit;
use crate::verdict::{
    Assignment, Cell, Evidence, Finding, ProvedFor, PublishedValue, Reason, Verdict, place,
};
use num_rational::BigRational;

/// The author of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Author {
    /// The source.
    Print,
    /// The catalogue.
    Catalogue,
}

/// The result for one game.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// The value is right.
    Agrees,
    /// It is not.
    Deviates {
        /// The claimed value.
        claimed: String,
        /// The computed value.
        computed: String,
    },
    /// It was not computed, but the description with this name proves it right.
    Proved(String),
    /// It was not computed, but the description with this name proves another value.
    Doubted {
        /// The claimed value.
        claimed: String,
        /// The proved value.
        proved: String,
        /// The name of the description.
        by: String,
    },
    /// It was not computed.
    Open(Limit),
    /// It cannot be computed, or only as far as this sentence says.
    Unknown(&'static str),
}

/// The value of one column, with the result for each game that it is claimed for.
pub(super) struct ColumnComparison<'a> {
    /// The family or game.
    pub row: &'a str,
    /// The column.
    pub column: &'a str,
    /// Who claims it.
    pub author: Author,
    /// Where it is claimed.
    pub span: Span,
    /// What follows for all games, if it is claimed for more games than can be listed.
    pub everywhere: Option<&'a Settled>,
    /// The games, in order, with their parameters; none for a single game.
    pub outcomes: Vec<(At, Outcome)>,
    /// What else the reader of a deviation should know.
    pub note: Option<String>,
}

/// Parameters, claimed and computed value.
type Deviation<'a> = (&'a At, &'a String, &'a String);

/// The parameters of a game.
type At = Vec<(char, Integer)>;

/// The most deviations that a finding lists.
const SHOWN: usize = 8;

/// The comparison for a single game.
pub(super) fn one(
    row: &str,
    column: &str,
    author: Author,
    span: Span,
    outcome: Outcome,
) -> PublishedValue {
    let outcomes = vec![(Vec::new(), outcome)];
    ColumnComparison { row, column, author, span, everywhere: None, outcomes, note: None }.value()
}

/// `p_above`: the period is greater than the bound.
pub(super) fn above(bound: &Integer, period: &Integer) -> Outcome {
    if period > bound {
        Outcome::Agrees
    } else {
        Outcome::Deviates { claimed: format!("above {bound}"), computed: period.to_string() }
    }
}

/// Compares a claimed number with the computed one.
pub(super) fn compare(claimed: &Claimed, computed: &Integer) -> Outcome {
    let text = match claimed {
        Ok(value) if *value == BigRational::from(computed.to_big()) => return Outcome::Agrees,
        Ok(value) => value.to_string(),
        Err(fault) => format!("no value ({fault})"),
    };
    Outcome::Deviates { claimed: text, computed: computed.to_string() }
}

impl ColumnComparison<'_> {
    /// The verdict with its reasons.
    pub(super) fn value(self) -> PublishedValue {
        let column = match self.author {
            Author::Print => self.column.to_owned(),
            Author::Catalogue => format!("corrected {}", self.column),
        };
        let mut agreeing = Vec::new();
        let mut deviating = Vec::new();
        let mut open = Vec::new();
        let mut proved: Vec<(&String, Vec<&At>)> = Vec::new();
        let mut doubt = None;
        let mut unknown = None;
        let mut limit = None;
        for (at, outcome) in &self.outcomes {
            match outcome {
                Outcome::Agrees => agreeing.push(at),
                Outcome::Deviates { claimed, computed } => deviating.push((at, claimed, computed)),
                Outcome::Proved(by) => match proved.iter_mut().find(|(known, _)| *known == by) {
                    Some((_, games)) => games.push(at),
                    None => proved.push((by, vec![at])),
                },
                Outcome::Doubted { claimed, proved, by } => {
                    doubt.get_or_insert_with(|| Reason::Doubted {
                        claimed: claimed.clone(),
                        proved: proved.clone(),
                        parameters: named(at),
                        description: by.clone(),
                    });
                    limit = limit.or(Some(Limit::POSITIONS));
                    open.push(at);
                }
                Outcome::Open(reached) => {
                    limit = limit.or(Some(*reached));
                    open.push(at);
                }
                Outcome::Unknown(why) => unknown = unknown.or(Some(*why)),
            }
        }
        let proofs: Vec<ProvedFor> = match self.everywhere {
            _ if !deviating.is_empty() => Vec::new(),
            Some(settled) => settled.proofs.clone(),
            None => (proved.iter())
                .map(|(by, all)| ProvedFor {
                    description: Some((*by).clone()),
                    games: games(all).unwrap_or_default(),
                })
                .collect(),
        };
        let proved = (!proofs.is_empty()).then_some(Reason::Proved { proofs });
        let unsettled = self.everywhere.is_some_and(|settled| settled.open);
        let reached = self.everywhere.and_then(|settled| settled.limit);
        let mut reasons = Vec::new();
        let (verdict, findings) = if let Some((at, claimed, computed)) = deviating.first() {
            let [claimed, computed] = [claimed, computed].map(|number| (*number).clone());
            reasons.push(Reason::Wrong { claimed, computed, parameters: named(at) });
            (Verdict::Refuted, vec![self.deviation(&column, &deviating)])
        } else if let Some(limit) = limit {
            (Verdict::Undecided, vec![self.open(&column, limit, &open)])
        } else if let Some(why) = unknown {
            let message = format!("{column} of {} cannot be computed: {why}", self.row);
            reasons.push(Reason::Unknown { message: why.to_owned() });
            (Verdict::Undecided, vec![self.remark(message, None)])
        } else if self.outcomes.is_empty() && proved.is_none() {
            let message = format!("{column} of {} is claimed for no game", self.row);
            let finding = Diagnostic::new(Code::ValueOfNoGame, message)
                .label(self.span, "no game in the range");
            (Verdict::Vacuous, vec![Finding::new(finding)])
        } else if unsettled {
            let message =
                format!("{column} of {} is claimed for infinitely many parameters", self.row);
            let mut finding = self.remark(message, reached);
            finding.diagnostic.notes.extend(proved.as_ref().map(Reason::to_string));
            (Verdict::Undecided, vec![finding])
        } else {
            (Verdict::Verified, Vec::new())
        };
        reasons.extend(proved);
        reasons.extend(games(&agreeing).map(|games| Reason::Agrees { games }));
        if deviating.len() > 1 {
            let others: Vec<_> = deviating.iter().map(|(at, ..)| *at).collect();
            reasons.extend(games(&others).map(|games| Reason::Deviates { games }));
        }
        if deviating.is_empty() {
            reasons.extend(doubt);
        }
        reasons.extend(limit.map(|end| Reason::Open { games: games(&open), limit: end.name() }));
        if unsettled && deviating.is_empty() {
            reasons.push(Reason::Endless { limit: reached.map(Limit::name) });
        }
        PublishedValue { row: self.row.to_owned(), column, verdict, reasons, findings, known: None }
    }

    fn deviation(&self, column: &str, deviating: &[Deviation<'_>]) -> Finding {
        let Some((at, claimed, computed)) = deviating.first() else {
            return self.remark(String::new(), None);
        };
        let (code, who) = match self.author {
            Author::Print => (Code::WrongPublishedValue, "printed"),
            Author::Catalogue => (Code::WrongOwnValue, "claimed by the catalogue"),
        };
        let message = format!(
            "{} of {}{}: {who} {claimed}, computed {computed}",
            self.column,
            self.row,
            place(at)
        );
        let mut diagnostic = Diagnostic::new(code, message).label(self.span, "deviates");
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
        let parameters = named(at);
        let cell = Cell {
            row: self.row.to_owned(),
            column: column.to_owned(),
            claimed: (*claimed).clone(),
            computed: (*computed).clone(),
        };
        Finding { diagnostic, evidence: Evidence::Cell { cell, parameters } }
    }

    fn open(&self, column: &str, limit: Limit, open: &[&At]) -> Finding {
        let games = games(open).map_or(String::new(), |games| format!(" for {games}"));
        self.remark(format!("{column} of {} was not computed{games}", self.row), Some(limit))
    }

    fn remark(&self, message: String, limit: Option<Limit>) -> Finding {
        let diagnostic =
            Diagnostic::new(Code::UndecidedValue, message).label(self.span, "not decided");
        match limit {
            Some(limit) => Finding::limit_reached(diagnostic, limit),
            None => Finding::new(diagnostic),
        }
    }
}

fn named(at: &[(char, Integer)]) -> Assignment {
    at.iter().map(|(name, value)| (name.to_string(), value.clone())).collect()
}

/// `n = 2..9, 11`, or the number of games if there is more than one parameter; `None` for a single game without
/// parameters.
fn games(games: &[&At]) -> Option<String> {
    games.iter().find(|at| !at.is_empty())?;
    let single: Option<Vec<_>> = games
        .iter()
        .map(|at| match at.as_slice() {
            [(_, value)] => value.to_i64(),
            _ => None,
        })
        .collect();
    let name = games.first().and_then(|at| at.first()).map(|(name, _)| *name);
    let (Some(values), Some(name)) = (single, name) else {
        return Some(counted(games.len(), "game"));
    };
    let runs = values.chunk_by(|one, next| one.checked_add(1) == Some(*next));
    let shown = runs.map(|run| match *run {
        [first, .., last] => format!("{first}..{last}"),
        _ => run.iter().map(i64::to_string).collect(),
    });
    Some(format!("{name} = {}", shown.collect::<Vec<_>>().join(", ")))
}

//! Published statements that were checked up to bounds.
//!
//! In JSON, `verified` refers to the claim that is given with it: the statement for all games up to `bound`, each of
//! which was computed.  `proved` is always false, so that no reader takes the claim for the statement itself; text says
//! "holds".

use super::findings::{Compared, Judged};
use super::json::{judgements, line};
use super::{Detail, Render, Style, align, paint, point, seconds, text as of_text};
use crate::limit::Limit;
use crate::sequence::Rule;
use crate::sequence::orbit::WORDS;
use crate::statement::{
    Basis, BoundedVerdict, Checked, FORMULA, Failure, GamesKind, Statement, StatementCase,
};
use crate::verdict::{self, Tally};
use grundy_output::output;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

/// The text for people.
pub fn text(results: &[(Checked<'_>, Option<Duration>)], style: Style, detail: Detail) -> String {
    let mut text = match detail {
        Detail::Quiet => String::new(),
        _ => table(results, style),
    };
    text.extend(results.iter().map(|(checked, _)| finding(checked)));
    text + &summary(results)
}

/// The lines of a table, one for each statement, with a heading.
fn table(results: &[(Checked<'_>, Option<Duration>)], style: Style) -> String {
    let heading = ["statement", "reference", "status", "verdict", "bound", "games", "time"];
    let row = |(checked, time): &(Checked<'_>, Option<Duration>)| {
        let Statement { reference, status, .. } = checked.statement;
        [
            name(checked.statement),
            reference.clone(),
            status.name().to_owned(),
            paint(checked.verdict().name(), of_text::colour(verdict(checked)), style),
            bound(checked.statement, checked.bound),
            checked.checked.to_string(),
            time.map(seconds).unwrap_or_default(),
        ]
    };
    let rows: Vec<_> =
        [heading.map(str::to_owned)].into_iter().chain(results.iter().map(row)).collect();
    let columns = if results.iter().any(|(_, time)| time.is_some()) { 7 } else { 6 };
    let rows: Vec<_> = rows.iter().map(|row| &row[..columns]).collect();
    align::table(&[0, 1, 2, 3, 4], &rows)
}

/// The report about a statement that does not hold; empty for one that does.
fn finding(checked: &Checked<'_>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    if let Some((case, failure)) = &checked.counterexample {
        let _ = writeln!(text, "\n{} is refuted", name(checked.statement));
        let _ = writeln!(text, "  statement: {}", checked.statement.wording);
        if let Some(case) = case {
            let _ = writeln!(text, "  smallest counterexample: {}", game(case));
        }
        let Failure { quantity, claimed, computed, .. } = failure;
        let _ = writeln!(text, "    {quantity} claimed:  {claimed}");
        let _ = writeln!(text, "    {quantity} computed: {computed}");
        if let Some(basis) = basis(case.as_ref(), failure) {
            let _ = writeln!(text, "  confirmed: {basis}");
        }
        for command in replay(case.as_ref(), failure) {
            let _ = writeln!(text, "  replay: {command}");
        }
    }
    if let Some(open) = &checked.undecided {
        let heading = if checked.counterexample.is_some() {
            "  may not be the smallest"
        } else {
            &format!("\n{} is undecided", name(checked.statement))
        };
        let first = open.first.as_ref().map(|case| format!(", first {}", game(case)));
        let why = match open.limit {
            Limit::STOPPED => "the time limit ran out; allow more time with --time-limit",
            FORMULA => "a formula has values that are too large to compute with",
            WORDS => "too many words to count; try a smaller --bound",
            _ => "no cycle was found in the positions searched",
        };
        let first = first.unwrap_or_default();
        let _ = writeln!(text, "{heading}: some games were not decided{first}: {why}");
    }
    if checked.verdict() == BoundedVerdict::Vacuous {
        let (name, variable) = (name(checked.statement), &checked.statement.variable);
        let _ = writeln!(text, "\n{name} is vacuous: no game has {variable} <= {}", checked.bound);
    }
    text
}

/// The line below all statements.
fn summary(results: &[(Checked<'_>, Option<Duration>)]) -> String {
    let count = |verdict| results.iter().filter(|(one, _)| one.verdict() == verdict).count();
    let mut text = format!(
        "\n{} of {} hold up to their bounds (this does not prove them)",
        count(BoundedVerdict::Holds),
        results.len()
    );
    for verdict in [BoundedVerdict::Refuted, BoundedVerdict::Undecided, BoundedVerdict::Vacuous] {
        if count(verdict) > 0 {
            let _ = write!(text, "; {} {}", count(verdict), verdict.name());
        }
    }
    text + "\n"
}

/// The verdict of the claim "up to the bound", for exit codes and JSON.
pub fn verdict(checked: &Checked<'_>) -> verdict::Verdict {
    match checked.verdict() {
        BoundedVerdict::Holds => verdict::Verdict::Verified,
        BoundedVerdict::Refuted => verdict::Verdict::Refuted,
        BoundedVerdict::Undecided => verdict::Verdict::Undecided,
        BoundedVerdict::Vacuous => verdict::Verdict::Vacuous,
    }
}

/// The number of statements with each verdict, and the verdict on all, of which this number was not reached.
///
/// Without statements nothing is claimed.
pub fn summed(
    results: &[(Checked<'_>, Option<Duration>)],
    left: usize,
) -> (Tally, verdict::Verdict) {
    let summary: Tally = results.iter().map(|(checked, _)| verdict(checked)).collect();
    let on_all = match results.len() + left {
        0 => verdict::Verdict::Vacuous,
        _ => summary.verdict(left == 0),
    };
    (summary, on_all)
}

/// The results for programs.
pub fn json(
    verdict: verdict::Verdict,
    results: &[(Checked<'_>, Option<Duration>)],
    unreached: &[(String, String)],
    summary: &Tally,
    compared: Option<&Compared>,
    settings: Option<&str>,
) -> String {
    let results = results.iter().map(StatementEntry::new).collect();
    judgements(verdict, results, unreached, summary, compared, settings)
}

/// The results for programs, on a line each.
pub fn json_lines(results: &[(Checked<'_>, Option<Duration>)]) -> String {
    let line_of = |one| line(&StatementEntry::new(one));
    results.iter().map(line_of).collect()
}

/// A statement of the file `path`, for other programs.
pub fn judged((checked, time): &(Checked<'_>, Option<Duration>), path: &str) -> Judged {
    let reason = finding(checked);
    let reason: Vec<_> = reason.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let judged =
        Judged::stated(path, name(checked.statement), verdict(checked), &reason.join("; "));
    Judged { time: *time, ..judged }
}

/// Statements, and those that are not claims about all games up to a bound, with the reason.
pub fn listed<'a>(
    statements: &[&'a Statement],
    no_claim: &'a [(String, String)],
) -> impl Render + use<'a> {
    ListedStatements {
        statements: (statements.iter())
            .map(|statement| StatementClaim::new(statement, statement.default_bound))
            .collect(),
        no_claim: (no_claim.iter())
            .map(|(statement, reason)| NoClaim { statement, reason })
            .collect(),
    }
}

impl Render for ListedStatements<'_> {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        let mut text = String::new();
        for StatementClaim { name, reference, status, wording, bound, .. } in &self.statements {
            let source = if reference.is_empty() { "" } else { &format!("{reference}, ") };
            let Bound { variable, value } = bound;
            let _ = writeln!(text, "{name}  ({source}{status}; {variable} <= {value})");
            let _ = writeln!(text, "  {wording}");
        }
        if !self.no_claim.is_empty() {
            text += "\nNot claims about all games up to a bound:\n";
        }
        for NoClaim { statement, reason } in &self.no_claim {
            let _ = writeln!(text, "  {statement}: {reason}");
        }
        text
    }
}

#[output]
struct NoClaim<'a> {
    statement: &'a str,
    reason: &'a str,
}

#[output]
pub(super) struct ListedStatements<'a> {
    statements: Vec<StatementClaim<'a>>,
    no_claim: Vec<NoClaim<'a>>,
}

#[output]
struct StatementClaim<'a> {
    #[serde(skip)]
    name: String,
    statement: &'a str,
    part: &'a str,
    reference: &'a str,
    status: &'static str,
    wording: &'a str,
    bound: Bound<'a>,
}

#[output]
struct Bound<'a> {
    variable: &'a str,
    value: String,
}

#[output]
pub(super) struct StatementEntry<'a> {
    #[serde(flatten)]
    claim: StatementClaim<'a>,
    verdict: verdict::Verdict,
    proved: bool,
    checked: String,
    limit: Option<&'static str>,
    undecided_from: Option<StatementGame>,
    counterexample: Option<Counterexample<'a>>,
    seconds: Option<String>,
}

#[output]
struct StatementGame {
    parameters: BTreeMap<char, String>,
    moves: Vec<String>,
}

#[output]
struct Counterexample<'a> {
    #[serde(flatten)]
    game: Option<StatementGame>,
    quantity: &'a str,
    claimed: &'a str,
    computed: &'a str,
    replay: Vec<String>,
}

impl<'a> StatementEntry<'a> {
    fn new((checked, time): &'a (Checked<'_>, Option<Duration>)) -> Self {
        Self {
            claim: StatementClaim::new(checked.statement, checked.bound),
            verdict: verdict(checked),
            proved: false,
            checked: checked.checked.to_string(),
            limit: checked.undecided.as_ref().map(|open| open.limit.name()),
            undecided_from: (checked.undecided.as_ref())
                .and_then(|open| open.first.as_ref())
                .map(StatementGame::new),
            counterexample: (checked.counterexample.as_ref())
                .map(|(case, failure)| Counterexample::new(case.as_ref(), failure)),
            seconds: time.map(seconds),
        }
    }
}

impl<'a> StatementClaim<'a> {
    fn new(statement: &'a Statement, bound: u64) -> Self {
        let Statement { id, part, reference, status, wording, variable, .. } = statement;
        Self {
            name: name(statement),
            statement: id,
            part,
            reference,
            status: status.name(),
            wording,
            bound: Bound { variable, value: bound.to_string() },
        }
    }
}

impl StatementGame {
    fn new(case: &StatementCase) -> Self {
        Self {
            parameters: case.parameters.iter().map(|(name, n)| (*name, n.to_string())).collect(),
            moves: case.sizes().iter().map(u64::to_string).collect(),
        }
    }
}

impl<'a> Counterexample<'a> {
    fn new(case: Option<&StatementCase>, failure: &'a Failure) -> Self {
        Self {
            game: case.map(StatementGame::new),
            quantity: &failure.quantity,
            claimed: &failure.claimed,
            computed: &failure.computed,
            replay: replay(case, failure),
        }
    }
}

/// `satz-24, printed`.
/// The name of a statement, with that of its part.
pub fn name(statement: &Statement) -> String {
    match &statement.part[..] {
        "" => statement.id.clone(),
        part => format!("{}, {part}", statement.id),
    }
}

/// `max L <= 120`; for positions, which count from 0, the sign is `<`.
fn bound(statement: &Statement, bound: u64) -> String {
    let sign = if matches!(statement.kind, GamesKind::Infinite(_)) { "<" } else { "<=" };
    format!("{} {sign} {bound}", statement.variable)
}

/// `{ 2 5 7 8 } (n = 1)`.
fn game(case: &StatementCase) -> String {
    match point(&case.parameters).as_str() {
        "" => case.moves.to_string(),
        parameters => format!("{} ({parameters})", case.moves),
    }
}

/// How the computed side was recomputed.
fn basis(case: Option<&StatementCase>, failure: &Failure) -> Option<&'static str> {
    match (case, &failure.basis) {
        (Some(_), Basis::Cycles(_)) => {
            Some("the plain rule, from position 0, gives the computed period and preperiod")
        }
        (Some(_), Basis::Words(_)) => Some("the words, listed one by one, are as many"),
        _ => None,
    }
}

/// Commands that compute what a failure rests on.
fn replay(case: Option<&StatementCase>, failure: &Failure) -> Vec<String> {
    let (Some(case), Basis::Cycles(cycles)) = (case, &failure.basis) else { return Vec::new() };
    let sizes: Vec<String> = case.sizes().iter().map(u64::to_string).collect();
    let command = |rule: Rule| {
        let values = if rule == Rule::Mex { " --values nim" } else { "" };
        format!("grundy period {}{values}", sizes.join(" "))
    };
    cycles.iter().map(|&(rule, _)| command(rule)).collect()
}

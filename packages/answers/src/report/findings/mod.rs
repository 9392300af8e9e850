//! Verdicts and findings in the formats of other programs: build servers, editors, dashboards.
//!
//! Whatever was checked, be it a description, a value of a catalogue or a statement, the result is the same: a
//! [`Judged`] with its [`Problem`]s.  Each format is a function of a list of them.  In each format, only what is
//! verified looks like success: what is undecided, vacuous, unreadable or not examined is an error there.  What the
//! user has recorded as known is left out, or marked as skipped or unchanged where the format has a word for it.
//!
//! | format | for whom | what is not verified |
//! |---|---|---|
//! | [`concise`] | editors and `grep`: `PATH:LINE:COLUMN: VERDICT: CODE MESSAGE` | a line each |
//! | [`github`] | workflow commands of GitHub Actions, shown beside the change | `::error` |
//! | [`junit`] | test reports, as Jenkins and GitLab read them | `failure` if refuted, else `error` |
//! | [`sarif`] | SARIF 2.1.0 (OASIS 2020), as code scanning reads it | a result of level `error`, kind `fail`; undecided: level `none`, kind `open` |

mod compared;
mod concise;
mod github;
mod junit;
mod sarif;

#[cfg(test)]
mod tests;

use crate::report::{Detail, Style};
pub use compared::{Changes, Compared};
pub use concise::concise;
pub use github::github;
pub use junit::junit;
pub use sarif::sarif;

use super::{Checked, point, text};
use crate::diagnostic::{Code, Diagnostic, Location, Severity, location};
use crate::lang::digest;
use crate::verdict::{Cell, Finding, PublishedValue, Verdict};
use std::time::Duration;

/// Why there is no verdict on an input that was not reached.
pub const INTERRUPTED: &str = "not checked (interrupted)";

/// A claim, or a file with claims, and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The path as the user wrote it; `-` is standard input.
    pub path: String,
    /// The name of the claim in the file; empty for the file as a whole.
    pub name: String,
    /// The verdict; `None` if nothing was examined, because the file could not be read or the user interrupted.
    pub verdict: Option<Verdict>,
    /// Problems and warnings; never empty if the verdict is not *verified*.
    pub problems: Vec<Problem>,
    /// Why a bad verdict is expected, if it is.
    pub known: Option<String>,
    /// The time that it took, if that is to be reported.
    pub time: Option<Duration>,
}

/// One problem of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The code for `grundy explain`; a verdict need not have one.
    pub code: Option<Code>,
    /// The severity.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// Where in the file.
    pub location: Option<Location>,
    /// The cell, in a table: row and column.
    pub cell: Option<(String, String)>,
    /// Notes, help and evidence: the lines below the message, if any.
    pub details: String,
    /// Further places in the file, and what there is to see in each.
    pub related: Vec<(Location, String)>,
    /// The changes of the file that would fix the problem, in the order of the file.
    pub edits: Vec<(Location, String)>,
    /// A value that stays the same while the line of the file and the report about it do, wherever the line is.
    pub fingerprint: String,
}

impl Judged {
    /// The judgements on an input: one for each value of a catalogue, or one for the whole.
    pub fn of_input(checked: &Checked) -> Vec<Self> {
        let Checked { path, source, report, time, .. } = checked;
        let whole = || {
            let (findings, verdict) = (&report.findings, report.verdict);
            let mut whole = Self::new(path, String::new(), verdict, findings, "", source, *time);
            for (problem, finding) in whole.problems.iter_mut().zip(findings) {
                problem.details +=
                    &text::evidence(checked, finding, Detail::Normal, Style::PLAIN.width);
            }
            whole
        };
        let of_value = |value: &PublishedValue| {
            let name = format!("{} {}", value.row, value.column).trim().to_owned();
            Self::new(path, name, value.verdict, &value.findings, &value.remark(), source, None)
        };
        match report.values() {
            Some(values) if !values.is_empty() => values.iter().map(of_value).collect(),
            _ => vec![whole()],
        }
    }

    fn new(
        path: &str,
        name: String,
        verdict: Verdict,
        findings: &[Finding],
        remark: &str,
        source: &str,
        time: Option<Duration>,
    ) -> Self {
        let problems = findings.iter().map(|finding| Problem::new(finding, source)).collect();
        let path = path.to_owned();
        Self { path, name, verdict: Some(verdict), problems, known: None, time }.explained(remark)
    }

    /// A text without a meaning.
    pub fn rejected(path: &str, diagnostics: &[Diagnostic], source: &str) -> Self {
        let findings: Vec<_> = diagnostics.iter().cloned().map(Finding::new).collect();
        Self::new(path, String::new(), Verdict::Rejected, &findings, "", source, None)
    }

    /// A verdict with a reason that does not belong to a place in a text.
    pub fn stated(path: &str, name: String, verdict: Verdict, reason: &str) -> Self {
        Self::new(path, name, verdict, &[], reason, "", None)
    }

    /// A path that was not examined, and why.
    pub fn unchecked(path: &str, why: &str) -> Self {
        let path = path.to_owned();
        let (name, problems) = (String::new(), Vec::new());
        Self { path, name, verdict: None, problems, known: None, time: None }.explained(why)
    }

    /// A path that was not reached.
    pub fn interrupted(path: &str) -> Self {
        Self::unchecked(path, INTERRUPTED)
    }

    /// Is everything that is claimed here proved?
    pub fn is_verified(&self) -> bool {
        self.verdict == Some(Verdict::Verified)
    }

    /// The word for the verdict.
    pub fn verdict_name(&self) -> &'static str {
        self.verdict.map_or("unchecked", Verdict::name)
    }

    /// Makes sure that a bad verdict has a problem that says so.
    fn explained(mut self, reason: &str) -> Self {
        let told = self.problems.iter().any(|problem| problem.severity == Severity::Error);
        if !self.is_verified() && !told {
            let message = match reason {
                "" => self.verdict_name().to_owned(),
                reason => reason.to_owned(),
            };
            self.problems.push(Problem::stated(message));
        }
        self
    }
}

impl Problem {
    /// A problem that does not belong to a place.
    fn stated(message: String) -> Self {
        Self {
            code: None,
            severity: Severity::Error,
            fingerprint: fingerprint(&["", "", &message]),
            message,
            location: None,
            cell: None,
            details: String::new(),
            related: Vec::new(),
            edits: Vec::new(),
        }
    }

    fn new(finding: &Finding, source: &str) -> Self {
        let diagnostic = &finding.diagnostic;
        let mut message = diagnostic.message.clone();
        if let Some(Cell { row, column, claimed, computed }) = finding.cell() {
            message += &format!(" ({row}, {column}: claimed {claimed}, computed {computed})");
        }
        if let Some(limit) = finding.limit() {
            message += &format!(" (limit: {})", limit.name());
        }
        let place = diagnostic.location(source);
        let line = diagnostic.labels.first().map_or("", |label| line_at(source, label.span.start));
        let cell = finding.cell().map(|cell| (cell.row.clone(), cell.column.clone()));
        let of_cell = cell.as_ref().map(|(row, column)| format!("{row}/{column}"));
        Self {
            code: Some(diagnostic.code),
            severity: diagnostic.severity(),
            fingerprint: fingerprint(&[
                diagnostic.code.name(),
                &of_cell.unwrap_or_default(),
                line.trim(),
            ]),
            details: details(diagnostic),
            related: related(finding, source),
            edits: (diagnostic.edits.iter())
                .filter_map(|edit| Some((location(source, edit.span)?, edit.text.clone())))
                .collect(),
            message,
            location: place,
            cell,
        }
    }

    /// The code and the whole message, of several lines.
    fn text(&self, judged: &Judged) -> String {
        format!("{}\n{}", self.line(judged), self.details).trim_end().to_owned()
    }

    /// The verdict for an error, `warning` for a warning.
    fn word(&self, judged: &Judged) -> &'static str {
        match self.severity {
            Severity::Warning => self.severity.name(),
            Severity::Error => judged.verdict_name(),
        }
    }

    /// The code and the message, after the name of the claim.
    fn line(&self, judged: &Judged) -> String {
        let name =
            if judged.name.is_empty() { String::new() } else { format!("{}: ", judged.name) };
        match self.code {
            Some(code) => format!("{code} {name}{}", self.message),
            None => format!("{name}{}", self.message),
        }
    }
}

/// The line that contains this byte.
fn line_at(source: &str, at: usize) -> &str {
    let (Some(before), Some(after)) = (source.get(..at), source.get(at..)) else { return "" };
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    &source[start..at + after.find('\n').unwrap_or(after.len())]
}

/// Notes and help, a line each.
fn details(diagnostic: &Diagnostic) -> String {
    let notes = diagnostic.notes.iter().map(|note| format!("note: {note}\n"));
    notes.chain(diagnostic.help.iter().map(|help| format!("help: {help}\n"))).collect()
}

/// The further places of a diagnostic, and its own place with the witness, if there is one.
fn related(finding: &Finding, source: &str) -> Vec<(Location, String)> {
    let labels = &finding.diagnostic.labels;
    let mut related: Vec<_> = (labels.iter().skip(1))
        .filter_map(|label| Some((location(source, label.span)?, label.text.clone()?)))
        .collect();
    let witness = finding.parameters().map(|values| {
        let values = Some(point(values)).filter(|text| !text.is_empty());
        let position =
            finding.counterexample().map(|found| format!("position {}", found.failure.position));
        values.into_iter().chain(position).collect::<Vec<_>>().join(", ")
    });
    let place = finding.diagnostic.location(source);
    if let Some((place, witness)) = place.zip(witness.filter(|witness| !witness.is_empty())) {
        related.push((place, format!("witness: {witness}")));
    }
    related
}

/// A fingerprint of these texts, as 16 hexadecimal digits.
fn fingerprint(parts: &[&str]) -> String {
    digest(&parts.join("\n")).chars().take(16).collect()
}

/// The problems of everything that is not known, with what they belong to.
fn news(judged: &[Judged]) -> impl Iterator<Item = (&Judged, &Problem)> {
    let unknown = judged.iter().filter(|one| one.known.is_none());
    unknown.flat_map(|one| one.problems.iter().map(move |problem| (one, problem)))
}

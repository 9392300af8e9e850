//! The values of catalogues, one by one.

use super::findings::Compared;
use super::json::{Finding, judgements, line};
use super::{Checked, Detail, Style, text};
use crate::verdict::{self, PublishedValue, Reason, Tally, Verdict};
use grundy_output::output;

/// The values of one catalogue, a line each: only those that are not verified if quiet, and with the places in the file
/// if verbose.  A catalogue that cannot be read is reported as such.
pub fn text(checked: &Checked, style: Style, detail: Detail) -> String {
    let Some(values) = checked.report.values() else {
        return text::input(checked, style, detail);
    };
    let mut text = String::new();
    for value in values {
        if detail == Detail::Quiet && value.verdict == Verdict::Verified {
            continue;
        }
        text += &text::value(value, style);
        if detail == Detail::Verbose {
            for finding in &value.findings {
                text += &text::finding(checked, finding, style, detail);
            }
        }
    }
    text
}

/// `1240 values: 1100 verified, 12 refuted, 128 undecided`
pub fn summary(summary: &Tally, detail: Detail) -> String {
    if detail == Detail::Quiet { String::new() } else { text::tally(summary, "value") + "\n" }
}

/// One value; a catalogue that cannot be read is an entry without row and column.
#[output]
pub(super) struct ValueEntry<'a> {
    path: &'a str,
    kind: &'static str,
    row: Option<&'a str>,
    column: Option<&'a str>,
    verdict: Verdict,
    reasons: &'a [Reason],
    known: Option<&'a str>,
    findings: Vec<Finding<'a>>,
}

/// All values of all catalogues, in order, and the catalogues that were not reached.
pub fn json(
    verdict: Verdict,
    results: &[Checked],
    unreached: &[(String, String)],
    summary: &Tally,
    compared: Option<&Compared>,
    settings: Option<&str>,
) -> String {
    let results = results.iter().flat_map(entries).collect();
    judgements(verdict, results, unreached, summary, compared, settings)
}

/// The values of one catalogue, one per line.
pub fn json_lines(checked: &Checked) -> String {
    entries(checked).into_iter().map(|told| line(&told)).collect()
}

fn entries<'a>(checked: &'a Checked) -> Vec<ValueEntry<'a>> {
    let Checked { path, kind, source, report, .. } = checked;
    let finding = |finding: &'a verdict::Finding| Finding::new(finding, path, source);
    let Some(values) = report.values() else {
        return vec![ValueEntry {
            path,
            kind,
            row: None,
            column: None,
            verdict: report.verdict,
            reasons: &[],
            known: None,
            findings: report.findings.iter().map(finding).collect(),
        }];
    };
    let entry = |value: &'a PublishedValue| ValueEntry {
        path,
        kind,
        row: Some(&value.row),
        column: Some(&value.column),
        verdict: value.verdict,
        reasons: &value.reasons,
        known: value.known.as_deref(),
        findings: value.findings.iter().map(finding).collect(),
    };
    values.iter().map(entry).collect()
}

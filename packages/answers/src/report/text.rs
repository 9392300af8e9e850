//! Reports for people.

use super::{Checked, Detail, Render, Style, paint, refutation, render, seconds, surroundings};
use crate::diagnostic::{Diagnostic, Severity, counted};
use crate::explain::{self, Explanation};
use crate::lang;
use crate::limit::Limit;
use crate::model::Condition;
use crate::verdict::{Cell, Finding, Looked, PublishedValue, Statistics, Tally, Verdict};
use serde::Serialize;
use std::fmt::Write as _;

/// The most columns of running text.
const READABLE: usize = 80;

/// The report on one input: the line with the verdict, then the findings.
pub fn input(checked: &Checked, style: Style, detail: Detail) -> String {
    let verdict = checked.report.verdict;
    if detail == Detail::Quiet {
        return match verdict {
            Verdict::Verified => String::new(),
            _ => {
                let line = verdict_line(checked, style, detail);
                format!("{}{}{}\n", line.trim_end(), first(checked), limits(checked))
            }
        };
    }
    let mut text = verdict_line(checked, style, detail);
    if let Some(time) = checked.time {
        text += &match &checked.report.looked {
            Looked::Counted(_) => format!("    seconds    {}\n", seconds(time)),
            Looked::Cases(_) | Looked::Values(_) => {
                statistics(&checked.report.statistics(), &seconds(time))
            }
        };
    }
    if let Some(values) = checked.report.values() {
        let told = |value: &&PublishedValue| {
            value.verdict != Verdict::Verified && !value.reasons.is_empty()
        };
        let lines = values.iter().filter(told);
        text.extend(lines.map(|value| format!("  {}", self::value(value, style))));
    }
    let findings = checked.report.findings.iter();
    let whole: Vec<_> = match checked.report.values() {
        _ if detail == Detail::Verbose => findings.collect(),
        // If the line of a value says what deviates, its finding only adds the place.
        Some(values) if values.iter().any(|value| !value.reasons.is_empty()) => Vec::new(),
        Some(_) => findings.collect(),
        None => {
            let (brief, whole): (Vec<_>, _) =
                findings.partition(|finding| finding.cell().is_some());
            text.extend(brief.into_iter().filter_map(cell));
            whole
        }
    };
    // The consequences of the first failure are shown only on request.
    let first = whole.iter().position(|finding| finding.counterexample().is_some());
    let first = first.filter(|_| detail != Detail::Verbose);
    let shown = first.map_or(render::shown(whole.len(), detail), |first| first + 1);
    for finding in &whole[..shown] {
        text.push('\n');
        text += &self::finding(checked, finding, style, detail);
    }
    text += &render::left_out(whole.len() - shown);
    if !whole.is_empty() {
        text.push('\n');
    }
    if detail == Detail::Verbose {
        let mut explained: Vec<_> =
            checked.report.findings.iter().map(|finding| finding.diagnostic.code).collect();
        explained.sort_unstable();
        explained.dedup();
        for code in explained {
            let explanation = explain::explain(code);
            text += &ExplainedCode { explanation, style }.text();
            text.push('\n');
        }
    }
    text
}

/// `:3:8: E0301 wrong at position 2 for n = 1: ...`: what is wrong first with a description.
fn first(checked: &Checked) -> String {
    let is_decided = matches!(checked.report.verdict, Verdict::Refuted | Verdict::Rejected);
    if !is_decided || !matches!(checked.report.looked, Looked::Cases(_)) {
        return String::new();
    }
    let errors = checked.report.findings.iter().map(|finding| &finding.diagnostic);
    let Some(found) = errors.into_iter().find(|error| error.severity() == Severity::Error) else {
        return String::new();
    };
    let place = found.location(checked.source);
    let place = place.map_or_else(String::new, |place| format!(":{}:{}", place.line, place.column));
    format!("{place}: {} {}", found.code.name(), found.message.replace(['\r', '\n'], " "))
}

/// The conditions on the parameters, as they are written: `n >= 2, m >= n`.
fn conditions(checked: &Checked) -> Option<String> {
    let description = lang::parse(checked.source, &checked.reading).description?;
    let written = |it: &Condition| checked.source.get(it.span.range());
    let all: Vec<_> = description.conditions.iter().filter_map(written).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// `verified   x.nimseq  for all n >= 2`; where all is to be said, or nothing is decided, with the size of the proof.
fn verdict_line(checked: &Checked, style: Style, detail: Detail) -> String {
    let verdict = checked.report.verdict;
    let mut line = painted(verdict, style);
    let _ = write!(line, "  {}", checked.path);
    if let Some(rule) = checked.asked_rule() {
        let _ = write!(line, "  by the rule {rule}");
    }
    if let (Verdict::Verified, Looked::Cases(_)) = (verdict, &checked.report.looked) {
        let conditions = conditions(checked).map(|condition| format!("  for all {condition}"));
        line += &conditions.unwrap_or_default();
    }
    let is_decided = matches!(verdict, Verdict::Verified | Verdict::Refuted);
    let counts = match &checked.report.looked {
        Looked::Values(values) => {
            let verdicts: Tally = values.iter().map(|value| value.verdict).collect();
            let _ = writeln!(line, "  ({})", tally(&verdicts, "value"));
            return line;
        }
        Looked::Counted(counts) => counts.clone(),
        Looked::Cases(_) if is_decided && detail != Detail::Verbose => Vec::new(),
        // Without a chain, substituting numbers was enough.
        Looked::Cases(statistics) if statistics.chains == 0 => vec![("blocks", statistics.blocks)],
        Looked::Cases(statistics) => statistics.counts()[..3].to_vec(),
    };
    if !matches!(verdict, Verdict::Rejected | Verdict::Vacuous) && !counts.is_empty() {
        let counts =
            counts.iter().map(|(noun, number)| counted(*number, noun.trim_end_matches('s')));
        let _ = write!(line, "  ({})", counts.collect::<Vec<_>>().join(", "));
    }
    line.push('\n');
    line
}

/// `; limit reached: time`, or nothing.
fn limits(checked: &Checked) -> String {
    let mut names: Vec<_> =
        checked.report.findings.iter().filter_map(|it| it.limit()).map(Limit::name).collect();
    names.sort_unstable();
    names.dedup();
    match names.is_empty() {
        true => String::new(),
        false => format!("; limit reached: {}", names.join(", ")),
    }
}

/// The word for a verdict in its colour, nine columns wide.
pub(super) fn painted(verdict: Verdict, style: Style) -> String {
    paint(&format!("{:<9}", verdict.name()), colour(verdict), style)
}

pub(super) fn colour(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Verified => "1;32",
        Verdict::Refuted | Verdict::Rejected => "1;31",
        Verdict::Undecided | Verdict::Vacuous => "1;33",
    }
}

/// `refuted    family 10  p  claimed 186528, computed 93264 at n = 2`
pub(super) fn value(value: &PublishedValue, style: Style) -> String {
    let PublishedValue { row, column, verdict, known, .. } = value;
    let known = known.as_ref().map(|why| format!("; known: {why}")).unwrap_or_default();
    let line = format!("{}  {row}  {column}  {}{known}", painted(*verdict, style), value.remark());
    line.trim_end().to_owned() + "\n"
}

/// `  15.2-..  wolf_possible  claimed c5, computed c5,cd7`, with the notes below.
fn cell(finding: &Finding) -> Option<String> {
    let Cell { row, column, claimed, computed } = finding.cell()?;
    let [claimed, computed] = [claimed, computed].map(|cell| match cell.as_str() {
        "" => "nothing",
        cell => cell,
    });
    let Diagnostic { message, notes, .. } = &finding.diagnostic;
    let mut text =
        format!("  {row}  {column}  claimed {claimed}, computed {computed}\n    {message}\n");
    for note in notes {
        let _ = writeln!(text, "    {note}");
    }
    Some(text)
}

/// A finding about an input.
pub fn finding(checked: &Checked, finding: &Finding, style: Style, detail: Detail) -> String {
    let Checked { path, source, .. } = checked;
    let evidence = evidence(checked, finding, detail, style.width);
    render::render(&finding.diagnostic, path, source, style) + &evidence
}

/// The evidence for a finding about an input: the limit, or for a counterexample the options, both sequences, and the
/// commands that replay it; empty if the message says everything.
pub fn evidence(checked: &Checked, finding: &Finding, detail: Detail, width: usize) -> String {
    let Checked { path, report, reading, .. } = checked;
    let mut text = String::new();
    if let Some(limit) = finding.limit() {
        let then = match report.verdict {
            _ if report.description == Some(Verdict::Verified) => {
                "the description is proved; this claim is neither proved nor refuted"
            }
            // What was found remains valid, but the part that was not examined could contain smaller numbers.
            Verdict::Refuted => "there may be smaller counterexamples",
            _ => "nothing is proved or refuted",
        };
        let _ = writeln!(text, "  limit reached: {}; {then}", limit.name());
    }
    let complete = report.findings.iter().all(|finding| finding.limit().is_none());
    let around = finding.counterexample().map(|found| surroundings::text(checked, found, detail));
    let around = around.unwrap_or_default();
    text + &refutation::block(path, &finding.evidence, complete, reading.raw, &around, width)
}

/// What [`Statistics::counts`] and the time mean, for people.
const GLOSSES: [&str; 11] = [
    "blocks with words",
    "sequences of blocks that can precede a position",
    "parts of words on which every move leads into one word",
    "case distinctions",
    "comparisons answered by a known point",
    "comparisons answered by an earlier answer of the solver",
    "questions to the integer solver",
    "simplex steps",
    "cutting planes",
    "case distinctions of the integer solver",
    "",
];

fn statistics(statistics: &Statistics, seconds: &str) -> String {
    let rows = statistics.counts().map(|(name, count)| (name, count.to_string()));
    let mut rows = rows.to_vec();
    rows.push(("seconds", seconds.to_owned()));
    let width = rows.iter().map(|(_, value)| value.len()).max().unwrap_or(0);
    let mut text = String::new();
    for ((name, value), gloss) in rows.iter().zip(GLOSSES) {
        let line = format!("    {name:<9}  {value:>width$}  {gloss}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// `3 inputs: 2 verified, 1 refuted`; empty for a single input.
pub fn summary(verdicts: &Tally, detail: Detail) -> String {
    if verdicts.total() < 2 || detail == Detail::Quiet {
        return String::new();
    }
    tally(verdicts, "input") + "\n"
}

/// `3 inputs: 2 verified, 1 refuted`
pub(super) fn tally(verdicts: &Tally, noun: &str) -> String {
    let total = counted(verdicts.total(), noun);
    if verdicts.total() == 0 { total } else { format!("{total}: {verdicts}") }
}

/// What a code means, with examples.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct ExplainedCode {
    /// What it means.
    pub explanation: Explanation,
    /// How the text looks.
    #[serde(skip)]
    pub style: Style,
}

impl Render for ExplainedCode {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        let Explanation { code, title, text: rule, example: wrong, right, is_outline } =
            self.explanation;
        let mut text = paint(&format!("{code}: {title}"), "1", self.style) + "\n";
        let heading = if is_outline { "Wrong, in outline:" } else { "Wrong:" };
        example(heading, wrong, &mut text);
        text.push('\n');
        render::fill(rule.trim_end(), self.style.width.min(READABLE), &mut text);
        example("Right:", right.unwrap_or_default(), &mut text);
        text
    }
}

/// A text under a heading; nothing if there is no text.
fn example(heading: &str, example: &str, text: &mut String) {
    if !example.is_empty() {
        let _ = write!(text, "\n{heading}\n\n");
    }
    for line in example.trim_end().lines() {
        let _ = writeln!(text, "{}", format!("    {line}").trim_end());
    }
}

/// The number of lines around a change in a patch, as `diff -u` has them.
const CONTEXT: usize = 3;

/// A patch that makes a text what it should be, for `git apply` and `patch`; empty if nothing would change.
pub fn patch(path: &str, before: &str, after: &str) -> String {
    let [old, new] = [before, after].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    let same = |(left, right): &(&&str, &&str)| left == right;
    let head = old.iter().zip(&new).take_while(same).count();
    let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(same).count();
    let [old_end, new_end] = [&old, &new].map(|lines| lines.len() - tail);
    let changes: Vec<_> = match old_end == new_end {
        // No line was added or removed, so each is compared with the one in its place.
        true => {
            let different: Vec<_> = (head..old_end).filter(|&at| old[at] != new[at]).collect();
            let runs = different.chunk_by(|one, next| one + 1 == *next);
            runs.map(|run| run[0]..run[run.len() - 1] + 1).map(|at| (at.clone(), at)).collect()
        }
        false => vec![(head..old_end, head..new_end)],
    };
    let mut text = String::new();
    if changes.is_empty() {
        return text;
    }
    let name = path.strip_prefix("./").unwrap_or(path).trim_start_matches('/');
    // After a name with a space git expects a tab.
    let end = if name.contains(' ') { "\t" } else { "" };
    let _ = writeln!(text, "--- a/{name}{end}\n+++ b/{name}{end}");
    let put = |sign: char, lines: &[&str], text: &mut String| {
        for line in lines {
            let cut = if line.ends_with('\n') { "" } else { "\n\\ No newline at end of file\n" };
            let _ = write!(text, "{sign}{line}{cut}");
        }
    };
    for hunk in changes.chunk_by(|(one, _), (next, _)| next.start - one.end <= 2 * CONTEXT) {
        let (first, last) = (&hunk[0], &hunk[hunk.len() - 1]);
        let start = first.0.start.saturating_sub(CONTEXT);
        let end = old.len().min(last.0.end + CONTEXT);
        let lengths = [end - start, last.1.end + end - last.0.end - start];
        // The lines of nothing begin with the line before it.
        let [from, to] = lengths.map(|length| start + usize::from(length > 0));
        let _ = writeln!(text, "@@ -{from},{} +{to},{} @@", lengths[0], lengths[1]);
        let mut at = start;
        for (removed, added) in hunk {
            put(' ', &old[at..removed.start], &mut text);
            put('-', &old[removed.clone()], &mut text);
            put('+', &new[added.clone()], &mut text);
            at = removed.end;
        }
        put(' ', &old[at..end], &mut text);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::examples;
    use super::*;
    use std::time::Duration;

    const VERDICTS: [Verdict; 5] = [
        Verdict::Verified,
        Verdict::Refuted,
        Verdict::Undecided,
        Verdict::Vacuous,
        Verdict::Rejected,
    ];

    fn show(verdict: Verdict, detail: Detail) -> String {
        input(&examples::checked(verdict), Style::PLAIN, detail)
    }

    #[test]
    fn a_proof_is_one_line() {
        assert_eq!(
            show(Verdict::Verified, Detail::Normal),
            "verified   x.nimseq  for all n >= 1\n"
        );
        let whole = "verified   x.nimseq  for all n >= 1  (1 block, 9 chains, 555 splits)\n";
        assert_eq!(show(Verdict::Verified, Detail::Verbose), whole);
    }

    #[test]
    fn only_a_proof_says_verified() {
        for verdict in VERDICTS {
            for detail in [Detail::Quiet, Detail::Normal, Detail::Verbose] {
                let says = show(verdict, detail).contains("verified");
                let may = verdict == Verdict::Verified && detail != Detail::Quiet;
                assert_eq!(says, may, "{verdict:?} {detail:?}");
            }
        }
    }

    #[test]
    fn quiet_is_one_line_for_each_failure() {
        assert_eq!(show(Verdict::Verified, Detail::Quiet), "");
        let rejected = show(Verdict::Rejected, Detail::Quiet);
        assert!(rejected.starts_with("rejected   x.nimseq:") && rejected.lines().count() == 1);
        let refuted = show(Verdict::Refuted, Detail::Quiet);
        assert!(refuted.starts_with("refuted    x.nimseq:2:3: E0301 this word "), "{refuted}");
        assert_eq!(
            show(Verdict::Undecided, Detail::Quiet),
            "undecided  x.nimseq  (1 block, 9 chains, 555 splits); limit reached: chain-blocks\n"
        );
    }

    #[test]
    fn a_limit_is_named() {
        let text = show(Verdict::Undecided, Detail::Normal);
        assert!(text.contains("limit reached: chain-blocks; nothing is proved"), "{text}");
    }

    #[test]
    fn a_refutation_shows_text_and_counterexample() {
        let text = show(Verdict::Refuted, Detail::Normal);
        for part in ["E0301", "x.nimseq:2:3", "_n", "position 26", "\n    grundy expand"] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
    }

    #[test]
    fn colours_only_when_wanted() {
        for verdict in VERDICTS {
            let checked = examples::checked(verdict);
            let show = |colour| input(&checked, Style { colour, ..Style::PLAIN }, Detail::Normal);
            assert!(!show(false).contains('\x1b'), "{verdict:?}");
            assert!(show(true).contains('\x1b'), "{verdict:?}");
        }
    }

    #[test]
    fn all_counts_and_the_time_when_wanted() {
        let mut checked = examples::checked(Verdict::Verified);
        checked.time = Some(Duration::from_micros(1234));
        let text = input(&checked, Style::PLAIN, Detail::Normal);
        assert!(text.ends_with("\n    seconds    0.001234\n"), "{text}");
    }

    #[test]
    fn the_summary_counts_what_occurs() {
        let two = [Verdict::Refuted, Verdict::Vacuous, Verdict::Refuted].into_iter().collect();
        assert_eq!(summary(&two, Detail::Normal), "3 inputs: 2 refuted, 1 vacuous\n");
        assert_eq!(summary(&two, Detail::Quiet), "");
        let one = [Verdict::Verified].into_iter().collect();
        assert_eq!(summary(&one, Detail::Normal), "");
    }

    #[test]
    fn a_patch_has_hunks_with_context() {
        let many = |at: usize, changed: &str| -> String {
            (0..20)
                .map(|line| if line == at { changed.into() } else { format!("{line}\n") })
                .collect()
        };
        assert_eq!(patch("x", &many(4, "4\n"), &many(4, "4\n")), "");
        assert_eq!(
            patch("./x y", &many(1, "old\n"), &many(1, "new\n")),
            "--- a/x y\t\n+++ b/x y\t\n@@ -1,5 +1,5 @@\n 0\n-old\n+new\n 2\n 3\n 4\n"
        );
        assert_eq!(
            patch("/x", "a", "a\nb\n"),
            "--- a/x\n+++ b/x\n@@ -1,1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n"
        );
        assert_eq!(patch("x", "", "a\n"), "--- a/x\n+++ b/x\n@@ -0,0 +1,1 @@\n+a\n");
        let two = many(2, "old\n") + &many(15, "old\n");
        let hunks = patch("x", &two, &two.replace("old", "new"));
        assert_eq!(hunks.matches("\n@@ ").count(), 2, "{hunks}");
        assert!(hunks.contains("\n@@ -33,7 +33,7 @@\n 12\n"), "{hunks}");
    }
}

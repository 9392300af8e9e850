//! The result for one input.

use super::{Finding, Map};
use crate::diagnostic::{Location as Place, line_and_column, location};
use crate::report::{Checked, seconds, surroundings};
use crate::verdict::{self, Looked, Tally, Verdict};
use grundy_output::output;

#[output]
pub(in crate::report) struct Entry<'a> {
    path: &'a str,
    kind: &'static str,
    verdict: Verdict,
    /// The rule that was asked for, where the text names none.
    rule: Option<String>,
    description: Option<Verdict>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    claims: Vec<ClaimEntry<'a>>,
    statistics: Map<'a, Count>,
    findings: Vec<Finding<'a>>,
    around: Option<surroundings::Json<'a>>,
}

/// A CLAIM line; `claim` is what follows the keyword.
#[output]
struct ClaimEntry<'a> {
    line: usize,
    claim: &'a str,
    verdict: Verdict,
    location: Option<Place>,
}

#[output]
#[serde(untagged)]
enum Count {
    Number(u64),
    Values(usize),
    Seconds(String),
}

impl<'a> Entry<'a> {
    pub(super) fn new(checked: &'a Checked) -> Self {
        let Checked { path, source, report, .. } = checked;
        let mut statistics = match &report.looked {
            Looked::Values(values) => {
                let verdicts: Tally = values.iter().map(|value| value.verdict).collect();
                let counts = verdicts.counts().map(|(verdict, count)| (verdict.name(), count));
                counts.map(|(name, count)| (name, Count::Values(count))).into()
            }
            Looked::Counted(counts) => numbers(counts),
            Looked::Cases(statistics) => {
                let counts = statistics.counts();
                let shown = if checked.time.is_some() { counts.len() } else { 3 };
                numbers(&counts[..shown])
            }
        };
        statistics.extend(checked.time.map(|time| ("seconds", Count::Seconds(seconds(time)))));
        let claim = |claim: &verdict::ClaimVerdict| {
            let written = source.get(claim.span.range()).unwrap_or_default();
            ClaimEntry {
                line: line_and_column(source, claim.span.start).0,
                claim: written.strip_prefix("CLAIM").unwrap_or(written).trim(),
                verdict: claim.verdict,
                location: location(source, claim.span),
            }
        };
        Self {
            path,
            kind: checked.kind,
            verdict: report.verdict,
            rule: checked.asked_rule().map(|rule| rule.to_string()),
            description: report.description,
            claims: report.claims.iter().map(claim).collect(),
            statistics: Map(statistics),
            findings: (report.findings.iter())
                .map(|finding| Finding::new(finding, path, source))
                .collect(),
            around: checked.seen.as_ref().map(|seen| surroundings::Json::of(checked, seen)),
        }
    }
}

fn numbers<'a>(counts: &[(&'a str, u64)]) -> Vec<(&'a str, Count)> {
    counts.iter().map(|&(name, count)| (name, Count::Number(count))).collect()
}

//! Reports for programs.  The shapes are a contract: changing them needs a new number in
//! [`SCHEMA`].  Numbers that can be large are decimal strings.

use super::findings::{Changes, Compared};
#[cfg(test)]
use super::schemas::Decimal;
use super::{Checked, around, seconds};
use crate::Integer;
use crate::diagnostic::{Diagnostic, Location as Place, Severity, line_and_column, location};
use crate::explain::{self, Explanation};
use crate::limit::Limit;
use crate::verdict::{self, Assignment, Looked, Tally, Verdict};
use serde::{Serialize, Serializer};

/// The number of the present shapes.
pub const SCHEMA: u32 = 1;

/// The results of `verify`, in the order of the inputs, and the paths that could not be read, with
/// the reasons.
pub fn verify(
    results: &[Checked],
    unread: &[(String, String)],
    summary: &Tally,
    compared: Option<&Compared>,
    settings: Option<&str>,
) -> String {
    document(&Verified {
        baseline: compared.map(Compared::changes),
        schema: SCHEMA,
        results: results.iter().map(Entry::new).collect(),
        errors: unread.iter().map(Unread::new).collect(),
        settings,
        summary,
    })
}

/// The result of `verify` for one input, on one line.
pub fn verify_line(result: &Checked) -> String {
    line(&Line { schema: SCHEMA, told: Entry::new(result) })
}

/// The paths that could not be read, on a line each.
pub fn unread_lines(unread: &[(String, String)]) -> String {
    unread.iter().map(|it| line(&Line { schema: SCHEMA, told: Unread::new(it) })).collect()
}

/// What `fmt` did with one input.
#[derive(Debug)]
pub struct Formatted<'a> {
    /// The path as the user wrote it.
    pub path: String,
    /// The text, to which all spans belong.
    pub source: &'a str,
    /// Is the formatted text another one?
    pub differs: bool,
    /// The formatted text, where it goes nowhere else.
    pub text: Option<String>,
    /// Why there is no formatted text.
    pub diagnostics: Vec<Diagnostic>,
}

/// The results of `fmt`, in the order of the inputs.
pub fn fmt(results: &[Formatted], settings: Option<&str>) -> String {
    let results = results.iter().map(FormattedFile::new).collect();
    document(&FormattedFiles { schema: SCHEMA, settings, results })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct FormattedFiles<'a> {
    schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    settings: Option<&'a str>,
    results: Vec<FormattedFile<'a>>,
}

/// The result of `fmt` for one input, on one line.
pub fn fmt_line(result: &Formatted) -> String {
    line(&Line { schema: SCHEMA, told: FormattedFile::new(result) })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct FormattedFile<'a> {
    path: &'a str,
    differs: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    findings: Vec<Remark<'a>>,
}

impl<'a> FormattedFile<'a> {
    fn new(result: &'a Formatted) -> Self {
        Self {
            path: &result.path,
            differs: result.differs,
            text: result.text.as_deref(),
            findings: (result.diagnostics.iter())
                .map(|diagnostic| Remark::new(diagnostic, result.source))
                .collect(),
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Explained {
    code: &'static str,
    title: &'static str,
    text: &'static str,
    example: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<&'static str>,
}

impl From<Explanation> for Explained {
    fn from(explanation: Explanation) -> Self {
        let Explanation { code, title, text, example, right, .. } = explanation;
        Self { code, title, text, example, right }
    }
}

/// What a code means.
pub fn explanation(explanation: Explanation) -> String {
    document(&ExplainedCode { schema: SCHEMA, explained: explanation.into() })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ExplainedCode {
    schema: u32,
    #[serde(flatten)]
    explained: Explained,
}

/// All codes with their meaning.
pub fn codes() -> String {
    document(&ExplainedCodes {
        schema: SCHEMA,
        codes: explain::all().map(Explained::from).collect(),
    })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ExplainedCodes {
    schema: u32,
    codes: Vec<Explained>,
}

/// The files that were written.
pub fn files(paths: &[String]) -> String {
    document(&WrittenFiles { schema: SCHEMA, files: paths })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct WrittenFiles<'a> {
    schema: u32,
    files: &'a [String],
}

/// Serialises a document that ends with a line feed.
pub(super) fn document(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("keys are strings and no value can fail") + "\n"
}

/// Serialises an object on a line of its own.
pub(super) fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("keys are strings and no value can fail") + "\n"
}

/// How often each verdict was given, on the last line.
pub fn summary_line(summary: &Tally) -> String {
    line(&Line { schema: SCHEMA, told: SummaryLine { summary } })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct SummaryLine<'a> {
    summary: &'a Tally,
}

/// What changed since verdicts were recorded, on a line.
pub fn changes_line(compared: Option<&Compared>) -> String {
    let told = |compared: &Compared| {
        line(&Line { schema: SCHEMA, told: ChangesLine { baseline: compared.changes() } })
    };
    compared.map(told).unwrap_or_default()
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ChangesLine<'a> {
    baseline: Changes<'a>,
}

/// An object on a line of its own, which has the number of the shapes as well.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Line<T> {
    pub(super) schema: u32,
    #[serde(flatten)]
    pub(super) told: T,
}

/// A number that is one in JSON as well as long as it is a machine word, and a text beyond, which
/// not every program could read as a number.
pub(super) struct Number(pub(super) Integer);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.to_i64() {
            Some(word) => serializer.serialize_i64(word),
            None => self.0.serialize(serializer),
        }
    }
}

/// An object whose keys keep the order of the list.
pub(super) struct Map<'a, V>(pub(super) Vec<(&'a str, V)>);

impl<V: Serialize> Serialize for Map<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<'a> Map<'a, &'a Integer> {
    pub(super) fn of(values: &'a Assignment) -> Self {
        Self(values.iter().map(|(name, value)| (name.as_str(), value)).collect())
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Verified<'a> {
    schema: u32,
    results: Vec<Entry<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Unread<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    settings: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline: Option<Changes<'a>>,
    summary: &'a Tally,
}

/// A path without a result.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Unread<'a> {
    path: &'a str,
    message: &'a str,
}

impl<'a> Unread<'a> {
    /// A path, and why it could not be read.
    pub(super) fn new((path, message): &'a (String, String)) -> Self {
        Self { path, message }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Entry<'a> {
    path: &'a str,
    kind: &'static str,
    verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<Verdict>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    claims: Vec<Claim<'a>>,
    statistics: Map<'a, Count>,
    findings: Vec<Finding<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    around: Option<around::Json<'a>>,
}

/// A CLAIM line; `claim` is what follows the keyword.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Claim<'a> {
    line: usize,
    claim: &'a str,
    verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<Place>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Count {
    Number(u64),
    Values(usize),
    Seconds(String),
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Remark<'a> {
    code: &'a str,
    severity: Severity,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<Location<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<Label<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    edits: Vec<Edit<'a>>,
}

/// A place in the text, and what there is to say about it; the first one is that of the finding.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Label<'a> {
    #[serde(flatten)]
    place: Place,
    text: &'a str,
}

/// A change of the text that would mend it: what goes, and what comes there.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Edit<'a> {
    #[serde(flatten)]
    place: Place,
    text: &'a str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Finding<'a> {
    #[serde(flatten)]
    remark: Remark<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    claimed: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    computed: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<Counterexample<'a>>,
}

/// A place in a text, whose end is behind its last character; or a cell of a table.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Location<'a> {
    Text(Place),
    Cell { file: &'a str, row: &'a str, column: &'a str, line: usize, place: Place },
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Counterexample<'a> {
    #[cfg_attr(test, schemars(with = "Map<'a, Decimal>"))]
    parameters: Map<'a, &'a Integer>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    play: &'a [String],
    #[serde(flatten)]
    failure: Option<Failure<'a>>,
    #[serde(flatten)]
    number: Option<WrongNumber<'a>>,
}

/// `right` is missing where it is not known for all parameters.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct WrongNumber<'a> {
    claimed: Option<&'a str>,
    computed: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<&'a str>,
    smallest: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Failure<'a> {
    #[cfg_attr(test, schemars(with = "Decimal"))]
    position: &'a Integer,
    claimed: &'a str,
    computed: &'a str,
    #[cfg_attr(test, schemars(with = "Map<'a, Decimal>"))]
    iteration: Map<'a, &'a Integer>,
    #[cfg_attr(test, schemars(with = "Decimal"))]
    passes: &'a Integer,
    #[cfg_attr(test, schemars(with = "Decimal"))]
    offset: &'a Integer,
    options: Vec<OptionValue<'a>>,
    replay: &'static str,
}

/// A move; `position` and `value` are missing where it is not possible.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OptionValue<'a> {
    r#move: &'a str,
    #[cfg_attr(test, schemars(with = "Decimal"))]
    size: &'a Integer,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<Decimal>"))]
    position: Option<&'a Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
}

impl<'a> Entry<'a> {
    fn new(checked: &'a Checked) -> Self {
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
            Claim {
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
            description: report.description,
            claims: report.claims.iter().map(claim).collect(),
            statistics: Map(statistics),
            findings: (report.findings.iter())
                .map(|finding| Finding::new(finding, path, source))
                .collect(),
            around: checked.seen.as_ref().map(|seen| around::Json::of(checked, seen)),
        }
    }
}

fn numbers<'a>(counts: &[(&'a str, u64)]) -> Vec<(&'a str, Count)> {
    counts.iter().map(|&(name, count)| (name, Count::Number(count))).collect()
}

impl<'a> Finding<'a> {
    pub(super) fn new(finding: &'a verdict::Finding, path: &'a str, source: &str) -> Self {
        let mut remark = Remark::new(&finding.diagnostic, source);
        let cell = finding.cell();
        if let (Some(verdict::Cell { row, column, .. }), Some(Location::Text(place))) =
            (cell, &remark.location)
        {
            let (place, line) = (*place, place.line);
            remark.location = Some(Location::Cell { file: path, row, column, line, place });
        }
        Self {
            remark,
            limit: finding.limit().map(Limit::name),
            claimed: cell.map(|cell| cell.claimed.as_str()),
            computed: cell.map(|cell| cell.computed.as_str()),
            counterexample: Counterexample::new(finding),
        }
    }
}

impl<'a> Remark<'a> {
    fn new(diagnostic: &'a Diagnostic, source: &str) -> Self {
        Self {
            code: diagnostic.code,
            severity: diagnostic.severity,
            message: &diagnostic.message,
            location: diagnostic.location(source).map(Location::Text),
            edits: diagnostic
                .edits
                .iter()
                .filter_map(|edit| {
                    Some(Edit { place: location(source, edit.span)?, text: &edit.text })
                })
                .collect(),
            labels: diagnostic
                .labels
                .iter()
                .filter_map(|label| {
                    Some(Label { place: location(source, label.span)?, text: &label.text })
                })
                .collect(),
            notes: &diagnostic.notes,
            help: diagnostic.help.as_deref(),
        }
    }
}

impl<'a> Counterexample<'a> {
    fn new(finding: &'a verdict::Finding) -> Option<Self> {
        let (parameters, play) = (finding.parameters(), finding.play());
        if parameters.is_none() && play.is_none() {
            return None;
        }
        Some(Self {
            parameters: parameters.map_or(Map(Vec::new()), Map::of),
            play: play.unwrap_or_default(),
            failure: finding.counterexample().map(|found| Failure::new(&found.failure)),
            number: finding.wrong_number().map(|number| WrongNumber {
                claimed: number.claimed.as_deref(),
                computed: &number.computed,
                right: number.right.as_deref(),
                smallest: number.smallest,
            }),
        })
    }
}

impl<'a> Failure<'a> {
    fn new(failure: &'a verdict::Failure) -> Self {
        Self {
            position: &failure.position,
            claimed: &failure.claimed,
            computed: &failure.computed,
            iteration: Map::of(&failure.iteration),
            passes: &failure.passes,
            offset: &failure.offset,
            options: (failure.options.iter())
                .map(|option| OptionValue {
                    r#move: &option.text,
                    size: &option.size,
                    position: option.target.as_ref().map(|(position, _)| position),
                    value: option.target.as_ref().map(|(_, letter)| letter.as_str()),
                })
                .collect(),
            replay: match failure.replay {
                verdict::Replay::FromZero => "from-zero",
                verdict::Replay::Expansion => "expansion",
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::examples;
    use super::*;
    use std::time::Duration;

    fn show(verdict: Verdict) -> String {
        verify(&[examples::checked(verdict)], &[], &[verdict].into_iter().collect(), None, None)
    }

    #[test]
    fn a_proof_has_counts_and_no_findings() {
        let compact: String = show(Verdict::Verified).split_whitespace().collect();
        assert_eq!(
            compact,
            r#"{"schema":1,"results":[{"path":"x.nimseq","kind":"nimseq","verdict":"verified","#
                .to_owned()
                + r#""statistics":{"blocks":1,"chains":9,"splits":555},"findings":[]}],"#
                + r#""summary":{"verified":1,"refuted":0,"undecided":0,"vacuous":0,"rejected":0}}"#
        );
    }

    #[test]
    fn a_refutation_has_the_keys_of_the_contract_in_their_order() {
        let text = show(Verdict::Refuted);
        let keys = [
            "code",
            "severity",
            "message",
            "location",
            "line",
            "column",
            "counterexample",
            "parameters",
            "position",
            "claimed",
            "computed",
            "summary",
        ];
        let places: Vec<_> = keys.map(|key| text.find(&format!("\"{key}\":"))).to_vec();
        assert!(places.iter().all(Option::is_some), "{places:?} in\n{text}");
        assert!(places.is_sorted(), "{places:?} in\n{text}");
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let finding = &value["results"][0]["findings"][0];
        assert_eq!(
            finding["location"],
            serde_json::json!({ "line": 2, "column": 3, "end_line": 2, "end_column": 5 })
        );
        assert_eq!(finding["counterexample"]["parameters"]["n"], "2");
        assert_eq!(finding["counterexample"]["position"], "26");
        assert_eq!(finding["counterexample"]["options"][3].get("value"), None);
    }

    #[test]
    fn only_a_proof_is_verified() {
        for verdict in [Verdict::Refuted, Verdict::Undecided, Verdict::Vacuous, Verdict::Rejected] {
            let value: serde_json::Value = serde_json::from_str(&show(verdict)).expect("JSON");
            assert_eq!(value["results"][0]["verdict"], verdict.name());
            assert_eq!(value["summary"]["verified"], 0);
            assert_eq!(value["summary"][verdict.name()], 1);
        }
    }

    #[test]
    fn a_limit_is_named() {
        let value: serde_json::Value =
            serde_json::from_str(&show(Verdict::Undecided)).expect("JSON");
        assert_eq!(value["results"][0]["findings"][0]["limit"], "chain-blocks");
    }

    #[test]
    fn a_time_is_an_exact_string() {
        let mut checked = examples::checked(Verdict::Verified);
        checked.time = Some(Duration::from_micros(1_000_001));
        let value: serde_json::Value =
            serde_json::from_str(&verify(&[checked], &[], &Tally::default(), None, None))
                .expect("JSON");
        assert_eq!(value["results"][0]["statistics"]["seconds"], "1.000001");
        assert_eq!(value["results"][0]["statistics"]["pivots"], 0);
    }
}

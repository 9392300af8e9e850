//! The interchange format of static analysis.

use super::{Judged, Problem};
use crate::diagnostic::{Code, Location, Severity};
use crate::explain::{BOOK, Explanation, explain, page};
use crate::report::json::pretty;
use crate::verdict::Verdict;
use grundy_output::output;
use std::collections::{BTreeMap, BTreeSet};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// A log of one run in SARIF 2.1.0.  Paths that were not examined are notifications of a run that was not successful.
/// `version` is that of the program, with the commit if it has one.
pub fn sarif(judged: &[Judged], version: &'static str) -> String {
    let read = || judged.iter().filter(|one| one.verdict.is_some());
    let all = || read().flat_map(|one| one.problems.iter().map(move |problem| (one, problem)));
    let rules: BTreeSet<&str> = all().map(|(one, problem)| rule(one, problem)).collect();
    let rules: Vec<&str> = rules.into_iter().collect();
    let unread = judged.iter().filter(|one| one.verdict.is_none());
    let notifications: Vec<_> = unread
        .flat_map(|one| one.problems.iter())
        .map(|problem| Notification { level: "error", message: Message { text: &problem.message } })
        .collect();
    pretty(&Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [SarifRun {
            tool: Tool {
                driver: Driver {
                    name: "grundy",
                    version,
                    semantic_version: env!("CARGO_PKG_VERSION"),
                    information_uri: BOOK,
                    rules: rules.iter().map(|id| SarifRule::new(id)).collect(),
                },
            },
            column_kind: "unicodeCodePoints",
            invocations: [Invocation {
                execution_successful: notifications.is_empty(),
                tool_execution_notifications: notifications,
            }],
            results: {
                let mut seen = BTreeMap::new();
                let found = all().map(|(one, problem)| {
                    let count =
                        seen.entry((&one.path, &one.name, &problem.fingerprint)).or_insert(0);
                    *count += 1;
                    SarifResult::new(one, problem, &rules, *count)
                });
                found.collect()
            },
        }],
    })
}

/// The rule that a problem breaks: its code, or the verdict where it has none.
fn rule(judged: &Judged, problem: &Problem) -> &'static str {
    problem.code.map_or_else(|| judged.verdict_name(), Code::name)
}

#[output]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [SarifRun<'a>; 1],
}

#[output]
#[serde(rename_all = "camelCase")]
struct SarifRun<'a> {
    tool: Tool<'a>,
    column_kind: &'static str,
    invocations: [Invocation<'a>; 1],
    results: Vec<SarifResult>,
}

#[output]
struct Tool<'a> {
    driver: Driver<'a>,
}

#[output]
#[serde(rename_all = "camelCase")]
struct Driver<'a> {
    name: &'static str,
    version: &'static str,
    semantic_version: &'static str,
    information_uri: Option<&'static str>,
    rules: Vec<SarifRule<'a>>,
}

#[output]
#[serde(rename_all = "camelCase")]
struct SarifRule<'a> {
    id: &'a str,
    short_description: Option<Message<'a>>,
    full_description: Option<Message<'a>>,
    help: Text,
    help_uri: Option<String>,
}

#[output]
struct Message<'a> {
    text: &'a str,
}

#[output]
#[serde(rename_all = "camelCase")]
struct Invocation<'a> {
    execution_successful: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_execution_notifications: Vec<Notification<'a>>,
}

#[output]
struct Notification<'a> {
    level: &'static str,
    message: Message<'a>,
}

#[output]
#[serde(rename_all = "camelCase")]
struct SarifResult {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    kind: &'static str,
    message: Text,
    locations: [SarifLocation; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Related>,
    partial_fingerprints: Fingerprints,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Fix>,
    baseline_state: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppressions: Vec<Suppression>,
    properties: Properties,
}

#[output]
struct Text {
    text: String,
}

/// A further place, with what is to be seen there.
#[output]
#[serde(rename_all = "camelCase")]
struct Related {
    id: usize,
    message: Text,
    physical_location: Physical,
}

/// What stays the same when lines above it come and go.
#[output]
#[serde(rename_all = "camelCase")]
struct Fingerprints {
    primary_location_line_hash: String,
}

/// A change that would mend it.
#[output]
#[serde(rename_all = "camelCase")]
struct Fix {
    description: Text,
    artifact_changes: [ArtifactChange; 1],
}

#[output]
#[serde(rename_all = "camelCase")]
struct ArtifactChange {
    artifact_location: Artifact,
    replacements: Vec<Replacement>,
}

#[output]
#[serde(rename_all = "camelCase")]
struct Replacement {
    deleted_region: Region,
    inserted_content: Text,
}

/// Why a result is expected.
#[output]
struct Suppression {
    kind: &'static str,
    justification: String,
}

#[output]
struct Properties {
    verdict: &'static str,
}

#[output]
#[serde(rename_all = "camelCase")]
struct SarifLocation {
    physical_location: Physical,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<Logical>,
}

#[output]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    region: Option<Region>,
}

#[output]
struct Artifact {
    uri: String,
}

#[output]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
}

#[output]
#[serde(rename_all = "camelCase")]
struct Logical {
    fully_qualified_name: String,
}

impl<'a> SarifRule<'a> {
    fn new(id: &'a str) -> Self {
        let code = Code::named(id);
        let known = code.map(explain);
        let message = |text: &'static str| Message { text: text.trim_end() };
        Self {
            id,
            short_description: known.map(|known| message(known.title)),
            full_description: known.map(|known| message(known.text)),
            help: Text { text: known.map_or_else(|| meaning(id).to_owned(), help) },
            help_uri: BOOK.zip(code).map(|(book, code)| page(book, code)),
        }
    }
}

/// The meaning of a rule without a code, which is a verdict.
fn meaning(verdict: &str) -> &'static str {
    match Verdict::named(verdict) {
        Some(Verdict::Refuted) => "A claim is wrong.",
        Some(Verdict::Undecided) => {
            "A limit was reached, or a claim is open: it is neither proved nor refuted."
        }
        Some(Verdict::Vacuous) => "Nothing is claimed.",
        Some(Verdict::Rejected) => "The text has no meaning.",
        Some(Verdict::Verified) | None => "It was not checked.",
    }
}

/// What `grundy explain` shows about a code.
fn help(known: Explanation) -> String {
    let mut text = format!("{}.\n\n{}\n\nWrong:\n\n{}", known.title, known.text, known.example);
    if let Some(right) = known.right {
        text += &format!("\nRight:\n\n{right}");
    }
    text.trim_end().to_owned()
}

impl SarifResult {
    /// The result for a problem, the `count`-th one with its fingerprint.
    fn new(judged: &Judged, problem: &Problem, rules: &[&str], count: usize) -> Self {
        let artifact = || Artifact { uri: uri(&judged.path) };
        let rule_id = rule(judged, problem);
        // Only a result that fails has a level (SARIF 2.1.0, 3.27.10).
        let is_open =
            judged.verdict == Some(Verdict::Undecided) && problem.severity == Severity::Error;
        let name = match &problem.cell {
            Some((row, column)) => format!("{row}/{column}"),
            None => judged.name.clone(),
        };
        let logical = Logical { fully_qualified_name: name };
        Self {
            rule_id,
            // The rules are those of the problems, in order.
            rule_index: rules.partition_point(|rule| *rule < rule_id),
            level: if is_open { "none" } else { problem.severity.name() },
            kind: if is_open { "open" } else { "fail" },
            message: Text { text: problem.text(judged) },
            locations: [SarifLocation {
                physical_location: Physical {
                    artifact_location: artifact(),
                    region: problem.location.map(Region::from),
                },
                logical_locations: match logical.fully_qualified_name.is_empty() {
                    true => Vec::new(),
                    false => vec![logical],
                },
            }],
            related_locations: (problem.related.iter().enumerate())
                .map(|(id, (place, text))| Related {
                    id,
                    message: Text { text: text.clone() },
                    physical_location: Physical {
                        artifact_location: artifact(),
                        region: Some(Region::from(*place)),
                    },
                })
                .collect(),
            partial_fingerprints: Fingerprints {
                primary_location_line_hash: format!("{}:{count}", problem.fingerprint),
            },
            fixes: fix(problem, artifact).into_iter().collect(),
            baseline_state: judged.known.as_ref().map(|_| "unchanged"),
            suppressions: (judged.known.iter())
                .map(|why| Suppression { kind: "external", justification: why.clone() })
                .collect(),
            properties: Properties { verdict: judged.verdict_name() },
        }
    }
}

/// The proposed change of the file, if there is one.
fn fix(problem: &Problem, artifact: impl Fn() -> Artifact) -> Option<Fix> {
    let replacements: Vec<_> = (problem.edits.iter())
        .map(|(place, text)| Replacement {
            deleted_region: Region::from(*place),
            inserted_content: Text { text: text.clone() },
        })
        .collect();
    (!replacements.is_empty()).then(|| Fix {
        description: Text { text: "Apply the proposed change".to_owned() },
        artifact_changes: [ArtifactChange { artifact_location: artifact(), replacements }],
    })
}

impl From<Location> for Region {
    fn from(location: Location) -> Self {
        Self {
            start_line: location.line,
            start_column: location.column,
            end_line: location.end_line,
            end_column: location.end_column,
        }
    }
}

/// The path as a reference (RFC 3986): a relative path as it is, an absolute one with `file://`.
fn uri(path: &str) -> String {
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri += &format!("%{byte:02X}");
        }
    }
    uri
}

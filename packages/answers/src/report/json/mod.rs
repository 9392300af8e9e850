//! Reports for programs.  The shapes are a contract: changing them needs a new number in
//! [`SCHEMA`].  Numbers that can be large are decimal strings.

mod entry;
mod finding;
#[cfg(test)]
mod tests;

pub(super) use entry::Entry;
pub(super) use finding::{Finding, Placed};

use super::findings::{Changes, Compared};
use super::fixes::{self, Fixed};
use super::{Checked, Render};
use crate::Integer;
use crate::diagnostic::Diagnostic;
use crate::explain::{self, Explanation};
use crate::verdict::{Tally, Verdict};
use finding::Remark;
use grundy_output::output;
use serde::{Serialize, Serializer};
use std::fmt::{self, Display};
use std::io::{self, Write};

/// The number of the present shapes.
pub const SCHEMA: u32 = 2;

/// The results of `verify`, in the order of the inputs; the paths that could not be read, with the reasons; and the
/// changes that were made in some of the inputs.
pub fn verify(
    results: &[Checked],
    unread: &[(String, String)],
    summary: &Tally,
    compared: Option<&Compared>,
    settings: Option<&str>,
    fixed: &[Fixed],
) -> String {
    document(&Verified {
        verdict: summary.verdict(unread.is_empty()),
        fixed: fixed.iter().map(fixes::File::new).collect(),
        baseline: compared.map(Compared::changes),
        results: results.iter().map(Entry::new).collect(),
        errors: unread.iter().map(Unread::new).collect(),
        settings,
        summary,
    })
}

/// The result of `verify` for one input, on one line.
pub fn verify_line(result: &Checked) -> String {
    line(&Entry::new(result))
}

/// The changes in one input, on one line.
pub fn fixed_line(fixed: &Fixed) -> String {
    line(&fixes::File::new(fixed))
}

/// The paths that could not be read, on a line each.
pub fn unread_lines(unread: &[(String, String)]) -> String {
    unread.iter().map(|unread| line(&Unread::new(unread))).collect()
}

/// What `fmt` did with one input.
#[derive(Debug)]
pub struct Formatted<'a> {
    /// The path as the user wrote it.
    pub path: String,
    /// The text, to which all spans belong.
    pub source: &'a str,
    /// *Refuted* if only a check was requested and the text is not formatted, *rejected* if it has no meaning.
    pub verdict: Verdict,
    /// Does the formatted text differ?
    pub differs: bool,
    /// The formatted text, if it is not written anywhere else.
    pub text: Option<String>,
    /// Why there is no formatted text.
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> Formatted<'a> {
    /// A text without a meaning.
    pub fn rejected(path: String, source: &'a str, diagnostics: Vec<Diagnostic>) -> Self {
        let verdict = Verdict::Rejected;
        Self { path, source, verdict, differs: false, text: None, diagnostics }
    }

    /// The same about an equal text.
    pub fn of(self, source: &str) -> Formatted<'_> {
        let Self { path, verdict, differs, text, diagnostics, .. } = self;
        Formatted { path, source, verdict, differs, text, diagnostics }
    }
}

/// The results of `fmt`, in the order of the inputs.
pub fn fmt(results: &[Formatted], settings: Option<&str>) -> String {
    let verdict = results.iter().map(|result| result.verdict).max().unwrap_or(Verdict::Verified);
    let results = results.iter().map(FormattedFile::new).collect();
    document(&FormattedFiles { verdict, settings, results })
}

#[output]
pub(super) struct FormattedFiles<'a> {
    verdict: Verdict,
    settings: Option<&'a str>,
    results: Vec<FormattedFile<'a>>,
}

/// The result of `fmt` for one input, on one line.
pub fn fmt_line(result: &Formatted) -> String {
    line(&FormattedFile::new(result))
}

#[output]
pub(super) struct FormattedFile<'a> {
    path: &'a str,
    verdict: Verdict,
    differs: bool,
    text: Option<&'a str>,
    findings: Vec<Remark<'a>>,
}

impl<'a> FormattedFile<'a> {
    fn new(result: &'a Formatted) -> Self {
        Self {
            path: &result.path,
            verdict: result.verdict,
            differs: result.differs,
            text: result.text.as_deref(),
            findings: (result.diagnostics.iter())
                .map(|diagnostic| Remark::new(diagnostic, result.source))
                .collect(),
        }
    }
}

/// All codes with their meanings.
pub fn codes() -> impl Render {
    ExplainedCodes { codes: explain::all().collect() }
}

impl Render for ExplainedCodes {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        let line = |it: &Explanation| format!("{:<5}  {}\n", it.code, it.title);
        self.codes.iter().map(line).collect()
    }
}

#[output]
pub(super) struct ExplainedCodes {
    codes: Vec<Explanation>,
}

/// A result of the compiler.
#[output]
#[derive(Clone, Debug)]
pub struct CompiledFile {
    /// Its name, without that of the description, such as `model.json` or `chain-001.smt2`.
    pub name: String,
    /// What is in it.
    pub text: String,
}

impl CompiledFile {
    /// A file with this name.
    pub fn new(name: &str, text: String) -> Self {
        Self { name: name.to_owned(), text }
    }
}

/// Files of the compiler as one document.
pub fn compiled(files: Vec<CompiledFile>) -> String {
    judged(Some(Verdict::Verified), &CompiledFiles { files })
}

#[output]
pub(super) struct CompiledFiles {
    files: Vec<CompiledFile>,
}

/// The files that were written.
pub fn files(paths: &[String]) -> impl Render {
    WrittenFiles { files: paths }
}

impl Render for WrittenFiles<'_> {
    const IS_COMPUTED: bool = true;

    fn text(&self) -> String {
        self.files.iter().map(|name| format!("{name}\n")).collect()
    }
}

#[output]
pub(super) struct WrittenFiles<'a> {
    files: &'a [String],
}

/// Serialises a document, which begins with the number of the shapes and ends with a line feed.
pub(super) fn document(told: &(impl Serialize + ?Sized)) -> String {
    judged(None, told)
}

/// A document with the verdict on the question.
pub(super) fn judged(verdict: Option<Verdict>, told: &(impl Serialize + ?Sized)) -> String {
    pretty(&Numbered::judged(verdict, told))
}

/// Writes such a document as it is serialised.
pub(super) fn write_document(
    verdict: Option<Verdict>,
    told: &(impl Serialize + ?Sized),
    mut out: &mut dyn Write,
) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut out, &Numbered::judged(verdict, told))?;
    out.write_all(b"\n")
}

/// The same without the number, for the formats of others.
pub(super) fn pretty(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("keys are strings and no value can fail") + "\n"
}

/// Serialises an object on a line of its own, with the number of the shapes.
pub(super) fn line(told: &impl Serialize) -> String {
    row(&Numbered::new(told))
}

/// The same without the number, for the rows between two such lines.
pub(super) fn row(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("keys are strings and no value can fail") + "\n"
}

/// The last line: the verdict on everything, and how often each verdict was given.
pub fn summary_line(verdict: Verdict, summary: &Tally) -> String {
    line(&SummaryLine { verdict, summary })
}

#[output]
pub(super) struct SummaryLine<'a> {
    verdict: Verdict,
    summary: &'a Tally,
}

/// What changed since verdicts were recorded, on one line.
pub fn changes_line(compared: Option<&Compared>) -> String {
    let told = |compared: &Compared| line(&ChangesLine { baseline: compared.changes() });
    compared.map(told).unwrap_or_default()
}

#[output]
pub(super) struct ChangesLine<'a> {
    baseline: Changes<'a>,
}

/// An object that begins with the number of the shapes.
#[derive(Serialize)]
pub(super) struct Numbered<T> {
    schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict>,
    #[serde(flatten)]
    told: T,
}

impl<T> Numbered<T> {
    pub(super) fn judged(verdict: Option<Verdict>, told: T) -> Self {
        Self { schema: SCHEMA, verdict, told }
    }

    pub(super) fn new(told: T) -> Self {
        Self { schema: SCHEMA, verdict: None, told }
    }
}

/// A number of any size, as a text.
#[derive(Serialize)]
pub(crate) struct Decimal(pub(super) String);

impl<N: Display> From<N> for Decimal {
    fn from(number: N) -> Self {
        Self(number.to_string())
    }
}

/// A value that is written as a text in JSON, such as a number of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelled<T>(pub T);

impl<T> From<T> for Spelled<T> {
    fn from(spelled: T) -> Self {
        Self(spelled)
    }
}

impl<T: Display> Display for Spelled<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Display> Serialize for Spelled<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// An object whose keys keep the order of the list.
#[derive(Clone, Debug)]
pub(super) struct Map<'a, V>(pub(super) Vec<(&'a str, V)>);

impl<V: Serialize> Serialize for Map<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<'a> Map<'a, Decimal> {
    pub(super) fn of(values: &'a [(String, Integer)]) -> Self {
        Self(values.iter().map(|(name, value)| (name.as_str(), value.into())).collect())
    }
}

#[output]
pub(super) struct Verified<'a> {
    verdict: Verdict,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixed: Vec<fixes::File<'a>>,
    results: Vec<Entry<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Unread<'a>>,
    settings: Option<&'a str>,
    baseline: Option<Changes<'a>>,
    summary: &'a Tally,
}

/// The judgements on everything that was examined, in its order, and the paths that were not reached, with the reasons.
pub(super) fn judgements(
    verdict: Verdict,
    results: Vec<impl Serialize>,
    unreached: &[(String, String)],
    summary: &Tally,
    compared: Option<&Compared>,
    settings: Option<&str>,
) -> String {
    let errors = unreached.iter().map(Unread::new).collect();
    let baseline = compared.map(Compared::changes);
    document(&Judgements { verdict, settings, results, errors, baseline, summary })
}

#[output]
pub(super) struct Judgements<'a, E> {
    verdict: Verdict,
    settings: Option<&'a str>,
    results: Vec<E>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Unread<'a>>,
    baseline: Option<Changes<'a>>,
    summary: &'a Tally,
}

/// A path without a result.
#[output]
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

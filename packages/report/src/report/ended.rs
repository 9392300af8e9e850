//! How a command ended that has no result, for programs: whoever reads JSON gets a document in every
//! outcome.

use super::json::{Finding, document, line};
use crate::diagnostic::Diagnostic;
use crate::limit::Limit;
use crate::verdict::{self, Verdict};
use grundy_output::output;

/// How a command ended that has no result.
#[output]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// A limit was reached.
    Undecided,
    /// A claim is wrong, so that nothing follows from it.
    Refuted,
    /// An input has no meaning.
    Rejected,
    /// Wrong usage, a bad configuration, or a file that cannot be read or written.
    Error,
    /// A bug in the tool.
    Bug,
    /// The user asked to stop.
    Interrupted,
}

/// The end of a command without a result.
#[derive(Clone, Copy, Debug)]
pub struct Ended<'a> {
    /// How.
    pub ending: Ending,
    /// The exit code.
    pub exit: u8,
    /// Why, for people.
    pub message: &'a str,
    /// The limit that was reached, if it was one.
    pub limit: Option<Limit>,
    /// What is wrong with an input.
    pub about: Option<&'a About>,
}

/// An input, and what was found in it.
#[derive(Clone, Debug)]
pub struct About {
    /// The path as the user wrote it.
    pub path: String,
    /// The text, to which all spans belong.
    pub source: String,
    /// What there is to say about it.
    pub findings: Vec<verdict::Finding>,
}

impl About {
    /// A text, and what is wrong with it.
    pub fn new(path: &str, source: &str, diagnostics: &[Diagnostic]) -> Self {
        let findings = diagnostics.iter().cloned().map(verdict::Finding::new).collect();
        Self { path: path.to_owned(), source: source.to_owned(), findings }
    }
}

/// A document that stands in place of the result.
#[output]
pub(super) struct NoResult<'a> {
    verdict: Verdict,
    ended: Ending,
    exit: u8,
    message: &'a str,
    limit: Option<&'static str>,
    path: Option<&'a str>,
    findings: Vec<Finding<'a>>,
}

impl Ended<'_> {
    /// The document.
    pub fn json(&self) -> String {
        document(&self.told())
    }

    /// The same on one line.
    pub fn json_line(&self) -> String {
        line(&self.told())
    }

    fn told(&self) -> NoResult<'_> {
        let Self { ending, exit, message, limit, about } = *self;
        let findings = about.iter().flat_map(|about| {
            about.findings.iter().map(|it| Finding::new(it, &about.path, &about.source))
        });
        NoResult {
            verdict: match ending {
                Ending::Refuted => Verdict::Refuted,
                Ending::Rejected | Ending::Error => Verdict::Rejected,
                Ending::Undecided | Ending::Bug | Ending::Interrupted => Verdict::Undecided,
            },
            ended: ending,
            exit,
            message,
            limit: limit.map(Limit::name),
            path: about.map(|about| about.path.as_str()),
            findings: findings.collect(),
        }
    }
}

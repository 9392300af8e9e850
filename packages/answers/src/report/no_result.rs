//! How a command without a result ended, for programs: a reader of JSON gets a document in every outcome.

use super::json::{Finding, document, line};
use crate::diagnostic::Diagnostic;
use crate::limit::Limit;
use crate::verdict::{self, Verdict};
use grundy_output::output;

/// How a command ends, from good to bad: with several inputs the greatest counts.
#[output]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub enum Exit {
    /// Everything asked for holds.
    Success,
    /// A limit was reached, or nothing is claimed.
    Undecided,
    /// A claim is wrong; for `fmt --check`, a file is not formatted.
    Refuted,
    /// An input has no meaning.
    Rejected,
    /// Wrong usage, a bad configuration, or a file that cannot be read or written.
    #[serde(rename = "error")]
    Usage,
    /// A bug in the tool.
    Bug,
    /// The user asked to stop.
    Interrupted,
}

impl Exit {
    /// The number that the caller sees.
    pub fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Refuted => 1,
            Self::Usage => 2,
            Self::Rejected => 3,
            Self::Undecided => 4,
            Self::Bug => 101,
            Self::Interrupted => 130,
        }
    }
}

impl From<Verdict> for Exit {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Verified => Self::Success,
            Verdict::Refuted => Self::Refuted,
            Verdict::Undecided | Verdict::Vacuous => Self::Undecided,
            Verdict::Rejected => Self::Rejected,
        }
    }
}

/// An input, and what was found in it.
#[derive(Clone, Debug)]
pub struct About {
    /// The path as the user wrote it.
    pub path: String,
    /// The text, to which all spans belong.
    pub source: String,
    /// The findings about it.
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
pub struct NoResult<'a> {
    verdict: Verdict,
    ended: Exit,
    exit: u8,
    message: &'a str,
    limit: Option<&'static str>,
    path: Option<&'a str>,
    findings: Vec<Finding<'a>>,
}

impl<'a> NoResult<'a> {
    /// How a command ended, why, for people, the limit that was reached, if there was one, and what is wrong with an
    /// input.
    pub fn new(
        exit: Exit,
        message: &'a str,
        limit: Option<Limit>,
        about: Option<&'a About>,
    ) -> Self {
        let findings = about.iter().flat_map(|about| {
            about.findings.iter().map(|finding| Finding::new(finding, &about.path, &about.source))
        });
        Self {
            verdict: match exit {
                Exit::Refuted => Verdict::Refuted,
                Exit::Rejected | Exit::Usage => Verdict::Rejected,
                _ => Verdict::Undecided,
            },
            ended: exit,
            exit: exit.code(),
            message,
            limit: limit.map(Limit::name),
            path: about.map(|about| about.path.as_str()),
            findings: findings.collect(),
        }
    }

    /// The document.
    pub fn json(&self) -> String {
        document(self)
    }

    /// The same on one line.
    pub fn json_line(&self) -> String {
        line(self)
    }
}

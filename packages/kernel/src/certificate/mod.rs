#![doc = include_str!("format.md")]

mod chain;
mod covered;
mod sweep;
mod walk;

pub(crate) use chain::Chain;
pub(crate) use covered::letter;
pub use walk::{More, OnClosed, Walk};

use crate::affine::Constraint;
use crate::lines::{LineError, Lines};
use crate::model::Description;
use crate::proof::Header;
use crate::refutation::Refutation;
use std::io::BufRead;

/// A certificate whose header has been read.
pub struct Certificate<'i> {
    /// What it is about.
    pub header: Header,
    lines: Lines<'i>,
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The number of chains.
    pub chains: u64,
    /// The number of splits, including those without positions.
    pub splits: u64,
    /// The number of arguments multiplied out.
    pub closed: u64,
    /// The number of lines of the certificate.
    pub lines: u64,
}

/// A closed leaf: no integer point satisfies the rows and the question.
#[derive(Debug)]
pub struct Closed<'p> {
    /// The line of the certificate.
    pub line: u64,
    /// The number of variables.
    pub dimension: usize,
    /// The rows.
    pub rows: &'p [Constraint],
    /// The opposite of what is to be shown, if anything.
    pub question: Option<&'p Constraint>,
    /// Why the leaf is closed.
    pub refutation: &'p Refutation,
}

/// Something is shown, or it is not.
pub type Shown = Result<(), LineError>;

/// Why a certificate is not accepted, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}{}: {}", .place.as_ref().map_or_else(String::new, |place| format!(" ({place})")), .error)]
pub struct CertificateError {
    /// The line, from 1.
    pub line: u64,
    /// What was being shown.
    pub place: Option<String>,
    error: LineError,
}

impl<'i> Certificate<'i> {
    /// Reads the header.
    ///
    /// # Errors
    /// When this is not the beginning of a certificate.
    pub fn open(input: impl BufRead + 'i) -> Result<Self, CertificateError> {
        let mut lines = Lines::new(input);
        match Header::read(&mut lines) {
            Ok(header) => Ok(Self { header, lines }),
            Err(error) => Err(CertificateError { line: lines.number, place: None, error }),
        }
    }

    /// Is this about the text with this digest?
    ///
    /// # Errors
    /// When it is about another text.
    pub fn about(&self, digest: &str) -> Result<(), CertificateError> {
        if self.header.digest == digest { Ok(()) } else { Err(rejected(2, OTHER_TEXT)) }
    }

    /// Checks everything that follows, against the description whose text has this digest; calls `more` with each line
    /// after the proof that begins something else.
    ///
    /// # Errors
    /// The first line that is not right.
    pub fn check(
        self,
        description: &Description,
        digest: &str,
        on_closed: Option<OnClosed<'_>>,
        more: More<'_>,
    ) -> Result<Checked, CertificateError> {
        self.about(digest)?;
        if (self.header.rule, self.header.piece) != (description.rule, description.is_piece()) {
            return Err(rejected(3, "this is about another reading of the description"));
        }
        walk::check(description, self.header.simplified, self.lines, on_closed, more)
    }
}

/// Why a certificate, or a counterexample, is not about a text.
pub const OTHER_TEXT: &str = "this is about another description, or another version of it";

fn rejected(line: u64, message: &'static str) -> CertificateError {
    CertificateError { line, place: None, error: LineError::new(message) }
}

#![doc = include_str!("format.md")]

mod argument;
mod lines;
mod places;
mod proof;
mod sweep;

pub(crate) use lines::{Lines, form, integer, number, numbers};
pub use places::arm_cases;
pub(crate) use places::places;
pub use proof::{More, OnClosed, Proof};
pub(crate) use sweep::Chain;

use crate::affine::Constraint;
use crate::model::{Alphabet, Description};
use crate::refutation::Refutation;
use std::borrow::Cow;
use std::io::BufRead;

/// What a certificate is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The SHA-256 of the text of the description, in 64 hexadecimal digits.
    pub digest: String,
    /// The alphabet in which the description is read.
    pub alphabet: Alphabet,
    /// Is it a plain list of words?
    pub piece: bool,
}

/// A certificate whose header has been read.
pub struct Certificate<R> {
    /// What it is about.
    pub header: Header,
    lines: Lines<R>,
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Chains.
    pub chains: u64,
    /// Splits, those without positions as well.
    pub splits: u64,
    /// Arguments multiplied out.
    pub closed: u64,
    /// Lines of the certificate.
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
    /// Why.
    pub refutation: &'p Refutation,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw(Cow<'static, str>);

/// Something is shown, or it is not.
pub type Shown = Result<(), Flaw>;

impl Flaw {
    pub(crate) fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self(message.into())
    }

    /// Text that has no meaning where it stands.
    pub(crate) fn text(text: &str) -> Self {
        let start: String = text.chars().take(40).collect();
        Self::new(format!("`{start}` has no meaning here"))
    }
}

/// Why a certificate is not accepted, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}{}: {}", .place.as_ref().map_or_else(String::new, |it| format!(" ({it})")), .flaw.0)]
pub struct Rejected {
    /// The line, from 1.
    pub line: u64,
    /// What was being shown.
    pub place: Option<String>,
    flaw: Flaw,
}

impl<R: BufRead> Certificate<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// When this is not the beginning of a certificate.
    pub fn open(input: R) -> Result<Self, Rejected> {
        let mut lines = Lines::new(input);
        match header(&mut lines) {
            Ok(header) => Ok(Self { header, lines }),
            Err(flaw) => Err(Rejected { line: lines.number, place: None, flaw }),
        }
    }

    /// Checks everything that follows, against the description whose text has this digest;
    /// `more` is called with each line that begins something else behind the proof.
    ///
    /// # Errors
    /// The first line that is not right.
    pub fn check(
        self,
        description: &Description,
        digest: &str,
        on_closed: Option<OnClosed<'_>>,
        more: More<'_, R>,
    ) -> Result<Checked, Rejected> {
        let rejected = |line, message: &'static str| {
            Err(Rejected { line, place: None, flaw: Flaw::new(message) })
        };
        if self.header.digest != digest {
            return rejected(2, "this is about another description, or another version of it");
        }
        if (self.header.alphabet, self.header.piece)
            != (description.alphabet, description.is_piece())
        {
            return rejected(3, "this is about another reading of the description");
        }
        proof::check(description, self.lines, on_closed, more)
    }
}

fn header<R: BufRead>(lines: &mut Lines<R>) -> Result<Header, Flaw> {
    if lines.after("grundy-certificate")? != "1" {
        return Err(Flaw::new("version 1 of the format was expected"));
    }
    let digest = lines.after("description")?.to_owned();
    let values = lines.after("values")?;
    let piece = values.strip_suffix(" piece");
    let alphabet = match piece.unwrap_or(values) {
        "nim" => Alphabet::Nim,
        "outcome" => Alphabet::Outcome,
        other => return Err(Flaw::text(other)),
    };
    Ok(Header { digest, alphabet, piece: piece.is_some() })
}

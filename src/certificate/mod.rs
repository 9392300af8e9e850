#![doc = include_str!("format.md")]

mod argument;
mod counterexample;
mod lines;
mod places;
mod proof;
mod sweep;

pub use argument::{Argument, Ending, Fact, Sum};
pub use counterexample::Counterexample;
pub use proof::OnClosed;

use crate::affine::{Affine, Constraint};
use crate::model::{Alphabet, Description};
use lines::Lines;
use std::borrow::Cow;
use std::fmt;
use std::io::BufRead;

/// The version of the format.
const VERSION: u32 = 1;

/// What a certificate shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// That the description is right for all parameters.
    Proof,
    /// That it is wrong.
    Counterexample,
}

/// What a certificate is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// What it shows.
    pub kind: Kind,
    /// The SHA-256 of the text of the description, in 64 hexadecimal digits.
    pub digest: String,
    /// The alphabet in which the description is read.
    pub alphabet: Alphabet,
    /// Is it a plain list of words?
    pub piece: bool,
}

impl fmt::Display for Header {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Proof => "proof",
            Kind::Counterexample => "counterexample",
        };
        let piece = if self.piece { " piece" } else { "" };
        writeln!(formatter, "grundy-certificate {VERSION} {kind}")?;
        writeln!(formatter, "description {}", self.digest)?;
        writeln!(formatter, "values {}{piece}", self.alphabet)
    }
}

/// A certificate whose header has been read.
pub struct Certificate<R> {
    /// What it is about.
    pub header: Header,
    lines: Lines<R>,
}

/// What a certificate shows, when it is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The description is right.
    Proved(Checked),
    /// The description is wrong.
    Refuted(Counterexample),
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Blocks with words, once for each move that can be the largest.
    pub blocks: u64,
    /// Chains.
    pub chains: u64,
    /// Splits, those without positions as well.
    pub splits: u64,
    /// Demands that a form is at least 0.
    pub facts: u64,
    /// Arguments multiplied out.
    pub closed: u64,
    /// Lines of the certificate.
    pub lines: u64,
}

/// A closed leaf: no integer point satisfies the rows, together with `question >= 0`.
#[derive(Debug)]
pub struct Closed<'p> {
    /// The line of the certificate.
    pub line: u64,
    /// The number of variables.
    pub dimension: usize,
    /// The rows.
    pub rows: &'p [Constraint],
    /// The opposite of what is to be shown, if anything.
    pub question: Option<&'p Affine>,
    /// Why.
    pub argument: &'p Argument,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw(Cow<'static, str>);

impl Flaw {
    fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self(message.into())
    }

    /// Text that has no meaning where it stands.
    fn text(text: &str) -> Self {
        let start: String = text.chars().take(40).collect();
        Self::new(format!("`{start}` has no meaning here"))
    }
}

/// Why a certificate is not accepted, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The line, from 1.
    pub line: u64,
    /// What was being shown.
    pub place: Option<String>,
    flaw: Flaw,
}

impl fmt::Display for Rejected {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}", self.line)?;
        if let Some(place) = &self.place {
            write!(formatter, " ({place})")?;
        }
        write!(formatter, ": {}", self.flaw.0)
    }
}

impl std::error::Error for Rejected {}

impl<R: BufRead> Certificate<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// When this is not the beginning of a certificate.
    pub fn open(input: R) -> Result<Self, Rejected> {
        let mut lines = Lines::new(input);
        match header(&mut lines) {
            Ok(header) => Ok(Self { header, lines }),
            Err(flaw) => Err(Rejected { line: lines.number(), place: None, flaw }),
        }
    }

    /// Checks everything that follows, against the description whose text has this digest.
    ///
    /// # Errors
    /// The first line that is not right.
    pub fn check(
        self,
        description: &Description,
        digest: &str,
        on_closed: Option<OnClosed<'_>>,
    ) -> Result<Shown, Rejected> {
        let header = &self.header;
        let other = if header.digest != digest {
            Some((2, "this is about another description, or about another version of it"))
        } else if (header.alphabet, header.piece) != (description.alphabet, description.is_piece())
        {
            Some((3, "this is about another reading of the description"))
        } else {
            None
        };
        if let Some((line, message)) = other {
            return Err(Rejected { line, place: None, flaw: Flaw::new(message) });
        }
        match header.kind {
            Kind::Proof => proof::check(description, self.lines, on_closed).map(Shown::Proved),
            Kind::Counterexample => {
                counterexample::check(description, self.lines).map(Shown::Refuted)
            }
        }
    }
}

fn header<R: BufRead>(lines: &mut Lines<R>) -> Result<Header, Flaw> {
    let first = lines.after("grundy-certificate")?;
    let kind = match first.split_once(' ') {
        Some((version, _)) if version != VERSION.to_string() => {
            return Err(Flaw::new(format!("version {VERSION} of the format was expected")));
        }
        Some((_, "proof")) => Kind::Proof,
        Some((_, "counterexample")) => Kind::Counterexample,
        _ => return Err(Flaw::text(first)),
    };
    let digest = lines.after("description")?.to_owned();
    let values = lines.after("values")?;
    let (values, piece) = match values.strip_suffix(" piece") {
        Some(values) => (values, true),
        None => (values, false),
    };
    let known = [Alphabet::Nim, Alphabet::Outcome].into_iter();
    let alphabet = known.into_iter().find(|each| each.to_string() == values);
    let alphabet = alphabet.ok_or_else(|| Flaw::text(values))?;
    Ok(Header { kind, digest, alphabet, piece })
}

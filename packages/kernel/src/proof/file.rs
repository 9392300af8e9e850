//! A proof as a whole, and the file that it makes up: a header, sections with their checksums,
//! and the number of lines.

use super::ProofStep;
use crate::lines::{LineError, Lines, Written};
use crate::model::Rule;
use std::fmt::Write as _;
use std::io;

/// The word with which the file of a proof begins.
pub const FIRST_WORD: &str = "grundy-certificate";

/// What a proof is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The SHA-256 of the text of the description, in 64 hexadecimal digits.
    pub digest: String,
    /// The rule that the description is read with.
    pub rule: Rule,
    /// Is it a plain list of words?
    pub piece: bool,
    /// Is it proved as [`simplify`](crate::simplify) writes it?
    pub simplified: bool,
}

impl Header {
    pub(crate) fn read(lines: &mut Lines<'_>) -> Result<Self, LineError> {
        if lines.after(FIRST_WORD)? != "1" {
            return Err(LineError::new("version 1 of the format was expected"));
        }
        let digest = lines.after("description")?.to_owned();
        let values = lines.after("values")?;
        let simplified = values.strip_suffix(" simplified");
        let values = simplified.unwrap_or(values);
        let piece = values.strip_suffix(" piece");
        let rule = match piece.unwrap_or(values) {
            "nim" => Rule::Mex,
            "outcome" => Rule::Normal,
            other => {
                let known = other.parse().ok().filter(|rule| values_of(*rule) == other);
                known.ok_or_else(|| LineError::text(other))?
            }
        };
        let (piece, simplified) = (piece.is_some(), simplified.is_some());
        Ok(Self { digest, rule, piece, simplified })
    }

    fn text(&self) -> String {
        let Self { digest, rule, piece, simplified } = self;
        let piece = if *piece { " piece" } else { "" };
        let simplified = if *simplified { " simplified" } else { "" };
        let values = format!("values {}{piece}{simplified}", values_of(*rule));
        format!("{FIRST_WORD} 1\ndescription {digest}\n{values}\n")
    }
}

/// The only spelling of a rule in a header.
fn values_of(rule: Rule) -> String {
    match rule {
        Rule::Mex => "nim".to_owned(),
        Rule::Normal => "outcome".to_owned(),
        other => other.to_string(),
    }
}

/// Steps that refer only to each other, each kept as its line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    text: String,
    lines: u64,
}

impl Section {
    /// Adds a step.
    pub fn push(&mut self, step: &ProofStep) {
        // Writing to a string cannot fail.
        _ = writeln!(self.text, "{step}");
        self.lines += 1;
    }

    /// Gives back memory that no further step will need.
    pub fn shrink(&mut self) {
        self.text.shrink_to_fit();
    }
}

/// A proof of a description, and of theorems about its periods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What it is about.
    pub header: Header,
    /// The sections, in the order in which the checker asks for them.
    pub sections: Vec<Section>,
}

impl Proof {
    /// Writes the certificate.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write(&self, out: &mut impl io::Write) -> io::Result<()> {
        let mut lines = Written::new(out);
        lines.text(&self.header.text(), 3)?;
        for section in &self.sections {
            lines.text(&section.text, section.lines)?;
            lines.seal()?;
        }
        lines.end()
    }
}

//! The lines of a certificate, one after the other, with their checksums.

use super::{LineError, ProofStep};
use std::io::{BufRead, Read as _};

/// The longest line that is read.
const LONGEST: u64 = 1 << 24;

/// The lines of a text that is read once, from beginning to end.
///
/// What reads them is not generic: so it is compiled with this package, and checks overflow as its
/// profile says.
pub struct Lines<'i> {
    input: Box<dyn BufRead + 'i>,
    line: String,
    /// The number of the line read last, counted from 1.
    pub number: u64,
    checksum: crc32fast::Hasher,
}

impl<'i> Lines<'i> {
    /// The lines of `input`.
    pub fn new(input: impl BufRead + 'i) -> Self {
        let input = Box::new(input);
        Self { input, line: String::new(), number: 0, checksum: crc32fast::Hasher::new() }
    }

    /// The next step.
    pub(crate) fn step(&mut self) -> Result<ProofStep, LineError> {
        self.next()?.parse()
    }

    /// The error that the line read last has no meaning where it stands.
    pub(crate) fn unexpected(&self) -> LineError {
        LineError::text(&self.line)
    }

    /// The next line, without its end.
    pub(crate) fn next(&mut self) -> Result<&str, LineError> {
        self.number += 1;
        self.line.clear();
        let read = (&mut self.input).take(LONGEST).read_line(&mut self.line);
        read.map_err(|error| LineError::new(format!("cannot be read: {error}")))?;
        self.checksum.update(self.line.as_bytes());
        match self.line.pop() {
            Some('\n') => Ok(&self.line),
            None => Err(LineError::new("the certificate ends here, before its last line")),
            Some(_) => Err(LineError::new("a line that does not end")),
        }
    }

    /// The next line, which must begin with this word, behind it.
    pub(crate) fn after(&mut self, word: &str) -> Result<&str, LineError> {
        let line = self.next()?;
        match line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' ')) {
            Some(rest) => Ok(rest),
            None => Err(LineError::new(format!("`{word} ...` was expected"))),
        }
    }

    /// Reads the checksum of all lines since the last one.
    pub(crate) fn seal(&mut self) -> Result<(), LineError> {
        let found = std::mem::take(&mut self.checksum).finalize();
        let same = self.after("seal")? == format!("{found:08x}");
        let other = "another checksum: a line since the last one was changed";
        if same { Ok(()) } else { Err(LineError::new(other)) }
    }

    /// The next step, unless this is the last line.
    pub(crate) fn unless_end(&mut self) -> Result<Option<ProofStep>, LineError> {
        self.line_unless_end()?.map(str::parse).transpose()
    }

    /// The next line, unless this is the last one, which says how many came before.
    pub(crate) fn line_unless_end(&mut self) -> Result<Option<&str>, LineError> {
        let before = self.number;
        self.next()?;
        let Some(count) = self.line.strip_prefix("end ") else { return Ok(Some(&self.line)) };
        if count != before.to_string() {
            return Err(LineError::new("another number of lines"));
        }
        let rest = self.input.fill_buf().map_err(|error| LineError::new(error.to_string()))?;
        if rest.is_empty() {
            Ok(None)
        } else {
            Err(LineError::new("something follows the last line"))
        }
    }
}

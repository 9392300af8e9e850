//! The lines of a certificate, in order, with their checksums, and the numbers in them.

use std::borrow::Cow;
use std::io::{self, BufRead, Read as _, Write};
use std::str::FromStr;

/// The most bytes of a line.
const LONGEST: u64 = 1 << 24;

/// The most characters of a number: the time to read one is quadratic.
const LONGEST_NUMBER: usize = 1 << 16;

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LineError(Cow<'static, str>);

impl LineError {
    pub(crate) fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self(message.into())
    }

    /// Text that has no meaning in this place.
    pub(crate) fn text(text: &str) -> Self {
        let start: String = text.chars().take(40).collect();
        Self::new(format!("`{start}` has no meaning here"))
    }
}

/// A decimal number in its only spelling, which `+7`, `007` and `-0` are not; negative only where the type allows it.
/// This reads all numbers of certificates and of traces.
pub(crate) fn number<N: FromStr>(text: &str) -> Result<N, LineError> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain = text == "0" || !digits.is_empty() && !digits.starts_with('0');
    if !is_plain || text.len() > LONGEST_NUMBER || !digits.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Err(LineError::text(text));
    }
    text.parse().map_err(|_| LineError::text(text))
}

/// The lines of a text that is read once, from beginning to end.
///
/// The reading code is not generic, so it is compiled with this package and checks overflow as its profile says.
pub(crate) struct Lines<'i> {
    input: Box<dyn BufRead + 'i>,
    line: String,
    is_back: bool,
    /// The number of the line read last, counted from 1.
    pub number: u64,
    checksum: crc32fast::Hasher,
}

impl<'i> Lines<'i> {
    /// The lines of `input`.
    pub(crate) fn new(input: impl BufRead + 'i) -> Self {
        let input = Box::new(input);
        Self {
            input,
            line: String::new(),
            is_back: false,
            number: 0,
            checksum: crc32fast::Hasher::new(),
        }
    }

    /// The error that the line read last has no meaning in this place.
    pub(crate) fn unexpected(&self) -> LineError {
        LineError::text(&self.line)
    }

    /// Makes the line read last the next one again.
    pub(crate) fn put_back(&mut self) {
        self.is_back = true;
    }

    /// The next line, without its end.
    pub(crate) fn next(&mut self) -> Result<&str, LineError> {
        if std::mem::take(&mut self.is_back) {
            return Ok(&self.line);
        }
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

    /// The next line, which must begin with this word; returns what follows the word.
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

    /// The next line, unless this is the last one, which gives the number of lines before it.
    pub(crate) fn unless_end(&mut self) -> Result<Option<&str>, LineError> {
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

/// The lines of a text as they are written.
pub(crate) struct Written<'o> {
    out: &'o mut dyn Write,
    number: u64,
    /// The checksum of the lines since the last checksum, and of that one.
    checksum: crc32fast::Hasher,
}

impl<'o> Written<'o> {
    /// No lines yet.
    pub(crate) fn new(out: &'o mut dyn Write) -> Self {
        Self { out, number: 0, checksum: crc32fast::Hasher::new() }
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, line: &str) -> io::Result<()> {
        self.text(&format!("{line}\n"), 1)
    }

    /// Writes a text of this number of lines.
    pub(crate) fn text(&mut self, text: &str, lines: u64) -> io::Result<()> {
        self.number += lines;
        self.checksum.update(text.as_bytes());
        self.out.write_all(text.as_bytes())
    }

    /// Writes the checksum of all lines since the last one.
    pub(crate) fn seal(&mut self) -> io::Result<()> {
        let checksum = std::mem::take(&mut self.checksum).finalize();
        self.line(&format!("seal {checksum:08x}"))
    }

    /// Writes the last line.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        self.line(&format!("end {}", self.number))?;
        self.out.flush()
    }
}

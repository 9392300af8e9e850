//! The lines of a certificate, one after the other, with their checksums.

use super::{Flaw, Shown};
use crate::affine::Affine;
use crate::integer::Integer;
use std::io::{BufRead, Read as _};
use std::str::FromStr;

/// The longest line that is read.
const LONGEST: u64 = 1 << 24;

/// The lines of a text that is read once, from beginning to end.
pub struct Lines<R> {
    input: R,
    line: String,
    /// The number of the line read last, counted from 1.
    pub number: u64,
    checksum: crc32fast::Hasher,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `input`.
    pub fn new(input: R) -> Self {
        Self { input, line: String::new(), number: 0, checksum: crc32fast::Hasher::new() }
    }

    /// The next line, without its end.
    pub(crate) fn next(&mut self) -> Result<&str, Flaw> {
        self.number += 1;
        self.line.clear();
        let read = (&mut self.input).take(LONGEST).read_line(&mut self.line);
        read.map_err(|error| Flaw::new(format!("cannot be read: {error}")))?;
        self.checksum.update(self.line.as_bytes());
        match self.line.pop() {
            Some('\n') => Ok(&self.line),
            None => Err(Flaw::new("the certificate ends here, before its last line")),
            Some(_) => Err(Flaw::new("a line that does not end")),
        }
    }

    /// The next line, which must begin with this word, behind it.
    pub(crate) fn after(&mut self, word: &str) -> Result<&str, Flaw> {
        let line = self.next()?;
        match line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' ')) {
            Some(rest) => Ok(rest),
            None => Err(Flaw::new(format!("`{word} ...` was expected"))),
        }
    }

    /// Reads the checksum of all lines since the last one.
    pub(crate) fn seal(&mut self) -> Shown {
        let found = std::mem::take(&mut self.checksum).finalize();
        let same = self.after("seal")? == format!("{found:08x}");
        let other = "another checksum: a line since the last one was changed";
        if same { Ok(()) } else { Err(Flaw::new(other)) }
    }

    /// The next line, unless it is the last one, which says how many came before.
    pub(crate) fn unless_end(&mut self) -> Result<Option<String>, Flaw> {
        let before = self.number;
        let line = self.next()?.to_owned();
        let Some(count) = line.strip_prefix("end ") else { return Ok(Some(line)) };
        if count != before.to_string() {
            return Err(Flaw::new("another number of lines"));
        }
        let rest = self.input.fill_buf().map_err(|error| Flaw::new(error.to_string()))?;
        if rest.is_empty() { Ok(None) } else { Err(Flaw::new("something follows the last line")) }
    }
}

/// A decimal integer in its only spelling; reading takes the square of its length.
pub(crate) fn integer(text: &str) -> Result<Integer, Flaw> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = digits == "0" && text == "0" || !digits.is_empty() && !digits.starts_with('0');
    if !plain || digits.len() > 1 << 16 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Flaw::text(text));
    }
    number(text)
}

/// A small number.
pub(crate) fn number<N: FromStr>(text: &str) -> Result<N, Flaw> {
    text.parse().map_err(|_| Flaw::text(text))
}

/// A form as its constant and its coefficients: `-4,2,0,4`.
pub(crate) fn form(text: &str) -> Result<Affine, Flaw> {
    let mut numbers = text.split(',').map(integer);
    let constant = numbers.next().ok_or_else(|| Flaw::text(text))??;
    Ok(Affine::new(constant, numbers.collect::<Result<Vec<_>, _>>()?))
}

/// The numbers behind a letter, each with a blank before it: `@ 3 5`.
pub(crate) fn numbers(line: &str, letter: char) -> Result<Vec<usize>, Flaw> {
    let rest = line.strip_prefix(letter).ok_or_else(|| Flaw::text(line))?;
    rest.split(' ').skip(1).map(number).collect()
}

//! The lines of a certificate, one after the other, with their checksums.

use super::Flaw;
use crate::affine::Affine;
use crate::integer::Integer;
use std::io::{BufRead, Read as _};

/// The longest line that is read.
const LONGEST: u64 = 1 << 24;

/// The lines of a text that is read once, from beginning to end.
pub struct Lines<R> {
    input: R,
    line: String,
    number: u64,
    checksum: crc32fast::Hasher,
    /// The present line is handed out once more.
    again: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `input`.
    pub fn new(input: R) -> Self {
        Self {
            input,
            line: String::new(),
            number: 0,
            checksum: crc32fast::Hasher::new(),
            again: false,
        }
    }

    /// The number of the line read last, counted from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The next line, without its end.
    pub(super) fn next(&mut self) -> Result<&str, Flaw> {
        if std::mem::take(&mut self.again) {
            return Ok(&self.line);
        }
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
    pub(super) fn after(&mut self, word: &str) -> Result<&str, Flaw> {
        let line = self.next()?;
        match line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' ')) {
            Some(rest) => Ok(rest),
            None => Err(Flaw::new(format!("`{word} ...` was expected"))),
        }
    }

    /// Lets the line read last be read once more.
    pub(super) fn put_back(&mut self) {
        self.again = true;
    }

    /// Reads the checksum of all lines since the last one.
    pub(super) fn seal(&mut self) -> Result<(), Flaw> {
        let found = std::mem::take(&mut self.checksum).finalize();
        if self.after("seal")? == format!("{found:08x}") {
            Ok(())
        } else {
            Err(Flaw::new("the checksum is another one: a line since the last one was changed"))
        }
    }

    /// Reads the last line, which says how many came before.
    pub(super) fn end(&mut self) -> Result<(), Flaw> {
        let before = self.number;
        if self.after("end")? != before.to_string() {
            return Err(Flaw::new("another number of lines"));
        }
        let rest = self.input.fill_buf().map_err(|error| Flaw::new(error.to_string()))?;
        if rest.is_empty() { Ok(()) } else { Err(Flaw::new("something follows the last line")) }
    }
}

/// A decimal integer of any size, in its only spelling.
pub(super) fn integer(text: &str) -> Result<Integer, Flaw> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = digits == "0" && text == "0" || !digits.is_empty() && !digits.starts_with('0');
    if !plain || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Flaw::text(text));
    }
    match text.parse::<i64>() {
        Ok(small) => Ok(Integer::from(small)),
        Err(_) => text.parse().map_err(|_| Flaw::text(text)),
    }
}

/// A form as its constant and its coefficients: `-4,2,0,4`.
pub(super) fn form(text: &str) -> Result<Affine, Flaw> {
    let mut numbers = text.split(',').map(integer);
    let constant = numbers.next().ok_or_else(|| Flaw::text(text))??;
    Ok(Affine::new(constant, numbers.collect::<Result<Vec<_>, _>>()?))
}

/// Numbers separated by blanks, each with a blank before it.
pub(super) fn numbers(text: &str) -> Result<Vec<usize>, Flaw> {
    let mut numbers = Vec::new();
    for number in text.split(' ').skip(1) {
        numbers.push(number.parse().map_err(|_| Flaw::text(text))?);
    }
    Ok(numbers)
}

//! Long results, written piece by piece until a stop is requested.
//!
//! The output is always a complete document: if a stop came, lists end early, and the document says so.

use crate::limit::{CancellationToken, Limit};
use crate::model::Alphabet;
use crate::sequence::Packed;
use crate::verdict::Verdict;
use grundy_output::output;
use serde::{Serialize, Serializer};
use std::cell::Cell;
use std::fmt;
use std::io::{self, Write};

/// The number of values or runs that are written between two checks for a stop; a short result is always written whole.
const PIECE: usize = 1 << 14;

/// How far the writing of a result got.
#[derive(Debug, Default)]
pub struct Writing {
    stop: CancellationToken,
    ended: Cell<Option<u64>>,
}

impl Writing {
    /// At the beginning.
    pub fn new(stop: &CancellationToken) -> Self {
        Self { stop: stop.clone(), ended: Cell::new(None) }
    }

    /// The number of positions of the last sequence that were written, if a stop ended the writing.
    pub fn ended(&self) -> Option<u64> {
        self.ended.get()
    }

    /// Does the writing go on after `pieces` values or runs, which are `positions` positions?
    fn goes_on(&self, pieces: usize, positions: u64) -> bool {
        if pieces > 0 && pieces.is_multiple_of(PIECE) && self.stop.requested() {
            self.ended.set(Some(self.ended().map_or(positions, |known| known.min(positions))));
        }
        self.ended().is_none()
    }

    /// As many of these pieces as are to be written; the given function says how many positions each has.
    pub(super) fn of<T>(
        &self,
        pieces: impl Iterator<Item = T>,
        positions: impl Fn(&T) -> u64,
    ) -> impl Iterator<Item = T> {
        let (mut number, mut before) = (0, 0);
        pieces.take_while(move |piece| {
            let goes_on = self.goes_on(number, before);
            (number, before) = (number + 1, before + positions(piece));
            goes_on
        })
    }
}

/// The output as a text.
pub(super) fn collected(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> String {
    let mut text = Vec::new();
    // Writing to a vector cannot fail, and the output is text.
    let _ = write(&mut text);
    String::from_utf8(text).unwrap_or_default()
}

/// The verdict at the end of a document: *undecided* where a stop ended it.
pub(super) struct Cut<'a>(pub &'a Writing);

impl Serialize for Cut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ended = self.0.ended();
        let incomplete = Incomplete {
            verdict: Verdict::decided(ended.is_none()),
            limit: ended.map(|_| Limit::STOPPED.name()),
            positions: ended.map(|positions| positions.to_string()),
        };
        incomplete.serialize(serializer)
    }
}

#[output]
pub(super) struct Incomplete {
    verdict: Verdict,
    limit: Option<&'static str>,
    /// The number of positions written of the last sequence, if the result is not complete.
    positions: Option<String>,
}

/// Values as letters or, if not all of them have one, as numbers with spaces between them.
pub(super) struct Letters<'a> {
    pub alphabet: Alphabet,
    pub values: &'a Packed,
    pub writing: &'a Writing,
}

impl fmt::Display for Letters<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self { alphabet, values, writing } = self;
        if values.have_letters(alphabet) {
            let pieces = (0..values.len()).step_by(PIECE);
            for from in pieces.take_while(|&from| writing.goes_on(from, from as u64)) {
                formatter.write_str(&values.letters(alphabet, from, PIECE))?;
            }
            return Ok(());
        }
        for (number, value) in writing.of(values.iter(), |_| 1).enumerate() {
            let space = if number > 0 { " " } else { "" };
            write!(formatter, "{space}{value}")?;
        }
        Ok(())
    }
}

impl Serialize for Letters<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Values as a list of numbers, if they are Grundy values.
pub(super) struct Numbers<'a>(pub Letters<'a>);

impl Numbers<'_> {
    /// Are they outcomes, or did a stop come before them?
    pub(super) fn are_left_out(&self) -> bool {
        self.0.alphabet != Alphabet::Nim || self.0.writing.ended().is_some()
    }
}

impl Serialize for Numbers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Letters { values, writing, .. } = self.0;
        serializer.collect_seq(writing.of(values.iter(), |_| 1))
    }
}

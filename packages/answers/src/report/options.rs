//! The value of each position of one game, and those to which its moves lead.

use super::json::Decimal;
use super::sequence::{Head, Subject, letter};
#[cfg(test)]
use super::written::Incomplete;
use super::written::{Cut, Writing, collected};
use super::{Render, align};
use crate::Integer;
use grundy_output::output;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

/// The values of positions and of their options, from one position on.
#[derive(Debug)]
pub struct OptionsPiece {
    /// The game.
    pub subject: Subject,
    /// The first position.
    pub from: Integer,
    /// The moves at these positions, in increasing order.
    pub moves: Vec<u64>,
    /// The values: first of as many positions before the first one as the greatest move, and then of all others;
    /// nothing where there is no position.
    pub values: Vec<Option<u32>>,
    /// How far the positions are written.
    pub writing: Writing,
}

impl OptionsPiece {
    /// The value of each position, and its options, as far as they are written.
    fn each(&self) -> impl Iterator<Item = PositionLine> {
        let before = usize::try_from(self.moves.last().copied().unwrap_or(0)).unwrap_or(usize::MAX);
        let count = self.values.len().saturating_sub(before);
        let shown = |value: u32| letter(self.subject.rule.alphabet(), value);
        let option = move |at: usize, size: u64| {
            let back = usize::try_from(size).ok()?;
            let value = shown((*self.values.get(at.checked_sub(back)?)?)?);
            Some(OptionOfPosition { size: size.into(), value })
        };
        let line = move |at: usize| PositionLine {
            position: (&self.from + &Integer::from(at)).into(),
            value: self.values[before + at].map(shown).unwrap_or_default(),
            options: self.moves.iter().filter_map(|&size| option(before + at, size)).collect(),
        };
        self.writing.of((0..count).map(line), |_| 1)
    }
}

impl Render for OptionsPiece {
    fn text(&self) -> String {
        collected(|out| self.write_text(out))
    }

    /// A line for each position: its number, its value, and each move with the value to which it leads.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let last = &self.from + &Integer::from(self.values.len());
        let width = last.to_string().len();
        for PositionLine { position, value, options } in self.each() {
            let options = options.iter().map(|to| format!(" {}:{}", to.size.0, to.value));
            let at = align::right(&position.0, width);
            let line = format!("{at}  {value} {}", options.collect::<String>());
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

impl Serialize for OptionsPiece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let document = OptionsDocument {
            head: Head::new(&self.subject),
            results: Lines(self),
            cut: Cut(&self.writing),
        };
        document.serialize(serializer)
    }
}

#[output]
pub(super) struct OptionsDocument<'a> {
    #[serde(flatten)]
    head: Head,
    #[cfg_attr(test, schemars(with = "Vec<PositionLine>"))]
    results: Lines<'a>,
    #[serde(flatten)]
    #[cfg_attr(test, schemars(with = "Incomplete"))]
    cut: Cut<'a>,
}

struct Lines<'a>(&'a OptionsPiece);

impl Serialize for Lines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.each())
    }
}

/// A position with its value and its options.
#[output]
pub(super) struct PositionLine {
    position: Decimal,
    value: String,
    options: Vec<OptionOfPosition>,
}

/// A move, and the value of the position to which it leads.
#[output]
pub(super) struct OptionOfPosition {
    #[serde(rename = "move")]
    size: Decimal,
    value: String,
}

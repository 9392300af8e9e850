//! A piece of the sequence of each game of a family, row by row.

use super::json::{Decimal, Map};
use super::sequence::{Head, LeftOut, NoGame, Subject, Values, ValuesPiece, letter, line};
use super::{Render, align, point};
use crate::Integer;
use crate::affine::Affine;
use crate::lang;
use crate::model::{Alphabet, Value};
use crate::sequence::{Run, Seen, runs, seen};
use crate::verdict::Assignment;
use grundy_output::output;
use serde::{Serialize, Serializer};
use std::fmt::Write as _;

/// A piece of the sequence of one game.
#[derive(Clone, Debug)]
pub struct Row {
    /// The parameters for which the family is this game.
    pub parameters: Assignment,
    /// The game.
    pub subject: Subject,
    /// Does the piece end before its last run does?
    pub cut: bool,
    /// The values.
    pub values: Vec<u32>,
}

/// How the values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One letter for each.
    Values,
    /// As runs of one value.
    Runs,
    /// As runs, and as words whose lengths agree with all rows.
    Words,
}

impl Row {
    fn alphabet(&self) -> Alphabet {
        self.subject.rule.alphabet()
    }

    fn runs(&self) -> Vec<Run<u32>> {
        let mut found = runs(&self.values);
        if self.cut {
            found.pop();
        }
        found
    }

    fn name(&self) -> String {
        point(&self.parameters)
    }
}

/// A run as a word: `_3`, and `A` for one value.
fn word(alphabet: Alphabet, run: &Run<u32>) -> String {
    let letter = letter(alphabet, run.value);
    match run.length {
        1 => letter,
        length if run.value > alphabet.greatest().0.into() => format!("{letter}({length})"),
        length => format!("{letter}{length}"),
    }
}

/// The words that all rows show, or all but the first ones.
pub fn words(rows: &[Row]) -> Option<Seen> {
    let points: Vec<Vec<Integer>> = (rows.iter())
        .map(|row| row.parameters.iter().map(|(_, value)| value.clone()).collect())
        .collect();
    let all: Vec<_> = rows.iter().map(Row::runs).collect();
    seen(&points, &all).filter(|it| !it.words.is_empty())
}

/// Words of letters, each with its parameters: pieces of an expanded description.
pub struct ExpandedRows<'a> {
    /// The words.
    pub rows: &'a [(Assignment, String)],
    /// The first position.
    pub from: &'a Integer,
}

impl Render for ExpandedRows<'_> {
    /// A line for each, with the parameters in front if there are several.
    fn text(&self) -> String {
        let rows = self.rows;
        let names: Vec<String> = rows.iter().map(|(parameters, _)| point(parameters)).collect();
        let width = match rows {
            [_] => 0,
            _ => align::width(names.iter().map(String::as_str)) + 2,
        };
        let line = |(name, (_, word)): (&String, &(_, String))| match width {
            0 => format!("{word}\n"),
            _ => format!("{}{word}\n", align::left(name, width)),
        };
        names.iter().zip(rows).map(line).collect()
    }
}

impl Serialize for ExpandedRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pieces = self.rows.iter().map(|(parameters, values)| RowPiece {
            parameters: Map::of(parameters),
            from: self.from.into(),
            values,
        });
        let pieces: Vec<_> = pieces.collect();
        match &pieces[..] {
            [piece] => piece.serialize(serializer),
            pieces => Several { results: pieces, rows: pieces }.serialize(serializer),
        }
    }
}

#[output]
pub(super) struct RowPiece<'a> {
    parameters: Map<'a, Decimal>,
    from: Decimal,
    values: &'a str,
}

#[output]
pub(super) struct Several<'a> {
    results: &'a [RowPiece<'a>],
    /// The same as `results`, as it was called before.
    rows: &'a [RowPiece<'a>],
}

/// Pieces of sequences.
pub struct SequenceRows<'a> {
    /// The pieces.
    pub rows: &'a [Row],
    /// The first position.
    pub from: &'a Integer,
    /// How the values are written.
    pub layout: Layout,
    /// What made no game.
    pub left_out: &'a [LeftOut],
}

impl Render for SequenceRows<'_> {
    /// A line for each row, with runs in columns.
    fn text(&self) -> String {
        let &Self { rows, layout, .. } = self;
        if let Self { rows: [row], layout: Layout::Values, left_out: [], .. } = self {
            return line(row.alphabet(), &row.values) + "\n";
        }
        let mut lines: Vec<(String, Vec<String>, String)> = (rows.iter())
            .map(|row| {
                let cells = match layout {
                    Layout::Values => vec![line(row.alphabet(), &row.values)],
                    _ => row.runs().iter().map(|run| word(row.alphabet(), run)).collect(),
                };
                let cut = row.cut && layout != Layout::Values;
                (row.name(), cells, if cut { "..." } else { "" }.to_owned())
            })
            .collect();
        if layout == Layout::Words {
            lines.push(line_of_words(rows));
        }
        let columns = lines.iter().map(|(_, cells, _)| cells.len()).max().unwrap_or(0);
        let cells = |index: usize| lines.iter().filter_map(move |line| line.1.get(index));
        let widths: Vec<_> = (0..columns)
            .map(|index| match layout {
                Layout::Values => 0,
                _ => align::width(cells(index).map(String::as_str)),
            })
            .collect();
        let name = align::width(lines.iter().map(|line| line.0.as_str()));
        let mut text = String::new();
        for (label, cells, behind) in &lines {
            let mut line = if name > 0 { align::left(label, name) + "  " } else { String::new() };
            for (cell, width) in cells.iter().zip(&widths) {
                line += &align::left(cell, *width);
                line.push(' ');
            }
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", (line + behind).trim_end());
        }
        text
    }
}

impl Serialize for SequenceRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Self { rows, from, layout, left_out } = self;
        if let Self { rows: [row], layout: Layout::Values, left_out: [], .. } = self {
            return ValuesPiece::new(&row.subject, from, &row.values).serialize(serializer);
        }
        let parts = |row: &Row| -> Vec<RowPart> {
            let part = |run: &Run<u32>| RowPart {
                value: letter(row.alphabet(), run.value),
                length: run.length.to_string(),
            };
            row.runs().iter().map(part).collect()
        };
        let lines = rows.iter().map(|row| RowLine {
            parameters: Map::of(&row.parameters),
            head: Head::new(&row.subject),
            values: (layout == Layout::Values).then(|| Values::new(row.alphabet(), &row.values)),
            runs: (layout != Layout::Values).then(|| parts(row)),
        });
        let lines: Vec<_> = lines.collect();
        let found = if layout == Layout::Words { words(rows) } else { None };
        let names = rows.iter().take(1).flat_map(|row| &row.parameters);
        let names: Vec<_> = names.map(|(name, _)| name).collect();
        let alphabet = rows.first().map_or(Alphabet::Nim, Row::alphabet);
        let part = |(value, form): &(Value, Affine)| RowPart {
            value: alphabet.letter(*value),
            length: form.display(&names).to_string(),
        };
        let document = RowsDocument {
            from: from.to_string(),
            results: &lines,
            rows: &lines,
            words_from_row: found.as_ref().map(|it| it.from_row),
            words: found.as_ref().map(|it| it.words.iter().map(part).collect()),
            left_out: NoGame::all(left_out),
        };
        document.serialize(serializer)
    }
}

fn line_of_words(rows: &[Row]) -> (String, Vec<String>, String) {
    let label = "words".to_owned();
    let Some((found, first)) = words(rows).zip(rows.first()) else {
        return (label, Vec::new(), "none: too few rows to see how the lengths grow".into());
    };
    let names: Vec<_> = first.parameters.iter().map(|(name, _)| name).collect();
    let each = found.words.iter();
    let each = each.map(|(value, form)| lang::word(first.alphabet(), &[*value], form, &names));
    let from = match found.from_row {
        0 => String::new(),
        row => format!(" from {} on", rows[row].name()),
    };
    (label, each.collect(), format!("(seen{from}, not proved)"))
}

#[output]
pub(super) struct RowPart {
    pub value: String,
    pub length: String,
}

#[output]
struct RowLine<'a> {
    parameters: Map<'a, Decimal>,
    #[serde(flatten)]
    head: Head,
    #[serde(flatten)]
    values: Option<Values>,
    runs: Option<Vec<RowPart>>,
}

#[output]
pub(super) struct RowsDocument<'a> {
    from: String,
    results: &'a [RowLine<'a>],
    /// The same as `results`, as it was called before.
    rows: &'a [RowLine<'a>],
    /// Seen in all rows from this one on, counted from 0.
    words_from_row: Option<usize>,
    words: Option<Vec<RowPart>>,
    /// Values of the parameters that make no game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<NoGame<'a>>,
}

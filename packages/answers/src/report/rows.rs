//! A piece of the sequence of each game of a family, row by row.

use super::json::{Decimal, Map};
use super::sequence::{Head, LeftOut, NoGame, Subject, Values, ValuesPiece, letter};
#[cfg(test)]
use super::written::Incomplete;
use super::written::{Cut, Letters, Writing, collected};
use super::{Render, align, point};
use crate::Integer;
use crate::affine::Affine;
use crate::lang;
use crate::limit::{CancellationToken, Limit};
use crate::model::{Alphabet, Value};
use crate::sequence::{Packed, Run, Seen, runs_of, seen};
use crate::verdict::Assignment;
use grundy_output::{output, question};
use serde::{Serialize, Serializer};
use std::fmt::{self, Display, Write as _};
use std::io::{self, Write};

/// A piece of the sequence of one game.
#[derive(Clone, Debug)]
pub struct Row {
    /// The parameters for which the family is this game.
    pub parameters: Assignment,
    /// The game.
    pub subject: Subject,
    /// Does the piece end before its last run ends?
    pub cut: bool,
    /// The values.
    pub values: Packed,
}

/// How the values are written.
#[question]
#[derive(Copy, Default, PartialEq, Eq)]
pub enum Layout {
    /// One letter for each.
    #[default]
    Values,
    /// As runs of one value.
    Runs,
    /// As runs, and as words whose lengths agree with all rows.
    Words,
}

impl Row {
    pub(super) fn alphabet(&self) -> Alphabet {
        self.subject.rule.alphabet()
    }

    /// The runs, without the last one if the piece ends within it.
    fn runs(&self) -> impl Iterator<Item = Run<u32>> + '_ {
        let mut runs = runs_of(self.values.iter()).peekable();
        std::iter::from_fn(move || {
            let run = runs.next()?;
            (!self.cut || runs.peek().is_some()).then_some(run)
        })
    }

    fn letters<'w>(&'w self, writing: &'w Writing) -> Letters<'w> {
        Letters { alphabet: self.alphabet(), values: &self.values, writing }
    }

    /// The runs as words, as far as they are written.
    fn words<'w>(&'w self, writing: &'w Writing) -> impl Iterator<Item = String> + 'w {
        writing.of(self.runs(), |run| run.length).map(|run| word(self.alphabet(), &run))
    }

    fn name(&self) -> String {
        point(&self.parameters)
    }
}

/// A run as a word: `_3`, or `A` for a single value.
fn word(alphabet: Alphabet, run: &Run<u32>) -> String {
    let letter = letter(alphabet, run.value);
    match run.length {
        1 => letter,
        length if run.value > alphabet.greatest().0.into() => format!("{letter}({length})"),
        length => format!("{letter}{length}"),
    }
}

/// The approximate number of bytes that a run and everything derived from it take.
const RUN_BYTES: usize = 128;

/// The words that all rows show, or all except the first rows.
///
/// # Errors
/// If a stop is requested, or there are too many runs to keep.
pub fn words(rows: &[Row], stop: &CancellationToken) -> Result<Option<Seen>, Limit> {
    let points: Vec<Vec<Integer>> = (rows.iter())
        .map(|row| row.parameters.iter().map(|(_, value)| value.clone()).collect())
        .collect();
    let (mut all, mut count) = (Vec::with_capacity(rows.len()), 0);
    for row in rows {
        let mut runs = Vec::new();
        for run in row.runs() {
            stop.check()?;
            stop.room(count, RUN_BYTES)?;
            count += 1;
            runs.push(run);
        }
        all.push(runs);
    }
    Ok(seen(&points, &all, stop)?.filter(|seen| !seen.words.is_empty()))
}

/// Words of letters, each with its parameters: pieces of an expanded description.
#[derive(Debug)]
pub struct ExpandedRows {
    /// The words.
    pub rows: Vec<(Assignment, Packed)>,
    /// How values are written.
    pub alphabet: Alphabet,
    /// The first position.
    pub from: Integer,
    /// How far the rows are written.
    pub writing: Writing,
}

impl ExpandedRows {
    fn letters<'a>(&'a self, values: &'a Packed) -> Letters<'a> {
        Letters { alphabet: self.alphabet, values, writing: &self.writing }
    }

    fn piece<'a>(&'a self, (parameters, values): &'a (Assignment, Packed)) -> RowPiece<'a> {
        let (parameters, sequence) = (Map::of(parameters), self.letters(values));
        RowPiece { parameters, from: (&self.from).into(), sequence }
    }
}

impl Render for ExpandedRows {
    fn text(&self) -> String {
        collected(|out| self.write_text(out))
    }

    /// A line for each row, preceded by the parameters if there are several rows.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let rows = &self.rows;
        let names: Vec<String> = rows.iter().map(|(parameters, _)| point(parameters)).collect();
        let width = match &rows[..] {
            [_] => 0,
            _ => align::width(names.iter().map(String::as_str)) + 2,
        };
        for (name, (_, values)) in names.iter().zip(rows) {
            if self.writing.ended().is_some() {
                break;
            }
            if width > 0 {
                out.write_all(align::left(name, width).as_bytes())?;
            }
            writeln!(out, "{}", self.letters(values))?;
        }
        Ok(())
    }
}

impl Serialize for ExpandedRows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (writing, cut) = (&self.writing, Cut(&self.writing));
        match &self.rows[..] {
            [row] => OneRow { piece: self.piece(row), cut }.serialize(serializer),
            rows => {
                let rows = rows.iter().map(|row| self.piece(row)).collect();
                Several { results: Rows { rows, writing }, cut }.serialize(serializer)
            }
        }
    }
}

#[output]
pub(super) struct RowPiece<'a> {
    parameters: Map<'a, Decimal>,
    from: Decimal,
    #[cfg_attr(test, schemars(with = "String"))]
    sequence: Letters<'a>,
}

#[output]
pub(super) struct OneRow<'a> {
    #[serde(flatten)]
    piece: RowPiece<'a>,
    #[serde(flatten)]
    #[cfg_attr(test, schemars(with = "Incomplete"))]
    cut: Cut<'a>,
}

#[output]
pub(super) struct Several<'a> {
    #[cfg_attr(test, schemars(with = "Vec<RowPiece<'a>>"))]
    results: Rows<'a, RowPiece<'a>>,
    #[serde(flatten)]
    #[cfg_attr(test, schemars(with = "Incomplete"))]
    cut: Cut<'a>,
}

/// The rows up to the one in which a stop ended the writing.
struct Rows<'a, R> {
    rows: Vec<R>,
    writing: &'a Writing,
}

impl<R: Serialize> Serialize for Rows<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let goes_on = |_: &&R| self.writing.ended().is_none();
        serializer.collect_seq(self.rows.iter().take_while(goes_on))
    }
}

/// How values are written as text.  No document depends on it.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// In which form.
    pub form: Form,
    /// These characters for the values 0, 1, 2, ... in place of letters.
    pub letters: Vec<char>,
    /// Columns of a line; nothing is cut or wrapped where they are not known.
    pub width: Option<usize>,
    /// The most lines for one game, if there is a width.
    pub lines: Option<usize>,
}

/// A form of values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Letters, or runs.
    #[default]
    Letters,
    /// Numbers with commas between them, outcomes as 0 for P and 1 for N.
    Numbers,
    /// Lines of an index and a number, the b-file of the On-Line Encyclopedia of Integer Sequences.
    Indexed,
}

/// Pieces of sequences.
#[derive(Debug, Default)]
pub struct SequenceRows {
    /// The pieces.
    pub rows: Vec<Row>,
    /// The first position.
    pub from: Integer,
    /// How the values are written.
    pub layout: Layout,
    /// The [`words`] of the rows, if they are to be written.
    pub words: Option<Seen>,
    /// The values that did not make a game.
    pub left_out: Vec<LeftOut>,
    /// How far the rows are written.
    pub writing: Writing,
    /// How they are written as text.
    pub look: Look,
}

impl Render for SequenceRows {
    fn text(&self) -> String {
        collected(|out| self.write_text(out))
    }

    /// A line for each row, with runs in columns.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { rows, layout, writing, look, .. } = self;
        let layout = *layout;
        if look.form == Form::Indexed {
            return self.write_indexed(out);
        }
        if let Some(row) = self.only() {
            return match look.width {
                Some(width) if look.form == Form::Letters => self.write_lines(row, width, out),
                _ => writeln!(out, "{}", self.values(row)),
            };
        }
        // Several games are cut unless a number of values was asked for.
        let width = look.width.filter(|_| look.lines.is_some());
        let seen = (layout == Layout::Words).then(|| self.line_of_words());
        let names: Vec<String> = rows.iter().map(Row::name).collect();
        let labels = names.iter().map(String::as_str).chain(seen.iter().map(|_| WORDS));
        let name = align::width(labels);
        let label = |label: &str| match name {
            0 => String::new(),
            _ => align::left(label, name) + "  ",
        };
        let widths = match layout {
            Layout::Values => Vec::new(),
            _ => self.widths(seen.as_ref().map_or(&[], |(cells, _)| cells)),
        };
        for (row, name) in rows.iter().zip(&names) {
            if writing.ended().is_some() {
                return Ok(());
            }
            let label = label(name);
            if layout == Layout::Values {
                let label = if row.values.is_empty() { label.trim_end() } else { &label };
                match width {
                    Some(width) if look.form == Form::Letters => {
                        writeln!(out, "{label}{}", self.beginning(row, width, label.len()))?;
                    }
                    _ => writeln!(out, "{label}{}", self.values(row))?,
                }
                continue;
            }
            let mut line = Line { out, gap: 0, room: width.unwrap_or(usize::MAX) };
            line.put(&label)?;
            line.cells(row.words(writing), &widths)?;
            // A sequence has no end.
            line.end(DOTS)?;
        }
        if let Some((cells, after)) = seen.filter(|_| writing.ended().is_none()) {
            let room = width.map(|width| (width + DOTS.len()).saturating_sub(after.len()));
            let mut line = Line { out, gap: 0, room: room.unwrap_or(usize::MAX) };
            line.put(&label(WORDS))?;
            line.cells(cells.into_iter(), &widths)?;
            line.end(&after)?;
        }
        Ok(())
    }
}

/// The end of a line that shows the beginning of a sequence.
const DOTS: &str = "...";

/// The name of the line of words.
const WORDS: &str = "words";

impl SequenceRows {
    /// The only piece, if its values are written and nothing is left out.
    fn only(&self) -> Option<&Row> {
        match (&self.rows[..], self.layout, &self.left_out[..]) {
            ([row], Layout::Values, []) => Some(row),
            _ => None,
        }
    }

    /// The values of a row in the form that is asked for.
    fn values(&self, row: &Row) -> impl Display {
        let Look { form, letters, .. } = &self.look;
        fmt::from_fn(move |out| match (form, &letters[..]) {
            (Form::Letters, []) => row.letters(&self.writing).fmt(out),
            (Form::Letters, letters) => {
                let values = self.writing.of(row.values.iter(), |_| 1);
                values.into_iter().try_for_each(|value| out.write_char(letters[value as usize]))
            }
            _ => {
                let values = self.writing.of(row.values.iter(), |_| 1).enumerate();
                values.into_iter().try_for_each(|(index, value)| {
                    out.write_str(if index > 0 { ", " } else { "" })?;
                    value.fmt(out)
                })
            }
        })
    }

    /// The values of a row one by one, and the columns that each takes.
    fn cells<'r>(&'r self, row: &'r Row) -> (impl Fn(u32) -> String + 'r, usize) {
        let (alphabet, own) = (row.alphabet(), &self.look.letters);
        let are_letters = !own.is_empty() || row.values.have_letters(alphabet);
        let widest = row.values.iter().max().unwrap_or(0).to_string().len() + 1;
        let cell = move |value: u32| match own.get(value as usize) {
            Some(own) => own.to_string(),
            None if are_letters => letter(alphabet, value),
            None => format!("{value:<widest$}"),
        };
        (cell, if are_letters { 1 } else { widest })
    }

    /// As many values of a row as fit after a label, and dots.
    fn beginning(&self, row: &Row, width: usize, label: usize) -> String {
        let (cell, columns) = self.cells(row);
        let room = width.saturating_sub(label + 1 + DOTS.len()) / columns;
        let shown: String = row.values.iter().take(room.max(1)).map(cell).collect();
        format!("{} {DOTS}", shown.trim_end())
    }

    /// Lines with the position of their first value, as many as are wanted.
    fn write_lines(&self, row: &Row, width: usize, out: &mut dyn Write) -> io::Result<()> {
        let (cell, columns) = self.cells(row);
        let count = row.values.len();
        let position = |at: usize| (&self.from + &Integer::from(at)).to_string();
        let label = position(count).len();
        let room = width.saturating_sub(label + 3 + DOTS.len()) / columns;
        let room = if room >= 10 { room / 10 * 10 } else { room.max(1) };
        let shown = self.look.lines.map_or(count, |lines| count.min(lines.saturating_mul(room)));
        if shown * columns <= width && self.look.lines.is_none() {
            return writeln!(out, "{}", self.values(row));
        }
        let mut values = self.writing.of(row.values.iter().take(shown), |_| 1).peekable();
        for first in (0..shown).step_by(room) {
            let line: String = values.by_ref().take(room).map(&cell).collect();
            let dots = if values.peek().is_none() { format!(" {DOTS}") } else { String::new() };
            let at = align::right(&position(first), label);
            writeln!(out, "{at}  {}{dots}", line.trim_end())?;
            if values.peek().is_none() {
                break;
            }
        }
        Ok(())
    }

    /// What the values are, as a comment, and a line for each position.
    fn write_indexed(&self, out: &mut dyn Write) -> io::Result<()> {
        for row in &self.rows {
            writeln!(out, "# {}", self.meaning(row))?;
            for (at, value) in self.writing.of(row.values.iter(), |_| 1).enumerate() {
                writeln!(out, "{} {value}", &self.from + &Integer::from(at))?;
            }
        }
        Ok(())
    }

    /// What the numbers of a row mean: `outcomes of { 3 7 8 }, 0 for P and 1 for N`.
    fn meaning(&self, row: &Row) -> String {
        let codes = match row.alphabet() {
            Alphabet::Outcome => ", 0 for P (lost) and 1 for N (won)",
            _ => "",
        };
        format!("{}{codes}", row.subject.name())
    }

    /// What numbers mean, where they do not say it.
    pub fn note(&self) -> Option<String> {
        let row = self.rows.first().filter(|_| self.look.form == Form::Numbers)?;
        (row.alphabet() == Alphabet::Outcome).then(|| self.meaning(row))
    }

    /// The greatest value.
    pub fn greatest(&self) -> u32 {
        self.rows.iter().flat_map(|row| row.values.iter()).max().unwrap_or(0)
    }

    /// The widths of the columns of cells, at most [`align::WIDEST`]; one row needs none.
    fn widths(&self, words: &[String]) -> Vec<u8> {
        let mut widths: Vec<u8> = Vec::new();
        if let ([_], []) = (&self.rows[..], words) {
            return widths;
        }
        let mut holds = |index: usize, cell: &str| {
            let width = align::width([cell]) as u8;
            match widths.get_mut(index) {
                Some(known) => *known = width.max(*known),
                None => widths.push(width),
            }
        };
        for row in &self.rows {
            row.words(&self.writing).enumerate().for_each(|(index, cell)| holds(index, &cell));
        }
        words.iter().enumerate().for_each(|(index, cell)| holds(index, cell));
        widths
    }

    fn line_of_words(&self) -> (Vec<String>, String) {
        let Some((found, first)) = self.words.as_ref().zip(self.rows.first()) else {
            return (Vec::new(), "none: too few rows to see how the lengths grow".into());
        };
        let names: Vec<_> = first.parameters.iter().map(|(name, _)| name).collect();
        let each = found.words.iter();
        let each = each.map(|(value, form)| lang::word(first.alphabet(), &[*value], form, &names));
        let from = match found.from_row {
            0 => String::new(),
            row => format!(" from {} on", self.rows[row].name()),
        };
        (each.collect(), format!("{DOTS} (seen{from}, not proved)"))
    }
}

/// A line of cells, without spaces at its end.
struct Line<'o> {
    out: &'o mut dyn Write,
    /// Spaces that are written before the next cell.
    gap: usize,
    /// Columns that are left.
    room: usize,
}

impl Line<'_> {
    fn put(&mut self, text: &str) -> io::Result<()> {
        let shown = text.trim_end();
        if !shown.is_empty() {
            write!(self.out, "{:1$}{shown}", "", self.gap)?;
            self.room = self.room.saturating_sub(self.gap + shown.chars().count());
            self.gap = 0;
        }
        self.gap += text.len() - shown.len();
        Ok(())
    }

    fn cells(&mut self, cells: impl Iterator<Item = String>, widths: &[u8]) -> io::Result<()> {
        for (index, cell) in cells.enumerate() {
            let width = widths.get(index).copied().unwrap_or(0);
            if self.gap + cell.chars().count() + 1 + DOTS.len() > self.room {
                break;
            }
            self.put(&align::left(&cell, width.into()))?;
            self.gap += 1;
        }
        Ok(())
    }

    fn end(mut self, after: &str) -> io::Result<()> {
        self.put(after)?;
        self.out.write_all(b"\n")
    }
}

impl Serialize for SequenceRows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { rows, from, layout, words, left_out, writing, .. } = self;
        let layout = *layout;
        if let Some(row) = self.only() {
            let piece = ValuesPiece::new(&row.subject, from, &row.values, writing);
            return piece.serialize(serializer);
        }
        let line = |row| RowLine::new(row, layout, writing);
        let names = rows.iter().take(1).flat_map(|row| &row.parameters);
        let names: Vec<_> = names.map(|(name, _)| name).collect();
        let alphabet = rows.first().map_or(Alphabet::Nim, Row::alphabet);
        let document = RowsDocument {
            from: from.to_string(),
            results: Rows { rows: rows.iter().map(line).collect(), writing },
            words_from_row: words.as_ref().map(|words| words.from_row),
            words: words.as_ref().map(|words| parts(&words.words, alphabet, &names)),
            left_out: NoGame::all(left_out),
            cut: Cut(writing),
        };
        document.serialize(serializer)
    }
}

/// Words for programs.
pub(super) fn parts(
    words: &[(Value, Affine)],
    alphabet: Alphabet,
    names: &[impl Display],
) -> Vec<RowPart> {
    let part = |(value, form): &(Value, Affine)| RowPart {
        value: alphabet.letter(*value),
        length: form.display(names).to_string(),
    };
    words.iter().map(part).collect()
}

#[output]
pub(super) struct RowPart {
    pub value: String,
    pub length: String,
}

#[output]
pub(super) struct RowLine<'a> {
    parameters: Map<'a, Decimal>,
    #[serde(flatten)]
    head: Head,
    #[serde(flatten)]
    values: Option<Values<'a>>,
    #[cfg_attr(test, schemars(with = "Option<Vec<RowPart>>"))]
    runs: Option<Runs<'a>>,
}

impl<'a> RowLine<'a> {
    pub(super) fn new(row: &'a Row, layout: Layout, writing: &'a Writing) -> Self {
        let are_values = layout == Layout::Values;
        Self {
            parameters: Map::of(&row.parameters),
            head: Head::new(&row.subject),
            values: are_values.then(|| Values::new(row.alphabet(), &row.values, writing)),
            runs: (!are_values).then_some(Runs(row, writing)),
        }
    }
}

/// The runs of a row, as far as they are written.
struct Runs<'a>(&'a Row, &'a Writing);

impl Serialize for Runs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(row, writing) = self;
        let part = |run: Run<u32>| RowPart {
            value: letter(row.alphabet(), run.value),
            length: run.length.to_string(),
        };
        serializer.collect_seq(writing.of(row.runs(), |run| run.length).map(part))
    }
}

#[output]
pub(super) struct RowsDocument<'a> {
    from: String,
    #[cfg_attr(test, schemars(with = "Vec<RowLine<'a>>"))]
    results: Rows<'a, RowLine<'a>>,
    /// Seen in every row from this one on, counted from 0.
    words_from_row: Option<usize>,
    words: Option<Vec<RowPart>>,
    /// Values of the parameters that make no game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<NoGame<'a>>,
    #[serde(flatten)]
    #[cfg_attr(test, schemars(with = "Incomplete"))]
    cut: Cut<'a>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::{Game, Moves, Rule};

    /// The beginnings of the outcomes of { n } for n = 1, 2, 3.
    fn rows(count: usize) -> Vec<Row> {
        let row = |n: u64| {
            let game = Game::new(Moves::new(&[n]).expect("moves"), Rule::Normal).expect("a game");
            let values = (0..count as u64).map(|position| u32::from(position / n % 2 == 1));
            let values = values.collect::<Vec<_>>().into();
            let parameters = vec![("n".to_owned(), n.into())];
            Row { parameters, subject: Subject::from(&game), cut: true, values }
        };
        (1..4).map(row).collect()
    }

    #[test]
    fn words_of_too_many_runs_are_undecided() {
        let stop = CancellationToken::default().with_memory(100 * RUN_BYTES as u64);
        assert!(words(&rows(48), &stop).is_ok_and(|found| found.is_some()));
        assert_eq!(words(&rows(600), &stop), Err(Limit::MEMORY));
    }

    /// Text and document end at the same place, however a result is requested.
    #[test]
    fn what_is_cut_is_whole() {
        let rows = rows(100_000);
        let stop = CancellationToken::default();
        stop.request();
        for (layout, positions) in [(Layout::Values, 1 << 14), (Layout::Runs, 1 << 14)] {
            let cut = |rows: &[Row], as_text: bool| {
                let writing = Writing::new(&stop);
                let all =
                    SequenceRows { rows: rows.to_vec(), layout, writing, ..Default::default() };
                let text = if as_text { all.text() } else { all.json() };
                (text, all.writing.ended())
            };
            let (text, ended) = cut(&rows[..1], true);
            assert_eq!(ended, Some(positions), "{layout:?}");
            assert!(text.ends_with(if layout == Layout::Runs { " - + ...\n" } else { "-+\n" }));
            assert_eq!(text.lines().count(), 1);
            let (text, ended) = cut(&rows, false);
            assert_eq!(ended, Some(positions), "{layout:?}");
            let document: serde_json::Value = serde_json::from_str(&text).expect("a document");
            assert_eq!(document["results"].as_array().map(Vec::len), Some(1));
            assert_eq!(document["positions"], positions.to_string());
            assert_eq!(
                (&document["verdict"], &document["limit"]),
                (&"undecided".into(), &"time".into())
            );
        }
    }
}

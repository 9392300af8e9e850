//! Rows of values: which columns there are, and how their values are written.

use super::keys::{Keys, Reader, span};
use super::model::{Cell, Content, MoveList, Row};
use crate::Integer;
use crate::diagnostic::Code;
use toml::Spanned;
use toml::de::DeValue;

/// How the value of a column is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// An integer.
    Number,
    /// A decimal fraction.
    Decimal,
    /// `true` or `false`.
    Flag,
    /// `[[2, 54], [1, 7]]`: two of length 54, one of length 7.
    Lengths,
}

/// A column and how its values are written.
pub(super) type CellKey = (&'static str, Shape);

/// The columns of a row of a table.
pub(super) const CELLS: [CellKey; 18] = [
    ("max", Shape::Number),
    ("p", Shape::Number),
    ("q", Shape::Number),
    ("nim_p", Shape::Number),
    ("nim_q", Shape::Number),
    ("p_above", Shape::Number),
    ("pairs", Shape::Number),
    ("half", Shape::Flag),
    ("symmetric", Shape::Flag),
    ("log2_p_by_max", Shape::Decimal),
    ("log_max_p", Shape::Decimal),
    ("log_max_q", Shape::Decimal),
    ("words", Shape::Number),
    ("palindromic", Shape::Number),
    ("orbits", Shape::Number),
    ("start_orbit", Shape::Number),
    ("orbit_lengths", Shape::Lengths),
    ("longest_orbits", Shape::Lengths),
];

/// The columns of a single value of a family.
pub(super) const FAMILY_CELLS: [CellKey; 5] = [
    ("p", Shape::Number),
    ("q", Shape::Number),
    ("nim_p", Shape::Number),
    ("nim_q", Shape::Number),
    ("p_above", Shape::Number),
];

/// The columns of statistics over all symmetric games with five moves.
pub(super) const STATISTICS: [CellKey; 5] = [
    ("max", Shape::Number),
    ("sum", Shape::Number),
    ("count", Shape::Number),
    ("greatest", Shape::Number),
    ("log_mean_by_max", Shape::Decimal),
];

/// The columns of the frequencies of period types.
pub(super) const AREAS: [CellKey; 8] = [
    ("max", Shape::Number),
    ("games", Shape::Number),
    ("diag", Shape::Decimal),
    ("p13", Shape::Decimal),
    ("p23", Shape::Decimal),
    ("p12", Shape::Decimal),
    ("two", Shape::Decimal),
    ("three", Shape::Decimal),
];

/// The integer in a column.
pub(super) fn number<'a>(cells: &'a [Cell], column: &str) -> Option<&'a Integer> {
    cells.iter().find(|cell| cell.column == column).and_then(|cell| match &cell.value {
        Content::Number(number) => Some(number),
        _ => None,
    })
}

impl Reader<'_> {
    /// A row with the moves if there are no parameters, and otherwise with the parameters.
    pub(crate) fn row(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        columns: &'static [CellKey],
        parameters: &[char],
    ) -> Option<Row> {
        let names: Vec<_> = parameters.iter().map(char::to_string).collect();
        // A row of a table is a game of its own, with remarks on it.
        let single = columns == CELLS;
        let mut known: Vec<&str> = names.iter().map(String::as_str).collect();
        known.extend(columns.iter().map(|(name, _)| *name));
        known.extend(if single { &["moves", "computed", "note"][..] } else { &["note"] });
        let keys = self.table(value, &known)?;
        let mut at = Vec::new();
        for (name, parameter) in names.iter().zip(parameters) {
            let number = self.needed(keys, name).and_then(|value| self.number(value));
            at.extend(number.map(|number| (*parameter, number)));
        }
        let moves = self.text(keys, "moves").and_then(|text| self.inner(&text, MoveList::parse));
        if let Some(list) = &moves {
            for (from, to) in &list.items {
                let used = from.variables().iter().chain(to.iter().flat_map(|to| to.variables()));
                for (name, place) in used.copied().collect::<Vec<_>>() {
                    let message = format!("`{name}` is not a parameter");
                    self.error(
                        Code::UnknownLetter,
                        message,
                        place,
                        "the moves of a single game are numbers",
                    );
                }
            }
        }
        let cells = self.cells(keys, columns);
        let computed = keys.get("computed").and_then(|value| {
            let known: Vec<_> = columns.iter().map(|(name, _)| *name).collect();
            let keys = self.table(value, &known)?;
            Some(self.cells(keys, columns))
        });
        Some(Row { at, moves, cells, computed: computed.unwrap_or_default(), span: span(value) })
    }

    fn cells(&mut self, keys: Keys<'_>, columns: &'static [CellKey]) -> Vec<Cell> {
        let mut cells = Vec::new();
        for &(column, shape) in columns {
            let Some(value) = keys.get(column) else { continue };
            let content = match (shape, value.get_ref()) {
                (Shape::Decimal, DeValue::Float(float)) if is_decimal(float.as_str()) => {
                    Some(Content::Decimal(float.as_str().to_owned()))
                }
                (Shape::Decimal, _) => {
                    self.wrong_type(value, "a decimal fraction such as 0.25");
                    None
                }
                (Shape::Flag, DeValue::Boolean(flag)) => Some(Content::Flag(*flag)),
                (Shape::Flag, _) => {
                    self.wrong_type(value, "true or false");
                    None
                }
                (Shape::Number, _) => self.number(value).map(Content::Number),
                (Shape::Lengths, _) => self.lengths(value).map(Content::Lengths),
            };
            cells.extend(content.map(|content| Cell { column, value: content, span: span(value) }));
        }
        cells
    }

    fn lengths(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Vec<(Integer, Integer)>> {
        let mut lengths = Vec::new();
        for pair in self.array(value) {
            let numbers: Vec<_> =
                self.array(pair).into_iter().filter_map(|one| self.number(one)).collect();
            let Ok([many, length]) = <[Integer; 2]>::try_from(numbers) else {
                let message = "how many orbits, and how long?";
                self.error(Code::WrongType, message, span(pair), "expected two numbers");
                return None;
            };
            lengths.push((many, length));
        }
        Some(lengths)
    }
}

/// Digits, a point, digits.
fn is_decimal(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once('.').is_some_and(|(whole, fraction)| digits(whole) && digits(fraction))
}

//! Tables that follow from others, compared line by line with what was computed.

use super::table::{Record, Table, TableKind};
use crate::diagnostic::{Diagnostic, Span};
use crate::verdict::{Cell, Finding};

/// The code of cells that differ.
pub const CELL: &str = "E0710";

/// The code of cells about which nothing in print says anything.
const OPEN: &str = "E0712";

/// A computed line of a table: for each column the texts that are right, the first one being the
/// plainest.  Where no text is given, nothing follows about the cell.
pub type Line = Vec<Vec<String>>;

/// A line in which every cell has a single right text.
pub fn line<const N: usize>(cells: [String; N]) -> Line {
    cells.into_iter().map(|cell| vec![cell]).collect()
}

/// A cell that says something else than was computed.
pub fn differs(
    table: &Table,
    record: &Record,
    column: usize,
    computed: impl Into<String>,
    message: impl Into<String>,
) -> Finding {
    let claimed = record.cell(column).to_owned();
    at(table, record.span(column), label(table.kind, record), column, claimed, computed, message)
}

/// A finding about a cell, or about a line that is missing.
pub fn at(
    table: &Table,
    span: Span,
    row: String,
    column: usize,
    claimed: String,
    computed: impl Into<String>,
    message: impl Into<String>,
) -> Finding {
    let computed = computed.into();
    let columns = table.kind.columns();
    let column = columns.get(column).copied().unwrap_or_default().to_owned();
    let shown = if computed.is_empty() { "nothing" } else { &computed };
    let diagnostic = Diagnostic::error(CELL, message).label(span, format!("computed: {shown}"));
    let cell = Cell { row, column, claimed, computed };
    Finding::wrong_cell(diagnostic, cell)
}

/// A finding about a cell for which nothing can be computed, and why.
pub fn open(record: &Record, column: usize, message: impl Into<String>) -> Finding {
    Finding::new(Diagnostic::error(OPEN, message).label(record.span(column), "not decided"))
}

/// What the line is about: the first columns that tell it from the others.
pub fn label(kind: TableKind, record: &Record) -> String {
    let cell = |column| record.cell(column);
    match kind {
        TableKind::Tree => format!("{}.{}-{}", cell(0), cell(1), cell(2)),
        TableKind::Lamps => format!("{}-{}", cell(0), cell(1)),
        TableKind::TransitionsPrimary | TableKind::TransitionsCompressed => record.cells.join(" "),
        TableKind::Collisions | TableKind::Repairs => format!("{} {}", cell(0), cell(1)),
        _ => cell(0).to_owned(),
    }
}

/// The number of columns, from the first, by which a line is recognised.
fn keys(kind: TableKind) -> usize {
    match kind {
        TableKind::Lamps => 2,
        TableKind::TransitionsPrimary | TableKind::TransitionsCompressed => 3,
        TableKind::Collisions => 2,
        _ => 1,
    }
}

/// The cells that differ from the computed lines, which may stand in any order.
///
/// Lines are matched first by all cells, then by their keys, then by as many cells as possible,
/// so that a wrong key is a wrong cell and not a line too many and another one missing.
pub fn compare(table: &Table, computed: &[Line]) -> Vec<Finding> {
    let width = table.kind.columns().len();
    let records = &table.records;
    let fit = |record: usize, line: usize| {
        let cells = 0..width;
        cells.filter(|&column| fits(table.kind, column, &records[record], &computed[line])).count()
    };
    let key = |record: usize, line: usize| {
        let mut cells = 0..keys(table.kind);
        cells.all(|column| fits(table.kind, column, &records[record], &computed[line]))
    };
    let mut of_record = vec![None; records.len()];
    let mut taken = vec![false; computed.len()];
    let mut pairs: Vec<(bool, usize, usize, usize)> = Vec::new();
    for record in 0..records.len() {
        for line in 0..computed.len() {
            let cells = fit(record, line);
            if cells > 0 {
                pairs.push((cells == width || key(record, line), cells, record, line));
            }
        }
    }
    pairs.sort_by_key(|&(key, cells, record, line)| {
        (std::cmp::Reverse((cells == width, key, cells)), record.abs_diff(line), record, line)
    });
    for (_, _, record, line) in pairs {
        if of_record[record].is_none() && !taken[line] {
            of_record[record] = Some(line);
            taken[line] = true;
        }
    }
    let mut findings = Vec::new();
    for (record, line) in records.iter().zip(&of_record) {
        let Some(line) = line.and_then(|line| computed.get(line)) else {
            findings.push(differs(table, record, 0, "", "this line should not be there"));
            continue;
        };
        for column in 0..width {
            if !fits(table.kind, column, record, line)
                && let Some(right) = line.get(column).and_then(|texts| texts.first())
            {
                findings.push(differs(
                    table,
                    record,
                    column,
                    right,
                    difference(table.kind, column),
                ));
            }
        }
    }
    for (line, _) in computed.iter().zip(&taken).filter(|(_, taken)| !**taken) {
        let first = |column: usize| line.get(column).and_then(|texts| texts.first()).cloned();
        let cells = (0..width).map(|column| first(column).unwrap_or_default()).collect();
        let missing = Record { cells, spans: Vec::new() };
        let row = label(table.kind, &missing);
        let whole = missing.cells.join(" ");
        let message = format!("the line {row} is missing");
        findings.push(at(table, table.header, row, 0, String::new(), whole.trim(), message));
    }
    findings
}

/// What is wrong with a cell of this column, in one line.
fn difference(kind: TableKind, column: usize) -> String {
    let name = kind.columns().get(column).copied().unwrap_or_default();
    format!("{name} differs from what was computed")
}

fn fits(kind: TableKind, column: usize, record: &Record, line: &Line) -> bool {
    let texts = line.get(column).map_or(&[][..], Vec::as_slice);
    // Rows are listed in any order.
    let list = matches!((kind, column), (TableKind::Moves, 1) | (TableKind::Decodability, 8));
    let printed = record.cell(column);
    texts.is_empty()
        || texts.iter().any(|text| match list {
            true => words(text) == words(printed),
            false => text == printed,
        })
}

fn words(list: &str) -> Vec<&str> {
    let mut words: Vec<_> = list.split(' ').collect();
    words.sort_unstable();
    words
}

//! Tables that follow from others, compared line by line with what was computed.

use super::table::{Record, Table, TableKind};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::verdict::{Cell, Finding};

/// The code of cells that differ.
pub(super) const CELL: Code = Code::WrongCell;

/// The code of cells about which nothing in print says anything.
const OPEN: Code = Code::UndecidedCell;

/// A computed line of a table: for each column the texts that are right, the first one being the
/// plainest.  Where no text is given, nothing follows about the cell.
pub(super) type ComputedLine = Vec<Vec<String>>;

/// A line in which every cell has a single right text, the last one after some numbers or texts.
pub(super) fn line<const N: usize>(cells: [impl ToString; N], last: &str) -> ComputedLine {
    let cells = cells.into_iter().map(|cell| cell.to_string()).chain([last.to_owned()]);
    cells.map(|cell| vec![cell]).collect()
}

/// A cell that says something else than was computed.
pub(super) fn differs(
    table: &Table,
    record: &Record,
    column: usize,
    computed: impl Into<String>,
    message: impl Into<String>,
) -> Finding {
    let claimed = record.cell(column).to_owned();
    let row = table.kind.label(record);
    at(table, record.span(column), row, column, claimed, computed.into(), message)
}

/// A line that is missing.
pub(super) fn missing_line(
    table: &Table,
    row: String,
    computed: impl Into<String>,
    message: impl Into<String>,
) -> Finding {
    at(table, table.header, row, 0, String::new(), computed.into(), message)
}

/// A finding about a cell.
pub(super) fn at(
    table: &Table,
    span: Span,
    row: String,
    column: usize,
    claimed: String,
    computed: String,
    message: impl Into<String>,
) -> Finding {
    let shown = if computed.is_empty() { "nothing" } else { &computed };
    let diagnostic = Diagnostic::new(CELL, message).label(span, format!("computed: {shown}"));
    let column = table.kind.column(column).to_owned();
    Finding::wrong_cell(diagnostic, Cell { row, column, claimed, computed })
}

/// A finding about a cell for which nothing can be computed, and why.
pub(super) fn open(record: &Record, column: usize, message: impl Into<String>) -> Finding {
    Finding::new(Diagnostic::new(OPEN, message).label(record.span(column), "not decided"))
}

/// The cells that differ from the computed lines, which may stand in any order.
///
/// Lines are matched first by all cells, then by their keys, then by as many cells as possible,
/// so that a wrong key is a wrong cell and not a line too many and another one missing.
pub(super) fn compare(table: &Table, computed: &[ComputedLine]) -> Vec<Finding> {
    let width = table.kind.columns().len();
    let records = &table.records;
    let fit = |record: usize, line: usize| {
        let cells = 0..width;
        cells.filter(|&column| fits(table.kind, column, &records[record], &computed[line])).count()
    };
    let key = |record: usize, line: usize| {
        let mut cells = 0..table.kind.keys();
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
        for (column, texts) in line.iter().enumerate() {
            if let Some(right) = texts.first()
                && !fits(table.kind, column, record, line)
            {
                let message =
                    format!("{} differs from what was computed", table.kind.column(column));
                findings.push(differs(table, record, column, right, message));
            }
        }
    }
    for (line, _) in computed.iter().zip(&taken).filter(|(_, taken)| !**taken) {
        let cells: Vec<_> =
            line.iter().map(|texts| texts.first().cloned().unwrap_or_default()).collect();
        let missing = Record { given: cells.len(), cells, spans: Vec::new() };
        let row = table.kind.label(&missing);
        let whole = missing.cells.join(" ");
        let message = format!("the line {row} is missing");
        findings.push(missing_line(table, row, whole.trim(), message));
    }
    findings
}

fn fits(kind: TableKind, column: usize, record: &Record, line: &ComputedLine) -> bool {
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

//! Tables of tab-separated values, as published: what kind of table it is shows in its columns.

use crate::diagnostic::{Code, Diagnostic, Span};

/// A kind of table, which shows in its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableKind {
    Tree,
    Moves,
    TransitionsPrimary,
    TransitionsCompressed,
    Occupancy,
    Packing,
    Renaming,
    Relays,
    Lamps,
    Decodability,
    Collisions,
    Claims,
    /// Repairs of damage by scanning.
    Repairs,
}

/// For every kind of table its columns in order; what joins the first of them to the name of a
/// line; and by how many of them a line is recognised.
const KINDS: [(TableKind, &str, &str, usize); 13] = [
    (
        TableKind::Tree,
        "step variant wolf sheep_move next sheep_after wolf_possible wolf_previous",
        ".-",
        3,
    ),
    (TableKind::Moves, "sheep_move used_in", "", 1),
    (TableKind::TransitionsPrimary, "to from step wolf", "   ", 3),
    (TableKind::TransitionsCompressed, "from to step wolf", "   ", 3),
    (TableKind::Occupancy, "variant first_step last_step digits_in_bar", "", 1),
    (TableKind::Packing, "new_variant bar_as_printed", "", 1),
    (TableKind::Renaming, "old new", "", 1),
    (TableKind::Relays, "relay row2 row3 row4 row5 row6", "", 1),
    (
        TableKind::Lamps,
        "step.variant wolf next_flag row2 row3 row4 row5 row6 row7 relay_label",
        "-",
        2,
    ),
    (TableKind::Decodability, "sheep row1 row2 row3 row4 row5 row6 row7 labels", "", 1),
    (TableKind::Collisions, "row_a row_b", " ", 2),
    (TableKind::Claims, "id topic claim", "", 1),
    (TableKind::Repairs, "file row field raw repaired reason", " ", 2),
];

impl TableKind {
    fn row(self) -> &'static (Self, &'static str, &'static str, usize) {
        // Every kind has its row.
        KINDS.iter().find(|(kind, ..)| *kind == self).unwrap_or(&KINDS[0])
    }

    /// The names of the columns.
    pub(crate) fn columns(self) -> Vec<&'static str> {
        self.row().1.split(' ').collect()
    }

    /// The name of a column; empty if there is none.
    pub(super) fn column(self, index: usize) -> &'static str {
        self.row().1.split(' ').nth(index).unwrap_or_default()
    }

    /// The number of columns, from the first, by which a line is recognised.
    pub(super) fn keys(self) -> usize {
        self.row().3
    }

    /// What a line is about: the first columns that tell it from the others.
    pub(super) fn label(self, record: &Record) -> String {
        let mut label = record.cell(0).to_owned();
        for (column, sign) in (1..).zip(self.row().2.chars()) {
            label.push(sign);
            label += record.cell(column);
        }
        label
    }
}

/// A table as it is in its file.
#[derive(Clone, Debug)]
pub struct Table {
    /// The name of the file without its ending, such as `tree_primary`.
    pub name: String,
    /// What it holds.
    pub(crate) kind: TableKind,
    /// The line with the names of the columns.
    pub header: Span,
    /// The lines below, without comments and empty lines.
    pub records: Vec<Record>,
}

/// One line of a table.
#[derive(Clone, Debug)]
pub struct Record {
    /// The cells; as many as there are columns.
    pub cells: Vec<String>,
    /// Where the cells are.
    pub spans: Vec<Span>,
    /// How many of them the line has; those that are left out at its end are empty.
    pub given: usize,
}

impl Record {
    /// The cell in this column; every record has all cells of its kind.
    pub fn cell(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }

    /// Where the cell in this column is.
    pub fn span(&self, column: usize) -> Span {
        self.spans.get(column).copied().unwrap_or_default()
    }
}

/// Are the columns those of a table?
pub fn is_table(text: &str) -> bool {
    let mut lines = lines(text).filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    let header = lines.next().map_or("", |(header, _)| header);
    KINDS.iter().any(|(_, columns, ..)| columns.split(' ').eq(header.split('\t')))
}

/// Reads a table.  Lines that begin with `#` are comments; the first other line names the
/// columns; cells at the end of a line may be left out when they are empty.
pub fn read(name: &str, text: &str) -> Result<Table, Vec<Diagnostic>> {
    let mut lines = lines(text).filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    let Some((header, at)) = lines.next() else {
        return Err(vec![
            Diagnostic::new(Code::UnknownColumns, "no line of this table names its columns")
                .label(Span::default(), "empty")
                .help(known_columns()),
        ]);
    };
    let span = Span::new(at, at + header.len());
    let of_header = |(_, columns, ..): &&(_, &str, _, _)| columns.split(' ').eq(header.split('\t'));
    let Some(&(kind, ..)) = KINDS.iter().find(of_header) else {
        return Err(vec![
            Diagnostic::new(
                Code::UnknownColumns,
                "these are not the columns of a table of wolf and sheep",
            )
            .label(span, "no known table has these columns")
            .help(known_columns()),
        ]);
    };
    let width = kind.columns().len();
    let (mut records, mut faults) = (Vec::new(), Vec::new());
    for (line, at) in lines {
        let (mut cells, mut spans, mut start) = (Vec::new(), Vec::new(), at);
        for cell in line.split('\t') {
            cells.push(cell.to_owned());
            spans.push(Span::new(start, start + cell.len()));
            start += cell.len() + 1;
        }
        if cells.len() > width {
            let whole = Span::new(at, at + line.len());
            let message = format!("{} cells, but the table has {width} columns", cells.len());
            faults.push(
                Diagnostic::new(Code::UnreadableCell, message)
                    .label(whole, "too many cells")
                    .help("separate cells with exactly one tab"),
            );
        }
        let given = cells.len();
        cells.resize(width, String::new());
        spans.resize(width, Span::new(at + line.len(), at + line.len()));
        records.push(Record { cells, spans, given });
    }
    if faults.is_empty() {
        Ok(Table { name: name.to_owned(), kind, header: span, records })
    } else {
        Err(faults)
    }
}

/// The lines with their offsets, without line ends.
fn lines(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let mut at = 0;
    text.split('\n').map(move |line| {
        let start = at;
        at += line.len() + 1;
        (line.strip_suffix('\r').unwrap_or(line), start)
    })
}

fn known_columns() -> String {
    let lists: Vec<_> = KINDS.iter().map(|(_, columns, ..)| format!("({columns})")).collect();
    format!("the columns of the known tables, separated by tabs: {}", lists.join(", "))
}

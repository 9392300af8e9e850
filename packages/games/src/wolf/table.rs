//! Tables of tab-separated values, as published: what kind of table it is shows in its columns.

use crate::diagnostic::{Diagnostic, Span};

/// A kind of table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TableKind {
    /// A move tree.
    Tree,
    /// The distinct moves of a tree, with the rows that use them.
    Moves,
    /// The changes of the variant in the primary tree.
    TransitionsPrimary,
    /// The changes of the variant in the compressed tree.
    TransitionsCompressed,
    /// The steps in which a variant has rows.
    Occupancy,
    /// The bars of variants that share a number.
    Packing,
    /// The new numbers of variants.
    Renaming,
    /// What the historic relays change in the basic display.
    Relays,
    /// What the rows of the tree change in the basic display.
    Lamps,
    /// The wolf squares of each position of the sheep.
    Decodability,
    /// Pairs of rows that the wolf squares do not tell apart.
    Collisions,
    /// Statements of the text.
    Claims,
    /// Repairs of damage by scanning.
    Repairs,
}

/// The columns of every kind of table, in order.
const COLUMNS: [(TableKind, &str); 13] = [
    (TableKind::Tree, "step variant wolf sheep_move next sheep_after wolf_possible wolf_previous"),
    (TableKind::Moves, "sheep_move used_in"),
    (TableKind::TransitionsPrimary, "to from step wolf"),
    (TableKind::TransitionsCompressed, "from to step wolf"),
    (TableKind::Occupancy, "variant first_step last_step digits_in_bar"),
    (TableKind::Packing, "new_variant bar_as_printed"),
    (TableKind::Renaming, "old new"),
    (TableKind::Relays, "relay row2 row3 row4 row5 row6"),
    (TableKind::Lamps, "step.variant wolf next_flag row2 row3 row4 row5 row6 row7 relay_label"),
    (TableKind::Decodability, "sheep row1 row2 row3 row4 row5 row6 row7 labels"),
    (TableKind::Collisions, "row_a row_b"),
    (TableKind::Claims, "id topic claim"),
    (TableKind::Repairs, "file row field raw repaired reason"),
];

impl TableKind {
    /// The names of the columns.
    pub fn columns(self) -> Vec<&'static str> {
        let found = COLUMNS.iter().find(|(kind, _)| *kind == self);
        found.map(|(_, columns)| columns.split(' ').collect()).unwrap_or_default()
    }

    fn with(columns: &[&str]) -> Option<Self> {
        let found = COLUMNS.iter().find(|(_, known)| known.split(' ').eq(columns.iter().copied()));
        found.map(|&(kind, _)| kind)
    }
}

/// A table as it stands in its file.
#[derive(Clone, Debug)]
pub struct Table {
    /// The name of the file without its ending, such as `tree_primary`.
    pub name: String,
    /// What it holds.
    pub kind: TableKind,
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
    /// Where the cells stand.
    pub spans: Vec<Span>,
}

impl Record {
    /// The cell in this column; every record has all cells of its kind.
    pub fn cell(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }

    /// Where the cell in this column stands.
    pub fn span(&self, column: usize) -> Span {
        self.spans.get(column).copied().unwrap_or_default()
    }
}

/// Reads a table.  Lines that begin with `#` are comments; the first other line names the
/// columns; cells at the end of a line may be left out when they are empty.
pub fn read(name: &str, text: &str) -> Result<Table, Vec<Diagnostic>> {
    let mut lines = lines(text).filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    let Some((header, at)) = lines.next() else {
        return Err(vec![
            Diagnostic::error("E0700", "this table has no line with the names of its columns")
                .label(Span::default(), "empty")
                .help(known_columns()),
        ]);
    };
    let span = Span::new(at, at + header.len());
    let Some(kind) = TableKind::with(&header.split('\t').collect::<Vec<_>>()) else {
        return Err(vec![
            Diagnostic::error("E0700", "these are not the columns of a table of wolf and sheep")
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
                Diagnostic::error("E0701", message)
                    .label(whole, "too many cells")
                    .help("cells are separated by exactly one tab"),
            );
        }
        cells.resize(width, String::new());
        spans.resize(width, Span::new(at + line.len(), at + line.len()));
        records.push(Record { cells, spans });
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
    let lists: Vec<_> = COLUMNS.iter().map(|(_, columns)| format!("({columns})")).collect();
    format!("the columns of the known tables, separated by tabs: {}", lists.join(", "))
}

use super::board::{Square, Squares};
use super::rules::{Move, Sheep};
use super::table::{Table, TableKind};
use crate::diagnostic::Diagnostic;
use std::fmt;

/// What a row of the tree says about the next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Next {
    /// `.`: the variant stays.
    Stay,
    /// A digit: the variant becomes this one.
    Switch(u8),
    /// `!`: the wolf is trapped, the bell rings, the game is over.
    Bell,
}

impl fmt::Display for Next {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stay => formatter.write_str("."),
            Self::Switch(variant) => write!(formatter, "{variant}"),
            Self::Bell => formatter.write_str("!"),
        }
    }
}

/// A row of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The step, 1 or more; 0 for the row that only shows the start.
    pub step: u8,
    /// The variant in which the row is looked up.
    pub variant: u8,
    /// The square of the wolf for which the row holds; `None` (printed `..`) is every square
    /// that no other row of the step and variant names.
    pub wolf: Option<Square>,
    /// The move; `None` (printed `--`) in the row of the start.
    pub step_move: Option<Move>,
    /// What happens next.
    pub next: Next,
    /// The sheep after the move.
    pub after: Sheep,
    /// Where the wolf may stand when the row acts, as printed.
    pub possible: Squares,
    /// Where the wolf may have stood one step earlier, as printed.
    pub previous: Squares,
}

impl Row {
    /// The name of the row in the tables derived from the tree: `7.0-b3`, `7.0-..`.
    pub fn label(&self) -> String {
        format!("{}.{}-{}", self.step, self.variant, self.wolf_text())
    }

    /// The square of the wolf, or `..`.
    pub fn wolf_text(&self) -> String {
        self.wolf.map_or_else(|| "..".to_owned(), |square| square.to_string())
    }

    /// The variant to which the row switches, if it does so in a game.
    pub fn switches_to(&self) -> Option<u8> {
        match self.next {
            Next::Switch(variant) if self.step > 0 => Some(variant),
            _ => None,
        }
    }
}

/// A move tree: which sheep moves in which step, depending on a variant and on the wolf.
///
/// Run: variant 0 at step 1; look up (step, variant, wolf), else (step, variant, `..`); move;
/// follow `next`; step + 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The rows as printed; row i is line i of the table.
    pub rows: Vec<Row>,
}

impl Tree {
    /// Reads the cells of a table of this kind.
    pub fn read(table: &Table) -> Result<Self, Vec<Diagnostic>> {
        if table.kind != TableKind::Tree {
            let columns = TableKind::Tree.columns().join(" ");
            return Err(vec![
                Diagnostic::error("E0700", "these are not the columns of a move tree")
                    .label(table.header, "another table")
                    .help(format!("a move tree has the columns {columns}")),
            ]);
        }
        let (mut rows, mut faults) = (Vec::new(), Vec::new());
        for record in &table.records {
            let cell = |column| record.cell(column);
            let read = Row {
                step: 0,
                variant: 0,
                wolf: None,
                step_move: None,
                next: Next::Stay,
                after: Sheep::START,
                possible: Squares::default(),
                previous: Squares::default(),
            };
            let mut row = read;
            let mut wrong = Vec::new();
            let mut take = |column: usize, good: bool| {
                if !good {
                    wrong.push(column);
                }
            };
            let step = cell(0).parse().ok().filter(|step| *step <= LAST_STEP);
            take(0, step.is_some() && !cell(0).starts_with(['+', '0']) || cell(0) == "0");
            row.step = step.unwrap_or(0);
            let variant = digit(cell(1));
            take(1, variant.is_some());
            row.variant = variant.unwrap_or(0);
            row.wolf = Square::parse(cell(2)).filter(|wolf| wolf.to_string() == cell(2));
            take(2, row.wolf.is_some() || cell(2) == "..");
            row.step_move = Move::parse(cell(3));
            take(3, if row.step == 0 { cell(3) == "--" } else { row.step_move.is_some() });
            let next = match cell(4) {
                "." => Some(Next::Stay),
                "!" => Some(Next::Bell),
                other => digit(other).map(Next::Switch),
            };
            take(4, next.is_some());
            row.next = next.unwrap_or(Next::Stay);
            let after = Sheep::parse(cell(5));
            take(5, after.is_some());
            row.after = after.unwrap_or(Sheep::START);
            let [possible, previous] = [6, 7].map(|column| Squares::parse(cell(column)));
            take(6, possible.is_some());
            take(7, previous.is_some());
            row.possible = possible.unwrap_or_default();
            row.previous = previous.unwrap_or_default();
            faults.extend(wrong.into_iter().map(|column| {
                let (name, form) = FORMS[column];
                Diagnostic::error("E0701", format!("this is no {name} of a move tree"))
                    .label(record.span(column), "not understood")
                    .help(form)
            }));
            rows.push(row);
        }
        if faults.is_empty() { Ok(Self { rows }) } else { Err(faults) }
    }

    /// The row that acts for this wolf: the first one that names its square, else the first
    /// that holds for every other square.
    pub fn find(&self, step: u8, variant: u8, wolf: Square) -> Option<usize> {
        let here = |row: &Row| row.step == step && row.variant == variant && step > 0;
        let mut default = None;
        for (index, row) in self.rows.iter().enumerate() {
            if here(row) {
                match row.wolf {
                    Some(square) if square == wolf => return Some(index),
                    None if default.is_none() => default = Some(index),
                    _ => {}
                }
            }
        }
        default
    }

    /// The rows of a game, without that of the start, with their numbers.
    pub fn moves(&self) -> impl Iterator<Item = (usize, &Row)> {
        self.rows.iter().enumerate().filter(|(_, row)| row.step > 0)
    }

    /// The rows that the machine shows when a change of variant is carried out at once: all but
    /// those that switch.
    pub fn shown(&self) -> impl Iterator<Item = (usize, &Row)> {
        self.moves().filter(|(_, row)| row.switches_to().is_none())
    }
}

/// Four sheep make at most six moves each.
const LAST_STEP: u8 = 24;

/// The names of the cells, and what they look like.
const FORMS: [(&str, &str); 8] = [
    ("step", "a number from 0 to 24"),
    ("variant", "a digit"),
    ("square of the wolf", "a square such as b3, or `..`"),
    ("move", "two squares such as A2->A3; `--` at step 0 only"),
    ("next variant", "`.`, `!` or a digit"),
    ("position of the sheep", "four different squares such as A2-B3-C3-D3"),
    ("set of squares", "squares such as abc5,*7"),
    ("set of squares", "squares such as abc5,*7"),
];

/// A single decimal digit.
fn digit(text: &str) -> Option<u8> {
    match *text.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        _ => None,
    }
}

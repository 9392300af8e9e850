use super::board::{Square, Squares};
use super::rules::{Move, Sheep};
use super::table::{Table, TableKind};
use crate::diagnostic::{Code, Diagnostic};
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// The row that shows the start.
    pub(super) const START: Self = Self {
        step: 0,
        variant: 0,
        wolf: None,
        step_move: None,
        next: Next::Switch(0),
        after: Sheep::START,
        possible: Squares::from_bits(0),
        previous: Squares::from_bits(0),
    };

    /// Reads the cell of a column; false if it is not of the form of its column.  The step has to be
    /// read before the move.
    fn read(&mut self, column: usize, text: &str) -> bool {
        fn store<T>(place: &mut T, value: Option<T>) -> bool {
            value.map(|value| *place = value).is_some()
        }
        match column {
            0 => {
                let step = text.parse().ok().filter(|step| *step <= LAST_STEP);
                let plain = text == "0" || !text.starts_with(['+', '0']);
                store(&mut self.step, step) && plain
            }
            1 => store(&mut self.variant, digit(text)),
            2 => {
                self.wolf = Square::parse(text).filter(|wolf| wolf.to_string() == text);
                self.wolf.is_some() || text == ".."
            }
            3 => {
                self.step_move = Move::parse(text);
                if self.step == 0 { text == "--" } else { self.step_move.is_some() }
            }
            4 => {
                let next = match text {
                    "." => Some(Next::Stay),
                    "!" => Some(Next::Bell),
                    other => digit(other).map(Next::Switch),
                };
                store(&mut self.next, next)
            }
            5 => store(&mut self.after, Sheep::parse(text)),
            6 => store(&mut self.possible, Squares::parse(text)),
            _ => store(&mut self.previous, Squares::parse(text)),
        }
    }

    /// The cells of the row, as in the table.
    pub fn cells(&self) -> [String; 8] {
        [
            self.step.to_string(),
            self.variant.to_string(),
            self.wolf_text(),
            self.step_move.map_or_else(|| "--".to_owned(), |it| it.to_string()),
            self.next.to_string(),
            self.after.to_string(),
            self.possible.to_string(),
            self.previous.to_string(),
        ]
    }

    /// The step, the variant and the square of the wolf, by which the row is looked up.
    pub(super) fn place(&self) -> (u8, u8, Option<Square>) {
        (self.step, self.variant, self.wolf)
    }

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
    /// The names of the columns of its table.
    pub fn columns() -> Vec<&'static str> {
        TableKind::Tree.columns()
    }

    /// Reads the cells of a table of this kind.
    pub fn read(table: &Table) -> Result<Self, Vec<Diagnostic>> {
        if table.kind != TableKind::Tree {
            let columns = Self::columns().join(" ");
            return Err(vec![
                Diagnostic::new(Code::UnknownColumns, "these are not the columns of a move tree")
                    .label(table.header, "another table")
                    .help(format!("a move tree has the columns {columns}")),
            ]);
        }
        let (mut rows, mut faults) = (Vec::new(), Vec::new());
        for record in &table.records {
            let mut row = Row::START;
            let before = faults.len();
            for (column, (name, form)) in FORMS.into_iter().enumerate() {
                if !row.read(column, record.cell(column)) {
                    faults.push(
                        Diagnostic::new(
                            Code::UnreadableCell,
                            format!("this is not a {name} of a move tree"),
                        )
                        .label(record.span(column), "not understood")
                        .help(form),
                    );
                }
            }
            // In a line without one of its tabs every later cell is in a wrong column.
            if record.given < FORMS.len() && faults.len() > before + 1 {
                faults.truncate(before);
                let message =
                    format!("{} cells, but the table has {} columns", record.given, FORMS.len());
                faults.push(
                    Diagnostic::new(Code::UnreadableCell, message)
                        .label(record.span(0).to(record.span(record.given - 1)), "too few cells")
                        .help("separate cells with exactly one tab"),
                );
            }
            rows.push(row);
        }
        if faults.is_empty() { Ok(Self { rows }) } else { Err(faults) }
    }

    /// The row that acts for this wolf.
    pub fn find(&self, step: u8, variant: u8, wolf: Square) -> Option<usize> {
        let rows = self.moves().filter(|(_, row)| row.step == step);
        acting(rows, variant, wolf).map(|(index, _)| index)
    }

    /// The row `..` of a step and variant.
    pub(super) fn default(&self, step: u8, variant: u8) -> Option<&Row> {
        self.rows.iter().find(|row| row.place() == (step, variant, None))
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

/// The row among those of a step that acts for this wolf: the first one that names its square, else
/// the first that holds for every other square.
pub(super) fn acting<'t>(
    rows: impl Iterator<Item = (usize, &'t Row)>,
    variant: u8,
    wolf: Square,
) -> Option<(usize, &'t Row)> {
    let mut default = None;
    for (index, row) in rows.filter(|(_, row)| row.variant == variant) {
        match row.wolf {
            Some(square) if square == wolf => return Some((index, row)),
            None if default.is_none() => default = Some((index, row)),
            _ => {}
        }
    }
    default
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

//! The historic relays on the basic display of the described tree, and the lamps of that display.
//!
//! The papers do not say when a relay was driven.  What can be replayed is what it shows: pressed at step n
//! it changes the basic display of step n, if all lamps that it puts off are on there and all that it puts
//! on are off.

use super::board::{Square, Squares};
use super::derived::marks;
use super::lamps::{Deviation, deviation, deviations};
use super::table::{Record, Table, TableKind};
use super::tree::{Row, Tree};

/// A line of the lamps of the basic display.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "LampLine"))]
pub struct Lamps {
    /// Step and variant: `7.1`.
    pub step: String,
    /// The squares whose lamps are on.
    #[serde(skip)]
    pub on: Squares,
    /// The lamps of rows 1 to 7, `o` on and `.` off, in each row those of A to D.
    pub rows: Vec<String>,
    /// Is the line lost in the scan of the source?
    pub lost: bool,
}

fn named<S: serde::Serializer>(squares: &Squares, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(squares.names())
}

/// The last step of the table of the basic display that is lost in the scan; it has 7.0 and 7.1.
const LOST: u8 = 7;

/// The lamps of the start, of each row `..` of variant 0, and of the first row of variant 1, which the lost
/// table of the source had as its last line.
pub fn lamps(tree: &Tree) -> Vec<Lamps> {
    let is_last = |row: &Row| (row.step, row.variant) == (LOST, 1);
    let basic = |row: &&Row| row.wolf.is_none() && (row.variant == 0 || is_last(row));
    let mut rows: Vec<_> = tree.rows.iter().filter(basic).collect();
    rows.sort_by_key(|row| (row.step, row.variant));
    let lamps = rows.into_iter().map(|row| Lamps {
        step: format!("{}.{}", row.step, row.variant),
        on: row.after.squares(),
        rows: (1..=Square::ROWS).map(|it| marks(it, [(row.after.squares(), 'o')])).collect(),
        lost: (1..=LOST).contains(&row.step),
    });
    lamps.collect()
}

/// A relay at a step.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "AppliedAt"))]
pub struct Applied {
    /// The step.
    pub step: u8,
    /// The squares with a lamp on.
    #[serde(serialize_with = "named")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub sheep: Squares,
    /// The rows of the step before from which one legal move of a sheep leads there.
    #[serde(rename = "legal_after")]
    pub after: Vec<String>,
}

/// A historic relay, or a combination of two.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Pressed"))]
pub struct Relay {
    /// The label: a number, or two with a plus sign.
    #[serde(rename = "relay")]
    pub label: String,
    /// The lamps that it puts on.
    #[serde(serialize_with = "named")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub on: Squares,
    /// The lamps that it puts off.
    #[serde(serialize_with = "named")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub off: Squares,
    /// Are these as many?  If not, it leaves no four sheep.
    pub conserves: bool,
    /// The steps whose basic display it can change.
    pub applied: Vec<Applied>,
    /// The rows of the described tree that differ from the basic display in just this.
    pub rows: Vec<String>,
    /// Other relays that change the same lamps.
    pub same: Vec<String>,
}

/// The historic relays of the table on the basic display of the tree; `None` if the table is another one,
/// or if one of its lines cannot be read.
pub fn relays(table: &Table, tree: &Tree) -> Option<Vec<Relay>> {
    if table.kind != TableKind::Relays {
        return None;
    }
    let read = |record: &Record| Some((record.cell(0).to_owned(), deviation(record)?));
    let all = table.records.iter().map(read).collect::<Option<Vec<_>>>()?;
    let shown = deviations(tree);
    let relays = all.iter().map(|(label, change)| {
        let rows = shown.iter().filter(|(_, it)| it == change);
        let same = all.iter().filter(|(other, it)| it == change && other != label);
        Relay {
            label: label.clone(),
            on: change.on,
            off: change.off,
            conserves: change.conserves(),
            applied: applied(*change, tree),
            rows: rows.map(|(index, _)| tree.rows[*index].label()).collect(),
            same: same.map(|(other, _)| other.clone()).collect(),
        }
    });
    Some(relays.collect())
}

fn applied(change: Deviation, tree: &Tree) -> Vec<Applied> {
    let Deviation { on, off } = change;
    let basic = tree.moves().map(|(_, row)| row).filter(|row| (row.variant, row.wolf) == (0, None));
    let can = |row: &&Row| {
        let lamps = row.after.squares();
        lamps.contains_all(off) && lamps.and(on).is_empty() && change.conserves()
    };
    let applied = basic.filter(can).map(|row| {
        let sheep = row.after.squares().minus(off).or(on);
        let before = tree.shown().map(|(_, it)| it).filter(|it| it.step + 1 == row.step);
        let after =
            before.filter(|it| one_move(it.after.squares(), sheep)).map(Row::label).collect();
        Applied { step: row.step, sheep, after }
    });
    applied.collect()
}

/// Does one sheep that goes ahead lead from the squares to the others?
fn one_move(from: Squares, to: Squares) -> bool {
    let (left, reached) = (from.minus(to), to.minus(from));
    left.len() == 1
        && reached.len() == 1
        && left.iter().all(|square| square.ahead().contains_all(reached))
}

/// A cell of a table of lamps that the scan has damaged.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DamagedCell {
    /// The file of the table.
    pub file: String,
    /// The row.
    pub row: String,
    /// The column.
    pub column: String,
    /// What the scan has.
    pub raw: String,
    /// What it was taken for.
    pub repaired: String,
    /// Why.
    pub reason: String,
}

/// The damaged cells of the tables of lamps, from the table of repairs; `None` if it is another table.
pub fn damaged(table: &Table) -> Option<Vec<DamagedCell>> {
    let lamps = table.records.iter().filter(|record| record.cell(0).starts_with("lamps_"));
    let damaged = lamps.map(|record| {
        let [file, row, column, raw, repaired, reason] =
            [0, 1, 2, 3, 4, 5].map(|cell| record.cell(cell).to_owned());
        DamagedCell { file, row, column, raw, repaired, reason }
    });
    (table.kind == TableKind::Repairs).then(|| damaged.collect())
}

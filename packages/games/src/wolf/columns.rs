//! The wolf squares of the rows, as the tables print them.
//!
//! The document does not say how the two columns are filled.  The reading used here:
//!
//! * `wolf_possible` of a row is the set of squares on which the wolf stands when this row acts,
//!   over all plays.  The row `..` therefore leaves out the squares that other rows name.
//! * `wolf_previous` is the set of squares one step earlier, of the whole step and variant: rows
//!   that name a square print it as well as the row `..`.
//! * Wolves that arrive by a change of variant into this very step are left out, with one
//!   exception: a row in which no wolf is looked up at all (a landing row) prints the sets of the
//!   row that switches to it with the same move.

use super::board::Squares;
use super::run::Run;
use super::tree::Tree;

/// The two sets of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wolves {
    /// Where the wolf may stand.
    pub possible: Squares,
    /// Where it may have stood one step earlier.
    pub previous: Squares,
}

/// The sets of every row of the tree.
pub(super) fn wolves(tree: &Tree, run: &Run) -> Vec<Wolves> {
    let mut wolves = vec![Wolves::default(); tree.rows.len()];
    for visit in run.steps.iter().flatten() {
        if let Some(row) = visit.row.and_then(|row| wolves.get_mut(row)) {
            row.possible = row.possible.with(visit.wolf);
        }
    }
    let whole = |step: u8, variant: u8| {
        let visits = run.visits(step).iter().filter(|visit| visit.variant == variant);
        visits.fold(Squares::default(), |set, visit| set.or(visit.previous))
    };
    let acted = wolves.clone();
    for (index, row) in tree.moves() {
        if !acted[index].possible.is_empty() {
            wolves[index].previous = whole(row.step, row.variant);
            continue;
        }
        for from in
            switching(tree, index).filter(|&from| tree.rows[from].step_move == row.step_move)
        {
            let source = &tree.rows[from];
            wolves[index].possible = wolves[index].possible.or(acted[from].possible);
            let previous = whole(source.step, source.variant);
            wolves[index].previous = wolves[index].previous.or(previous);
        }
    }
    wolves
}

/// The rows that switch to the variant of this row in its step, if it is the row `..`.
pub(super) fn switching(tree: &Tree, landing: usize) -> impl Iterator<Item = usize> {
    let target = tree.rows.get(landing).filter(|row| row.wolf.is_none());
    tree.moves().filter_map(move |(index, row)| {
        let target = target?;
        let lands = row.step == target.step && row.switches_to() == Some(target.variant);
        lands.then_some(index)
    })
}

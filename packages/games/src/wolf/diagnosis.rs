//! Which cells of a tree are to blame.
//!
//! A wrong cell makes the tree contradict the rules or itself in other rows as well.  To blame is
//! the cell whose change removes the most contradictions: cells are changed one after
//! the other, each time the best single change, as long as contradictions become fewer.  What is
//! left then is no misprint of a single cell but a fault of the tree itself.

use super::board::Square;
use super::columns::{switching, wolves};
use super::run::{Run, Wrong};
use super::tree::{Next, Row, Tree};
use std::collections::BTreeSet;

/// A contradiction inside a tree, or with the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Contradiction {
    /// What is wrong.
    pub wrong: Contradicted,
    /// The step in which it shows.
    pub step: u8,
    /// The row, if it is in one.
    pub row: Option<usize>,
}

/// What is contradicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Contradicted {
    /// No row holds for a wolf that may stand here: the variant and the square.
    NoRow(u8, Square),
    /// The wolf gets past the sheep before this step in this variant.
    Past(u8),
    /// Something is wrong when the row acts.
    Acting(Wrong),
    /// An earlier row has the same step, variant and square.
    Twice,
    /// The row switches to its own variant.
    SameVariant,
    /// The row switches to a variant that has no row for the same step and squares.
    NoLanding,
    /// The row switches or rings, but no wolf is looked up in it.
    IdleNext,
    /// No wolf is looked up in the row, and no row that acts switches to it with the same move.
    Unused,
}

/// All contradictions of a tree.
pub(super) fn contradictions(tree: &Tree, run: &Run) -> BTreeSet<Contradiction> {
    let mut found = BTreeSet::new();
    for fault in &run.faults {
        let Some(visit) = run.visit(fault) else { continue };
        let (wrong, row) = match (fault.wrong, visit.row) {
            (Wrong::Past, _) => (Contradicted::Past(visit.variant), None),
            (wrong, Some(row)) if wrong != Wrong::NoRow => (Contradicted::Acting(wrong), Some(row)),
            _ => (Contradicted::NoRow(visit.variant, visit.wolf), None),
        };
        found.insert(Contradiction { wrong, step: fault.step, row });
    }
    let mut acts = vec![false; tree.rows.len()];
    for row in run.steps.iter().flatten().filter_map(|visit| visit.row) {
        acts[row] = true;
    }
    for (index, row) in tree.moves() {
        let mut add =
            |wrong| found.insert(Contradiction { wrong, step: row.step, row: Some(index) });
        if tree.moves().take_while(|it| it.0 < index).any(|it| it.1.place() == row.place()) {
            add(Contradicted::Twice);
        }
        if let Some(target) = row.switches_to() {
            if target == row.variant {
                add(Contradicted::SameVariant);
            }
            let place = (row.step, target, None);
            if !tree.rows.iter().any(|it| it.place() == place && it.after == row.after) {
                add(Contradicted::NoLanding);
            }
        }
        if !acts[index] {
            if row.next != Next::Stay {
                add(Contradicted::IdleNext);
            }
            let lands = |from: usize| acts[from] && tree.rows[from].step_move == row.step_move;
            if !switching(tree, index).any(lands) {
                add(Contradicted::Unused);
            }
        }
    }
    found
}

/// A cell that is to blame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Diagnosis {
    /// The number of the row.
    pub row: usize,
    /// The column of the table.
    pub column: usize,
    /// What the cell should say.
    pub computed: String,
}

/// The tree without its misprints, and the cells that were changed.
pub(super) fn diagnose(printed: &Tree) -> (Tree, Vec<Diagnosis>) {
    let (mut tree, mut blamed) = (printed.clone(), Vec::new());
    // A table in which this many cells are wrong is not a tree with misprints.
    while blamed.len() < 8 {
        let run = Run::new(&tree);
        let found = contradictions(&tree, &run);
        if found.is_empty() {
            break;
        }
        let suspects = suspects(&tree, &run, &found);
        let mut best = None;
        let mut least = (found.len(), usize::MAX);
        for (row, column, changed) in suspects {
            let before = tree.rows[row];
            if changed == before {
                continue;
            }
            tree.rows[row] = changed;
            let cost = cost(&tree, least.0);
            tree.rows[row] = before;
            if cost < least && cost.0 < found.len() {
                least = cost;
                best = Some((row, column, changed));
            }
        }
        let Some((row, column, changed)) = best else { break };
        let computed = changed.cells()[column].clone();
        tree.rows[row] = changed;
        blamed.push(Diagnosis { row, column, computed });
    }
    blamed.sort_by_key(|blame| (blame.row, blame.column));
    (tree, blamed)
}

/// The number of contradictions, and of wolf squares in print that differ.  The second number is
/// only worked out where the first is at most `most`.
fn cost(tree: &Tree, most: usize) -> (usize, usize) {
    let run = Run::new(tree);
    let contradictions = contradictions(tree, &run).len();
    if contradictions > most {
        return (contradictions, usize::MAX);
    }
    (contradictions, wrong_sets(tree, &run).count())
}

/// The steps of the printed sets of wolf squares that differ from the computed ones, each set
/// for itself.
fn wrong_sets(tree: &Tree, run: &Run) -> impl Iterator<Item = u8> {
    let sets = wolves(tree, run).into_iter().zip(&tree.rows).filter(|(_, row)| row.step > 0);
    sets.flat_map(|(sets, row)| {
        let wrong = [sets.possible != row.possible, sets.previous != row.previous];
        wrong.into_iter().filter(|wrong| *wrong).map(|_| row.step)
    })
}

/// The cells that could be to blame, as row and column, with the row that they would make: those
/// around the first step in which anything is wrong, and the places of rows that are never used or
/// there twice, and of those that go wrong.
fn suspects(tree: &Tree, run: &Run, found: &BTreeSet<Contradiction>) -> Vec<(usize, usize, Row)> {
    let place = |row: usize| tree.rows.get(row).map(Row::place);
    let misplaced = |row: usize| {
        found.iter().any(|it| match it.wrong {
            Contradicted::Unused | Contradicted::Acting(_) => it.row == Some(row),
            Contradicted::Twice => it.row.and_then(place) == place(row),
            _ => false,
        })
    };
    let steps = found.iter().map(|it| it.step);
    let last = steps.clone().max().unwrap_or(0);
    let first = steps.chain(wrong_sets(tree, run)).min().unwrap_or(0);
    let mut suspects = Vec::new();
    for (index, &row) in tree.moves() {
        let near = (first.saturating_sub(1)..=last).contains(&row.step);
        if near {
            let earlier = tree.rows.iter().filter(|it| it.step + 1 == row.step);
            let before: BTreeSet<_> = earlier.map(|it| it.after).collect();
            for sheep in &before {
                let after = row.step_move.and_then(|it| sheep.moved(it, None).ok());
                suspects.extend(after.map(|after| (index, 5, Row { after, ..row })));
            }
            for sheep in &before {
                let step_move = sheep.move_to(row.after);
                let with = |step_move| (index, 3, Row { step_move: Some(step_move), ..row });
                suspects.extend(step_move.map(with));
            }
            let nexts = [Next::Stay, Next::Bell].into_iter().chain((0..10).map(Next::Switch));
            suspects.extend(nexts.map(|next| (index, 4, Row { next, ..row })));
        }
        if near || misplaced(index) {
            let squares = Square::all().map(Some).chain([None]);
            suspects.extend(squares.map(|wolf| (index, 2, Row { wolf, ..row })));
        }
        if misplaced(index) {
            suspects.extend((0..10).map(|variant| (index, 1, Row { variant, ..row })));
            suspects.extend((1..=24).map(|step| (index, 0, Row { step, ..row })));
        }
    }
    suspects
}

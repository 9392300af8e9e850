//! Which cells of a tree are to blame.
//!
//! A wrong cell makes the tree contradict the rules or itself in other rows as well.  To blame is
//! the cell whose change removes the most contradictions: cells are changed one after
//! the other, each time the best single change, as long as contradictions become fewer.  What is
//! left then is no misprint of a single cell but a fault of the tree itself.

use super::board::Square;
use super::columns::{switching, wolves};
use super::rules::{Move, Sheep};
use super::run::{Run, Wrong};
use super::tree::{Next, Tree};
use std::collections::BTreeSet;

/// A contradiction inside a tree, or with the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Contradiction {
    /// No row holds for a wolf that may stand here.
    NoRow {
        /// The step.
        step: u8,
        /// The variant.
        variant: u8,
        /// The wolf.
        wolf: Square,
    },
    /// The wolf gets past the sheep before this step.
    Past {
        /// The step.
        step: u8,
        /// The variant.
        variant: u8,
    },
    /// Something is wrong when the row acts.
    Acting {
        /// The step.
        step: u8,
        /// The number of the row.
        row: usize,
        /// What is wrong.
        wrong: Wrong,
    },
    /// An earlier row has the same step, variant and square.
    Twice {
        /// The step.
        step: u8,
        /// The number of the row.
        row: usize,
    },
    /// The row switches to its own variant.
    SameVariant {
        /// The step.
        step: u8,
        /// The number of the row.
        row: usize,
    },
    /// The row switches to a variant that has no row for the same step and squares.
    NoLanding {
        /// The step.
        step: u8,
        /// The number of the row.
        row: usize,
    },
    /// The row switches or rings, but no wolf is looked up in it.
    IdleNext {
        /// The step.
        step: u8,
        /// The number of the row.
        row: usize,
    },
    /// No wolf is looked up in this row, and no row that acts switches to it with the same move.
    Unused {
        /// The step.
        step: u8,
        /// The number of the row.
        row: usize,
    },
}

impl Contradiction {
    /// The step in which it shows.
    pub fn step(self) -> u8 {
        match self {
            Self::NoRow { step, .. }
            | Self::Past { step, .. }
            | Self::Acting { step, .. }
            | Self::Twice { step, .. }
            | Self::SameVariant { step, .. }
            | Self::NoLanding { step, .. }
            | Self::IdleNext { step, .. }
            | Self::Unused { step, .. } => step,
        }
    }
}

/// All contradictions of a tree.
pub fn contradictions(tree: &Tree, run: &Run) -> BTreeSet<Contradiction> {
    let mut found = BTreeSet::new();
    for fault in &run.faults {
        let Some(visit) = run.visit(fault) else { continue };
        let (step, variant, wolf) = (fault.step, visit.variant, visit.wolf);
        found.insert(match (fault.wrong, visit.row) {
            (Wrong::NoRow, _) | (_, None) if fault.wrong != Wrong::Past => {
                Contradiction::NoRow { step, variant, wolf }
            }
            (wrong, Some(row)) if wrong != Wrong::Past => {
                Contradiction::Acting { step, row, wrong }
            }
            _ => Contradiction::Past { step, variant },
        });
    }
    let mut acts = vec![false; tree.rows.len()];
    for row in run.steps.iter().flatten().filter_map(|visit| visit.row) {
        acts[row] = true;
    }
    for (index, row) in tree.moves() {
        let step = row.step;
        let same = |(other, it): &(usize, &super::tree::Row)| {
            *other < index && (it.step, it.variant, it.wolf) == (step, row.variant, row.wolf)
        };
        if tree.moves().any(|it| same(&it)) {
            found.insert(Contradiction::Twice { step, row: index });
        }
        if let Some(target) = row.switches_to() {
            if target == row.variant {
                found.insert(Contradiction::SameVariant { step, row: index });
            }
            let lands = |other: &super::tree::Row| {
                (other.step, other.variant, other.wolf) == (step, target, None)
                    && other.after == row.after
            };
            if !tree.rows.iter().any(lands) {
                found.insert(Contradiction::NoLanding { step, row: index });
            }
        }
        if !acts[index] {
            if row.next != Next::Stay {
                found.insert(Contradiction::IdleNext { step, row: index });
            }
            let lands = |from: usize| acts[from] && tree.rows[from].step_move == row.step_move;
            if !switching(tree, index).any(lands) {
                found.insert(Contradiction::Unused { step, row: index });
            }
        }
    }
    found
}

/// A cell that is to blame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// The number of the row.
    pub row: usize,
    /// The column of the table.
    pub column: usize,
    /// What the cell should say.
    pub computed: String,
}

/// The tree without its misprints, and the cells that were changed.
pub fn diagnose(printed: &Tree) -> (Tree, Vec<Diagnosis>) {
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
        for (row, column, change) in suspects {
            let before = tree.rows[row].clone();
            change.apply(&mut tree.rows[row]);
            let cost = cost(&tree, least.0);
            let changed = std::mem::replace(&mut tree.rows[row], before);
            if cost < least && cost.0 < found.len() && changed != tree.rows[row] {
                least = cost;
                best = Some((row, column, changed));
            }
        }
        let Some((row, column, changed)) = best else { break };
        let computed = match column {
            0 => changed.step.to_string(),
            1 => changed.variant.to_string(),
            2 => changed.wolf_text(),
            3 => changed.step_move.map(|it| it.to_string()).unwrap_or_default(),
            4 => changed.next.to_string(),
            _ => changed.after.to_string(),
        };
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

/// Another value for one cell.
#[derive(Clone, Copy, Debug)]
enum Change {
    Step(u8),
    Variant(u8),
    Wolf(Option<Square>),
    Move(Move),
    Next(Next),
    After(Sheep),
}

impl Change {
    fn apply(self, row: &mut super::tree::Row) {
        match self {
            Self::Step(step) => row.step = step,
            Self::Variant(variant) => row.variant = variant,
            Self::Wolf(wolf) => row.wolf = wolf,
            Self::Move(step_move) => row.step_move = Some(step_move),
            Self::Next(next) => row.next = next,
            Self::After(after) => row.after = after,
        }
    }
}

/// The cells that could be to blame, with what they could say: those around the first step in
/// which anything is wrong, and the places of rows that are never used or there twice,
/// and of those that go wrong.
fn suspects(
    tree: &Tree,
    run: &Run,
    found: &BTreeSet<Contradiction>,
) -> Vec<(usize, usize, Change)> {
    let key = |row: usize| tree.rows.get(row).map(|row| (row.step, row.variant, row.wolf));
    let misplaced = |row: usize| {
        found.iter().any(|it| match *it {
            Contradiction::Unused { row: other, .. } | Contradiction::Acting { row: other, .. } => {
                other == row
            }
            Contradiction::Twice { row: other, .. } => key(other) == key(row),
            _ => false,
        })
    };
    let steps = found.iter().map(|it| it.step());
    let last = steps.clone().max().unwrap_or(0);
    let first = steps.chain(wrong_sets(tree, run)).min().unwrap_or(0);
    let mut suspects = Vec::new();
    for (index, row) in tree.moves() {
        let near = (first.saturating_sub(1)..=last).contains(&row.step);
        if near {
            let earlier = tree.rows.iter().filter(|it| it.step + 1 == row.step);
            let before: BTreeSet<_> = earlier.map(|it| it.after).collect();
            for sheep in &before {
                let moved = row.step_move.and_then(|it| sheep.moved(it, None).ok());
                suspects.extend(moved.map(|after| (index, 5, Change::After(after))));
            }
            for sheep in &before {
                let moved = sheep.move_to(row.after);
                suspects.extend(moved.map(|it| (index, 3, Change::Move(it))));
            }
            let variants = (0..10).map(Next::Switch);
            let nexts = [Next::Stay, Next::Bell].into_iter().chain(variants);
            suspects.extend(nexts.map(|next| (index, 4, Change::Next(next))));
        }
        if near || misplaced(index) {
            let squares = Square::all().map(Some).chain([None]);
            suspects.extend(squares.map(|wolf| (index, 2, Change::Wolf(wolf))));
        }
        if misplaced(index) {
            suspects.extend((0..10).map(|variant| (index, 1, Change::Variant(variant))));
            suspects.extend((1..=24).map(|step| (index, 0, Change::Step(step))));
        }
    }
    suspects
}

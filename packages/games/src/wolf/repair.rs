//! The smallest change by which a tree wins against every play.
//!
//! A repair changes cells in the columns `wolf`, `sheep_move` and `next`, or adds rows, which
//! costs the three cells of each.  Squares of sheep and wolf follow from these.  After it every
//! play must be won, with legal moves only and with right bells.
//!
//! # Why the search is exact
//!
//! Take a play that the tree loses.  Every repair changes something that this play looks up: a
//! cell of a row that acts, the square of another row so that this one acts instead, or it adds
//! such a row.  The search branches on all of these; costs are tried in increasing order.
//!
//! A branch is left out only if it cannot lead to a repair of the cost that is tried.  The bound:
//! let every situation change cells for itself alone.  A play looks up every row at most once, as
//! rows belong to steps, so along a play a repair changes at most as many cells as it has.  If
//! even such separate changes cannot win every play within the cost, no repair can.

use super::board::Square;
use super::rules::{Move, Sheep};
use super::run::{Run, Wrong};
use super::solve::{Solver, Winner};
use super::tree::{Next, Row, Tree};
use crate::limit::{CancellationToken, Limit};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// One change: the cell of a row, by its number, or a further row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    Wolf(usize, Option<Square>),
    Move(usize, Move),
    Next(usize, Next),
    Add(u8, u8, Square, Move, Next),
}

impl Change {
    /// The number of cells.
    fn cells(self) -> u8 {
        if matches!(self, Self::Add(..)) { ADDED } else { 1 }
    }

    /// Is this the same cell, whatever it says then?
    fn same_cell(self, other: Self) -> bool {
        match (self, other) {
            (Self::Wolf(row, _), Self::Wolf(it, _))
            | (Self::Move(row, _), Self::Move(it, _))
            | (Self::Next(row, _), Self::Next(it, _)) => row == it,
            _ => false,
        }
    }

    fn apply(self, tree: &mut Tree) {
        match self {
            Self::Wolf(row, wolf) => tree.rows[row].wolf = wolf,
            Self::Move(row, step_move) => tree.rows[row].step_move = Some(step_move),
            Self::Next(row, next) => tree.rows[row].next = next,
            Self::Add(step, variant, wolf, step_move, next) => {
                let (wolf, step_move) = (Some(wolf), Some(step_move));
                tree.rows.push(Row { step, variant, wolf, step_move, next, ..Row::START });
            }
        }
    }
}

/// The cells that an added row costs.
const ADDED: u8 = 3;

/// A smallest repair.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// The number of cells that are changed; 0 if the tree wins as it is.
    pub cells: u8,
    /// How many repairs of this size there are.
    pub count: usize,
    /// The tree after the repair, with the squares of the sheep set right in the rows that act.
    pub tree: Tree,
}

/// The least of the smallest repairs with at most `limit` cells; `None` if there is none.
///
/// Of several repairs of the same size the one is chosen whose list of changes is least: squares
/// before moves before `next` before added rows, each by row and then by value.
pub fn repair(
    printed: &Tree,
    limit: u8,
    stop: &CancellationToken,
) -> Result<Option<Repaired>, Limit> {
    let mut solver = Solver::default();
    for cells in 0..=limit {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut search =
            RepairSearch { solver: &mut solver, found: &mut found, seen: &mut seen, stop };
        search.extend(&mut printed.clone(), &mut Vec::new(), cells)?;
        let count = found.len();
        if let Some(changes) = found.into_iter().next() {
            let mut tree = printed.clone();
            changes.iter().for_each(|change| change.apply(&mut tree));
            settle(&mut tree);
            return Ok(Some(Repaired { cells, count, tree }));
        }
    }
    Ok(None)
}

/// Sets the squares of the sheep right in the rows that act.
fn settle(tree: &mut Tree) {
    let run = Run::new(tree);
    for fault in &run.faults {
        if let (Wrong::After(after), Some(row)) =
            (fault.wrong, run.visit(fault).and_then(|visit| visit.row))
        {
            tree.rows[row].after = after;
        }
    }
    let wolves = super::columns::wolves(tree, &run);
    for (row, sets) in tree.rows.iter_mut().zip(wolves) {
        (row.possible, row.previous) = (sets.possible, sets.previous);
    }
}

/// A situation: step, variant, sheep and wolf, with the sheep to move.
type Situation = (u8, u8, Sheep, Square);

/// Which situations can be won by separate changes of this number of cells, as far as looked at.
type KnownWins = FxHashMap<(Situation, u8), bool>;

struct RepairSearch<'a> {
    solver: &'a mut Solver,
    found: &'a mut BTreeSet<Vec<Change>>,
    seen: &'a mut BTreeSet<Vec<Change>>,
    stop: &'a CancellationToken,
}

impl RepairSearch<'_> {
    /// Adds every repair that extends these changes by exactly this number of cells.
    fn extend(
        &mut self,
        tree: &mut Tree,
        changes: &mut Vec<Change>,
        cells: u8,
    ) -> Result<(), Limit> {
        self.stop.check()?;
        self.stop.room(self.seen.len(), 8 * size_of::<Change>())?;
        let mut sorted = changes.clone();
        sorted.sort();
        if !self.seen.insert(sorted.clone()) {
            return Ok(());
        }
        let run = Run::new(tree);
        let fault = run.faults.iter().find(|it| it.wrong.loses() || it.wrong == Wrong::NoBell);
        let Some(fault) = fault else {
            if cells == 0 {
                self.found.insert(sorted);
            }
            return Ok(());
        };
        if cells == 0 {
            return Ok(());
        }
        let mut known = KnownWins::default();
        for (step, visit) in (1..).zip(run.play(fault)) {
            let situation = (step, visit.variant, visit.sheep, visit.wolf);
            for change in candidates(tree, situation, cells) {
                if changes.iter().any(|it| it.same_cell(change)) {
                    continue;
                }
                let left = cells - change.cells();
                let mut changed = tree.clone();
                change.apply(&mut changed);
                // The change is in the step of the situation; what is known about later steps
                // holds with it as well.
                if self.winnable(&changed, situation, left, &mut known, false)? {
                    changes.push(change);
                    self.extend(&mut changed, changes, left)?;
                    changes.pop();
                }
            }
        }
        Ok(())
    }

    /// Can the situation be won with this number of cells changed along every play, each play for
    /// itself?
    fn winnable(
        &mut self,
        tree: &Tree,
        situation: Situation,
        cells: u8,
        known: &mut KnownWins,
        remember: bool,
    ) -> Result<bool, Limit> {
        let (_, _, sheep, wolf) = situation;
        if matches!(self.solver.sheep_to_move(sheep, wolf), Winner::Wolf(_)) {
            return Ok(false);
        }
        if remember && let Some(&answer) = known.get(&(situation, cells)) {
            return Ok(answer);
        }
        self.stop.check()?;
        self.stop.room(known.len(), 2 * size_of::<((Situation, u8), bool)>())?;
        let mut answer = false;
        for (cost, step_move, next) in options(tree, situation, cells) {
            if self.holds(tree, situation, step_move, next, cells - cost, known)? {
                answer = true;
                break;
            }
        }
        if remember {
            known.insert((situation, cells), answer);
        }
        Ok(answer)
    }

    /// Is the move legal, the bell right, and every answer of the wolf winnable?
    fn holds(
        &mut self,
        tree: &Tree,
        (step, variant, sheep, wolf): Situation,
        step_move: Move,
        next: Next,
        cells: u8,
        known: &mut KnownWins,
    ) -> Result<bool, Limit> {
        let Ok(after) = sheep.moved(step_move, Some(wolf)) else { return Ok(false) };
        let targets = after.wolf_moves(wolf);
        if targets.is_empty() || next == Next::Bell {
            return Ok(targets.is_empty() && next == Next::Bell);
        }
        if matches!(self.solver.wolf_to_move(after, wolf), Winner::Wolf(_)) {
            return Ok(false);
        }
        let variant = if let Next::Switch(other) = next { other } else { variant };
        for to in targets.iter() {
            if !self.winnable(tree, (step + 1, variant, after, to), cells, known, true)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// What `next` can say in a row of this variant.
fn nexts(variant: u8) -> impl Iterator<Item = Next> {
    let others = (0..10).filter(move |&other| other != variant).map(Next::Switch);
    [Next::Stay, Next::Bell].into_iter().chain(others)
}

/// Every single change that alters what acts in the situation.
fn candidates(tree: &Tree, situation: Situation, cells: u8) -> Vec<Change> {
    let (step, variant, sheep, wolf) = situation;
    let mut changes = Vec::new();
    let acting = tree.find(step, variant, wolf);
    if let Some(row) = acting {
        let acts = &tree.rows[row];
        let moves = sheep.moves(wolf).filter(|it| Some(*it) != acts.step_move);
        changes.extend(moves.map(|step_move| Change::Move(row, step_move)));
        let others = nexts(variant).filter(|next| *next != acts.next);
        changes.extend(others.map(|next| Change::Next(row, next)));
        let squares = Square::all().map(Some).chain([None]).filter(|it| *it != acts.wolf);
        changes.extend(squares.map(|wolf| Change::Wolf(row, wolf)));
    }
    for (row, other) in tree.moves() {
        let here = (other.step, other.variant) == (step, variant) && Some(row) != acting;
        let squares = [Some(wolf), None].into_iter().filter(|it| here && *it != other.wolf);
        changes.extend(squares.map(|wolf| Change::Wolf(row, wolf)));
    }
    if cells >= ADDED {
        for step_move in sheep.moves(wolf) {
            let row = |next| Change::Add(step, variant, wolf, step_move, next);
            changes.extend(nexts(variant).map(row));
        }
    }
    changes
}

/// What can act in the situation after changes of at most this number of cells: the cost, the move, and
/// what is next; cheap ones first.
fn options(tree: &Tree, situation: Situation, cells: u8) -> Vec<(u8, Move, Next)> {
    let (step, variant, sheep, wolf) = situation;
    let acting = tree.find(step, variant, wolf);
    // A row that does not act has to be given this square first.
    let here = tree.moves().filter(|(_, row)| (row.step, row.variant) == (step, variant));
    let here: Vec<_> = here.map(|(index, row)| (u8::from(Some(index) != acting), row)).collect();
    let mut options = Vec::new();
    for step_move in sheep.moves(wolf) {
        for next in nexts(variant).chain([Next::Switch(variant)]) {
            let costs = here.iter().map(|(base, row)| {
                base + u8::from(row.step_move != Some(step_move)) + u8::from(row.next != next)
            });
            let cost = costs.min().unwrap_or(ADDED).min(ADDED);
            options.extend((cost <= cells).then_some((cost, step_move, next)));
        }
    }
    options.sort_by_key(|(cost, ..)| *cost);
    options
}

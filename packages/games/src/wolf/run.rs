//! Every play of the wolf against a tree, all at once.
//!
//! A situation is a step, a variant, the squares of the sheep and that of the wolf, with the
//! sheep to move.  The situations of one step are found from those of the step before, and each
//! is looked at once however many plays lead to it, so nothing is sampled and nothing left out.

use super::board::{Square, Squares};
use super::rules::{IllegalMove, Sheep};
use super::tree::{Next, Row, Tree, acting};

/// A situation that arises in some play, with the sheep to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The variant.
    pub variant: u8,
    /// The sheep before their move.
    pub sheep: Sheep,
    /// The wolf.
    pub wolf: Square,
    /// Where the wolf may have come from; empty at step 1.
    pub previous: Squares,
    /// The row that acts, by number.
    pub row: Option<usize>,
    /// A situation of the step before that leads here, in the play that is least by the squares
    /// of the wolf.
    parent: usize,
}

/// What goes wrong in a situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wrong {
    /// The wolf got past the sheep.
    Past,
    /// No row holds.
    NoRow,
    /// The move of the row is illegal.
    Illegal(IllegalMove),
    /// The bell rings, but the wolf can still move.
    FalseBell,
    /// The wolf is trapped, but no bell rings.
    NoBell,
    /// The row shows other squares than those that its move leads to.
    After(Sheep),
}

impl Wrong {
    /// Do the sheep fail to win by this?
    pub fn loses(self) -> bool {
        !matches!(self, Self::NoBell | Self::After(_))
    }
}

/// Something wrong, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The step, from 1.
    pub step: u8,
    /// The number of the situation among those of the step.
    pub visit: usize,
    /// What is wrong.
    pub wrong: Wrong,
}

/// All situations of all plays, and what is wrong in them.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The situations of step 1, 2, and so on, in the order of their least plays.
    pub steps: Vec<Vec<Visit>>,
    /// What is wrong, by step and situation.
    pub faults: Vec<Fault>,
}

impl Run {
    /// Plays every play against the tree.
    pub fn new(tree: &Tree) -> Self {
        let mut run = Self::default();
        let starts = Squares::row(Square::ROWS).iter().map(|wolf| Visit {
            variant: 0,
            sheep: Sheep::START,
            wolf,
            previous: Squares::default(),
            row: None,
            parent: 0,
        });
        let mut rows: Vec<Vec<_>> = Vec::new();
        for (index, row) in tree.moves() {
            let step = usize::from(row.step);
            rows.resize_with(rows.len().max(step + 1), Vec::new);
            rows[step].push((index, row));
        }
        let (mut visits, mut step) = (starts.collect::<Vec<_>>(), 1);
        // Every step that goes on has moved a sheep ahead, so this comes to an end.
        while !visits.is_empty() {
            let mut following = Vec::new();
            let rows = rows.get(usize::from(step)).map_or(&[][..], Vec::as_slice);
            for (number, visit) in visits.iter_mut().enumerate() {
                let report = |wrong| run.faults.push(Fault { step, visit: number, wrong });
                act(rows, number, visit, &mut following, report);
            }
            run.steps.push(std::mem::replace(&mut visits, following));
            step += 1;
        }
        run
    }

    /// All situations, each after its step.
    pub fn all(&self) -> impl Iterator<Item = (u8, &Visit)> {
        (1..).zip(&self.steps).flat_map(|(step, visits)| visits.iter().map(move |it| (step, it)))
    }

    /// The situations of a step.
    pub fn visits(&self, step: u8) -> &[Visit] {
        let index = usize::from(step).checked_sub(1);
        index.and_then(|index| self.steps.get(index)).map_or(&[], Vec::as_slice)
    }

    /// The situation in which something is wrong.
    pub fn visit(&self, fault: &Fault) -> Option<&Visit> {
        self.visits(fault.step).get(fault.visit)
    }

    /// The first fault by which the sheep do not win: in the fewest steps, and then with the
    /// least squares of the wolf.
    pub fn loss(&self) -> Option<&Fault> {
        self.faults.iter().find(|fault| fault.wrong.loses())
    }

    /// The situations of a play that ends in the fault, from step 1.
    pub fn play(&self, fault: &Fault) -> Vec<&Visit> {
        let (mut play, mut number) = (Vec::new(), fault.visit);
        for step in (1..=fault.step).rev() {
            let Some(visit) = self.visits(step).get(number) else { break };
            play.push(visit);
            number = visit.parent;
        }
        play.reverse();
        play
    }
}

/// Lets the rows of the step act in one situation and adds what can follow.
fn act(
    rows: &[(usize, &Row)],
    number: usize,
    visit: &mut Visit,
    following: &mut Vec<Visit>,
    mut report: impl FnMut(Wrong),
) {
    let Visit { variant, sheep, wolf, .. } = *visit;
    if sheep.passed_by(wolf) {
        return report(Wrong::Past);
    }
    let acting = acting(rows.iter().copied(), variant, wolf);
    visit.row = acting.map(|(index, _)| index);
    let Some((row, step_move)) = acting.and_then(|(_, row)| Some((row, row.step_move?))) else {
        return report(Wrong::NoRow);
    };
    let after = match sheep.moved(step_move, Some(wolf)) {
        Err(illegal) => return report(Wrong::Illegal(illegal)),
        Ok(after) => after,
    };
    if after != row.after {
        report(Wrong::After(after));
    }
    let targets = after.wolf_moves(wolf);
    match (row.next, targets.is_empty()) {
        (Next::Bell, true) => return,
        (Next::Bell, false) => return report(Wrong::FalseBell),
        (_, true) => return report(Wrong::NoBell),
        (_, false) => {}
    }
    if after.passed_by(wolf) {
        return report(Wrong::Past);
    }
    let variant = if let Next::Switch(other) = row.next { other } else { variant };
    for to in targets.iter() {
        let same = |it: &&mut Visit| it.variant == variant && it.wolf == to && it.sheep == after;
        match following.iter_mut().find(same) {
            Some(known) => known.previous = known.previous.with(wolf),
            None => following.push(Visit {
                variant,
                sheep: after,
                wolf: to,
                previous: wolf.into(),
                row: None,
                parent: number,
            }),
        }
    }
}

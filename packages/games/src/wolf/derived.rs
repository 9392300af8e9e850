//! What follows from a tree: the lines of the tables derived from it.

use super::board::{Square, Squares};
use super::columns::{Wolves, wolves};
use super::compare::{ComputedLine, line};
use super::diagnosis::Diagnosis;
use super::rules::Sheep;
use super::run::{Run, Visit};
use super::tree::{Next, Row, Tree};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A tree with everything that was found out about it.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    /// The tree as printed.
    pub printed: Tree,
    /// The tree without its misprints.
    pub tree: Tree,
    /// The cells that were taken for misprints.
    pub blamed: Vec<Diagnosis>,
    /// All plays against the tree without misprints.
    pub run: Run,
    /// The wolf squares of each row.
    pub wolves: Vec<Wolves>,
}

impl Facts {
    /// Finds out about a tree.
    pub(super) fn new(printed: Tree) -> Self {
        let (tree, blamed) = super::diagnosis::diagnose(&printed);
        let run = Run::new(&tree);
        let wolves = wolves(&tree, &run);
        Self { printed, tree, blamed, run, wolves }
    }

    /// Every situation in which a row acts, with the step and the row.
    pub(super) fn acting(&self) -> impl Iterator<Item = (u8, &Visit, &Row)> {
        let row = |visit: &Visit| self.tree.rows.get(visit.row?);
        self.run.all().filter_map(move |(step, visit)| Some((step, visit, row(visit)?)))
    }

    /// Does a row with this bell trap the wolf on every square on which it acts?
    fn bell_is_true(&self, index: usize) -> bool {
        let mut visits = self.acting().filter(|(_, visit, _)| visit.row == Some(index)).peekable();
        visits.peek().is_some() && visits.all(|(_, visit, row)| traps(visit, row))
    }

    /// The flag of a row, `!` or `.`: as in the tree; where the tree itself is wrong, the right
    /// one counts as well.
    pub(super) fn flags(&self, index: usize, row: &Row) -> Vec<&'static str> {
        let printed = self.tree.rows.get(index).map(|row| row.next);
        let mut flags = vec![if printed == Some(Next::Bell) { "!" } else { "." }];
        let right = if self.bell_is_true(index) { "!" } else { "." };
        if row.step > 0 && flags[0] != right {
            flags.push(right);
        }
        flags
    }

    /// Do the wolf squares not tell two rows apart that show different sheep in the same step, if the
    /// wolf stands on one of the squares `current` at the first one?  They do if the sets of current
    /// squares are disjoint, or those of the previous ones.
    pub(super) fn confused(&self, one: usize, current: Squares, other: usize) -> bool {
        let (row, beside) = (&self.tree.rows[one], &self.tree.rows[other]);
        let (left, right) = (self.wolves[one], self.wolves[other]);
        row.step == beside.step
            && row.after != beside.after
            && !right.possible.and(current).is_empty()
            && !right.previous.and(left.previous).is_empty()
    }
}

/// Can the wolf not move any more when the row has acted?
pub(super) fn traps(visit: &Visit, row: &Row) -> bool {
    let after = row.step_move.and_then(|it| visit.sheep.moved(it, Some(visit.wolf)).ok());
    after.is_some_and(|after| after.wolf_moves(visit.wolf).is_empty())
}

/// The distinct moves, each with the rows that use it.
pub(super) fn moves(facts: &Facts) -> Vec<ComputedLine> {
    let mut uses: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (_, row) in facts.tree.moves() {
        if let Some(step_move) = row.step_move {
            uses.entry(step_move.to_string()).or_default().push(row.label());
        }
    }
    uses.into_iter().map(|(step_move, rows)| line([step_move], &rows.join(" "))).collect()
}

/// The rows that change the variant, each after its variant before and after the change.
pub(super) fn transitions(tree: &Tree) -> impl Iterator<Item = (u8, u8, &Row)> {
    tree.moves().filter_map(|(_, row)| Some((row.variant, row.switches_to()?, row)))
}

/// Each variant but 0 with the first and the last step in which it has rows.
pub(super) fn occupancy(tree: &Tree) -> BTreeMap<u8, (u8, u8)> {
    let mut spans = BTreeMap::new();
    for (_, row) in tree.moves().filter(|(_, row)| row.variant > 0) {
        let span = spans.entry(row.variant).or_insert((row.step, row.step));
        *span = (span.0.min(row.step), span.1.max(row.step));
    }
    spans
}

/// The lines of the table of occupancy.
pub(super) fn occupancy_lines(tree: &Tree) -> Vec<ComputedLine> {
    let spans = occupancy(tree).into_iter().map(|(variant, (first, last))| {
        line([variant, first, last], &(last - first + 1).to_string())
    });
    spans.collect()
}

/// The number in the compressed tree of every variant of the primary one: the variant that has
/// the most of its rows, compared by step, wolf, move and squares; none if no variant has any.
pub(super) fn renaming(primary: &Tree, compressed: &Tree) -> BTreeMap<u8, u8> {
    let content = |row: &Row| (row.step, row.wolf, row.step_move, row.after);
    let variants: BTreeSet<_> = primary.moves().map(|(_, row)| row.variant).collect();
    let mut names = BTreeMap::new();
    for old in variants {
        let rows: BTreeSet<_> = primary
            .moves()
            .filter(|(_, row)| row.variant == old)
            .map(|(_, row)| content(row))
            .collect();
        let common = |new: u8| {
            let same = compressed.moves().filter(|(_, row)| row.variant == new);
            same.filter(|(_, row)| rows.contains(&content(row))).count()
        };
        let found = (0..10).rev().max_by_key(|&new| common(new));
        if let Some(new) = found.filter(|&new| common(new) > 0) {
            names.insert(old, new);
        }
    }
    names
}

/// The primary tree with its variants renamed, without the printed wolf squares, in an order of
/// its own.
pub(super) fn renamed(primary: &Tree, names: &BTreeMap<u8, u8>) -> Vec<Row> {
    let name = |variant: u8| names.get(&variant).copied().unwrap_or(variant);
    let rename = |row: &Row| Row {
        variant: name(row.variant),
        next: match row.next {
            Next::Switch(variant) => Next::Switch(name(variant)),
            other => other,
        },
        possible: Squares::default(),
        previous: Squares::default(),
        ..*row
    };
    let mut rows: Vec<_> = primary.rows.iter().map(rename).collect();
    rows.sort_by_key(|row| (row.step, row.variant, row.wolf));
    rows
}

/// The lines of the table of new numbers: the variants whose number changes.
pub(super) fn renaming_lines(names: &BTreeMap<u8, u8>) -> Vec<ComputedLine> {
    let changed = names.iter().filter(|(old, new)| old != new);
    changed.map(|(old, new)| line([old], &new.to_string())).collect()
}

/// Runs of digits with the spaces before them: the bar of each new variant, to scale.
pub(super) fn packing(primary: &Tree, names: &BTreeMap<u8, u8>) -> BTreeMap<u8, String> {
    let mut spans: Vec<_> = occupancy(primary).into_iter().collect();
    spans.sort_by_key(|&(variant, (first, _))| (first, variant));
    let mut bars: BTreeMap<u8, (u8, String)> = BTreeMap::new();
    for (old, (first, last)) in spans {
        let new = names.get(&old).copied().unwrap_or(old);
        let (end, bar) = bars.entry(new).or_insert((first, String::new()));
        bar.extend((*end..first).map(|_| ' '));
        bar.extend((first..=last).map(|_| char::from(b'0' + old)));
        *end = last + 1;
    }
    bars.into_iter().map(|(new, (_, bar))| (new, bar)).collect()
}

/// Every position of the sheep that is shown, with the wolf squares of its rows.
pub(super) fn decodability(facts: &Facts) -> Vec<ComputedLine> {
    let mut positions: BTreeMap<Sheep, Vec<(usize, &Row)>> = BTreeMap::new();
    for (index, row) in facts.tree.shown() {
        positions.entry(row.after).or_default().push((index, row));
    }
    let lines = positions.into_iter().map(|(sheep, rows)| {
        let sets = rows.iter().map(|&(index, _)| facts.wolves[index]);
        let (current, previous) = sets.fold(Default::default(), |(current, previous), sets| {
            (sets.possible.or(current), sets.previous.or(previous))
        });
        let mut cells = vec![vec![sheep.to_string()]];
        cells.extend(
            (1..=Square::ROWS).map(|row| vec![marks(row, [(current, 'x'), (previous, '+')])]),
        );
        // Each row with the flag that it has, or should have.
        let mut labels = vec![String::new()];
        for (index, row) in rows {
            let flags = facts.flags(index, row);
            let with = |list: &String, flag: &&str| {
                format!("{list} {}{}", row.label(), flag.trim_start_matches('.')).trim().to_owned()
            };
            let lists =
                labels.iter().flat_map(|list| flags.iter().map(move |flag| with(list, flag)));
            labels = lists.collect();
        }
        cells.push(labels);
        cells
    });
    lines.collect()
}

/// Four signs for the columns of a row: the sign of the first set that has the square, or `.`.
pub(super) fn marks<const N: usize>(row: u8, sets: [(Squares, char); N]) -> String {
    let squares = (0..4).filter_map(|column| Square::new(column, row));
    squares
        .map(|square| {
            let set = sets.iter().find(|(set, _)| set.contains(square));
            set.map_or('.', |&(_, sign)| sign)
        })
        .collect()
}

/// The variant of a row that is shown, and the name of the row.
type Name = (u8, String);

/// Two rows of the same step that current and previous square of the wolf do not tell apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Collision {
    /// The step.
    pub step: u8,
    /// The variant and the name of one row.
    pub one: Name,
    /// The variant and the name of the other row.
    pub other: Name,
}

impl Collision {
    fn new(step: u8, one: Name, other: Name) -> Self {
        let (one, other) = if one <= other { (one, other) } else { (other, one) };
        Self { step, one, other }
    }

    /// Is a row of this variant among the two?
    pub(super) fn with(&self, variant: u8) -> bool {
        self.one.0 == variant || self.other.0 == variant
    }
}

impl fmt::Display for Collision {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.one.1, self.other.1)
    }
}

/// `12.1`, or `17.3-c7` for a row that shows other squares than the row `..` beside it.
fn name(tree: &Tree, row: &Row) -> Name {
    let mut beside = tree.rows.iter().filter(|it| (it.step, it.variant) == (row.step, row.variant));
    let same = row.wolf.is_none() || beside.any(|it| it.wolf.is_none() && it.after == row.after);
    let variant = format!("{}.{}", row.step, row.variant);
    (row.variant, if same { variant } else { row.label() })
}

/// The collisions by the sets of the table.
pub(super) fn collisions(facts: &Facts) -> BTreeSet<Collision> {
    let tree = &facts.tree;
    let mut collisions = BTreeSet::new();
    for (one, row) in tree.shown() {
        let current = facts.wolves[one].possible;
        for (_, beside) in
            tree.shown().filter(|it| it.0 > one && facts.confused(one, current, it.0))
        {
            collisions.insert(Collision::new(row.step, name(tree, row), name(tree, beside)));
        }
    }
    collisions
}

/// The collisions in play: the wolf stands on the same square, came from the same square, and
/// two different positions of the sheep are to be shown.  A row that switches is shown as the row
/// that it switches to.
pub(super) fn collisions_in_play(facts: &Facts) -> BTreeSet<Collision> {
    let tree = &facts.tree;
    let mut seen: BTreeMap<(u8, Square, Square), BTreeSet<(Sheep, Name)>> = BTreeMap::new();
    for (step, visit, row) in facts.acting() {
        let target = row.switches_to().and_then(|variant| tree.default(step, variant));
        for previous in visit.previous.iter() {
            let shown = (row.after, name(tree, target.unwrap_or(row)));
            seen.entry((step, visit.wolf, previous)).or_default().insert(shown);
        }
    }
    let mut collisions = BTreeSet::new();
    for ((step, _, _), shown) in seen {
        for (sheep, one) in &shown {
            for (_, other) in shown.iter().filter(|(it, _)| it > sheep) {
                collisions.insert(Collision::new(step, one.clone(), other.clone()));
            }
        }
    }
    collisions
}

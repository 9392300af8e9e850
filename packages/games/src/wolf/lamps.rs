//! Lamps that differ from the basic display, and the relays that switch them.
//!
//! The basic display of a step shows the sheep of the row `..` of variant 0.  A deviation is what
//! another row of this step shows differently: `x` a lamp that is on in addition, `o` one that is
//! off instead.  As there are four sheep in either, a deviation has as many x as o.

use super::board::{Square, Squares};
use super::compare::{ComputedLine, at, differs, missing_line, open};
use super::derived::{Facts, marks};
use super::table::{Record, Table, TableKind};
use super::tree::Tree;
use crate::verdict::Finding;
use std::collections::{BTreeMap, BTreeSet};

/// The lamps that are on in addition, and those that are off instead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deviation {
    /// `x`: on in addition.
    pub on: Squares,
    /// `o`: off instead.
    pub off: Squares,
}

impl Deviation {
    /// The deviation of one set of lamps from another.
    pub(super) fn between(basic: Squares, shown: Squares) -> Self {
        Self { on: shown.minus(basic), off: basic.minus(shown) }
    }

    /// Are there as many lamps more as less?
    pub fn conserves(self) -> bool {
        self.on.len() == self.off.len()
    }

    /// Both at once; a lamp that one relay puts on and the other one off stays as it is.
    fn with(self, other: Self) -> Self {
        let (on, off) = (self.on.or(other.on), self.off.or(other.off));
        Self { on: on.minus(off), off: off.minus(on) }
    }

    /// The signs of a row.
    fn row(self, row: u8) -> String {
        marks(row, [(self.on, 'x'), (self.off, 'o')])
    }

    /// Reads the signs of rows 2, 3, ...
    pub(super) fn read<'a>(cells: impl Iterator<Item = &'a str>) -> Option<Self> {
        let mut deviation = Self::default();
        for (row, cell) in (2..).zip(cells) {
            if cell.len() != 4 {
                return None;
            }
            for (column, sign) in (0..).zip(cell.chars()) {
                match (sign, Square::new(column, row)?) {
                    ('x', square) => deviation.on = deviation.on.with(square),
                    ('o', square) => deviation.off = deviation.off.with(square),
                    ('.', _) => {}
                    _ => return None,
                }
            }
        }
        Some(deviation)
    }
}

/// The deviations that a table of lamps should list: all rows that are shown but the basic
/// display, by number of the row.
pub(super) fn deviations(tree: &Tree) -> Vec<(usize, Deviation)> {
    let rows = tree.shown().filter(|(_, row)| (row.variant, row.wolf) != (0, None));
    rows.filter_map(|(index, row)| {
        let basic = tree.default(row.step, 0)?;
        Some((index, Deviation::between(basic.after.squares(), row.after.squares())))
    })
    .collect()
}

/// The lines of a table of lamps.
///
/// The label is that of a historic relay or of a listed combination with the same deviation; the
/// others get the numbers from 100 up in the order of the lines, in parentheses when repeated.
/// Without the relays nothing follows about labels.
pub(super) fn lines(facts: &Facts, relays: Option<&Relays>) -> Vec<ComputedLine> {
    let mut rows = deviations(&facts.tree);
    let place =
        |index: usize| facts.tree.rows.get(index).map(|row| (row.step, row.variant, row.wolf));
    rows.sort_by_key(|&(index, _)| place(index));
    let mut numbers: Vec<Deviation> = Vec::new();
    let lines = rows.into_iter().filter_map(|(index, deviation)| {
        let row = facts.tree.rows.get(index)?;
        let mut labels = relays.map(|relays| relays.labels(deviation)).unwrap_or_default();
        if deviation == Deviation::default() {
            labels = vec![String::new()];
        } else if relays.is_some() && labels.is_empty() {
            let known = numbers.iter().position(|known| *known == deviation);
            labels = vec![match known {
                Some(number) => format!("({})", 100 + number),
                None => {
                    numbers.push(deviation);
                    (99 + numbers.len()).to_string()
                }
            }];
        }
        let mut line = vec![
            vec![format!("{}.{}", row.step, row.variant)],
            vec![row.wolf_text()],
            facts.flags(index, row).into_iter().map(str::to_owned).collect(),
        ];
        line.extend((2..=Square::ROWS).map(|row| vec![deviation.row(row)]));
        line.push(labels);
        Some(line)
    });
    lines.collect()
}

/// The historic relays and the listed combinations, by label.
#[derive(Clone, Debug, Default)]
pub(super) struct Relays {
    /// What each changes, as far as it can be told.
    believed: BTreeMap<String, Deviation>,
    /// How many relays there are, combinations not counted.
    pub count: usize,
    /// What is wrong in the printed table, or cannot be checked.
    pub findings: Vec<Finding>,
}

impl Relays {
    /// Reads the table of the historic relays.
    ///
    /// A relay may be known from up to three places: its own line, the combinations it is part
    /// of, and rows of the described tree that bear its label.  Where they contradict each other
    /// most places decide; then a deviation that conserves the sheep, and then its own line.
    pub(super) fn new(table: &Table, labelled: &[(String, Deviation)]) -> Self {
        let mut relays = Self::default();
        let mut printed: Vec<(String, Deviation)> = Vec::new();
        let labels = names(table, labelled);
        let single: BTreeSet<_> = labels.iter().filter(|name| !name.contains('+')).collect();
        relays.count = single.len();
        for (record, name) in table.records.iter().zip(&labels) {
            match deviation(record) {
                Some(deviation) => printed.push((name.clone(), deviation)),
                None => {
                    let message = "these are not the signs of five rows of four lamps";
                    relays.findings.push(differs(table, record, 1, "", message));
                }
            }
        }
        let names: BTreeSet<_> = printed.iter().map(|(name, _)| name.clone()).collect();
        let mut alone = BTreeSet::new();
        let mut contested = BTreeSet::new();
        let part = |name: &str| told(&printed, name).first().copied();
        for name in &names {
            let own = told(&printed, name);
            let mut voices = [&own[..], &told(labelled, name)].concat();
            if let Some((one, other)) = name.split_once('+') {
                voices.extend(part(one).zip(part(other)).map(|(one, other)| one.with(other)));
            }
            for (sum, whole) in &printed {
                let rest = match sum.split_once('+') {
                    Some((one, other)) if one == name => part(other),
                    Some((one, other)) if other == name => part(one),
                    _ => None,
                };
                voices.extend(rest.map(|rest| Deviation {
                    on: whole.on.minus(rest.on),
                    off: whole.off.minus(rest.off),
                }));
            }
            if voices.len() == own.len() {
                alone.insert(name.as_str());
            }
            let votes = |it: &Deviation| voices.iter().filter(|voice| *voice == it).count();
            let weight = |it: &Deviation| (votes(it), it.conserves());
            let rank = |it: &&Deviation| (weight(it), own.contains(it));
            if let Some(&best) = voices.iter().rev().max_by_key(rank) {
                relays.believed.insert(name.clone(), best);
                if voices.iter().any(|it| *it != best && weight(it) == weight(&best)) {
                    contested.insert(name.as_str());
                }
            }
        }
        relays.compare(table, &labels);
        relays.findings.extend(known_from_one_line(table, &labels, &alone));
        for (record, name) in table.records.iter().zip(&labels) {
            if contested.contains(name.as_str()) {
                let message = format!(
                    "other places in print contradict this line of relay {name}, and as many of \
                     them agree with it as with each other: it cannot be decided which is right"
                );
                relays.findings.push(open(record, 1, message));
            }
        }
        relays
    }

    /// The labels with this deviation.
    pub(super) fn labels(&self, deviation: Deviation) -> Vec<String> {
        let same = self.believed.iter().filter(|(_, known)| **known == deviation);
        same.map(|(name, _)| name.clone()).collect()
    }

    fn compare(&mut self, table: &Table, labels: &[String]) {
        let mut seen = BTreeSet::new();
        for (record, name) in table.records.iter().zip(labels) {
            let mut wrong = |column, computed: &str, message: &str| {
                self.findings.push(differs(table, record, column, computed, message));
            };
            if record.cell(0) != name {
                wrong(0, name, "another relay is listed under this label");
            }
            if !seen.insert(name) {
                wrong(0, "", "this relay is listed twice");
                continue;
            }
            let known = name.split('+').all(|part| self.believed.contains_key(part));
            let Some(&believed) = self.believed.get(name).filter(|_| known) else {
                wrong(0, "", "a combination of relays that are not listed");
                continue;
            };
            let signs: Vec<_> = (2..=6).map(|row| believed.row(row)).collect();
            let cells = (1..).zip(&signs).filter(|(column, signs)| record.cell(*column) != **signs);
            let cells: Vec<_> = cells.collect();
            for (column, signs) in &cells {
                let row = table.kind.column(*column);
                wrong(
                    *column,
                    signs,
                    &format!("{row} differs from the other places of this relay"),
                );
            }
            if cells.is_empty() && !believed.conserves() {
                let [on, off] = [believed.on, believed.off].map(Squares::len);
                let message = format!(
                    "this relay adds {on} and takes away {off} sheep; it must do as many of both"
                );
                // Which of the five cells is wrong cannot be told; the first that is not empty
                // stands for all.
                let column = (1..6).find(|&column| record.cell(column) != "....").unwrap_or(1);
                let computed = format!("as many x as o ({on} x, {off} o)");
                let (row, claimed) = (table.kind.label(record), signs.join(" "));
                let span = record.span(column);
                self.findings.push(at(table, span, row, column, claimed, computed, message));
            }
        }
        for number in (10..=42).map(|number: u32| number.to_string()) {
            if !seen.contains(&number) {
                let message = format!("relay {number} is missing");
                self.findings.push(missing_line(table, number.clone(), number, message));
            }
        }
        for (record, name) in table.records.iter().zip(labels) {
            if !name.contains('+') && !is_number(name) {
                let message = "the relays have the numbers 10 to 42";
                self.findings.push(differs(table, record, 0, "", message));
            }
        }
    }
}

/// What a list tells about a name.
fn told(list: &[(String, Deviation)], name: &str) -> Vec<Deviation> {
    list.iter().filter(|(it, _)| it == name).map(|(_, deviation)| *deviation).collect()
}

/// A line that nothing else in print repeats can be compared with itself only.
fn known_from_one_line(
    table: &Table,
    labels: &[String],
    alone: &BTreeSet<&str>,
) -> Option<Finding> {
    let lines = table.records.iter().zip(labels);
    let mut lines = lines.filter(|(_, name)| alone.contains(name.as_str()));
    let (first, _) = lines.clone().next()?;
    let names: Vec<_> = lines.by_ref().map(|(_, name)| name.as_str()).collect();
    let message = format!(
        "no other published table shows what these relays change, so only the number of x and o \
         was checked: {}",
        names.join(", ")
    );
    Some(open(first, 1, message))
}

/// What the line says, if it can be read.
pub(super) fn deviation(record: &Record) -> Option<Deviation> {
    Deviation::read((1..6).map(|column| record.cell(column)))
}

fn is_number(label: &str) -> bool {
    label.parse::<u32>().is_ok_and(|number| (10..=42).contains(&number))
}

/// The right label of every line.  A label that is there twice, or is none, is replaced by the
/// number that follows that of the line above, if this number is missing; that of a combination
/// by the label that the described tree gives to its deviation.
fn names(table: &Table, labelled: &[(String, Deviation)]) -> Vec<String> {
    let printed: Vec<_> = table.records.iter().map(|record| record.cell(0)).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    printed.iter().for_each(|label| *counts.entry(label).or_default() += 1);
    let mut names: Vec<String> = Vec::new();
    let mut above = Some(9);
    for (index, &label) in printed.iter().enumerate() {
        let twice = counts.get(label).is_some_and(|count| *count > 1);
        let follows = above.map(|number: u32| (number + 1).to_string());
        let missing = follows.filter(|it| is_number(it) && !counts.contains_key(it.as_str()));
        let doubtful = twice || label.contains('+') || !is_number(label);
        let deviation = table.records.get(index).and_then(deviation);
        let by_tree = labelled.iter().find(|(name, known)| {
            name.contains('+') && Some(*known) == deviation && !counts.contains_key(name.as_str())
        });
        let name = match (missing, by_tree) {
            (Some(number), _) if doubtful => number,
            (_, Some((name, _))) if doubtful => name.clone(),
            _ => label.to_owned(),
        };
        above = name.parse().ok();
        names.push(name);
    }
    names
}

/// The historic relays that a table of lamps names, with the deviation of the row.
pub(super) fn labelled(facts: &Facts, table: &Table) -> Vec<(String, Deviation)> {
    debug_assert_eq!(table.kind, TableKind::Lamps);
    let deviations: BTreeMap<_, _> = deviations(&facts.tree)
        .into_iter()
        .filter_map(|(index, deviation)| Some((facts.tree.rows.get(index)?.label(), deviation)))
        .collect();
    let labels = table.records.iter().filter_map(|record| {
        let deviation = deviations.get(&table.kind.label(record))?;
        Some((record.cell(9).to_owned(), *deviation))
    });
    labels.filter(|(label, _)| !label.is_empty() && !label.starts_with('(')).collect()
}

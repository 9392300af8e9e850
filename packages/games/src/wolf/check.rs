//! The tables of one publication, checked together.

use super::claims::{self, Subject};
use super::compare::{ComputedLine, compare, differs, line, missing_line, open};
use super::derived::{self, Facts};
use super::diagnosis::{Contradicted, Contradiction, contradictions};
use super::lamps::{self, Deviation, Relays};
use super::run::{Run, Wrong};
use super::table::{Record, Table, TableKind, read};
use super::tree::{Row, Tree};
use crate::diagnostic::{Code, Diagnostic};
use crate::verdict::{Cell, Evidence, Finding, Looked, Report, Verdict};
use std::collections::BTreeMap;

/// An error with evidence refutes the table; one without says what could not be decided.
fn verdict(findings: &[Finding]) -> Verdict {
    let mut errors = findings.iter().filter(|it| it.is_error());
    match (errors.clone().any(|it| it.evidence != Evidence::Remark), errors.next()) {
        (true, _) => Verdict::Refuted,
        (false, Some(_)) => Verdict::Undecided,
        (false, None) => Verdict::Verified,
    }
}

/// The tables of one publication, which follow from each other.
///
/// A tree is checked against the rules.  The other tables are checked against the trees
/// `tree_primary` and `tree_compressed` and against each other, by the names that they have in
/// the publication.
#[derive(Clone, Debug, Default)]
pub struct Publication {
    tables: Vec<Table>,
    trees: BTreeMap<String, Facts>,
}

impl Publication {
    /// The publication with these tables, given by name (`tree_primary`) and text.
    pub fn new<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let mut publication = Self::default();
        for (name, text) in files {
            publication.put(name, text);
        }
        publication
    }

    /// Adds a table, in place of one of the same name.  One that cannot be read is left out.
    pub fn put(&mut self, name: &str, text: &str) {
        self.tables.retain(|table| table.name != name);
        self.trees.remove(name);
        let Ok(table) = read(name, text) else { return };
        if table.kind == TableKind::Tree
            && let Ok(tree) = Tree::read(&table)
        {
            self.trees.insert(name.to_owned(), Facts::new(tree));
        }
        self.tables.push(table);
    }

    /// Checks a table, which may be one of the publication or a further one.
    pub fn check(&self, name: &str, text: &str) -> Report {
        let looked = |lines: usize, cells: usize| {
            Looked::Counted(vec![("lines", lines as u64), ("cells", cells as u64)])
        };
        let table = match read(name, text) {
            Ok(table) => table,
            Err(diagnostics) => return Report::rejected(diagnostics, looked(0, 0)),
        };
        let lines = table.records.len();
        let looked = looked(lines, lines * table.kind.columns().len());
        match self.findings(&table) {
            Err(diagnostics) => Report::rejected(diagnostics, looked),
            Ok(findings) => Report::new(verdict(&findings), findings, looked),
        }
    }

    /// What there is to say about a table; the error says why it cannot be checked.
    fn findings(&self, table: &Table) -> Result<Vec<Finding>, Vec<Diagnostic>> {
        let primary = || self.tree(table, PRIMARY);
        let relays = || self.table(RELAYS).map(|relays| self.relays(relays));
        let lines = match table.kind {
            TableKind::Tree => {
                let printed = Tree::read(table)?;
                let known = self.trees.get(&table.name).filter(|known| known.printed == printed);
                return Ok(match known {
                    Some(facts) => tree(table, facts),
                    None => tree(table, &Facts::new(printed)),
                });
            }
            TableKind::Moves => derived::moves(primary()?),
            TableKind::TransitionsPrimary => {
                let changes = derived::transitions(&primary()?.tree);
                changes.map(|(from, to, it)| line([to, from, it.step], &it.wolf_text())).collect()
            }
            TableKind::TransitionsCompressed => {
                let changes = derived::transitions(&self.tree(table, COMPRESSED)?.tree);
                changes.map(|(from, to, it)| line([from, to, it.step], &it.wolf_text())).collect()
            }
            TableKind::Occupancy => derived::occupancy_lines(&primary()?.tree),
            TableKind::Renaming => derived::renaming_lines(&self.names(table)?),
            TableKind::Packing => {
                let bars = derived::packing(&primary()?.tree, &self.names(table)?);
                return Ok(packing(table, &bars));
            }
            TableKind::Relays => return Ok(self.relays(table).findings),
            TableKind::Lamps => {
                let relays = relays();
                let mut findings = compare(table, &lamps::lines(primary()?, relays.as_ref()));
                if let (None, Some(first)) = (relays, table.records.first()) {
                    let message = format!("no label can be computed: {RELAYS}.tsv cannot be read");
                    findings.push(open(first, 9, message));
                }
                return Ok(findings);
            }
            TableKind::Decodability => derived::decodability(primary()?),
            TableKind::Collisions => return Ok(collisions(table, primary()?)),
            TableKind::Claims => {
                let (names, relays) = (self.names(table).ok(), relays());
                let subject = Subject {
                    primary: primary()?,
                    compressed: self.trees.get(COMPRESSED).zip(names.as_ref()),
                    historic: relays.as_ref(),
                    labelled: &self.labelled(primary()?),
                    remaining: self.table(COLLISIONS),
                };
                return Ok(claims::check(table, subject));
            }
            TableKind::Repairs => return Ok(self.repairs(table)),
        };
        Ok(compare(table, &lines))
    }

    /// The table of this name in the same folder.
    fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.name == name)
    }

    fn tree(&self, by: &Table, name: &str) -> Result<&Facts, Vec<Diagnostic>> {
        self.trees.get(name).ok_or_else(|| vec![missing(by, name)])
    }

    fn names(&self, by: &Table) -> Result<BTreeMap<u8, u8>, Vec<Diagnostic>> {
        let (primary, compressed) = (self.tree(by, PRIMARY)?, self.tree(by, COMPRESSED)?);
        Ok(derived::renaming(&primary.tree, &compressed.tree))
    }

    /// The historic relays, judged with the help of the tables of lamps that bear their labels.
    fn relays(&self, table: &Table) -> Relays {
        let labelled = self.trees.get(PRIMARY).map(|facts| self.labelled(facts));
        Relays::new(table, &labelled.unwrap_or_default())
    }

    /// What the tables of lamps label, with the deviation that it has in the tree.
    fn labelled(&self, facts: &Facts) -> Vec<(String, Deviation)> {
        let lamps = self.tables.iter().filter(|it| it.kind == TableKind::Lamps);
        lamps.flat_map(|table| lamps::labelled(facts, table)).collect()
    }

    /// The repaired cells have to stand in the tables.
    fn repairs(&self, table: &Table) -> Vec<Finding> {
        table.records.iter().filter_map(|record| self.repair(table, record)).collect()
    }

    fn repair(&self, table: &Table, record: &Record) -> Option<Finding> {
        let name = record.cell(0).trim_end_matches(".tsv");
        let Some(repaired) = self.table(name) else {
            return Some(open(record, 0, format!("not compared: {name}.tsv cannot be read")));
        };
        let wanted = record.cell(1).replace(' ', ".");
        let mut rows = repaired.records.iter();
        let row = rows.find(|it| {
            let own = repaired.kind.label(it);
            own == record.cell(1) || own.replace('-', ".") == wanted
        });
        let Some(row) = row else {
            return Some(differs(table, record, 1, "", "no such row"));
        };
        let field = record.cell(2);
        let column = repaired.kind.columns().iter().position(|column| *column == field);
        let (claimed, right) = match (column, repaired.kind) {
            (Some(column), _) => (4, vec![row.cell(column).to_owned()]),
            (None, TableKind::Tree) if field == "wolf sets" => {
                (3, [6, 7].map(|column| row.cell(column).to_owned()).to_vec())
            }
            (None, TableKind::Occupancy) if field == "range" => {
                (4, vec![format!("{}..{}", row.cell(1), row.cell(2))])
            }
            _ => return Some(differs(table, record, 2, "", "no such column")),
        };
        // The scan has spaces in sets of squares.
        let text = record.cell(claimed).to_owned();
        let text = if claimed == 3 { text.replace(' ', "") } else { text };
        let message = "the repaired cell is not in its table";
        let stands = right.contains(&text);
        (!stands).then(|| differs(table, record, claimed, right.join(" or "), message))
    }
}

/// What there is to say about the pairs of rows that are said to remain.
fn collisions(table: &Table, facts: &Facts) -> Vec<Finding> {
    let mut findings = compare(table, &claims::remaining(facts, table, 0));
    let by_sets = derived::collisions(facts);
    let other: Vec<_> = derived::collisions_in_play(facts)
        .into_iter()
        .filter(|it| !it.with(0) && !by_sets.contains(it))
        .map(|it| it.to_string())
        .collect();
    if !other.is_empty() {
        let message = format!(
            "play can confuse these rows too: {}; the sets of a landing row do not show the \
             wolves of every row that switches to it",
            other.join(", ")
        );
        let diagnostic = Diagnostic::new(Code::AmbiguousCell, message)
            .label(table.header, "by the sets of the tree");
        findings.push(Finding::new(diagnostic));
    }
    findings
}

fn missing(by: &Table, name: &str) -> Diagnostic {
    let message = format!("{}.tsv follows from {name}.tsv, but {name}.tsv cannot be read", by.name);
    Diagnostic::new(Code::NotCheckableAlone, message)
        .label(by.header, "cannot be checked by itself")
        .help("put the tables of one publication into one folder, under their names")
}

const PRIMARY: &str = "tree_primary";
pub(super) const COMPRESSED: &str = "tree_compressed";
pub(super) const RELAYS: &str = "lamps_graeff";
pub(super) const COLLISIONS: &str = "remaining_collisions";

/// What there is to say about a tree: the shortest play that it does not win, the cells that are
/// to blame, the contradictions that no cell alone explains, and the wolf squares.
fn tree(table: &Table, facts: &Facts) -> Vec<Finding> {
    let mut findings: Vec<_> = loss(table, &facts.printed).into_iter().collect();
    let lost = findings.first().and_then(|finding| finding.cell().cloned());
    let rows = || table.records.iter().zip(&facts.tree.rows);
    let mut starts = rows().filter(|(_, row)| row.step == 0);
    let mut cells = Vec::new();
    match starts.next() {
        Some((record, _)) => {
            let right = Row::START.cells().into_iter().enumerate();
            let wrong = right.filter(|(column, text)| record.cell(*column) != *text);
            cells.extend(wrong.map(|(column, text)| {
                differs(table, record, column, text, "the row of the start, step 0")
            }));
        }
        None => {
            let message = "the row of the start, 0.0, is missing";
            let computed = Row::START.cells().join(" ");
            cells.push(missing_line(table, "0.0-..".to_owned(), computed.trim(), message));
        }
    }
    cells.extend(
        starts.map(|(record, _)| differs(table, record, 0, "", "a game has one start only")),
    );
    for blame in &facts.blamed {
        if let Some(record) = table.records.get(blame.row) {
            let name = table.kind.column(blame.column);
            let message = format!("{name} contradicts the rules and the other rows");
            cells.push(differs(table, record, blame.column, &blame.computed, message));
        }
    }
    let left = contradictions(&facts.tree, &facts.run).into_iter();
    cells.extend(left.filter_map(|it| contradiction(table, facts, it)));
    for ((record, row), sets) in rows().zip(&facts.wolves).filter(|((_, row), _)| row.step > 0) {
        for (column, printed, computed, elsewhere) in [
            (6, row.possible, sets.possible, "the wolf may be elsewhere when this row acts"),
            (7, row.previous, sets.previous, "the wolf may have stood elsewhere one step earlier"),
        ] {
            let text = computed.to_string();
            if record.cell(column) != text {
                let order = "the right squares in another order";
                let message = if printed == computed { order } else { elsewhere };
                cells.push(differs(table, record, column, text, message));
            }
        }
    }
    // The end of the lost play names its cell already.
    cells.retain(|finding| finding.cell().is_some() && finding.cell() != lost.as_ref());
    findings.append(&mut cells);
    findings
}

/// The shortest play that the tree, as printed, does not win.
fn loss(table: &Table, tree: &Tree) -> Option<Finding> {
    let run = Run::new(tree);
    let fault = run.loss()?;
    let visits = run.play(fault);
    let (visit, before) = visits.split_last()?;
    let index = visit.row.or_else(|| before.last()?.row);
    let record = index.and_then(|index| table.records.get(index));
    let step_move = index.and_then(|index| tree.rows.get(index)?.step_move);
    let (column, computed, reason) = match fault.wrong {
        Wrong::FalseBell => {
            let after = step_move.and_then(|it| visit.sheep.moved(it, None).ok());
            let free = after.map(|after| after.wolf_moves(visit.wolf)).unwrap_or_default();
            let reason =
                format!("the bell rings, but the wolf on {} can move to {free}", visit.wolf);
            (4, ".".to_owned(), reason)
        }
        Wrong::Illegal(illegal) => {
            let legal: Vec<_> = visit.sheep.moves(visit.wolf).map(|it| it.to_string()).collect();
            let told = step_move.map(|it| it.to_string()).unwrap_or_default();
            let reason = format!("the move {told} is illegal: {illegal}");
            (3, format!("one of {}", legal.join(" ")), reason)
        }
        Wrong::NoRow => {
            let place = format!("{}.{}-{}", fault.step, visit.variant, visit.wolf);
            (4, String::new(), format!("no row holds for {place}"))
        }
        _ => (3, String::new(), format!("the wolf on {} has got past the sheep", visit.wolf)),
    };
    let mut moves = Vec::new();
    for (step, visit) in (1..).zip(&visits) {
        let row = visit.row.or_else(|| tree.find(step, visit.variant, visit.wolf));
        moves.push(format!("wolf {}", visit.wolf));
        moves.extend(row.and_then(|row| tree.rows.get(row)?.step_move).map(|it| it.to_string()));
    }
    let mut diagnostic =
        Diagnostic::new(Code::LosingTree, format!("the tree does not win: {reason}"))
            .note(format!("a shortest play that it does not win: {}", moves.join(", ")));
    let cell = record.map(|record| {
        diagnostic = diagnostic.clone().label(record.span(column), reason);
        Cell {
            row: table.kind.label(record),
            column: table.kind.column(column).to_owned(),
            claimed: record.cell(column).to_owned(),
            computed,
        }
    });
    Some(Finding { diagnostic, evidence: Evidence::Play { moves, cell } })
}

/// A contradiction that no single cell explains.
fn contradiction(table: &Table, facts: &Facts, it: Contradiction) -> Option<Finding> {
    let past = (3, "", "the wolf gets past the sheep");
    let after;
    let (column, computed, message) = match it.wrong {
        Contradicted::NoRow(variant, wolf) => {
            let step = it.step;
            let message = format!(
                "the wolf may be on {wolf} at step {step} in variant {variant}, but no row holds"
            );
            let (row, computed) =
                (format!("{step}.{variant}-{wolf}"), format!("{step} {variant} {wolf}"));
            return Some(missing_line(table, row, computed, message));
        }
        Contradicted::Acting(Wrong::Illegal(illegal)) => {
            let message = format!("the move is illegal: {illegal}");
            return Some(differs(table, table.records.get(it.row?)?, 3, "", message));
        }
        Contradicted::Acting(Wrong::After(sheep)) => {
            after = sheep.to_string();
            (5, after.as_str(), "the move leads elsewhere")
        }
        Contradicted::Acting(Wrong::FalseBell) => (4, ".", "the bell rings, but the wolf can move"),
        Contradicted::Acting(Wrong::NoBell) => (4, "!", "the wolf is trapped, but no bell rings"),
        Contradicted::Past(_) | Contradicted::Acting(Wrong::Past | Wrong::NoRow) => past,
        Contradicted::Twice => (2, "", "there is an earlier row for this wolf"),
        Contradicted::SameVariant => (4, ".", "this is the variant of the row itself"),
        Contradicted::NoLanding => {
            (4, "", "the new variant has no row with these squares at this step")
        }
        Contradicted::IdleNext => {
            (4, ".", "no wolf is looked up in this row, so it cannot switch or ring")
        }
        Contradicted::Unused => {
            (2, "", "no play reaches this row, and no row that acts switches to it with this move")
        }
    };
    let row = match it.wrong {
        Contradicted::Past(variant) => {
            let mut rows = facts.tree.rows.iter();
            rows.position(|row| (row.step, row.variant) == (it.step, variant))
        }
        _ => it.row,
    };
    Some(differs(table, table.records.get(row?)?, column, computed, message))
}

/// The bars of the chart: which digits and how many is checked strictly; spaces between bars that
/// are not to scale are worth a warning, since the text says that the chart is not to scale
/// throughout.
fn packing(table: &Table, bars: &BTreeMap<u8, String>) -> Vec<Finding> {
    let solid = |bar: &str| bar.replace(' ', "");
    let mut lines: Vec<ComputedLine> = Vec::new();
    let mut warnings = Vec::new();
    for (new, bar) in bars {
        let printed = table.records.iter().find(|it| it.cell(0) == new.to_string());
        let printed = printed.filter(|it| solid(it.cell(1)) == solid(bar) && it.cell(1) != bar);
        let mut texts = vec![bar.clone()];
        if let Some(record) = printed {
            texts.push(record.cell(1).to_owned());
            let message = format!("the spaces of bar {new} are not to scale");
            let diagnostic = Diagnostic::new(Code::AmbiguousCell, message)
                .label(record.span(1), format!("to scale: `{bar}`"));
            warnings.push(Finding::new(diagnostic));
        }
        lines.push(vec![vec![new.to_string()], texts]);
    }
    let mut findings = compare(table, &lines);
    findings.append(&mut warnings);
    findings
}

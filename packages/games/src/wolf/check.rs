//! The tables of one publication, checked together.

use super::claims::{self, Subject};
use super::compare::{Line, at, compare, differs, label, line, open};
use super::derived::{self, Facts};
use super::diagnosis::{Contradiction, contradictions};
use super::lamps::{self, Deviation, Relays};
use super::rules::{IllegalMove, Sheep};
use super::run::{Fault, Run, Wrong};
use super::table::{Table, TableKind, read};
use super::tree::{Next, Tree};
use crate::diagnostic::Diagnostic;
use crate::verdict::{Cell, Evidence, Finding, Looked, Report, Verdict};
use std::collections::BTreeMap;

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// The lines of a table and their cells.
fn looked(lines: u64, cells: u64) -> Looked {
    Looked::Counted(vec![("lines", lines), ("cells", cells)])
}

/// An error with evidence refutes the table; one without says what could not be decided.
fn verdict(findings: &[Finding]) -> Verdict {
    let mut errors = findings.iter().filter(|it| it.is_error());
    let evidence = |it: &Finding| it.evidence != Evidence::Remark;
    match (errors.clone().any(evidence), errors.next()) {
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
        let table = match read(name, text) {
            Ok(table) => table,
            Err(diagnostics) => return Report::rejected(diagnostics, looked(0, 0)),
        };
        let lines = count(table.records.len());
        let cells = lines * count(table.kind.columns().len());
        match self.findings(&table) {
            Err(diagnostics) => Report::rejected(diagnostics, looked(lines, cells)),
            Ok(findings) => {
                let verdict = verdict(&findings);
                Report::new(verdict, findings, looked(lines, cells))
            }
        }
    }

    /// What there is to say about a table; the error says why it cannot be checked.
    fn findings(&self, table: &Table) -> Result<Vec<Finding>, Vec<Diagnostic>> {
        let lines = match table.kind {
            TableKind::Tree => {
                let printed = Tree::read(table)?;
                let known = self.trees.get(&table.name).filter(|known| known.printed == printed);
                return Ok(match known {
                    Some(facts) => tree(table, facts),
                    None => tree(table, &Facts::new(printed)),
                });
            }
            TableKind::Moves => derived::moves(self.tree(table, PRIMARY)?),
            TableKind::TransitionsPrimary => {
                let changes = derived::transitions(&self.tree(table, PRIMARY)?.tree);
                let line = |it: derived::Transition| {
                    line([it.to.to_string(), it.from.to_string(), it.step.to_string(), it.wolf])
                };
                changes.into_iter().map(line).collect()
            }
            TableKind::TransitionsCompressed => {
                let changes = derived::transitions(&self.tree(table, COMPRESSED)?.tree);
                let line = |it: derived::Transition| {
                    line([it.from.to_string(), it.to.to_string(), it.step.to_string(), it.wolf])
                };
                changes.into_iter().map(line).collect()
            }
            TableKind::Occupancy => derived::occupancy_lines(&self.tree(table, PRIMARY)?.tree),
            TableKind::Renaming => derived::renaming_lines(&self.names(table)?),
            TableKind::Packing => {
                return Ok(packing(
                    table,
                    &derived::packing(&self.tree(table, PRIMARY)?.tree, &self.names(table)?),
                ));
            }
            TableKind::Relays => return Ok(self.relays(table).findings),
            TableKind::Lamps => {
                let facts = self.tree(table, PRIMARY)?;
                let relays = self.table(RELAYS).map(|relays| self.relays(relays));
                let mut findings = compare(table, &lamps::lines(facts, relays.as_ref()));
                if let (None, Some(first)) = (relays, table.records.first()) {
                    let message = format!("no label can be computed: {RELAYS}.tsv cannot be read");
                    findings.push(open(first, 9, message));
                }
                return Ok(findings);
            }
            TableKind::Decodability => derived::decodability(self.tree(table, PRIMARY)?),
            TableKind::Collisions => return self.collisions(table),
            TableKind::Claims => {
                let primary = self.tree(table, PRIMARY)?;
                let names = self.names(table).ok();
                let relays = self.table(RELAYS).map(|relays| self.relays(relays));
                let subject = Subject {
                    primary,
                    compressed: self.trees.get(COMPRESSED).zip(names.as_ref()),
                    historic: relays.as_ref(),
                    labelled: &self.labelled(primary),
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

    fn collisions(&self, table: &Table) -> Result<Vec<Finding>, Vec<Diagnostic>> {
        let facts = self.tree(table, PRIMARY)?;
        let mut findings = compare(table, &claims::remaining(facts, table, 0));
        let by_sets = derived::collisions(facts);
        let in_play = derived::collisions_in_play(facts).into_iter();
        let other: Vec<_> = in_play
            .filter(|it| !it.with(0) && !by_sets.contains(it))
            .map(|it| format!("{} {}", it.one.1, it.other.1))
            .collect();
        if !other.is_empty() {
            let message = format!(
                "in play these rows are confused as well: {}; the sets of a landing row do not \
                 show the wolves of every row that switches to it",
                other.join(", ")
            );
            let diagnostic = Diagnostic::warning("W0710", message)
                .label(table.header, "by the sets of the tree");
            findings.push(Finding::new(diagnostic));
        }
        Ok(findings)
    }

    /// The repaired cells have to stand in the tables.
    fn repairs(&self, table: &Table) -> Vec<Finding> {
        let mut findings = Vec::new();
        for record in &table.records {
            let name = record.cell(0).trim_end_matches(".tsv");
            let Some(repaired) = self.tables.iter().find(|it| it.name == name) else {
                let message = format!("not compared: {name}.tsv cannot be read");
                findings.push(open(record, 0, message));
                continue;
            };
            let wanted = record.cell(1).replace(' ', ".");
            let mut rows = repaired.records.iter().filter(|it| {
                let own = label(repaired.kind, it);
                own == record.cell(1) || own.replace('-', ".") == wanted
            });
            let Some(row) = rows.next() else {
                findings.push(differs(table, record, 1, "", "there is no such row"));
                continue;
            };
            let columns = repaired.kind.columns();
            let field = columns.iter().position(|column| *column == record.cell(2));
            let (column, claimed, right) = match (field, repaired.kind) {
                (Some(column), _) => {
                    (4, record.cell(4).to_owned(), vec![row.cell(column).to_owned()])
                }
                (None, TableKind::Tree) if record.cell(2) == "wolf sets" => {
                    let sets = [6, 7].map(|column| row.cell(column).to_owned());
                    (3, record.cell(3).replace(' ', ""), sets.to_vec())
                }
                (None, TableKind::Occupancy) if record.cell(2) == "range" => (
                    4,
                    record.cell(4).to_owned(),
                    vec![format!("{}..{}", row.cell(1), row.cell(2))],
                ),
                _ => {
                    findings.push(differs(table, record, 2, "", "there is no such column"));
                    continue;
                }
            };
            if !right.contains(&claimed) {
                let message = "the repaired cell does not stand in its table";
                findings.push(differs(table, record, column, right.join(" or "), message));
            }
        }
        findings
    }
}

fn missing(by: &Table, name: &str) -> Diagnostic {
    let message = format!("{}.tsv follows from {name}.tsv, which cannot be read", by.name);
    Diagnostic::error("E0702", message)
        .label(by.header, "cannot be checked alone")
        .help("put the tables of one publication into one folder, under their names")
}

const PRIMARY: &str = "tree_primary";
const COMPRESSED: &str = "tree_compressed";
const RELAYS: &str = "lamps_graeff";
const COLLISIONS: &str = "remaining_collisions";

/// What there is to say about a tree: the shortest play that it does not win, the cells that are
/// to blame, the contradictions that no cell alone explains, and the wolf squares.
fn tree(table: &Table, facts: &Facts) -> Vec<Finding> {
    let mut findings: Vec<_> = loss(table, &facts.printed).into_iter().collect();
    let lost = findings.first().and_then(|finding| finding.cell().cloned());
    let mut cells = Vec::new();
    if let Some((record, row)) =
        table.records.iter().zip(&facts.tree.rows).find(|it| it.1.step == 0)
    {
        let start = Sheep::START.to_string();
        let right = ["0", "0", "..", "--", "0", &start, "", ""];
        let wrong =
            right.iter().enumerate().filter(|(column, text)| record.cell(*column) != **text);
        cells.extend(wrong.map(|(column, text)| {
            differs(
                table,
                record,
                column,
                *text,
                format!("the row of the start, step {}", row.step),
            )
        }));
    } else {
        let message = "the row of the start, 0.0, is missing";
        let computed = format!("0 0 .. -- 0 {}", Sheep::START);
        cells.push(at(
            table,
            table.header,
            "0.0-..".to_owned(),
            0,
            String::new(),
            computed,
            message,
        ));
    }
    let starts = table.records.iter().zip(&facts.tree.rows).filter(|(_, row)| row.step == 0);
    for (record, _) in starts.skip(1) {
        cells.push(differs(table, record, 0, "", "a game has one start only"));
    }
    for blame in &facts.blamed {
        if let Some(record) = table.records.get(blame.row) {
            let columns = table.kind.columns();
            let name = columns.get(blame.column).copied().unwrap_or_default();
            let message = format!("{name} contradicts the rules and the other rows");
            cells.push(differs(table, record, blame.column, &blame.computed, message));
        }
    }
    cells.extend(
        contradictions(&facts.tree, &facts.run)
            .into_iter()
            .filter_map(|it| contradiction(table, facts, it)),
    );
    for ((record, row), sets) in table.records.iter().zip(&facts.tree.rows).zip(&facts.wolves) {
        if row.step == 0 {
            continue;
        }
        let columns = [(6, row.possible, sets.possible), (7, row.previous, sets.previous)];
        for (column, printed, computed) in columns {
            if printed != computed {
                let message = match column {
                    6 => "the wolf may stand elsewhere when this row acts",
                    _ => "the wolf may have stood elsewhere one step earlier",
                };
                cells.push(differs(table, record, column, computed.to_string(), message));
            } else if record.cell(column) != computed.to_string() {
                let message = "the right squares in another order";
                cells.push(differs(table, record, column, computed.to_string(), message));
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
    let visit = run.visit(fault)?;
    let index = visit.row.or_else(|| last_row(&run, tree, fault));
    let record = index.and_then(|index| table.records.get(index));
    let row = index.and_then(|index| tree.rows.get(index));
    let (column, computed, reason) = match fault.wrong {
        Wrong::FalseBell => {
            let moved = row.and_then(|row| row.step_move).map(|it| visit.sheep.moved(it, None));
            let free = moved.and_then(Result::ok).map(|after| after.wolf_moves(visit.wolf));
            let reason = format!(
                "the bell rings, but the wolf on {} can move to {}",
                visit.wolf,
                free.unwrap_or_default()
            );
            (4, ".".to_owned(), reason)
        }
        Wrong::Illegal(illegal) => {
            let legal: Vec<_> = visit.sheep.moves(visit.wolf).map(|it| it.to_string()).collect();
            let told = row.and_then(|row| row.step_move).map(|it| it.to_string());
            let reason = format!("the move {} is illegal: {illegal}", told.unwrap_or_default());
            (3, format!("one of {}", legal.join(" ")), reason)
        }
        Wrong::NoRow => {
            let place = format!("{}.{}-{}", fault.step, visit.variant, visit.wolf);
            (4, String::new(), format!("no row holds for {place}"))
        }
        _ => (3, String::new(), format!("the wolf on {} has got past the sheep", visit.wolf)),
    };
    let play = play(&run, tree, fault);
    let message = format!("the tree does not win: {reason}");
    let mut diagnostic = Diagnostic::error("E0711", message)
        .note(format!("a shortest play that it does not win: {}", play.join(", ")));
    let cell = record.map(|record| {
        diagnostic = diagnostic.clone().label(record.span(column), reason);
        Cell {
            row: label(table.kind, record),
            column: table.kind.columns().get(column).copied().unwrap_or_default().to_owned(),
            claimed: record.cell(column).to_owned(),
            computed,
        }
    });
    Some(Finding { diagnostic, evidence: Evidence::Play { moves: play, cell } })
}

/// The row that acted last before the fault, in the same play.
fn last_row(run: &Run, tree: &Tree, fault: &Fault) -> Option<usize> {
    let squares = run.wolf_squares(fault);
    let (mut variant, mut last) = (0, None);
    for (step, wolf) in (1..fault.step).zip(squares) {
        last = tree.find(step, variant, wolf);
        if let Some(Next::Switch(other)) = last.and_then(|it| tree.rows.get(it)).map(|it| it.next) {
            variant = other;
        }
    }
    last
}

/// The moves of a play, wolf and sheep by turns.
fn play(run: &Run, tree: &Tree, fault: &Fault) -> Vec<String> {
    let (mut variant, mut turns) = (0, Vec::new());
    for (step, wolf) in (1..).zip(run.wolf_squares(fault)) {
        turns.push(format!("wolf {wolf}"));
        let Some(row) = tree.find(step, variant, wolf).and_then(|row| tree.rows.get(row)) else {
            break;
        };
        turns.extend(row.step_move.map(|it| it.to_string()));
        if let Next::Switch(other) = row.next {
            variant = other;
        }
    }
    turns
}

/// A contradiction that no single cell explains.
fn contradiction(table: &Table, facts: &Facts, it: Contradiction) -> Option<Finding> {
    let row_finding = |row: usize, column: usize, computed: String, message: String| {
        let record = table.records.get(row)?;
        Some(differs(table, record, column, computed, message))
    };
    match it {
        Contradiction::NoRow { step, variant, wolf } => {
            let row = format!("{step}.{variant}-{wolf}");
            let message = format!(
                "the wolf may stand on {wolf} at step {step} in variant {variant}, but no row holds"
            );
            let computed = format!("{step} {variant} {wolf}");
            Some(at(table, table.header, row, 0, String::new(), computed, message))
        }
        Contradiction::Past { step, variant } => {
            let rows = &facts.tree.rows;
            let row = rows.iter().position(|row| (row.step, row.variant) == (step, variant))?;
            row_finding(row, 3, String::new(), "the wolf gets past the sheep".to_owned())
        }
        Contradiction::Acting { row, wrong, .. } => match wrong {
            Wrong::After(after) => {
                row_finding(row, 5, after.to_string(), "the move leads elsewhere".to_owned())
            }
            Wrong::FalseBell => row_finding(
                row,
                4,
                ".".to_owned(),
                "the bell rings, but the wolf can move".to_owned(),
            ),
            Wrong::NoBell => row_finding(
                row,
                4,
                "!".to_owned(),
                "the wolf is trapped, but no bell rings".to_owned(),
            ),
            Wrong::Illegal(illegal) => row_finding(row, 3, String::new(), illegal_move(illegal)),
            Wrong::Past | Wrong::NoRow => {
                row_finding(row, 3, String::new(), "the wolf gets past the sheep".to_owned())
            }
        },
        Contradiction::Twice { row, .. } => {
            row_finding(row, 2, String::new(), "there is an earlier row for this wolf".to_owned())
        }
        Contradiction::SameVariant { row, .. } => {
            row_finding(row, 4, ".".to_owned(), "this is the variant of the row itself".to_owned())
        }
        Contradiction::NoLanding { row, .. } => row_finding(
            row,
            4,
            String::new(),
            "the new variant has no row with these squares at this step".to_owned(),
        ),
        Contradiction::IdleNext { row, .. } => row_finding(
            row,
            4,
            ".".to_owned(),
            "no wolf is looked up in this row, so it cannot switch or ring".to_owned(),
        ),
        Contradiction::Unused { row, .. } => row_finding(
            row,
            2,
            String::new(),
            "no play reaches this row, and no row that acts switches to it with this move"
                .to_owned(),
        ),
    }
}

fn illegal_move(illegal: IllegalMove) -> String {
    format!("the move is illegal: {illegal}")
}

/// The bars of the chart: which digits and how many is checked strictly; blanks between bars that
/// are not to scale are worth a warning, since the text says that the chart is not to scale
/// throughout.
fn packing(table: &Table, bars: &BTreeMap<u8, String>) -> Vec<Finding> {
    let solid = |bar: &str| bar.replace(' ', "");
    let mut lines: Vec<Line> = Vec::new();
    let mut warnings = Vec::new();
    for (new, bar) in bars {
        let printed = table.records.iter().find(|it| it.cell(0) == new.to_string());
        let printed = printed.filter(|it| solid(it.cell(1)) == solid(bar) && it.cell(1) != bar);
        let mut texts = vec![bar.clone()];
        if let Some(record) = printed {
            texts.push(record.cell(1).to_owned());
            let message = format!("the blanks of bar {new} are not to scale");
            let diagnostic = Diagnostic::warning("W0710", message)
                .label(record.span(1), format!("to scale: `{bar}`"));
            warnings.push(Finding::new(diagnostic));
        }
        lines.push(vec![vec![new.to_string()], texts]);
    }
    let mut findings = compare(table, &lines);
    findings.append(&mut warnings);
    findings
}

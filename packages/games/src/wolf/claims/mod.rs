//! Statements of the running text, as far as they say something that can be decided.
//!
//! A claim has an id, by which it is decided, and a wording, by which it is recognised; there
//! numbers, squares and rows of the tree (`9.1-a3`) are gaps.  What stands in the gaps is compared with what was computed; where nothing in print
//! tells what should stand there, the claim is undecided, never right.

mod decide;
mod wording;

use super::compare::{ComputedLine, differs, line, open};
use super::derived::{Collision, Facts, collisions};
use super::lamps::{Deviation, Relays};
use super::table::{Record, Table};
use crate::diagnostic::{Code, Diagnostic};
use crate::verdict::Finding;
use std::collections::BTreeMap;

/// What the claims are about.  Claims that need a table that cannot be read stay undecided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject<'a> {
    /// The primary tree.
    pub primary: &'a Facts,
    /// The compressed tree, with the number in it of every variant of the primary one.
    pub compressed: Option<(&'a Facts, &'a BTreeMap<u8, u8>)>,
    /// The historic relays.
    pub historic: Option<&'a Relays>,
    /// The deviations that are labelled in the tables of lamps.
    pub labelled: &'a [(String, Deviation)],
    /// The pairs of rows said to remain.
    pub remaining: Option<&'a Table>,
}

/// The id and the wording of every known claim, with gaps.
const WORDINGS: &str = include_str!("wordings.tsv");

/// What became of a claim.
enum Judgement {
    /// It holds.
    Holds,
    /// It holds with these words in its gaps, as far as they are known; and why nothing is known about
    /// the others.
    With(Vec<Option<String>>, Option<&'static str>),
    /// It does not hold, for this reason.
    Fails(String),
    /// It cannot be decided, for this reason.
    Open(&'static str),
    /// Nothing in it can be decided.
    Formless,
}

impl Judgement {
    /// It holds with these words in its gaps.
    fn with(words: Vec<String>) -> Self {
        Self::With(words.into_iter().map(Some).collect(), None)
    }
}

/// Checks the claims.
pub(super) fn check(table: &Table, subject: Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut formless = Vec::new();
    let wrong =
        |record, computed: String| differs(table, record, 2, computed, "this claim does not hold");
    for record in &table.records {
        let known = WORDINGS.lines().find_map(|line| {
            let (id, pattern) = line.split_once('\t')?;
            Some((id, pattern, wording::gaps(pattern, record.cell(2))?))
        });
        let Some((id, pattern, gaps)) = known else {
            let mut finding = open(record, 2, "this claim is unknown, so it was not checked");
            finding.diagnostic = finding.diagnostic.help(
                "a claim is recognised by its wording; only its numbers, squares and rows may \
                 differ",
            );
            findings.push(finding);
            continue;
        };
        if record.cell(0) != id {
            findings.push(differs(table, record, 0, id, "this claim has another number"));
        }
        match decide::decide(id, subject, &gaps) {
            Judgement::Holds => {}
            Judgement::Fails(reason) => findings.push(wrong(record, reason)),
            Judgement::Open(reason) => findings.push(undecided(record, reason)),
            Judgement::Formless => formless.push(record),
            Judgement::With(words, reason) => {
                let mut known = words.iter().zip(&gaps);
                let right = known.all(|(word, gap)| word.as_ref().is_none_or(|word| word == gap));
                if right && words.len() == gaps.len() {
                    findings.extend(reason.map(|reason| undecided(record, reason)));
                    continue;
                }
                let mut finding = wrong(record, wording::fill(pattern, &words));
                let notes = reason.map(|reason| format!("? is open: {reason}"));
                finding.diagnostic.notes.extend(notes);
                findings.push(finding);
            }
        }
    }
    findings.extend(listed(&formless));
    findings
}

fn undecided(record: &Record, reason: &str) -> Finding {
    open(record, 2, format!("this claim cannot be decided: {reason}"))
}

/// Names the claims without a formal content.
fn listed(formless: &[&Record]) -> Option<Finding> {
    let first = formless.first()?;
    let names: Vec<_> = formless.iter().map(|record| record.cell(0)).collect();
    let message = format!("left out, because they have no formal content: {}", names.join(", "));
    let diagnostic =
        Diagnostic::new(Code::InformalClaims, message).label(first.span(2), "not checked");
    Some(Finding::new(diagnostic))
}

/// The lines of the table of collisions, which leaves those with this variant aside; each pair in
/// the order in which it is printed.
pub(super) fn remaining(facts: &Facts, printed: &Table, aside: u8) -> Vec<ComputedLine> {
    let pairs = collisions(facts).into_iter().filter(|it| !it.with(aside));
    let turned = |it: &Collision| {
        let mut records = printed.records.iter();
        records.any(|record| record.cell(0) == it.other.1 || record.cell(1) == it.one.1)
    };
    pairs
        .map(|it| match turned(&it) {
            true => line([it.other.1], &it.one.1),
            false => line([it.one.1], &it.other.1),
        })
        .collect()
}

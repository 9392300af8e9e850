//! Statements of the running text, as far as they say something that can be decided.
//!
//! A claim is recognised by its wording, in which numbers, squares and rows of the tree (`9.1-a3`)
//! are gaps.  What stands in the gaps is compared with what was computed; where nothing in print
//! tells what should stand there, the claim is undecided, never right.

mod decide;
mod wording;

use super::compare::{Line, differs, line, open};
use super::derived::{Collision, Facts, collisions};
use super::lamps::{Deviation, Relays};
use super::table::{Record, Table};
use crate::diagnostic::Diagnostic;
use crate::verdict::Finding;
use std::collections::BTreeMap;

/// What the claims are about.  Claims that need a table that cannot be read stay undecided.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
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

/// What became of a claim.
enum Judgement {
    /// It holds.
    Holds,
    /// It holds with these words in its gaps.
    With(Vec<String>),
    /// It holds with these words in its gaps, as far as they are known, and nothing is known about
    /// the others, for this reason.
    Partly(Vec<Option<String>>, &'static str),
    /// It does not hold, for this reason.
    Fails(String),
    /// It cannot be decided, for this reason.
    Open(&'static str),
    /// Nothing in it can be decided.
    Formless,
}

/// Checks the claims.
pub fn check(table: &Table, subject: Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut formless = Vec::new();
    for record in &table.records {
        let text = record.cell(2);
        let known = (1..)
            .zip(&decide::CLAIMS)
            .find_map(|(number, claim)| Some((number, claim, wording::gaps(claim.0, text)?)));
        let Some((number, (pattern, decide), gaps)) = known else {
            let mut finding = open(record, 2, "this claim is not known, so it was not checked");
            finding.diagnostic = finding.diagnostic.help(
                "claims are recognised by their wording; only numbers, squares and rows may differ",
            );
            findings.push(finding);
            continue;
        };
        let id = format!("W{number:02}");
        if record.cell(0) != id {
            findings.push(differs(table, record, 0, id, "this claim has another number"));
        }
        let (words, reason) = match decide(subject, &gaps) {
            Judgement::Holds => continue,
            Judgement::With(words) => (words.into_iter().map(Some).collect(), None),
            Judgement::Partly(words, reason) => (words, Some(reason)),
            Judgement::Fails(reason) => {
                findings.push(differs(table, record, 2, reason, "this claim does not hold"));
                continue;
            }
            Judgement::Open(reason) => {
                findings.push(undecided(record, reason));
                continue;
            }
            Judgement::Formless => {
                formless.push(record);
                continue;
            }
        };
        let right =
            |(word, gap): (&Option<String>, &String)| word.as_ref().is_none_or(|word| word == gap);
        if words.len() != gaps.len() || !words.iter().zip(&gaps).all(right) {
            let computed = wording::fill(pattern, &words);
            let mut finding = differs(table, record, 2, computed, "this claim does not hold");
            finding.diagnostic.notes.extend(reason.map(|reason| format!("? is open: {reason}")));
            findings.push(finding);
        } else {
            findings.extend(reason.map(|reason| undecided(record, reason)));
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
    let message = format!("left out, as they have no formal content: {}", names.join(", "));
    let diagnostic = Diagnostic::warning("W0712", message).label(first.span(2), "not checked");
    Some(Finding::new(diagnostic))
}

/// The lines of the table of collisions, which leaves those with this variant aside; each pair in
/// the order in which it is printed.
pub fn remaining(facts: &Facts, printed: &Table, aside: u8) -> Vec<Line> {
    let pairs = collisions(facts).into_iter().filter(|it| !it.with(aside));
    let turned = |it: &Collision| {
        let mut records = printed.records.iter();
        records.any(|record| record.cell(0) == it.other.1 || record.cell(1) == it.one.1)
    };
    pairs
        .map(|it| match turned(&it) {
            true => line([it.other.1, it.one.1]),
            false => line([it.one.1, it.other.1]),
        })
        .collect()
}

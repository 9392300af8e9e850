//! Statements of the running text, as far as they say something that can be decided.
//!
//! In a claim `{words|question}` marks the words that answer a question about the trees: `Only
//! {30|moves} different sheep moves occur.`  What is not marked is not checked; without a mark the
//! claim is undecided, never right, unless it is a published sentence with other values in its marks, which is
//! checked as that one.  The questions are those of [`answers`], and two more:
//! `open: reason` says why nothing in print answers it, and `informal` marks what has no formal
//! content.

mod answers;

use super::compare::{at, differs, open};
use super::derived::Facts;
use super::lamps::{Deviation, Relays};
use super::table::{Record, Table};
use crate::diagnostic::{Code, Diagnostic};
use crate::verdict::Finding;
use answers::answer;
pub(super) use answers::remaining;
use std::collections::{BTreeMap, BTreeSet};

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

/// The answer to the question of a mark.
enum Answer {
    /// This number.
    Number(usize),
    /// These words.
    Words(String),
    /// The words are right.
    Holds,
    /// The words are wrong, for this reason.
    Fails(String),
    /// Nothing is known, for this reason.
    Open(String),
    /// Nothing formal is asked.
    Informal,
}

/// Checks the claims.
pub(super) fn check(table: &Table, subject: Subject<'_>) -> Vec<Finding> {
    let (mut findings, mut informal, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
    for record in &table.records {
        for column in [0, 2] {
            if !seen.insert(record.cell(column)) {
                findings.push(differs(table, record, column, "", "an earlier line has the same"));
            }
        }
        match judged(table, record, subject) {
            Some(found) => findings.extend(found),
            None => informal.push(record.cell(0)),
        }
    }
    if let Some(first) = table.records.iter().find(|it| informal.first() == Some(&it.cell(0))) {
        let names = informal.join(", ");
        let message = format!("left out, because they have no formal content: {names}");
        let diagnostic = Diagnostic::new(Code::InformalClaims, message);
        findings.push(Finding::new(diagnostic.label(first.span(2), "not checked")));
    }
    findings
}

/// What there is to say about a claim; `None` if it has no formal content.
fn judged(table: &Table, record: &Record, subject: Subject<'_>) -> Option<Option<Finding>> {
    let unknown = |why: &str| {
        let mut finding = open(record, 2, format!("this claim was not checked: {why}"));
        let help = "mark the words to be checked with what they answer, such as {30|moves}";
        finding.diagnostic = finding.diagnostic.help(help);
        Some(Some(finding))
    };
    let claim = record.cell(2);
    let published = (!claim.contains(['{', '}'])).then(|| as_published(claim)).flatten();
    let Some(parts) = parts(published.as_deref().unwrap_or(claim)) else {
        return unknown("a mark is not of the form {words|question}");
    };
    let (mut said, mut right) = (String::new(), String::new());
    let (mut reasons, mut open_for, mut formal) = (Vec::new(), None, false);
    let mut differ = false;
    for (text, mark) in &parts {
        said += text;
        right += text;
        let Some((words, question)) = mark else { continue };
        let Some(answer) = answer(subject, question, words) else {
            return unknown(&format!("`{question}` is no known question"));
        };
        if matches!(answer, Answer::Holds) && !says(words, question) {
            return unknown(&format!("`{words}` is not known to mean `{question}`"));
        }
        formal |= !matches!(answer, Answer::Informal);
        let answered = match answer {
            Answer::Number(number) if LETTERS.contains(words) => in_letters(number),
            Answer::Number(number) => number.to_string(),
            Answer::Words(words) => words,
            Answer::Holds | Answer::Informal => (*words).to_owned(),
            Answer::Fails(reason) => {
                reasons.push(reason);
                (*words).to_owned()
            }
            Answer::Open(reason) => {
                open_for = Some(reason);
                "?".to_owned()
            }
        };
        differ |= answered != *words && answered != "?";
        said += words;
        right += &answered;
    }
    if parts.iter().all(|(_, mark)| mark.is_none()) {
        return unknown("nothing in it is marked");
    }
    let wrong = |computed| {
        let (row, message) = (table.kind.label(record), "this claim does not hold");
        Some(at(table, record.span(2), row, 2, said, computed, message))
    };
    let undecided = |why| open(record, 2, format!("this claim cannot be decided: {why}"));
    formal.then(|| match (reasons.is_empty(), open_for) {
        (false, _) => wrong(reasons.join("; ")),
        (true, why) if differ => {
            let mut finding = wrong(right);
            let notes = why.map(|why| format!("? is open: {why}"));
            finding.iter_mut().for_each(|it| it.diagnostic.notes.extend(notes.clone()));
            finding
        }
        (true, why) => why.map(undecided),
    })
}

/// A piece of text, and the mark after it with its words and its question.
type Part<'a> = (&'a str, Option<(&'a str, &'a str)>);

/// The text before each mark with the mark, and the text after the last one.
fn parts(claim: &str) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let mut rest = claim;
    while let Some((text, marked)) = rest.split_once('{') {
        let (mark, after) = marked.split_once('}')?;
        parts.push((text, Some(mark.split_once('|')?)));
        rest = after;
    }
    parts.push((rest, None));
    parts.iter().all(|(text, _)| !text.contains('}')).then_some(parts)
}

/// The published claims, with their marks.
const PUBLISHED: &str = include_str!("published.tsv");

/// Are these the words of a published mark with this question, but for the values in them?  Words that nothing is
/// compared with might say the opposite.
fn says(words: &str, question: &str) -> bool {
    let published = PUBLISHED.lines().filter_map(|line| parts(line.split('\t').nth(2)?));
    let mut marks = published.flatten().filter_map(|(_, mark)| mark);
    marks.any(|mark| {
        let mut own = pieces(words);
        let is_free = |pair: [&str; 2]| !pair.iter().any(|value| LETTERS.contains(value));
        let same = taken(&mut own, mark.0, is_free).is_some();
        mark.1 == question && same && own.next().is_none()
    })
}

/// The claim with the marks of the published one that differs from it at most in values inside of marks.
fn as_published(claim: &str) -> Option<String> {
    let cells = PUBLISHED.lines().filter_map(|line| line.split('\t').nth(2));
    let mut marked = cells.filter(|cell| cell.contains('{')).filter_map(parts);
    marked.find_map(|published| {
        let (mut marked, mut own) = (String::new(), pieces(claim));
        for (text, mark) in published {
            marked += &taken(&mut own, text, |_| false)?;
            let Some((words, question)) = mark else { continue };
            let is_free = |[word, _]: [&str; 2]| word == words || !LETTERS.contains(&word);
            marked += &format!("{{{}|{question}}}", taken(&mut own, words, is_free)?);
        }
        own.next().is_none().then_some(marked)
    })
}

/// The next pieces, if they are those of the published words but for values that are free: the published one and the
/// one in its place.
fn taken<'a>(
    own: &mut impl Iterator<Item = (&'a str, bool)>,
    published: &str,
    is_free: impl Fn([&str; 2]) -> bool,
) -> Option<String> {
    let taken = pieces(published).map(|(word, is_value)| {
        let (piece, is_other) = own.next()?;
        let free = is_value && is_other && is_free([word, piece]);
        (free || piece == word).then_some(piece)
    });
    taken.collect()
}

/// The values of a text, such as `30`, `D7`, `9.1-a3` and `nine`, and what is between them, with whether it is one.
fn pieces(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let bytes = text.as_bytes();
    let is_inside = |at: usize| {
        let joins = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
        joins(at) || at > 0 && matches!(bytes[at], b'.' | b'-') && joins(at - 1) && joins(at + 1)
    };
    let mut at = 0;
    std::iter::from_fn(move || {
        let first = is_inside(at.min(text.len().checked_sub(1)?));
        let end = (at..text.len()).find(|&it| is_inside(it) != first).unwrap_or(text.len());
        let piece = text.get(at..end).filter(|it| !it.is_empty())?;
        at = end;
        let is_value = piece.contains(|it: char| it.is_ascii_digit()) || LETTERS.contains(&piece);
        Some((piece, first && is_value))
    })
}

/// Numbers in letters; there are no more than ten variants.
const LETTERS: [&str; 11] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// The number in letters, or in digits if it is above ten.
fn in_letters(number: usize) -> String {
    LETTERS.get(number).map_or_else(|| number.to_string(), |letters| (*letters).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each published sentence is known without its marks, with other values in them, and with nothing else changed.
    #[test]
    fn published_sentences_are_known_without_marks() {
        let lines = PUBLISHED.lines().filter(|line| line.starts_with('W'));
        let published: Vec<_> = lines.filter_map(|line| line.split('\t').nth(2)).collect();
        let mut known = 0;
        for claim in &published {
            let plain: String = parts(claim)
                .expect("marks")
                .iter()
                .flat_map(|(text, mark)| [*text, mark.map_or("", |(words, _)| words)])
                .collect();
            let is_marked = claim.contains('{');
            assert_eq!(as_published(&plain), is_marked.then(|| (*claim).to_owned()), "{plain}");
            known += usize::from(is_marked);
        }
        assert_eq!(known, 23);
        let changed = as_published("Only 29 different sheep moves occur (list in moves.tsv).");
        assert_eq!(
            changed.as_deref(),
            Some("Only {29|moves} different sheep moves occur (list in moves.tsv).")
        );
        for other in [
            "Only 30 different wolf moves occur (list in moves.tsv).",
            "Wolf row and step number never have the same parity.",
            "Only 30 different sheep moves occur (list in moves.tsv). So",
            "Only different sheep moves occur (list in moves.tsv).",
        ] {
            assert_eq!(as_published(other), None, "{other}");
        }
        let relays = "With one relay per variant 1-9, each variant relay needs one break contact only, to release \
                      one other relay when it is switched on; changes to 0 release all, changes from 0 release none.";
        let marked = as_published(relays).is_some();
        assert!(marked && as_published(&relays.replace("needs one", "needs two")).is_none());
    }

    #[test]
    fn marks_are_taken_out_of_the_text() {
        assert_eq!(parts("none"), Some(vec![("none", None)]));
        let read = parts("Only {30|moves} occur{never|x}");
        let marked = [("Only ", Some(("30", "moves"))), (" occur", Some(("never", "x")))];
        assert_eq!(read, Some([&marked[..], &[("", None)]].concat()));
        for wrong in ["{30}", "{30|moves", "30|moves}", "{30|moves}}"] {
            assert_eq!(parts(wrong), None, "{wrong}");
        }
    }
}

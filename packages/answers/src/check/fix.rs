//! Makes the changes that findings propose: those of the notation first, then a proved repair.

use super::{Kind, Options, check, repair, surroundings};
use crate::diagnostic::{Code, Diagnostic, Edit, Location, edited, location};
use crate::lang;
use crate::limit::CancellationToken;
use crate::verdict::{Finding, Verdict};

/// The most times that a text is read again after changes of its notation.
const MOST_ROUNDS: usize = 100;

/// What a change does to the meaning of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Another notation for what was written.
    Kept,
    /// What was probably meant: where a loop ends, which piece, or where a parameter begins.
    Guessed,
    /// The text said something wrong and now says something else, which is proved.
    Changed,
}

/// The changes for one finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The code of the finding.
    pub code: Code,
    /// Its message.
    pub message: String,
    /// What it does to the meaning.
    pub meaning: Meaning,
    /// At least one change.
    pub changes: Vec<Replaced>,
}

/// A piece of a text that was replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// Where it was, in the text before this change.
    pub location: Location,
    /// What was written there.
    pub before: String,
    /// What is written there now.
    pub after: String,
}

/// A description with everything that its findings propose, and the changes made.
///
/// Applied to its own result, the function returns it unchanged, without fixes.
///
/// ```
/// use grundy_answers::check::{Meaning, Options, fix};
/// let (text, fixes) = fix("n>=1 { n } REPAET _n A(n+1) ENDREP", &Options::default());
/// assert_eq!(text, "n >= 1 { n } REPEAT _n An ENDREP");
/// let meanings: Vec<_> = fixes.iter().map(|fix| fix.meaning).collect();
/// assert_eq!(meanings, [Meaning::Kept, Meaning::Kept, Meaning::Changed]);
///
/// let (text, fixes) = fix("n >= 1 { n } REPEAT _(n-2) _2 An ENDREP", &Options::default());
/// assert_eq!(text, "n >= 2 { n } REPEAT _(n-2) _2 An ENDREP");
/// assert_eq!(fixes[0].meaning, Meaning::Guessed);
/// ```
pub fn fix(text: &str, options: &Options<'_>) -> (String, Vec<Fix>) {
    let (mut text, mut fixes) = fix_notation(text, &options.reading, true, &options.stop);
    let mut report = check(Kind::Nimseq, &text, options);
    // Where parameters begin: each finding is about a different one.  The changes of notation are settled by now.
    let bounds = report.findings.iter().map(|finding| &finding.diagnostic);
    let bounds: Vec<_> = bounds
        .filter(|bound| bound.code == Code::NegativeLength && !bound.edits.is_empty())
        .collect();
    let edits = sorted(bounds.iter().flat_map(|bound| bound.edits.clone()).collect());
    if let Some(next) = edited(&text, &edits).filter(|next| *next != text) {
        let fix = |it: &&Diagnostic| Fix::new(&text, it, &it.edits, Meaning::Guessed);
        fixes.extend(bounds.iter().filter_map(fix));
        report = check(Kind::Nimseq, &next, options);
        text = next;
    }
    let refuted = report.findings.iter().find(|finding| finding.counterexample().is_some());
    let proved = refuted.filter(|_| report.verdict == Verdict::Refuted).and_then(|refuted| {
        let seen = surroundings(&text, refuted.counterexample()?, options)?;
        let (change, right) = repair(&text, &seen.changes, options)?;
        let Finding { diagnostic, .. } = refuted;
        Some((Fix::new(&text, diagnostic, &[change.edit], Meaning::Changed)?, right))
    });
    match proved {
        Some((fix, right)) => {
            fixes.push(fix);
            (right, fixes)
        }
        None => (text, fixes),
    }
}

/// The same without proofs: only what stops a text from being read, or is another notation; with guesses if requested;
/// no changes if a stop was requested.
pub fn fix_notation(
    source: &str,
    reading: &lang::Options,
    guess: bool,
    stop: &CancellationToken,
) -> (String, Vec<Fix>) {
    let (mut text, mut fixes) = (source.to_owned(), Vec::new());
    for _ in 0..MOST_ROUNDS {
        let Ok(lowered) = lang::parse_until(&text, reading, stop) else { break };
        let found = lowered.diagnostics;
        let taken = together(&found, guess);
        let edits: Vec<Edit> = taken.iter().flat_map(|fix| fix.edits.iter().cloned()).collect();
        let edits = sorted(edits);
        let Some(next) = edited(&text, &edits).filter(|next| *next != text) else {
            return (text, fixes);
        };
        let fix = |it: &&Diagnostic| Fix::new(&text, it, &it.edits, meaning(it));
        fixes.extend(taken.iter().filter_map(fix));
        text = next;
    }
    // Changes that trigger one another lead nowhere, and half of them would not be what was requested.
    (source.to_owned(), Vec::new())
}

/// The findings whose changes can be made at the same time.  Where something ends, or what else was meant, is guessed
/// from a text that is otherwise right, one guess at a time.
fn together(found: &[Diagnostic], guess: bool) -> Vec<&Diagnostic> {
    let (guessed, kept): (Vec<_>, Vec<_>) = (found.iter())
        .filter(|diagnostic| !diagnostic.edits.is_empty())
        .partition(|diagnostic| meaning(diagnostic) == Meaning::Guessed);
    let mut taken: Vec<&Diagnostic> = Vec::new();
    for one in kept {
        let meets = |a: &Edit, b: &Edit| a.span.start <= b.span.end && b.span.start <= a.span.end;
        let free = |b: &Edit| !taken.iter().flat_map(|change| &change.edits).any(|a| meets(a, b));
        if one.edits.iter().all(free) {
            taken.push(one);
        }
    }
    if taken.is_empty() && guess { guessed.into_iter().take(1).collect() } else { taken }
}

fn sorted(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|edit| edit.span.start);
    edits
}

fn meaning(diagnostic: &Diagnostic) -> Meaning {
    match diagnostic.code {
        Code::EndWithoutBeginning
        | Code::Unclosed
        | Code::UnboundedParameter
        | Code::UnknownPiece => Meaning::Guessed,
        _ => Meaning::Kept,
    }
}

impl Fix {
    fn new(text: &str, of: &Diagnostic, edits: &[Edit], meaning: Meaning) -> Option<Self> {
        let changes = edits.iter().map(|edit| {
            let (location, after) = (location(text, edit.span)?, edit.text.clone());
            Some(Replaced { location, before: text.get(edit.span.range())?.to_owned(), after })
        });
        let changes = changes.collect::<Option<Vec<_>>>()?;
        Some(Self { code: of.code, message: of.message.clone(), meaning, changes })
    }
}

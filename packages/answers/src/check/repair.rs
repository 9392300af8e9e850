//! The surroundings of a counterexample, and repairs that are proved.

use super::{Kind, Options, check};
use crate::diagnostic::edited;
use crate::lang;
use crate::model::Alphabet;
use crate::verdict::{Counterexample, Verdict};
use crate::verify::around::{Around, around};
use crate::verify::repair::{Change, changes};

/// What was examined around a counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surroundings {
    /// The values of the description.
    pub alphabet: Alphabet,
    /// Where else it fails, and how.
    pub around: Around,
    /// Changes of one word that make it right for all parameters that were tried.
    pub changes: Vec<Change>,
}

/// Looks around a counterexample of the description `text`; `None` if the text cannot be read.
pub fn surroundings(
    text: &str,
    found: &Counterexample,
    options: &Options<'_>,
) -> Option<Surroundings> {
    let description = lang::parse_until(text, &options.reading, &options.stop).ok()?.description?;
    let proving = options.proving();
    let is_other = |name: &str| options.reading.raw && is_redefined(text, name);
    let changes = match description.parameters.iter().any(|parameter| is_other(&parameter.name)) {
        // A change is written with the parameters, which have other values where its word is.
        true => Vec::new(),
        false => changes(&description, found, &proving),
    };
    Some(Surroundings {
        alphabet: description.alphabet(),
        around: around(&description, found, &proving),
        changes,
    })
}

/// May a LET give this parameter another value?
fn is_redefined(text: &str, parameter: &str) -> bool {
    let mut words = text.split_whitespace();
    words.any(|word| word.strip_prefix(parameter).is_some_and(|rest| rest.starts_with('=')))
}

/// The first of these changes that makes the whole text verified, and that text.
///
/// ```
/// use grundy_answers::check::{Kind, Options, check, repair, surroundings};
/// let (text, options) = ("n >= 1 { n } REPEAT _n A(n+1) ENDREP", Options::default());
/// let report = check(Kind::Nimseq, text, &options);
/// let found = report.findings[0].counterexample().unwrap();
/// let changes = surroundings(text, found, &options).unwrap().changes;
/// let (_, right) = repair(text, &changes, &options).unwrap();
/// assert_eq!(right, "n >= 1 { n } REPEAT _n An ENDREP");
/// ```
pub fn repair(text: &str, changes: &[Change], options: &Options<'_>) -> Option<(Change, String)> {
    changes.iter().find_map(|change| {
        let right = edited(text, std::slice::from_ref(&change.edit))?;
        let proved = check(Kind::Nimseq, &right, options).verdict == Verdict::Verified;
        proved.then(|| (change.clone(), right))
    })
}

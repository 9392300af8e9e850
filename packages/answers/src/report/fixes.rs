//! Changes that were made in a text, or would be, for people and for programs.

use super::json::Placed;
use super::{Detail, Style, paint};
use crate::check::{Fix, Meaning, Replaced};
use crate::diagnostic::{Code, Location};
use grundy_output::output;
use std::fmt::Write as _;

/// The changes in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The path as the user wrote it.
    pub path: String,
    /// The fixes, in the order in which they were made; at least one.
    pub fixes: Vec<Fix>,
    /// The text before them.
    pub before: String,
    /// The text after them.
    pub after: String,
    /// Was the file written?
    pub written: bool,
}

/// A line for each: `fixed      x.nimseq:1:8: ...`.  A change of meaning is never left out.
pub fn fixed(fixed: &Fixed, style: Style, detail: Detail) -> String {
    let mut text = String::new();
    for Fix { code, meaning, changes, .. } in &fixed.fixes {
        let [Replaced { location: Location { line, column, .. }, before, after }, more @ ..] =
            changes.as_slice()
        else {
            continue;
        };
        let ([done, would], remark) = match meaning {
            Meaning::Kept if detail == Detail::Quiet => continue,
            Meaning::Kept => (["fixed", "fix"], ""),
            Meaning::Guessed => (["guessed", "guess"], "; this is a guess, please check it"),
            Meaning::Changed => {
                (["changed", "change"], "; proved, and it changes what the text claims")
            }
        };
        let word = if fixed.written { done } else { would };
        let word = paint(&format!("{word:<9}"), "1;36", style);
        let change = match (brief(before).as_str(), brief(after).as_str()) {
            ("", after) => format!("added `{after}`"),
            (before, "") => format!("removed `{before}`"),
            (before, after) => format!("`{before}` -> `{after}`"),
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "{word}  {}:{line}:{column}: {change}", fixed.path);
        if !more.is_empty() {
            let _ = write!(text, " (and {} more)", more.len());
        }
        let _ = writeln!(text, " ({code}){remark}");
    }
    text
}

/// The words of the text, on one line.
fn brief(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The changes in one file, for programs.
#[output]
pub(super) struct File<'a> {
    path: &'a str,
    written: bool,
    fixes: Vec<AppliedChange<'a>>,
}

#[output]
struct AppliedChange<'a> {
    code: Code,
    message: &'a str,
    /// `kept`, `guessed` or `changed`.
    meaning: &'static str,
    /// In the text before the change.
    edits: Vec<Placed<'a>>,
}

impl<'a> File<'a> {
    pub(super) fn new(Fixed { path, fixes, written, .. }: &'a Fixed) -> Self {
        let edit = |it: &'a Replaced| Placed { place: it.location, text: &it.after };
        let fixes = fixes.iter().map(|Fix { code, message, meaning, changes }| AppliedChange {
            code: *code,
            message,
            meaning: match meaning {
                Meaning::Kept => "kept",
                Meaning::Guessed => "guessed",
                Meaning::Changed => "changed",
            },
            edits: changes.iter().map(edit).collect(),
        });
        Self { path, written: *written, fixes: fixes.collect() }
    }
}

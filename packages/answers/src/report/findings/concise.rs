//! A line for each problem.

use super::{Judged, Problem, news};
use std::fmt::Write as _;

/// `x.nimseq:3:25: refuted: E0301 wrong at position 2 for n = 1: ...`, a line for each problem;
/// empty if there is none, or all are known.
pub fn concise(judged: &[Judged]) -> String {
    let mut text = String::new();
    for (one, problem) in news(judged) {
        line(one, problem, &mut text);
    }
    text
}

fn line(judged: &Judged, problem: &Problem, text: &mut String) {
    text.push_str(&judged.path);
    if let Some(location) = problem.location {
        // Writing to a string cannot fail.
        let _ = write!(text, ":{}:{}", location.line, location.column);
    }
    let message = problem.line(judged).replace(['\r', '\n'], " ");
    let _ = writeln!(text, ": {}: {message}", problem.word(judged));
}

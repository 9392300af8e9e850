//! Workflow commands.

use super::{Judged, Problem, news};
use std::fmt::Write as _;

/// Workflow commands of GitHub Actions that show each problem beside the change:
/// `::error file=x.nimseq,line=3,endLine=3,col=25,endColumn=27,title=refuted (E0301)::wrong at ...`,
/// with all lines of its message.
///
/// Columns are left out where a place extends over several lines, as the service requires.
pub fn github(judged: &[Judged]) -> String {
    let mut text = String::new();
    for (one, problem) in news(judged) {
        command(one, problem, &mut text);
    }
    text
}

fn command(judged: &Judged, problem: &Problem, text: &mut String) {
    let level = problem.severity.name();
    // Writing to a string cannot fail.
    let _ = write!(text, "::{level} file={}", property(&judged.path));
    if let Some(place) = problem.location {
        let _ = write!(text, ",line={},endLine={}", place.line, place.end_line);
        if place.line == place.end_line {
            let _ = write!(text, ",col={},endColumn={}", place.column, place.end_column);
        }
    }
    let title = match problem.code {
        Some(code) => format!("{} ({code})", problem.word(judged)),
        None => problem.word(judged).to_owned(),
    };
    let _ = writeln!(text, ",title={}::{}", property(&title), data(&problem.text(judged)));
}

/// What follows the second pair of colons.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

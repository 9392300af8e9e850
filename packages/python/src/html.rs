//! Reports and counterexamples as HTML, for notebooks.

use grundy_core::verdict::Verdict;
use grundy_core::verdict::{Counterexample, Failure};
use grundy_report::report::sequence::letter;
use grundy_report::report::{Checked, Detail, Style, text};
use grundy_sequence::Run;
use std::fmt::Write as _;

/// Colours that can be read on light and on dark sheets.
const GOOD: &str = "#2e8b57";
const OPEN: &str = "#b8860b";
const BAD: &str = "#d1495b";

/// A report: the verdict, the counterexample as tables, and everything else as text.
pub(crate) fn report(checked: &Checked<'_>) -> String {
    let verdict = checked.report.verdict;
    let colour = match verdict {
        Verdict::Verified => GOOD,
        Verdict::Vacuous | Verdict::Undecided => OPEN,
        Verdict::Refuted | Verdict::Rejected => BAD,
    };
    // `verified  x.nimseq  (3 blocks, ...)`
    let told_first = text::input(checked, Style::PLAIN, Detail::Normal);
    let line = told_first.lines().next().unwrap_or_default();
    let line = line.strip_prefix(verdict.name()).unwrap_or(line).trim();
    let verdict = format!("<strong style=\"color:{colour}\">{verdict}</strong>");
    let mut html = format!("<div>{verdict} {}", escaped(line));
    for finding in &checked.report.findings {
        let diagnostic = &finding.diagnostic;
        let _ =
            write!(html, "<p><code>{}</code> {}", diagnostic.code, escaped(&diagnostic.message));
        if let Some(place) = diagnostic.location(checked.source) {
            let _ = write!(html, " (line {}, column {})", place.line, place.column);
        }
        html += "</p>";
        match finding.counterexample() {
            Some(found) => html += &counterexample(checked, found),
            None => {
                let shown = text::finding(checked, finding, Style::PLAIN, Detail::Verbose);
                let _ = write!(html, "<pre>{}</pre>", escaped(shown.trim_end()));
            }
        }
    }
    html + "</div>"
}

/// A counterexample: both sequences as runs with the first difference marked, and the options.
pub(crate) fn counterexample(checked: &Checked<'_>, found: &Counterexample) -> String {
    let Failure { position, claimed, computed, options, .. } = &found.failure;
    let at = found.parameters.iter().map(|(name, value)| format!("{name} = {value}, "));
    let at: String = at.collect();
    let mut html = format!(
        "<p>{}position {position}: claimed <strong>{}</strong>, computed <strong>{}</strong></p>",
        escaped(&at),
        escaped(claimed),
        escaped(computed)
    );
    if let Some(seen) = &checked.seen
        && let Some(rows) = &seen.surroundings.around.runs
    {
        let alphabet = seen.surroundings.alphabet;
        let _ = write!(html, "<table><caption>runs from position {}</caption>", rows.from);
        for (name, runs) in [("described", &rows.described), ("computed", &rows.computed)] {
            let _ = write!(html, "<tr><th style=\"text-align:left\">{name}</th>");
            for (index, run) in runs.iter().enumerate() {
                let style = if index == rows.differs {
                    format!(" style=\"outline:2px solid {BAD}\"")
                } else {
                    String::new()
                };
                let &Run { value, length } = run;
                let word = escaped(&letter(alphabet, value));
                let exponent =
                    if length == 1 { String::new() } else { format!("<sup>{length}</sup>") };
                let _ = write!(html, "<td{style}>{word}{exponent}</td>");
            }
            html += "</tr>";
        }
        html += "</table>";
    }
    html += "<table><tr><th>move</th><th>takes</th><th>leads to</th><th>value there</th></tr>";
    for option in options {
        let (place, letter) = match &option.target {
            Some((place, letter)) => (place.to_string(), letter.as_str()),
            None => ("below 0".to_owned(), ""),
        };
        let cells = [&escaped(&option.text), &option.size.to_string(), &place, &escaped(letter)];
        html += "<tr>";
        for cell in cells {
            let _ = write!(html, "<td>{cell}</td>");
        }
        html += "</tr>";
    }
    html + "</table>"
}

/// As text of an HTML document.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

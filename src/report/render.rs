//! Diagnostics as text, beside the lines of the source that they are about.

use crate::diagnostic::{Diagnostic, Severity, line_and_column};
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, ThemeCharacters, ThemeStyles,
};
use std::fmt::{self, Write as _};

/// How much a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Colours and bold letters.
    pub colour: bool,
    /// Lines and arrows beyond ASCII.
    pub unicode: bool,
    /// Columns of a line.
    pub width: usize,
}

impl Style {
    /// ASCII without colours, 100 columns: the same everywhere.
    pub const PLAIN: Self = Self { colour: false, unicode: false, width: 100 };
}

/// Lines longer than this are not shown, only named: a picture of them helps nobody.
const LONGEST_LINE: usize = 2_000;

/// Writes a diagnostic with its place in the source, which came from `path`.
///
/// Ends with a line feed.
pub fn render(diagnostic: &Diagnostic, path: &str, source: &str, style: Style) -> String {
    let mut text = String::new();
    let characters =
        if style.unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() };
    let styles = if style.colour { ThemeStyles::ansi() } else { ThemeStyles::none() };
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme { characters, styles })
        .with_links(false)
        .with_width(style.width)
        .with_context_lines(0);
    let readable = diagnostic.labels.iter().all(|label| {
        let (start, end) = (label.span.start, label.span.end);
        let line_start = source.get(..start).and_then(|text| text.rfind('\n')).map_or(0, |at| at + 1);
        let line_end = source.get(end..).and_then(|text| text.find('\n')).map_or(source.len(), |at| end + at);
        line_end.saturating_sub(line_start) <= LONGEST_LINE
    });
    let shown = Shown { diagnostic, source: NamedSource::new(path, source.to_owned()), readable };
    if handler.render_report(&mut text, &shown).is_err() {
        text.clear();
    }
    if !readable || text.is_empty() {
        for label in &diagnostic.labels {
            let (line, column) = line_and_column(source, label.span.start);
            // Writing to a string cannot fail.
            _ = writeln!(text, "  {path}:{line}:{column}: {}", label.text);
        }
    }
    let trimmed = text.trim_matches('\n').lines().map(str::trim_end);
    let mut text = trimmed.collect::<Vec<_>>().join("\n");
    text.push('\n');
    text
}

/// A diagnostic in the shape that the renderer reads.
#[derive(Debug)]
struct Shown<'a> {
    diagnostic: &'a Diagnostic,
    source: NamedSource<String>,
    readable: bool,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.diagnostic.message)
    }
}

impl std::error::Error for Shown<'_> {}

impl miette::Diagnostic for Shown<'_> {
    fn code(&self) -> Option<Box<dyn fmt::Display + '_>> {
        Some(Box::new(self.diagnostic.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity {
            Severity::Warning => miette::Severity::Warning,
            Severity::Error => miette::Severity::Error,
        })
    }

    fn help(&self) -> Option<Box<dyn fmt::Display + '_>> {
        let help = self.diagnostic.help.iter().cloned();
        let notes = self.diagnostic.notes.iter().map(|note| format!("note: {note}"));
        let lines: Vec<_> = help.chain(notes).collect();
        if lines.is_empty() { None } else { Some(Box::new(lines.join("\n"))) }
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.readable.then_some(&self.source as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        if self.diagnostic.labels.is_empty() || !self.readable {
            return None;
        }
        let label = |(index, label): (usize, &crate::diagnostic::Label)| {
            let length = label.span.end - label.span.start;
            let make = if index == 0 {
                LabeledSpan::new_primary_with_span
            } else {
                LabeledSpan::new_with_span
            };
            make(Some(label.text.clone()), (label.span.start, length))
        };
        Some(Box::new(self.diagnostic.labels.iter().enumerate().map(label)))
    }
}

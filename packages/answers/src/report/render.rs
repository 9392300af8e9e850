//! Diagnostics as text, with the lines of the source that they are about.

use super::Detail;
use crate::diagnostic::{Diagnostic, Label, Severity, Span, counted, line_and_column};
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents,
    NamedSource, SourceCode, SourceSpan, SpanContents, ThemeCharacters, ThemeStyles,
};
use std::fmt::{self, Write as _};
use std::ops::Range;

/// The capabilities of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Colours and bold letters.
    pub colour: bool,
    /// Lines and arrows beyond ASCII.
    pub unicode: bool,
    /// The number of columns in a line.
    pub width: usize,
    /// The longest line of a source, in columns, that is shown whole.
    pub source: usize,
}

impl Style {
    /// ASCII without colours, in 100 columns, and lines of a source as they are: the same everywhere.
    pub const PLAIN: Self =
        Self { colour: false, unicode: false, width: READABLE, source: LONGEST_LINE };

    /// For a terminal with this number of columns.
    pub fn in_columns(self, width: usize) -> Self {
        Self { width: width.min(READABLE), source: width.saturating_sub(BESIDE), ..self }
    }
}

/// The most columns of running text.
pub const READABLE: usize = 100;

/// The columns that the number of a line takes beside it, and a mark for what is cut off.
const BESIDE: usize = 16;

/// The longest line, in bytes, that is shown; longer ones are only named, because a picture of them helps nobody.
const LONGEST_LINE: usize = 2_000;

/// The most findings that are shown at once.
const MOST_SHOWN: usize = 20;

/// How many of `count` findings are shown.
pub(super) fn shown(count: usize, detail: Detail) -> usize {
    if detail == Detail::Verbose { count } else { count.min(MOST_SHOWN) }
}

/// The remark on findings that are not shown; empty if all are.
pub(super) fn left_out(count: usize) -> String {
    match count {
        0 => String::new(),
        _ => format!("\n{} not shown; --verbose shows all\n", counted(count, "more finding")),
    }
}

/// Several diagnostics about one text, only the first ones unless all are requested.
pub fn render_all(
    diagnostics: &[Diagnostic],
    path: &str,
    source: &str,
    style: Style,
    detail: Detail,
) -> String {
    let shown = shown(diagnostics.len(), detail);
    let each = diagnostics[..shown].iter().map(|one| render(one, path, source, style));
    each.collect::<Vec<_>>().join("\n") + &left_out(diagnostics.len() - shown)
}

/// The most places of one finding that are shown.
const MOST_PLACES: usize = 4;

/// The longest corrected line that is shown: the change is also in the help.
const LONGEST_SHOWN: usize = 120;

/// Writes a diagnostic with its place in the source, which came from `path`.
///
/// Ends with a line feed.
pub fn render(diagnostic: &Diagnostic, path: &str, source: &str, style: Style) -> String {
    let characters =
        if style.unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() };
    let styles = if style.colour { ThemeStyles::ansi() } else { ThemeStyles::none() };
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme { characters, styles })
        .with_links(false)
        .with_width(style.width)
        .with_context_lines(1);
    let readable = diagnostic.labels.iter().all(|label| {
        let (start, end) = (label.span.start, label.span.end);
        let line_start =
            source.get(..start).and_then(|text| text.rfind('\n')).map_or(0, |at| at + 1);
        let line_end =
            source.get(end..).and_then(|text| text.find('\n')).map_or(source.len(), |at| end + at);
        line_end.saturating_sub(line_start) <= LONGEST_LINE
    });
    let (mut near, piece) = surrounding(diagnostic, source);
    let hidden = near.labels.len().saturating_sub(MOST_PLACES);
    near.labels.truncate(MOST_PLACES);
    let piece_shown = visible(&source[piece.range()]);
    let cut = CutLines::new(&piece_shown, &near, style.source);
    let lines = WholeLines {
        source: NamedSource::new(path, cut.text),
        lines_before: line_and_column(source, piece.start).0 - 1,
        hidden: cut.hidden,
    };
    let shown = Snippet { labels: &cut.labels, source: lines, readable };
    let mut snippet = String::new();
    let is_shown = readable && handler.render_report(&mut snippet, &shown).is_ok();
    let (severity, code) = (diagnostic.severity().name(), diagnostic.code.name());
    let colour = if diagnostic.severity() == Severity::Error { "1;31" } else { "1;33" };
    let mut text = super::paint(&format!("{severity}[{code}]"), colour, style) + ": ";
    fill_from(&diagnostic.message, severity.len() + code.len() + 4, style.width, &mut text);
    // The first line is that of the message, which is left empty.
    let (_, snippet) = snippet.split_once('\n').unwrap_or_default();
    if is_shown {
        text += snippet;
    } else {
        for label in diagnostic.labels.iter().take(MOST_PLACES) {
            let (line, column) = line_and_column(source, label.span.start);
            // Writing to a string cannot fail.
            _ = writeln!(
                text,
                "  {path}:{line}:{column}: {}",
                label.text.as_deref().unwrap_or_default()
            );
        }
    }
    let more = (hidden > 0).then(|| format!("and {}", counted(hidden, "more place")));
    for note in more.iter().chain(&diagnostic.notes) {
        wrap("note", note, style.width, &mut text);
    }
    if let Some(help) = &diagnostic.help {
        wrap("help", help, style.width, &mut text);
    }
    if let Some(lines) = corrected(&near, &piece_shown) {
        for (index, line) in lines.lines().enumerate() {
            // Writing to a string cannot fail.
            _ = writeln!(text, "  {} {line}", if index == 0 { "corrected:" } else { "          " });
        }
    }
    let trimmed = text.trim_matches('\n').lines().map(str::trim_end);
    let mut text = trimmed.collect::<Vec<_>>().join("\n");
    text.push('\n');
    text
}

/// The whole lines around all labels and the first edit, and the diagnostic as one about them: only these lines of a
/// long text are examined.
fn surrounding(diagnostic: &Diagnostic, source: &str) -> (Diagnostic, Span) {
    let edits = diagnostic.edits.iter().take(1).map(|edit| edit.span);
    let spans = diagnostic.labels.iter().map(|label| label.span).chain(edits);
    let all = spans.reduce(|all, one| Span::new(all.start.min(one.start), all.end.max(one.end)));
    let (before, following) = match all {
        Some(all) => (source.get(..all.start), source.get(all.end..)),
        None => (Some(""), Some(source)),
    };
    let whole = Span::new(0, source.len());
    let piece = before.zip(following).map_or(whole, |(before, following)| {
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        // With its end, which includes a carriage return.
        let rest = following.find('\n').map_or(following.len(), |at| at + 1);
        Span::new(start, source.len() - following.len() + if all.is_some() { rest } else { 0 })
    });
    let moved = |span: Span| Span::new(span.start - piece.start, span.end - piece.start);
    let mut near = diagnostic.clone();
    near.edits.retain(|edit| piece.start <= edit.span.start && edit.span.end <= piece.end);
    near.edits.iter_mut().for_each(|edit| edit.span = moved(edit.span));
    near.labels.iter_mut().for_each(|label| label.span = moved(label.span));
    (near, piece)
}

/// The line at which the first edit begins, or the lines that it makes, with all edits there.
fn corrected(diagnostic: &Diagnostic, source: &str) -> Option<String> {
    let first = diagnostic.edits.first()?;
    let start = source.get(..first.span.start)?.rfind('\n').map_or(0, |at| at + 1);
    let rest = source.get(first.span.end..)?;
    let end = rest.find('\n').map_or(source.len(), |at| first.span.end + at);
    let mut shown = diagnostic.clone();
    shown.edits.retain(|edit| start <= edit.span.start && edit.span.end <= end);
    let text = shown.corrected(source)?;
    let following = source.len() - end;
    let lines = text.get(start..text.len() - following)?.trim();
    let readable = |line: &str| line.len() <= LONGEST_SHOWN;
    // What the help already says is not repeated, nor the line that stays where another one is left out.
    let said = format!("`{lines}`");
    if diagnostic.help.as_ref().is_some_and(|help| help.contains(&said))
        || source.lines().any(|it| it.trim() == lines)
    {
        return None;
    }
    (!lines.is_empty() && lines.lines().all(readable)).then(|| lines.to_owned())
}

/// The source with a mark of the same size for each control character, which a terminal would execute instead of
/// showing.
fn visible(source: &str) -> String {
    let mark = |letter: char| match letter {
        '\n' | '\t' => letter,
        _ if !letter.is_control() => letter,
        _ if letter.len_utf8() == 1 => '?',
        _ => '\u{b7}',
    };
    // A carriage return before a line feed is a line end on some systems, and not worth a mark.
    source.replace("\r\n", " \n").chars().map(mark).collect()
}

/// Writes a remark below a diagnostic, in lines of at most `width` columns where spaces allow.
fn wrap(kind: &str, remark: &str, width: usize, text: &mut String) {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    let indent = kind.len() + 4;
    // Writing to a string cannot fail.
    _ = write!(text, "  {kind}: ");
    fill_from(remark, indent, width, text);
}

/// Writes a text in lines of at most `width` columns where spaces allow.
pub(super) fn fill(remark: &str, width: usize, text: &mut String) {
    fill_from(remark, 0, width, text);
}

/// Fills lines from the column `indent`, which the current line has reached and at which further lines begin.
pub(super) fn fill_from(remark: &str, indent: usize, width: usize, text: &mut String) {
    let mut column = indent;
    // A list in braces may be broken, but not next to a brace.
    let remark = remark.replace("{ ", "{\0").replace(" }", "\0}");
    for word in remark.split(' ') {
        let length = columns(word);
        if column > indent && column + 1 + length > width {
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if column > indent {
            text.push(' ');
            column += 1;
        }
        text.push_str(&word.replace('\0', " "));
        column += length;
    }
    text.push('\n');
}

/// The number of columns that a text takes: what sets a colour takes none.
pub(super) fn columns(text: &str) -> usize {
    let mut pieces = text.split("\x1b[");
    let plain = pieces.next().map_or(0, |piece| piece.chars().count());
    let coloured =
        pieces.map(|piece| piece.split_once('m').map_or(0, |(_, it)| it.chars().count()));
    plain + coloured.sum::<usize>()
}

/// A text for a terminal with this number of columns: longer lines are broken where spaces allow, and go on below
/// their second column if they have one.  A command stays one command.
pub fn wrapped(text: &str, width: usize) -> String {
    let mut all = String::new();
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches('\n');
        let rest = content.trim_start();
        let cells = rest.split("  ").filter(|cell| !cell.trim().is_empty()).count();
        // The rows of a table may be as wide as the terminal.
        let width = if cells > 2 { width } else { width.min(READABLE) };
        if columns(content) <= width {
            all += line;
            continue;
        }
        let mut filled = String::new();
        if rest.starts_with("grundy ") {
            let indent = content.len() - rest.len() + 2;
            // A space in quotes is not between two words, and the shell reads on after a backslash.
            let words = rest.split('\'').enumerate().map(|(index, piece)| match index % 2 {
                0 => piece.to_owned(),
                _ => format!("'{}'", piece.replace(' ', "\0")),
            });
            filled += &content[..content.len() - rest.len()];
            fill_from(&words.collect::<String>(), indent, width - 2, &mut filled);
            filled = filled.trim_end().replace('\n', " \\\n") + "\n";
        } else {
            let second = rest.find("  ").map_or(rest, |gap| rest[gap..].trim_start());
            let second = second.strip_prefix("\x1b[0m").map_or(second, str::trim_start);
            let indent = columns(&content[..content.len() - second.len()]);
            let (first, indent) = match indent <= width / 2 {
                true => (content.len() - second.len(), indent),
                false => (content.len() - rest.len(), columns(content) - columns(rest)),
            };
            filled += &content[..first];
            fill_from(&content[first..], indent, width, &mut filled);
        }
        all += match line.ends_with('\n') {
            true => &filled,
            false => filled.trim_end_matches('\n'),
        };
    }
    all
}

/// Lines that are cut where they are long, around what is labelled.
struct CutLines {
    text: String,
    labels: Vec<Label>,
    /// The number of columns by which each line is shorter at its left.
    hidden: Vec<isize>,
}

impl CutLines {
    fn new(source: &str, diagnostic: &Diagnostic, longest: usize) -> Self {
        let mut cut = Self { text: String::new(), labels: Vec::new(), hidden: Vec::new() };
        // Where each line begins, what is shown of it, and where that begins.
        let mut lines: Vec<(usize, Range<usize>, usize)> = Vec::new();
        let mut start = 0;
        for line in source.split_inclusive('\n') {
            let own = start..=start + line.len();
            let ends =
                diagnostic.labels.iter().flat_map(|label| [label.span.start, label.span.end]);
            let ends = || ends.clone().filter(|end| own.contains(end)).map(|end| end - start);
            let content = line.trim_end_matches('\n');
            let at = |column: usize| {
                content.char_indices().nth(column).map_or(content.len(), |(at, _)| at)
            };
            let shown = if columns(content) <= longest {
                0..line.len()
            } else if ends().all(|end| end <= at(longest)) {
                0..at(longest)
            } else {
                let first = ends().min().unwrap_or_default();
                let column = content[..first].chars().count().saturating_sub(longest / 4);
                at(column)..at(column + longest)
            };
            let (left, right) = (shown.start > 0, shown.end < content.len());
            cut.text += if left { CUT } else { "" };
            lines.push((start, shown.clone(), cut.text.len()));
            let shown_columns = content[..shown.start].chars().count() as isize;
            cut.hidden.push(if left { shown_columns - CUT.len() as isize } else { 0 });
            cut.text += &line[shown.clone()];
            if right {
                cut.text += CUT;
            }
            if line.ends_with('\n') && !cut.text.ends_with('\n') {
                cut.text.push('\n');
            }
            start = *own.end();
        }
        let moved = |offset: usize| {
            let at = lines.partition_point(|(start, ..)| *start <= offset).saturating_sub(1);
            lines.get(at).map_or(0, |(start, shown, new)| {
                new + (offset - start).clamp(shown.start, shown.end) - shown.start
            })
        };
        cut.labels = diagnostic.labels.clone();
        for Label { span, .. } in &mut cut.labels {
            *span = Span::new(moved(span.start), moved(span.end));
        }
        cut
    }
}

/// What marks where a line is cut.
const CUT: &str = "...";

/// A source of which whole lines are shown, and no lines around them.
#[derive(Debug)]
struct WholeLines {
    source: NamedSource<String>,
    /// The number of lines of the whole text before this source.
    lines_before: usize,
    /// The number of columns that are not shown at the left of each line.
    hidden: Vec<isize>,
}

impl SourceCode for WholeLines {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        // The renderer asks without context lines to learn the place, and with them to show it.
        let source = self.source.inner();
        if before == 0 && after == 0 {
            let (line, column) = line_and_column(source, span.offset());
            let there = self.source.read_span(span, 0, 0)?;
            return Ok(Box::new(MietteSpanContents::new_named(
                self.source.name().to_owned(),
                there.data(),
                *there.span(),
                self.lines_before + line - 1,
                // The renderer would otherwise count bytes.
                (column - 1).saturating_add_signed(self.hidden.get(line - 1).copied().unwrap_or(0)),
                there.line_count(),
            )));
        }
        let (start, end) = (span.offset(), span.offset() + span.len());
        let before = source.get(..start).ok_or(MietteError::OutOfBounds)?;
        let following = source.get(end..).ok_or(MietteError::OutOfBounds)?;
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line_end = following.find('\n').map_or(source.len(), |at| end + at);
        let lines = &source[line_start..line_end];
        Ok(Box::new(MietteSpanContents::new_named(
            self.source.name().to_owned(),
            lines.as_bytes(),
            (line_start, lines.len()).into(),
            self.lines_before + before.matches('\n').count(),
            0,
            lines.matches('\n').count() + 1,
        )))
    }
}

/// The snippet of a diagnostic in the shape that the renderer reads.
#[derive(Debug)]
struct Snippet<'a> {
    labels: &'a [Label],
    source: WholeLines,
    readable: bool,
}

impl fmt::Display for Snippet<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("")
    }
}

impl std::error::Error for Snippet<'_> {}

impl miette::Diagnostic for Snippet<'_> {
    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.readable.then_some(&self.source as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        if self.labels.is_empty() || !self.readable {
            return None;
        }
        let label = |(index, label): (usize, &Label)| {
            let length = label.span.end - label.span.start;
            let make = if index == 0 {
                LabeledSpan::new_primary_with_span
            } else {
                LabeledSpan::new_with_span
            };
            make(label.text.clone(), (label.span.start, length))
        };
        Some(Box::new(self.labels.iter().enumerate().map(label)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;

    #[test]
    fn long_lines_are_cut_around_what_is_labelled() {
        let line = format!("REPEAT {}oops {}ENDREP", "_n ".repeat(60), "An ".repeat(60));
        let source = format!("n >= 1\n{line}\n");
        let at = source.find("oops").expect("the place");
        let finding = Diagnostic::new(Code::UnknownToken, "unknown token `oops`")
            .label(Span::new(at, at + 4), "not a word");
        let whole = render(&finding, "x", &source, Style::PLAIN);
        assert!(whole.contains(&line), "{whole}");
        for width in [60, 80] {
            let cut = render(&finding, "x", &source, Style::PLAIN.in_columns(width));
            assert!(cut.lines().all(|line| line.chars().count() <= width), "{cut}");
            // The place is that in the text, and the mark is below the word.
            assert!(
                cut.contains(&format!("[x:2:{}]", line.find("oops").expect("it") + 1)),
                "{cut}"
            );
            let lines: Vec<_> = cut.lines().collect();
            let shown = lines.iter().position(|line| line.contains("oops ")).expect("the line");
            let (text, mark) = (lines[shown], lines[shown + 1]);
            assert_eq!(text.find("oops"), mark.find("^^"), "{cut}");
            assert!(text.ends_with("..."), "{cut}");
        }
    }

    #[test]
    fn lines_are_broken_at_spaces_below_their_second_column() {
        let text = "period     a long sentence that needs two lines\n  and this\n";
        assert_eq!(
            wrapped(text, 40),
            "period     a long sentence that needs\n           two lines\n  and this\n"
        );
        assert_eq!(wrapped("\x1b[1mabc\x1b[0m de", 6), "\x1b[1mabc\x1b[0m de");
        let command = "    grundy sequence '{ n 2n }' --at n=2 --values nim\n";
        assert_eq!(
            wrapped(command, 40),
            "    grundy sequence '{ n 2n }' --at \\\n      n=2 --values nim\n"
        );
        // What has no spaces stays whole, so that it can be copied.
        let long = "x".repeat(200);
        assert_eq!(wrapped(&long, 40), long);
    }
}

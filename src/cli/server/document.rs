//! An open text, and places in it.

use super::findings;
use super::work::{Job, KnownText, News};
use crossbeam_channel::Sender;
use gen_lsp_types as lsp;
use grundy_answers::check::Kind;
use grundy_answers::report::{Checked, text};
use grundy_answers::report::{Detail, Style};
use grundy_language::diagnostic::{Diagnostic, Severity, Span};
use grundy_language::lang::{self, Lowered, Outline};
use grundy_language::limit::CancellationToken;
use grundy_language::threads::Threads;
use grundy_language::verdict::Finding;
use std::path::Path;
use std::time::Duration;

/// The parameters for which an editor wants to see positions.
pub type ShownPoint = Vec<(String, grundy_kernel::Integer)>;

/// How columns are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// In bytes.
    Utf8,
    /// In 16-bit units, unless something else is agreed on.
    Utf16,
}

impl Encoding {
    /// Bytes if the client can count them.
    pub fn chosen(client: &lsp::ClientCapabilities) -> Self {
        let known = client.general.as_ref().and_then(|general| general.position_encodings.as_ref());
        let bytes = known.is_some_and(|known| known.contains(&lsp::PositionEncodingKind::UTF8));
        if bytes { Self::Utf8 } else { Self::Utf16 }
    }

    /// Its name in the protocol.
    pub fn name(self) -> lsp::PositionEncodingKind {
        match self {
            Self::Utf8 => lsp::PositionEncodingKind::UTF8,
            Self::Utf16 => lsp::PositionEncodingKind::UTF16,
        }
    }

    fn length(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            // Long lines are measured often.
            Self::Utf16 if text.is_ascii() => text.len(),
            Self::Utf16 => text.encode_utf16().count(),
        }
    }
}

/// An open text.
pub struct Document {
    /// The name that the editor gave it.
    pub uri: String,
    /// The version of the text, if the editor counts versions.
    pub version: Option<i32>,
    /// The number of this text among all texts.
    pub number: u64,
    /// The text.
    pub text: String,
    /// What kind of input it is.
    pub kind: Kind,
    /// The result of reading it, if it is a description.
    pub lowered: Option<Lowered>,
    /// The parts of it, if it is a description.
    pub outline: Outline,
    /// What was learned about this text.
    pub known: KnownText,
    /// What the last check found in places that have not changed since.
    pub stale: Vec<(Diagnostic, Severity)>,
    /// The location of the book that explains the codes of findings.
    pub book: Option<String>,
    /// Does the editor open texts, and run commands in a terminal?
    pub opens: bool,
    encoding: Encoding,
    /// Where the lines begin.
    lines: Vec<usize>,
    stop: CancellationToken,
}

/// The kind of input of an opened text.  The editor knows it, whatever the name of the text; for a language that is not
/// one of ours, such as TOML or plain text, the ending of the name decides.
pub fn kind(language: &str, uri: &str) -> Option<Kind> {
    let by_ending = || Kind::of_ending(Path::new(uri).extension()?.to_str()?);
    Kind::named(language).or_else(by_ending)
}

impl Document {
    /// A text that was opened or edited.
    pub fn new(
        uri: &str,
        version: Option<i32>,
        text: String,
        kind: Kind,
        encoding: Encoding,
    ) -> Self {
        let (lowered, outline) = match kind {
            Kind::Nimseq => {
                let (lowered, outline) = lang::outline(&text, &lang::Options::default());
                (Some(lowered), outline)
            }
            _ => (None, Outline::default()),
        };
        let lines = line_starts(&text);
        let (uri, stop, known) =
            (uri.to_owned(), CancellationToken::default(), KnownText::default());
        let (stale, book) = (Vec::new(), None);
        Self {
            uri,
            version,
            number: 0,
            text,
            kind,
            lowered,
            outline,
            known,
            stale,
            book,
            opens: false,
            encoding,
            lines,
            stop,
        }
    }

    /// The same text with what the last check found in the previous one, which is shown until there is a verdict; nothing
    /// if this text cannot be read.
    pub fn after(mut self, before: &Self) -> Self {
        if self.lowered.as_ref().is_some_and(|lowered| lowered.description.is_none()) {
            return self;
        }
        let (old, new) = (before.text.as_bytes(), self.text.as_bytes());
        let same = |(a, b): &(&u8, &u8)| a == b;
        let head = old.iter().zip(new).take_while(same).count();
        let rest = old[head..].iter().rev().zip(new[head..].iter().rev());
        let tail = rest.take_while(same).count();
        let moved = |span: Span| match span {
            Span { end, .. } if end <= head => Some(span),
            Span { start, end } if start >= old.len() - tail => {
                let from_end = |at: usize| new.len() - (old.len() - at);
                Some(Span::new(from_end(start), from_end(end)))
            }
            _ => None,
        };
        let kept = findings::checked(before).into_iter().filter_map(|(mut it, severity)| {
            moved(it.labels.first()?.span)?;
            it.labels.retain_mut(|label| match moved(label.span) {
                Some(span) => {
                    label.span = span;
                    true
                }
                None => false,
            });
            it.edits.clear();
            Some((it, severity))
        });
        self.stale = kept.collect();
        self
    }

    /// The text with its report, in the form that the command uses.
    pub fn checked(&self) -> Option<Checked<'_>> {
        let name = match self.uri.strip_prefix("file://") {
            Some(path) if !path.contains('%') => path,
            _ => self.uri.rsplit(['/', ':']).next().unwrap_or_default(),
        };
        let report = self.known.report()?.clone();
        let checked = Checked::new(name.to_owned(), self.kind, &self.text, report);
        Some(Checked { seen: self.known.seen.clone(), ..checked })
    }

    /// What shows that a finding of the check is right, line by line.
    pub fn evidence(&self, finding: &Finding) -> Vec<String> {
        let text = self
            .checked()
            .map(|evidence| text::evidence(&evidence, finding, Detail::Normal, Style::PLAIN.width))
            .unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Begins a check after a pause, in place of a running one.
    pub fn start(
        &mut self,
        at: &ShownPoint,
        pause: Duration,
        threads: &Threads,
        sender: Sender<News>,
    ) {
        self.stop();
        self.stop = CancellationToken::default();
        let job = Job {
            uri: self.uri.clone(),
            number: self.number,
            kind: self.kind,
            text: self.text.clone(),
            at: at.clone(),
            pause,
            threads: threads.clone(),
            stop: self.stop.clone(),
        };
        std::thread::spawn(move || job.run(&sender));
    }

    /// Stops work on this text once it is edited.
    pub fn token(&self) -> CancellationToken {
        self.stop.clone()
    }

    /// Stops the check.
    pub fn stop(&mut self) {
        self.stop.request();
    }

    /// The line of a byte, and where the line begins.
    pub fn line(&self, offset: usize) -> (u32, usize) {
        let line = self.lines.partition_point(|start| *start <= offset) - 1;
        (number(line), self.lines[line])
    }

    /// The place of a byte; the end of the text for bytes after it.
    pub fn position(&self, offset: usize) -> lsp::Position {
        let offset = offset.min(self.text.len());
        let (line, start) = self.line(offset);
        lsp::Position { line, character: self.length(Span::new(start, offset)) }
    }

    /// The byte at a place; the end of its line for places after it.
    pub fn offset(&self, position: lsp::Position) -> usize {
        offset(&self.text, &self.lines, self.encoding, position)
    }

    /// The text after changes, each to what the one before it left.
    pub fn changed(&self, changes: Vec<lsp::TextDocumentContentChangeEvent>) -> String {
        use lsp::TextDocumentContentChangeEvent as Change;
        let mut text = self.text.clone();
        for change in changes {
            match change {
                Change::TextDocumentContentChangeWholeDocument(whole) => text = whole.text,
                Change::TextDocumentContentChangePartial(part) => {
                    let lines = line_starts(&text);
                    let at = |place| offset(&text, &lines, self.encoding, place);
                    let (start, end) = (at(part.range.start), at(part.range.end));
                    text.replace_range(start..end.max(start), &part.text);
                }
            }
        }
        text
    }

    /// What is reported about the text: by the check, or before that by the reader.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        let checked = self.known.report();
        let read = self.lowered.iter().filter(move |_| checked.is_none());
        let checked = checked.into_iter().flat_map(|report| &report.findings);
        checked
            .map(|finding| &finding.diagnostic)
            .chain(read.flat_map(|lowered| &lowered.diagnostics))
    }

    /// The number of columns of a piece of a line.
    pub fn length(&self, span: Span) -> u32 {
        number(self.encoding.length(self.text.get(span.range()).unwrap_or_default()))
    }

    /// The range of a piece of the text.
    pub fn range(&self, span: Span) -> lsp::Range {
        lsp::Range { start: self.position(span.start), end: self.position(span.end) }
    }

    /// A piece of the text, split into pieces of one line each.
    pub fn pieces(&self, span: Span) -> Vec<Span> {
        let text = self.text.get(span.range()).unwrap_or_default();
        let ends = line_ends(text).chain([Span::new(text.len(), text.len())]);
        let mut start = 0;
        let pieces = ends.map(|end| Span::new(std::mem::replace(&mut start, end.end), end.start));
        pieces.filter(|at| at.start < at.end).map(|at| at.shifted(span.start)).collect()
    }

    /// The main place of a diagnostic; the first line if it has none.
    pub fn range_of(&self, diagnostic: &Diagnostic) -> lsp::Range {
        let first_line =
            || Span::new(0, line_ends(&self.text).next().map_or(self.text.len(), |end| end.start));
        self.range(diagnostic.labels.first().map_or_else(first_line, |label| label.span))
    }

    /// The range of the whole text.
    pub fn all(&self) -> lsp::Range {
        self.range(Span::new(0, self.text.len()))
    }
}

/// Where the lines begin.
fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(line_ends(text).map(|end| end.end)).collect()
}

/// The byte at a place, given where the lines begin; the end of its line for places after it.
fn offset(text: &str, lines: &[usize], encoding: Encoding, position: lsp::Position) -> usize {
    let Some(&start) = lines.get(position.line as usize) else { return text.len() };
    let rest = text.get(start..).unwrap_or_default();
    let line = &rest[..line_ends(rest).next().map_or(rest.len(), |end| end.start)];
    let wanted = position.character as usize;
    let mut passed = 0;
    for (at, letter) in line.char_indices() {
        if passed >= wanted {
            return start + at;
        }
        passed += encoding.length(letter.encode_utf8(&mut [0; 4]));
    }
    start + line.len()
}

/// Where the lines end for the protocol: at a line feed, a carriage return, or both.
pub fn line_ends(text: &str) -> impl Iterator<Item = Span> {
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + text[rest..].find(['\r', '\n'])?;
        rest = start + if text[start..].starts_with("\r\n") { 2 } else { 1 };
        Some(Span::new(start, rest))
    })
}

/// A number of the protocol; editors do not send texts of more than 4 GB.
fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_as_agreed() {
        let text = "a\u{e4}b\n\u{1f600}c\r\n";
        for (encoding, columns) in [(Encoding::Utf8, [0, 1, 3, 4]), (Encoding::Utf16, [0, 1, 2, 3])]
        {
            let document = Document::new("x", Some(1), text.to_owned(), Kind::Nimseq, encoding);
            for (offset, column) in [0, 1, 3, 4].into_iter().zip(columns) {
                let place = document.position(offset);
                assert_eq!((place.line, place.character), (0, column));
                assert_eq!(document.offset(place), offset);
            }
            let c = text.find('c').expect("it is there");
            assert_eq!(document.offset(document.position(c)), c);
            assert_eq!(document.position(usize::MAX).line, 2);
            for (line, end) in [(0, 4), (1, c + 1)] {
                let far = lsp::Position { line, character: 99 };
                assert_eq!(document.offset(far), end);
            }
            assert_eq!(document.offset(lsp::Position { line: 9, character: 0 }), text.len());
        }
    }

    #[test]
    fn each_kind_of_line_end_ends_a_line() {
        let text = "a\rb\r\nc\nd\r\r\n\r";
        let document = Document::new("x", None, text.to_owned(), Kind::Nimseq, Encoding::Utf16);
        for (offset, place) in [
            (0, (0, 0)),
            (2, (1, 0)),
            (5, (2, 0)),
            (7, (3, 0)),
            (9, (4, 0)),
            (11, (5, 0)),
            (12, (6, 0)),
        ] {
            let found = document.position(offset);
            assert_eq!((found.line, found.character), place, "{offset}");
            assert_eq!(document.offset(found), offset);
        }
        let far = |line| document.offset(lsp::Position { line, character: 9 });
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(far), [1, 3, 6, 8, 9, 11, 12, 12]);
    }

    #[test]
    fn only_inputs_are_served() {
        for (language, uri, expected) in [
            ("plaintext", "file:///x.txt", None),
            ("plaintext", "file:///x", None),
            ("toml", "untitled:Untitled-1", None),
            ("nimseq", "untitled:Untitled-1", Some(Kind::Nimseq)),
            ("nimseq", "file:///x.txt", Some(Kind::Nimseq)),
            ("nimseq", "file:///x.nim", Some(Kind::Nimseq)),
            ("plaintext", "file:///x.nimseq", Some(Kind::Nimseq)),
            ("toml", "file:///x.toml", Some(Kind::Family)),
            ("xml", "file:///x.pnml", Some(Kind::Petri)),
            ("petri", "file:///x.xml", Some(Kind::Petri)),
        ] {
            assert_eq!(kind(language, uri), expected, "{language} {uri}");
        }
    }
}

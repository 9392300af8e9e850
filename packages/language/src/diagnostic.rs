//! What the tool has to say about a text: plain data, rendered elsewhere.

mod code;

use crate::Integer;
pub use code::{Code, Stage, Unknown};
pub use grundy_kernel::Span;
use serde::Serialize;

crate::named! {
    /// How bad it is.
    #[derive(Serialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "lowercase")]
    Severity {
        /// The text can be worked with, but probably does not say what its author meant.
        Warning: "warning";
        /// The text is wrong or the claim is.
        Error: "error";
    }
}

/// The most diagnostics of one text.
pub const MOST_DIAGNOSTICS: usize = 500;

/// A remark on a piece of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The piece.
    pub span: Span,
    /// The remark, in lower case, without a full stop; none where the message says all.
    pub text: Option<String>,
}

/// A change of the source that would mend what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The piece that goes; an empty one is a place between two characters.
    pub span: Span,
    /// What comes in its stead.
    pub text: String,
}

/// The source with these changes carried out, which come in its order; `None` if they do not fit it.
pub fn edited(source: &str, edits: &[Edit]) -> Option<String> {
    let mut text = String::with_capacity(source.len());
    let mut done = 0;
    for edit in edits {
        text += source.get(done..edit.span.start)?;
        text += &edit.text;
        done = edit.span.end;
    }
    text += source.get(done..)?;
    Some(text)
}

/// One thing to say: what is wrong, where, what was believed, and what to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of mistake it is; `grundy explain` has a page for each.
    pub code: Code,
    /// What is wrong, in the user's words, one line.
    pub message: String,
    /// Where; the first one is the main place.
    pub labels: Vec<Label>,
    /// What the tool believed or found on the way.
    pub notes: Vec<String>,
    /// What to try.
    pub help: Option<String>,
    /// The changes of the source that this comes to, in the order of the text and without overlap;
    /// empty where what is meant cannot be known.
    pub edits: Vec<Edit>,
}

impl Diagnostic {
    /// The message and the help, without a place.
    pub fn sentence(&self) -> String {
        let help = self.help.as_ref().map(|help| format!("; {help}"));
        format!("{}{}", self.message, help.unwrap_or_default())
    }

    /// A finding without a place.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
            edits: Vec::new(),
        }
    }

    /// Error or warning.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// Adds a place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: Some(text.into()) });
        self
    }

    /// Adds a place of which the message says all.
    #[must_use]
    pub fn place(mut self, span: Span) -> Self {
        self.labels.push(Label { span, text: None });
        self
    }

    /// Adds something the reader should know.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Where the main place is in the text that the diagnostic is about.
    ///
    /// ```
    /// use grundy_language::diagnostic::{Code, Diagnostic, Location, Span};
    /// let diagnostic = Diagnostic::new(Code::UnknownToken, "no word").label(Span::new(3, 5), "here");
    /// let location = Location { line: 2, column: 1, end_line: 2, end_column: 3 };
    /// assert_eq!(diagnostic.location("n\n\u{e4}b c"), None);
    /// assert_eq!(diagnostic.location("ab\ncd"), Some(location));
    /// ```
    pub fn location(&self, source: &str) -> Option<Location> {
        location(source, self.labels.first()?.span)
    }

    /// Says what to try.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Says what should replace a piece.
    #[must_use]
    pub fn edit(self, span: Span, text: impl Into<String>) -> Self {
        self.change(Edit { span, text: text.into() })
    }

    /// Adds a change that mends what is wrong.
    #[must_use]
    pub fn change(mut self, edit: Edit) -> Self {
        self.edits.push(edit);
        self
    }

    /// The source with all edits carried out; `None` if there are none.
    ///
    /// ```
    /// use grundy_language::diagnostic::{Code, Diagnostic, Span};
    /// let found = Diagnostic::new(Code::MissingSpace, "no space").edit(Span::new(1, 1), " ");
    /// assert_eq!(found.corrected("_A").as_deref(), Some("_ A"));
    /// ```
    pub fn corrected(&self, source: &str) -> Option<String> {
        if self.edits.is_empty() { None } else { edited(source, &self.edits) }
    }
}

/// A place in a text: lines and columns from 1, columns in characters, the end after the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Location {
    /// The line of the first character.
    pub line: usize,
    /// Its column.
    pub column: usize,
    /// The line of the end.
    pub end_line: usize,
    /// The column after the last character.
    pub end_column: usize,
}

/// Where a piece of a text is; `None` if it is not one.
pub fn location(source: &str, span: Span) -> Option<Location> {
    source.get(span.range())?;
    let (line, column) = line_and_column(source, span.start);
    let (end_line, end_column) = line_and_column(source, span.end);
    Some(Location { line, column, end_line, end_column })
}

/// Line and column (both from 1, columns in characters) of a byte offset.
///
/// ```
/// assert_eq!(grundy_language::diagnostic::line_and_column("ab\ncd", 4), (2, 2));
/// ```
pub fn line_and_column(source: &str, offset: usize) -> (usize, usize) {
    let before = source.get(..offset).unwrap_or(source);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    // Of a text with many findings this is asked often.
    let lines = memchr::memchr_iter(b'\n', &before.as_bytes()[..line_start]).count();
    (lines + 1, before[line_start..].chars().count() + 1)
}

/// What ends most lines of a text; where both ends are as frequent, what ends its first line.
///
/// ```
/// use grundy_language::diagnostic::line_end;
/// assert_eq!((line_end("a\r\nb\n"), line_end("a\n\r\n"), line_end("a")), ("\r\n", "\n", "\n"));
/// assert_eq!(line_end("a\r\nb\nc\n"), "\n");
/// ```
pub fn line_end(source: &str) -> &'static str {
    let is_short = |line: &&str| !line.ends_with("\r\n");
    let lines = || source.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let (all, short) = (lines().count(), lines().filter(is_short).count());
    let is_first = lines().next().is_none_or(|line| is_short(&line));
    if 2 * short > all || 2 * short == all && is_first { "\n" } else { "\r\n" }
}

/// The number with its noun: `1 chain`, `2 chains`.
pub fn counted(number: impl Into<Integer>, noun: &str) -> String {
    let number = number.into();
    format!("{number} {noun}{}", if number == Integer::ONE { "" } else { "s" })
}

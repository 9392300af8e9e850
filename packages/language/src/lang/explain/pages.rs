//! Texts whose lines end as they did on old computers.

use crate::diagnostic::{Code, Diagnostic, Edit, Span};

/// A text whose lines end with carriage returns alone, as they did on old computers: its first comment has no end.
pub(super) fn carriage_returns(source: &str) -> Option<Diagnostic> {
    let text = source.trim_end();
    let first = text.find('\r').filter(|_| !text.contains('\n'))?;
    let error = Diagnostic::new(Code::ControlCharacter, "the file uses CR line endings")
        .label(Span::new(first, first + 1), "not the end of a line")
        .help("end each line with a line feed");
    let edits = source
        .match_indices('\r')
        .map(|(at, _)| Edit { span: Span::new(at, at + 1), text: "\n".to_owned() });
    Some(Diagnostic { edits: edits.collect(), ..error })
}

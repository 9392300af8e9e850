//! A copy of a text that is changed step by step, and where each piece of it comes from.

use crate::diagnostic::{Diagnostic, Edit, Span};

/// A text with changes, which knows the places of the text that it was made from.
pub(super) struct Mended {
    pub text: String,
    /// What differs, in the order of the text; what differs by ASCII characters alone is left out.
    pieces: Vec<Piece>,
}

/// A piece of the text, and the piece of the source that it stands for.
#[derive(Clone, Copy)]
struct Piece {
    here: Span,
    origin: Span,
}

impl Mended {
    pub(super) fn new(source: &str) -> Self {
        Self { text: source.to_owned(), pieces: Vec::new() }
    }

    /// The pieces that a piece of the text meets.
    fn met(&self, span: Span) -> std::ops::Range<usize> {
        let first = self.pieces.partition_point(|it| it.here.end <= span.start);
        let last = self.pieces.partition_point(|it| it.here.start < span.end);
        first..last.max(first)
    }

    /// The piece of the source that a piece of the text comes from.
    pub(super) fn origin(&self, span: Span) -> Span {
        let place = |at: usize, is_end: bool| {
            let is_before = |it: &Piece| it.here.end < at || it.here.end == at && !is_end;
            let next = self.pieces.partition_point(is_before);
            if let Some(piece) = self.pieces.get(next)
                && piece.here.start + usize::from(is_end) <= at
                && piece.here.start < piece.here.end
            {
                return if is_end { piece.origin.end } else { piece.origin.start };
            }
            let before = next.checked_sub(1).map(|it| self.pieces[it]);
            before.map_or(at, |it| at - it.here.end + it.origin.end)
        };
        let start = place(span.start, false);
        let end = if span.start == span.end { start } else { place(span.end, true) };
        Span::new(start, end.max(start))
    }

    /// A change of the text as one of the source.
    fn edit_of_source(&self, edit: Edit) -> Edit {
        let met = &self.pieces[self.met(edit.span)];
        let (Some(first), Some(last)) = (met.first(), met.last()) else {
            return Edit { span: self.origin(edit.span), text: edit.text };
        };
        let start = first.here.start.min(edit.span.start);
        let end = last.here.end.max(edit.span.end);
        let before = &self.text[start..edit.span.start];
        let text = format!("{before}{}{}", edit.text, &self.text[edit.span.end..end]);
        Edit { span: self.origin(Span::new(start, end)), text }
    }

    /// A finding about the text as one about the source.
    pub(super) fn about_source(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        for label in &mut diagnostic.labels {
            label.span = self.origin(label.span);
        }
        let edits = diagnostic.edits.drain(..);
        diagnostic.edits = edits.map(|edit| self.edit_of_source(edit)).collect();
        diagnostic
    }

    /// Adds a text in place of the next piece of the source.
    pub(super) fn push(&mut self, source: &str, text: &str, origin: Span) {
        let end = self.text.len();
        let expected = self.origin(Span::new(end, end)).start;
        if expected != origin.start || source.get(origin.range()) != Some(text) {
            self.pieces.push(Piece { here: Span::new(end, end + text.len()), origin });
        }
        self.text += text;
    }

    /// Carries out these changes, which come in the order of the text.
    pub(super) fn apply(&mut self, edits: &[Edit]) {
        let Some(first) = edits.first() else { return };
        // Mostly it is one change, near the end of what was changed.
        if let [edit] = edits {
            self.note(edit.span, edit.text.len(), self.is_ascii(edit));
            self.text.replace_range(edit.span.range(), &edit.text);
            return;
        }
        let mut tail = String::new();
        let mut done = first.span.start;
        for edit in edits {
            tail += &self.text[done..edit.span.start];
            let start = first.span.start + tail.len();
            let here = Span::new(start, start + edit.span.range().len());
            self.note(here, edit.text.len(), self.is_ascii(edit));
            tail += &edit.text;
            done = edit.span.end;
        }
        tail += &self.text[done..];
        self.text.truncate(first.span.start);
        self.text += &tail;
    }

    fn is_ascii(&self, edit: &Edit) -> bool {
        edit.text.is_ascii() && self.text[edit.span.range()].is_ascii()
    }

    /// Remembers that a piece of the text gets this length, and whether all of it is ASCII before and after.
    fn note(&mut self, span: Span, length: usize, is_ascii: bool) {
        if length == span.range().len() && is_ascii {
            return;
        }
        let met = self.met(span);
        let whole = self.pieces[met.clone()].iter().fold(span, |whole, it| {
            Span::new(whole.start.min(it.here.start), whole.end.max(it.here.end))
        });
        let origin = self.origin(whole);
        let end = whole.end - span.range().len() + length;
        let piece = Piece { here: Span::new(whole.start, end), origin };
        let next = met.start + 1;
        self.pieces.splice(met, [piece]);
        for later in &mut self.pieces[next..] {
            let moved = |at: usize| at - span.range().len() + length;
            later.here = Span::new(moved(later.here.start), moved(later.here.end));
        }
    }

    /// Puts spaces in place of a piece of the text; its lines stay.
    pub(super) fn blank(&mut self, span: Span) {
        let is_ascii = self.text[span.range()].is_ascii();
        self.note(span, span.range().len(), is_ascii);
        let blank = |it: u8| if it == b'\n' || it == b'\r' { char::from(it) } else { ' ' };
        let blanks: String = self.text[span.range()].bytes().map(blank).collect();
        self.text.replace_range(span.range(), &blanks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;

    #[test]
    fn places_and_changes_are_those_of_the_source() {
        let source = "n>=1 {n,2n} REPEAT A^n ENDREP";
        let mut mended = Mended::new(source);
        let edit = |text: &str, from: &str, with: &str| {
            let at = text.find(from).expect(from);
            Edit { span: Span::new(at, at + from.len()), text: with.to_owned() }
        };
        let change = edit(&mended.text, "n>=1", "n >= 1");
        mended.apply(&[change]);
        let changes = [
            edit(&mended.text, "{n", "{ n"),
            edit(&mended.text, ",", " "),
            edit(&mended.text, "^", ""),
        ];
        mended.apply(&changes);
        assert_eq!(mended.text, "n >= 1 { n 2n} REPEAT An ENDREP");
        for piece in ["REPEAT", "ENDREP", "2n}"] {
            let here = edit(&mended.text, piece, "").span;
            assert_eq!(&source[mended.origin(here).range()], piece);
        }
        // What was put in stands for what it replaced.
        let word = edit(&mended.text, "An", "").span;
        assert_eq!(&source[mended.origin(word).range()], "A^n");
        let inside = edit(&mended.text, ">=", "").span;
        assert_eq!(&source[mended.origin(inside).range()], "n>=1");
        // A change of a piece that was changed before is one of the whole.
        let found = Diagnostic::new(Code::UnknownToken, "").change(edit(&mended.text, "1", "2"));
        let corrected = mended.about_source(found).corrected(source);
        assert_eq!(corrected.as_deref(), Some("n >= 2 {n,2n} REPEAT A^n ENDREP"));
    }
}

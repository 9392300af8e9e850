//! Braces, and the list of moves between them.

use super::Recovery;
use crate::Integer;
use crate::diagnostic::{Diagnostic, Span};
use crate::lang::ast::{Expression, ItemKind, Term};
use crate::lang::keyword::Keyword;
use crate::lang::syntax_error;

impl Recovery<'_> {
    /// A token with a brace in it at `at`, often the start of a move list that is not right.
    pub(super) fn braces(&mut self, span: Span, at: usize) -> Option<ItemKind> {
        let token = self.text(span);
        if !token.starts_with('{') {
            let brace = &token[at..=at];
            let place = Span::new(at, at + 1).shifted(span.start);
            self.report(if brace == "{" {
                Diagnostic::error("E0109", "a blank is missing before `{`")
                    .label(place, "sticks to the token before it")
                    .help("put a blank before the `{`")
                    .edit(Span::new(place.start, place.start), " ")
            } else {
                Diagnostic::error("E0101", "`}` stands alone")
                    .label(place, "no move list is open")
                    .note("a move list is a pair of braces with expressions in it: `{ 2n 5n }`")
            });
            if brace == "}" {
                return None;
            }
            return Some(self.move_list(Span::new(span.start + at, span.end)));
        }
        Some(self.move_list(span))
    }

    fn move_list(&mut self, span: Span) -> ItemKind {
        const PLACE: &str = "the move list";
        let open = Span::new(span.start, span.start + 1);
        let mut moves = Vec::new();
        self.at = open.end;
        let is_closed = self.move_list_is_closed();
        let closed = loop {
            let Some(token) = self.next(PLACE) else { break None };
            let text = self.text(token);
            if let Some(at) = text.find('}') {
                self.moves_in(&text[..at], token.start, &mut moves);
                self.at = token.end;
                break Some(Span::new(token.start + at, token.end));
            }
            if !is_closed && syntax_error::in_expression(text, 0).is_some() {
                break None;
            }
            self.at = token.end;
            self.moves_in(text, token.start, &mut moves);
        };
        match closed {
            None => self.report(
                Diagnostic::error("E0129", "the move list is not closed")
                    .label(open, "it begins here")
                    .help("write `}` behind the last move"),
            ),
            Some(close) if close.end > close.start + 1 => self.report(
                Diagnostic::error("E0112", "something sticks to the `}` of the move list")
                    .label(Span::new(close.start + 1, close.end), "a blank is missing before this")
                    .edit(Span::new(close.start + 1, close.start + 1), " "),
            ),
            Some(close) if moves.is_empty() => self.report(
                Diagnostic::error("E0124", "the move list is empty")
                    .label(open.to(close), "no move between the braces")
                    .note("a game without moves has nothing to prove: every position is lost")
                    .help("write the moves of the game, such as `{ 2n 5n 6n+1 }`"),
            ),
            Some(_) => {}
        }
        ItemKind::Moves(moves.into_iter().map(Into::into).collect())
    }

    /// Does a `}` come before anything that cannot stand in a move list?
    fn move_list_is_closed(&self) -> bool {
        let mut at = self.at;
        while let Some(span) = self.token_behind(at) {
            let text = self.text(span);
            at = if text.starts_with('#') { self.comment(span).end } else { span.end };
            if text.starts_with('{') || Keyword::is(text) {
                return false;
            }
            if text.contains('}') && !text.starts_with('#') {
                return true;
            }
        }
        false
    }

    /// The moves of one token, which is one expression when it is right.
    fn moves_in(&mut self, text: &str, offset: usize, moves: &mut Vec<Expression>) {
        if text.is_empty() {
            return;
        }
        // A wrong move still counts as one, or else letters would seem to be too many.
        let span = Span::new(offset, offset + text.len());
        let one = Term { coefficient: Integer::ONE, variable: None };
        let unknown = Expression { terms: vec![one], span };
        moves.push(self.whole_expression(text, offset).unwrap_or(unknown));
    }
}

//! What is wrong at a token that the grammar does not know, and how to go on behind it.
//!
//! A construct of several tokens that did not match, such as `FOR i FORM 1 UPTO n REP`, is
//! read again here token by token.  Every part that is wrong is reported; the rest is kept.

mod heads;
mod moves;
mod parts;

use super::ast::ItemKind;
use super::keyword::Keyword;
use super::syntax_error::{self, is_variable, shown};
use super::{Diagnostics, mend, parse, slips};
use crate::diagnostic::{Diagnostic, Span};

/// How reading goes on behind a bad token.
pub struct Recovered {
    /// What the token and its followers were probably meant to be.
    pub kinds: Vec<ItemKind>,
    /// All that was dealt with.
    pub span: Span,
}

/// Reports what is wrong at the bad token `span` and reads what it was probably meant to be.
///
/// `closer` is the keyword that ends the innermost open construct, if one is open: an `END` is taken
/// for it.
pub fn recover(
    source: &str,
    span: Span,
    closer: Option<&'static str>,
    raw: bool,
    diagnostics: &mut Diagnostics,
) -> Recovered {
    if let Some(slip) = slips::at(source, span, raw) {
        diagnostics.push_once(slip.diagnostic);
        let end = slip.span.end.max(span.end);
        return Recovered { kinds: slip.items, span: Span::new(span.start, end) };
    }
    let mut recovery = Recovery { source, at: span.end, diagnostics };
    let kind = recovery.recover(span, closer, raw);
    let span = Span::new(span.start, recovery.at.max(span.end));
    Recovered { kinds: kind.into_iter().collect(), span }
}

struct Recovery<'a> {
    source: &'a str,
    /// Behind what was dealt with.
    at: usize,
    diagnostics: &'a mut Diagnostics,
}

impl<'a> Recovery<'a> {
    fn text(&self, span: Span) -> &'a str {
        &self.source[span.range()]
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// The next token behind `at`; comments count as the token of their `#`.
    fn token_behind(&self, at: usize) -> Option<Span> {
        let white = |letter: char| matches!(letter, ' ' | '\n' | '\r' | '\t' | '\u{C}');
        let rest = &self.source[at..];
        let start = at + rest.find(|letter| !white(letter))?;
        let rest = &self.source[start..];
        let end = start + rest.find(|letter| white(letter) || letter == '\0').unwrap_or(rest.len());
        (end > start).then_some(Span::new(start, end))
    }

    /// The next token.  A comment is reported, because none may stand here, and passed over.
    fn next(&mut self, place: &str) -> Option<Span> {
        loop {
            let span = self.token_behind(self.at)?;
            if !self.text(span).starts_with('#') {
                return Some(span);
            }
            let comment = self.comment(span);
            let code = if place == "the move list" { "E0122" } else { "E0132" };
            self.report(
                Diagnostic::error(code, format!("a comment stands inside {place}"))
                    .label(comment, "no comment is allowed here")
                    .help(format!("move the comment in front of {place} or behind it")),
            );
            self.at = comment.end;
        }
    }

    fn comment(&self, span: Span) -> Span {
        let rest = &self.source[span.start..];
        let length = rest.find(['\n', '\0']).unwrap_or(rest.len());
        Span::new(span.start, span.start + length)
    }

    fn recover(&mut self, span: Span, closer: Option<&'static str>, raw: bool) -> Option<ItemKind> {
        let token = self.text(span);
        if let Some((at, control)) = token.char_indices().find(|(_, letter)| letter.is_control()) {
            let place = Span::new(at, at + control.len_utf8()).shifted(span.start);
            self.report(
                Diagnostic::error(
                    "E0130",
                    format!("a control character, U+{:04X}", u32::from(control)),
                )
                .label(place, "neither a blank nor a part of a word"),
            );
            return None;
        }
        // What only resembles a keyword that cannot stand alone is something else.
        let alone = |it: &(Keyword, bool)| {
            it.1 || !matches!(it.0, Keyword::From | Keyword::Upto | Keyword::Then)
        };
        if let Some((keyword, exact)) = Keyword::like(token, closer).filter(alone) {
            return self.keyword(span, keyword, exact, closer, raw);
        }
        if let Some(at) = token.find(['{', '}']) {
            return self.braces(span, at);
        }
        if let Some(at) = token.find('#') {
            self.report(
                Diagnostic::error("E0131", "a comment sticks to the token before it")
                    .label(
                        Span::new(span.start + at, span.end),
                        "`#` begins a comment only at the start of a token",
                    )
                    .help("put a blank before the `#`")
                    .edit(Span::new(span.start + at, span.start + at), " "),
            );
            // The rest of the line is the comment that was meant.
            self.at = self.comment(Span::new(span.start + at, span.end)).end;
            return None;
        }
        if is_variable(token) && self.relation_follows() {
            return self.order_condition(span);
        }
        if syntax_error::in_expression(token, 0).is_none() && self.relation_follows() {
            self.report(
                Diagnostic::error("E0104", "an order condition begins with one variable")
                    .label(span, "an expression")
                    .help("solve it for one variable, as in `n >= m+1`"),
            );
            const PLACE: &str = "an order condition";
            if let Some(relation) = self.next(PLACE) {
                self.at = relation.end;
                if parse::comparison(self.text(relation)).is_some() {
                    self.expression(PLACE);
                }
            }
            return None;
        }
        if token.starts_with(|first: char| first.is_ascii_lowercase())
            && relation_in(token).is_some()
        {
            return self.glued_order_condition(span);
        }
        let cycle = token.starts_with('<') && token.ends_with('>');
        let values = token.contains(|letter: char| letter.is_ascii_uppercase() || letter == '_');
        if !cycle && !values && relation_in(token).is_some_and(|relation| relation.start == 0) {
            self.report(
                Diagnostic::error("E0101", format!("the relation `{}` stands alone", shown(token)))
                    .label(span, "not part of a condition")
                    .note("an order condition is one variable, a relation and an expression: `n >= 2m+1`"),
            );
            return None;
        }
        let error = syntax_error::in_word(token, span.start);
        self.report(mend::word(error, self.source, span));
        None
    }

    fn keyword(
        &mut self,
        span: Span,
        keyword: Keyword,
        exact: bool,
        closer: Option<&'static str>,
        raw: bool,
    ) -> Option<ItemKind> {
        let token = self.text(span);
        let name = keyword.name();
        if !exact {
            let meant = keyword.nearest(token, closer);
            let error = |message| {
                Diagnostic::error("E0102", message)
                    .label(span, "not understood")
                    .help(format!("write `{meant}`"))
                    .edit(span, meant)
            };
            if meant.eq_ignore_ascii_case(token) {
                self.diagnostics.push_once(error(slips::CASE.to_owned()));
            } else {
                self.report(error(format!("`{}` is no keyword", shown(token))));
            }
        } else if raw && !matches!(keyword, Keyword::Let) {
            self.report(
                Diagnostic::error("E0101", format!("{name} cannot stand in a plain list of words"))
                    .label(span, "the text is read without loops and branches"),
            );
            return None;
        }
        match keyword {
            Keyword::For => Some(ItemKind::For(self.counter())),
            Keyword::If => Some(ItemKind::If(self.condition())),
            Keyword::Elif => Some(ItemKind::Elif(self.condition())),
            Keyword::Let => self.definition(span),
            Keyword::Rep => Some(ItemKind::Repeat),
            Keyword::Per => Some(ItemKind::Per),
            Keyword::Else => Some(ItemKind::Else),
            Keyword::Fi => Some(ItemKind::Fi),
            Keyword::End => Some(ItemKind::End),
            Keyword::Def => {
                // A name that cannot be read may be any name.
                self.report_head_of_definition(span, exact);
                None
            }
            Keyword::From | Keyword::Upto | Keyword::Then => {
                if exact {
                    let whole = match keyword {
                        Keyword::Then => "IF i >= n THEN",
                        _ => "FOR i FROM 1 UPTO n REP",
                    };
                    self.report(
                        Diagnostic::error("E0101", format!("{name} stands alone"))
                            .label(span, "not part of a head")
                            .note(format!("{name} belongs into a head such as `{whole}`")),
                    );
                }
                None
            }
        }
    }
}

/// The first run of relation signs in a token.
fn relation_in(token: &str) -> Option<Span> {
    let is_sign = |letter: char| matches!(letter, '<' | '>' | '=' | '!');
    let start = token.find(is_sign)?;
    let end = token[start..].find(|letter| !is_sign(letter)).map_or(token.len(), |end| start + end);
    Some(Span::new(start, end))
}

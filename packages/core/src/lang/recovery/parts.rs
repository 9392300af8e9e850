//! What heads and conditions are made of: expressions, relations, variables, keywords.

use super::{Recovery, relation_in};
use crate::diagnostic::{Diagnostic, Span};
use crate::lang::ast::{Expression, Name};
use crate::lang::keyword::Keyword;
use crate::lang::syntax_error::{self, is_variable, shown};
use crate::lang::{mend, parse};
use crate::model::Comparison;

impl Recovery<'_> {
    /// Reads one expression.  Blanks inside it are reported and ignored.
    pub(super) fn expression(&mut self, place: &str) -> Option<Expression> {
        let next = self.next(place).filter(|span| Keyword::like(self.text(*span), None).is_none());
        let Some(span) = next else {
            let here = self.token_behind(self.at).unwrap_or(Span::new(self.at, self.at));
            self.report(
                Diagnostic::error("E0105", format!("an expression is missing in {place}"))
                    .label(here, "an expression such as `2n-1` should stand before this"),
            );
            return None;
        };
        self.at = span.end;
        let mut end = span.end;
        let is_sign = |letter: char| matches!(letter, '+' | '-');
        while let Some(more) = self.token_behind(end) {
            if self.source[end..more.start].contains('\n') {
                break;
            }
            let text = self.text(more);
            let joins = text.starts_with(is_sign) || self.source[..end].ends_with(is_sign);
            if !joins
                || syntax_error::in_expression(text.trim_start_matches(is_sign), 0).is_some()
                    && text.len() > 1
            {
                break;
            }
            end = more.end;
        }
        let spread = Span::new(span.start, end);
        let whole: String = self.text(spread).split_whitespace().collect();
        if end == span.end || syntax_error::in_expression(&whole, 0).is_some() {
            return self.whole_expression(self.text(span), span.start);
        }
        self.at = end;
        self.report(
            Diagnostic::error("E0109", "blanks stand inside an expression")
                .label(spread, "an expression is one token")
                .help(format!("write `{}`", shown(&whole)))
                .edit(spread, whole),
        );
        None
    }

    pub(super) fn whole_expression(&mut self, text: &str, offset: usize) -> Option<Expression> {
        if let Some(expression) = parse::expression(text, offset, self.diagnostics) {
            return Some(expression);
        }
        let place = Span::new(offset, offset + text.len());
        let error = syntax_error::in_expression(text, offset).unwrap_or_else(|| {
            Diagnostic::error("E0105", format!("`{}` is no expression", shown(text)))
                .label(place, "not understood")
        });
        self.report(mend::expression(error, text, place));
        None
    }

    pub(super) fn relation(&mut self) -> Option<Comparison> {
        let span = self.next("a condition")?;
        let token = self.text(span);
        if let Some(comparison) = parse::comparison(token) {
            self.at = span.end;
            return Some(comparison);
        }
        let error = Diagnostic::error(
            "E0108",
            format!("a relation should stand here, not `{}`", shown(token)),
        )
        .label(span, "no relation")
        .note("the relations are `>=`, `<=`, `==` and `!=`");
        let help = match token {
            ">" => Some("`a > b` is `a >= b+1`"),
            "<" => Some("`a < b` is `a <= b-1`"),
            "=" => Some("write `==`"),
            "=>" => Some("write `>=`"),
            "=<" => Some("write `<=`"),
            "<>" | "/=" => Some("write `!=`"),
            _ => None,
        };
        self.report(Diagnostic { help: help.map(str::to_owned), ..error });
        if help.is_some() || relation_in(token).is_some_and(|relation| relation.start == 0) {
            self.at = span.end;
        }
        None
    }

    pub(super) fn variable(&mut self, place: &str) -> Option<Name> {
        let span = self.next(place)?;
        let text = self.text(span);
        if is_variable(text) {
            self.at = span.end;
            return text.chars().next().map(|letter| Name { letter, span });
        }
        self.no_variable(text, span, place);
        if Keyword::like(text, None).is_none() {
            self.at = span.end;
        }
        None
    }

    pub(super) fn no_variable(&mut self, text: &str, span: Span, place: &str) {
        let mut error = Diagnostic::error(
            "E0104",
            format!("a variable should stand here in {place}, not `{}`", shown(text)),
        )
        .label(span, "no variable")
        .note("a variable is one lower-case letter");
        if text.len() == 1 && text.as_bytes()[0].is_ascii_uppercase() {
            let lower = text.to_lowercase();
            error = error.help(format!("write `{lower}`")).edit(span, lower);
        }
        self.report(error);
    }

    /// Passes over the keyword.  If something else stands here, reports it and looks for the
    /// keyword a few tokens further on.
    pub(super) fn expect(&mut self, keyword: Keyword, code: &'static str, place: &str) {
        const REACH: usize = 6;
        let name = keyword.name();
        let Some(span) = self.next(place) else {
            let end = Span::new(self.at, self.at);
            self.report(
                Diagnostic::error(code, format!("{name} is missing in {place}"))
                    .label(end, "the text ends here"),
            );
            return;
        };
        let found = Keyword::like(self.text(span), None);
        if found == Some((keyword, true)) {
            self.at = span.end;
            return;
        }
        let error = Diagnostic::error(code, format!("{name} is missing in {place}"))
            .label(span, format!("{name} should stand here"));
        if found == Some((keyword, false)) || keyword.resembles(self.text(span)) {
            self.report(error.help(format!("write `{name}`")).edit(span, name));
            self.at = span.end;
            return;
        }
        let help = match keyword {
            Keyword::Rep => Some("a loop is written `FOR i FROM 1 UPTO n REP ... PER`"),
            Keyword::Then => Some("a branch is written `IF i >= n THEN ... FI`"),
            _ => None,
        };
        self.report(Diagnostic { help: help.map(str::to_owned), ..error });
        let mut at = self.at;
        for _ in 0..REACH {
            let Some(span) = self.token_behind(at) else { return };
            match Keyword::like(self.text(span), None) {
                Some((found, _)) if found == keyword => {
                    self.at = span.end;
                    return;
                }
                Some(_) => return,
                None => at = span.end,
            }
        }
    }
}

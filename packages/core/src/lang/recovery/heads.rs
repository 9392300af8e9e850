//! Heads of loops and branches, conditions, and definitions.

use super::{Recovery, relation_in};
use crate::diagnostic::{Diagnostic, Span};
use crate::lang::ast::{Condition, Counter, ItemKind, Let, Name, OrderCondition};
use crate::lang::keyword::Keyword;
use crate::lang::parse;
use crate::lang::syntax_error::{self, is_variable};
use crate::model::Comparison;

impl Recovery<'_> {
    pub(super) fn report_head_of_definition(&mut self, span: Span, exact: bool) {
        let rest = &self.source[span.end..];
        let length = rest.find(['\n', '\0', '#']).unwrap_or(rest.len());
        self.at = span.end + rest[..length].trim_end().len();
        if exact {
            self.report(
                Diagnostic::error("E0141", "this is not how the head of a definition is written")
                    .label(Span::new(span.start, self.at), "not understood")
                    .note("a piece has a name of two or more small letters, digits and `_`, and single small letters as arguments")
                    .help("write it as in `DEF comb(i, j)`"),
            );
        }
    }

    /// What stands between FOR and REP.
    pub(super) fn counter(&mut self) -> Counter {
        const PLACE: &str = "the head of a loop";
        let variable = self.variable(PLACE);
        self.expect(Keyword::From, "E0103", PLACE);
        let from = self.expression(PLACE);
        self.expect(Keyword::Upto, "E0103", PLACE);
        let upto = self.expression(PLACE);
        self.expect(Keyword::Rep, "E0103", PLACE);
        Counter { variable, from, upto }
    }

    /// What stands between IF and THEN.
    pub(super) fn condition(&mut self) -> Option<Condition> {
        const PLACE: &str = "a condition";
        let glued = self.next(PLACE).filter(|span| {
            relation_in(self.text(*span)).is_some()
                && Keyword::like(self.text(*span), None).is_none()
        });
        let condition = match glued {
            Some(span) => {
                self.at = span.end;
                self.glued_condition(span)
            }
            None => {
                let left = self.expression(PLACE);
                let comparison = self.relation();
                let right = self.expression(PLACE);
                match (left, comparison, right) {
                    (Some(left), Some(comparison), Some(right)) => {
                        Some(Condition { left, comparison, right })
                    }
                    _ => None,
                }
            }
        };
        self.expect(Keyword::Then, "E0120", PLACE);
        condition
    }

    fn glued_condition(&mut self, span: Span) -> Option<Condition> {
        let token = self.text(span);
        let relation = relation_in(token)?;
        let (left, right) = (&token[..relation.start], &token[relation.end..]);
        self.missing_blanks(span, relation);
        let left = self.whole_expression(left, span.start);
        let comparison = parse::comparison(&token[relation.range()]);
        let right = self.whole_expression(right, span.start + relation.end);
        Some(Condition { left: left?, comparison: comparison?, right: right? })
    }

    fn missing_blanks(&mut self, span: Span, relation: Span) {
        self.report(
            Diagnostic::error("E0109", "blanks are missing around a relation")
                .label(relation.shifted(span.start), "a token of its own"),
        );
    }

    pub(super) fn relation_follows(&self) -> bool {
        self.token_behind(self.at).is_some_and(|span| {
            relation_in(self.text(span)).is_some_and(|relation| relation.start == 0)
        })
    }

    pub(super) fn order_condition(&mut self, span: Span) -> Option<ItemKind> {
        const PLACE: &str = "an order condition";
        let letter = self.text(span).chars().next()?;
        let variable = Name { letter, span };
        let sign = self.next(PLACE)?;
        let token = self.text(sign);
        let relation = relation_in(token)?;
        self.at = sign.end;
        let right = if relation.end < token.len() {
            self.missing_blanks(sign, relation);
            self.whole_expression(&token[relation.end..], sign.start + relation.end)
        } else {
            let place = Span::new(sign.start, sign.start + relation.end);
            self.check_order_relation(place);
            self.expression(PLACE)
        };
        let comparison = parse::comparison(&token[relation.range()])
            .filter(|comparison| *comparison != Comparison::NotEqual);
        Some(ItemKind::Order(OrderCondition { variable, demand: comparison.zip(right) }))
    }

    fn check_order_relation(&mut self, place: Span) {
        let sign = self.text(place);
        if matches!(sign, ">=" | "<=" | "==") {
            return;
        }
        self.report(
            Diagnostic::error("E0108", format!("`{sign}` is no relation of an order condition"))
                .label(place, "not understood")
                .note("the relations of order conditions are `>=`, `<=` and `==`"),
        );
    }

    pub(super) fn glued_order_condition(&mut self, span: Span) -> Option<ItemKind> {
        let token = self.text(span);
        let relation = relation_in(token)?;
        self.missing_blanks(span, relation);
        let left = &token[..relation.start];
        let variable = Name {
            letter: left.chars().next().filter(|_| is_variable(left))?,
            span: Span::new(span.start, span.start + 1),
        };
        let right = if relation.end == token.len() {
            self.expression("an order condition")
        } else {
            self.whole_expression(&token[relation.end..], span.start + relation.end)
        };
        let demand = parse::comparison(&token[relation.range()]).zip(right);
        Some(ItemKind::Order(OrderCondition { variable, demand }))
    }

    /// What stands behind LET.
    pub(super) fn definition(&mut self, start: Span) -> Option<ItemKind> {
        const PLACE: &str = "a LET";
        let Some(span) = self.next(PLACE).filter(|span| !Keyword::is(self.text(*span))) else {
            self.report(
                Diagnostic::error("E0127", "LET has nothing to define")
                    .label(start, "a definition should follow, such as `LET k=2n-1`"),
            );
            return None;
        };
        self.at = span.end;
        let token = self.text(span);
        let (left, right) = token.split_once('=').unwrap_or((token, ""));
        let spread = !token.contains('=') || right.is_empty();
        if spread {
            // `LET k = 2n` and `LET k= 2n`: take in what belongs to it.
            let mut end = span.end;
            if !token.contains('=') {
                let sign = self.token_behind(end).filter(|next| self.text(*next).starts_with('='));
                end = sign.map_or(end, |sign| sign.end);
            }
            if self.source[..end].ends_with('=')
                && let Some(value) = self.token_behind(end)
                && syntax_error::in_expression(self.text(value), 0).is_none()
            {
                end = value.end;
            }
            self.at = end;
            self.report(
                Diagnostic::error(
                    "E0127",
                    "a LET is written as one variable, `=` and an expression, without blanks",
                )
                .label(Span::new(span.start, end), "not of this form")
                .help("write it as in `LET k=2n-1`"),
            );
        }
        if !is_variable(left) {
            let place = Span::new(span.start, span.start + left.len());
            if !spread {
                self.no_variable(left, place, PLACE);
            }
            return None;
        }
        let letter = left.chars().next()?;
        let variable = Name { letter, span: Span::new(span.start, span.start + 1) };
        let value =
            if spread { None } else { self.whole_expression(right, span.start + left.len() + 1) };
        Some(ItemKind::Let(Let { variable, value }))
    }
}

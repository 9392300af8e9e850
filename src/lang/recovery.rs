//! What is wrong at a token that the grammar does not know, and how to go on behind it.
//!
//! A construct of several tokens that did not match, such as `FOR i FORM 1 UPTO n REP`, is
//! read again here token by token.  Every part that is wrong is reported; the rest is kept.

use super::ast::{Condition, Counter, Expression, ItemKind, Let, Name, OrderCondition, Term};
use super::keyword::Keyword;
use super::syntax_error::{self, is_variable, shown};
use super::{Diagnostics, mend, parse, slips};
use crate::Integer;
use crate::diagnostic::{Diagnostic, Span};
use crate::model::Comparison;

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

    fn report_head_of_definition(&mut self, span: Span, exact: bool) {
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
    fn counter(&mut self) -> Counter {
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
    fn condition(&mut self) -> Option<Condition> {
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

    fn relation_follows(&self) -> bool {
        self.token_behind(self.at).is_some_and(|span| {
            relation_in(self.text(span)).is_some_and(|relation| relation.start == 0)
        })
    }

    fn order_condition(&mut self, span: Span) -> Option<ItemKind> {
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

    fn glued_order_condition(&mut self, span: Span) -> Option<ItemKind> {
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
    fn definition(&mut self, start: Span) -> Option<ItemKind> {
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

    /// Reads one expression.  Blanks inside it are reported and ignored.
    fn expression(&mut self, place: &str) -> Option<Expression> {
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

    fn whole_expression(&mut self, text: &str, offset: usize) -> Option<Expression> {
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

    fn relation(&mut self) -> Option<Comparison> {
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

    fn variable(&mut self, place: &str) -> Option<Name> {
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

    fn no_variable(&mut self, text: &str, span: Span, place: &str) {
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
    fn expect(&mut self, keyword: Keyword, code: &'static str, place: &str) {
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

impl Recovery<'_> {
    /// A token with a brace in it at `at`, often the start of a move list that is not right.
    fn braces(&mut self, span: Span, at: usize) -> Option<ItemKind> {
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
        ItemKind::Moves(moves)
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

/// The first run of relation signs in a token.
fn relation_in(token: &str) -> Option<Span> {
    let is_sign = |letter: char| matches!(letter, '<' | '>' | '=' | '!');
    let start = token.find(is_sign)?;
    let end = token[start..].find(|letter| !is_sign(letter)).map_or(token.len(), |end| start + end);
    Some(Span::new(start, end))
}

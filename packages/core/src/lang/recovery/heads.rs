//! The first fault of a construct of several tokens: a head, or an order condition.

use super::fault::{self, is_variable, shown};
use super::{Found, line_end, reach, token_behind, words};
use crate::diagnostic::{Diagnostic, Edit, Label, Span};
use crate::lang::ast::{Counter, ItemKind};
use crate::lang::{Lost, keyword};
use crate::model::Comparison;
use crate::suggest::nearest;

/// What has to come next in a construct.
#[derive(Clone, Copy)]
pub enum Part {
    Variable,
    Expression,
    Relation,
    /// `>=`, `<=`, `==`
    OrderRelation,
    Keyword(&'static str),
}
use Part::{OrderRelation, Relation, Variable};

const FOR: &[Part] = &[
    Variable,
    Part::Keyword("FROM"),
    Part::Expression,
    Part::Keyword("UPTO"),
    Part::Expression,
    Part::Keyword("REP"),
];
const IF: &[Part] = &[Part::Expression, Relation, Part::Expression, Part::Keyword("THEN")];
pub const ORDER: &[Part] = &[Variable, OrderRelation, Part::Expression];

/// The most tokens of a head.
const REACH: usize = 16;

/// What is wrong at a keyword that begins or ends nothing here.
pub fn at(source: &str, span: Span) -> Found {
    let written = &source[span.range()];
    let missing = |code, message: &str, help: &str| {
        let end = reach(source, span.start);
        let error = Diagnostic::error(code, message).label(span, "not understood").help(help);
        Found::new(error, span.end.min(end), Lost::NESTING)
    };
    match written {
        "FOR" | "IF" | "ELIF" => {
            let (parts, code, place, last) = match written {
                "FOR" => (FOR, "E0103", "the head of a loop", "REP"),
                _ => (IF, "E0120", "a condition", "THEN"),
            };
            let error = first_fault(source, span, parts, code, place);
            let Some(end) = end_of(source, span, last) else {
                return Found::new(error, span.end, Lost::NESTING);
            };
            // What begins here is known, and what it counts or asks is not.
            let (item, lost) = match written {
                "FOR" => {
                    (ItemKind::For(Counter { variable: None, from: None, upto: None }), Lost::NAMES)
                }
                "IF" => (ItemKind::If(None), Lost::NOTHING),
                _ => (ItemKind::Elif(None), Lost::NOTHING),
            };
            Found { items: vec![item], ..Found::new(error, end, lost) }
        }
        "LET" => {
            let next =
                token_behind(source, span.end).filter(|it| !keyword::is(&source[it.range()]));
            let whole = missing(
                "E0127",
                "a LET is written as one variable, `=` and an expression, without blanks",
                "write it as in `LET k=2n-1`",
            );
            let error = next.and_then(|next| {
                let (left, right) = source[next.range()].split_once('=')?;
                let place = Span::new(next.start, next.start + left.len());
                if !is_variable(left) {
                    return Some(no_variable(left, place, "a LET"));
                }
                let place = Span::new(next.end - right.len(), next.end);
                let error = fault::in_expression(right, place.start)?;
                Some(words::expression(error, right, place)).filter(|_| !right.is_empty())
            });
            let error = error.or_else(|| {
                let line = &source[span.end..reach(source, span.end)];
                let (left, right) = line.split_once('=')?;
                let start = span.end + left.len() + 1 + right.len() - right.trim_start().len();
                fault::in_expression(right.trim(), start).filter(|_| is_variable(left.trim()))
            });
            let end = next.filter(|_| error.is_some()).map_or(span.end, |next| next.end);
            Found::new(error.unwrap_or(whole.diagnostic), end, Lost::NAMES)
        }
        "DEF" => renamed(source, span).unwrap_or_else(|| {
            missing(
                "E0141",
                "this head of a definition is not valid",
                "write it as in `DEF comb(i, j)`; a piece has a name of two or more small letters, \
             digits and `_`, and single small letters as arguments",
            )
        }),
        "THEN" => {
            missing("E0101", "unexpected THEN", "it belongs in a head such as `IF i >= n THEN`")
        }
        "FROM" | "UPTO" => missing(
            "E0101",
            &format!("unexpected {written}"),
            "it belongs in a head such as `FOR i FROM 1 UPTO n REP`",
        ),
        "CLAIM" => missing(
            "E0133",
            "a claim says what the period or the preperiod is",
            "write `CLAIM period FORMULA` or `CLAIM preperiod FORMULA` on one line",
        ),
        "RULE" => missing("E0144", "the rule is missing", "write it as in `RULE misere`"),
        "FROM_INFINITY_DOWN" => missing(
            "E0146",
            "REPEAT is missing after FROM_INFINITY_DOWN",
            "write the values before position 0 as `FROM_INFINITY_DOWN REPEAT - ENDREP`",
        ),
        _ => missing(
            "E0101",
            &format!("unexpected {written}"),
            "put it where the part begins or ends",
        ),
    }
}

/// `DEF F(i)`, `DEF f(i)`, `DEF comb`: every mention of the piece, with a right name and brackets.
fn renamed(source: &str, span: Span) -> Option<Found> {
    let head = token_behind(source, span.end)?;
    let token = &source[head.range()];
    let name = &token[..token.find('(').unwrap_or(token.len())];
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
    if !name.starts_with(|it: char| it.is_ascii_alphabetic())
        || !name.chars().all(is_part)
        || keyword::is(name)
    {
        return None;
    }
    let lower = name.to_ascii_lowercase();
    let right = if name.len() == 1 { lower.repeat(2) } else { lower };
    let has_brackets = source[head.start + name.len()..].trim_start().starts_with('(');
    if right == name && has_brackets {
        return None;
    }
    let right = if has_brackets { right } else { format!("{right}()") };
    let mentions = source[head.start..].match_indices(name).map(|(at, _)| head.start + at);
    let is_whole = |at: &usize| {
        let behind = &source[at + name.len()..];
        let is_call = !has_brackets || behind.trim_start().starts_with('(');
        !source[..*at].ends_with(is_part) && !behind.starts_with(is_part) && is_call
    };
    let edits = mentions
        .filter(is_whole)
        .map(|at| Edit { span: Span::new(at, at + name.len()), text: right.clone() });
    let place = Span::new(head.start, head.start + name.len());
    let error = Diagnostic::error("E0141", format!("`{}` is not the name of a piece", shown(name)))
        .label(place, "the name of this piece")
        .note("a piece has a name of two or more small letters, digits and `_`, and brackets after it")
        .help(format!("write `{right}`, here and where it is used"));
    Some(Found::new(Diagnostic { edits: edits.collect(), ..error }, source.len(), Lost::ALL))
}

/// The end of a head that goes on to the keyword `last`, if no other part begins before that.
fn end_of(source: &str, span: Span, last: &str) -> Option<usize> {
    let mut at = span.end;
    for _ in 0..REACH {
        let next = token_behind(source, at)?;
        let text = &source[next.range()];
        if text == last || last == "REP" && text == "REPEAT" {
            return Some(next.end);
        }
        if keyword::begins_a_part(text) || text.starts_with('{') {
            return None;
        }
        at = if text.starts_with('#') { line_end(source, next.start) } else { next.end };
    }
    None
}

/// The end of the head that a bad token on this line begins, or of the token.
pub fn end_of_head(source: &str, span: Span) -> usize {
    let line = reach(source, span.start);
    let ends = ["REP", "THEN"].into_iter().filter_map(|last| end_of(source, span, last));
    let behind = token_behind(source, span.end).map_or("", |next| &source[next.range()]);
    ends.filter(|end| *end <= line && !keyword::is(behind)).min().unwrap_or(span.end)
}

/// The first part that is missing or wrong behind the token `span`.
pub fn first_fault(
    source: &str,
    span: Span,
    parts: &[Part],
    code: &'static str,
    place: &str,
) -> Diagnostic {
    let mut at = span.end;
    for part in parts {
        let next = token_behind(source, at);
        let here = next.unwrap_or(Span::new(at, at));
        let text = &source[here.range()];
        if text.starts_with('#') {
            let code = if code == "E0122" { code } else { "E0132" };
            let comment = Span::new(here.start, line_end(source, here.start));
            return Diagnostic::error(code, format!("there is a comment inside {place}"))
                .label(comment, "no comment is allowed here")
                .help(format!("move the comment before {place} or after it"));
        }
        if let Some((offset, letter)) = text.char_indices().find(|(_, letter)| letter.is_control())
        {
            let here = Span::new(offset, offset + letter.len_utf8()).shifted(here.start);
            return Diagnostic::error("E0130", fault::control(letter))
                .label(here, "neither a blank nor a part of a word");
        }
        let is_behind = source[at..here.start].contains('\n');
        if let Some(error) = wrong(*part, text, here, code, place) {
            // What is missing is missing on the line before.
            let is_missing = |it: &Label| it.span == here && it.text.starts_with("expected");
            return match is_behind && error.labels.iter().all(is_missing) {
                true => missing_at(error, at),
                false => error,
            };
        }
        at = here.end;
    }
    Diagnostic::error(code, format!("cannot read {place}")).label(span, "it begins here")
}

/// The same error at the end of the line before.
fn missing_at(mut error: Diagnostic, at: usize) -> Diagnostic {
    for label in &mut error.labels {
        label.span = Span::new(at, at);
        label.text = label.text.replace(" before this", " here");
    }
    error
}

fn wrong(
    part: Part,
    text: &str,
    here: Span,
    code: &'static str,
    place: &str,
) -> Option<Diagnostic> {
    let ends = text.is_empty() || keyword::is(text);
    let missing = |code, what: &str| {
        let label = if text.is_empty() {
            "the text ends here".to_owned()
        } else {
            format!("expected {what} before this")
        };
        Diagnostic::error(code, format!("{what} is missing in {place}")).label(here, label)
    };
    match part {
        Part::Keyword(wanted) => {
            if text == wanted || wanted == "REP" && text == "REPEAT" {
                return None;
            }
            let error = missing(code, wanted);
            if let Some(rest) = text.strip_prefix(wanted)
                && rest.starts_with(|it: char| it.is_ascii_lowercase() || it.is_ascii_digit())
            {
                let behind = Span::new(here.start + wanted.len(), here.start + wanted.len());
                let error =
                    Diagnostic::error("E0109", format!("a blank is missing after {wanted}"))
                        .label(here, format!("in {place}"))
                        .help(format!("write `{wanted} {}`", shown(rest)));
                return Some(error.edit(behind, " "));
            }
            if keyword::meant(text).is_some_and(|(meant, _)| meant == wanted)
                || nearest(text, [wanted]).is_some()
            {
                let message =
                    format!("unknown keyword `{}`; did you mean `{wanted}`?", shown(text));
                return Some(
                    Diagnostic::error(code, message)
                        .label(here, format!("in {place}"))
                        .help(format!("write `{wanted}`"))
                        .edit(here, wanted),
                );
            }
            Some(match wanted {
                "UPTO" if text.eq_ignore_ascii_case("DOWNTO") => error.help(
                    "loops count up; for n, n-1, ..., 1 write `FOR i FROM 1 UPTO n REP LET k=n-i+1`, and k",
                ),
                "REP" if ["BY", "STEP"].contains(&text.to_ascii_uppercase().as_str()) => error.help(
                    "loops count up by 1; for 1, 3, 5, ... write `LET k=2i-1` in the loop, and k",
                ),
                "THEN" => error.help("write a branch as `IF i >= n THEN ... FI`"),
                _ => error.help("write a loop as `FOR i FROM 1 UPTO n REP ... PER`"),
            })
        }
        Part::Variable if is_variable(text) => None,
        Part::Variable if ends => Some(missing("E0104", "a variable")),
        Part::Variable => Some(no_variable(text, here, place)),
        Part::Expression if ends || text.starts_with(['<', '>', '=', '!', '{']) => {
            Some(missing("E0105", "an expression"))
        }
        Part::Expression => {
            let error = fault::in_expression(text, here.start)?;
            Some(words::expression(error, text, here))
        }
        Relation | OrderRelation => {
            let is_order = matches!(part, OrderRelation);
            if Comparison::from_sign(text).is_some() && !(is_order && text == "!=") {
                return None;
            }
            let known = if is_order { "`>=`, `<=` and `==`" } else { "`>=`, `<=`, `==` and `!=`" };
            let written =
                if text.is_empty() { "nothing".to_owned() } else { format!("`{}`", shown(text)) };
            let error = Diagnostic::error("E0108", format!("expected a relation, not {written}"))
                .label(here, "not a relation")
                .note(format!("the relations are {known}"));
            let meant = match text {
                "=" => "==",
                "=>" | ">==" | "≥" => ">=",
                "=<" | "<==" | "≤" => "<=",
                "<>" | "/=" | "≠" if !is_order => "!=",
                _ => return Some(error),
            };
            Some(error.help(format!("write `{meant}`")).edit(here, meant))
        }
    }
}

fn no_variable(text: &str, span: Span, place: &str) -> Diagnostic {
    let error = Diagnostic::error(
        "E0104",
        format!("expected a variable in {place}, not `{}`", shown(text)),
    )
    .label(span, "not a variable")
    .note("a variable is one lower-case letter");
    if text.len() == 1 && text.as_bytes()[0].is_ascii_uppercase() {
        let lower = text.to_lowercase();
        return error.help(format!("write `{lower}`")).edit(span, lower);
    }
    error
}

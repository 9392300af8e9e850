//! The first fault of a token that should be a word or an expression, and of a construct of several tokens: a head, or an
//! order condition.
//!
//! The grammar decides what is right; these scanners only look for the first wrong place
//! and say what was expected there.

use super::line::{line_end, reach, shown, token_behind, tokens_behind};
use super::slips::{self, Rule};
use super::{Context, Found, control, keyword, lenient, parse, words, write};
use crate::diagnostic::{Code, Diagnostic, Edit, Span};
use crate::model;
use crate::suggest::nearest;
use pest::Parser as _;
use pest::iterators::Pairs;

/// Is this one lower-case letter?
pub(super) fn is_variable(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'z'])
}

/// The first fault of a text that should be an expression; `None` if it is one.
pub(super) fn in_expression(text: &str, offset: usize) -> Option<Diagnostic> {
    let sign = |at: usize| matches!(text.as_bytes().get(at), Some(b'+' | b'-'));
    let mut at = 0;
    loop {
        at += usize::from(sign(at));
        let term = at;
        at = run(text, at, |it| it.is_ascii_digit());
        at += usize::from(matches!(text.as_bytes().get(at), Some(b'a'..=b'z')));
        if at == term || at < text.len() && !sign(at) {
            return Some(in_term(text, term, at, offset));
        }
        if at == text.len() {
            return None;
        }
    }
}

/// Where the run of these letters from `at` on ends.
fn run(text: &str, at: usize, of: impl Fn(u8) -> bool) -> usize {
    at + text.as_bytes()[at..].iter().take_while(|it| of(**it)).count()
}

/// The term that begins at `term` is wrong at `at`, where it is empty or goes on.
fn in_term(text: &str, term: usize, at: usize, offset: usize) -> Diagnostic {
    let letter = text[at..].chars().next().unwrap_or(' ');
    let end = text.len().min(at + letter.len_utf8());
    // A length in parentheses may come with spaces.
    let next = run(text, at, |it| it == b' ');
    let digits = run(text, next, |it| it.is_ascii_digit());
    let end_of_next = run(text, next, |it| it.is_ascii_digit() || it.is_ascii_lowercase());
    let is_term = term < at && next < end_of_next && end_of_next <= digits + 1;
    let (code, from, to, what, help) = match letter {
        _ if text.is_empty() => {
            (Code::ExpectedExpression, 0, 0, "an expression is missing", "write one such as `2n-1`")
        }
        '+' | '-' if 0 < term && term == at => (
            Code::ExtraSign,
            term - 1,
            end,
            "two signs in a row",
            "write one sign between two terms",
        ),
        _ if at == text.len() => {
            let help = "an expression contains no spaces: write `n-1`";
            (Code::ExtraSign, term - 1, term, "nothing follows this sign", help)
        }
        'A'..='Z' => {
            let help = "variables are lower-case letters, values are upper-case letters";
            (Code::ExpectedVariable, at, end, "is not allowed in an expression", help)
        }
        _ if is_term => {
            let help = "write a sum as `n+i`, and a coefficient before its variable, as in `2n`; there are no products of variables";
            (Code::MissingSign, term, end_of_next, "missing operator between two terms", help)
        }
        _ => {
            let help = "an expression is a sum of whole numbers and multiples of variables, such as `2n+4i-4`; there is no division, and there are no parentheses";
            let what = format!("`{}` is not an expression", shown(text));
            let place = Span::new(at, end).shifted(offset);
            let error = Diagnostic::new(Code::ExpectedExpression, what).place(place).help(help);
            return control(&text[at..end], offset + at).unwrap_or(error);
        }
    };
    let what = match code {
        Code::ExpectedVariable => format!("`{letter}` {what}"),
        _ => what.to_owned(),
    };
    Diagnostic::new(code, what).place(Span::new(from, to).shifted(offset)).help(help)
}

/// What is wrong with a token in front of the moves, where there are no words.
pub(super) fn in_front(text: &str, offset: usize) -> Diagnostic {
    unknown(text, offset, "expected an order condition or the moves")
        .note("a description begins as in `n >= 1 { n 2n }`")
}

/// A token that is not understood.
pub(super) fn unknown(text: &str, offset: usize, label: &str) -> Diagnostic {
    let message =
        lenient::unexpected(text).unwrap_or_else(|| format!("unknown token `{}`", shown(text)));
    let place = Span::new(offset, offset + text.len());
    Diagnostic::new(Code::UnknownToken, message).label(place, label)
}

/// What is wrong with a token that should be a word.
pub(super) fn in_word(text: &str, offset: usize) -> Diagnostic {
    // `pair(2n, n/2)`
    if let Some((name, arguments)) = text.strip_suffix(')').and_then(|it| it.split_once('('))
        && name.len() > 1
        && name.bytes().all(|it| it.is_ascii_lowercase())
    {
        let place = |part: &str| offset + (part.as_ptr() as usize - text.as_ptr() as usize);
        let mut each = arguments.split(',').map(str::trim);
        if let Some(error) = each.find_map(|it| in_expression(it, place(it))) {
            return error;
        }
    }
    let pair = slips::Foreign::parse(Rule::broken, text).ok().and_then(|mut pairs| pairs.next());
    pair.and_then(|pair| broken(text, pair.into_inner(), offset)).unwrap_or_else(|| {
        unknown(text, offset, "not understood").note(match in_expression(text, 0) {
            None => "a length needs a value in front of it",
            Some(_) => "a word is a value or a cycle of values with a length: `A`, `_n`, `A(2n)`, `<AB>(n-1)`, `(AB)n`",
        })
    })
}

/// What is wrong at the last of these parts of a word.
fn broken(text: &str, parts: Pairs<'_, Rule>, offset: usize) -> Option<Diagnostic> {
    let (first, part) = (parts.clone().next()?, parts.last()?);
    let (start, written) = (part.as_span().start(), part.as_str());
    let error = |code, from: usize, to: usize, what: &str| {
        Some(Diagnostic::new(code, what).place(Span::new(from, to).shifted(offset)))
    };
    let stuck = |at: usize| {
        let what =
            format!("unexpected `{}` after the word `{}`", shown(&text[at..]), shown(&text[..at]));
        error(Code::MissingSpace, at, text.len(), &what)
    };
    let end = start + written.len();
    let (code, what) = match part.as_rule() {
        Rule::open_cycle if first.as_str() == "<" => (Code::UnclosedParenthesis, "`>` is missing"),
        Rule::open_cycle | Rule::open_length => (Code::UnclosedParenthesis, "`)` is missing"),
        Rule::no_value => {
            (Code::NumberWithoutValue, "no value follows this number in the cycle, as in `<_2A>`")
        }
        Rule::crossed => (Code::CycleParentheses, "the brackets of this cycle do not match"),
        Rule::hollow => (Code::EmptyCycle, "this cycle has no values"),
        Rule::no_letter => {
            let what = "this is not a value: values are `_` and upper-case letters, or `+` and `-`";
            (Code::UnknownToken, what)
        }
        Rule::no_length => (Code::EmptyLength, "the length of this word is empty"),
        Rule::length => {
            return in_expression(&written[1..written.len() - 1], offset + start + 1)
                .or_else(|| stuck(end).filter(|_| end < text.len()));
        }
        _ => {
            let is_letter = |it: char| it.is_ascii_lowercase();
            let bare = run(written, 0, |it| it.is_ascii_digit())
                .max(usize::from(written.starts_with(is_letter)));
            let goes_on = |it: char| is_letter(it) || it.is_ascii_digit() || "+-^*/".contains(it);
            match in_expression(written, offset + start) {
                None if bare == written.len() => return None,
                None => (Code::BareLength, "this length needs parentheses"),
                Some(error) if bare > 0 && written[bare..].starts_with(goes_on) => {
                    return Some(error);
                }
                Some(_) => return stuck(start + bare),
            }
        }
    };
    error(code, start, end, what)
}

/// What has to come next in a construct.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Variable,
    Expression,
    Relation,
    /// `>=`, `<=`, `==`
    OrderRelation,
    Keyword(&'static str),
}
use Part::{Expression, Keyword, OrderRelation, Relation, Variable};

pub(super) const FOR: &[Part] =
    &[Variable, Keyword("FROM"), Expression, Keyword("UPTO"), Expression, Keyword("REP")];
pub(super) const IF: &[Part] = &[Expression, Relation, Expression, Keyword("THEN")];
const ORDER: &[Part] = &[Variable, OrderRelation, Expression];

/// Heads in place of those of which nothing else is known.
pub(super) const ANY_FOR: &str = "FOR z FROM 1 UPTO 1 REP";
pub(super) const ANY_IF: &str = "IF 1 == 1 THEN";
pub(super) const ANY_ELIF: &str = "ELIF 1 == 1 THEN";

/// The most tokens of a head.
const LONGEST_HEAD: usize = 16;

impl Part {
    fn is(self, text: &str) -> bool {
        match self {
            Variable => is_variable(text),
            Expression => in_expression(text, 0).is_none(),
            Relation => model::Comparison::from_sign(text).is_some(),
            OrderRelation => text != "!=" && Relation.is(text),
            Keyword(wanted) => text == wanted || wanted == "REP" && text == "REPEAT",
        }
    }
}

/// The first part that is missing or wrong after the place `start`.
pub(super) fn first_fault(
    source: &str,
    start: usize,
    parts: &[Part],
    code: Code,
    place: &str,
) -> Diagnostic {
    let mut at = start;
    for part in parts {
        let here = token_behind(source, at).unwrap_or(Span::new(at, at));
        let text = &source[here.range()];
        if text.starts_with('#') {
            return comment_inside(source, here.start, Code::CommentInHead, place);
        }
        if let Some(error) = control(text, here.start) {
            return error;
        }
        if !part.is(text) {
            // What is missing is missing on the line before.
            let is_behind = source[at..here.start].contains('\n');
            let before = if is_behind { Span::new(at, at) } else { here };
            return wrong(*part, text, here, before, code, place);
        }
        at = here.end;
    }
    Diagnostic::new(code, format!("cannot read {place}")).place(Span::new(start, at))
}

/// A comment begins inside a part that can have none.
fn comment_inside(source: &str, at: usize, code: Code, place: &str) -> Diagnostic {
    Diagnostic::new(code, format!("there is a comment inside {place}"))
        .place(Span::new(at, line_end(source, at)))
        .help(format!("move the comment before {place} or after it"))
}

/// What is wrong with a token, or with the place before it.
fn wrong(part: Part, text: &str, here: Span, before: Span, code: Code, place: &str) -> Diagnostic {
    let ends = text.is_empty() || keyword::is(text);
    let (code, what) = match part {
        Variable => (Code::ExpectedVariable, "a variable"),
        Expression => (Code::ExpectedExpression, "an expression"),
        Relation | OrderRelation => (Code::ExpectedRelation, "a relation"),
        Keyword(wanted) => (code, wanted),
    };
    let error = |what: String| Diagnostic::new(code, what);
    match part {
        // A value at the beginning of the next line is not a variable that was meant.
        Variable if !ends && before == here => no_variable(text, here, place),
        Expression if !ends && before == here && !text.starts_with(['<', '>', '=', '!', '{']) => {
            in_expression(text, here.start).map_or_else(
                || error(format!("cannot read {place}")),
                |error| words::expression(error, text, here),
            )
        }
        Relation | OrderRelation if !text.is_empty() => {
            let error = error(format!("expected a relation, not `{}`", shown(text)));
            match lenient::relation(text).filter(|it| it.1 == 0 && part.is(it.0)) {
                Some((meant, _)) => write(error, here, meant),
                None => error
                    .place(here)
                    .help("the relations are `>=`, `<=` and `==`, and in conditions `!=`"),
            }
        }
        Keyword(wanted)
            if text.strip_prefix(wanted).is_some_and(|it| match wanted {
                "FROM" | "UPTO" => in_expression(it, 0).is_none(),
                _ => parse::word(it).is_some(),
            }) =>
        {
            let meant = format!("{wanted} {}", &text[wanted.len()..]);
            let what = format!("a space is missing after {wanted}");
            write(Diagnostic::new(Code::MisplacedSpace, what), here, meant)
        }
        Keyword(wanted) if nearest(text.to_ascii_uppercase().as_str(), [wanted]).is_some() => {
            write(error(format!("unknown keyword `{}` in {place}", shown(text))), here, wanted)
        }
        _ => error(format!("{what} is missing in {place}"))
            .label(before, format!("expected {what} here"))
            .help(match place {
                "the head of a loop" => "write a loop as `FOR i FROM 1 UPTO n REP ... PER`",
                "a condition" => "write a branch as `IF i >= n THEN ... FI`",
                _ => "write it as in `n >= 1`",
            }),
    }
}

fn no_variable(text: &str, span: Span, place: &str) -> Diagnostic {
    let what = format!("expected a variable in {place}, not `{}`", shown(text));
    let error = Diagnostic::new(Code::ExpectedVariable, what);
    match text.as_bytes() {
        [b'A'..=b'Z'] => write(error, span, text.to_lowercase()),
        _ => error.place(span).help("a variable is one lower-case letter"),
    }
}

/// `DEF F(i)`, `DEF f(i)`: every mention of the piece, with a right name.
pub(super) fn renamed(source: &str, span: Span) -> Option<Found> {
    let head = token_behind(source, span.end)?;
    let (name, _) = source[head.range()].split_once('(')?;
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let right = name.to_ascii_lowercase().repeat(if name.len() == 1 { 2 } else { 1 });
    let begins = name.starts_with(|it: char| it.is_ascii_alphabetic());
    if !begins || !name.chars().all(is_part) || right == name || keyword::is(name) {
        return None;
    }
    let mentions =
        source[head.start..].match_indices(&source[head.start..=head.start + name.len()]);
    let starts = mentions.map(|(at, _)| head.start + at);
    let edits = starts
        .filter(|at| !source[..*at].ends_with(is_part))
        .map(|at| Edit { span: Span::new(at, at + name.len()), text: right.clone() });
    let what = format!("`{}` is not the name of a piece", shown(name));
    let error = Diagnostic::new(Code::DefinitionHead, what)
        .label(Span::new(head.start, head.start + name.len()), "the name of this piece")
        .note("a piece has a name of two or more small letters, digits and `_`, and parentheses after it")
        .help(format!("write `{right}`, here and where it is used"));
    Some(Found::new(Diagnostic { edits: edits.collect(), ..error }, head.end))
}

/// The end of a head that goes on to the keyword `last`, if no other part begins before that.
pub(super) fn end_of(source: &str, span: Span, last: &'static str) -> Option<usize> {
    for next in tokens_behind(source, span.end).take(LONGEST_HEAD) {
        let text = &source[next.range()];
        if Keyword(last).is(text) {
            return Some(next.end);
        }
        if keyword::begins_a_part(text) || text.starts_with('{') {
            return None;
        }
    }
    None
}

/// What is wrong with a list of moves that begins here.
pub(super) fn in_list(source: &str, span: Span) -> Option<Found> {
    source[span.range()].strip_prefix('{')?;
    let open = Span::new(span.start, span.start + 1);
    let line = reach(source, span.start);
    let (mut moves, mut right, mut wrong, mut close) = (0, open.end, None, None);
    for next in tokens_behind(source, open.end) {
        let text = &source[next.range()];
        if keyword::begins_a_part(text) || text.starts_with('{') {
            break;
        }
        if text.starts_with('#') {
            let comment =
                || comment_inside(source, next.start, Code::CommentInMoves, "the move list");
            wrong.get_or_insert_with(comment);
            continue;
        }
        let one = text.split('}').next().unwrap_or_default();
        let place = Span::new(next.start, next.start + one.len());
        if !one.is_empty() {
            moves += 1;
            let error = in_expression(one, next.start);
            wrong = wrong.or(error.map(|error| words::expression(error, one, place)));
            right = if wrong.is_none() && place.end <= line { place.end } else { right };
        }
        if place.end < next.end {
            close = Some(Span::new(place.end + 1, next.end));
            break;
        }
    }
    // The list ends with its brace, if nothing else begins before.
    let Some(close) = close else {
        let error = Diagnostic::new(Code::UnclosedMoves, "the move list is not closed");
        let mut error = error.label(open, "it begins here").help("write `}` after the last move");
        if right > open.end {
            error = error.edit(Span::new(right, right), " }");
        }
        return Some(Found::guess(error, open.end));
    };
    let error = wrong.unwrap_or_else(|| {
        Diagnostic::new(Code::MissingSpace, "no space follows the `}` of the move list")
            .label(close, "expected a space before this")
            .edit(Span::new(close.start, close.start), " ")
    });
    // A wrong move still counts as one, or else letters would seem to be too many.
    let list = format!("{{ {}}}", "1 ".repeat(moves));
    Some(Found::guess(error, close.end).instead(list))
}

/// What is wrong with an order condition that begins here.
pub(super) fn in_order(source: &str, span: Span, context: &Context) -> Option<Found> {
    let token = &source[span.range()];
    let next = token_behind(source, span.end).filter(|it| it.start <= reach(source, span.start));
    let behind = next.map_or("", |it| &source[it.range()]);
    let follows = behind.starts_with(['<', '>', '=', '!']);
    let error = if is_variable(token) && (follows || context.is_head() && !behind.is_empty()) {
        first_fault(source, span.start, ORDER, Code::ExpectedRelation, "an order condition")
    } else if follows && in_expression(token, 0).is_none() {
        let what = "an order condition begins with one variable";
        Diagnostic::new(Code::ExpectedVariable, what)
            .label(span, "an expression")
            .help("solve it for one variable, as in `n >= m+1`")
    } else {
        return None;
    };
    // The condition is lost, and with it a name.
    Some(Found::guess(error, span.end).instead(" "))
}

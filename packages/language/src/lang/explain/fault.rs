//! The first fault of a token that should be a word or an expression, and of a construct of several tokens: a head, or an
//! order condition.
//!
//! The grammar decides what is right; these scanners only look for the first wrong place
//! and say what was expected there.

use super::line::{line_end, reach, shown, token_behind};
use super::slips::{self, Rule};
use super::{Context, Found, control, keyword, lenient, words};
use crate::diagnostic::{Code, Diagnostic, Edit, Label, Span};
use crate::model;
use crate::suggest::nearest;
use pest::Parser as _;
use pest::iterators::{Pair, Pairs};

/// Why there are no powers and products.
const LINEAR: &str = "lengths and moves are linear in the parameters";

/// Is this one lower-case letter?
pub(super) fn is_variable(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'z'])
}

/// The first fault of a text that should be an expression; `None` if it is one.
pub(super) fn in_expression(text: &str, offset: usize) -> Option<Diagnostic> {
    let sign = |at: usize| matches!(text.as_bytes().get(at), Some(b'+' | b'-'));
    let mut at = 0;
    if text.is_empty() {
        let error = Diagnostic::new(Code::ExpectedExpression, "an expression is missing");
        return Some(
            error.label(Span::new(offset, offset), "expected an expression such as `2n-1`"),
        );
    }
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
    let error = |code, message: &str, from: usize, to: usize, label: &str| {
        Diagnostic::new(code, message).label(Span::new(from, to).shifted(offset), label)
    };
    if term > 0 && term == at && matches!(letter, '+' | '-') {
        return error(Code::ExtraSign, "two signs in a row", term - 1, end, "one sign too many")
            .help("write one sign between two terms");
    }
    if at == text.len() {
        let label = "expected a number or a variable after this";
        return error(Code::ExtraSign, "nothing follows this sign", term - 1, term, label)
            .help("an expression is one token: write `n-1` without spaces");
    }
    if letter.is_ascii_uppercase() {
        let message = format!("`{letter}` is not allowed in an expression");
        return error(Code::ExpectedVariable, &message, at, end, "an upper-case letter")
            .note("variables are lower-case letters, values are upper-case letters");
    }
    if let Some(error) = control(&text[at..end], offset + at) {
        return error;
    }
    let expected = match term < at {
        true => "expected a sign or the end of the expression",
        false => "expected a number or a variable",
    };
    let is_raised = text.contains(|it| lenient::SUPERSCRIPTS.contains(it));
    if let Some(message) = lenient::unexpected(&text[at..end]).filter(|_| !is_raised) {
        return error(Code::ExpectedExpression, &message, at, end, expected);
    }
    let named = run(text, term, |it| it.is_ascii_alphabetic());
    if named > term + 2 {
        let message = format!("`{}` is not an expression", shown(&text[term..named]));
        return error(Code::ExpectedExpression, &message, term, named, "a word")
            .note("a variable is one lower-case letter");
    }
    // A length in brackets may come with blanks.
    let next = run(text, at, |it| it == b' ');
    let end_of_next = run(text, next, |it| it.is_ascii_digit() || it.is_ascii_lowercase());
    if term < at && end_of_next > next {
        let place = Span::new(next, end_of_next).shifted(offset);
        let what = "there is no sign between two terms";
        let error = error(Code::MissingSign, what, term, next, "two terms")
            .label(place, "multiplied, added or subtracted?")
            .note(format!("{LINEAR}; write a coefficient before its variable, as in `2n`"));
        let sum = format!("{}+{}", text[term..next].trim_end(), &text[next..end_of_next]);
        let letters = text[next..end_of_next].trim_start_matches(|it: char| it.is_ascii_digit());
        let is_sum = letters.is_empty() || is_variable(letters);
        return match is_sum {
            true => error.help(format!("for a sum, write `{}`", shown(&sum))),
            false => error,
        };
    }
    let is_power = matches!(letter, '*' | '^') && term < at && end < text.len();
    let message = match is_raised || is_power && lenient::form(text).is_none() {
        true => format!("{LINEAR}; `{}` is not", shown(text)),
        false => format!("`{}` is not an expression", shown(text)),
    };
    error(Code::ExpectedExpression, &message, at, end, expected).note(match letter {
        '/' => "expressions have integer coefficients; there is no division",
        '(' | ')' => "an expression has no parentheses inside",
        _ => "an expression is a sum of numbers and multiples of variables, such as `2n+4i-4`",
    })
}

/// What is wrong with a token in front of the moves, where there are no words.
pub(super) fn in_front(text: &str, offset: usize) -> Diagnostic {
    let is_name = text.starts_with(char::is_alphabetic) && text.chars().count() > 1;
    unknown(text, offset, "expected an order condition or the moves").note(match is_name {
        true => "a parameter is one lower-case letter, and is declared as in `n >= 1`",
        false => "a description begins as in `n >= 1 { n 2n }`",
    })
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
            None => "this is an expression, with no value before it",
            Some(_) => "a word is a value or a cycle of values with a length: `A`, `_n`, `A(2n)`, `<AB>(n-1)`, `(AB)n`",
        })
    })
}

/// What is wrong at the last of these parts of a word.
fn broken(text: &str, parts: Pairs<'_, Rule>, offset: usize) -> Option<Diagnostic> {
    let (first, part) = (parts.clone().next()?, parts.last()?);
    let (start, written) = (part.as_span().start(), part.as_str());
    let place = |from: usize, to: usize| Span::new(from, to).shifted(offset);
    let here = place(start, start + written.len());
    let error =
        |code, message: &str, label: &str| Diagnostic::new(code, message).label(here, label);
    let opener = first.as_str();
    let closer = if opener == "<" { ">" } else { ")" };
    let stuck = |at: usize| {
        let (word, rest) = (shown(&text[..at]), shown(&text[at..]));
        Diagnostic::new(Code::MissingSpace, format!("unexpected `{rest}` after the word `{word}`"))
            .label(place(at, text.len()), "the word ends before this")
            .note("separate words with spaces")
    };
    Some(match part.as_rule() {
        Rule::open_cycle | Rule::open_length => {
            let (from, what) = match part.as_rule() {
                Rule::open_cycle => (0, "the cycle begins here"),
                _ => (start, "the length begins here"),
            };
            let message = format!("`{closer}` is missing");
            Diagnostic::new(Code::UnclosedParenthesis, message)
                .label(place(from, from + 1), what)
                .label(place(text.len(), text.len()), "and is still open here")
                .note("a word is one token, without spaces")
        }
        Rule::no_value => {
            let what = "no value follows this number in the cycle";
            error(Code::NumberWithoutValue, what, "it repeats nothing")
                .note("a number in a cycle repeats the value that follows it: `<_2A>` is `<_AA>`")
        }
        Rule::crossed => {
            let what = format!("this cycle is opened with `{opener}` and closed with `{written}`");
            error(Code::CycleParentheses, &what, &format!("expected `{closer}`"))
                .label(place(0, 1), "the cycle begins here")
                .note("in `<AB>(n)` the length counts values, in `(AB)(n)` it counts repetitions of the cycle")
        }
        Rule::hollow => {
            let what = "this cycle has no values";
            error(Code::EmptyCycle, what, "nothing between the brackets").help("remove the word")
        }
        Rule::no_letter => {
            let what = format!("`{written}` is not a value");
            error(Code::UnknownToken, &what, "expected a value")
                .note("values are `_` and upper-case letters, or `+` and `-`; a length follows the closing bracket")
        }
        Rule::no_length => {
            let what = "the length of this word is empty";
            error(Code::EmptyLength, what, "no expression between the parentheses")
        }
        Rule::length => {
            let inner = &written[1..written.len() - 1];
            let end = start + written.len();
            in_expression(inner, offset + start + 1)
                .or_else(|| (end < text.len()).then(|| stuck(end)))?
        }
        _ => {
            let bare = run(written, 0, |it| it.is_ascii_digit());
            let bare =
                bare.max(usize::from(written.starts_with(|it: char| it.is_ascii_lowercase())));
            let Some(error_in) = in_expression(written, here.start) else {
                let what = format!("the length `{}` needs parentheses", shown(written));
                return (bare < written.len()).then(|| {
                    error(Code::BareLength, &what, "more than one number or one variable")
                });
            };
            let goes_on =
                |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || "+-^*/".contains(it);
            match bare > 0 && written[bare..].starts_with(goes_on) {
                true => error_in,
                false => stuck(start + bare),
            }
        }
    })
}

/// What has to come next in a construct.
#[derive(Clone, Copy)]
pub(super) enum Expected {
    Variable,
    Expression,
    Relation,
    /// `>=`, `<=`, `==`
    OrderRelation,
    Keyword(&'static str),
}
use Expected::{OrderRelation, Relation, Variable};

pub(super) const FOR: &[Expected] = &[
    Variable,
    Expected::Keyword("FROM"),
    Expected::Expression,
    Expected::Keyword("UPTO"),
    Expected::Expression,
    Expected::Keyword("REP"),
];
pub(super) const IF: &[Expected] =
    &[Expected::Expression, Relation, Expected::Expression, Expected::Keyword("THEN")];
pub(super) const ORDER: &[Expected] = &[Variable, OrderRelation, Expected::Expression];

/// Heads in place of those of which nothing else is known.
pub(super) const ANY_FOR: &str = "FOR z FROM 1 UPTO 1 REP";
pub(super) const ANY_IF: &str = "IF 1 == 1 THEN";
pub(super) const ANY_ELIF: &str = "ELIF 1 == 1 THEN";

/// The most tokens of a head.
const LONGEST_HEAD: usize = 16;

/// The first fault of a LET that has its `=`.
pub(super) fn in_let(source: &str, span: Span) -> Option<Found> {
    let line = &source[span.start..reach(source, span.end)];
    let mut parts = slips::Foreign::parse(Rule::let_parts, line).ok()?.next()?.into_inner();
    let place = |part: &Pair<'_, Rule>| {
        Span::new(part.as_span().start(), part.as_span().end()).shifted(span.start)
    };
    let (name, value) = (parts.next()?, parts.next()?);
    let error = if is_variable(name.as_str()) {
        let error = in_expression(value.as_str(), place(&value).start)?;
        words::expression(error, value.as_str(), place(&value))
    } else {
        no_variable(name.as_str(), place(&name), "a LET")
    };
    Some(Found::guess(error, place(&name).end + 1))
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
pub(super) fn end_of(source: &str, span: Span, last: &str) -> Option<usize> {
    let mut at = span.end;
    for _ in 0..LONGEST_HEAD {
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
pub(super) fn end_of_head(source: &str, span: Span) -> usize {
    let line = reach(source, span.start);
    let ends = ["REP", "THEN"].into_iter().filter_map(|last| end_of(source, span, last));
    let behind = token_behind(source, span.end).map_or("", |next| &source[next.range()]);
    ends.filter(|end| *end <= line && !keyword::is(behind)).min().unwrap_or(span.end)
}

/// The first part that is missing or wrong behind the token `span`.
pub(super) fn first_fault(
    source: &str,
    start: usize,
    parts: &[Expected],
    code: Code,
    place: &str,
) -> Diagnostic {
    let mut at = start;
    for part in parts {
        let next = token_behind(source, at);
        let here = next.unwrap_or(Span::new(at, at));
        let text = &source[here.range()];
        if text.starts_with('#') {
            return comment_inside(source, here.start, Code::CommentInHead, place);
        }
        if let Some(error) = control(text, here.start) {
            return error;
        }
        let is_behind = source[at..here.start].contains('\n');
        if let Some(joined) = joined(source, here, *part) {
            return joined;
        }
        if let Some(error) = wrong(*part, text, here, is_behind, code, place) {
            // What is missing is missing on the line before.
            let is_missing = |it: &Label| {
                it.span == here && it.text.as_deref().is_some_and(|it| it.starts_with("expected"))
            };
            return match is_behind && error.labels.iter().all(is_missing) {
                true => missing_at(error, at),
                false => error,
            };
        }
        at = here.end;
    }
    Diagnostic::new(code, format!("cannot read {place}")).label(Span::new(start, at), "here")
}

/// A part with a space inside: `THE N`, `> =`, `2n -1`.
fn joined(source: &str, here: Span, part: Expected) -> Option<Diagnostic> {
    let next = token_behind(source, here.end).filter(|it| it.end <= reach(source, here.end))?;
    let text = format!("{}{}", &source[here.range()], &source[next.range()]);
    let is_right = |text: &str| wrong(part, text, here, false, Code::MisplacedSpace, "").is_none();
    let fits = is_right(&text) && (!is_right(&source[here.range()]) || "+-".contains(&text[here.range().len()..][..1]));
    let gap = Span::new(here.end, next.start);
    fits.then(|| {
        Diagnostic::new(Code::MisplacedSpace, format!("`{}` has no spaces inside", shown(&text)))
            .label(gap, "a space too many").help(format!("write `{}`", shown(&text))).edit(gap, "")
    })
}

/// A comment begins inside a part that can have none.
fn comment_inside(source: &str, at: usize, code: Code, place: &str) -> Diagnostic {
    Diagnostic::new(code, format!("there is a comment inside {place}"))
        .label(Span::new(at, line_end(source, at)), "no comment is allowed here")
        .help(format!("move the comment before {place} or after it"))
}

/// The same error at the end of the line before.
fn missing_at(mut error: Diagnostic, at: usize) -> Diagnostic {
    for label in &mut error.labels {
        label.span = Span::new(at, at);
        label.text = label.text.take().map(|it| it.replace(" before this", " here"));
    }
    error
}

fn wrong(
    part: Expected,
    text: &str,
    here: Span,
    is_behind: bool,
    code: Code,
    place: &str,
) -> Option<Diagnostic> {
    let ends = text.is_empty() || keyword::is(text);
    let missing = |code, what: &str| {
        let label = if text.is_empty() {
            "the text ends here".to_owned()
        } else {
            format!("expected {what} before this")
        };
        Diagnostic::new(code, format!("{what} is missing in {place}")).label(here, label)
    };
    match part {
        Expected::Keyword(wanted) if text == wanted || wanted == "REP" && text == "REPEAT" => None,
        Expected::Keyword(wanted) => {
            let stuck = text.strip_prefix(wanted).filter(|rest| {
                rest.starts_with(|it: char| it.is_ascii_lowercase() || it.is_ascii_digit())
            });
            Some(match stuck {
                Some(rest) => {
                    let behind = Span::new(here.start + wanted.len(), here.start + wanted.len());
                    let what = format!("a space is missing after {wanted}");
                    Diagnostic::new(Code::MisplacedSpace, what)
                        .label(here, format!("in {place}"))
                        .help(format!("write `{wanted} {}`", shown(rest)))
                        .edit(behind, " ")
                }
                None if nearest(text.to_ascii_uppercase().as_str(), [wanted]).is_some() => {
                    let what = format!("unknown keyword `{}` in {place}", shown(text));
                    Diagnostic::new(code, what)
                        .place(here)
                        .help(format!("did you mean `{wanted}`?"))
                        .edit(here, wanted)
                }
                None => missing(code, wanted).help(match wanted {
                    "THEN" => "write a branch as `IF i >= n THEN ... FI`",
                    _ => "write a loop as `FOR i FROM 1 UPTO n REP ... PER`",
                }),
            })
        }
        Expected::Variable if is_variable(text) => None,
        // A value at the beginning of the next line is not a variable that was meant.
        Expected::Variable if ends || is_behind => {
            Some(missing(Code::ExpectedVariable, "a variable"))
        }
        Expected::Variable => Some(no_variable(text, here, place)),
        Expected::Expression if ends || text.starts_with(['<', '>', '=', '!', '{']) => {
            Some(missing(Code::ExpectedExpression, "an expression"))
        }
        Expected::Expression => {
            let error = in_expression(text, here.start)?;
            Some(words::expression(error, text, here))
        }
        Relation | OrderRelation => {
            let is_order = matches!(part, OrderRelation);
            let fits = |sign: &str| !(is_order && sign == "!=");
            if model::Comparison::from_sign(text).is_some() && fits(text) {
                return None;
            }
            let known = if is_order { "`>=`, `<=` and `==`" } else { "`>=`, `<=`, `==` and `!=`" };
            let written =
                if text.is_empty() { "nothing".to_owned() } else { format!("`{}`", shown(text)) };
            let what = format!("expected a relation, not {written}");
            let error = Diagnostic::new(Code::ExpectedRelation, what)
                .label(here, "not a relation")
                .note(format!("the relations are {known}"));
            Some(match lenient::relation(text).filter(|it| it.1 == 0 && fits(it.0)) {
                Some((meant, _)) => error.help(format!("write `{meant}`")).edit(here, meant),
                None => error,
            })
        }
    }
}

fn no_variable(text: &str, span: Span, place: &str) -> Diagnostic {
    let error = Diagnostic::new(
        Code::ExpectedVariable,
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

/// What is wrong with a list of moves that begins here.
pub(super) fn in_list(source: &str, span: Span) -> Option<Found> {
    const PLACE: &str = "the move list";
    let open = Span::new(span.start, span.start + 1);
    if !source[span.range()].starts_with('{') {
        return None;
    }
    let line = reach(source, span.start);
    let (mut at, mut moves, mut right, mut wrong) = (open.end, 0, open.end, None);
    // The list ends with its brace, if nothing else begins before.
    let close = loop {
        let next = token_behind(source, at).map(|it| (it, &source[it.range()]));
        let is_inside = |text: &str| !keyword::begins_a_part(text) && !text.starts_with('{');
        let Some((next, text)) = next.filter(|(_, text)| is_inside(text)) else {
            let error = Diagnostic::new(Code::UnclosedMoves, "the move list is not closed")
                .label(open, "it begins here")
                .help("write `}` after the last move");
            let error = match right > open.end {
                true => error.edit(Span::new(right, right), " }"),
                false => error,
            };
            return Some(Found::guess(error, open.end));
        };
        if text.starts_with('#') {
            at = line_end(source, next.start);
            wrong.get_or_insert_with(|| {
                comment_inside(source, next.start, Code::CommentInMoves, PLACE)
            });
            continue;
        }
        let one = text.split('}').next().unwrap_or_default();
        at = next.start + one.len();
        if !one.is_empty() {
            moves += 1;
            let error = in_expression(one, next.start);
            let place = Span::new(next.start, at);
            wrong = wrong.or(error.map(|error| words::expression(error, one, place)));
            right = if wrong.is_none() && at <= line { at } else { right };
        }
        if at < next.end {
            break Span::new(at + 1, next.end);
        }
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
    Some(Found::guess(error, span.end))
}

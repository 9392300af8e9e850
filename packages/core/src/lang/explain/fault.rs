//! The first fault of a token that should be a word or an expression, and of a construct of several tokens: a head, or an
//! order condition.
//!
//! The grammar decides what is right; these scanners only look for the first wrong place
//! and say what was expected there.

use super::line::{line_end, reach, shown, token_behind};
use super::{Context, Found, Lost, control, keyword, lenient, parse, words};
use crate::diagnostic::{Code, Diagnostic, Edit, Label, Span};
use crate::model;
use crate::suggest::nearest;

/// Why there are no powers and products.
const LINEAR: &str = "lengths and moves are linear in the parameters";

/// Is this one lower-case letter?
pub(super) fn is_variable(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'z'])
}

fn is_value(letter: char) -> bool {
    matches!(letter, '_' | 'A'..='Z' | '-' | '+')
}

/// A text with its place in the source.
#[derive(Clone, Copy)]
struct Located<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Located<'a> {
    /// An error with the label at the bytes from `start` to `end`.
    fn error(
        self,
        code: Code,
        message: impl Into<String>,
        (start, end): (usize, usize),
        label: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::new(code, message).label(Span::new(start, end).shifted(self.offset), label)
    }

    /// The first character from `at` on, and where it ends.
    fn letter(self, at: usize) -> (char, usize) {
        let letter = self.text[at..].chars().next();
        (letter.unwrap_or(' '), at + letter.map_or(0, char::len_utf8))
    }

    fn from(self, at: usize) -> Self {
        Self { text: &self.text[at..], offset: self.offset + at }
    }

    fn run(self, at: usize, of: impl Fn(u8) -> bool) -> usize {
        at + self.text.as_bytes()[at..].iter().take_while(|it| of(**it)).count()
    }
}

/// The first fault of a text that should be an expression; `None` if it is one.
pub(super) fn in_expression(text: &str, offset: usize) -> Option<Diagnostic> {
    let piece = Located { text, offset };
    let sign = |at: usize| matches!(text.as_bytes().get(at), Some(b'+' | b'-'));
    let mut at = 0;
    if text.is_empty() {
        let label = "expected an expression such as `2n-1`";
        return Some(piece.error(
            Code::ExpectedExpression,
            "an expression is missing",
            (0, 0),
            label,
        ));
    }
    loop {
        at += usize::from(sign(at));
        let term = at;
        at = piece.run(at, |it| it.is_ascii_digit());
        at += usize::from(matches!(text.as_bytes().get(at), Some(b'a'..=b'z')));
        if at == term || at < text.len() && !sign(at) {
            return Some(at_term(piece, term, at));
        }
        if at == text.len() {
            return None;
        }
    }
}

/// The term that begins at `term` is wrong at `at`, where it is empty or goes on.
fn at_term(piece: Located<'_>, term: usize, at: usize) -> Diagnostic {
    let text = piece.text;
    let (letter, end) = piece.letter(at);
    let signs = term > 0 && term == at && matches!(letter, '+' | '-');
    if signs {
        let label = "one sign too many";
        return piece
            .error(Code::ExtraSign, "two signs in a row", (term - 1, end), label)
            .help("write one sign between two terms");
    }
    if at == text.len() {
        let label = "expected a number or a variable after this";
        return piece
            .error(Code::ExtraSign, "nothing follows this sign", (term - 1, term), label)
            .help("an expression is one token: write `n-1` without blanks");
    }
    if letter.is_ascii_uppercase() {
        let message = format!("`{letter}` is not allowed in an expression");
        return piece
            .error(Code::ExpectedVariable, message, (at, end), "an upper-case letter")
            .note("variables are lower-case letters, values are upper-case letters");
    }
    if let Some(error) = control(&text[at..end], piece.offset + at) {
        return error;
    }
    let is_raised = text.contains(|it| lenient::SUPERSCRIPTS.contains(it));
    if let Some(message) = lenient::unexpected(&text[at..end]).filter(|_| !is_raised) {
        let expected = "expected a sign or the end of the expression";
        return piece.error(Code::ExpectedExpression, message, (at, end), expected);
    }
    let named = piece.run(term, |it| it.is_ascii_alphabetic());
    if named > term + 2 {
        let word = &text[term..named];
        let error = piece.error(
            Code::ExpectedExpression,
            format!("`{}` is not an expression", shown(word)),
            (term, named),
            "a word",
        );
        return error.note("a variable is one lower-case letter");
    }
    // A length in brackets may come with blanks.
    let next = piece.run(at, |it| it == b' ');
    let end_of_next = piece.run(next, |it| it.is_ascii_digit() || it.is_ascii_lowercase());
    if term < at && end_of_next > next {
        let place = Span::new(next, end_of_next).shifted(piece.offset);
        let message = "there is no sign between two terms";
        let error = piece
            .error(Code::MissingSign, message, (term, next), "two terms")
            .label(place, "multiplied, added or subtracted?")
            .note(format!("{LINEAR}; write a coefficient before its variable, as in `2n`"));
        let sum = format!("{}+{}", text[term..next].trim_end(), &text[next..end_of_next]);
        let digits = |it: char| it.is_ascii_digit();
        let behind = text[next..end_of_next].trim_start_matches(digits);
        return match behind.as_bytes() {
            [] | [b'a'..=b'z'] => error.help(format!("for a sum, write `{}`", shown(&sum))),
            _ => error,
        };
    }
    let label = match term < at {
        true => "expected a sign or the end of the expression",
        false => "expected a number or a variable",
    };
    let message = match letter {
        '*' | '^' if term < at && end < text.len() && lenient::form(text).is_none() => {
            format!("{LINEAR}; `{}` is not", shown(text))
        }
        _ if is_raised => format!("{LINEAR}; `{}` is not", shown(text)),
        _ => format!("`{}` is not an expression", shown(text)),
    };
    let error = piece.error(Code::ExpectedExpression, message, (at, end), label);
    match letter {
        '/' => error.note("expressions have integer coefficients; there is no division"),
        '(' | ')' => error.note("an expression has no brackets inside"),
        _ => error.note(
            "an expression is a sum of numbers and multiples of variables, such as `2n+4i-4`",
        ),
    }
}

/// What is wrong with a token in front of the moves, where there are no words.
pub(super) fn in_front(text: &str, offset: usize) -> Diagnostic {
    let message =
        lenient::unexpected(text).unwrap_or_else(|| format!("unknown token `{}`", shown(text)));
    let piece = Located { text, offset };
    let error = piece.error(
        Code::UnknownToken,
        message,
        (0, text.len()),
        "expected an order condition or the moves",
    );
    let is_name = text.starts_with(char::is_alphabetic) && text.chars().count() > 1;
    match is_name {
        true => error.note("a parameter is one lower-case letter, and is declared as in `n >= 1`"),
        false => error.note("a description begins as in `n >= 1 { n 2n }`"),
    }
}

/// What is wrong with a token that should be a word.
pub(super) fn in_word(text: &str, offset: usize) -> Diagnostic {
    let piece = Located { text, offset };
    let (first, end) = piece.letter(0);
    let is_small = |text: &str| text.bytes().all(|it| it.is_ascii_lowercase());
    // `The`
    if first.is_ascii_uppercase() && text.len() > 2 && is_small(&text[1..]) {
        return unknown(piece);
    }
    // `pair(2n, n/2)`
    if let Some((name, rest)) = text.split_once('(')
        && name.len() > 1
        && is_small(name)
        && text.ends_with(')')
    {
        let mut at = name.len() + 1;
        for argument in rest.trim_end_matches(')').split(',') {
            let start = at + argument.len() - argument.trim_start().len();
            if let Some(error) = in_expression(argument.trim(), offset + start) {
                return error;
            }
            at += argument.len() + 1;
        }
    }
    let length = match first {
        '<' | '(' => match cycle(piece, first) {
            Ok(end) => end,
            Err(error) => return error,
        },
        first if is_value(first) => end,
        _ => return unknown(piece),
    };
    in_length(piece, length).unwrap_or_else(|| unknown(piece))
}

fn unknown(piece: Located<'_>) -> Diagnostic {
    let text = piece.text;
    let message =
        lenient::unexpected(text).unwrap_or_else(|| format!("unknown token `{}`", shown(text)));
    let error = piece.error(Code::UnknownToken, message, (0, text.len()), "not understood");
    if in_expression(text, 0).is_none() {
        error.note("this is an expression, with no value before it")
    } else {
        error.note(
            "a word is a value or a cycle of values with a length: `A`, `_n`, `A(2n)`, \
                    `<AB>(n-1)`, `(AB)n`",
        )
    }
}

/// What is wrong with the cycle at the start of a word, or where it ends.
fn cycle(piece: Located<'_>, opener: char) -> Result<usize, Diagnostic> {
    let closer = if opener == '<' { '>' } else { ')' };
    let end = piece.run(1, |it| it.is_ascii_digit() || is_value(char::from(it)));
    let inside = &piece.text[1..end];
    let values = inside.trim_end_matches(|it: char| it.is_ascii_digit());
    let (letter, next) = piece.letter(end);
    let error = match letter {
        _ if end == piece.text.len() || letter == '(' && opener == '<' && values == inside => {
            open(piece, 0, closer, "the cycle begins here")
        }
        '>' | ')' if values.len() < inside.len() => {
            let message = "no value follows this number in the cycle";
            piece
                .error(
                    Code::NumberWithoutValue,
                    message,
                    (1 + values.len(), end),
                    "it repeats nothing",
                )
                .note("a number in a cycle repeats the value that follows it: `<_2A>` is `<_AA>`")
        }
        '>' | ')' if letter != closer => {
            let message =
                format!("this cycle is opened with `{opener}` and closed with `{letter}`");
            piece
                .error(Code::CycleParentheses, message, (end, next), format!("expected `{closer}`"))
                .label(Span::new(0, 1).shifted(piece.offset), "the cycle begins here")
                .note(
                    "in `<AB>(n)` the length counts values, in `(AB)(n)` it counts \
                     repetitions of the cycle",
                )
        }
        '>' | ')' if inside.is_empty() => piece
            .error(
                Code::EmptyCycle,
                "this cycle has no values",
                (0, next),
                "nothing between the brackets",
            )
            .help("remove the word"),
        '>' | ')' => return Ok(next),
        _ => {
            let message = format!("`{letter}` is not a value");
            piece.error(Code::UnknownToken, message, (end, next), "expected a value").note(
                "values are `_` and upper-case letters, or `+` and `-`; a length \
                 follows the closing bracket",
            )
        }
    };
    Err(error)
}

/// A bracket that was opened at `at` is not closed.
fn open(piece: Located<'_>, at: usize, closer: char, label: &str) -> Diagnostic {
    let end = piece.offset + piece.text.len();
    piece
        .error(Code::UnclosedParenthesis, format!("`{closer}` is missing"), (at, at + 1), label)
        .label(Span::new(end, end), "and is still open here")
        .note("a word is one token, without blanks")
}

/// What is wrong with the length that begins at `at`, if anything is.
fn in_length(piece: Located<'_>, at: usize) -> Option<Diagnostic> {
    let rest = piece.from(at);
    let behind = |at: usize| {
        let (word, rest) = (shown(&piece.text[..at]), shown(&piece.text[at..]));
        piece
            .error(
                Code::MissingSpace,
                format!("unexpected `{rest}` after the word `{word}`"),
                (at, piece.text.len()),
                "the word ends before this",
            )
            .note("separate words with blanks")
    };
    let first = rest.text.chars().next()?;
    if first == '(' {
        let Some(end) = rest.text.find(')') else {
            return Some(open(piece, at, ')', "the length begins here"));
        };
        if end == 1 {
            let label = "no expression between the brackets";
            return Some(piece.error(
                Code::EmptyLength,
                "the length of this word is empty",
                (at, at + 2),
                label,
            ));
        }
        return in_expression(&rest.text[1..end], rest.offset + 1)
            .or_else(|| (end + 1 < rest.text.len()).then(|| behind(at + end + 1)));
    }
    let bare = match first {
        'a'..='z' => 1,
        _ => rest.run(0, |it| it.is_ascii_digit()),
    };
    let error = in_expression(rest.text, rest.offset);
    if error.is_none() && bare < rest.text.len() {
        let message = format!("the length `{}` needs brackets", shown(rest.text));
        let label = "more than one number or one variable";
        return Some(rest.error(Code::BareLength, message, (0, rest.text.len()), label));
    }
    let next = rest.text[bare..].chars().next()?;
    let is_expression = bare > 0
        && (next.is_ascii_alphanumeric() && !next.is_ascii_uppercase() || "+-^*/".contains(next));
    error.filter(|_| is_expression).or_else(|| Some(behind(at + bare)))
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
    let line = &source[span.end..reach(source, span.end)];
    let (left, right) = line.split_once('=')?;
    let place = |part: &str| {
        let start = part.trim_start().as_ptr() as usize - source.as_ptr() as usize;
        Span::new(start, start + part.trim().len())
    };
    let name = left.trim();
    if name.is_empty() || name.contains(parse::WHITE) || right.trim().is_empty() {
        return None;
    }
    let error = if is_variable(name) {
        let right = match right.starts_with(parse::WHITE) {
            true => right,
            false => right.split_whitespace().next()?,
        };
        let error = in_expression(right.trim(), place(right).start)?;
        words::expression(error, right.trim(), place(right))
    } else {
        no_variable(name, place(left), "a LET")
    };
    Some(Found::new(error, span.end + left.len() + 1, Lost::NAMES))
}

/// `DEF F(i)`, `DEF f(i)`: every mention of the piece, with a right name.
pub(super) fn renamed(source: &str, span: Span) -> Option<Found> {
    let head = token_behind(source, span.end)?;
    let (name, _) = source[head.range()].split_once('(')?;
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let lower = name.to_ascii_lowercase();
    let right = if name.len() == 1 { lower.repeat(2) } else { lower };
    let is_name =
        name.starts_with(|it: char| it.is_ascii_alphabetic()) && name.chars().all(is_part);
    if !is_name || right == name || keyword::is(name) {
        return None;
    }
    let call = format!("{name}(");
    let mentions = source[head.start..].match_indices(&call).map(|(at, _)| head.start + at);
    let edits = mentions
        .filter(|at| !source[..*at].ends_with(is_part))
        .map(|at| Edit { span: Span::new(at, at + name.len()), text: right.clone() });
    let what = format!("`{}` is not the name of a piece", shown(name));
    let error = Diagnostic::new(Code::DefinitionHead, what)
        .label(Span::new(head.start, head.start + name.len()), "the name of this piece")
        .note("a piece has a name of two or more small letters, digits and `_`, and brackets after it")
        .help(format!("write `{right}`, here and where it is used"));
    Some(Found::read(Diagnostic { edits: edits.collect(), ..error }, head.end))
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
            let code = if code == Code::CommentInMoves { code } else { Code::CommentInHead };
            let comment = Span::new(here.start, line_end(source, here.start));
            return Diagnostic::new(code, format!("there is a comment inside {place}"))
                .label(comment, "no comment is allowed here")
                .help(format!("move the comment before {place} or after it"));
        }
        if let Some(error) = control(text, here.start) {
            return error;
        }
        let is_behind = source[at..here.start].contains('\n');
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
        Expected::Keyword(wanted) => {
            if text == wanted || wanted == "REP" && text == "REPEAT" {
                return None;
            }
            let error = missing(code, wanted);
            if let Some(rest) = text.strip_prefix(wanted)
                && rest.starts_with(|it: char| it.is_ascii_lowercase() || it.is_ascii_digit())
            {
                let behind = Span::new(here.start + wanted.len(), here.start + wanted.len());
                let error = Diagnostic::new(
                    Code::MisplacedSpace,
                    format!("a blank is missing after {wanted}"),
                )
                .label(here, format!("in {place}"))
                .help(format!("write `{wanted} {}`", shown(rest)));
                return Some(error.edit(behind, " "));
            }
            if keyword::meant(text).is_some_and(|(meant, _)| meant == wanted)
                || nearest(text, [wanted]).is_some()
            {
                let message = format!("unknown keyword `{}` in {place}", shown(text));
                return Some(
                    Diagnostic::new(code, message)
                        .place(here)
                        .help(format!("did you mean `{wanted}`?"))
                        .edit(here, wanted),
                );
            }
            Some(match wanted {
                "THEN" => error.help("write a branch as `IF i >= n THEN ... FI`"),
                _ => error.help("write a loop as `FOR i FROM 1 UPTO n REP ... PER`"),
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
            if model::Comparison::from_sign(text).is_some() && !(is_order && text == "!=") {
                return None;
            }
            let known = if is_order { "`>=`, `<=` and `==`" } else { "`>=`, `<=`, `==` and `!=`" };
            let written =
                if text.is_empty() { "nothing".to_owned() } else { format!("`{}`", shown(text)) };
            let error = Diagnostic::new(
                Code::ExpectedRelation,
                format!("expected a relation, not {written}"),
            )
            .label(here, "not a relation")
            .note(format!("the relations are {known}"));
            let meant =
                lenient::relation(text).filter(|it| it.1 == 0 && !(is_order && it.0 == "!="));
            Some(match meant {
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

/// A token with a brace in it, often the start of a list of moves with a fault.
pub(super) fn in_list(source: &str, span: Span, context: &Context) -> Option<Found> {
    let token = &source[span.range()];
    let at = span.start + token.find(['{', '}'])?;
    let brace = Span::new(at, at + 1);
    if &source[brace.range()] == "}" {
        let error = Diagnostic::new(Code::UnknownToken, "unexpected `}`")
            .label(brace, "no move list is open")
            .note("a move list is a pair of braces with expressions in it: `{ 2n 5n }`");
        return Some(Found::new(error, span.end, Lost::ALL));
    }
    // Within a length in parentheses it begins no list.
    if source[span.start..at].contains('(') {
        return None;
    }
    if at > span.start {
        let before = &source[span.start..at];
        let is_side = before.ends_with(|it: char| it.is_ascii_alphanumeric());
        if context.moves.is_some() || !is_side || before.contains('\\') {
            return None;
        }
        let error = Diagnostic::new(Code::MisplacedSpace, "a blank is missing before `{`")
            .label(brace, "joined to the token before it")
            .help("put a blank before the `{`")
            .edit(Span::new(at, at), " ");
        return Some(Found::new(error, at, Lost::ALL));
    }
    Some(list(source, brace))
}

/// What is wrong with the list of moves that begins with this brace.
fn list(source: &str, open: Span) -> Found {
    const PLACE: &str = "the move list";
    let line = reach(source, open.start);
    // The list ends with its brace, if nothing else begins before.
    let (mut at, mut tokens, mut close) = (open.end, Vec::new(), None);
    while let Some(next) = token_behind(source, at).filter(|_| close.is_none()) {
        let text = &source[next.range()];
        if let Some(length) = text.find('}').filter(|_| !text.starts_with('#')) {
            close = Some(Span::new(next.start + length, next.end));
            tokens.extend((length > 0).then(|| Span::new(next.start, next.start + length)));
        } else if keyword::begins_a_part(text) || text.starts_with('{') {
            break;
        } else if text.starts_with('#') {
            let comment = Span::new(next.start, line_end(source, next.start));
            at = comment.end;
            tokens.push(comment);
            continue;
        } else {
            tokens.push(next);
        }
        at = next.end;
    }
    let Some(close) = close else {
        let error = Diagnostic::new(Code::UnclosedMoves, "the move list is not closed")
            .label(open, "it begins here")
            .help("write `}` after the last move");
        let last = tokens
            .iter()
            .take_while(|it| it.end <= line && in_expression(&source[it.range()], 0).is_none());
        let error = match last.last() {
            Some(last) => error.edit(Span::new(last.end, last.end), " }"),
            None => error,
        };
        return Found::new(error, open.end, Lost::ALL);
    };
    let wrong = tokens.iter().find_map(|&place| {
        let text = &source[place.range()];
        if text.starts_with('#') {
            let error =
                Diagnostic::new(Code::CommentInMoves, format!("there is a comment inside {PLACE}"))
                    .label(place, "no comment is allowed here")
                    .help(format!("move the comment before {PLACE} or after it"));
            return Some(error);
        }
        let error = in_expression(text, place.start)?;
        Some(words::expression(error, text, place))
    });
    let error = wrong.unwrap_or_else(|| {
        Diagnostic::new(Code::MissingSpace, "no blank follows the `}` of the move list")
            .label(Span::new(close.start + 1, close.end), "expected a blank before this")
            .edit(Span::new(close.start + 1, close.start + 1), " ")
    });
    // A wrong move still counts as one, or else letters would seem to be too many.
    let list = format!("{{ {}}}", "1 ".repeat(tokens.len()));
    let lost = Lost { moves: true, ..Lost::NOTHING };
    Found::new(error, close.end.min(line.max(close.start + 1)), lost).instead(list)
}

/// An order condition with a fault, or a relation that stands alone.
pub(super) fn in_order(source: &str, span: Span, context: &Context) -> Option<Found> {
    let token = &source[span.range()];
    let next = token_behind(source, span.end).filter(|it| it.start <= reach(source, span.start));
    let behind = next.map_or("", |it| &source[it.range()]);
    let follows = relation_in(behind).is_some_and(|it| it.start == 0);
    let lost = if context.moves.is_some() { Lost::ALL } else { Lost::NAMES };
    const PLACE: &str = "an order condition";
    if is_variable(token) && (follows || context.moves.is_none() && !behind.is_empty()) {
        let error = first_fault(source, span.start, ORDER, Code::ExpectedRelation, PLACE);
        return Some(Found::new(error, span.end, lost));
    }
    if follows && in_expression(token, 0).is_none() {
        let error =
            Diagnostic::new(Code::ExpectedVariable, "an order condition begins with one variable")
                .label(span, "an expression")
                .help("solve it for one variable, as in `n >= m+1`");
        return Some(Found::new(error, span.end, lost));
    }
    let relation = relation_in(token)?;
    if token.starts_with(|first: char| first.is_ascii_lowercase()) {
        let error = Diagnostic::new(Code::MisplacedSpace, "blanks are missing around a relation")
            .label(relation.shifted(span.start), "a token of its own");
        return Some(Found::new(error, span.end, lost));
    }
    let is_cycle = token.starts_with('<') && token.contains('>');
    let values = token.contains(|letter: char| letter.is_ascii_uppercase() || letter == '_');
    if is_cycle || values || relation.start > 0 {
        return None;
    }
    let note = match context.moves {
        None => "an order condition is one variable, a relation and an expression: `n >= 2m+1`",
        Some(_) => {
            "relations are in order conditions, before the moves, and in IF; values are written as words: `_n An`"
        }
    };
    let error =
        Diagnostic::new(Code::UnknownToken, format!("unexpected relation `{}`", shown(token)))
            .label(span, "not part of a condition")
            .note(note);
    Some(Found::new(error, span.end, lost))
}

/// What is wrong with an order condition that took its right side from the condition on the next line, and
/// where that one begins.
pub(super) fn cut_condition(source: &str, span: Span) -> Option<(Diagnostic, usize)> {
    let last = span.end - source[span.range()].trim_end().rsplit(parse::WHITE).next()?.len();
    let gap = source[span.start..last].trim_end().len() + span.start;
    let behind = token_behind(source, span.end).map_or("", |it| &source[it.range()]);
    let is_cut = source[gap..last].contains('\n') && model::Comparison::from_sign(behind).is_some();
    let error =
        Diagnostic::new(Code::ExpectedExpression, "an expression is missing in an order condition")
            .label(Span::new(gap, gap), "expected an expression such as `2n-1`");
    is_cut.then_some((error, last))
}

/// The first run of relation signs in a token.
fn relation_in(token: &str) -> Option<Span> {
    let is_sign = |letter: char| matches!(letter, '<' | '>' | '=' | '!');
    let start = token.find(is_sign)?;
    let end = token[start..].find(|letter| !is_sign(letter)).map_or(token.len(), |end| start + end);
    Some(Span::new(start, end))
}

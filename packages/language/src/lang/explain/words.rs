//! Words and lengths: in other notations, and what a bad token was probably meant to be.
//!
//! What is offered is always something that the grammar reads.

use super::ast::ItemKind;
use super::fault::in_expression;
use super::line::{before, shown, token_behind};
use super::slips::{Foreign, Rule};
use super::{Context, MOST_TOKENS, items, lenient, parse, write};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::lang::format;
use crate::model::{Alphabet, Value};
use pest::Parser as _;
use pest::iterators::Pair;

/// The error about the bad word at `span`, with what was probably meant there, if that is known.
pub(super) fn mended(error: Diagnostic, source: &str, span: Span, context: &Context) -> Diagnostic {
    // What is said twice is one mistake at two places.
    let said = |what: &str| match error.code {
        Code::UnknownToken => Diagnostic::new(error.code, what),
        _ => Diagnostic::new(error.code, &*error.message),
    };
    if let Some((place, length)) = behind_a_value(source, span) {
        let value = source[..place.start].chars().next_back().unwrap_or_default();
        let help = format!("write `{}`", shown(&format!("{value}{length}")));
        let error = said("a length follows its value without a space");
        return error.place(span).help(help).edit(place, length);
    }
    match meant(&source[span.range()], context) {
        Some(meant) => write(said("a word is values, and then their length"), span, meant),
        None => error,
    }
}

/// Adds to the error about the bad expression at `span` what was probably meant there.
pub(super) fn expression(error: Diagnostic, text: &str, span: Span) -> Diagnostic {
    let lower = text.to_ascii_lowercase();
    // A letter alone may as well be a value that stands too early.
    let fits = |lower: &String| text.len() > 1 && in_expression(lower, 0).is_none();
    // `-(2n-3)` may be a word behind a head that has lost its end: as `-2n+3` it would be none.
    let meant = lenient::expression(text).or(Some(lower).filter(fits));
    match meant.filter(|_| !is_word(text)) {
        Some(meant) => error.help(format!("write `{}`", shown(&meant))).edit(span, meant),
        None => error,
    }
}

/// Where a length stands a space away from its value on the same line: `_ 2n`.
pub(super) fn behind_a_value(source: &str, span: Span) -> Option<(Span, String)> {
    let token = source[span.range()].trim_end_matches([',', ';']);
    let length = in_brackets(token)?;
    let near = before(source, span.start);
    let before = near.trim_end_matches([' ', '\t']);
    let mut letters = before.chars().rev();
    let value = letters.next().filter(|it| matches!(it, '_' | 'A'..='Z'))?;
    let alone = letters.next().is_none_or(|it| it.is_ascii_whitespace());
    let place = Span::new(span.start - (near.len() - before.len()), span.end);
    // `A x n`
    let behind = token_behind(source, span.end).map_or("", |next| &source[next.range()]);
    let alone = alone && (token != "x" || in_brackets(behind).is_none());
    (alone && is_word(&format!("{value}{length}"))).then_some((place, length))
}

/// An expression as it stands behind a value.
fn in_brackets(text: &str) -> Option<String> {
    if in_expression(text, 0).is_some() {
        return None;
    }
    Some(format::behind_a_value(text))
}

fn is_word(text: &str) -> bool {
    parse::word(text).is_some()
}

/// Words with spaces between them, each as it is written or as it was probably meant.
pub(super) fn words(text: &str, context: &Context) -> Option<String> {
    let text = lenient::plain(text);
    let each = text.split(|it: char| it.is_whitespace() || it == ',' || it == ';');
    let each = each.filter(|it| !it.is_empty()).map(|token| {
        let right = Some(token.to_owned()).filter(|it| is_word(it));
        right.or_else(|| meant(token, context))
    });
    let words = each.collect::<Option<Vec<_>>>()?.join(" ");
    Some(words).filter(|it| !it.is_empty() && are_possible(it, context))
}

/// Can the game have the values of the words in this text?
pub(super) fn are_possible(text: &str, context: &Context) -> bool {
    let Some(moves) = context.moves.filter(|_| !context.raw) else { return true };
    let is_possible =
        |letter| Alphabet::Nim.value(letter).is_none_or(|value| usize::from(value.0) <= moves);
    let each = items(text).unwrap_or_default();
    let words = each.iter().filter(|it| matches!(it.kind, ItemKind::Word(_)));
    let mut words = words.filter_map(|it| parse::word(&text[it.span.range()]));
    words.all(|word| word.cycle.iter().all(|entry| is_possible(entry.letter)))
}

/// A word with the signs of the outcomes that are letters in it, and what is said of that.
pub(super) fn in_signs(word: &str, context: &Context) -> Option<(&'static str, String)> {
    let sign = |letter| {
        Some(match letter {
            'P' | 'N' => ("the outcomes P and N are written `-` and `+`", "PN".find(letter)?),
            'L' | 'W' => ("the outcomes L and W are written `-` and `+`", "LW".find(letter)?),
            _ => return None,
        })
    };
    let what = word.chars().find_map(sign)?.0;
    let is_meant = context.outcomes || !are_possible(word, context);
    let meant = word.chars().map(|it| sign(it).map_or(it, |(_, at)| ['-', '+'][at]));
    is_meant.then(|| (what, meant.collect()))
}

/// The words that a token was probably meant to be.
fn meant(token: &str, context: &Context) -> Option<String> {
    let value = token.chars().next()?;
    // The values, and what follows them
    let cycle = token.find('>').filter(|_| value == '<');
    let values = cycle.map_or(value.len_utf8(), |end| end + 1);
    let (values, rest) = token.split_at(values);
    let is_sign = "+-".contains(value);
    let parts = apart(token);
    let candidates = [
        // `2A`, `nA`, `n*A`
        times(token),
        // `A2n-1`, `A2n-1)`, `<A>2n`
        in_brackets(rest.strip_suffix(')').unwrap_or(rest)).map(|it| format!("{values}{it}")),
        // `an`, `a(2n)`, `<aB>(n)`
        Some(values.to_ascii_uppercase() + rest),
        // `AB`, `A(2N)`, `_I`
        parts.clone().filter(|_| rest.len() == 1),
        (rest.starts_with('(') || rest.len() == 1)
            .then(|| format!("{values}{}", rest.to_ascii_lowercase())),
    ];
    let mut candidates = candidates.into_iter().flatten().chain(with_one(token, is_sign));
    let fits = |it: &String| it != token && are_possible(it, context);
    let one = candidates.find(|it| it.split(' ').all(is_word) && fits(it));
    // A length that begins with a sign is rather negative, and `-n+n` may be two outcomes.
    let is_two = parts.is_some() && is_sign;
    match one.filter(|it| !it.contains("(-") && !it.contains("(+")) {
        Some(one) if is_two && one.contains('(') => None,
        one => one.or(parts).filter(fits),
    }
}

/// The token with one parenthesis more, or one less: `A(2n`, `<AB`, `AB)n`, `A(n))`.
fn with_one(token: &str, is_sign: bool) -> impl Iterator<Item = String> {
    let reach = if token.len() <= LONGEST_WITHOUT { token.len() + 1 } else { 0 };
    let places = (0..reach).rev().filter(|at| token.is_char_boundary(*at));
    let more = places.clone().flat_map(move |at| {
        let fits = move |it: &char| !is_sign || !"(<".contains(*it);
        let signs = [')', '>', '(', '<'].into_iter().filter(fits);
        signs.map(move |it| format!("{}{it}{}", &token[..at], &token[at..]))
    });
    let less = places.filter(|at| token[*at..].starts_with(['(', ')', '<', '>']));
    more.chain(less.map(|at| format!("{}{}", &token[..at], &token[at + 1..])))
}

/// In longer tokens no parenthesis is looked for.
const LONGEST_WITHOUT: usize = 16;

/// `A(2n)` for `2nA`, `2n*A` and `2An`: the value behind a factor, with what it is multiplied by.
fn times(token: &str) -> Option<String> {
    let at = token.find(|it: char| it == '_' || it.is_ascii_uppercase()).filter(|at| *at > 0)?;
    let factor = token[..at].trim_end_matches(['*', '·', '×']);
    let (value, variable) = (&token[at..=at], &token[at + 1..]);
    Some(format!("{value}{}", in_brackets(&format!("{factor}{variable}"))?))
}

/// The words that stick together in a token: `_ A B` for `_AB` and `_,A,B`, `_n An` for `0^n1^n`, and `An` for `A^n`.
fn apart(token: &str) -> Option<String> {
    let all = Foreign::parse(Rule::stuck, token).ok()?.next()?.into_inner();
    let words = all.filter(|it| it.as_rule() == Rule::stuck_word).map(|word| {
        let part = |part: Pair<'_, Rule>| match part.as_rule() {
            Rule::grundy => Some(Alphabet::Nim.letter(Value(part.as_str().parse().ok()?))),
            Rule::value | Rule::cycle | Rule::bare => Some(part.as_str().to_owned()),
            _ => in_brackets(&lenient::expression(part.into_inner().next()?.as_str())?),
        };
        let written = Some(word.as_str().to_owned()).filter(|it| is_word(it));
        written.or_else(|| {
            word.into_inner().map(part).collect::<Option<_>>().filter(|it: &String| is_word(it))
        })
    });
    let words: Vec<String> = words.collect::<Option<_>>()?;
    // Values of two alphabets in one token are something else.
    let mixed = token.contains(['+', '-']) && token.contains(|it| matches!(it, '_' | 'A'..='Z'));
    (!mixed).then(|| words.join(" "))
}

/// The end of a word of this number of bytes whose length in parentheses may have spaces.
pub(super) fn bracketed(text: &str, mut length: usize) -> Option<usize> {
    let count = |text: &str, any_of: [char; 3]| text.matches(any_of).count();
    let is_cycle = text.starts_with('<');
    let open = |text: &str| {
        count(text, ['(', '{', '[']) > count(text, [')', '}', ']'])
            || is_cycle && !text.contains('>')
    };
    for _ in 0..MOST_TOKENS {
        if !open(text.get(..length)?) {
            break;
        }
        let more = text[length..].find(|it: char| !it.is_whitespace())?;
        let rest = &text[length + more..];
        length += more + rest.find(char::is_whitespace).unwrap_or(rest.len());
    }
    Some(length)
}

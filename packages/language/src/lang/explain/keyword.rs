//! The keywords, the words that were meant to be one, and what is wrong at one.

use super::fault::{self, ANY_ELIF, ANY_FOR, ANY_IF, FOR, IF, first_fault};
use super::line::{shown, token_behind};
use super::{Context, Found, items, slips, write};
use crate::diagnostic::{Code, Diagnostic, Span};
pub(super) use crate::lang::token::keyword as spelling;
use crate::lang::token::{PARTS, keywords as all};
use crate::model::Alphabet;
use crate::suggest::{distance, nearest};

/// The keyword that a word of another language means.
fn foreign(word: &str) -> Option<&'static str> {
    Some(match word {
        "LOOP" => "REPEAT",
        "ENDLOOP" => "ENDREP",
        "OTHERWISE" => "ELSE",
        "WHEN" => "IF",
        "TO" => "UPTO",
        "DO" => "REP",
        "OD" | "DONE" | "ENDFOR" => "PER",
        "ELSEIF" | "ELSIF" => "ELIF",
        "ENDFI" => "FI",
        "DEFINE" | "FUNCTION" => "DEF",
        "ENDDEF" | "FED" => "END",
        _ => return None,
    })
}

/// Is the token exactly a keyword?
pub(super) fn is(token: &str) -> bool {
    spelling(token).is_some()
}

/// Does a part of the text surely begin or end with this token?
pub(super) fn begins_a_part(token: &str) -> bool {
    PARTS.split(' ').any(|it| it == token)
}

/// The keyword that was meant by a token, and whether that is certain: the same word in lower case, or one of
/// another language.
pub(super) fn meant(token: &str) -> Option<(&'static str, bool)> {
    const LONGEST: usize = 20;
    let letters = token.bytes().all(|it| it.is_ascii_alphabetic() || it == b'_');
    if !letters || !(2..=LONGEST).contains(&token.len()) {
        return None;
    }
    let upper = token.to_ascii_uppercase();
    // In lower case short words are prose.
    let is_upper = upper == token;
    if let Some(keyword) = spelling(&upper).or_else(|| foreign(&upper).filter(|_| is_upper)) {
        return Some((keyword, true));
    }
    let likely = is_upper || token.len() > 4;
    let found = nearest(upper.as_str(), all()).filter(|_| likely)?;
    // DIF may be DEF, or IF.
    let least = distance(&upper, found);
    // A short keyword inside a long word is not that word mistyped.
    if 3 * least > found.len() {
        return None;
    }
    (all().filter(|it| distance(&upper, it) == least).count() == 1).then_some((found, false))
}

/// What is wrong at a keyword, or at something like one.
pub(super) fn meant_here(source: &str, span: Span, context: &Context) -> Option<Found> {
    let token = &source[span.range()];
    if is(token) {
        return part(source, span, context);
    }
    let upper = token.to_ascii_uppercase();
    let error = |what: &str| Diagnostic::new(Code::MisspeltKeyword, what);
    let unknown = format!("unknown keyword `{}`", shown(token));
    // Those inside a head begin nothing.
    let meant = meant(token)
        .filter(|(meant, _)| upper == *meant || !["THEN", "UPTO", "FROM"].contains(meant));
    let Some((meant, is_certain)) = meant else {
        // Capital letters are values only if the game can have them.
        let is_upper = token.len() > 1 && token.bytes().all(|it| it.is_ascii_uppercase());
        let moves = context.moves.unwrap_or_default();
        let is_value =
            |letter| Alphabet::Nim.value(letter).is_some_and(|it| usize::from(it.0) <= moves);
        // `BN` may be a word with a capital length.
        let is_word = token.len() == 2 && token.starts_with(is_value);
        let is_unknown = is_upper && !is_word && !token.chars().all(is_value);
        let why = match context.is_head() {
            true => "not a keyword",
            false => "not a keyword, and not the values of a game with these moves",
        };
        return is_unknown.then(|| Found::new(error(&unknown).label(span, why), span.end));
    };
    let meant = context.closer.filter(|_| meant == "END").unwrap_or(meant);
    let is_item = items(meant).is_some();
    let what = match () {
        // A word such as `for` may be prose: the keyword alone mends nothing.
        () if upper == meant && !is_item => {
            let found = error(slips::CASE).place(span).help(format!("write `{meant}`"));
            return (!context.is_head()).then(|| Found::new(found, span.end));
        }
        () if upper == meant => slips::CASE,
        () if is_certain => "a keyword of another language",
        () => &unknown,
    };
    let error = write(error(what), span, meant);
    if is_item && is_certain {
        return Some(Found::new(error, span.end));
    }
    Some(Found::guess(error, span.end))
}

/// What is wrong at a keyword that begins or ends nothing here.
fn part(source: &str, span: Span, context: &Context) -> Option<Found> {
    let written = &source[span.range()];
    match written {
        _ if context.raw => {
            let message = format!("{written} is not allowed in a plain list of words");
            let error = Diagnostic::new(Code::UnknownToken, message)
                .label(span, "the text is read without loops and branches");
            Some(Found::new(error, span.end))
        }
        "FOR" | "IF" | "ELIF" => Some(head(source, span)),
        "LET" | "NEXT"
            if let Some(next) = token_behind(source, span.end)
                && let Some((name, value)) = source[next.range()].split_once('=')
                && fault::is_variable(name)
                && let Some(error) = fault::in_expression(value, next.end - value.len()) =>
        {
            Some(Found::guess(error, next.end))
        }
        "DEF" if let Some(found) = fault::renamed(source, span) => Some(found),
        _ => slips::keyword(source, span, context),
    }
}

/// What is wrong with the head of a loop or of a branch, of which it is known that it begins one.
fn head(source: &str, span: Span) -> Found {
    let (parts, code, place, last, instead) = match &source[span.range()] {
        "FOR" => (FOR, Code::LoopHead, "the head of a loop", "REP", ANY_FOR),
        "IF" => (IF, Code::BranchHead, "a condition", "THEN", ANY_IF),
        _ => (IF, Code::BranchHead, "a condition", "THEN", ANY_ELIF),
    };
    let error = first_fault(source, span.end, parts, code, place);
    match fault::end_of(source, span, last) {
        Some(end) => Found::guess(error, end).instead(instead),
        None => Found::guess(error, span.end),
    }
}

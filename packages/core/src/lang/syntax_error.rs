//! What exactly is wrong with one token that should be a word or an expression.
//!
//! The grammar decides what is right; these scanners only look for the first wrong character
//! and say what was believed there.

use crate::diagnostic::{Diagnostic, Span};

/// Is this one lower-case letter?
pub fn is_variable(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'z'])
}

fn is_value(letter: char) -> bool {
    matches!(letter, '_' | 'A'..='Z' | '-' | '+')
}

/// A token cut short for a message, so that a message stays a line.
pub fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST - 3).chain("...".chars()).collect()
}

/// The place of the character of `text` at `at`, when `text` stands at `offset`.
fn character(text: &str, at: usize, offset: usize) -> Span {
    let width = text[at..].chars().next().map_or(0, char::len_utf8);
    Span::new(at, at + width).shifted(offset)
}

/// The first fault of a text that should be an expression; `None` if it is one.
pub fn in_expression(text: &str, offset: usize) -> Option<Diagnostic> {
    if text.is_empty() {
        return Some(
            Diagnostic::error("E0105", "an expression is missing")
                .label(Span::new(offset, offset), "an expression such as `2n-1` should stand here"),
        );
    }
    let bytes = text.as_bytes();
    let digits =
        |from: usize| from + bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut at = 0;
    let mut term_start = 0;
    while at < bytes.len() {
        let sign = matches!(bytes[at], b'+' | b'-');
        if at > 0 && !sign {
            return Some(behind_term(text, term_start, at, offset));
        }
        if sign {
            let first = at;
            at += 1;
            match bytes.get(at) {
                None => {
                    return Some(
                        Diagnostic::error("E0107", "a sign has nothing behind it")
                            .label(
                                character(text, first, offset),
                                "a number or a variable should follow",
                            )
                            .help("an expression is one token: write `n-1` without blanks"),
                    );
                }
                Some(b'+' | b'-') => {
                    return Some(
                        Diagnostic::error("E0107", "two signs follow one another")
                            .label(Span::new(first, at + 1).shifted(offset), "one sign too many")
                            .help("write one sign between two terms"),
                    );
                }
                Some(_) => {}
            }
        }
        term_start = at;
        at = digits(at);
        if bytes.get(at).is_some_and(u8::is_ascii_lowercase) {
            at += 1;
        }
        if at == term_start {
            return Some(no_term(text, at, offset));
        }
    }
    None
}

fn no_term(text: &str, at: usize, offset: usize) -> Diagnostic {
    let place = character(text, at, offset);
    let letter = text[at..].chars().next().unwrap_or(' ');
    if letter.is_ascii_uppercase() {
        return upper_case(letter, place);
    }
    let error = Diagnostic::error("E0105", format!("`{}` is no expression", shown(text)))
        .label(place, "a number or a variable should stand here");
    match letter {
        '(' | ')' => error.note("an expression has no brackets inside"),
        _ => error.note(
            "an expression is a sum of numbers and multiples of variables, such as `2n+4i-4`",
        ),
    }
}

fn upper_case(letter: char, place: Span) -> Diagnostic {
    Diagnostic::error("E0104", format!("`{letter}` cannot stand in an expression"))
        .label(place, "an upper-case letter")
        .note("variables are lower-case letters, values are upper-case letters")
}

/// Something that is no sign follows the term that starts at `term`.
fn behind_term(text: &str, term: usize, at: usize, offset: usize) -> Diagnostic {
    let letter = text[at..].chars().next().unwrap_or(' ');
    let place = character(text, at, offset);
    match letter {
        'a'..='z' | '0'..='9' => {
            let (left, right) = (&text[term..at], &text[at..]);
            let end = right
                .find(|next: char| !next.is_ascii_digit() && !next.is_ascii_lowercase())
                .unwrap_or(right.len());
            Diagnostic::error("E0106", "two terms stand side by side without a sign")
                .label(Span::new(term, at).shifted(offset), "a term")
                .label(Span::new(at, at + end).shifted(offset), "what is this, added or subtracted?")
                .note("there are no products of variables; a coefficient stands in front of its variable, as in `2n`")
                .help(format!("for a sum, write `{}+{}`", shown(left), shown(&right[..end])))
        }
        'A'..='Z' => upper_case(letter, place),
        _ => {
            let error = Diagnostic::error("E0105", format!("`{}` is no expression", shown(text)))
                .label(place, "a sign, or the end of the expression, should stand here");
            match letter {
                '*' => error.help("write a coefficient in front of its variable: `2n`"),
                '/' => error.note("expressions have integer coefficients, there is no division"),
                '(' | ')' => error.note("an expression has no brackets inside"),
                _ => error,
            }
        }
    }
}

/// What is wrong with a token that should be a word.
pub fn in_word(text: &str, offset: usize) -> Diagnostic {
    let first = text.chars().next().unwrap_or(' ');
    let rest = match first {
        '<' | '(' => match cycle(text, first, offset) {
            Ok(end) => end,
            Err(error) => return error,
        },
        first if is_value(first) => first.len_utf8(),
        _ => return no_word(text, offset),
    };
    length(text, rest, offset).unwrap_or_else(|| no_word(text, offset))
}

fn no_word(text: &str, offset: usize) -> Diagnostic {
    let error =
        Diagnostic::error("E0101", format!("`{}` is neither a keyword nor a word", shown(text)))
            .label(Span::new(offset, offset + text.len()), "not understood");
    let looks_like_a_word = text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.len() > 1
        && !text[1..].starts_with(['+', '-']);
    if in_expression(text, offset).is_none() && !looks_like_a_word {
        error.note("this is an expression, and no value stands in front of it")
    } else if text.starts_with(|first: char| first.is_ascii_lowercase()) {
        error.note("values are `_` and upper-case letters")
    } else {
        error.note("a word is a value or a cycle of values with a length: `A`, `_n`, `A(2n)`, `<AB>(n-1)`, `(AB)n`")
    }
}

/// Scans the cycle at the start of a word and returns where it ends.
fn cycle(text: &str, opener: char, offset: usize) -> Result<usize, Diagnostic> {
    let closer = if opener == '<' { '>' } else { ')' };
    let mut number: Option<usize> = None;
    let mut values = 0_usize;
    for (at, letter) in text.char_indices().skip(1) {
        let place = character(text, at, offset);
        match letter {
            '0'..='9' => {
                number.get_or_insert(at);
            }
            letter if is_value(letter) => {
                number = None;
                values += 1;
            }
            '>' | ')' => {
                if let Some(start) = number {
                    return Err(Diagnostic::error(
                        "E0114",
                        "a number in a cycle has no value behind it",
                    )
                    .label(Span::new(start, at).shifted(offset), "how often, but what?")
                    .note("a number in a cycle repeats the value behind it: `<_2A>` is `<_AA>`"));
                }
                if letter != closer {
                    return Err(Diagnostic::error("E0111", format!("this cycle is opened by `{opener}` and closed by `{letter}`"))
                        .label(place, format!("`{closer}` should stand here"))
                        .label(Span::new(0, 1).shifted(offset), "the cycle begins here")
                        .note("in `<AB>(n)` the length counts values, in `(AB)(n)` it counts repetitions of the cycle"));
                }
                if values == 0 {
                    return Err(Diagnostic::error("E0113", "this cycle has no values")
                        .label(Span::new(0, at + 1).shifted(offset), "nothing between the brackets")
                        .help("leave the word out"));
                }
                return Ok(at + 1);
            }
            'a'..='z' => {
                return Err(Diagnostic::error("E0101", format!("`{letter}` is no value"))
                    .label(place, "a lower-case letter in a cycle")
                    .note("a cycle holds values and numbers; the length stands behind its closing bracket"));
            }
            _ => {
                return Err(Diagnostic::error("E0101", format!("`{letter}` is no value"))
                    .label(place, "a value should stand here")
                    .note("values are `_` and upper-case letters, or `+` and `-`"));
            }
        }
    }
    Err(Diagnostic::error("E0110", format!("`{closer}` is missing"))
        .label(Span::new(0, 1).shifted(offset), "the cycle begins here")
        .label(Span::new(text.len(), text.len()).shifted(offset), "and is still open here")
        .note("a word is one token, without blanks"))
}

/// What is wrong with the length that begins at `at`, if anything is.
fn length(text: &str, at: usize, offset: usize) -> Option<Diagnostic> {
    let rest = &text[at..];
    let first = rest.chars().next()?;
    match first {
        '(' => {
            let Some(end) = rest.find(')') else {
                return Some(
                    Diagnostic::error("E0110", "`)` is missing")
                        .label(character(text, at, offset), "the length begins here")
                        .label(
                            Span::new(text.len(), text.len()).shifted(offset),
                            "and is still open here",
                        )
                        .note("a word is one token, without blanks"),
                );
            };
            let inner = &rest[1..end];
            if inner.is_empty() {
                return Some(Diagnostic::error("E0115", "the length of this word is empty").label(
                    Span::new(at, at + 2).shifted(offset),
                    "no expression between the brackets",
                ));
            }
            in_expression(inner, offset + at + 1)
                .or_else(|| (end + 1 < rest.len()).then(|| behind(text, at + end + 1, offset)))
        }
        'a'..='z' | '0'..='9' => {
            let bare = match first {
                'a'..='z' => 1,
                _ => rest.find(|next: char| !next.is_ascii_digit()).unwrap_or(rest.len()),
            };
            let next = rest[bare..].chars().next()?;
            match in_expression(rest, offset + at) {
                None => Some(long_bare_length(rest, at, offset)),
                Some(error) if matches!(next, '+' | '-' | 'a'..='z' | '0'..='9') => Some(error),
                Some(_) => Some(behind(text, at + bare, offset)),
            }
        }
        '+' | '-' if in_expression(rest, offset + at).is_none() => {
            Some(long_bare_length(rest, at, offset))
        }
        _ => Some(behind(text, at, offset)),
    }
}

fn long_bare_length(rest: &str, at: usize, offset: usize) -> Diagnostic {
    Diagnostic::error("E0116", format!("the length `{}` needs brackets", shown(rest))).label(
        Span::new(at, at + rest.len()).shifted(offset),
        "more than one number or one variable",
    )
}

fn behind(text: &str, at: usize, offset: usize) -> Diagnostic {
    let rest = shown(&text[at..]);
    Diagnostic::error("E0112", format!("`{rest}` sticks to a word that is complete"))
        .label(Span::new(at, text.len()).shifted(offset), "behind the end of the word")
        .label(Span::new(0, at).shifted(offset), "a complete word")
}

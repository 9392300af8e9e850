//! What exactly is wrong with one token that should be a word or an expression.
//!
//! The grammar decides what is right; these scanners only look for the first wrong character
//! and say what was expected there.

use super::lenient;
use crate::diagnostic::{Diagnostic, Span};

/// Why there are no powers and products.
const LINEAR: &str = "lengths and moves are linear in the parameters";

/// Is this one lower-case letter?
pub fn is_variable(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'z'])
}

fn is_value(letter: char) -> bool {
    matches!(letter, '_' | 'A'..='Z' | '-' | '+')
}

/// What is said of a control character.
pub fn control(letter: char) -> String {
    format!("a control character, U+{:04X}", u32::from(letter))
}

/// A token cut short for a message, so that a message stays a line.
pub fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let text: String = text.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST - 3).chain("...".chars()).collect()
}

/// A text with its place in the source.
#[derive(Clone, Copy)]
struct Piece<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Piece<'a> {
    /// An error with the label at the bytes from `start` to `end`.
    fn error(
        self,
        code: &'static str,
        message: impl Into<String>,
        (start, end): (usize, usize),
        label: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::error(code, message).label(Span::new(start, end).shifted(self.offset), label)
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
pub fn in_expression(text: &str, offset: usize) -> Option<Diagnostic> {
    let piece = Piece { text, offset };
    let sign = |at: usize| matches!(text.as_bytes().get(at), Some(b'+' | b'-'));
    let mut at = 0;
    if text.is_empty() {
        let label = "expected an expression such as `2n-1`";
        return Some(piece.error("E0105", "an expression is missing", (0, 0), label));
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
fn at_term(piece: Piece<'_>, term: usize, at: usize) -> Diagnostic {
    let text = piece.text;
    let (letter, end) = piece.letter(at);
    let signs = term > 0 && term == at && matches!(letter, '+' | '-');
    if signs {
        let label = "one sign too many";
        return piece
            .error("E0107", "two signs in a row", (term - 1, end), label)
            .help("write one sign between two terms");
    }
    if at == text.len() {
        let label = "expected a number or a variable after this";
        return piece
            .error("E0107", "nothing follows this sign", (term - 1, term), label)
            .help("an expression is one token: write `n-1` without blanks");
    }
    if letter.is_ascii_uppercase() {
        let message = format!("`{letter}` is not allowed in an expression");
        return piece
            .error("E0104", message, (at, end), "an upper-case letter")
            .note("variables are lower-case letters, values are upper-case letters");
    }
    if !(letter.is_ascii() || lenient::is_raised(text)) || letter.is_control() {
        let expected = "expected a sign or the end of the expression";
        let message = lenient::unexpected(&text[at..end]).unwrap_or_else(|| control(letter));
        return piece.error("E0105", message, (at, end), expected);
    }
    let named = piece.run(term, |it| it.is_ascii_alphabetic());
    if named > term + 2 {
        let word = &text[term..named];
        let error = piece.error(
            "E0105",
            format!("`{}` is not an expression", shown(word)),
            (term, named),
            "a word",
        );
        return error.note("a variable is one lower-case letter");
    }
    let is_term = |it: u8| it.is_ascii_digit() || it.is_ascii_lowercase();
    // A length in brackets may come with blanks.
    let next = piece.run(at, |it| it == b' ');
    if term < at && piece.run(next, is_term) > next {
        let (at, end) = (next, piece.run(next, is_term));
        let message = "there is no sign between two terms";
        let error = piece
            .error("E0106", message, (term, at), "two terms")
            .label(Span::new(at, end).shifted(piece.offset), "multiplied, added or subtracted?")
            .note(format!("{LINEAR}; write a coefficient before its variable, as in `2n`"));
        let sum = format!("{}+{}", text[term..at].trim_end(), &text[at..end]);
        let is_sum = in_expression(&sum, 0).is_none();
        return if is_sum {
            error.help(format!("for a sum, write `{}`", shown(&sum)))
        } else {
            error
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
        _ if lenient::is_raised(text) => format!("{LINEAR}; `{}` is not", shown(text)),
        _ => format!("`{}` is not an expression", shown(text)),
    };
    let error = piece.error("E0105", message, (at, end), label);
    match letter {
        '/' => error.note("expressions have integer coefficients; there is no division"),
        '(' | ')' => error.note("an expression has no brackets inside"),
        _ => error.note(
            "an expression is a sum of numbers and multiples of variables, such as `2n+4i-4`",
        ),
    }
}

/// What is wrong with a token in front of the moves, where there are no words.
pub fn in_front(text: &str, offset: usize) -> Diagnostic {
    let message =
        lenient::unexpected(text).unwrap_or_else(|| format!("unknown token `{}`", shown(text)));
    let piece = Piece { text, offset };
    let error =
        piece.error("E0101", message, (0, text.len()), "expected an order condition or the moves");
    let is_name = text.starts_with(char::is_alphabetic) && text.chars().count() > 1;
    match is_name {
        true => error.note("a parameter is one lower-case letter, and is declared as in `n >= 1`"),
        false => error.note("a description begins as in `n >= 1 { n 2n }`"),
    }
}

/// What is wrong with a token that should be a word.
pub fn in_word(text: &str, offset: usize) -> Diagnostic {
    let piece = Piece { text, offset };
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

fn unknown(piece: Piece<'_>) -> Diagnostic {
    let text = piece.text;
    let message =
        lenient::unexpected(text).unwrap_or_else(|| format!("unknown token `{}`", shown(text)));
    let error = piece.error("E0101", message, (0, text.len()), "not understood");
    if in_expression(text, 0).is_none() {
        error.note("this is an expression, with no value before it")
    } else {
        error.note(
            "a word is a value or a cycle of values with a length: `A`, `_n`, `A(2n)`, \
                    `<AB>(n-1)`, `(AB)n`",
        )
    }
}

/// Scans the cycle at the start of a word and returns where it ends.
fn cycle(piece: Piece<'_>, opener: char) -> Result<usize, Diagnostic> {
    let closer = if opener == '<' { '>' } else { ')' };
    let (mut number, mut values) = (None, 0);
    for (at, letter) in piece.text.char_indices().skip(1) {
        let place = (at, at + letter.len_utf8());
        match (letter, number) {
            ('0'..='9', _) => {
                number.get_or_insert(at);
            }
            _ if is_value(letter) => {
                number = None;
                values += 1;
            }
            ('>' | ')', Some(start)) => {
                let message = "no value follows this number in the cycle";
                return Err(piece.error("E0114", message, (start, at), "it repeats nothing").note(
                    "a number in a cycle repeats the value that follows it: `<_2A>` is \
                           `<_AA>`",
                ));
            }
            ('>' | ')', None) if letter != closer => {
                let message =
                    format!("this cycle is opened with `{opener}` and closed with `{letter}`");
                return Err(piece
                    .error("E0111", message, place, format!("expected `{closer}`"))
                    .label(Span::new(0, 1).shifted(piece.offset), "the cycle begins here")
                    .note(
                        "in `<AB>(n)` the length counts values, in `(AB)(n)` it counts \
                           repetitions of the cycle",
                    ));
            }
            ('>' | ')', None) if values == 0 => {
                let label = "nothing between the brackets";
                return Err(piece
                    .error("E0113", "this cycle has no values", (0, place.1), label)
                    .help("remove the word"));
            }
            ('>' | ')', None) => return Ok(place.1),
            ('(', None) if opener == '<' && values > 0 => {
                return Err(open(piece, 0, closer, "the cycle begins here"));
            }
            _ => {
                return Err(piece
                    .error("E0101", format!("`{letter}` is not a value"), place, "expected a value")
                    .note(
                        "values are `_` and upper-case letters, or `+` and `-`; a length \
                           follows the closing bracket",
                    ));
            }
        }
    }
    Err(open(piece, 0, closer, "the cycle begins here"))
}

/// A bracket that was opened at `at` is not closed.
fn open(piece: Piece<'_>, at: usize, closer: char, label: &str) -> Diagnostic {
    let end = piece.offset + piece.text.len();
    piece
        .error("E0110", format!("`{closer}` is missing"), (at, at + 1), label)
        .label(Span::new(end, end), "and is still open here")
        .note("a word is one token, without blanks")
}

/// What is wrong with the length that begins at `at`, if anything is.
fn in_length(piece: Piece<'_>, at: usize) -> Option<Diagnostic> {
    let rest = piece.from(at);
    let behind = |at: usize| {
        let (word, rest) = (shown(&piece.text[..at]), shown(&piece.text[at..]));
        piece
            .error(
                "E0112",
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
                "E0115",
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
        return Some(rest.error("E0116", message, (0, rest.text.len()), label));
    }
    let next = rest.text[bare..].chars().next()?;
    let is_expression = bare > 0
        && (next.is_ascii_alphanumeric() && !next.is_ascii_uppercase() || "+-^*/".contains(next));
    error.filter(|_| is_expression).or_else(|| Some(behind(at + bare)))
}

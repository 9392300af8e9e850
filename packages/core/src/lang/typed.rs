//! Moves in the notations that people type: `1 3 4`, `n, 2n`, `[1, 3, 4]`, `S={1,3,4}`, `2*n + 1`, `10^9`.

use super::Mended;
use crate::diagnostic::Span;
use crate::number;

/// Rewrites other notations of moves, with conditions before them or without.  What is none of them
/// stays as it is.
pub(super) fn typed(source: &str) -> Mended {
    let mut typed = Typed { source, mended: Mended::new("") };
    let signs: Vec<(usize, char)> = source.char_indices().collect();
    let (start, brackets) = frame(&signs);
    if brackets == Brackets::Missing {
        typed.push("{", Span::default());
    }
    let mut at = start;
    while at < signs.len() {
        at = typed.sign(source, &signs, at, brackets);
    }
    if brackets == Brackets::Missing {
        typed.push("}", Span::new(source.len(), source.len()));
    }
    typed.mended
}

/// A text in the notation of the language that is made from a source.
struct Typed<'a> {
    source: &'a str,
    mended: Mended,
}

impl Typed<'_> {
    fn push(&mut self, text: &str, origin: Span) {
        if !text.is_empty() {
            self.mended.push(self.source, text, origin);
        }
    }

    /// Takes the sign at a place over, with what belongs to it; the place behind that.
    fn sign(
        &mut self,
        source: &str,
        signs: &[(usize, char)],
        at: usize,
        brackets: Brackets,
    ) -> usize {
        let sign = |at: usize| signs.get(at).map(|it| it.1);
        let offset = |at: usize| signs.get(at).map_or(source.len(), |it| it.0);
        let Some(here) = sign(at) else { return at + 1 };
        let from_to = |end: usize| Span::new(offset(at), offset(end));
        let word_before =
            self.mended.text.ends_with(|it: char| it.is_ascii_alphanumeric() || it == '_');
        if here.is_ascii_digit() && !word_before {
            let end = number_end(signs, at);
            let written = &source[from_to(end).range()];
            match number::natural(written) {
                Some(number) => self.push(&number.to_string(), from_to(end)),
                None => self.push(written, from_to(end)),
            }
            let is_product = sign(end).is_some_and(|it| matches!(it, '*' | '·' | '⋅'))
                && sign(end + 1).is_some_and(|it| it.is_ascii_lowercase());
            return if is_product { end + 1 } else { end };
        }
        if here.is_whitespace() {
            return self.blanks(signs, at, from_to);
        }
        let relation = match (here, sign(at + 1)) {
            ('>', Some('=')) => Some((">=", 2)),
            ('<', Some('=')) => Some(("<=", 2)),
            ('=', Some('=')) => Some(("==", 2)),
            ('≥', _) => Some((">=", 1)),
            ('≤', _) => Some(("<=", 1)),
            _ => None,
        };
        if let Some((relation, length)) = relation {
            let origin = from_to(at + length);
            let blank_before = self.mended.text.ends_with(char::is_whitespace);
            self.push(if blank_before { "" } else { " " }, origin);
            self.push(relation, origin);
            if sign(at + length).is_some_and(|it| !it.is_whitespace()) {
                self.push(" ", origin);
            }
            return at + length;
        }
        let mut buffer = [0; 4];
        let meant = match here {
            ',' | ';' => " ",
            '\\' if matches!(sign(at + 1), Some('{' | '}')) => "",
            '−' => "-",
            _ if brackets == Brackets::At(at) => "{",
            _ if matches!(brackets, Brackets::At(_)) && at + 1 == signs.len() => "}",
            _ => here.encode_utf8(&mut buffer),
        };
        self.push(meant, from_to(at + 1));
        at + 1
    }

    /// Blanks stay, but not around a sign between two terms: `2n + 1`.
    fn blanks(
        &mut self,
        signs: &[(usize, char)],
        at: usize,
        from_to: impl Fn(usize) -> Span,
    ) -> usize {
        let behind = |at: usize| {
            let blanks = signs[at..].iter().take_while(|it| it.1.is_whitespace()).count();
            at + blanks
        };
        let end = behind(at);
        let after_term = at.checked_sub(1).and_then(|before| signs.get(before));
        let after_term = after_term.is_some_and(|it| it.1.is_ascii_alphanumeric());
        if let Some(&(_, sign @ ('+' | '-' | '−'))) = signs.get(end)
            && after_term
        {
            let next = behind(end + 1);
            let before_term = signs.get(next).is_some_and(|it| it.1.is_ascii_alphanumeric());
            if next > end + 1 && before_term {
                self.push(if sign == '+' { "+" } else { "-" }, from_to(next));
                return next;
            }
        }
        for &(offset, blank) in &signs[at..end] {
            let origin = Span::new(offset, offset + blank.len_utf8());
            self.push(blank.encode_utf8(&mut [0; 4]), origin);
        }
        end
    }
}

/// What the moves stand in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Brackets {
    /// Nothing.
    Missing,
    /// Brackets of which the first is this sign of the text, and the other the last one.
    At(usize),
    /// Something that the language judges.
    Theirs,
}

/// Where the text begins behind `S =`, and what the moves stand in.
fn frame(signs: &[(usize, char)]) -> (usize, Brackets) {
    let behind_blanks =
        |from: usize| (from..signs.len()).find(|&at| !signs[at].1.is_whitespace()).unwrap_or(from);
    let sign = |at: usize| signs.get(at).map(|it| it.1);
    let mut start = behind_blanks(0);
    if start >= signs.len() {
        return (0, Brackets::Theirs);
    }
    let equals = behind_blanks(start + 1);
    if sign(start).is_some_and(|it| it.is_ascii_uppercase())
        && sign(equals) == Some('=')
        && sign(equals + 1) != Some('=')
    {
        start = behind_blanks(equals + 1);
    }
    let is_open = |at: &usize| matches!(signs[*at].1, '{' | '[');
    let open = match sign(start) {
        Some('(') => Some(start),
        _ => (start..signs.len()).find(is_open),
    };
    let brackets = match open {
        None if signs[start..].iter().any(|it| matches!(it.1, '}' | ']')) => Brackets::Theirs,
        None => Brackets::Missing,
        Some(open) if closes(signs, open) => Brackets::At(open),
        // `(n+1) 2n`
        Some(open) if sign(open) == Some('(') => Brackets::Missing,
        Some(_) => Brackets::Theirs,
    };
    (start, brackets)
}

/// Does the last sign close the bracket at this place?
fn closes(signs: &[(usize, char)], open: usize) -> bool {
    let Some(inside) = signs.get(open + 1..) else { return false };
    let end = match signs[open].1 {
        '(' => ')',
        '[' => ']',
        _ => '}',
    };
    let first = inside.iter().position(|it| matches!(it.1, ')' | ']' | '}' | '(' | '[' | '{'));
    first.is_some_and(|at| at + 1 == inside.len() && inside[at].1 == end)
}

/// The end of a number such as `12`, `1_000`, `1e3`, `10^3`, `2*10^3`.
fn number_end(signs: &[(usize, char)], start: usize) -> usize {
    let sign = |at: usize| signs.get(at).map(|it| it.1);
    let digits = |from: usize| {
        let is_digit = |at: usize| sign(at).is_some_and(|it| it.is_ascii_digit());
        let mut at = from;
        while is_digit(at) || (at > from && sign(at) == Some('_') && is_digit(at + 1)) {
            at += 1;
        }
        (at > from).then_some(at)
    };
    let power = |from: usize| match (sign(from), sign(from + 1)) {
        (Some('^'), _) => digits(from + 1),
        (Some('*'), Some('*')) => digits(from + 2),
        _ => None,
    };
    let Some(end) = digits(start) else { return start + 1 };
    let longer = match sign(end) {
        Some('e' | 'E') => digits(end + 1),
        Some('*') if sign(end + 1) != Some('*') => digits(end + 1).and_then(power),
        _ => power(end),
    };
    longer.unwrap_or(end)
}

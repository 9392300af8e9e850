//! Moves in the notations that people type: `1 3 4`, `n, 2n`, `[1, 3, 4]`, `S={1,3,4}`, `2*n + 1`, `10^9`, `1.5`, `√2`.

use super::Mended;
use crate::diagnostic::Span;
use crate::number;

/// Rewrites other notations of moves, with conditions before them or without.  What is none of them
/// stays as it is.  Real numbers become formulas: `(15/10)` for `1.5`, `sqrt(2)` for `√2`.
pub(super) fn typed(source: &str, are_real: bool) -> Mended {
    let mut typed = Typed { source, are_real, mended: Mended::new("") };
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
    are_real: bool,
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
        let goes_on = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | ')' | '.');
        let before = self.mended.text.strip_suffix("..").unwrap_or(&self.mended.text);
        let goes_on = before.len() == self.mended.text.len() && before.ends_with(goes_on);
        let decimal = decimal_end(signs, at).filter(|_| self.are_real);
        if (here.is_ascii_digit() || decimal.is_some()) && !goes_on {
            let end = number_end(signs, at).max(decimal.unwrap_or(at));
            let written = &source[from_to(end).range()];
            let number = number::natural(written).map(|it| it.to_string());
            let number = number.or_else(|| decimal.and_then(|_| fraction(written)));
            self.push(number.as_deref().unwrap_or(written), from_to(end));
            let is_product = sign(end).is_some_and(|it| matches!(it, '*' | '·' | '⋅'))
                && sign(end + 1).is_some_and(|it| it.is_ascii_lowercase());
            return if is_product { end + 1 } else { end };
        }
        if self.are_real && here == '√' {
            let is_open = sign(at + 1).is_some_and(|it| it.is_ascii_digit());
            self.push(if is_open { "sqrt(" } else { "sqrt" }, from_to(at + 1));
            return match is_open {
                true => {
                    let end = self.sign(source, signs, at + 1, brackets);
                    self.push(")", Span::new(offset(end), offset(end)));
                    end
                }
                false => at + 1,
            };
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

    /// Blanks stay, but not around a sign between two terms: `2n + 1`, and in `1 -2` the sign is of the second.
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
        let before = at.checked_sub(1).and_then(|before| signs.get(before));
        let after_term = before.is_some_and(|it| it.1.is_ascii_alphanumeric() || it.1 == ')');
        if let Some(&(_, sign @ ('+' | '-' | '−' | '*' | '/'))) = signs.get(end)
            && after_term
        {
            let next = behind(end + 1);
            let begins = |it: char| it.is_ascii_alphanumeric() || matches!(it, '(' | '.' | '√');
            let before_term = signs.get(next).is_some_and(|it| begins(it.1));
            if before_term && (next > end + 1 || matches!(sign, '*' | '/')) {
                let sign = if sign == '−' { '-' } else { sign };
                self.push(sign.encode_utf8(&mut [0; 4]), from_to(next));
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
    let is_ours = |it: char| matches!(it, ']' | '}' | '[' | '{') || end == ')' && "()".contains(it);
    let first = inside.iter().position(|it| is_ours(it.1));
    first.is_some_and(|at| at + 1 == inside.len() && inside[at].1 == end)
}

/// The end of the digits that begin here, in groups or not.
fn digits_end(signs: &[(usize, char)], from: usize) -> Option<usize> {
    let sign = |at: usize| signs.get(at).map(|it| it.1);
    let is_digit = |at: usize| sign(at).is_some_and(|it| it.is_ascii_digit());
    let mut at = from;
    while is_digit(at) || (at > from && sign(at) == Some('_') && is_digit(at + 1)) {
        at += 1;
    }
    (at > from).then_some(at)
}

/// The end of a number such as `1.5`, `.5`, `1e-9`, `1.5e3`.
fn decimal_end(signs: &[(usize, char)], start: usize) -> Option<usize> {
    let sign = |at: usize| signs.get(at).map(|it| it.1);
    let whole = digits_end(signs, start).unwrap_or(start);
    let point = sign(whole).filter(|it| *it == '.').and_then(|_| digits_end(signs, whole + 1));
    let mantissa = point.or_else(|| (whole > start).then_some(whole))?;
    let exponent = sign(mantissa).filter(|it| matches!(it, 'e' | 'E')).and_then(|_| {
        let has_sign = matches!(sign(mantissa + 1), Some('+' | '-'));
        digits_end(signs, mantissa + 1 + usize::from(has_sign))
    });
    exponent.or(point)
}

/// The formula that such a number is.
fn fraction(written: &str) -> Option<String> {
    let (mantissa, exponent) = written.split_once(['e', 'E']).unwrap_or((written, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = number::natural(&format!("{whole}{fraction}"))?;
    let shift = exponent.parse::<i64>().ok()?.checked_sub_unsigned(fraction.len() as u64)?;
    Some(format!("({digits}{}10^{})", if shift < 0 { '/' } else { '*' }, shift.unsigned_abs()))
}

/// The end of a number such as `12`, `1_000`, `1e3`, `10^3`, `2*10^3`.
fn number_end(signs: &[(usize, char)], start: usize) -> usize {
    let sign = |at: usize| signs.get(at).map(|it| it.1);
    let digits = |from: usize| digits_end(signs, from);
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

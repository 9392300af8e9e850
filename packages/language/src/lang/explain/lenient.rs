//! Expressions and relations as they are written elsewhere, in the spelling of the language.
//!
//! `2*n`, `n·2`, `2(n + 1)` and `n − 1` are affine forms as well, and `≥`, `=`, `<` are relations.  What
//! is no affine form, or could be read in two ways, stays unread.

use super::fault::in_expression;
use crate::Integer;
use crate::affine::Affine;
use crate::formula::Formula;
use crate::number;

/// The text with signs of print and of word processors replaced by those of the keyboard.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    if text.is_ascii() {
        plain += text;
        return plain;
    }
    for letter in text.chars() {
        match letter {
            '\u{2010}'..='\u{2015}' | '\u{2212}' => plain.push('-'),
            '·' | '×' | '\u{2217}' | '\u{22c5}' => plain.push('*'),
            '≥' | '\u{2a7e}' => plain.push_str(">="),
            '≤' | '\u{2a7d}' => plain.push_str("<="),
            '≠' => plain.push_str("!="),
            '\u{27e8}' | '\u{2329}' => plain.push('<'),
            '\u{27e9}' | '\u{232a}' => plain.push('>'),
            '\u{ff01}'..='\u{ff5e}' => {
                plain.extend(char::from_u32(u32::from(letter) - 0xff01 + 0x21));
            }
            '\u{a0}' | '\u{2002}'..='\u{200b}' | '\u{202f}' => plain.push(' '),
            '\u{2028}' | '\u{2029}' => plain.push('\n'),
            _ if letter.is_ascii() => plain.push(letter),
            _ if is_invisible(letter) => {}
            _ => {
                let alike = ALIKE.iter().find_map(|(alike, latin)| {
                    let at = alike.chars().position(|it| it == letter)?;
                    latin.chars().nth(at)
                });
                plain.push(alike.unwrap_or(letter));
            }
        }
    }
    plain
}

/// Does a character only direct how others are shown?
pub(super) fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Letters of other alphabets, and above and below the line, with those of the keyboard that they look like.
const ALIKE: [(&str, &str); 4] = [
    ("АВЕЗІЈКМНОРЅТХасеіјорѕху", "ABE3IJKMHOPSTXaceijopsxy"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονυ", "ABEZHIKMNOPTYXovu"),
    (SUPERSCRIPTS, "0123456789+-()nijkm"),
    (SUBSCRIPTS, "0123456789+-()nijkm"),
];

/// Letters above the line, as in `_ⁿ`.
pub(super) const SUPERSCRIPTS: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱʲᵏᵐ";

/// Letters below the line, as in `_ₙ`.
pub(super) const SUBSCRIPTS: &str = "₀₁₂₃₄₅₆₇₈₉₊₋₍₎ₙᵢⱼₖₘ";

/// What is said of the first character that the keyboard does not have, and what to write for it.
pub(super) fn unexpected(text: &str) -> Option<String> {
    let letter = text.chars().find(|it| !it.is_ascii())?;
    let code = format!("U+{:04X}", u32::from(letter));
    let meant = plain(letter.encode_utf8(&mut [0; 4]));
    match meant.as_str() {
        " " => return Some(format!("unexpected space {code}; write an ordinary one")),
        "\n" => {
            return Some(format!("unexpected line break {code}; write an ordinary one"));
        }
        "" => return Some(format!("unexpected invisible character {code}; remove it")),
        _ => {}
    }
    let mut message = format!("unexpected character `{letter}` ({code})");
    if meant.is_ascii() {
        message += &format!("; write `{meant}`");
    }
    Some(message)
}

/// An expression in the spelling of the language: `n-1` for `n − 1`, `2n+2` for `2*(n + 1)`.
///
/// What needs no more than other signs and fewer spaces keeps its terms and their order.
pub(super) fn expression(text: &str) -> Option<String> {
    let text = plain(text);
    let text = text.trim();
    if text.contains(['_', 'e', 'E', '^'])
        && let Some(number) = number::natural(text)
    {
        return Some(number.to_string());
    }
    let tight: String = text.split_whitespace().collect();
    if in_expression(&tight, 0).is_none() {
        return Some(tight);
    }
    form(text).map(|form| form.to_string())
}

/// An affine form with the names of its variables.
pub(super) struct Form {
    pub affine: Affine,
    pub names: Vec<char>,
}

impl std::fmt::Display for Form {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.affine.display(&self.names).fmt(formatter)
    }
}

/// Longer formulas are not computed.
const LONGEST_FORM: usize = 400;

/// The form that a formula is, if it is affine with integer coefficients.
pub(super) fn form(text: &str) -> Option<Form> {
    if text.len() > LONGEST_FORM {
        return None;
    }
    let formula = Formula::parse(&plain(text), 0).ok()?;
    let shape = formula.shape()?;
    if shape.degree > 1 || shape.modulus > 1 {
        return None;
    }
    let mut names: Vec<char> = Vec::new();
    for (name, _) in formula.variables() {
        if !name.is_ascii_lowercase() {
            return None;
        }
        if !names.contains(name) {
            names.push(*name);
        }
    }
    let value = |one: Option<usize>| -> Option<Integer> {
        let number = |index: usize| Integer::from(i64::from(Some(index) == one));
        let at: Vec<_> = names.iter().enumerate().map(|(i, name)| (*name, number(i))).collect();
        formula.value(&at).ok()?.to_string().parse().ok()
    };
    let constant = value(None)?;
    let coefficients: Option<Vec<Integer>> =
        (0..names.len()).map(|index| Some(&value(Some(index))? - &constant)).collect();
    Some(Form { affine: Affine::new(constant, coefficients?), names })
}

/// The relation of the language that a sign means, and what is added to the right side for it.
pub(super) fn relation(sign: &str) -> Option<(&'static str, i64)> {
    let sign: String = plain(sign).split_whitespace().collect();
    Some(match sign.as_str() {
        ">=" | "=>" | ">==" => (">=", 0),
        "<=" | "=<" | "<==" => ("<=", 0),
        "==" | "=" | "===" => ("==", 0),
        "!=" | "<>" | "/=" | "=/=" | "~=" | "=!" => ("!=", 0),
        ">" => (">=", 1),
        "<" => ("<=", -1),
        _ => return None,
    })
}

/// A comparison of two sides in the relations of the language: `n > 1` is `n >= 2`.
pub(super) struct Comparison {
    pub left: String,
    pub relation: &'static str,
    pub right: String,
}

impl Comparison {
    /// The comparison that `left sign right` means.
    pub(super) fn new(left: &str, sign: &str, right: &str) -> Option<Self> {
        let (relation, step) = relation(sign)?;
        let left = expression(left)?;
        let right = match step {
            0 => expression(right)?,
            step => form(&format!("{right} + ({step})"))?.to_string(),
        };
        Some(Self { left, relation, right })
    }

    /// The same with one variable on the left that does not stand on the right, as order
    /// conditions need it: `n >= 1` for `1 <= n`, `n >= m+1` for `n-m >= 1`.
    pub(super) fn solved(self) -> Option<Self> {
        if self.relation == "!=" {
            return None;
        }
        let Form { affine, names } = form(&format!("{} - ({})", self.left, self.right))?;
        let is_one = |index: &usize| affine.coefficient(*index).abs().is_one();
        let index = (0..names.len()).find(is_one).or((names.len() == 1).then_some(0))?;
        let factor = Some(affine.coefficient(index)).filter(|it| !it.is_zero())?;
        let size = factor.abs();
        // size * x is compared with the rest.
        let relation = match (factor.is_positive(), self.relation) {
            (false, ">=") => "<=",
            (false, "<=") => ">=",
            (_, other) => other,
        };
        let mut rest = affine.times(&Integer::from(if factor.is_positive() { -1 } else { 1 }));
        rest.add_term(index, &size);
        let right = if size.is_one() {
            Form { affine: rest, names: names.clone() }.to_string()
        } else {
            let constant = rest.constant_term();
            let below = constant.div_floor(&size);
            match (relation, &below * &size == *constant) {
                ("<=", _) | (_, true) => below.to_string(),
                (">=", _) => (&below + &Integer::ONE).to_string(),
                _ => return None,
            }
        };
        Some(Self { left: names[index].to_string(), relation, right })
    }

    /// What holds where this does not.
    pub(super) fn negated(&self) -> Option<Self> {
        let Self { left, right, .. } = self;
        let sign = match self.relation {
            ">=" => "<",
            "<=" => ">",
            "==" => "!=",
            _ => "==",
        };
        Self::new(left, sign, right)
    }
}

impl std::fmt::Display for Comparison {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} {} {}", self.left, self.relation, self.right)
    }
}

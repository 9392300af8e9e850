//! Order conditions: `for all n >= 1`, `n = 1, 2, ...`, `1 < n < 9`, and what is wrong with one.

use super::cursor::Cursor;
use super::fault::{self, is_variable, shown};
use super::heads::{ORDER, first_fault};
use super::lenient::{self, Comparison};
use super::slips::{Line, foreign_signs};
use super::{Context, Found, reach, relation_in, token_behind};
use crate::Integer;
use crate::diagnostic::{Diagnostic, Span};
use crate::lang::{Lost, parse};
use crate::model;

/// What is said of other declarations.
const WHAT: &str = "parameters are declared by order conditions alone, such as `n >= 1`";

/// What stands before a parameter in prose and in mathematics.
const QUANTIFIERS: [&str; 19] = [
    "for all",
    "for every",
    "for each",
    "for any",
    "for",
    "forall",
    "\\forall",
    "∀",
    "where",
    "given",
    "assume",
    "suppose",
    "when",
    "if",
    "with",
    "let",
    "parameters",
    "parameter",
    "precondition",
];

/// The text behind the words of a quantifier.
fn quantified(text: &str) -> Option<&str> {
    let lower = text.to_ascii_lowercase();
    let word = QUANTIFIERS.into_iter().find(|it| lower.starts_with(it))?;
    let rest = &text[word.len()..];
    let ends = !word.is_ascii() || rest.starts_with(char::is_whitespace);
    ends.then(|| rest.trim_start())
}

/// `for all n >= 1`, `∀n ≥ 1:`, `n, m >= 1`
pub fn bounded(line: &Line<'_>) -> Option<Found> {
    let text = line.text().trim_end();
    let rest = quantified(text).unwrap_or(text);
    let rest = rest.trim_end_matches([':', '.', ',', ';']);
    let rest = rest.strip_suffix(" then").unwrap_or(rest);
    let (names, relation) = names(rest);
    if names.len() < 2 && rest.len() == text.len() {
        return None;
    }
    let each = names.iter().map(|name| {
        let (end, meant) = comparisons(&format!("{name} {relation}"))?;
        (end == relation.trim_end().len() + 2).then_some(meant)
    });
    let meant = match names.len() {
        0 => comparisons(rest).filter(|(end, _)| *end == rest.trim_end().len())?.1,
        _ => each.collect::<Option<Vec<_>>>()?.join(" "),
    };
    line.slip("E0104", WHAT, text.len(), &meant)
}

/// Variables with commas between them, and what is said of them: `n, m >= 1`.
fn names(text: &str) -> (Vec<&str>, &str) {
    let (mut names, mut rest) = (Vec::new(), text);
    while let Some(name) = rest.get(..1).filter(|it| is_variable(it)) {
        let behind = &rest[1..];
        if behind.starts_with(|it: char| it.is_alphanumeric()) {
            break;
        }
        names.push(name);
        rest = behind.trim_start();
        let next = [",", "and ", "&"].into_iter().find_map(|it| rest.strip_prefix(it));
        let Some(next) = next else { break };
        rest = next.trim_start();
    }
    (names, rest)
}

/// `let n be a positive integer`, `n: int`: prose about a parameter that no line before bounds.
pub fn described(line: &Line<'_>) -> Option<Found> {
    let text = line.text().trim_end();
    let mut words = text.split_whitespace();
    let is_part = |it: char| it.is_alphanumeric() || ",.:;!?'\"()-".contains(it);
    let bare = |word: &str| word.trim_matches(|it: char| !it.is_alphanumeric()).to_owned();
    let is_prose = words.clone().all(|word| word.chars().all(is_part));
    // An article is no variable.
    let name = words.clone().map(bare).find(|word| is_variable(word) && word != "a")?;
    let says = |word: &str| {
        let bare = bare(word);
        bare.chars().count() > 1 && bare.chars().all(char::is_alphabetic)
            || "ℕℤ".contains(&bare) && !bare.is_empty()
    };
    let known = line.source[..line.start].split_whitespace().any(|it| it == name);
    if !is_prose || known || !words.any(says) {
        return None;
    }
    let what = format!("`{}` does not bound a parameter", shown(text));
    let error = Diagnostic::error("E0108", what)
        .label(Span::new(line.start, line.start + text.len()), "not an order condition")
        .help(format!("write a lower bound: `{name} >= 1`"));
    Some(Found::new(error, line.end, Lost::NAMES))
}

/// `for all n`, `∀n`
pub fn unbounded(source: &str, span: Span, end: usize) -> Option<Found> {
    let text = source[span.start..end].trim_end();
    let rest = quantified(text)?;
    let name = rest.get(..1).filter(|it| is_variable(it))?;
    let is_name = rest[1..].chars().next().is_none_or(|it| !it.is_alphanumeric())
        && !rest[1..].trim_start().starts_with(['<', '>', '=', '≥', '≤']);
    // The head of a loop goes on with where it begins.
    let behind = token_behind(rest, 1).map(|it| rest[it.range()].to_ascii_uppercase());
    let is_loop = behind.is_some_and(|it| ["FROM", "=", ":=", "TO"].contains(&it.as_str()));
    if !is_name || is_loop {
        return None;
    }
    let error = Diagnostic::error("E0108", format!("`{}` does not bound a parameter", shown(text)))
        .label(Span::new(span.start, span.start + text.len()), "not an order condition")
        .help(format!("write a lower bound: `{name} >= 1`"));
    Some(Found::new(error, end, Lost::NAMES))
}

/// `n = 1, 2, ...`, `n in 1..10`, `n = 1, 2, 3`
pub fn range(line: &Line<'_>) -> Option<Found> {
    let text = line.text().trim_end();
    let name = text.get(..1).filter(|it| is_variable(it))?;
    let rest = text[1..].trim_start();
    let signs = ["==", ":=", "=", "∈", "\\in ", "in ", "from "];
    let rest = signs.into_iter().find_map(|it| rest.strip_prefix(it))?.trim();
    let rest = rest.trim_matches(['{', '}', '[', ']', ')']).replace('…', "...");
    // `1..∞`, and `[1, ∞)`
    let endless =
        ["∞", "\\infty", "inf", "infinity"].into_iter().find_map(|it| rest.strip_suffix(it));
    let rest = match endless.map(|it| it.trim_end_matches([' ', ','])) {
        Some(rest) if rest.ends_with('.') => rest.to_owned(),
        Some(rest) => format!("{rest} .."),
        None => rest,
    };
    let dots = |it: &str| it.len() > 1 && it.bytes().all(|it| it == b'.') || it == "to";
    let spaced = rest.replace("...", "..").replace("..", " .. ").replace(',', " ");
    let parts: Vec<&str> = spaced.split_whitespace().collect();
    let (at, has_dots) = match parts.iter().position(|it| dots(it)) {
        Some(at) => (at, true),
        None => (parts.len(), false),
    };
    let first: Vec<Integer> =
        parts[..at].iter().map(|it| it.parse().ok()).collect::<Option<_>>()?;
    let steps = first.windows(2).all(|pair| &pair[1] - &pair[0] == Integer::ONE);
    let least = first.first().filter(|_| steps && parts.len() > 1)?;
    let last = match (has_dots, &parts[(at + 1).min(parts.len())..]) {
        (true, []) => None,
        (true, [last]) => Some(lenient::expression(last)?),
        (false, _) => Some(first.last()?.to_string()),
        _ => return None,
    };
    let below = last.map(|last| format!(" {name} <= {last}")).unwrap_or_default();
    line.slip("E0108", WHAT, text.len(), &format!("{name} >= {least}{below}"))
}

/// The slip of an order condition that goes on behind its item, as in `n == 2k + r`.
pub fn behind_order(source: &str, span: Span) -> Option<Found> {
    let line = Line { source, start: span.start, end: reach(source, span.start) };
    order_conditions(&line, &source[span.range()]).filter(|slip| slip.end > span.end)
}

/// One comparison in the spelling of an order condition, and where it ends.
pub fn comparisons(text: &str) -> Option<(usize, String)> {
    let mut cursor = Cursor { text, at: 0, is_closed: false };
    let (left, sign) = (cursor.expression()?, cursor.sign()?);
    let meant = Comparison::new(&left, sign, &cursor.expression()?)?.solved()?;
    Some((cursor.at, meant.to_string()))
}

/// `n ≥ 2`, `1 <= n <= 9`, `n > 1, m > 1`, `n>=2`
pub fn order_conditions(line: &Line<'_>, token: &str) -> Option<Found> {
    let text = line.text();
    if !lenient::plain(token).starts_with(|it: char| {
        it.is_ascii_lowercase() || it.is_ascii_digit() || "+-([".contains(it)
    }) {
        return None;
    }
    let mut cursor = Cursor { text, at: 0, is_closed: false };
    let mut meant = Vec::new();
    let (mut chained, mut strange, mut tight, mut ended) = (false, false, false, false);
    let mut is_open = false;
    loop {
        let before = cursor.at;
        let Some(condition) = order_condition(&mut cursor) else {
            // What follows a comma is another mistake.
            let is_comma = text[..before].ends_with([',', ';'])
                && text[before..].starts_with(char::is_whitespace);
            if !is_comma {
                return None;
            }
            (cursor.at, ended) = (before, true);
            break;
        };
        strange |= condition.strange;
        tight |= condition.tight;
        is_open |= condition.is_open;
        chained |= condition.meant.len() > 1;
        meant.extend(condition.meant);
        let here = cursor.at;
        if !cursor.separator() {
            cursor.at = here;
            break;
        }
        if cursor.text[cursor.at..].trim().is_empty() {
            ended = true;
            break;
        }
        chained = true;
    }
    let (code, what) = match () {
        () if strange => ("E0108", "the relations of order conditions are `>=`, `<=` and `==`"),
        () if chained || !tight => {
            ("E0104", "an order condition begins with one variable and bounds it once")
        }
        () if ended => ("E0104", "order conditions are separated by blanks alone"),
        () if is_open => ("E0104", "an order condition is written without brackets"),
        () if text[..cursor.at].split_whitespace().count() == 3 * meant.len() => {
            ("E0105", "a number is written in digits alone, and an expression without brackets")
        }
        () => ("E0109", "an order condition is written with blanks around its relation only"),
    };
    let (code, what) = foreign_signs(&text[..cursor.at], code, what);
    line.slip(code, &what, cursor.at, &meant.join(" "))
}

/// An order condition as it is written elsewhere.
struct Bounds {
    /// The same in the spelling of the language.
    meant: Vec<String>,
    /// Has a relation another sign?
    strange: bool,
    /// Does it begin with a variable?
    tight: bool,
    /// Does it stand in brackets?
    is_open: bool,
}

/// `n ≥ 2`, `1 <= n <= 9`, `(n > 1)`
fn order_condition(cursor: &mut Cursor<'_>) -> Option<Bounds> {
    let is_open = cursor.bracket();
    let mut found = Bounds { meant: Vec::new(), strange: false, tight: false, is_open };
    let mut left = cursor.expression()?;
    while let Some(sign) = cursor.sign() {
        let right = cursor.expression()?;
        let comparison = Comparison::new(&left, sign, &right)?;
        found.strange |= comparison.relation != sign;
        found.tight |= found.meant.is_empty() && is_variable(&left);
        found.meant.push(comparison.solved()?.to_string());
        left = right;
    }
    let is_closed = !is_open || cursor.take(&[")", "]"]);
    (is_closed && !found.meant.is_empty()).then_some(found)
}

/// An order condition with a fault, or a relation that stands alone.
pub fn fault_at(source: &str, span: Span, context: &Context) -> Option<Found> {
    let token = &source[span.range()];
    let next = token_behind(source, span.end).filter(|it| it.start <= reach(source, span.start));
    let behind = next.map_or("", |it| &source[it.range()]);
    let follows = relation_in(behind).is_some_and(|it| it.start == 0);
    let lost = if context.moves.is_some() { Lost::ALL } else { Lost::NAMES };
    const PLACE: &str = "an order condition";
    if is_variable(token) && (follows || context.moves.is_none() && !behind.is_empty()) {
        let error = first_fault(source, Span::new(span.start, span.start), ORDER, "E0108", PLACE);
        return Some(Found::new(error, span.end, lost));
    }
    if follows && fault::in_expression(token, 0).is_none() {
        let error = Diagnostic::error("E0104", "an order condition begins with one variable")
            .label(span, "an expression")
            .help("solve it for one variable, as in `n >= m+1`");
        return Some(Found::new(error, span.end, lost));
    }
    let relation = relation_in(token)?;
    let begins = token.starts_with(|first: char| first.is_ascii_lowercase());
    let is_cycle = token.starts_with('<') && token.contains('>');
    let values = token.contains(|letter: char| letter.is_ascii_uppercase() || letter == '_');
    if begins {
        let error = Diagnostic::error("E0109", "blanks are missing around a relation")
            .label(relation.shifted(span.start), "a token of its own");
        return Some(Found::new(error, span.end, lost));
    }
    if is_cycle || values || relation.start > 0 {
        return None;
    }
    let note = match context.moves {
        None => "an order condition is one variable, a relation and an expression: `n >= 2m+1`",
        Some(_) => {
            "relations are in order conditions, before the moves, and in IF; values are written as words: `_n An`"
        }
    };
    let error = Diagnostic::error("E0101", format!("unexpected relation `{}`", shown(token)))
        .label(span, "not part of a condition")
        .note(note);
    Some(Found::new(error, span.end, lost))
}

/// What is wrong with an order condition that took its right side from the condition on the next line, and
/// where that one begins.
pub fn cut_condition(source: &str, span: Span) -> Option<(Diagnostic, usize)> {
    let last = span.end - source[span.range()].trim_end().rsplit(parse::WHITE).next()?.len();
    let gap = source[span.start..last].trim_end().len() + span.start;
    let behind = token_behind(source, span.end).map_or("", |it| &source[it.range()]);
    let is_cut = source[gap..last].contains('\n') && model::Comparison::from_sign(behind).is_some();
    let error = Diagnostic::error("E0105", "an expression is missing in an order condition")
        .label(Span::new(gap, gap), "expected an expression such as `2n-1`");
    is_cut.then_some((error, last))
}

//! What people write who declare a parameter: `for all n >= 1`, `n = 1, 2, ...`, `n in 1..10`.

use super::fault::{is_variable, shown};
use super::lenient;
use super::slips::{Line, comparisons};
use super::{Found, token_behind};
use crate::Integer;
use crate::diagnostic::{Diagnostic, Span};
use crate::lang::Lost;

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

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
const QUANTIFIERS: [&str; 9] =
    ["for all", "for every", "for each", "for any", "for", "forall", "\\forall", "∀", "where"];

/// The text behind the words of a quantifier.
fn quantified(text: &str) -> Option<&str> {
    let lower = text.to_ascii_lowercase();
    let word = QUANTIFIERS.into_iter().find(|it| lower.starts_with(it))?;
    let rest = &text[word.len()..];
    let ends = !word.is_ascii() || rest.starts_with(char::is_whitespace);
    ends.then(|| rest.trim_start())
}

/// `for all n >= 1`, `∀n ≥ 1:`
pub fn bounded(line: &Line<'_>) -> Option<Found> {
    let text = line.text().trim_end();
    let rest = quantified(text)?;
    let rest = rest.trim_end_matches([':', '.', ',', ';']);
    let (end, meant) = comparisons(rest)?;
    if end < rest.trim_end().len() {
        return None;
    }
    line.slip("E0104", WHAT, text.len(), &meant)
}

/// `for all n`, `∀n`
pub fn unbounded(source: &str, span: Span, end: usize) -> Option<Found> {
    let text = source[span.start..end].trim_end();
    let rest = quantified(text)?;
    let name = rest.get(..1).filter(|it| is_variable(it))?;
    let is_name = rest[1..].chars().next().is_none_or(|it| !it.is_alphanumeric());
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
    let rest = rest.trim_matches(['{', '}', '[', ']']).replace('…', "...");
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

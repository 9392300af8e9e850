//! Arguments that rows of constraints have no integer point, read.

use super::Flaw;
use super::lines::{form, integer, number};
use crate::integer::Integer;
use crate::refutation::{Combination, DEPTH, Ending, Fact, Refutation, RefutationError};
use std::iter::Peekable;
use std::str::Split;

type Tokens<'t> = Peekable<Split<'t, char>>;

impl From<RefutationError> for Flaw {
    fn from(error: RefutationError) -> Self {
        Self::new(error.to_string())
    }
}

/// Reads an argument, the whole of `text`.
pub(super) fn refutation(text: &str) -> Result<Refutation, Flaw> {
    let mut tokens = text.split(' ').peekable();
    let refutation = part(&mut tokens, 0)?;
    match tokens.next() {
        None => Ok(refutation),
        Some(extra) => Err(Flaw::text(extra)),
    }
}

fn part(tokens: &mut Tokens<'_>, depth: usize) -> Result<Refutation, Flaw> {
    if depth > DEPTH {
        return Err(RefutationError::Depth.into());
    }
    let mut lines = Vec::new();
    while tokens.peek().is_some_and(|it| *it != "!" && !it.starts_with('?')) {
        lines.push(combination(tokens)?);
    }
    let Some(split) = tokens.next().and_then(|token| token.strip_prefix('?')) else {
        return Ok(Refutation { lines, ending: Ending::Contradiction(combination(tokens)?) });
    };
    let above = Box::new(part(tokens, depth + 1)?);
    if tokens.next() != Some("|") {
        return Err(Flaw::new("a split without its second part"));
    }
    let below = Box::new(part(tokens, depth + 1)?);
    Ok(Refutation { lines, ending: Ending::Split { form: form(split)?, above, below } })
}

/// Terms and the divisor behind them: `0 3*2 l1 /2`.
fn combination(tokens: &mut Tokens<'_>) -> Result<Combination, Flaw> {
    let mut terms = Vec::new();
    loop {
        let token = tokens.next().unwrap_or("");
        if let Some(divisor) = token.strip_prefix('/') {
            return Ok(Combination { terms, divisor: integer(divisor)? });
        }
        let (fact, factor) = match token.split_once('*') {
            Some((fact, factor)) => (fact, integer(factor)?),
            None => (token, Integer::ONE),
        };
        terms.push(match fact.strip_prefix('l') {
            Some(line) => (Fact::Line(number(line)?), factor),
            None if fact == "q" => (Fact::Question, factor),
            None => (Fact::Row(number(fact)?), factor),
        });
    }
}

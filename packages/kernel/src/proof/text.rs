//! How forms and arguments are spelled, both ways.

use crate::affine::Affine;
use crate::integer::Integer;
use crate::lines::{LineError, number};
use crate::refutation::{Combination, DEPTH, Ending, Fact, Refutation, RefutationError};
use std::fmt;
use std::iter::Peekable;
use std::str::Split;

/// Small numbers separated by spaces, or none.
pub(super) fn numbers(text: Option<&str>) -> Result<Vec<usize>, LineError> {
    text.into_iter().flat_map(|text| text.split(' ')).map(number).collect()
}

/// A form as its constant and its coefficients up to the last one that is not 0: `-4,2,0,4`.
pub(super) fn form(text: &str) -> Result<Affine, LineError> {
    let mut numbers = text.split(',').map(number);
    let constant = numbers.next().ok_or_else(|| LineError::text(text))??;
    let coefficients = numbers.collect::<Result<Vec<Integer>, _>>()?;
    if coefficients.last().is_some_and(Integer::is_zero) {
        return Err(LineError::text(text));
    }
    Ok(Affine::new(constant, coefficients))
}

/// Writes what [`numbers`] reads, with a space before each.
pub(super) struct NumbersText<'n>(pub &'n [usize]);

impl fmt::Display for NumbersText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|number| write!(f, " {number}"))
    }
}

/// Writes what [`form`] reads.
pub(super) struct FormText<'f>(pub &'f Affine);

impl fmt::Display for FormText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.constant_term())?;
        self.0.coefficients().iter().try_for_each(|each| write!(f, ",{each}"))
    }
}

type Tokens<'t> = Peekable<Split<'t, char>>;

impl From<RefutationError> for LineError {
    fn from(error: RefutationError) -> Self {
        Self::new(error.to_string())
    }
}

/// An argument, the whole of `text`: its lines, and how it ends.
pub(super) fn refutation(text: &str) -> Result<Refutation, LineError> {
    let mut tokens = text.split(' ').peekable();
    let refutation = part(&mut tokens, 0)?;
    match tokens.next() {
        None => Ok(refutation),
        Some(extra) => Err(LineError::text(extra)),
    }
}

fn part(tokens: &mut Tokens<'_>, depth: usize) -> Result<Refutation, LineError> {
    if depth > DEPTH {
        return Err(RefutationError::Depth.into());
    }
    let mut lines = Vec::new();
    while tokens.peek().is_some_and(|token| *token != "!" && !token.starts_with('?')) {
        lines.push(combination(tokens)?);
    }
    let Some(split) = tokens.next().and_then(|token| token.strip_prefix('?')) else {
        return Ok(Refutation { lines, ending: Ending::Contradiction(combination(tokens)?) });
    };
    let above = Box::new(part(tokens, depth + 1)?);
    if tokens.next() != Some("|") {
        return Err(LineError::new("a split without its second part"));
    }
    let below = Box::new(part(tokens, depth + 1)?);
    Ok(Refutation { lines, ending: Ending::Split { form: form(split)?, above, below } })
}

/// Terms and the divisor after them: `0 3*2 q l1 /2`.
fn combination(tokens: &mut Tokens<'_>) -> Result<Combination, LineError> {
    let mut terms = Vec::new();
    loop {
        let token = tokens.next().unwrap_or("");
        if let Some(divisor) = token.strip_prefix('/') {
            return Ok(Combination { terms, divisor: number(divisor)? });
        }
        let (fact, factor) = match token.split_once('*') {
            Some((_, "1")) => return Err(LineError::text(token)),
            Some((fact, factor)) => (fact, number(factor)?),
            None => (token, Integer::ONE),
        };
        terms.push(match fact.strip_prefix('l') {
            Some(line) => (Fact::Line(number(line)?), factor),
            None if fact == "q" => (Fact::Question, factor),
            None => (Fact::Row(number(fact)?), factor),
        });
    }
}

/// Writes what [`refutation`] reads, each part with a space before it.
pub(super) struct Argument<'r>(pub &'r Refutation);

impl fmt::Display for Argument<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refutation { lines, ending } = self.0;
        lines.iter().try_for_each(|line| write_combination(line, f))?;
        match ending {
            Ending::Contradiction(sum) => {
                f.write_str(" !")?;
                write_combination(sum, f)
            }
            Ending::Split { form, above, below } => {
                write!(f, " ?{}{} |{}", FormText(form), Argument(above), Argument(below))
            }
        }
    }
}

fn write_combination(combination: &Combination, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (fact, factor) in &combination.terms {
        match fact {
            Fact::Row(row) => write!(f, " {row}")?,
            Fact::Question => f.write_str(" q")?,
            Fact::Line(line) => write!(f, " l{line}")?,
        }
        if !factor.is_one() {
            write!(f, "*{factor}")?;
        }
    }
    write!(f, " /{}", combination.divisor)
}

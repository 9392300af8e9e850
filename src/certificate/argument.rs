//! Arguments that rows of constraints have no integer point, read and multiplied out.

use super::Flaw;
use super::lines::{form, integer};
use crate::affine::{Affine, Constraint, Relation};
use crate::integer::Integer;
use std::iter::Peekable;
use std::str::Split;

/// Case splits nested deeper than this are not followed.
const DEPTH: usize = 1000;

/// Something that an argument may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The row with this number, counted from 0.
    Row(usize),
    /// The opposite of what is to be shown.
    Question,
    /// An earlier line, or the assumption of a split, counted from 0 along the way to here.
    Line(usize),
}

/// A sum of multiples of facts, divided by a positive integer.
#[derive(Clone, Debug)]
pub struct Sum {
    /// The facts with their multipliers; those of inequalities are at least 0.
    pub terms: Vec<(Fact, Integer)>,
    /// The divisor.
    pub divisor: Integer,
}

/// An argument: lines, each an inequality that follows from rows and earlier lines, and what
/// they lead to.
#[derive(Clone, Debug)]
pub struct Argument {
    /// The lines: the sum is divided, and its constant rounded down.
    pub lines: Vec<Sum>,
    /// The end.
    pub ending: Ending,
}

/// How an argument ends.
#[derive(Clone, Debug)]
pub enum Ending {
    /// This sum is a negative constant, and yet at least 0.
    Negative(Sum),
    /// This sum of equations has integral coefficients and a constant that is not integral.
    Fraction(Sum),
    /// Either `form >= 0` or `-form-1 >= 0`, and neither can be.
    Split(Affine, Box<[Argument; 2]>),
}

type Tokens<'t> = Peekable<Split<'t, char>>;

impl Argument {
    /// Reads an argument, the whole of `text`.
    pub(super) fn read(text: &str) -> Result<Self, Flaw> {
        let mut tokens = text.split(' ').peekable();
        let argument = Self::tokens(&mut tokens, 0)?;
        match tokens.next() {
            None => Ok(argument),
            Some(extra) => Err(Flaw::text(extra)),
        }
    }

    fn tokens(tokens: &mut Tokens<'_>, depth: usize) -> Result<Self, Flaw> {
        if depth > DEPTH {
            return Err(Flaw::new("case splits nested too deeply"));
        }
        let mut lines = Vec::new();
        loop {
            let ending = match tokens.peek().copied() {
                Some("!") => {
                    tokens.next();
                    Ending::Negative(Sum { terms: terms(tokens)?, divisor: Integer::ONE })
                }
                Some("#") => {
                    tokens.next();
                    Ending::Fraction(sum(tokens)?)
                }
                Some(token) if token.starts_with('?') => {
                    tokens.next();
                    let form = form(&token[1..])?;
                    let above = Self::tokens(tokens, depth + 1)?;
                    if tokens.next() != Some("|") {
                        return Err(Flaw::new("a split without its second part"));
                    }
                    let below = Self::tokens(tokens, depth + 1)?;
                    Ending::Split(form, Box::new([above, below]))
                }
                _ => {
                    lines.push(sum(tokens)?);
                    continue;
                }
            };
            return Ok(Self { lines, ending });
        }
    }

    /// Does the argument show that no integer point satisfies the rows, together with
    /// `question >= 0` if given?
    pub(super) fn check(
        &self,
        rows: &[Constraint],
        question: Option<&Affine>,
    ) -> Result<(), Flaw> {
        self.check_under(&mut Known { rows, question, lines: Vec::new() })
    }

    /// Checks under the lines above; leaves them as they were.
    fn check_under(&self, known: &mut Known<'_>) -> Result<(), Flaw> {
        let before = known.lines.len();
        for line in &self.lines {
            let (sum, _) = known.sum(&line.terms)?;
            let rounded = divide(&sum, &line.divisor)?;
            known.lines.push(rounded);
        }
        match &self.ending {
            Ending::Negative(Sum { terms, .. }) => {
                let (sum, _) = known.sum(terms)?;
                if !sum.is_constant() || !sum.constant_term().is_negative() {
                    return Err(Flaw::new("the sum is no contradiction"));
                }
            }
            Ending::Fraction(Sum { terms, divisor }) => {
                let (sum, equations) = known.sum(terms)?;
                divide(&sum, divisor)?;
                if !equations || sum.constant_term().mod_floor(divisor).is_zero() {
                    return Err(Flaw::new("the sum is no contradiction modulo its divisor"));
                }
            }
            Ending::Split(form, parts) => {
                let opposite = (-form).plus(-1);
                for (part, assumption) in parts.iter().zip([form, &opposite]) {
                    known.lines.push(assumption.clone());
                    part.check_under(known)?;
                    known.lines.pop();
                }
            }
        }
        known.lines.truncate(before);
        Ok(())
    }
}

/// What an argument may use.
struct Known<'k> {
    rows: &'k [Constraint],
    question: Option<&'k Affine>,
    lines: Vec<Affine>,
}

impl Known<'_> {
    /// The sum, and whether it consists of equations only.
    fn sum(&self, terms: &[(Fact, Integer)]) -> Result<(Affine, bool), Flaw> {
        let (mut sum, mut equations) = (Affine::zero(), true);
        for (fact, factor) in terms {
            let found = match *fact {
                Fact::Row(row) => self.rows.get(row).map(|row| (&row.form, row.relation)),
                Fact::Question => self.question.map(|form| (form, Relation::AtLeastZero)),
                Fact::Line(line) => {
                    self.lines.get(line).map(|form| (form, Relation::AtLeastZero))
                }
            };
            let (form, relation) = found.ok_or(Flaw::new("a fact that is not there"))?;
            if relation == Relation::AtLeastZero {
                equations = false;
                if factor.is_negative() {
                    return Err(Flaw::new("a negative multiple of an inequality"));
                }
            }
            sum.add_multiple(factor, form);
        }
        Ok((sum, equations))
    }
}

/// The form divided, which its coefficients must be, and its constant rounded down.
fn divide(sum: &Affine, divisor: &Integer) -> Result<Affine, Flaw> {
    if !divisor.is_positive() {
        return Err(Flaw::new("a divisor that is not positive"));
    }
    if divisor.is_one() {
        return Ok(sum.clone());
    }
    if sum.coefficients().iter().any(|each| !each.mod_floor(divisor).is_zero()) {
        return Err(Flaw::new("coefficients that the divisor does not divide"));
    }
    let quotients = sum.coefficients().iter().map(|each| each.div_floor(divisor));
    Ok(Affine::new(sum.constant_term().div_floor(divisor), quotients))
}

/// Terms and a divisor: `0 3*2 l1 /2`.
fn sum(tokens: &mut Tokens<'_>) -> Result<Sum, Flaw> {
    let terms = terms(tokens)?;
    match tokens.next().and_then(|token| token.strip_prefix('/')) {
        Some(divisor) => Ok(Sum { terms, divisor: integer(divisor)? }),
        None => Err(Flaw::new("a sum without a divisor")),
    }
}

/// Terms up to the divisor, the other part of a split or the end: `0 3*2 l1`.
fn terms(tokens: &mut Tokens<'_>) -> Result<Vec<(Fact, Integer)>, Flaw> {
    let mut terms = Vec::new();
    while let Some(token) = tokens.next_if(|token| *token != "|" && !token.starts_with('/')) {
        let (fact, factor) = match token.split_once('*') {
            Some((fact, factor)) => (fact, integer(factor)?),
            None => (token, Integer::ONE),
        };
        let number = |text: &str| text.parse().map_err(|_| Flaw::text(token));
        let fact = match fact.strip_prefix('l') {
            Some(line) => Fact::Line(number(line)?),
            None if fact == "q" => Fact::Question,
            None => Fact::Row(number(fact)?),
        };
        terms.push((fact, factor));
    }
    Ok(terms)
}

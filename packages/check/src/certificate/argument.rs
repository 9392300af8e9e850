//! Arguments that rows of constraints have no integer point, read and multiplied out.

use super::lines::{form, integer, number};
use super::{Flaw, Shown};
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

/// Multiples of facts, divided by a positive integer.
#[derive(Clone, Debug)]
pub struct Sum {
    /// The facts with their multipliers; those of inequalities are at least 0.
    pub terms: Vec<(Fact, Integer)>,
    /// The divisor.
    pub divisor: Integer,
}

/// Lines, each an inequality that follows from rows and earlier lines, and what they lead to.
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
    /// This sum is a negative constant, and yet at least 0; or, a sum of equations, it has
    /// integral coefficients and a constant that is not integral, and yet is 0.
    Contradiction(Sum),
    /// Either `form >= 0` or `-form-1 >= 0`, and neither can be.
    Split(Affine, Box<[Argument; 2]>),
}

/// Rows, and the form of the question if there is one: both are at least 0.
pub(super) type Given<'g> = (&'g [Constraint], Option<&'g Affine>);

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
        while tokens.peek().is_some_and(|it| *it != "!" && !it.starts_with('?')) {
            lines.push(sum(tokens)?);
        }
        let Some(split) = tokens.next().and_then(|token| token.strip_prefix('?')) else {
            return Ok(Self { lines, ending: Ending::Contradiction(sum(tokens)?) });
        };
        let above = Self::tokens(tokens, depth + 1)?;
        if tokens.next() != Some("|") {
            return Err(Flaw::new("a split without its second part"));
        }
        let parts = [above, Self::tokens(tokens, depth + 1)?];
        Ok(Self { lines, ending: Ending::Split(form(split)?, Box::new(parts)) })
    }

    /// Does the argument show that no integer point satisfies what is given?  The lines above
    /// are left as they were.
    pub(super) fn check(&self, given: Given<'_>, lines: &mut Vec<Affine>) -> Shown {
        let before = lines.len();
        for line in &self.lines {
            let (sum, _) = line.add_up(given, lines)?;
            lines.push(divide(&sum, &line.divisor)?);
        }
        match &self.ending {
            Ending::Contradiction(last) => {
                let (sum, equations) = last.add_up(given, lines)?;
                divide(&sum, &last.divisor)?;
                let constant = sum.constant_term();
                let fraction = equations && !constant.mod_floor(&last.divisor).is_zero();
                if !(fraction || sum.is_constant() && constant.is_negative()) {
                    return Err(Flaw::new("the sum is no contradiction"));
                }
            }
            Ending::Split(form, parts) => {
                for (part, assumption) in parts.iter().zip([form.clone(), (-form).plus(-1)]) {
                    lines.push(assumption);
                    part.check(given, lines)?;
                    lines.pop();
                }
            }
        }
        lines.truncate(before);
        Ok(())
    }
}

impl Sum {
    /// The sum, before the division, and whether it consists of equations only.
    fn add_up(&self, given: Given<'_>, lines: &[Affine]) -> Result<(Affine, bool), Flaw> {
        let (rows, question) = given;
        let (mut sum, mut equations) = (Affine::zero(), true);
        for (fact, factor) in &self.terms {
            let found = match *fact {
                Fact::Row(row) => rows.get(row).map(|row| (&row.form, row.relation)),
                Fact::Question => question.map(|form| (form, Relation::AtLeastZero)),
                Fact::Line(line) => lines.get(line).map(|form| (form, Relation::AtLeastZero)),
            };
            let (form, relation) = found.ok_or(Flaw::new("a fact that is not there"))?;
            equations &= relation == Relation::Zero;
            if relation == Relation::AtLeastZero && factor.is_negative() {
                return Err(Flaw::new("a negative multiple of an inequality"));
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

/// Terms and the divisor behind them: `0 3*2 l1 /2`.
fn sum(tokens: &mut Tokens<'_>) -> Result<Sum, Flaw> {
    let mut terms = Vec::new();
    loop {
        let token = tokens.next().unwrap_or("");
        if let Some(divisor) = token.strip_prefix('/') {
            return Ok(Sum { terms, divisor: integer(divisor)? });
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

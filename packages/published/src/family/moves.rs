//! The moves of a family: as numbers where its parameters have values, and as affine forms.

use super::model::{Family, MoveList};
use crate::Integer;
use crate::affine::Affine;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::formula::Formula;
use crate::sequence::{GameError, Moves};
use num_rational::BigRational;

/// The most moves of one game.
const MOST_MOVES: i64 = 1 << 16;
/// The most moves of a family, or of a description, that are compared for all parameters.
pub(crate) const MOST_FORMS: usize = 64;

/// Why there is no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// A move is too large to compute with.
    TooLarge,
    /// The numbers cannot be moves; this sentence says why.
    Wrong(String),
    /// Two moves are equal.
    Repeated(u64),
}

impl MoveError {
    /// Why the numbers are not a game, in a sentence; `None` if they are too large to decide.
    pub(crate) fn why(&self) -> Option<String> {
        match self {
            Self::TooLarge => None,
            Self::Wrong(why) => Some(why.clone()),
            Self::Repeated(size) => Some(GameError::Repeated(*size).to_string()),
        }
    }
}

impl MoveList {
    /// `{ n 14n-1 51n-3 52n-3 }`: formulas without spaces, and ranges of them such as `n+1..2n`.
    pub fn parse(text: &str, offset: usize) -> Result<Self, Diagnostic> {
        let whole = Span::new(0, text.len()).shifted(offset);
        let inner = text.trim().strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        let Some(inner) = inner else {
            return Err(Diagnostic::new(Code::UnreadableMoves, "this is not a list of moves")
                .label(whole, "not understood")
                .help("write the moves in braces, with spaces between them: `{ n 2n+1 5n-3 }`"));
        };
        let at = inner.as_ptr() as usize - text.as_ptr() as usize;
        let items = Formula::list(inner, offset + at)?;
        let items: Vec<_> = items.into_iter().map(|(ends, _)| ends).collect();
        if items.is_empty() {
            return Err(Diagnostic::new(Code::UnreadableMoves, "a game needs at least one move")
                .label(whole, "nothing between the braces"));
        }
        Ok(Self { items, span: whole })
    }

    /// The moves where the parameters have values.
    pub fn at(&self, at: &[(char, Integer)]) -> Result<Moves, MoveError> {
        let value = |formula: &Formula| {
            let value = formula.value(at).map_err(|fault| {
                MoveError::Wrong(format!("the move {formula} has no value: {fault}"))
            })?;
            if !value.is_integer() {
                return Err(MoveError::Wrong(format!(
                    "the move {formula} is {value}, which is not an integer"
                )));
            }
            let integer = value.to_integer();
            Integer::from(integer).to_i64().ok_or(MoveError::TooLarge)
        };
        let mut sizes = Vec::new();
        for (from, to) in &self.items {
            let first = value(from)?;
            let last = match to {
                Some(to) => value(to)?,
                None => first,
            };
            if last.saturating_sub(first) >= MOST_MOVES {
                return Err(MoveError::TooLarge);
            }
            for size in first..=last {
                sizes.push(u64::try_from(size).ok().filter(|size| *size > 0).ok_or_else(|| {
                    MoveError::Wrong(format!("the move {from} is {size}, below 1"))
                })?);
            }
        }
        // Which move of a family is the largest may depend on the parameters.
        if !at.is_empty() {
            sizes.sort_unstable();
        }
        Moves::new(&sizes).map_err(|error| match error {
            GameError::TooLarge(_) => MoveError::TooLarge,
            GameError::Repeated(size) => MoveError::Repeated(size),
            error => MoveError::Wrong(error.to_string()),
        })
    }
}

impl Family {
    /// The moves over the parameters, if all are affine with integer coefficients, and at most
    /// [`MOST_FORMS`].
    pub(super) fn affine_moves(&self) -> Option<Vec<Affine>> {
        if self.moves.items.len() > MOST_FORMS {
            return None;
        }
        let bindings: Vec<_> = self.parameters.iter().copied().zip(variables(self)).collect();
        let one = |(formula, to): &(Formula, Option<Formula>)| {
            let plain = formula.shape().is_some_and(|of| of.degree <= 1 && of.modulus == 1);
            let (form, denominator) = interpolated(formula, &bindings, self.parameters.len())?;
            (plain && to.is_none() && denominator.is_one()).then_some(form)
        };
        self.moves.items.iter().map(one).collect()
    }
}

/// The parameters as variables.
pub(crate) fn variables(family: &Family) -> impl Iterator<Item = Affine> {
    (0..family.parameters.len()).map(Affine::variable)
}

/// The formula where each letter is replaced by a form over this number of variables, **if the result is affine**: a
/// form with integer coefficients, and the denominator to divide it by.
///
/// It is found from the values at 0 and at the unit vectors.
pub(crate) fn interpolated(
    formula: &Formula,
    bindings: &[(char, Affine)],
    variables: usize,
) -> Option<(Affine, Integer)> {
    let value = |point: &[Integer]| {
        let at: Vec<_> = bindings.iter().map(|(name, form)| (*name, form.at(point))).collect();
        formula.value(&at).ok()
    };
    let mut point = vec![Integer::ZERO; variables];
    let constant = value(&point)?;
    let mut coefficients = Vec::with_capacity(variables);
    for variable in 0..variables {
        point[variable] = Integer::ONE;
        coefficients.push(value(&point)? - &constant);
        point[variable] = Integer::ZERO;
    }
    let all = coefficients.iter().chain([&constant]);
    let denominator =
        all.fold(1.into(), |all, one: &BigRational| num_integer::lcm(all, one.denom().clone()));
    let scaled = |value: BigRational| Integer::from((value * &denominator).to_integer());
    let form = Affine::new(scaled(constant), coefficients.into_iter().map(scaled));
    Some((form, denominator.into()))
}

//! A claimed formula and what is proved: are they equal throughout a case?
//!
//! They are compared in the way of claims about a description ([`crate::theorem::claim`]).

use super::model::Family;
use super::proven::affine;
use crate::Integer;
use crate::affine::Affine;
use crate::formula::Formula;
use crate::limit::{CancellationToken, Limit};
use crate::polynomial::Polynomial;
use crate::theorem::claim::{Difference, FormulaComparison};
use crate::theorem::{Case, Context, ContextError};
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, Zero as _};

/// A claimed formula and a proved polynomial, both over the parameters.
pub(super) struct Value<'v> {
    /// Whose parameters these are.
    pub family: &'v Family,
    /// What is claimed, before it is divided by `divisor`.
    pub formula: &'v Formula,
    /// See `formula`.
    pub divisor: BigRational,
    /// What is proved.
    pub proved: &'v Polynomial,
    /// The largest move, if the printed number is larger by it and 1, except where it is 0.
    pub largest: Option<&'v Affine>,
}

impl Value<'_> {
    /// Is it right for this point, where the printed number is shifted or not?
    fn agrees(&self, point: &[Integer], shifted: bool) -> bool {
        let at: Vec<_> =
            self.family.parameters.iter().copied().zip(point.iter().cloned()).collect();
        let mut right = self.proved.at(point);
        if let (Some(largest), true) = (self.largest, shifted) {
            right += BigRational::from_integer(largest.at(point).to_big() + 1);
        }
        self.formula.value(&at).is_ok_and(|claimed| claimed / &self.divisor == right)
    }

    /// Is the claim right for this game?
    pub(super) fn is_right(&self, game: &[i64]) -> bool {
        let point: Vec<_> = game.iter().copied().map(Integer::from).collect();
        self.agrees(&point, !self.proved.at(&point).is_zero())
    }

    /// Is the proved number 0 throughout the case (true) or nowhere (false)?  It is never
    /// negative.  Nothing, if it is 0 for some games among few.
    pub(super) fn vanishes(
        &self,
        case: &Case,
        context: &mut Context,
    ) -> Result<Option<bool>, ContextError> {
        let proved = case.in_variables(self.proved);
        if proved.is_zero() {
            return Ok(Some(true));
        }
        if let Some((form, _)) = affine(&proved) {
            return Ok(Some(!context.at_least_zero(&form.plus(-1))?));
        }
        // Beyond the bound of Cauchy there are no zeros.
        let length = proved.terms().map(|(list, _)| list.len()).max();
        let Some(variable) = length.and_then(|length| length.checked_sub(1)) else {
            return Err(ContextError::Unsupported("zeros of a constant".into()));
        };
        let others = |list: &[u32]| list.iter().take(variable).any(|exponent| *exponent > 0);
        let leading = proved.terms().max_by_key(|(list, _)| list.iter().sum::<u32>());
        let Some((_, leading)) = leading.filter(|_| !proved.terms().any(|term| others(term.0)))
        else {
            return Err(ContextError::Unsupported(
                "zeros of a polynomial in several variables".into(),
            ));
        };
        let quotients = proved.terms().map(|(_, coefficient)| (coefficient / &leading).abs());
        // The leading coefficient is among them, so the greatest is at least 1.
        let bound = quotients.fold(BigRational::one(), BigRational::max);
        let bound = Integer::from(bound.ceil().to_integer() + 1);
        let beyond = |form: Affine| &form - &Affine::constant(bound.clone());
        let nowhere = context.at_least_zero(&beyond(Affine::variable(variable)))?
            || context.at_least_zero(&beyond(-&Affine::variable(variable)))?;
        Ok(nowhere.then_some(false))
    }

    /// Where claim and proof differ in the case, if the printed number is shifted or not.
    pub(super) fn difference(
        &self,
        case: &Case,
        shifted: bool,
        stop: &CancellationToken,
    ) -> Result<Difference, Limit> {
        let mut right = self.proved.clone();
        if let (Some(largest), true) = (self.largest, shifted) {
            right = right.plus(&Polynomial::from(&largest.clone().plus(1)));
        }
        let names = self.family.parameters.clone();
        let comparison = FormulaComparison { names, formula: self.formula, when: None };
        comparison.difference(case, &right.scaled(&self.divisor), stop)
    }
}

//! Is a claimed formula equal to what is proved throughout a case?
//!
//! They are compared in the same way as claims about a description ([`crate::theorem::claim`]).

use super::model::Family;
use crate::Integer;
use crate::affine::Affine;
use crate::formula::Formula;
use crate::limit::{CancellationToken, Limit};
use crate::polynomial::Polynomial;
use crate::theorem::claim::sign::sign;
use crate::theorem::claim::{Difference, FormulaComparison};
use crate::theorem::{Case, Context, ContextError};
use num_rational::BigRational;
use num_traits::Zero as _;
use std::cmp::Ordering;

/// A claimed formula and a proved polynomial, both over the parameters.
pub(super) struct Value<'v> {
    /// The family with these parameters.
    pub family: &'v Family,
    /// What is claimed, before it is divided by `divisor`.
    pub formula: &'v Formula,
    /// See `formula`.
    pub divisor: BigRational,
    /// What is proved.
    pub proved: &'v Polynomial,
    /// The largest move, if the printed number is larger by this and 1, except where it is 0.
    pub largest: Option<&'v Affine>,
}

impl Value<'_> {
    /// Is the claim right for this point, given whether the printed number is shifted?
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

    /// Is the proved number 0 throughout the case (true) or nowhere (false)?
    pub(super) fn vanishes(
        &self,
        case: &Case,
        context: &mut Context,
    ) -> Result<bool, ContextError> {
        let sign = sign(&case.in_variables(self.proved), context)?;
        let zeros = "zeros of a polynomial in several variables";
        Ok(sign.ok_or(ContextError::Unsupported(zeros.into()))? == Ordering::Equal)
    }

    /// Where claim and proof differ in the case, given whether the printed number is shifted.
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

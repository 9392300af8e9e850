//! A claimed formula and what is proved: are they equal throughout a case?
//!
//! Both are polynomials, or become polynomials once the remainders of the parameters are fixed.
//! So they are equal everywhere if they are on a grid that is large enough, whether its points
//! are games of the case or not.

use super::model::Family;
use super::proven::affine;
use crate::Integer;
use crate::affine::Affine;
use crate::formula::Formula;
use crate::theorem::polynomial::Polynomial;
use crate::theorem::{Case, Ground, Trouble};
use num_rational::BigRational;
use num_traits::{Signed as _, Zero as _};

/// The most points at which a formula is compared with a polynomial.
const MOST_POINTS: u64 = 1 << 14;

/// A claimed formula and a proved polynomial, both over the parameters.
pub struct Value<'v> {
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
    pub fn is_right(&self, game: &[i64]) -> bool {
        let point: Vec<_> = game.iter().copied().map(Integer::from).collect();
        self.agrees(&point, !self.proved.at(&point).is_zero())
    }

    /// Is the proved number 0 throughout the case (true) or nowhere (false)?  It is never
    /// negative.  Nothing, if it is 0 for some games among few.
    pub fn vanishes(&self, case: &Case, ground: &mut Ground) -> Result<Option<bool>, Trouble> {
        let forms: Vec<_> = case.forms.iter().map(Polynomial::from).collect();
        let proved = self.proved.substitute(&forms);
        if proved.is_zero() {
            return Ok(Some(true));
        }
        if let Some((form, _)) = affine(&proved) {
            return Ok(Some(!ground.at_least_zero(&form.plus(-1))?));
        }
        // Beyond the bound of Cauchy there are no zeros.
        let length = proved.terms().map(|(list, _)| list.len()).max().unwrap_or(0);
        let variable = length.saturating_sub(1);
        let others = |list: &[u32]| list.iter().take(variable).any(|exponent| *exponent > 0);
        let leading = proved.terms().max_by_key(|(list, _)| list.iter().sum::<u32>());
        let Some((_, leading)) = leading.filter(|_| !proved.terms().any(|term| others(term.0)))
        else {
            return Err(Trouble::Silent("zeros of a polynomial in several variables"));
        };
        let bound = proved.terms().map(|(_, coefficient)| (coefficient / leading).abs()).max();
        let bound = Integer::from(bound.unwrap_or_default().ceil().to_integer() + 1);
        let beyond = |form: Affine| &form - &Affine::constant(bound.clone());
        let nowhere = ground.at_least_zero(&beyond(Affine::variable(variable)))?
            || ground.at_least_zero(&beyond(-&Affine::variable(variable)))?;
        Ok(nowhere.then_some(false))
    }

    /// Are formula and polynomial equal for all values of the variables of the case?
    pub fn is_identical(&self, case: &Case, ground: &Ground, shifted: bool) -> Option<bool> {
        let shape = self.formula.shape()?;
        let degree = self.proved.terms().map(|(list, _)| list.iter().sum::<u32>()).max();
        // A polynomial of degree below `count` in each variable is 0 if it vanishes on a grid of
        // `count` values of each.
        let count = shape.degree.max(degree.unwrap_or(0).into()).max(1) + 1;
        let side = shape.modulus.checked_mul(count)?;
        let forms = &case.forms[..self.family.parameters.len()];
        let used: Vec<_> = (0..ground.variables)
            .filter(|variable| forms.iter().any(|form| !form.coefficient(*variable).is_zero()))
            .collect();
        let total = side.checked_pow(u32::try_from(used.len()).ok()?)?;
        if total > MOST_POINTS {
            return None;
        }
        let mut values = vec![Integer::ZERO; ground.variables];
        for index in 0..total {
            let mut rest = index;
            for variable in &used {
                values[*variable] = Integer::from(rest % side);
                rest /= side;
            }
            let point: Vec<_> = forms.iter().map(|form| form.at(&values)).collect();
            if !self.agrees(&point, shifted) {
                return Some(false);
            }
        }
        Some(true)
    }
}

//! Parts of the parameter space on which a formula is to be a polynomial.

use super::super::case::Case;
use crate::Integer;
use crate::affine::{Affine, Constraint};
use crate::chain::Region;
use crate::ilp::{BackendKind, Lattice, lexicographic_minimum};
use crate::limit::{CancellationToken, Limit};
use crate::polynomial::Polynomial;
use num_rational::BigRational;

/// Parameters as affine forms over integer variables, and what holds for these.
///
/// The parameters n with n >= 2 that leave the remainder 1 by 3 are n = 3u + 1 with
/// 3u - 1 >= 0.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// What holds, over the variables.
    pub constraints: Vec<Constraint>,
    /// The parameters, over the variables.
    pub parameters: Vec<Affine>,
    /// The number of variables; those behind the parameters' own are quotients.
    pub dimension: usize,
}

/// How a part falls into smaller ones.
#[derive(Clone, Debug)]
pub(super) enum Split {
    /// By the remainder of a variable by a number.
    Remainders(usize, u64),
    /// Into those that satisfy one of these lists of constraints; all do.
    Cases(Vec<Vec<Constraint>>),
}

impl Part {
    /// The parameters of a case.
    pub(super) fn new(case: &Case) -> Self {
        Self {
            constraints: case.constraints.clone(),
            parameters: (0..case.parameters).map(Affine::variable).collect(),
            dimension: case.forms.len(),
        }
    }

    /// The smaller parts; some may be empty.
    pub(super) fn split(&self, split: &Split) -> Vec<Self> {
        match split {
            Split::Remainders(variable, modulus) => (0..*modulus)
                .map(|residue| self.with_remainder(*variable, *modulus, residue))
                .collect(),
            Split::Cases(cases) => cases.iter().map(|case| self.with(case)).collect(),
        }
    }

    /// The part where these constraints hold as well.
    #[must_use]
    pub(super) fn with(&self, constraints: &[Constraint]) -> Self {
        let mut part = self.clone();
        part.constraints.extend_from_slice(constraints);
        part
    }

    /// The part where x = modulus * u + residue, with u in the place of x.
    fn with_remainder(&self, variable: usize, modulus: u64, residue: u64) -> Self {
        let mut values: Vec<_> = (0..self.dimension).map(Affine::variable).collect();
        values[variable] = values[variable].times(&Integer::from(modulus)).plus(residue);
        Self {
            constraints: self.constraints.iter().map(|each| each.substitute(&values)).collect(),
            parameters: self.parameters.iter().map(|form| form.substitute(&values)).collect(),
            dimension: self.dimension,
        }
    }

    /// The part with a solver; nothing if it is empty.
    pub(super) fn region(&self, stop: &CancellationToken) -> Result<Option<Region>, Limit> {
        let mut region = Region::new(BackendKind::Exact.backend(stop.clone()), self.dimension);
        Ok(region.enter(&self.constraints)?.map(|_| region))
    }

    /// The greatest value of the only parameter, if there is one.
    pub(super) fn greatest(&self, stop: &CancellationToken) -> Result<Option<Integer>, Limit> {
        let [form] = self.parameters.as_slice() else { return Ok(None) };
        let Some(mut region) = self.region(stop)? else { return Ok(None) };
        let opposite = -form;
        let least = lexicographic_minimum(region.backend(), std::slice::from_ref(&opposite));
        stop.check()?;
        Ok(least.ok().flatten().map(|point| form.at(&point)))
    }

    /// A polynomial over the parameters, over the variables.
    pub(super) fn polynomial(&self, polynomial: &Polynomial) -> Polynomial {
        let parameters: Vec<_> = self.parameters.iter().map(Polynomial::from).collect();
        polynomial.substitute(&parameters)
    }

    /// Is a polynomial over the variables 0 on all integer points that satisfy the equations of
    /// the part, given or implied by inequalities?  Then it is 0 on the part; if it is not, it may
    /// be all the same, if the part is thin.
    pub(super) fn annuls(
        &self,
        polynomial: &Polynomial,
        region: &mut Region,
    ) -> Result<bool, Limit> {
        Ok(self.restricted(polynomial, region)?.is_zero())
    }

    /// A polynomial over the variables, and others behind them, over free integers in place of the
    /// variables: those by which the solutions of the equations of the part are given.
    pub(super) fn restricted(
        &self,
        polynomial: &Polynomial,
        region: &mut Region,
    ) -> Result<Polynomial, Limit> {
        if polynomial.is_zero() {
            return Ok(Polynomial::zero());
        }
        let mut lattice = Lattice::new(self.dimension);
        for constraint in &self.constraints {
            if region.is_equation(constraint)? && lattice.push(&constraint.form).is_err() {
                return Ok(Polynomial::zero());
            }
        }
        let values: Vec<_> = (0..self.dimension)
            .map(|variable| {
                let (coefficients, constant) = lattice.restrict(&Affine::variable(variable));
                Polynomial::from(&Affine::new(constant, coefficients))
            })
            .collect();
        Ok(polynomial.substitute(&values))
    }

    /// The parameters at a point of the variables.
    pub(super) fn parameters_at(&self, point: &[Integer]) -> Vec<Integer> {
        self.parameters.iter().map(|form| form.at(point)).collect()
    }
}

/// The value of a polynomial that is constant.
pub(super) fn constant(polynomial: &Polynomial) -> Option<BigRational> {
    let is_constant = polynomial.terms().all(|(exponents, _)| exponents.is_empty());
    is_constant.then(|| polynomial.at(&[]))
}

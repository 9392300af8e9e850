//! A part of the parameter space, and what is decided throughout it.

use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::chain::{Cut, Outside, Region};
use crate::ilp::{BackendKind, Lattice, Point, lexicographic_minimum};
use crate::limit::{CancellationToken, Limit};
use crate::minimality::ProofContext;
use crate::minimality::rewrite::StepError;
use crate::model::Description;
use crate::polynomial::{Polynomial, Style, Written as _};
use num_rational::BigRational;
use std::borrow::Cow;

/// Parameters that satisfy the order conditions and further constraints.
///
/// Variables are those of the description, followed by quotients: n with n mod 2 = 1 is 2u + 1.  A parameter that an
/// equation gives in terms of others keeps its number, but no form uses it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The number of parameters; the other variables are quotients.
    pub parameters: usize,
    /// What holds, over the variables.
    pub constraints: Vec<Constraint>,
    /// For each variable, a form over the variables that are used.
    pub forms: Vec<Affine>,
    /// For each variable, a polynomial over the parameters.
    pub inverse: Vec<Polynomial>,
    /// Forms with a modulus and the remainder that they leave.
    pub residues: Vec<(Affine, u64, u64)>,
}

/// Why a case cannot be treated as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContextError {
    /// The sign of the form is not the same everywhere: is it >= 0?
    Sign(Affine),
    /// The remainder of the form by this number is not the same everywhere.
    Residue(Affine, u64),
    /// A limit was reached.
    Limit(Limit),
    /// The method does not apply.
    Unsupported(Cow<'static, str>),
}

impl From<Limit> for ContextError {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl From<StepError> for ContextError {
    fn from(refusal: StepError) -> Self {
        Self::Unsupported(refusal.0.into())
    }
}

impl Case {
    /// All admissible parameters.
    pub fn new(description: &Description) -> Self {
        Self::of(description.parameters.len(), description.constraints())
    }

    /// The values of these parameters, by their number, for which the constraints hold.
    pub fn of(parameters: usize, constraints: Vec<Constraint>) -> Self {
        let mut case = Self {
            parameters,
            constraints,
            forms: (0..parameters).map(Affine::variable).collect(),
            inverse: (0..parameters).map(Polynomial::variable).collect(),
            residues: Vec::new(),
        };
        for condition in case.constraints.clone() {
            if condition.relation == Relation::Zero {
                case.eliminate(&condition.form);
            }
        }
        case
    }

    /// Uses the equation `form = 0` to eliminate the last variable that has the coefficient 1 or -1, if there is one.
    fn eliminate(&mut self, form: &Affine) {
        let form = form.substitute(&self.forms);
        let unit = |(_, coefficient): &(usize, &Integer)| coefficient.abs().is_one();
        let Some((variable, coefficient)) = form.terms().filter(unit).last() else { return };
        let mut value = form.clone();
        value.add_term(variable, &-coefficient);
        let value = value.times(&-coefficient);
        let mut values: Vec<_> = (0..self.forms.len()).map(Affine::variable).collect();
        values[variable] = value;
        for form in &mut self.forms {
            *form = form.substitute(&values);
        }
    }

    /// The part where a form over the variables is at least 0.
    #[must_use]
    pub fn where_at_least_zero(&self, form: &Affine) -> Self {
        self.with(&[Constraint::at_least_zero(form.clone())])
    }

    /// The part where these constraints over the variables also hold.
    #[must_use]
    pub fn with(&self, constraints: &[Constraint]) -> Self {
        let mut part = self.clone();
        part.constraints.extend_from_slice(constraints);
        part
    }

    /// The part where a form leaves the remainder `residue` by `modulus`.
    #[must_use]
    pub fn with_residue(&self, form: &Affine, modulus: u64, residue: u64) -> Self {
        let mut part = self.clone();
        let quotient = part.forms.len();
        part.forms.push(Affine::variable(quotient));
        let difference = form.clone().plus(-i128::from(residue));
        let fraction = BigRational::new(1.into(), modulus.into());
        let value = Polynomial::from(&difference).substitute(&self.inverse).scaled(&fraction);
        part.inverse.push(value);
        part.residues.push((form.clone(), modulus, residue));
        let mut equation = difference;
        equation.add_term(quotient, &-Integer::from(modulus));
        part.constraints.push(Constraint::zero(equation.clone()));
        // 3n = 2u + r is n' = 2u' + r with n' = n: only the coefficients modulo the modulus matter, and one of them is
        // 1 or -1 whenever the modulus is 2 or 3.
        part.eliminate(&equation);
        part
    }

    /// The parts of a cut.
    pub fn parts(&self, cut: &Cut) -> Vec<Self> {
        match cut {
            Cut::Sign(form) => {
                vec![self.where_at_least_zero(form), self.where_at_least_zero(&(-form).plus(-1))]
            }
            Cut::Residue(form, modulus) => {
                (0..*modulus).map(|residue| self.with_residue(form, *modulus, residue)).collect()
            }
        }
    }

    /// The case with the equations that its inequalities imply: n >= m and n <= m are n = m.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn sharpened(&self, stop: &CancellationToken) -> Result<Self, Limit> {
        let mut sharp = self.clone();
        if let Some(mut context) = Context::new(self, 0, stop)? {
            sharp.sharpen(&mut context)?;
        }
        Ok(sharp)
    }

    /// The same, given what is known of the case.
    pub(super) fn sharpen(&mut self, context: &mut Context) -> Result<(), Limit> {
        for constraint in self.constraints.clone() {
            if constraint.relation == Relation::AtLeastZero
                && context.region.is_equation(&constraint)?
            {
                self.eliminate(&constraint.form);
            }
        }
        Ok(())
    }

    /// Do the parameters belong to the case?
    pub fn contains(&self, point: &[Integer]) -> bool {
        let value = |form: &Polynomial| {
            let value = form.at(point);
            value.is_integer().then(|| value.to_integer().into())
        };
        let point: Option<Vec<Integer>> = self.inverse.iter().map(value).collect();
        point.is_some_and(|point| self.constraints.iter().all(|each| each.holds_at(&point)))
    }

    /// The variable that determines all parameters, if there is just one: k if n = 4k + r and r = 2.
    pub fn only_variable(&self) -> Option<usize> {
        let parameters = self.forms[..self.parameters].iter();
        let mut used = parameters.flat_map(|form| form.terms().map(|(used, _)| used));
        let first = used.next()?;
        used.all(|other| other == first).then_some(first)
    }

    /// Names for the variables: those of the parameters, and descriptions of the quotients.
    pub fn variable_names(&self, names: &[String]) -> Vec<String> {
        let quotients = self.inverse.iter().skip(names.len());
        let quotients = quotients.map(|value| match value.display(names, &Style::Text) {
            text if text.starts_with('(') => text,
            text => format!("({text})"),
        });
        names.iter().cloned().chain(quotients).collect()
    }

    /// The polynomial over the parameters instead of the variables.
    pub fn in_parameters(&self, polynomial: &Polynomial) -> Polynomial {
        polynomial.substitute(&self.inverse)
    }

    /// The polynomial over the variables instead of the parameters.
    pub fn in_variables(&self, polynomial: &Polynomial) -> Polynomial {
        let parameters = self.forms[..self.parameters].iter().map(Polynomial::from);
        polynomial.substitute(&parameters.collect::<Vec<_>>())
    }

    /// The parameters at a point of the variables.
    pub fn parameters_at(&self, point: &[Integer]) -> Vec<Integer> {
        self.forms[..self.parameters].iter().map(|form| form.at(point)).collect()
    }

    /// The lexicographically smallest parameters.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn least(&self, stop: &CancellationToken) -> Result<Option<Vec<Integer>>, Limit> {
        let Some(mut context) = Context::new(self, 0, stop)? else { return Ok(None) };
        let point = context.least(&self.forms[..self.parameters])?;
        Ok(point.map(|point| self.parameters_at(&point)))
    }

    /// The least and the greatest value of a form over the variables, as far as they exist.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn bounds(
        &self,
        form: &Affine,
        stop: &CancellationToken,
    ) -> Result<(Option<Integer>, Option<Integer>), Limit> {
        let Some(mut context) = Context::new(self, 0, stop)? else { return Ok((None, None)) };
        let mut least = |form: &Affine| -> Option<Integer> {
            let point = context.least(std::slice::from_ref(form));
            point.ok().flatten().map(|point| form.at(&point))
        };
        let bounds = (least(form), least(&-form).map(|value| -value));
        stop.check()?;
        Ok(bounds)
    }

    /// The region, with room for control variables after the variables.
    pub fn region(&self, stop: &CancellationToken, extra: usize) -> Result<Option<Region>, Limit> {
        let backend = BackendKind::Exact.backend(stop.clone());
        let mut region = Region::new(backend, self.forms.len() + extra);
        Ok(region.enter(&self.constraints)?.map(|_| region))
    }
}

/// A case with the answers of its region.
pub struct Context {
    pub(super) region: Region,
    /// The number of variables of the case.
    pub variables: usize,
}

impl Context {
    /// With room for the variables of loops nested to this depth; `None` if no parameters belong to the case.
    pub fn new(case: &Case, loops: usize, stop: &CancellationToken) -> Result<Option<Self>, Limit> {
        let region = case.region(stop, loops)?;
        Ok(region.map(|region| Self { region, variables: case.forms.len() }))
    }

    /// Is the form at least 0 throughout (true) or below 0 throughout (false)?
    ///
    /// # Errors
    /// [`ContextError::Sign`] if neither is the case.
    pub fn at_least_zero(&mut self, form: &Affine) -> Result<bool, ContextError> {
        if form.is_constant() {
            return Ok(!form.constant_term().is_negative());
        }
        let can_hold = self.region.can(&Constraint::at_least_zero(form.clone()))?;
        let can_fail = self.region.can(&Constraint::negative(form))?;
        match (can_hold, can_fail) {
            (true, true) => Err(ContextError::Sign(form.clone())),
            (holds, _) => Ok(holds),
        }
    }

    /// Is the form at least 0 throughout?
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn always(&mut self, form: &Affine) -> Result<bool, Limit> {
        match self.at_least_zero(form) {
            Err(ContextError::Limit(limit)) => Err(limit),
            answer => Ok(answer == Ok(true)),
        }
    }

    /// Is left <= right throughout (true) or left > right throughout (false)?
    ///
    /// # Errors
    /// See [`Context::at_least_zero`].
    pub fn at_most(&mut self, left: &Affine, right: &Affine) -> Result<bool, ContextError> {
        self.at_least_zero(&(right - left))
    }

    /// The remainder of a form.
    ///
    /// # Errors
    /// [`ContextError::Residue`] if it is not the same throughout, as far as the equations show.
    pub fn residue(&mut self, form: &Affine, modulus: usize) -> Result<usize, ContextError> {
        if modulus == 1 {
            return Ok(0);
        }
        self.region
            .residue(form, &Integer::from(modulus))
            .and_then(|residue| residue.to::<usize>())
            .ok_or_else(|| ContextError::Residue(form.clone(), modulus as u64))
    }

    /// The remainder of a form, if it is the same throughout.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn known_residue(&mut self, form: &Affine, modulus: usize) -> Result<Option<usize>, Limit> {
        match self.residue(form, modulus) {
            Ok(residue) => Ok(Some(residue)),
            Err(ContextError::Limit(limit)) => Err(limit),
            Err(_) => Ok(None),
        }
    }

    /// Restricts the region to `from` <= x_`variable` <= `upto`, unless that is empty.
    pub fn enter(
        &mut self,
        variable: usize,
        from: &Affine,
        upto: &Affine,
    ) -> Result<Option<Outside>, Limit> {
        let value = Affine::variable(variable);
        self.region.enter(&[Constraint::at_least(&value, from), Constraint::at_least(upto, &value)])
    }

    /// Undoes [`Context::enter`].
    pub fn leave(&mut self, outside: Outside) {
        self.region.leave(outside);
    }

    /// The point of the case at which these forms have the lexicographically smallest values.
    ///
    /// # Errors
    /// When a limit is reached, or there is no smallest value.
    pub fn least(&mut self, forms: &[Affine]) -> Result<Option<Point>, Limit> {
        lexicographic_minimum(self.region.backend(), forms)
    }

    /// A polynomial over the variables of the case, and possibly over others after them, in terms of free integers:
    /// those in which all solutions of the equations of the case are expressed, whether given or implied by
    /// inequalities.  Where the result is 0 the polynomial is 0 throughout the case; where it is not, the polynomial
    /// may still be 0 if the case is thin.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn restricted(
        &mut self,
        case: &Case,
        polynomial: &Polynomial,
    ) -> Result<Polynomial, Limit> {
        if polynomial.is_zero() {
            return Ok(Polynomial::zero());
        }
        let mut lattice = Lattice::new(self.variables);
        for constraint in &case.constraints {
            if self.region.is_equation(constraint)? && lattice.push(&constraint.form).is_err() {
                return Ok(Polynomial::zero());
            }
        }
        let value = |variable| {
            let (coefficients, constant) = lattice.restrict(&Affine::variable(variable));
            Polynomial::from(&Affine::new(constant, coefficients))
        };
        Ok(polynomial.substitute(&(0..self.variables).map(value).collect::<Vec<_>>()))
    }

    /// The only point of the case, if there is no other one.
    pub fn only_point(&mut self) -> Result<Option<Point>, Limit> {
        let Some(point) = self.region.point()?.cloned() else { return Ok(None) };
        for (variable, value) in point.iter().enumerate().take(self.variables) {
            let gap = &Affine::variable(variable) - &Affine::constant(value.clone());
            for other in [gap.clone().plus(-1), (-&gap).plus(-1)] {
                if self.region.can(&Constraint::at_least_zero(other))? {
                    return Ok(None);
                }
            }
        }
        Ok(Some(point.into_iter().take(self.variables).collect()))
    }
}

impl ProofContext for Context {
    type Error = ContextError;

    fn need(&mut self, form: &Affine) -> Result<(), ContextError> {
        match self.at_least_zero(form)? {
            true => Ok(()),
            false => Err(ContextError::Unsupported("a step that is not right".into())),
        }
    }

    fn phase(&mut self, form: &Affine, modulus: usize) -> Result<usize, ContextError> {
        self.residue(form, modulus)
    }
}

#[cfg(test)]
mod tests {
    use super::super::law::Law;
    use super::super::piece::Piece;
    use super::*;
    use crate::lang;

    fn case(source: &str) -> Case {
        let source = format!("{source} {{ n }} REPEAT _n An ENDREP");
        Case::new(&lang::parse(&source, &Default::default()).description.expect("a model"))
    }

    #[test]
    fn a_remainder_replaces_the_parameter() {
        let odd = case("n >= 2").with_residue(&Affine::variable(0), 2, 1);
        // n = 2u + 1 and u = (n - 1)/2.
        let form = Affine::new(1.into(), [0.into(), 2.into()]);
        assert_eq!(odd.forms, [form, Affine::variable(1)]);
        assert_eq!(odd.inverse[1].at(&[5.into()]).to_string(), "2");
        let stop = CancellationToken::default();
        let mut context = Context::new(&odd, 0, &stop).expect("no limit").expect("inhabited");
        assert_eq!(context.residue(&odd.forms[0], 2), Ok(1));
        let square = odd.in_parameters(&Polynomial::from(&odd.forms[1]));
        let piece = Piece::new(odd, Law::new(square, true), &[], &stop).expect("no limit");
        let names = ["n".to_owned()];
        assert_eq!(piece.when(&names), "n >= 3 and n mod 2 == 1");
        assert_eq!(piece.formula(&names), "(n - 1)/2");
        assert_eq!(piece.latex(&names), "\\frac{n - 1}{2}");
        assert!(piece.contains(&[5.into()]));
        assert!(!piece.contains(&[4.into()]) && !piece.contains(&[1.into()]));
    }

    /// If a quotient does not determine the parameter, the parameter is the only variable.
    #[test]
    fn one_variable_gives_all_parameters() {
        let whole = case("n >= 2");
        assert_eq!(whole.only_variable(), Some(0));
        let odd = whole.with_residue(&Affine::variable(0), 2, 1);
        assert_eq!(odd.only_variable(), Some(1));
        let triple = Affine::variable(0).times(&3.into());
        assert_eq!(whole.with_residue(&triple, 10, 7).only_variable(), Some(0));
        assert_eq!(case("n >= 2 m >= 1").only_variable(), None);
        assert_eq!(case("k >= 1 n == 4k+2").only_variable(), Some(0));
    }

    #[test]
    fn what_depends_on_the_parameters_is_asked_for() {
        let stop = CancellationToken::default();
        let whole = case("n >= 2");
        let mut context = Context::new(&whole, 0, &stop).expect("no limit").expect("inhabited");
        let beyond = Affine::variable(0).plus(-3);
        assert_eq!(context.at_least_zero(&beyond), Err(ContextError::Sign(beyond.clone())));
        assert_eq!(context.at_least_zero(&beyond.clone().plus(1)), Ok(true));
        assert_eq!(context.only_point(), Ok(None));
        let below = whole.where_at_least_zero(&(-&beyond).plus(-1));
        let sharp = below.sharpened(&stop).expect("no limit");
        assert_eq!(sharp.forms, [Affine::constant(2)]);
        let mut context = Context::new(&sharp, 0, &stop).expect("no limit").expect("inhabited");
        assert_eq!(context.only_point(), Ok(Some(vec![2.into()])));
        let nowhere = below.where_at_least_zero(&beyond);
        assert!(Context::new(&nowhere, 0, &stop).expect("no limit").is_none());
    }
}

//! A system of constraints in the form in which it is solved: equations as a lattice, inequalities as a tableau over
//! its free integers, and what is needed to explain in terms of the original rows why the system is empty.

use super::lattice::{Empty, Lattice, Multipliers};
use super::tableau::{ENTRIES, Owner, Raised, Tableau};
use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::limit::{CancellationToken, Limit};
use grundy_kernel::refutation::{Combination, Ending, Fact, Refutation};
use std::sync::Arc;

/// An inequality `form >= 0`.  On the lattice the form is `gcd * (b.y) + c`; the tableau holds the tightened
/// `b.y + floor(c / gcd)`, and `rounded` says whether it is stronger.
#[derive(Debug)]
pub(super) struct Inequality {
    pub form: Arc<Affine>,
    pub fact: Fact,
    gcd: Integer,
    rounded: bool,
}

/// Where an equation comes from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Equation {
    /// A row, or the question.
    Given(Fact),
    /// Two lines: `form >= 0` and `-form >= 0`.
    Pair(usize, usize),
}

#[derive(Clone, Debug)]
pub(super) struct System {
    pub lattice: Arc<Lattice>,
    pub tableau: Tableau,
    /// Shared, as systems are copied for each part of a case distinction.
    pub inequalities: Vec<Arc<Inequality>>,
    equations: Vec<Equation>,
    /// Memory that is reused.
    coefficients: Vec<Integer>,
    goal: Vec<Integer>,
    stop: CancellationToken,
}

/// The lines written so far, for one argument about one system.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    /// The number of lines above this part of the argument.
    pub base: usize,
    pub lines: Vec<Combination>,
    /// Pairs of an inequality and the line that is its rounded form.
    rounded: Vec<(usize, usize)>,
}

impl Draft {
    pub(crate) fn push(&mut self, line: Combination) -> usize {
        self.lines.push(line);
        self.base + self.lines.len() - 1
    }

    /// Called when inequalities were renumbered or restricted to fewer points: they have to be rounded again.
    pub(crate) fn forget(&mut self) {
        self.rounded.clear();
    }

    /// The draft for one side of a case split, whose assumption takes the next number.
    pub(crate) fn below(&self) -> Self {
        Self {
            base: self.base + self.lines.len() + 1,
            lines: Vec::new(),
            rounded: self.rounded.clone(),
        }
    }

    pub(crate) fn end(self, ending: Ending) -> Refutation {
        Refutation { lines: self.lines, ending }
    }

    /// Ends with inequalities that add up to a constant below 0, which needs no division.
    pub(crate) fn contradiction(self, Combination { terms, .. }: Combination) -> Refutation {
        self.end(Ending::Contradiction(Combination { terms, divisor: Integer::ONE }))
    }
}

/// Why a constraint cannot be added: a nonnegative combination of inequalities (by their
/// numbers) that is a negative constant, or a congruence.
#[derive(Debug)]
pub(super) enum Conflict {
    Farkas(Vec<(usize, Integer)>),
    Congruence(Empty),
    /// It was not known before this limit was reached.
    Limit(Limit),
}

impl From<Limit> for Conflict {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

/// The outcome of asking about a form without adding it.
pub(super) enum Probe {
    /// A point of the lattice at which the form is >= 0, possibly outside the system.
    Candidate(Vec<Integer>),
    /// The system has rational points with form >= 0, but no integral one was at hand.
    Rational,
    /// See [`Conflict::Farkas`]; the question counts as the inequality after the last.
    Empty(Vec<(usize, Integer)>, Inequality),
    /// A stop was requested first.
    Stopped,
}

impl System {
    pub(crate) fn new(stop: CancellationToken) -> Self {
        Self {
            lattice: Arc::new(Lattice::new(0)),
            tableau: Tableau::new(0, stop.clone()),
            inequalities: Vec::new(),
            equations: Vec::new(),
            coefficients: Vec::new(),
            goal: Vec::new(),
            stop,
        }
    }

    pub(crate) fn add_variable(&mut self) -> usize {
        self.tableau.add_free();
        Arc::make_mut(&mut self.lattice).add_variable()
    }

    /// Restricts the form to the lattice and tightens it: the coefficients are left in
    /// `self.coefficients`.  The gcd is 0 for a constant form.
    fn tighten(&mut self, form: &Affine) -> (Integer, Integer, bool) {
        let constant = self.lattice.restrict_into(form, &mut self.coefficients);
        let mut gcd = Integer::ZERO;
        for coefficient in &self.coefficients {
            if !coefficient.is_zero() {
                gcd = gcd.gcd(coefficient);
                if gcd.is_one() {
                    return (gcd, constant, false);
                }
            }
        }
        if gcd.is_zero() {
            return (gcd, constant, false);
        }
        for coefficient in &mut self.coefficients {
            *coefficient = coefficient.div_floor(&gcd);
        }
        let rounded = !constant.mod_floor(&gcd).is_zero();
        let constant = constant.div_floor(&gcd);
        (gcd, constant, rounded)
    }

    /// Adds a constraint.
    pub(crate) fn push_constraint(&mut self, row: &Constraint, fact: Fact) -> Result<(), Conflict> {
        match row.relation {
            Relation::AtLeastZero => self.push(Arc::new(row.form.clone()), fact),
            Relation::Zero => self.push_equation(&row.form, Equation::Given(fact)),
        }
    }

    /// Adds `form >= 0`; a form that is a constant >= 0 on the lattice says nothing and is left out.
    pub(crate) fn push(&mut self, form: Arc<Affine>, fact: Fact) -> Result<(), Conflict> {
        let number = self.inequalities.len();
        let (gcd, constant, rounded) = self.tighten(&form);
        let trivial = gcd.is_zero();
        if trivial && !constant.is_negative() {
            return Ok(());
        }
        let gcd = if trivial { Integer::ONE } else { gcd };
        self.inequalities.push(Arc::new(Inequality { form, fact, gcd, rounded }));
        if trivial {
            return Err(Conflict::Farkas(vec![(number, Integer::ONE)]));
        }
        match self.raise(constant, false) {
            Raised::Optimal => Err(Conflict::Farkas(self.farkas(number))),
            Raised::Stopped => {
                self.inequalities.pop();
                Err(Limit::STOPPED.into())
            }
            raised => {
                self.tableau.insert(number, &self.goal, &raised);
                self.tableau.drop_implied();
                Ok(())
            }
        }
    }

    /// Raises the form with the coefficients in `self.coefficients`; its row is left in `self.goal`.
    fn raise(&mut self, constant: Integer, maximise: bool) -> Raised {
        self.tableau.express(&self.coefficients, constant, &mut self.goal);
        self.tableau.raise(&mut self.goal, maximise)
    }

    /// Adds `form = 0`.
    pub(crate) fn push_equation(&mut self, form: &Affine, from: Equation) -> Result<(), Conflict> {
        self.stop.check()?;
        self.equations.push(from);
        let rank = self.lattice.rank();
        Arc::make_mut(&mut self.lattice).push(form).map_err(Conflict::Congruence)?;
        if self.lattice.rank() != rank { self.rebuild() } else { Ok(()) }
    }

    /// Adds the inequalities again, after the lattice has changed.
    pub(crate) fn rebuild(&mut self) -> Result<(), Conflict> {
        let pivots = self.tableau.pivots;
        self.tableau = Tableau::new(self.lattice.rank(), self.stop.clone());
        self.tableau.pivots = pivots;
        let inequalities = std::mem::take(&mut self.inequalities);
        let mut outcome = Ok(());
        for inequality in inequalities {
            match outcome {
                Ok(()) => outcome = self.push(inequality.form.clone(), inequality.fact),
                Err(_) => self.inequalities.push(inequality),
            }
        }
        outcome
    }

    /// The multipliers of the row in `self.goal`, if it is maximal below 0: the row itself and the
    /// columns.
    fn farkas(&self, number: usize) -> Vec<(usize, Integer)> {
        let mut parts = self.columns();
        parts.push((number, self.goal[0].clone()));
        parts
    }

    /// The slacks in the columns, with the negated entries of the row in `self.goal`.
    fn columns(&self) -> Vec<(usize, Integer)> {
        let entries = self.goal[ENTRIES..].iter().enumerate().filter(|(_, entry)| !entry.is_zero());
        entries
            .filter_map(|(column, entry)| match self.tableau.column_owner(column) {
                Owner::Slack(slack) => Some((slack, -entry)),
                Owner::Free(_) => None,
            })
            .collect()
    }

    /// Is `form >= 0` possible?  The system stays the same; its vertex may move.
    pub(crate) fn probe(&mut self, form: &Affine, fact: Fact) -> Probe {
        let (gcd, constant, rounded) = self.tighten(form);
        let inequality = |gcd| Inequality { form: Arc::new(form.clone()), fact, gcd, rounded };
        if gcd.is_zero() && constant.is_negative() {
            return Probe::Empty(
                vec![(self.inequalities.len(), Integer::ONE)],
                inequality(Integer::ONE),
            );
        }
        let integral = match self.raise(constant, false) {
            Raised::Vertex => self.tableau.integral(None),
            Raised::Along { column, .. } => {
                // The least integral value of the column at which the form is >= 0.
                let (above, entry) = (&self.goal[1], &self.goal[ENTRIES + column]);
                let step = match entry.is_negative() {
                    true => above.div_floor(&-entry),
                    false => -above.div_floor(entry),
                };
                self.tableau.integral(Some((column, &step)))
            }
            Raised::Optimal => {
                return Probe::Empty(self.farkas(self.inequalities.len()), inequality(gcd));
            }
            Raised::Stopped => return Probe::Stopped,
        };
        match integral {
            Some(free) => Probe::Candidate(self.lattice.point(&free)),
            None => Probe::Rational,
        }
    }

    /// The least integer not below the minimum of the form on the rational points, if there is
    /// a minimum.  The vertex moves.
    pub(crate) fn lower_bound(&mut self, form: &Affine) -> Result<Option<Integer>, Limit> {
        let constant = self.lattice.restrict_into(&-form, &mut self.coefficients);
        match self.raise(constant, true) {
            Raised::Optimal => Ok(Some(-self.goal[1].div_floor(&self.goal[0]))),
            Raised::Stopped => Err(Limit::STOPPED),
            Raised::Vertex | Raised::Along { .. } => Ok(None),
        }
    }

    /// The combination of tightened inequalities, divided, in terms of facts.  Inequalities
    /// are named by their numbers; `extra` is the one after the last.
    pub(crate) fn combine(
        &self,
        parts: &[(usize, Integer)],
        divisor: &Integer,
        extra: Option<&Inequality>,
        draft: &mut Draft,
    ) -> Combination {
        let mut scale = Integer::ONE;
        let inequality = |number: usize| match extra {
            Some(extra) if number == self.inequalities.len() => extra,
            _ => &self.inequalities[number],
        };
        for &(number, _) in parts {
            let Inequality { gcd, rounded, .. } = inequality(number);
            if !rounded && !gcd.is_one() {
                scale = &scale * &gcd.div_floor(&scale.gcd(gcd));
            }
        }
        let mut terms = Vec::with_capacity(parts.len() + 1);
        let mut sum = Affine::zero();
        let curved = !self.equations.is_empty();
        for (number, multiplier) in parts {
            if multiplier.is_zero() {
                continue;
            }
            let known = inequality(*number);
            if known.rounded {
                let line = self.rounded(*number, known, draft);
                terms.push((Fact::Line(line), multiplier * &scale));
                continue;
            }
            let multiplier = if known.gcd.is_one() && scale.is_one() {
                multiplier.clone()
            } else {
                multiplier * &scale.div_floor(&known.gcd)
            };
            if curved {
                sum.add_multiple(&multiplier, &known.form);
            }
            terms.push((known.fact, multiplier));
        }
        self.close(terms, &sum, divisor * &scale)
    }

    /// The line that is the rounded form of an inequality.
    fn rounded(&self, number: usize, known: &Inequality, draft: &mut Draft) -> usize {
        if let Some(&(_, line)) = draft.rounded.iter().find(|(other, _)| *other == number) {
            return line;
        }
        let terms = vec![(known.fact, Integer::ONE)];
        let line = draft.push(self.close(terms, &known.form, known.gcd.clone()));
        draft.rounded.push((number, line));
        line
    }

    /// Subtracts the equations from a combination whose terms add up to `sum` (lines that depend only on free integers
    /// may be left out of it), so that what remains depends only on the free integers.
    fn close(
        &self,
        mut terms: Vec<(Fact, Integer)>,
        sum: &Affine,
        mut divisor: Integer,
    ) -> Combination {
        if !self.equations.is_empty() {
            let multipliers = self.lattice.multipliers(sum);
            if !multipliers.denominator.is_one() {
                for (_, multiplier) in &mut terms {
                    *multiplier = &*multiplier * &multipliers.denominator;
                }
                divisor = &divisor * &multipliers.denominator;
            }
            for (equation, numerator) in &multipliers.numerators {
                self.add_equation(*equation, -numerator, &mut terms);
            }
        }
        Combination { terms, divisor }
    }

    fn add_equation(&self, number: usize, factor: Integer, terms: &mut Vec<(Fact, Integer)>) {
        match self.equations[number] {
            Equation::Given(fact) => terms.push((fact, factor)),
            Equation::Pair(_, line) if factor.is_negative() => {
                terms.push((Fact::Line(line), -factor));
            }
            Equation::Pair(line, _) => terms.push((Fact::Line(line), factor)),
        }
    }

    /// The argument for a conflict.
    pub(crate) fn refute(&self, conflict: Conflict, mut draft: Draft) -> Result<Refutation, Limit> {
        Ok(match conflict {
            Conflict::Limit(limit) => return Err(limit),
            Conflict::Farkas(parts) => {
                let combination = self.combine(&parts, &Integer::ONE, None, &mut draft);
                draft.contradiction(combination)
            }
            Conflict::Congruence(Empty(Multipliers { numerators, denominator })) => {
                let given =
                    |(e, _): &(usize, Integer)| matches!(self.equations[*e], Equation::Given(_));
                let signed = |sign: &Integer| {
                    let mut terms = Vec::new();
                    for (equation, numerator) in &numerators {
                        self.add_equation(*equation, numerator * sign, &mut terms);
                    }
                    Combination { terms, divisor: denominator.clone() }
                };
                if numerators.iter().all(given) {
                    return Ok(draft.end(Ending::Contradiction(signed(&Integer::ONE))));
                }
                // Rounding f + c >= 0 and -f - c >= 0 with c not integral gives -1 >= 0.
                let terms = [Integer::ONE, Integer::from(-1)]
                    .map(|sign| (Fact::Line(draft.push(signed(&sign))), Integer::ONE));
                let combination = Combination { terms: terms.to_vec(), divisor: Integer::ONE };
                draft.end(Ending::Contradiction(combination))
            }
        })
    }

    /// Maximises the tightened inequality of this number over the rational points: the floor of the maximum and a
    /// combination that proves it, or `None` if unbounded.
    pub(crate) fn maximum(&mut self, number: usize) -> Option<Maximum> {
        let form = self.inequalities[number].form.clone();
        let (_, constant, _) = self.tighten(&form);
        let Raised::Optimal = self.raise(constant, true) else { return None };
        let divisor = self.goal[0].clone();
        Some(Maximum { floor: self.goal[1].div_floor(&divisor), parts: self.columns(), divisor })
    }

    /// The form that a combination of this system states, over all variables x, in terms
    /// of tightened inequalities; its constant is rounded down.
    pub(crate) fn stated(&self, parts: &[(usize, Integer)], divisor: &Integer) -> Affine {
        let mut constant = Integer::ZERO;
        let mut sum = vec![Integer::ZERO; self.lattice.rank()];
        for (number, multiplier) in parts {
            let (coefficients, value) = self.tightened(*number);
            for (total, coefficient) in sum.iter_mut().zip(&coefficients) {
                total.add_product(multiplier, coefficient);
            }
            constant.add_product(multiplier, &value);
        }
        let mut form = Affine::constant(constant.div_floor(divisor));
        for (k, total) in sum.iter().enumerate() {
            form.add_multiple(&total.div_floor(divisor), &self.lattice.coordinate(k));
        }
        form
    }

    /// The tightened inequality over the free integers.
    pub(crate) fn tightened(&self, number: usize) -> (Vec<Integer>, Integer) {
        let Inequality { form, gcd, .. } = &*self.inequalities[number];
        let (coefficients, constant) = self.lattice.restrict(form);
        let coefficients = coefficients.iter().map(|c| c.div_floor(gcd)).collect();
        (coefficients, constant.div_floor(gcd))
    }
}

/// See [`System::maximum`].
pub(super) struct Maximum {
    pub floor: Integer,
    pub parts: Vec<(usize, Integer)>,
    pub divisor: Integer,
}

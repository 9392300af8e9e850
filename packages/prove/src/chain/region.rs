//! A region of parameter space: a backend together with integer points known to lie in it.
//!
//! Most questions of a proof are "can this happen here?".  A point that was found earlier and is still in the region
//! often answers *yes* without the solver, so the points are carried along wherever the case analysis goes.

use super::log::ProofLog;
use super::{STACK_GROWN, STACK_LEFT};
use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::ilp::{
    Answer, Backend, Lattice, Mark, Multipliers, Point, Refutation, Work, lexicographic_minimum,
};
use crate::limit::Limit;
use crate::proof::ProofStep;
use crate::verdict::Statistics;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;

/// The number of points that a region carries: enough for both sides of most comparisons, few enough that checking all
/// of them costs less than a question.
const POINTS: usize = 6;

/// A system of constraints with points that satisfy it.
pub struct Region {
    backend: Box<dyn Backend>,
    dimension: usize,
    /// The number of constraints.
    rows: usize,
    /// The equations among them, with their numbers.
    equations: Vec<(usize, Affine)>,
    /// The lattice of the equations, made when first needed.
    lattice: Option<Lattice>,
    points: Vec<Point>,
    /// What is known about the ranges of linear forms throughout the region.
    ranges: FxHashMap<Linear, Range>,
    /// The former entries of `ranges`, in the order of the changes.
    history: Vec<(Linear, Option<Range>)>,
    /// Questions answered by a carried point.
    carried: u64,
    /// Questions answered by an earlier *no*.
    remembered: u64,
    effort: u64,
    /// [`weight`] of the longest number of a constraint so far.
    weight: u64,
    looked_at: u64,
    /// The proof of what is found, if one is wanted.
    log: ProofLog,
}

/// Called with the constraints chosen for a part of a region, inside it.
pub(super) type VisitCase<'v> = dyn FnMut(&[Constraint], &mut Region) -> Result<(), Limit> + 'v;

/// The coefficients of a form, the first one that is not 0 positive.
type Linear = SmallVec<[Integer; 4]>;

/// Bounds of a linear form, as far as they are known.
#[derive(Clone, Default)]
struct Range {
    least: Option<Bound>,
    greatest: Option<Bound>,
}

/// A bound, and why it holds, if a proof is wanted.
#[derive(Clone)]
struct Bound {
    value: Integer,
    evidence: Option<Arc<Refutation>>,
}

/// What [`Region::leave`] needs to come back.
pub struct Outside {
    mark: Mark,
    dimension: usize,
    rows: usize,
    equations: usize,
    points: Vec<Point>,
    history: usize,
    facts: usize,
}

/// How two forms compare throughout a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// left <= right everywhere.
    AtMost,
    /// left >= right everywhere.
    AtLeast,
    /// Each is smaller somewhere.
    Undecided,
}

/// What distinguishes the parts of a region.
#[derive(Clone, Debug)]
pub enum Cut {
    /// The form is at least 0, or it is below.
    Sign(Affine),
    /// The remainder of the form by this number is 0, 1, ...
    Residue(Affine, u64),
}

impl Cut {
    /// The number of parts.
    pub fn parts(&self) -> u64 {
        match self {
            Self::Sign(_) => 2,
            Self::Residue(_, modulus) => *modulus,
        }
    }
}

impl Region {
    /// Adds what was asked here to these counts.
    pub fn count(&mut self, statistics: &mut Statistics) {
        let work = self.backend().work();
        statistics.carried += self.carried;
        statistics.remembered += self.remembered;
        statistics.questions += work.questions;
        statistics.pivots += work.pivots;
        statistics.cuts += work.cuts;
        statistics.branches += work.branches;
    }

    /// The whole space of `dimension` integer variables.
    pub fn new(mut backend: Box<dyn Backend>, dimension: usize) -> Self {
        for _ in 0..dimension {
            backend.add_variable();
        }
        Self {
            backend,
            dimension,
            rows: 0,
            equations: Vec::new(),
            lattice: None,
            points: Vec::new(),
            ranges: FxHashMap::default(),
            history: Vec::new(),
            carried: 0,
            remembered: 0,
            effort: 0,
            weight: 1,
            looked_at: 0,
            log: ProofLog::default(),
        }
    }

    /// The log of the proof of what is found; collects nothing unless [`Region::logging`] says so.
    pub fn log(&mut self) -> &mut ProofLog {
        &mut self.log
    }

    /// Does something whose steps belong in this log.
    pub fn logging<T>(&mut self, log: &mut ProofLog, act: impl FnOnce(&mut Self) -> T) -> T {
        std::mem::swap(&mut self.log, log);
        let result = act(self);
        std::mem::swap(&mut self.log, log);
        result
    }

    /// The backend, for questions that points cannot answer.
    pub fn backend(&mut self) -> &mut dyn Backend {
        &mut *self.backend
    }

    /// The cost of the answers so far: the constraints that the solver went through, once for each question, each
    /// simplex step and each case of its own, and more often where numbers are long.
    pub fn effort(&self) -> u64 {
        self.effort
    }

    /// The number of constraints of cases that were examined.
    pub fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// A point of the region.
    ///
    /// # Errors
    /// When a limit is reached before one is found or excluded.
    pub fn point(&mut self) -> Result<Option<&Point>, Limit> {
        if self.points.is_empty() {
            let _ = self.learn(None)?;
        }
        Ok(self.points.last())
    }

    /// Restricts the region, unless nothing would be left.
    ///
    /// # Errors
    /// When a limit is reached; the region is then as before.
    pub fn enter(&mut self, constraints: &[Constraint]) -> Result<Option<Outside>, Limit> {
        let outside = self.outside();
        self.points.retain(|point| constraints.iter().all(|each| each.holds_at(point)));
        for constraint in constraints {
            self.push(constraint);
        }
        self.inhabited(outside, !constraints.is_empty())
    }

    /// Visits every part of the region in which the cases hold, with the constraints chosen for it; `first` are
    /// constraints that hold in all of them.  Where there are `values`, these forms are put in for the variables of the
    /// cases.
    ///
    /// Constraints without an alternative are entered together, up to the next choice; where there is nothing to enter,
    /// nothing is entered.
    ///
    /// # Errors
    /// When a limit is reached, or `visit` returns one.
    pub fn each_case(
        &mut self,
        first: &[Constraint],
        cases: &[Vec<Constraint>],
        values: Option<&[Affine]>,
        visit: &mut VisitCase<'_>,
    ) -> Result<(), Limit> {
        let mut chosen = first.to_vec();
        self.case(0, &mut chosen, cases, values, visit)
    }

    /// [`Region::each_case`] when the constraints before number `known` are entered already.
    fn case(
        &mut self,
        known: usize,
        chosen: &mut Vec<Constraint>,
        cases: &[Vec<Constraint>],
        values: Option<&[Affine]>,
        visit: &mut VisitCase<'_>,
    ) -> Result<(), Limit> {
        let certain = cases.iter().take_while(|one_of| one_of.len() == 1).count();
        let (certain, open) = cases.split_at(certain);
        for each in certain.iter().flatten() {
            chosen.push(self.put_in(each, values));
        }
        let outside = match chosen.len() - known {
            0 => None,
            _ => match self.enter(&chosen[known..])? {
                None => return Ok(()),
                entered => entered,
            },
        };
        let known = chosen.len();
        let result = match open.split_first() {
            None => visit(chosen, self),
            Some((one_of, rest)) => one_of.iter().try_for_each(|each| {
                chosen.truncate(known);
                chosen.push(self.put_in(each, values));
                // The depth is the number of choices, one for each arm of a branch.
                stacker::maybe_grow(STACK_LEFT, STACK_GROWN, || {
                    self.case(known, chosen, rest, values, visit)
                })
            }),
        };
        if let Some(outside) = outside {
            self.leave(outside);
        }
        result
    }

    fn put_in(&mut self, constraint: &Constraint, values: Option<&[Affine]>) -> Constraint {
        self.looked_at += 1;
        values.map_or_else(|| constraint.clone(), |values| constraint.substitute(values))
    }

    /// Restricts the region to the points at which `form` leaves the remainder `residue`.
    ///
    /// A fresh variable u and the equation `form - modulus * u - residue = 0` express this.
    ///
    /// # Errors
    /// When a limit is reached; the region is then as before.
    pub fn enter_residue(
        &mut self,
        form: &Affine,
        modulus: &Integer,
        residue: &Integer,
    ) -> Result<Option<Outside>, Limit> {
        let outside = self.outside();
        self.points.retain_mut(|point| {
            let value = form.at(point);
            let belongs = value.mod_floor(modulus) == *residue;
            point.push(value.div_floor(modulus));
            belongs
        });
        let quotient = self.backend.add_variable();
        self.dimension += 1;
        let mut equation = form - &Affine::constant(residue.clone());
        equation.add_term(quotient, &-modulus);
        self.push(&Constraint::zero(equation));
        self.inhabited(outside, true)
    }

    /// Restricts the region to the part of a cut with this number, unless that is empty.
    ///
    /// # Errors
    /// When a limit is reached; the region is then as before.
    pub fn enter_part(&mut self, cut: &Cut, number: u64) -> Result<Option<Outside>, Limit> {
        match cut {
            Cut::Sign(form) => {
                let form = if number == 0 { form.clone() } else { (-form).plus(-1) };
                self.enter(&[Constraint::at_least_zero(form)])
            }
            Cut::Residue(form, modulus) => {
                self.enter_residue(form, &Integer::from(*modulus), &Integer::from(number))
            }
        }
    }

    /// Adds a variable for the positions from `start` on and before `end`; returns it, unless there are no such
    /// positions.
    ///
    /// # Errors
    /// When a limit is reached; the region is then as before.
    pub fn enter_position(
        &mut self,
        start: &Affine,
        end: &Affine,
    ) -> Result<Option<(Outside, Affine)>, Limit> {
        let outside = self.outside();
        self.points.retain_mut(|point| {
            let first = start.at(point);
            let is_inside = first < end.at(point);
            point.push(first);
            is_inside
        });
        let position = Affine::variable(self.backend.add_variable());
        self.dimension += 1;
        self.push(&Constraint::at_least(&position, start));
        self.push(&Constraint::below(&position, end));
        Ok(self.inhabited(outside, true)?.map(|outside| (outside, position)))
    }

    /// Does something where these constraints also hold, if they hold anywhere.
    ///
    /// # Errors
    /// When a limit is reached, and the errors of `act`.
    pub fn inside<T>(
        &mut self,
        constraints: &[Constraint],
        act: impl FnOnce(&mut Self) -> Result<T, Limit>,
    ) -> Result<Option<T>, Limit> {
        let Some(outside) = self.enter(constraints)? else { return Ok(None) };
        let result = act(self);
        self.leave(outside);
        result.map(Some)
    }

    /// Undoes the matching [`Region::enter`].  Points found inside are also points outside and are kept.
    pub fn leave(&mut self, outside: Outside) {
        let found = std::mem::replace(&mut self.points, outside.points);
        for mut point in found {
            point.truncate(outside.dimension);
            self.remember(point);
        }
        for (linear, before) in self.history.drain(outside.history..).rev() {
            match before {
                Some(range) => self.ranges.insert(linear, range),
                None => self.ranges.remove(&linear),
            };
        }
        self.backend.rollback(outside.mark);
        self.log.forget(outside.facts);
        self.dimension = outside.dimension;
        self.rows = outside.rows;
        if self.equations.len() > outside.equations {
            self.equations.truncate(outside.equations);
            self.lattice = None;
        }
    }

    /// Is there a point of the region that satisfies the constraint?
    ///
    /// # Errors
    /// When a limit is reached first.
    pub fn can(&mut self, constraint: &Constraint) -> Result<bool, Limit> {
        if self.points.iter().any(|point| constraint.holds_at(point)) {
            self.carried += 1;
            return Ok(true);
        }
        match constraint.relation {
            Relation::AtLeastZero => self.reaches_zero(&constraint.form),
            Relation::Zero => Ok(self.learn(Some(constraint))?.is_none()),
        }
    }

    /// Does the constraint, where it holds, hold as an equation throughout the region?
    ///
    /// # Errors
    /// When a limit is reached first.
    pub fn is_equation(&mut self, constraint: &Constraint) -> Result<bool, Limit> {
        let is_said = constraint.relation == Relation::Zero;
        Ok(is_said || !self.can(&Constraint::positive(&constraint.form))?)
    }

    /// The lexicographically smallest values of the first `variables` variables where these constraints also hold.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn smallest(
        &mut self,
        constraints: &[Constraint],
        variables: usize,
    ) -> Result<Option<Point>, Limit> {
        let forms: Vec<_> = (0..variables).map(Affine::variable).collect();
        let least = |region: &mut Self| lexicographic_minimum(region.backend(), &forms);
        let mut smallest = self.inside(constraints, least)?.flatten();
        smallest.iter_mut().for_each(|point| point.truncate(variables));
        Ok(smallest)
    }

    /// Logs why `form >= 0` throughout the region, which was found before.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn need(&mut self, form: &Affine) -> Result<(), Limit> {
        if !self.log.is_collecting() || form.is_constant() || self.log.refer(form) {
            return Ok(());
        }
        // The form c + l is >= 0 when l >= -c, the form c - l when l <= c.
        let (linear, flipped) = linear_part(form);
        let constant = form.constant_term();
        let bound = self.ranges.get(&linear).and_then(|range| match flipped {
            false => range.least.as_ref().filter(|bound| bound.value >= -constant),
            true => range.greatest.as_ref().filter(|bound| bound.value <= *constant),
        });
        let evidence = match bound.and_then(|bound| bound.evidence.clone()) {
            Some(evidence) => Some(evidence),
            None => self.learn(Some(&Constraint::negative(form)))?,
        };
        self.log.fact(form, evidence);
        Ok(())
    }

    /// Logs why the form leaves the remainder that [`Region::residue`] gives.
    pub fn need_residue(&mut self, form: &Affine, modulus: &Integer) {
        if let (false, Some(lattice)) = (is_plain(form, modulus), &self.lattice) {
            self.log.push(|| {
                let Multipliers { numerators, denominator } = lattice.multipliers(form);
                let row = |(equation, factor): (usize, _)| (self.equations[equation].0, factor);
                ProofStep::Phase { terms: numerators.into_iter().map(row).collect(), denominator }
            });
        }
    }

    /// Compares two forms throughout the region.
    ///
    /// # Errors
    /// When a limit is reached first.
    pub fn order(&mut self, left: &Affine, right: &Affine) -> Result<Order, Limit> {
        let gap = right - left;
        if gap.is_constant() {
            let sign = gap.constant_term();
            return Ok(if sign.is_negative() { Order::AtLeast } else { Order::AtMost });
        }
        let (linear, flipped) = linear_part(&gap);
        if let Some(range) = self.ranges.get(&linear) {
            let constant = gap.constant_term();
            // gap = constant + linear, or constant - linear when flipped.
            let (least, greatest) = match flipped {
                false => (
                    range.least.as_ref().map(|least| constant + &least.value),
                    range.greatest.as_ref().map(|greatest| constant + &greatest.value),
                ),
                true => (
                    range.greatest.as_ref().map(|greatest| constant - &greatest.value),
                    range.least.as_ref().map(|least| constant - &least.value),
                ),
            };
            if least.is_some_and(|least| !least.is_negative()) {
                self.remembered += 1;
                return Ok(Order::AtMost);
            }
            if greatest.is_some_and(|greatest| !greatest.is_positive()) {
                self.remembered += 1;
                return Ok(Order::AtLeast);
            }
        }
        let (mut below, mut above) = (false, false);
        for point in &self.points {
            let value = gap.at(point);
            below |= value.is_negative();
            above |= value.is_positive();
        }
        if below && above {
            self.carried += 1;
            return Ok(Order::Undecided);
        }
        if !below && !self.reaches_zero(&(-&gap).plus(-1))? {
            return Ok(Order::AtMost);
        }
        if !above && !self.reaches_zero(&gap.plus(-1))? {
            return Ok(Order::AtLeast);
        }
        Ok(Order::Undecided)
    }

    /// Is the form >= 0 somewhere?  Called where the carried points do not answer this.
    fn reaches_zero(&mut self, form: &Affine) -> Result<bool, Limit> {
        let (linear, flipped) = linear_part(form);
        // The form c + l stays below 0 when l <= -c - 1, the form c - l when l >= c + 1.
        let constant = form.constant_term();
        let bound = if flipped { constant + &Integer::ONE } else { -constant - Integer::ONE };
        if let Some(range) = self.ranges.get(&linear) {
            let known = match flipped {
                false => range.greatest.as_ref().is_some_and(|greatest| greatest.value <= bound),
                true => range.least.as_ref().is_some_and(|least| least.value >= bound),
            };
            if known {
                self.remembered += 1;
                return Ok(false);
            }
        }
        let refuted = self.learn(Some(&Constraint::at_least_zero(form.clone())))?;
        let reaches = refuted.is_none();
        if let Some(evidence) = refuted {
            let before = self.ranges.get(&linear).cloned();
            let mut range = before.clone().unwrap_or_default();
            let evidence = self.log.is_collecting().then_some(evidence);
            let bound = Some(Bound { value: bound, evidence });
            *(if flipped { &mut range.least } else { &mut range.greatest }) = bound;
            self.ranges.insert(linear.clone(), range);
            self.history.push((linear, before));
        }
        Ok(reaches)
    }

    /// The remainder of the form by `modulus`, if it is the same throughout the region as far as the equations show.
    pub fn residue(&mut self, form: &Affine, modulus: &Integer) -> Option<Integer> {
        if is_plain(form, modulus) {
            return Some(form.constant_term().mod_floor(modulus));
        }
        if self.equations.is_empty() {
            return None;
        }
        let (dimension, equations) = (self.dimension, &self.equations);
        let lattice = self.lattice.get_or_insert_with(|| {
            let mut lattice = Lattice::new(dimension);
            for (_, equation) in equations {
                // The region has points, so its equations have solutions; if one did not, the lattice without it would
                // still only give what holds.
                let _ = lattice.push(equation);
            }
            lattice
        });
        lattice.residue(form, modulus)
    }

    fn outside(&mut self) -> Outside {
        Outside {
            mark: self.backend.mark(),
            dimension: self.dimension,
            rows: self.rows,
            equations: self.equations.len(),
            points: self.points.clone(),
            history: self.history.len(),
            facts: self.log.facts(),
        }
    }

    fn push(&mut self, constraint: &Constraint) {
        self.backend.push(constraint);
        let numbers =
            constraint.form.coefficients().iter().chain([constraint.form.constant_term()]);
        self.weight = numbers.map(weight).fold(self.weight, u64::max);
        if constraint.relation == Relation::Zero {
            self.equations.push((self.rows, constraint.form.clone()));
            self.lattice = None;
        }
        self.rows += 1;
    }

    /// Keeps the restriction just made if it has a point, and otherwise undoes it; `said` if that is a step of the
    /// proof.
    fn inhabited(&mut self, outside: Outside, said: bool) -> Result<Option<Outside>, Limit> {
        let refuted = if self.points.is_empty() {
            self.learn(None)
        } else {
            self.carried += 1;
            Ok(None)
        };
        if let (true, Ok(refuted)) = (said, &refuted) {
            self.log.push(|| match refuted {
                None => ProofStep::Inhabited,
                Some(refutation) => ProofStep::Empty(refutation.clone()),
            });
        }
        match refuted {
            Ok(None) => Ok(Some(outside)),
            Ok(Some(_)) => {
                self.leave(outside);
                Ok(None)
            }
            Err(limit) => {
                self.leave(outside);
                Err(limit)
            }
        }
    }

    /// Asks the solver, and keeps the point that it finds; returns why there is none otherwise.
    fn learn(&mut self, question: Option<&Constraint>) -> Result<Option<Arc<Refutation>>, Limit> {
        let steps = |backend: &dyn Backend| {
            let Work { questions, pivots, branches, .. } = backend.work();
            questions + pivots + branches
        };
        let before = steps(&*self.backend);
        let answer = self.backend.ask(question);
        let steps = steps(&*self.backend) - before;
        self.effort =
            self.effort.saturating_add(steps.saturating_mul(self.rows as u64 * self.weight));
        match answer {
            Answer::Feasible(point) => {
                self.remember(point);
                Ok(None)
            }
            Answer::Infeasible(refutation) => Ok(Some(Arc::new(refutation))),
            Answer::Unknown(limit) => Err(limit),
        }
    }

    /// Keeps a point of the region, the latest last.
    fn remember(&mut self, point: Point) {
        if let Some(known) = self.points.iter().position(|other| *other == point) {
            self.points.remove(known);
        } else if self.points.len() == POINTS {
            self.points.remove(0);
        }
        self.points.push(point);
    }
}

/// About how many times as long as with a machine word a computation with this number takes.  What is counted in steps
/// would otherwise take minutes with numbers of thousands of digits.
pub(crate) fn weight(number: &Integer) -> u64 {
    /// The number of bits up to which memory access takes most of the time.
    const SHORT: u64 = 1024;
    number.to_i64().map_or_else(|| 1 + number.to_big().bits() / SHORT, |_| 1)
}

/// Does the form have the same remainder everywhere because its coefficients are multiples?
pub(crate) fn is_plain(form: &Affine, modulus: &Integer) -> bool {
    form.terms().all(|(_, each)| each.mod_floor(modulus).is_zero())
}

/// The linear part of a form with its sign made canonical, and whether it was flipped.
fn linear_part(form: &Affine) -> (Linear, bool) {
    let flipped = form.terms().next().is_some_and(|(_, first)| first.is_negative());
    let mut linear = Linear::with_capacity(form.coefficients().len());
    for coefficient in form.coefficients() {
        linear.push(if flipped { -coefficient } else { coefficient.clone() });
    }
    (linear, flipped)
}

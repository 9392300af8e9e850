//! The exact backend.

use super::rounding::round;
use super::search::{self, Answered, Budget};
use super::system::{Draft, Probe, System};
use super::{Answer, Backend, Mark, Point, Work};
use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::limit::{CancellationToken, Limit};
use grundy_kernel::refutation::{Fact, Refutation};
use std::sync::Arc;

/// The most case splits inside one question before it is given up.
const BRANCHES: u64 = 20_000;

/// The number of points kept to answer later questions.
const WITNESSES: usize = 8;

/// The exact backend: integers only, complete up to a limit on case splits.
///
/// A question is answered from one of the last points found, if one satisfies it; otherwise from the vertex at which
/// the previous question ended; only a question whose rational answer is not integral needs a search.  The system is
/// solved when a question is asked, and equations before inequalities, so the order of pushing costs nothing.
#[derive(Debug)]
pub struct Exact {
    stop: CancellationToken,
    branches: u64,
    state: State,
    marks: Vec<State>,
    rows: Vec<Constraint>,
    work: Work,
}

#[derive(Clone, Debug)]
struct State {
    system: System,
    rows: usize,
    /// The number of rows in `system`.
    done: usize,
    empty: Option<Refutation>,
    /// Points that satisfy all rows, the most recently used first.  Coordinates that are missing at the end are 0.
    witnesses: Vec<Arc<Point>>,
}

impl Exact {
    /// The empty system; `stop` is checked during long searches.
    #[must_use]
    pub fn new(stop: CancellationToken) -> Self {
        Self {
            branches: BRANCHES,
            state: State {
                system: System::new(stop.clone()),
                rows: 0,
                done: 0,
                empty: None,
                witnesses: vec![Arc::default()],
            },
            marks: Vec::new(),
            rows: Vec::new(),
            work: Work::default(),
            stop,
        }
    }

    /// The same with another limit on the case splits inside one question.
    #[must_use]
    pub fn with_branches(mut self, branches: u64) -> Self {
        self.branches = branches;
        self
    }

    /// The rows pushed so far.
    #[cfg(feature = "good-lp")]
    pub(super) fn rows(&self) -> &[Constraint] {
        &self.rows
    }

    /// The number of variables.
    #[cfg(feature = "good-lp")]
    pub(super) fn dimension(&self) -> usize {
        self.state.system.lattice.dimension()
    }

    /// Puts the rows that were pushed since the last question into the system.
    fn settle(&mut self) -> Result<(), Limit> {
        let State { system, done, empty, .. } = &mut self.state;
        if *done == self.rows.len() || empty.is_some() {
            return Ok(());
        }
        for relation in [Relation::Zero, Relation::AtLeastZero] {
            for number in *done..self.rows.len() {
                let row = &self.rows[number];
                if row.relation == relation
                    && let Err(conflict) = system.push_constraint(row, Fact::Row(number))
                {
                    *empty = Some(system.refute(conflict, Draft::default())?);
                    return Ok(());
                }
            }
        }
        *done = self.rows.len();
        self.work.pivots += std::mem::take(&mut system.tableau.pivots);
        Ok(())
    }

    /// The search, on a copy of the system, with the question as a row of its own.
    fn search(&mut self, question: Option<&Constraint>) -> Result<Answered, Limit> {
        let mut system = self.state.system.clone();
        if let Some(question) = question
            && let Err(conflict) = system.push_constraint(question, Fact::Question)
        {
            return Ok(Answered::Empty(system.refute(conflict, Draft::default())?));
        }
        let mut budget = Budget { stop: &self.stop, branches: self.branches, work: &mut self.work };
        search::search(system, &mut budget)
    }

    /// Does the point satisfy all rows and the question?
    fn holds(&self, point: &[Integer], question: Option<&Constraint>) -> bool {
        self.rows.iter().chain(question).all(|row| row.holds_at(point))
    }

    fn feasible(&mut self, point: Point) -> Answer {
        let witnesses = &mut self.state.witnesses;
        witnesses.truncate(WITNESSES - 1);
        witnesses.insert(0, Arc::new(point.clone()));
        Answer::Feasible(point)
    }
}

impl Backend for Exact {
    fn add_variable(&mut self) -> usize {
        self.state.system.add_variable()
    }

    fn push(&mut self, constraint: &Constraint) {
        self.state.witnesses.retain(|witness| constraint.holds_at(witness));
        self.rows.push(constraint.clone());
        self.state.rows += 1;
    }

    fn mark(&mut self) -> Mark {
        // After a stop, the next question reports it.
        let _ = self.settle();
        self.marks.push(self.state.clone());
        Mark(self.marks.len() - 1)
    }

    fn rollback(&mut self, mark: Mark) {
        self.marks.truncate(mark.0 + 1);
        let state = self.marks.pop();
        assert!(state.is_some(), "a mark is used up by the first rollback to it or past it");
        if let Some(state) = state {
            self.state = state;
            self.rows.truncate(self.state.rows);
        }
    }

    fn ask(&mut self, question: Option<&Constraint>) -> Answer {
        self.work.questions += 1;
        let State { witnesses, system, .. } = &mut self.state;
        let known =
            witnesses.iter().position(|witness| question.is_none_or(|q| q.holds_at(witness)));
        if let Some(known) = known {
            witnesses[..=known].rotate_right(1);
            let mut point = Point::with_capacity(system.lattice.dimension());
            point.extend_from_slice(&witnesses[0]);
            point.resize(system.lattice.dimension(), Integer::ZERO);
            return Answer::Feasible(point);
        }
        if let Err(limit) = self.settle() {
            return Answer::Unknown(limit);
        }
        if let Some(refutation) = &self.state.empty {
            return Answer::Infeasible(refutation.clone());
        }
        let system = &mut self.state.system;
        let candidate = match question {
            None => system.tableau.integral(None).map(|free| system.lattice.point(&free)),
            Some(Constraint { relation: Relation::Zero, .. }) => None,
            Some(question) => {
                let probe = system.probe(&question.form, Fact::Question);
                self.work.pivots += std::mem::take(&mut system.tableau.pivots);
                match probe {
                    Probe::Candidate(point) => Some(point),
                    Probe::Rational => None,
                    Probe::Stopped => return Answer::Unknown(Limit::STOPPED),
                    Probe::Empty(parts, inequality) => {
                        let mut draft = Draft::default();
                        let one = Integer::ONE;
                        let sum = system.combine(&parts, &one, Some(&inequality), &mut draft);
                        return Answer::Infeasible(draft.contradiction(sum));
                    }
                }
            }
        };
        if let Some(point) = candidate
            && self.holds(&point, question)
        {
            return self.feasible(point);
        }
        let form = question.map(|question| &question.form);
        if question.is_none_or(|question| question.relation == Relation::AtLeastZero)
            && let Some(free) = round(&self.state.system, form)
        {
            let point = self.state.system.lattice.point(&free);
            if self.holds(&point, question) {
                return self.feasible(point);
            }
        }
        match self.search(question) {
            Err(limit) => Answer::Unknown(limit),
            Ok(Answered::Point(point)) => {
                assert!(
                    self.holds(&point, question),
                    "bug in grundy: a point found by the search does not satisfy the system"
                );
                self.feasible(point)
            }
            Ok(Answered::Empty(refutation)) => {
                if question.is_none() {
                    self.state.empty = Some(refutation.clone());
                }
                Answer::Infeasible(refutation)
            }
        }
    }

    fn lower_bound(&mut self, form: &Affine) -> Result<Option<Integer>, Limit> {
        self.settle()?;
        let bound = self.state.system.lower_bound(form);
        self.work.pivots += std::mem::take(&mut self.state.system.tableau.pivots);
        bound
    }

    fn work(&self) -> Work {
        self.work
    }
}

//! Two backends that have to agree.

use super::{Answer, Backend, Exact, GoodLp, Mark, Work};
use crate::Integer;
use crate::affine::{Affine, Constraint};
use crate::limit::{CancellationToken, Limit};

/// Asks the exact backend and good_lp, and compares.
///
/// Each answer of either backend carries its own evidence, so a contradiction can only be a bug in grundy: it ends the
/// program with a panic that says so.
#[derive(Debug)]
pub struct Both {
    exact: Exact,
    good_lp: GoodLp,
    marks: Vec<(Mark, Mark)>,
}

impl Both {
    /// The empty system; `stop` is checked during long searches.
    #[must_use]
    pub fn new(stop: CancellationToken) -> Self {
        Self { exact: Exact::new(stop.clone()), good_lp: GoodLp::new(stop), marks: Vec::new() }
    }
}

impl Backend for Both {
    fn add_variable(&mut self) -> usize {
        self.good_lp.add_variable();
        self.exact.add_variable()
    }

    fn push(&mut self, constraint: &Constraint) {
        self.good_lp.push(constraint);
        self.exact.push(constraint);
    }

    fn mark(&mut self) -> Mark {
        self.marks.push((self.exact.mark(), self.good_lp.mark()));
        Mark(self.marks.len() - 1)
    }

    fn rollback(&mut self, mark: Mark) {
        self.marks.truncate(mark.0 + 1);
        let marks = self.marks.pop();
        assert!(marks.is_some(), "a mark is used up by the first rollback to it or past it");
        if let Some((exact, good_lp)) = marks {
            self.exact.rollback(exact);
            self.good_lp.rollback(good_lp);
        }
    }

    fn ask(&mut self, question: Option<&Constraint>) -> Answer {
        let exact = self.exact.ask(question);
        let good_lp = self.good_lp.ask(question);
        match (&exact, &good_lp) {
            (Answer::Feasible(_), Answer::Infeasible(_))
            | (Answer::Infeasible(_), Answer::Feasible(_)) => panic!(
                "bug in grundy: the backends contradict each other about {:?} with {question:?}: \
                 exact says {exact:?}, good_lp says {good_lp:?}",
                self.exact.rows(),
            ),
            (Answer::Unknown(_), _) => good_lp,
            _ => exact,
        }
    }

    fn lower_bound(&mut self, form: &Affine) -> Result<Option<Integer>, Limit> {
        self.exact.lower_bound(form)
    }

    fn work(&self) -> Work {
        let (exact, good_lp) = (self.exact.work(), self.good_lp.work());
        Work {
            questions: exact.questions,
            pivots: exact.pivots + good_lp.pivots,
            cuts: exact.cuts + good_lp.cuts,
            branches: exact.branches + good_lp.branches,
            fallbacks: good_lp.fallbacks,
        }
    }
}

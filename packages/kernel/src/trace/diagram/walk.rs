//! The walk through a diagram: every event, for all m at once.

use super::event::Event;
use super::front::{Computation, Front, Settled};
use crate::polynomial::Polynomial;
use crate::trace::form::{Form, Ranges};
use crate::trace::loops::Machine;
use crate::trace::record::Record;
use crate::trace::refused::Reason;

/// The origin of rows and columns: sums over all iterations of all loops.
#[derive(Default)]
pub(super) struct Origin {
    rows: Record,
    columns: Record,
}

impl Origin {
    /// Rows and columns, as polynomials in m.
    pub(super) fn sums(&self) -> [Polynomial; 2] {
        [&self.rows, &self.columns].map(|numbers| numbers.length())
    }
}

/// Follows events, and sums up the origin of rows and columns.
pub(super) struct DiagramWalk<'o, 'p> {
    pub computation: &'o mut Computation<'p>,
    pub origin: &'o mut Origin,
}

impl Machine for DiagramWalk<'_, '_> {
    type Node = Event;
    type Part<const N: usize> = Settled<N>;
    type Front<const N: usize> = Front<N>;

    fn map<const N: usize, const M: usize>(
        wall: &Settled<N>,
        mut number: impl FnMut(&Form<N>) -> Result<Form<M>, Reason>,
    ) -> Result<Settled<M>, Reason> {
        Ok(Settled { column: number(&wall.column)?, cycle: wall.cycle.clone() })
    }

    fn at<const N: usize>(
        &self,
        front: &Front<1>,
        state: Vec<Settled<N>>,
        number: impl Fn(&Form<1>) -> Result<Form<N>, Reason>,
    ) -> Result<Front<N>, Reason> {
        Ok(Front::of(front.reach, number(&front.width)?, &state))
    }

    fn ranges<const N: usize>(front: &mut Front<N>) -> &mut Ranges<N> {
        &mut front.ranges
    }

    fn settle<const N: usize>(&mut self, front: &mut Front<N>) -> Result<Vec<Settled<N>>, Reason> {
        let ([rows, columns], state) = front.settle(&mut self.computation.work)?;
        if N > 0 {
            self.origin.rows.run(false, &rows);
            self.origin.columns.run(false, &columns);
        }
        Ok(state)
    }

    fn load<const N: usize>(front: &mut Front<N>, state: Vec<Settled<N>>) {
        front.load(&state);
    }

    fn step<const N: usize>(&mut self, front: &mut Front<N>, event: &Event) -> Result<(), Reason> {
        front.follow(event, self.computation)
    }

    fn enter(&mut self, count: &[i64]) {
        self.origin.rows.enter(count);
        self.origin.columns.enter(count);
    }

    fn leave(&mut self) {
        self.origin.rows.leave();
        self.origin.columns.leave();
    }
}

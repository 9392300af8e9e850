//! The walk through the loop structure of a computation: every step, for all m at once.

use super::form::{Form, Ranges};
use super::front::{Front, Step};
use super::loops::Machine;
use super::refused::Reason;
use super::run::Run;
use super::structure::Node;

/// What looks on at a walk.
pub(super) trait Witness {
    /// A step was taken, wherever the indices range; the state is that behind it.
    fn step<const N: usize>(&mut self, step: &Step<N>, front: &Front<N>) -> Result<(), Reason>;

    /// A loop of so many iterations begins; what follows is one of them.
    fn enter(&mut self, _count: &[i64]) {}

    /// The innermost loop ends.
    fn leave(&mut self) {}
}

/// Two, one after the other.
impl<A: Witness, B: Witness> Witness for (A, B) {
    fn step<const N: usize>(&mut self, step: &Step<N>, front: &Front<N>) -> Result<(), Reason> {
        self.0.step(step, front)?;
        self.1.step(step, front)
    }

    fn enter(&mut self, count: &[i64]) {
        self.0.enter(count);
        self.1.enter(count);
    }

    fn leave(&mut self) {
        self.0.leave();
        self.1.leave();
    }
}

/// Asks the caller to stop.
pub(super) type Stop<'a> = &'a dyn Fn() -> bool;

/// So many steps are taken before that is looked at again.
const PATIENCE: u64 = 1 << 10;

/// Takes steps, and tells a witness.
pub(super) struct Walk<'a, W> {
    pub witness: &'a mut W,
    pub stop: Stop<'a>,
}

impl<W: Witness> Machine for Walk<'_, W> {
    type Node = Node;
    type Part<const N: usize> = Run<N>;
    type Front<const N: usize> = Front<N>;

    fn map<const N: usize, const M: usize>(
        run: &Run<N>,
        number: impl FnMut(&Form<N>) -> Result<Form<M>, Reason>,
    ) -> Result<Run<M>, Reason> {
        run.with(number)
    }

    fn at<const N: usize>(
        &self,
        front: &Front<1>,
        state: Vec<Run<N>>,
        number: impl Fn(&Form<1>) -> Result<Form<N>, Reason>,
    ) -> Result<Front<N>, Reason> {
        let moves = front.moves().iter().map(number).collect::<Result<_, _>>()?;
        Ok(Front::new(moves, front.combs().clone(), state))
    }

    fn ranges<const N: usize>(front: &mut Front<N>) -> &mut Ranges<N> {
        &mut front.ranges
    }

    fn settle<const N: usize>(&mut self, front: &mut Front<N>) -> Result<Vec<Run<N>>, Reason> {
        front.state()
    }

    fn load<const N: usize>(front: &mut Front<N>, state: Vec<Run<N>>) {
        front.load(state);
    }

    fn step<const N: usize>(&mut self, front: &mut Front<N>, node: &Node) -> Result<(), Reason> {
        match node {
            Node::Steps(steps) => {
                for index in 0..*steps {
                    if index % PATIENCE == 0 && (self.stop)() {
                        return Err(Reason::Stopped);
                    }
                    let step = front.step()?;
                    if N > 0 {
                        self.witness.step(&step, front)?;
                    }
                }
                Ok(())
            }
            Node::Join(join) => front.join(join),
            Node::Loop(_) => Err(Reason::Index),
        }
    }

    fn enter(&mut self, count: &[i64]) {
        self.witness.enter(count);
    }

    fn leave(&mut self) {
        self.witness.leave();
    }
}

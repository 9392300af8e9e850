//! The walk through the loop structure of a computation: every step, for all m at once.

use super::form::{Form, Ranges};
use super::front::Front;
use super::loops::Machine;
use super::record::Record;
use super::refused::Reason;
use super::run::Run;
use super::structure::Node;
use super::unique::States;

/// Does the caller want to stop?
pub(super) type Stop<'a> = &'a dyn Fn() -> bool;

/// The number of steps taken before the caller is asked again whether to stop.
const PATIENCE: u64 = 1 << 10;

/// Takes steps; if wanted, their pieces are recorded and the states are looked at.
pub(super) struct Walk<'a, 's> {
    pub record: Option<&'a mut Record>,
    pub states: &'a mut States<'s>,
    pub stop: Stop<'a>,
}

impl Machine for Walk<'_, '_> {
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
                        self.states.step(&step, front)?;
                        self.record.as_mut().map_or(Ok(()), |record| record.step(&step))?;
                    }
                }
                Ok(())
            }
            Node::Join(join) => front.join(join),
            Node::Loop(_) => Err(Reason::Index),
        }
    }

    fn enter(&mut self, count: &[i64]) {
        self.record.iter_mut().for_each(|record| record.enter(count));
    }

    fn leave(&mut self) {
        self.record.iter_mut().for_each(|record| record.leave());
    }
}

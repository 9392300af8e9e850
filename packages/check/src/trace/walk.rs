//! The walk through the outline of a trace: every step and every loop, for all m at once.

use super::form::{Form, Ranges};
use super::front::{Front, Run, Step};
use super::{DEEPEST, Loop, Node, Reason, lifted};

/// What looks on at a walk.
pub(super) trait Witness {
    /// A step was taken, wherever the indices range; the state is that behind it.
    fn step<const N: usize>(
        &mut self,
        step: &Step<N>,
        front: &Front<N>,
        ranges: &Ranges<N>,
    ) -> Result<(), Reason>;

    /// A loop of so many iterations begins; what follows is one of them.
    fn enter(&mut self, _count: &[i64]) {}

    /// The innermost loop ends.
    fn leave(&mut self) {}
}

/// Nobody.
impl Witness for () {
    fn step<const N: usize>(
        &mut self,
        _: &Step<N>,
        _: &Front<N>,
        _: &Ranges<N>,
    ) -> Result<(), Reason> {
        Ok(())
    }
}

/// Two, one after the other.
impl<A: Witness, B: Witness> Witness for (A, B) {
    fn step<const N: usize>(
        &mut self,
        step: &Step<N>,
        front: &Front<N>,
        ranges: &Ranges<N>,
    ) -> Result<(), Reason> {
        self.0.step(step, front, ranges)?;
        self.1.step(step, front, ranges)
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

/// How each iteration of a loop changes the state, and the loops inside, in the order of their
/// starts.
#[derive(Debug)]
struct Change {
    by: Vec<[i64; 2]>,
    inner: Vec<Change>,
}

/// Asks the caller to stop.
pub(super) type Stop<'a> = &'a dyn Fn() -> bool;

/// So many steps are taken before that is looked at again.
const PATIENCE: u64 = 1 << 10;

/// Takes the steps and loops of a node that is in no loop.
pub(super) fn node(
    front: &mut Front<1>,
    node: &Node,
    witness: &mut impl Witness,
    stop: Stop<'_>,
) -> Result<(), Reason> {
    match node {
        Node::Steps(steps) => self::steps(front, *steps, &Ranges::new(), witness, stop),
        Node::Join(join) => front.join(join),
        Node::Loop(one) => match one.depth() {
            1 => nest::<2>(front, one, witness, stop),
            2 => nest::<3>(front, one, witness, stop),
            3 => nest::<4>(front, one, witness, stop),
            4 => nest::<5>(front, one, witness, stop),
            5 => nest::<6>(front, one, witness, stop),
            6 => nest::<7>(front, one, witness, stop),
            7 => nest::<8>(front, one, witness, stop),
            DEEPEST => nest::<9>(front, one, witness, stop),
            _ => Err(Reason::Index),
        },
    }
}

/// Takes so many steps.
fn steps<const N: usize>(
    front: &mut Front<N>,
    steps: u64,
    ranges: &Ranges<N>,
    witness: &mut impl Witness,
    stop: Stop<'_>,
) -> Result<(), Reason> {
    for index in 0..steps {
        if index % PATIENCE == 0 && stop() {
            return Err(Reason::Stopped);
        }
        let step = front.step(ranges)?;
        witness.step(&step, front, ranges)?;
    }
    Ok(())
}

/// A loop with the loops in it, in forms that have a slope for each of them.
fn nest<const N: usize>(
    front: &mut Front<1>,
    one: &Loop,
    witness: &mut impl Witness,
    stop: Stop<'_>,
) -> Result<(), Reason> {
    let start = front.state()?;
    let change = first_iteration(&mut first_front(front, &start)?, one, stop)?;
    let moves = front.moves().iter().map(lifted::<N>).collect::<Result<_, _>>()?;
    let runs = start.iter().map(|run| run.with(lifted)).collect::<Result<_, _>>()?;
    let lifted = Front::new(moves, front.combs().clone(), runs);
    let mut walk = Walk { front: lifted, ranges: Ranges::new(), witness, stop };
    walk.repeat(one, &change)?;
    let state = walk.front.state()?;
    front.load(state.iter().map(|run| run.with(Form::lowered)).collect::<Result<_, _>>()?);
    Ok(())
}

/// A front where m and all indices are 0.
fn first_front(front: &Front<1>, state: &[Run<1>]) -> Result<Front<0>, Reason> {
    let value = |form: &Form<1>| Ok(Form::constant(form.value));
    let moves = front.moves().iter().map(value).collect::<Result<_, _>>()?;
    let runs = state.iter().map(|run| run.with(value)).collect::<Result<_, _>>()?;
    Ok(Front::new(moves, front.combs().clone(), runs))
}

/// How the first iteration of a loop, and of the loops in it, changes the state where m and all
/// indices are 0.
fn first_iteration(front: &mut Front<0>, one: &Loop, stop: Stop<'_>) -> Result<Change, Reason> {
    let before = front.state()?;
    let mut inner = Vec::new();
    for node in &one.body {
        match node {
            Node::Steps(steps) => self::steps(front, *steps, &Ranges::new(), &mut (), stop)?,
            Node::Loop(one) => inner.push(first_iteration(front, one, stop)?),
            Node::Join(join) => front.join(join)?,
        }
    }
    let after = front.state()?;
    if before.len() != after.len() {
        return Err(Reason::Change);
    }
    let by = |(one, two): (&Run<0>, &Run<0>)| {
        Ok([two.start.minus(one.start)?.value, two.end.minus(one.end)?.value])
    };
    let by = before.iter().zip(&after).map(by).collect::<Result<Vec<_>, Reason>>()?;
    let count = one.count.first().copied().unwrap_or(0);
    front.load(moved(&before, &by, Form::constant(count))?);
    Ok(Change { by, inner })
}

/// A state, changed so many times.
fn moved<const N: usize>(
    state: &[Run<N>],
    by: &[[i64; 2]],
    times: Form<N>,
) -> Result<Vec<Run<N>>, Reason> {
    let moved = |(run, by): (&Run<N>, &[i64; 2])| {
        let start = run.start.plus_times(times, by[0])?;
        Ok(Run { start, end: run.end.plus_times(times, by[1])?, comb: run.comb })
    };
    state.iter().zip(by).map(moved).collect()
}

struct Walk<'a, const N: usize, W> {
    front: Front<N>,
    ranges: Ranges<N>,
    witness: &'a mut W,
    stop: Stop<'a>,
}

impl<const N: usize, W: Witness> Walk<'_, N, W> {
    /// All iterations of a loop.
    ///
    /// The body is walked through once, from the state that the loop is claimed to have before
    /// iteration j, and has to end in the one it is claimed to have before iteration j + 1.
    fn repeat(&mut self, one: &Loop, change: &Change) -> Result<(), Reason> {
        let count = Form::new(&one.count)?;
        let start = self.front.state()?;
        if start.len() != change.by.len() {
            return Err(Reason::Change);
        }
        self.ranges.enter(count)?;
        let mut index = Form::constant(0);
        *index.slopes.get_mut(self.ranges.depth()).ok_or(Reason::Index)? = 1;
        let before = moved(&start, &change.by, index)?;
        self.front.load(before.clone());
        self.witness.enter(&one.count);
        let mut inner = change.inner.iter();
        for node in &one.body {
            match node {
                Node::Steps(steps) => {
                    self::steps(&mut self.front, *steps, &self.ranges, self.witness, self.stop)?;
                }
                Node::Loop(one) => {
                    let change = inner.next().ok_or(Reason::Structure)?;
                    self.repeat(one, change)?;
                }
                Node::Join(join) => self.front.join(join)?,
            }
        }
        if self.front.state()? != moved(&before, &change.by, Form::constant(1))? {
            return Err(Reason::Change);
        }
        self.ranges.leave();
        self.witness.leave();
        self.front.load(moved(&start, &change.by, count)?);
        Ok(())
    }
}

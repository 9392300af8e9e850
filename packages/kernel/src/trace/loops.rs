//! A loop, for all m and all indices at once: one rule for both machines.

use super::form::{Form, Ranges};
use super::refused::Reason;

/// The greatest depth to which loops are nested.
pub const DEEPEST: usize = 8;

/// A node, which may be a loop.
pub(super) trait Nested: Sized {
    /// Count and body of a loop.
    fn as_loop(&self) -> Option<(&[i64], &[Self])>;
}

/// The depth to which loops are nested.
pub(super) fn depth<T: Nested>(nodes: &[T]) -> usize {
    let of = |node: &T| node.as_loop().map_or(0, |(_, body)| 1 + depth(body));
    nodes.iter().map(of).max().unwrap_or(0)
}

/// A machine that goes through nodes, some of which are loops.  Its state is a list of parts, whose numbers are affine
/// in m and in the indices of the surrounding loops.
///
/// With N slopes there are at most N - 1 surrounding loops.  Without slopes it is about the point where m and all
/// indices are 0, and nothing is recorded.
pub(super) trait Machine {
    /// The nodes it goes through.
    type Node: Nested;
    /// A part of the state.
    type Part<const N: usize>: PartialEq;
    /// The state as it moves along, and the ranges of the indices.
    type Front<const N: usize>;

    /// The part with other numbers.
    fn map<const N: usize, const M: usize>(
        part: &Self::Part<N>,
        number: impl FnMut(&Form<N>) -> Result<Form<M>, Reason>,
    ) -> Result<Self::Part<M>, Reason>;

    /// Another front, in this state; all other numbers become those of this one.
    fn at<const N: usize>(
        &self,
        front: &Self::Front<1>,
        state: Vec<Self::Part<N>>,
        number: impl Fn(&Form<1>) -> Result<Form<N>, Reason>,
    ) -> Result<Self::Front<N>, Reason>;

    /// The ranges of the indices.
    fn ranges<const N: usize>(front: &mut Self::Front<N>) -> &mut Ranges<N>;

    /// The current state, which determines everything that follows.
    fn settle<const N: usize>(
        &mut self,
        front: &mut Self::Front<N>,
    ) -> Result<Vec<Self::Part<N>>, Reason>;

    /// Continues from this state.
    fn load<const N: usize>(front: &mut Self::Front<N>, state: Vec<Self::Part<N>>);

    /// Goes through a node that is not a loop, wherever the indices range.
    fn step<const N: usize>(
        &mut self,
        front: &mut Self::Front<N>,
        node: &Self::Node,
    ) -> Result<(), Reason>;

    /// A loop with this number of iterations begins; what follows is one of them.
    fn enter(&mut self, count: &[i64]);

    /// The innermost loop ends.
    fn leave(&mut self);
}

/// A count, and what is repeated.
type Loop<'n, N> = (&'n [i64], &'n [N]);

/// How each iteration of a loop changes the numbers of the state, and the loops inside, in the order of
/// their starts.
struct LoopChange {
    by: Vec<i64>,
    inner: Vec<LoopChange>,
}

/// Goes through a node that is not inside a loop.
pub(super) fn node<M: Machine>(
    machine: &mut M,
    front: &mut M::Front<1>,
    node: &M::Node,
) -> Result<(), Reason> {
    let Some(one) = node.as_loop() else { return machine.step(front, node) };
    // Most loops are not deep, and forms for many of them take more space: these few sizes are enough.
    match 1 + depth(one.1) {
        1 => nest::<M, 2>(machine, front, one),
        2 => nest::<M, 3>(machine, front, one),
        3 | 4 => nest::<M, 5>(machine, front, one),
        5..=DEEPEST => nest::<M, 9>(machine, front, one),
        _ => Err(Reason::Index),
    }
}

/// A loop with the loops in it, in forms that have a slope for each of them.
fn nest<M: Machine, const N: usize>(
    machine: &mut M,
    front: &mut M::Front<1>,
    one: Loop<'_, M::Node>,
) -> Result<(), Reason> {
    let start = machine.settle(front)?;
    let value = |form: &Form<1>| Ok(Form::constant(form.value));
    let mut first = machine.at::<0>(front, with::<M, 1, 0>(&start, value)?, value)?;
    let change = first_iteration(machine, &mut first, one)?;
    let mut all = machine.at::<N>(front, with::<M, 1, N>(&start, Form::lifted)?, Form::lifted)?;
    repeat(machine, &mut all, one, &change)?;
    let state = machine.settle(&mut all)?;
    M::load(front, with::<M, N, 1>(&state, Form::lowered)?);
    Ok(())
}

/// How the first iteration of a loop, and of the loops in it, changes the state where m and all indices are 0.
fn first_iteration<M: Machine>(
    machine: &mut M,
    front: &mut M::Front<0>,
    (count, body): Loop<'_, M::Node>,
) -> Result<LoopChange, Reason> {
    let before = machine.settle(front)?;
    let mut inner = Vec::new();
    for node in body {
        match node.as_loop() {
            Some(one) => inner.push(first_iteration(machine, front, one)?),
            None => machine.step(front, node)?,
        }
    }
    let after = machine.settle(front)?;
    let (first, last) = (values::<M>(&before)?, values::<M>(&after)?);
    let by = last.iter().zip(first).map(|(last, first)| last.checked_sub(first));
    let by = by.collect::<Option<Vec<_>>>().ok_or(Reason::Number)?;
    // The numbers differ by these amounts, and nothing else differs.
    if moved::<M, 0>(&before, &by, Form::constant(1))? != after {
        return Err(Reason::Change);
    }
    let count = Form::constant(count.first().copied().unwrap_or(0));
    M::load(front, moved::<M, 0>(&before, &by, count)?);
    Ok(LoopChange { by, inner })
}

/// All iterations of a loop.
///
/// The body is gone through once, from the state that the loop is claimed to have before iteration j, and has to end in
/// the state that it is claimed to have before iteration j + 1.
fn repeat<M: Machine, const N: usize>(
    machine: &mut M,
    front: &mut M::Front<N>,
    (count, body): Loop<'_, M::Node>,
    change: &LoopChange,
) -> Result<(), Reason> {
    let times = M::ranges(front).form(count)?;
    let start = machine.settle(front)?;
    let later = moved::<M, N>(&start, &change.by, times)?;
    let ranges = M::ranges(front);
    ranges.enter(times)?;
    let mut index = Form::constant(0);
    *index.slopes.get_mut(ranges.depth()).ok_or(Reason::Index)? = 1;
    let before = || moved::<M, N>(&start, &change.by, index);
    M::load(front, before()?);
    machine.enter(count);
    let mut inner = change.inner.iter();
    for node in body {
        match node.as_loop() {
            Some(one) => repeat(machine, front, one, inner.next().ok_or(Reason::Structure)?)?,
            None => machine.step(front, node)?,
        }
    }
    if machine.settle(front)? != moved::<M, N>(&before()?, &change.by, Form::constant(1))? {
        return Err(Reason::Change);
    }
    M::ranges(front).leave();
    machine.leave();
    M::load(front, later);
    Ok(())
}

/// A state, changed this number of times.
fn moved<M: Machine, const N: usize>(
    state: &[M::Part<N>],
    by: &[i64],
    times: Form<N>,
) -> Result<Vec<M::Part<N>>, Reason> {
    let mut by = by.iter();
    let number = |form: &Form<N>| form.plus_times(times, *by.next().ok_or(Reason::Change)?);
    let moved = with::<M, N, N>(state, number)?;
    if by.next().is_none() { Ok(moved) } else { Err(Reason::Change) }
}

/// The numbers of a state.
fn values<M: Machine>(state: &[M::Part<0>]) -> Result<Vec<i64>, Reason> {
    let mut all = Vec::new();
    with::<M, 0, 0>(state, |form| {
        all.push(form.value);
        Ok(*form)
    })?;
    Ok(all)
}

/// The state with other numbers.
fn with<M: Machine, const A: usize, const B: usize>(
    state: &[M::Part<A>],
    mut number: impl FnMut(&Form<A>) -> Result<Form<B>, Reason>,
) -> Result<Vec<M::Part<B>>, Reason> {
    state.iter().map(|part| M::map(part, &mut number)).collect()
}

//! How loops are found at the end of a trace.
//!
//! When the last 2b entries consist of two halves with the same symbols that change the state by the same amounts, they
//! are proposed as two iterations of a loop.  Earlier places where the last symbols occurred propose b.  A loop that
//! was seen before is proposed when its body has occurred once.  How a loop was found does not matter:
//! [`Machine::iterations`] proves how far it goes.

use super::{Schema, Schemas, Symbol, Trace};
use std::sync::Arc;

/// A machine whose trace grows.
pub(crate) trait Machine {
    /// Its state between two entries.
    type State: PartialEq;
    /// How a part of the state changes.
    type Change: Clone + PartialEq;
    /// The count of a loop.
    type Count: Copy;
    /// What ends it.
    type Limit;

    /// For a step and for a loop as the last entry: how many earlier places each kind of context tries, and how many
    /// entries the body may have.
    const TRIES: [&'static [(usize, usize)]; 2];

    /// The greatest depth to which loops are nested.
    const DEEPEST: usize;

    /// What the machine has done.
    fn trace(&self) -> &Trace<Self::Count>;

    /// All loops that were seen.
    fn schemas(&self) -> &Schemas<Self::Change>;

    /// The state after this number of entries.
    fn state(&mut self, entries: usize) -> Self::State;

    /// How the second state differs from the first.
    fn difference(one: &Self::State, other: &Self::State) -> Option<Box<[Self::Change]>>;

    /// The growth of a count from the first iteration to the second one, if it is a number.
    fn slope(one: Self::Count, other: Self::Count) -> Option<i64>;

    /// The last entry from `first` on and before this one that ends the same context of this kind.
    fn earlier(&self, entry: usize, context: usize, first: usize) -> Option<usize>;

    /// Can the last entries, twice this number, be two iterations?  This saves comparing them.
    fn may_repeat(&self, _length: usize) -> bool {
        true
    }

    /// Can the entries from `first` on change the state as an iteration of this loop does?
    fn may_be_iteration(&mut self, first: usize, symbol: Symbol) -> bool;

    /// The number of iterations of a loop that certainly follow from this state, given the counts of the loops inside
    /// in the first one; `None` if there are too few, or if nothing ends them.
    fn iterations(
        &mut self,
        start: &Self::State,
        schema: &Schema<Self::Change>,
        inside: &[Self::Count],
    ) -> Result<Option<Self::Count>, Self::Limit>;

    /// The symbol of a loop.
    fn name(&mut self, schema: &Arc<Schema<Self::Change>>) -> Result<Symbol, Self::Limit>;

    /// Replaces all entries from this one on, before which the state is `start`, by a loop with its count and those of
    /// the loops inside; false if this is not allowed.
    fn jump(
        &mut self,
        first: usize,
        start: &Self::State,
        symbol: Symbol,
        counts: &[Self::Count],
    ) -> Result<bool, Self::Limit>;

    /// Are both states followed by the same?
    fn are_same(&self, one: &Self::State, other: &Self::State) -> bool;

    /// The entry after which the state was the same as now, if there is one.
    fn recurred(&mut self) -> &mut Option<usize>;
}

/// Replaces the last entries by a loop, if they are one; notes if it never ends.
pub(crate) fn reduce<M: Machine>(machine: &mut M, recognises: bool) -> Result<bool, M::Limit> {
    if recognises && known_loop(machine)? {
        return Ok(true);
    }
    let here = machine.trace().len();
    let last = machine.trace().symbols()[here - 1];
    let mut longest = 0;
    for (context, &(tries, reach)) in M::TRIES[usize::from(last.is_loop())].iter().enumerate() {
        let mut place = here - 1;
        let first = place.saturating_sub(reach.min(here / 2));
        for _ in 0..tries {
            let Some(earlier) = machine.earlier(place, context, first) else { break };
            place = earlier;
            let length = here - 1 - place;
            if length <= longest {
                continue;
            }
            longest = length;
            if machine.may_repeat(length) && new_loop(machine, length)? {
                return Ok(true);
            }
            if machine.recurred().is_some() {
                return Ok(false);
            }
        }
    }
    Ok(false)
}

/// Replaces the last entries by a loop that was seen before, if they are one iteration of it.
fn known_loop<M: Machine>(machine: &mut M) -> Result<bool, M::Limit> {
    let here = machine.trace().len();
    let last = machine.trace().symbols()[here - 1];
    for index in 0..machine.schemas().ending_with(last).len() {
        let symbol = machine.schemas().ending_with(last)[index];
        let Some(schema) = machine.schemas().get(symbol) else { continue };
        let Some(first) = here.checked_sub(schema.body.len()) else { continue };
        if !machine.may_be_iteration(first, symbol) {
            continue;
        }
        let Some(schema) = machine.schemas().get(symbol).cloned() else { continue };
        if machine.trace().symbols()[first..] != *schema.body {
            continue;
        }
        let (start, inside) = (machine.state(first), counts(machine.trace(), first, here));
        if let Some(count) = machine.iterations(&start, &schema, &inside)? {
            let counts: Vec<_> = [count].into_iter().chain(inside).collect();
            return machine.jump(first, &start, symbol, &counts);
        }
    }
    Ok(false)
}

/// Replaces the last entries, twice this number, by a loop, if they are one.
fn new_loop<M: Machine>(machine: &mut M, length: usize) -> Result<bool, M::Limit> {
    let here = machine.trace().len();
    let (first, middle) = (here - 2 * length, here - length);
    let (one, other) = machine.trace().symbols()[first..].split_at(length);
    if one != other {
        return Ok(false);
    }
    let body: Box<[_]> = one.into();
    let states = [first, middle, here].map(|entries| machine.state(entries));
    let Some(change) = M::difference(&states[0], &states[1]) else { return Ok(false) };
    if M::difference(&states[1], &states[2]).as_ref() != Some(&change) {
        return Ok(false);
    }
    let trace = machine.trace();
    let (inside, later) = (counts(trace, first, middle), counts(trace, middle, here));
    let slopes = inside.iter().zip(later).map(|(&one, other)| M::slope(one, other));
    let Some(slopes) = slopes.collect() else { return Ok(false) };
    let loops = body.iter().filter_map(|&symbol| machine.schemas().get(symbol));
    let depth = 1 + loops.map(|schema| schema.depth).max().unwrap_or(0);
    if depth > M::DEEPEST {
        return Ok(false);
    }
    let schema = Arc::new(Schema { body, change, slopes, depth });
    let Some(count) = machine.iterations(&states[0], &schema, &inside)? else {
        // Perhaps it never ends.
        if machine.are_same(&states[1], &states[2]) {
            *machine.recurred() = Some(middle);
        }
        return Ok(false);
    };
    let symbol = machine.name(&schema)?;
    let counts: Vec<_> = [count].into_iter().chain(inside).collect();
    machine.jump(first, &states[0], symbol, &counts)
}

/// The counts of all loops in some entries.
fn counts<C: Copy>(trace: &Trace<C>, from: usize, to: usize) -> Vec<C> {
    let loops = (from..to).filter(|&entry| trace.symbols()[entry].is_loop());
    loops.flat_map(|entry| trace.counts(entry)).copied().collect()
}

//! Steps, and loops that are found and jumped over, until the walls are what they were.

use super::FollowError;
use super::limits::{DEEPEST, MOST_ENTRIES, WORDS_OF_STEP};
use super::meeting::{Configuration, Meetings};
use super::number::{Number, Slope, divided};
use crate::fold::{
    Affine as _, Corners, Machine, Schema, Schemas, Symbol, Trace, Track, grown, iteration, reduce,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

pub(super) struct WallSearch<'w> {
    pub meetings: Meetings<'w>,
    pub trace: Trace<Number>,
    /// The states before and after each entry.
    pub states: Vec<Configuration>,
    pub schemas: Schemas<i64>,
    /// The last entry with each symbol, and for each entry the one before with its symbol.
    last: FxHashMap<Symbol, usize>,
    before: Vec<Option<usize>>,
    /// The entries by the walls and their columns.
    seen: FxHashMap<(usize, Vec<i64>), usize>,
    again: Option<usize>,
}

impl<'w> WallSearch<'w> {
    pub(super) fn new(meetings: Meetings<'w>, start: Configuration) -> Self {
        let seen = FxHashMap::from_iter([(start.place(), 0)]);
        Self {
            meetings,
            trace: Trace::default(),
            states: vec![start],
            schemas: Schemas::default(),
            last: FxHashMap::default(),
            before: Vec::new(),
            seen,
            again: None,
        }
    }

    /// Runs until the walls are what they were after a number of entries, which is returned, or no more walls meet.
    pub(super) fn run(&mut self) -> Result<Option<usize>, FollowError> {
        loop {
            let state = self.states[self.trace.len()].clone();
            if state.columns.is_empty() {
                return Ok(None);
            }
            let Some((symbol, next)) = self.meetings.next(&state)? else { return Ok(None) };
            self.push(symbol, &[], next);
            while self.again.is_none() && reduce(self, true)? {}
            self.remember();
            if self.again.is_some() {
                return Ok(self.again);
            }
            if self.trace.len() > MOST_ENTRIES {
                return Err(FollowError::TooMany);
            }
            self.meetings.world.worked(WORDS_OF_STEP)?;
            if self.meetings.world.stop.requested() {
                return Err(FollowError::Stopped);
            }
        }
    }

    fn push(&mut self, symbol: Symbol, counts: &[Number], state: Configuration) {
        self.before.push(self.last.insert(symbol, self.trace.len()));
        self.trace.push(symbol, counts);
        self.states.push(state);
    }

    fn truncate(&mut self, length: usize) {
        for entry in (length..self.trace.len()).rev() {
            let symbol = self.trace.symbols()[entry];
            match self.before[entry] {
                None => self.last.remove(&symbol),
                Some(before) => self.last.insert(symbol, before),
            };
        }
        self.before.truncate(length);
        self.trace.truncate(length);
        self.states.truncate(length + 1);
    }

    /// Records where the walls are, and whether they were there before.
    fn remember(&mut self) {
        let here = self.trace.len();
        let state = &self.states[here];
        let earlier = self.seen.insert(state.place(), here);
        let is_same = |earlier: &usize| *earlier < here && self.states[*earlier] == *state;
        self.again = self.again.or(earlier.filter(is_same));
    }
}

impl Machine for WallSearch<'_> {
    type State = Configuration;
    type Change = i64;
    type Count = Number;
    type Limit = FollowError;

    const TRIES: [&'static [(usize, usize)]; 2] = [&[(24, usize::MAX)], &[(64, usize::MAX)]];

    const DEEPEST: usize = DEEPEST;

    fn trace(&self) -> &Trace<Number> {
        &self.trace
    }

    fn schemas(&self) -> &Schemas<i64> {
        &self.schemas
    }

    fn state(&mut self, entries: usize) -> Configuration {
        self.states[entries].clone()
    }

    fn difference(one: &Configuration, other: &Configuration) -> Option<Box<[i64]>> {
        other.change(one)
    }

    fn slope(one: Number, other: Number) -> Option<i64> {
        other.minus(one)?.as_constant()
    }

    fn earlier(&self, entry: usize, _: usize, first: usize) -> Option<usize> {
        self.before[entry].filter(|&before| before >= first)
    }

    fn may_be_iteration(&mut self, first: usize, symbol: Symbol) -> bool {
        let change = self.states[self.trace.len()].change(&self.states[first]);
        change.is_some_and(|change| {
            self.schemas.get(symbol).is_some_and(|known| known.change == change)
        })
    }

    /// At least two iterations.
    fn iterations(
        &mut self,
        start: &Configuration,
        schema: &Schema<i64>,
        inside: &[Number],
    ) -> Result<Option<Number>, FollowError> {
        let mut walk =
            IterationWalk { meetings: &self.meetings, state: start.clone(), last: None, steps: 0 };
        let walked = Number::index(0).and_then(|index| {
            walk.add(&schema.change, index)?;
            let inside = grown(inside, &schema.slopes, index)?;
            iteration(&self.schemas, &mut walk, schema, &inside)
        });
        let IterationWalk { last, steps, .. } = walk;
        self.meetings.world.worked(steps * WORDS_OF_STEP)?;
        Ok(match (walked, last) {
            (Some(()), Some((last @ 1.., slope))) => {
                Some(Number::new(last.checked_add(1).ok_or(FollowError::Number)?, slope))
            }
            _ => None,
        })
    }

    fn name(&mut self, schema: &Arc<Schema<i64>>) -> Result<Symbol, FollowError> {
        Ok(self.schemas.name(schema).ok_or(FollowError::TooMany)?.0)
    }

    fn jump(
        &mut self,
        first: usize,
        start: &Configuration,
        symbol: Symbol,
        counts: &[Number],
    ) -> Result<bool, FollowError> {
        let schema = self.schemas.get(symbol).ok_or(FollowError::TooMany)?;
        let count = *counts.first().ok_or(FollowError::TooMany)?;
        let next = start.moved(&schema.change, count).ok_or(FollowError::Number)?;
        self.truncate(first);
        self.push(symbol, counts, next);
        Ok(true)
    }

    fn are_same(&self, one: &Configuration, other: &Configuration) -> bool {
        one == other
    }

    fn recurred(&mut self) -> &mut Option<usize> {
        &mut self.again
    }
}

/// A walk through an iteration of a loop, in which the first and the last iterations of loops inside
/// are visited.
struct IterationWalk<'s, 'w> {
    meetings: &'s Meetings<'w>,
    state: Configuration,
    /// The greatest index of the loop for which no number is negative, and its slope.
    last: Option<(i64, Slope)>,
    /// The number of steps taken.
    steps: u64,
}

impl Track<i64> for IterationWalk<'_, '_> {
    type Number = Number;

    fn add(&mut self, change: &[i64], times: Number) -> Option<()> {
        self.state = self.state.moved(change, times)?;
        Some(())
    }
}

impl Corners<i64> for IterationWalk<'_, '_> {
    type State = Configuration;

    fn step(&mut self, symbol: Symbol) -> Option<()> {
        self.steps += 1;
        let ask = |number| not_negative(&mut self.last, number);
        self.state = self.meetings.follow(self.meetings.step(symbol)?, &self.state, ask)?.0;
        Some(())
    }

    fn state(&self) -> Option<Configuration> {
        Some(self.state.clone())
    }

    fn has_changed(&self, before: &Configuration, change: &[i64]) -> Option<()> {
        (self.state == before.moved(change, Number::constant(1))?).then_some(())
    }

    fn not_negative(&mut self, number: Number) -> Option<()> {
        not_negative(&mut self.last, number)
    }
}

/// Records up to which index a number is not negative; `None` if it is negative at index 0.
fn not_negative(last: &mut Option<(i64, Slope)>, number: Number) -> Option<()> {
    if number.value() < 0 {
        return None;
    }
    let fall = number.form.slopes[0].checked_neg()?;
    if fall > 0 {
        let here = (number.value() / fall, divided(number.slope, fall)?);
        *last = Some(last.map_or(here, |last| last.min(here)));
    }
    Some(())
}

//! What a search has found, as events.

use super::front::State;
use super::number::{Number, Slope, divided, times};
use super::scene::{Known, Scene};
use super::search::{End, Search, Symbol};
use crate::trace::plane::Event;
use num_integer::Integer as _;
use num_traits::CheckedAdd as _;
use std::slice::SliceIndex;

/// All events, with slopes for the class that has this step.
pub fn events(search: &Search<'_>, first: &Scene, end: &End) -> Option<(Vec<Event>, i64)> {
    // Once to see which step is needed.
    let (_, step) = written(search, first, end, None)?;
    written(search, first, end, Some(step))
}

fn written(
    search: &Search<'_>,
    first: &Scene,
    end: &End,
    step: Option<i64>,
) -> Option<(Vec<Event>, i64)> {
    let again = match end {
        End::Apart => None,
        End::Again(entry) => Some(*entry),
    };
    let turns = vec![Slope::from_integer(0); first.out.len()];
    let mut writer = Writer { search, step, needed: 1, turns, events: first.events.clone() };
    let mut state = search.states[0].clone();
    for (index, entry) in search.entries.iter().enumerate() {
        if again == Some(index) {
            writer.settle(..)?;
            writer.events.push(Event::Again);
        }
        state = writer.symbol(entry.symbol, &entry.counts, &state, 0)?;
    }
    if again.is_some() {
        writer.settle(..)?;
    }
    Some((writer.events, writer.needed))
}

struct Writer<'s, 'w> {
    search: &'s Search<'w>,
    /// The step of the class, if it is known.
    step: Option<i64>,
    /// The least step that is possible.
    needed: i64,
    /// How much more of a turn each edge has made, since it is known, with each parameter: only of
    /// edges that meet, or go through loops, these have to be whole for the class.
    turns: Vec<Slope>,
    events: Vec<Event>,
}

impl Writer<'_, '_> {
    fn symbol(
        &mut self,
        symbol: Symbol,
        counts: &[Number],
        state: &State,
        depth: usize,
    ) -> Option<State> {
        let number = match symbol {
            Symbol::Step(number) => return self.step(number, state),
            Symbol::Loop(number) => number,
        };
        self.settle(..)?;
        let shape = self.search.shapes[number].clone();
        let (&count, inside) = counts.split_first()?;
        let index = Number::index(depth);
        let grown = |(count, &slope): (&Number, &i64)| count.plus_times(index, slope);
        let inside: Vec<_> = inside.iter().zip(&shape.slopes).map(grown).collect::<Option<_>>()?;
        let outer = std::mem::take(&mut self.events);
        let mut inside = &inside[..];
        let mut now = state.moved(&shape.change, index)?;
        for &symbol in &shape.body {
            let loops = match symbol {
                Symbol::Step(_) => 0,
                Symbol::Loop(number) => self.search.shapes[number].loops(),
            };
            let (mine, others) = inside.split_at_checked(loops)?;
            inside = others;
            now = self.symbol(symbol, mine, &now, depth + 1)?;
        }
        self.settle(..)?;
        let body = std::mem::replace(&mut self.events, outer);
        let numbers = self.numbers(count)?;
        self.events.push(Event::Loop { count: numbers, body });
        state.moved(&shape.change, count)
    }

    fn step(&mut self, number: usize, state: &State) -> Option<State> {
        let front = &self.search.front;
        let step = front.step(number);
        let cycle = |(kind, _): Known| front.world.kinds.cycles[kind].rows;
        let last = step.known.len() - 1;
        self.turns.rotate_left(step.turns);
        let (next, rows) = front.follow(step, state, |_| Some(()))?;
        for (turns, &known) in self.turns.iter_mut().zip(&step.known) {
            *turns = turns.checked_add(&divided(rows.slope, cycle(known))?)?.fract();
        }
        if rows != Number::constant(0) {
            let rows = self.numbers(rows)?;
            self.events.push(Event::Run { rows });
        }
        for &known in &step.known[step.known.len() - step.turns..] {
            let again = Event::Cycle { edge: last, rows: cycle(known) };
            self.events.extend([Event::Wake { edge: 0 }, Event::Turn, again]);
        }
        self.settle(step.part.clone())?;
        let out = step.scene.out.iter().map(|_| Slope::from_integer(0));
        self.turns.splice(step.part.clone(), out);
        let events = step.scene.events.iter().cloned();
        self.events.extend(events.map(|event| shifted(event, step.part.start)));
        Some(next)
    }

    /// These edges have to be the same ones for the whole class.
    fn settle(&mut self, edges: impl SliceIndex<[Slope], Output = [Slope]>) -> Option<()> {
        for turns in &mut self.turns[edges] {
            self.needed = needed(self.needed, *turns)?;
            *turns = Slope::from_integer(0);
        }
        Some(())
    }

    /// The value, the slope in m and those in the indices, without those at the end that are 0.
    fn numbers(&mut self, number: Number) -> Option<Vec<i64>> {
        self.needed = needed(self.needed, number.slope)?;
        let slope = match self.step {
            Some(step) => times(number.slope, step)?,
            None => 0,
        };
        let mut all = vec![number.value, slope];
        all.extend(number.indices);
        while all.len() > 1 && all.last() == Some(&0) {
            all.pop();
        }
        Some(all)
    }
}

/// The event where so many edges lie to the left.
fn shifted(mut event: Event, by: usize) -> Event {
    match &mut event {
        Event::Cycle { edge, .. }
        | Event::Wake { edge }
        | Event::Meet { edge }
        | Event::Part { edge, .. }
        | Event::Vanish { edge } => *edge += by,
        Event::Run { .. }
        | Event::Step { .. }
        | Event::Turn
        | Event::Loop { .. }
        | Event::Again => {}
    }
    event
}

/// The least multiple of a step after which what grows by so much grows by a whole number.
fn needed(step: i64, slope: Slope) -> Option<i64> {
    let denominator = i64::try_from(*slope.denom()).ok()?;
    (step / step.gcd(&denominator)).checked_mul(denominator)
}

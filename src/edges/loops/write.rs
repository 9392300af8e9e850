//! What a search has found, as events.

use super::super::slope::{Slope, divided, times};
use super::front::State;
use super::number::Number;
use super::scene::Scene;
use super::search::{End, Search, Symbol};
use crate::trace::plane::Event;
use num_integer::Integer as _;

/// All events, with slopes for the class that has this step.
pub fn events(search: &Search<'_>, first: &Scene, end: &End) -> Option<(Vec<Event>, i64)> {
    let again = match end {
        End::Apart => None,
        End::Again(entry) => Some(*entry),
    };
    // Once to see which step numbers need.
    let mut step = 1;
    for pass in 0..2 {
        let mut writer = Writer { search, step, needed: 1, events: first.events.clone() };
        let mut state = search.states[0].clone();
        for (index, entry) in search.entries.iter().enumerate() {
            if again == Some(index) {
                writer.events.push(Event::Again);
            }
            state = writer.symbol(entry.symbol, &entry.counts, &state, 0)?;
        }
        if pass == 1 {
            return Some((writer.events, step));
        }
        step = writer.needed;
    }
    None
}

struct Writer<'s, 'w> {
    search: &'s Search<'w>,
    step: i64,
    /// The least step that is possible.
    needed: i64,
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
        match symbol {
            Symbol::Step(number) => self.step(number, state),
            Symbol::Loop(number) => {
                let shape = self.search.shapes[number].clone();
                let (count, inside) = counts.split_first()?;
                let index = Number::index(depth);
                let grown = |(count, &slope): (&Number, &i64)| count.plus_times(index, slope);
                let inside: Vec<_> =
                    inside.iter().zip(&shape.slopes).map(grown).collect::<Option<_>>()?;
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
                let body = std::mem::replace(&mut self.events, outer);
                let count = self.numbers(*count, 1)?;
                self.events.push(Event::Loop { count, body });
                state.moved(&shape.change, counts[0])
            }
        }
    }

    fn step(&mut self, number: usize, state: &State) -> Option<State> {
        let front = &self.search.front;
        let step = front.step(number);
        let edges = front.edges(step.edges[0]);
        let cycle = |edge: usize| front.world.kinds.cycles[edges[edge].0].rows;
        for turn in 0..step.turns {
            let last = Event::Cycle { edge: edges.len() - 1, rows: cycle(turn) };
            self.events.extend([Event::Wake { edge: 0 }, Event::Turn, last]);
        }
        let (next, rows) = front.follow(step, state, |_| Some(()))?;
        // All edges have to be the same ones for the whole class.
        for edge in 0..edges.len() {
            self.needs(divided(rows.slope, cycle(edge))?)?;
        }
        if rows != Number::constant(0) {
            let rows = self.numbers(rows, 1)?;
            self.events.push(Event::Run { rows });
        }
        self.events.extend(step.scene.events.iter().cloned());
        Some(next)
    }

    fn needs(&mut self, slope: Slope) -> Option<()> {
        let denominator = i64::try_from(*slope.denom()).ok()?;
        self.needed = (self.needed / self.needed.gcd(&denominator)).checked_mul(denominator)?;
        Some(())
    }

    /// The value, the slope in m and those in the indices, without those at the end that are 0.
    fn numbers(&mut self, number: Number, least: usize) -> Option<Vec<i64>> {
        self.needs(number.slope)?;
        // In the first pass the step is not known yet.
        let slope = times(number.slope, self.step).unwrap_or(0);
        let mut all = vec![number.value, slope];
        all.extend(number.indices);
        while all.len() > least && all.last() == Some(&0) {
            all.pop();
        }
        Some(all)
    }
}

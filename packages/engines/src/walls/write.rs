//! What a search has found, as events.

use super::begin::{self, Cut};
use super::collision::{Collision, WallPhase};
use super::meeting::Configuration;
use super::number::{Number, Slope, divided, times};
use super::search::WallSearch;
use crate::fold::{Affine as _, Symbol, Track, Witness, unfold};
use crate::trace::diagram::Event;
use num_integer::Integer as _;
use num_traits::CheckedAdd as _;
use std::slice::SliceIndex;

/// All events, with slopes for the class that has this step; in the end the walls are those after this number of
/// entries, if they meet for ever.
pub(super) fn events(
    search: &WallSearch<'_>,
    first: &Collision,
    again: Option<usize>,
) -> Option<(Vec<Event>, i64)> {
    let cuts = again.and_then(|again| begin::first(search, first, again));
    // The first pass finds which step is needed.
    let (_, step) = written(search, first, again, cuts.as_ref(), None)?;
    written(search, first, again, cuts.as_ref(), Some(step))
}

fn written(
    search: &WallSearch<'_>,
    first: &Collision,
    again: Option<usize>,
    cuts: Option<&[Cut; 2]>,
    step: Option<i64>,
) -> Option<(Vec<Event>, i64)> {
    let turns = vec![Slope::from_integer(0); first.out[0].len()];
    let state = search.states[0].clone();
    let mut writer = WallWriter { search, step, needed: 1, turns, state, events: Vec::new() };
    // The cut in this entry, or before the first one, and whether the part begins there.
    let here = |entry: Option<usize>| {
        let mut both = cuts.into_iter().flatten().zip([true, false]);
        both.find(|(cut, _)| cut.entry() == entry)
    };
    writer.collision(first, &[0], here(None))?;
    for (index, &symbol) in search.trace.symbols().iter().enumerate() {
        if cuts.is_none() && again == Some(index) {
            writer.again()?;
        }
        let cut = here(Some(index));
        if symbol.is_loop() {
            let counts = search.trace.counts(index);
            let mut events = Vec::new();
            unfold(&search.schemas, &mut writer, &[symbol], counts, 0, &mut events)?;
            writer.events.append(&mut events);
        } else {
            writer.meet(symbol, cut)?;
        }
        if matches!(cut, Some((_, false))) {
            break;
        }
    }
    if again.is_some() {
        writer.settle(..)?;
    }
    Some((writer.events, writer.needed))
}

struct WallWriter<'s, 'w> {
    search: &'s WallSearch<'w>,
    /// The step of the class, if it is known.
    step: Option<i64>,
    /// The least possible step.
    needed: i64,
    /// For each wall, the growth of the turns that it has made, since its cycle is known, with the parameter: these
    /// have to be whole for the class only for walls that meet or go through loops.
    turns: Vec<Slope>,
    state: Configuration,
    events: Vec<Event>,
}

impl Track<i64> for WallWriter<'_, '_> {
    type Number = Number;

    fn add(&mut self, change: &[i64], times: Number) -> Option<()> {
        self.state = self.state.moved(change, times)?;
        Some(())
    }
}

impl Witness<i64> for WallWriter<'_, '_> {
    type Node = Event;

    fn step(&mut self, symbol: Symbol, events: &mut Vec<Event>) -> Option<()> {
        let before = std::mem::take(&mut self.events);
        self.meet(symbol, None)?;
        events.extend(std::mem::replace(&mut self.events, before));
        Some(())
    }

    fn enter(&mut self) -> Option<()> {
        self.settle(..)
    }

    fn leave(&mut self, count: Number, body: Vec<Event>) -> Option<Event> {
        self.settle(..)?;
        Some(Event::Loop { count: self.numbers(count)?, body })
    }
}

impl WallWriter<'_, '_> {
    /// Writes a step, which may be cut.
    fn meet(&mut self, symbol: Symbol, cut: Option<(&Cut, bool)>) -> Option<()> {
        let meetings = &self.search.meetings;
        let step = meetings.step(symbol)?;
        let cycle = |(kind, _): WallPhase| meetings.world.kinds.cycles[kind].rows;
        let (next, mut rows) = meetings.follow(step, &self.state, |_| Some(()))?;
        self.state = next;
        match cut {
            Some((Cut::Run { rows: before, .. }, begins)) => {
                self.run(step.walls[0], *before)?;
                if !begins {
                    return Some(());
                }
                self.again()?;
                rows = rows.minus(*before)?;
            }
            Some((Cut::Collision { earlier, .. }, _)) => rows = rows.shifted(-earlier)?,
            None => {}
        }
        self.run(step.walls[0], rows)?;
        self.turns.rotate_left(step.turns);
        let last = step.known.len() - 1;
        for &known in &step.known[step.known.len() - step.turns..] {
            let again = Event::Cycle { wall: last, rows: cycle(known) };
            self.events.extend([Event::Wake { wall: 0 }, Event::Turn, again]);
        }
        for part in &step.parts {
            self.settle(part.walls.clone())?;
        }
        let begins: Vec<_> = step.parts.iter().map(|part| part.walls.start).collect();
        self.collision(&step.collision, &begins, cut)?;
        for (part, out) in step.parts.iter().zip(&step.collision.out).rev() {
            let out = out.iter().map(|_| Slope::from_integer(0));
            self.turns.splice(part.walls.clone(), out);
        }
        Some(())
    }

    /// Writes a collision whose groups begin with these walls.  Where it is cut, the recurring part begins or ends.
    fn collision(
        &mut self,
        collision: &Collision,
        begins: &[usize],
        cut: Option<(&Cut, bool)>,
    ) -> Option<()> {
        let Some((Cut::Collision { before, rest, .. }, is_first)) = cut else {
            self.events.extend(placed(
                collision.events.iter().map(|(group, event)| (*group, event)),
                begins,
            ));
            return Some(());
        };
        // Only collisions of one group are cut.
        let placed = |events: &[Event]| placed(events.iter().map(|event| (0, event)), begins);
        self.events.extend(placed(before));
        if is_first {
            self.again()?;
            self.events.extend(placed(rest));
        }
        Some(())
    }

    /// Lets this number of rows go by.
    fn run(&mut self, walls: usize, rows: Number) -> Option<()> {
        let meetings = &self.search.meetings;
        for (turns, &(kind, _)) in self.turns.iter_mut().zip(meetings.walls(walls)) {
            let more = divided(rows.slope, meetings.world.kinds.cycles[kind].rows)?;
            *turns = turns.checked_add(&more)?.fract();
        }
        if rows != Number::constant(0) {
            let rows = self.numbers(rows)?;
            self.events.push(Event::Run { rows });
        }
        Some(())
    }

    fn again(&mut self) -> Option<()> {
        self.settle(..)?;
        self.events.push(Event::Again);
        Some(())
    }

    /// Requires that these walls are the same ones for the whole class.
    fn settle(&mut self, walls: impl SliceIndex<[Slope], Output = [Slope]>) -> Option<()> {
        for turns in &mut self.turns[walls] {
            self.needed = needed(self.needed, *turns)?;
            *turns = Slope::from_integer(0);
        }
        Some(())
    }

    /// The value, the slope in m and those in the indices, without trailing zeros.
    fn numbers(&mut self, number: Number) -> Option<Vec<i64>> {
        self.needed = needed(self.needed, number.slope)?;
        let slope = match self.step {
            Some(step) => times(number.slope, step)?,
            None => 0,
        };
        let mut all = vec![number.value(), slope];
        all.extend(number.form.slopes);
        while all.len() > 1 && all.last() == Some(&0) {
            all.pop();
        }
        Some(all)
    }
}

/// The events of groups that begin with these walls.
fn placed<'e>(
    events: impl IntoIterator<Item = (usize, &'e Event)>,
    begins: &[usize],
) -> Vec<Event> {
    let mut begins = begins.to_vec();
    let mut placed = |(group, event): (usize, &Event)| {
        let event = shifted(event.clone(), begins[group]);
        for begin in &mut begins[group + 1..] {
            match event {
                Event::Meet { .. } | Event::Vanish { .. } => *begin -= 1,
                Event::Part { .. } => *begin += 1,
                _ => {}
            }
        }
        event
    };
    events.into_iter().map(&mut placed).collect()
}

/// The event where this number of further walls is to the left.
fn shifted(mut event: Event, by: usize) -> Event {
    match &mut event {
        Event::Cycle { wall, .. }
        | Event::Wake { wall }
        | Event::Meet { wall }
        | Event::Part { wall, .. }
        | Event::Vanish { wall } => *wall += by,
        Event::Run { .. }
        | Event::Step { .. }
        | Event::Turn
        | Event::Loop { .. }
        | Event::Again => {}
    }
    event
}

/// The least multiple of a step after which a number with this slope grows by a whole number.
fn needed(step: i64, slope: Slope) -> Option<i64> {
    // Both fit machine words.
    i64::try_from(i128::from(step).lcm(slope.denom())).ok()
}

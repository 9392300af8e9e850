//! Steps, and loops that are found and jumped over, until the edges are what they were.

use super::Stuck;
use super::front::{Front, State};
use super::number::{DEEPEST, Number, Slope, divided};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// So many steps and loops are kept.
const MOST: usize = 1 << 16;

/// A step takes as long as to compute so many words.
const STEP: u64 = 16;

/// So many earlier places are looked at behind a step, and behind a loop.
const TRIES: [usize; 2] = [24, 64];

/// What is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// The step with this number.
    Step(usize),
    /// A loop of this shape.
    Loop(usize),
}

/// A loop without its counts.
#[derive(PartialEq, Eq, Hash)]
pub struct Shape {
    /// The edges before each iteration.
    edges: usize,
    /// What an iteration does,
    pub body: Vec<Symbol>,
    /// and how it moves the edges.
    pub change: Vec<i64>,
    /// How the counts of all loops inside grow with each iteration, in the order of their starts.
    pub slopes: Vec<i64>,
    depth: usize,
}

impl Shape {
    /// How many loops it is, with those inside.
    pub fn loops(&self) -> usize {
        1 + self.slopes.len()
    }
}

/// A step, or a loop with its count, and the counts of all loops inside in its first iteration.
pub struct Entry {
    pub symbol: Symbol,
    pub counts: Vec<Number>,
}

/// How a search ends.
pub enum End {
    /// Nothing meets any more.
    Apart,
    /// The edges are what they were after so many entries.
    Again(usize),
}

pub struct Search<'w> {
    pub front: Front<'w>,
    pub entries: Vec<Entry>,
    /// Before and behind each entry.
    pub states: Vec<State>,
    pub shapes: Vec<Rc<Shape>>,
    shape_numbers: FxHashMap<Rc<Shape>, usize>,
    /// Shapes by the last symbol of their bodies.
    known: FxHashMap<Symbol, Vec<usize>>,
    /// The last entry with a symbol, and for each entry the one before with its symbol.
    last: FxHashMap<Symbol, usize>,
    before: Vec<Option<usize>>,
    /// Where the edges were at these columns.
    seen: FxHashMap<(usize, Vec<i64>), usize>,
    again: Option<usize>,
}

impl<'w> Search<'w> {
    pub fn new(front: Front<'w>, start: State) -> Self {
        let seen = FxHashMap::from_iter([(start.place(), 0)]);
        Self {
            front,
            entries: Vec::new(),
            states: vec![start],
            shapes: Vec::new(),
            shape_numbers: FxHashMap::default(),
            known: FxHashMap::default(),
            last: FxHashMap::default(),
            before: Vec::new(),
            seen,
            again: None,
        }
    }

    pub fn run(&mut self) -> Result<End, Stuck> {
        loop {
            let state = self.states[self.entries.len()].clone();
            if state.columns.is_empty() {
                return Ok(End::Apart);
            }
            let Some((number, next)) = self.front.next(&state)? else { return Ok(End::Apart) };
            self.push(Entry { symbol: Symbol::Step(number), counts: Vec::new() }, next);
            while self.again.is_none() && self.reduce()? {}
            self.remember();
            if let Some(again) = self.again {
                return Ok(End::Again(again));
            }
            if self.entries.len() > MOST {
                return Err(Stuck::Events);
            }
            self.front.world.worked(STEP)?;
            if self.front.world.stop.requested() {
                return Err(Stuck::Stopped);
            }
        }
    }

    fn push(&mut self, entry: Entry, state: State) {
        self.before.push(self.last.insert(entry.symbol, self.entries.len()));
        self.entries.push(entry);
        self.states.push(state);
    }

    fn truncate(&mut self, length: usize) {
        while self.entries.len() > length {
            let Some(entry) = self.entries.pop() else { return };
            self.states.pop();
            match self.before.pop().flatten() {
                None => self.last.remove(&entry.symbol),
                Some(before) => self.last.insert(entry.symbol, before),
            };
        }
    }

    /// Notes where the edges are, and whether they were there before.
    fn remember(&mut self) {
        let here = self.entries.len();
        let state = &self.states[here];
        let earlier = self.seen.insert(state.place(), here);
        let is_same = |earlier: &usize| *earlier < here && self.states[*earlier] == *state;
        self.again = self.again.or(earlier.filter(is_same));
    }

    /// Replaces the last entries by a loop, if they are one.
    fn reduce(&mut self) -> Result<bool, Stuck> {
        let here = self.entries.len();
        let symbol = self.entries[here - 1].symbol;
        for number in self.known.get(&symbol).cloned().unwrap_or_default() {
            if self.known_loop(number)? {
                return Ok(true);
            }
        }
        let mut place = here - 1;
        for _ in 0..TRIES[usize::from(matches!(symbol, Symbol::Loop(_)))] {
            let Some(before) = self.before[place] else { break };
            place = before;
            let length = here - 1 - place;
            if 2 * length > here {
                break;
            }
            if self.new_loop(length)? {
                return Ok(true);
            }
            if self.again.is_some() {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Replaces the last entries by a loop that was met before, if they are one iteration of it.
    fn known_loop(&mut self, number: usize) -> Result<bool, Stuck> {
        let shape = self.shapes[number].clone();
        let here = self.entries.len();
        let Some(first) = here.checked_sub(shape.body.len()) else { return Ok(false) };
        let symbols = self.entries[first..].iter().map(|it| it.symbol);
        if !symbols.eq(shape.body.iter().copied())
            || self.states[here].change(&self.states[first]).as_ref() != Some(&shape.change)
        {
            return Ok(false);
        }
        let counts = self.entries[first..].iter().flat_map(|it| &it.counts).copied().collect();
        Ok(self.jump(first, &shape, counts)? == Some(Jump::Far))
    }

    /// Replaces the last two times so many entries by a loop, if they are one.
    fn new_loop(&mut self, length: usize) -> Result<bool, Stuck> {
        let here = self.entries.len();
        let (first, middle) = (here - 2 * length, here - length);
        let is_same =
            |index: usize| self.entries[index].symbol == self.entries[index + length].symbol;
        if !(first..middle).rev().all(is_same) {
            return Ok(false);
        }
        let Some(change) = self.states[here].change(&self.states[middle]) else { return Ok(false) };
        if self.states[middle].change(&self.states[first]).as_ref() != Some(&change) {
            return Ok(false);
        }
        let counts =
            |from: usize| self.entries[from..from + length].iter().flat_map(|it| &it.counts);
        let more = counts(first)
            .zip(counts(middle))
            .map(|(one, other)| Some(other.minus(*one).filter(Number::is_constant)?.value));
        let Some(slopes) = more.collect::<Option<Vec<_>>>() else { return Ok(false) };
        let body: Vec<_> = self.entries[first..middle].iter().map(|it| it.symbol).collect();
        let inside = body.iter().filter_map(|symbol| match *symbol {
            Symbol::Step(_) => None,
            Symbol::Loop(number) => Some(self.shapes[number].depth),
        });
        let depth = 1 + inside.max().unwrap_or(0);
        if depth > DEEPEST {
            return Ok(false);
        }
        let counts = counts(first).copied().collect();
        let edges = self.states[first].edges;
        let shape = Rc::new(Shape { edges, body, change, slopes, depth });
        let is_still = shape.change.iter().all(|&by| by == 0);
        match self.jump(first, &shape, counts)? {
            Some(Jump::Far) => Ok(true),
            Some(Jump::Endless) if is_still => {
                self.again = Some(middle);
                Ok(false)
            }
            _ => Ok(false),
        }
    }

    /// Goes through all iterations of a loop from this entry on that are certain, if there are two at
    /// least.
    fn jump(
        &mut self,
        first: usize,
        shape: &Rc<Shape>,
        inside: Vec<Number>,
    ) -> Result<Option<Jump>, Stuck> {
        let start = &self.states[first];
        let index = Number::index(0);
        let grown = |(count, &slope): (&Number, &i64)| count.plus_times(index, slope);
        let counts: Option<Vec<_>> = inside.iter().zip(&shape.slopes).map(grown).collect();
        let mut walk = Walk { search: self, last: None, steps: 0 };
        let walked = counts
            .zip(start.moved(&shape.change, index))
            .and_then(|(counts, start)| walk.iteration(shape, &counts, &start));
        let Walk { last, steps, .. } = walk;
        self.front.world.worked(steps * STEP)?;
        if walked.is_none() {
            return Ok(None);
        }
        let Some((last, slope)) = last else { return Ok(Some(Jump::Endless)) };
        if last < 1 {
            return Ok(None);
        }
        let count = Number::new(last.checked_add(1).ok_or(Stuck::Number)?, slope);
        let next = start.moved(&shape.change, count).ok_or(Stuck::Number)?;
        let number = self.number(shape);
        self.truncate(first);
        let counts = std::iter::once(count).chain(inside).collect();
        self.push(Entry { symbol: Symbol::Loop(number), counts }, next);
        Ok(Some(Jump::Far))
    }

    fn number(&mut self, shape: &Rc<Shape>) -> usize {
        if let Some(&number) = self.shape_numbers.get(shape) {
            return number;
        }
        let number = self.shapes.len();
        if let Some(&last) = shape.body.last() {
            self.known.entry(last).or_default().push(number);
        }
        self.shape_numbers.insert(shape.clone(), number);
        self.shapes.push(shape.clone());
        number
    }
}

#[derive(PartialEq, Eq)]
enum Jump {
    Far,
    /// Nothing ends it.
    Endless,
}

/// A walk through an iteration of a loop, in which the first and the last iterations of loops inside
/// are visited.
struct Walk<'s, 'w> {
    search: &'s Search<'w>,
    /// The greatest index of the loop for which no number is negative, and its slope.
    last: Option<(i64, Slope)>,
    /// So many steps were gone.
    steps: u64,
}

impl Walk<'_, '_> {
    fn iteration(&mut self, shape: &Shape, counts: &[Number], start: &State) -> Option<State> {
        if start.edges != shape.edges {
            return None;
        }
        let end = self.body(&shape.body, counts, start.clone())?;
        (end == start.moved(&shape.change, Number::constant(1))?).then_some(end)
    }

    fn body(&mut self, body: &[Symbol], mut counts: &[Number], mut state: State) -> Option<State> {
        let search = self.search;
        for &symbol in body {
            match symbol {
                Symbol::Step(number) => {
                    self.steps += 1;
                    let ask = |number| not_negative(&mut self.last, number);
                    state = search.front.follow(search.front.step(number), &state, ask)?.0;
                }
                Symbol::Loop(number) => {
                    let shape = &*search.shapes[number];
                    let (mine, others) = counts.split_at_checked(shape.loops())?;
                    counts = others;
                    let (count, inside) = mine.split_first()?;
                    let last = count.shifted(-1)?;
                    not_negative(&mut self.last, last)?;
                    self.iteration(shape, inside, &state)?;
                    let grown = |(count, &slope): (&Number, &i64)| count.plus_times(last, slope);
                    let inside: Vec<_> =
                        inside.iter().zip(&shape.slopes).map(grown).collect::<Option<_>>()?;
                    state = self.iteration(shape, &inside, &state.moved(&shape.change, last)?)?;
                }
            }
        }
        counts.is_empty().then_some(state)
    }
}

/// Notes up to which index a number is not negative; `None` if it is at index 0.
fn not_negative(last: &mut Option<(i64, Slope)>, number: Number) -> Option<()> {
    if number.value < 0 {
        return None;
    }
    let fall = number.indices[0].checked_neg()?;
    if fall > 0 {
        let here = (number.value / fall, divided(number.slope, fall)?);
        *last = Some(last.map_or(here, |last| last.min(here)));
    }
    Some(())
}

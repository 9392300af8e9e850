//! Edges from row to row, until they stay as far from each other as they are.

use super::slope::{Slope, Sloped, divided, times};
use super::zone::Zones;
use crate::limit::CancellationToken;
use crate::trace::Move;
use crate::trace::plane::{Cycle, Edge, Event, Phase, Picture, Rule};
use num_integer::Integer as _;
use rustc_hash::FxHashMap;

/// An edge has so many columns at most.
const WIDEST: usize = 1 << 12;

/// So many words are computed at most while an edge is not found to come again.
const WORDS: usize = 1 << 23;

/// Rows and their positions are fewer, so that sums of columns fit.
const LARGEST: i64 = 1 << 48;

/// So many events are followed.
const EVENTS: usize = 1 << 10;

/// To look for a zone takes as long as to compute so many words for each column.
const COMPARED: u64 = 32;

/// Edges of more columns may have zones.
const NARROW: usize = 48;

/// Why edges were followed no farther.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// The moves are not multiples of a row and few positions.
    Moves,
    /// A stop was asked for.
    Stopped,
    /// An edge has too many columns, and no zone was found in it.
    Wide,
    /// An edge does not come again.
    Wild,
    /// There are too many events.
    Events,
    /// All the work that is allowed was done.
    Work,
    /// A number does not fit.
    Number,
    /// Edges met for this number of positions only.
    Chance,
}

/// Follows the edges of the game with this parameter, in rows of so many positions; gives them for the
/// class with the least step for which all rows and columns are whole numbers.
///
/// So many words may be computed; those that were are subtracted.
///
/// # Errors
/// Why they were not followed to the end.
pub fn find(
    moves: &[Move],
    row: Move,
    parameter: i64,
    work: &mut u64,
    stop: &CancellationToken,
) -> Result<Picture, Stuck> {
    let rule = Rule::new(moves, row).map_err(|_| Stuck::Moves)?;
    let width = row.factor.checked_mul(parameter).and_then(|it| it.checked_add(row.summand));
    let width = width.filter(|width| (1..LARGEST).contains(width)).ok_or(Stuck::Number)?;
    let zones = Zones::new(&rule).ok_or(Stuck::Moves)?;
    let left = Phase { texture: 0, row: 0, column: 0 };
    let edge = Edge { words: Vec::new(), left, right: zones.textures.below(left) };
    let first = Placed::new(Sloped::constant(1), Sloped::constant(0), edge);
    let mut run = Run {
        near: 4 * rule.reach + 4,
        rule,
        zones,
        width: Sloped { value: width, slope: Slope::from_integer(row.factor.into()) },
        row: Sloped::constant(1),
        edges: vec![first],
        events: Vec::new(),
        step: 1,
        work,
    };
    while !run.advance()? {
        if stop.requested() {
            return Err(Stuck::Stopped);
        }
        if run.events.len() > EVENTS {
            return Err(Stuck::Events);
        }
        if *run.work == 0 {
            return Err(Stuck::Work);
        }
    }
    run.found(moves, row, parameter)
}

/// An edge in a row.
struct Placed {
    row: Sloped,
    column: Sloped,
    edge: Edge,
    /// How it goes on, if that is known.
    cycle: Option<Cycle>,
    /// What it was, and in which row, since it is awake.
    seen: FxHashMap<Edge, i64>,
    /// How many words these have.
    words: usize,
    /// Below so many columns no zone is looked for.
    narrow: usize,
}

/// An event whose numbers of rows have slopes.
enum Noted {
    Run(Sloped),
    Plain(Event),
}

struct Run<'w> {
    rule: Rule,
    zones: Zones,
    width: Sloped,
    row: Sloped,
    edges: Vec<Placed>,
    events: Vec<Noted>,
    /// Edges that are nearer to each other become one.
    near: i64,
    /// How far the parameters of the class are apart at least.
    step: i64,
    work: &'w mut u64,
}

impl Placed {
    fn new(row: Sloped, column: Sloped, edge: Edge) -> Self {
        let (cycle, seen) = (None, FxHashMap::default());
        Self { row, column, edge, cycle, seen, words: 0, narrow: NARROW }
    }

    fn end(&self) -> i64 {
        self.column.value + self.edge.width()
    }

    fn is_awake(&self) -> bool {
        self.cycle.is_none()
    }
}

impl Run<'_> {
    /// To the next event, or the next row.  Is nothing going to happen any more?
    fn advance(&mut self) -> Result<bool, Stuck> {
        if self.edges.is_empty() {
            return Ok(true);
        }
        if self.edges.iter().all(|it| !it.is_awake()) {
            return self.run();
        }
        self.meet()?;
        self.step_once()?;
        let mut index = 0;
        while let Some(edge) = self.edges.get(index) {
            if edge.is_awake() && !self.vanish(index) && !self.recognize(index)? {
                self.part(index);
            }
            index += 1;
        }
        Ok(false)
    }

    /// Edges that are near to each other become one if one of them is awake.
    fn meet(&mut self) -> Result<(), Stuck> {
        let mut index = 0;
        while index < self.edges.len() {
            let count = self.edges.len();
            let other = (index + 1) % count;
            let is_last = other == 0;
            if self.edges[index].is_awake() || self.edges[other].is_awake() {
                let start = self.column(other)? + if is_last { self.width.value } else { 0 };
                let gap = start - self.end(index)?;
                let near = self.near + if is_last { 2 * self.rule.reach } else { 0 };
                if gap < near {
                    if count == 1 {
                        return Err(Stuck::Wide);
                    }
                    self.wake(index)?;
                    self.wake(other)?;
                    if is_last {
                        self.turn()?;
                        index = 0;
                        continue;
                    }
                    self.join(index)?;
                    index = 0;
                    continue;
                }
            }
            index += 1;
        }
        Ok(())
    }

    /// Where an edge begins in the row at hand.
    fn column(&self, index: usize) -> Result<i64, Stuck> {
        self.at(index).map(|(column, _)| column)
    }

    fn end(&self, index: usize) -> Result<i64, Stuck> {
        self.at(index).map(|(column, width)| column + width)
    }

    fn at(&self, index: usize) -> Result<(i64, i64), Stuck> {
        let placed = &self.edges[index];
        let Some(cycle) = &placed.cycle else {
            return Ok((placed.column.value, placed.edge.width()));
        };
        let rows = self.row.value - placed.row.value;
        let (by, edge) = cycle.at(rows).ok_or(Stuck::Number)?;
        Ok((placed.column.value + by, edge.width()))
    }

    fn join(&mut self, index: usize) -> Result<(), Stuck> {
        let [one, other] = [&self.edges[index], &self.edges[index + 1]];
        let gap = other.column.minus(one.column).ok_or(Stuck::Number)?;
        if gap.slope != Slope::from_integer(0) {
            return Err(Stuck::Chance);
        }
        let gap = other.column.value - one.end();
        let edge = one.edge.joined(&other.edge, gap, &self.zones.textures);
        let united = Placed::new(self.row, one.column, edge);
        self.edges.splice(index..=index + 1, [united]);
        self.events.push(Noted::Plain(Event::Meet { edge: index }));
        Ok(())
    }

    fn turn(&mut self) -> Result<(), Stuck> {
        // In short rows edges may be near to each other on both sides, and turn for ever.
        if self.events.len() > EVENTS {
            return Err(Stuck::Events);
        }
        self.below(0);
        let mut first = self.edges.remove(0);
        first.row = self.row;
        first.column = first.column.plus_times(self.width, 1).ok_or(Stuck::Number)?;
        self.edges.push(first);
        self.events.push(Noted::Plain(Event::Turn));
        Ok(())
    }

    fn wake(&mut self, index: usize) -> Result<(), Stuck> {
        let (column, _) = self.at(index)?;
        let row = self.row;
        let placed = &mut self.edges[index];
        let Some(cycle) = placed.cycle.take() else { return Ok(()) };
        let after = row.minus(placed.row).ok_or(Stuck::Number)?;
        let turns = divided(after.slope, cycle.rows).ok_or(Stuck::Number)?;
        let denominator = i64::try_from(*turns.denom()).map_err(|_| Stuck::Number)?;
        let gcd = self.step.gcd(&denominator);
        self.step = (self.step / gcd).checked_mul(denominator).ok_or(Stuck::Number)?;
        let moved = Sloped { value: 0, slope: turns };
        let slope = placed.column.plus_times(moved, cycle.by).ok_or(Stuck::Number)?.slope;
        let edge = cycle.at(after.value).ok_or(Stuck::Number)?.1.clone();
        *placed = Placed::new(row, Sloped { value: column, slope }, edge);
        self.events.push(Noted::Plain(Event::Wake { edge: index }));
        Ok(())
    }

    /// One row more of an edge that is awake.
    fn below(&mut self, index: usize) {
        let placed = &mut self.edges[index];
        let (next, by) = placed.edge.below(&self.rule, &self.zones.textures);
        *self.work = self.work.saturating_sub(next.words.len() as u64 + 1);
        placed.words += next.words.len() + 1;
        placed.edge = next;
        placed.column.value += by;
    }

    fn step_once(&mut self) -> Result<(), Stuck> {
        let next = self.row.shifted(1).ok_or(Stuck::Number)?;
        for index in 0..self.edges.len() {
            if self.edges[index].is_awake() {
                self.below(index);
                let placed = &mut self.edges[index];
                placed.row = next;
                if placed.edge.words.len() > WIDEST {
                    return Err(Stuck::Wide);
                }
                if placed.words > WORDS {
                    return Err(Stuck::Wild);
                }
            }
        }
        self.row = next;
        match self.events.last_mut() {
            Some(Noted::Plain(Event::Step { rows })) => *rows += 1,
            _ => self.events.push(Noted::Plain(Event::Step { rows: 1 })),
        }
        Ok(())
    }

    fn vanish(&mut self, index: usize) -> bool {
        let edge = &self.edges[index].edge;
        let vanishes = edge.words.is_empty() && edge.left == edge.right;
        if vanishes {
            self.edges.remove(index);
            self.events.push(Noted::Plain(Event::Vanish { edge: index }));
        }
        vanishes
    }

    /// Has the edge come again?
    fn recognize(&mut self, index: usize) -> Result<bool, Stuck> {
        let placed = &mut self.edges[index];
        let now = placed.row.value;
        let Some(row) = placed.seen.insert(placed.edge.clone(), now) else {
            return Ok(false);
        };
        let rows = now - row;
        let worked = |words| {
            *self.work = self.work.saturating_sub(words as u64 + 1);
            Ok(())
        };
        let cycle = Cycle::of(&placed.edge, rows, &self.rule, &self.zones.textures, worked);
        let cycle = cycle.map_err(|_| Stuck::Number)?;
        placed.seen.clear();
        placed.cycle = Some(cycle);
        self.events.push(Noted::Plain(Event::Cycle { edge: index, rows }));
        Ok(true)
    }

    fn part(&mut self, index: usize) {
        let placed = &mut self.edges[index];
        if placed.edge.words.len() < placed.narrow {
            return;
        }
        let compared = placed.edge.words.len() as u64 * COMPARED;
        *self.work = self.work.saturating_sub(compared);
        let Some(zone) = self.zones.find(&self.rule, &placed.edge) else {
            placed.narrow = placed.edge.words.len() + placed.edge.words.len() / 16;
            return;
        };
        let (row, column) = (placed.row, placed.column);
        let halves = placed.edge.parted(zone.from..zone.to, zone.phase, &self.zones.textures);
        let halves = halves.map(|(edge, by)| {
            Placed::new(row, Sloped { value: column.value + by, ..column }, edge)
        });
        self.edges.splice(index..=index, halves);
        let phase = [zone.phase.texture, zone.phase.row, zone.phase.column];
        let (from, to) = (zone.from, zone.to);
        self.events.push(Noted::Plain(Event::Part { edge: index, from, to, zone: phase }));
    }

    /// All rows until edges may come near to each other.  Do they never?
    fn run(&mut self) -> Result<bool, Stuck> {
        let mut next: Option<(Sloped, usize)> = None;
        for index in 0..self.edges.len() {
            let Some(row) = self.meeting(index).ok_or(Stuck::Number)? else { continue };
            if next.is_none_or(|(before, _)| row.value < before.value) {
                next = Some((row, index));
            }
        }
        let Some((row, index)) = next else { return Ok(true) };
        if row.value >= LARGEST {
            return Err(Stuck::Number);
        }
        if row.value > self.row.value {
            let rows = row.minus(self.row).ok_or(Stuck::Number)?;
            self.events.push(Noted::Run(rows));
            self.row = row;
        } else {
            // They are near by already; their rows have the slope of that.
            let slope = row.slope - self.row.slope;
            if slope != Slope::from_integer(0) {
                return Err(Stuck::Chance);
            }
        }
        let other = (index + 1) % self.edges.len();
        self.wake(index)?;
        self.wake(other)?;
        Ok(false)
    }

    /// The row up to which this edge and the next one are known to be far enough from each other; `None`
    /// if there is no end of that.
    #[allow(clippy::option_option)]
    fn meeting(&self, index: usize) -> Option<Option<Sloped>> {
        let count = self.edges.len();
        let is_last = index + 1 == count;
        let (one, other) = (&self.edges[index], &self.edges[(index + 1) % count]);
        let (first, second) = (one.cycle.as_ref()?, other.cycle.as_ref()?);
        let speed =
            first.by.checked_mul(second.rows)?.checked_sub(second.by.checked_mul(first.rows)?)?;
        if speed <= 0 {
            return Some(None);
        }
        let line = |placed: &Placed, cycle: &Cycle, by: i64| {
            let zero = Sloped::constant(0);
            let column = zero.plus_times(placed.column, cycle.rows)?;
            column.plus_times(placed.row, -cycle.by)?.shifted(by)
        };
        let scale = first.rows.checked_mul(second.rows)?;
        let start = line(other, second, -second.low)?;
        let end = line(one, first, first.high)?;
        let zero = Sloped::constant(0);
        let gap = zero.plus_times(start, first.rows)?.plus_times(end, -second.rows)?;
        let (around, near) = match is_last {
            true => (self.width, 3 * self.rule.reach),
            false => (zero, 2 * self.rule.reach),
        };
        let room = gap.plus_times(around.shifted(-near)?, scale)?;
        let value = room.value.div_euclid(speed);
        Some(Some(Sloped { value, slope: divided(room.slope, speed)? }))
    }

    /// With all events for a class of numbers of positions.
    fn found(self, moves: &[Move], row: Move, start: i64) -> Result<Picture, Stuck> {
        let step = self.step;
        let event = |noted: Noted| match noted {
            Noted::Plain(event) => Some(event),
            Noted::Run(Sloped { value, slope }) => {
                Some(Event::Run { rows: vec![value, times(slope, step)?] })
            }
        };
        let events =
            self.events.into_iter().map(event).collect::<Option<_>>().ok_or(Stuck::Number)?;
        let textures = self.zones.words;
        Ok(Picture { moves: moves.to_vec(), start, step, row, textures, events })
    }
}

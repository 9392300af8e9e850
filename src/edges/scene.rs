//! What becomes of edges that meet, where nothing else is near.

use super::number::Number;
use super::zone::Zones;
use super::{Care, Stuck};
use crate::limit::CancellationToken;
use crate::trace::plane::{Cycle, Edge, Event, Phase, Rule};
use rustc_hash::FxHashMap;

/// An edge has so many columns at most.
const WIDEST: usize = 1 << 12;

/// So many words are computed at most while an edge is not found to come again.
const WORDS: u64 = 1 << 23;

/// To look for a zone takes as long as to compute so many words for each column.
const COMPARED: u64 = 32;

/// In edges of more columns new zones may be found.
const NARROW: usize = 8;

/// Parts of edges become zones if they have so many columns more than edges need: one that is awake has
/// a row to go.
const MORE: i64 = 3;

/// After so many rows it is asked whether to stop.
const ASKED: i64 = 1 << 10;

/// An edge that comes again: its kind, and in which row of its cycle it is.
pub type Known = (usize, i64);

/// All edges that were seen to come again.
#[derive(Default)]
pub struct Kinds {
    pub cycles: Vec<Cycle>,
    places: FxHashMap<Edge, Known>,
}

impl Kinds {
    fn add(&mut self, cycle: Cycle) -> Known {
        let kind = self.cycles.len();
        for (row, (_, edge)) in (0..).zip(&cycle.edges) {
            self.places.insert(edge.clone(), (kind, row));
        }
        self.cycles.push(cycle);
        (kind, 0)
    }

    pub fn edge(&self, (kind, row): Known) -> &Edge {
        &self.cycles[kind].edges[row as usize].1
    }

    /// What it is so many rows later, and how many columns farther to the right.
    pub fn after(&self, (kind, row): Known, rows: i64) -> Option<(Known, i64)> {
        let cycle = &self.cycles[kind];
        let later = row.checked_add(rows)?;
        let (by, _) = cycle.at(later)?;
        Some(((kind, later.rem_euclid(cycle.rows)), by - cycle.at(row)?.0))
    }

    /// A scale, and times that between which columns an edge lies that begins there, so many rows
    /// later.
    pub fn lines(
        &self,
        (kind, row): Known,
        column: Number,
        rows: i64,
    ) -> Option<(i64, Number, Number)> {
        let cycle = &self.cycles[kind];
        let by = cycle.by.checked_mul(row.checked_add(rows)?)?;
        let line = column.shifted(-cycle.at(row)?.0)?.times(cycle.rows)?.shifted(by)?;
        Some((cycle.rows, line.shifted(-cycle.low)?, line.shifted(cycle.high)?))
    }

    /// The room between two edges, of which `near` columns are not to be used, times `scale`.
    pub fn room(&self, left: Known, right: Known, near: i64) -> Option<Room> {
        let [one, other] = [left, right].map(|it| &self.cycles[it.0]);
        let [begin, end] = [(one, left.1), (other, right.1)].map(|(cycle, row)| cycle.at(row));
        let scale = one.rows.checked_mul(other.rows)?;
        let start = other.by.checked_mul(right.1)?.checked_sub(other.low)?;
        let stop = one.by.checked_mul(left.1)?.checked_add(one.high)?;
        let less = one.rows.checked_mul(start)?.checked_sub(other.rows.checked_mul(stop)?)?;
        let columns = begin?.0.checked_sub(end?.0)?.checked_sub(near)?;
        let speed = other.rows.checked_mul(one.by)?.checked_sub(one.rows.checked_mul(other.by)?)?;
        Some(Room { scale, rest: scale.checked_mul(columns)?.checked_add(less)?, speed })
    }
}

/// The room between two edges, the second of which begins c columns behind the first one: `scale` * c +
/// `rest`, and `speed` less with each row.
#[derive(Clone, Copy)]
pub struct Room {
    pub scale: i64,
    pub rest: i64,
    pub speed: i64,
}

/// Edges meet, and go on as is known.
pub struct Scene {
    /// What there is in the end, and so many columns to the right of where the first edge began.
    pub out: Vec<(Known, i64)>,
    /// So many rows later.
    pub rows: i64,
    /// The columns that were used.
    pub extent: [i64; 2],
    /// How many columns were used in a row at most.
    pub width: i64,
    /// What has happened.
    pub events: Vec<Event>,
}

/// Where scenes play.
pub struct World<'w> {
    pub rule: Rule,
    pub zones: Zones,
    pub kinds: Kinds,
    /// How many positions a row has for this parameter.
    width: i64,
    care: Care,
    work: &'w mut u64,
    pub stop: &'w CancellationToken,
}

struct Placed {
    column: i64,
    edge: Edge,
    known: Option<Known>,
    /// What it was, and in which row.
    seen: FxHashMap<Edge, i64>,
    /// How many words these have.
    words: u64,
    /// Below so many columns no new zone is looked for.
    narrow: usize,
    /// A zone in it has so many columns at least.
    least: i64,
}

impl Placed {
    fn new(column: i64, edge: Edge) -> Self {
        let (known, seen) = (None, FxHashMap::default());
        Self { column, edge, known, seen, words: 0, narrow: NARROW, least: 0 }
    }

    fn end(&self) -> i64 {
        self.column + self.edge.width()
    }
}

impl<'w> World<'w> {
    pub fn new(
        rule: Rule,
        zones: Zones,
        width: i64,
        care: Care,
        work: &'w mut u64,
        stop: &'w CancellationToken,
    ) -> Self {
        Self { rule, zones, kinds: Kinds::default(), width, care, work, stop }
    }

    /// Edges have to be so many columns from each other: two times as far as the rule reaches, and
    /// those to spare; from the last one to the first one as far again, as that comes one row later
    /// and may turn.
    pub fn near(&self) -> i64 {
        2 * self.rule.reach + self.care.spare
    }

    /// The first edge of all, until it is known how it goes on, or what it has become.
    pub fn first(&mut self) -> Result<Scene, Stuck> {
        let mut play = Play::new(vec![Placed::new(0, Edge::first(&self.zones.textures))]);
        play.recognize(self)?;
        play.run(self)
    }

    /// Edges at these columns, of which this one and the next one meet.
    pub fn meeting(&mut self, edges: &[(Known, i64)], which: usize) -> Result<Scene, Stuck> {
        let placed = |&(known, column): &(Known, i64)| Placed {
            known: Some(known),
            ..Placed::new(column, self.kinds.edge(known).clone())
        };
        let mut play = Play::new(edges.iter().map(placed).collect());
        play.join(which, self);
        play.run(self)
    }

    pub fn worked(&mut self, words: u64) -> Result<(), Stuck> {
        *self.work = self.work.saturating_sub(words);
        if *self.work == 0 { Err(Stuck::Work) } else { Ok(()) }
    }
}

struct Play {
    edges: Vec<Placed>,
    rows: i64,
    extent: [i64; 2],
    width: i64,
    events: Vec<Event>,
}

impl Play {
    fn new(edges: Vec<Placed>) -> Self {
        Self { edges, rows: 0, extent: [0; 2], width: 0, events: Vec::new() }
    }

    fn run(mut self, world: &mut World<'_>) -> Result<Scene, Stuck> {
        loop {
            self.extend();
            while let Some(index) = self.near(world) {
                self.join(index, world);
                self.extend();
            }
            if self.edges.iter().all(|it| it.known.is_some()) {
                break;
            }
            self.row(world)?;
            self.extend();
            if self.width > world.width {
                return Err(Stuck::Wide);
            }
            self.recognize(world)?;
        }
        let out = self.edges.iter().filter_map(|it| Some((it.known?, it.column))).collect();
        let Self { rows, extent, width, events, .. } = self;
        Ok(Scene { out, rows, extent, width, events })
    }

    fn extend(&mut self) {
        let (Some(first), Some(last)) = (self.edges.first(), self.edges.last()) else { return };
        let [low, high] = [first.column, last.end()];
        self.extent = [self.extent[0].min(low), self.extent[1].max(high)];
        self.width = self.width.max(high - low);
    }

    /// An edge that is too near to the next one.
    fn near(&self, world: &World<'_>) -> Option<usize> {
        let is_near = |pair: &[Placed]| {
            let are_known = pair.iter().all(|it| it.known.is_some());
            // One that is awake has a row to go.
            let more = if are_known { 0 } else { 2 };
            !are_apart(&pair[0], &pair[1], more, world)
        };
        self.edges.windows(2).position(is_near)
    }

    fn join(&mut self, index: usize, world: &World<'_>) {
        for edge in [index, index + 1] {
            if self.edges[edge].known.take().is_some() {
                self.events.push(Event::Wake { edge });
            }
        }
        let (one, other) = (&self.edges[index], &self.edges[index + 1]);
        let gap = other.column - one.end();
        let edge = one.edge.joined(&other.edge, gap, &world.zones.textures);
        // They may come near again and again; then they are one edge in the end.
        let least = one.least.max(other.least).max(gap);
        let united = Placed { least: least + least / 4 + 1, ..Placed::new(one.column, edge) };
        self.edges.splice(index..=index + 1, [united]);
        self.events.push(Event::Meet { edge: index });
    }

    /// The next row.
    fn row(&mut self, world: &mut World<'_>) -> Result<(), Stuck> {
        if self.rows % ASKED == 0 && world.stop.requested() {
            return Err(Stuck::Stopped);
        }
        world.worked(self.edges.len() as u64)?;
        for it in &mut self.edges {
            if let Some(known) = it.known {
                let (known, by) = world.kinds.after(known, 1).ok_or(Stuck::Number)?;
                it.known = Some(known);
                it.edge.clone_from(world.kinds.edge(known));
                it.column += by;
                continue;
            }
            let (next, by) = it.edge.below(&world.rule, &world.zones.textures);
            it.edge = next;
            it.column += by;
            if it.edge.words.len() > WIDEST {
                return Err(Stuck::Wide);
            }
            let words = it.edge.words.len() as u64;
            it.words += words + 1;
            if it.words > WORDS {
                return Err(Stuck::Wild);
            }
            world.worked(words)?;
        }
        self.rows += 1;
        match self.events.last_mut() {
            Some(Event::Step { rows }) => *rows += 1,
            _ => self.events.push(Event::Step { rows: 1 }),
        }
        Ok(())
    }

    /// Edges vanish, are known, or have zones inside.
    fn recognize(&mut self, world: &mut World<'_>) -> Result<(), Stuck> {
        let mut index = 0;
        while let Some(it) = self.edges.get(index) {
            if it.known.is_some() {
                index += 1;
            } else if it.edge.words.is_empty() && it.edge.left == it.edge.right {
                self.edges.remove(index);
                self.events.push(Event::Vanish { edge: index });
            } else if self.knows(index, world)? {
                // It may be one with the edge before it now.
                index = index.saturating_sub(1);
            } else if !self.parts(index, world)? {
                index += 1;
            }
        }
        Ok(())
    }

    fn knows(&mut self, index: usize, world: &mut World<'_>) -> Result<bool, Stuck> {
        let it = &mut self.edges[index];
        let mut known = world.kinds.places.get(&it.edge).copied();
        if known.is_none()
            && let Some(row) = it.seen.insert(it.edge.clone(), self.rows)
            && row < self.rows
        {
            let World { rule, zones, .. } = world;
            let cycle = Cycle::of(&it.edge, self.rows - row, rule, &zones.textures, |_| Ok(()));
            known = Some(world.kinds.add(cycle.map_err(|_| Stuck::Number)?));
        }
        let Some(known) = known else { return Ok(false) };
        it.known = Some(known);
        let pairs = index.saturating_sub(1)..(index + 1).min(self.edges.len() - 1);
        for left in pairs {
            let [one, other] = [&self.edges[left], &self.edges[left + 1]];
            let are_known = one.known.is_some() && other.known.is_some();
            if are_known && !are_apart(one, other, 0, world) {
                self.edges[index].known = None;
                self.join(left, world);
                return Ok(true);
            }
        }
        let rows = world.kinds.cycles[known.0].rows;
        self.events.push(Event::Cycle { edge: index, rows });
        Ok(true)
    }

    fn parts(&mut self, index: usize, world: &mut World<'_>) -> Result<bool, Stuck> {
        let it = &mut self.edges[index];
        let (column, width) = (it.column, it.edge.words.len());
        let least = it.least.max(world.near() + MORE);
        let mut zone = world.zones.known(&it.edge, least as usize, world.care.whole);
        if zone.is_none() && width >= it.narrow {
            world.worked(width as u64 * COMPARED)?;
            it.narrow = width + width / 16;
            zone = world.zones.found(&world.rule, &it.edge);
        }
        let Some(zone) = zone else { return Ok(false) };
        let halves = it.edge.parted(zone.from..zone.to, zone.phase, &world.zones.textures);
        let least = it.least;
        let half = |(edge, by)| Placed { least, ..Placed::new(column + by, edge) };
        self.edges.splice(index..=index, halves.map(half));
        let Phase { texture, row, column } = zone.phase;
        let (from, to) = (zone.from, zone.to);
        self.events.push(Event::Part { edge: index, from, to, zone: [texture, row, column] });
        Ok(true)
    }
}

/// Have two edges room, and so many columns more, where all that are known lie in their cycles?
fn are_apart(one: &Placed, other: &Placed, more: i64, world: &World<'_>) -> bool {
    let lines = |it: &Placed| match it.known {
        Some(known) => world.kinds.lines(known, Number::constant(it.column), 0),
        None => Some((1, Number::constant(it.column), Number::constant(it.end()))),
    };
    let room = || {
        let [(scale, _, end), (other, start, _)] = [lines(one)?, lines(other)?];
        let room = start.value.checked_mul(scale)?.checked_sub(end.value.checked_mul(other)?)?;
        room.checked_sub((world.near() + more).checked_mul(scale.checked_mul(other)?)?)
    };
    room().is_some_and(|room| room >= 0)
}

//! Edges in a row, and what becomes of them in the rows below.

use super::local::Edge;
use super::texture::{Phase, Rule, Texture, Textures};
use super::{Event, Picture, Reason};
use crate::trace::form::Form;

/// A number that is affine in m.
pub(super) type Number = Form<1>;

/// So many words of edges may be computed.
const WORK: usize = 1 << 26;

/// An edge takes as much as so many words besides its own.
const EDGE: usize = 16;

/// After so many of them it is asked whether to stop.
const ASKED: usize = 1 << 14;

/// What an edge was is kept if there are so many columns of zones on both sides of it.
pub const ROOM: i64 = 32;

/// An edge in a row.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub row: Number,
    /// The first column.
    pub column: Number,
    pub edge: Edge,
    /// How it goes on, if that is known.
    pub cycle: Option<Cycle>,
    /// Where and what it was in the rows before, in their order, as far back as it was an edge of its
    /// own, awake, and had room on both sides.
    pub trail: Vec<(Number, Edge)>,
}

/// How an edge goes on.
#[derive(Clone, Debug)]
pub(super) struct Cycle {
    /// After so many rows, at least 1,
    pub rows: i64,
    /// it is the same so many columns farther to the right.
    pub by: i64,
    /// How many columns farther to the right it begins, and what it is, in each row before that.
    pub edges: Vec<(i64, Edge)>,
    /// In row t it begins at c with `rows` * (c - its first column) >= `by` * t - `low`,
    low: i64,
    /// and ends at c with `rows` * (c - its first column) <= `by` * t + `high`.
    high: i64,
}

impl Cycle {
    /// The edge so many rows later, or earlier, and how many columns farther to the right.
    pub fn at(&self, rows: i64) -> Option<(i64, &Edge)> {
        let index = usize::try_from(rows.rem_euclid(self.rows)).ok()?;
        let (by, edge) = self.edges.get(index)?;
        let turns = rows.div_euclid(self.rows).checked_mul(self.by)?;
        Some((by.checked_add(turns)?, edge))
    }
}

/// All edges in a row, from left to right.  Behind the last one there is the first one again.
pub(super) struct Front<'s> {
    pub rule: Rule,
    pub textures: Textures,
    /// How many positions a row has.
    pub width: Number,
    pub row: Number,
    pub edges: Vec<Placed>,
    /// Edges that vanished.
    pub gone: Vec<Placed>,
    /// How often an edge that was the first one became the last one.
    pub turns: i64,
    work: usize,
    stop: &'s dyn Fn() -> bool,
}

impl<'s> Front<'s> {
    /// Row 1 with one edge at column 0: on both sides all columns are alike, on the left one row higher.
    pub fn new(picture: &Picture, stop: &'s dyn Fn() -> bool) -> Result<Self, Reason> {
        let (rule, row) = (Rule::new(&picture.moves, picture.row)?, picture.row);
        let parameter = Number { value: picture.start, slopes: [picture.step] };
        let width = Number::constant(row.summand).plus_times(parameter, row.factor)?;
        let all = picture.textures.iter().map(|words| Texture::new(&rule, words.clone()));
        let textures = std::iter::once(Texture::plain(&rule)).chain(all);
        let textures = Textures(textures.collect::<Result<_, _>>()?);
        let left = Phase { texture: 0, row: 0, column: 0 };
        let edge = Edge { words: Vec::new(), left, right: textures.below(left) };
        let (row, column) = (Number::constant(1), Number::constant(0));
        let first = Placed { row, column, edge, cycle: None, trail: Vec::new() };
        let edges = vec![first];
        let front =
            Self { rule, textures, width, row, edges, gone: Vec::new(), turns: 0, work: 0, stop };
        // Moves lead back, and no farther than to the columns at hand.
        front.never_negative(front.width.shifted(-4 * front.rule.reach - 1)?, Reason::Moves)?;
        match picture.step > 0 {
            true => Ok(front),
            false => Err(Reason::Moves),
        }
    }

    /// Follows an event.
    pub fn follow(&mut self, event: &Event) -> Result<(), Reason> {
        match *event {
            Event::Cycle { edge, rows } => self.cycle(edge, rows),
            Event::Run { rows: [value, slope] } => self.run(Number { value, slopes: [slope] }),
            Event::Wake { edge } => self.wake(edge),
            Event::Step { rows } => self.step(rows),
            Event::Meet { edge } => self.meet(edge),
            Event::Part { edge, from, to, zone: [texture, row, column] } => {
                self.part(edge, from..to, Phase { texture, row, column })
            }
            Event::Vanish { edge } => self.vanish(edge),
            Event::Turn => self.turn(),
        }
    }

    fn awake(&mut self, edge: usize) -> Result<&mut Placed, Reason> {
        self.edges.get_mut(edge).filter(|it| it.cycle.is_none()).ok_or(Reason::Edge)
    }

    fn never_negative(&self, form: Number, reason: Reason) -> Result<(), Reason> {
        if form.value >= 0 && form.slopes[0] >= 0 { Ok(()) } else { Err(reason) }
    }

    fn worked(&mut self, words: usize) -> Result<(), Reason> {
        let before = self.work;
        self.work = before.saturating_add(words + EDGE);
        if self.work / ASKED != before / ASKED && (self.stop)() {
            return Err(Reason::Stopped);
        }
        if self.work <= WORK { Ok(()) } else { Err(Reason::Size) }
    }

    /// After so many rows the edge is the same.
    fn cycle(&mut self, edge: usize, rows: i64) -> Result<(), Reason> {
        let start = self.awake(edge)?.edge.clone();
        let count = usize::try_from(rows).ok().filter(|&rows| rows > 0).ok_or(Reason::Cycle)?;
        let (mut by, mut now) = (0_i64, start.clone());
        let mut edges = Vec::new();
        for _ in 0..count {
            self.worked(now.words.len())?;
            let (next, more) = now.below(&self.rule, &self.textures);
            edges.push((by, std::mem::replace(&mut now, next)));
            by += more;
        }
        if now != start {
            return Err(Reason::Cycle);
        }
        let (mut low, mut high) = (0, 0);
        let times = |one: i64, two: i64| one.checked_mul(two).ok_or(Reason::Number);
        for (t, (column, edge)) in (0..).zip(&edges) {
            let line = times(by, t)?;
            low = low.max(line - times(rows, *column)?);
            high = high.max(times(rows, column + edge.width())? - line);
        }
        self.awake(edge)?.cycle = Some(Cycle { rows, by, edges, low, high });
        Ok(())
    }

    /// The edge is what it is in this row.
    fn wake(&mut self, edge: usize) -> Result<(), Reason> {
        let row = self.row;
        let placed = self.edges.get_mut(edge).ok_or(Reason::Edge)?;
        let cycle = placed.cycle.take().ok_or(Reason::Edge)?;
        let after = row.minus(placed.row)?;
        let [value, slope] = [after.value, after.slopes[0]];
        if slope % cycle.rows != 0 {
            return Err(Reason::Row);
        }
        let (by, edge) = cycle.at(value).ok_or(Reason::Number)?;
        let by_slope = (slope / cycle.rows).checked_mul(cycle.by).ok_or(Reason::Number)?;
        placed.column = placed.column.plus(Number { value: by, slopes: [by_slope] })?;
        placed.row = row;
        placed.edge = edge.clone();
        placed.trail = Vec::new();
        Ok(())
    }

    /// So many rows in which all edges that are there go on as is known.
    fn run(&mut self, rows: Number) -> Result<(), Reason> {
        self.never_negative(rows, Reason::Row)?;
        if self.edges.iter().any(|it| it.cycle.is_none()) {
            return Err(Reason::Edge);
        }
        let until = self.row.plus(rows)?;
        self.are_apart(until, 0, |_, _| true)?;
        self.row = until;
        Ok(())
    }

    /// So many rows of the edges that are awake.
    fn step(&mut self, rows: u32) -> Result<(), Reason> {
        let until = self.row.shifted(i64::from(rows))?;
        self.are_apart(until, 0, |one, other| one.cycle.is_some() && other.cycle.is_some())?;
        let awake = |one: &Placed, other: &Placed| one.cycle.is_none() || other.cycle.is_none();
        for _ in 0..rows {
            self.are_apart(self.row, 0, awake)?;
            let have_room = self.are_apart(self.row, ROOM, awake).is_ok();
            let Self { rule, textures, edges, .. } = self;
            let mut words = 0;
            for placed in edges.iter_mut().filter(|it| it.cycle.is_none()) {
                words += placed.edge.words.len() + EDGE;
                placed.below(rule, textures)?;
                if !have_room {
                    placed.trail.clear();
                }
            }
            self.worked(words)?;
            self.row = self.row.shifted(1)?;
        }
        Ok(())
    }

    /// Are edges and those behind them far enough from each other, and so many columns more, from this
    /// row to that one?  Those that are asked about are.
    pub fn are_apart(
        &self,
        until: Number,
        more: i64,
        about: impl Fn(&Placed, &Placed) -> bool,
    ) -> Result<(), Reason> {
        for (index, one) in self.edges.iter().enumerate() {
            let other = &self.edges[(index + 1) % self.edges.len()];
            if about(one, other) {
                for row in [self.row, until] {
                    self.have_room(index, one.extent(row)?, other.extent(row)?, more)?;
                }
            }
        }
        Ok(())
    }

    /// Is there room between this edge and the one behind it, which lie there?
    fn have_room(&self, index: usize, one: Extent, other: Extent, more: i64) -> Result<(), Reason> {
        let is_last = index + 1 == self.edges.len();
        let zero = Number::constant(0);
        // Behind the last edge the first one comes one row later.
        let (around, near) = match is_last {
            true => (self.width, 3 * self.rule.reach),
            false => (zero, 2 * self.rule.reach),
        };
        let scale = one.scale.checked_mul(other.scale).ok_or(Reason::Number)?;
        let start = zero.plus_times(other.start, one.scale)?;
        let gap = start.plus_times(one.end, -other.scale)?;
        let room = gap.plus_times(around.shifted(-near - more)?, scale)?;
        self.never_negative(room, Reason::Near)
    }

    /// The edge and the next one become one.
    fn meet(&mut self, edge: usize) -> Result<(), Reason> {
        let (one, other) = match self.edges.get(edge..) {
            Some([one, other, ..]) if one.cycle.is_none() && other.cycle.is_none() => (one, other),
            _ => return Err(Reason::Edge),
        };
        let gap = other.column.minus(one.end()?)?;
        if gap.slopes != [0] || !(0..=super::COLUMNS).contains(&gap.value) {
            return Err(Reason::Near);
        }
        let (row, column, left) = (one.row, one.column, one.edge.left);
        let zone = (0..gap.value).map(|by| self.textures.word(one.edge.right, by));
        let words =
            one.edge.words.iter().copied().chain(zone).chain(other.edge.words.iter().copied());
        let united = Edge { words: words.collect(), left, right: other.edge.right };
        let united = Placed { row, column, edge: united, cycle: None, trail: Vec::new() };
        self.edges.splice(edge..=edge + 1, [united]);
        Ok(())
    }

    /// These columns of the edge are a zone.
    fn part(
        &mut self,
        edge: usize,
        columns: std::ops::Range<usize>,
        zone: Phase,
    ) -> Result<(), Reason> {
        let placed = self.awake(edge)?.clone();
        let Edge { words, left, right } = &placed.edge;
        let (from, to) = (columns.start, columns.end);
        let inner = words.get(columns).ok_or(Reason::Zone)?;
        let is_zone = |(by, &word): (i64, &u64)| self.textures.word(zone, by) == word;
        if !self.textures.has(zone) || !(0..).zip(inner).all(is_zone) {
            return Err(Reason::Zone);
        }
        let new = |words: &[u64], left: Phase, right: Phase, by: usize| -> Result<_, Reason> {
            let (edge, more) = Edge { words: words.to_vec(), left, right }.trimmed(&self.textures);
            let column = placed.column.shifted(by as i64 + more)?;
            Ok(Placed { row: placed.row, column, edge, cycle: None, trail: Vec::new() })
        };
        let behind = self.textures.right(zone, (to - from) as i64);
        let both = [new(&words[..from], *left, zone, 0)?, new(&words[to..], behind, *right, to)?];
        self.edges.splice(edge..=edge, both);
        Ok(())
    }

    /// The edge has no words, and on both sides is the same zone.
    fn vanish(&mut self, edge: usize) -> Result<(), Reason> {
        let placed = self.awake(edge)?;
        if !placed.edge.words.is_empty() || placed.edge.left != placed.edge.right {
            return Err(Reason::Zone);
        }
        let placed = self.edges.remove(edge);
        self.gone.push(placed);
        Ok(())
    }

    /// The first edge, one row later, is the last one.
    fn turn(&mut self) -> Result<(), Reason> {
        if self.edges.len() < 2 {
            return Err(Reason::Edge);
        }
        self.awake(0)?;
        let [one, other] = [0, 1].map(|index| self.edges[index].extent(self.row));
        self.have_room(0, one?, other?, 0)?;
        let mut first = self.edges.remove(0);
        first.below(&self.rule, &self.textures)?;
        first.row = self.row;
        first.column = first.column.plus(self.width)?;
        first.trail = Vec::new();
        self.edges.push(first);
        self.turns += 1;
        Ok(())
    }
}

impl Placed {
    /// The first column behind the edge.
    pub fn end(&self) -> Result<Number, Reason> {
        Ok(self.column.shifted(self.edge.width())?)
    }

    /// One row later.
    fn below(&mut self, rule: &Rule, textures: &Textures) -> Result<(), Reason> {
        let (next, by) = self.edge.below(rule, textures);
        self.trail.push((self.column, std::mem::replace(&mut self.edge, next)));
        self.column = self.column.shifted(by)?;
        self.row = self.row.shifted(1)?;
        Ok(())
    }

    /// The scale, the start and the end of its extent for m = 0.
    #[cfg(test)]
    pub fn line(&self, row: Number) -> Result<[i64; 3], Reason> {
        let Extent { scale, start, end } = self.extent(row)?;
        Ok([scale, start.value, end.value])
    }

    /// Where it lies in a row, which is its own if it is awake, and no earlier one.
    fn extent(&self, row: Number) -> Result<Extent, Reason> {
        let Some(cycle) = &self.cycle else {
            return Ok(Extent { scale: 1, start: self.column, end: self.end()? });
        };
        let after = row.minus(self.row)?;
        let zero = Number::constant(0);
        let line = zero.plus_times(self.column, cycle.rows)?.plus_times(after, cycle.by)?;
        let [start, end] = [line.shifted(-cycle.low)?, line.shifted(cycle.high)?];
        Ok(Extent { scale: cycle.rows, start, end })
    }
}

/// Where an edge lies, times `scale`: it begins at `start` at least, and ends at `end` at most.  Both
/// are affine in the row if the edge goes on as is known.
#[derive(Clone, Copy)]
struct Extent {
    scale: i64,
    start: Number,
    end: Number,
}

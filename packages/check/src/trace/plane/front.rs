//! Edges in a row, and what becomes of them in the rows below.

use super::cycle::Cycle;
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
        let edges = vec![Placed::new(row, column, edge)];
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

    /// After so many rows the edge is the same.
    fn cycle(&mut self, edge: usize, rows: i64) -> Result<(), Reason> {
        let start = self.awake(edge)?.edge.clone();
        let Self { rule, textures, work, stop, .. } = self;
        let worked = |words| worked(work, *stop, words);
        let cycle = Cycle::of(&start, rows, rule, textures, worked)?;
        self.awake(edge)?.cycle = Some(cycle);
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
            worked(&mut self.work, self.stop, words)?;
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
        let united = one.edge.joined(&other.edge, gap.value, &self.textures);
        let united = Placed::new(one.row, one.column, united);
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
        let inner = placed.edge.words.get(columns.clone()).ok_or(Reason::Zone)?;
        let is_zone = |(by, &word): (i64, &u64)| self.textures.word(zone, by) == word;
        if !self.textures.has(zone) || !(0..).zip(inner).all(is_zone) {
            return Err(Reason::Zone);
        }
        let [one, other] = placed.edge.parted(columns, zone, &self.textures);
        let new = |(edge, by)| -> Result<_, Reason> {
            Ok(Placed::new(placed.row, placed.column.shifted(by)?, edge))
        };
        let both = [new(one)?, new(other)?];
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

/// So many words more were computed.
fn worked(work: &mut usize, stop: &dyn Fn() -> bool, words: usize) -> Result<(), Reason> {
    let before = *work;
    *work = before.saturating_add(words + EDGE);
    if *work / ASKED != before / ASKED && stop() {
        return Err(Reason::Stopped);
    }
    if *work <= WORK { Ok(()) } else { Err(Reason::Size) }
}

impl Placed {
    /// An edge that is awake.
    pub fn new(row: Number, column: Number, edge: Edge) -> Self {
        Self { row, column, edge, cycle: None, trail: Vec::new() }
    }

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

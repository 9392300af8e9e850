//! Walls in a row, and what becomes of them in the rows below.

use super::cycle::WallCycle;
use super::event::{Diagram, Event};
use super::local::Wall;
use super::once::Once;
use super::tile::{Phase, Rule, Tile, Tiles};
use crate::trace::form::{Form, Ranges};
use crate::trace::refused::Reason;
use std::collections::HashMap;
use std::rc::Rc;

/// A number that is affine in m.
///
/// Rows and columns are such numbers, and checked.  What is computed in plain machine integers is then added to them:
/// widths of walls, the reach of the rule and requested columns, each far below 2^61, and numbers of events and of rows
/// that were computed one by one.
pub(super) type Number = Form<1>;

/// The most words of walls that may be computed: a constant, and an allowance for each event.
const WORK: [usize; 2] = [1 << 26, 1 << 12];

/// The most words that all tiles together have.
const TILES: usize = 1 << 23;

/// The number of rows from which on no more cycles are kept.
const KEPT: usize = 1 << 20;

/// The cost of a wall in words, in addition to its own.
const WALL: usize = 16;

/// The number of words after which the caller is asked whether to stop.
const ASKED: usize = 1 << 14;

/// The columns of domains on both sides of a wall, in addition to what it needs, from which on its earlier form is
/// kept: only then can the end of the preperiod be shown.
pub const ROOM: i64 = 32;

/// What walls are computed with.
pub(super) struct Computation<'s> {
    pub rule: Rule,
    pub tiles: Tiles,
    /// What is seen in the recurring part; nothing before that.
    pub once: Once,
    cycles: Cycles,
    pub work: Work<'s>,
}

/// The words that were computed.
pub(super) struct Work<'s> {
    done: usize,
    most: usize,
    stop: &'s dyn Fn() -> bool,
}

impl Work<'_> {
    /// More words were computed.
    pub(super) fn add(&mut self, words: usize) -> Result<(), Reason> {
        let before = self.done;
        self.done = before.saturating_add(words).saturating_add(WALL);
        if self.done / ASKED != before / ASKED && (self.stop)() {
            return Err(Reason::Stopped);
        }
        if self.done <= self.most { Ok(()) } else { Err(Reason::Size) }
    }
}

/// Cycles that were computed, so that none is computed twice.
#[derive(Default)]
struct Cycles {
    /// The cycles by their first wall and number of rows.
    all: HashMap<(Wall, i64), Rc<WallCycle>>,
    /// The number of rows of all cycles.
    rows: usize,
}

/// A wall in a row; its numbers are affine in m and in N - 1 indices of loops.
#[derive(Clone, Debug)]
pub(super) struct Placed<const N: usize> {
    pub row: Form<N>,
    /// The first column.
    pub column: Form<N>,
    pub wall: Wall,
    /// How it continues, if that is known.
    pub cycle: Option<Rc<WallCycle>>,
    /// Its place and form in earlier rows, in order, as far back as it was a wall of its own, awake, with room on both
    /// sides.
    pub trail: Vec<(Form<N>, Wall)>,
    /// Its place and form in the row above its own, if it was computed from there.
    pub above: Option<(Form<N>, Wall)>,
}

/// A wall whose continuation is known, in the current row.
#[derive(Clone, Debug)]
pub(super) struct Settled<const N: usize> {
    /// The first column, counted from that of wall 0.
    pub column: Form<N>,
    /// How it continues from there.
    pub cycle: Rc<WallCycle>,
}

/// Walls are the same if they are in the same column and continue in the same way.
impl<const N: usize> PartialEq for Settled<N> {
    fn eq(&self, other: &Self) -> bool {
        self.column == other.column && self.cycle.is_same(&other.cycle)
    }
}

impl<'s> Computation<'s> {
    /// The rule and the tiles of a diagram.
    pub(super) fn new(diagram: &Diagram, stop: &'s dyn Fn() -> bool) -> Result<Self, Reason> {
        let rule = Rule::new(&diagram.moves, diagram.row)?;
        let mut tiles = vec![Tile::plain(&rule)?];
        let mut words = tiles[0].size();
        for first in &diagram.tiles {
            let tile = Tile::new(&rule, first.clone())?;
            words += tile.size();
            if words > TILES {
                return Err(Reason::Size);
            }
            tiles.push(tile);
        }
        let tiles = Tiles(tiles);
        let [least, more] = WORK;
        let most = least.saturating_add(more.saturating_mul(diagram.count()));
        let (once, cycles) = Default::default();
        Ok(Self { rule, tiles, once, cycles, work: Work { done: 0, most, stop } })
    }

    /// The recurring part begins: walls are searched for patterns with these numbers of columns.
    pub(super) fn look(&mut self, columns: &[u64]) {
        self.once = Once::new(columns, &self.tiles);
        // What was seen before has to be seen again.
        self.cycles = Cycles::default();
    }

    /// The wall occurs in each row of its cycle.
    pub(super) fn see_all(&mut self, cycle: &WallCycle) {
        cycle.walls.iter().for_each(|(_, wall)| self.see(wall, false));
    }

    /// The wall occurs in a row, and if that is so only once in all rows, once.
    fn see(&mut self, wall: &Wall, is_once: bool) {
        self.once.see(wall, &self.tiles, is_once);
    }

    /// How a wall continues that is the same after this number of rows.
    fn cycle(&mut self, start: Wall, rows: i64) -> Result<Rc<WallCycle>, Reason> {
        self.work.add(start.words.len())?;
        let place = (start, rows);
        if let Some(cycle) = self.cycles.all.get(&place) {
            return Ok(cycle.clone());
        }
        let work = |words| self.work.add(words);
        let cycle = Rc::new(WallCycle::of(&place.0, rows, &self.rule, &self.tiles, work)?);
        self.see_all(&cycle);
        if self.cycles.rows > KEPT {
            self.cycles = Cycles::default();
        }
        self.cycles.rows += cycle.walls.len();
        self.cycles.all.insert(place, cycle.clone());
        Ok(cycle)
    }
}

/// Is the question about a wall and the one after it?
type About<'a, const N: usize> = &'a dyn Fn(&Placed<N>, &Placed<N>) -> bool;

/// All walls in a row, from left to right.  After the last one comes the first one again.
pub(super) struct Front<const N: usize> {
    /// The reach of the rule, in columns.
    pub reach: i64,
    /// The number of positions of a row.
    pub width: Form<N>,
    /// The ranges of the indices of the surrounding loops.
    pub ranges: Ranges<N>,
    pub row: Form<N>,
    pub walls: Vec<Placed<N>>,
    /// Walls that vanished.
    pub gone: Vec<Placed<N>>,
    /// The number of times that the first wall became the last one.
    pub turns: i64,
    /// Are rows and columns counted from a place where walls were settled?
    pub is_settled: bool,
}

impl Front<1> {
    /// Row 1 with one wall at column 0: on both sides all columns are alike, and those on the left are one row higher.
    pub(super) fn new(diagram: &Diagram, computation: &Computation<'_>) -> Result<Self, Reason> {
        let row = diagram.row;
        let parameter = Number { value: diagram.start, slopes: [diagram.step] };
        let width = Number::constant(row.summand).plus_times(parameter, row.factor)?;
        let wall = Wall::first(&computation.tiles);
        let (row, column) = (Number::constant(1), Number::constant(0));
        let front = Self {
            walls: vec![Placed::new(row, column, wall)],
            row,
            ..Self::empty(computation.rule.reach, width)
        };
        // Moves lead back, and no farther than to the current columns.
        front.never_negative(front.width.shifted(-4 * front.reach - 1)?, Reason::Columns)?;
        if diagram.step > 0 { Ok(front) } else { Err(Reason::Columns) }
    }
}

impl<const N: usize> Front<N> {
    /// No walls.
    fn empty(reach: i64, width: Form<N>) -> Self {
        let (ranges, row) = (Ranges::default(), Form::constant(0));
        let (walls, gone) = (Vec::new(), Vec::new());
        Self { reach, width, ranges, row, walls, gone, turns: 0, is_settled: false }
    }

    /// A row of this number of positions with these walls.
    pub(super) fn of(reach: i64, width: Form<N>, state: &[Settled<N>]) -> Self {
        let mut front = Self::empty(reach, width);
        front.load(state);
        front
    }

    /// Takes these walls; the current row is 0.
    pub(super) fn load(&mut self, state: &[Settled<N>]) {
        let row = Form::constant(0);
        let placed = |it: &Settled<N>| {
            let wall = it.cycle.walls[0].1.clone();
            Placed { cycle: Some(it.cycle.clone()), ..Placed::new(row, it.column, wall) }
        };
        self.walls = state.iter().map(placed).collect();
        self.row = row;
        self.gone.clear();
        self.turns = 0;
        self.is_settled = true;
    }

    /// Counts rows from the current row, and columns from the first one of wall 0; returns the distance from the
    /// previous origin, and the state.
    ///
    /// # Errors
    /// If there are no walls, if some wall is awake, or if one is not the same wall wherever the indices range.
    pub(super) fn settle(
        &mut self,
        work: &mut Work<'_>,
    ) -> Result<([Form<N>; 2], Vec<Settled<N>>), Reason> {
        let mut state = Vec::new();
        for placed in &self.walls {
            let cycle = placed.cycle.as_ref().ok_or(Reason::Wall)?;
            let (rows, by) = placed.until(self.row, cycle)?;
            let words = |it: &(i64, Wall)| it.1.words.len() + WALL;
            let cycle = match rows {
                0 => cycle.clone(),
                _ => {
                    work.add(cycle.walls.iter().map(words).sum())?;
                    Rc::new(cycle.from(rows)?)
                }
            };
            work.add(words(&cycle.walls[0]))?;
            state.push(Settled { column: placed.column.plus(by)?, cycle });
        }
        let origin = state.first().ok_or(Reason::Wall)?.column;
        for settled in &mut state {
            settled.column = settled.column.minus(origin)?;
        }
        let by = [self.row, origin];
        self.load(&state);
        Ok((by, state))
    }

    /// Follows an event that is neither a loop nor the beginning of the recurring part.
    pub(super) fn follow(
        &mut self,
        event: &Event,
        computation: &mut Computation<'_>,
    ) -> Result<(), Reason> {
        match *event {
            Event::Cycle { wall, rows } => self.cycle(wall, rows, computation),
            Event::Run { ref rows } => {
                let rows = match N {
                    // Without m and indices only the value counts.
                    0 => Form::new(&rows[..rows.len().min(1)])?,
                    _ => self.ranges.form(rows)?,
                };
                self.run(rows, computation)
            }
            Event::Wake { wall } => self.wake(wall),
            Event::Step { rows } => self.step(rows, computation),
            Event::Meet { wall } => self.meet(wall, &computation.tiles),
            Event::Part { wall, from, to, domain: [tile, row, column] } => {
                self.part(wall, from..to, Phase { tile, row, column }, &computation.tiles)
            }
            Event::Vanish { wall } => self.vanish(wall),
            Event::Turn => self.turn(computation),
            Event::Loop { .. } | Event::Again => Err(Reason::Index),
        }
    }

    fn awake(&mut self, wall: usize) -> Result<&mut Placed<N>, Reason> {
        self.walls.get_mut(wall).filter(|placed| placed.cycle.is_none()).ok_or(Reason::Wall)
    }

    fn never_negative(&self, form: Form<N>, reason: Reason) -> Result<(), Reason> {
        if self.ranges.is_never_negative(form)? { Ok(()) } else { Err(reason) }
    }

    /// The wall is the same after this number of rows.
    fn cycle(
        &mut self,
        wall: usize,
        rows: i64,
        computation: &mut Computation<'_>,
    ) -> Result<(), Reason> {
        let start = self.awake(wall)?.wall.clone();
        let cycle = computation.cycle(start, rows)?;
        self.awake(wall)?.cycle = Some(cycle);
        Ok(())
    }

    /// From the current row to this one, no pattern reaches two walls that the question is about.
    fn keep(&self, until: Form<N>, about: About<'_, N>, once: &mut Once) {
        let are_apart = |columns| self.are_apart(until, self.more(columns), about).is_ok();
        once.keep(are_apart);
    }

    /// The excess of this number of columns over those that are between two walls anyway.
    fn more(&self, columns: i64) -> i64 {
        columns - 2 * self.reach
    }

    /// The wall is computed from its form in this row on.
    fn wake(&mut self, wall: usize) -> Result<(), Reason> {
        let row = self.row;
        let placed = self.walls.get_mut(wall).ok_or(Reason::Wall)?;
        if placed.cycle.is_none() {
            return Err(Reason::Wall);
        }
        let (column, wall) = placed.at(row)?;
        *placed = Placed::new(row, column, wall);
        Ok(())
    }

    /// Goes down this number of rows, in which all walls continue their known cycles.
    fn run(&mut self, rows: Form<N>, computation: &mut Computation<'_>) -> Result<(), Reason> {
        self.never_negative(rows, Reason::Row)?;
        if self.walls.iter().any(|placed| placed.cycle.is_none()) {
            return Err(Reason::Wall);
        }
        let until = self.row.plus(rows)?;
        self.are_apart(until, 0, &|_, _| true)?;
        self.keep(until, &|_, _| true, &mut computation.once);
        self.row = until;
        Ok(())
    }

    /// Goes down this number of rows, computing the walls that are awake.
    fn step(&mut self, rows: u32, computation: &mut Computation<'_>) -> Result<(), Reason> {
        let until = self.row.shifted(i64::from(rows))?;
        let known =
            |one: &Placed<N>, other: &Placed<N>| one.cycle.is_some() && other.cycle.is_some();
        self.are_apart(until, 0, &known)?;
        self.keep(until, &known, &mut computation.once);
        let awake =
            |one: &Placed<N>, other: &Placed<N>| one.cycle.is_none() || other.cycle.is_none();
        for _ in 0..rows {
            self.are_apart(self.row, 0, &awake)?;
            self.keep(self.row, &awake, &mut computation.once);
            let have_room = self.are_apart(self.row, ROOM, &awake).is_ok();
            let awake_walls = self.walls.iter().filter(|placed| placed.cycle.is_none());
            // In a loop it occurs in each iteration.
            awake_walls.for_each(|placed| computation.see(&placed.wall, N == 1));
            let Computation { rule, tiles, .. } = &*computation;
            let mut words = 0;
            for placed in self.walls.iter_mut().filter(|placed| placed.cycle.is_none()) {
                words += placed.wall.words.len() + WALL;
                placed.below(rule, tiles)?;
                if !have_room {
                    placed.trail.clear();
                }
            }
            computation.work.add(words)?;
            self.row = self.row.shifted(1)?;
        }
        Ok(())
    }

    /// From this row to that one, are walls far enough from the next ones, with this number of columns to spare?  Only
    /// those that the question is about are compared.
    pub(super) fn are_apart(
        &self,
        until: Form<N>,
        more: i64,
        about: About<'_, N>,
    ) -> Result<(), Reason> {
        for (index, one) in self.walls.iter().enumerate() {
            let other = &self.walls[(index + 1) % self.walls.len()];
            if about(one, other) {
                for row in [self.row, until] {
                    self.have_room(index, one.extent(row)?, other.extent(row)?, more)?;
                }
            }
        }
        Ok(())
    }

    /// Is there room between this wall and the next one, which lie there?
    fn have_room(
        &self,
        index: usize,
        one: Extent<N>,
        other: Extent<N>,
        more: i64,
    ) -> Result<(), Reason> {
        let is_last = index + 1 == self.walls.len();
        let zero = Form::constant(0);
        // After the last wall the first one comes one row later.
        let (around, near) = match is_last {
            true => (self.width, 3 * self.reach),
            false => (zero, 2 * self.reach),
        };
        let scale = one.scale.checked_mul(other.scale).ok_or(Reason::Number)?;
        let start = zero.plus_times(other.start, one.scale)?;
        let gap = start.plus_times(one.end, -other.scale)?;
        let room = gap.plus_times(around.shifted(-near - more)?, scale)?;
        self.never_negative(room, Reason::Near)
    }

    /// The wall and the next one become one.
    fn meet(&mut self, wall: usize, tiles: &Tiles) -> Result<(), Reason> {
        let (one, other) = match self.walls.get(wall..) {
            Some([one, other, ..]) if one.cycle.is_none() && other.cycle.is_none() => (one, other),
            _ => return Err(Reason::Wall),
        };
        let gap = other.column.minus(one.end()?)?;
        if gap.slopes != [0; N] || !(0..=super::tile::COLUMNS).contains(&gap.value) {
            return Err(Reason::Near);
        }
        let united = one.wall.joined(&other.wall, gap.value, tiles);
        let united = Placed::new(one.row, one.column, united);
        self.walls.splice(wall..=wall + 1, [united]);
        Ok(())
    }

    /// These columns of the wall become a domain.
    fn part(
        &mut self,
        wall: usize,
        columns: std::ops::Range<usize>,
        domain: Phase,
        tiles: &Tiles,
    ) -> Result<(), Reason> {
        let placed = self.awake(wall)?.clone();
        let inner = placed.wall.words.get(columns.clone()).ok_or(Reason::Domain)?;
        let is_domain = |(by, &word): (i64, &u64)| tiles.word(domain, by) == word;
        if !tiles.has(domain) || !(0..).zip(inner).all(is_domain) {
            return Err(Reason::Domain);
        }
        let [one, other] = placed.wall.parted(columns, domain, tiles);
        let new = |(wall, by)| -> Result<_, Reason> {
            Ok(Placed::new(placed.row, placed.column.shifted(by)?, wall))
        };
        let both = [new(one)?, new(other)?];
        self.walls.splice(wall..=wall, both);
        Ok(())
    }

    /// Removes the wall: it has no words, and the same domain is on both sides.
    fn vanish(&mut self, wall: usize) -> Result<(), Reason> {
        let placed = self.awake(wall)?;
        if !placed.wall.words.is_empty() || placed.wall.left != placed.wall.right {
            return Err(Reason::Domain);
        }
        let placed = self.walls.remove(wall);
        self.gone.push(placed);
        Ok(())
    }

    /// The first wall, one row later, becomes the last one.
    fn turn(&mut self, computation: &mut Computation<'_>) -> Result<(), Reason> {
        if self.walls.len() < 2 {
            return Err(Reason::Wall);
        }
        self.awake(0)?;
        let [one, other] = [0, 1].map(|index| self.walls[index].extent(self.row));
        let (one, other) = (one?, other?);
        self.have_room(0, one, other, 0)?;
        let have_room = |columns| self.have_room(0, one, other, self.more(columns)).is_ok();
        computation.once.keep(have_room);
        let mut first = self.walls.remove(0);
        computation.see(&first.wall, N == 1);
        first.below(&computation.rule, &computation.tiles)?;
        first.row = self.row;
        first.column = first.column.plus(self.width)?;
        first.trail = Vec::new();
        first.above = None;
        self.walls.push(first);
        self.turns += 1;
        Ok(())
    }
}

impl<const N: usize> Placed<N> {
    /// A wall that is awake.
    pub(super) fn new(row: Form<N>, column: Form<N>, wall: Wall) -> Self {
        Self { row, column, wall, cycle: None, trail: Vec::new(), above: None }
    }

    /// The first column after the wall.
    pub(super) fn end(&self) -> Result<Form<N>, Reason> {
        self.column.shifted(self.wall.width())
    }

    /// Its first column and form in its own row or, if its cycle is known, in a later one.
    pub(super) fn at(&self, row: Form<N>) -> Result<(Form<N>, Wall), Reason> {
        let Some(cycle) = &self.cycle else { return Ok((self.column, self.wall.clone())) };
        let (rows, by) = self.until(row, cycle)?;
        let (_, wall) = cycle.walls.get(rows).ok_or(Reason::Number)?;
        Ok((self.column.plus(by)?, wall.clone()))
    }

    /// The row of its cycle that the wall is in then, the same one wherever the indices range, and how many columns it
    /// has moved to the right since its own row.
    fn until(&self, row: Form<N>, cycle: &WallCycle) -> Result<(usize, Form<N>), Reason> {
        let after = row.minus(self.row)?;
        let (by, _) = cycle.at(after.value).ok_or(Reason::Number)?;
        let mut by = Form::constant(by);
        for (by, slope) in by.slopes.iter_mut().zip(after.slopes) {
            if slope % cycle.rows != 0 {
                return Err(Reason::Row);
            }
            *by = (slope / cycle.rows).checked_mul(cycle.by).ok_or(Reason::Number)?;
        }
        Ok((after.value.rem_euclid(cycle.rows) as usize, by))
    }

    /// One row later.
    fn below(&mut self, rule: &Rule, tiles: &Tiles) -> Result<(), Reason> {
        let (next, by) = self.wall.below(rule, tiles);
        let above = (self.column, std::mem::replace(&mut self.wall, next));
        self.trail.push(above.clone());
        self.above = Some(above);
        self.column = self.column.shifted(by)?;
        self.row = self.row.shifted(1)?;
        Ok(())
    }

    /// The scale, the start and the end of its extent for m = 0.
    #[cfg(test)]
    pub(crate) fn line(&self, row: Form<N>) -> Result<[i64; 3], Reason> {
        let Extent { scale, start, end } = self.extent(row)?;
        Ok([scale, start.value, end.value])
    }

    /// Where the wall lies in a row: its own row if it is awake, and otherwise that row or a later one.
    fn extent(&self, row: Form<N>) -> Result<Extent<N>, Reason> {
        let Some(cycle) = &self.cycle else {
            return Ok(Extent { scale: 1, start: self.column, end: self.end()? });
        };
        let after = row.minus(self.row)?;
        let zero = Form::constant(0);
        let line = zero.plus_times(self.column, cycle.rows)?.plus_times(after, cycle.by)?;
        let [start, end] = [line.shifted(-cycle.low)?, line.shifted(cycle.high)?];
        Ok(Extent { scale: cycle.rows, start, end })
    }
}

/// Where a wall lies, times `scale`: it begins at `start` or later, and ends at `end` or earlier.  Both are affine in
/// the row if the wall continues a known cycle.
#[derive(Clone, Copy)]
struct Extent<const N: usize> {
    scale: i64,
    start: Form<N>,
    end: Form<N>,
}

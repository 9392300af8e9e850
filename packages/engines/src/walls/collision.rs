//! What becomes of walls that meet, where nothing else is near.

use super::domain::Domains;
use super::limits::{ASKED, COMPARED, MORE_IN_KNOWN, MOST_WORDS, NARROW, ROWS, WIDEST_WALL};
use super::number::Number;
use super::{FollowError, Recognition};
use crate::fold::Affine as _;
use crate::limit::CancellationToken;
use crate::trace::diagram::{Event, Phase, Rule, Wall, WallCycle};
use rustc_hash::FxHashMap;

/// A wall that recurs: its kind, and the row of its cycle that it is in.
pub(super) type WallPhase = (usize, i64);

/// All walls that were seen to recur.
#[derive(Default)]
pub(super) struct Kinds {
    pub cycles: Vec<WallCycle>,
    places: FxHashMap<Wall, WallPhase>,
}

impl Kinds {
    fn add(&mut self, cycle: WallCycle) -> WallPhase {
        let kind = self.cycles.len();
        for (row, (_, wall)) in (0..).zip(&cycle.walls) {
            self.places.insert(wall.clone(), (kind, row));
        }
        self.cycles.push(cycle);
        (kind, 0)
    }

    pub(super) fn wall(&self, (kind, row): WallPhase) -> &Wall {
        &self.cycles[kind].walls[row as usize].1
    }

    /// The wall this number of rows later, and how many columns it has moved to the right.
    pub(super) fn after(&self, (kind, row): WallPhase, rows: i64) -> Option<(WallPhase, i64)> {
        let cycle = &self.cycles[kind];
        let later = row.checked_add(rows)?;
        let by = cycle.at(later)?.0.checked_sub(cycle.at(row)?.0)?;
        Some(((kind, later.rem_euclid(cycle.rows)), by))
    }

    /// The columns between which a wall that begins in column 0 lies this number of rows later: a scale, and scale
    /// times the first column and the one after the last.
    fn extent(&self, (kind, row): WallPhase, rows: i64) -> Option<[i64; 3]> {
        let cycle = &self.cycles[kind];
        let by = cycle.by.checked_mul(row.checked_add(rows)?)?;
        let line = by.checked_sub(cycle.at(row)?.0.checked_mul(cycle.rows)?)?;
        Some([cycle.rows, line.checked_sub(cycle.low)?, line.checked_add(cycle.high)?])
    }

    /// The same for a wall that begins there.
    pub(super) fn lines(
        &self,
        known: WallPhase,
        column: Number,
        rows: i64,
    ) -> Option<(i64, Number, Number)> {
        let [scale, low, high] = self.extent(known, rows)?;
        let line = column.times(scale)?;
        Some((scale, line.shifted(low)?, line.shifted(high)?))
    }

    /// The room between two walls, without the `near` columns that must stay free, times `scale`.
    pub(super) fn room(&self, left: WallPhase, right: WallPhase, near: i64) -> Option<Room> {
        let [[one, _, end], [other, start, _]] = [self.extent(left, 0)?, self.extent(right, 0)?];
        let scale = one.checked_mul(other)?;
        let less = end.checked_mul(other)?.checked_add(scale.checked_mul(near)?)?;
        let rest = start.checked_mul(one)?.checked_sub(less)?;
        let by = |it: WallPhase| self.cycles[it.0].by;
        let speed = other.checked_mul(by(left))?.checked_sub(one.checked_mul(by(right))?)?;
        Some(Room { scale, rest, speed })
    }
}

/// The room between two walls, the second of which begins c columns after the first: `scale` * c + `rest`, decreasing
/// by `speed` with each row.
#[derive(Clone, Copy)]
pub(super) struct Room {
    pub scale: i64,
    pub rest: i64,
    pub speed: i64,
}

/// Groups of walls that meet, each far from the others, until all of them have known cycles.
pub(super) struct Collision {
    /// For each group, the walls in the end, each with its columns to the right of where the group began.
    pub out: Vec<Vec<(WallPhase, i64)>>,
    /// The number of rows until then.
    pub rows: i64,
    /// The bounds on both sides of each group.
    pub bounds: Vec<[Bound; 2]>,
    /// The least number of columns between a group and the next one in any row, if both began in the same column.  The
    /// group after the last one is the first one.
    pub gaps: Vec<i64>,
    /// What has happened, and in which group; walls are counted in their group.
    pub events: Vec<(usize, Event)>,
}

/// A polygonal line such that no column of a group is to its left, or none to its right if the sign is -1: the shortest
/// one.  So a straight line has room beside it if it has at its corners.
pub(super) struct Bound {
    sign: i64,
    /// The corners by rows, from above; columns are multiplied by the sign.
    corners: Vec<[i64; 2]>,
}

impl Bound {
    fn new(sign: i64) -> Self {
        Self { sign, corners: Vec::new() }
    }

    /// The rows and columns of its corners.
    pub(super) fn corners(&self) -> impl Iterator<Item = [i64; 2]> {
        self.corners.iter().map(|&[row, column]| [row, self.sign * column])
    }

    /// This row, which is the last one or the next one, has columns up to this one.
    fn include(&mut self, row: i64, column: i64) {
        let column = self.sign * column;
        if let Some(&[last, other]) = self.corners.last()
            && last == row
        {
            if other <= column {
                return;
            }
            self.corners.pop();
        }
        let product = |one: i64, other: i64| i128::from(one) * i128::from(other);
        while let [.., [row_1, column_1], [row_2, column_2]] = self.corners[..]
            && product(column_2 - column_1, row - row_2)
                >= product(column - column_2, row_2 - row_1)
        {
            self.corners.pop();
        }
        self.corners.push([row, column]);
    }
}

/// What collisions are computed with.
pub(super) struct World<'w> {
    pub rule: Rule,
    pub domains: Domains,
    pub kinds: Kinds,
    /// The number of positions of a row for this parameter.
    width: i64,
    recognition: Recognition,
    work: &'w mut u64,
    pub stop: &'w CancellationToken,
}

struct Placed {
    column: i64,
    wall: Wall,
    known: Option<WallPhase>,
    /// The forms that it had, with their rows.
    seen: FxHashMap<Wall, i64>,
    /// The number of words of these forms.
    words: u64,
    /// The number of columns below which no new domain is looked for.
    narrow: usize,
    /// The least number of columns of a domain in it.
    least: i64,
}

impl Placed {
    fn new(column: i64, wall: Wall) -> Self {
        let (known, seen) = (None, FxHashMap::default());
        Self { column, wall, known, seen, words: 0, narrow: NARROW, least: 0 }
    }

    fn end(&self) -> i64 {
        self.column + self.wall.width()
    }

    /// A scale, and the columns between which the wall lies this number of rows later, times the scale; if its cycle is
    /// known, the lines between which it lies in its cycle, as these have to have room.
    fn extent(&self, rows: i64, world: &World<'_>) -> Option<[i64; 3]> {
        let Some(known) = self.known else { return Some([1, self.column, self.end()]) };
        let [scale, low, high] = world.kinds.extent(known, rows)?;
        let line = self.column.checked_mul(scale)?;
        Some([scale, line.checked_add(low)?, line.checked_add(high)?])
    }

    /// The columns that it needs in this row.
    fn columns(&self, world: &World<'_>) -> Result<[i64; 2], FollowError> {
        let [scale, start, end] = self.extent(0, world).ok_or(FollowError::Number)?;
        Ok([start.div_euclid(scale), -(-end).div_euclid(scale)])
    }
}

impl<'w> World<'w> {
    pub(super) fn new(
        rule: Rule,
        domains: Domains,
        width: i64,
        recognition: Recognition,
        work: &'w mut u64,
        stop: &'w CancellationToken,
    ) -> Self {
        Self { rule, domains, kinds: Kinds::default(), width, recognition, work, stop }
    }

    /// The least number of columns between walls: twice the reach of the rule, and those to spare; and one more reach
    /// from the last wall to the first one, which comes one row later and may turn.
    pub(super) fn near(&self) -> i64 {
        2 * self.rule.reach + self.recognition.spare
    }

    /// The very first wall, until its cycle is known, or what it has become.
    pub(super) fn first(&mut self) -> Result<Collision, FollowError> {
        let mut play = Play::new(vec![vec![Placed::new(0, Wall::first(&self.domains.tiles))]]);
        play.recognize(0, self)?;
        play.run(self)
    }

    /// Groups of walls at these columns; in this group this wall and the next one meet.
    pub(super) fn meeting(
        &mut self,
        groups: &[Vec<(WallPhase, i64)>],
        [group, wall]: [usize; 2],
    ) -> Result<Collision, FollowError> {
        let placed = |&(known, column): &(WallPhase, i64)| Placed {
            known: Some(known),
            ..Placed::new(column, self.kinds.wall(known).clone())
        };
        let groups = groups.iter().map(|walls| walls.iter().map(placed).collect());
        let mut play = Play::new(groups.collect());
        play.join(group, wall, self);
        play.run(self)
    }

    pub(super) fn worked(&mut self, words: u64) -> Result<(), FollowError> {
        *self.work = self.work.saturating_sub(words);
        if *self.work == 0 { Err(FollowError::Work) } else { Ok(()) }
    }
}

/// Walls from left to right, and the bounds on both sides of them in all rows.
struct Group {
    walls: Vec<Placed>,
    bounds: [Bound; 2],
}

struct Play {
    groups: Vec<Group>,
    rows: i64,
    gaps: Vec<i64>,
    events: Vec<(usize, Event)>,
}

impl Play {
    fn new(groups: Vec<Vec<Placed>>) -> Self {
        let group = |walls| Group { walls, bounds: [1, -1].map(Bound::new) };
        let gaps = vec![i64::MAX; groups.len()];
        let groups = groups.into_iter().map(group).collect();
        Self { groups, rows: 0, gaps, events: Vec::new() }
    }

    fn run(mut self, world: &mut World<'_>) -> Result<Collision, FollowError> {
        self.extend(world)?;
        loop {
            for group in 0..self.groups.len() {
                while let Some(wall) = self.near(group, world) {
                    self.join(group, wall, world);
                }
            }
            if self.groups.iter().flat_map(|group| &group.walls).all(|wall| wall.known.is_some()) {
                break;
            }
            self.row(world)?;
            self.extend(world)?;
            for group in 0..self.groups.len() {
                self.recognize(group, world)?;
            }
            self.extend(world)?;
        }
        let known = |it: &Placed| Some((it.known?, it.column));
        let out = self.groups.iter().map(|group| group.walls.iter().filter_map(known).collect());
        let out = out.collect();
        let bounds = self.groups.into_iter().map(|group| group.bounds).collect();
        Ok(Collision { out, rows: self.rows, bounds, gaps: self.gaps, events: self.events })
    }

    /// Records the columns that are used in this row.
    fn extend(&mut self, world: &World<'_>) -> Result<(), FollowError> {
        let columns = |it: &Group| {
            let (Some(first), Some(last)) = (it.walls.first(), it.walls.last()) else {
                return Ok(None);
            };
            let ([low, _], [_, high]) = (first.columns(world)?, last.columns(world)?);
            Ok(Some([low, high]))
        };
        let all = self.groups.iter().map(columns).collect::<Result<Vec<_>, FollowError>>()?;
        for (group, columns) in self.groups.iter_mut().zip(&all) {
            let Some([low, high]) = *columns else { continue };
            if high - low > world.width {
                return Err(FollowError::TooWide);
            }
            group.bounds[0].include(self.rows, low);
            group.bounds[1].include(self.rows, high);
        }
        for (group, gap) in self.gaps.iter_mut().enumerate() {
            let next = (group + 1) % all.len();
            if let (Some([_, high]), Some([low, _])) = (all[group], all[next]) {
                *gap = (*gap).min(low - high);
            }
        }
        Ok(())
    }

    /// A wall that is too near the next one.
    fn near(&self, group: usize, world: &World<'_>) -> Option<usize> {
        let is_near = |pair: &[Placed]| {
            let are_known = pair.iter().all(|wall| wall.known.is_some());
            // One that is awake is about to move down a row.
            let more = if are_known { 0 } else { 2 };
            !are_apart(&pair[0], &pair[1], more, world)
        };
        self.groups[group].walls.windows(2).position(is_near)
    }

    fn join(&mut self, group: usize, index: usize, world: &World<'_>) {
        let walls = &mut self.groups[group].walls;
        for wall in [index, index + 1] {
            if walls[wall].known.take().is_some() {
                self.events.push((group, Event::Wake { wall }));
            }
        }
        let (one, other) = (&walls[index], &walls[index + 1]);
        let gap = other.column - one.end();
        let wall = one.wall.joined(&other.wall, gap, &world.domains.tiles);
        let mut least = one.least.max(other.least);
        if one.least > 0 && other.least > 0 {
            // They may come near each other again and again; then they are one wall in the end, as no wall has a domain
            // that wide.
            least = least.max(gap);
            least = (least + least / 4 + 1).min(WIDEST_WALL as i64);
        }
        let united = Placed { least, ..Placed::new(one.column, wall) };
        walls.splice(index..=index + 1, [united]);
        self.events.push((group, Event::Meet { wall: index }));
    }

    /// The next row.
    fn row(&mut self, world: &mut World<'_>) -> Result<(), FollowError> {
        if self.rows % ASKED == 0 && world.stop.requested() {
            return Err(FollowError::Stopped);
        }
        if self.rows >= ROWS {
            return Err(FollowError::NeverAgain);
        }
        for it in self.groups.iter_mut().flat_map(|group| &mut group.walls) {
            world.worked(1)?;
            if let Some(known) = it.known {
                let (known, by) = world.kinds.after(known, 1).ok_or(FollowError::Number)?;
                it.known = Some(known);
                it.wall.clone_from(world.kinds.wall(known));
                it.column += by;
                continue;
            }
            let (next, by) = it.wall.below(&world.rule, &world.domains.tiles);
            it.wall = next;
            it.column += by;
            if it.wall.words.len() > WIDEST_WALL {
                return Err(FollowError::TooWide);
            }
            let words = it.wall.words.len() as u64;
            it.words += words + 1;
            if it.words > MOST_WORDS {
                return Err(FollowError::NeverAgain);
            }
            world.worked(words)?;
        }
        self.rows += 1;
        match self.events.last_mut() {
            Some((_, Event::Step { rows })) => *rows += 1,
            _ => self.events.push((0, Event::Step { rows: 1 })),
        }
        Ok(())
    }

    /// Walls vanish, become known, or are split by domains inside them.
    fn recognize(&mut self, group: usize, world: &mut World<'_>) -> Result<(), FollowError> {
        let mut index = 0;
        while let Some(it) = self.groups[group].walls.get(index) {
            if it.known.is_some() {
                index += 1;
            } else if it.wall.words.is_empty() && it.wall.left == it.wall.right {
                self.groups[group].walls.remove(index);
                self.events.push((group, Event::Vanish { wall: index }));
            } else if self.knows(group, index, world)? {
                // It may now be merged with the wall before it.
                index = index.saturating_sub(1);
            } else if !self.parts(group, index, world)? {
                index += 1;
            }
        }
        Ok(())
    }

    fn knows(
        &mut self,
        group: usize,
        index: usize,
        world: &mut World<'_>,
    ) -> Result<bool, FollowError> {
        let walls = &mut self.groups[group].walls;
        let it = &mut walls[index];
        let mut known = world.kinds.places.get(&it.wall).copied();
        if known.is_none()
            && let Some(row) = it.seen.insert(it.wall.clone(), self.rows)
            && row < self.rows
        {
            let World { rule, domains, .. } = world;
            let cycle = WallCycle::of(&it.wall, self.rows - row, rule, &domains.tiles, |_| Ok(()));
            known = Some(world.kinds.add(cycle.map_err(|_| FollowError::Number)?));
        }
        let Some(known) = known else { return Ok(false) };
        it.known = Some(known);
        let pairs = index.saturating_sub(1)..(index + 1).min(walls.len() - 1);
        for left in pairs {
            let [one, other] = [&walls[left], &walls[left + 1]];
            let are_known = one.known.is_some() && other.known.is_some();
            if are_known && !are_apart(one, other, 0, world) {
                walls[index].known = None;
                self.join(group, left, world);
                return Ok(true);
            }
        }
        let rows = world.kinds.cycles[known.0].rows;
        self.events.push((group, Event::Cycle { wall: index, rows }));
        Ok(true)
    }

    fn parts(
        &mut self,
        group: usize,
        index: usize,
        world: &mut World<'_>,
    ) -> Result<bool, FollowError> {
        let walls = &mut self.groups[group].walls;
        let it = &mut walls[index];
        let (column, width) = (it.column, it.wall.words.len());
        let least = it.least.max(world.near() + MORE_IN_KNOWN);
        let mut domain = world.domains.known(&it.wall, least as usize, world.recognition.whole);
        if domain.is_none() && width >= it.narrow {
            world.worked(width as u64 * COMPARED)?;
            it.narrow = width + width / 16;
            domain = world.domains.found(&world.rule, &it.wall);
        }
        let Some(domain) = domain else { return Ok(false) };
        let halves = it.wall.parted(domain.from..domain.to, domain.phase, &world.domains.tiles);
        let least = it.least.max(1);
        let half = |(wall, by)| Placed { least, ..Placed::new(column + by, wall) };
        walls.splice(index..=index, halves.map(half));
        let Phase { tile, row, column } = domain.phase;
        let (from, to) = (domain.from, domain.to);
        let event = Event::Part { wall: index, from, to, domain: [tile, row, column] };
        self.events.push((group, event));
        Ok(true)
    }
}

/// Do two walls have room in this row and the next one, with `more` columns to spare, where all known walls lie in
/// their cycles?
fn are_apart(one: &Placed, other: &Placed, more: i64, world: &World<'_>) -> bool {
    let room = |rows: i64| {
        let [[scale, _, end], [other, start, _]] =
            [one.extent(rows, world)?, other.extent(rows, world)?];
        let room = start.checked_mul(scale)?.checked_sub(end.checked_mul(other)?)?;
        room.checked_sub((world.near() + more).checked_mul(scale.checked_mul(other)?)?)
    };
    [0, 1].into_iter().all(|rows| room(rows).is_some_and(|room| room >= 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// A straight line is beside all columns if it is beside the corners.
        #[test]
        fn bounds_have_room_where_their_corners_have(
            columns in prop::collection::vec(-9_i64..9, 1..40),
            sign in prop::sample::select(vec![1, -1]),
            slope in -5_i64..5,
        ) {
            let mut bound = Bound::new(sign);
            (0..).zip(&columns).for_each(|(row, &column)| bound.include(row, column));
            let room = |[row, column]: [i64; 2]| sign * (column - slope * row);
            let places = (0..).zip(&columns).map(|(row, &column)| [row, column]);
            prop_assert_eq!(bound.corners().map(room).min(), places.map(room).min());
            let is_one = |[row, column]: [i64; 2]| columns[row as usize] == column;
            prop_assert!(bound.corners().all(is_one));
        }
    }

    /// Only corners are kept.
    #[test]
    fn bounds_are_short() {
        let mut bound = Bound::new(1);
        (0..1000).for_each(|row| bound.include(row, row / 3));
        assert_eq!(bound.corners().collect::<Vec<_>>(), [[0, 0], [2, 0], [998, 332], [999, 333]]);
    }
}

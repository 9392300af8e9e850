//! All walls in a row, and the next row in which two of them meet.

use super::FollowError;
use super::collision::{Collision, Room, WallPhase, World};
use super::number::Number;
use crate::fold::{Affine as _, Symbol};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::rc::Rc;

/// All walls in a row, from left to right.
///
/// Each has room before the next one, and the last one before the first one of the next row.  So for this parameter
/// columns differ by fewer than the 2^40 positions of a row, and plain machine integers suffice where rows that were
/// computed one by one are added or subtracted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Configuration {
    /// The number of the list of walls.
    pub walls: usize,
    /// The first column of each, counted from that of the first one.
    pub columns: Vec<Number>,
}

impl Configuration {
    /// The walls after this number of times this change.
    pub(super) fn moved(&self, change: &[i64], times: Number) -> Option<Self> {
        let columns = self.columns.iter().zip(change);
        let columns = columns.map(|(column, &by)| column.plus_times(times, by));
        Some(Self { walls: self.walls, columns: columns.collect::<Option<_>>()? })
    }

    /// The walls, and where they are for this parameter.
    pub(super) fn place(&self) -> (usize, Vec<i64>) {
        (self.walls, self.columns.iter().map(Number::value).collect())
    }

    /// The difference from an earlier one, if it is the same columns for all parameters.
    pub(super) fn change(&self, earlier: &Self) -> Option<Box<[i64]>> {
        let columns = self.columns.iter().zip(&earlier.columns);
        let by = columns.map(|(now, before)| now.minus(*before)?.as_constant());
        let by = by.collect::<Option<_>>()?;
        (self.walls == earlier.walls).then_some(by)
    }
}

/// Rows go by until two walls meet; and what becomes of them.
pub(super) struct MeetingStep {
    /// The walls before and after it.
    pub walls: [usize; 2],
    /// The number of first walls that become the last ones.
    pub turns: usize,
    /// The wall that then meets the next one.
    meet: usize,
    /// The room that is then left between them, less than they use in a row; `None` if they have none at first.
    rest: Option<i64>,
    /// All walls in the row where they meet.
    pub known: Vec<WallPhase>,
    /// The walls that take part, in groups from left to right.
    pub parts: Vec<Cluster>,
    /// What happens then.
    pub collision: Rc<Collision>,
}

impl MeetingStep {
    /// Do the same walls meet in the same way, whatever came before?
    pub(super) fn is_same_meeting(&self, other: &Self) -> bool {
        (self.turns, self.meet) == (other.turns, other.meet)
            && (&self.known, &self.parts) == (&other.known, &other.parts)
    }
}

/// Walls that are near each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Cluster {
    /// The numbers of these walls.
    pub walls: Range<usize>,
    /// Where they begin, counted from the first of them.
    pub begin: Vec<i64>,
}

/// What two similar steps have in common.
type Likeness = (usize, [usize; 2], Option<i64>, Vec<WallPhase>, Vec<Cluster>);

/// What has become of groups of walls, by the groups and which of them meet.
type Collisions = FxHashMap<(Vec<Vec<(WallPhase, i64)>>, [usize; 2]), Rc<Collision>>;

/// The game, and all steps that were seen.
pub(super) struct Meetings<'w> {
    pub world: World<'w>,
    /// The number of positions of a row.
    pub width: Number,
    lists: Vec<Vec<WallPhase>>,
    list_numbers: FxHashMap<Vec<WallPhase>, usize>,
    steps: Vec<MeetingStep>,
    step_numbers: FxHashMap<Likeness, usize>,
    collisions: Collisions,
}

impl<'w> Meetings<'w> {
    pub(super) fn new(world: World<'w>, width: Number) -> Self {
        Self {
            world,
            width,
            lists: Vec::new(),
            list_numbers: FxHashMap::default(),
            steps: Vec::new(),
            step_numbers: FxHashMap::default(),
            collisions: Collisions::default(),
        }
    }

    /// The walls after the first collision.
    pub(super) fn first(&mut self) -> Result<(Configuration, Collision), FollowError> {
        let collision = self.world.first()?;
        if self.width.value().saturating_add(collision.gaps[0]) < 2 * self.world.near() {
            return Err(FollowError::TooWide);
        }
        let out = &collision.out[0];
        let begin = out.first().map_or(0, |wall| wall.1);
        let columns = out.iter().map(|wall| Number::constant(wall.1 - begin)).collect();
        let walls = self.list(out.iter().map(|wall| wall.0).collect());
        Ok((Configuration { walls, columns }, collision))
    }

    /// The step with this symbol; `None` if it is the symbol of a loop.
    pub(super) fn step(&self, symbol: Symbol) -> Option<&MeetingStep> {
        if symbol.is_loop() { None } else { self.steps.get(symbol.number()) }
    }

    /// The walls of a list.
    pub(super) fn walls(&self, list: usize) -> &[WallPhase] {
        &self.lists[list]
    }

    fn list(&mut self, known: Vec<WallPhase>) -> usize {
        *self.list_numbers.entry(known).or_insert_with_key(|known| {
            self.lists.push(known.clone());
            self.lists.len() - 1
        })
    }

    /// The state after a step, and the rows before walls meet; every number that must not be negative is reported.
    pub(super) fn follow(
        &self,
        step: &MeetingStep,
        state: &Configuration,
        mut ask: impl FnMut(Number) -> Option<()>,
    ) -> Option<(Configuration, Number)> {
        if state.walls != step.walls[0] {
            return None;
        }
        let (known, columns) = self.turned(state, step.turns)?;
        let rows = match step.rest {
            None => Number::constant(0),
            Some(rest) => {
                let (room, speed) = self.room(&known, &columns, step.meet)?;
                room.shifted(rest.checked_neg()?)?.divided(speed)?
            }
        };
        ask(rows)?;
        let columns = self.later(&known, &columns, rows, |index| Some(step.known[index]))?;
        if step.parts.iter().any(|part| begin(&columns, &part.walls).as_ref() != Some(&part.begin))
        {
            return None;
        }
        for (_, room) in self.rooms(&step.known, &columns, &step.parts, &step.collision)? {
            ask(room)?;
        }
        let (_, columns) =
            self.after_collision(&step.known, &columns, &step.parts, &step.collision)?;
        Some((Configuration { walls: step.walls[1], columns }, rows))
    }

    /// The next step, and the state after it; `None` if no more walls meet.
    pub(super) fn next(
        &mut self,
        state: &Configuration,
    ) -> Result<Option<(Symbol, Configuration)>, FollowError> {
        let Some((meet, rows)) = self.pair(state)? else { return Ok(None) };
        let count = state.columns.len();
        // A single wall has no neighbour.
        if count < 2 {
            return Err(FollowError::TooWide);
        }
        let mut groups = Groups { count, turns: 0, meet, all: Vec::new() };
        groups.include(meet).ok_or(FollowError::TooWide)?;
        loop {
            let Groups { turns, meet, .. } = groups;
            let (known, columns) = self.turned(state, turns).ok_or(FollowError::Number)?;
            let (rest, rows) = self.until(&known, &columns, meet, rows)?;
            let later = |it: &WallPhase| Some(self.world.kinds.after(*it, rows.value())?.0);
            let now: Vec<_> =
                known.iter().map(later).collect::<Option<_>>().ok_or(FollowError::Number)?;
            let columns = self.later(&known, &columns, rows, |index| now.get(index).copied());
            let columns = columns.ok_or(FollowError::Number)?;
            let part = |walls: &Range<usize>| {
                Some(Cluster { walls: walls.clone(), begin: begin(&columns, walls)? })
            };
            let parts: Option<Vec<_>> = groups.all.iter().map(part).collect();
            let parts = parts.ok_or(FollowError::OneParameter)?;
            let collision = self.collision(&now, &parts, meet)?;
            let rooms =
                self.rooms(&now, &columns, &parts, &collision).ok_or(FollowError::Number)?;
            // Walls that are too near take part.
            if let Some((pair, _)) = rooms.into_iter().find(|(_, room)| room.value() < 0) {
                groups.include(pair).ok_or(FollowError::TooWide)?;
                continue;
            }
            let after_collision = self.after_collision(&now, &columns, &parts, &collision);
            let (list, columns) = after_collision.ok_or(FollowError::Number)?;
            let walls = [state.walls, self.list(list)];
            let step = MeetingStep { walls, turns, meet, rest, known: now, parts, collision };
            return Ok(Some((self.symbol(step)?, Configuration { walls: walls[1], columns })));
        }
    }

    /// The room that is left between a pair this number of rows later, and these rows.
    fn until(
        &self,
        known: &[WallPhase],
        columns: &[Number],
        meet: usize,
        rows: i64,
    ) -> Result<(Option<i64>, Number), FollowError> {
        let (room, speed) = self.room(known, columns, meet).ok_or(FollowError::Number)?;
        if room.value() >= 0 && speed > 0 {
            let used = rows.checked_mul(speed).ok_or(FollowError::Number)?;
            let rest = room.value().checked_sub(used).ok_or(FollowError::Number)?;
            let rows = room.with_value(used).divided(speed);
            return Ok((Some(rest), rows.ok_or(FollowError::Number)?));
        }
        match room.as_constant() {
            Some(_) => Ok((None, Number::constant(0))),
            None => Err(FollowError::OneParameter),
        }
    }

    fn symbol(&mut self, step: MeetingStep) -> Result<Symbol, FollowError> {
        let MeetingStep { walls: [walls, _], turns, meet, rest, .. } = step;
        let like = (walls, [turns, meet], rest, step.known.clone(), step.parts.clone());
        let number = *self.step_numbers.entry(like).or_insert_with(|| {
            self.steps.push(step);
            self.steps.len() - 1
        });
        Ok(Symbol::step(u32::try_from(number).map_err(|_| FollowError::TooMany)?))
    }

    fn collision(
        &mut self,
        known: &[WallPhase],
        parts: &[Cluster],
        meet: usize,
    ) -> Result<Rc<Collision>, FollowError> {
        let walls = |part: &Cluster| {
            let known = known[part.walls.clone()].iter().copied();
            known.zip(part.begin.iter().copied()).collect::<Vec<_>>()
        };
        let group =
            parts.iter().position(|part| part.walls.contains(&meet)).ok_or(FollowError::TooWide)?;
        let meet = [group, meet - parts[group].walls.start];
        let place = (parts.iter().map(walls).collect(), meet);
        if let Some(collision) = self.collisions.get(&place) {
            return Ok(collision.clone());
        }
        let collision = Rc::new(self.world.meeting(&place.0, meet)?);
        self.collisions.insert(place, collision.clone());
        Ok(collision)
    }

    /// The pair that meets first, and the number of rows until then.
    fn pair(&self, state: &Configuration) -> Result<Option<(usize, i64)>, FollowError> {
        let known = self.walls(state.walls);
        let mut first: Option<(usize, i64)> = None;
        for index in 0..known.len() {
            let room = self.room(known, &state.columns, index);
            let (room, speed) = room.ok_or(FollowError::Number)?;
            // They are too near already, whether or not they approach: what was between them has vanished.
            let rows = match room.value() {
                ..0 => -1,
                value if speed > 0 => value / speed,
                _ => continue,
            };
            if first.is_none_or(|(_, least)| rows < least) {
                first = Some((index, rows));
            }
        }
        Ok(first.map(|(index, rows)| (index, rows.max(0))))
    }

    /// The walls after this number of them have turned.
    fn turned(&self, state: &Configuration, turns: usize) -> Option<(Vec<WallPhase>, Vec<Number>)> {
        let mut known = self.walls(state.walls).to_vec();
        let mut columns = state.columns.clone();
        for (known, column) in known.iter_mut().zip(&mut columns).take(turns) {
            let (next, by) = self.world.kinds.after(*known, 1)?;
            *known = next;
            *column = column.plus(self.width)?.shifted(by)?;
        }
        known.rotate_left(turns);
        columns.rotate_left(turns);
        Some((known, columns))
    }

    /// The room between a wall and the next one, times a number, and how much it decreases with each row.
    fn room(&self, known: &[WallPhase], columns: &[Number], index: usize) -> Option<(Number, i64)> {
        let next = (index + 1) % known.len();
        let near = self.world.near();
        let Room { scale, rest, speed } = self.world.kinds.room(known[index], known[next], near)?;
        let mut gap = columns[next].minus(columns[index])?;
        if next <= index {
            gap = gap.plus(self.width)?.shifted(-2 * self.world.rule.reach)?;
        }
        Some((gap.times(scale)?.shifted(rest)?, speed))
    }

    /// The columns this number of rows later; each wall must then be the expected one.
    fn later(
        &self,
        known: &[WallPhase],
        columns: &[Number],
        rows: Number,
        expected: impl Fn(usize) -> Option<WallPhase>,
    ) -> Option<Vec<Number>> {
        let mut all = Vec::with_capacity(columns.len());
        for (index, (&it, column)) in known.iter().zip(columns).enumerate() {
            let (next, by) = self.world.kinds.after(it, rows.value())?;
            if expected(index) != Some(next) {
                return None;
            }
            let cycle = &self.world.kinds.cycles[it.0];
            let turns = rows.with_value(0).divided(cycle.rows)?;
            all.push(column.shifted(by)?.plus_times(turns, cycle.by)?);
        }
        Some(all)
    }

    /// The rooms between walls that are not in the same part, each with the number of the left one of them, in all rows
    /// of the collision.
    fn rooms(
        &self,
        known: &[WallPhase],
        columns: &[Number],
        parts: &[Cluster],
        collision: &Collision,
    ) -> Option<Vec<(usize, Number)>> {
        let near = self.world.near() + 2 * self.world.rule.reach;
        let count = known.len();
        let line = |index: usize, rows| self.world.kinds.lines(known[index], columns[index], rows);
        let around = |is_around| if is_around { self.width } else { Number::constant(0) };
        let part = |wall: usize| parts.iter().position(|part| part.walls.contains(&wall));
        let mut all = Vec::new();
        for pair in 0..count {
            let next = (pair + 1) % count;
            let around = around(next == 0);
            match [part(pair), part(next)] {
                [None, None] => {
                    let (room, speed) = self.room(known, columns, pair)?;
                    let less = collision.rows.checked_mul(speed)?;
                    all.push((pair, room.shifted(less.checked_neg()?)?));
                }
                [Some(left), None] => {
                    let begin = columns[parts[left].walls.start].minus(around)?;
                    for [rows, high] in collision.bounds[left][1].corners() {
                        let (scale, start, _) = line(next, rows)?;
                        let room = start.plus_times(begin.shifted(high + near)?, -scale)?;
                        all.push((pair, room));
                    }
                }
                [None, Some(right)] => {
                    let begin = columns[next].plus(around)?;
                    for [rows, low] in collision.bounds[right][0].corners() {
                        let (scale, _, end) = line(pair, rows)?;
                        all.push((pair, begin.shifted(low - near)?.times(scale)?.minus(end)?));
                    }
                }
                [Some(left), Some(_)] if pair + 1 == parts[left].walls.end => {
                    let begin = columns[parts[left].walls.start].minus(around)?;
                    let gap = collision.gaps[left].checked_sub(near)?;
                    all.push((pair, columns[next].minus(begin)?.shifted(gap)?));
                }
                [Some(_), Some(_)] => {}
            }
        }
        Some(all)
    }

    /// The walls after a collision.
    fn after_collision(
        &self,
        known: &[WallPhase],
        columns: &[Number],
        parts: &[Cluster],
        collision: &Collision,
    ) -> Option<(Vec<WallPhase>, Vec<Number>)> {
        let mut all = Vec::with_capacity(known.len());
        let mut wall = 0;
        for (part, out) in parts.iter().zip(&collision.out) {
            self.go_on(known, columns, wall..part.walls.start, collision.rows, &mut all)?;
            let begin = columns[part.walls.start];
            for &(known, by) in out {
                all.push((known, begin.shifted(by)?));
            }
            wall = part.walls.end;
        }
        self.go_on(known, columns, wall..known.len(), collision.rows, &mut all)?;
        let first = all.first().map(|placed| placed.1);
        let from_first =
            |(known, column): (WallPhase, Number)| Some((known, column.minus(first?)?));
        let all: Vec<_> = all.into_iter().map(from_first).collect::<Option<_>>()?;
        Some(all.into_iter().unzip())
    }

    /// Adds these walls, this number of rows later.
    fn go_on(
        &self,
        known: &[WallPhase],
        columns: &[Number],
        walls: Range<usize>,
        rows: i64,
        all: &mut Vec<(WallPhase, Number)>,
    ) -> Option<()> {
        for index in walls {
            let (next, by) = self.world.kinds.after(known[index], rows)?;
            all.push((next, columns[index].shifted(by)?));
        }
        Some(())
    }
}

/// Where walls begin, counted from the first of them; `None` if that is not the same for all parameters.
fn begin(columns: &[Number], walls: &Range<usize>) -> Option<Vec<i64>> {
    let columns = columns.get(walls.clone())?;
    columns.iter().map(|column| column.minus(columns[0])?.as_constant()).collect()
}

/// The walls that take part, after a number of first ones have become the last ones.
struct Groups {
    /// The number of walls.
    count: usize,
    turns: usize,
    /// The wall that meets the next one.
    meet: usize,
    all: Vec<Range<usize>>,
}

impl Groups {
    /// Puts this wall and the next one (after the last one, the first one) in a group; `None` if they are already in
    /// one.
    fn include(&mut self, wall: usize) -> Option<()> {
        let mut wall = wall;
        if wall + 1 == self.count {
            // The first wall turns, with those that are in a group with it.
            let first = self.all.first().filter(|one| one.start == 0).map_or(1, |one| one.end);
            if first == self.count {
                return None;
            }
            let turned = |wall: usize| (wall + self.count - first) % self.count;
            wall = turned(wall);
            self.meet = turned(self.meet);
            self.turns += first;
            for group in &mut self.all {
                *group = turned(group.start)..turned(group.end - 1) + 1;
            }
        }
        if self.all.iter().any(|group| group.contains(&wall) && group.contains(&(wall + 1))) {
            return None;
        }
        let touched = |it: &Range<usize>| it.contains(&wall) || it.contains(&(wall + 1));
        let mut group = wall..wall + 2;
        for it in self.all.iter().filter(|group| touched(group)) {
            group = group.start.min(it.start)..group.end.max(it.end);
        }
        self.all.retain(|group| !touched(group));
        self.all.push(group);
        self.all.sort_by_key(|group| group.start);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn included(count: usize, meet: usize, pairs: &[usize]) -> Option<Groups> {
        let mut groups = Groups { count, turns: 0, meet, all: Vec::new() };
        groups.include(meet)?;
        for &pair in pairs {
            groups.include(pair)?;
        }
        Some(groups)
    }

    fn parts(groups: &Groups) -> (usize, usize, Vec<(usize, usize)>) {
        let all = groups.all.iter().map(|group| (group.start, group.end)).collect();
        (groups.turns, groups.meet, all)
    }

    #[test]
    fn groups_are_near_or_apart() {
        let parts = |pairs: &[usize]| parts(&included(7, 2, pairs).expect("not all"));
        assert_eq!(parts(&[]), (0, 2, vec![(2, 4)]));
        assert_eq!(parts(&[5]), (0, 2, vec![(2, 4), (5, 7)]));
        assert_eq!(parts(&[0]), (0, 2, vec![(0, 2), (2, 4)]));
        assert_eq!(parts(&[5, 4]), (0, 2, vec![(2, 4), (4, 7)]));
        assert_eq!(parts(&[5, 4, 3]), (0, 2, vec![(2, 7)]));
        assert_eq!(parts(&[3, 1]), (0, 2, vec![(1, 5)]));
    }

    /// The case where the last wall is near the first one, which turns together with those near it.
    #[test]
    fn groups_around_turn() {
        let parts = |pairs: &[usize]| parts(&included(7, 2, pairs).expect("not all"));
        assert_eq!(parts(&[6]), (1, 1, vec![(1, 3), (5, 7)]));
        assert_eq!(parts(&[0, 6]), (2, 0, vec![(0, 2), (4, 7)]));
        assert_eq!(parts(&[1, 0, 6]), (4, 5, vec![(2, 7)]));
        let two = included(2, 1, &[]).expect("not all");
        assert_eq!(self::parts(&two), (1, 0, vec![(0, 2)]));
    }

    #[test]
    fn groups_of_all_have_no_room() {
        assert!(included(3, 0, &[1, 2]).is_none());
        assert!(included(3, 0, &[2, 1]).is_none());
    }
}

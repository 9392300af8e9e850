//! Where a recurring part begins: walls are those of the end from some rows earlier on.

use super::collision::{Collision, WallPhase};
use super::limits::{EARLIER, EARLIER_COLUMNS, KEPT_WORDS, NEAR};
use super::meeting::{Configuration, MeetingStep};
use super::number::Number;
use super::search::WallSearch;
use crate::fold::Affine as _;
use crate::trace::diagram::{Event, Phase, Rule, Tiles, Wall};
use std::ops::Range;

/// A row where the recurring part begins or ends.
pub(super) enum Cut {
    /// A row in the collision of an entry, or in the first one.
    Collision {
        entry: Option<usize>,
        /// The collision begins this number of rows earlier than it has to.
        earlier: i64,
        /// Its events before the row, and those after it.
        before: Vec<Event>,
        rest: Vec<Event>,
    },
    /// A row this number of rows after the beginning of a step, before walls meet.
    Run { entry: usize, rows: Number },
}

impl Cut {
    /// The entry that the row is in; `None` before the first one.
    pub(super) fn entry(&self) -> Option<usize> {
        match *self {
            Self::Collision { entry, .. } => entry,
            Self::Run { entry, .. } => Some(entry),
        }
    }
}

/// Walls and their first columns.
type WallRow = Vec<(i64, Wall)>;

/// A row, given by the events before it and the rows of the next event, and the walls there.
type Computed = (usize, u32, WallRow);

/// A collision at the end of which walls are what they are elsewhere.
struct Last {
    entry: Option<usize>,
    earlier: i64,
    /// The walls that take part in it, and where they begin.
    walls: WallRow,
    events: Vec<Event>,
    /// The number of the first wall, and where it begins in the end.
    first: usize,
    begin: i64,
    /// The number of walls in the end.
    out: usize,
}

/// The first row of a recurring part, and that of its next turn, where walls are the same before this entry and in the
/// end; `None` if loops come just before, or nothing differs in the rows examined.
pub(super) fn first(search: &WallSearch<'_>, first: &Collision, again: usize) -> Option<[Cut; 2]> {
    let end = search.trace.len();
    let Some(more) = again.checked_sub(1).and_then(|_| longer(search, again, end)) else {
        let state = &search.states[again];
        let side = |before| Side::new(search, first, before, state, Number::constant(0));
        return cuts(search, &side(again)?, &side(end)?);
    };
    // The same walls meet at last, but have approached for more rows at one of the two places.
    let is_end_longer = more.value() >= 0;
    let (short, long) = if is_end_longer { (again, end) } else { (end, again) };
    let more = if is_end_longer { more } else { more.times(-1)? };
    let state = &search.states[short - 1];
    let short = Side::new(search, first, short - 1, state, Number::constant(0))?;
    let long = Side::new(search, first, long - 1, state, more)?;
    if is_end_longer { cuts(search, &short, &long) } else { cuts(search, &long, &short) }
}

/// If the same walls meet in the steps before these places: how many rows longer they approach before the second one.
fn longer(search: &WallSearch<'_>, one: usize, other: usize) -> Option<Number> {
    let meetings = &search.meetings;
    let step = |before: usize| meetings.step(search.trace.symbols()[before - 1]);
    let (step, other_step) = (step(one)?, step(other)?);
    let rows = |step: &MeetingStep, before: usize| {
        Some(meetings.follow(step, &search.states[before - 1], |_| Some(()))?.1)
    };
    if !step.is_same_meeting(other_step) {
        return None;
    }
    rows(other_step, other)?.minus(rows(step, one)?)
}

/// The first row in which both sides are the same, given that all later rows are.
fn cuts(search: &WallSearch<'_>, one: &Side, other: &Side) -> Option<[Cut; 2]> {
    let tiles = &search.meetings.world.domains.tiles;
    let same = one.rows.iter().zip(&other.rows);
    let same = same.take_while(|(row, other)| united(&row.1, tiles) == united(&other.1, tiles));
    let (row, other_row) = same.last()?;
    let cuts = [one.cut(row.0)?, other.cut(other_row.0)?];
    // An entry is cut only once.
    (cuts[0].entry() != cuts[1].entry()).then_some(cuts)
}

/// Merges walls that are near each other.
fn united(walls: &WallRow, tiles: &Tiles) -> WallRow {
    let mut all = WallRow::new();
    for (column, wall) in walls {
        if let Some((begin, one)) = all.last_mut()
            && (0..NEAR).contains(&(column - *begin - one.width()))
        {
            let gap = column - *begin - one.width();
            let (both, by) = one.joined(wall, gap, tiles).trimmed(tiles);
            (*begin, *one) = (*begin + by, both);
            continue;
        }
        all.push((*column, wall.clone()));
    }
    all
}

/// Rows before a given row in which walls are what they are elsewhere, the last one first.
struct Side {
    /// The collision that the first of them are in.
    last: Option<Last>,
    /// The step in which they approach after that, and for how many rows.
    run: (usize, Number),
    rows: Vec<(RowPlace, WallRow)>,
}

/// The place of a row.
#[derive(Clone, Copy)]
enum RowPlace {
    /// The number of rows before the last one.
    Run(i64),
    /// In the collision, after this number of events and this number of rows of the next one.
    Collision(usize, u32),
}

impl Side {
    /// The rows before this entry and the first `more` rows of it, at the end of which walls are in this state.
    fn new(
        search: &WallSearch<'_>,
        first: &Collision,
        entry: usize,
        state: &Configuration,
        more: Number,
    ) -> Option<Self> {
        let run = (0..more.value().min(EARLIER)).map(|back| {
            Some((RowPlace::Run(back), before(search, state, 0..state.columns.len(), back)?))
        });
        let mut rows = run.collect::<Option<Vec<_>>>()?;
        // Their number is the same for all parameters.
        let is_near = more.value() < EARLIER && more.as_constant().is_some();
        let last = match entry.checked_sub(1) {
            _ if !is_near => None,
            Some(entry) => Last::of(search, entry),
            None => {
                let wall = Wall::first(&search.meetings.world.domains.tiles);
                Last::new(first, None, 0, vec![(0, wall)], 0)
            }
        };
        if let Some(computed) =
            last.as_ref().and_then(|last| last.rows(search, state, more.value()))
        {
            let place = |(event, rows, row)| (RowPlace::Collision(event, rows), row);
            rows.extend(computed.into_iter().rev().map(place));
        }
        Some(Self { last, run: (entry, more), rows })
    }

    fn cut(&self, place: RowPlace) -> Option<Cut> {
        let (entry, more) = self.run;
        match place {
            RowPlace::Run(back) => Some(Cut::Run { entry, rows: more.shifted(-back)? }),
            RowPlace::Collision(event, rows) => Some(self.last.as_ref()?.cut(event, rows)),
        }
    }
}

/// Some walls of a state, this number of rows before.
fn before(
    search: &WallSearch<'_>,
    state: &Configuration,
    range: Range<usize>,
    rows: i64,
) -> Option<WallRow> {
    let kinds = &search.meetings.world.kinds;
    let known = search.meetings.walls(state.walls);
    let before = |index: usize| {
        let (other, by) = kinds.after(known[index], -rows)?;
        Some((state.columns[index].value().checked_add(by)?, kinds.wall(other).clone()))
    };
    range.map(before).collect()
}

impl Last {
    fn new(
        collision: &Collision,
        entry: Option<usize>,
        earlier: i64,
        walls: WallRow,
        first: usize,
    ) -> Option<Self> {
        let [out] = &collision.out[..] else { return None };
        let mut events: Vec<_> = collision.events.iter().map(|event| event.1.clone()).collect();
        let more = u32::try_from(earlier).ok()?;
        if let Some(Event::Step { rows }) =
            events.iter_mut().find(|event| matches!(event, Event::Step { .. }))
        {
            *rows += more;
        }
        let begin = out.first()?.1;
        Some(Self { entry, earlier, walls, events, first, begin, out: out.len() })
    }

    fn of(search: &WallSearch<'_>, entry: usize) -> Option<Self> {
        let meetings = &search.meetings;
        let step = meetings.step(search.trace.symbols()[entry])?;
        let kinds = &meetings.world.kinds;
        let [part] = &step.parts[..] else { return None };
        let known = &step.known[part.walls.clone()];
        let walls = |earlier: i64| -> Option<WallRow> {
            let wall = |(&known, &begin): (&WallPhase, &i64)| {
                let (other, by) = kinds.after(known, -earlier)?;
                Some((begin.checked_add(by)?, kinds.wall(other).clone()))
            };
            known.iter().zip(&part.begin).map(wall).collect()
        };
        let is_near = |walls: &WallRow| {
            walls.windows(2).all(|pair| {
                (0..EARLIER_COLUMNS).contains(&(pair[1].0 - pair[0].0 - pair[0].1.width()))
            })
        };
        let (_, rows) = meetings.follow(step, &search.states[entry], |_| Some(()))?;
        let all = (0..=EARLIER.min(rows.value()))
            .map_while(|earlier| walls(earlier).filter(is_near).map(|walls| (earlier, walls)));
        let (earlier, walls) = all.last()?;
        Self::new(&step.collision, Some(entry), earlier, walls, part.walls.start)
    }

    /// The cut after this number of events and this number of rows of the next one.
    fn cut(&self, event: usize, rows: u32) -> Cut {
        let (before, rest) = self.events.split_at(event);
        let (mut before, mut rest) = (before.to_vec(), rest.to_vec());
        if let Some(Event::Step { rows: all }) = rest.first_mut() {
            before.push(Event::Step { rows });
            *all -= rows;
            if *all == 0 {
                rest.remove(0);
            }
        }
        Cut::Collision { entry: self.entry, earlier: self.earlier, before, rest }
    }

    /// All walls in each row that is computed, where this number of rows after the end they are in this state.
    fn rows(
        &self,
        search: &WallSearch<'_>,
        state: &Configuration,
        later: i64,
    ) -> Option<Vec<Computed>> {
        let world = &search.meetings.world;
        let count = state.columns.len();
        let end = before(search, state, 0..count, later)?;
        let by = end.get(self.first)?.0 - self.begin;
        let rows = computed(&self.events, self.walls.clone(), &world.rule, &world.domains.tiles)?;
        let last = rows.len() as i64 + later;
        let all = (1..).zip(rows).map(|(row, (event, rows, own))| {
            let own = own.into_iter().map(|(column, wall)| (column + by, wall));
            let left = before(search, state, 0..self.first, last - row)?;
            let right = before(search, state, self.first + self.out..count, last - row)?;
            Some((event, rows, left.into_iter().chain(own).chain(right).collect()))
        });
        all.collect()
    }
}

/// Walls after each row that events compute; `None` if these are too many.
fn computed(
    events: &[Event],
    mut walls: WallRow,
    rule: &Rule,
    tiles: &Tiles,
) -> Option<Vec<Computed>> {
    let (mut all, mut words) = (Vec::new(), 0);
    for (event, it) in events.iter().enumerate() {
        match *it {
            Event::Step { rows } => {
                for rows in 1..=rows {
                    for (column, wall) in &mut walls {
                        let (next, by) = wall.below(rule, tiles);
                        *wall = next;
                        *column += by;
                        words += wall.words.len() + 1;
                    }
                    if words > KEPT_WORDS {
                        return None;
                    }
                    all.push((event, rows, walls.clone()));
                }
            }
            Event::Meet { wall } => {
                let (other_column, other) = walls.remove(wall + 1);
                let (column, one) = &mut walls[wall];
                let gap = other_column - *column - one.width();
                *one = one.joined(&other, gap, tiles);
            }
            Event::Part { wall, from, to, domain: [tile, row, column] } => {
                let (begin, whole) = walls[wall].clone();
                whole.words.get(from..to)?;
                let parts = whole.parted(from..to, Phase { tile, row, column }, tiles);
                walls.splice(wall..=wall, parts.map(|(part, by)| (begin + by, part)));
            }
            Event::Vanish { wall } => drop(walls.remove(wall)),
            Event::Wake { .. } | Event::Cycle { .. } => {}
            Event::Run { .. } | Event::Turn | Event::Loop { .. } | Event::Again => return None,
        }
    }
    Some(all)
}

#![doc = include_str!("format.md")]

mod begin;
mod cycle;
mod front;
mod last;
mod local;
mod once;
mod spelling;
#[cfg(test)]
mod tests;
mod texture;
mod unique;
mod walk;

pub use cycle::Cycle;
pub use front::ROOM;
pub use local::Edge;
pub(super) use spelling::{Reader, lines};
pub use texture::{COLUMNS, Phase, ROWS, Rule, Texture, Textures};

use super::polynomial::Polynomial;
use super::{Move, Shown};
use begin::Row;
use front::{Front, Number, Plane};
use std::fmt;
use walk::Origin;

/// The edges of all games of a class, n = `start` + `step` * m with m >= 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The moves a * n + b.
    pub moves: Vec<Move>,
    /// The first n.
    pub start: i64,
    /// How far the n are apart, at least 1.
    pub step: i64,
    /// Rows have `row.factor` * n + `row.summand` positions.
    pub row: Move,
    /// The first rows of the textures but the plain one, which has the number 0.
    pub textures: Vec<Vec<u64>>,
    /// What becomes of the edges, from row 1 on.
    pub events: Vec<Event>,
}

impl Picture {
    /// How many events it has, with those in loops.
    pub fn count(&self) -> usize {
        count(&self.events)
    }

    /// One of so many classes that the class consists of, or with a number below 0 one that begins
    /// earlier; `None` if a number does not fit.
    pub fn within(&self, index: i64, count: i64) -> Option<Self> {
        let events = within(&self.events, index, count)?;
        let start = self.start.checked_add(self.step.checked_mul(index)?)?;
        Some(Self { start, step: self.step.checked_mul(count)?, events, ..self.clone() })
    }
}

/// Events of one of so many classes.
fn within(events: &[Event], index: i64, count: i64) -> Option<Vec<Event>> {
    let form = |coefficients: &[i64]| {
        let mut all = coefficients.to_vec();
        if let [value, slope, ..] = &mut all[..] {
            *value = value.checked_add(slope.checked_mul(index)?)?;
            *slope = slope.checked_mul(count)?;
        }
        Some(all)
    };
    let event = |event: &Event| match event {
        Event::Run { rows } => Some(Event::Run { rows: form(rows)? }),
        Event::Loop { count: times, body } => {
            Some(Event::Loop { count: form(times)?, body: within(body, index, count)? })
        }
        other => Some(other.clone()),
    };
    events.iter().map(event).collect()
}

/// How many events they are, with those in loops.
fn count(events: &[Event]) -> usize {
    let of = |event: &Event| match event {
        Event::Loop { body, .. } => 1 + count(body),
        _ => 1,
    };
    events.iter().map(of).sum()
}

/// How deep loops are nested.
fn depth(events: &[Event]) -> usize {
    let of = |event: &Event| match event {
        Event::Loop { body, .. } => 1 + depth(body),
        _ => 0,
    };
    events.iter().map(of).max().unwrap_or(0)
}

/// What becomes of edges.  They are counted from 0, from left to right.
///
/// Some numbers are affine in m and in the indices of the loops around: they are given as their value
/// where all of these are 0, their slope in m, and their slopes in the indices, the outermost first.
/// What is left out is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// After so many rows the edge is the same, some columns farther to the right.
    Cycle {
        /// Which one.
        edge: usize,
        /// So many rows.
        rows: i64,
    },
    /// So many rows in which every edge goes on as is known.
    Run {
        /// How many: a value and slopes.
        rows: Vec<i64>,
    },
    /// The edge is taken in the row at hand.
    Wake {
        /// Which one.
        edge: usize,
    },
    /// So many rows in which the edges that are awake are computed.
    Step {
        /// So many rows.
        rows: u32,
    },
    /// The edge and the next one become one.
    Meet {
        /// The first of them.
        edge: usize,
    },
    /// Some columns of the edge become a zone between two edges.
    Part {
        /// Which one.
        edge: usize,
        /// The first column.
        from: usize,
        /// The first column behind them.
        to: usize,
        /// The texture, and the row and the column of it where the first column is.
        zone: [usize; 3],
    },
    /// The edge has become what is on both sides of it.
    Vanish {
        /// Which one.
        edge: usize,
    },
    /// The first edge, one row later, becomes the last one.
    Turn,
    /// Events that come one after the other so many times, at least once.  Before and behind each
    /// iteration it is known of all edges how they go on.
    Loop {
        /// How many times: a value and slopes.
        count: Vec<i64>,
        /// What becomes of edges in each iteration, whose index counts from 0.
        body: Vec<Event>,
    },
    /// Here begins what recurs: in the end edges are what they are here.
    Again,
}

/// Why a picture shows nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Moves are not at least w - b, or lead too far.
    Moves,
    /// A texture does not recur.
    Texture,
    /// There is no such edge, or it is not awake.
    Edge,
    /// Columns are not those of the zone.
    Zone,
    /// An edge does not come again as is said.
    Cycle,
    /// A number of rows is negative, or how an edge goes on depends on m.
    Row,
    /// Edges come too near to each other.
    Near,
    /// In the end edges do not stay as far from each other as they are.
    End,
    /// A loop has no iteration somewhere.
    Count,
    /// A loop does not move edges by the same columns each time, or they are other ones then.
    Change,
    /// In the end edges are not what they are where the part begins that recurs.
    Recurrence,
    /// A number depends on what is no index around it, loops are nested too deep, or what recurs
    /// begins in a loop or twice.
    Index,
    /// A number does not fit 64 bits.
    Number,
    /// Too much is to be computed.
    Size,
    /// A stop was asked for.
    Stopped,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Moves => "the moves are no multiples of a row and few positions",
            Self::Texture => "a texture does not recur",
            Self::Edge => "there is no such edge, or how it goes on is known already, or not yet",
            Self::Zone => "the columns are not those of the zone",
            Self::Cycle => "the edge is not the same after so many rows",
            Self::Row => "a number of rows is negative, or an edge is not the same for all n",
            Self::Near => "edges come too near to each other for some n",
            Self::End => "edges do not stay as far from each other as they are",
            Self::Count => "a loop does not have an iteration for all n and in all iterations",
            Self::Change => "the iterations of a loop do not move the same edges by the same columns",
            Self::Recurrence => "in the end edges are not what they are where that begins to recur",
            Self::Index => {
                "a number depends on what is no index around it, loops are nested too deep, or what \
                 recurs begins in a loop or twice"
            }
            Self::Number => "a number does not fit 64 bits",
            Self::Size => "too many rows are to be computed",
            Self::Stopped => "the time was over",
        })
    }
}

impl From<super::Reason> for Reason {
    /// Only numbers, indices and counts are refused by what is used of traces.
    fn from(reason: super::Reason) -> Self {
        match reason {
            super::Reason::Count => Self::Count,
            super::Reason::Index => Self::Index,
            _ => Self::Number,
        }
    }
}

/// Where a picture shows nothing, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The number of the event, from 0, without those in loops; behind the last one, the end.
    pub event: usize,
    /// What is wrong.
    pub reason: Reason,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}: {}", self.event + 1, self.reason)
    }
}

impl std::error::Error for Refused {}

/// Checks a picture.  The first of these numbers of columns, around each edge or in the part that
/// recurs, that tells them from all else shows that the period is the least one.
///
/// # Errors
/// The first event that is not right for all m.
pub fn check(
    picture: &Picture,
    columns: &[u64],
    stop: &dyn Fn() -> bool,
) -> Result<Shown, Refused> {
    let at = |event| move |reason| Refused { event, reason };
    let plane = Plane::new(picture, stop).map_err(at(0))?;
    let mut front = Front::new(picture, &plane).map_err(at(0))?;
    // Where rows and columns are counted from, times the positions of a row.
    let degree = 2 + depth(&picture.events);
    let mut origin = Origin::new(degree);
    let mut again = None;
    for (index, event) in picture.events.iter().enumerate() {
        if stop() {
            return Err(Refused { event: index, reason: Reason::Stopped });
        }
        let followed = match event {
            Event::Loop { count, body } => walk::repeat(&mut front, count, body, &mut origin),
            Event::Again if again.is_none() => Row::new(&front, origin.sums()).map(|row| {
                plane.look(columns);
                let known = front.edges.iter().filter_map(|it| it.cycle.as_ref());
                known.for_each(|it| plane.see_all(it));
                again = Some(row);
            }),
            event => front.follow(event),
        };
        followed.map_err(at(index))?;
    }
    let shown = match again {
        Some(again) => recurring(&front, picture, &again, &origin),
        None => end(&front, picture, &origin.sums(), columns),
    };
    shown.map_err(at(picture.events.len()))
}

/// Positions from rows and columns.
fn positions(front: &Front<'_, 1>, [rows, columns]: &[Polynomial; 2]) -> Polynomial {
    let mut sum = columns.clone();
    sum.add_times(rows, [front.width.value, front.width.slopes[0]]);
    sum
}

/// What a picture shows whose edges are in the end what they are where the part begins that recurs.
fn recurring(
    front: &Front<'_, 1>,
    picture: &Picture,
    again: &Row,
    origin: &Origin,
) -> Result<Shown, Reason> {
    let end = Row::new(front, origin.sums())?;
    if !end.is_like(again) {
        return Err(Reason::Recurrence);
    }
    let [rows, columns] = [0, 1].map(|index| end.at[index].minus(&again.at[index]));
    // There are no fewer rows for greater m.
    if !rows.is_positive_at_zero() {
        return Err(Reason::Recurrence);
    }
    let formula =
        |both: &[Polynomial; 2]| positions(front, both).formula(picture.start, picture.step);
    let last = again.last_difference(&end, front.width, front.plane);
    let preperiod = preperiod(front, &again.at, last.map(|by| farther(&again.at, by)));
    Ok(Shown {
        period: formula(&[rows, columns]),
        unique: front.plane.once.borrow().columns(),
        preperiod: preperiod.map(|it| it.formula(picture.start, picture.step)),
        position: formula(&again.at),
    })
}

/// What a picture shows whose edges stay as far from each other as they are, or of which none is left.
fn end(
    front: &Front<'_, 1>,
    picture: &Picture,
    origin: &[Polynomial; 2],
    columns: &[u64],
) -> Result<Shown, Reason> {
    let recurrence = last::recurrence(front)?;
    let position = last::position(front).ok_or(Reason::End)?;
    let position = farther(origin, position);
    let known = last::known(front).ok_or(Reason::End)?;
    let last = last::mismatch(front)?.map(|last| farther(origin, last));
    let preperiod = preperiod(front, &farther(origin, known), last);
    let mut columns = columns.iter().copied();
    let unique = columns.find(|&columns| unique::is_least(front, &recurrence, columns));
    let formula = |positions: Polynomial| positions.formula(picture.start, picture.step);
    let nowhere = origin.each_ref().map(|it| it.minus(it));
    Ok(Shown {
        period: formula(positions(front, &farther(&nowhere, recurrence.period()))),
        unique,
        preperiod: preperiod.map(formula),
        position: formula(positions(front, &position)),
    })
}

/// So many rows and columns farther.
fn farther(from: &[Polynomial; 2], by: [Number; 2]) -> [Polynomial; 2] {
    let mut sums = from.clone();
    for (sum, form) in sums.iter_mut().zip(by) {
        sum.add(&[form.value, form.slopes[0]]);
    }
    sums
}

/// The least preperiod, where all words from a row and a column of it on are those a period later, and
/// outcomes differ in another one at last.
fn preperiod(
    front: &Front<'_, 1>,
    known: &[Polynomial; 2],
    last: Option<[Polynomial; 2]>,
) -> Option<Polynomial> {
    // From the oldest outcome of the first of these words on, outcomes are those a period later.
    let oldest = front.plane.rule.oldest().map(|it| Number::constant(-it));
    let known = positions(front, &farther(known, oldest));
    let nothing = known.minus(&known);
    if nothing.minus(&known).is_never_negative() {
        return Some(nothing);
    }
    let mut last = positions(front, &last?);
    if !last.is_never_negative() {
        return None;
    }
    last.add(&[1, 0]);
    Some(last)
}

//! What becomes of walls, as data.

use crate::trace::loops::Nested;
use crate::trace::structure::Move;

/// The walls of all games of a class, n = `start` + `step` * m with m >= 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The moves a * n + b.
    pub moves: Vec<Move>,
    /// The first n.
    pub start: i64,
    /// The distance between consecutive n, at least 1.
    pub step: i64,
    /// Rows have `row.factor` * n + `row.summand` positions.
    pub row: Move,
    /// The first rows of the tiles except the plain one, which has the number 0.
    pub tiles: Vec<Vec<u64>>,
    /// What becomes of the walls, from row 1 on.
    pub events: Vec<Event>,
}

impl Diagram {
    /// The number of events, including those in loops.
    pub fn count(&self) -> usize {
        count(&self.events)
    }

    /// One of the `count` classes that the class splits into, or one that begins earlier if the index is negative;
    /// `None` if a number does not fit.
    pub fn within(&self, index: i64, count: i64) -> Option<Self> {
        let events = within(&self.events, index, count)?;
        let start = self.start.checked_add(self.step.checked_mul(index)?)?;
        Some(Self { start, step: self.step.checked_mul(count)?, events, ..self.clone() })
    }
}

/// The events of one of these classes.
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

/// The number of events, including those in loops.
fn count(events: &[Event]) -> usize {
    events.iter().map(|event| 1 + event.as_loop().map_or(0, |(_, body)| count(body))).sum()
}

/// What becomes of walls.  Walls are counted from 0, from left to right.
///
/// Some numbers are affine in m and in the indices of the surrounding loops: they are given as their value where all of
/// these are 0, their slope in m, and their slopes in the indices, outermost first.  What is left out is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// After a number of rows the wall is the same, some columns farther to the right.
    Cycle {
        /// The number of the wall.
        wall: usize,
        /// The number of rows.
        rows: i64,
    },
    /// A number of rows in which every wall continues its known cycle.
    Run {
        /// The number of rows: a value and slopes.
        rows: Vec<i64>,
    },
    /// The wall is taken in the current row.
    Wake {
        /// The number of the wall.
        wall: usize,
    },
    /// A number of rows in which the walls that are awake are computed.
    Step {
        /// The number of rows.
        rows: u32,
    },
    /// The wall and the next one become one.
    Meet {
        /// The first of the two.
        wall: usize,
    },
    /// Some columns of the wall become a domain between two walls.
    Part {
        /// The number of the wall.
        wall: usize,
        /// The first column.
        from: usize,
        /// The first column after them.
        to: usize,
        /// The tile, and the row and column in it that the first column has.
        domain: [usize; 3],
    },
    /// The wall has become the domain on both sides of it.
    Vanish {
        /// The number of the wall.
        wall: usize,
    },
    /// The first wall, one row later, becomes the last one.
    Turn,
    /// Events that are repeated a number of times, at least once.  Before and after each iteration it is known for all
    /// walls how they continue.
    Loop {
        /// The number of iterations: a value and slopes.
        count: Vec<i64>,
        /// What becomes of walls in each iteration, whose index counts from 0.
        body: Vec<Event>,
    },
    /// The recurring part begins here: the final walls are those at this point.
    Again,
}

impl Nested for Event {
    fn as_loop(&self) -> Option<(&[i64], &[Self])> {
        match self {
            Self::Loop { count, body } => Some((count, body)),
            _ => None,
        }
    }
}

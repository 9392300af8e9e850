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
    /// How far the n are apart, at least 1.
    pub step: i64,
    /// Rows have `row.factor` * n + `row.summand` positions.
    pub row: Move,
    /// The first rows of the tiles but the plain one, which has the number 0.
    pub tiles: Vec<Vec<u64>>,
    /// What becomes of the walls, from row 1 on.
    pub events: Vec<Event>,
}

impl Diagram {
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
    events.iter().map(|it| 1 + it.as_loop().map_or(0, |(_, body)| count(body))).sum()
}

/// What becomes of walls.  They are counted from 0, from left to right.
///
/// Some numbers are affine in m and in the indices of the loops around: they are given as their value
/// where all of these are 0, their slope in m, and their slopes in the indices, the outermost first.
/// What is left out is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// After so many rows the wall is the same, some columns farther to the right.
    Cycle {
        /// Which one.
        wall: usize,
        /// So many rows.
        rows: i64,
    },
    /// So many rows in which every wall goes on as is known.
    Run {
        /// How many: a value and slopes.
        rows: Vec<i64>,
    },
    /// The wall is taken in the row at hand.
    Wake {
        /// Which one.
        wall: usize,
    },
    /// So many rows in which the walls that are awake are computed.
    Step {
        /// So many rows.
        rows: u32,
    },
    /// The wall and the next one become one.
    Meet {
        /// The first of them.
        wall: usize,
    },
    /// Some columns of the wall become a domain between two walls.
    Part {
        /// Which one.
        wall: usize,
        /// The first column.
        from: usize,
        /// The first column behind them.
        to: usize,
        /// The tile, and the row and the column of it where the first column is.
        domain: [usize; 3],
    },
    /// The wall has become what is on both sides of it.
    Vanish {
        /// Which one.
        wall: usize,
    },
    /// The first wall, one row later, becomes the last one.
    Turn,
    /// Events that come one after the other so many times, at least once.  Before and behind each
    /// iteration it is known of all walls how they go on.
    Loop {
        /// How many times: a value and slopes.
        count: Vec<i64>,
        /// What becomes of walls in each iteration, whose index counts from 0.
        body: Vec<Event>,
    },
    /// Here begins what recurs: in the end walls are what they are here.
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

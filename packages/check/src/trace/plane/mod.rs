#![doc = include_str!("format.md")]

mod cycle;
mod front;
mod last;
mod local;
mod spelling;
#[cfg(test)]
mod tests;
mod texture;
mod unique;

pub use cycle::Cycle;
pub use local::Edge;
pub(super) use spelling::lines;
pub use texture::{COLUMNS, Phase, ROWS, Rule, Texture, Textures};

use super::polynomial::Polynomial;
use super::{Move, Shown};
use crate::proof::theorem::Formula;
use front::Front;
use std::fmt;

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
    /// One of so many classes that the class consists of; `None` if a number does not fit.
    pub fn within(&self, index: i64, count: i64) -> Option<Self> {
        let event = |event: &Event| match *event {
            Event::Run { rows: [value, slope] } => {
                let value = value.checked_add(slope.checked_mul(index)?)?;
                Some(Event::Run { rows: [value, slope.checked_mul(count)?] })
            }
            other => Some(other),
        };
        let events = self.events.iter().map(event).collect::<Option<_>>()?;
        let start = self.start.checked_add(self.step.checked_mul(index)?)?;
        Some(Self { start, step: self.step.checked_mul(count)?, events, ..self.clone() })
    }
}

/// What becomes of edges.  They are counted from 0, from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        /// For m = 0, and how many more for each m.
        rows: [i64; 2],
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
            Self::Number => "a number does not fit 64 bits",
            Self::Size => "too many rows are to be computed",
            Self::Stopped => "the time was over",
        })
    }
}

impl From<super::Reason> for Reason {
    /// Only numbers that do not fit are refused by what is used of traces.
    fn from(_: super::Reason) -> Self {
        Self::Number
    }
}

/// Where a picture shows nothing, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The number of the event, from 0; behind the last one, the end.
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

/// Checks a picture.  The first of these numbers of columns around each edge that tells it from all
/// else shows that the period is the least one.
///
/// # Errors
/// The first event that is not right for all m.
pub fn check(
    picture: &Picture,
    columns: &[u64],
    stop: &dyn Fn() -> bool,
) -> Result<Shown, Refused> {
    let at = |event| move |reason| Refused { event, reason };
    let mut front = Front::new(picture, stop).map_err(at(0))?;
    for (index, event) in picture.events.iter().enumerate() {
        if stop() {
            return Err(Refused { event: index, reason: Reason::Stopped });
        }
        front.follow(event).map_err(at(index))?;
    }
    end(&front, picture, columns).map_err(at(picture.events.len()))
}

fn end(front: &Front<'_>, picture: &Picture, columns: &[u64]) -> Result<Shown, Reason> {
    let recurrence = last::recurrence(front)?;
    let position = last::position(front).ok_or(Reason::End)?;
    let preperiod = last::mismatch(front)?;
    let mut columns = columns.iter().copied();
    let unique = columns.find(|&columns| unique::is_least(front, &recurrence, columns));
    let formula = |[row, column]: [front::Number; 2]| -> Formula {
        let mut sum = Polynomial::zero(2);
        let coefficients = |form: front::Number| [form.value, form.slopes[0]];
        sum.add_product(coefficients(row), coefficients(front.width));
        sum.add(&coefficients(column));
        sum.formula(picture.start, picture.step)
    };
    Ok(Shown {
        period: formula(recurrence.period()),
        unique,
        preperiod: preperiod.map(formula),
        position: formula(position),
    })
}

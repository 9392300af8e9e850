//! The loop structure of a computation, as data.

use super::comb::{Comb, Join};
use super::loops::Nested;

/// The loop structure of the outcomes of all games of a class, n = `start` + `step` * m with m >= 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The moves a * n + b.
    pub moves: Vec<Move>,
    /// The first n.
    pub start: i64,
    /// The distance between consecutive n, at least 1.
    pub step: i64,
    /// The combs that are made.
    pub combs: Vec<Comb>,
    /// What comes before the period.
    pub before: Vec<Node>,
    /// The period.
    pub period: Vec<Node>,
}

/// A move a * n + b.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The factor a.
    pub factor: i64,
    /// The summand b.
    pub summand: i64,
}

/// Some steps, a loop, or stretches that become a comb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// This number of steps.
    Steps(u64),
    /// A loop.
    Loop(Loop),
    /// Stretches become a comb.
    Join(Join),
}

/// Steps and loops that are repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The number of iterations: its value where m and all indices are 0, its slope in m, and its slopes in the indices
    /// of the surrounding loops, outermost first.  What is left out is 0.
    pub count: Box<[i64]>,
    /// What is repeated.
    pub body: Vec<Node>,
}

impl Nested for Node {
    fn as_loop(&self) -> Option<(&[i64], &[Self])> {
        match self {
            Self::Loop(Loop { count, body }) => Some((count, body)),
            Self::Steps(_) | Self::Join(_) => None,
        }
    }
}

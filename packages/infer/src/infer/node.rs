//! The parts of a sequence, with numbers of any kind.

use crate::model::Value;
use smallvec::SmallVec;

/// The values of a cycle.
pub type Cycle = SmallVec<[Value; 8]>;

/// A part of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node<N> {
    /// The values of a cycle again and again, so many in all.
    Word(Cycle, N),
    /// The body once for each value of an index from 0 on, so many times.
    Loop(N, Vec<Node<N>>),
}
use Node::{Loop, Word};

/// What a sequence begins with, and what it repeats from then on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence<N> {
    /// What stands before the endless loop.
    pub before: Vec<Node<N>>,
    /// The body of the endless loop.
    pub period: Vec<Node<N>>,
}

impl<N> Sequence<N> {
    /// The number of words and of loops.
    pub fn size(&self) -> usize {
        size(&self.before) + size(&self.period)
    }
}

/// The number of words and of loops.
pub fn size<N>(nodes: &[Node<N>]) -> usize {
    let one = |node: &Node<N>| match node {
        Word(..) => 1,
        Loop(_, body) => 1 + size(body),
    };
    nodes.iter().map(one).sum()
}

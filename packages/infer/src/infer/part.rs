//! The parts of a sequence as they are written: words, loops, and instances of pieces.

use super::node::{Cycle, Node, Sequence};
use crate::affine::Affine;

/// A part of a text.  Its numbers are over the parameter, number 0, and the indices of the loops around
/// it, from number 1 on; in a piece its arguments come before the indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The values of a cycle again and again, so many in all.
    Word(Cycle, Affine),
    /// The body once for each value of an index from 0 on, so many times.
    Loop(Affine, Vec<Part>),
    /// The piece with this number, with these arguments.
    Instance(usize, Vec<Affine>),
}
use Part::{Instance, Loop, Word};

/// A part that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// How many arguments it has.
    pub arguments: usize,
    /// What it stands for; only pieces before this one occur in it.
    pub body: Vec<Part>,
}

/// A sequence as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The pieces, in an order in which they can be defined.
    pub pieces: Vec<Piece>,
    /// What stands before the endless loop.
    pub before: Vec<Part>,
    /// The body of the endless loop.
    pub period: Vec<Part>,
}

impl From<&Sequence<Affine>> for Parts {
    fn from(sequence: &Sequence<Affine>) -> Self {
        Self {
            pieces: Vec::new(),
            before: parts(&sequence.before),
            period: parts(&sequence.period),
        }
    }
}

/// The same as parts of a text.
pub fn parts(nodes: &[Node<Affine>]) -> Vec<Part> {
    let one = |node: &Node<Affine>| match node {
        Node::Word(cycle, length) => Word(cycle.clone(), length.clone()),
        Node::Loop(count, body) => Loop(count.clone(), parts(body)),
    };
    nodes.iter().map(one).collect()
}

impl Part {
    /// The number of words, loops and instances.
    pub fn size(&self) -> usize {
        match self {
            Word(..) | Instance(..) => 1,
            Loop(_, body) => 1 + size(body),
        }
    }

    /// The same with other numbers; `change` is told how many loops are around a number in the part.
    pub fn map(&self, around: usize, change: &mut impl FnMut(&Affine, usize) -> Affine) -> Self {
        match self {
            Word(cycle, length) => Word(cycle.clone(), change(length, around)),
            Loop(count, body) => {
                let count = change(count, around);
                Loop(count, body.iter().map(|part| part.map(around + 1, change)).collect())
            }
            Instance(piece, arguments) => {
                let arguments = arguments.iter().map(|number| change(number, around));
                Instance(*piece, arguments.collect())
            }
        }
    }

    /// Calls with each number, in the order in which [`Part::map`] does.
    pub fn numbers<'a>(&'a self, around: usize, seen: &mut impl FnMut(&'a Affine, usize)) {
        match self {
            Word(_, length) => seen(length, around),
            Loop(count, body) => {
                seen(count, around);
                body.iter().for_each(|part| part.numbers(around + 1, seen));
            }
            Instance(_, arguments) => arguments.iter().for_each(|number| seen(number, around)),
        }
    }
}

/// The number of words, loops and instances.
pub fn size(parts: &[Part]) -> usize {
    parts.iter().map(Part::size).sum()
}

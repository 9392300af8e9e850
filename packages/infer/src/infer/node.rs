//! The parts of a sequence, with numbers of any kind: words, loops, and instances of pieces.

use crate::affine::Affine;
use crate::model::Value;
use smallvec::SmallVec;
use std::convert::Infallible;

/// The values of a cycle.
pub(super) type CycleValues = SmallVec<[Value; 8]>;

/// A part of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node<N> {
    /// The values of a cycle, repeated up to this length.
    Word(CycleValues, N),
    /// The body once for each value of an index from 0 on; the number of iterations comes first.
    Loop(N, Vec<Node<N>>),
    /// The piece with this number, with these arguments; only where a sequence is written.
    Instance(usize, Vec<N>),
}
use Node::{Instance, Loop, Word};

/// A part of a text.  Its numbers are over the parameter, number 0, and the indices of the loops around
/// it, from number 1 on; in a piece its arguments come before the indices.
pub(super) type TextNode = Node<Affine>;

/// What a sequence begins with, and what it then repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence<N> {
    /// What precedes the endless loop.
    pub before: Vec<Node<N>>,
    /// The body of the endless loop.
    pub period: Vec<Node<N>>,
}

/// A part that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedPart {
    /// The number of its arguments.
    pub arguments: usize,
    /// Its body; only pieces before this one occur in it.
    pub body: Vec<TextNode>,
}

/// A sequence as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// The pieces, in an order in which they can be defined.
    pub pieces: Vec<NamedPart>,
    /// The sequence, in which they occur.
    pub sequence: Sequence<Affine>,
}

impl<N> Sequence<N> {
    /// The number of words and of loops.
    pub fn size(&self) -> usize {
        size(&self.before) + size(&self.period)
    }
}

impl<N> Node<N> {
    /// The number of words, loops and instances.
    pub fn size(&self) -> usize {
        match self {
            Word(..) | Instance(..) => 1,
            Loop(_, body) => 1 + size(body),
        }
    }

    /// The same with other numbers; `change` also gets the number of loops around each number in the part.
    pub fn map<M>(&self, around: usize, change: &mut impl FnMut(&N, usize) -> M) -> Node<M> {
        let Ok(node) =
            self.try_map(around, &mut |number, around| Ok::<_, Infallible>(change(number, around)));
        node
    }

    /// The same, if all numbers can be changed.
    ///
    /// # Errors
    /// The error of the first one that cannot.
    pub fn try_map<M, E>(
        &self,
        around: usize,
        change: &mut impl FnMut(&N, usize) -> Result<M, E>,
    ) -> Result<Node<M>, E> {
        Ok(match self {
            Word(cycle, length) => Word(cycle.clone(), change(length, around)?),
            Loop(count, body) => {
                let count = change(count, around)?;
                let body = body.iter().map(|node| node.try_map(around + 1, change));
                Loop(count, body.collect::<Result<_, _>>()?)
            }
            Instance(piece, arguments) => {
                let arguments = arguments.iter().map(|number| change(number, around));
                Instance(*piece, arguments.collect::<Result<_, _>>()?)
            }
        })
    }

    /// Calls `seen` with each number, in the order in which [`Node::map`] does.
    pub fn numbers<'a>(&'a self, around: usize, seen: &mut impl FnMut(&'a N, usize)) {
        match self {
            Word(_, length) => seen(length, around),
            Loop(count, body) => {
                seen(count, around);
                body.iter().for_each(|node| node.numbers(around + 1, seen));
            }
            Instance(_, arguments) => arguments.iter().for_each(|number| seen(number, around)),
        }
    }
}

/// The number of words, loops and instances.
pub(super) fn size<N>(nodes: &[Node<N>]) -> usize {
    nodes.iter().map(Node::size).sum()
}

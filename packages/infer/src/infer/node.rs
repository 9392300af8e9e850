//! A sequence as it is written: words, loops, and instances of pieces.

use crate::affine::Affine;
pub(super) use crate::runs::tree::{CycleValues, Node, Sequence, size};

/// A part of a text.  Its numbers are over the parameter, number 0, and the indices of the loops around
/// it, from number 1 on; in a piece its arguments come before the indices.
pub(super) type TextNode = Node<Affine>;

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

//! Bodies of loops: what they are, and how they are rewritten.

use super::node::{CycleValues, Node};
use crate::limit::CancellationToken;
use crate::model::Value;
use crate::runs::tree::Length;
use Node::{Loop, Word};

/// How words and loops are brought into normal form.
#[derive(Clone, Copy)]
pub(super) struct NormalBounds<'s> {
    /// The most values of a cycle.
    pub longest: i64,
    /// Ends the work.
    pub stop: &'s CancellationToken,
}

impl<'s> NormalBounds<'s> {
    /// The most values of a cycle, whatever the game.
    const LONGEST: i64 = 48;

    /// For a large game.
    pub(super) fn new(stop: &'s CancellationToken) -> Self {
        Self { longest: Self::LONGEST, stop }
    }

    /// For the game with this parameter: a word with as many values may be one that grows with it.
    pub(super) fn small(parameter: i64, stop: &'s CancellationToken) -> Self {
        Self { longest: parameter.clamp(1, Self::LONGEST), stop }
    }
}

/// If an iteration of a loop consists of several iterations of a shorter body: their number, and that body.
pub(super) fn root(body: &[Node<Length>], index: usize) -> Option<(i64, Vec<Node<Length>>)> {
    let divides = |length: &usize| body.len().is_multiple_of(*length);
    let lengths = (1..=body.len() / 2).filter(divides);
    lengths.into_iter().find_map(|length| {
        let times = (body.len() / length) as i64;
        let goes_on = |pair: (&Node<Length>, &Node<Length>)| goes_on(pair, index, times);
        if !body.iter().zip(&body[length..]).all(goes_on) {
            return None;
        }
        let mut part = |number: &Length, _: usize| {
            let mut part = *number;
            part.slopes[index] /= times;
            part
        };
        Some((times, body[..length].iter().map(|node| node.map(0, &mut part)).collect()))
    })
}

/// Is the second node the first one for an index that is later by 1/`times`?
pub(super) fn goes_on(pair: (&Node<Length>, &Node<Length>), index: usize, times: i64) -> bool {
    let later = |one: &Length, other: &Length| {
        let rise = other.value.checked_sub(one.value).and_then(|rise| rise.checked_mul(times));
        one.slopes == other.slopes && rise == Some(one.slopes[index])
    };
    match pair {
        (Word(one, first), Word(other, second)) => one == other && later(first, second),
        (Loop(first, one), Loop(second, other)) => {
            let inside = |pair: (&Node<Length>, &Node<Length>)| goes_on(pair, index, times);
            later(first, second) && one.len() == other.len() && one.iter().zip(other).all(inside)
        }
        _ => false,
    }
}

/// A word of one value: the value, and its length.
pub(super) fn run(node: &Node<Length>) -> Option<(Value, Length)> {
    match node {
        Word(cycle, length) if cycle.len() == 1 => Some((cycle[0], *length)),
        _ => None,
    }
}

/// The value of a form that depends on no index.
pub(super) fn constant(form: &Length) -> Option<i64> {
    (form.slopes == Length::constant(0).slopes).then_some(form.value)
}

/// The remainder of a form by a number, if it is the same for all indices.
pub(super) fn remainder(form: &Length, modulus: usize) -> Option<usize> {
    let modulus = i64::try_from(modulus).ok()?;
    let same = form.slopes.iter().all(|slope| slope % modulus == 0);
    same.then(|| form.value.rem_euclid(modulus) as usize)
}

/// The values of a body, if they are few and the same each time.
pub(super) fn letters(body: &[Node<Length>], longest: i64) -> Option<CycleValues> {
    let mut letters = CycleValues::new();
    for node in body {
        let Word(cycle, length) = node else { return None };
        let all = length.value.checked_add(letters.len() as i64)?;
        if length.slopes.iter().any(|slope| *slope != 0) || length.value < 0 || all > longest {
            return None;
        }
        letters.extend((0..length.value as usize).map(|at| cycle[at % cycle.len()]));
    }
    (!letters.is_empty()).then_some(letters)
}

/// Replaces an index by a form.  If the loop of this index `goes`, the indices inside are numbered one lower.
pub(super) fn put(
    nodes: Vec<Node<Length>>,
    index: usize,
    by: Length,
    goes: bool,
) -> Option<Vec<Node<Length>>> {
    let form = |form: Length| {
        let mut rest = form;
        let slope = std::mem::take(rest.slopes.get_mut(index)?);
        if goes {
            rest.slopes[index..].rotate_left(1);
        }
        rest.plus(by.times(slope)?)
    };
    let one = |node: Node<Length>| match node {
        Word(cycle, length) => Some(Word(cycle, form(length)?)),
        Loop(count, body) => Some(Loop(form(count)?, put(body, index, by, goes)?)),
        Node::Instance(..) => None,
    };
    nodes.into_iter().map(one).collect()
}

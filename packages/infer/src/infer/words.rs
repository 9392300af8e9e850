//! The values of one game at any position, from a description without loops.

use super::node::{CycleValues, Node, Sequence};
use crate::Integer;
use crate::affine::Affine;

/// A cycle, and the number of its values.
type Word = (CycleValues, Integer);

/// The words before the endless loop, and those in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Words([Vec<Word>; 2]);

impl Words {
    /// The words for these parameters; `None` if there are loops.
    pub(super) fn at(sequence: &Sequence<Affine>, point: &[Integer]) -> Option<Self> {
        let word = |node: &Node<Affine>| match node {
            Node::Word(cycle, length) => Some((cycle.clone(), length.at(point))),
            _ => None,
        };
        let words = |nodes: &[Node<Affine>]| nodes.iter().map(word).collect::<Option<Vec<_>>>();
        Some(Self([words(&sequence.before)?, words(&sequence.period)?]))
    }

    /// The values of `count` positions from this one on, which is at least 0.
    pub(super) fn values(&self, from: &Integer, count: usize) -> Option<Vec<u32>> {
        let total =
            |words: &[Word]| words.iter().fold(Integer::ZERO, |sum, (_, length)| &sum + length);
        let Self([before, period]) = self;
        let (preperiod, turn) = (total(before), total(period));
        if !turn.is_positive() {
            return None;
        }
        let mut skipped = match *from >= preperiod {
            true => &(from - &preperiod).mod_floor(&turn) + &preperiod,
            false => from.clone(),
        };
        let mut values = Vec::with_capacity(count);
        for (cycle, length) in before.iter().chain(period.iter().cycle()) {
            if values.len() == count {
                break;
            }
            if skipped >= *length {
                skipped -= length;
                continue;
            }
            let left = (length - &skipped).min((count - values.len()).into()).to::<usize>()?;
            let first = skipped.mod_floor(&cycle.len().into()).to::<usize>()?;
            let letters = cycle.iter().cycle().skip(first);
            values.extend(letters.take(left).map(|value| u32::from(value.0)));
            skipped = Integer::ZERO;
        }
        Some(values)
    }
}

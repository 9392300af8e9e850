//! Loops in a list of runs.
//!
//! Where values are computed one by one there is no trace with loops in it.  The same runs three times in a row, with
//! lengths that grow by the same amounts each time, are taken for a loop; what continues it joins it, and loops are
//! combined in the same way as runs.  `shorten` brings the result into a normal form, and none of it is trusted.

use crate::limit::{CancellationToken, Limit};
use crate::model::Value;
use crate::runs::tree::{self, Length};
use smallvec::smallvec;
use tree::Node::{Loop, Word};

type Node = tree::Node<Length>;

/// The most runs and loops in the body of a loop that is found.
const LONGEST: usize = 256;

/// The number of iterations that are taken for a loop.
const TIMES: usize = 3;

/// The values as runs, and loops of them.
///
/// # Errors
/// When a stop is requested.
pub(super) fn rolled(values: &[Value], stop: &CancellationToken) -> Result<Vec<Node>, Limit> {
    let mut nodes = Vec::new();
    for run in values.chunk_by(|one, other| one == other) {
        stop.check()?;
        nodes.push(Word(smallvec![run[0]], Length::constant(run.len() as i64)));
        while join(&mut nodes) || repeat(&mut nodes) {}
    }
    Ok(nodes)
}

/// Joins the last nodes to the loop before them, if they are its next iteration.
fn join(nodes: &mut Vec<Node>) -> bool {
    let here = nodes.len();
    for at in (here.saturating_sub(LONGEST + 1)..here.saturating_sub(1)).rev() {
        let Loop(count, body) = &nodes[at] else { continue };
        if body.len() == here - at - 1 && are_at(&nodes[at + 1..], body, count.value) {
            nodes.truncate(at + 1);
            if let Some(Loop(count, _)) = nodes.last_mut() {
                count.value += 1;
            }
            return true;
        }
    }
    false
}

/// Turns the last nodes into a loop, if they are three iterations of one.
fn repeat(nodes: &mut Vec<Node>) -> bool {
    let here = nodes.len();
    for length in 1..=LONGEST.min(here / TIMES) {
        let (first, later) = nodes[here - TIMES * length..].split_at(length);
        let (second, third) = later.split_at(length);
        let Some(body) = grown(first, second) else { continue };
        if are_at(third, &body, 2) {
            nodes.truncate(here - TIMES * length);
            nodes.push(Loop(Length::constant(TIMES as i64), body));
            return true;
        }
    }
    false
}

/// The body of a loop whose first two iterations these are.
fn grown(first: &[Node], second: &[Node]) -> Option<Vec<Node>> {
    if first.len() != second.len() {
        return None;
    }
    let number = |one: &Length, other: &Length| {
        let same = one.slopes == other.slopes && one.slopes.last() == Some(&0);
        let mut number = same.then_some(*one)?;
        number.slopes.rotate_right(1);
        *number.slopes.first_mut()? = other.value.checked_sub(one.value)?;
        Some(number)
    };
    let node = |pair: (&Node, &Node)| match pair {
        (Word(one, length), Word(other, next)) if one == other => {
            Some(Word(one.clone(), number(length, next)?))
        }
        (Loop(count, one), Loop(next, other)) => {
            Some(Loop(number(count, next)?, grown(one, other)?))
        }
        _ => None,
    };
    first.iter().zip(second).map(node).collect()
}

/// Are these nodes the iteration of a body with this index?
fn are_at(nodes: &[Node], body: &[Node], index: i64) -> bool {
    let number = |number: &Length, inside: &Length| {
        let mut value = *inside;
        let slope = std::mem::take(&mut value.slopes[0]);
        value.slopes.rotate_left(1);
        let grown = slope.checked_mul(index).and_then(|more| value.value.checked_add(more));
        value.slopes == number.slopes && grown == Some(number.value)
    };
    let node = |pair: (&Node, &Node)| match pair {
        (Word(one, length), Word(other, inside)) => one == other && number(length, inside),
        (Loop(count, one), Loop(inside, other)) => {
            number(count, inside) && are_at(one, other, index)
        }
        _ => false,
    };
    nodes.len() == body.len() && nodes.iter().zip(body).all(node)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tree::spell;

    fn of(lengths: impl IntoIterator<Item = usize>) -> Vec<Value> {
        let runs = lengths.into_iter().enumerate();
        runs.flat_map(|(at, length)| vec![Value((at % 2) as u8); length]).collect()
    }

    #[test]
    fn loops_are_found_also_in_loops() {
        let stop = CancellationToken::default();
        // Lengths that grow.
        let nodes = rolled(&of((1..=9).flat_map(|i| [i, 20 - i])), &stop).expect("no stop");
        let [Loop(count, body)] = &nodes[..] else { panic!("{nodes:?}") };
        assert_eq!((count.value, body.len()), (9, 2));
        // Loops whose counts grow.
        let lengths =
            (4..=9).flat_map(|i| [100, 3 * i].into_iter().chain((0..i).flat_map(|j| [j + 1, 2])));
        let nodes = rolled(&of(lengths), &stop).expect("no stop");
        let inner = |node: &Node| matches!(node, Loop(_, body) if body.iter().any(|inner| matches!(inner, Loop(..))));
        assert!(nodes.len() < 6 && nodes.iter().any(inner), "{nodes:?}");
    }

    proptest! {
        /// Whatever is taken for a loop, the values are the same.
        #[test]
        fn loops_spell_the_values(
            parts in prop::collection::vec((1_usize..4, 0_usize..3, 1_usize..7, 1_usize..4), 1..6),
        ) {
            let lengths: Vec<usize> = (parts.into_iter())
                .flat_map(|(first, slope, count, inside)| (0..count).flat_map(move |i| {
                    let inner = (0..i * (inside - 1)).flat_map(move |j| [j + 1, first]);
                    [first + slope * i, inside].into_iter().chain(inner)
                }))
                .collect();
            let values = of(lengths);
            let nodes = rolled(&values, &CancellationToken::default()).expect("no stop");
            let mut again = Vec::new();
            spell(&nodes, &mut Vec::new(), &mut again).expect("lengths");
            prop_assert_eq!(again, values);
        }
    }
}

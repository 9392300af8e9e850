//! One outline of two, with counts that are affine in the parameter.
//!
//! Counts have a slope in the parameter and one in each index around, but none in the product of both.
//! Where the count of a loop is m times the index of the loop around it, with another m in the other game,
//! that loop is written out, if it has the same few iterations in both games.

use crate::trace::{Loop, Node};

/// A loop that is written out has at most so many iterations,
const ITERATIONS: i64 = 64;

/// and all that are written out have so many nodes, and so many for each node of the outline.
const NODES: [usize; 2] = [1 << 12, 16];

/// The nodes of two games of a class, one class step apart, as those of all its games; `None` if
/// they differ in more than counts.
///
/// Loops that are run through once in both are written out, as their indices are always 0.
pub fn unite(one: &[Node], other: &[Node]) -> Option<Vec<Node>> {
    let [least, times] = NODES;
    let room = least.saturating_add(times.saturating_mul(count(one)));
    Writer { room }.united(one, other, 0)
}

fn count(nodes: &[Node]) -> usize {
    let of = |node: &Node| match node {
        Node::Steps(_) | Node::Join(_) => 1,
        Node::Loop(Loop { body, .. }) => 1 + count(body),
    };
    nodes.iter().map(of).sum()
}

struct Writer {
    /// So many nodes may still be written out.
    room: usize,
}

impl Writer {
    /// These nodes in so many loops.
    fn united(&mut self, one: &[Node], other: &[Node], depth: usize) -> Option<Vec<Node>> {
        if one.len() != other.len() {
            return None;
        }
        let mut all = Vec::with_capacity(one.len());
        for both in one.iter().zip(other) {
            match both {
                (Node::Steps(one), Node::Steps(other)) if one == other => {
                    push(&mut all, Node::Steps(*one));
                }
                (Node::Join(one), Node::Join(other)) if one == other => {
                    all.push(Node::Join(*one));
                }
                (Node::Loop(one), Node::Loop(other)) => self.put(&mut all, one, other, depth)?,
                _ => return None,
            }
        }
        Some(all)
    }

    /// Appends a loop, or its iterations.
    fn put(&mut self, all: &mut Vec<Node>, one: &Loop, other: &Loop, depth: usize) -> Option<()> {
        let times = iterations(one).filter(|times| iterations(other) == Some(*times));
        let is_once = times == Some(1);
        if !is_once && have_same_slopes(&one.body, &other.body, depth) {
            let count = united_count(&one.count, &other.count)?;
            let body = self.united(&one.body, &other.body, depth + 1)?;
            all.push(Node::Loop(Loop { count, body }));
            return Some(());
        }
        let times = times.filter(|times| *times <= ITERATIONS)?;
        if !is_once {
            let nodes = count(&one.body).saturating_mul(usize::try_from(times).ok()?);
            self.room = self.room.checked_sub(nodes)?;
        }
        for index in 0..times {
            let [one, other] = [one, other].map(|it| at_index(&it.body, depth, index));
            for node in self.united(&one?, &other?, depth)? {
                push(all, node);
            }
        }
        Some(())
    }
}

/// How many iterations a loop has, if it has always as many.
fn iterations(one: &Loop) -> Option<i64> {
    let (&times, slopes) = one.count.split_first()?;
    slopes.iter().all(|&slope| slope == 0).then_some(times)
}

/// The slope in the index of the loop that has so many around it.
fn slope(count: &[i64], depth: usize) -> i64 {
    count.get(depth + 2).copied().unwrap_or(0)
}

/// Have all counts the same slope in the index of the loop that has so many around it?
fn have_same_slopes(one: &[Node], other: &[Node], depth: usize) -> bool {
    one.iter().zip(other).all(|both| match both {
        (Node::Loop(one), Node::Loop(other)) => {
            slope(&one.count, depth) == slope(&other.count, depth)
                && have_same_slopes(&one.body, &other.body, depth)
        }
        _ => true,
    })
}

/// The slopes in indices must be the same, the difference of the values is the slope in the
/// parameter.
fn united_count(one: &[i64], other: &[i64]) -> Option<Box<[i64]>> {
    let slopes = |count: &'_ [i64]| count.get(2..).unwrap_or(&[]).to_vec();
    if slopes(one) != slopes(other) {
        return None;
    }
    let (first, second) = (*one.first()?, *other.first()?);
    let mut count = vec![first, second.checked_sub(first)?];
    count.extend(slopes(one));
    Some(count.into())
}

/// Appends a node; steps behind steps become one node.
fn push(nodes: &mut Vec<Node>, node: Node) {
    match (nodes.last_mut(), node) {
        (Some(Node::Steps(steps)), Node::Steps(more)) => *steps += more,
        (_, node) => nodes.push(node),
    }
}

/// The nodes in an iteration of a loop that has so many around it.
fn at_index(nodes: &[Node], depth: usize, index: i64) -> Option<Vec<Node>> {
    let node = |node: &Node| {
        let Node::Loop(Loop { count, body }) = node else { return Some(node.clone()) };
        let mut count = count.to_vec();
        let more = slope(&count, depth).checked_mul(index)?;
        let first = count.first_mut()?;
        *first = first.checked_add(more)?;
        if depth + 2 < count.len() {
            count.remove(depth + 2);
        }
        while count.len() > 1 && count.last() == Some(&0) {
            count.pop();
        }
        Some(Node::Loop(Loop { count: count.into(), body: at_index(body, depth, index)? }))
    };
    nodes.iter().map(node).collect()
}

/// How many steps of some nodes are in no loop.
pub fn outer_steps(nodes: &[Node]) -> u64 {
    let steps = |node: &Node| match node {
        Node::Steps(steps) => *steps,
        Node::Loop(_) | Node::Join(_) => 0,
    };
    nodes.iter().map(steps).sum()
}

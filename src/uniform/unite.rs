//! One outline of two, with counts that are affine in the parameter.

use crate::trace::{Loop, Node};

/// The nodes of two games of a class, one class step apart, as those of all its games; `None` if
/// they differ in more than counts.
pub fn unite(one: &[Node], other: &[Node]) -> Option<Vec<Node>> {
    if one.len() != other.len() {
        return None;
    }
    let node = |(one, other): (&Node, &Node)| match (one, other) {
        (Node::Steps(one), Node::Steps(other)) => (one == other).then_some(Node::Steps(*one)),
        (Node::Join(one), Node::Join(other)) => (one == other).then_some(Node::Join(*one)),
        (Node::Loop(one), Node::Loop(other)) => {
            let count = united_count(&one.count, &other.count)?;
            Some(Node::Loop(Loop { count, body: unite(&one.body, &other.body)? }))
        }
        _ => None,
    };
    one.iter().zip(other).map(node).collect()
}

/// The slopes in indices must be the same, the difference of the values is the slope in the
/// parameter.
fn united_count(one: &[i64], other: &[i64]) -> Option<Box<[i64]>> {
    let indices = |count: &'_ [i64]| count.get(2..).unwrap_or(&[]).to_vec();
    if indices(one) != indices(other) {
        return None;
    }
    let (first, second) = (*one.first()?, *other.first()?);
    let mut count = vec![first, second.checked_sub(first)?];
    count.extend(indices(one));
    Some(count.into())
}

/// The same nodes without loops that are run through once, whose indices are always 0; `depth`
/// loops are around them.
pub fn unfolded(nodes: Vec<Node>, depth: usize) -> Vec<Node> {
    let mut all = Vec::with_capacity(nodes.len());
    for node in nodes {
        match node {
            Node::Steps(_) | Node::Join(_) => push(&mut all, node),
            Node::Loop(Loop { count, body }) => {
                let body = unfolded(body, depth + 1);
                if count[0] == 1 && count[1..].iter().all(|&slope| slope == 0) {
                    body.into_iter().for_each(|node| push(&mut all, without(node, depth)));
                } else {
                    all.push(Node::Loop(Loop { count, body }));
                }
            }
        }
    }
    all
}

/// Appends a node; steps behind steps become one node.
fn push(nodes: &mut Vec<Node>, node: Node) {
    match (nodes.last_mut(), node) {
        (Some(Node::Steps(steps)), Node::Steps(more)) => *steps += more,
        (_, node) => nodes.push(node),
    }
}

/// A node whose counts do not depend on the index of the loop that has so many around it.
fn without(node: Node, depth: usize) -> Node {
    let Node::Loop(Loop { count, body }) = node else { return node };
    let mut count = count.into_vec();
    if depth + 2 < count.len() {
        count.remove(depth + 2);
    }
    let body = body.into_iter().map(|node| without(node, depth)).collect();
    Node::Loop(Loop { count: count.into(), body })
}

/// How many steps of some nodes are in no loop.
pub fn outer_steps(nodes: &[Node]) -> u64 {
    let steps = |node: &Node| match node {
        Node::Steps(steps) => *steps,
        Node::Loop(_) | Node::Join(_) => 0,
    };
    nodes.iter().map(steps).sum()
}

//! One outline of two, with counts that are affine in the parameter.

use grundy_check::trace::{Loop, Node};

/// The nodes of two games of a class, one class step apart, as those of all its games; `None` if they
/// differ in more than counts.
pub fn unite(one: &[Node], other: &[Node]) -> Option<Vec<Node>> {
    if one.len() != other.len() {
        return None;
    }
    let node = |(one, other): (&Node, &Node)| match (one, other) {
        (Node::Steps(one), Node::Steps(other)) => (one == other).then_some(Node::Steps(*one)),
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

/// How many steps of some nodes are in no loop.
pub fn outer_steps(nodes: &[Node]) -> u64 {
    let steps = |node: &Node| match node {
        Node::Steps(steps) => *steps,
        Node::Loop(_) => 0,
    };
    nodes.iter().map(steps).sum()
}

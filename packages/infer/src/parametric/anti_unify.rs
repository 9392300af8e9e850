//! One loop structure from two, with counts that are affine in the parameter.
//!
//! Counts have a slope in the parameter and one in each surrounding index, but none in the product of both.  Where the
//! count of a loop is m times the index of the loop around it, with another m in the other game, the outer loop is
//! written out if it has the same few iterations in both games.

use crate::trace::{Loop, Node};

/// The most iterations of a loop that is written out.
const ITERATIONS: i64 = 64;

/// The most nodes of all loops that are written out: a constant, and a number for each node of the loop structure.
const NODES: [usize; 2] = [1 << 12, 16];

/// The nodes of two games of a class, one class step apart, as those of all its games; `None` if
/// they differ in more than counts.
///
/// Loops that are run through once in both are written out, as their indices are always 0.
pub(super) fn anti_unify(one: &[Node], other: &[Node]) -> Option<Vec<Node>> {
    let [least, times] = NODES;
    let room = least.saturating_add(times.saturating_mul(count(one)));
    AntiUnifier { room }.united(one, other, 0)
}

fn count(nodes: &[Node]) -> usize {
    let of = |node: &Node| match node {
        Node::Steps(_) | Node::Join(_) => 1,
        Node::Loop(Loop { body, .. }) => 1 + count(body),
    };
    nodes.iter().map(of).sum()
}

struct AntiUnifier {
    /// The number of nodes that may still be written out.
    room: usize,
}

impl AntiUnifier {
    /// Anti-unifies these nodes inside this number of loops.
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
            let [one, other] = [one, other].map(|head| at_index(&head.body, depth, index));
            for node in self.united(&one?, &other?, depth)? {
                push(all, node);
            }
        }
        Some(())
    }
}

/// The number of iterations of a loop, if it is always the same.
fn iterations(one: &Loop) -> Option<i64> {
    let (&times, slopes) = one.count.split_first()?;
    slopes.iter().all(|&slope| slope == 0).then_some(times)
}

/// The slope in the index of the loop with this number of loops around it.
fn slope(count: &[i64], depth: usize) -> i64 {
    count.get(depth + 2).copied().unwrap_or(0)
}

/// Do all counts have the same slope in the index of the loop with this number of loops around it?
fn have_same_slopes(one: &[Node], other: &[Node], depth: usize) -> bool {
    one.iter().zip(other).all(|both| match both {
        (Node::Loop(one), Node::Loop(other)) => {
            slope(&one.count, depth) == slope(&other.count, depth)
                && have_same_slopes(&one.body, &other.body, depth)
        }
        _ => true,
    })
}

/// The slopes in indices must be the same; the difference of the values is the slope in the parameter.
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

/// Appends a node; steps after steps become one node.
fn push(nodes: &mut Vec<Node>, node: Node) {
    match (nodes.last_mut(), node) {
        (Some(Node::Steps(steps)), Node::Steps(more)) => *steps += more,
        (_, node) => nodes.push(node),
    }
}

/// The nodes in an iteration of a loop with this number of loops around it.
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

/// The number of steps of some nodes that are outside loops.
pub(super) fn outer_steps(nodes: &[Node]) -> u64 {
    let steps = |node: &Node| match node {
        Node::Steps(steps) => *steps,
        Node::Loop(_) | Node::Join(_) => 0,
    };
    nodes.iter().map(steps).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Join;
    use proptest::prelude::*;

    fn steps(steps: u64) -> Node {
        Node::Steps(steps)
    }

    fn repeated(count: &[i64], body: &[Node]) -> Node {
        Node::Loop(Loop { count: count.into(), body: body.to_vec() })
    }

    /// What is done for this m: the number of steps before each comb, and after the last.
    fn done(nodes: &[Node], m: i64) -> Vec<(u64, Option<Join>)> {
        fn put(nodes: &[Node], m: i64, indices: &mut Vec<i64>, all: &mut Vec<(u64, Option<Join>)>) {
            for node in nodes {
                match node {
                    Node::Steps(steps) => all.last_mut().expect("one").0 += steps,
                    Node::Join(join) => {
                        all.last_mut().expect("one").1 = Some(*join);
                        all.push((0, None));
                    }
                    Node::Loop(Loop { count, body }) => {
                        let factors = [1, m].into_iter().chain(indices.iter().copied());
                        let times: i64 = count.iter().zip(factors).map(|(a, b)| a * b).sum();
                        for index in 0..times {
                            indices.push(index);
                            put(body, m, indices, all);
                            indices.pop();
                        }
                    }
                }
            }
        }
        let mut all = vec![(0, None)];
        put(nodes, m, &mut Vec::new(), &mut all);
        all
    }

    #[test]
    fn counts_are_affine_in_the_parameter() {
        let one = [steps(3), repeated(&[5], &[steps(1), repeated(&[2, 0, 4], &[steps(7)])])];
        let other = [steps(3), repeated(&[8], &[steps(1), repeated(&[1, 0, 4], &[steps(7)])])];
        let both = [steps(3), repeated(&[5, 3], &[steps(1), repeated(&[2, -1, 4], &[steps(7)])])];
        assert_eq!(anti_unify(&one, &other).as_deref(), Some(&both[..]));
        // Other steps, and an inner loop that grows differently in a loop that has more iterations.
        assert_eq!(anti_unify(&one, &[steps(4), other[1].clone()]), None);
        assert_eq!(anti_unify(&one, &other[..1]), None);
        let faster = [steps(3), repeated(&[8], &[steps(1), repeated(&[1, 0, 5], &[steps(7)])])];
        assert_eq!(anti_unify(&one, &faster), None);
    }

    #[test]
    fn loops_that_grow_otherwise_are_written_out() {
        let of = |slope| [repeated(&[3], &[steps(2), repeated(&[4, 0, slope], &[steps(1)])])];
        let inner = |first, slope| repeated(&[first, slope], &[steps(1)]);
        let both = [steps(2), inner(4, 0), steps(2), inner(9, 1), steps(2), inner(14, 2)];
        assert_eq!(anti_unify(&of(5), &of(6)).as_deref(), Some(&both[..]));
        // A loop that is run through once, inside another such loop, is written without loops.
        let once = |steps| [repeated(&[1], &[repeated(&[steps, 0, steps], &[Node::Steps(1)])])];
        assert_eq!(
            anti_unify(&once(4), &once(6)).as_deref(),
            Some(&[repeated(&[4, 2], &[steps(1)])][..])
        );
    }

    #[test]
    fn few_iterations_are_written_out() {
        let of =
            |times, slope| [repeated(&[times], &[steps(2), repeated(&[4, 0, slope], &[steps(1)])])];
        assert!(anti_unify(&of(ITERATIONS, 5), &of(ITERATIONS, 6)).is_some());
        assert_eq!(anti_unify(&of(ITERATIONS + 1, 5), &of(ITERATIONS + 1, 6)), None);
        // Loops in loops take all available room.
        let nest = |depth: usize, slope| {
            let count: Vec<_> = [4, 0].into_iter().chain(vec![slope; depth]).collect();
            let least = repeated(&count, &[steps(1)]);
            (0..depth).fold(vec![steps(2), least], |body, _| vec![repeated(&[ITERATIONS], &body)])
        };
        assert!(anti_unify(&nest(1, 5), &nest(1, 6)).is_some());
        assert_eq!(anti_unify(&nest(6, 5), &nest(6, 6)), None);
    }

    /// Two loop structures of the same shape, with counts that often are the same.
    fn structures(depth: u32, around: usize) -> BoxedStrategy<[Vec<Node>; 2]> {
        let flat = prop_oneof![
            (1_u64..4).prop_map(|count| [steps(count), steps(count)]),
            (0_u32..3).prop_map(|comb| [
                Node::Join(Join { stretches: 2, comb }),
                Node::Join(Join { stretches: 2, comb })
            ]),
        ];
        let node = match depth {
            0 => flat.boxed(),
            _ => {
                let number = || {
                    let same = (0_i64..4).prop_map(|number| [number, number]);
                    prop_oneof![3 => same, 1 => prop::array::uniform2(0_i64..4)]
                };
                let counts = (number(), prop::collection::vec(number(), around));
                let nested = (counts, structures(depth - 1, around + 1)).prop_map(
                    |((first, slopes), bodies)| {
                        let [one, other] = bodies;
                        [(0, one), (1, other)].map(|(which, body)| {
                            let mut count = vec![first[which], 0];
                            count.extend(slopes.iter().map(|slope| slope[which]));
                            repeated(&count, &body)
                        })
                    },
                );
                prop_oneof![flat, nested].boxed()
            }
        };
        let split = |nodes: Vec<[Node; 2]>| {
            [0, 1].map(|which| nodes.iter().map(|pair| pair[which].clone()).collect())
        };
        prop::collection::vec(node, 1..4).prop_map(split).boxed()
    }

    proptest! {
        /// The common nodes are those of each.
        #[test]
        fn what_is_united_does_the_same([one, other] in structures(3, 0)) {
            if let Some(both) = anti_unify(&one, &other) {
                prop_assert_eq!(done(&both, 0), done(&one, 0));
                prop_assert_eq!(done(&both, 1), done(&other, 0));
            }
        }
    }
}

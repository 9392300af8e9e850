//! Classes that begin earlier.

use super::prove::{ShownClass, checked};
use super::{ParametricOptions, Trace};
use crate::trace::{Loop, Node, Proof};

/// The most steps of a loop structure that is checked more than once.
const SHORT: u64 = 1 << 16;

/// The most events of a diagram that is checked more than once.
const EVENTS: usize = 1 << 19;

/// The same proof for the class from as small a parameter on as it can be proved with it, at least `least`, such that
/// no less is shown.
///
/// If the proof is right from some parameter on, it is also right from any greater one, so bisection finds the least
/// one; even where this fails, what is found is proved.
pub(super) fn lowered(
    proved: ShownClass,
    least: i64,
    options: &ParametricOptions<'_>,
) -> ShownClass {
    let is_long = match &proved.proof {
        Proof::Trace(trace) => {
            let all = [&trace.before, &trace.period];
            all.map(|nodes| steps(nodes)).iter().sum::<u64>() > SHORT
        }
        Proof::Diagram(diagram) => diagram.count() > EVENTS,
    };
    if is_long {
        return proved;
    }
    let from = |by: i64| {
        let proof = match &proved.proof {
            Proof::Trace(trace) => Proof::Trace(earlier(trace, by)),
            Proof::Diagram(diagram) => Proof::Diagram(diagram.within(-by, 1)?),
        };
        checked(proof, options).ok()
    };
    let [start, step] = proved.proof.class();
    let (mut found, mut by, mut refused) = (proved.clone(), 0, (start - least) / step + 1);
    while refused - by > 1 {
        let middle = by + (refused - by) / 2;
        match from(middle) {
            Some(better) if shows(&better) == shows(&found) => (found, by) = (better, middle),
            _ => refused = middle,
        }
    }
    found
}

/// Whether period and preperiod are shown to be the least ones.
pub(super) fn shows(proved: &ShownClass) -> [bool; 2] {
    [proved.shown.unique.is_some(), proved.shown.preperiod.is_some()]
}

/// The number of steps.
fn steps(nodes: &[Node]) -> u64 {
    let steps = |node: &Node| match node {
        Node::Steps(steps) => *steps,
        Node::Join(_) => 0,
        Node::Loop(one) => self::steps(&one.body),
    };
    nodes.iter().map(steps).sum()
}

/// The same loop structure for the class that begins this number of games earlier.
fn earlier(trace: &Trace, by: i64) -> Trace {
    let [before, period] = [&trace.before, &trace.period].map(|nodes| shifted(nodes, by));
    let start = trace.start - by * trace.step;
    Trace { start, before, period, ..trace.clone() }
}

fn shifted(nodes: &[Node], by: i64) -> Vec<Node> {
    let node = |node: &Node| match node {
        Node::Steps(_) | Node::Join(_) => node.clone(),
        Node::Loop(Loop { count, body }) => {
            let mut count = count.clone();
            if let [value, slope, ..] = &mut count[..] {
                // A value that does not fit is rejected as a count that is too small.
                *value = value.saturating_sub(slope.saturating_mul(by));
            }
            Node::Loop(Loop { count, body: shifted(body, by) })
        }
    };
    nodes.iter().map(node).collect()
}

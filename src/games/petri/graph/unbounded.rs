//! A sound proof that a net has infinitely many markings.

use crate::games::petri::{CapacityRule, Firing, Marking, Net, TransitionId};
use std::collections::HashSet;

/// A sequence that leads to more and more tokens: after `before`, firing `again` leads to a
/// marking with at least as many tokens on every place, and more on some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pump {
    /// From the initial marking.
    pub before: Vec<TransitionId>,
    /// What can be repeated for ever.
    pub again: Vec<TransitionId>,
    /// The marking after `before`.
    pub low: Marking,
    /// The marking after `again`.
    pub high: Marking,
}

/// Markings that are looked at.  Nets that are unbounded mostly show it soon.
const LOOKED_AT: usize = 4_000;

/// Looks for a [`Pump`] among the first markings, breadth first; `None` says nothing.
///
/// If there are no inhibitor arcs, no capacities and only one priority, then what is firable in a
/// marking is firable in every larger one and has the same effect.  So if a marking strictly
/// covers one on the way to it, the steps in between can be repeated for ever, and no marking comes
/// twice (R. M. Karp, R. E. Miller, Parallel program schemata, 1969).  Other nets are not looked at.
pub fn unbounded(net: &Net) -> Option<Pump> {
    let first = net.transitions.first()?.priority;
    let monotone = net.places.iter().all(|place| place.capacity.is_none())
        && net.transitions.iter().all(|it| it.inhibitors.is_empty() && it.priority == first);
    if !monotone {
        return None;
    }
    let firing = Firing::new(net, CapacityRule::Net);
    // Each marking with the number of the one before it, and the transition between.
    let mut found = vec![(net.initial(), 0, 0)];
    let mut seen = HashSet::from([net.initial()]);
    let mut number = 0;
    while number < found.len() && found.len() < LOOKED_AT {
        for id in firing.firable(&found[number].0) {
            let mut marking = found[number].0.clone();
            if firing.fire(&mut marking, id).is_err() || !seen.insert(marking.clone()) {
                continue;
            }
            let mut again = vec![id];
            let mut at = number;
            loop {
                let (low, previous, transition) = &found[at];
                if low.iter().zip(&marking).all(|(low, high)| low <= high) {
                    again.reverse();
                    let (low, high) = (low.clone(), marking);
                    return Some(Pump { before: way(&found, at), again, low, high });
                }
                if at == 0 {
                    break;
                }
                again.push(*transition);
                at = *previous;
            }
            found.push((marking, number, id));
        }
        number += 1;
    }
    None
}

/// The transitions from the first marking to this one.
fn way(found: &[(Marking, usize, TransitionId)], mut at: usize) -> Vec<TransitionId> {
    let mut way = Vec::new();
    while at != 0 {
        way.push(found[at].2);
        at = found[at].1;
    }
    way.reverse();
    way
}

//! A sound proof that a net has infinitely many markings.
//!
//! **What is proved.**  A sequence of steps t1 ... tn leads from a marking M, which can be reached, to
//! M' >= M with more tokens on some places, the *growing* ones.  Write D = M' - M, which is 0 on every
//! other place, and Mi for the marking in which step ti+1 fires.  If ti+1 is firable in Mi + kD for
//! every k, then the sequence leads from M + kD to M + (k+1)D, because what firing adds does not depend
//! on the marking.  These markings are all different, so there are infinitely many, and no number of
//! tokens bounds a growing place (R. M. Karp, R. E. Miller, Parallel program schemata, 1969, for nets
//! where more tokens never forbid anything).
//!
//! **Why a step stays enabled.**  A transition is enabled where each place holds neither too few nor too
//! many tokens for it, and these bounds do not depend on the marking (see `firing`).  On a place that
//! does not grow, Mi + kD and Mi hold the same; whatever its arcs, capacity and inhibitor arcs ask for
//! still holds.  On a growing place the lower bound still holds as well.  An upper bound there comes from an
//! inhibitor arc of the transition, or from a capacity and an arc that puts tokens there.  So it is asked
//! that no step of the sequence has an inhibitor arc from a growing place, and that no growing place
//! has a capacity.  (Some step puts tokens on each of them, so a capacity always bounds a step.)  The
//! strict rule and that of the net effect differ in the value of that bound and not in whether there is
//! one; which of them counts only decides what is firable on the way.
//!
//! **Why it stays firable.**  In Mi every transition u of higher priority is disabled: some place
//! holds too few or too many tokens for it.  That stays so in Mi + kD, unless the only places with too
//! few are growing ones.  So it is asked that each u has some other obstacle in Mi: too few tokens on a
//! place that does not grow, or too many tokens on any place.  If u takes and reads nothing from growing places,
//! there always is one.  This is asked of every step and of every u, also of those that are no part of
//! the sequence.
//!
//! These are all the features of a [`Net`].  Arcs of another kind would need a sentence here: a reset arc
//! from a growing place makes the effect of firing depend on the marking.

use super::GraphOptions;
use crate::petri::{Firing, Marking, Net, Obstacle, TransitionId, obstacles};
use crate::way::way;
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

/// The most markings that are looked at: nets that are unbounded mostly show it soon.
const LOOKED_AT: usize = 4_000;

/// The most numbers of tokens in the markings that are looked at: each marking is kept twice.
const NUMBERS: usize = 1 << 26;

/// The most steps of sequences that are looked at, for the nets in which everything grows and nothing repeats.
const STEPS: usize = 2_000_000;

/// A marking that was found.
struct FoundMarking {
    marking: Marking,
    tokens: u64,
    /// The number of the marking before it, and the transition between.
    before: usize,
    fired: TransitionId,
}

impl FoundMarking {
    fn new(marking: Marking, before: usize, fired: TransitionId) -> Self {
        let tokens = marking.iter().map(|&it| u64::from(it)).sum();
        Self { marking, tokens, before, fired }
    }

    /// Does it hold at least as many tokens on every place, and more in all?
    fn covers(&self, low: &Self) -> bool {
        let mut places = low.marking.iter().zip(&self.marking);
        self.tokens > low.tokens && places.all(|(low, high)| low <= high)
    }
}

/// Looks for a [`Pump`] among the first markings, breadth first; `None` says nothing.
pub fn unbounded(net: &Net, options: &GraphOptions) -> Option<Pump> {
    if net.places.iter().all(|place| place.capacity.is_some()) {
        return None;
    }
    let firing = Firing::new(net, options.rule);
    let mut seen = HashSet::from([net.initial()]);
    let mut found = vec![FoundMarking::new(net.initial(), 0, 0)];
    let (mut number, mut budget) = (0, STEPS);
    let most = LOOKED_AT.min(NUMBERS / net.places.len().max(1));
    while number < found.len() {
        for id in firing.firable(&found[number].marking) {
            if found.len() >= most || options.stop.requested() {
                return None;
            }
            let mut marking = found[number].marking.clone();
            if firing.fire(&mut marking, id).is_err() || !seen.insert(marking.clone()) {
                continue;
            }
            let high = FoundMarking::new(marking, number, id);
            let mut at = number;
            loop {
                if high.covers(&found[at]) && repeats(net, options, &found, at, &high, &mut budget)
                {
                    let steps = |from: usize, to: usize| {
                        way(to, |at| (at != from).then(|| (found[at].before, found[at].fired)))
                    };
                    let (before, mut again) = (steps(0, at), steps(at, number));
                    again.push(id);
                    let low = found[at].marking.clone();
                    return Some(Pump { before, again, low, high: high.marking });
                }
                if at == 0 {
                    break;
                }
                at = found[at].before;
            }
            found.push(high);
        }
        number += 1;
    }
    None
}

/// Can the steps from the marking with this number to a larger one be repeated for ever?
///
/// This is the condition of the module page, from the last step to the first.
fn repeats(
    net: &Net,
    options: &GraphOptions,
    found: &[FoundMarking],
    low: usize,
    high: &FoundMarking,
    budget: &mut usize,
) -> bool {
    let grows = |place: usize| high.marking[place] > found[low].marking[place];
    if net.places.iter().enumerate().any(|(place, it)| it.capacity.is_some() && grows(place)) {
        return false;
    }
    let stays_disabled = |marking: &[u32], id| {
        let mut obstacles = obstacles(net, options.rule, marking, id).into_iter();
        obstacles.any(|it| match it {
            Obstacle::Input { place, .. } | Obstacle::Read { place, .. } => !grows(place),
            _ => true,
        })
    };
    let mut step = high;
    loop {
        let Some(left) = budget.checked_sub(1) else { return false };
        *budget = left;
        let fires = &net.transitions[step.fired];
        let before = &found[step.before].marking;
        let mut others = net.transitions.iter().enumerate();
        if fires.inhibitors.iter().any(|arc| grows(arc.place))
            || others.any(|(id, it)| it.priority > fires.priority && !stays_disabled(before, id))
        {
            return false;
        }
        if step.before == low {
            return true;
        }
        step = &found[step.before];
    }
}

//! Proofs that a net has infinitely many markings: each can be repeated, and each condition counts.

use super::firing::{after, firable};
use super::graph::{naive, source};
use super::nets::{any_net, arcs, place, transition};
use grundy_games::petri::graph::{Graph, GraphOptions, Pump, unbounded};
use grundy_games::petri::{CapacityRule, Net};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

const RULES: [CapacityRule; 2] = [CapacityRule::Net, CapacityRule::Strict];

/// What is found with this rule.
fn pump(net: &Net, rule: CapacityRule) -> Option<Pump> {
    unbounded(net, &GraphOptions { rule, ..GraphOptions::default() })
}

/// Fires what is to be repeated 50 times by the definition; each time the marking grows as it did first.
fn repeat(net: &Net, rule: CapacityRule, pump: &Pump) {
    let mut marking = net.initial();
    let mut fire = |ids: &[usize]| {
        for &id in ids {
            assert!(firable(net, rule, &marking).contains(&id), "{id} in {marking:?} of {net:?}");
            marking = after(net, &marking, id);
        }
        marking.clone()
    };
    assert_eq!(fire(&pump.before), pump.low);
    let mut low = pump.low.clone();
    let grown = |low: &[u32]| {
        let by = pump.high.iter().zip(&pump.low).map(|(high, low)| high - low);
        low.iter().zip(by).map(|(low, by)| low + by).collect::<Vec<_>>()
    };
    for _ in 0..50 {
        let high = fire(&pump.again);
        assert!(high != low && high == grown(&low), "{low:?} to {high:?} in {net:?}");
        low = high;
    }
}

#[test]
fn what_is_called_unbounded_can_be_repeated() {
    let mut runner = TestRunner::deterministic();
    // Pumps of nets that have each of the features, and of nets that have all.
    let mut found = [0; 4];
    for number in 0..6_000 {
        let capacities = [0.05, 0.2, 0.5][number % 3];
        let net = any_net(capacities).new_tree(&mut runner).expect("a net").current();
        for rule in RULES {
            let Some(pump) = pump(&net, rule) else { continue };
            repeat(&net, rule, &pump);
            let first = net.transitions[0].priority;
            let features = [
                net.places.iter().any(|it| it.capacity.is_some()),
                net.transitions.iter().any(|it| !it.inhibitors.is_empty()),
                net.transitions.iter().any(|it| it.priority != first),
            ];
            for (count, has) in found.iter_mut().zip(features) {
                *count += usize::from(has);
            }
            found[3] += usize::from(features == [true; 3]);
        }
    }
    assert!(found.iter().all(|&it| it > 200), "{found:?}");
}

proptest! {
    #[test]
    fn plain_nets_are_bounded_or_called_unbounded(net in any_net(0.5)) {
        let mut net = net;
        for place in &mut net.places {
            place.capacity = None;
        }
        for transition in &mut net.transitions {
            transition.inhibitors.clear();
            transition.priority = 3;
        }
        if let Some(pump) = pump(&net, CapacityRule::Net) {
            repeat(&net, CapacityRule::Net, &pump);
        } else {
            // Small nets show soon whether they are bounded.
            prop_assert!(naive(&net, CapacityRule::Net).is_some());
        }
    }
}

/// No proof, and the graph has this number of markings.
fn ends(net: &Net, markings: usize) {
    for rule in RULES {
        assert_eq!(pump(net, rule), None, "{net:?}");
        let graph = Graph::explore(net, &GraphOptions { rule, ..GraphOptions::default() });
        assert_eq!((graph.markings, graph.limit), (markings, None), "{net:?}");
    }
}

/// A proof that repeats these transitions after others, and holds.
#[track_caller]
fn goes_on(net: &Net, before: &[usize], again: &[usize]) {
    for rule in RULES {
        let pump = pump(net, rule).expect("a proof");
        repeat(net, rule, &pump);
        assert_eq!((&pump.before[..], &pump.again[..]), (before, again));
    }
}

#[test]
fn a_growing_place_ends_by_an_inhibitor_arc_on_the_way() {
    goes_on(&source(), &[], &[0]);
    let mut net = source();
    net.transitions[0].inhibitors = arcs(&[(0, 5)]);
    ends(&net, 6);
    // By turns: the second step of the sequence is the one that is stopped.
    let mut net = Net {
        places: vec![place(0, 1, 0), place(1, 0, 0), place(2, 0, 0)],
        transitions: vec![
            transition(0, &[(0, 1)], &[(1, 1)]),
            transition(1, &[(1, 1)], &[(0, 1), (2, 1)]),
        ],
        ..Net::default()
    };
    goes_on(&net, &[], &[0, 1]);
    net.transitions[1].inhibitors = arcs(&[(2, 3)]);
    ends(&net, 8);
    // The inhibitor arc of a transition that is no part of it, or from a place that does not grow.
    net.transitions[1].inhibitors = arcs(&[(0, 1)]);
    net.transitions.push(transition(2, &[(0, 2)], &[]));
    net.transitions[2].inhibitors = arcs(&[(2, 1)]);
    goes_on(&net, &[], &[0, 1]);
}

#[test]
fn a_growing_place_ends_by_its_capacity() {
    let mut net = source();
    net.places.push(place(1, 0, 0));
    net.places[0] = place(0, 0, 4);
    ends(&net, 5);
    // The place that grows has one by the way only: t0 fills p0, and p1 grows as long as there is room.
    net.transitions[0].outputs = arcs(&[(0, 1), (1, 1)]);
    ends(&net, 5);
    // A capacity elsewhere: p0 is emptied again.
    net.transitions = vec![transition(0, &[], &[(0, 1)]), transition(1, &[(0, 1)], &[(1, 1)])];
    net.places[0] = place(0, 0, 1);
    goes_on(&net, &[], &[0, 1]);
}

#[test]
fn the_rule_of_capacities_decides_what_is_firable() {
    // A loop on a full place, which only the net effect allows.
    let net = Net {
        places: vec![place(0, 1, 1), place(1, 0, 0)],
        transitions: vec![transition(0, &[(0, 1)], &[(0, 1), (1, 1)])],
        ..Net::default()
    };
    assert!(pump(&net, CapacityRule::Net).is_some());
    assert_eq!(pump(&net, CapacityRule::Strict), None);
}

#[test]
fn a_growing_place_ends_by_a_higher_priority() {
    // t1 waits for three tokens and then takes the turn for ever.
    let mut net = Net {
        places: vec![place(0, 0, 0), place(1, 1, 0)],
        transitions: vec![
            transition(0, &[(1, 1)], &[(0, 1), (1, 1)]),
            transition(1, &[(0, 3), (1, 1)], &[]),
        ],
        ..Net::default()
    };
    goes_on(&net, &[], &[0]);
    net.transitions[1].priority = 1;
    ends(&net, 5);
    // A lower priority does not stop it, nor does one that takes only from places that do not grow.
    net.transitions[1].priority = -1;
    goes_on(&net, &[], &[0]);
    net.transitions[1] = transition(1, &[(1, 2)], &[]);
    net.transitions[1].priority = 1;
    goes_on(&net, &[], &[0]);
    // One that takes from the growing place, but lacks something else as well, for ever.
    net.transitions[1].inputs = arcs(&[(0, 3), (1, 2)]);
    goes_on(&net, &[], &[0]);
    // One that the growing place itself forbids.
    net.transitions[1].inputs = arcs(&[(1, 1)]);
    net.transitions[1].inhibitors = arcs(&[(0, 1)]);
    net.places[0].initial = 1;
    goes_on(&net, &[], &[0]);
}

#[test]
fn a_higher_priority_counts_at_each_step() {
    // Two steps by turns; in the second one t2 comes first as soon as four tokens are there.
    let mut net = Net {
        places: vec![place(0, 1, 0), place(1, 0, 0), place(2, 0, 0)],
        transitions: vec![
            transition(0, &[(0, 1)], &[(1, 1)]),
            transition(1, &[(1, 1)], &[(0, 1), (2, 1)]),
            transition(2, &[(1, 1), (2, 4)], &[]),
        ],
        ..Net::default()
    };
    goes_on(&net, &[], &[0, 1]);
    net.transitions[2].priority = 1;
    ends(&net, 11);
}

#[test]
fn everything_grows_and_nothing_repeats() {
    // Every marking covers all before it, and t0 is always stopped in the end: the search gives up soon.
    let mut net = source();
    net.transitions[0].inhibitors = arcs(&[(0, 1_000_000)]);
    net.transitions.push(transition(1, &[(0, 999_999)], &[]));
    net.transitions[1].priority = 1;
    let start = std::time::Instant::now();
    assert_eq!(pump(&net, CapacityRule::Net), None);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

//! The fast way of firing against the definition.

use super::nets::{any_net, arcs, place, transition};
use grundy_games::petri::{
    CapacityRule, Firing, FiringError, Net, Obstacle, Transition, TransitionId, obstacles,
};
use proptest::prelude::*;

const RULES: [CapacityRule; 2] = [CapacityRule::Net, CapacityRule::Strict];

/// The firable transitions by the definition: enabled, and none enabled is of higher priority.
pub fn firable(net: &Net, rule: CapacityRule, marking: &[u32]) -> Vec<TransitionId> {
    let all = 0..net.transitions.len();
    let enabled: Vec<_> = all.filter(|&id| obstacles(net, rule, marking, id).is_empty()).collect();
    let priority = |id: &TransitionId| net.transitions[*id].priority;
    let best = enabled.iter().map(priority).max();
    enabled.into_iter().filter(|id| Some(priority(id)) == best).collect()
}

/// The marking after firing by the definition, place by place.
pub fn after(net: &Net, marking: &[u32], id: TransitionId) -> Vec<u32> {
    let transition = &net.transitions[id];
    let weight = |arcs: &[grundy_games::petri::Arc], place| {
        arcs.iter().find(|arc| arc.place == place).map_or(0, |arc| arc.weight.get())
    };
    let places = marking.iter().enumerate();
    places
        .map(|(place, tokens)| {
            tokens - weight(&transition.inputs, place) + weight(&transition.outputs, place)
        })
        .collect()
}

proptest! {
    #[test]
    fn the_fast_way_is_the_definition(net in any_net(0.6), choices in prop::collection::vec(any::<prop::sample::Index>(), 30)) {
        for rule in RULES {
            let fast = Firing::new(&net, rule);
            let mut marking = net.initial();
            for choice in &choices {
                for id in 0..net.transitions.len() {
                    let enabled = obstacles(&net, rule, &marking, id).is_empty();
                    prop_assert_eq!(fast.enabled(&marking, id), enabled);
                    if !enabled {
                        let before = marking.clone();
                        prop_assert_eq!(fast.fire(&mut marking, id), Err(FiringError::NotEnabled));
                        prop_assert_eq!(&marking, &before);
                    }
                }
                let ids = firable(&net, rule, &marking);
                prop_assert_eq!(fast.firable(&marking), ids.clone());
                if ids.is_empty() { break }
                let id = *choice.get(&ids);
                let expected = after(&net, &marking, id);
                prop_assert_eq!(fast.fire(&mut marking, id), Ok(()));
                prop_assert_eq!(&marking, &expected);
            }
        }
    }
}

/// A self-loop of weight 1 on a place with one token and capacity 1.
fn full_loop() -> Net {
    Net {
        places: vec![place(0, 1, 1)],
        transitions: vec![transition(0, &[(0, 1)], &[(0, 1)])],
        ..Net::default()
    }
}

#[test]
fn a_loop_on_a_full_place_tells_the_rules_apart() {
    let net = full_loop();
    assert_eq!(Firing::new(&net, CapacityRule::Net).firable(&[1]), [0]);
    assert_eq!(Firing::new(&net, CapacityRule::Strict).firable(&[1]), [0; 0]);
    let full = Obstacle::Capacity { place: 0, holds: 1, takes: 0, puts: 1, capacity: 1 };
    assert_eq!(obstacles(&net, CapacityRule::Strict, &[1], 0), [full]);
}

#[test]
fn an_arc_heavier_than_the_capacity_never_fires() {
    let mut net = full_loop();
    net.transitions[0] = transition(0, &[], &[(0, 2)]);
    for rule in RULES {
        assert!(!Firing::new(&net, rule).enabled(&[0], 0));
        assert_eq!(obstacles(&net, rule, &[0], 0).len(), 1);
    }
}

#[test]
fn an_inhibitor_arc_counts_up_to_its_weight() {
    let inhibitors = arcs(&[(0, 2)]);
    let net = Net {
        places: vec![place(0, 0, 0)],
        transitions: vec![Transition { inhibitors, ..transition(0, &[], &[(0, 1)]) }],
        ..Net::default()
    };
    let firing = Firing::new(&net, CapacityRule::Net);
    assert_eq!([0, 1, 2, 3].map(|tokens| firing.enabled(&[tokens], 0)), [true, true, false, false]);
}

#[test]
fn only_the_highest_priority_that_is_enabled_fires() {
    let mut net = Net {
        places: vec![place(0, 1, 0), place(1, 0, 0)],
        transitions: (0..4).map(|number| transition(number, &[(0, 1)], &[])).collect(),
        ..Net::default()
    };
    for (id, priority) in [5, i32::MAX, 7, 7].into_iter().enumerate() {
        net.transitions[id].priority = priority;
    }
    net.transitions[1].inputs = arcs(&[(0, 1), (1, 1)]);
    let firing = Firing::new(&net, CapacityRule::Net);
    assert_eq!(firing.firable(&[1, 0]), [2, 3]);
    assert_eq!(firing.firable(&[1, 1]), [1]);
    assert_eq!(firing.firable(&[0, 1]), [0; 0]);
}

#[test]
fn too_many_tokens_change_nothing() {
    let net = Net {
        places: vec![place(0, 0, 0), place(1, 0, 0)],
        transitions: vec![transition(0, &[(0, 1)], &[(1, 2)])],
        ..Net::default()
    };
    let mut marking = vec![1, u32::MAX - 1];
    let fired = Firing::new(&net, CapacityRule::Net).fire(&mut marking, 0);
    assert_eq!(fired, Err(FiringError::TooManyTokens(1)));
    assert_eq!(marking, [1, u32::MAX - 1]);
}

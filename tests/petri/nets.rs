//! Nets to test with: random small ones, and what is quickly written down.

use grundy_games::petri::{Arc, Net, Place, PlaceId, Transition};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::num::NonZeroU32;

/// Arcs with these places and weights.
pub fn arcs(list: &[(PlaceId, u32)]) -> Vec<Arc> {
    let arc = |&(place, weight)| Arc { place, weight: NonZeroU32::new(weight).unwrap() };
    list.iter().map(arc).collect()
}

/// A place called `p0`, `p1`, ...; capacity 0 is none.
pub fn place(number: usize, initial: u32, capacity: u32) -> Place {
    Place { name: format!("p{number}"), initial, capacity: NonZeroU32::new(capacity) }
}

/// A transition called `t0`, `t1`, ... of priority 0.
pub fn transition(
    number: usize,
    inputs: &[(PlaceId, u32)],
    outputs: &[(PlaceId, u32)],
) -> Transition {
    Transition {
        name: format!("t{number}"),
        inputs: arcs(inputs),
        outputs: arcs(outputs),
        ..Transition::default()
    }
}

/// The Kanban system of G. Ciardo and M. Tilgner (1996): four cells, each with `cards` cards; the
/// places of a cell are `pm` (in work), `pback` (to be done again), `pout` (done) and `pkan` (free
/// cards).
pub fn kanban(cards: u32) -> Net {
    let [pm, pback, pout, pkan] = [0, 1, 2, 3].map(|kind| move |cell: usize| 4 * (cell - 1) + kind);
    let mut net = Net { name: format!("Kanban-{cards}"), ..Net::default() };
    for cell in 1..=4 {
        for (kind, initial) in [("pm", 0), ("pback", 0), ("pout", 0), ("pkan", cards)] {
            net.places.push(Place { name: format!("{kind}{cell}"), initial, capacity: None });
        }
    }
    let mut add = |name: String, inputs: &[PlaceId], outputs: &[PlaceId]| {
        let list = |places: &[PlaceId]| {
            let mut list: Vec<_> = places.iter().map(|&place| (place, 1)).collect();
            list.sort_unstable();
            arcs(&list)
        };
        let (inputs, outputs) = (list(inputs), list(outputs));
        net.transitions.push(Transition { name, inputs, outputs, ..Transition::default() });
    };
    for cell in 1..=4 {
        add(format!("tredo{cell}"), &[pm(cell)], &[pback(cell)]);
        add(format!("tback{cell}"), &[pback(cell)], &[pm(cell)]);
        add(format!("tok{cell}"), &[pm(cell)], &[pout(cell)]);
    }
    add("tin1".to_owned(), &[pkan(1)], &[pm(1)]);
    add("tsynch1_23".to_owned(), &[pout(1), pkan(2), pkan(3)], &[pkan(1), pm(2), pm(3)]);
    add("tsynch23_4".to_owned(), &[pout(2), pout(3), pkan(4)], &[pkan(2), pkan(3), pm(4)]);
    add("tout4".to_owned(), &[pout(4)], &[pkan(4)]);
    net
}

/// A few arcs to different places below `places`, of weights up to `heaviest`.
fn some_arcs(places: usize, most: usize, heaviest: u32) -> impl Strategy<Value = Vec<Arc>> {
    prop::collection::btree_map(0..places, 1..=heaviest, 0..=most.min(places))
        .prop_map(|map: BTreeMap<_, _>| arcs(&map.into_iter().collect::<Vec<_>>()))
}

/// Nets with every feature; `capacities` says how likely a place has one.
pub fn any_net(capacities: f64) -> impl Strategy<Value = Net> {
    (1..6_usize).prop_flat_map(move |places| {
        let place = (0..4_u32, prop::option::weighted(capacities, 3..6_u32));
        let transition = (
            some_arcs(places, 3, 3),
            some_arcs(places, 3, 3),
            prop_oneof![3 => Just(Vec::new()), 1 => some_arcs(places, 2, 3)],
            prop_oneof![3 => Just(0), 1 => -1..3_i32],
            prop_oneof![3 => Just(Vec::new()), 1 => some_arcs(places, 2, 3)],
        );
        let places = prop::collection::vec(place, places);
        (places, prop::collection::vec(transition, 0..7)).prop_map(|(places, transitions)| Net {
            name: String::new(),
            places: places
                .into_iter()
                .enumerate()
                .map(|(number, (initial, capacity))| {
                    self::place(number, initial, capacity.unwrap_or(0))
                })
                .collect(),
            transitions: transitions
                .into_iter()
                .enumerate()
                .map(|(number, (inputs, outputs, inhibitors, priority, reads))| Transition {
                    name: format!("t{number}"),
                    priority,
                    inputs,
                    outputs,
                    inhibitors,
                    reads,
                })
                .collect(),
        })
    })
}

//! The search against the definition, with every number of threads.

use super::*;
use crate::limit::CancellationToken;
use crate::petri::net::{Arc, Place, Transition};
use crate::threads::Threads;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng as _, SeedableRng as _};
use std::collections::HashSet;
use std::num::NonZeroU32;

/// What is compared of a graph.
type Told = (usize, u64, usize, Vec<u32>, u64, usize, Option<Limit>);

fn told(graph: &Graph) -> Told {
    let Graph { markings, edges, dead, ref bounds, tokens, depth, limit, .. } = *graph;
    (markings, edges, dead, bounds.clone(), tokens, depth, limit)
}

/// The same by the definition, level by level.
fn plain(net: &Net, options: &GraphOptions) -> Told {
    let firing = Firing::new(net, options.rule);
    let mut all = HashSet::from([net.initial()]);
    let (mut level, mut depth) = (vec![net.initial()], 0);
    let mut whole = Counts::new(net.places.len());
    loop {
        level.iter().for_each(|marking| whole.holds(marking));
        let (up_to_here, mut next, mut too_many) = (all.len(), Vec::new(), false);
        let mut here = Counts::default();
        for marking in &level {
            let firable = firing.firable(marking);
            here.leads_on(firable.len());
            for id in firable {
                let mut end = marking.clone();
                match firing.fire(&mut end, id) {
                    Ok(()) if all.insert(end.clone()) => next.push(end),
                    Ok(()) => {}
                    Err(_) => too_many = true,
                }
            }
        }
        let limit = match () {
            () if too_many => Some((up_to_here, TOKENS)),
            () if all.len() > options.limit_markings => Some((options.limit_markings, MARKINGS)),
            () => None,
        };
        if limit.is_none() {
            whole.take(&mut here);
        }
        if limit.is_some() || next.is_empty() {
            let (markings, limit) = limit.map_or((all.len(), None), |it| (it.0, Some(it.1)));
            let Counts { edges, dead, bounds, tokens } = whole;
            return (markings, edges, dead, bounds, tokens, depth, limit);
        }
        (level, depth) = (next, depth + 1);
    }
}

fn any_net(chance: &mut Pcg32) -> Net {
    let mut below = |bound: u32| chance.next_u32() % bound;
    let weight = |number: u32| NonZeroU32::new(number).unwrap();
    let huge = below(3) == 0;
    let places = 2 + below(4) as usize;
    let mut net = Net::default();
    for _ in 0..places {
        let initial = if huge && below(3) == 0 { u32::MAX - below(4) } else { below(4) };
        let capacity = NonZeroU32::new(if below(3) == 0 { 3 + below(3) } else { 0 });
        let capacity = capacity.filter(|it| it.get() >= initial);
        net.places.push(Place { name: String::new(), initial, capacity });
    }
    for _ in 0..1 + below(6) {
        let mut arcs = |most: usize| {
            let mut arcs = Vec::new();
            for place in 0..places {
                if below(3) == 0 && arcs.len() < most {
                    arcs.push(Arc { place, weight: weight(1 + below(2)) });
                }
            }
            arcs
        };
        let (inputs, outputs, mut inhibitors) = (arcs(3), arcs(3), arcs(1));
        inhibitors.truncate(usize::from(below(4) == 0));
        let priority = i32::from(below(4) == 0);
        let name = String::new();
        let reads = Vec::new();
        net.transitions.push(Transition { name, priority, inputs, outputs, inhibitors, reads });
    }
    net
}

#[test]
fn nothing_depends_on_threads_and_rounds() {
    let mut chance = Pcg32::seed_from_u64(17);
    let threads = [Threads::new(1), Threads::new(2), Threads::new(3)];
    let mut kinds = [0; 3];
    let mut widest = 0;
    for _ in 0..150 {
        let net = any_net(&mut chance);
        for limit_markings in [1, 40, 400] {
            let options = GraphOptions { limit_markings, ..GraphOptions::default() };
            let expected = plain(&net, &options);
            kinds[match expected.6 {
                None => 0,
                Some(MARKINGS) => 1,
                _ => 2,
            }] += 1;
            widest = expected.3.iter().copied().fold(widest, u32::max);
            for threads in &threads {
                let options = GraphOptions { threads: threads.clone(), ..options.clone() };
                for (fresh, piece) in [(1, 1), (9, 2), (200, 5)] {
                    let sizes = Sizes { alone: 1, worth: 1, fresh, piece };
                    assert_eq!(told(&search(&net, &options, &sizes)), expected, "{net:?}");
                }
            }
        }
    }
    assert!(kinds.iter().all(|&it| it > 10) && widest == u32::MAX, "{kinds:?} {widest}");
}

/// Of a graph that takes too many bytes whole levels are known, with every number of threads.
#[test]
fn a_limit_in_bytes_does_not_depend_on_threads_and_rounds() {
    let mut chance = Pcg32::seed_from_u64(18);
    let mut reached = 0;
    for _ in 0..100 {
        let net = any_net(&mut chance);
        for bytes in [100, 2_000, 8_000] {
            let of = |threads, sizes: &Sizes| {
                let stop = CancellationToken::default().with_memory(bytes);
                let threads = Threads::new(threads);
                let options = GraphOptions { threads, stop, ..GraphOptions::default() };
                told(&search(&net, &options, sizes))
            };
            let expected = of(1, &Sizes::default());
            if expected.6 == Some(Limit::MEMORY) {
                reached += 1;
                // As many as the levels have that were gone on from, and the next one.
                let options =
                    GraphOptions { limit_markings: expected.0, ..GraphOptions::default() };
                let (markings, edges, dead, _, _, depth, limit) = plain(&net, &options);
                assert_eq!(markings, expected.0);
                match limit {
                    Some(MARKINGS) => {
                        assert_eq!((edges, dead, depth), (expected.1, expected.2, expected.5));
                    }
                    // What is needed beside the markings was too much already.
                    _ => assert_eq!(bytes, 100),
                }
            }
            for threads in 1..4 {
                for (fresh, piece) in [(1, 1), (9, 2), (200, 5)] {
                    let sizes = Sizes { alone: 1, worth: 1, fresh, piece };
                    assert_eq!(of(threads, &sizes), expected, "{net:?} {bytes}");
                }
            }
        }
    }
    assert!(reached > 50, "{reached}");
}

/// Both limits in one level: it does not matter which is met first.
#[test]
fn too_many_tokens_count_more_than_too_many_markings() {
    let arc = |place| Arc { place, weight: NonZeroU32::MIN };
    let place = |initial| Place { name: String::new(), initial, capacity: None };
    let mut net = Net { places: vec![place(40), place(u32::MAX - 39)], ..Net::default() };
    net.places.extend([place(0), place(0)]);
    let moves = [(0, 2), (0, 3), (2, 1), (3, 1), (2, 3)];
    net.transitions.extend(moves.map(|(from, to)| Transition {
        inputs: vec![arc(from)],
        outputs: vec![arc(to)],
        ..Transition::default()
    }));
    let whole = plain(&net, &GraphOptions::default());
    assert_eq!(whole.6, Some(TOKENS));
    for limit_markings in [whole.0 - 1, whole.0, whole.0 + 1, whole.0 + 5] {
        let options = GraphOptions { limit_markings, ..GraphOptions::default() };
        let expected = plain(&net, &options);
        assert_eq!(expected.6 == Some(MARKINGS), limit_markings < whole.0);
        for threads in 1..4 {
            let options = GraphOptions { threads: Threads::new(threads), ..options.clone() };
            let sizes = Sizes { alone: 1, worth: 1, fresh: 64, piece: 1 };
            assert_eq!(told(&search(&net, &options, &sizes)), expected);
        }
    }
}

#[test]
fn all_threads_end_when_asked_to() {
    let source = Transition {
        outputs: vec![Arc { place: 0, weight: NonZeroU32::MIN }],
        ..Transition::default()
    };
    let place = Place { name: String::new(), initial: 0, capacity: None };
    let mut other = source.clone();
    other.outputs[0].place = 1;
    let net = Net {
        places: vec![place.clone(), place],
        transitions: vec![source, other],
        ..Net::default()
    };
    for threads in 1..4 {
        let limit_markings = usize::MAX;
        let options = GraphOptions {
            threads: Threads::new(threads),
            limit_markings,
            ..GraphOptions::default()
        };
        let stop = options.stop.clone();
        let graph = std::thread::scope(|scope| {
            scope.spawn(move || {
                std::thread::sleep(std::time::Duration::from_millis(50));
                stop.request();
            });
            search(&net, &options, &Sizes { alone: 1, worth: 1, fresh: 100, piece: 3 })
        });
        assert_eq!(graph.limit, Some(Limit::STOPPED));
        // A level is a diagonal: at least one whole one below what was found.
        let depth = graph.depth as u64;
        assert!(depth > 0 && graph.markings as u64 >= (depth + 1) * (depth + 2) / 2);
        assert!(graph.edges >= depth * (depth + 1) && graph.tokens >= depth);
        assert_eq!(graph.dead, 0);
    }
}

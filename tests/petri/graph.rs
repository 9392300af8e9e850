//! Reachability graphs against a plain search, published counts, and limits.

use super::firing::{after, firable};
use super::nets::{any_net, kanban, place, transition};
use grundy_games::petri::graph::{Graph, GraphOptions, MARKINGS, TOKENS, unbounded};
use grundy_games::petri::{CapacityRule, Marking, Net, TransitionId, pnml};
use grundy_language::limit::{CancellationToken, Limit};
use proptest::prelude::*;
use std::collections::HashMap;

/// A graph as lists: markings with their depths, and edges.
type Lists = (Vec<Marking>, Vec<usize>, Vec<(usize, TransitionId, usize)>);

/// The graph by the definition; `None` above 2000 markings.
pub fn naive(net: &Net, rule: CapacityRule) -> Option<Lists> {
    let mut numbers = HashMap::from([(net.initial(), 0)]);
    let (mut markings, mut depths, mut edges) = (vec![net.initial()], vec![0], Vec::new());
    let mut at = 0;
    while at < markings.len() {
        for id in firable(net, rule, &markings[at]) {
            let next = after(net, &markings[at], id);
            let number = *numbers.entry(next.clone()).or_insert_with(|| {
                markings.push(next);
                depths.push(depths[at] + 1);
                markings.len() - 1
            });
            edges.push((at, id, number));
        }
        at += 1;
        if markings.len() > 2000 {
            return None;
        }
    }
    Some((markings, depths, edges))
}

fn options(rule: CapacityRule, limit_markings: usize) -> GraphOptions {
    GraphOptions { rule, limit_markings, ..GraphOptions::default() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn the_graph_is_that_of_the_plain_search(net in any_net(0.9), limit in 1..60_usize) {
        for rule in [CapacityRule::Net, CapacityRule::Strict] {
            let Some((markings, depths, edges)) = naive(&net, rule) else {
                let graph = Graph::explore(&net, &options(rule, 2000));
                prop_assert_eq!((graph.limit, graph.markings), (Some(MARKINGS), 2000));
                continue;
            };
            let graph = Graph::explore(&net, &options(rule, 2000));
            prop_assert_eq!(graph.limit, None);
            prop_assert_eq!(graph.markings, markings.len());
            prop_assert_eq!(graph.edges, edges.len() as u64);
            let dead = (0..markings.len()).filter(|at| edges.iter().all(|edge| edge.0 != *at));
            prop_assert_eq!(graph.dead, dead.count());
            prop_assert_eq!(Some(&graph.depth), depths.iter().max());
            for (place, &bound) in graph.bounds.iter().enumerate() {
                prop_assert_eq!(Some(bound), markings.iter().map(|it| it[place]).max());
            }
            let most = markings.iter().map(|it| it.iter().map(|&it| u64::from(it)).sum()).max();
            prop_assert_eq!(Some(graph.tokens), most);
            // Both number the markings in the order in which they are found.
            prop_assert_eq!(graph.listed().collect::<Vec<_>>(), markings.as_slice());
            let listed: Vec<_> = (0..graph.markings)
                .flat_map(|from| graph.edges_from(from).into_iter().map(move |(id, to)| (from, id, to)))
                .collect();
            prop_assert_eq!(listed, edges);
            // A finite graph is never called infinite.
            prop_assert_eq!(unbounded(&net, &options(rule, 1)), None);

            let part = Graph::explore(&net, &options(rule, limit));
            prop_assert_eq!(part.limit.is_some(), limit < markings.len());
            prop_assert_eq!(part.markings, limit.min(markings.len()));
            prop_assert!(part.edges <= graph.edges && part.dead <= graph.dead);
            prop_assert!(part.depth <= graph.depth && part.tokens <= graph.tokens);
            prop_assert!(part.bounds.iter().zip(&graph.bounds).all(|(part, whole)| part <= whole));
        }
    }
}

#[test]
fn the_published_counts() {
    let philosophers = include_str!("../../descriptions/petri/Philosophers-5.pnml");
    let batches = include_str!("../../descriptions/petri/BatchLine-6-4-3.pnml");
    for (text, counts) in
        [(philosophers, [243, 945, 2, 1, 10, 5]), (batches, [36, 85, 0, 6, 10, 12])]
    {
        let net = pnml::read(text, None).unwrap().net;
        for rule in [CapacityRule::Net, CapacityRule::Strict] {
            let graph = Graph::explore(&net, &options(rule, 1000));
            assert_eq!(graph.limit, None);
            let bound = u64::from(*graph.bounds.iter().max().unwrap());
            let found = [
                graph.markings as u64,
                graph.edges,
                graph.dead as u64,
                bound,
                graph.tokens,
                graph.depth as u64,
            ];
            assert_eq!(found, counts);
        }
    }
}

#[test]
fn the_kanban_system() {
    // The numbers of markings are those of the literature for 1 to 4 cards.
    for (cards, markings) in [(1, 160), (2, 4_600), (3, 58_400), (4, 454_475)] {
        let graph = Graph::explore(&kanban(cards), &GraphOptions::default());
        assert_eq!((graph.markings, graph.limit), (markings, None));
        assert!(graph.bounds.iter().all(|&bound| bound == cards));
        if cards == 4 {
            assert_eq!(graph.edges, 3_979_850);
            assert!(graph.bytes() <= 30 * graph.markings, "{} bytes", graph.bytes());
        }
    }
}

/// `t0` puts a token on `p0` and never ends.
pub fn source() -> Net {
    Net {
        places: vec![place(0, 0, 0)],
        transitions: vec![transition(0, &[], &[(0, 1)])],
        ..Net::default()
    }
}

#[test]
fn limits_are_named() {
    let graph = Graph::explore(&source(), &options(CapacityRule::Net, 100));
    assert_eq!((graph.limit, graph.markings, graph.depth), (Some(MARKINGS), 100, 99));
    let stop = CancellationToken::default();
    stop.request();
    let stopped = Graph::explore(&source(), &GraphOptions { stop, ..GraphOptions::default() });
    assert_eq!((stopped.limit, stopped.markings), (Some(Limit::STOPPED), 1));
    let mut net = source();
    net.places[0].initial = u32::MAX - 2;
    let graph = Graph::explore(&net, &GraphOptions::default());
    assert_eq!((graph.limit, graph.markings), (Some(TOKENS), 3));
}

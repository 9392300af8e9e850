//! Structure, deadlocks, liveness and coverability: published nets, and random ones against the definitions.

use super::graph::naive;
use super::nets::{any_net, arcs, kanban, place, transition};
use grundy_games::petri::analysis::{
    Analysis, AnalysisOptions, INVARIANTS, Invariants, Level, NODES, NetNode, NoCoverability, Part,
    SETS, Tokens, around, behaviour, coverability, incidence, place_invariants, siphons,
    transition_invariants, traps,
};
use grundy_games::petri::graph::{Graph, MARKINGS, TOKENS};
use grundy_games::petri::{CapacityRule, Net, Run, Transition, pnml};
use grundy_ilp::Lattice;
use grundy_kernel::Integer;
use grundy_kernel::affine::Affine;
use grundy_language::limit::Limit;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn net(text: &str) -> Net {
    pnml::read(text, None).expect("a net").net
}

fn philosophers() -> Net {
    net(include_str!("../../descriptions/petri/Philosophers-5.pnml"))
}

fn batches() -> Net {
    net(include_str!("../../descriptions/petri/BatchLine-6-4-3.pnml"))
}

fn options() -> AnalysisOptions {
    AnalysisOptions::default()
}

/// The entries of a vector other than 0, by name.
fn named(names: &[String], vector: &[Integer]) -> Vec<(String, i64)> {
    let entries = names.iter().zip(vector).filter(|it| !it.1.is_zero());
    entries.map(|(name, it)| (name.clone(), it.to_i64().expect("small"))).collect()
}

fn of_places(net: &Net, found: &Invariants) -> BTreeSet<Vec<(String, i64)>> {
    let names: Vec<_> = net.places.iter().map(|it| it.name.clone()).collect();
    found.minimal.iter().flatten().map(|it| named(&names, it)).collect()
}

fn of_transitions(net: &Net, found: &Invariants) -> BTreeSet<Vec<(String, i64)>> {
    let names: Vec<_> = net.transitions.iter().map(|it| it.name.clone()).collect();
    found.minimal.iter().flatten().map(|it| named(&names, it)).collect()
}

/// `p 2*q` as names with numbers.
fn entries(text: &str) -> Vec<(String, i64)> {
    let entry = |word: &str| match word.split_once('*') {
        Some((weight, name)) => (name.to_owned(), weight.parse().expect("a number")),
        None => (word.to_owned(), 1),
    };
    text.split(' ').map(entry).collect()
}

/// Each philosopher does one thing, and each fork is with at most one of them: ten place invariants.  Each
/// eats with either fork first: ten transition invariants.  All taking the left fork, or all the
/// right one, are the two deadlocks (E. W. Dijkstra 1965).
#[test]
fn five_philosophers() {
    let net = philosophers();
    let mut expected = BTreeSet::new();
    let mut cycles = BTreeSet::new();
    for own in 0..5 {
        let left = (own + 4) % 5;
        let sorted = |mut list: Vec<String>| {
            let at = |name: &String| net.places.iter().position(|it| it.name == *name);
            list.sort_by_key(at);
            list.into_iter().map(|name| (name, 1)).collect::<Vec<_>>()
        };
        let name = |what: &str, number: i32| format!("{what}{number}");
        expected.insert(sorted(
            ["Think", "HasLeft", "HasRight", "Eat"].map(|what| name(what, own)).to_vec(),
        ));
        // Fork i is the left one of philosopher i, and the right one of the one before.
        expected.insert(sorted(vec![
            name("Fork", own),
            name("HasLeft", own),
            name("Eat", own),
            name("HasRight", left),
            name("Eat", left),
        ]));
        for ways in [["takeLeft", "thenRight", "end"], ["takeRight", "thenLeft", "end"]] {
            cycles.insert(ways.map(|what| (name(what, own), 1)).to_vec());
        }
    }
    let found = place_invariants(&net, &options()).unwrap();
    assert_eq!((found.limit, of_places(&net, &found)), (None, expected));
    let found = transition_invariants(&net, &options()).unwrap();
    assert_eq!((found.limit, of_transitions(&net, &found)), (None, cycles));
    let found = behaviour(&net, &options());
    assert_eq!((found.markings, found.deadlocks, found.limit), (243, 2, None));
    for deadlock in &found.listed {
        assert_eq!(deadlock.sequence.len(), 5);
        let mut kinds: Vec<_> =
            deadlock.sequence.iter().map(|id| &net.transitions[*id].name[..5]).collect();
        kinds.dedup();
        assert_eq!(kinds.len(), 1, "{kinds:?}");
    }
    let liveness = found.liveness.unwrap();
    assert!(liveness.levels.iter().all(|level| *level == Level::Infinite));
    assert_eq!(
        (liveness.terminal, liveness.has_home(), liveness.is_reversible()),
        (2, false, false)
    );
    let graph = coverability(&net, &options()).unwrap();
    assert_eq!((graph.nodes.len(), graph.edges.len(), graph.is_bounded()), (243, 945, true));
}

/// The production line: parts are conserved with weights 1 and 3, and so is the room of the buffer.
#[test]
fn a_line_with_weights() {
    let net = batches();
    let found = place_invariants(&net, &options()).unwrap();
    let expected = ["idle buffer 3*batch scrap", "free buffer"].map(entries);
    assert_eq!(of_places(&net, &found), expected.into_iter().collect());
    let found = transition_invariants(&net, &options()).unwrap();
    let expected = ["3*produce pack ship", "2*produce 2*reject rework"].map(entries);
    assert_eq!(of_transitions(&net, &found), expected.into_iter().collect());
    let found = behaviour(&net, &options());
    assert_eq!((found.markings, found.deadlocks), (36, 0));
    let liveness = found.liveness.unwrap();
    assert!(liveness.is_live() && liveness.is_reversible() && liveness.has_home());
}

/// G. Ciardo and M. Tilgner (1996): the cards of each of the four cells are conserved, and as the cells 2 and 3
/// begin and end together, also those of either with the free cards of the other.  With one card there
/// are 160 markings, and the net is live and reversible.
#[test]
fn the_kanban_system() {
    let net = kanban(1);
    let found = place_invariants(&net, &options()).unwrap();
    let cell = |cell: usize| {
        ["pm", "pback", "pout", "pkan"].map(|kind| (format!("{kind}{cell}"), 1)).to_vec()
    };
    let mut expected: BTreeSet<_> = (1..=4).map(cell).collect();
    expected.insert(entries("pm2 pback2 pout2 pkan3"));
    expected.insert(entries("pkan2 pm3 pback3 pout3"));
    assert_eq!(of_places(&net, &found), expected);
    let found = behaviour(&net, &options());
    assert_eq!((found.markings, found.deadlocks), (160, 0));
    let liveness = found.liveness.unwrap();
    assert!(liveness.is_live() && liveness.is_reversible());
    // A live net: every siphon holds a marked trap here, so none is empty.
    for siphon in siphons(&net, &options()).unwrap() {
        assert!(siphon.iter().any(|&place| net.places[place].initial > 0));
    }
}

/// T. Murata (1989), figure 16, with its coverability tree in figure 17: (1,0,0), (0,0,1), (1,ω,0), (0,ω,1).
/// There t0 is dead, p2 is unbounded.
#[test]
fn the_coverability_tree_of_murata() {
    let net = Net {
        places: vec![place(1, 1, 0), place(2, 0, 0), place(3, 0, 0)],
        transitions: vec![
            transition(0, &[(0, 1), (2, 1)], &[(1, 1)]),
            transition(1, &[(0, 1)], &[(2, 1)]),
            transition(2, &[(1, 1), (2, 1)], &[(2, 1)]),
            transition(3, &[(0, 1)], &[(0, 1), (1, 1)]),
        ],
        ..Net::default()
    };
    let graph = coverability(&net, &options()).unwrap();
    let (zero, one, any) = (Tokens::Number(0), Tokens::Number(1), Tokens::Omega);
    let nodes: BTreeSet<_> = graph.nodes.iter().cloned().collect();
    let expected = [[one, zero, zero], [zero, zero, one], [one, any, zero], [zero, any, one]];
    assert_eq!(nodes, expected.map(|it| it.to_vec()).into_iter().collect());
    assert_eq!((graph.dead(&net), graph.bounds()), (vec![0], vec![one, any, one]));
    let found = behaviour(&net, &options());
    assert!(found.pump.is_some() && found.liveness.is_none() && found.limit.is_some());
    // t1 alone leads to a deadlock.
    assert_eq!(found.listed[0].sequence, [1]);
    assert_eq!(found.listed[0].marking, [0, 0, 1]);
}

/// The largest numbers of tokens and weights are no numbers of another kind.
#[test]
fn the_largest_numbers_are_covered() {
    let most = u32::MAX;
    let still = Net { places: vec![place(0, most, 0)], ..Net::default() };
    assert_eq!(coverability(&still, &options()).unwrap().bounds(), [Tokens::Number(most)]);
    // Every step adds as many as there can be, so the place is unbounded.
    let source = transition(0, &[], &[(0, most)]);
    let grows = Net { places: vec![place(0, 1, 0)], transitions: vec![source], ..Net::default() };
    assert_eq!(coverability(&grows, &options()).unwrap().bounds(), [Tokens::Omega]);
    // A sum that is too large where fewer tokens are elsewhere says nothing.
    let once = transition(0, &[(1, 1)], &[(0, most)]);
    let places = vec![place(0, 1, 0), place(1, 1, 0)];
    let net = Net { places, transitions: vec![once], ..Net::default() };
    assert_eq!(coverability(&net, &options()), Err(NoCoverability::Limit(TOKENS)));
    // A capacity of the largest number has a complement with as many.
    let full = transition(0, &[], &[(0, most)]);
    let net = Net { places: vec![place(0, 0, most)], transitions: vec![full], ..Net::default() };
    assert_eq!(coverability(&net, &options()).unwrap().bounds(), [Tokens::Number(most)]);
}

/// Two processes that exclude each other by a semaphore (E. W. Dijkstra 1965).
#[test]
fn mutual_exclusion() {
    let net = Net {
        places: vec![
            place(0, 1, 0),
            place(1, 0, 0),
            place(2, 1, 0),
            place(3, 0, 0),
            place(4, 1, 0),
        ],
        transitions: vec![
            transition(0, &[(0, 1), (4, 1)], &[(1, 1)]),
            transition(1, &[(1, 1)], &[(0, 1), (4, 1)]),
            transition(2, &[(2, 1), (4, 1)], &[(3, 1)]),
            transition(3, &[(3, 1)], &[(2, 1), (4, 1)]),
        ],
        ..Net::default()
    };
    let found = place_invariants(&net, &options()).unwrap();
    let expected = ["p0 p1", "p2 p3", "p1 p3 p4"].map(entries);
    assert_eq!(of_places(&net, &found), expected.into_iter().collect());
    let sets = vec![vec![0, 1], vec![1, 3, 4], vec![2, 3]];
    assert_eq!(siphons(&net, &options()).unwrap(), sets);
    assert_eq!(traps(&net, &options()).unwrap(), sets);
}

/// An inhibitor arc from a place without a capacity: its bound comes from an invariant, or from the net
/// without the arc.
#[test]
fn bounds_for_complements() {
    let mut net = Net {
        places: vec![place(0, 2, 0), place(1, 0, 0), place(2, 0, 0)],
        transitions: vec![
            transition(0, &[(0, 1)], &[(1, 1)]),
            transition(1, &[(1, 1)], &[(0, 1)]),
            Transition { inhibitors: arcs(&[(1, 2)]), ..transition(2, &[], &[(2, 1)]) },
        ],
        ..Net::default()
    };
    let graph = coverability(&net, &options()).unwrap();
    assert_eq!((graph.complements[0].place, graph.complements[0].bound), (1, 2));
    assert_eq!(graph.bounds(), [Tokens::Number(2), Tokens::Number(2), Tokens::Omega]);
    // No invariant: tokens only leave p1.
    net.transitions[0] = transition(0, &[(0, 1)], &[]);
    net.places[1].initial = 3;
    net.transitions[1] = transition(1, &[(1, 1)], &[]);
    let graph = coverability(&net, &options()).unwrap();
    assert_eq!((graph.complements[0].bound, graph.dead(&net)), (3, vec![]));
    // No bound at all.
    net.transitions[1] = transition(1, &[], &[(1, 1)]);
    assert_eq!(coverability(&net, &options()), Err(NoCoverability::Inhibited(1)));
    net.transitions[1].priority = 1;
    assert_eq!(coverability(&net, &options()), Err(NoCoverability::Priorities(0, 1)));
}

#[test]
fn limits_have_names() {
    let net = philosophers();
    let few = AnalysisOptions { limit_results: 5, limit_markings: 50, ..options() };
    let found = place_invariants(&net, &few).unwrap();
    assert_eq!((found.limit, found.basis.iter().flatten().count()), (Some(INVARIANTS), 10));
    assert!(found.basis.iter().flatten().all(|vector| is_invariant(&net, vector)));
    assert_eq!(siphons(&net, &few), Err(SETS));
    assert_eq!(coverability(&net, &few), Err(NoCoverability::Limit(NODES)));
    let some = behaviour(&net, &few);
    assert_eq!((some.limit, some.liveness, some.markings), (Some(MARKINGS), None, 50));
    let stopped = options();
    stopped.stop.request();
    let found = Analysis::of(&net, &Part::ALL, &stopped);
    assert!(found.limits().iter().all(|limit| *limit == Limit::STOPPED), "{:?}", found.limits());
    assert_eq!(found.limits().len(), 6);
}

/// Two places that gain a token together: no weighted sum with weights from 0 up stays, but their difference does.
#[test]
fn an_invariant_with_a_negative_weight() {
    let mut net = Net {
        places: vec![place(0, 0, 0), place(1, 0, 0)],
        transitions: vec![transition(0, &[], &[(0, 1), (1, 1)])],
        ..Net::default()
    };
    let found = place_invariants(&net, &options()).unwrap();
    let numbers = |them: &[[i64; 2]]| -> Vec<Vec<Integer>> {
        them.iter().map(|it| it.iter().map(|it| (*it).into()).collect()).collect()
    };
    assert_eq!((found.minimal.as_deref(), found.are_spanned()), (Some(&[][..]), false));
    assert_eq!(found.basis, Some(numbers(&[[1, -1]])));
    // Twice the one as the other: the weights are 2 and -1, and not 1 and -1/2.
    net.transitions[0] = transition(0, &[], &[(0, 1), (1, 2)]);
    assert_eq!(place_invariants(&net, &options()).unwrap().basis, Some(numbers(&[[2, -1]])));
    // Nothing at all.
    net.transitions.push(transition(1, &[], &[(0, 1)]));
    let found = place_invariants(&net, &options()).unwrap();
    assert_eq!((found.minimal.as_ref(), found.basis.as_ref()), (Some(&vec![]), Some(&vec![])));
    assert!(found.are_spanned());
}

fn is_invariant(net: &Net, vector: &[Integer]) -> bool {
    incidence(net).iter().all(|column| {
        let mut sum = Integer::ZERO;
        for &(place, change) in column {
            sum.add_product(&vector[place], &change.into());
        }
        sum.is_zero()
    })
}

fn support(vector: &[Integer]) -> BTreeSet<usize> {
    (0..vector.len()).filter(|&at| !vector[at].is_zero()).collect()
}

/// All subsets of the places that satisfy the definition, without those that contain another.
fn minimal_sets(net: &Net, is: impl Fn(&BTreeSet<usize>) -> bool) -> BTreeSet<Vec<usize>> {
    let count = net.places.len();
    let sets: Vec<BTreeSet<usize>> = (1..1_usize << count)
        .map(|bits| (0..count).filter(|place| bits >> place & 1 == 1).collect())
        .filter(is)
        .collect();
    let minimal = sets.iter().filter(|set| !sets.iter().any(|it| it != *set && it.is_subset(set)));
    minimal.map(|set| set.iter().copied().collect()).collect()
}

/// Semipositive solutions with entries up to `most` whose support is minimal among them.
fn small_invariants(net: &Net, most: u32) -> BTreeSet<Vec<Integer>> {
    let count = net.places.len();
    let mut all = vec![vec![]];
    for _ in 0..count {
        let longer = |vector: &Vec<Integer>| {
            let vector = vector.clone();
            (0..=most).map(move |entry| [&vector[..], &[i64::from(entry).into()]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|vector| !support(vector).is_empty() && is_invariant(net, vector));
    let coprime = |vector: &Vec<Integer>| {
        vector.iter().fold(Integer::ZERO, |gcd, entry| gcd.gcd(entry)).is_one()
    };
    let minimal = |vector: &&Vec<Integer>| {
        let own = support(vector);
        coprime(vector) && !all.iter().any(|it| support(it).is_subset(&own) && support(it) != own)
    };
    all.iter().filter(minimal).cloned().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn invariants_are_minimal_and_complete(net in any_net(0.5)) {
        let found = place_invariants(&net, &options()).unwrap();
        prop_assert_eq!(found.limit, None);
        let vectors = found.minimal.unwrap();
        for vector in &vectors {
            prop_assert!(is_invariant(&net, vector));
            prop_assert!(vector.iter().all(|it| !it.is_negative()));
        }
        let supports: Vec<_> = vectors.iter().map(|it| support(it)).collect();
        for (number, one) in supports.iter().enumerate() {
            prop_assert!(!one.is_empty());
            prop_assert!((0..supports.len()).all(|it| it == number || !supports[it].is_subset(one)));
        }
        let vectors: BTreeSet<Vec<_>> =
            vectors.iter().map(|it| it.iter().map(Integer::to_string).collect()).collect();
        // Every small one is found.
        for small in small_invariants(&net, 3) {
            let known = vectors.contains(&small.iter().map(Integer::to_string).collect::<Vec<_>>());
            // One that seems minimal among the small ones may not be: a smaller support may need larger numbers.
            prop_assert!(known || supports.iter().any(|it| it.is_subset(&support(&small))));
        }
    }

    #[test]
    fn transition_invariants_lead_back(net in any_net(0.5)) {
        let found = transition_invariants(&net, &options()).unwrap();
        for vector in found.minimal.iter().chain(&found.basis).flatten() {
            let mut sums = vec![Integer::ZERO; net.places.len()];
            for (column, times) in incidence(&net).iter().zip(vector) {
                for &(place, change) in column {
                    sums[place].add_product(times, &change.into());
                }
            }
            prop_assert!(sums.iter().all(Integer::is_zero));
        }
    }

    #[test]
    fn weighted_sums_stay(net in any_net(0.9), choices in prop::collection::vec(any::<prop::sample::Index>(), 30)) {
        let found = place_invariants(&net, &options()).unwrap();
        let vectors = [found.minimal.unwrap(), found.basis.unwrap()].concat();
        let sum = |marking: &[u32], vector: &[Integer]| {
            let mut sum = Integer::ZERO;
            for (weight, tokens) in vector.iter().zip(marking) {
                sum.add_product(weight, &i64::from(*tokens).into());
            }
            sum
        };
        let mut run = Run::new(&net, CapacityRule::Net);
        for choice in choices {
            let firable = run.firable();
            if firable.is_empty() { break }
            if run.fire(*choice.get(&firable)).is_err() { break }
            for vector in &vectors {
                prop_assert_eq!(sum(run.marking(), vector), sum(&net.initial(), vector));
            }
        }
    }

    /// So many as the lattice of the solutions needs, and independent modulo small primes: no integer invariant is a
    /// combination of them with these denominators.
    #[test]
    fn a_basis_is_one_of_all_integer_invariants(net in any_net(0.5)) {
        let found = place_invariants(&net, &AnalysisOptions { limit_results: 0, ..options() }).unwrap();
        let basis = found.basis.unwrap();
        prop_assert!(found.minimal.is_none() || net.places.is_empty());
        prop_assert!(basis.iter().all(|it| is_invariant(&net, it)));
        let mut lattice = Lattice::new(net.places.len());
        for column in incidence(&net) {
            let mut form = vec![Integer::ZERO; net.places.len()];
            column.iter().for_each(|&(place, change)| form[place] = change.into());
            lattice.push(&Affine::new(Integer::ZERO, form)).unwrap();
        }
        prop_assert_eq!(basis.len(), lattice.rank());
        for prime in [2_i64, 3] {
            let count = u32::try_from(basis.len()).unwrap();
            for choice in 1..prime.pow(count.min(6)) {
                let mut sum = vec![Integer::ZERO; net.places.len()];
                for (at, vector) in (0..).zip(&basis) {
                    let factor = (choice / prime.pow(at.min(6)) % prime).into();
                    sum.iter_mut().zip(vector).for_each(|(sum, it)| sum.add_product(&factor, it));
                }
                let divides = |it: &Integer| {
                    let mut rest = it.clone();
                    rest.add_product(&(-prime).into(), &it.div_floor(&prime.into()));
                    rest.is_zero()
                };
                prop_assert!(!sum.iter().all(divides));
            }
        }
    }

    #[test]
    fn siphons_and_traps_are_those_of_the_definition(net in any_net(0.5)) {
        let touches = |arcs: [&[grundy_games::petri::Arc]; 2], set: &BTreeSet<usize>| {
            arcs.concat().iter().any(|arc| set.contains(&arc.place))
        };
        let is_siphon = |set: &BTreeSet<usize>| net.transitions.iter().all(|it| {
            !touches([&it.outputs, &it.reads], set) || touches([&it.inputs, &it.reads], set)
        });
        let is_trap = |set: &BTreeSet<usize>| net.transitions.iter().all(|it| {
            !touches([&it.inputs, &it.reads], set) || touches([&it.outputs, &it.reads], set)
        });
        let found: BTreeSet<_> = siphons(&net, &options()).unwrap().into_iter().collect();
        prop_assert_eq!(found, minimal_sets(&net, is_siphon));
        let found: BTreeSet<_> = traps(&net, &options()).unwrap().into_iter().collect();
        prop_assert_eq!(found, minimal_sets(&net, is_trap));
    }

    #[test]
    fn deadlocks_and_liveness_are_those_of_the_definition(net in any_net(0.9)) {
        for rule in [CapacityRule::Net, CapacityRule::Strict] {
            let Some((markings, depths, edges)) = naive(&net, rule) else { continue };
            if markings.len() > 300 { continue }
            let found = behaviour(&net, &AnalysisOptions { rule, ..options() });
            prop_assert_eq!((found.markings, found.limit), (markings.len(), None));
            let dead = |at: &usize| edges.iter().all(|edge| edge.0 != *at);
            let dead: Vec<_> = (0..markings.len()).filter(dead).collect();
            prop_assert_eq!(found.deadlocks, dead.len());
            prop_assert_eq!(found.listed.len(), dead.len());
            for deadlock in &found.listed {
                let mut run = Run::new(&net, rule);
                for &id in &deadlock.sequence {
                    prop_assert_eq!(run.fire(id), Ok(()));
                }
                prop_assert_eq!(run.marking(), &deadlock.marking[..]);
                prop_assert!(run.firable().is_empty());
                let at = markings.iter().position(|it| *it == deadlock.marking);
                prop_assert_eq!(at.map(|at| depths[at]), Some(deadlock.sequence.len()));
            }
            let liveness = found.liveness.unwrap();
            // What each marking leads to, by the definition.
            let reach: Vec<BTreeSet<usize>> = (0..markings.len()).map(|from| {
                let (mut seen, mut open) = (BTreeSet::from([from]), vec![from]);
                while let Some(at) = open.pop() {
                    for edge in edges.iter().filter(|edge| edge.0 == at) {
                        if seen.insert(edge.2) { open.push(edge.2) }
                    }
                }
                seen
            }).collect();
            for id in 0..net.transitions.len() {
                let own: Vec<_> = edges.iter().filter(|edge| edge.1 == id).collect();
                let again = |from: &BTreeSet<usize>| own.iter().any(|edge| from.contains(&edge.0));
                let expected = match () {
                    () if own.is_empty() => Level::Dead,
                    () if reach.iter().all(again) => Level::Live,
                    () if own.iter().any(|edge| reach[edge.2].contains(&edge.0)) => Level::Infinite,
                    () => Level::Finite,
                };
                prop_assert_eq!(liveness.levels[id], expected, "{}", id);
            }
            prop_assert_eq!(liveness.is_reversible(), reach.iter().all(|it| it.contains(&0)));
            let home = (0..markings.len()).any(|at| reach.iter().all(|it| it.contains(&at)));
            prop_assert_eq!(liveness.has_home(), home);
        }
    }

    /// Of bounded nets it is the reachability graph, also where complements replace capacities and
    /// inhibitor arcs; of others no node is below what can be reached.
    #[test]
    fn coverability_graphs_cover(net in any_net(0.7)) {
        let mut net = net;
        net.transitions.iter_mut().for_each(|it| it.priority = 0);
        for rule in [CapacityRule::Net, CapacityRule::Strict] {
            let options = AnalysisOptions { rule, limit_results: 2000, ..options() };
            let explored = grundy_games::petri::graph::GraphOptions { rule, limit_markings: 2000, ..Default::default() };
            let graph = match coverability(&net, &options) {
                Ok(graph) => graph,
                Err(NoCoverability::Limit(_)) => continue,
                Err(NoCoverability::Inhibited(place)) => {
                    prop_assert!(net.places[place].capacity.is_none());
                    continue;
                }
                Err(why) => { prop_assert!(false, "{:?}", why); continue }
            };
            let reached = Graph::explore(&net, &explored);
            if graph.is_bounded() {
                prop_assert_eq!((reached.limit, reached.markings), (None, graph.nodes.len()));
                prop_assert_eq!(reached.edges, graph.edges.len() as u64);
            } else {
                prop_assert!(reached.limit.is_some());
            }
            let covers = |node: &Vec<Tokens>, marking: &[u32]| {
                node.iter().zip(marking).all(|(node, tokens)| *node >= Tokens::Number(*tokens))
            };
            for marking in reached.listed().take(200) {
                prop_assert!(graph.nodes.iter().any(|node| covers(node, &marking)));
            }
            for (bound, most) in graph.bounds().iter().zip(&reached.bounds) {
                prop_assert!(*bound >= Tokens::Number(*most));
            }
            for id in graph.dead(&net) {
                let fires = |number| reached.edges_from(number).iter().any(|edge| edge.0 == id);
                prop_assert!(!(0..reached.listed().len().min(300)).any(fires));
            }
        }
    }

    #[test]
    fn presets_and_postsets_are_two_views_of_the_arcs(net in any_net(0.5)) {
        for id in 0..net.transitions.len() {
            let of = around(&net, NetNode::Transition(id));
            for place in 0..net.places.len() {
                let seen = around(&net, NetNode::Place(place));
                for (one, other) in [
                    (&of.preset, &seen.postset), (&of.postset, &seen.preset),
                    (&of.reads, &seen.reads), (&of.inhibitors, &seen.inhibitors),
                ] {
                    let weight = |list: &[(usize, std::num::NonZeroU32)], at: usize| {
                        list.iter().find(|it| it.0 == at).map(|it| it.1)
                    };
                    prop_assert_eq!(weight(one, place), weight(other, id));
                }
            }
        }
    }
}

//! The figures of the source as nets of their own: sizes, what is firable, graphs, replayed sequences, and the small
//! queries on the whole net.
//!
//! Source: L. Kramer (Universität Bremen, 2021).  Sizes, sequences and graphs without a number in print were
//! computed by an independent simulator.

use crate::command::{Folder, Ran, grundy};
use crate::table::{numbers, of_kind};
use grundy_games::chance::Chance;
use grundy_games::muehle::figures::{Figure, excerpt};
use grundy_games::muehle::net::{Category, Generated, Variant, closing_first, generate};
use grundy_games::muehle::{CaptureRule, Field, Fields, Player, Position, Status};
use grundy_games::petri::analysis::{NetNode, around, place_invariants};
use grundy_games::petri::graph::Graph;
use grundy_games::petri::{CapacityRule, Net, Run, pnml};
use std::collections::BTreeSet;

const TABLE: &str = include_str!("figures.tsv");

/// Places, transitions, arcs, and inhibitor arcs among them.
fn size(made: &Generated) -> [usize; 4] {
    let (arcs, inhibitors) = made.arcs();
    [made.net.places.len(), made.net.transitions.len(), arcs, inhibitors]
}

fn part(name: &str) -> Generated {
    Figure::find(name).unwrap_or_else(|| panic!("no figure {name}")).net()
}

/// Markings and edges.
fn graph(net: &Net) -> (usize, u64) {
    let graph = Graph::explore(net, &Default::default());
    assert_eq!(graph.limit, None);
    (graph.markings, graph.edges)
}

fn without_priorities(net: &Net) -> Net {
    let mut net = net.clone();
    net.transitions.iter_mut().for_each(|it| it.priority = 0);
    net
}

/// The part of the base net with these transitions and this marking: `A-Steine=3` for three tokens.
fn of(variant: Variant, transitions: &str, marking: &str) -> Net {
    let whole = generate(variant, Player::A);
    let names: Vec<_> = transitions.split_whitespace().collect();
    let marked: Vec<_> = marking
        .split_whitespace()
        .map(|word| {
            let (name, tokens) = word.split_once('=').unwrap_or((word, "1"));
            (name, tokens.parse().unwrap())
        })
        .collect();
    let part = excerpt(&whole, &names, &marked).net;
    assert_eq!(part.transitions.len(), names.len(), "{transitions}");
    for (name, tokens) in marked {
        assert!(part.places.iter().any(|it| it.name == name && it.initial == tokens), "{name}");
    }
    part
}

fn names(net: &Net, ids: &[usize]) -> Vec<String> {
    ids.iter().map(|&id| net.transitions[id].name.clone()).collect()
}

/// Fires these, each of which is firable, and gives what is marked then.
fn fire(net: &Net, sequence: &str) -> BTreeSet<String> {
    let mut run = Run::new(net, CapacityRule::Net);
    for name in sequence.split_whitespace() {
        let id = net.transitions.iter().position(|it| it.name == name).expect(name);
        assert_eq!(run.fire(id), Ok(()), "{name}");
    }
    marked(net, run.marking())
}

fn marked(net: &Net, marking: &[u32]) -> BTreeSet<String> {
    let places = net.places.iter().zip(marking).filter(|it| *it.1 > 0);
    places
        .map(|(place, tokens)| match tokens {
            1 => place.name.clone(),
            _ => format!("{}={tokens}", place.name),
        })
        .collect()
}

fn set(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Chapter 3, chapter 4 and the appendix.
#[test]
fn every_figure_has_its_size() {
    for [figure, expected] in of_kind(TABLE, "size") {
        assert_eq!(numbers::<usize>(expected), size(&part(figure)), "{figure}");
    }
    let stones = part("3.2").net;
    assert_eq!(marked(&stones, &stones.initial()), set("A1,1 A1,2 A1,3 A2,4 A3,6"));
}

/// Figure 3.12 inhibits capture by the mills of the corner, 3.13 by those of the middle; 3.3 has 9 as the capacity
/// of the hand and 1 elsewhere.
#[test]
fn arcs_and_capacities_are_those_of_the_figures() {
    let inhibitors = |figure: &str| {
        let net = part(figure).net;
        let arcs = net.transitions[0].inhibitors.iter();
        arcs.map(|arc| net.places[arc.place].name.clone()).collect::<BTreeSet<_>>()
    };
    assert_eq!(inhibitors("3.12"), set("M1,1-3 M1,7-1"));
    assert_eq!(inhibitors("3.13"), set("M1,1-3 M1-3,2"));
    let net = part("3.3").net;
    for place in &net.places {
        let most = if place.name == "A-Steine" { 9 } else { 1 };
        assert_eq!(place.capacity.map(|it| it.get()), Some(most), "{}", place.name);
    }
    let jump = part("3.11").net;
    let out = jump.places.iter().position(|it| it.name == "A-ausgeschieden");
    let weights: Vec<_> = [&jump.transitions[0].inputs, &jump.transitions[0].outputs]
        .map(|arcs| arcs.iter().find(|arc| Some(arc.place) == out).unwrap().weight.get())
        .to_vec();
    assert_eq!(weights, [6, 6]);
    for (figure, priorities) in [
        ("3.3", vec![20]),
        ("3.4", vec![15]),
        ("3.5", vec![40]),
        ("3.6", vec![35]),
        ("3.7", vec![20]),
        ("3.10", vec![15]),
        ("3.11", vec![20]),
        ("3.12", vec![60]),
        ("3.14", vec![75, 75, 80, 80]),
        ("3.16", vec![5, 100]),
    ] {
        let mut found: Vec<_> = part(figure).net.transitions.iter().map(|it| it.priority).collect();
        found.sort_unstable();
        assert_eq!(found, priorities, "{figure}");
    }
}

/// The table of the parts alone: the figures, what is firable, and the graph with and without priorities.
#[test]
fn graphs_of_the_figures() {
    for [figure, firable, with, without] in of_kind(TABLE, "graph") {
        let net = part(figure).net;
        let run = Run::new(&net, CapacityRule::Net);
        assert_eq!(
            names(&net, &run.firable()),
            firable.split_whitespace().collect::<Vec<_>>(),
            "{figure}"
        );
        let size = |net: &Net| [graph(net).0 as u64, graph(net).1];
        assert_eq!(numbers::<u64>(with), size(&net), "{figure}");
        let found = size(&without_priorities(&net));
        assert_eq!(numbers::<u64>(without), found, "{figure} without priorities");
    }
}

/// The rows of the table that join two figures, or have another marking.
#[test]
fn graphs_of_parts_in_other_markings() {
    let base = Variant::Base;
    let opening = "mühleLeeren-1,1 mühleLeer-1,1 zweiteMühleLeeren-1,1 zweiteMühleLeer-1,1";
    for (transitions, marking, sequence, with, without) in [
        ("a1,1-a1,2 A-ZugUnmöglich", "A-P2 A1,1", "a1,1-a1,2", (2, 1), (3, 2)),
        ("a1,1-a1,2 A-ZugUnmöglich", "A-P2 A1,1 B1,2", "A-ZugUnmöglich", (2, 1), (2, 1)),
        (opening, "ML-1,1 M1,1-3", "mühleLeeren-1,1 zweiteMühleLeer-1,1", (3, 2), (5, 4)),
        (opening, "ML-1,1 M1,7-1", "mühleLeer-1,1 zweiteMühleLeeren-1,1", (3, 2), (4, 3)),
        (opening, "ML-1,1 M1,1-3 M1,7-1", "mühleLeeren-1,1 zweiteMühleLeeren-1,1", (3, 2), (7, 6)),
        (
            "a-gewinnt A-SiegbedingungNichtErfüllt",
            "A-SiegPrüfen B-ausgeschieden",
            "A-SiegbedingungNichtErfüllt",
            (2, 1),
            (2, 1),
        ),
    ] {
        let net = of(base, transitions, marking);
        fire(&net, sequence);
        assert_eq!(graph(&net), with, "{transitions} {marking}");
        assert_eq!(graph(&without_priorities(&net)), without, "{transitions} {marking}");
    }
}

/// With k slides possible the graph of figure 4.13 has k + 2 nodes and k + 1 edges.
#[test]
fn each_possible_slide_is_an_edge() {
    for (slides, count) in [
        ("a2,2-a2,3", 1),
        ("a2,2-a2,3 a2,2-a2,1", 2),
        ("a2,2-a2,3 a2,2-a2,1 a2,2-a1,2", 3),
        ("a2,2-a2,3 a2,2-a2,1 a2,2-a1,2 a2,2-a3,2", 4),
    ] {
        let transitions = format!("a1,1 A-SteinLegenUnmöglich {slides}");
        let net = of(Variant::Base, &transitions, "A-SteinLegen A2,2");
        assert_eq!(graph(&net), (count + 2, count as u64 + 1), "{slides}");
    }
}

#[test]
fn the_sequences_of_chapter_4() {
    for [figure, sequence, end] in of_kind(TABLE, "end") {
        assert_eq!(fire(&part(figure).net, sequence), set(end), "{figure}");
    }
    // The marking of one figure is that after another.
    for [figure, after, sequence] in of_kind(TABLE, "after") {
        let net = part(figure).net;
        assert_eq!(marked(&net, &net.initial()), fire(&part(after).net, sequence), "{figure}");
    }
    // Only one way leads on in 4.14 to 4.17.
    let path = Graph::explore(&part("4.14").net, &Default::default());
    assert!((0..5).all(|number| path.edges_from(number).len() == 1));
    // In 4.6 and 4.7 only the two `Leer` are enabled, in 4.8 and 4.9 the `Leeren` come first.
    let enabled = |figure: &str| {
        let net = part(figure).net;
        let run = Run::new(&net, CapacityRule::Net);
        let without = without_priorities(&net);
        let all = Run::new(&without, CapacityRule::Net).firable();
        (names(&net, &run.firable()), names(&net, &all).len())
    };
    assert_eq!(enabled("4.7"), (vec!["zweiteMühleLeer-1,1".to_owned()], 1));
    assert_eq!(enabled("4.9"), (vec!["zweiteMühleLeeren-1,1".to_owned()], 2));
}

/// Without A3,4 the blocked ring has two slides; the middle square only adds slides that are disabled.
#[test]
fn the_inner_square() {
    let ring: Vec<_> = part("4.23").net.transitions.iter().map(|it| it.name.clone()).collect();
    let ring = ring.join(" ");
    let open = of(Variant::Base, &ring, "B-P2 B3,1 B3,3 B3,5 B3,7 A3,2 A3,6 A3,8 A3,4=0");
    let run = Run::new(&open, CapacityRule::Net);
    assert_eq!(names(&open, &run.firable()), ["b3,3-b3,4", "b3,5-b3,4"]);
    assert_eq!(graph(&open), (3, 2));
    let across = "b3,2-b2,2 b3,4-b2,4 b3,6-b2,6 b3,8-b2,8 b2,2-b3,2";
    let marking = "B-P2 B3,1 B3,3 B3,5 B3,7 A3,2 A3,4 A3,6 A3,8";
    let more = of(Variant::Base, &format!("{ring} {across}"), marking);
    assert_eq!(graph(&more), (2, 1));
    assert_eq!(graph(&part("4.23").net), (2, 1));
}

/// Section 4.4.1 and 4.4.2 together, suggested in chapter 5.
#[test]
fn both_special_cases_together() {
    let both = generate(Variant::Both, Player::A);
    assert_eq!((both.net.places.len(), both.net.transitions.len()), (132, 1440));
    let transitions = "a3,1 A3,1-keineMühleErkannt A3,2-keineMühleErkannt am3,1-3 am3,7-1 A-eineMühleErkannt \
        A-SteinEntfernen2 A-SteinEntfernen1 A-SteinEntfernenUnmöglich b1,5-entfernen b1,6-entfernen b1,7-entfernen \
        b1,5-entfernen-ausMühle b1,6-entfernen-ausMühle b1,7-entfernen-ausMühle a-gewinnt A-SiegbedingungNichtErfüllt";
    let men = "A-SteinLegen A-Steine=5 A3,2 A3,3 A3,8 B1,5 B1,6 B1,7 M1,5-7";
    let two = of(Variant::Both, transitions, &format!("{men} A3,7"));
    for way in ["am3,1-3 am3,7-1", "am3,7-1 am3,1-3"] {
        let sequence = format!(
            "a3,1 {way} A-SteinEntfernen2 A-SteinEntfernenUnmöglich b1,6-entfernen-ausMühle A-SiegbedingungNichtErfüllt"
        );
        let end = fire(&two, &sequence);
        assert!(end.contains("B-ausgeschieden") && end.contains("B-SteinLegen"), "{end:?}");
        // The record of the mill stays, though a stone of it is gone.
        assert!(end.contains("M1,5-7") && !end.contains("B1,6"), "{end:?}");
    }
    assert_eq!(graph(&two), (13, 13));
    let one = of(Variant::Both, transitions, men);
    fire(
        &one,
        "a3,1 am3,1-3 A-eineMühleErkannt A-SteinEntfernen1 A-SteinEntfernenUnmöglich b1,7-entfernen-ausMühle \
         A-SiegbedingungNichtErfüllt",
    );
    assert_eq!(graph(&one), (12, 11));
}

/// Chapter 5: moves that close a mill come first.
#[test]
fn strategies_as_priorities() {
    let mut made = generate(Variant::Base, Player::A);
    closing_first(&mut made);
    let copies: Vec<_> = made
        .net
        .transitions
        .iter()
        .zip(&made.categories)
        .filter(|it| *it.1 == Category::CloseMill)
        .map(|it| it.0)
        .collect();
    let count = |is: &dyn Fn(&str) -> bool| copies.iter().filter(|it| is(&it.name)).count();
    let source = |name: &str| name.split("-schließt").next().map(str::to_owned).unwrap();
    let neighbours = |name: &str| {
        let source = source(name);
        let (from, to) = source.split_once('-')?;
        let field = |text: &str| Field::parse(&text[1..]);
        Some(field(from)?.neighbours().contains(field(to)?))
    };
    assert_eq!(count(&|name| neighbours(name).is_none()), 96);
    assert_eq!(count(&|name| neighbours(name) == Some(true)), 128);
    assert_eq!(count(&|name| neighbours(name) == Some(false)), 1888);
    assert!(copies.iter().all(|it| it.priority == 25));
    // The stone that closes the mill is placed, though 20 other fields are free.
    let start = Position {
        stones: [fields("11 12"), fields("33")],
        hand: [7, 8],
        captured: [0, 0],
        status: Status::ToMove(Player::A),
    };
    let mut net = made.net.clone();
    for place in &mut net.places {
        let tokens = match place.name.as_str() {
            "A1,1" | "A1,2" | "B3,3" | "A-SteinLegen" => 1,
            "A-Steine" => 7,
            "B-Steine" => 8,
            _ => 0,
        };
        place.initial = tokens;
    }
    let run = Run::new(&net, CapacityRule::Net);
    assert_eq!(names(&net, &run.firable()), ["a1,3-schließt1,1-3"]);
    assert_eq!(start.moves().len(), 21);
}

fn fields(text: &str) -> Fields {
    text.split(' ').filter_map(Field::parse).collect()
}

/// Print says that several hundred transitions may be enabled in a jump phase: there are at most 54.
#[test]
fn at_most_54_jumps() {
    let most = Position {
        stones: [fields("11 13 15"), fields("31 33 35")],
        hand: [0, 0],
        captured: [6, 6],
        status: Status::ToMove(Player::A),
    };
    assert_eq!(most.free().len(), 18);
    assert_eq!(most.moves().len(), 54);
    let mut net = generate(Variant::Base, Player::A).net;
    let marking = set("A1,1 A1,3 A1,5 B3,1 B3,3 B3,5 A-P2");
    for place in &mut net.places {
        let six = place.name.ends_with("-ausgeschieden");
        place.initial = if six { 6 } else { u32::from(marking.contains(&place.name)) };
    }
    assert_eq!(Run::new(&net, CapacityRule::Net).firable().len(), 54);
}

/// Definition 2.4 on the whole net: inhibitor arcs are none of the flow relation.
#[test]
fn presets_and_postsets_of_the_whole_net() {
    let net = generate(Variant::Base, Player::A).net;
    for (place, preset, postset) in
        [("A-MühleErkennen", 576, 40), ("A-P2", 1, 553), ("A-SteinLegen", 26, 25), ("A3,2", 27, 27)]
    {
        let id = net.places.iter().position(|it| it.name == place).unwrap();
        let found = around(&net, NetNode::Place(id));
        assert_eq!((found.preset.len(), found.postset.len()), (preset, postset), "{place}");
    }
}

/// The invariants of the whole net: one token goes through the control places of both players; the others hold on every
/// run, but are no linear equations.
#[test]
fn invariants_of_the_whole_net() {
    let net = generate(Variant::Base, Player::A).net;
    let found = place_invariants(&net, &Default::default()).unwrap();
    let minimal = found.minimal.expect("few invariants");
    let [vector] = &minimal[..] else { panic!("{} invariants", minimal.len()) };
    let in_it: BTreeSet<_> = (0..net.places.len())
        .filter(|&place| !vector[place].is_zero())
        .map(|place| net.places[place].name.clone())
        .collect();
    let control = "A-SteinLegen A-P2 A-MühleErkennen A-SteinEntfernen A-SiegPrüfen Spielende:A-gewinnt \
        B-SteinLegen B-P2 B-MühleErkennen B-SteinEntfernen B-SiegPrüfen Spielende:B-gewinnt";
    assert_eq!(in_it, set(control));
    let mut chance = Chance::new(7);
    for _ in 0..20 {
        let mut run = Run::new(&net, CapacityRule::Net);
        for _ in 0..300 {
            let Some(id) = chance.choose(&run.firable()) else { break };
            let wins = net.transitions[id].name.ends_with("-gewinnt");
            run.fire(id).unwrap();
            let tokens = |is: &dyn Fn(&str) -> bool| -> u32 {
                let places = net.places.iter().zip(run.marking());
                places.filter(|it| is(&it.0.name)).map(|it| it.1).sum()
            };
            assert_eq!(tokens(&|name| control.split_whitespace().any(|it| it == name)), 1);
            assert!(tokens(&|name| name.starts_with("ML-")) <= 1);
            for field in Field::all() {
                let both = [format!("A{field}"), format!("B{field}")];
                assert!(tokens(&|name| both.iter().any(|it| it == name)) <= 1);
            }
            for player in ["A", "B"].into_iter().filter(|_| !wins) {
                let men = |name: &str| {
                    let rest = name.strip_prefix(player);
                    rest.is_some_and(|rest| {
                        ["-Steine", "-ausgeschieden"].contains(&rest)
                            || Field::parse(rest).is_some()
                    })
                };
                assert_eq!(tokens(&men), 9, "{player}");
            }
            if wins {
                break;
            }
        }
    }
}

/// The first table says 15 for A-SteinLegenUnmöglich, section 4.3.1 says 10: the graphs are the same.
#[test]
fn both_printed_priorities_of_placing_impossible_work() {
    for figure in ["3.4", "4.10", "4.11"] {
        let mut net = part(figure).net;
        let before = graph(&net);
        for it in net.transitions.iter_mut().filter(|it| it.name == "A-SteinLegenUnmöglich") {
            assert_eq!(it.priority, 15);
            it.priority = 10;
        }
        assert_eq!(graph(&net), before, "{figure}");
    }
    // Nothing else competes: whenever it is enabled, only placings of priority 20 are enabled beside it.
    let net = generate(Variant::Base, Player::A).net;
    let place = net.places.iter().position(|it| it.name == "A-SteinLegen").unwrap();
    let takes = around(&net, NetNode::Place(place)).postset;
    let priorities: BTreeSet<_> = takes.iter().map(|it| net.transitions[it.0].priority).collect();
    assert_eq!(priorities, BTreeSet::from([15, 20]));
}

/// Each figure is written, drawn, read again and replayed by the command.
#[test]
fn figures_are_written_read_and_drawn() {
    let folder = Folder::new("muehle-figures");
    let run =
        |words: &[&str]| -> Ran { grundy(words, &folder.0).output().expect("grundy runs").into() };
    assert_eq!(Figure::all().count(), 58);
    for figure in Figure::all() {
        let made = figure.net().net;
        let again = pnml::read(&pnml::write(&made), None).expect("a net");
        assert_eq!((again.net, &again.warnings[..]), (made, &[][..]), "{}", figure.name);
    }
    for (figure, sequence) in [
        ("3.3", "a1,1"),
        ("3.7", "a1,1-a1,2"),
        ("3.14", "mühleLeer-1,1 zweiteMühleLeer-1,1"),
        ("4.11", "A-SteinLegenUnmöglich a2,1-a2,2"),
        ("4.14", "a2,2-a3,2 mühleLeer-2,2 zweiteMühleLeer-2,2 am3,1-3 A-SteinEntfernenUnmöglich"),
        ("4.25", "a3,1 am3,1-3 am3,7-1 A-SteinEntfernen2 b1,1-entfernen"),
        ("4.31", "A-SteinEntfernenUnmöglich b1,5-entfernen-ausMühle"),
        ("A.3", "am3,1-3"),
        ("A.9", "a1,1-a3,5"),
        ("A.12", "A-SteinEntfernenUnmöglich"),
    ] {
        run(&["muehle", "net", "--part", figure, "--to", "pipe", "-q", "-o", "f.xml"])
            .check(0, "", "");
        run(&["petri", "draw", "f.xml", "-o", "f.svg"]).check(0, "", "wrote f.svg\n");
        let replayed = run(&["petri", "replay", "f.xml", sequence]);
        assert_eq!(replayed.exit, Some(0), "{figure}: {}", replayed.stderr);
    }
    let unknown = run(&["muehle", "net", "--part", "4.1"]);
    assert_eq!(unknown.exit, Some(2));
    assert!(
        unknown.stderr.contains("figure 4.1 does not have its own net; these do: 3.1 3.2"),
        "{}",
        unknown.stderr
    );
    let strategy = run(&["muehle", "net", "--strategy", "close-mills", "--format", "json"]).json();
    let closing = serde_json::json!({ "name": "close a mill first", "value": "2112" });
    assert!(
        strategy["categories"].as_array().is_some_and(|it| it.contains(&closing)),
        "{strategy}"
    );
    let both = run(&["muehle", "net", "--variant", "both", "--format", "json"]).json();
    assert_eq!((&both["places"], &both["transitions"]), (&132.into(), &1440.into()));
    assert_eq!(Variant::Both.rule(), CaptureRule::FromMillsIfAll);
}

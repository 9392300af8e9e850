//! Nets beside the rules: the published ones, and ones with an error put in.

use grundy_games::muehle::compare::{
    CompareOptions, DifferenceKind, Divergence, NetComparison, Shortest, compare,
};
use grundy_games::muehle::net::{Variant, generate, rule_of};
use grundy_games::muehle::{CaptureRule, Field, Player};
use grundy_games::petri::{CapacityRule, Firing, Net, PlaceId, TransitionId, obstacles, pnml};
use grundy_language::limit::{CancellationToken, Limit};
use std::num::NonZeroU32;

fn net(variant: Variant) -> Net {
    generate(variant, Player::A).net
}

/// Compares, and replays what was found by the definition of firing.
fn compared(net: &Net, options: &CompareOptions<'_>) -> NetComparison {
    let comparison = compare(net, options).unwrap_or_else(|missing| panic!("{missing:?}"));
    for divergence in &comparison.divergences {
        replay(net, divergence);
    }
    comparison
}

fn replay(net: &Net, divergence: &Divergence) {
    let mut marking = net.initial();
    let firing = Firing::new(net, CapacityRule::Net);
    let enabled = |marking: &[u32], id| obstacles(net, CapacityRule::Net, marking, id).is_empty();
    for (step, &id) in divergence.fired.iter().enumerate() {
        let priority = net.transitions[id].priority;
        assert!(enabled(&marking, id), "{:?}: step {step}", divergence.kind);
        let earlier = |it: &TransitionId| net.transitions[*it].priority > priority;
        let mut others = (0..net.transitions.len()).filter(earlier);
        assert!(!others.any(|it| enabled(&marking, it)), "{:?}: step {step}", divergence.kind);
        firing.fire(&mut marking, id).unwrap();
    }
}

fn kinds(comparison: &NetComparison) -> Vec<DifferenceKind> {
    comparison.divergences.iter().map(|divergence| divergence.kind).collect()
}

fn find(comparison: &NetComparison, kind: DifferenceKind) -> &Divergence {
    let found = comparison.divergences.iter().find(|it| it.kind == kind);
    found.unwrap_or_else(|| panic!("{:?} without {kind:?}", kinds(comparison)))
}

#[test]
fn stable_markings_are_as_many_as_published() {
    let net = net(Variant::Base);
    // Those after this number of turns; all before the last layer are expanded.
    for (depth, stable) in [(1, 1), (2, 1 + 24), (3, 1 + 24 + 552), (4, 1 + 24 + 552 + 6072)] {
        let comparison =
            compared(&net, &CompareOptions { depth, games: 0, ..CompareOptions::default() });
        assert_eq!((comparison.depth, comparison.markings), (depth, stable));
        assert_eq!(kinds(&comparison), []);
        assert_eq!((comparison.complete, comparison.limit), (false, None));
    }
}

#[test]
#[ignore = "needs several seconds and a gigabyte; .ci/run does it"]
fn stable_markings_after_four_turns_are_as_many_as_published() {
    let options = CompareOptions { depth: 5, games: 0, ..CompareOptions::default() };
    let comparison = compared(&net(Variant::Base), &options);
    assert_eq!(comparison.markings, 1 + 24 + 552 + 6072 + 63756);
    assert_eq!(kinds(&comparison), []);
}

/// All markings up to the stable ones after some turns: the published counts of every kind.
#[test]
fn markings_of_all_kinds_are_as_many_as_published() {
    let net = net(Variant::Base);
    let firing = Firing::new(&net, CapacityRule::Net);
    let place = |name: &str| net.places.iter().position(|it| it.name == name).unwrap();
    let begins: [PlaceId; 2] = ["A-SteinLegen", "B-SteinLegen"].map(place);
    let mut layer = std::collections::BTreeSet::from([net.initial()]);
    let mut known = layer.clone();
    for (stable, all) in [(24, 49), (552, 1153), (6072, 13297)] {
        let mut next = std::collections::BTreeSet::new();
        let mut work: Vec<_> = layer.into_iter().collect();
        while let Some(marking) = work.pop() {
            for id in firing.firable(&marking) {
                let mut after = marking.clone();
                firing.fire(&mut after, id).unwrap();
                let over = begins.iter().any(|place| after[*place] > 0);
                if known.insert(after.clone()) && !over {
                    work.push(after.clone());
                }
                if over {
                    next.insert(after);
                }
            }
        }
        assert_eq!((next.len(), known.len()), (stable, all));
        layer = next;
    }
}

#[test]
fn the_base_net_forgets_the_second_mill_of_a_stone() {
    let net = net(Variant::Base);
    let comparison =
        compared(&net, &CompareOptions { depth: 2, games: 1000, ..CompareOptions::default() });
    let unearned = find(&comparison, DifferenceKind::UnearnedCapture);
    // Nobody closes two mills with one stone before turn 9, and it shows two turns later.
    assert_eq!((unearned.turn, unearned.shortest), (11, Shortest::OnItsFields));
    assert_eq!((unearned.unrecorded.len(), unearned.stale.len()), (1, 0));
    assert!(!unearned.astray);
    let [alone] = &unearned.by_rules[..] else { panic!("{:?}", unearned.by_rules) };
    assert!(unearned.by_net.iter().all(|turn| turn.starts_with(&format!("{alone} x"))));
    let protected = find(&comparison, DifferenceKind::CaptureIfAllInMills);
    assert_eq!((protected.turn, protected.unrecorded.len()), (10, 1));
    let mill = find(&comparison, DifferenceKind::CaptureFromMill);
    assert!(mill.by_rules.len() < mill.by_net.len());
    assert!(
        comparison.divergences.iter().all(|it| it.stale.is_empty()),
        "no record outlives its mill"
    );
    assert!(comparison.events.two_mills > 0 && comparison.events.blocked > 0);
    assert!(comparison.events.jumps > 0 && comparison.events.decided > 0);
}

#[test]
fn two_steps_before_a_capture_repair_that() {
    for beginner in Player::ALL {
        let net = generate(Variant::Step2, beginner).net;
        let comparison =
            compared(&net, &CompareOptions { depth: 2, games: 400, ..CompareOptions::default() });
        assert_eq!(kinds(&comparison), []);
        assert!(comparison.events.two_mills > 0 && comparison.events.all_in_mills > 0);
        assert_eq!(comparison.events.out_of_step, 0);
        assert!(!comparison.complete);
    }
}

#[test]
fn a_doubled_capture_leaves_a_token_behind_when_nothing_can_be_captured() {
    let net = net(Variant::Doubled);
    let comparison =
        compared(&net, &CompareOptions { depth: 1, games: 2000, ..CompareOptions::default() });
    let next = find(&comparison, DifferenceKind::NextPlayer);
    let names: Vec<_> = next.fired.iter().map(|id| net.transitions[*id].name.as_str()).collect();
    let passed = names.iter().filter(|name| name.ends_with("SteinEntfernenUnmöglich"));
    assert!(passed.count() >= 2, "{names:?}");
}

#[test]
fn records_of_captured_mills_stay_behind() {
    let net = net(Variant::CaptureFromMill);
    let rule = rule_of(&net);
    assert_eq!(rule, CaptureRule::FromMillsIfAll);
    let comparison =
        compared(&net, &CompareOptions { rule, depth: 2, games: 400, ..CompareOptions::default() });
    let missed = find(&comparison, DifferenceKind::MissedCapture);
    assert_eq!((missed.turn, missed.stale.len()), (8, 1));
    assert_eq!(missed.by_net.len(), 1);
    assert!(missed.by_rules.len() > 1);
    find(&comparison, DifferenceKind::RefusedCapture);
    find(&comparison, DifferenceKind::UnearnedCapture);
}

#[test]
fn the_other_rule_differs() {
    let rule = CaptureRule::FromMillsIfAll;
    let options = CompareOptions { rule, depth: 1, games: 400, ..CompareOptions::default() };
    let comparison = compared(&net(Variant::Step2), &options);
    let missed = find(&comparison, DifferenceKind::MissedCapture);
    assert!(missed.unrecorded.is_empty() && missed.stale.is_empty());
}

#[test]
fn the_same_seed_gives_the_same_comparison() {
    let at = |variant, seed, threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let options = CompareOptions { depth: 2, games: 16, seed, ..CompareOptions::default() };
        pool.install(|| compared(&net(variant), &options))
    };
    let [one, two] = [1, 2].map(|threads| at(Variant::Base, 7, threads));
    assert!(!one.divergences.is_empty());
    assert_eq!(one.divergences, two.divergences);
    assert_eq!((one.turns, one.events), (two.turns, two.events));
    let [one, other] = [7, 8].map(|seed| at(Variant::Step2, seed, 1).events);
    assert_ne!(one, other);
}

#[test]
fn who_stops_gets_no_verdict() {
    let stop = CancellationToken::default();
    stop.request();
    let comparison =
        compared(&net(Variant::Base), &CompareOptions { stop, ..CompareOptions::default() });
    assert_eq!(comparison.limit, Some(Limit::STOPPED));
    assert!(!comparison.complete);
}

#[test]
fn a_net_of_another_game_names_what_is_missing() {
    let missing = compare(&Net::default(), &CompareOptions::default()).unwrap_err();
    assert_eq!(missing.len(), 56);
    assert_eq!(missing[0], "A1,1");
    let mut other = net(Variant::Base);
    let place = other.places.iter().position(|it| it.name == "B-SteinLegen").unwrap();
    other.places[place].name = "elsewhere".to_owned();
    assert_eq!(compare(&other, &CompareOptions::default()).unwrap_err(), ["B-SteinLegen"]);
}

/// So what is compared is the net that was made, and the file as well.
#[test]
fn a_written_net_is_read_as_it_was_made() {
    for variant in Variant::ALL {
        let made = net(variant);
        let read = pnml::read(&pnml::write(&made), None).unwrap().net;
        assert_eq!(read, made, "{variant:?}");
    }
}

/// A transition by its name.
fn named<'n>(net: &'n mut Net, name: &str) -> &'n mut grundy_games::petri::Transition {
    let found = net.transitions.iter_mut().find(|it| it.name == name);
    found.unwrap_or_else(|| panic!("no transition {name}"))
}

fn place(net: &Net, name: &str) -> PlaceId {
    net.places.iter().position(|it| it.name == name).unwrap_or_else(|| panic!("no place {name}"))
}

/// Changes one thing in the net with two steps, which is right as it is.
fn mutant(change: impl FnOnce(&mut Net)) -> Vec<DifferenceKind> {
    let mut net = net(Variant::Step2);
    change(&mut net);
    kinds(&compared(&net, &CompareOptions { depth: 2, games: 60, ..CompareOptions::default() }))
}

type Change = fn(&mut Net);

const MUTANTS: &[(&str, Change, DifferenceKind)] = &[
    (
        "a field can be taken twice",
        |net| named(net, "a1,1").inhibitors.clear(),
        DifferenceKind::PositionError,
    ),
    (
        "a slide onto a stone",
        |net| named(net, "b2,2-b1,2").inhibitors.clear(),
        DifferenceKind::PositionError,
    ),
    (
        "a move is missing",
        |net| net.transitions.retain(|it| it.name != "a3,3-a3,4"),
        DifferenceKind::MissedMove,
    ),
    (
        "a place is missing",
        |net| net.transitions.retain(|it| it.name != "b3,3"),
        DifferenceKind::MissedMove,
    ),
    (
        "a mill is not seen",
        |net| net.transitions.retain(|it| it.name != "am1,1-3"),
        DifferenceKind::MissedCapture,
    ),
    (
        "no stone is protected by one mill",
        |net| {
            let record = place(net, "M1-3,2");
            named(net, "b2,2-entfernen").inhibitors.retain(|arc| arc.place != record);
        },
        DifferenceKind::CaptureFromMill,
    ),
    (
        "a wrong mill protects",
        |net| {
            let record = place(net, "M3,5-7");
            let arcs = &mut named(net, "b1,1-entfernen").inhibitors;
            arcs.push(grundy_games::petri::Arc { place: record, weight: NonZeroU32::MIN });
            arcs.sort_by_key(|arc| arc.place);
        },
        DifferenceKind::RefusedCapture,
    ),
    (
        "records are kept",
        |net| named(net, "mühleLeeren-1,1").priority = 70,
        DifferenceKind::MissedCapture,
    ),
    (
        "passing comes before capturing",
        |net| named(net, "A-SteinEntfernenUnmöglich").priority = 65,
        DifferenceKind::MissedCapture,
    ),
    (
        "no mill comes before a mill",
        |net| {
            for field in Field::all() {
                named(net, &format!("A{field}-keineMühleErkannt")).priority = 45;
            }
        },
        DifferenceKind::MissedCapture,
    ),
    (
        "giving up comes before placing",
        |net| named(net, "A-SteinLegenUnmöglich").priority = 25,
        DifferenceKind::MissedMove,
    ),
    (
        "jumping with four stones",
        |net| {
            let captured = place(net, "A-ausgeschieden");
            for transition in net.transitions.iter_mut().filter(|it| it.name.starts_with('a')) {
                for arc in transition.inputs.iter_mut().chain(&mut transition.outputs) {
                    if arc.place == captured && arc.weight.get() == 6 {
                        arc.weight = NonZeroU32::new(5).unwrap();
                    }
                }
            }
        },
        DifferenceKind::IllegalMove,
    ),
    (
        "a win after six captures",
        |net| {
            for arc in &mut named(net, "a-gewinnt").inputs {
                arc.weight = NonZeroU32::new(arc.weight.get().min(6)).unwrap();
            }
        },
        DifferenceKind::GameEnd,
    ),
    (
        "a captured stone stays",
        |net| {
            let stone = place(net, "B1,1");
            let transition = named(net, "b1,1-entfernen");
            let read = transition.inputs.iter().find(|arc| arc.place == stone).copied();
            transition.outputs.extend(read);
            transition.outputs.sort_by_key(|arc| arc.place);
        },
        DifferenceKind::MissedCapture,
    ),
    (
        "a capture is not counted",
        |net| {
            let captured = place(net, "B-ausgeschieden");
            named(net, "b1,1-entfernen").outputs.retain(|arc| arc.place != captured);
        },
        DifferenceKind::Counts,
    ),
    (
        "a stone comes from nowhere",
        |net| {
            let hand = place(net, "A-Steine");
            named(net, "a1,1").inputs.retain(|arc| arc.place != hand);
        },
        DifferenceKind::Counts,
    ),
    (
        "the same player again",
        |net| {
            let [wrong, right] = ["A-SteinLegen", "B-SteinLegen"].map(|name| place(net, name));
            for arc in &mut named(net, "A2,5-keineMühleErkannt").outputs {
                arc.place = if arc.place == right { wrong } else { arc.place };
            }
            named(net, "A2,5-keineMühleErkannt").outputs.sort_by_key(|arc| arc.place);
        },
        DifferenceKind::NextPlayer,
    ),
    (
        "a place without a stone",
        |net| {
            let stone = place(net, "A1,5");
            named(net, "a1,5").outputs.retain(|arc| arc.place != stone);
        },
        DifferenceKind::MissedMove,
    ),
    (
        "nothing to do after a capture",
        |net| {
            net.transitions.retain(|it| it.name != "B-SiegbedingungNichtErfüllt");
        },
        DifferenceKind::Stuck,
    ),
    (
        "a blocked player wins",
        |net| {
            let [wrong, right] =
                ["A", "B"].map(|it| place(net, &format!("Spielende:{it}-gewinnt")));
            for arc in &mut named(net, "A-ZugUnmöglich").outputs {
                arc.place = if arc.place == right { wrong } else { arc.place };
            }
        },
        DifferenceKind::GameEnd,
    ),
    (
        "one stone more",
        |net| {
            let hand = place(net, "B-Steine");
            net.places[hand].initial = 10;
            net.places[hand].capacity = None;
        },
        DifferenceKind::Start,
    ),
    (
        "both begin",
        |net| {
            let begins = place(net, "B-SteinLegen");
            net.places[begins].initial = 1;
        },
        DifferenceKind::Start,
    ),
];

/// Every second mutant, from the first or the second on.
fn mutants_are_found(first: usize) {
    let mut missed = Vec::new();
    for (name, change, kind) in MUTANTS.iter().skip(first).step_by(2) {
        let found = mutant(change);
        if !found.contains(kind) {
            missed.push(format!("{name}: {kind:?} not among {found:?}"));
        }
    }
    assert_eq!(missed, [""; 0]);
}

#[test]
fn every_mutant_of_one_half_is_found() {
    mutants_are_found(0);
}

#[test]
fn every_mutant_of_the_other_half_is_found() {
    mutants_are_found(1);
}

/// Changes after which the net has the same positions, turn by turn: no comparison of positions
/// can or should find them.
#[test]
fn equivalent_mutants_are_no_divergence() {
    let equivalent: &[(&str, Change)] = &[
        // Only their order counts.
        ("other numbers for priorities", |net| {
            net.transitions.iter_mut().for_each(|it| it.priority *= 3);
        }),
        // Nothing else is enabled when this is.
        ("placing impossible at 10", |net| named(net, "A-SteinLegenUnmöglich").priority = 10),
        // In play no place ever holds more.
        ("no capacity of the hand", |net| {
            let hand = place(net, "A-Steine");
            net.places[hand].capacity = None;
        }),
    ];
    for (name, change) in equivalent {
        assert_eq!(mutant(change), [], "{name}");
    }
}

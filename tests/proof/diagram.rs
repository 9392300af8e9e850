//! Proofs by walls: what they show is what direct computation finds, and what was changed is refused
//! or still true.

use crate::support::Random;
use crate::trace::{direct, is_as_said, judged, moves, resealed};
use grundy_engines::one_game::Walls;
use grundy_engines::walls::{Recognition, find};
use grundy_infer::parametric::{ParametricOptions, ParametricTheorem, pieces, theorem};
use grundy_kernel::trace::diagram::{Diagram, Event, check};
use grundy_kernel::trace::{Class, Move, Proof, Reason, check_file};

/// Three moves 1, 7 and 8 of the catalogue, and families whose windows have many small runs.
const FAMILIES: [&[(i64, i64)]; 5] = [
    &[(5, -2), (10, -3), (10, 2)],
    &[(6, 2), (15, 5), (21, 6)],
    &[(6, 2), (15, 4), (21, 5)],
    &[(2, -2), (2, 0), (3, 0), (10, -2)],
    &[(4, -2), (8, 1), (9, -2), (9, -1)],
];

/// The number of positions by which games are judged.
const POSITIONS: u64 = 1 << 28;

/// Games that take so few steps that only walls show anything.
fn few() -> ParametricOptions<'static> {
    ParametricOptions {
        steps: 1 << 8,
        work: 1 << 24,
        most: 1,
        long: 0,
        ..ParametricOptions::default()
    }
}

fn found(pairs: &[(i64, i64)]) -> ParametricTheorem {
    theorem(&moves(pairs), 1, &few()).unwrap()
}

fn diagrams(theorem: &ParametricTheorem) -> impl Iterator<Item = &Diagram> {
    theorem.classes.iter().map(|it| match &it.proof {
        Proof::Diagram(diagram) => diagram,
        Proof::Trace(trace) => panic!("a trace of {:?}", trace.moves),
    })
}

/// From some n on each game belongs to one of the parts, and is what that says.
#[test]
fn families_of_domains_are_proved() {
    for pairs in FAMILIES {
        let theorem = found(pairs);
        assert!(theorem.open.is_empty() && diagrams(&theorem).count() > 0, "{pairs:?}");
        let parts = pieces(&theorem.classes());
        let from = parts.iter().map(|part| part.from).max().unwrap();
        assert!(from < 1200, "{pairs:?} from {from}");
        for n in from..from + theorem.modulus.max(4) {
            is_as_said(&parts, pairs, n, POSITIONS);
        }
    }
}

/// For n mod 4 = 3 the last two walls are near to each other before one of them vanishes: the preperiod is
/// shown where they are kept farther apart.
#[test]
fn the_preperiod_is_shown_by_walls_that_are_kept_apart() {
    let pairs = [(2, -2), (2, 2), (4, 1), (11, 2)];
    let options = ParametricOptions { modulus: 4, residue: 3, ..few() };
    let theorem = theorem(&moves(&pairs), 1, &options).unwrap();
    let parts = pieces(&theorem.classes());
    let [part] = &parts[..] else { panic!("{parts:?}") };
    assert!(
        theorem.open.is_empty() && part.period.is_least && part.preperiod.is_some(),
        "{part:?}"
    );
    assert!(part.from < 600, "{part:?}");
    for n in [599, 603, 1003] {
        is_as_said(&parts, &pairs, n, POSITIONS);
    }
}

/// A single game is the first one of a class.
#[test]
fn single_games_agree_with_direct_computation() {
    let mut count = 0;
    for pairs in FAMILIES {
        for n in (100..500).step_by(37) {
            let sizes: Vec<_> = pairs.iter().map(|(a, b)| (a * n + b).unsigned_abs()).collect();
            let walls = Walls::new(&sizes);
            let found = walls.and_then(|mut it| it.follow(1 << 26, &Default::default()));
            let Some(found) = found else { continue };
            let cycle = direct(&moves(pairs), n, POSITIONS).unwrap();
            assert_eq!(found.preperiod, cycle.preperiod.into(), "{pairs:?} at {n}");
            assert!(found.is_least && found.period == cycle.period.into(), "{pairs:?} at {n}");
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}

/// Three to five moves, or fewer, with factors and absolute summands of at most these.
fn family(random: &mut Random, factor: usize, summand: usize) -> Vec<(i64, i64)> {
    let count = 3 + random.below(3);
    let mut one =
        || (1 + random.below(factor) as i64, random.below(2 * summand + 1) as i64 - summand as i64);
    let mut pairs: Vec<_> = (0..count).map(|_| one()).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

#[test]
fn random_families_agree_with_direct_computation() {
    let mut random = Random(9);
    let (mut proved, mut computed) = (0, 0);
    for _ in 0..60 {
        let pairs = family(&mut random, 9, 2);
        let options = ParametricOptions { work: 1 << 18, ..few() };
        let Ok(theorem) = theorem(&moves(&pairs), 3, &options) else { continue };
        for class in theorem.classes.iter().take(4) {
            let Proof::Diagram(diagram) = &class.proof else { continue };
            proved += 1;
            computed += judged(&diagram.moves, &class.class(), 3, POSITIONS).unwrap();
        }
    }
    println!("{proved} proved, {computed} games computed");
    assert!(proved > 20 && computed > 40, "{proved} proved, {computed} games computed");
}

/// Diagrams of few walls, many of which come again at once, and those of more.
#[test]
fn random_diagrams_agree_with_direct_computation() {
    let mut random = Random(11);
    let (mut whole, mut computed) = (0, 0);
    for _ in 0..150 {
        let pairs = family(&mut random, 12, 3);
        let factor = pairs.iter().fold(0, |all, it| num_integer::gcd(all, it.0));
        let (moves, row) = (moves(&pairs), Move { factor, summand: 0 });
        let start = 200 + random.below(50) as i64;
        let Ok(diagram) =
            find(&moves, row, start, Recognition::default(), &mut (1 << 22), &Default::default())
        else {
            continue;
        };
        let Ok(shown) = check(&diagram, &[4, 6, 16], &|| false) else { continue };
        whole += usize::from(shown.unique.is_some() && shown.preperiod.is_some());
        let class = Class { start, step: diagram.step, shown };
        computed += judged(&moves, &class, 2, POSITIONS).unwrap();
    }
    println!("{whole} whole, {computed} games computed");
    assert!(whole > 60 && computed > 120, "{whole} whole, {computed} games computed");
}

/// Every number of an event changed, every event left out or made twice.
fn changed(diagram: &Diagram) -> Vec<Diagram> {
    let mut all = Vec::new();
    let lines: Vec<_> = diagram.events.clone();
    for (index, event) in lines.iter().enumerate() {
        let mut with = |other: &[Event]| {
            let mut wrong = diagram.clone();
            wrong.events.splice(index..=index, other.iter().cloned());
            all.push(wrong);
        };
        with(&[]);
        with(&[event.clone(), event.clone()]);
        for by in [-1, 1, 5] {
            let other = |number: usize| number.wrapping_add_signed(by as isize);
            match event.clone() {
                Event::Cycle { wall, rows } => {
                    with(&[Event::Cycle { wall: other(wall), rows }]);
                    with(&[Event::Cycle { wall, rows: rows + by }]);
                }
                Event::Run { rows } => {
                    for place in 0..rows.len() {
                        let mut rows = rows.clone();
                        rows[place] += by;
                        with(&[Event::Run { rows }]);
                    }
                }
                Event::Wake { wall } => with(&[Event::Wake { wall: other(wall) }]),
                Event::Step { rows } => {
                    with(&[Event::Step { rows: rows.wrapping_add_signed(by as i32) % (1 << 16) }]);
                }
                Event::Meet { wall } => with(&[Event::Meet { wall: other(wall) }]),
                Event::Part { wall, from, to, domain } => {
                    with(&[Event::Part { wall: other(wall), from, to, domain }]);
                    with(&[Event::Part { wall, from: other(from), to, domain }]);
                    with(&[Event::Part { wall, from, to: other(to), domain }]);
                    for place in 0..domain.len() {
                        let mut wrong = domain;
                        wrong[place] = other(wrong[place]);
                        with(&[Event::Part { wall, from, to, domain: wrong }]);
                    }
                }
                Event::Vanish { wall } => with(&[Event::Vanish { wall: other(wall) }]),
                Event::Turn => with(&[Event::Turn, Event::Step { rows: 1 }]),
                // Loops have their own tests.
                Event::Loop { .. } | Event::Again => {}
            }
        }
    }
    for by in [-1, 1, 2, 7] {
        all.push(Diagram { start: diagram.start + by, ..diagram.clone() });
        all.push(Diagram { step: diagram.step + by, ..diagram.clone() });
        let Move { factor, summand } = diagram.row;
        all.push(Diagram { row: Move { factor: factor + by, summand }, ..diagram.clone() });
        all.push(Diagram { row: Move { factor, summand: summand + by }, ..diagram.clone() });
        for index in 0..diagram.moves.len() {
            let mut wrong = diagram.clone();
            wrong.moves[index].summand += by;
            all.push(wrong.clone());
            wrong.moves[index] = diagram.moves[index];
            wrong.moves[index].factor += by;
            all.push(wrong);
        }
        for index in 0..diagram.tiles.len() {
            let mut wrong = diagram.clone();
            wrong.tiles[index][0] ^= 1 << by.unsigned_abs();
            all.push(wrong);
        }
    }
    all
}

/// How many diagrams are refused, for more than five reasons; what the others show is true of as many
/// games as are computed.
pub fn refused_or_true(diagrams: &[Diagram], games: i64) -> usize {
    let mut reasons = std::collections::BTreeMap::new();
    let mut refused = 0;
    for diagram in diagrams {
        match check(diagram, &[4, 16], &|| false) {
            Err(why) => {
                refused += 1;
                *reasons.entry(why.reason.to_string()).or_insert(0) += 1;
            }
            Ok(shown) => {
                let Diagram { start, step, .. } = *diagram;
                let class = Class { start, step, shown };
                judged(&diagram.moves, &class, games, POSITIONS).unwrap();
            }
        }
    }
    println!("{refused} of {} refused: {reasons:?}", diagrams.len());
    assert!(reasons.len() > 5, "{reasons:?}");
    refused
}

#[test]
fn changed_diagrams_are_refused_or_true() {
    let mutants = |pairs| diagrams(&found(pairs)).take(2).flat_map(changed).collect::<Vec<_>>();
    let mutants: Vec<_> = FAMILIES.iter().flat_map(|pairs| mutants(pairs)).collect();
    let refused = refused_or_true(&mutants, 3);
    assert!(refused > 500, "{refused} of {}", mutants.len());
}

#[test]
fn forged_files_show_nothing_new() {
    let pairs = FAMILIES[1];
    let theorem = found(pairs);
    let mut text = Vec::new();
    theorem.write(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let own = check_file(text.as_bytes(), &|| false).unwrap();
    assert_eq!(own, (moves(pairs), theorem.classes()));
    let lines: Vec<_> = text.lines().collect();
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| !line.starts_with("seal")) {
        let words: Vec<_> = line.split(' ').collect();
        for place in 0..words.len() {
            for other in ["0", "1", "2", "7", "-3", "99999999999999999999", "x"] {
                let mut words = words.clone();
                words[place] = other;
                let forged = words.join(" ");
                let mut lines = lines.clone();
                lines[index] = &forged;
                let Ok((moves, classes)) = check_file(resealed(&lines).as_bytes(), &|| false)
                else {
                    continue;
                };
                for class in &classes {
                    judged(&moves, class, 3, POSITIONS).unwrap();
                }
            }
        }
    }
}

#[test]
fn what_cannot_be_followed_is_refused() {
    let theorem = found(FAMILIES[2]);
    let diagram = diagrams(&theorem).next().unwrap();
    let refused = |wrong: Diagram| check(&wrong, &[], &|| false).unwrap_err().reason;
    let with = |events: &[Event]| Diagram { events: events.to_vec(), ..diagram.clone() };
    // Nothing was said of how the wall goes on.
    assert_eq!(refused(with(&[])), Reason::End);
    assert_eq!(refused(with(&[Event::Run { rows: vec![1, 0] }])), Reason::Wall);
    // It grows, and comes never again.
    let grows = [Event::Step { rows: 100 }, Event::Cycle { wall: 0, rows: 66 }];
    assert_eq!(refused(with(&grows)), Reason::Cycle);
    // In the end it meets itself.
    assert_eq!(refused(with(&[Event::Step { rows: 1 << 30 }])), Reason::Near);
    // Walls that would meet.
    let last = diagram.events.iter().rposition(|it| matches!(it, Event::Run { .. })).unwrap();
    let mut longer = diagram.events.clone();
    if let Event::Run { rows } = &mut longer[last] {
        rows[0] += 500;
    }
    assert_eq!(refused(with(&longer)), Reason::Near);
    assert_eq!(refused(with(&diagram.events[..last])), Reason::End);
    let stopped = check(diagram, &[], &|| true).unwrap_err();
    assert_eq!((stopped.entry, stopped.reason), (0, Reason::Stopped));
    let large = Diagram { start: i64::MAX / 64, ..diagram.clone() };
    assert_eq!(refused(large), Reason::Number);
    let near = Diagram { start: 0, ..diagram.clone() };
    assert!(check(&near, &[], &|| false).is_err());
}

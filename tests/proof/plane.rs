//! Proofs by edges: what they show is what direct computation finds, and what was changed is refused
//! or still true.

use crate::support::Random;
use crate::trace::{direct, is_as_said, judged, moves, resealed};
use grundy_check::trace::plane::{Event, Picture, check};
use grundy_check::trace::{Class, Move, Proof, Reason, check_file};
use grundy_engines::edges::{Recognition, find};
use grundy_engines::one_game::Edges;
use grundy_infer::parametric::{Options, Theorem, pieces, theorem};

/// Three moves 1, 7 and 8 of the catalogue, and families whose windows have many small runs.
const FAMILIES: [&[(i64, i64)]; 5] = [
    &[(5, -2), (10, -3), (10, 2)],
    &[(6, 2), (15, 5), (21, 6)],
    &[(6, 2), (15, 4), (21, 5)],
    &[(2, -2), (2, 0), (3, 0), (10, -2)],
    &[(4, -2), (8, 1), (9, -2), (9, -1)],
];

/// Games are judged by so many positions.
const POSITIONS: u64 = 1 << 28;

/// Games that take so few steps that only edges show anything.
fn few() -> Options<'static> {
    Options { steps: 1 << 8, work: 1 << 24, most: 1, long: 0, ..Options::default() }
}

fn found(pairs: &[(i64, i64)]) -> Theorem {
    theorem(&moves(pairs), 1, &few()).unwrap()
}

fn pictures(theorem: &Theorem) -> impl Iterator<Item = &Picture> {
    theorem.classes.iter().map(|it| match &it.proof {
        Proof::Picture(picture) => picture,
        Proof::Trace(trace) => panic!("a trace of {:?}", trace.moves),
    })
}

/// From some n on each game belongs to one of the parts, and is what that says.
#[test]
fn families_of_zones_are_proved() {
    for pairs in FAMILIES {
        let theorem = found(pairs);
        assert!(theorem.open.is_empty() && pictures(&theorem).count() > 0, "{pairs:?}");
        let parts = pieces(&theorem.classes());
        let from = parts.iter().map(|part| part.from).max().unwrap();
        assert!(from < 1200, "{pairs:?} from {from}");
        for n in from..from + theorem.modulus.max(4) {
            is_as_said(&parts, pairs, n, POSITIONS);
        }
    }
}

/// For n mod 4 = 3 the last two edges are near to each other before one of them vanishes: the preperiod is
/// shown where they are kept farther apart.
#[test]
fn the_preperiod_is_shown_by_edges_that_are_kept_apart() {
    let pairs = [(2, -2), (2, 2), (4, 1), (11, 2)];
    let options = Options { modulus: 4, residue: 3, ..few() };
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
            let edges = Edges::new(&sizes);
            let found = edges.and_then(|mut it| it.follow(1 << 26, &Default::default()));
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
        let options = Options { work: 1 << 18, ..few() };
        let Ok(theorem) = theorem(&moves(&pairs), 3, &options) else { continue };
        for class in theorem.classes.iter().take(4) {
            let Proof::Picture(picture) = &class.proof else { continue };
            proved += 1;
            computed += judged(&picture.moves, &class.class(), 3, POSITIONS).unwrap();
        }
    }
    println!("{proved} proved, {computed} games computed");
    assert!(proved > 20 && computed > 40, "{proved} proved, {computed} games computed");
}

/// Pictures of few edges, many of which come again at once, and those of more.
#[test]
fn random_pictures_agree_with_direct_computation() {
    let mut random = Random(11);
    let (mut whole, mut computed) = (0, 0);
    for _ in 0..150 {
        let pairs = family(&mut random, 12, 3);
        let factor = pairs.iter().fold(0, |all, it| num_integer::gcd(all, it.0));
        let (moves, row) = (moves(&pairs), Move { factor, summand: 0 });
        let start = 200 + random.below(50) as i64;
        let Ok(picture) =
            find(&moves, row, start, Recognition::default(), &mut (1 << 22), &Default::default())
        else {
            continue;
        };
        let Ok(shown) = check(&picture, &[4, 6, 16], &|| false) else { continue };
        whole += usize::from(shown.unique.is_some() && shown.preperiod.is_some());
        let class = Class { start, step: picture.step, shown };
        computed += judged(&moves, &class, 2, POSITIONS).unwrap();
    }
    println!("{whole} whole, {computed} games computed");
    assert!(whole > 60 && computed > 120, "{whole} whole, {computed} games computed");
}

/// Every number of an event changed, every event left out or made twice.
fn changed(picture: &Picture) -> Vec<Picture> {
    let mut all = Vec::new();
    let lines: Vec<_> = picture.events.clone();
    for (index, event) in lines.iter().enumerate() {
        let mut with = |other: &[Event]| {
            let mut wrong = picture.clone();
            wrong.events.splice(index..=index, other.iter().cloned());
            all.push(wrong);
        };
        with(&[]);
        with(&[event.clone(), event.clone()]);
        for by in [-1, 1, 5] {
            let other = |number: usize| number.wrapping_add_signed(by as isize);
            match event.clone() {
                Event::Cycle { edge, rows } => {
                    with(&[Event::Cycle { edge: other(edge), rows }]);
                    with(&[Event::Cycle { edge, rows: rows + by }]);
                }
                Event::Run { rows } => {
                    for place in 0..rows.len() {
                        let mut rows = rows.clone();
                        rows[place] += by;
                        with(&[Event::Run { rows }]);
                    }
                }
                Event::Wake { edge } => with(&[Event::Wake { edge: other(edge) }]),
                Event::Step { rows } => {
                    with(&[Event::Step { rows: rows.wrapping_add_signed(by as i32) % (1 << 16) }]);
                }
                Event::Meet { edge } => with(&[Event::Meet { edge: other(edge) }]),
                Event::Part { edge, from, to, zone } => {
                    with(&[Event::Part { edge: other(edge), from, to, zone }]);
                    with(&[Event::Part { edge, from: other(from), to, zone }]);
                    with(&[Event::Part { edge, from, to: other(to), zone }]);
                    for place in 0..zone.len() {
                        let mut wrong = zone;
                        wrong[place] = other(wrong[place]);
                        with(&[Event::Part { edge, from, to, zone: wrong }]);
                    }
                }
                Event::Vanish { edge } => with(&[Event::Vanish { edge: other(edge) }]),
                Event::Turn => with(&[Event::Turn, Event::Step { rows: 1 }]),
                // Loops have their own tests.
                Event::Loop { .. } | Event::Again => {}
            }
        }
    }
    for by in [-1, 1, 2, 7] {
        all.push(Picture { start: picture.start + by, ..picture.clone() });
        all.push(Picture { step: picture.step + by, ..picture.clone() });
        let Move { factor, summand } = picture.row;
        all.push(Picture { row: Move { factor: factor + by, summand }, ..picture.clone() });
        all.push(Picture { row: Move { factor, summand: summand + by }, ..picture.clone() });
        for index in 0..picture.moves.len() {
            let mut wrong = picture.clone();
            wrong.moves[index].summand += by;
            all.push(wrong.clone());
            wrong.moves[index] = picture.moves[index];
            wrong.moves[index].factor += by;
            all.push(wrong);
        }
        for index in 0..picture.textures.len() {
            let mut wrong = picture.clone();
            wrong.textures[index][0] ^= 1 << by.unsigned_abs();
            all.push(wrong);
        }
    }
    all
}

/// How many pictures are refused, for more than five reasons; what the others show is true of as many
/// games as are computed.
pub fn refused_or_true(pictures: &[Picture], games: i64) -> usize {
    let mut reasons = std::collections::BTreeMap::new();
    let mut refused = 0;
    for picture in pictures {
        match check(picture, &[4, 16], &|| false) {
            Err(why) => {
                refused += 1;
                *reasons.entry(why.reason.to_string()).or_insert(0) += 1;
            }
            Ok(shown) => {
                let Picture { start, step, .. } = *picture;
                let class = Class { start, step, shown };
                judged(&picture.moves, &class, games, POSITIONS).unwrap();
            }
        }
    }
    println!("{refused} of {} refused: {reasons:?}", pictures.len());
    assert!(reasons.len() > 5, "{reasons:?}");
    refused
}

#[test]
fn changed_pictures_are_refused_or_true() {
    let mutants = |pairs| pictures(&found(pairs)).take(2).flat_map(changed).collect::<Vec<_>>();
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
    let picture = pictures(&theorem).next().unwrap();
    let refused = |wrong: Picture| check(&wrong, &[], &|| false).unwrap_err().reason;
    let with = |events: &[Event]| Picture { events: events.to_vec(), ..picture.clone() };
    // Nothing was said of how the edge goes on.
    assert_eq!(refused(with(&[])), Reason::End);
    assert_eq!(refused(with(&[Event::Run { rows: vec![1, 0] }])), Reason::Edge);
    // It grows, and comes never again.
    let grows = [Event::Step { rows: 100 }, Event::Cycle { edge: 0, rows: 66 }];
    assert_eq!(refused(with(&grows)), Reason::Cycle);
    // In the end it meets itself.
    assert_eq!(refused(with(&[Event::Step { rows: 1 << 30 }])), Reason::Near);
    // Edges that would meet.
    let last = picture.events.iter().rposition(|it| matches!(it, Event::Run { .. })).unwrap();
    let mut longer = picture.events.clone();
    if let Event::Run { rows } = &mut longer[last] {
        rows[0] += 500;
    }
    assert_eq!(refused(with(&longer)), Reason::Near);
    assert_eq!(refused(with(&picture.events[..last])), Reason::End);
    let stopped = check(picture, &[], &|| true).unwrap_err();
    assert_eq!((stopped.entry, stopped.reason), (0, Reason::Stopped));
    let large = Picture { start: i64::MAX / 64, ..picture.clone() };
    assert_eq!(refused(large), Reason::Number);
    let near = Picture { start: 0, ..picture.clone() };
    assert!(check(&near, &[], &|| false).is_err());
}

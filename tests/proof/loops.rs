//! Proofs by walls whose meetings come in loops.

use crate::diagram::refused_or_true;
use crate::support::Random;
use crate::trace::{judged, moves};
use grundy_engines::walls::{Recognition, find};
use grundy_kernel::trace::diagram::{Diagram, Event, check};
use grundy_kernel::trace::{Class, Move};

/// In the odd games of the first one nothing repeats run by run for millions of steps; periods have
/// degree 2 and 3.
const FAMILIES: [&[(i64, i64)]; 8] = [
    &[(1, 0), (5, -2), (6, -2), (8, 2)],
    &[(2, 0), (5, 0), (6, 1), (8, 1)],
    &[(1, 0), (4, 0), (12, 1), (16, 1)],
    &[(3, -1), (6, 0), (8, 0), (9, -1)],
    &[(3, -2), (19, 0), (22, -2)],
    &[(1, -2), (6, -1), (7, -3), (7, 2)],
    &[(3, 0), (7, -1), (11, -2), (14, -2)],
    &[(2, -2), (6, -2), (8, -4), (11, 2)],
];

/// The number of positions by which games are judged.
const POSITIONS: u64 = 1 << 28;

/// The diagrams of games with these parameters, of those that are found soon.
fn found(
    pairs: &[(i64, i64)],
    parameters: impl Iterator<Item = i64>,
) -> impl Iterator<Item = Diagram> {
    let factor = pairs.iter().fold(0, |all, it| num_integer::gcd(all, it.0));
    let row = Move { factor, summand: 0 };
    let one = move |parameter| {
        let mut work = 1 << 25;
        find(&moves(pairs), row, parameter, Recognition::default(), &mut work, &Default::default())
            .ok()
    };
    parameters.filter_map(one)
}

fn loops(events: &[Event]) -> usize {
    let of = |event: &Event| match event {
        Event::Loop { body, .. } => 1 + loops(body),
        _ => 0,
    };
    events.iter().map(of).sum()
}

#[test]
fn periods_of_games_with_loops_agree_with_direct_computation() {
    let (mut computed, mut folded, mut whole) = (0, 0, 0);
    for pairs in FAMILIES {
        for diagram in found(pairs, 512..518) {
            let shown = check(&diagram, &[2, 4], &|| false);
            let shown = shown.unwrap_or_else(|why| panic!("{pairs:?}: {why}"));
            folded += usize::from(loops(&diagram.events) > 0);
            whole += usize::from(shown.unique.is_some() && shown.preperiod.is_some());
            let Diagram { start, step, .. } = diagram;
            let class = Class { start, step, shown };
            computed += judged(&diagram.moves, &class, 2, POSITIONS).unwrap();
        }
    }
    println!("{folded} with loops, {whole} whole, {computed} games computed");
    assert!(folded > 14 && whole > 20 && computed > 40, "{folded}, {whole}, {computed}");
}

/// A period is shown to be the least one by what occurs once in it; two times that is a period as well,
/// and nothing occurs once in it.
#[test]
fn only_the_least_period_is_shown_to_be_least() {
    let (mut least, mut all, mut repeated) = (0, 0, 0);
    for pairs in FAMILIES {
        for diagram in found(pairs, 512..516) {
            let again = diagram.events.iter().position(|event| *event == Event::Again);
            let Some(again) = again else { continue };
            let shown = check(&diagram, &[2, 4], &|| false).unwrap();
            all += 1;
            least += usize::from(shown.unique.is_some());
            let (before, body) = diagram.events.split_at(again + 1);
            let looped = Event::Loop { count: vec![2], body: body.to_vec() };
            let once = Event::Loop { count: vec![1], body: body.to_vec() };
            for more in [
                [body, body].concat(),
                [body, std::slice::from_ref(&looped)].concat(),
                vec![looped],
                vec![once],
            ] {
                let events = [before, &more].concat();
                let other = Diagram { events, ..diagram.clone() };
                let Ok(shown) = check(&other, &[2, 4], &|| false) else { continue };
                assert_eq!(shown.unique, None, "{pairs:?} at {}", diagram.start);
                repeated += 1;
            }
        }
    }
    println!("{least} of {all} least, {repeated} repeated");
    assert!(8 * least > 7 * all && all > 20, "{least} of {all}");
    // A body that begins in the middle of a scene cannot follow itself if walls are taken for one there,
    // and for several in the end; many begin so.
    assert!(2 * repeated > all, "{repeated} of {all}");
}

/// One number changed, or one event left out or made twice, wherever in loops it is.
fn changed(events: &mut Vec<Event>, random: &mut Random) {
    let place = random.below(events.len());
    let by = [-2, -1, 1, 2, 12][random.below(5)];
    let other = |number: &mut usize| *number = number.wrapping_add_signed(by as isize);
    let kind = random.below(8);
    if let Event::Loop { body, .. } = &mut events[place]
        && kind > 2
    {
        return changed(body, random);
    }
    match kind {
        0 => drop(events.remove(place)),
        1 => events.insert(place, events[place].clone()),
        _ => match &mut events[place] {
            Event::Run { rows: numbers } | Event::Loop { count: numbers, .. } => {
                let index = random.below(numbers.len() + 1);
                numbers.resize(numbers.len().max(index + 1), 0);
                numbers[index] += by;
            }
            Event::Cycle { rows, .. } => *rows += by,
            Event::Step { rows } => *rows = rows.wrapping_add_signed(by as i32) % (1 << 16),
            Event::Wake { wall } | Event::Meet { wall } | Event::Vanish { wall } => other(wall),
            Event::Part { from, .. } => other(from),
            Event::Turn | Event::Again => events.insert(place, Event::Step { rows: 1 }),
        },
    }
}

/// Diagrams of these families with changes are refused, or what they show is true.
fn changed_in(families: &[&[(i64, i64)]]) {
    let mut random = Random(4);
    let mut mutants = Vec::new();
    for pairs in families {
        let diagrams = found(pairs, 512..518);
        for diagram in diagrams.filter(|it| loops(&it.events) > 0).take(2) {
            for _ in 0..60 {
                let mut mutant = diagram.clone();
                changed(&mut mutant.events, &mut random);
                mutants.push(mutant);
            }
        }
    }
    let (refused, all) = (refused_or_true(&mutants, 2), mutants.len());
    assert!(all > 100 && 27 * refused > 25 * all, "{refused} of {all}");
}

#[test]
fn changed_loops_are_refused_or_true() {
    changed_in(&FAMILIES[2..7]);
}

/// Loops of the last one take longest.
#[test]
fn changed_long_loops_are_refused_or_true() {
    changed_in(&[FAMILIES[0], FAMILIES[1], FAMILIES[7]]);
}

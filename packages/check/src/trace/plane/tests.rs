//! Each condition refuses where only it does, at the event where it is asked.

use super::front::{Front, Number, Placed};
use super::local::Edge;
use super::texture::Phase;
use super::*;

/// Three moves 8, 36n + 9 and 174n^2 + 90n + 13, from the file in the catalogue.
fn picture() -> Picture {
    let text = include_str!("../../../../../descriptions/families/three_moves_8.trace");
    let moves = [(6, 2), (15, 4), (21, 5)];
    let moves = moves.map(|(factor, summand)| Move { factor, summand }).to_vec();
    let row = Move { factor: 3, summand: 1 };
    let picture =
        Picture { moves, start: 128, step: 1, row, textures: Vec::new(), events: Vec::new() };
    let mut reader = Reader::new(picture);
    let lines = text.lines().skip(3).take_while(|line| *line != "shows");
    lines.for_each(|line| reader.read(line).expect("a line of a picture"));
    reader.picture().expect("a picture")
}

/// The first events, and another one: why that is refused.
fn refused(picture: &Picture, first: usize, other: Event) -> Reason {
    let mut wrong = picture.clone();
    wrong.events.truncate(first);
    wrong.events.push(other);
    let refused = check(&wrong, &[], &|| false).expect_err("nothing ends here");
    assert_eq!(refused.event, first, "{:?}: {}", wrong.events[first], refused.reason);
    refused.reason
}

fn place(picture: &Picture, is_it: impl Fn(&Event) -> bool) -> usize {
    picture.events.iter().position(is_it).expect("such an event")
}

#[test]
fn events_are_refused_where_they_are_wrong() {
    let picture = picture();
    assert!(check(&picture, &[4], &|| false).is_ok_and(|shown| shown.unique == Some(4)));
    // The first edge has no words, but another row of the texture on each side.
    assert_eq!(refused(&picture, 0, Event::Vanish { edge: 0 }), Reason::Zone);
    assert_eq!(refused(&picture, 0, Event::Turn), Reason::Edge);
    assert_eq!(refused(&picture, 0, Event::Meet { edge: 0 }), Reason::Edge);
    assert_eq!(refused(&picture, 0, Event::Wake { edge: 0 }), Reason::Edge);
    assert_eq!(refused(&picture, 0, Event::Run { rows: vec![1, 0] }), Reason::Edge);
    assert_eq!(refused(&picture, 1, Event::Cycle { edge: 0, rows: 0 }), Reason::Cycle);
    let part = place(&picture, |it| matches!(it, Event::Part { .. }));
    let Event::Part { edge, from, to, zone } = picture.events[part] else { unreachable!() };
    for (from, to, zone) in [
        (from - 1, to, zone),
        (from, to + 1, zone),
        (to, from, zone),
        (from, 1 << 20, zone),
        (from, to, [zone[0], zone[1] + 1, zone[2]]),
        (from, to, [zone[0], zone[1], zone[2] + 1]),
        (from, to, [zone[0] + 9, zone[1], zone[2]]),
    ] {
        let wrong = Event::Part { edge, from, to, zone };
        assert_eq!(refused(&picture, part, wrong.clone()), Reason::Zone, "{wrong:?}");
    }
    let cycle = place(&picture, |it| matches!(it, Event::Cycle { .. }));
    let Event::Cycle { edge, rows } = picture.events[cycle] else { unreachable!() };
    assert_eq!(refused(&picture, cycle, Event::Cycle { edge, rows: rows - 1 }), Reason::Cycle);
    assert_eq!(refused(&picture, cycle, Event::Cycle { edge, rows: 1 << 40 }), Reason::Size);
    let run = place(&picture, |it| matches!(it, Event::Run { .. }));
    let Event::Run { rows } = &picture.events[run] else { unreachable!() };
    let [value, slope] = rows[..] else { unreachable!() };
    for rows in [[-1, slope], [value, -1]] {
        assert_eq!(
            refused(&picture, run, Event::Run { rows: rows.to_vec() }),
            Reason::Row,
            "{rows:?}"
        );
    }
    for rows in [[value + 40, slope], [value, slope + 1]] {
        assert_eq!(
            refused(&picture, run, Event::Run { rows: rows.to_vec() }),
            Reason::Near,
            "{rows:?}"
        );
    }
    // An edge is another one for each m if rows grow by another number than a multiple of its own.
    let mut wrong = picture.clone();
    wrong.events[run] = Event::Run { rows: vec![value, slope - 1] };
    assert_eq!(refused(&wrong, run + 1, Event::Wake { edge: 0 }), Reason::Row);
    // Edges that would meet are computed for too many rows.
    assert_eq!(refused(&picture, run + 3, Event::Step { rows: 200 }), Reason::Near);
}

/// How far edges have to be from each other, and the last one from the first.
#[test]
fn edges_have_room() {
    let picture = picture();
    let plane = Plane::new(&picture, &|| false).expect("a rule");
    let front = Front::new(&picture, &plane).expect("a front");
    let phase = Phase { texture: 0, row: 0, column: 0 };
    let at = |column: Number| {
        let edge = Edge { words: vec![0; 5], left: phase, right: phase };
        Placed::new(front.row, column, edge)
    };
    let width = front.width;
    let apart = |gap: i64, around: i64| {
        let mut front = Front::new(&picture, &plane).expect("a front");
        let second = Number::constant(5 + gap);
        // Behind the second one so many columns are left in the row.
        front.width = Number { value: 5 + gap + 5 + around, ..width };
        front.edges = vec![at(Number::constant(0)), at(second)];
        front.are_apart(front.row, 0, |_, _| true)
    };
    let reach = front.plane.rule.reach;
    assert_eq!(reach, 2);
    assert_eq!(apart(2 * reach, 3 * reach), Ok(()));
    assert_eq!(apart(2 * reach - 1, 3 * reach), Err(Reason::Near));
    assert_eq!(apart(2 * reach, 3 * reach - 1), Err(Reason::Near));
    // What comes nearer with m comes too near.
    let mut falling = Front::new(&picture, &plane).expect("a front");
    falling.edges = vec![at(Number::constant(0)), at(Number { value: 1000, slopes: [-1] })];
    falling.width = Number { value: 5000, slopes: [3] };
    assert_eq!(falling.are_apart(falling.row, 0, |_, _| true), Err(Reason::Near));
}

/// The lines between which an edge lies are those of all its rows.
#[test]
fn edges_lie_between_their_lines() {
    let picture = picture();
    let plane = Plane::new(&picture, &|| false).expect("a rule");
    let mut front = Front::new(&picture, &plane).expect("a front");
    let mut compared = 0;
    for event in &picture.events {
        front.follow(event).expect("a right event");
        let Event::Cycle { edge, rows } = *event else { continue };
        let placed = front.edges[edge].clone();
        let (mut now, mut column) = (placed.edge.clone(), 0);
        for t in 0..3 * rows {
            let row = placed.row.shifted(t).expect("a row");
            let [scale, start, end] = placed.line(row).expect("lines");
            let own = placed.column.value + column;
            assert!(start <= scale * own && scale * (own + now.width()) <= end, "{t} of {rows}");
            let (next, by) = now.below(&front.plane.rule, &front.plane.textures);
            (now, column) = (next, column + by);
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared}");
}

/// Too few columns show nothing: an edge without words is everywhere.
#[test]
fn surroundings_that_occur_elsewhere_show_no_least_period() {
    let picture = picture();
    let shown = check(&picture, &[0], &|| false).expect("a right picture");
    assert_eq!(shown.unique, None);
    let shown = check(&picture, &[1 << 20], &|| false).expect("a right picture");
    assert_eq!(shown.unique, None);
}

/// The textures are followed to where they come again, and back.
#[test]
fn places_above_are_places_below_backwards() {
    let picture = picture();
    let plane = Plane::new(&picture, &|| false).expect("a rule");
    let front = Front::new(&picture, &plane).expect("a front");
    for texture in 1..front.plane.textures.0.len() {
        let start = Phase { texture, row: 0, column: 3 };
        let mut below = start;
        for rows in 1..200 {
            below = front.plane.textures.below(below);
            assert_eq!(front.plane.textures.above(below, rows), Some(start), "{texture}");
        }
    }
}

//! Each condition rejects what only it rejects, at the event where it is checked.

use super::begin::DiagramRow;
use super::front::{Computation, Front, Number, Placed};
use super::local::Wall;
use super::tile::Phase;
use super::walk::Origin;
use super::*;
use crate::lines::{LineError, Lines, Written};
use crate::polynomial::Polynomial;
use crate::trace::refused::Reason;
use crate::trace::spelling;
use crate::trace::structure::Move;
use crate::trace::{Class, Proof, check_file, write};

/// Three moves 8, 36n + 9 and 174n^2 + 90n + 13, for n >= 109.
fn diagram() -> Diagram {
    let text = include_str!("tests.trace");
    let moves = [(6, 2), (15, 4), (21, 5)];
    let moves = moves.map(|(factor, summand)| Move { factor, summand }).to_vec();
    let row = Move { factor: 3, summand: 1 };
    let lines: Vec<_> = text.lines().skip(3).take_while(|line| *line != "shows").collect();
    let (tiles, events) = read(&lines).expect("lines of a diagram");
    Diagram { moves, start: 109, step: 1, row, tiles, events }
}

/// The tiles and the events that these lines spell.
fn read(lines: &[&str]) -> Result<(Vec<Vec<u64>>, Vec<Event>), LineError> {
    let text = format!("{}\nshows\n", lines.join("\n"));
    let mut lines = Lines::new(text.as_bytes());
    let tiles = spelling::heads(&mut lines, "texture", read_tile)?;
    Ok((tiles, spelling::read(&mut lines, "shows", 0)?))
}

/// A file is read, and written again in the same bytes.
#[test]
fn files_are_what_they_were() {
    let text = include_str!("tests.trace");
    let (moves, classes) = check_file(text.as_bytes(), &|| false).expect("a valid file");
    let [Class { shown, .. }] = &classes[..] else { panic!("one class") };
    let mut again = Vec::new();
    write(&mut again, &moves, &[(&Proof::Diagram(diagram()), shown)]).expect("memory");
    assert_eq!(String::from_utf8(again).as_deref(), Ok(text));
}

/// The first events followed by another one: why that is rejected.
fn refused(diagram: &Diagram, first: usize, other: Event) -> Reason {
    let mut wrong = diagram.clone();
    wrong.events.truncate(first);
    wrong.events.push(other);
    let refused = check(&wrong, &[], &|| false).expect_err("nothing ends here");
    assert_eq!(refused.entry, first, "{:?}: {}", wrong.events[first], refused.reason);
    refused.reason
}

fn place(diagram: &Diagram, is_it: impl Fn(&Event) -> bool) -> usize {
    diagram.events.iter().position(is_it).expect("such an event")
}

#[test]
fn events_are_refused_where_they_are_wrong() {
    let diagram = diagram();
    assert!(check(&diagram, &[4], &|| false).is_ok_and(|shown| shown.unique == Some(4)));
    // The first wall has no words, but another row of the tile on each side.
    assert_eq!(refused(&diagram, 0, Event::Vanish { wall: 0 }), Reason::Domain);
    assert_eq!(refused(&diagram, 0, Event::Turn), Reason::Wall);
    assert_eq!(refused(&diagram, 0, Event::Meet { wall: 0 }), Reason::Wall);
    assert_eq!(refused(&diagram, 0, Event::Wake { wall: 0 }), Reason::Wall);
    assert_eq!(refused(&diagram, 0, Event::Run { rows: vec![1, 0] }), Reason::Wall);
    assert_eq!(refused(&diagram, 1, Event::Cycle { wall: 0, rows: 0 }), Reason::Cycle);
    let part = place(&diagram, |event| matches!(event, Event::Part { .. }));
    let Event::Part { wall, from, to, domain } = diagram.events[part] else { unreachable!() };
    for (from, to, domain) in [
        (from - 1, to, domain),
        (from, to + 1, domain),
        (to, from, domain),
        (from, 1 << 20, domain),
        (from, to, [domain[0], domain[1] + 1, domain[2]]),
        (from, to, [domain[0], domain[1], domain[2] + 1]),
        (from, to, [domain[0] + 9, domain[1], domain[2]]),
    ] {
        let wrong = Event::Part { wall, from, to, domain };
        assert_eq!(refused(&diagram, part, wrong.clone()), Reason::Domain, "{wrong:?}");
    }
    let cycle = place(&diagram, |event| matches!(event, Event::Cycle { .. }));
    let Event::Cycle { wall, rows } = diagram.events[cycle] else { unreachable!() };
    assert_eq!(refused(&diagram, cycle, Event::Cycle { wall, rows: rows - 1 }), Reason::Cycle);
    assert_eq!(refused(&diagram, cycle, Event::Cycle { wall, rows: 1 << 40 }), Reason::Size);
    let run = place(&diagram, |event| matches!(event, Event::Run { .. }));
    let Event::Run { rows } = &diagram.events[run] else { unreachable!() };
    let [value, slope] = rows[..] else { unreachable!() };
    for rows in [[-1, slope], [value, -1]] {
        assert_eq!(
            refused(&diagram, run, Event::Run { rows: rows.to_vec() }),
            Reason::Row,
            "{rows:?}"
        );
    }
    for rows in [[value + 40, slope], [value, slope + 1]] {
        assert_eq!(
            refused(&diagram, run, Event::Run { rows: rows.to_vec() }),
            Reason::Near,
            "{rows:?}"
        );
    }
    // A wall differs for each m if rows grow by a number that is not a multiple of its rows.
    let mut wrong = diagram.clone();
    wrong.events[run] = Event::Run { rows: vec![value, slope - 1] };
    assert_eq!(refused(&wrong, run + 1, Event::Wake { wall: 0 }), Reason::Row);
    // Walls that would meet are computed for too many rows.
    assert_eq!(refused(&diagram, run + 3, Event::Step { rows: 200 }), Reason::Near);
}

/// The least distance of walls from each other, and of the last one from the first.
#[test]
fn walls_have_room() {
    let diagram = diagram();
    let computation = Computation::new(&diagram, &|| false).expect("a rule");
    let front = Front::new(&diagram, &computation).expect("a front");
    let phase = Phase { tile: 0, row: 0, column: 0 };
    let at = |column: Number| {
        let wall = Wall { words: vec![0; 5], left: phase, right: phase };
        Placed::new(front.row, column, wall)
    };
    let width = front.width;
    let apart = |gap: i64, around: i64| {
        let mut front = Front::new(&diagram, &computation).expect("a front");
        let second = Number::constant(5 + gap);
        // This number of columns is left in the row after the second wall.
        front.width = Number { value: 5 + gap + 5 + around, ..width };
        front.walls = vec![at(Number::constant(0)), at(second)];
        front.are_apart(front.row, 0, &|_, _| true)
    };
    let reach = front.reach;
    assert_eq!(reach, 1);
    assert_eq!(apart(2 * reach, 3 * reach), Ok(()));
    assert_eq!(apart(2 * reach - 1, 3 * reach), Err(Reason::Near));
    assert_eq!(apart(2 * reach, 3 * reach - 1), Err(Reason::Near));
    // What comes nearer with m comes too near.
    let mut falling = Front::new(&diagram, &computation).expect("a front");
    falling.walls = vec![at(Number::constant(0)), at(Number { value: 1000, slopes: [-1] })];
    falling.width = Number { value: 5000, slopes: [3] };
    assert_eq!(falling.are_apart(falling.row, 0, &|_, _| true), Err(Reason::Near));
}

/// With a slant, rules reach as far to the side as moves lead one row after another, not in total.
#[test]
fn rules_reach_no_farther_than_they_have_to() {
    let reach = |pairs: &[(i64, i64)]| {
        let moves = pairs.iter().map(|&(factor, summand)| Move { factor, summand });
        Rule::new(&moves.collect::<Vec<_>>(), Move { factor: 1, summand: 0 }).map(|rule| rule.reach)
    };
    assert_eq!(reach(&[(1, 0), (2, 0)]), Ok(0));
    assert_eq!(reach(&[(9, 3), (14, 5), (21, 8), (35, 13)]), Ok(1));
    assert_eq!(reach(&[(1, 5), (2, 0)]), Ok(5));
    // With 2, the second row would be 2 columns to the left, and the fifth one 6 to the right.
    assert_eq!(reach(&[(2, 4), (5, -8)]), Ok(3));
    assert_eq!(reach(&[(64, 1024), (1, 0)]), Ok(16));
    assert_eq!(reach(&[(65, 0)]), Err(Reason::Columns));
    assert_eq!(reach(&[(1, 1025)]), Err(Reason::Columns));
    assert_eq!(reach(&[]), Err(Reason::Columns));
}

/// The plain tile is the game with the factors as moves, whose period may have thousands of positions.
#[test]
fn plain_tiles_may_be_high() {
    let moves = [(1, 0), (14, -1), (51, -3), (52, -3)];
    let moves = moves.map(|(factor, summand)| Move { factor, summand });
    let rule = Rule::new(&moves, Move { factor: 1, summand: 0 }).expect("a rule");
    let plain = Tile::plain(&rule).expect("a tile");
    assert_eq!(plain.recurring_rows().count(), 1915);
    assert_eq!(plain.size(), 1559 + 1915);
}

/// Words and their slants contain exactly which moves lead to lost positions.
#[test]
fn words_follow_the_rule_of_the_game() {
    for (pairs, row) in [
        (&[(9, 3), (14, 5), (21, 8), (35, 13)][..], (1, 0)),
        (&[(6, 2), (15, 4), (21, 5)], (3, 1)),
        (&[(1, 0), (5, -2), (6, -2), (8, 2)], (1, 0)),
        (&[(2, 4), (5, -8)], (1, 0)),
        (&[(1, 3), (3, -3)], (1, 1)),
    ] {
        let factors = pairs.iter().map(|&(factor, summand)| Move { factor, summand });
        let rows = Move { factor: row.0, summand: row.1 };
        let rule = Rule::new(&factors.collect::<Vec<_>>(), rows).expect("a rule");
        // The game with n = 40, directly.
        let width = row.0 * 40 + row.1;
        let moves: Vec<_> = pairs.iter().map(|&(factor, summand)| factor * 40 + summand).collect();
        let mut lost: Vec<bool> = Vec::new();
        for at in 0..60 * width {
            let leads = |by: &i64| at >= *by && lost[(at - by) as usize];
            lost.push(!moves.iter().any(leads));
        }
        // From those of row 0 on, in which nothing is lost, each word follows from the words before it.
        let mut words: Vec<u64> = Vec::new();
        for place in 0..50 * width {
            let word = |by: i64| match place - width + by {
                before if before >= 0 => words[before as usize],
                _ => 0,
            };
            words.push(if place < width { 0 } else { rule.next(word) });
        }
        for place in 2 * width..50 * width {
            // Bit 1 of the word in row r + 1 is the outcome in row r.
            let is_lost = words[place as usize] & 1 == 1;
            assert_eq!(is_lost, lost[(place - width) as usize], "{pairs:?} {place}");
        }
    }
}

/// The lines between which a wall lies are those of all its rows.
#[test]
fn walls_lie_between_their_lines() {
    let diagram = diagram();
    let mut computation = Computation::new(&diagram, &|| false).expect("a rule");
    let mut front = Front::new(&diagram, &computation).expect("a front");
    let mut compared = 0;
    for event in &diagram.events {
        front.follow(event, &mut computation).expect("a valid event");
        let Event::Cycle { wall, rows } = *event else { continue };
        let placed = front.walls[wall].clone();
        let (mut now, mut column) = (placed.wall.clone(), 0);
        for t in 0..3 * rows {
            let row = placed.row.shifted(t).expect("a row");
            let [scale, start, end] = placed.line(row).expect("lines");
            let own = placed.column.value + column;
            assert!(start <= scale * own && scale * (own + now.width()) <= end, "{t} of {rows}");
            let (next, by) = now.below(&computation.rule, &computation.tiles);
            (now, column) = (next, column + by);
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared}");
}

/// Too few columns show nothing: a wall without words occurs everywhere.
#[test]
fn surroundings_that_occur_elsewhere_show_no_least_period() {
    let diagram = diagram();
    let shown = check(&diagram, &[0], &|| false).expect("a valid diagram");
    assert_eq!(shown.unique, None);
    let shown = check(&diagram, &[1 << 20], &|| false).expect("a valid diagram");
    assert_eq!(shown.unique, None);
}

/// The tiles are followed to where they recur, and back.
#[test]
fn places_above_are_places_below_backwards() {
    let diagram = diagram();
    let computation = Computation::new(&diagram, &|| false).expect("a rule");
    for tile in 1..computation.tiles.0.len() {
        let start = Phase { tile, row: 0, column: 3 };
        let mut below = start;
        for rows in 1..200 {
            below = computation.tiles.below(below);
            assert_eq!(computation.tiles.above(below, rows), Some(start), "{tile}");
        }
    }
}

/// The diagram for a class with later and sparser parameters, so that the number of rows for each m is a multiple of
/// the cycles of all walls; and that multiple.
fn sparse() -> (Diagram, i64) {
    let diagram = diagram();
    let cycles = diagram.events.iter().map(|event| match event {
        Event::Cycle { rows, .. } => *rows,
        _ => 1,
    });
    let common = cycles.fold(1, num_integer::lcm);
    (diagram.within(20 * common, common).expect("small numbers"), common)
}

/// The places of runs that are long enough for some iterations of this number of rows.
fn runs() -> Vec<(Diagram, usize, i64)> {
    let (diagram, common) = sparse();
    let long = |(_, event): &(usize, &Event)| match event {
        Event::Run { rows } => rows[0] > 6 * common && rows[1] > common,
        _ => false,
    };
    let places = diagram.events.iter().enumerate().filter(long);
    let all: Vec<_> = places.map(|(place, _)| (diagram.clone(), place, common)).collect();
    assert_eq!(all.len(), 2);
    all
}

/// The diagram with other events in place of one.
fn with(diagram: &Diagram, place: usize, events: &[Event]) -> Diagram {
    let mut other = diagram.clone();
    other.events.splice(place..=place, events.iter().cloned());
    other
}

fn run(rows: &[i64]) -> Event {
    Event::Run { rows: rows.to_vec() }
}

fn repeat(count: &[i64], body: &[Event]) -> Event {
    Event::Loop { count: count.to_vec(), body: body.to_vec() }
}

/// Rows in loops are equivalent to the same rows at once; other numbers of rows are rejected, or also show something
/// true.
#[test]
fn loops_are_what_they_repeat() {
    let (mut right, mut wrong) = (0, 0);
    for (diagram, place, common) in runs() {
        let Event::Run { rows } = &diagram.events[place] else { unreachable!() };
        let [value, slope] = rows[..] else { unreachable!() };
        let direct = check(&diagram, &[], &|| false).expect("a valid diagram");
        let often = slope / common;
        // The same number of iterations for all m, and one that depends on m.
        let once = [run(&[value - common]), repeat(&[1, often], &[run(&[common])])];
        let nested =
            [run(&[value - common]), repeat(&[1, often], &[repeat(&[1], &[run(&[common])])])];
        let deepest =
            (1..crate::trace::DEEPEST).fold(run(&[common]), |body, _| repeat(&[1], &[body]));
        let deep = [run(&[value - common]), repeat(&[1, often], &[deepest])];
        for events in [&once[..], &nested, &deep] {
            let shown = check(&with(&diagram, place, events), &[], &|| false);
            let shown = shown.unwrap_or_else(|why| panic!("{place}: {why}"));
            assert_eq!((&shown.period, &shown.position), (&direct.period, &direct.position));
            assert!(shown.preperiod.is_none() || shown.preperiod == direct.preperiod);
            right += 1;
        }
        for (first, count) in [
            (value - common, &[2, often][..]),
            (value - common, &[1, often + 1]),
            (value - common, &[1, often - 1]),
            (value - common + 1, &[1, often]),
        ] {
            let events = [run(&[first]), repeat(count, &[run(&[common])])];
            match check(&with(&diagram, place, &events), &[], &|| false) {
                Err(_) => wrong += 1,
                Ok(shown) => {
                    assert_eq!(shown.period, direct.period);
                    assert!(shown.preperiod.is_none() || shown.preperiod == direct.preperiod);
                }
            }
        }
    }
    // The last two walls may also be computed from a row later on.
    assert_eq!((right, wrong), (6, 7));
}

/// Walls that keep their distances, the number of rows after which each is the same, and the number after which all
/// are.
fn parallel() -> (Diagram, Vec<i64>, i64) {
    let (diagram, _) = sparse();
    let mut computation = Computation::new(&diagram, &|| false).expect("a rule");
    let mut front = Front::new(&diagram, &computation).expect("a front");
    for event in &diagram.events {
        front.follow(event, &mut computation).expect("a valid event");
    }
    let cycles = front.walls.iter().filter_map(|placed| placed.cycle.as_ref());
    let cycles: Vec<_> = cycles.map(|cycle| cycle.rows).collect();
    let common = cycles.iter().fold(1, |all, rows| num_integer::lcm(all, *rows));
    (diagram, cycles, common)
}

/// The diagram with these events at the end.
fn then(diagram: &Diagram, events: &[Event]) -> Diagram {
    let mut diagram = diagram.clone();
    diagram.events.extend_from_slice(events);
    diagram
}

/// Sums over nested loops whose inner count depends on m and on the index are those of all iterations.
#[test]
fn counts_depend_on_indices() {
    let (diagram, _, common) = parallel();
    let at = |formula: &Polynomial, n: i64| formula.at(&[n.into()]);
    let body = [run(&[common])];
    // Outer and inner counts, and the number of rows that they give for m = k.
    type Sum = ([i64; 2], [i64; 3], fn(i64) -> i64);
    let sums: [Sum; 4] = [
        ([3, 0], [1, 0, 1], |_| 6),
        ([3, 0], [3, 0, -1], |_| 6),
        ([1, 1], [1, 0, 1], |k| (k + 1) * (k + 2) / 2),
        ([2, 1], [2, 3, 2], |k| (k + 2) * (2 + 3 * k) + (k + 2) * (k + 1)),
    ];
    for (outer, inner, times) in sums {
        let twice = repeat(&outer, &[repeat(&inner, &body)]);
        for recurring in [&body[0], &twice] {
            let events = [twice.clone(), Event::Again, recurring.clone()];
            let looped = check(&then(&diagram, &events), &[], &|| false).expect("valid loops");
            for k in 0..6 {
                let single = diagram.within(k, 1).expect("small numbers");
                let rows = run(&[times(k) * common]);
                let recurs = if recurring == &body[0] { &body[0] } else { &rows };
                let events = [rows.clone(), Event::Again, recurs.clone()];
                let direct = check(&then(&single, &events), &[], &|| false).expect("valid rows");
                let n = single.start;
                assert_eq!(at(&looped.position, n), at(&direct.position, n), "{n}");
                assert_eq!(at(&looped.period, n), at(&direct.period, n), "{n}");
            }
        }
    }
}

#[test]
fn loops_are_refused_where_they_are_wrong() {
    for (diagram, place, common) in runs() {
        let why = |event: Event| refused(&diagram, place, event);
        let rows = [run(&[common])];
        assert_eq!(why(repeat(&[0], &rows)), Reason::Count);
        assert_eq!(why(repeat(&[1, -1], &rows)), Reason::Count);
        assert_eq!(why(repeat(&[2], &[repeat(&[1, 0, -1], &rows)])), Reason::Count);
        assert_eq!(why(repeat(&[1, 0, 1], &rows)), Reason::Index);
        assert_eq!(why(repeat(&[2], &[run(&[common, 0, 0, 1])])), Reason::Index);
        let inner = repeat(&[1], &rows);
        assert_eq!(why(repeat(&[2], &[run(&[common, 0, 0, common]), inner])), Reason::Index);
        assert_eq!(why(repeat(&[2], &[Event::Again])), Reason::Index);
        assert_eq!(why(repeat(&[2], &[run(&[-1])])), Reason::Row);
        assert_eq!(why(repeat(&[2], &[run(&[common, 0, -2 * common])])), Reason::Row);
        assert_eq!(why(repeat(&[2], &[Event::Wake { wall: 0 }])), Reason::Wall);
        // The walls are then not the same, or not for all m and in all iterations.
        if common > 1 {
            assert_eq!(why(repeat(&[2], &[run(&[1])])), Reason::Change);
            assert_eq!(why(repeat(&[2], &[run(&[0, 1])])), Reason::Row);
            assert_eq!(why(repeat(&[2], &[run(&[common, 0, 1])])), Reason::Row);
        }
        // Walls approach each other by columns that depend on m, or on the index.
        assert_eq!(why(repeat(&[1], &[run(&[0, common])])), Reason::Change);
        assert_eq!(why(repeat(&[2], &[run(&[0, 0, common])])), Reason::Change);
        assert_eq!(why(repeat(&[1 << 30], &rows)), Reason::Near);
        let deep =
            (0..=crate::trace::DEEPEST).fold(run(&[common]), |body, _| repeat(&[1], &[body]));
        assert_eq!(why(deep), Reason::Index);
    }
}

/// What recurs from a row on has the period that is shown if walls stay as they are.
#[test]
fn what_recurs_may_be_said() {
    let (diagram, cycles, common) = parallel();
    let direct = check(&diagram, &[], &|| false).expect("a valid diagram");
    let then = |events: &[Event]| check(&then(&diagram, events), &[4], &|| false);
    let reason = |events: &[Event]| then(events).expect_err("a wrong event").reason;
    let shown = then(&[Event::Again, run(&[common])]).expect("a valid diagram");
    assert_eq!((&shown.period, shown.unique, &shown.preperiod), (&direct.period, None, &None));
    let later = then(&[run(&[common]), Event::Again, run(&[common])]).expect("a valid diagram");
    assert!(later.period == direct.period && later.position != shown.position);
    let looped = [Event::Again, repeat(&[1], &[run(&[common])])];
    assert_eq!(then(&looped).expect("a valid diagram").period, direct.period);
    // A wall is computed, or all of them turn: one row less is then w columns more.
    let (last, rows) = (cycles.len() - 1, cycles[0]);
    let mut computed = vec![Event::Wake { wall: 0 }, Event::Step { rows: rows as u32 }];
    computed.extend([Event::Cycle { wall: 0, rows }, run(&[2 * common - rows])]);
    let turn =
        |&rows: &i64| [Event::Wake { wall: 0 }, Event::Turn, Event::Cycle { wall: last, rows }];
    let mut turned: Vec<_> = cycles.iter().flat_map(turn).collect();
    turned.push(run(&[2 * common - 1]));
    let twice = then(&[Event::Again, run(&[2 * common])]).expect("a valid diagram").period;
    // Twice the least period, and nothing occurs once in it.
    for body in [computed, turned] {
        let shown = then(&[&[Event::Again][..], &body].concat()).expect("a valid diagram");
        assert_eq!((shown.period, shown.unique), (twice.clone(), None));
        let shown = then(&[Event::Again, repeat(&[1], &body)]).expect("a valid diagram");
        assert_eq!((shown.period, shown.unique), (twice.clone(), None));
        let counted = then(&[Event::Again, repeat(&[1, 2], &body)]).expect("a valid diagram");
        let rows = [Event::Again, run(&[2 * common, 4 * common])];
        assert_eq!(counted.period, then(&rows).expect("a valid diagram").period);
    }
    // No rows for m = 0.
    assert_eq!(reason(&[Event::Again]), Reason::Recurrence);
    assert_eq!(reason(&[Event::Again, run(&[0, common])]), Reason::Recurrence);
    assert_eq!(reason(&[Event::Again, Event::Again, run(&[common])]), Reason::Index);
    assert_eq!(reason(&[Event::Again, Event::Wake { wall: 0 }]), Reason::Recurrence);
    // The index of an inner loop is not an index around this one.
    let inner = repeat(&[1], &[run(&[common])]);
    let outer = repeat(&[2], &[run(&[common, 0, 0, common]), inner]);
    assert_eq!(reason(&[Event::Again, outer]), Reason::Index);
    if common > 1 {
        assert_eq!(reason(&[Event::Again, run(&[common + 1])]), Reason::Recurrence);
    }
}

/// The row above shows where a period begins only if its walls are those of the row.
#[test]
fn rows_above_have_the_same_walls() {
    let (diagram, _, common) = parallel();
    let computation = Computation::new(&diagram, &|| false).expect("a rule");
    let begin = || Computation::new(&diagram, &|| false).expect("a rule");
    let after = |events: &[Event]| {
        let mut computation = begin();
        let mut front = Front::new(&diagram, &computation).expect("a front");
        let all = diagram.events.iter().chain(events);
        all.for_each(|event| front.follow(event, &mut computation).expect("a valid event"));
        front
    };
    let row = |front: &Front<1>| {
        DiagramRow::new(front, &Origin::default().sums(), &mut begin())
            .expect("walls that are the same for all m")
    };
    let differs = |one: &Front<1>, other: &Front<1>| {
        let (one_row, other_row) = (row(one), row(other));
        let is_like = one_row.is_like(&other_row);
        is_like.then(|| one_row.last_difference(&other_row, one.width, &mut begin()))
    };
    let [wake, step] = [Event::Wake { wall: 0 }, Event::Step { rows: common as u32 }];
    let asleep = after(&[run(&[common])]);
    let awake = after(&[wake.clone(), step.clone()]);
    // Nothing differs in the row above, however it is known.
    for front in [&asleep, &awake] {
        assert!(row(front).is_like(&row(&asleep)) && differs(front, &asleep) == Some(None));
    }
    // What differs in only one word is found in that column, and in the oldest outcome of that word.
    let changed = || {
        let mut front = after(&[wake.clone(), step.clone()]);
        let (column, wall) = front.walls[0].above.as_mut().expect("a row above");
        wall.words.push(computation.tiles.word(wall.right, 0) ^ 1);
        wall.right = computation.tiles.right(wall.right, 1);
        let own = asleep.walls[0].at(asleep.row).expect("a wall").0;
        let place = column.shifted(wall.width() - 1).and_then(|end| end.minus(own));
        (front, place.expect("a column"))
    };
    let (mut other, place) = changed();
    let [oldest, columns] = computation.rule.oldest();
    let row_above = Number::constant(-1 - oldest);
    let place = place.shifted(-columns).expect("a column");
    assert_eq!(differs(&other, &asleep), Some(Some([row_above, place])));
    assert_eq!(differs(&asleep, &other), Some(Some([row_above, place])));
    // It is not found if a wall was just taken there, or has just vanished, or if there is another domain.
    let taken = after(&[run(&[common]), wake.clone()]);
    assert_eq!(differs(&taken, &other), Some(None));
    let mut vanished = after(&[run(&[common])]);
    vanished
        .gone
        .push(Placed { row: vanished.row.shifted(-1).expect("a row"), ..asleep.walls[0].clone() });
    assert_eq!(differs(&vanished, &other), Some(Some([row_above, place])));
    vanished.gone[0].row = vanished.row;
    assert_eq!(differs(&vanished, &other), Some(None));
    let (_, wall) = other.walls[0].above.as_mut().expect("a row above");
    wall.left = computation.tiles.below(wall.left);
    assert_eq!(differs(&other, &asleep), Some(None));
}

/// Lines are what they were written as, and nonsense is rejected.
#[test]
fn lines_of_loops_are_read() {
    let mut diagram = diagram();
    let inner = repeat(&[3, 0, -1], &[run(&[7, 0, 0, 2]), Event::Turn]);
    diagram.events.extend([Event::Again, repeat(&[1, 2], &[inner, Event::Meet { wall: 0 }])]);
    let mut text = Vec::new();
    let mut written = Written::new(&mut text);
    for first in &diagram.tiles {
        written.line(&format!("texture {}", tile(first))).expect("memory");
    }
    spelling::write(&mut written, &diagram.events).expect("memory");
    let text = String::from_utf8(text).expect("text");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(read(&lines), Ok((diagram.tiles, diagram.events)));
    for wrong in [
        &["end"][..],
        &["loop 1"],
        &["loop", "end"],
        &["loop x", "end"],
        &["loop 1 2 3", "end"],
        &["loop 1", "loop 1 2 3 4", "end", "end"],
        &["loop 1", "again", "end"],
        &["loop 1", "texture 1", "end"],
        &["loop 1", "end", "end"],
        &["loop 1", "end 1"],
        &["run"],
        &["run 1 2 3"],
        &["again 1"],
    ] {
        assert!(read(wrong).is_err(), "{wrong:?}");
    }
    assert!(read(&vec!["loop 1"; 1 << 20]).is_err());
}

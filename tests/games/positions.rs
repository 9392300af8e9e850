//! The graph of positions of the puzzle, random tasks, and the codes of the source.

use crate::support::Random;
use grundy_games::kabelsalat::generate::{Wanted, random, solved_by};
use grundy_games::kabelsalat::positions::{Bound, POSITIONS, Positions, positions};
use grundy_games::kabelsalat::solve::{Solved, solve};
use grundy_games::kabelsalat::{Direction, Task, code, description, written};
use grundy_kernel::Integer;
use grundy_language::limit::{CancellationToken, Limit};
use std::collections::BTreeSet;

fn task(code: &str) -> Task {
    Task::parse(code).unwrap_or_else(|_| panic!("{code}"))
}

fn fewest(task: &Task) -> Vec<Vec<Integer>> {
    match solve(task, &Default::default()).unwrap() {
        Solved::Solvable(fewest) => fewest.solutions,
        unsolvable => panic!("{task}: {unsolvable:?}"),
    }
}

fn graph(task: &Task, bound: &Bound) -> Positions {
    positions(task, bound, 1000, &CancellationToken::default()).unwrap()
}

#[test]
fn the_graphs_of_the_printed_tasks() {
    for (code, solution, nodes, edges, ways) in [
        ("7,4,4,6,3,3,-**.*,+*.**,+.***", "3B | 1C", 8, 10, 4),
        ("8,4,8,4,6,8,-*.**,+.***,+***.", "2A | 2B | 2C", 27, 54, 90),
        ("7,4,6,8,6,4,+**..,-.**.,+..**", "1A | 2B | 3C", 24, 46, 60),
        ("7,4,5,4,7,6,+*...,+.*..,+..*.,+...*", "2A | 3B | 1D", 24, 46, 60),
        ("6,3,3,5,7,+*..,+.*.,-.**", "3A | 2B | 1C", 24, 46, 60),
        ("6,3,4,3,5,+**.,+*.*,+.**", "2A | 1C", 6, 7, 3),
    ] {
        let task = task(code);
        let solutions = fewest(&task);
        assert_eq!(solutions.iter().map(|it| written(it)).collect::<Vec<_>>(), [solution]);
        let graph = graph(&task, &Bound::Solutions(solutions));
        assert_eq!((graph.heights.len(), graph.edges.len()), (nodes, edges), "{code}");
        assert_eq!(graph.ways(), Integer::from(ways), "{code}");
        let last = graph.heights.last().unwrap();
        assert!(last.iter().all(|height| height == task.target()), "{code}");
    }
}

#[test]
fn positions_after_some_presses() {
    let task = task("8,4,8,4,6,8,-*.**,+.***,+***.");
    let graph = graph(&task, &Bound::Presses(6.into()));
    assert_eq!(graph.levels(), [1, 3, 6, 10, 15, 21, 28]);
    assert_eq!(graph.ways(), 90.into());
}

#[test]
fn a_way_as_points() {
    let task = task("7,4,4,6,3,3,-**.*,+*.**,+.***");
    let graph = graph(&task, &Bound::Solutions(fewest(&task)));
    let way = graph.way().unwrap();
    assert_eq!(way.iter().map(|it| it.0).collect::<Vec<_>>(), [1, 1, 1, 2]);
    let points: Vec<Vec<i64>> = way
        .iter()
        .map(|it| graph.heights[it.1].iter().map(|height| height.to_i64().unwrap()).collect())
        .collect();
    assert_eq!(points, [[5, 6, 4, 4], [6, 6, 5, 5], [7, 6, 6, 6], [7, 7, 7, 7]]);
}

/// Numbers of positions, edges and ways by walking through the heights alone, press by press.
#[test]
fn graphs_agree_with_walking() {
    let mut seeds = Random(3);
    for _ in 0..60 {
        let stacks = 1 + seeds.below(4);
        let switches = 1 + seeds.below(stacks);
        let wanted = Wanted { stacks, switches, target: 5.into(), most: 2 };
        let Some((task, _)) = random(&wanted, seeds.0) else { continue };
        let graph = graph(&task, &Bound::Presses(4.into()));
        let mut levels = vec![BTreeSet::from([task.heights().to_vec()])];
        let mut seen = levels[0].clone();
        let mut ways = vec![(task.heights().to_vec(), 1_u64)];
        let mut edges = BTreeSet::new();
        let mut found = u64::from(task.is_solved());
        for _ in 0..4 {
            let mut next = BTreeSet::new();
            let mut longer: Vec<(Vec<Integer>, u64)> = Vec::new();
            for (heights, count) in &ways {
                for switch in 0..switches {
                    let mut after =
                        Task::new(5.into(), heights.clone(), task.switches().to_vec()).unwrap();
                    after.press(switch);
                    let after = after.heights().to_vec();
                    edges.insert((heights.clone(), switch, after.clone()));
                    if !seen.contains(&after) {
                        next.insert(after.clone());
                    }
                    match longer.iter_mut().find(|(it, _)| *it == after) {
                        Some((_, known)) => *known += count,
                        None => longer.push((after, *count)),
                    }
                }
            }
            if found == 0 {
                let solved =
                    |(heights, _): &&(Vec<Integer>, u64)| heights.iter().all(|it| *it == 5.into());
                found = longer.iter().find(solved).map_or(0, |it| it.1);
            }
            seen.extend(next.iter().cloned());
            levels.push(next);
            ways = longer;
        }
        while levels.last().is_some_and(BTreeSet::is_empty) {
            levels.pop();
        }
        assert_eq!(graph.levels(), levels.iter().map(BTreeSet::len).collect::<Vec<_>>(), "{task}");
        assert_eq!(graph.ways(), found.into(), "{task}");
        let named: BTreeSet<_> = graph
            .edges
            .iter()
            .map(|&(from, switch, to)| {
                (graph.heights[from].clone(), switch, graph.heights[to].clone())
            })
            .collect();
        assert_eq!(named, edges, "{task}");
    }
}

#[test]
fn too_many_positions_are_a_limit() {
    let task = task("8,4,8,4,6,8,-*.**,+.***,+***.");
    let bound = Bound::Presses("9".repeat(40).parse().unwrap());
    let none = CancellationToken::default();
    assert_eq!(positions(&task, &bound, 100, &none), Err(POSITIONS));
    assert!(positions(&task, &Bound::Presses(2.into()), 10, &none).is_ok());
    assert_eq!(positions(&task, &Bound::Presses(2.into()), 9, &none), Err(POSITIONS));
    none.request();
    assert_eq!(positions(&task, &bound, 100, &none), Err(Limit::STOPPED));
}

#[test]
fn random_tasks_are_what_was_wanted() {
    let mut seeds = Random(11);
    for _ in 0..400 {
        let stacks = 1 + seeds.below(6);
        let switches = 1 + seeds.below(stacks);
        let most = u32::try_from(1 + seeds.below(4)).unwrap();
        let wanted = Wanted { stacks, switches, target: 7.into(), most };
        let seed = seeds.0;
        let (task, presses) = random(&wanted, seed).unwrap();
        assert_eq!(random(&wanted, seed), Some((task.clone(), presses.clone())));
        assert_eq!((task.heights().len(), task.switches().len()), (stacks, switches));
        assert!(task.is_solved_by(&presses) && !task.is_solved());
        assert!(presses.iter().all(|count| *count <= most.into()));
        assert!(task.heights().iter().all(|height| !height.is_negative()));
        let wirings: BTreeSet<_> = task.switches().iter().map(|it| &it.wired).collect();
        assert_eq!(wirings.len(), switches);
        assert!(wirings.iter().all(|wired| wired.contains(&true)));
        assert!((0..stacks).all(|stack| wirings.iter().any(|wired| wired[stack])));
        let Solved::Solvable(fewest) = solve(&task, &Default::default()).unwrap() else { panic!() };
        assert!(fewest.presses <= grundy_games::kabelsalat::total(&presses));
        assert_eq!(Task::parse(&task.to_string()), Ok(task));
    }
    let wanted = Wanted { stacks: 64, switches: 64, target: 7.into(), most: 3 };
    assert!(random(&wanted, 0).is_some());
    for (stacks, switches, most) in [(3, 4, 3), (0, 0, 3), (4, 0, 3), (65, 3, 3), (4, 3, 0)] {
        let wanted = Wanted { stacks, switches, target: 7.into(), most };
        assert_eq!(random(&wanted, 0), None, "{stacks} {switches} {most}");
    }
    // Below 0 nothing can begin that is only lifted.
    let wanted = Wanted { stacks: 1, switches: 1, target: 0.into(), most: 1 };
    let (task, _) = random(&wanted, 0).unwrap();
    assert_eq!(task.switches()[0].direction, Direction::Down);
}

/// Chapter 6: the inverted switches, pressed from the target, give the task; pressing back from the
/// target with inverted switches solves it.
#[test]
fn the_steps_of_making_a_task() {
    let wanted = code::parse_wiring("+**..,-.**.,+..**").unwrap();
    let mut start = task("7,4,7,7,7,7,-**..,+.**.,-..**");
    for (switch, count) in [(0, 1), (1, 2), (2, 3)] {
        (0..count).for_each(|_| start.press(switch));
    }
    assert_eq!(start.to_string(), "7,4,6,8,6,4,-**..,+.**.,-..**");
    let made = Task::new(7.into(), start.heights().to_vec(), wanted.clone()).unwrap();
    assert_eq!(made.to_string(), "7,4,6,8,6,4,+**..,-.**.,+..**");
    assert_eq!(solved_by(&wanted, 7.into(), &[1, 2, 3].map(Integer::from)), Some(made.clone()));
    assert_eq!(fewest(&made), [[1, 2, 3].map(Integer::from)]);
}

/// The code in the middle of a game: heights as they are now, switches unchanged.
#[test]
fn the_code_of_a_position() {
    let mut task = task("7,4,4,6,3,3,-**.*,+*.**,+.***");
    task.press(1);
    task.press(1);
    assert_eq!(task.to_string(), "7,4,6,6,5,5,-**.*,+*.**,+.***");
    // A height may be above the target.
    assert_eq!(fewest(&self::task("7,4,10,5,7,4,-***.,+.***,-..**")).len(), 1);
}

/// The notes beside the printed codes: in one C moves only two stacks, in one every switch moves one.
#[test]
fn notes_beside_the_codes() {
    let wires = |task: &Task, switch: usize| {
        task.switches()[switch].wired.iter().filter(|wired| **wired).count()
    };
    for code in ["7,4,10,5,7,4,-***.,+.***,-..**", "7,4,10,5,7,4,-***.,+.***,-*.*."] {
        assert_eq!([0, 1, 2].map(|switch| wires(&task(code), switch)), [3, 3, 2]);
    }
    let each = task("7,4,5,4,7,6,+*...,+.*..,+..*.,+...*");
    assert_eq!([0, 1, 2, 3].map(|switch| wires(&each, switch)), [1; 4]);
}

/// Which wires are printed, which are restored from the text around them, and which are ours: each task
/// says so in the comment before it.
#[test]
fn wires_that_were_never_printed_are_marked() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/kabelsalat/examples.kabelsalat");
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut marks = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some((label, _)) = line.split_once(": ").filter(|_| !line.starts_with('#')) else {
            continue;
        };
        let mark = lines[at - 1].strip_prefix("# wires ").unwrap_or_else(|| panic!("{label}"));
        marks.push((label, mark.split(':').next().unwrap()));
    }
    let expected = [
        ("E1", "restored"),
        ("E2a", "restored"),
        ("E2b", "restored"),
        ("E3", "restored"),
        ("E4", "printed"),
        ("E5", "restored"),
        ("E6", "restored"),
        ("E7", "restored"),
        ("S1", "ours"),
        ("S2", "ours"),
        ("S3", "ours"),
    ];
    assert_eq!(marks, expected);
    // Of the tasks with five stacks these are legible: target, heights, directions.
    let tasks = description::read(&text).unwrap();
    let printed = [
        ("S1", 4, vec![6, 5, 3, 5, 5], "++-"),
        ("S2", 7, vec![9, 9, 8, 6, 7], "+--+"),
        // The signs of this one have been read as +-++- as well.
        ("S3", 4, vec![2, 4, 3, 3, 4], "++-+-"),
    ];
    for (label, target, heights, directions) in printed {
        let task = &tasks.iter().find(|line| line.row == label).unwrap().about;
        let signs = task.switches().iter().map(|it| match it.direction {
            Direction::Up => '+',
            Direction::Down => '-',
        });
        assert_eq!(signs.collect::<String>(), directions, "{label}");
        assert_eq!(*task.target(), Integer::from(target));
        let now: Vec<_> = task.heights().iter().map(|it| it.to_i64().unwrap()).collect();
        assert_eq!(now, heights, "{label}");
    }
}

use super::*;
use crate::model::Tally;
use crate::sequence;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use std::thread;
use std::time::{Duration, Instant};

/// Two to five moves a * n + b.
fn moves() -> impl Strategy<Value = Vec<u64>> {
    let pairs = prop::collection::btree_set((1..=12_i64, -2..=2_i64), 2..=5);
    (pairs, 20..=1000_i64).prop_map(|(pairs, n)| {
        let mut sizes: Vec<_> = pairs.iter().map(|(a, b)| (a * n + b).unsigned_abs()).collect();
        sizes.sort_unstable();
        sizes
    })
}

fn all(sizes: &[u64]) -> Search {
    Search::new(sizes, Rule::Normal).expect("increasing moves")
}

fn by_jumps(sizes: &[u64], rule: Rule) -> Search {
    let search = Search::without_positions(sizes, rule).expect("increasing moves");
    Search { walls: None, ..search }
}

fn by_walls(sizes: &[u64]) -> Search {
    let search = Search::without_positions(sizes, Rule::Normal).expect("increasing moves");
    Search { jumps: None, ..search }
}

fn game(sizes: &[u64], rule: Rule) -> Game {
    Game::new(Moves::new(sizes).expect("moves"), rule).expect("a game")
}

/// { 21 103 214 235 }: a period that nothing finds in a minute.
const LONG: [u64; 4] = [21, 103, 214, 235];

/// Each method finds what is computed directly.
#[test]
fn methods_agree_with_direct_computation() {
    let stop = CancellationToken::default();
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut counts = [0; 4];
    for _ in 0..300 {
        let sizes = moves().new_tree(&mut runner).expect("moves").current();
        let found = [
            all(&sizes).within(1 << 12).run(&stop),
            by_jumps(&sizes, Rule::Normal).within(1 << 12).run(&stop),
            by_jumps(&sizes, Rule::Misere).within(1 << 12).run(&stop),
            by_walls(&sizes).within(1 << 14).run(&stop),
        ];
        for (which, found) in found.into_iter().enumerate() {
            let rule = if which == 2 { Rule::Misere } else { Rule::Normal };
            let Ok(found) = found else { continue };
            let is_by = match which {
                0 => true,
                3 => found.method == Method::Domains,
                _ => found.method == Method::Runs,
            };
            assert!(is_by, "{sizes:?} {found:?}");
            let judged = sequence::cycle(&game(&sizes, rule), 1 << 25, &stop);
            let Ok(cycle) = judged else { continue };
            assert_eq!(found.cycle, cycle.into(), "{sizes:?} {rule} {which}");
            counts[which] += 1;
        }
    }
    assert!(
        counts.iter().zip([220, 200, 200, 60]).all(|(count, least)| *count >= least),
        "{counts:?}"
    );
}

/// Each method gets its turn.
#[test]
fn the_first_method_that_succeeds_is_told() {
    let stop = CancellationToken::default();
    let by = |method, sizes: &[u64]| {
        let found = all(sizes).run(&stop).expect("a cycle");
        assert_eq!(found.method, method);
        found.cycle
    };
    let cycle = sequence::Cycle { period: 19_914_037, preperiod: 1176 };
    assert_eq!(by(Method::Direct, &[8, 58, 101, 109]), cycle.into());
    let cycle = by(Method::Runs, &[2_000_000, 5_000_000, 6_000_001, 8_000_001]);
    assert_eq!(cycle.period.to_string(), "14000000000011000001");
    let cycle = by(Method::Domains, &[1_000_003, 2_000_005, 4_000_014, 9_000_026, 11_000_033]);
    let numbers = (cycle.period.to_string(), cycle.preperiod.to_string());
    assert_eq!(numbers, ("15000047".to_owned(), "7666724166767".to_owned()));
    // Walls are for outcomes of normal play, and for moves that are about a large multiple of the same number.
    let near = [2_000_000, 5_000_000, 6_000_001, 8_000_001];
    for (sizes, rule, has_walls) in [
        (near, Rule::Normal, true),
        (near, Rule::Misere, false),
        (near, Rule::Mex, false),
        (LONG, Rule::Normal, false),
    ] {
        let search = Search::without_positions(&sizes, rule).expect("increasing moves");
        assert_eq!(search.walls.is_some(), has_walls, "{sizes:?} {rule}");
    }
}

#[test]
fn budgets_are_kept() {
    let stop = CancellationToken::default();
    for budget in [0, 1, 1000, 3000, 1 << 13] {
        for sizes in [&LONG[..], &[4_000_010, 6_000_019, 10_000_031, 11_000_033]] {
            let mut search = by_jumps(sizes, Rule::Normal).within(budget);
            let limit = loop {
                match search.advance(&stop) {
                    Ok(found) => assert_eq!(found, None),
                    Err(limit) => break limit,
                }
            };
            assert_eq!((limit, limit.name()), (STEPS, "steps"));
            assert_eq!(search.statistics().steps, budget);
            let mut search = all(sizes).within(budget);
            let limit = loop {
                match search.advance(&stop) {
                    Ok(found) => assert_eq!(found, None),
                    Err(limit) => break limit,
                }
            };
            assert_eq!(limit, STEPS);
            // The last block of positions may be begun before the end.
            let block = (1 << 22).max(4 * sizes[3]) / POSITIONS + 1;
            let spent = search.statistics().steps + search.positions_in_steps();
            assert!((budget..=budget + block).contains(&spent), "{spent} of {budget}");
        }
    }
}

/// The search ends soon after a stop in each of its phases, and can be continued.
#[test]
fn a_stop_is_honoured_in_each_phase() {
    // Outcomes whose walls are followed for twenty seconds.
    let n = 1_000_003;
    let wild = [n - 2, 4 * n - 2, 5 * n, 5 * n + 2, 6 * n - 1];
    for (which, mut search) in [
        Search::direct(&game(&LONG, Rule::Normal)),
        by_jumps(&LONG, Rule::Normal),
        Search { turn: 1 << 21, ..by_walls(&wild) },
    ]
    .into_iter()
    .enumerate()
    {
        let stop = CancellationToken::default();
        let asked = stop.clone();
        let stopping = thread::spawn(move || {
            thread::sleep(Duration::from_millis(200));
            asked.request();
            Instant::now()
        });
        let limit = loop {
            match search.advance(&stop) {
                Ok(found) => assert_eq!(found, None),
                Err(limit) => break limit,
            }
        };
        assert_eq!(limit, Limit::STOPPED, "{which}");
        let late = stopping.join().expect("no panic").elapsed();
        assert!(late < Duration::from_secs(3), "{which}: {late:?}");
        assert!(which != 2 || search.walls.is_some() && search.followed == 0);
    }
    let mut search = all(&[8, 58, 101, 109]);
    let stop = CancellationToken::default();
    stop.request();
    assert_eq!(search.advance(&stop), Err(Limit::STOPPED));
    assert!(search.run(&CancellationToken::default()).is_ok());
}

/// When no method is left, the limit is what ended jumps.
#[test]
fn what_ends_the_last_method_is_told() {
    let stop = CancellationToken::default();
    let ended = Search { jumps: None, ended: runs::WINDOW, ..by_jumps(&LONG, Rule::Normal) };
    assert_eq!(ended.run(&stop), Err(runs::WINDOW));
    assert!(Search::new(&[3, 2], Rule::Normal).is_none());
    assert!(Search::new(&[0, 2], Rule::Normal).is_none());
    // Without moves there is only one value.
    let found = Search::new(&[], Rule::Normal).and_then(|one| one.run(&stop).ok());
    assert!(
        found.is_some_and(|cycle| cycle.method == Method::Direct && cycle.cycle.period.is_one())
    );
    // Moves too large for direct computation; a rule that has no other method.
    assert!(Search::new(&[1, 1 << 30], Rule::Normal).is_some_and(|one| one.computed().is_none()));
    assert!(Search::new(&[1, 3], Rule::Lost(Tally::Odd)).is_some_and(|one| one.jumps.is_none()));
}

#[test]
fn jumps_go_on_where_some_are_made() {
    let n = 1_000_003;
    for (moves, expected) in [
        ([21, 103, 214, 235], false),
        ([11, 51, 173, 184], false),
        ([4 * n - 2, 6 * n + 1, 10 * n + 1, 11 * n], true),
        ([2 * n - 2, 2 * n, 3 * n, 10 * n - 2], true),
    ] {
        let mut search = runs::LoopSearch::new(&moves, Rule::Normal).expect("increasing moves");
        let found = search.advance(PATIENCE, &CancellationToken::default());
        assert!(matches!(found, Ok(None)), "{moves:?}");
        assert_eq!(is_worth(&search.statistics(), u64::MAX), expected, "{moves:?}");
    }
}

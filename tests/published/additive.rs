//! Additive games { a b a+b }, with a wall and with a sink: `docs/additive.md`.
//!
//! The formulas were found by computation, and hold as far as is tested here.

use grundy_kernel::model::{Rule, Value};
use grundy_sequence::{Cycle, CycleSearch, Game, Moves, oracle};
use num_integer::gcd;

/// The two conventions.
#[derive(Clone, Copy)]
enum End {
    Wall,
    Sink,
}

fn game(moves: &[u64], rule: Rule, end: End) -> Game {
    let moves = Moves::new(moves).expect("moves");
    match end {
        End::Wall => Game::new(moves, rule),
        End::Sink => Game::sink(moves, rule),
    }
    .expect("a game")
}

fn cycle(game: &Game) -> Cycle {
    let found = CycleSearch::new(game).run(1 << 20, &Default::default());
    found.expect("no stop").expect("a short period")
}

fn period(a: u64, b: u64) -> u64 {
    let turns = b / (2 * a);
    // r = b - 2ka with the greatest k for which this is not negative.
    match b % (2 * a) {
        0 => b + 2 * a * turns,
        r if r < a && turns > 0 => a * (2 * b + r) / gcd(a, r),
        _ => b + 2 * a * (turns + 1),
    }
}

#[test]
fn periods_are_linear_or_quadratic_as_described() {
    for (a, b, expected) in [
        (3, 7, 45),
        (3, 8, 54),
        (4, 9, 76),
        (4, 10, 44),
        (4, 11, 100),
        (5, 11, 115),
        (6, 15, 66),
        (7, 20, 322),
        (2, 9, 38),
        (5, 14, 160),
    ] {
        assert_eq!(period(a, b), expected, "{a} {b}");
    }
    let mut sequences = 0;
    for a in 1..=12 {
        for b in a + 1..3 * a + 20 {
            for (rule, end) in [
                (Rule::Mex, End::Wall),
                (Rule::Mex, End::Sink),
                (Rule::Normal, End::Wall),
                (Rule::Normal, End::Sink),
            ] {
                let found = cycle(&game(&[a, b, a + b], rule, end));
                let expected = Cycle { period: period(a, b), preperiod: 0 };
                assert_eq!(found, expected, "{a} {b} {rule}");
                sequences += 1;
            }
        }
    }
    assert_eq!(sequences, 1536);
}

#[test]
fn a_sink_is_a_wall_read_backwards() {
    let mut pairs = 0;
    for a in 1..=8 {
        for b in a + 1..3 * a + 12 {
            let p = period(a, b);
            let [wall, sink] = [End::Wall, End::Sink]
                .map(|end| oracle::sequence(&game(&[a, b, a + b], Rule::Mex, end), p as usize));
            for x in 0..p {
                let there = (2 * p * b - b - 1 - x) % p;
                let exchanged = match wall[there as usize] {
                    Value(0) => Value(2),
                    Value(2) => Value(0),
                    other => other,
                };
                assert_eq!(sink[x as usize], exchanged, "{a} {b} {x}");
            }
            pairs += 1;
        }
    }
    assert_eq!(pairs, 160);
}

/// Outcomes of { 1 a b }: periods by the parities.
#[test]
fn games_with_one_have_the_periods_described() {
    for a in 2..=30 {
        for b in a + 1..=30 {
            let Cycle { period, preperiod } = cycle(&game(&[1, a, b], Rule::Normal, End::Wall));
            match (a % 2, b % 2) {
                (1, 1) => assert_eq!((period, preperiod), (2, 0), "{a} {b}"),
                (1, _) => assert_eq!((period, preperiod), (a + b, 0), "{a} {b}"),
                _ => {}
            }
        }
    }
}

//! Additive games { a b a+b }, with a wall and with a sink: `docs/additive.md`.
//!
//! The formulas were found by computation, and hold as far as is tested here; where descriptions are proved, they are theorems.

use grundy_answers::check::{Kind, Options, check};
use grundy_infer::infer::{self, Start, cones};
use grundy_kernel::model::{Rule, Value};
use grundy_language::lang;
use grundy_language::verdict::Verdict;
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

/// The description that is found and proved for these games.
fn description(text: &str, rule: Rule, start: Option<Start>) -> String {
    let (list, conditions) = lang::family(text).expect("a family");
    let games = cones::Games {
        parameters: vec!['a', 'b'],
        moves: list.moves,
        conditions: conditions.into_iter().map(|one| one.constraint).collect(),
        start,
    };
    let options = infer::Options { rule, ..Default::default() };
    let description = cones::theorem(&games, &options).description(&options);
    description.unwrap_or_else(|| panic!("{text}: not all games")).expect("a proof")
}

fn verdict(text: &str) -> Verdict {
    check(Kind::Nimseq, text, &Options::default()).verdict
}

/// In the linear regime the words of the sink, turned around, are proved as those of the wall: so there it is a theorem.
#[test]
fn a_sink_is_proved_to_be_a_wall_read_backwards_in_the_linear_regime() {
    for k in 1..=10 {
        let text = format!("a >= 1 b >= {}a b <= {}a {{ a b a+b }}", 2 * k - 1, 2 * k);
        let sink = description(&text, Rule::Mex, Some(Start::sink()));
        let (head, body) = sink.split_once("# position x").expect("a start");
        let (_, words) = body.split_once("ENDREP\nREPEAT\n").expect("words");
        let words: Vec<_> = words.split_whitespace().filter(|it| *it != "ENDREP").collect();
        // The period is b + 2ka, and the last b positions come last in both.
        let (first, last) = words.split_at(2 * k);
        assert!(first.chunks(2).all(|pair| pair == ["Aa", "Ba"]), "{sink}");
        let turned = |exchange: [&str; 2]| {
            let word = |word: &&str| match word.split_at(1) {
                ("_", length) => exchange[0].to_owned() + length,
                ("B", length) => exchange[1].to_owned() + length,
                _ => (*word).to_owned(),
            };
            let words: Vec<_> = first.iter().rev().chain(last.iter().rev()).map(word).collect();
            format!("{head}REPEAT {} ENDREP", words.join(" "))
        };
        assert_eq!(verdict(&turned(["B", "_"])), Verdict::Verified, "{}", turned(["B", "_"]));
        assert_eq!(verdict(&turned(["_", "B"])), Verdict::Refuted, "{k}");
    }
}

/// The words of { a b a+2b } are proved as those of { a b } and of { a b 2a+b }: the third move changes nothing.
#[test]
fn moves_are_proved_to_be_superfluous() {
    for rule in [Rule::Normal, Rule::Mex] {
        let text = description("a >= 1 b >= a+1 b <= 9a { a b a+2b }", rule, None);
        for (moves, expected) in [
            ("{ a b }", Verdict::Verified),
            ("{ a a+2b }", Verdict::Refuted),
            ("{ b a+2b }", Verdict::Refuted),
            ("{ a b 2a+b }", Verdict::Verified),
            ("{ a b a+b }", Verdict::Refuted),
        ] {
            let other = text.replace("{ a b a+2b }", moves);
            assert_eq!(verdict(&other), expected, "{rule} {moves}");
        }
    }
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

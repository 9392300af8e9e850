//! Nim: published positions, the theory against full search, full search against the rules,
//! damaged claims, and whole games in a pipe.  The terminal is in `tests/terminal/play.rs`.

use grundy_games::nim::bits::bits;
use grundy_games::nim::theory::{Decision, decision};
use grundy_games::nim::{
    Convention, IllegalMove, Move, Outcome, Position, check, description, list, search, theory,
};
use grundy_kernel::Integer;
use grundy_kernel::model::Rule;
use grundy_language::diagnostic::Code;
use grundy_language::limit::{CancellationToken, Limit};
use grundy_language::verdict::Verdict;
use grundy_sequence::oracle;
use proptest::prelude::*;
use std::collections::HashMap;

fn position(heaps: &[u64]) -> Position {
    Position::new(heaps.iter().map(|&heap| Integer::from(heap)).collect()).unwrap()
}

/// Every move, by the rules.
fn moves(position: &Position) -> Vec<Move> {
    let heaps = position.heaps().iter().enumerate();
    let all = heaps.flat_map(|(index, heap)| {
        let sticks = heap.to_i64().unwrap();
        (1..=sticks).map(move |take| Move { heap: index + 1, take: Integer::from(take) })
    });
    all.collect()
}

/// The outcome, straight from its definition.
fn naive(
    position: &Position,
    convention: Convention,
    known: &mut HashMap<(Position, Convention), bool>,
) -> bool {
    if let Some(&won) = known.get(&(position.clone(), convention)) {
        return won;
    }
    let won = match position.is_empty() {
        true => convention == Convention::Misere,
        false => moves(position)
            .iter()
            .any(|chosen| !naive(&position.after(chosen).unwrap(), convention, known)),
    };
    known.insert((position.clone(), convention), won);
    won
}

fn compare(position: &Position, known: &mut HashMap<(Position, Convention), bool>) {
    for convention in Convention::ALL {
        let won = naive(position, convention, known);
        let winning: Vec<_> = moves(position)
            .into_iter()
            .filter(|chosen| !naive(&position.after(chosen).unwrap(), convention, known))
            .collect();
        let outcome = if won { Outcome::N } else { Outcome::P };
        let found =
            search::solve(position, convention, &CancellationToken::default()).unwrap().unwrap();
        assert_eq!((found.outcome, &found.winning_moves), (outcome, &winning), "{position}");
        assert_eq!(theory::outcome(position, convention), outcome, "{position} {convention:?}");
        assert_eq!(theory::winning_moves(position, convention), winning, "{position}");
        let played = theory::strategy(position, convention);
        match (&played, winning.is_empty()) {
            (None, _) => assert!(position.is_empty()),
            (Some(played), false) => assert!(winning.contains(played), "{position}"),
            (Some(played), true) => {
                assert!(played.take.is_one());
                let largest = position.heaps().iter().max().unwrap();
                assert_eq!(&position.heaps()[played.heap - 1], largest, "{position}");
            }
        }
    }
}

#[test]
fn theory_and_search_are_right_for_all_small_positions() {
    let mut known = HashMap::new();
    let mut count = 0;
    for (heaps, most) in [(0, 0), (1, 12), (2, 12), (3, 7), (4, 4), (5, 2)] {
        for point in crate::support::points(heaps, 0..=most) {
            let point: Vec<u64> = point.iter().map(|&heap| heap.unsigned_abs()).collect();
            compare(&position(&point), &mut known);
            count += 1;
        }
    }
    assert_eq!(count, 1 + 13 + 169 + 512 + 625 + 243);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn theory_and_search_are_right_for_larger_positions(heaps in prop::collection::vec(0u64..14, 1..4)) {
        compare(&position(&heaps), &mut HashMap::new());
    }

    /// A winning move leads to a lost position and every move from a lost one to a won one.
    #[test]
    fn large_heaps_obey_the_definition(
        heaps in prop::collection::vec(any::<u128>(), 2..6),
        balanced in any::<bool>(),
        heap in 1usize..6,
        take in any::<u128>(),
    ) {
        let mut heaps: Vec<Integer> = heaps.iter().map(|heap| heap.to_string().parse().unwrap()).collect();
        if balanced {
            // The last heap makes the nim sum 0.
            heaps.pop();
            heaps.push(Position::new(heaps.clone()).unwrap().nim_sum());
        }
        let position = Position::new(heaps).unwrap();
        for convention in Convention::ALL {
            let outcome = theory::outcome(&position, convention);
            let winning = theory::winning_moves(&position, convention);
            prop_assert_eq!(outcome == Outcome::N, !winning.is_empty());
            for chosen in &winning {
                let after = position.after(chosen).unwrap();
                prop_assert_eq!(theory::outcome(&after, convention), Outcome::P);
            }
            let chosen = Move { heap, take: take.to_string().parse().unwrap() };
            if let Ok(after) = position.after(&chosen)
                && !winning.contains(&chosen)
            {
                prop_assert_eq!(theory::outcome(&after, convention), Outcome::N);
            }
        }
    }
}

#[test]
fn a_move_must_be_possible() {
    let start = position(&[3, 0]);
    let illegal = |text: &str| {
        start.after(&description::parse_move(text).unwrap()).expect_err("not possible")
    };
    assert_eq!(illegal("0:1"), IllegalMove::NoSuchHeap(2));
    assert_eq!(illegal("3:1"), IllegalMove::NoSuchHeap(2));
    assert_eq!(illegal("1:0"), IllegalMove::TakesNothing);
    assert_eq!(illegal("1:4"), IllegalMove::TooMany(3.into()));
    assert_eq!(illegal("2:1"), IllegalMove::TooMany(0.into()));
    assert_eq!(start.after(&description::parse_move("1:3").unwrap()), Ok(position(&[0, 0])));
}

#[test]
fn a_search_that_is_too_large_or_stopped_claims_nothing() {
    let large = position(&[1 << 20]);
    assert_eq!(search::solve(&large, Convention::Normal, &CancellationToken::default()), Ok(None));
    let largest = position(&[(1 << 20) - 1]);
    assert!(matches!(
        search::solve(&largest, Convention::Normal, &CancellationToken::default()),
        Ok(Some(found)) if found.positions == search::POSITIONS
    ));
    let stop = CancellationToken::default();
    stop.request();
    assert_eq!(search::solve(&largest, Convention::Normal, &stop), Err(Limit::STOPPED));
    let lines = description::read("3 4 5 xor 2 normal N 1:2").unwrap();
    let verdicts: Vec<_> = check(&lines, &stop).iter().map(|value| value.verdict).collect();
    assert_eq!(verdicts, [Verdict::Verified, Verdict::Undecided, Verdict::Undecided]);
}

/// Column, claimed and computed of everything that is wrong.
fn wrong(source: &str) -> Vec<(String, String, String)> {
    let lines = description::read(source).unwrap();
    let values = check(&lines, &CancellationToken::default());
    let findings = values.iter().flat_map(|value| {
        assert_eq!(value.verdict == Verdict::Refuted, value.findings.len() == 1, "{value:?}");
        &value.findings
    });
    let cells = findings.map(|finding| finding.cell().cloned().unwrap());
    cells.map(|cell| (cell.column, cell.claimed, cell.computed)).collect()
}

fn published(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/nim/");
    std::fs::read_to_string(format!("{folder}{name}")).unwrap()
}

#[test]
fn the_published_positions_are_right() {
    let positions = published("positions.nim");
    assert_eq!(wrong(&positions), []);
    let lines = description::read(&positions).unwrap();
    assert_eq!(lines.len(), 48);
    assert!(lines.iter().all(|line| line.claims.len() == 5), "xor, and both outcomes and moves");
    assert_eq!(wrong(&published("strategy.nim")), []);
}

/// Turns every claim of the published positions into a wrong one; each is found, and alone.
#[test]
fn every_false_claim_is_found() {
    let mut count = 0;
    for mut line in description::read(&published("positions.nim")).unwrap() {
        for index in 0..line.claims.len() {
            let right = line.claims[index].statement.clone();
            use description::Statement;
            line.claims[index].statement = match right.clone() {
                Statement::Xor(sum) => Statement::Xor(&sum + &Integer::ONE),
                Statement::Outcome(convention, Outcome::N) => {
                    Statement::Outcome(convention, Outcome::P)
                }
                Statement::Outcome(convention, Outcome::P) => {
                    Statement::Outcome(convention, Outcome::N)
                }
                Statement::Winning(convention, mut moves) => {
                    // One move too few, or one that there is not.
                    if moves.pop().is_none() {
                        moves.push(Move { heap: 1, take: 99.into() });
                    }
                    Statement::Winning(convention, moves)
                }
                Statement::Plays(..) => unreachable!("the table has no such column"),
            };
            let values = check(std::slice::from_ref(&line), &CancellationToken::default());
            for (other, value) in values.iter().enumerate() {
                let verdict = if other == index { Verdict::Refuted } else { Verdict::Verified };
                assert_eq!(value.verdict, verdict, "{} {}", line.row, value.column);
            }
            line.claims[index].statement = right;
            count += 1;
        }
    }
    assert_eq!(count, 240);
}

#[test]
fn any_right_move_of_the_strategy_is_accepted_and_no_other() {
    for right in ["1 3 3 normal N plays 3:1", "5 5 normal P plays 2:1", "1 1 misere N plays 2:1"] {
        assert_eq!(wrong(right), [], "{right}");
    }
    let only = |source: &str| match &wrong(source)[..] {
        [(_, claimed, computed)] => (claimed.clone(), computed.clone()),
        other => panic!("{source}: {other:?}"),
    };
    let found = |claimed: &str, computed: &str| (claimed.to_owned(), computed.to_owned());
    assert_eq!(only("1 3 3 normal N plays 3:2"), found("3:2", "1:1 or 2:1 or 3:1"));
    assert_eq!(only("5 5 normal P plays 2:2"), found("2:2", "one stick from any heap"));
    assert_eq!(only("5 5 normal P plays -"), found("-", "one stick from any heap"));
    assert_eq!(only("5 0 5 normal P plays 2:1"), found("2:1", "one stick from any heap"));
    assert_eq!(only("(none) normal P plays 1:1"), found("1:1", "-"));
}

#[test]
fn a_wrong_move_comes_with_the_answer_to_it() {
    let lines = description::read("3 4 5 normal N 1:3 4:1 2:9").unwrap();
    let values = check(&lines, &CancellationToken::default());
    let notes = &values[1].findings[0].diagnostic.notes;
    assert_eq!(
        notes,
        &[
            "1:3 leaves 0 4 5, and the opponent wins with 3:1 (normal play)",
            "2:9 is not a move: that heap has only 4",
            "4:1 is not a move: the heaps have the numbers 1 to 3",
            "missing: 1:2 leaves 1 4 5, lost for the opponent (normal play)",
            "found by full search of 120 positions",
        ]
    );
}

#[test]
fn the_order_of_claims_and_moves_does_not_matter() {
    assert_eq!(wrong("1 3 3 misere N 3:1 1:1 2:1 normal N 2:1 3:1 1:1 xor 1"), []);
    assert_eq!(list(&[]), "-");
}

/// Code and the piece of text it points at.
fn malformed(source: &str) -> Vec<(Code, &str)> {
    let diagnostics = description::read(source).expect_err(source);
    diagnostics.iter().map(|it| (it.code, &source[it.labels[0].span.range()])).collect()
}

#[test]
fn malformed_lines_are_pointed_at() {
    for (source, code, piece) in [
        ("3 4 x normal N", Code::UnreadableHeaps, "x"),
        ("3 -4 5 normal N", Code::UnreadableHeaps, "-4"),
        ("3 +4 5 normal N", Code::UnreadableHeaps, "+4"),
        ("3,4,5 normal N", Code::UnreadableHeaps, "3,4,5"),
        ("normal N", Code::UnreadableHeaps, "normal"),
        ("(none) 3 normal N", Code::UnreadableHeaps, "3"),
        ("(none) (none) normal P", Code::UnreadableHeaps, "(none)"),
        ("3 4 5 norml N", Code::NotANimClaim, "norml"),
        ("3 4 5 normal N 1:2 mizere N", Code::NotANimClaim, "mizere"),
        ("3 4 5 xor", Code::UnreadableNimClaim, "xor"),
        ("3 4 5 xor x", Code::UnreadableNimClaim, "x"),
        ("3 4 5 xor normal N", Code::UnreadableNimClaim, "xor"),
        ("3 4 5 normal", Code::UnreadableNimClaim, "normal"),
        ("3 4 5 normal n", Code::UnreadableNimClaim, "n"),
        ("3 4 5 normal misere N", Code::UnreadableNimClaim, "normal"),
        ("3 4 5 normal N 1.2", Code::UnreadableNimClaim, "1.2"),
        ("3 4 5 normal N 1:2 -", Code::UnreadableNimClaim, "-"),
        ("3 4 5 normal N - 1:2", Code::UnreadableNimClaim, "1:2"),
        ("3 4 5 normal N 1:-2", Code::UnreadableNimClaim, "1:-2"),
        (
            "3 4 5 normal N 99999999999999999999:1",
            Code::UnreadableNimClaim,
            "99999999999999999999:1",
        ),
        ("3 4 5 plays 1:2", Code::UnreadableNimClaim, "plays"),
        ("3 4 5 normal N plays", Code::UnreadableNimClaim, "plays"),
        ("3 4 5 normal N plays x", Code::UnreadableNimClaim, "x"),
        ("3 4 5 normal N 1:2 1:2", Code::NimClaimTwice, "1:2"),
        ("3 4 5 xor 2 xor 2", Code::NimClaimTwice, "2"),
        ("3 4 5 normal N normal N", Code::NimClaimTwice, "N"),
        ("3 4 5", Code::HeapsWithoutClaim, "3 4 5"),
        ("a: 3 4 5 # xor 2", Code::HeapsWithoutClaim, "3 4 5"),
    ] {
        assert_eq!(malformed(source), [(code, piece)], "{source}");
    }
    let long = "7".repeat(65_537);
    assert_eq!(malformed(&format!("3 {long} normal N")), [(Code::UnreadableHeaps, long.as_str())]);
    assert!(description::read(&format!("3 {} normal N", &long[1..])).is_ok());
    // All lines are looked at.
    assert_eq!(malformed("3 4\n\n3 normal N 1:3\n4 xor y\n").len(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_panics(source in "[0-9NPxor:normal misere plays#\n\\- ()\u{e4}]{0,80}") {
        if let Ok(lines) = description::read(&source) {
            for line in &lines {
                prop_assert!(!line.claims.is_empty());
            }
            check(&lines, &CancellationToken::default());
        }
    }
}

/// The examples: heaps, bits, xor, deciding bit, heaps with it, winning moves.
#[test]
fn bits_of_the_examples() {
    for (heaps, binary, xor, deciding, with, winning) in [
        (&[3, 4, 5][..], "011 100 101", "010", 2, &[1][..], "1:2"),
        (&[1, 4, 5], "001 100 101", "000", 0, &[], "-"),
        (&[3, 5, 6], "011 101 110", "000", 0, &[], "-"),
        (&[7, 5, 3], "111 101 011", "001", 1, &[1, 2, 3], "1:1 2:1 3:1"),
        (&[1, 2, 4], "001 010 100", "111", 4, &[3], "3:1"),
        (&[10, 7], "1010 0111", "1101", 8, &[1], "1:3"),
        (&[9, 9, 5], "1001 1001 0101", "0101", 4, &[3], "3:5"),
        (&[12, 10, 7, 3], "1100 1010 0111 0011", "0010", 2, &[2, 3, 4], "2:2 3:2 4:2"),
        (
            &[15, 14, 13, 12, 11],
            "1111 1110 1101 1100 1011",
            "1011",
            8,
            &[1, 2, 3, 4, 5],
            "1:11 2:9 3:7 4:5 5:11",
        ),
    ] {
        let position = position(heaps);
        let found = bits(&position);
        assert_eq!((found.heaps.join(" ").as_str(), found.xor.as_str()), (binary, xor));
        let expected = (deciding > 0).then(|| Integer::from(deciding));
        assert_eq!(
            (found.deciding, found.heaps_with_it.as_slice()),
            (expected, with),
            "{position}"
        );
        let moves = theory::winning_moves(&position, Convention::Normal);
        assert_eq!(list(&moves), winning, "{position}");
        assert_eq!(decision(&position, Convention::Normal), Decision::Sum);
        if moves.is_empty() {
            // To put the end off, one stick.
            assert_eq!(theory::strategy(&position, Convention::Normal).unwrap().take, 1.into());
        }
    }
    assert_eq!(bits(&position(&[])).xor, "0");
    assert_eq!(bits(&position(&[0])).heaps, ["0"]);
}

/// The winning moves of normal play are those in the heaps with the deciding bit, one in each, and an odd
/// number of them: for all positions of four heaps below 8, by the search alone.
#[test]
fn the_deciding_bit_names_the_winning_moves() {
    for number in 0..4096_u64 {
        let heaps = [0, 3, 6, 9].map(|shift| number >> shift & 7);
        let position = position(&heaps);
        let found = search::solve(&position, Convention::Normal, &CancellationToken::default());
        let moves = found.unwrap().unwrap().winning_moves;
        let heaps: Vec<_> = moves.iter().map(|it| it.heap).collect();
        let bits = bits(&position);
        assert_eq!(heaps, bits.heaps_with_it, "{position}");
        assert_eq!(moves.len() % 2 == 1, bits.deciding.is_some(), "{position}");
    }
}

#[test]
fn misere_examples() {
    for (heaps, normal, misere, decided) in [
        (&[1, 1, 5][..], "3:5", "3:4", Decision::LargeHeap),
        (&[1, 5], "2:4", "2:5", Decision::LargeHeap),
        (&[1, 1, 1, 4], "4:3", "4:4", Decision::LargeHeap),
        (&[5], "1:5", "1:4", Decision::LargeHeap),
        (&[2, 2], "-", "-", Decision::Sum),
        (&[1, 2, 3], "-", "-", Decision::Sum),
        (&[2, 3], "2:1", "2:1", Decision::Sum),
        (&[1, 1, 1], "1:1 2:1 3:1", "-", Decision::Ones),
        (&[1, 1], "-", "1:1 2:1", Decision::Ones),
    ] {
        let position = position(heaps);
        let moves = |convention| list(&theory::winning_moves(&position, convention));
        assert_eq!(moves(Convention::Normal), normal, "{position}");
        assert_eq!(moves(Convention::Misere), misere, "{position}");
        assert_eq!(decision(&position, Convention::Misere), decided, "{position}");
        let left = theory::winning_moves(&position, Convention::Misere).into_iter().next();
        if let Some(chosen) = left.filter(|_| decided != Decision::Sum) {
            let after = position.after(&chosen).unwrap();
            let ones = after.heaps().iter().filter(|heap| heap.is_one()).count();
            assert!(ones % 2 == 1 && after.heaps().iter().all(|heap| *heap <= 1.into()));
        }
    }
}

/// With moves 1 to k the Grundy value of a heap of n is n mod (k + 1).
#[test]
fn heaps_with_a_largest_move() {
    for k in 1..9_u64 {
        let moves: Vec<_> = (1..=k).collect();
        for (n, value) in (0_u64..).zip(oracle::values(Rule::Mex, &moves, 60)) {
            assert_eq!(u64::from(value.0), n % (k + 1), "{k} {n}");
        }
    }
}

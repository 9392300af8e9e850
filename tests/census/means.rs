//! Mean periods and restricted searches of A. Flammenkamp (1996): the numbers were computed from the definitions by
//! a program of its own.

use super::{rows, table};
use grundy_census::census::{
    Census, Choice, Class, Game, Mean, OF_FOUR_MOVES, Row, Summary, by_conditions,
    by_number_of_moves,
};
use grundy_language::formula::Condition;
use grundy_language::limit::CancellationToken;
use grundy_sequence::{Moves, symmetric_period};

fn summaries(census: &Census) -> Vec<Summary> {
    let summary = |row| match row {
        Row::Summary(summary) => Some(summary),
        _ => None,
    };
    rows(census, 1).0.into_iter().filter_map(summary).collect()
}

/// How many games a class has for a largest move, and the sum of their periods.
fn counted(class: &Class) -> (u64, u128) {
    let all = summaries(&class.census);
    assert!(all.iter().all(|it| it.undecided == 0));
    (all.iter().map(|it| it.games).sum(), all.iter().map(|it| it.sum).sum())
}

fn conditions() -> Vec<(String, Condition)> {
    let parse = |(name, text): (&str, &str)| {
        (name.to_owned(), Condition::parse(text, 0).expect("a condition"))
    };
    OF_FOUR_MOVES.map(parse).to_vec()
}

/// Pictures vi and vii: s4; games and sums of periods of the classes I, II, III, IV and O, and of games in
/// I and IV, and in II and IV.
const CLASSES: &str = include_str!("classes.tsv");

/// The rows of a table of numbers, below a line of names.
fn table<const N: usize>(text: &'static str) -> Vec<[u128; N]> {
    table::rows(text).skip(1).map(|row| row.map(|cell| cell.parse().expect(cell))).collect()
}

fn check_classes(row: [u128; 15]) {
    let (s4, expected) = (row[0] as u32, pairs(&row));
    let census = Census::new(s4, s4, Some(4), false).expect("a census");
    let classes = by_conditions(&census, &conditions()).expect("conditions");
    let mut found: Vec<_> = classes.iter().map(counted).collect();
    for both in ["a + c == d and a + b == c", "b + c == d and a + b == c"] {
        let condition = Condition::parse(both, 0).ok();
        let choice = Choice { condition, ..Choice::ALL };
        let mut census = census.clone();
        census.choice = choice;
        found.push(counted(&Class { name: both.to_owned(), census }));
    }
    assert_eq!(found, expected, "s4 = {s4}");
    // Games in two classes count in both.
    let [one, two, three, four, other, one_four, two_four] = found[..] else { panic!() };
    let all = one.0 + two.0 + three.0 + four.0 + other.0 - one_four.0 - two_four.0;
    assert_eq!(all, census.games());
}

/// Games and sums.
fn pairs(row: &[u128; 15]) -> Vec<(u64, u128)> {
    row[1..].chunks(2).map(|pair| (pair[0] as u64, pair[1])).collect()
}

#[test]
fn classes_of_four_moves() {
    table(CLASSES).into_iter().filter(|row| row[0] <= 40).for_each(check_classes);
}

#[test]
#[ignore = "longer; .ci/run does it"]
fn classes_of_four_moves_up_to_64() {
    table(CLASSES).into_iter().filter(|row| row[0] > 40).for_each(check_classes);
}

/// The means at s4 = 64, and which curve lies above which, from the sums in the table.
#[test]
fn means_are_rounded_quotients() {
    let mean = |(games, sum): (u64, u128)| Mean {
        class: String::new(),
        largest: 64,
        games,
        undecided: 0,
        sum,
        greatest: 0,
    };
    let last = pairs(table(CLASSES).last().expect("rows"));
    let means: Vec<_> = last[..5].iter().filter_map(|&it| mean(it).value()).collect();
    assert_eq!(means, ["525.652", "554.015", "238.028", "347.891", "91.240"]);
    assert_eq!(mean((0, 0)).value(), None);
    assert_eq!(mean((3, 2)).value().as_deref(), Some("0.667"));
    assert_eq!(mean((2000, 2001)).value().as_deref(), Some("1.001"));
    let most = Mean { games: u64::MAX >> 1, ..mean((1, u128::MAX >> 1)) };
    assert!(most.value().is_some());
}

/// The captions of pictures vi and vii name the curves from top to bottom: I, II, O and IV, III, O.  Where it is not
/// so up to a largest move: II above I, III above IV, and O above another.
fn check_order(last: u32) {
    let census = Census::new(8, last, Some(4), false).expect("a census");
    let classes = by_conditions(&census, &conditions()).expect("conditions");
    let of_class = |class: &Class| {
        summaries(&class.census).into_iter().map(|it| (it.games, it.sum)).collect::<Vec<_>>()
    };
    let [one, two, three, four, other] = &classes.iter().map(of_class).collect::<Vec<_>>()[..]
    else {
        panic!("five classes")
    };
    let above = |upper: &[(u64, u128)], lower: &[(u64, u128)]| {
        let pairs = upper.iter().zip(lower).zip(8..);
        let higher = pairs.filter(|((upper, lower), _)| {
            upper.1 * u128::from(lower.0) > lower.1 * u128::from(upper.0)
        });
        higher.map(|(_, s4)| s4).collect::<Vec<u32>>()
    };
    let expected = |all: &[u32]| all.iter().copied().filter(|&s4| s4 <= last).collect::<Vec<_>>();
    let exceptions = [11, 17, 31, 32, 38, 41, 47, 55, 62, 64];
    assert_eq!(above(two, one), expected(&exceptions));
    let exceptions = [9, 10, 13, 14, 15, 16, 18, 22, 26, 28, 34, 36, 38, 46];
    assert_eq!(above(three, four), expected(&exceptions));
    let mut classes = [one, two, three, four].map(|class| above(other, class)).concat();
    classes.dedup();
    assert_eq!(classes, [10]);
}

#[test]
fn the_order_of_the_curves() {
    check_order(32);
}

#[test]
#[ignore = "longer; .ci/run does it"]
fn the_order_of_the_curves_up_to_64() {
    check_order(64);
}

#[test]
fn symmetric_games_of_five_moves() {
    let census = Census::new(5, 39, Some(5), true).expect("a census");
    let found = summaries(&census).into_iter().map(|it| {
        let Game { moves, cycle } = it.maximum.expect("a game");
        let [games, period] = [it.games, cycle.period].map(u128::from);
        [games, it.sum, period, moves[0].into(), moves[1].into()]
    });
    assert_eq!(found.collect::<Vec<_>>(), table(include_str!("five.tsv")));
}

/// Pictures xi and xii.
#[test]
fn symmetric_games_by_number_of_moves() {
    let rows = table(include_str!("by_moves.tsv"));
    for expected in rows.chunk_by(|one, other| one[0] == other[0]) {
        let largest = expected[0][0] as u32;
        let census = Census::new(largest, largest, None, true).expect("a census");
        let one = |class: &Class| {
            let [it] = &summaries(&class.census)[..] else { panic!("one largest move") };
            let greatest = it.maximum.as_ref().expect("a game").cycle.period;
            let moves = class.name.parse().expect("a number");
            [largest.into(), moves, it.games.into(), it.sum, greatest.into()]
        };
        let found: Vec<_> = by_number_of_moves(&census).iter().map(one).collect();
        assert_eq!(found, expected, "{largest}");
    }
}

/// Footnote 16, and its neighbours: the means of the symmetric games with M, M - 1, M - 2 moves.
#[test]
fn means_of_nearly_all_moves() {
    let sum = |largest: u32, moves: u32| {
        let census = Census::new(largest, largest, Some(moves), true).expect("a census");
        let [it] = &summaries(&census)[..] else { panic!("one largest move") };
        (it.games, it.sum)
    };
    for largest in 1..=30 {
        assert_eq!(sum(largest, largest), (1, u128::from(largest) + 1));
        assert_eq!(sum(largest, 1), (1, 2 * u128::from(largest)));
        if largest % 2 == 0 {
            assert_eq!(sum(largest, largest - 1), (1, u128::from(3 * largest / 2 + 1)));
        }
    }
    let sums: [u128; 28] = [
        6, 6, 15, 19, 30, 33, 53, 54, 75, 84, 105, 111, 145, 147, 180, 194, 225, 234, 282, 285,
        330, 349, 390, 402, 464, 468, 525, 549,
    ];
    for (largest, expected) in (3..).zip(sums) {
        let games = u64::from(largest - 1) / 2;
        assert_eq!(sum(largest, largest - 2), (games, expected), "{largest}");
    }
}

#[test]
fn searches_with_three_differences() {
    let mut census = Census::new(10, 44, None, true).expect("a census");
    census.choice.differences = Some(3);
    let (rows, _) = rows(&census, 1);
    let records: Vec<&Game> = rows
        .iter()
        .filter_map(|row| match row {
            Row::Record { game, decided: true } => Some(game),
            _ => None,
        })
        .collect();
    let mut summaries = rows.iter().filter_map(|row| match row {
        Row::Summary(summary) => Some(summary),
        _ => None,
    });
    let mut best = 0;
    for [largest, games, sum, longest, is_record, moves] in
        table::rows(include_str!("three_differences.tsv"))
    {
        let found = summaries.next().expect("a largest move");
        let game = found.maximum.as_ref().expect("a game");
        let numbers =
            [found.largest.into(), found.games.into(), found.sum, game.cycle.period.into()];
        assert_eq!(numbers.map(|it: u128| it.to_string()), [largest, games, sum, longest]);
        let moves: Vec<u32> = table::numbers(moves);
        assert_eq!(game.moves, moves, "{largest}");
        assert_eq!(game.cycle.period > best, is_record == "yes", "{largest}");
        best = best.max(game.cycle.period);
        assert_eq!(records.iter().any(|it| it.moves == moves), is_record == "yes", "{largest}");
    }
    assert!(summaries.next().is_none());
}

/// The records that are printed of that search, and the last one with other than five moves of another.
#[test]
fn printed_records() {
    let printed: [(&[u64], u64); 7] = [
        (&[14, 25, 40, 51, 65], 5_641_324),
        (&[13, 30, 36, 53, 66], 7_735_252),
        (&[13, 24, 42, 53, 66], 8_265_820),
        (&[11, 27, 41, 57, 68], 8_371_535),
        (&[16, 33, 36, 53, 69], 14_727_438),
        (
            &[6, 7, 8, 19, 20, 21, 22, 23, 34, 35, 36, 47, 48, 49, 50, 51, 62, 63, 64, 70],
            16_107_110,
        ),
        (&[5, 6, 18, 19, 30, 31, 43, 44, 49], 200_208),
    ];
    for (moves, period) in printed {
        let moves = Moves::new(moves).expect("moves");
        assert!(moves.is_symmetric());
        let found = symmetric_period(moves, period, &CancellationToken::default());
        assert_eq!(found, Ok(Some(period)));
    }
}

/// The whole search as printed, of which a power failure was the end at max L = 71: its records from 65 on.
#[test]
#[ignore = "longer; .ci/run does it"]
fn the_whole_search_with_three_differences() {
    let mut census = Census::new(1, 71, None, true).expect("a census");
    census.choice.differences = Some(3);
    let records = rows(&census, 1).0.into_iter().filter_map(|row| match row {
        Row::Record { game, .. } if game.moves.last() >= Some(&65) => Some(game.cycle.period),
        _ => None,
    });
    let printed = [5_641_324, 7_735_252, 8_265_820, 8_371_535, 14_727_438, 16_107_110];
    let records: Vec<_> = records.collect();
    for period in printed {
        assert!(records.contains(&period), "{period} in {records:?}");
    }
}

//! Every number against the plain rule and against tables.

use super::{census, rows};
use grundy_census::census::{Census, Game, Measure, Row, Summary};
use grundy_sequence::{Cycle, Game as Plain, Moves, Rule, oracle};
use std::collections::BTreeMap;

/// The cycle by the plain rule.
fn plain(moves: &[u32]) -> Cycle {
    let sizes: Vec<u64> = moves.iter().map(|&size| u64::from(size)).collect();
    let game = Plain::new(Moves::new(&sizes).expect("moves"), Rule::Normal).expect("a game");
    oracle::cycle(&game, 1000).expect("a short cycle")
}

/// All games of a census by definition, in its order, with their cycles.
fn brute_force(census: &Census) -> Vec<Game> {
    let (from, to) = census.range();
    let sets = (1_u32 << (from - 1)..1 << to)
        .map(|bits| (1..=to).filter(|size| bits >> (size - 1) & 1 == 1).collect::<Vec<u32>>());
    let wanted = |moves: &Vec<u32>| {
        let sizes: Vec<u64> = moves.iter().map(|&size| u64::from(size)).collect();
        census.moves().is_none_or(|count| count as usize == moves.len())
            && (!census.is_symmetric() || Moves::new(&sizes).expect("moves").is_symmetric())
    };
    sets.filter(wanted).map(|moves| Game { cycle: plain(&moves), moves }).collect()
}

/// The rows that the definition demands.
fn demanded(census: &Census) -> Vec<Row> {
    let value = |game: &Game| match census.measure {
        Measure::Period => game.cycle.period,
        Measure::Preperiod => game.cycle.preperiod,
    };
    let mut rows = Vec::new();
    let mut best = 0;
    let mut decided = true;
    let mut by_largest: BTreeMap<u32, Vec<Game>> = BTreeMap::new();
    for game in brute_force(census) {
        by_largest.entry(*game.moves.last().expect("a move")).or_default().push(game);
    }
    for (largest, games) in by_largest {
        let mut summary = Summary { largest, games: 0, undecided: 0, sum: 0, maximum: None };
        for game in games {
            summary.games += 1;
            if game.cycle.period + game.cycle.preperiod > census.limit_positions {
                decided = false;
                summary.undecided += 1;
                rows.push(Row::Undecided(game.moves));
                continue;
            }
            summary.sum += u128::from(value(&game));
            if value(&game) >= best && value(&game) > 0 {
                best = value(&game);
                rows.push(Row::Record { game: game.clone(), decided });
            }
            if census.every {
                rows.push(Row::Game(game.clone()));
            }
            if summary.maximum.as_ref().is_none_or(|known| value(&game) > value(known)) {
                summary.maximum = Some(game);
            }
        }
        rows.push(Row::Summary(summary));
    }
    rows
}

#[test]
fn every_row_is_as_the_definition_demands() {
    for measure in [Measure::Period, Measure::Preperiod] {
        for (moves, symmetric, to) in [
            (None, false, 10),
            (None, true, 14),
            (Some(1), false, 12),
            (Some(3), false, 14),
            (Some(4), false, 12),
            (Some(5), true, 14),
            (Some(6), true, 14),
            (Some(9), false, 11),
        ] {
            for limit_positions in [1, 5, 20, 30, 1_000_000] {
                for every in [false, true] {
                    let mut census = census(1, to, moves, symmetric);
                    (census.measure, census.every, census.limit_positions) =
                        (measure, every, limit_positions);
                    assert_eq!(rows(&census, 2).0, demanded(&census), "{census:?}");
                }
            }
        }
    }
}

#[test]
fn the_first_games_of_a_range_are_left_out() {
    let mut census = census(8, 9, None, false);
    census.every = true;
    assert_eq!(rows(&census, 1).0, demanded(&census));
}

/// Games that need 2, 4 and 16 words for their largest move.
#[test]
fn large_moves_are_as_the_plain_rule_demands() {
    for (largest, moves, symmetric) in [
        (63, Some(2), false),
        (64, Some(2), false),
        (65, Some(3), true),
        (128, Some(4), true),
        (129, Some(2), false),
        (256, Some(2), false),
        (301, Some(2), false),
        (64, Some(63), false),
    ] {
        let mut census = census(largest, largest, moves, symmetric);
        census.every = true;
        let (rows, totals) = rows(&census, 1);
        let games: Vec<&Game> = (rows.iter())
            .filter_map(|row| if let Row::Game(game) = row { Some(game) } else { None })
            .collect();
        assert_eq!(games.len() as u64, totals.games);
        let short = |game: &&&Game| game.cycle.period + game.cycle.preperiod < 900;
        let checked: Vec<_> = games.iter().filter(short).step_by(1 + games.len() / 20).collect();
        assert!(checked.len() > 5, "{largest}");
        for game in checked {
            assert_eq!(game.cycle, plain(&game.moves), "{:?}", game.moves);
        }
    }
}

/// The lines of a kind in the tables, by columns.
fn table(kind: &str) -> Vec<Vec<&'static str>> {
    let lines = include_str!("records.txt").lines().filter(|line| !line.starts_with('#'));
    let columns = lines.map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    columns.filter(|columns| columns[0] == kind).map(|columns| columns[1..].to_vec()).collect()
}

fn columns(game: &Game) -> Vec<String> {
    let moves: Vec<String> = game.moves.iter().map(ToString::to_string).collect();
    vec![moves.join(" "), game.cycle.period.to_string(), game.cycle.preperiod.to_string()]
}

fn records_and_maxima(census: &Census) -> (Vec<Vec<String>>, Vec<Summary>) {
    let (mut records, mut maxima) = (Vec::new(), Vec::new());
    for row in rows(census, 2).0 {
        match row {
            Row::Record { game, decided } => {
                assert!(decided);
                records.push(columns(&game));
            }
            Row::Summary(summary) => maxima.push(summary),
            _ => {}
        }
    }
    (records, maxima)
}

fn all_sets_up_to(greatest: u32) {
    let (records, maxima) = records_and_maxima(&census(1, greatest, None, false));
    let published = table("record");
    let within = |row: &&Vec<&str>| {
        let largest = row[0].split(' ').next_back().expect("a move");
        largest.parse::<u32>().expect("a number") <= greatest
    };
    let published: Vec<_> = published.iter().filter(within).cloned().collect();
    assert!(published.len() > 20);
    assert_eq!(records, published);
    for (summary, row) in maxima.iter().zip(table("maximum")) {
        let period = summary.maximum.as_ref().expect("a game").cycle.period;
        assert_eq!([summary.largest.to_string(), period.to_string()], [row[0], row[1]]);
        assert_eq!(summary.games, 1 << (summary.largest - 1));
    }
    assert_eq!(maxima.len(), greatest as usize);
}

#[test]
fn records_of_all_sets() {
    all_sets_up_to(20);
}

/// The whole table of 44 rows; 3 s of one core in the release profile.
#[test]
#[ignore = "takes some seconds; .ci/run does it"]
fn all_44_records_of_all_sets() {
    assert_eq!(table("record").len(), 44);
    all_sets_up_to(30);
}

/// The scans name one game for each largest move whose greatest value is a new record.
fn scan(measure: Measure, kind: &str, greatest: u32) {
    let mut census = census(4, greatest, Some(4), false);
    census.measure = measure;
    let mut best = 0;
    let mut found = Vec::new();
    for summary in records_and_maxima(&census).1 {
        let game = summary.maximum.expect("a game");
        let value = match measure {
            Measure::Period => game.cycle.period,
            Measure::Preperiod => game.cycle.preperiod,
        };
        if value > best {
            best = value;
            found.push(columns(&game));
        }
    }
    let published = table(kind);
    assert!(found.len() > 10);
    assert_eq!(found, published[..found.len()]);
    let next: u32 = published[found.len()][0]
        .split(' ')
        .next_back()
        .expect("a move")
        .parse()
        .expect("a number");
    assert!(next > greatest);
}

#[test]
fn scans_of_all_games_of_four_moves() {
    scan(Measure::Period, "period4", 40);
    scan(Measure::Preperiod, "preperiod4", 40);
}

fn statistics_of_symmetric_games(greatest: u32) {
    let maxima = records_and_maxima(&census(40, greatest, Some(5), true)).1;
    assert_eq!(maxima.len() as u32, greatest - 39);
    for (summary, row) in maxima.iter().zip(table("symmetric5")) {
        let maximum = summary.maximum.as_ref().expect("a game");
        let found = [
            summary.largest.to_string(),
            summary.sum.to_string(),
            summary.games.to_string(),
            maximum.cycle.period.to_string(),
            columns(maximum)[0].clone(),
        ];
        assert_eq!(found.as_slice(), row.as_slice());
    }
}

#[test]
fn sums_and_maxima_of_symmetric_games_of_five_moves() {
    statistics_of_symmetric_games(52);
}

#[test]
#[ignore = "takes some seconds; .ci/run does it"]
fn sums_and_maxima_of_more_symmetric_games() {
    statistics_of_symmetric_games(70);
}

#[test]
fn rows_do_not_depend_on_the_number_of_threads() {
    for census in [census(1, 21, None, false), census(20, 30, Some(4), false)] {
        assert_eq!(rows(&census, 1), rows(&census, 3));
    }
}

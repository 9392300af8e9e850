//! How far the repeated part of a game begins, among all sets with a greatest move M: A. Flammenkamp 1996, chapter on the
//! foundations, has the bounds 2^M for p + q, and q + M for the list of winning moves.

use super::{census, rows};
use grundy_census::census::{Game, Row};
use grundy_sequence::{Rule, oracle, winning_preperiod};

/// The greatest p + q, and the sets that have it, with the preperiods that are not 0.
const GREATEST: [(u64, &[&str]); 18] = [
    (2, &["1"]),
    (4, &["2"]),
    (6, &["3"]),
    (8, &["4"]),
    (10, &["5"]),
    (12, &["6"]),
    (22, &["2 5 7"]),
    (25, &["1 4 7 8"]),
    (28, &["2 3 6 7 9"]),
    (45, &["3 7 10"]),
    (54, &["3 8 11"]),
    (61, &["1 6 11 12"]),
    (77, &["3 8 10 13"]),
    (94, &["3 5 9 11 14"]),
    (168, &["3 8 9 10 12 15", "3 4 9 12 14 15"]),
    (168, &["2 3 9 12 15 16"]),
    (204, &["3 8 9 14 17"]),
    (314, &["2 6 7 11 12 16 18"]),
];

/// All games with this greatest move.
fn games(greatest: u32) -> Vec<Game> {
    let mut census = census(greatest, greatest, None, false);
    census.every = true;
    let games = rows(&census, 2).0.into_iter().filter_map(|row| match row {
        Row::Game(game) => Some(game),
        _ => None,
    });
    games.collect()
}

/// From how many positions after q on the list of winning moves repeats.
fn delay(game: &Game) -> u64 {
    let sizes: Vec<u64> = game.moves.iter().map(|&size| size.into()).collect();
    let (p, q) = (game.cycle.period as usize, game.cycle.preperiod as usize);
    let greatest = *sizes.last().expect("a move") as usize;
    let values = oracle::values(Rule::Normal, &sizes, q + p + greatest);
    let lost = |from: usize| -> Vec<bool> {
        let at = |place: usize| place.checked_sub(greatest).is_some_and(|at| values[at].0 == 0);
        (from..from + 2 * greatest).map(at).collect()
    };
    winning_preperiod(&sizes, &lost(q), &lost(q + p))
}

fn check(greatest: u32) {
    for (place, (sum, sets)) in GREATEST.iter().enumerate().take(greatest as usize) {
        let games = games(place as u32 + 1);
        let bound = place as u64 + 1;
        assert_eq!(games.len(), 1 << place);
        let of = |game: &Game| game.cycle.period + game.cycle.preperiod;
        assert_eq!(games.iter().map(of).max(), Some(*sum), "M = {bound}");
        let attained: Vec<_> = games.iter().filter(|it| of(it) == *sum).collect();
        let text =
            |game: &&Game| game.moves.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(attained.iter().map(text).collect::<Vec<_>>(), *sets);
        for game in attained {
            let preperiod = if bound == 13 { 34 } else { 0 };
            assert_eq!(game.cycle.preperiod, preperiod, "{game:?}");
        }
        // The bound of the source, and where it is attained.
        assert_eq!(*sum == 1 << bound, bound <= 2);
        let latest = games.iter().map(delay).max();
        let expected = if bound < 7 { (bound - 1) / 2 * 2 } else { bound };
        assert_eq!(latest, Some(expected), "M = {bound}");
    }
}

#[test]
fn the_latest_beginnings_among_all_sets() {
    check(14);
}

#[test]
#[ignore = "takes some seconds; .ci/run does it"]
fn the_latest_beginnings_among_more_sets() {
    check(18);
}

/// Sets with the latest list of winning moves.
#[test]
fn lists_of_winning_moves_that_begin_late() {
    for moves in [&[2, 4, 7][..], &[2, 4, 5, 8], &[3, 5, 9]] {
        let greatest = *moves.last().expect("a move");
        let games = games(greatest);
        let game = games.iter().find(|game| game.moves == moves).expect("a game");
        assert_eq!(delay(game), u64::from(greatest), "{moves:?}");
    }
}

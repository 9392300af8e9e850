//! What A. Flammenkamp 1996 (chapter on three moves) says of preperiods and of the types of periods, in numbers.

#![expect(clippy::float_arithmetic, reason = "logarithms of counts")]

use crate::support::cycle;
use grundy_census::region::{self, Areas, PeriodType, ThreeMoves, View};
use grundy_language::limit::CancellationToken;
use num_rational::Ratio;

const CATALOGUE: &str = include_str!("../../descriptions/families/three_moves.toml");

/// The coefficients a and b of the moves a n + b of the eight families, and the limit of q/(s2 s3).
type Family = ([(i64, i64); 3], (u64, u64));

const FAMILIES: [Family; 8] = [
    ([(5, -2), (10, -3), (10, 2)], (45, 100)),
    ([(5, -2), (5, 3), (10, 2)], (45, 50)),
    ([(4, -1), (10, -2), (14, -2)], (88, 140)),
    ([(4, 1), (10, 2), (14, 2)], (88, 140)),
    ([(4, -1), (10, -3), (14, -5)], (88, 140)),
    ([(4, 1), (10, 3), (14, 5)], (88, 140)),
    ([(6, 2), (15, 5), (21, 6)], (174, 315)),
    ([(6, 2), (15, 4), (21, 5)], (174, 315)),
];

fn moves((forms, _): &Family, n: i64) -> [u64; 3] {
    forms.map(|(a, b)| u64::try_from(a * n + b).expect("a move"))
}

fn quotient([s1, s2, s3]: [u64; 3]) -> Ratio<u64> {
    Ratio::new(cycle(&[s1, s2, s3]).preperiod, s2 * s3)
}

fn three(s3: u32) -> Vec<ThreeMoves> {
    region::three(s3, View::ALL, &CancellationToken::default(), &|_| {}).expect("not stopped")
}

fn table() -> toml::Table {
    CATALOGUE.parse().expect("TOML")
}

/// The families above are those of the catalogue.
#[test]
fn the_families_are_those_of_the_catalogue() {
    let table = table();
    let families = table["family"].as_array().expect("families");
    assert_eq!(families.len(), FAMILIES.len());
    for (one, (forms, _)) in families.iter().zip(&FAMILIES) {
        let text = forms.map(|(a, b)| format!("{a}n{b:+}")).join(" ");
        assert_eq!(one["moves"].as_str(), Some(&format!("{{ {text} }}")[..]));
    }
}

/// q/(s2 s3) grows in families 1 to 7 and falls in family 8, on either side of its limit.  Printed are the bounds
/// 88/140 and 9/10, of which the first holds for family 2 alone from n = 3 on, and for no other family.
#[test]
fn quotients_of_the_families_tend_to_their_limits() {
    let mut least = Vec::new();
    for (index, family) in FAMILIES.iter().enumerate() {
        let limit = Ratio::new(family.1.0, family.1.1);
        let all: Vec<_> = (2..=40).chain([399]).map(|n| quotient(moves(family, n))).collect();
        let (grows, falls) = (all.is_sorted(), all.iter().rev().is_sorted());
        let below = all.iter().all(|it| *it < limit);
        let above = all.iter().all(|it| *it > limit);
        let expected =
            if index == 7 { [false, true, false, true] } else { [true, false, true, false] };
        assert_eq!([grows, falls, below, above], expected, "family {}", index + 1);
        // From n = 399 on the limit is nearer than 1/500.
        let last = *all.last().expect("quotients");
        let distance = if index == 7 { last - limit } else { limit - last };
        assert!(distance < Ratio::new(1, 500), "family {}", index + 1);
        let printed = Ratio::new(88, 140);
        assert_eq!(all.iter().skip(1).all(|it| *it > printed), index == 1);
        assert_eq!(all.iter().any(|it| *it > printed), index == 1);
        least.extend(all.first().copied().filter(|_| index != 7));
        if index == 1 {
            assert_eq!(all[0], Ratio::new(179, 13 * 22));
            assert_eq!(last, Ratio::new(7_164_044, 1998 * 3992));
        }
    }
    // The least of all: { 7 18 26 }, which is family 3 for n = 2.
    assert_eq!(least.iter().min(), Some(&Ratio::new(189, 18 * 26)));
    assert_eq!(least[2], Ratio::new(189, 18 * 26));
}

/// The games with a greater q/(s2 s3) than all before, ordered by s3, then s1, then s2, with their preperiods.
const RECORDS: [([u32; 3], u64); 16] = [
    ([2, 4, 7], 4),
    ([2, 7, 8], 10),
    ([1, 6, 9], 10),
    ([3, 5, 9], 11),
    ([1, 4, 10], 11),
    ([4, 6, 11], 23),
    ([5, 7, 13], 35),
    ([1, 6, 14], 37),
    ([6, 8, 15], 54),
    ([3, 8, 17], 69),
    ([2, 7, 18], 69),
    ([8, 13, 22], 179),
    ([13, 18, 32], 404),
    ([18, 23, 42], 719),
    ([23, 28, 52], 1124),
    ([28, 33, 62], 1619),
];

#[test]
fn records_of_the_quotient() {
    let mut best = Ratio::new(0, 1);
    let mut found = Vec::new();
    for game in (3..=64).flat_map(three) {
        let [s1, s2, s3] = game.moves;
        let quotient = Ratio::new(game.cycle.preperiod, u64::from(s2) * u64::from(s3));
        if s1 + s2 != s3 && quotient > best {
            best = quotient;
            found.push((game.moves, game.cycle.preperiod));
        }
    }
    assert_eq!(found, RECORDS);
    // From { 8 13 22 } on they are those of family 2.
    for (n, (moves, _)) in (2..).zip(&RECORDS[11..]) {
        assert_eq!(moves.map(u64::from), self::moves(&FAMILIES[1], n));
    }
}

/// It is observed that the first six families have the greatest preperiods for s3 > 100.  All of the records there are
/// games of families 2 to 6: family 1 has the same s3 as family 2, and less.
#[test]
fn records_of_the_preperiod_above_100_are_of_the_families() {
    let table = table();
    let rows = table["table"][0]["row"].as_array().expect("rows");
    let mut owners = [0; 8];
    for row in rows {
        let text = row["moves"].as_str().expect("moves").trim_matches(['{', '}', ' ']);
        let sizes: Vec<u64> = text.split(' ').map(|it| it.parse().expect("a move")).collect();
        if sizes[2] <= 100 {
            continue;
        }
        let of = |family: &Family| (1..40).any(|n| moves(family, n)[..] == sizes[..]);
        let owner = FAMILIES.iter().position(of).unwrap_or_else(|| panic!("{sizes:?}"));
        owners[owner] += 1;
    }
    assert_eq!(owners, [0, 16, 7, 9, 9, 6, 0, 0]);
    let begins = |family: &Family| (1..).find(|&n| moves(family, n)[2] > 100);
    let begins: Vec<_> = FAMILIES[..6].iter().filter_map(begins).collect();
    assert_eq!(begins, [10, 10, 8, 8, 8, 7]);
}

/// Games whose period divides two and three sums of moves, from the printed shares.
fn thin(s3: u32) -> [u64; 2] {
    let games = f64::from((s3 - 1) * (s3 - 2) / 2);
    let table = table();
    let rows = table["areas"][0]["row"].as_array().expect("rows");
    let row = rows.iter().find(|row| row["max"].as_integer() == Some(s3.into())).expect("a row");
    ["two", "three"].map(|key| {
        let number = row[key].as_float().expect("a share") * games;
        assert!((number - number.round()).abs() < 0.000_000_6 * games);
        number.round() as u64
    })
}

fn computed(s3: u32) -> [u64; 2] {
    let areas = Areas::of(&three(s3));
    [PeriodType::Two, PeriodType::Three].map(|kind| areas.count(kind))
}

/// The sets of these games are said to have a dimension that is clearly greater than 1: ln of the quotient of two
/// counts, divided by ln of that of the two s3.
#[test]
fn local_exponents_of_the_thin_sets() {
    let exponents = |sizes: &[u32], kind: usize| -> Vec<String> {
        let of = |pair: &[u32]| {
            let [low, high] = [pair[0], pair[1]].map(|s3| thin(s3)[kind] as f64);
            (high / low).ln() / (f64::from(pair[1]) / f64::from(pair[0])).ln()
        };
        sizes.windows(2).map(|pair| format!("{:.2}", of(pair))).collect()
    };
    let powers = [32, 64, 128, 256, 512, 1024, 2048];
    let primes = [127, 257, 509, 1021, 1999, 3001];
    assert_eq!(exponents(&powers, 0), ["1.13", "1.51", "1.28", "1.25", "1.11", "1.24"]);
    assert_eq!(exponents(&primes, 0), ["1.17", "1.12", "1.24", "1.26", "1.08"]);
    assert_eq!(exponents(&primes, 1), ["1.64", "1.42", "1.46", "1.24", "1.88"]);
    for s3 in [32, 64, 127, 128] {
        assert_eq!(computed(s3), thin(s3), "s3 = {s3}");
    }
}

#[test]
#[ignore = "many games; .ci/run does it"]
fn counts_of_the_thin_sets() {
    for s3 in [256, 257, 509, 512] {
        assert_eq!(computed(s3), thin(s3), "s3 = {s3}");
    }
}

/// The table of records is one: each game has a greater preperiod than all before, and no game with the same s3 a
/// greater one; no s3 is left out.
fn records_of_the_preperiod(greatest: u32) {
    let table = table();
    let rows = table["table"][0]["row"].as_array().expect("rows");
    let text = |row: &toml::Value| row["moves"].as_str().expect("moves").to_owned();
    let mut published = rows.iter().map(|row| (text(row), row["q"].as_integer()));
    let mut best = 0;
    for s3 in 3..=greatest {
        let mut games = three(s3);
        games.retain(|it| it.moves[0] + it.moves[1] != s3);
        let most = games.iter().map(|it| it.cycle.preperiod).max().unwrap_or(0);
        if most > best {
            best = most;
            let (moves, preperiod) = published.next().expect("a row");
            assert_eq!(preperiod, i64::try_from(most).ok(), "{moves}");
            let named = |game: &&ThreeMoves| {
                let [s1, s2, s3] = game.moves;
                format!("{{ {s1} {s2} {s3} }}") == moves
            };
            let game = games.iter().find(named).expect("a game with this s3");
            assert_eq!(game.cycle.preperiod, most, "{moves}");
        }
    }
}

#[test]
fn records_of_the_preperiod_are_records() {
    records_of_the_preperiod(75);
}

#[test]
#[ignore = "many games; .ci/run does it"]
fn more_records_of_the_preperiod_are_records() {
    records_of_the_preperiod(150);
}

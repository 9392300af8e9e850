//! Orbits of the shift register against the published table.

use grundy_language::limit::{CancellationToken, Limit};
use grundy_sequence::orbit::WORDS;
use grundy_sequence::{Moves, orbit};
use num_bigint::BigUint;

const TABLE: &str = include_str!("../../descriptions/families/orbits_symmetric.toml");

/// A row of the published table.
struct Row {
    moves: Moves,
    words: u64,
    palindromic: u64,
    number: u64,
    start: u64,
    /// Lengths with multiplicities, from the longest on, and whether these are all.
    lengths: Vec<(u64, u64)>,
    complete: bool,
}

fn rows() -> Vec<Row> {
    let table: toml::Table = TABLE.parse().expect("TOML");
    let number =
        |value: &toml::Value| u64::try_from(value.as_integer().expect("a number")).expect("from 0");
    let rows = table["table"][0]["row"].as_array().expect("rows");
    let row = |row: &toml::Value| {
        // What is not legible in print stands among the computed values.
        let at = |key: &str| number(row.get(key).unwrap_or_else(|| &row["computed"][key]));
        let moves = row["moves"].as_str().expect("moves").trim_matches(['{', '}']);
        let sizes: Vec<u64> =
            moves.split_whitespace().map(|size| size.parse().expect("a size")).collect();
        let complete = row.get("orbit_lengths");
        let lengths = complete.unwrap_or_else(|| &row["longest_orbits"]).as_array();
        let lengths =
            lengths.expect("lengths").iter().map(|pair| (number(&pair[1]), number(&pair[0])));
        Row {
            moves: Moves::new(&sizes).expect("moves"),
            words: at("words"),
            palindromic: at("palindromic"),
            number: at("orbits"),
            start: at("start_orbit"),
            lengths: lengths.collect(),
            complete: complete.is_some(),
        }
    };
    rows.iter().map(row).collect()
}

#[track_caller]
fn check(row: &Row) {
    let moves = &row.moves;
    let orbits =
        orbit::orbits(moves, 1 << 24, &CancellationToken::default()).expect("within the limit");
    let orbits = orbits.expect("a symmetric set");
    assert_eq!(orbits.words, row.words, "{moves}");
    assert_eq!(orbits.palindromic, row.palindromic, "{moves}");
    assert_eq!(orbits.number(), row.number, "{moves}");
    assert_eq!(orbits.start, row.start, "{moves}");
    let lengths = orbits.lengths();
    assert!(lengths.starts_with(&row.lengths), "{moves}: {lengths:?}");
    assert_eq!(lengths.len() == row.lengths.len(), row.complete, "{moves}");
    let filled: u64 = lengths.iter().map(|(length, many)| length * many).sum();
    assert_eq!(filled, row.words, "{moves}: every word is in one orbit");
}

#[test]
fn published_orbits() {
    assert_eq!(rows().len(), 39);
    rows().iter().for_each(check);
}

#[test]
fn what_is_too_large_is_a_limit() {
    let count = |sizes: &[u64], limit| {
        orbit::count(&Moves::new(sizes).expect("moves"), limit, &CancellationToken::default())
    };
    let orbits = |sizes: &[u64], limit| {
        orbit::orbits(&Moves::new(sizes).expect("moves"), limit, &CancellationToken::default())
    };
    assert_eq!(count(&[1, 128], 1000), Err(WORDS));
    assert_eq!(count(&[7, 17, 22, 32, 39], 1000), Err(WORDS));
    assert_eq!(orbits(&[2, 5, 7], 28), Err(WORDS));
    assert_eq!(orbits(&[200], 28), Err(WORDS));
    assert_eq!(
        orbit::is_injective(
            &Moves::new(&[2, 5, 7]).expect("moves"),
            28,
            &CancellationToken::default()
        ),
        Err(WORDS)
    );
    // No residue interacts with another, however many there are.
    let free = count(&[200], 1000).expect("small");
    assert_eq!(free.words, BigUint::from(2_u32).pow(200));
    assert_eq!(free.palindromic, BigUint::from(2_u32).pow(100));
    let stopped = CancellationToken::default();
    stopped.request();
    assert_eq!(
        orbit::orbits(&Moves::new(&[2, 5, 7]).expect("moves"), 29, &stopped),
        Err(Limit::STOPPED)
    );
}

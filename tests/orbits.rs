//! Orbits of the shift register against the published table.

use grundy::limit::{Limit, Stop};
use grundy::sequence::{Moves, orbit};
use num_bigint::BigUint;

const TABLE: &str = include_str!("tables/orbits.txt");

/// A line of the table.
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

fn rows() -> impl Iterator<Item = Row> {
    TABLE.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let number = |text: &str| text.parse::<u64>().expect("a number");
        let fields: Vec<&str> = line.split(" | ").collect();
        let sizes: Vec<u64> = fields[0].split(' ').map(number).collect();
        let lengths = fields[5].split(' ').filter(|&length| length != "...").map(|length| {
            let (length, multiplicity) = length.split_once('x').unwrap_or((length, "1"));
            (number(length), number(multiplicity))
        });
        Row {
            moves: Moves::new(&sizes).expect("moves"),
            words: number(fields[1]),
            palindromic: number(fields[2]),
            number: number(fields[3]),
            start: number(fields[4]),
            lengths: lengths.collect(),
            complete: !fields[5].ends_with("..."),
        }
    })
}

#[track_caller]
fn check(row: &Row) {
    let moves = &row.moves;
    let orbits = orbit::orbits(moves, 1 << 24, &Stop::default()).expect("within the limit");
    let orbits = orbits.expect("a symmetric set");
    assert_eq!(orbits.words, row.words, "{moves}");
    assert_eq!(orbits.palindromic, row.palindromic, "{moves}");
    assert_eq!(orbits.number(), row.number, "{moves}");
    assert_eq!(orbits.start, row.start, "{moves}");
    let lengths: Vec<(u64, u64)> =
        orbits.lengths.iter().rev().map(|(&length, &many)| (length, many)).collect();
    assert!(lengths.starts_with(&row.lengths), "{moves}: {lengths:?}");
    assert_eq!(lengths.len() == row.lengths.len(), row.complete, "{moves}");
    let filled: u64 = lengths.iter().map(|(length, many)| length * many).sum();
    assert_eq!(filled, row.words, "{moves}: every word is in one orbit");
}

#[test]
fn published_orbits() {
    assert_eq!(rows().count(), 39);
    rows().for_each(|row| check(&row));
}

#[test]
fn what_is_too_large_is_a_limit() {
    let count = |sizes: &[u64], limit| {
        orbit::count(&Moves::new(sizes).expect("moves"), limit, &Stop::default())
    };
    let orbits = |sizes: &[u64], limit| {
        orbit::orbits(&Moves::new(sizes).expect("moves"), limit, &Stop::default())
    };
    assert_eq!(count(&[1, 128], 1000), Err(Limit::Words));
    assert_eq!(count(&[7, 17, 22, 32, 39], 1000), Err(Limit::Words));
    assert_eq!(orbits(&[2, 5, 7], 28), Err(Limit::Words));
    assert_eq!(orbits(&[200], 28), Err(Limit::Words));
    assert_eq!(
        orbit::is_injective(&Moves::new(&[2, 5, 7]).expect("moves"), 28, &Stop::default()),
        Err(Limit::Words)
    );
    // No residue interacts with another, however many there are.
    let free = count(&[200], 1000).expect("small");
    assert_eq!(free.words, BigUint::from(2_u32).pow(200));
    assert_eq!(free.palindromic, BigUint::from(2_u32).pow(100));
    let stopped = Stop::default();
    stopped.request();
    assert_eq!(
        orbit::orbits(&Moves::new(&[2, 5, 7]).expect("moves"), 29, &stopped),
        Err(Limit::Stopped)
    );
}

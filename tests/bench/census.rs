//! Time per game of the census on one thread, beside a plain register of known wins that
//! runs one game after the other.  Run with `cargo bench --bench census`.

use grundy_census::census::{Census, Row, Shard, Tally, run};
use grundy_language::limit::{CancellationToken, Limit};
use std::time::{Duration, Instant};

/// The sum of the periods by largest move, with the time.
fn by_census(census: &Census) -> (Vec<u128>, Duration) {
    let start = Instant::now();
    let mut sums = Vec::new();
    let mut keep = |row| {
        if let Row::Summary(summary) = row {
            sums.push(summary.sum);
        }
    };
    let mut tally = Tally::new(census);
    run::<Limit>(
        census,
        Shard::WHOLE.pieces(census),
        &grundy_language::threads::Threads::default(),
        &CancellationToken::default(),
        |outcome| {
            tally.add(outcome, &mut keep);
            Ok(())
        },
    )
    .unwrap();
    tally.finish(&mut keep);
    (sums, start.elapsed())
}

/// The least period in a register of this number of bits.
macro_rules! plain_period {
    ($register: ty, $moves: expr) => {{
        let (mut won, mut position): ($register, u64) = (0, 0);
        let (mut kept, mut kept_at, mut next) = (0, 0, 64);
        loop {
            won = won >> 1 | $moves;
            let wins = won.trailing_ones();
            won >>= wins;
            position += 1 + u64::from(wins);
            if won == kept {
                break position - kept_at;
            }
            if position >= next {
                (kept, kept_at, next) = (won, position, 2 * position);
            }
        }
    }};
}

/// The least period of the game whose moves are the bits of `moves`, the highest one below 2^127.
fn plain_period(moves: u128) -> u64 {
    match u64::try_from(moves) {
        Ok(moves) if moves < 1 << 63 => plain_period!(u64, moves),
        _ => plain_period!(u128, moves),
    }
}

fn by_plain_register(
    range: std::ops::RangeInclusive<u32>,
    games: impl Fn(u32) -> Vec<u128>,
) -> (Vec<u128>, Duration) {
    let start = Instant::now();
    let sum = |largest| games(largest).into_iter().map(|game| u128::from(plain_period(game))).sum();
    (range.map(sum).collect(), start.elapsed())
}

fn bits(moves: &[u32]) -> u128 {
    moves.iter().fold(0, |bits, size| bits | 1 << (size - 1))
}

fn all(largest: u32) -> Vec<u128> {
    (1 << (largest - 1)..1 << largest).collect()
}

fn four(largest: u32) -> Vec<u128> {
    let triples = (3..largest).flat_map(move |c| {
        (2..c).flat_map(move |b| (1..b).map(move |a| bits(&[a, b, c, largest])))
    });
    triples.collect()
}

fn symmetric_five(largest: u32) -> Vec<u128> {
    let half = (largest - 1) / 2;
    let pairs = (2..=half).flat_map(move |b| (1..b).map(move |a| [a, b]));
    pairs.map(|[a, b]| bits(&[a, b, largest - b, largest - a, largest])).collect()
}

#[allow(clippy::float_arithmetic, reason = "times and ratios for people to read")]
fn compare(
    name: &str,
    (from, to): (u32, u32),
    kind: (Option<u32>, bool),
    games: impl Fn(u32) -> Vec<u128>,
) {
    let census = Census::new(from, to, kind.0, kind.1).unwrap();
    let (sums, fast) = by_census(&census);
    let (plain_sums, plain) = by_plain_register(from..=to, games);
    assert_eq!(sums, plain_sums, "{name}");
    println!(
        "{name:28} {from:>2}..{to}  {:>10} games  {fast:>9.1?}  {:>6.1} ns per game;  plain register {plain:>9.1?}, {:.1} times as long",
        census.games(),
        fast.as_secs_f64() * 1e9 / census.games() as f64,
        plain.as_secs_f64() / fast.as_secs_f64()
    );
}

fn main() {
    for _ in 0..2 {
        compare("all games", (1, 26), (None, false), all);
        compare("all games of 4 moves", (4, 63), (Some(4), false), four);
        compare("all games of 4 moves", (64, 80), (Some(4), false), four);
        compare("symmetric games of 5 moves", (40, 63), (Some(5), true), symmetric_five);
    }
}

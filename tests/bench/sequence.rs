//! Values per second of every engine, and the time to find periods.
//!
//! The yardstick is the plain implementation of the rules, measured in the same run, so that the
//! ratio means the same on every machine.  Times are those of the thread where the system tells
//! them, so that other work on the machine hardly counts.

#![expect(
    clippy::float_arithmetic,
    reason = "times and ratios are shown, nothing follows from them"
)]

use grundy_kernel::model::{Comparison, Tally};
use grundy_language::limit::CancellationToken;
use grundy_sequence::{CycleSearch, Game, Moves, Rule, oracle, values};
use std::time::Instant;

/// The games whose values are computed: their least moves are a few values, or far away.
const GAMES: [&[u64]; 12] = [
    &[1, 8, 40, 47, 48],
    &[1, 2, 3],
    &[2, 5, 7],
    &[5, 23, 77, 82],
    &[8, 58, 101, 109],
    &[16, 25, 79, 105],
    &[21, 44, 64, 87, 108],
    &[32, 45, 76, 93],
    &[64, 149, 213, 250],
    &[200, 301, 444, 1000],
    &[7, 13, 21, 30, 44, 60, 61, 85, 99, 130, 141, 150],
    &[
        17, 20, 21, 30, 31, 44, 47, 48, 60, 61, 64, 70, 77, 81, 85, 99, 101, 110, 120, 130, 141,
        150, 160, 170, 180, 190, 200, 210, 220, 230,
    ],
];

/// The games whose cycle is searched for.
const CYCLES: [&[u64]; 10] = [
    &[21, 44, 64, 87, 108],
    &[17, 237, 864, 881],
    &[1, 8, 40, 47, 48],
    &[5, 23, 77, 82],
    &[8, 58, 101, 109],
    &[1, 108, 264, 265],
    &[11, 27, 41, 57, 68],
    &[7, 58, 80, 87],
    &[64, 149, 213, 250],
    &[16, 25, 79, 105],
];

const RULES: [Rule; 6] = [
    Rule::Mex,
    Rule::Normal,
    Rule::Lost(Tally::Odd),
    Rule::Lost(Tally::Is(Comparison::Equal, 1)),
    Rule::Lost(Tally::Is(Comparison::AtLeast, 2)),
    Rule::Lost(Tally::Is(Comparison::AtLeast, 6)),
];

/// How many values are computed at once.
const COUNT: usize = 1 << 22;

/// The seconds that are measured at least: the times of threads can be some milliseconds coarse.
const SECONDS: f64 = 0.1;

fn game(sizes: &[u64], rule: Rule) -> Game {
    Game::new(Moves::new(sizes).expect("moves"), rule).expect("a game")
}

/// The nanoseconds for which this thread has run, from the scheduler of Linux.
fn thread_time() -> Option<f64> {
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
}

/// The last result, and the seconds for each time that the work is done.
fn timed<T>(mut work: impl FnMut() -> T) -> (T, f64) {
    let (before, start) = (thread_time(), Instant::now());
    for count in 1_u32.. {
        let result = work();
        let elapsed = start.elapsed().as_secs_f64();
        if elapsed >= SECONDS {
            let own = before.zip(thread_time()).map(|(before, after)| (after - before) * 1e-9);
            return (result, own.unwrap_or(elapsed) / f64::from(count));
        }
    }
    unreachable!("a thousand million times take longer than {SECONDS} s")
}

fn throughput(sizes: &[u64], rule: Rule) {
    let game = game(sizes, rule);
    let (last, seconds) =
        timed(|| values(&game, COUNT as u64 - 1, 1, &CancellationToken::default()));
    let (plain, plain_seconds) = timed(|| oracle::numbers(&game, COUNT));
    // So the two did the same work.
    assert_eq!(last.as_deref(), Ok(&plain[COUNT - 1..]));
    let (rate, plain_rate) = (COUNT as f64 / seconds, COUNT as f64 / plain_seconds);
    println!(
        "{rate:9.2e} values/s, plain {plain_rate:9.2e}, ratio {:6.1}  {rule:?} {}",
        rate / plain_rate,
        game.moves(),
    );
}

fn cycle(sizes: &[u64], rule: Rule) {
    let game = game(sizes, rule);
    let ((cycle, work), seconds) = timed(|| {
        let mut search = CycleSearch::new(&game);
        (search.run(u64::MAX, &CancellationToken::default()), search.work())
    });
    let cycle = cycle.expect("not stopped").expect("every sequence has a cycle");
    let length = (cycle.period + cycle.preperiod) as f64;
    println!(
        "{seconds:9.6} s, {:9.2e} values/s, computed {:5.2} times period + preperiod = {} + {}  {rule:?} {}",
        work as f64 / seconds,
        work as f64 / length,
        cycle.period,
        cycle.preperiod,
        game.moves(),
    );
}

fn main() {
    for rule in RULES {
        for sizes in GAMES {
            throughput(sizes, rule);
        }
    }
    for rule in [Rule::Normal, Rule::Mex] {
        for sizes in CYCLES {
            cycle(sizes, rule);
        }
    }
}

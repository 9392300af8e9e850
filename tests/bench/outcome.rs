//! Speed of the sequence engines, in values per second of one core.
//!
//! With the environment variable `SUBGAME` naming a program that reads lines
//! `C period preperiod moves...` and `D limit moves...` and answers with the seconds and the
//! number of values as the third- and second-last but one words, each line is given to both,
//! one after the other, and the ratio is printed:
//!
//! ```sh
//! SUBGAME=/path/to/subgame cargo bench --bench outcome
//! ```

#![expect(clippy::float_arithmetic, reason = "speeds are shown, nothing depends on them")]

use grundy::limit::CancellationToken;
use grundy::sequence::{Cycle, CycleSearch, Game, Moves, Rule, confirm};
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Instant;

/// A prime, so that one pass over so many positions decides; no period of the games below
/// divides it.
const POSITIONS: u64 = 3_000_000_019;

/// Games with all moves from 64 on, then with smaller ones.
const PASSES: [&[u64]; 16] = [
    &[64, 149, 213, 250],
    &[73, 91, 164, 255],
    &[100, 257, 311, 420],
    &[113, 264, 377, 428],
    &[130, 200, 300],
    &[211, 503, 714, 1217, 1428],
    &[600, 1500, 3000, 4700],
    &[1000, 5000, 12001, 16001],
    &[5000, 12000, 16001, 21000],
    &[1, 110, 292, 293],
    &[1, 8, 40, 47, 48],
    &[2, 3, 70, 90],
    &[4, 90, 150, 154],
    &[8, 58, 101, 109],
    &[17, 237, 864, 881],
    &[21, 44, 64, 87, 108],
];

/// Games whose period is to be found.
const SEARCHES: [&[u64]; 8] = [
    &[21, 44, 64, 87, 108],
    &[17, 237, 864, 881],
    &[1, 8, 40, 47, 48],
    &[5, 23, 77, 82],
    &[8, 58, 101, 109],
    &[1, 108, 264, 265],
    &[11, 27, 41, 57, 68],
    &[7, 58, 80, 87],
];

fn main() {
    let yardstick = std::env::var_os("SUBGAME");
    let theirs = |line: String| yardstick.as_ref().and_then(|program| ask(program, &line));
    println!("one pass over {POSITIONS} positions: values per second");
    for sizes in PASSES {
        let game = game(sizes);
        let claimed = Cycle { period: POSITIONS, preperiod: 0 };
        let start = Instant::now();
        assert_eq!(confirm(&game, claimed, &CancellationToken::default()), Ok(false));
        let seconds = start.elapsed().as_secs_f64();
        let rate = POSITIONS as f64 / seconds;
        print!("{:<24} {rate:>9.2e}", words(sizes));
        match theirs(format!("C {POSITIONS} 0 {}", words(sizes))) {
            Some((their_seconds, values)) => {
                let their_rate = values / their_seconds;
                println!("  yardstick {their_rate:>9.2e}  ratio {:.2}", rate / their_rate);
            }
            None => println!(),
        }
    }
    println!("searches: seconds, and values computed for each of the preperiod and period");
    for sizes in SEARCHES {
        let start = Instant::now();
        let mut search = CycleSearch::new(&game(sizes));
        let found = search.run(1 << 40, &CancellationToken::default()).expect("not stopped");
        let seconds = start.elapsed().as_secs_f64();
        let cycle = found.expect("a period within reach");
        let share = search.work() as f64 / (cycle.period + cycle.preperiod) as f64;
        print!("{:<24} {seconds:>9.6}  {share:.2}", words(sizes));
        match theirs(format!("D {} {}", 1_u64 << 40, words(sizes))) {
            Some((their_seconds, _)) => {
                println!("  yardstick {their_seconds:>9.3}  ratio {:.2}", their_seconds / seconds);
            }
            None => println!(),
        }
    }
}

fn game(sizes: &[u64]) -> Game {
    let moves = Moves::new(sizes).expect("increasing moves");
    Game::new(moves, Rule::Normal).expect("few moves")
}

fn words(sizes: &[u64]) -> String {
    sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// The seconds and the values that the yardstick reports for a line.
fn ask(program: &std::ffi::OsStr, line: &str) -> Option<(f64, f64)> {
    let mut child =
        Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    writeln!(child.stdin.take()?, "{line}").ok()?;
    let answer = String::from_utf8(child.wait_with_output().ok()?.stdout).ok()?;
    let mut words = answer.split_whitespace().rev().skip(1);
    let values = words.next()?.parse().ok()?;
    let seconds = words.next()?.parse().ok()?;
    Some((seconds, values))
}

//! Speed of the sequence engines, in values per second of one core.
//!
//! With the environment variable `SUBGAME` naming a program that reads lines
//! `C period preperiod moves...` and `D limit moves...` and answers with the seconds and the
//! number of values as the third- and second-last but one words, each line is given to both,
//! one after the other, and the ratio is printed.  What `KERNEL` names, a program that prints its
//! own measurements, is run between the two halves of the passes:
//!
//! ```sh
//! SUBGAME=/path/to/subgame KERNEL=/path/to/kernel cargo bench --bench outcome
//! ```
//!
//! Each time is the least of several, as others may work on the machine.

#![expect(clippy::float_arithmetic, reason = "speeds are shown, nothing depends on them")]

use grundy_language::limit::CancellationToken;
use grundy_sequence::{Cycle, CycleSearch, Game, Moves, Rule, confirm};
use std::ffi::OsStr;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Primes, so that one pass over this number of positions decides; no period of the games below divides
/// them.  The first takes a few milliseconds, so that some passes are not interrupted.
const POSITIONS: u64 = 300_000_007;
/// For the yardstick, whose clock shows milliseconds.
const THEIR_POSITIONS: u64 = 3_000_000_019;

/// Games with a least move from 512 on, from 64 on, then with smaller ones.
const PASSES: [&[u64]; 27] = [
    &[600, 1500, 3000, 4700],
    &[1000, 5000, 12001, 16001],
    &[5000, 12000, 16001, 21000],
    &[520, 777, 900, 1001],
    &[1090, 1400, 2222, 3333],
    &[2100, 2200, 2300, 2400],
    &[260, 300, 450, 611],
    &[330, 400, 450, 511],
    &[458, 483, 495, 720, 849],
    &[192, 201, 229, 332, 377],
    &[64, 149, 213, 250],
    &[73, 91, 164, 255],
    &[100, 257, 311, 420],
    &[113, 264, 377, 428],
    &[100, 1491, 2130, 2500],
    &[100, 5000, 12000, 16001],
    &[130, 200, 300],
    &[211, 503, 714, 1217, 1428],
    &[108, 349, 605, 654, 656, 895],
    &[1, 110, 292, 293],
    &[1, 8, 40, 47, 48],
    &[2, 3, 70, 90],
    &[4, 90, 150, 154],
    &[8, 58, 101, 109],
    &[17, 237, 864, 881],
    &[21, 44, 64, 87, 108],
    &[32, 61, 268, 683, 856],
];

/// Games whose period is to be found.
const SEARCHES: [&[u64]; 14] = [
    &[21, 44, 64, 87, 108],
    &[17, 237, 864, 881],
    &[1, 8, 40, 47, 48],
    &[5, 23, 77, 82],
    &[8, 58, 101, 109],
    &[1, 108, 264, 265],
    &[11, 27, 41, 57, 68],
    &[7, 58, 80, 87],
    &[200, 500, 601, 801],
    &[100, 250, 301, 401],
    &[1, 12, 17, 28, 29],
    &[27, 56, 70, 83],
    &[11, 23, 27, 34],
    &[2, 5, 7],
];

/// How often each is measured.
const TIMES: usize = 5;

/// A search that takes less is repeated so often.
const SHORT: f64 = 0.01;
const OFTEN: usize = 300;

fn main() {
    let yardstick = std::env::var_os("SUBGAME");
    println!("one pass: values per second");
    for (index, sizes) in PASSES.iter().enumerate() {
        if index == PASSES.len() / 2 {
            kernel();
        }
        let game = game(sizes);
        let claimed = Cycle { period: POSITIONS, preperiod: 0 };
        let pass = || assert_eq!(confirm(&game, claimed, &CancellationToken::default()), Ok(false));
        let line = format!("C {THEIR_POSITIONS} 0 {}", words(sizes));
        let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..TIMES {
            ours = (0..TIMES).fold(ours, |ours, _| ours.min(seconds(pass)));
            theirs = theirs.min(ask(yardstick.as_deref(), &line));
        }
        theirs *= POSITIONS as f64 / THEIR_POSITIONS as f64;
        let rate = POSITIONS as f64 / ours;
        println!("{:<24} {rate:>9.2e}{}", words(sizes), ratio(ours, theirs));
    }
    println!("searches: seconds, and values computed for each of the preperiod and period");
    for sizes in SEARCHES {
        let game = game(sizes);
        let mut share = 0.0;
        let mut search = || {
            let mut search = CycleSearch::new(&game);
            let found = search.run(1 << 40, &CancellationToken::default()).expect("not stopped");
            let cycle = found.expect("a period within reach");
            share = search.work() as f64 / (cycle.period + cycle.preperiod) as f64;
        };
        let mut ours = seconds(&mut search);
        let times = if ours < SHORT { OFTEN } else { TIMES };
        ours = (0..times).fold(ours, |ours, _| ours.min(seconds(&mut search)));
        let line = format!("D {} {}", 1_u64 << 40, words(sizes));
        let theirs = match yardstick.as_deref() {
            Some(program) if ours < SHORT => each_of_many(program, &line),
            program => ask(program, &line),
        };
        println!("{:<24} {ours:>9.6}  {share:.2}{}", words(sizes), ratio(ours, theirs));
    }
}

/// The time that something takes.
fn seconds(mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

/// The yardstick's time, if it was measured, and how many times ours it is.
fn ratio(ours: f64, theirs: f64) -> String {
    if theirs.is_finite() {
        format!("  yardstick {theirs:>9.6} s  ratio {:.2}", theirs / ours)
    } else {
        String::new()
    }
}

/// Runs the program that prints its own measurements.
fn kernel() {
    if let Some(program) = std::env::var_os("KERNEL") {
        let output = Command::new(program).output().expect("KERNEL is a program");
        print!("{}", String::from_utf8_lossy(&output.stdout));
    }
}

fn game(sizes: &[u64]) -> Game {
    let moves = Moves::new(sizes).expect("increasing moves");
    Game::new(moves, Rule::Normal).expect("few moves")
}

fn words(sizes: &[u64]) -> String {
    sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// The seconds that the yardstick reports for lines, if there is one: otherwise forever.
fn ask(program: Option<&OsStr>, lines: &str) -> f64 {
    let Some(program) = program else { return f64::INFINITY };
    let mut command = Command::new(program);
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.expect("SUBGAME is a program");
    writeln!(child.stdin.take().expect("a pipe"), "{lines}").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let answer = String::from_utf8(output.stdout).expect("text");
    let seconds = |line: &str| -> f64 {
        let word = line.split_whitespace().rev().nth(2).expect("seconds");
        word.parse().expect("a number")
    };
    answer.lines().map(seconds).sum()
}

/// The seconds for one line, from the time of processes that are given one and many: its own
/// clock shows milliseconds only.
fn each_of_many(program: &OsStr, line: &str) -> f64 {
    let many = vec![line; OFTEN + 1].join("\n");
    let least = |lines: &str| {
        let whole = |_| seconds(|| _ = ask(Some(program), lines));
        (0..TIMES).map(whole).fold(f64::INFINITY, f64::min)
    };
    (least(&many) - least(line)) / OFTEN as f64
}

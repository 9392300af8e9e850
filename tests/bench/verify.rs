//! Time of a whole proof, inside one process: reading, verifying.
//!
//! `cargo bench --bench verify`.  The 1996 C program, rebuilt with today's compiler, needs for
//! the whole process 6 ms (satz8), 23 ms (obs18), 42 ms (obs20) and 47 ms (the odd family) of
//! user time on one core of such a machine; the ratio to these figures is printed as well.
//!
//! Then the same texts with their CLAIM lines, each beside itself without them; and `grundy verify` as
//! a process, claims and all, beside one that only says its version.  Of the smallest text, satz8_n1,
//! the C program as a process takes 1.2 ms, and of satz8 8.7 ms; it decides no claims.
//!
//! Texts with numbers as long as they may be are measured beside the time to read them.

use grundy_answers::check::{self, Kind};
use grundy_language::verdict::Verdict;
use grundy_prove::verify::{Options, verify};
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

const YARDSTICKS: [(&str, u32); 4] =
    [("satz8", 6), ("obs18", 23), ("obs20", 42), ("family_1_2_4_5_6_odd", 47)];

#[allow(clippy::float_arithmetic, reason = "ratios for people to read")]
fn main() {
    for (name, yardstick) in YARDSTICKS {
        let source = source(name);
        let mut times: Vec<_> = (0..50)
            .map(|_| {
                let start = Instant::now();
                let lowered = grundy_language::lang::parse(black_box(&source), &Default::default());
                let read = start.elapsed();
                let description = lowered.description.unwrap();
                let report = verify(&description, &source, &Options::default());
                assert_eq!(report.verdict, Verdict::Verified);
                (start.elapsed(), read, report.statistics())
            })
            .collect();
        times.sort_by_key(|(time, ..)| *time);
        let (time, read, statistics) = times[times.len() / 2];
        let ratio = f64::from(yardstick) * 1e-3 / time.as_secs_f64();
        println!(
            "{name:22} {time:>9.1?} of which reading {read:>8.1?}; 1996: {yardstick} ms, {ratio:.0} times as long; \
             {} chains, {} splits, {} questions, {} carried, {} pivots",
            statistics.chains,
            statistics.splits,
            statistics.questions,
            statistics.carried,
            statistics.pivots
        );
    }
    for (name, _) in YARDSTICKS {
        let source = source(name);
        let lines: Vec<_> = source.lines().filter(|line| !line.starts_with("CLAIM")).collect();
        let [with, without] = [&source, &lines.join("\n")].map(|text| {
            let mut times: Vec<_> = (0..50)
                .map(|_| {
                    let start = Instant::now();
                    let options = check::Options::default();
                    let report = check::check(Kind::Nimseq, black_box(text), &options);
                    assert_eq!(report.verdict, Verdict::Verified);
                    start.elapsed()
                })
                .collect();
            times.sort();
            times[times.len() / 2]
        });
        let ratio = with.as_secs_f64() / without.as_secs_f64();
        println!("{name:22} {with:>9.1?} with claims, {without:>9.1?} without, {ratio:.1} times");
    }
    // How many times as long as reading it the check of a text takes whose numbers are as long as they
    // may be: work is counted in steps, and these are the longest steps.
    for (name, text) in long_numbers() {
        let start = Instant::now();
        assert!(
            grundy_language::lang::parse(black_box(&text), &Default::default())
                .description
                .is_some()
        );
        let read = start.elapsed();
        let start = Instant::now();
        let verdict = check::check(Kind::Nimseq, black_box(&text), &Default::default()).verdict;
        let time = start.elapsed();
        let ratio = time.as_secs_f64() / read.as_secs_f64();
        println!("{name:22} {time:>9.1?} {verdict}, {ratio:.0} times as long as reading it");
    }
    let start = process(&["--version"]);
    println!("{:22} {start:>9.1?} as a process", "--version");
    for (name, yardstick) in [("satz8_n1", 1.2e-3), ("satz8", 8.7e-3)] {
        let time = process(&["verify", "-q", "-j1", &path(name)]);
        let ratio = yardstick / time.as_secs_f64();
        println!("{name:22} {time:>9.1?} as a process; 1996: {ratio:.1} times as long");
    }
}

/// Texts with a number of 65 535 digits in each place.
fn long_numbers() -> [(&'static str, String); 4] {
    let long = "7".repeat(65_535);
    [
        ("longest move", format!("n >= 1 {{ n {long} }} REPEAT _n An ENDREP")),
        ("longest word", format!("n >= 1 {{ n }} _{long} REPEAT _n An ENDREP")),
        ("longest factor", format!("n >= 1 {{ n {long}n }} _{long} REPEAT _n An ENDREP")),
        ("longest condition", format!("n >= {long} {{ n 2n+1 }} REPEAT _n An Bn ENDREP")),
    ]
}

/// The shortest time of many runs of the program, from start to end.
fn process(words: &[&str]) -> Duration {
    let run = |_| {
        let start = Instant::now();
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        let output = command.args(words).output().unwrap();
        assert!(output.status.success());
        start.elapsed()
    };
    (0..100).map(run).min().unwrap()
}

fn path(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/subtraction");
    format!("{folder}/{name}.nimseq")
}

fn source(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap()
}

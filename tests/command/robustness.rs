//! Large, deep and broken inputs: the program ends soon, with an exit code of its contract.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// For a program with optimisations.
const SOON: Duration = Duration::from_secs(20);

/// Verifies a text with the program and returns its exit code.
#[track_caller]
fn exit(name: &str, text: impl AsRef<[u8]>) -> i32 {
    let path: PathBuf =
        std::env::temp_dir().join(format!("grundy-{}-{name}.nimseq", std::process::id()));
    std::fs::write(&path, text).expect("a file");
    let start = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["verify", "-q", "-j", "1"])
        .arg(&path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("grundy runs");
    let patience = if cfg!(debug_assertions) { 20 * SOON } else { SOON };
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break Some(status);
        }
        if start.elapsed() > patience {
            child.kill().expect("a child");
            child.wait().expect("a child");
            break None;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    std::fs::remove_file(&path).expect("the file");
    let status = status.unwrap_or_else(|| panic!("{name}: not done after {patience:?}"));
    let code = status.code().unwrap_or_else(|| panic!("{name}: ended by a signal"));
    assert!([0, 1, 3, 4].contains(&code), "{name}: exit code {code}");
    code
}

const HEAD: &str = "n >= 1 { n } ";
const TAIL: &str = " REPEAT _n An ENDREP\n";

fn huge() -> String {
    format!("1{}", "0".repeat(1000))
}

/// One piece of text for each number.
fn each(numbers: std::ops::Range<u32>, piece: impl Fn(u32) -> String) -> String {
    numbers.map(piece).collect()
}

#[test]
fn bytes_that_are_no_text() {
    let mut state = 1_u64;
    for number in 0..10 {
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state.to_be_bytes()[0]
        };
        let bytes: Vec<u8> = (0..20_000).map(|_| next()).collect();
        assert_eq!(exit(&format!("bytes{number}"), bytes), 3);
    }
}

#[test]
fn nesting() {
    let deep = |opening: &str| format!("{HEAD}{}{TAIL}", opening.repeat(100_000));
    assert_eq!(exit("loops", deep("FOR i FROM 1 UPTO n REP ")), 3);
    assert_eq!(exit("branches", deep("IF n >= 1 THEN ")), 3);
    let unequal = each(0..60, |k| format!("IF n != {k} THEN "));
    assert_eq!(exit("unequal", format!("{HEAD}{unequal}_n An {}{TAIL}", "FI ".repeat(60))), 0);
}

#[test]
fn ten_loops_in_one_another() {
    let loops = |inner: &str| {
        let mut text = HEAD.to_owned();
        for name in 'a'..='j' {
            write!(text, "FOR {name} FROM 1 UPTO n REP {inner} ").expect("a string");
        }
        text + &"_n An PER ".repeat(10) + TAIL
    };
    assert_eq!(exit("ten", loops("_n An")), 0);
    assert_eq!(exit("ten-short", loops("A")), 1);
}

#[test]
fn numbers() {
    let huge = huge();
    let text = format!("n >= 1 {{ {huge}n }} REPEAT _({huge}n) A({huge}n) ENDREP\n");
    assert_eq!(exit("coefficient", text), 0);
    assert_eq!(exit("length", format!("{HEAD}_{huge}{TAIL}")), 1);
    let text = format!("{HEAD}FOR i FROM 1 UPTO {huge} REP _n An PER{TAIL}");
    assert_eq!(exit("bound", text), 0);
    assert_eq!(exit("multiplicity", format!("{HEAD}REPEAT <_999999999999A>(n) ENDREP\n")), 3);
}

/// Time is counted in steps, and a step with the longest numbers takes hundreds of times as long.
#[test]
fn the_longest_numbers() {
    let longest = "7".repeat(65_535);
    let move_far = format!("n >= 1 {{ n {longest} }} REPEAT _n An ENDREP\n");
    assert_eq!(exit("longest-move", move_far), 1);
    let far = format!("{HEAD}_{longest} REPEAT _n An ENDREP\n");
    assert_eq!(exit("longest-word", far), 1);
    let text = format!("n >= {longest} {{ n 2n+1 }} REPEAT _n An Bn ENDREP\n");
    assert_eq!(exit("longest-condition", text), 1);
}

/// Nobody can walk through a loop that runs 10^1000 times over words that are empty.
#[test]
fn loops_over_empty_words() {
    let empty = format!("FOR i FROM 1 UPTO {} REP A(n-1) PER", huge());
    // Whether n = 1 has a meaning is not known, and n = 2 is wrong.
    assert_eq!(exit("empty-period", format!("{HEAD}REPEAT {empty} ENDREP\n")), 1);
    let text = format!("{HEAD}{empty} REPEAT An _n ENDREP\n");
    assert_eq!(exit("empty-loop", text), 1);
}

#[test]
fn a_megabyte_of_words() {
    assert_eq!(exit("words", format!("{HEAD}REPEAT {}ENDREP\n", "_n An ".repeat(170_000))), 0);
    let text = format!("{HEAD}REPEAT {}An ENDREP\n", "_n An ".repeat(170_000));
    assert_eq!(exit("wrong-words", text), 1);
}

#[test]
fn parameters_and_moves() {
    let lower: String = ('a'..='z').map(|name| format!("{name} >= 1 ")).collect();
    let text = format!("{lower} {{ a }} REPEAT _a Aa ENDREP\n");
    assert_eq!(exit("parameters", text), 0);
    let multiples = each(1..201, |k| format!("{k}n "));
    let text = format!("n >= 1 {{ {multiples}}} REPEAT _n An ENDREP\n");
    assert_eq!(exit("multiples", text), 1);
    let sums = each(0..200, |k| format!("n+{k} "));
    assert_eq!(exit("sums", format!("n >= 1 {{ {sums}}} REPEAT _n An ENDREP\n")), 1);
}

#[test]
fn branches_with_many_arms() {
    let text = |test: &dyn Fn(u32) -> String| {
        let arms = each(2..62, |k| format!("ELIF {} THEN _n An ", test(k)));
        format!("n >= 1 m >= 1 {{ n }} REPEAT IF n == 1 THEN _ A {arms} ELSE _n An FI ENDREP\n")
    };
    assert_eq!(exit("equal", text(&|k| format!("n == {k}"))), 0);
    assert_eq!(exit("unequal-arms", text(&|k| format!("n != {k}"))), 0);
    // Lines through one point leave few regions between them, lines in general position many;
    // arms that cannot be reached are left as soon as that is seen.
    assert_eq!(exit("lines", text(&|k| format!("n == {k}m"))), 0);
    assert_eq!(exit("slopes", text(&|k| format!("{k}n+{}m == {}", k * k % 7, k * k % 61))), 0);
    let unequal = each(0..30, |k| format!("IF {}n != {}m+{k} THEN ", k + 1, 2 * k + 1));
    let text = format!("n >= 1 m >= 1 {{ n }} {unequal}_n An {}{TAIL}", "FI ".repeat(30));
    assert_eq!(exit("unequal-lines", text), 0);
}

#[test]
fn huge_moves() {
    let loops = "FOR i FROM 0 UPTO n REP _(n-i) PER";
    let text = format!("n >= 1 {{ 100n }} {loops} REPEAT _n An ENDREP\n");
    assert_eq!(exit("hundred", text), 1);
    let text = "n >= 1 { n 1000000n } FOR i FROM 1 UPTO n REP _n An PER REPEAT _n An ENDREP\n";
    assert_eq!(exit("million", text), 4);
    assert_eq!(exit("constant", "n >= 1 { 1000000n } REPEAT _ A ENDREP\n"), 1);
    assert_eq!(exit("window", "n >= 2 { 1 1000000000000n } REPEAT _ A ENDREP\n"), 4);
    let text =
        format!("{HEAD}FOR i FROM 1 UPTO 1000000000000 REP _n An PER REPEAT _n An A ENDREP\n");
    assert_eq!(exit("far", text), 4);
}

/// The common period of these cycles is beyond 64 bits.
#[test]
fn cycles_of_large_prime_lengths() {
    let primes = [60_013, 60_017, 60_029, 60_037, 60_041, 60_077, 60_083, 60_089];
    let words: String = primes.iter().map(|p| format!("<{}_A>(1000000n) ", p - 1)).collect();
    let moves = each(1..9, |k| format!("{k}000000n "));
    assert_eq!(exit("primes", format!("n >= 1 {{ 1 {moves}}} REPEAT {words}ENDREP\n")), 1);
}

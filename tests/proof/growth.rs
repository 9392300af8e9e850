//! How the work of a proof grows with the text: counted, so that it is the same on every machine.
//!
//! `cargo test --test proof growth:: -- --nocapture` prints the counts.

use crate::support::check;
use grundy_language::verdict::{Statistics, Verdict};

/// k arms, of which one is taken in each iteration, and not all are written alike.
fn arms(k: usize) -> String {
    let arm = |c: usize| {
        let (word, test) = (["An", "<AA>n"][c % 2], if c == 0 { "IF" } else { "ELIF" });
        format!("{test} i == {c} THEN _n {word}\n")
    };
    let arms: String = (0..k).map(arm).collect();
    format!("n >= 1 {{ n }} REPEAT\nFOR i FROM 0 UPTO {k} REP\n{arms}ELSE _n An FI\nPER\nENDREP\n")
}

/// The odd multiples of n up to the one with number k.
fn moves(k: usize) -> String {
    let moves: String = (0..k).map(|j| format!("{}n ", 2 * j + 1)).collect();
    format!("n >= 1 {{ {moves}}} REPEAT _n An ENDREP\n")
}

/// A move over k iterations that are letters.
fn letters(k: usize) -> String {
    format!("n >= 1 {{ 1 {} }} FOR i FROM 1 UPTO n REP _ A PER REPEAT _ A ENDREP\n", 2 * k + 1)
}

/// A move over k iterations that grow with n.
fn iterations(k: usize) -> String {
    format!("n >= 1 {{ n {}n }} REPEAT FOR i FROM 1 UPTO n REP _n An PER ENDREP\n", 2 * k + 1)
}

/// The same, with two ways through each iteration.
fn branches(k: usize) -> String {
    format!(
        "n >= 1 {{ n {}n }} REPEAT FOR i FROM 1 UPTO n REP IF i <= 5 THEN _n An ELSE _n An FI \
         PER ENDREP\n",
        2 * k + 1
    )
}

/// The same, where the branch cannot be undone by reading it.
fn arms_of_other_words(k: usize) -> String {
    format!(
        "n >= 1 {{ n {}n }} REPEAT FOR i FROM 1 UPTO n REP _n IF i <= 5 THEN An ELSE An _n An FI \
         PER ENDREP\n",
        2 * k + 1
    )
}

/// A run in k pieces, between k parameters that are declared from the largest to the smallest one,
/// or the other way round.
fn pieces(k: usize, largest_first: bool) -> String {
    let names: Vec<char> = ('a'..='z').take(k).collect();
    let below = |(a, b)| format!("{a} >= {b} ");
    let order = || names.iter().zip(&names[1..]).map(below);
    let conditions: String = match largest_first {
        true => names.iter().map(|name| format!("{name} >= 0 ")).chain(order()).collect(),
        false => std::iter::once(format!("{} >= 0 ", names[k - 1])).chain(order().rev()).collect(),
    };
    let run = |letter: char| {
        let pieces = names.iter().zip(&names[1..]);
        let pieces: String = pieces.map(|(a, b)| format!("{letter}({a}-{b}) ")).collect();
        format!("{pieces}{letter}({})", names[k - 1])
    };
    format!("{conditions} a >= 1 {{ a }} REPEAT {} {} ENDREP\n", run('_'), run('A'))
}

fn from_the_largest(k: usize) -> String {
    pieces(k, true)
}

fn from_the_smallest(k: usize) -> String {
    pieces(k, false)
}

fn work(source: &str) -> Statistics {
    let (_, report) = check(source).expect(source);
    assert_eq!(report.verdict, Verdict::Verified, "{source}");
    report.statistics()
}

#[test]
fn twice_the_text_is_not_many_times_the_work() {
    // Percent of the questions when k doubles: 200 is linear, 400 quadratic.
    for (name, text, k, most) in [
        ("arms", arms as fn(usize) -> String, 20, 410),
        ("moves", moves, 40, 210),
        ("letters", letters, 500, 100),
        ("iterations", iterations, 40, 210),
        ("branches", branches, 40, 210),
        ("arms of other words", arms_of_other_words, 40, 210),
        ("from the largest", from_the_largest, 12, 440),
        ("from the smallest", from_the_smallest, 12, 440),
    ] {
        let [once, twice] = [k, 2 * k].map(|k| work(&text(k)));
        println!("{name} {k}: {once:?}\n{name} {}: {twice:?}", 2 * k);
        let percent = 100 * twice.questions / once.questions;
        assert!(percent <= most, "{name}: {percent} %");
    }
}

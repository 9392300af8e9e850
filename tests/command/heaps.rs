//! `grundy heaps`: answers in text and JSON, what cannot be read, and what is out of reach.

use crate::command::run;
use serde_json::json;

#[test]
fn different_heaps_have_different_moves() {
    let found = run("heaps '{2 5}:2,5,12' {1..4}:13 --format json").json();
    assert_eq!(found["xor"], "2");
    assert_eq!(found["outcome"], "N");
    assert_eq!(
        found["heaps"][3],
        json!({ "moves": ["1", "2", "3", "4"], "size": "13", "grundy": "3" })
    );
    assert_eq!(
        found["winning_moves"],
        json!([{ "heap": 2, "take": 5 }, { "heap": 3, "take": 5 }, { "heap": 4, "take": 2 }])
    );
}

#[test]
fn misere_play_is_decided_by_the_rule_of_nim() {
    let found = run("heaps 1,2:2,2,1 --misere --format json").json();
    // Nim with heaps of at most 2: the nim sum 1 is no zero, and there are two big heaps.
    assert_eq!(found["outcome"], "N");
    assert_eq!(found["winning_moves"], json!([{ "heap": 3, "take": 1 }]));
    assert_eq!((&found["xor"], &found["heaps"][0]["grundy"]), (&json!("1"), &json!("2")));
    let ran = run("heaps '2 5:300,300' '{3 7 8}:300' --misere --format json");
    assert_eq!(ran.exit, Some(0), "{ran:?}");
    assert_eq!(run("heaps '{2 5}:10^18' --misere").exit, Some(0));
    // Values 0 and 1: not lost in normal play, and lost in misère play.
    for (option, outcome) in [("", "N"), ("--misere", "P")] {
        let ran = run(&format!("heaps {{1..3}}:1000000,1000001 {option}"));
        assert!(ran.stdout.starts_with(outcome) && ran.exit == Some(0), "{ran:?}");
    }
}

/// Heaps with moves of any size have the values that `sequence` has.
#[test]
fn large_moves_are_those_of_sequence() {
    for (moves, size) in [
        ("1 2 999999999", "1000000000"),
        ("1 2 999999999", "999999998"),
        ("1 2 999999998", "1000000000"),
        ("3 5 10^12 10^12+1", "1000000000007"),
        ("1..70 999999999", "1000000007"),
        ("2 5 1000000000", "5000000000"),
    ] {
        let found = run(&format!("heaps '{{{moves}}}:{size}' --format json"));
        let mut words =
            vec!["sequence", "--values", "nim", "--count", "1", "--format", "json", "--from", size];
        words.extend(moves.split(' '));
        let value = run(&words);
        if value.exit == Some(4) {
            assert_eq!(found.exit, Some(4), "{moves}: {found:?}");
            continue;
        }
        let list = &value.json()["values_list"];
        assert_eq!(found.json()["heaps"][0]["grundy"], list[0].to_string(), "{moves}: {found:?}");
    }
    // The options of 999999999 have the values 2, 1 and 0.
    let ran = run("heaps '{1 2 999999999}:999999999,1000000000'");
    assert!(ran.stdout.contains("Grundy values 3, 0"), "{ran:?}");
}

#[test]
fn sets_with_a_name_and_families_have_heaps_too() {
    let ran = run("heaps squares:50,1000");
    assert!(ran.stdout.contains("winning moves (heap:items): 1:4 1:9 1:36 2:25"), "{ran:?}");
    let named = run("heaps '{n 2n}:7,8' --at n=3");
    assert_eq!(named.stdout, run("heaps '{3 6}:7,8'").stdout);
    assert_eq!(named.exit, Some(0));
    let far = run("heaps '{2 5}:10^18,7' --format json").json();
    assert_eq!(far["heaps"][0]["size"], "1000000000000000000");
}

#[test]
fn heaps_are_listed_as_moves_are() {
    for words in [&["3,4,5"][..], &["{3, 4, 5}"], &["{3,", "4,", "5}"], &["[3;4;5]"], &["3 4", "5"]]
    {
        let found = run(&[&["nim"], words].concat());
        assert_eq!(found.stdout, run("nim 3 4 5").stdout, "{words:?}");
    }
    assert_eq!(run("heaps '{2 5}:{3, 7}'").stdout, run("heaps '{2 5}:3,7'").stdout);
    let played = |heaps| run(&["play", "2", "5", "--heaps", heaps]).stdout;
    assert_eq!(played("7 12"), played("7,12"));
}

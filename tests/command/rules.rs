//! Rules, start words and ranges of moves: values that were computed apart from this program, after
//! A. Flammenkamp 1996, last chapter and chapter on the start word.

use crate::command::Folder;
use crate::table::rows;

#[test]
fn games_of_numbers_have_the_known_values() {
    let folder = Folder::new("rules");
    for [moves, options, values, period, preperiod] in rows(include_str!("rules.tsv")) {
        let sequence = folder.run(&format!("sequence {moves} {options} --count 40"));
        assert_eq!(sequence.stdout.trim_end(), values, "{moves} {options}");
        let found = folder.run(&format!("period {moves} {options} --format json")).json();
        assert_eq!(found["period"], period, "{moves} {options}");
        assert_eq!(found["preperiod"], preperiod, "{moves} {options}");
    }
}

#[test]
fn values_far_out_under_parity_come_at_once() {
    let folder = Folder::new("rules");
    for (options, values) in [
        ("31 70 --rule 'won odd' --start + --from 1000000000000", "--+++-+-+++++---+--+"),
        ("31 70 --rule parity --start + --from 10^18", "-+-++-+++----+-+++++"),
        ("2 5 --rule 'won odd' --start + --from 10^12", "-+--+----+-+-+++-++-"),
    ] {
        let found = folder.run(&format!("sequence {options} --count 20"));
        assert_eq!(found.stdout.trim_end(), values, "{options}");
    }
}

/// `--misere` asks what follows from a text about normal play; `--rule` says what a text is about.
#[test]
fn misere_theorems_follow_from_normal_play() {
    let folder = Folder::new("rules");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.0.join(name).with_extension("nimseq"), text).unwrap();
    };
    write("normal", "n >= 1 { n 2n } REPEAT -n +(2n) ENDREP");
    write("grundy", "n >= 2 { 2n n+1 } REPEAT _(n+1) A(n-1) A2 B(n-1) ENDREP");
    write("misere", "n >= 1 { n 2n } REPEAT +n -n +n ENDREP");
    write("neither", "n >= 1 { n 2n } REPEAT -n +n ENDREP");
    let theorem = |options: &str| folder.run(&format!("theorem {options}"));
    write("named", "RULE normal n >= 1 { n 2n } REPEAT -n +(2n) ENDREP");
    for asked in [
        "normal.nimseq --misere",
        "named.nimseq --misere",
        "grundy.nimseq --misere",
        "misere.nimseq --rule misere",
        "misere.nimseq --values misere",
    ] {
        let found = theorem(&format!("{asked} --format json")).json();
        assert_eq!((&found["values"], &found["minimal"]), (&"misere".into(), &true.into()));
        let coefficients = &found["period"][0]["coefficients"];
        let constant = if asked.starts_with("grundy") { "1" } else { "0" };
        assert_eq!((&coefficients[0], &coefficients[1]), (&constant.into(), &"3".into()));
        assert!(theorem(asked).stdout.contains("misère outcomes of {"), "{asked}");
    }
    for (wrong, exit) in [
        ("normal.nimseq --rule misere", 1),
        ("neither.nimseq --rule misere", 1),
        ("neither.nimseq --misere", 1),
        ("misere.nimseq", 1),
        ("misere.nimseq --misere", 1),
        ("grundy.nimseq --rule misere", 3),
        ("named.nimseq --rule misere", 2),
        ("normal.nimseq --misere --rule misere", 2),
        ("normal.nimseq --misere --certificate x", 2),
    ] {
        assert_eq!(theorem(wrong).exit, Some(exit), "{wrong}");
    }
    assert!(!folder.0.join("x").exists(), "nothing is written for what is refused");
}

#[test]
fn periods_under_parity_come_at_once() {
    let folder = Folder::new("rules");
    // x^70 + x^39 + 1 is no product of polynomials of small degree, so the period is beyond direct computation.
    let found = folder.run("period 31 70 --rule parity --start + --format json").json();
    let period = found["period"].as_str().unwrap().to_owned();
    assert!(period.len() > 15, "{period}");
    let values = |from: &str| {
        let options = format!("31 70 --rule parity --start + --from {from} --count 300");
        folder.run(&format!("sequence {options}")).stdout
    };
    assert_eq!(values(&period), values("0"));
    assert_eq!(found["preperiod"], "0");
    // Direct computation is what is asked for here.
    let found =
        folder.run("period 31 70 --rule parity --start + --method direct --limit-positions 10^8");
    assert_eq!(found.exit, Some(4), "{found:?}");
}

/// Where a position without a move is won, though the rule counts: what follows the positions below the least move
/// is the game whose start they end.  No rule says that by itself.
#[test]
fn ends_that_are_won_are_a_start() {
    let folder = Folder::new("rules");
    for (rule, values, period, preperiod) in [
        ("parity", "+++++++-++-++----++--+----+-+--+-+-+---+", "60", "0"),
        ("exactly-one", "+++++++-------+--+--++++--++---+-+-++---", "44", "33"),
    ] {
        let options = format!("3 7 8 --rule {rule} --start -----+++");
        let found = folder.run(&format!("sequence {options} --count 37"));
        assert_eq!(found.stdout.trim_end(), &values[3..], "{rule}");
        let found = folder.run(&format!("period {options} --format json")).json();
        assert_eq!((&found["period"], &found["preperiod"]), (&period.into(), &preperiod.into()));
    }
}

#[test]
fn the_sink_convention_counts_heaps_from_one() {
    let folder = Folder::new("rules");
    let found =
        folder.run("sequence 3 7 10 --values nim --start sink --count 12 --format json").json();
    assert_eq!(found["first_heap"], 1);
    // Heaps of 0 and fewer items have the value 0, so small heaps can be taken whole.
    assert_eq!(found["sequence"], "AAABBBACCB__");
    let found = folder.run("period 3 7 10 --values nim --start sink --format json").json();
    assert_eq!((&found["period"], &found["preperiod"]), (&"45".into(), &"0".into()));
    let found = folder.run("period 3 7 10 --start sink");
    assert!(found.stdout.contains("position x is the heap x + 1"), "{found:?}");
}

#[test]
fn ranges_are_the_moves_in_them() {
    let folder = Folder::new("rules");
    for (range, list) in [
        ("1..4", "1 2 3 4"),
        ("2..3 5..6", "2 3 5 6"),
        ("'{ n..2n 7 }' --at n=3", "3 4 5 6 7"),
        ("'{ 1..n n+2..n }' --at n=2", "1 2"),
    ] {
        for values in ["outcome", "nim", "misere"] {
            let one = folder.run(&format!("sequence {range} --values {values} --count 60"));
            let other = folder.run(&format!("sequence {list} --values {values} --count 60"));
            assert_eq!(one.stdout, other.stdout, "{range}");
            assert_eq!((one.exit, one.stdout.len()), (Some(0), 61), "{range} {one:?}");
        }
    }
}

/// A range costs no more than its two ends, however many moves it has.
#[test]
fn many_moves_are_computed_with() {
    let folder = Folder::new("rules");
    for (options, period) in [
        ("'{ n..2n }' --at n=100000", "300000"),
        ("'{ n..2n }' --at n=100000 --method direct", "300000"),
        ("'{ n..3n 5n }' --at n=10^11 --values misere", "400000000000"),
        ("1..10^10 --method accelerated", "10000000001"),
        ("'{ n..2n }' --at n=5000 --values nim", "15000"),
        ("'{ n..3n 5n }' --at n=700 --values misere", "2800"),
        ("1..2000 --rule 'lost odd'", "2001"),
    ] {
        let found = folder.run(&format!("period {options} --format json")).json();
        assert_eq!((&found["period"], &found["preperiod"]), (&period.into(), &"0".into()));
    }
    // The end of a period, 10^10 periods out.
    let from = "299999999999999999998";
    let found = folder.run(&format!("sequence '{{ n..2n }}' --at n=10^10 --from {from} --count 5"));
    assert_eq!(found.stdout.trim_end(), "++---", "{found:?}");
    let found = folder.run("period '{ n..2n }' --at n=100");
    assert!(found.stdout.contains("outcomes of { 100..200 }"), "{found:?}");
    let found = folder.run("period 1..40 --values nim");
    assert!(found.stdout.starts_with("period     41\n"), "{found:?}");
}

/// Chains and splits of a text with a rule, a start and a range can be looked at.
#[test]
fn chains_of_all_kinds_are_listed() {
    let folder = Folder::new("rules");
    let write = |name: &str, text: &str| folder.write(name, text);
    write(
        "start.nimseq",
        "n >= 1 { n } FROM_INFINITY_DOWN REPEAT -n +(2n) ENDREP REPEAT -n +n ENDREP",
    );
    write("range.nimseq", "RULE lost odd n >= 1 { 1..n } REPEAT - +n ENDREP");
    write("wrong.nimseq", "n >= 1 { 1..n } REPEAT - +(n+1) ENDREP");
    let found = folder.run("verify --transitions start.nimseq");
    assert!(found.stdout.contains("- what is before position 0"), "{found:?}");
    let found = folder.run("verify --dump range.nimseq --format json").json();
    let splits = |chain: &serde_json::Value| chain["splits"].as_array().unwrap().clone();
    let chains = found["results"][0]["chains"].as_array().unwrap();
    let all: Vec<_> = chains.iter().flat_map(splits).collect();
    assert!(!all.is_empty() && all.iter().all(|split| split["holds"] == true), "{found}");
    let found = folder.run("verify --dump wrong.nimseq");
    assert!(found.stdout.contains("the rule fails"), "{found:?}");
    for name in ["start", "range"] {
        assert_eq!(folder.run(&format!("compile {name}.nimseq --emit chains")).exit, Some(0));
    }
    assert_eq!(folder.run("compile start.nimseq --emit smt2 -o scripts").exit, Some(0));
    assert_eq!(folder.run("compile range.nimseq --emit smt2 -o scripts").exit, Some(2));
}

#[test]
fn a_game_may_have_no_moves() {
    let folder = Folder::new("rules");
    for (options, values) in [
        ("'{ }'", "-----"),
        ("3..2", "-----"),
        ("'{ n..3 }' --at n=4", "-----"),
        ("'{ }' --values misere", "+++++"),
        ("'{ }' --values nim", "_____"),
        ("'{ }' --rule 'lost == 0'", "+++++"),
        ("'{ }' --start -", "-----"),
    ] {
        let found = folder.run(&format!("sequence {options} --count 5"));
        assert_eq!(found.stdout.trim_end(), values, "{options}: {found:?}");
        let found = folder.run(&format!("period {options} --format json")).json();
        assert_eq!((&found["period"], &found["preperiod"]), (&"1".into(), &"0".into()));
    }
    let write = |name: &str, text: &str| folder.write(name, text);
    write("none.nimseq", "{ } REPEAT - ENDREP");
    write("wrong.nimseq", "{ } REPEAT - + ENDREP");
    write("some.nimseq", "n >= 0 { 5..n+2 2..n } REPEAT -2 +n ENDREP");
    assert_eq!(folder.run("verify none.nimseq").exit, Some(0));
    assert_eq!(folder.run("verify wrong.nimseq").exit, Some(1));
    // The first range has moves for n >= 3, the second for n >= 2: one warning, with the least n.
    let found = folder.run("verify some.nimseq --format json").json();
    let findings = found["results"][0]["findings"].as_array().unwrap();
    let warnings: Vec<_> = findings.iter().filter(|it| it["code"] == "W0310").collect();
    assert_eq!(warnings.len(), 1, "{found}");
    assert_eq!(warnings[0]["location"]["column"], 10, "{found}");
}

#[test]
fn a_rule_that_is_asked_for_is_that_of_the_text() {
    let folder = Folder::new("rules");
    folder.write("named.nimseq", "RULE misere n >= 1 { n } REPEAT +n -n ENDREP\n");
    folder.write("plain.nimseq", "n >= 1 { n } REPEAT +n -n ENDREP\n");
    for (options, exit) in [
        ("named.nimseq", 0),
        ("named.nimseq --rule misere", 0),
        ("named.nimseq --values misere", 0),
        ("named.nimseq --values outcome", 0),
        ("named.nimseq --rule normal", 2),
        ("named.nimseq --values nim", 3),
        ("named.nimseq --values nim --rule misere", 2),
        ("plain.nimseq", 1),
        ("plain.nimseq --rule misere", 0),
        ("plain.nimseq --rule mex", 3),
        ("plain.nimseq --rule 'won even'", 0),
        ("plain.nimseq --rule lost", 2),
    ] {
        let found = folder.run(&format!("verify {options}"));
        assert_eq!(found.exit, Some(exit), "{options}: {found:?}");
    }
    let found = folder.run("theorem named.nimseq --format json").json();
    assert_eq!(
        (&found["values"], &found["period"][0]["coefficients"][1]),
        (&"misere".into(), &"2".into())
    );
    let found = folder.run("theorem plain.nimseq --rule misere");
    assert!(found.stdout.contains("misère outcomes of { n }"), "{found:?}");
}

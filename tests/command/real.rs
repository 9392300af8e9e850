//! Games with real moves, and games of which one move is moved, as a user meets them.

use crate::command::{Folder, Ran, grundy, run};
use serde_json::{Value, json};
use std::fs;

#[test]
fn periods_are_exact() {
    run("period '{ 1.5, 7/2, 4 }' -q").check(0, "period     5/2 = 2.5\npreperiod  4\n", "");
    let found = run("period 1 sqrt(5) 4 --format json").json();
    assert_eq!(
        found,
        json!({
            "schema": 2, "verdict": "verified", "moves": ["1", "sqrt(5)", "4"], "values": "outcome",
            "method": "intervals", "evidence": "intervals", "period": "1+sqrt(5)", "period_decimal": "3.236068",
            "preperiod": "2", "preperiod_decimal": "2",
            "losing_intervals": "2", "losing_length": "-1+sqrt(5)", "shortest": "-2+sqrt(5)"
        })
    );
}

/// Other values are those of the integer game in the unit of the moves.
#[test]
fn rational_moves_have_all_values() {
    let of = |moves: &str, values: &str| {
        let words = ["period", moves, "--values", values, "--format", "json"];
        run(&words).json()
    };
    let found = of("1 1.6 3", "nim");
    assert_eq!((&found["unit"], &found["period"]), (&json!("1/5"), &json!("23/5")));
    for values in ["outcome", "nim", "misere"] {
        let (parts, whole) = (of("1 8/5 3", values), of("5 8 15", values));
        for name in ["period", "preperiod"] {
            let whole: i64 = whole[name].as_str().and_then(|it| it.parse().ok()).expect("a number");
            let fifth = if whole % 5 == 0 { (whole / 5).to_string() } else { format!("{whole}/5") };
            assert_eq!(parts[name], fifth, "{values} {name}");
        }
    }
    // As normal play, and where that has a preperiod so much later.
    let misere = |moves: &str| of(moves, "misere")["preperiod"].clone();
    assert_eq!([misere("1 sqrt(5) 4"), misere("1 sqrt(2)")], [json!("3"), json!("0")]);
    let refused = run("period 1 sqrt(2) --values nim");
    assert_eq!(refused.exit, Some(2));
    assert!(
        refused.stderr.contains("only outcomes of normal and misère play"),
        "{}",
        refused.stderr
    );
}

#[test]
fn a_piece_is_its_losing_intervals() {
    run("sequence 1 sqrt(2) 3 --count 6").check(
        0,
        "outcomes of { 1 sqrt(2) 3 }, positions x with 0 <= x < 6: 3 losing intervals\n\
         [0, 1)                         0         1\n\
         [1+sqrt(2), 3)          2.414214         3\n\
         [3+sqrt(2), 4+sqrt(2))  4.414214  5.414214\n",
        "",
    );
    let words = "sequence 1 sqrt(2) --from 1e12 --count 3 --format json";
    let found = run(words).json();
    assert_eq!((&found["from"], &found["to"]), (&json!("1000000000000"), &json!("1000000000003")));
    let first = &found["losing"][0];
    // k (1 + sqrt(2)) and 1 more, for some k.
    let start = first["from"].as_str().expect("a number");
    let (k, _) = start.split_once('+').expect("a sum");
    assert_eq!(start, format!("{k}+{k}*sqrt(2)"));
    let end = first["to_decimal"].as_str().expect("a number");
    assert!(end.starts_with("1000000000000."), "{end}");
}

#[test]
fn a_move_is_moved() {
    run("period 3 7 8 --vary 3 --by 1/2 --steps 2").check(
        0,
        "outcomes of { 3 7 s }\n  s  period  preperiod\n7.5      10        7.5\n  8       5          8\n\
         8.5    15.5       20.5\n  9       2         11\n",
        "left out: s = 7: two moves are the same: 7\n",
    );
    let words = "period 3 7 8 --vary 3 --by sqrt(2)/10 --steps 1 --format json";
    let found = run(&words.split(' ').collect::<Vec<_>>()).json();
    assert_eq!((&found["vary"], &found["by"]), (&json!(3), &json!("sqrt(2)/10")));
    let rows = found["results"].as_array().expect("rows");
    let row = |row: &Value| [&row["move"], &row["period"], &row["preperiod"]].map(Value::clone);
    assert_eq!(
        rows.iter().map(row).collect::<Vec<_>>(),
        [
            ["8-sqrt(2)/10", "10", "8-sqrt(2)/10"].map(Value::from),
            ["8", "5", "8"].map(Value::from),
            ["8+sqrt(2)/10", "15+sqrt(2)/10", "121+sqrt(2)/5"].map(Value::from),
        ]
    );
    // A family at a point, whose moves are sorted; and one step less far than 0.
    let words = "period '{ 2n n+1 }' --at n=1 --vary 1 --by 1 --steps 2";
    let ran = run(words);
    assert_eq!(ran.exit, Some(2), "{ran:?}");
    let words = "period '{ 2n n+1 }' --at n=3 --vary 1 --by 2 --steps 2";
    let ran = run(words);
    assert_eq!(ran.exit, Some(0), "{ran:?}");
    assert!(ran.stderr.contains("left out: s = 0: 0 is not a move"), "{ran:?}");
    assert!(ran.stdout.starts_with("outcomes of { s 6 }\n"), "{ran:?}");
}

/// The record of four moves among whole neighbours: its own period takes longer than is allowed.
#[test]
fn a_game_without_a_period_so_far_is_undecided() {
    let words = "period 21 103 214 235 --vary 4 --by 1 --steps 1 --limit-positions 1e6";
    run(&words.split(' ').collect::<Vec<_>>()).check(
        4,
        "outcomes of { 21 103 214 s }\n  s     period  preperiod\n234        337       3727\n\
         235  undecided      steps\n236        450       3535\n",
        "",
    );
    let stopped = run("period 1 sqrt(2) 3 --time-limit 0");
    assert_eq!(stopped.exit, Some(4));
    assert!(stopped.stdout.starts_with("undecided\nlimit reached: time;"), "{stopped:?}");
    let stopped = run("sequence 1 sqrt(2) --time-limit 0");
    assert_eq!(stopped.exit, Some(4));
    assert!(stopped.stderr.contains("time limit reached"), "{stopped:?}");
}

#[test]
fn pictures_show_intervals_and_moved_moves() {
    let folder = Folder::new("real");
    let words = ["plot", "sequence", "1", "sqrt(2)", "3", "--width", "3+sqrt(2)", "--rows", "5"];
    for name in ["a.svg", "a.png"] {
        let ran = grundy(&[&words[..], &["-o", name]].concat(), &folder.0).output().expect("runs");
        Ran::from(ran).check(0, "", &format!("wrote {name}\n"));
        assert!(fs::metadata(folder.0.join(name)).expect("a file").len() > 1000);
    }
    let svg = folder.read("a.svg");
    assert!(svg.contains("Outcomes of { 1 sqrt(2) 3 }"));
    assert!(svg.contains("rows of length 3+sqrt(2)"));
    // (3 - sqrt 2)/(3 + sqrt 2)
    assert!(svg.contains("About 35.9 per cent of the positions are lost."));
    let words = ["period", "3", "7", "8", "--vary", "3", "--by", "1/10", "--steps", "5"];
    let table = grundy(&words, &folder.0).output().expect("runs");
    let table = Ran::from(table).stdout;
    let drawn = grundy(&[&words[..], &["-o", "b.svg"]].concat(), &folder.0).output().expect("runs");
    Ran::from(drawn).check(0, &table, "");
    let svg = folder.read("b.svg");
    assert!(svg.contains("Period and preperiod of { 3 7 s }"));
    assert!(svg.contains("8.1: 15.1, 151.2; 8.2: 0.4, 81.4;"), "{svg}");
}

/// A sequence of one value has every number as its period, and no least one.
#[test]
fn a_constant_sequence_has_no_least_period() {
    let words = ["period", "3/2", "--rule", "won >= 0"];
    run(&words).check(
        0,
        "period     every number above 0\npreperiod  0\n\
         outcomes by the rule won >= 0 of { 3/2 }: v(x) = v(0) for all real x >= 0, so every number above 0 is a \
         period, and none is the least\n\
         as the integer game { 1 } in units of 3/2, computed directly\n",
        "",
    );
    let json = run(&[&words[..], &["--format", "json"]].concat()).json();
    assert_eq!((&json["constant"], &json["least"]), (&json!(true), &json!(false)));
    let table = run("period 3/2 2 --vary 1 --by 1/2 --steps 0 --rule 'won >= 0'");
    assert!(table.stdout.ends_with("1.5  every number above 0          0\n"), "{table:?}");
    // Integers have one.
    assert_eq!(run("period 3 --rule 'won >= 0' --format json").json()["period"], "1");
}

/// Those of misère play begin a least move later.
#[test]
fn misere_play_has_losing_intervals() {
    let words = ["sequence", "3/2", "4", "--count", "9", "--values", "misere"];
    run(&words).check(
        0,
        "misère outcomes of { 3/2 4 }, positions x with 0 <= x < 9: 3 losing intervals\n\
         [3/2, 3)     1.5    3\n[9/2, 11/2)  4.5  5.5\n[7, 17/2)      7  8.5\n",
        "",
    );
    let json = run(&[&words[..], &["--format", "json"]].concat()).json();
    assert_eq!((&json["values"], &json["losing"][0]["from"]), (&json!("misere"), &json!("3/2")));
}

//! The winning moves of `grundy sequence` and `grundy period`.

use crate::command::{Ran, run};
use serde_json::json;

#[test]
fn winning_moves_are_listed_with_their_period() {
    let ran = run("sequence 3 7 8 --winning-moves --from 6 --count 6");
    ran.check(0, " 6  -\n 7  +  7\n 8  +  7 8\n 9  +  3 7 8\n10  +  8\n11  -\n", "");
    let words = "sequence 3 7 8 --winning-moves --count 5 --format json";
    let found = run(words).json();
    assert_eq!(found["winning_moves"], json!([[], [], [], ["3"], ["3"]]));
    // Behind the words before position 0, and far out.
    let ran = run("sequence 3 7 8 --winning-moves --start - --count 4");
    ran.check(0, "0  +  3 7 8\n1  +  3 7 8\n2  +  3 7 8\n3  +  7 8\n", "");
    let near = run("sequence 3 7 8 --winning-moves --from 20 --count 5");
    let far = run("sequence 3 7 8 --winning-moves --from 10^18 --count 5");
    let moves = |ran: &Ran| -> Vec<String> {
        let lines =
            ran.stdout.lines().map(|line| line.trim_start().split_once(' ').expect("columns").1);
        lines.map(str::to_owned).collect()
    };
    assert_eq!(moves(&near), moves(&far));
    // Of a set without end there are the moves up to the position.
    let ran = run("sequence squares --winning-moves --from 48 --count 3");
    ran.check(0, "48  +  4 9 36\n49  +  49\n50  +  16\n", "");
    // Who cannot move has won misère play, without a move.
    let ran = run("sequence 3 5 --winning-moves --values misere --count 5");
    ran.check(0, "0  +\n1  +\n2  +\n3  -\n4  -\n", "");

    let ran = run("period 3 7 8 --winning-moves");
    let line = "winning moves: W(x) = W(x+5) for all x >= 16, both least";
    assert_eq!(ran.stdout.lines().last(), Some(line), "{ran:?}");
    let words = "period '{ 2n 5n 6n+1 8n+1 }' --at n=1e6 --winning-moves --format json";
    let found = run(words).json();
    let expected =
        json!({ "period": "14000000000011000001", "preperiod": "6000000", "least": true });
    assert_eq!(found["winning_moves"], expected);
    assert_eq!(run("period 3 7 8 --format json").json().get("winning_moves"), None);
}

#[test]
fn winning_moves_are_refused_where_there_are_none_or_too_many() {
    for (words, exit) in [
        (&["sequence", "3", "7", "8", "--winning-moves", "--rule", "lost odd"][..], 2),
        (&["sequence", "3", "7", "8", "--winning-moves", "--runs"], 2),
        (&["sequence", "{ n 2n }", "--at", "n=3..5", "--winning-moves"], 2),
        (&["sequence", "1..10^12", "--winning-moves"], 4),
        (&["period", "3", "7", "8", "--winning-moves", "--values", "nim"], 2),
        (&["period", "odd", "--winning-moves"], 2),
        (&["period", "{ n 2n }", "--at", "n=3..5", "--winning-moves"], 2),
    ] {
        let ran = run(words);
        assert_eq!((ran.exit, ran.stdout.as_str()), (Some(exit), ""), "{words:?} {ran:?}");
        assert!(!ran.stderr.is_empty());
    }
    // Where the deciding positions are too many, a bound is proved all the same.
    let ran = run("period 1..10^10 --winning-moves");
    let line = "winning moves: W(x) = W(x+10000000001) for all x >= 10000000000, \
                the first number least; the second one is q + max L";
    assert_eq!((ran.exit, ran.stdout.lines().last()), (Some(0), Some(line)), "{ran:?}");
}

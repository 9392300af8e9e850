//! Sequences on a terminal: what fits.

use crate::command;
use crate::terminal::{end, terminal};

/// The lines that a terminal shows, without the spaces and line feeds around all of them.
fn lines(words: &[&str]) -> Vec<String> {
    let said = end(terminal(words));
    said.lines().map(|line| line.trim_end().to_owned()).filter(|line| !line.is_empty()).collect()
}

#[test]
fn a_long_sequence_is_a_few_lines_with_their_positions() {
    let words = ["sequence", "3", "7", "8", "--nim", "--from", "1000"];
    let shown = lines(&words);
    assert_eq!(shown.len(), 4, "{shown:?}");
    let mut values = String::new();
    for (number, line) in shown.iter().enumerate() {
        assert!(line.chars().count() <= 100, "{line}");
        let (position, piece) = line.split_once("  ").expect("a position");
        assert_eq!(position.trim(), (1000 + values.len()).to_string());
        let is_last = number + 1 == shown.len();
        let piece = piece.strip_suffix(" ...").filter(|_| is_last).unwrap_or(piece);
        assert_eq!(line.ends_with(" ..."), is_last, "{line}");
        values += piece;
    }
    let whole = command::run(&words).stdout;
    assert!(values.len() > 100 && whole.starts_with(&values), "{values}");
    // A number of values that is asked for is shown in full.
    let all = lines(&["sequence", "3", "7", "8", "--count", "500"]);
    let pieces = all.iter().filter_map(|line| line.trim_start().split_once("  "));
    let values: String = pieces.map(|(_, piece)| piece.trim_end_matches(" ...")).collect();
    assert_eq!(values.len(), 500, "{all:?}");
    assert_eq!(lines(&["sequence", "3", "7", "8", "--count", "9"]), ["---+++-++"]);
}

#[test]
fn games_of_a_family_take_a_line_each() {
    for more in [&[][..], &["--runs"], &["--words"]] {
        let shown = lines(&[&["sequence", "{ n 3n+1 }", "--nim", "--at", "10..15"], more].concat());
        assert_eq!(shown.len(), if more.contains(&"--words") { 7 } else { 6 }, "{shown:?}");
        for (line, n) in shown.iter().take(6).zip(10..) {
            assert!(line.starts_with(&format!("n = {n}  _")) && line.ends_with(" ..."), "{line}");
            assert!(line.chars().count() <= 100, "{line}");
        }
        if let Some(words) = shown.get(6) {
            assert!(words.starts_with("words   _n"), "{words}");
            assert!(words.ends_with(" ... (seen, not proved)") && words.len() <= 100, "{words}");
        }
    }
    // A number of values that is asked for is shown in full.
    let all = lines(&["sequence", "{ n 3n+1 }", "--at", "1..2", "--count", "300"]);
    assert!(all.iter().all(|line| line.len() == 7 + 300), "{all:?}");
}

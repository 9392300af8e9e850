//! A net fired by hand, through a pseudo-terminal and through a pipe.

#![cfg(unix)]

use crate::command::Folder;
use crate::terminal::{end, grundy, pipe, terminal};
use rexpect::session::PtySession;

const BATCHES: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/petri/BatchLine-6-4-3.pnml");

/// Waits for the question and answers it, and then for what is to be said.
fn answer(session: &mut PtySession, line: &str, said: &str) {
    crate::terminal::answer(session, "your move: ", line);
    session.exp_string(said).unwrap_or_else(|error| panic!("{line}: {error}"));
}

#[test]
fn a_net_in_a_terminal() {
    let mut session = terminal(&["petri", "simulate", BATCHES, "--interactive"]);
    session.exp_string("marking: idle:6 free:4").expect("the marking");
    session.exp_string("   1  produce").expect("the firable transitions");
    answer(&mut session, "undo", "you have no turn to take back");
    answer(&mut session, "1", "marking: idle:5 free:3 buffer");
    answer(&mut session, "pack", "input: buffer holds 1, but firing takes 3");
    answer(&mut session, "packs", "unknown transition packs; did you mean pack?");
    answer(&mut session, "3", "the firable transitions have the numbers 1 to 2");
    answer(&mut session, "0", "the firable transitions have the numbers 1 to 2");
    answer(&mut session, "produce", "idle:4 free:2 buffer:2");
    answer(&mut session, "produce", "idle:3 free buffer:3");
    answer(&mut session, "pack", "marking: idle:3 free:4 batch");
    answer(&mut session, "code", "produce produce produce pack");
    answer(&mut session, "undo", "Your last turn is taken back.");
    answer(&mut session, "code", "produce produce produce\r");
    answer(&mut session, "random", "Fired ");
    answer(&mut session, "random 0", "a number from 1 to 100000");
    answer(&mut session, "a b", "one transition at a time");
    answer(&mut session, "quit", "fired: produce produce produce ");
    end(session);
}

#[test]
fn what_was_fired_by_hand_can_be_replayed() {
    let (said, code) = pipe(
        &["petri", "simulate", BATCHES, "--interactive", "--seed", "3"],
        "random 50\nproduce\nundo\n1\n",
    );
    assert_eq!(code, Some(0));
    let fired = said.lines().find_map(|line| line.strip_prefix("fired: ")).expect("the sequence");
    assert!(fired.split_whitespace().count() >= 50, "{fired}");
    let shown = said.lines().rfind(|line| line.starts_with("marking: ")).expect("a marking");
    let replayed = grundy(&["petri", "replay", BATCHES, fired]).output().expect("grundy runs");
    assert_eq!(replayed.status.code(), Some(0));
    let replayed = String::from_utf8(replayed.stdout).expect("UTF-8");
    assert_eq!(replayed.lines().last(), Some(format!("# {shown}").as_str()));
}

#[test]
fn a_net_by_hand_has_no_json() {
    let (said, code) =
        pipe(&["petri", "simulate", BATCHES, "--interactive", "--format", "json"], "");
    let document: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!((&document["ended"], code), (&"error".into(), Some(2)));
    assert_eq!(document["message"], "a game is played in text; leave out --format");
}

#[test]
fn names_with_blanks_are_typed_with_or_without_quotation_marks() {
    let folder = Folder::new("names");
    let file = folder.0.join("n.pnml");
    let net =
        "<pnml><net id='n'><transition id='check item'/><transition id='undo it'/></net></pnml>";
    std::fs::write(&file, net).expect("a file");
    let file = file.display().to_string();
    let (said, code) = pipe(
        &["petri", "simulate", &file, "--interactive"],
        "check item\n\"check item\"\n\"undo it\"\n1\n\"undo it\" 1\n",
    );
    assert_eq!(code, Some(0));
    assert!(said.contains("   1  \"check item\"\n   2  \"undo it\"\n"), "{said}");
    assert!(said.contains("Not understood: one transition at a time"), "{said}");
    let fired = "fired: \"check item\" \"check item\" \"undo it\" \"check item\"\n";
    assert!(said.ends_with(fired), "{said}");
}

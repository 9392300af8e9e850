//! What all interactive commands share: words, moves as printed, undo, and the ways to leave.

#![cfg(unix)]

use crate::terminal::{answer, pipe, terminal};
use rexpect::session::PtySession;

const BATCHES: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/petri/BatchLine-6-4-3.pnml");

const PROMPT: &str = "your move: ";

struct Case {
    command: &'static [&'static str],
    /// Part of the position at the start.
    start: &'static str,
    /// A move in the notation in which moves are printed.
    printed: &'static str,
    /// Part of the position after it.
    after: &'static str,
    hint: &'static str,
    /// Something that is written like a move, or nearly, and what is said to it.
    wrong: (&'static str, &'static str),
}

const CASES: [Case; 7] = [
    Case {
        command: &["nim", "play", "3", "4", "5"],
        start: "heap 1: 3  |||",
        printed: "1:2",
        after: "heap 3: 4",
        hint: "1:2 wins: take 2 sticks from heap 1.",
        wrong: ("1:9", "That is not possible: that heap has only 3."),
    },
    Case {
        command: &["play", "2", "5", "7", "--heaps", "7,12,29"],
        start: "heap 1: 7  |||||||",
        printed: "2:2",
        after: "heap 2: 10",
        hint: "Then: Grundy values 2, 1, 3; their exclusive or is 0.",
        wrong: (
            "1:3",
            "That is not possible: 3 is not a move of that heap; its moves are { 2 5 7 }.",
        ),
    },
    Case {
        command: &["kabelsalat", "play", "7,4,4,6,3,3,-**.*,+*.**,+.***"],
        start: "a: 4",
        printed: "1B | 1C",
        after: "a: 5",
        hint: "Press B; 4 presses to go.",
        wrong: ("2D", "unknown switch 2D; choose A, B or C"),
    },
    Case {
        command: &["wolf", "play"],
        start: "7  .   .   .   .",
        printed: "b7",
        after: "7  .   W   .   .",
        hint: "Best is a7: if both sides play well, the sheep win in 18 moves.",
        wrong: ("a6", "That is not possible: the wolf cannot go to a6"),
    },
    Case {
        command: &["wolf", "play", "--side", "sheep"],
        start: "1. wolf a7",
        printed: "A1->A2",
        after: "2. wolf a6",
        hint: "Best is A1->A2: ",
        wrong: ("a1->b2", "That is not possible: no sheep can go from a1 to b2"),
    },
    Case {
        command: &["muehle", "play"],
        start: "A: 9 in hand",
        printed: "1,2",
        after: "A: 8 in hand",
        hint: "I would play ",
        wrong: ("1,1-1,2", "That is not possible: you have stones in hand"),
    },
    Case {
        command: &["petri", "simulate", BATCHES, "--interactive"],
        start: "marking: idle:6 free:4",
        printed: "produce",
        after: "marking: idle:5 free:3 buffer",
        hint: "   1  produce",
        wrong: ("pack", "That is not possible: pack cannot fire ("),
    },
];

fn status(session: &mut PtySession) -> String {
    session.exp_eof().expect("the end");
    format!("{:?}", session.process().wait().expect("an exit"))
}

#[test]
fn every_word_in_every_game_through_a_pipe() {
    for Case { command, start, printed, after, hint, wrong } in CASES {
        let lines = [
            ("help", "Words can be shortened"),
            ("h", "takes back your last turn"),
            ("HINT", hint),
            ("board", ""),
            ("undo", "you have no turn to take back"),
            ("hnit", "did you mean hint?"),
            wrong,
            (printed, after),
            ("u", "back"),
            ("undo", "you have no turn to take back"),
            ("restart", "The game begins again."),
            ("code", ""),
            ("exit", ""),
        ];
        let typed: Vec<_> = lines.iter().map(|(line, _)| *line).collect();
        let (said, code) = pipe(command, typed.join("\n"));
        assert_eq!(code, Some(0), "{said}");
        // After the greeting each question has its answer.
        let answers: Vec<_> = said.split("your move: \n").collect();
        assert_eq!(answers.len(), lines.len() + 1, "{said}");
        assert!(answers[0].contains(start), "{said}");
        for ((line, expected), answer) in lines.iter().zip(&answers[1..]) {
            assert!(answer.contains(expected), "{command:?}, {line}: {answer}");
        }
        // Undo shows the position of the start again.
        let position = answers[4].trim();
        assert!(answers[9].contains(position), "{command:?}: {}", answers[9]);
        // Whoever leaves gets the code of the position.
        let code = answers[12].trim();
        assert!(!code.is_empty() && said.trim_end().ends_with(code), "{command:?}: {said}");
    }
}

#[test]
fn every_word_in_every_game_in_a_terminal() {
    for Case { command, start, printed, after, hint, wrong } in CASES {
        let mut session = terminal(command);
        session.exp_string(start).expect("the position");
        for (line, said) in [
            ("help", "Words can be shortened"),
            ("hint", hint),
            wrong,
            ("undo", "you have no turn to take back"),
            (printed, after),
        ] {
            answer(&mut session, PROMPT, line);
            session.exp_string(said).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
        session.send_line("undo").expect("a line");
        session.exp_string("back").expect("something is taken back");
        // Up and up again: the line before undo.
        answer(&mut session, PROMPT, "\u{1b}[A\u{1b}[A");
        session.exp_string(after).expect("the same move from the history");
        session.send_line("q").expect("a line");
        assert!(status(&mut session).ends_with(", 0)"));
    }
}

#[test]
fn the_interrupt_key_and_the_end_of_input_leave_every_game() {
    for Case { command, .. } in CASES {
        for (key, code) in [('c', 130), ('d', 0)] {
            let mut session = terminal(command);
            session.exp_string(PROMPT).expect("the question");
            session.send_control(key).expect("a key");
            let status = status(&mut session);
            assert!(status.ends_with(&format!(", {code})")), "{command:?} {key}: {status}");
        }
        for input in [&b""[..], b"\n", b"\xff\xfe\n", "\u{e4}\n?".as_bytes(), b"1 99\nA B\n\x00\n"]
        {
            let (said, code) = pipe(command, input);
            assert_eq!(code, Some(0), "{said}");
            assert!(said.contains("\nEnd of input. "), "{said}");
        }
        let mut json = crate::terminal::grundy(&[command, &["--format", "json"][..]].concat());
        assert_eq!(json.output().expect("grundy runs").status.code(), Some(2), "{command:?}");
    }
}

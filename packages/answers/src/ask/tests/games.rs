//! Games with rules of their own.

use super::{Control, Question, answer, answer_to, refused};
use serde_json::{Value, json};

/// A task that can be solved.
const TASK: &str = "7,4,4,6,3,3,-**.*,+*.**,+.***";

/// The move tree of the source, and the relays of an earlier machine.
const TREE: &str = include_str!("../../../../../descriptions/wolf/tree_primary.tsv");
const RELAYS: &str = include_str!("../../../../../descriptions/wolf/lamps_graeff.tsv");

/// Five philosophers at a table.
const NET: &str = include_str!("../../../../../descriptions/petri/Philosophers-5.pnml");

/// A file that is called `x`.
fn file(text: &str) -> Value {
    json!({ "name": "x", "text": text })
}

#[test]
fn games_are_answered_and_wrong_questions_refused() {
    let solved = answer(&json!({ "ask": "kabelsalat-solve", "code": TASK }));
    assert_eq!((&solved["class"], &solved["solvable"]), (&json!("solvable"), &json!(true)));
    let nim = answer(&json!({ "ask": "nim", "heaps": ["3", 4, 5], "misere": true }));
    assert_eq!((&nim["xor"], &nim["outcome"]), (&json!("2"), &json!("N")));
    for (question, reason) in [
        (json!({ "ask": "register", "game": { "moves": "1 64" } }), "must be from 1 to"),
        (
            json!({ "ask": "register", "game": { "moves": "1 2", "values": "nim" } }),
            "a register holds outcomes",
        ),
        (
            json!({ "ask": "register", "game": { "moves": "1 2", "start": "+-" }, "list": true }),
            "leave out --start",
        ),
        (
            json!({ "ask": "register", "game": { "moves": "1 2" }, "limit_words": 0 }),
            "--limit-words is from 1",
        ),
        (
            json!({ "ask": "register", "game": { "moves": "1 20" }, "limit_words": 9 }),
            "raise --limit-words",
        ),
        (json!({ "ask": "nim", "heaps": [] }), "there are no heaps"),
        (json!({ "ask": "nim", "heaps": [3, "-1"] }), "at least 0 sticks, not -1"),
        (json!({ "ask": "kabelsalat-solve", "code": "" }), "CODE cannot be read"),
        (
            json!({ "ask": "kabelsalat-solve", "code": TASK, "solving": { "backend": "x" } }),
            "unknown backend `x`",
        ),
        (json!({ "ask": "kabelsalat-hints", "code": "7,4" }), "CODE cannot be read"),
        (json!({ "ask": "kabelsalat-equations", "code": "7,4" }), "CODE cannot be read"),
        (json!({ "ask": "kabelsalat-generate", "wiring": "+**,-*" }), "CODE cannot be read"),
        (json!({ "ask": "kabelsalat-generate", "stacks": 65 }), "from 1 to 64 stacks"),
        (json!({ "ask": "kabelsalat-generate", "switches": 0 }), "at least one switch"),
        (json!({ "ask": "kabelsalat-generate", "switches": 9 }), "9 switches for 4 stacks"),
        (json!({ "ask": "kabelsalat-generate", "target": "-7" }), "at least 0, not -7"),
        (json!({ "ask": "kabelsalat-generate", "most": 0 }), "no such task was found"),
        (json!({ "ask": "kabelsalat-graph", "code": "x", "presses": 1 }), "CODE cannot be read"),
        (
            json!({ "ask": "kabelsalat-graph", "code": TASK, "limit_positions": 0 }),
            "from 1 to 1000000",
        ),
        (
            json!({ "ask": "kabelsalat-graph", "code": TASK, "presses": 9, "limit_positions": 2 }),
            "more positions than were allowed",
        ),
        (json!({ "ask": "kabelsalat-graph", "code": "1,1,0,-*" }), "the target cannot be reached"),
        (json!({ "ask": "wolf-solve", "wolf_moves": true }), "needs a position"),
        (
            json!({ "ask": "wolf-solve", "position": ["A2-B1-C1", "b7"] }),
            "four different squares are needed",
        ),
        (
            json!({ "ask": "wolf-solve", "position": ["A2-B1-C1-D1", "b8"] }),
            "a square from a1 to d7 is needed",
        ),
        (
            json!({ "ask": "wolf-solve", "position": ["A2-B1-C1-D1", "a2"] }),
            "there is a sheep on a2 already",
        ),
        (json!({ "ask": "wolf-repair", "tree": file("step") }), "x is not a move tree"),
        (
            json!({ "ask": "wolf-repair", "tree": file(TREE), "limit_cells": 0 }),
            "from 1 to 24, not 0",
        ),
        (json!({ "ask": "wolf-machine", "tree": file(RELAYS) }), "x is not a move tree"),
        (
            json!({ "ask": "wolf-machine", "tree": file(TREE), "wolf": ["e1"] }),
            "a square from a1 to d7 is needed",
        ),
        (
            json!({ "ask": "wolf-machine", "tree": file(TREE), "wolf": ["b7", "b1"] }),
            "step 2: the wolf cannot go to b1",
        ),
        (
            json!({ "ask": "wolf-machine", "tree": file(TREE), "wolf": ["b7"], "only": "lamps" }),
            "one play has no parts",
        ),
        (
            json!({ "ask": "wolf-machine", "tree": file(TREE), "only": "relays" }),
            "this part needs a table of the historic relays",
        ),
        (
            json!({ "ask": "wolf-machine", "tree": file(TREE), "relays": file(TREE) }),
            "x is not a table of the historic relays",
        ),
        (
            json!({ "ask": "wolf-machine", "tree": file(TREE), "repairs": file(RELAYS) }),
            "x is not a table of repairs",
        ),
        (json!({ "ask": "muehle-net", "part": "9.9" }), "figure 9.9 does not have its own net"),
        (json!({ "ask": "muehle-net", "part": "3.7", "closing_first": true }), "no strategy"),
        (json!({ "ask": "muehle-compare", "depth": 101 }), "--depth is at most 100"),
        (json!({ "ask": "muehle-compare", "games": 10_000_001 }), "--games is at most 10000000"),
        (json!({ "ask": "muehle-compare", "net": net("") }), "x is not a valid net"),
        (json!({ "ask": "muehle-compare", "net": net(NET) }), "it has no place A1,1"),
        (json!({ "ask": "muehle-replay", "record": "d6 zz" }), "line 1, column 4"),
        (json!({ "ask": "muehle-replay", "record": "d6", "from": "?" }), "--from"),
        (json!({ "ask": "petri-info", "net": net("<pnml/>") }), "x is not a valid net"),
        (json!({ "ask": "petri-graph", "net": net("no XML") }), "x is not a valid net"),
        (json!({ "ask": "petri-graph", "net": net(NET), "limit_markings": 0 }), "is at least 1"),
        (json!({ "ask": "petri-analyse", "net": net(NET), "limit_results": 0 }), "is at least 1"),
        (
            json!({ "ask": "petri-analyse", "net": net(NET), "nodes": ["Eat9"] }),
            "there is no place or transition Eat9; did you mean",
        ),
        (json!({ "ask": "petri-convert", "net": net(TREE) }), "x is not a valid net"),
        (json!({ "ask": "petri-simulate", "net": net(NET), "steps": 10_000_001 }), "at most"),
        (
            json!({ "ask": "petri-replay", "net": net(NET), "sequence": ["one"] }),
            "unknown transition one",
        ),
        (
            json!({ "ask": "petri-replay", "net": net(NET), "sequence": "one # two" }),
            "unknown transition one",
        ),
    ] {
        refused(&question, reason);
    }
}

/// Names are read by their type; a member that a kind of question does not have is an error.
#[test]
fn other_names_are_no_questions() {
    let rule = json!({ "file": file(NET), "capacity_rule": "loose" });
    for (question, reason) in [
        (json!({ "ask": "chess" }), "unknown variant `chess`"),
        (json!({ "ask": "nim" }), "missing field `heaps`"),
        (json!({ "ask": "nim", "heaps": ["x"] }), "x is not a number"),
        (json!({ "ask": "nim", "heaps": [1], "rule": "nor" }), "unknown field `rule`"),
        (json!({ "ask": "petri-info", "net": rule }), "expected `net` or `strict`"),
        (
            json!({ "ask": "petri-analyse", "net": net(NET), "show": ["all"] }),
            "unknown variant `all`",
        ),
        (json!({ "ask": "petri-convert", "net": net(NET), "to": "x" }), "`standard` or `pipe`"),
        (json!({ "ask": "muehle-replay", "record": "", "captures": "all" }), "`none` or `any`"),
        (json!({ "ask": "muehle-net", "which": { "variant": "" } }), "expected one of `base`"),
        (json!({ "ask": "wolf-machine", "tree": file(TREE), "only": "" }), "`readings`"),
        (json!({ "ask": "kabelsalat-generate", "most": -1 }), "invalid value"),
    ] {
        let error = serde_json::from_value::<Question>(question).expect_err("no question");
        assert!(error.to_string().contains(reason), "{error}");
    }
}

/// A net that cannot fire the requested sequence is refuted; one that grows for ever is distinguished from a large one.
#[test]
fn nets_are_explored_and_replayed() {
    let replay = |sequence: Value| {
        answer(&json!({ "ask": "petri-replay", "net": net(NET), "sequence": sequence }))
    };
    let first = NET.split("<transition id=\"").nth(1).and_then(|text| text.split('"').next());
    let first = first.expect("a transition");
    assert_eq!(replay(json!([first]))["verdict"], "verified");
    let twice = replay(json!(format!("{first} # once\n{first}")));
    assert_eq!(
        (&twice["verdict"], &twice["stopped"]["transition"]),
        (&json!("refuted"), &json!(first))
    );
    let graph = |limit: usize| {
        answer(&json!({ "ask": "petri-graph", "net": net(NET), "limit_markings": limit }))
    };
    assert_eq!(
        (&graph(1000)["verdict"], &graph(1000)["markings"]),
        (&json!("verified"), &json!("243"))
    );
    assert_eq!(graph(100)["verdict"], "undecided");
    let growing = "<pnml><net id='n'><place id='p'/><transition id='t'/><arc source='t' target='p'/></net></pnml>";
    let grown = answer(&json!({ "ask": "petri-graph", "net": net(growing) }));
    assert_eq!((&grown["verdict"], &grown["markings"]), (&json!("verified"), &json!("infinite")));
}

/// Warnings about a file are in the reply, which also has the other forms of an answer.
#[test]
fn replies_have_what_documents_have_not() {
    let reply = |question: Value| {
        let question = serde_json::from_value(question).expect("a question");
        answer_to(&question, &Control::default()).expect("an answer").more
    };
    let two = NET.replace("<text>Think1<", "<text>Think0<");
    let graph = reply(json!({ "ask": "petri-graph", "net": net(&two), "list": true }));
    assert!(graph["dot"].as_str().is_some_and(|dot| dot.starts_with("digraph")), "{graph}");
    assert!(graph["warnings"][0].as_str().is_some_and(|text| text.contains("Think0")), "{graph}");
    let task = reply(json!({ "ask": "kabelsalat-graph", "code": TASK }));
    assert!(task["dot"].as_str().is_some_and(|dot| dot.starts_with("digraph positions")), "{task}");
    let made = reply(json!({ "ask": "muehle-net", "part": "3.7" }));
    assert!(made["pnml"].as_str().is_some_and(|text| text.contains("<pnml")), "{made}");
}

/// A net whose file is called `x`.
fn net(text: &str) -> Value {
    json!({ "file": file(text) })
}

/// Useless input is ignored, and the answer does not contain what was not requested.
#[test]
fn a_machine_is_replayed_in_parts() {
    let parts = |question: Value| {
        let found = answer(&question);
        ["readings", "relays", "lamps", "damaged"].map(|part| found.get(part).is_some())
    };
    let (tree, relays) = (file(TREE), file(RELAYS));
    let all = json!({ "ask": "wolf-machine", "tree": tree, "relays": relays });
    assert_eq!(parts(all), [true, true, true, false]);
    let lamps = json!({ "ask": "wolf-machine", "tree": tree, "relays": relays, "only": "lamps" });
    assert_eq!(parts(lamps), [false, false, true, false]);
}

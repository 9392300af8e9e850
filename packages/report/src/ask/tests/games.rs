//! Games with rules of their own.

use super::{answer, refused};
use serde_json::{Value, json};

/// A task that can be solved.
const TASK: &str = "7,4,4,6,3,3,-**.*,+*.**,+.***";

/// The move tree of the source, and the relays of an earlier machine.
const TREE: &str = include_str!("../../../../../descriptions/wolf/tree_primary.tsv");
const RELAYS: &str = include_str!("../../../../../descriptions/wolf/lamps_graeff.tsv");

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
    ] {
        refused(&question, reason);
    }
}

/// What is of no use is not looked at, and what was not asked for is not there.
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

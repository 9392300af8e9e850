//! Games with rules of their own.

use super::{answer, refused};
use serde_json::json;

/// A task that can be solved.
const TASK: &str = "7,4,4,6,3,3,-**.*,+*.**,+.***";

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
    ] {
        refused(&question, reason);
    }
}

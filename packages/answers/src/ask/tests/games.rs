//! Games with rules of their own.

use super::{Control, answer, answer_to};
use serde_json::{Value, json};

/// A task that can be solved.
const TASK: &str = "7,4,4,6,3,3,-**.*,+*.**,+.***";

/// The move tree of the source, and the relays of an earlier machine.
pub(super) const TREE: &str = include_str!("../../../../../descriptions/wolf/tree_primary.tsv");
pub(super) const RELAYS: &str = include_str!("../../../../../descriptions/wolf/lamps_graeff.tsv");

/// Five philosophers at a table.
pub(super) const NET: &str = include_str!("../../../../../descriptions/petri/Philosophers-5.pnml");

/// A file that is called `x`.
pub(super) fn file(text: &str) -> Value {
    json!({ "name": "x", "text": text })
}

#[test]
fn games_are_answered() {
    let solved = answer(&json!({ "ask": "kabelsalat-solve", "code": TASK }));
    assert_eq!((&solved["class"], &solved["solvable"]), (&json!("solvable"), &json!(true)));
    let nim = answer(&json!({ "ask": "nim", "heaps": ["3", 4, 5], "misere": true }));
    assert_eq!((&nim["xor"], &nim["outcome"]), (&json!("2"), &json!("N")));
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

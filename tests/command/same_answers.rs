//! The command, Python, the page and the library give the same answer to a question.

use crate::command::{Folder, grundy};
use grundy_report::ask::{Control, period::Question};
use grundy_report::report::Render as _;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How a family is asked for, and what it is proved by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// By all methods, the first of which succeeds.
    Description,
    /// By trace, run by run.
    Trace,
    /// By trace, by domains.
    Domains,
    /// By all methods, and none succeeds.
    Nothing,
}
use By::{Description, Domains, Nothing, Trace};

/// Moves, values, what they are proved by, and the work that each method may do.
const FAMILIES: [(&str, &str, By, u64); 30] = [
    ("{ n 2n }", "outcome", Description, 1 << 16),
    ("{ n n+1 }", "nim", Description, 1 << 16),
    ("{ n n+1 2n+3 }", "nim", Description, 1 << 16),
    ("{ n 3n+1 }", "outcome", Description, 1 << 16),
    ("{ 2 n }", "nim", Description, 1 << 16),
    ("{ 2 3 n }", "outcome", Description, 1 << 16),
    ("{ 1 4 n }", "outcome", Description, 1 << 16),
    ("{ 1 2n 3n }", "outcome", Description, 1 << 16),
    ("{ 2 4n-1 4n+1 4n+5 8n-2 }", "outcome", Description, 1 << 16),
    ("{ 5n 7n+1 11n-2 }", "outcome", Description, 1 << 16),
    ("{ 4n 5n+1 9n }", "nim", Description, 1 << 16),
    ("{ 2n 5n-1 11n+2 }", "outcome", Description, 1 << 16),
    ("{ 3n-2 7n-2 11n+1 12n+2 }", "outcome", Description, 1 << 16),
    ("{ n n+1 2n+3 }", "outcome", Trace, 1 << 16),
    ("{ 2n 5n 6n+1 8n+1 }", "outcome", Trace, 1 << 16),
    ("{ n+1 7n 8n+1 }", "outcome", Trace, 1 << 16),
    ("{ 3n-2 7n-2 11n+1 12n+2 }", "outcome", Trace, 1 << 16),
    ("{ 2n 5n-1 11n+2 }", "outcome", Trace, 1 << 16),
    ("{ 3n 7n+1 }", "outcome", Trace, 1 << 16),
    ("{ 2 3 n }", "outcome", Trace, 1 << 16),
    ("{ 4n-2 7n 11n+1 18n+1 }", "outcome", Domains, 1 << 16),
    ("{ 6n+2 15n+4 21n+5 }", "outcome", Domains, 1 << 20),
    ("{ 2n-1 3n+2 9n+1 12n-2 }", "outcome", Nothing, 1 << 8),
    ("{ 9n-1 10n-1 24n-3 33n-4 }", "outcome", Nothing, 1 << 8),
    ("{ n+2 8n-1 9n }", "outcome", Nothing, 1 << 8),
    ("{ 7 4n 4n+3 }", "outcome", Nothing, 1 << 8),
    ("{ n 4n 17n+1 21n+1 }", "outcome", Nothing, 1 << 8),
    ("{ n 4n 17n+1 21n+1 }", "nim", Nothing, 1 << 8),
    ("{ 3n 7n+1 10n }", "nim", Nothing, 1 << 8),
    ("{ 9n+3 14n+5 21n+8 35n+13 }", "outcome", Nothing, 1 << 8),
];

impl By {
    fn option(self) -> &'static str {
        if matches!(self, Trace | Domains) { "trace" } else { "auto" }
    }
}

/// What the command says, and the certificate that it writes.
fn command(words: &[&str], folder: &Folder) -> (Value, String) {
    let words = [&["infer"], words, &["--certificate", "x", "--format", "json"]].concat();
    let output = grundy(&words, &folder.0).output().expect("a run");
    let mut found: Value = serde_json::from_slice(&output.stdout).expect("a document");
    // Only the command writes files.
    if let Some(found) = found.as_object_mut() {
        found.remove("missing");
    }
    (found, fs::read_to_string(folder.0.join("x")).unwrap_or_default())
}

/// What the page says.
fn page(moves: &str, values: &str, by: By, work: u64) -> Value {
    let game = json!({ "moves": moves, "values": values });
    let question = json!({ "ask": "infer", "game": game, "by": by.option(), "work": work });
    let reply = grundy_playground::reply(&question.to_string());
    let mut reply: Value = serde_json::from_str(&reply).expect("JSON");
    reply["answer"]["found"].take()
}

/// An interpreter that has the module: that of `tests/python`.
fn python() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let python = root.join("target/python/environment/bin/python");
    let imports = Command::new(&python).args(["-c", "import grundy"]).output();
    imports.is_ok_and(|output| output.status.success()).then_some(python)
}

/// What Python says of all families.
fn module(python: &Path) -> Vec<Value> {
    let calls: Vec<_> = FAMILIES
        .iter()
        .map(|(moves, values, by, work)| json!([moves, values, by.option(), work]))
        .collect();
    let script = "import grundy, json, sys\n\
                  for moves, values, by, work in json.loads(sys.argv[1]):\n    \
                  print(json.dumps(json.loads(\n        \
                  grundy.infer(moves, values=values, by=by, work=work).json)))";
    let calls = Value::from(calls).to_string();
    let output = Command::new(python).args(["-c", script, &calls]).output().expect("a run");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn the_command_python_and_the_page_answer_the_same() {
    let folder = Folder::new("same-answers");
    let module = python().map(|python| module(&python));
    if module.is_none() {
        eprintln!("no module `grundy` of Python: it is not compared");
    }
    for (index, &(moves, values, by, work)) in FAMILIES.iter().enumerate() {
        let most = work.to_string();
        let words = [moves, "--values", values, "--by", by.option(), "--work", &most];
        let (found, certificate) = command(&words, &folder);
        let verdict = if by == Nothing { "undecided" } else { "verified" };
        assert_eq!(found["verdict"], verdict, "{moves}: {found}");
        let is_described = found["evidence"][0]["by"] == "description";
        assert_eq!(is_described, by == Description, "{moves}: {found}");
        let has_pictures = certificate.lines().any(|line| line.contains(" rows "));
        assert_eq!(has_pictures, by == Domains, "{moves}: {certificate}");
        if by == Nothing {
            let reasons = found["undecided"].as_array().expect("reasons");
            assert!(!reasons.is_empty() || found.get("by_trace").is_some(), "{moves}: {found}");
        }
        assert_eq!(page(moves, values, by, work), found, "{moves}: the page");
        if let Some(module) = &module {
            assert_eq!(module[index], found, "{moves}: Python");
        }
        let _ = fs::remove_file(folder.0.join("x"));
    }
}

/// Games by their moves, parameters and rule, and the method that finds the period; `None` if it is not found.
fn games() -> Vec<(Value, Option<&'static str>)> {
    let game = |moves: &str| json!({ "moves": moves });
    let with = |moves: &str, more: Value| {
        let mut game = game(moves);
        let more = more.as_object().cloned().unwrap_or_default();
        game.as_object_mut().expect("an object").extend(more);
        game
    };
    vec![
        (game("2 5 7"), Some("direct")),
        (game("{ }"), Some("direct")),
        (game("3, 7, 8"), Some("direct")),
        (with("21 44 64", json!({ "values": "nim" })), Some("direct")),
        (with("2 5 7", json!({ "values": "misere" })), Some("direct")),
        (with("2n 5n 6n+1 8n+1", json!({ "at": { "n": "10000" } })), Some("accelerated")),
        (game("1000003 2000005 4000014 9000026 11000033"), Some("accelerated")),
        (game("1..1_000_000_000"), Some("accelerated")),
        (with("1..1_000_000_000", json!({ "values": "misere" })), Some("accelerated")),
        (with("1 2 10^11", json!({ "values": "nim" })), Some("accelerated")),
        (with("300 7", json!({ "rule": "won odd" })), Some("direct")),
        (with("3 5", json!({ "rule": "won odd", "start": "+" })), Some("direct")),
        (with("2 3", json!({ "start": "sink" })), Some("direct")),
        (with("2 3", json!({ "values": "nim", "start": "AB_" })), Some("direct")),
        (game("squares"), Some("set")),
        (with("1.. without 2 3", json!({ "values": "nim" })), Some("set")),
        (game("odd"), Some("set")),
        (game("primes"), None),
        (game("3/2 1+sqrt(2)"), Some("intervals")),
        (with("1 sqrt(2) 3", json!({ "values": "misere" })), Some("intervals")),
        (with("3/2 5/2", json!({ "values": "nim" })), Some("direct")),
        (game("1 10^20"), Some("theorem")),
        (game("7 10^20 15*10^19+1234567"), None),
        (game("1..1000 3*10^9..4*10^9"), None),
        (with("1..40 100", json!({ "values": "nim" })), Some("direct")),
    ]
}

/// The game as words of the command.
fn words(game: &Value) -> Vec<String> {
    let text = |name: &str| game[name].as_str().map(str::to_owned);
    let mut words = vec!["period".to_owned(), text("moves").expect("moves")];
    for name in ["values", "rule", "start"] {
        words.extend(text(name).into_iter().flat_map(|text| [format!("--{name}"), text]));
    }
    for (name, value) in game["at"].as_object().into_iter().flatten() {
        words.extend(["--at".to_owned(), format!("{name}={}", value.as_str().expect("a number"))]);
    }
    words.extend(["--format", "json"].map(str::to_owned));
    words
}

#[test]
fn periods_are_the_same_everywhere() {
    let folder = Folder::new("same-periods");
    for (game, by) in games() {
        let words = words(&game);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = grundy(&words, &folder.0).output().expect("a run");
        let found: Value = serde_json::from_slice(&output.stdout).expect("a document");
        let verdict = if by.is_some() { "verified" } else { "undecided" };
        assert_eq!(found["verdict"], verdict, "{found}");
        assert_eq!(output.status.code(), Some(if by.is_some() { 0 } else { 4 }), "{found}");
        assert!(by.is_none_or(|by| found["method"] == by), "{found}");
        let question = json!({ "game": game });
        let asked: Question = serde_json::from_value(question).expect("a question");
        let answer = asked.answer(&Control::default()).expect("an answer").json();
        assert_eq!(serde_json::from_str::<Value>(&answer).expect("JSON"), found, "the library");
        let reply = grundy_playground::reply(&json!({ "ask": "period", "game": game }).to_string());
        let mut reply: Value = serde_json::from_str(&reply).expect("JSON");
        assert_eq!(reply["answer"].take(), found, "the page");
    }
}

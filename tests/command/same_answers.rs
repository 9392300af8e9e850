//! The command, Python, the page and the library give the same answer to a question.

use crate::command::{Folder, grundy};
use grundy_report::ask::{Question, answer};
use serde_json::{Value, json};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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

/// An interpreter that has the module: that of `tests/python`.
fn python() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let python = root.join("target/python/environment/bin/python");
    let imports = Command::new(&python).args(["-c", "import grundy"]).output();
    imports.is_ok_and(|output| output.status.success()).then_some(python)
}

/// What Python says to questions.
fn module(python: &Path, questions: &[Value]) -> Vec<Value> {
    let script = "import grundy._grundy, json, sys\n\
                  for question in json.loads(sys.stdin.read()):\n    \
                  reply = json.loads(grundy._grundy.answer(json.dumps(question), 0, None, None))\n    \
                  print(json.dumps(json.loads(reply['json'])))";
    let mut child = Command::new(python)
        .args(["-c", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("an interpreter");
    let text = Value::from(questions.to_vec()).to_string();
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("a run");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn families_are_proved_by_the_methods_that_are_meant() {
    let folder = Folder::new("same-answers");
    for &(moves, values, by, work) in &FAMILIES {
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
        let _ = fs::remove_file(folder.0.join("x"));
    }
}

/// Texts that questions are about.
const TEXTS: [(&str, &str); 4] = [
    ("right.nimseq", "n >= 1\n{ n 2n }\nCLAIM period 3n\nREPEAT\n  _n An Bn\nENDREP\n"),
    ("wrong.nimseq", "n >= 1\n{ n 2n }\nREPEAT\n  _n An B(n+1)\nENDREP\n"),
    ("slip.nimseq", "n >= 1\n{ n 2n }\nREPAET\n  _n An Bn\nENDREP\n"),
    ("good.nim", "3 4 5: N take 2 from 3\n"),
];

/// What the command is asked, and the same question as data; `@name` is the text of that name.
fn questions() -> Vec<(Vec<String>, Value)> {
    let words = |line: &str| -> Vec<String> {
        line.split('|').map(|word| word.trim().to_owned()).collect()
    };
    let text = |name: &str| json!({ "text": format!("@{name}"), "name": name });
    let verify = |name: &str, kind: &str| {
        let line = format!("verify | {name} | --format | jsonl");
        let question =
            json!({ "ask": "verify", "kind": kind, "text": format!("@{name}"), "name": name });
        (words(&line), question)
    };
    let asked =
        |line: &str, question: Value| (words(&format!("{line} | --format | json")), question);
    let mut all = vec![
        verify("right.nimseq", "nimseq"),
        verify("wrong.nimseq", "nimseq"),
        verify("slip.nimseq", "nimseq"),
        verify("good.nim", "nim"),
        asked(
            "theorem | right.nimseq",
            json!({ "ask": "theorem", "description": text("right.nimseq") }),
        ),
        asked(
            "theorem | right.nimseq | --values | outcome",
            json!({ "ask": "theorem", "description": text("right.nimseq"), "of": "outcome" }),
        ),
        asked("explain | E0119", json!({ "ask": "explain", "code": "E0119" })),
        asked(
            "sequence | 2 5 7 | --values | nim | --from | 1000000 | --count | 30",
            json!({ "ask": "sequence", "game": { "moves": "2 5 7", "values": "nim" }, "from": "1000000", "count": 30 }),
        ),
        asked(
            "sequence | squares | --count | 30",
            json!({ "ask": "sequence", "game": { "moves": "squares" }, "from": "0", "count": 30 }),
        ),
        asked(
            "sequence | 3/2 sqrt(2) | --count | 20",
            json!({ "ask": "intervals", "game": { "moves": "3/2 sqrt(2)" }, "from": "0", "to": "20" }),
        ),
        asked(
            "heaps | {2 5}:12 | {1..4}:13 | --misere",
            json!({
                "ask": "heaps", "misere": true,
                "heaps": [{ "moves": ["2 5"], "sizes": ["12"] }, { "moves": ["1..4"], "sizes": ["13"] }],
            }),
        ),
        asked(
            "census | --max-move | 9 | --moves | 3",
            json!({ "ask": "census", "largest_move": [1, 9], "moves": 3, "records": "period" }),
        ),
        asked(
            "new | { n n+1 2n+3 } | --values | nim",
            json!({ "ask": "new", "game": { "moves": "{ n n+1 2n+3 }", "values": "nim" } }),
        ),
        asked("new | { 1 n }", json!({ "ask": "new", "game": { "moves": "{ 1 n }" } })),
    ];
    for (game, _) in games() {
        all.push((period(&game), json!({ "ask": "period", "game": game })));
    }
    for &(moves, values, by, work) in &FAMILIES {
        let line = format!(
            "infer | {moves} | --values | {values} | --by | {} | --work | {work}",
            by.option()
        );
        let game = json!({ "moves": moves, "values": values });
        all.push(asked(
            &line,
            json!({ "ask": "infer", "game": game, "by": by.option(), "work": work }),
        ));
    }
    all
}

/// The question with the texts in place of their names.
fn with_texts(question: &Value) -> Value {
    match question {
        Value::String(word) => {
            let text = word.strip_prefix('@').and_then(|name| {
                TEXTS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
            });
            text.unwrap_or(word).into()
        }
        Value::Array(all) => all.iter().map(with_texts).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, it)| (name.clone(), with_texts(it))).collect()
        }
        other => other.clone(),
    }
}

#[test]
fn documents_are_the_same_everywhere() {
    let folder = Folder::new("same-documents");
    for (name, text) in TEXTS {
        fs::write(folder.0.join(name), text).expect("a file");
    }
    let questions = questions();
    let asked: Vec<_> = questions.iter().map(|(_, question)| with_texts(question)).collect();
    let module = python().map(|python| module(&python, &asked));
    if module.is_none() {
        eprintln!("no module `grundy` of Python: it is not compared");
    }
    let parse = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    for (index, ((words, _), question)) in questions.iter().zip(&asked).enumerate() {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = grundy(&words, &folder.0).output().expect("a run");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        // The first line is that of the text, where each has one.
        let is_lines = words.last() == Some(&"jsonl");
        let text = if is_lines { text.lines().next().unwrap_or_default() } else { &text };
        let found = parse(text);
        let exit = match found["verdict"].as_str() {
            Some("verified") => [0, 0],
            Some("refuted") => [1, 1],
            Some("rejected") => [3, 3],
            // A draft proves nothing.
            _ => [4, if words[0] == "new" { 0 } else { 4 }],
        };
        let code = output.status.code().expect("a code");
        assert!(exit.contains(&code), "{words:?} {code}: {found}");
        let question_read: Question = serde_json::from_value(question.clone()).expect("a question");
        let reply = answer(&question_read, &Default::default()).expect("an answer");
        assert_eq!(parse(&reply.json), found, "{words:?}: the library");
        if let Some(module) = &module {
            assert_eq!(module[index], found, "{words:?}: Python");
        }
        if ["period", "infer", "explain"].contains(&words[0]) {
            let reply = parse(&grundy_playground::reply(&question.to_string()));
            let told =
                if words[0] == "infer" { &reply["answer"]["found"] } else { &reply["answer"] };
            assert_eq!(*told, found, "{words:?}: the page");
        }
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

/// The question about the period of a game, as words of the command.
fn period(game: &Value) -> Vec<String> {
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
fn periods_are_found_by_the_methods_that_are_meant() {
    for (game, by) in games() {
        let question: Question =
            serde_json::from_value(json!({ "ask": "period", "game": game })).expect("a question");
        let reply = answer(&question, &Default::default()).expect("an answer");
        let found: Value = serde_json::from_str(&reply.json).expect("JSON");
        let verdict = if by.is_some() { "verified" } else { "undecided" };
        assert_eq!(found["verdict"], verdict, "{found}");
        assert!(by.is_none_or(|by| found["method"] == by), "{found}");
    }
}

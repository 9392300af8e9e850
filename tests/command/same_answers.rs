//! The command, the library, Python and the page give the same answer to a question: the whole document.

use crate::command::schema::validator;
use crate::command::{Folder, grundy};
use crate::table::of_kind;
use grundy_answers::ask::{Control, Question, answer};
use serde::Deserialize as _;
use serde_json::{Value, json};
use std::collections::BTreeSet;
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
    of_page(&json!({ "ask": "infer", "game": game, "by": by.option(), "work": work }))
}

/// What the page says to a question.
fn of_page(question: &Value) -> Value {
    let reply = grundy_playground::reply(&question.to_string());
    let mut reply: Value = serde_json::from_str(&reply).expect("JSON");
    reply["answer"].take()
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

/// A right description, a wrong one, and one of outcomes of misère play.
const RIGHT: &str = "n >= 1\n{ n n+1 }\nREPEAT\n  _n An B1\nENDREP\n";
const WRONG: &str = "n >= 1\n{ n n+1 }\nREPEAT\n  _n An A1\nENDREP\n";
const CLAIMS: &str = "CLAIM period 3n\nn >= 1\n{ n }\nREPEAT _n An ENDREP\n";
const OTHER: &str = "n>=1\n{ n }\nREPAET _n An ENDREP\n";
const HEAPS: &str = "1 2 3  normal N 1:1\n3 4 5  xor 2\n";

/// The files that questions are about.
const FILES: [(&str, &str); 9] = [
    ("right.nimseq", RIGHT),
    ("wrong.nimseq", WRONG),
    ("claims.nimseq", CLAIMS),
    ("other.nimseq", OTHER),
    ("heaps.nim", HEAPS),
    ("means.csv", "row,largest_move,games,sum\nmean,5,2,9\nmean,6,2,19\n"),
    ("tree.tsv", include_str!("../../descriptions/wolf/tree_primary.tsv")),
    ("relays.tsv", include_str!("../../descriptions/wolf/lamps_graeff.tsv")),
    ("net.pnml", include_str!("../../descriptions/petri/Philosophers-5.pnml")),
];

/// The words of commands, and the questions: those of texts are of every kind but theorems about families.
fn questions(kind: &str) -> Vec<(&'static str, Value)> {
    let rows = of_kind(include_str!("questions.tsv"), kind);
    let questions = rows.map(|[words, question]| {
        let text = |text: String, (name, content): &(&str, &str)| {
            text.replace(&format!("\"@{name}\""), &Value::from(*content).to_string())
        };
        let question = FILES.iter().fold(question.to_owned(), text);
        (words, serde_json::from_str(&question).expect("a question"))
    });
    questions.collect()
}

/// What Python says of all questions.
fn module_answers(python: &Path, questions: &[Value]) -> Vec<Value> {
    let script = "import json, sys\n\
                  from grundy._ask import ask\n\
                  for question in json.loads(sys.argv[1]):\n    \
                  print(json.dumps(ask(question).document))";
    let asked = Value::from(questions.to_vec()).to_string();
    let output = Command::new(python).args(["-c", script, &asked]).output().expect("a run");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn questions_of_every_kind_have_one_answer() {
    let folder = Folder::new("same-answers-every");
    FILES.iter().for_each(|(name, text)| folder.write(name, text));
    assert_eq!(folder.run("theorem right.nimseq --certificate right.proof").exit, Some(0));
    let (words, mut asked): (Vec<_>, Vec<_>) = questions("text").into_iter().unzip();
    let proof = folder.read("right.proof");
    for question in &mut asked {
        if question["ask"] == "check" {
            question["certificate"] = proof.as_str().into();
        }
    }
    let module = python().map(|python| module_answers(&python, &asked));
    for (index, (words, question)) in words.iter().zip(&asked).enumerate() {
        // Several texts are several documents.
        let is_text = words.starts_with("verify");
        let format = if is_text { "jsonl" } else { "json" };
        let text = folder.run(&format!("{words} --format {format}")).stdout;
        let first = if is_text { text.lines().next().unwrap_or_default() } else { &text };
        let command: Value =
            serde_json::from_str(first).unwrap_or_else(|error| panic!("{words:?}: {error}"));
        let read: Question = serde_json::from_value(question.clone()).expect("a question");
        let reply =
            answer(&read, &Control::default()).unwrap_or_else(|error| panic!("{words:?}: {error}"));
        let library: Value = serde_json::from_str(&reply.json).expect("JSON");
        assert_eq!(library, command, "{words:?}: the library");
        assert_eq!(of_page(question), command, "{words:?}: the page");
        if let Some(module) = &module {
            assert_eq!(module[index], command, "{words:?}: Python");
        }
    }
}

/// Questions whose answer a command shows in another form, or together with others.
#[cfg(feature = "complete")]
fn other_questions() -> [Value; 7] {
    let description = json!({ "name": "x", "text": RIGHT, "raw": true });
    let net = json!({ "file": { "name": "x.pnml", "text": "" }, "capacity_rule": "strict" });
    let size = [400, 500];
    [
        json!({ "ask": "census-merge", "files": [{ "name": "1.csv", "text": "" }] }),
        json!({ "ask": "chains", "description": description, "splits": true, "backend": "exact" }),
        json!({ "ask": "describe", "text": RIGHT, "values": "nim", "rule": "odd" }),
        json!({ "ask": "format", "text": RIGHT, "name": "x", "check": true }),
        json!({ "ask": "petri-convert", "net": net, "to": "pipe" }),
        json!({ "ask": "petri-draw", "net": net, "after": ["t"], "layers": true, "size": size }),
        json!({ "ask": "plot-records", "series": [], "show": "preperiod", "title": "t", "size": size }),
    ]
}

/// Programs know from the schema what they can ask, and nothing else is accepted.
#[cfg(feature = "complete")]
#[test]
fn questions_are_as_their_schema_says() {
    let schema = validator("question").expect("a schema");
    let is_right = |question: &Value| {
        let is_read = Question::deserialize(question).is_ok();
        assert_eq!(schema.is_valid(question), is_read, "{question}");
        is_read
    };
    let families = FAMILIES.iter().map(|(moves, values, by, work)| {
        let game = json!({ "moves": [moves], "values": values });
        json!({ "ask": "infer", "game": game, "by": by.option(), "work": work })
    });
    let [of_text, of_picture] =
        ["text", "picture"].map(|kind| questions(kind).into_iter().map(|(_, question)| question));
    let mut asked = BTreeSet::new();
    for question in of_text.chain(of_picture).chain(families).chain(other_questions()) {
        // As Python asks: what has no value is left out.
        let question = without_null(question);
        assert!(is_right(&question), "{question}");
        asked.insert(question["ask"].to_string());
        for name in question.as_object().expect("members").keys() {
            let mut other = question.clone();
            other[name] = json!({ "of another": [["kind"]] });
            assert!(!is_right(&other), "{name}");
            let mut other = question.clone();
            let value = other.as_object_mut().and_then(|it| it.remove(name)).expect("a member");
            is_right(&other);
            other[format!("{name}s")] = value;
            assert!(!is_right(&other), "{name}");
        }
    }
    let known = grundy_answers::report::schema::of("question").expect("a schema");
    let known = known["oneOf"].as_array().expect("questions").iter();
    let known: BTreeSet<_> =
        known.map(|one| one["properties"]["ask"]["const"].to_string()).collect();
    assert_eq!(asked, known);
}

fn without_null(value: Value) -> Value {
    match value {
        Value::Object(all) => {
            let all = all.into_iter().filter(|(_, one)| !one.is_null());
            all.map(|(name, one)| (name, without_null(one))).collect()
        }
        other => other,
    }
}

/// The file that the command writes is the picture of the reply, and its document that of the reply, where it has one.
#[cfg(feature = "complete")]
#[test]
fn questions_about_pictures_have_one_answer() {
    let folder = Folder::new("same-answers-pictures");
    FILES.iter().for_each(|(name, text)| folder.write(name, text));
    for (words, question) in questions("picture") {
        let read = serde_json::from_value(question.clone()).expect("a question");
        let reply = answer(&read, &Control::default());
        let reply = reply.unwrap_or_else(|error| panic!("{words}: {error}"));
        let command = folder.run(&format!("{words} -o x.svg --format json")).json();
        let svg = folder.read("x.svg");
        assert_eq!(reply.more["svg"], svg.as_str(), "{words}");
        let library: Value = serde_json::from_str(&reply.json).expect("JSON");
        // Of a picture alone the command names the file.
        if command.get("files").is_none() {
            assert_eq!(library, command, "{words}");
        }
        if let Some(python) = python() {
            let script = "import sys\n\
                          from grundy import _grundy\n\
                          print(_grundy.draw(sys.argv[1]).svg('auto'), end='')";
            let asked = question.to_string();
            let output = Command::new(python).args(["-c", script, &asked]).output().expect("a run");
            assert_eq!(String::from_utf8(output.stdout).expect("UTF-8"), svg, "{words}: Python");
        }
    }
}

/// What is in documents and not in texts, in the order of names, and why.
const FOR_PROGRAMS: [(&str, &str); 45] = [
    ("around.changes.end_column", "editors mark a piece; people see it"),
    ("around.compared_positions", "text shows the positions themselves"),
    ("around.words.end_column", "editors mark a piece; people see it"),
    ("around.words.positions", "text shows the positions themselves"),
    ("bits.decided_by", "text says it in a sentence"),
    ("by", "text has the move of each game"),
    ("captures_if_all_in_mills", "text says it in a sentence"),
    ("census.limit_positions", "text names it where a game is undecided"),
    ("census.limit_steps", "text says which families are open, and why"),
    ("census.rule", "text has words for it, such as Grundy values"),
    ("claims.location.end_column", "editors mark a piece; people see it"),
    ("codes.example", "text lists codes with their titles; `explain CODE` has the rest"),
    ("codes.right", "text lists codes with their titles; `explain CODE` has the rest"),
    ("codes.text", "text lists codes with their titles; `explain CODE` has the rest"),
    ("description", "text says that the description itself is right"),
    ("draft", "text is the draft, without the end of its last line"),
    ("evidence.by", "text says it in a sentence"),
    ("example", "text indents it"),
    ("findings.counterexample.replay", "text says it in a sentence"),
    ("findings.edits.end_column", "editors mark a piece; people see it"),
    ("findings.labels.end_column", "editors mark a piece; people see it"),
    ("findings.location.end_column", "editors mark a piece; people see it"),
    ("findings.location.place.end_column", "editors mark a piece; people see it"),
    ("fixes.edits.end_column", "editors mark a piece; people see it"),
    ("fixes.meaning", "text says `changed` or `guessed` where it is not only the notation"),
    ("fixes.message", "text says what is written instead"),
    ("games.verdict", "text says undecided in place of the numbers"),
    ("maxima.verdict", "text says undecided in place of the numbers"),
    ("numbers", "who asks has typed them"),
    ("others", "the command says on standard error which games they are"),
    ("positions.sheep", "text draws a board"),
    ("positions.wolf", "text draws a board"),
    ("records.verdict", "text says undecided in place of the numbers"),
    ("results.evidence", "text of many games has only their numbers"),
    ("results.from", "text begins at the position that was asked for"),
    ("results.method", "text of many games has only their numbers"),
    ("results.values", "text has words for them, such as Grundy values"),
    ("right", "text indents it"),
    ("seed", "who asks has typed it"),
    ("steps.combined.ways", "text says how a step combines switches, in words"),
    ("summary.rejected", "text counts only the verdicts that occur"),
    ("summary.vacuous", "text counts only the verdicts that occur"),
    ("text", "text breaks its lines"),
    ("values", "text has words for them, such as Grundy values"),
    ("values_list", "text has a letter for each value"),
];

/// The members of a document that have a number or a text, with what they have; those of lists have one name.
fn members(value: &Value, name: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::Object(all) => {
            for (key, one) in all {
                // Names of parameters, places and transitions are no names of members.
                let of_names = ["parameters", "weights", "marking"];
                let key = if of_names.iter().any(|it| name.ends_with(it)) { "*" } else { key };
                let name = if name.is_empty() { key.to_owned() } else { format!("{name}.{key}") };
                members(one, &name, found);
            }
        }
        Value::Array(all) => all.iter().for_each(|one| members(one, name, found)),
        Value::String(text) => found.push((name.to_owned(), text.clone())),
        Value::Number(number) => found.push((name.to_owned(), number.to_string())),
        // In words, or in a list that is empty.
        Value::Bool(_) | Value::Null => {}
    }
}

/// Does a text have this, and not only as a part of a longer word or number?
fn has_word(text: &str, value: &str) -> bool {
    text.match_indices(value).any(|(at, _)| {
        let next_to = [text[..at].chars().next_back(), text[at + value.len()..].chars().next()];
        !value.is_empty() && !next_to.iter().flatten().any(|it| it.is_alphanumeric())
    })
}

/// Whatever a document says, people can read, or it stands in the list.
#[test]
fn text_says_what_documents_say() {
    let questions = questions("text").into_iter().map(|(_, question)| question);
    let (mut all, mut read) = (BTreeSet::new(), BTreeSet::new());
    for question in questions.filter(|question| question["ask"] != "check") {
        let asked: Question = serde_json::from_value(question).expect("a question");
        let reply = answer(&asked, &Default::default()).expect("an answer");
        let document: Value = serde_json::from_str(&reply.json).expect("JSON");
        let mut found = Vec::new();
        members(&document, "", &mut found);
        for (name, value) in found {
            if has_word(&reply.text, &value) {
                read.insert(name.clone());
            }
            all.insert(name);
        }
    }
    let unread: Vec<_> = all.difference(&read).collect();
    let listed: Vec<_> = FOR_PROGRAMS.iter().map(|(name, _)| *name).collect();
    assert_eq!(unread, listed);
}

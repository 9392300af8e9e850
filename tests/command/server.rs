//! The language server, as an editor talks to it.

use crate::command::{Folder, grundy};
use lsp_server::{Message, Notification, Request, RequestId};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::io::BufReader;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const RIGHT: &str = "n >= 1\n{ n }\nREPEAT\n  _n An\nENDREP\n";
/// How long an answer may take on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(120);
const URI: &str = "file:///x.nimseq";

/// An editor.
struct Editor {
    server: Child,
    stdin: ChildStdin,
    messages: Receiver<Message>,
    asked: i32,
}

impl Editor {
    fn new(capabilities: &Value) -> Self {
        let mut server = grundy(&["server"], Path::new("."))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("grundy runs");
        let stdin = server.stdin.take().expect("an input");
        let mut stdout = BufReader::new(server.stdout.take().expect("an output"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Ok(Some(message)) = Message::read(&mut stdout) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let mut editor = Self { server, stdin, messages, asked: 0 };
        let result = editor.ask("initialize", json!({ "capabilities": capabilities }));
        assert_eq!(result["serverInfo"]["name"], "grundy");
        editor.tell("initialized", json!({}));
        editor
    }

    fn tell(&mut self, method: &str, params: Value) {
        let message = Notification { method: method.to_owned(), params };
        Message::from(message).write(&mut self.stdin).expect("the server reads");
    }

    /// The result of a request; notifications before it are lost.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        let response = self.try_to_ask(method, params);
        response.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    fn try_to_ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.asked += 1;
        let id = RequestId::from(self.asked);
        let message = Request { id: id.clone(), method: method.to_owned(), params };
        Message::from(message).write(&mut self.stdin).expect("the server reads");
        loop {
            if let Message::Response(response) = self.message()
                && response.id == id
            {
                let (result, error) = parts(response);
                return error.map_or(Ok(result), Err);
            }
        }
    }

    fn message(&self) -> Message {
        self.messages.recv_timeout(PATIENCE).expect("a message")
    }

    /// The next findings.
    fn findings(&self) -> Value {
        loop {
            if let Message::Notification(told) = self.message()
                && told.method == "textDocument/publishDiagnostics"
            {
                return told.params;
            }
        }
    }

    fn open(&mut self, uri: &str, text: &str) {
        let item = json!({ "uri": uri, "languageId": "nimseq", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": item }));
    }

    fn edit(&mut self, version: i32, text: &str) {
        let document = json!({ "uri": URI, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.tell("textDocument/didChange", params);
    }

    fn at(line: u32, character: u32) -> Value {
        json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": character } })
    }

    fn end(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        assert_eq!(self.server.wait().expect("an end").code(), Some(0));
    }
}

/// Result and error of a response, which the protocol writes as fields of the same object.
fn parts(response: lsp_server::Response) -> (Value, Option<String>) {
    let value = serde_json::to_value(response).expect("JSON");
    let error = value.get("error").map(|error| error["message"].to_string());
    (value.get("result").cloned().unwrap_or(Value::Null), error)
}

#[test]
fn findings_follow_the_text() {
    let mut editor = Editor::new(&json!({}));
    editor.open(URI, "n >= 1\n{ n }\nREPEAT\n  _n A#\nENDREP\n");
    let told = editor.findings();
    assert_eq!(told["version"], 1);
    let first = &told["diagnostics"][0];
    assert_eq!((&first["severity"], &first["source"]), (&json!(1), &json!("grundy")));
    assert_eq!(first["range"]["start"], json!({ "line": 3, "character": 6 }));

    // Readable, and wrong: nothing at once, the counterexample soon.
    editor.edit(2, &RIGHT.replace("An", "A(n+1)"));
    let mut told = editor.findings();
    while told["version"] != 2 {
        told = editor.findings();
    }
    assert_eq!(told["diagnostics"], json!([]));
    let told = editor.findings();
    assert_eq!((&told["version"], &told["diagnostics"][0]["code"]), (&json!(2), &json!("E0301")));

    editor.edit(3, RIGHT);
    assert_eq!(editor.findings()["diagnostics"], json!([]));
    let told = editor.findings();
    assert_eq!((&told["version"], &told["diagnostics"]), (&json!(3), &json!([])));
    let hints = editor.ask("textDocument/inlayHint", {
        let place = json!({ "line": 0, "character": 0 });
        let range = json!({ "start": place, "end": place });
        json!({ "textDocument": { "uri": URI }, "range": range })
    });
    assert_eq!(hints[0]["label"], "verified for all parameters");
    assert_eq!(hints[0]["position"], json!({ "line": 1, "character": 5 }));
    let hover = editor.ask("textDocument/hover", Editor::at(1, 2));
    assert!(hover["contents"]["value"].to_string().contains("2n"), "{hover}");

    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(editor.findings()["diagnostics"], json!([]));
    editor.end();
}

/// A description whose proof takes long does not keep the editor from going on.
#[test]
fn an_edit_stops_the_check() {
    let mut editor = Editor::new(&json!({}));
    let arms: String = (1..400).map(|k| format!("ELIF i == {k} THEN _n An\n")).collect();
    let long = format!(
        "n >= 1 m >= 1\n{{ n }}\nREPEAT\nFOR i FROM 0 UPTO 500 REP IF i == 0 THEN _n An\n{arms}ELSE _n An FI PER\nENDREP\n"
    );
    editor.open(URI, &long);
    assert_eq!(editor.findings()["version"], 1);
    for version in 2..20 {
        editor.edit(version, &long);
    }
    editor.edit(20, RIGHT);
    let mut told = editor.findings();
    while told["version"] != 20 {
        // Of the texts between nothing is told but how they are read.
        told = editor.findings();
    }
    assert_eq!(editor.findings()["version"], 20);
    editor.end();
}

#[test]
fn a_text_is_put_in_the_common_layout() {
    let mut editor = Editor::new(&json!({ "general": { "positionEncodings": ["utf-8"] } }));
    editor.open(URI, "# \u{e4}\nn >= 1 { n } REPEAT _n An ENDREP");
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": URI }, "options": options });
    let edits = editor.ask("textDocument/formatting", params.clone());
    assert_eq!(edits.as_array().map(Vec::len), Some(1), "{edits}");
    let text = edits[0]["newText"].as_str().expect("a text").to_owned();
    assert!(text.ends_with(RIGHT), "{text}");
    editor.edit(2, &text);
    assert_eq!(editor.ask("textDocument/formatting", params.clone()), json!([]));
    editor.edit(3, "n >= 1 { n");
    assert_eq!(editor.ask("textDocument/formatting", params), json!([]));
    editor.end();
}

#[test]
fn keywords_are_explained_and_completed() {
    let mut editor = Editor::new(&json!({}));
    editor.open(URI, RIGHT);
    let hover = editor.ask("textDocument/hover", Editor::at(2, 3));
    assert!(hover["contents"]["value"].to_string().contains("without end"), "{hover}");
    assert_eq!(hover["range"]["end"], json!({ "line": 2, "character": 6 }));
    editor.edit(2, "n >= 1\n{ n }\nREPEAT\n  EL");
    let items = editor.ask("textDocument/completion", Editor::at(3, 4));
    let labels: Vec<_> = items.as_array().expect("a list").iter().map(|it| &it["label"]).collect();
    assert_eq!(labels, ["ELIF", "ELSE"]);
    editor.end();
}

#[test]
fn nonsense_is_answered_and_does_not_end_the_conversation() {
    let mut editor = Editor::new(&json!({}));
    let error = editor.try_to_ask("textDocument/nonsense", json!({})).expect_err("unknown");
    assert!(error.contains("textDocument/nonsense"), "{error}");
    assert!(editor.try_to_ask("textDocument/hover", json!({ "x": 1 })).is_err());
    editor.tell("textDocument/didOpen", json!({ "textDocument": 3 }));
    editor.tell("textDocument/didChange", json!([]));
    editor.open("file:///x.txt", "nothing");
    editor.open("file:///x.nim", "claims");
    let far = editor.ask("textDocument/hover", Editor::at(9, 9));
    assert_eq!(far, Value::Null);
    editor.end();
}

/// The path of a file of the tests.
fn script(name: &str) -> String {
    format!("{}/tests/editors/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Runs another client; its absence is no failure.
fn with_client(command: &mut Command, name: &str) {
    let output = command.env("GRUNDY", env!("CARGO_BIN_EXE_grundy")).output();
    let Ok(output) = output else {
        eprintln!("not tried: there is no program `{name}` here");
        return;
    };
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&said));
}

#[test]
fn neovim_is_served() {
    let folder = Folder::new("neovim");
    let file = folder.0.join("x.nimseq");
    fs::write(&file, RIGHT.replace("An", "A(n+1)")).expect("a file");
    let mut command = Command::new("nvim");
    command.args(["--headless", "-u", "NONE", "-S", &script("neovim.lua")]).env("FILE", &file);
    with_client(&mut command, "nvim");
}

#[test]
fn a_client_in_python_is_served() {
    let installed = Command::new("python3").args(["-c", "import pytest, pytest_lsp"]).output();
    if !installed.is_ok_and(|output| output.status.success()) {
        eprintln!("not tried: pytest and pytest-lsp are not here");
        return;
    }
    let mut command = Command::new("python3");
    command.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", &script("test_server.py")]);
    with_client(&mut command, "python3");
}

/// The colours of VS Code know the keywords that the language has, and no others.
#[test]
fn the_colours_know_the_keywords() {
    let root = env!("CARGO_MANIFEST_DIR");
    let read = |path| fs::read_to_string(format!("{root}/{path}")).expect("a file");
    let words = |text: &str| -> BTreeSet<String> {
        let word = |word: &str| word.len() > 1 && word.bytes().all(|it| it.is_ascii_uppercase());
        let parts = text.split(|letter: char| !letter.is_ascii_alphabetic());
        parts.filter(|part| word(part)).map(str::to_owned).collect()
    };
    let grammar = read("grammar/description.pest");
    let quoted: Vec<_> = grammar
        .lines()
        .filter(|line| !line.starts_with("//"))
        .flat_map(|it| it.split('"').skip(1).step_by(2))
        .collect();
    let colours = read("editors/vscode/syntaxes/nimseq.tmLanguage.json");
    assert_eq!(words(&colours), words(&quoted.join(" ")));
}

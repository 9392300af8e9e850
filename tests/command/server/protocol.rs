//! The protocol where clients do not keep to it, or are gone.

use super::client::{Editor, RIGHT, URI};
use crate::command::grundy;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// A client that sends what it likes.
struct Raw {
    server: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Raw {
    fn new() -> Self {
        let mut server = grundy(&["server"], Path::new("."))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("grundy runs");
        let stdin = server.stdin.take().expect("an input");
        let stdout = BufReader::new(server.stdout.take().expect("an output"));
        Self { server, stdin, stdout }
    }

    /// One that has begun, for an editor that is this process.
    fn begun(process: u32) -> Self {
        let mut client = Self::new();
        let params = json!({ "processId": process, "capabilities": {} });
        client
            .send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params }));
        assert_eq!(client.answer()["result"]["serverInfo"]["name"], "grundy");
        client
    }

    fn write(&mut self, bytes: &[u8]) {
        self.stdin.write_all(bytes).and_then(|()| self.stdin.flush()).expect("the server reads");
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    fn answer(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.stdout.read_line(&mut line).expect("a header");
            match line.trim().split_once(": ") {
                Some((_, value)) => length = value.parse().expect("a length"),
                None => break,
            }
        }
        let mut text = vec![0; length];
        self.stdout.read_exact(&mut text).expect("a message");
        serde_json::from_slice(&text).expect("JSON")
    }

    /// The exit code, while standard input stays open, and what is said.
    fn end(mut self) -> (Option<i32>, String) {
        let start = Instant::now();
        let exit = loop {
            if let Some(exit) = self.server.try_wait().expect("a process") {
                break exit;
            }
            if start.elapsed() > Duration::from_secs(60) {
                self.server.kill().expect("it runs");
                panic!("the server goes on");
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        let mut said = String::new();
        let stderr = self.server.stderr.take().expect("a stream");
        BufReader::new(stderr).read_to_string(&mut said).expect("a text");
        (exit.code(), said)
    }
}

fn message(method: &str) -> Value {
    json!({ "jsonrpc": "2.0", "method": method })
}

#[test]
fn exit_without_shutdown_ends_with_1() {
    let mut client = Raw::begun(std::process::id());
    client.send(&message("initialized"));
    client.send(&message("exit"));
    let (exit, said) = client.end();
    assert_eq!((exit, said.contains("without a shutdown request")), (Some(1), true), "{said}");
    // Also before it began.
    let mut client = Raw::new();
    client.send(&message("exit"));
    assert_eq!(client.end().0, Some(1));
    let mut client = Raw::begun(std::process::id());
    client.send(&json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown" }));
    assert_eq!(client.answer()["result"], Value::Null);
    client.send(&message("exit"));
    assert_eq!(client.end().0, Some(0));
}

#[test]
fn the_server_ends_when_its_editor_is_gone() {
    let mut gone = Command::new("true").spawn().expect("a process");
    gone.wait().expect("an end");
    let (exit, said) = Raw::begun(gone.id()).end();
    assert_eq!((exit, said.contains("the editor is gone")), (Some(1), true), "{said}");
    // One that has ended and whose exit code nobody has asked for.
    let mut editor = Command::new("sleep").arg("60").spawn().expect("a process");
    let mut client = Raw::begun(editor.id());
    std::thread::sleep(Duration::from_millis(1200));
    assert!(client.server.try_wait().expect("a process").is_none());
    editor.kill().expect("it runs");
    assert_eq!(client.end().0, Some(1));
    editor.wait().expect("an end");
}

#[test]
fn a_second_initialize_and_an_early_question_are_refused() {
    let mut client = Raw::begun(std::process::id());
    client.send(&json!({ "jsonrpc": "2.0", "id": 2, "method": "initialize", "params": { "capabilities": {} } }));
    assert_eq!(client.answer()["error"]["code"], -32600);
    client.send(&json!({ "jsonrpc": "2.0", "id": "x", "method": "shutdown" }));
    let answer = client.answer();
    assert_eq!((&answer["id"], &answer["result"]), (&json!("x"), &Value::Null));
    let mut client = Raw::new();
    client
        .send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": {} }));
    assert_eq!(client.answer()["error"]["code"], -32002);
}

#[test]
fn what_is_no_message_is_answered() {
    let mut client = Raw::begun(std::process::id());
    for (body, code) in [(&b"{"[..], -32700), (b"\xff", -32700), (b"[]", -32600), (b"null", -32600)]
    {
        client.write(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes());
        client.write(body);
        let answer = client.answer();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!(code)));
    }
    client.send(&json!({ "jsonrpc": "2.0", "id": 7, "method": "shutdown" }));
    assert_eq!(client.answer()["id"], 7);
}

#[test]
fn a_length_has_a_limit() {
    for length in ["18446744073709551615", "99999999999999", "1e3", "-5", ""] {
        let mut client = Raw::new();
        client.write(format!("Content-Length: {length}\r\n\r\n{{}}").as_bytes());
        assert_eq!(client.answer()["error"]["code"], -32700, "{length}");
        let (exit, said) = client.end();
        assert_eq!(exit, Some(2), "{length}: {said}");
        let why = if length.len() > 3 { "limit: bytes of a message" } else { "no number" };
        assert!(said.contains(why), "{length}: {said}");
    }
}

/// Each change counts, whether the editor numbers it or not.
#[test]
fn a_change_without_a_version_is_applied() {
    let wrong = RIGHT.replace("An", "A(n+1)");
    for version in
        [json!({ "version": null }), json!({}), json!({ "version": "2" }), json!({ "version": 1 })]
    {
        let mut editor = Editor::new(&json!({}));
        editor.open(URI, RIGHT);
        let mut document = json!({ "uri": URI });
        document.as_object_mut().unwrap().extend(version.as_object().unwrap().clone());
        let params = json!({ "textDocument": document, "contentChanges": [{ "text": wrong }] });
        editor.tell("textDocument/didChange", params);
        let mut told = editor.findings();
        while told["diagnostics"] == json!([]) {
            told = editor.findings();
        }
        assert_eq!(told["diagnostics"][0]["code"], "E0301");
        assert_eq!(told["version"].is_null(), !version["version"].is_i64(), "{told}");
        editor.end();
    }
}

/// A carriage return alone ends a line of the protocol, as a line feed does.
#[test]
fn a_carriage_return_ends_a_line() {
    let mut editor = Editor::new(&json!({}));
    editor.open(URI, "# a\n n >= 1 { n }\rREPEAT\r\n_n foo\nENDREP\n");
    let told = editor.findings();
    let start = json!({ "line": 3, "character": 3 });
    assert_eq!(told["diagnostics"][0]["range"]["start"], start, "{told}");
    let hover = editor.ask("textDocument/hover", Editor::at(2, 2));
    assert_eq!(hover["range"]["start"], json!({ "line": 2, "character": 0 }), "{hover}");
    // A comment goes on after it: its colour is that of several lines.
    editor.edit(2, "# a\rb\n");
    let colours = editor.about("textDocument/semanticTokens/full");
    assert_eq!(colours["data"], json!([0, 0, 3, 0, 0, 1, 0, 1, 0, 0]), "{colours}");
    editor.end();
}

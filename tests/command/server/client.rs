//! An editor.

use crate::command::grundy;
use lsp_server::{Message, Notification, Request, RequestId};
use serde_json::{Value, json};
use std::io::BufReader;
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// A right description.
pub const RIGHT: &str = "n >= 1\n{ n }\nREPEAT\n  _n An\nENDREP\n";
/// How long an answer may take on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(120);
/// The name of the text.
pub const URI: &str = "file:///x.nimseq";

/// An editor.
pub struct Editor {
    server: Child,
    stdin: ChildStdin,
    messages: Receiver<Message>,
    asked: i32,
}

impl Editor {
    /// One that can do so much.
    pub fn new(capabilities: &Value) -> Self {
        Self::with_options(capabilities, Value::Null)
    }

    /// One with settings.
    pub fn with_options(capabilities: &Value, options: Value) -> Self {
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
        let params = json!({ "capabilities": capabilities, "initializationOptions": options });
        let result = editor.ask("initialize", params);
        assert_eq!(result["serverInfo"]["name"], "grundy");
        editor.tell("initialized", json!({}));
        editor
    }

    /// Tells the server something.
    pub fn tell(&mut self, method: &str, params: Value) {
        let message = Notification { method: method.to_owned(), params };
        Message::from(message).write(&mut self.stdin).expect("the server reads");
    }

    /// The result of a request; notifications before it are lost.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let response = self.try_to_ask(method, params);
        response.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// The same, or why there is none.
    pub fn try_to_ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
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
    pub fn findings(&self) -> Value {
        self.told("textDocument/publishDiagnostics")
    }

    /// What the server says or asks next by this method.
    pub fn told(&self, wanted: &str) -> Value {
        loop {
            let (method, params) = match self.message() {
                Message::Notification(it) => (it.method, it.params),
                Message::Request(it) => (it.method, it.params),
                Message::Response(_) => continue,
            };
            if method == wanted {
                return params;
            }
        }
    }

    /// The changes offered in an empty range, of this kind if one is named.
    pub fn actions(&mut self, line: u32, character: u32, kind: Option<&str>) -> Vec<Value> {
        let place = json!({ "line": line, "character": character });
        let context = match kind {
            Some(kind) => json!({ "diagnostics": [], "only": [kind] }),
            None => json!({ "diagnostics": [] }),
        };
        let range = json!({ "start": place, "end": place });
        let asked = json!({ "textDocument": { "uri": URI }, "range": range, "context": context });
        let actions = self.ask("textDocument/codeAction", asked);
        actions.as_array().expect("a list").clone()
    }

    /// Lets the server do something with the text.
    pub fn execute(&mut self, command: &str) -> Value {
        let asked = json!({ "command": command, "arguments": [URI] });
        self.ask("workspace/executeCommand", asked)
    }

    /// Asks until the answer is as it should be.
    pub fn ask_until(
        &mut self,
        method: &str,
        params: &Value,
        wanted: impl Fn(&Value) -> bool,
    ) -> Value {
        let start = Instant::now();
        loop {
            let answer = self.ask(method, params.clone());
            if wanted(&answer) {
                return answer;
            }
            assert!(start.elapsed() < PATIENCE, "{method}: {answer}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Asks about the whole text.
    pub fn about(&mut self, method: &str) -> Value {
        self.ask(method, json!({ "textDocument": { "uri": URI } }))
    }

    /// Opens a text.
    pub fn open(&mut self, uri: &str, text: &str) {
        let item = json!({ "uri": uri, "languageId": "nimseq", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": item }));
    }

    /// Replaces the text.
    pub fn edit(&mut self, version: i32, text: &str) {
        let document = json!({ "uri": URI, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.tell("textDocument/didChange", params);
    }

    /// A place in the text.
    pub fn at(line: u32, character: u32) -> Value {
        json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": character } })
    }

    /// Says goodbye.
    pub fn end(mut self) {
        self.ask("shutdown", Value::Null);
        self.leave();
    }

    /// Ends the conversation.
    pub fn leave(mut self) {
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

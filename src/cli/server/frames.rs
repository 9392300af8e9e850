//! The frames of the protocol: a header with the length of a message, and the message.
//!
//! Input is not trusted.  A malformed frame ends the conversation, since nobody knows where the next one begins; a
//! frame around something that is not a message is answered, and the next one is read.

use crossbeam_channel::{Receiver, Sender, bounded};
use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};
use std::io::{self, BufRead, Read as _, Write};
use std::thread::{self, JoinHandle};

/// The most bytes of a message.
const LONGEST_MESSAGE: u64 = 1 << 26;

/// The most bytes of a header.
const LONGEST_HEADER: u64 = 1 << 12;

/// What comes from the editor.
pub enum Incoming {
    /// A message.
    Message(Message),
    /// The answer to something that is not a message.
    Refused(Value),
    /// The answer to something that is not a frame: nothing can be read after it.
    Broken(Value),
}

/// What goes to the editor.
pub enum Outgoing {
    /// A message.
    Message(Message),
    /// The answer to something whose number is not known.
    Refusal(Value),
}

/// A conversation over standard input and output.
pub struct Connection {
    pub receiver: Receiver<Incoming>,
    pub sender: Sender<Outgoing>,
}

impl Connection {
    /// The conversation, and the thread that writes, which ends after the sender is dropped.  The thread that reads may
    /// wait for an editor that no longer sends anything: nobody waits for that thread.
    pub fn stdio() -> (Self, JoinHandle<io::Result<()>>) {
        let (heard, receiver) = bounded(0);
        let (sender, said) = bounded(0);
        thread::spawn(move || {
            let mut stdin = io::stdin().lock();
            while let Some(next) = read(&mut stdin) {
                let is_last = matches!(next, Incoming::Broken(_));
                if heard.send(next).is_err() || is_last {
                    break;
                }
            }
        });
        let writer = thread::spawn(move || {
            let mut stdout = io::stdout().lock();
            said.into_iter().try_for_each(|one| match one {
                Outgoing::Message(message) => message.write(&mut stdout),
                Outgoing::Refusal(answer) => write(&mut stdout, &answer),
            })
        });
        (Self { receiver, sender }, writer)
    }
}

fn write(output: &mut impl Write, answer: &Value) -> io::Result<()> {
    let text = answer.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

/// The next frame; `None` if the input ends between two.
fn read(input: &mut impl BufRead) -> Option<Incoming> {
    let broken =
        |why: String| Some(Incoming::Broken(refusal(Value::Null, ErrorCode::ParseError, why)));
    let length = match header(input) {
        Ok(Some(length)) => length,
        Ok(None) => return None,
        Err(why) => return broken(why),
    };
    let mut body = Vec::new();
    match input.take(length).read_to_end(&mut body) {
        Ok(read) if read as u64 == length => Some(message(&body)),
        Ok(read) => {
            broken(format!("the input ends after {read} of the {length} bytes of a message"))
        }
        Err(error) => broken(error.to_string()),
    }
}

/// The length of the message after this header; `None` if the input ends before it.
fn header(input: &mut impl BufRead) -> Result<Option<u64>, String> {
    let mut input = input.take(LONGEST_HEADER);
    let (mut length, mut is_first) = (None, true);
    loop {
        let mut line = Vec::new();
        input.read_until(b'\n', &mut line).map_err(|error| error.to_string())?;
        let Some(text) = line.strip_suffix(b"\n") else {
            return match input.limit() {
                0 => Err(format!("limit: bytes of a header, {LONGEST_HEADER}")),
                _ if is_first && line.is_empty() => Ok(None),
                _ => Err("the input ends inside a header".to_owned()),
            };
        };
        is_first = false;
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        if text.is_empty() {
            return length.map(Some).ok_or("a header has no Content-Length".to_owned());
        }
        let field = str::from_utf8(text).ok().and_then(|text| text.split_once(':'));
        let (name, value) = field.ok_or("a line of a header has no name and value")?;
        if name.trim().eq_ignore_ascii_case("content-length") {
            length = Some(bytes(value.trim())?);
        }
    }
}

fn bytes(value: &str) -> Result<u64, String> {
    if value.is_empty() || !value.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err("a Content-Length is no number".to_owned());
    }
    // A number that does not fit also means too many bytes.
    let bytes = value.parse().unwrap_or(u64::MAX);
    match bytes <= LONGEST_MESSAGE {
        true => Ok(bytes),
        false => Err(format!("limit: bytes of a message, {LONGEST_MESSAGE}")),
    }
}

fn message(body: &[u8]) -> Incoming {
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(error) => {
            let why = format!("a message is not JSON: {error}");
            return Incoming::Refused(refusal(Value::Null, ErrorCode::ParseError, why));
        }
    };
    let id = value.get("id").filter(|id| id.is_string() || id.is_number()).cloned();
    match serde_json::from_value(value) {
        Ok(message) => Incoming::Message(message),
        Err(_) => {
            let why = "this is no request, answer or notification of the protocol".to_owned();
            Incoming::Refused(refusal(id.unwrap_or_default(), ErrorCode::InvalidRequest, why))
        }
    }
}

/// An answer that names no request, or one whose id is not valid in the protocol.
fn refusal(id: Value, code: ErrorCode, message: String) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": message } })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The frames of an input, each as a word or as its error message.
    fn all(input: &[u8]) -> Vec<String> {
        let mut input = input;
        let mut found = Vec::new();
        while let Some(next) = read(&mut input) {
            let is_last = matches!(next, Incoming::Broken(_));
            found.push(match next {
                Incoming::Message(Message::Notification(told)) => told.method,
                Incoming::Message(_) => "message".to_owned(),
                Incoming::Refused(answer) => format!("refused {}", answer["error"]["code"]),
                Incoming::Broken(answer) => answer["error"]["message"].to_string(),
            });
            if is_last {
                break;
            }
        }
        found
    }

    #[test]
    fn frames_are_read_one_after_the_other() {
        let one = r#"{"jsonrpc":"2.0","method":"a"}"#;
        let frame = format!("Content-Length: {}\r\n\r\n{one}", one.len());
        let other = format!("content-type: x\ncontent-length:{}\n\n{one}", one.len());
        assert_eq!(all(frame.repeat(2).as_bytes()), ["a", "a"]);
        assert_eq!(all(format!("{frame}{other}{frame}").as_bytes()), ["a", "a", "a"]);
        assert!(all(b"").is_empty());
    }

    #[test]
    fn what_is_no_message_is_refused_and_the_next_one_read() {
        let told = r#"{"jsonrpc":"2.0","method":"a"}"#;
        let cases: [(&[u8], &str); 9] = [
            (b"", "refused -32700"),
            (b"{", "refused -32700"),
            (b"\xff\xfe{}", "refused -32700"),
            (b"{\"method\":\"\xff\"}", "refused -32700"),
            (b"[]", "refused -32600"),
            (br#"[{"jsonrpc":"2.0","method":"a"}]"#, "refused -32600"),
            (b"{}", "refused -32600"),
            (b"7", "refused -32600"),
            (br#"{"id":1.5,"method":7}"#, "refused -32600"),
        ];
        for (body, expected) in cases {
            let mut input = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
            input.extend_from_slice(body);
            input.extend_from_slice(
                format!("Content-Length: {}\r\n\r\n{told}", told.len()).as_bytes(),
            );
            assert_eq!(all(&input), [expected, "a"], "{body:?}");
        }
        let deep = "[".repeat(100_000);
        let input = format!("Content-Length: {}\r\n\r\n{deep}", deep.len());
        assert_eq!(all(input.as_bytes()), ["refused -32700"]);
    }

    #[test]
    fn what_is_no_frame_ends_the_conversation() {
        let long = "x".repeat(1 << 20);
        let many = format!("Content-Length: 2\r\n{}", "a: b\r\n".repeat(1 << 16));
        for (input, expected) in [
            ("Content-Length: 18446744073709551615\r\n\r\n{}", "limit: bytes of a message"),
            ("Content-Length: 99999999999999\r\n\r\n{}", "limit: bytes of a message"),
            (
                "Content-Length: 99999999999999999999999999999\r\n\r\n{}",
                "limit: bytes of a message",
            ),
            ("Content-Length: 67108865\r\n\r\n{}", "limit: bytes of a message"),
            ("Content-Length: 67108864\r\n\r\n{}", "after 2 of the 67108864 bytes"),
            ("Content-Length: -1\r\n\r\n{}", "no number"),
            ("Content-Length: +2\r\n\r\n{}", "no number"),
            ("Content-Length: 2.0\r\n\r\n{}", "no number"),
            ("Content-Length:\r\n\r\n{}", "no number"),
            ("Content-Type: x\r\n\r\n{}", "no Content-Length"),
            ("\r\n{}", "no Content-Length"),
            ("Content-Length 2\r\n\r\n{}", "no name and value"),
            ("Content-Length: 2", "inside a header"),
            ("Content-Length: 2\r\n", "inside a header"),
            ("{}", "inside a header"),
            (long.as_str(), "limit: bytes of a header"),
            (many.as_str(), "limit: bytes of a header"),
        ] {
            let found = all(input.as_bytes());
            let [only] = found.as_slice() else { panic!("{found:?}") };
            assert!(only.contains(expected), "{only}");
        }
        assert!(all(b"\xff: \xff\r\n\r\n{}")[0].contains("no name and value"));
    }
}

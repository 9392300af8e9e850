//! The engine of the playground.
//!
//! A process answers one question: a [`Question`] as JSON on standard input, `{"answer": ...}` or
//! `{"error": "..."}` on standard output.  What is done meanwhile stands on standard error, a line of
//! JSON for each step.  Nothing is computed here: the rooms of `grundy` compute, and the documents
//! of its `report` are the parts of an answer.
//!
//! ```text
//! $ echo '{"ask":"explain","code":"E0119"}' | cargo run --package grundy-playground
//! ```
//!
//! The page runs the same program as WebAssembly, for the system interface WASI, which the page
//! itself provides (`page/wasi.js`): bytes in memory in place of the three streams.  An answer is a
//! whole process there as well, so that no memory, and no state after a failure, outlives it; to
//! stop is to end the worker that runs it.

mod game;
mod known;
mod place;
mod proof;
mod question;

use question::Question;
use serde::Serialize;
use serde_json::value::RawValue;
use std::io::{self, Read as _, Write as _};

/// Why there is no answer, for those who asked.
type Refused = String;

/// An answer, or why there is none.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Reply {
    Answer(Box<RawValue>),
    Error(Refused),
}

fn main() -> io::Result<()> {
    let mut question = String::new();
    io::stdin().read_to_string(&mut question)?;
    let reply = reply(&question);
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, &reply)?;
    out.write_all(b"\n")
}

fn reply(question: &str) -> Reply {
    let answer = serde_json::from_str(question).map_err(|error| format!("no question: {error}"));
    match answer.and_then(Question::answer) {
        Ok(answer) => Reply::Answer(answer),
        Err(refused) => Reply::Error(refused),
    }
}

/// A document of `grundy::report`, as a part of an answer.
fn document(text: String) -> Result<Box<RawValue>, Refused> {
    RawValue::from_string(text).map_err(|error| format!("a report is no JSON: {error}"))
}

/// An answer from its parts.
fn answer(parts: &impl Serialize) -> Result<Box<RawValue>, Refused> {
    serde_json::value::to_raw_value(parts).map_err(|error| format!("no JSON: {error}"))
}

/// What is done, for those who wait.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Step {
    /// So much of so much.
    Done(u64, u64),
    /// In words.
    Stage(String),
}

/// Tells it.  Nobody may be listening.
fn tell(step: &Step) {
    if let Ok(line) = serde_json::to_string(step) {
        let _ = writeln!(io::stderr(), "{line}");
    }
}

#[cfg(test)]
mod tests;

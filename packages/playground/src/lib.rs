//! The engine of the playground.
//!
//! A process answers one question: it reads JSON on standard input, and writes `{"answer": ..., "text": "...",
//! "more": ..., "at": ...}` (the document, the text for people, anything else there is, and the parameters of the game)
//! or `{"error": "..."}` on standard output.  Progress is written to standard error, a line of JSON for each step.
//! Nothing is computed here: the rooms of `grundy` compute, and the documents of its `report` are the parts of an
//! answer.
//!
//! ```text
//! $ echo '{"ask":"explain","code":"E0119"}' | cargo run --bin grundy-playground
//! ```
//!
//! The page runs the same program as WebAssembly, for the system interface WASI, which the page
//! itself provides (`page/wasi.js`): bytes in memory in place of the three streams.  There too, each answer is a
//! process of its own, so that no memory, and no state after a failure, outlives it; to stop it, the page ends the
//! worker that runs it.

#![warn(unreachable_pub)]
mod known;
mod place;
mod question;

use serde::Serialize;
use std::io::{self, Write as _};

/// The text of a JSON value.  The documents of `grundy_answers::report` go into answers as they are.
type Json = String;

/// Why there is no answer, for the person who asked.
type Refused = String;

/// The answer to a question, both as JSON.
pub fn reply(question: &str) -> Json {
    match question::answer(question) {
        Ok(answer) => answer,
        Err(refused) => object(&[("error", serde_json::Value::from(refused).to_string())]),
    }
}

/// A value as JSON.
fn json(value: &impl Serialize) -> Result<Json, Refused> {
    serde_json::to_string(value).map_err(|error| format!("no JSON: {error}"))
}

/// An object with these members.
fn object(members: &[(&str, Json)]) -> Json {
    let members: Vec<_> =
        members.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}", members.join(","))
}

/// Progress, for those who wait.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum WorkStep {
    /// How much of how much is done.
    Done(u64, u64),
    /// In words.
    Stage(String),
}

/// Reports a step; perhaps nobody is listening.
fn tell(step: &WorkStep) {
    if let Ok(line) = serde_json::to_string(step) {
        let _ = writeln!(io::stderr(), "{line}");
    }
}

#[cfg(test)]
mod tests;

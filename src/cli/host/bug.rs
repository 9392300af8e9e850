//! What the user sees when the tool itself is wrong.

use super::complain;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The inputs being worked on, for the message, by the thread that works on them.
static CURRENT: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());

/// The current thread, as a key.
fn thread() -> String {
    format!("{:?}", std::thread::current().id())
}

/// Remembers which input is being worked on.
pub fn working_on(name: &str) {
    let mut current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
    current.insert(thread(), name.to_owned());
}

/// The input of this thread; where it only helps others, all that are being worked on.
fn in_work() -> Option<String> {
    // A panic inside `working_on` must not wait for its own lock.
    let current = CURRENT.try_lock().ok()?;
    let all = || current.values().cloned().collect::<Vec<_>>().join(" or ");
    Some(current.get(&thread()).cloned().unwrap_or_else(all)).filter(|names| !names.is_empty())
}

/// Makes every panic of the process say that the tool is to blame.
pub fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let current = in_work();
        let cause = panic.payload_as_str().unwrap_or("no message");
        let place = panic.location().map_or_else(|| "unknown".to_owned(), ToString::to_string);
        complain(message(current.as_deref(), cause, place));
    }));
}

fn message(input: Option<&str>, cause: &str, place: impl Display) -> String {
    let is_file = |it: &&str| Path::new(it).is_file();
    let file = input
        .filter(is_file)
        .map_or_else(|| "its input".to_owned(), |name| format!("the file {name}"));
    let input = input.map(|name| format!("  input: {name}\n")).unwrap_or_default();
    format!(
        "error: this is a bug in grundy, not in your input; nothing was decided\n\
         {input}  cause: {cause}\n  place: {place}, version {}\n\
         Please report it with these lines, the command, and {file}.",
        grundy::VERSION
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_names_input_cause_and_place() {
        let text = message(Some("x.nimseq"), "no such block", "src/chain/mod.rs:1:2");
        for part in ["bug in grundy", "x.nimseq", "no such block", "src/chain/mod.rs:1:2"] {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
        assert!(!message(None, "", "").contains("input:"));
    }
}

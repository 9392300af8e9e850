//! Every JSON document that a test makes the program write satisfies the schema of its command.

use grundy_answers::report::schema;
use jsonschema::Validator;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex};

type Validators = BTreeMap<String, Arc<Validator>>;

/// The schema with this name, in `docs/schema.json`; nothing if there is none.
pub fn validator(name: &str) -> Option<Arc<Validator>> {
    static KNOWN: LazyLock<Mutex<Validators>> = LazyLock::new(Default::default);
    let mut known = KNOWN.lock().expect("no test panics here");
    if let Some(found) = known.get(name) {
        return Some(Arc::clone(found));
    }
    let schema = schema::of(name)?;
    let validator = Arc::new(jsonschema::validator_for(&schema).expect("a schema"));
    known.insert(name.to_owned(), Arc::clone(&validator));
    Some(validator)
}

/// The value of the last of these flags.
fn flag<'w>(words: &'w [String], names: &[&str]) -> Option<&'w str> {
    let mut found = None;
    for (index, word) in words.iter().enumerate() {
        for name in names {
            if word == name {
                found = words.get(index + 1).map(String::as_str);
            } else if let Some(value) = word.strip_prefix(name).and_then(|it| it.strip_prefix('='))
            {
                found = Some(value);
            }
        }
    }
    found
}

/// The name of the schema of a command; that of `nim`, for any end without a result, where nothing
/// else is written.
pub fn name(words: &[String]) -> String {
    let word = |index: usize| words.get(index).map_or("", String::as_str);
    let names = [format!("{}-{}", word(0), word(1)), word(0).to_owned(), "nim".to_owned()];
    names.into_iter().find(|name| validator(name).is_some()).expect("a schema")
}

/// Checks what a command wrote.
#[track_caller]
pub fn check(words: &[String], stdout: &[u8]) {
    let lines = match flag(words, &["--format"]) {
        Some("json") => false,
        Some("jsonl" | "json-lines") => true,
        _ => return,
    };
    let text = std::str::from_utf8(stdout).expect("UTF-8");
    if text.is_empty() && flag(words, &["-o", "--output"]).is_some() {
        return;
    }
    let documents: Vec<&str> = if lines { text.lines().collect() } else { vec![text] };
    assert!(!documents.is_empty(), "nothing was written: {words:?}");
    let name = name(words);
    // A command that writes no lines ends without a result.
    let of_lines = || validator(&format!("{name}-lines")).or_else(|| validator("nim"));
    let validator = if lines { of_lines() } else { validator(&name) };
    let validator = validator.expect("a schema");
    for document in documents {
        let value: Value = serde_json::from_str(document)
            .unwrap_or_else(|error| panic!("{words:?}: {error} in {document}"));
        let errors: Vec<_> = validator.iter_errors(&value).map(|it| it.to_string()).collect();
        assert!(errors.is_empty(), "{words:?}: {errors:#?} in {document}");
    }
}

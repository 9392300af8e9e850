//! The JSON Schema of what the commands write.

use serde_json::{Map, Value, json};

/// The whole file: under `$defs` what each command writes, by its name, such as `petri-graph`, or `verify-lines` for a
/// line of `grundy verify --format json-lines`; and the types that they share.
pub const WHOLE: &str = include_str!("../../schema.json");

fn definitions() -> Map<String, Value> {
    let whole = serde_json::from_str(WHOLE).ok();
    let all = whole.and_then(|mut whole: Value| match whole["$defs"].take() {
        Value::Object(all) => Some(all),
        _ => None,
    });
    all.unwrap_or_default()
}

/// The names of all schemas.
pub fn names() -> Vec<String> {
    // Types begin with a capital letter.
    definitions()
        .into_iter()
        .map(|halves| halves.0)
        .filter(|name| name.starts_with(char::is_lowercase))
        .collect()
}

/// The schema of what one command writes, with the types that it needs.
///
/// ```
/// let schema = grundy_answers::report::schema::of("nim").unwrap();
/// assert_eq!(schema["title"], "grundy nim --format json");
/// assert!(schema["$defs"]["NimAnswer"].is_object() && schema["$defs"]["verify"].is_null());
/// ```
pub fn of(name: &str) -> Option<Value> {
    let mut all = definitions();
    let mut schema = all.remove(name).filter(|_| name.starts_with(char::is_lowercase))?;
    let (mut needed, mut open) = (Map::new(), references(&schema));
    while let Some(reference) = open.pop() {
        if let Some((name, definition)) = all.remove_entry(&reference) {
            open.extend(references(&definition));
            needed.insert(name, definition);
        }
    }
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["$defs"] = needed.into();
    Some(schema)
}

/// The types that a schema names.
fn references(schema: &Value) -> Vec<String> {
    match schema {
        Value::String(text) => {
            text.strip_prefix("#/$defs/").map(str::to_owned).into_iter().collect()
        }
        Value::Array(all) => all.iter().flat_map(references).collect(),
        Value::Object(members) => members.values().flat_map(references).collect(),
        _ => Vec::new(),
    }
}

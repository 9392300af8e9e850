//! The file of the schemas: of everything that is written, and of what can be asked.

use super::Question;
use crate::report::schema;
use crate::report::schemas::{all, definitions, pretty};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use std::path::Path;

/// What can be asked, by its name in the file.
const QUESTION: &str = "question";

/// The schema of questions, and the types that it needs, under separate names: input may omit more members than output.
fn questions() -> Map<String, Value> {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    generator.subschema_for::<Question>();
    let text = Value::from(generator.take_definitions(true)).to_string();
    let asked: Map<String, Value> =
        serde_json::from_str(&text.replace("#/$defs/", "#/$defs/Asked")).expect("the same types");
    let named = |(name, schema): (String, Value)| match name == "Question" {
        true => (QUESTION.to_owned(), schema),
        false => (format!("Asked{name}"), schema),
    };
    asked.into_iter().map(named).collect()
}

#[test]
fn the_schema_is_that_of_the_types() {
    let definitions = definitions(questions());
    let commands = all().into_iter().map(|(name, _)| json!({ "$ref": format!("#/$defs/{name}") }));
    let whole = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "what grundy writes with --format json and json-lines, and (question) what can be asked",
        "anyOf": commands.collect::<Vec<_>>(),
        "$defs": definitions,
    });
    let mut text = String::new();
    pretty(&whole, 0, &mut text);
    text.push('\n');
    if std::env::var("GRUNDY_SCHEMAS").is_ok_and(|value| value == "write") {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema.json");
        std::fs::write(path, &text).expect("a file");
    } else {
        let old = "docs/schema.json is not what the types say; GRUNDY_SCHEMAS=write writes it anew";
        assert!(schema::WHOLE == text, "{old}");
    }
    // It is read by people who do not know the names of the program.
    let constant = |word: &str| word.len() > 3 && word.contains('_') && word.to_uppercase() == word;
    let named =
        text.split(|it: char| !it.is_alphanumeric() && it != '_').find(|word| constant(word));
    assert_eq!(named, None);
    assert!(text.lines().count() <= 5000 && text.len() <= 200_000, "{}", text.len());
}

/// A part of the file names nothing that it does not contain.
#[test]
fn each_schema_is_complete() {
    let mut names: Vec<_> = all().into_iter().map(|(name, _)| name).chain([QUESTION]).collect();
    names.sort_unstable();
    assert_eq!(schema::names(), names);
    for name in schema::names() {
        let one = schema::of(&name).expect("a schema");
        let defined: Vec<_> = one["$defs"].as_object().expect("types").keys().collect();
        let text = one.to_string();
        let mut used: Vec<_> = text.split("\"#/$defs/").skip(1).collect();
        used.iter_mut().for_each(|name| *name = name.split('"').next().unwrap_or_default());
        used.sort_unstable();
        used.dedup();
        assert_eq!(used, defined, "{name}");
    }
    assert_eq!(schema::of("Verdict"), None);
}

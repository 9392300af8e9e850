//! The JSON Schema of all JSON output, generated from the types of the output.
//!
//! It is one file, `docs/schema.json`, which a test compares with the types; `GRUNDY_SCHEMAS=write cargo test
//! --package grundy-answers --lib schemas` rewrites it.  The schemas are strict: a member that they do not name is an
//! error.  Programs that read the output should ignore such members.

pub(crate) use super::json::Decimal;
use super::json::{Map, Numbered, SCHEMA, Spelled};
use super::no_result::NoResult;
use super::{
    census, certificate, chains, families, find, fits, fixes, heaps, infer, json, kabelsalat,
    means, model, muehle, nim, options, period, petri, real, regions, register, rows, sequence,
    skeleton, statements, superfluous, theorem, values, winning, wolf,
};
use crate::verdict::Verdict;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema, json_schema};
use serde_json::{Map as Members, Value, json};
use std::borrow::Cow;
use std::marker::PhantomData;
use std::path::Path;

impl JsonSchema for Decimal {
    fn schema_name() -> Cow<'static, str> {
        "Decimal".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^-?[0-9]+$" })
    }
}

impl<T> JsonSchema for Spelled<T> {
    fn schema_name() -> Cow<'static, str> {
        "Spelled".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1 })
    }
}

/// A number that is also a number in JSON as long as every reader keeps it exactly, and a text beyond that.
pub(super) struct JsonNumber;

impl JsonSchema for JsonNumber {
    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [{ "type": "integer" }, generator.subschema_for::<Decimal>()] })
    }
}

impl<V: JsonSchema> JsonSchema for Map<'_, V> {
    fn schema_name() -> Cow<'static, str> {
        format!("MapOf{}", V::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<V>();
        json_schema!({ "type": "object", "additionalProperties": value })
    }
}

/// The schema of the content, with the number.
impl<T: JsonSchema> JsonSchema for Numbered<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        format!("numbered {}", T::schema_id()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = T::json_schema(generator);
        require(&mut schema, "schema", json!({ "const": SCHEMA }));
        schema
    }
}

/// A document: it has a verdict beside the number, unless it has one of its own.
pub(super) struct Document<T>(PhantomData<T>);

impl<T: JsonSchema> JsonSchema for Document<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        format!("document {}", T::schema_id()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Numbered::<T>::json_schema(generator);
        let members = schema.get("properties");
        if members.is_none_or(|members| members.get("verdict").is_none()) {
            require(&mut schema, "verdict", generator.subschema_for::<Verdict>().into());
        }
        let required = schema.get("required").and_then(Value::as_array).expect("members");
        assert!(required.contains(&"verdict".into()), "{} may have none", T::schema_name());
        schema
    }
}

fn require(schema: &mut Schema, member: &str, value: Value) {
    let object = schema.ensure_object();
    let known = object.entry("properties").or_insert_with(|| json!({}));
    assert_eq!(known.get(member), None, "{member} is there twice");
    known[member] = value;
    let required = object.entry("required").or_insert_with(|| json!([]));
    required.as_array_mut().expect("names").insert(0, member.into());
}

/// A function that makes the schema of a type in a generator.
pub(crate) type Of = fn(&mut SchemaGenerator) -> Schema;

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<Document<T>>()
}

/// With only the number: a line that is not a document of its own.
fn numbered<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<Numbered<T>>()
}

fn row_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// What each command writes: the name of the schema, the types of its documents.
pub(crate) fn all() -> Vec<(&'static str, Vec<Of>)> {
    macro_rules! documents {
        ($($name:literal: $($of:ident($document:ty)),+;)+) => {
            vec![$(($name, vec![$($of::<$document>),+])),+]
        };
    }
    documents! {
        "census": of(census::Result), of(means::MeansDocument);
        "census-lines": numbered(census::First), row_of(census::CensusLine), row_of(census::Last);
        "census-families": of(families::FamiliesDocument);
        "check": of(certificate::CertificateAnswer<'_>);
        "compile": of(model::Model<'_>), of(chains::Listing), of(json::CompiledFiles), of(json::WrittenFiles<'_>);
        "expand": of(rows::OneRow<'_>), of(rows::Several<'_>);
        "explain": of(crate::explain::Explanation), of(json::ExplainedCodes);
        "family-check": of(json::Judgements<'_, values::ValueEntry<'_>>);
        "family-check-lines": of(values::ValueEntry<'_>), numbered(json::ChangesLine<'_>),
            of(json::SummaryLine<'_>);
        "family-theorems": of(json::Judgements<'_, statements::StatementEntry<'_>>),
            of(statements::ListedStatements<'_>);
        "family-theorems-lines": of(statements::StatementEntry<'_>),
            numbered(json::ChangesLine<'_>), of(json::SummaryLine<'_>);
        "find": of(find::FoundDocument);
        "fmt": of(json::FormattedFiles<'_>);
        "fmt-lines": of(json::FormattedFile<'_>);
        "heaps": of(heaps::HeapsDocument);
        "infer": of(infer::InferDocument<'_>), of(infer::Families<'_>);
        "kabelsalat-equations": of(kabelsalat::TaskEquations);
        "kabelsalat-generate": of(kabelsalat::Generated);
        "kabelsalat-graph": of(kabelsalat::Graph<'_>);
        "kabelsalat-hints": of(kabelsalat::ExplainedTask<'_>);
        "kabelsalat-solve": of(kabelsalat::SolveAnswer);
        "map": of(regions::Three), of(regions::TwoFree), of(regions::AreasOfPlane);
        "muehle-compare": of(muehle::MuehleDocument<'_>);
        "muehle-net": of(muehle::MadeNet);
        "muehle-replay": of(muehle::Replayed);
        "new": of(skeleton::DraftDocument<'_>);
        "nim": of(nim::NimAnswer);
        "period": of(period::Answer), of(period::Rows<'_>), of(real::Varied<'_>);
        "petri-analyse": of(petri::AnalysisAnswer<'_>);
        "petri-graph": of(petri::GraphAnswer<'_>), of(petri::Unbounded<'_>);
        "petri-convert": of(json::WrittenFiles<'_>), of(petri::Converted);
        "petri-draw": of(json::WrittenFiles<'_>);
        "petri-info": of(petri::Info<'_>);
        "petri-replay": of(petri::Answer<'_>);
        "petri-simulate": of(petri::Answer<'_>);
        "plot": of(json::WrittenFiles<'_>), of(fits::FitsDocument);
        "register": of(register::RegisterDocument), of(register::FollowedWord);
        "sequence": of(sequence::ValuesPiece<'_>), of(rows::RowsDocument<'_>), of(real::Intervals),
            of(winning::WinningDocument<'_>), of(options::OptionsDocument<'_>), of(superfluous::SuperfluousDocument);
        "theorem": of(theorem::TheoremDocument<'_>);
        "verify": of(json::Verified<'_>), of(chains::All<'_>);
        "verify-lines": numbered(fixes::File<'_>), of(json::Entry<'_>), numbered(json::Unread<'_>),
            numbered(json::ChangesLine<'_>), of(json::SummaryLine<'_>);
        "wolf-machine": of(wolf::Replay), of(wolf::Play);
        "wolf-repair": of(wolf::Repairs);
        "wolf-solve": of(wolf::Positions);
    }
}

/// The schemas: of each command, which is that of one of its documents or of the one that says why there is no result;
/// of the types that they share; and of these questions.
pub(crate) fn definitions(questions: Members<String, Value>) -> Members<String, Value> {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut commands = Members::new();
    for (name, documents) in all() {
        let mut any: Vec<Schema> = documents.iter().map(|of| of(&mut generator)).collect();
        any.push(of::<NoResult<'_>>(&mut generator));
        let words = name.replace('-', " ");
        let title = match words.strip_suffix(" lines") {
            Some(command) => format!("a line of grundy {command} --format json-lines"),
            None => format!("grundy {words} --format json"),
        };
        commands.insert(name.into(), json!({ "title": title, "anyOf": any }));
    }
    let mut all = generator.take_definitions(true);
    all.append(&mut commands);
    for (name, definition) in questions {
        assert!(all.insert(name.clone(), definition).is_none(), "{name} is there twice");
    }
    all.values_mut().for_each(|one| close(one, false));
    all
}

/// The file: whatever fits on one line is on one line.
pub(crate) fn pretty(value: &Value, indent: usize, text: &mut String) {
    let line = value.to_string();
    let (ends, entries): (_, Vec<_>) = match value {
        Value::Object(members) => (
            ["{", "}"],
            members.iter().map(|(key, it)| (format!("{}: ", json!(key)), it)).collect(),
        ),
        Value::Array(all) => (["[", "]"], all.iter().map(|entry| (String::new(), entry)).collect()),
        _ => (["", ""], Vec::new()),
    };
    if entries.is_empty() || indent + line.len() <= 120 {
        return text.push_str(&line);
    }
    text.push_str(ends[0]);
    for (index, (key, entry)) in entries.iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        text.push_str(&format!("{comma}\n{:indent$} {key}", ""));
        pretty(entry, indent + 1, text);
    }
    text.push_str(&format!("\n{:indent$}{}", "", ends[1]));
}

/// Makes a schema strict: no members except the named ones, and no `null` where a member without a value is left out.
/// A part of an object, such as a flattened enum, names only some of the members.
fn close(schema: &mut Value, is_part: bool) {
    match schema {
        Value::Object(members) => {
            let required = members.get("required").cloned().unwrap_or_default();
            let is_required = |name: &String| {
                required.as_array().is_some_and(|all| all.contains(&name[..].into()))
            };
            let parts = ["allOf", "anyOf", "oneOf"];
            let is_combined = parts.iter().any(|part| members.contains_key(*part));
            let mut is_object = is_part;
            if let Some(Value::Object(properties)) = members.get_mut("properties") {
                for (name, value) in properties {
                    if !is_required(name) {
                        without_null(value);
                    }
                }
                is_object = true;
                let others =
                    if is_combined { "unevaluatedProperties" } else { "additionalProperties" };
                if !is_part {
                    members.insert(others.to_owned(), false.into());
                }
            }
            // Of a number, its name in Rust.
            members.remove("format");
            if let Some(Value::String(text)) = members.get_mut("description") {
                *text = described(text);
            }
            let is_part = |key: &String| is_object && parts.contains(&key.as_str());
            members.iter_mut().for_each(|(key, value)| close(value, is_part(key)));
        }
        Value::Array(all) => all.iter_mut().for_each(|one| close(one, is_part)),
        _ => {}
    }
}

/// A comment for readers who do not know Rust: without examples, names of constants, and links.
fn described(comment: &str) -> String {
    let prose = comment.split("\n\n```").next().unwrap_or_default().replace('\n', " ");
    let named =
        |part: &'_ str| part.split_once("`])").map_or(String::new(), |halves| halves.1.to_owned());
    let mut parts = prose.split(" ([`");
    let first = parts.next().unwrap_or_default().to_owned();
    (first + &parts.map(named).collect::<String>()).replace("[`", "`").replace("`]", "`")
}

fn without_null(schema: &mut Value) {
    let null = Value::from("null");
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|one| *one != null);
        if let [one] = &types[..] {
            schema["type"] = one.clone();
        }
    }
    if let Some(Value::Array(names)) = schema.get_mut("enum") {
        names.retain(|one| !one.is_null());
    }
    if let Some(Value::Array(any)) = schema.get_mut("anyOf") {
        any.retain(|one| one["type"] != null);
        if let [one] = &any[..] {
            let one = one.clone();
            if let Some(members) = schema.as_object_mut() {
                members.remove("anyOf");
                members.extend(one.as_object().cloned().unwrap_or_default());
            }
        }
    }
}

/// Everything that is written as a document is one of them.
#[test]
fn every_document_has_a_schema() {
    let known = include_str!("schemas.rs");
    let listed = |name: &str| {
        [format!("::{name})"), format!("::{name}<'_")].iter().any(|path| known.contains(path))
    };
    fn names(text: &str) -> impl Iterator<Item = &str> {
        text.split(|it: char| !it.is_alphanumeric())
            .filter(|word| word.starts_with(char::is_uppercase))
    }
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src/report")];
    let mut found = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("a file").path();
            // SARIF has a schema of its own.
            if path.is_dir() {
                folders.push(path);
                continue;
            } else if path.ends_with("sarif.rs") || path.ends_with("schemas.rs") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a text");
            let written = text.split("document(&").skip(1);
            let judged =
                text.split("judged(").skip(1).filter_map(|text| Some(text.split_once('&')?.1));
            let written = written.chain(judged).filter(|name| name.starts_with(char::is_uppercase));
            for rest in written.chain(text.split("Render for ").skip(1)) {
                let name = names(rest).next().expect("a name");
                let by_hand = text.split_once(&format!("impl Serialize for {name}"));
                let body = by_hand.and_then(|(_, rest)| rest.split("\n}\n").next());
                let is_listed = match body {
                    // The document is made there.
                    Some(body) => names(body).any(listed),
                    // The document of a code is its explanation.
                    None => listed(name) || name == "ExplainedCode",
                };
                assert!(is_listed, "{name} of {} has no schema", path.display());
                found += 1;
            }
        }
    }
    assert!(found > 30, "{found}");
}

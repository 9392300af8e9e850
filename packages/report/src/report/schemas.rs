//! The JSON Schemas of all JSON output, generated from the types that are written.
//!
//! Each command has a schema in `docs/schemas`, which a test compares with the types;
//! `GRUNDY_SCHEMAS=write cargo test --lib report::schemas` writes them anew.  They are strict: a
//! member that a type does not have is refused, and so is one that is missing.

use super::ended::NoResult;
pub(super) use super::json::Decimal;
use super::json::{JsonNumber, Map, Numbered, SCHEMA, Spelled};
use super::{
    census, certificate, chains, families, fits, fixes, heaps, infer, json, kabelsalat, means,
    model, muehle, nim, period, petri, real, regions, register, rows, sequence, skeleton,
    statements, theorem, values, winning, wolf,
};
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema, json_schema};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

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

/// The schema of what is told, with the number.
impl<T: JsonSchema> JsonSchema for Numbered<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        format!("numbered {}", T::schema_id()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = T::json_schema(generator);
        assert!(schema.get("properties").is_none_or(|it| it.get("schema").is_none()), "{schema:?}");
        let object = schema.ensure_object();
        object["properties"]["schema"] = json!({ "const": SCHEMA });
        let required = object.entry("required").or_insert_with(|| json!([]));
        required.as_array_mut().expect("names").insert(0, "schema".into());
        schema
    }
}

/// Makes the schema of a type in a generator.
type Of = fn(&mut SchemaGenerator) -> Schema;

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<Numbered<T>>()
}

fn row_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// What each command writes: the name of the schema, its title, the types of its documents.
fn all() -> Vec<(&'static str, &'static str, Vec<Of>)> {
    vec![
        (
            "census",
            "grundy census --format json",
            vec![of::<census::Result>, of::<means::MeansDocument>],
        ),
        (
            "census-lines",
            "a line of grundy census --format jsonl",
            vec![of::<census::First>, row_of::<census::CensusLine>, row_of::<census::Last>],
        ),
        (
            "census-families",
            "grundy census families --format json",
            vec![of::<families::FamiliesDocument>],
        ),
        ("check", "grundy check --format json", vec![of::<certificate::CertificateAnswer<'_>>]),
        (
            "compile",
            "grundy compile --format json",
            vec![of::<model::Model<'_>>, of::<chains::Listing>, of::<json::WrittenFiles<'_>>],
        ),
        (
            "expand",
            "grundy expand --format json",
            vec![of::<rows::OneRow<'_>>, of::<rows::Several<'_>>],
        ),
        (
            "explain",
            "grundy explain --format json",
            vec![of::<crate::explain::Explanation>, of::<json::ExplainedCodes>],
        ),
        (
            "family-check",
            "grundy family check --format json",
            vec![of::<json::Judgements<'_, values::ValueEntry<'_>>>],
        ),
        (
            "family-check-lines",
            "a line of grundy family check --format jsonl",
            vec![
                of::<values::ValueEntry<'_>>,
                of::<json::ChangesLine<'_>>,
                of::<json::SummaryLine<'_>>,
            ],
        ),
        (
            "family-theorems",
            "grundy family theorems --format json",
            vec![
                of::<json::Judgements<'_, statements::StatementEntry<'_>>>,
                of::<statements::ListedStatements<'_>>,
            ],
        ),
        (
            "family-theorems-lines",
            "a line of grundy family theorems --format jsonl",
            vec![
                of::<statements::StatementEntry<'_>>,
                of::<json::ChangesLine<'_>>,
                of::<json::SummaryLine<'_>>,
            ],
        ),
        ("fmt", "grundy fmt --format json", vec![of::<json::FormattedFiles<'_>>]),
        ("fmt-lines", "a line of grundy fmt --format jsonl", vec![of::<json::FormattedFile<'_>>]),
        ("heaps", "grundy heaps --format json", vec![of::<heaps::HeapsDocument<'_>>]),
        (
            "infer",
            "grundy infer --format json",
            vec![of::<infer::InferDocument<'_>>, of::<infer::Families<'_>>],
        ),
        (
            "kabelsalat-equations",
            "grundy kabelsalat equations --format json",
            vec![of::<kabelsalat::Equations>],
        ),
        (
            "kabelsalat-generate",
            "grundy kabelsalat generate --format json",
            vec![of::<kabelsalat::Generated>],
        ),
        (
            "kabelsalat-graph",
            "grundy kabelsalat graph --format json",
            vec![of::<kabelsalat::Graph<'_>>],
        ),
        (
            "kabelsalat-hints",
            "grundy kabelsalat hints --format json",
            vec![of::<kabelsalat::Explained<'_>>],
        ),
        (
            "kabelsalat-solve",
            "grundy kabelsalat solve --format json",
            vec![of::<kabelsalat::SolveAnswer<'_>>],
        ),
        (
            "map",
            "grundy map --format json",
            vec![of::<regions::Three>, of::<regions::TwoFree>, of::<regions::AreasOfPlane>],
        ),
        (
            "muehle-compare",
            "grundy muehle compare --format json",
            vec![of::<muehle::MuehleDocument<'_>>],
        ),
        ("muehle-net", "grundy muehle net --format json", vec![of::<muehle::ComparedCounts<'_>>]),
        ("muehle-replay", "grundy muehle replay --format json", vec![of::<muehle::Replayed>]),
        ("new", "grundy new --format json", vec![of::<skeleton::Drafted>]),
        ("nim", "grundy nim --format json", vec![of::<nim::NimAnswer<'_>>]),
        (
            "period",
            "grundy period --format json",
            vec![of::<period::Answer>, of::<period::Rows<'_>>, of::<real::Varied>],
        ),
        (
            "petri-analyse",
            "grundy petri analyse --format json",
            vec![of::<petri::AnalysisAnswer<'_>>],
        ),
        (
            "petri-graph",
            "grundy petri graph --format json",
            vec![of::<petri::GraphAnswer<'_>>, of::<petri::Unbounded<'_>>],
        ),
        ("petri-convert", "grundy petri convert --format json", vec![of::<json::WrittenFiles<'_>>]),
        ("petri-draw", "grundy petri draw --format json", vec![of::<json::WrittenFiles<'_>>]),
        ("petri-info", "grundy petri info --format json", vec![of::<petri::Info<'_>>]),
        ("petri-replay", "grundy petri replay --format json", vec![of::<petri::Answer<'_>>]),
        ("petri-simulate", "grundy petri simulate --format json", vec![of::<petri::Answer<'_>>]),
        (
            "plot",
            "grundy plot --format json",
            vec![of::<json::WrittenFiles<'_>>, of::<fits::FitsDocument>],
        ),
        (
            "register",
            "grundy register --format json",
            vec![of::<register::RegisterDocument>, of::<register::One>],
        ),
        (
            "sequence",
            "grundy sequence --format json",
            vec![
                of::<sequence::ValuesPiece<'_>>,
                of::<rows::RowsDocument<'_>>,
                of::<real::Intervals>,
                of::<winning::WinningPiece<'_>>,
            ],
        ),
        ("theorem", "grundy theorem --format json", vec![of::<theorem::TheoremDocument<'_>>]),
        (
            "verify",
            "grundy verify --format json",
            vec![of::<json::Verified<'_>>, of::<chains::All<'_>>],
        ),
        (
            "verify-lines",
            "a line of grundy verify --format jsonl",
            vec![
                of::<fixes::File<'_>>,
                of::<json::Entry<'_>>,
                of::<json::Unread<'_>>,
                of::<json::ChangesLine<'_>>,
                of::<json::SummaryLine<'_>>,
            ],
        ),
        (
            "wolf-machine",
            "grundy wolf machine --format json",
            vec![of::<wolf::Replay<'_>>, of::<wolf::Play<'_>>],
        ),
        ("wolf-repair", "grundy wolf repair --format json", vec![of::<wolf::Repairs>]),
        ("wolf-solve", "grundy wolf solve --format json", vec![of::<wolf::Positions<'_>>]),
    ]
}

/// The schema of one command: one of its documents, or the one that says why there is none.
fn schema(title: &str, documents: &[Of]) -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut any: Vec<Schema> = documents.iter().map(|of| of(&mut generator)).collect();
    any.push(of::<NoResult<'_>>(&mut generator));
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "anyOf": any,
        "$defs": generator.take_definitions(true),
    });
    close(&mut schema, false);
    schema
}

/// Makes a schema strict: no members but those that are named, and no `null` where a member that
/// has no value is left out.  A part of an object, as a flattened enum is one, names only some of the members.
fn close(schema: &mut Value, is_part: bool) {
    match schema {
        Value::Object(members) => {
            let required = members.get("required").cloned().unwrap_or_default();
            let is_required = |name: &String| {
                required.as_array().is_some_and(|all| all.contains(&name[..].into()))
            };
            let parts = ["allOf", "anyOf", "oneOf"];
            let is_combined = parts.iter().any(|it| members.contains_key(*it));
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
            let is_part = |key: &String| is_object && parts.contains(&key.as_str());
            members.iter_mut().for_each(|(key, value)| close(value, is_part(key)));
        }
        Value::Array(all) => all.iter_mut().for_each(|one| close(one, is_part)),
        _ => {}
    }
}

fn without_null(schema: &mut Value) {
    let null = Value::from("null");
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|one| *one != null);
        if let [one] = &types[..] {
            schema["type"] = one.clone();
        }
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

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas")
}

#[test]
fn the_schemas_are_those_of_the_types() {
    let write = std::env::var("GRUNDY_SCHEMAS").is_ok_and(|value| value == "write");
    let mut expected = Vec::new();
    for (name, title, documents) in all() {
        let path = folder().join(format!("{name}.json"));
        let text = serde_json::to_string_pretty(&schema(title, &documents)).expect("JSON") + "\n";
        if write {
            std::fs::create_dir_all(folder()).expect("a folder");
            std::fs::write(&path, &text).expect("a file");
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            kept == text,
            "{} is not what the types say; GRUNDY_SCHEMAS=write writes it anew",
            path.display()
        );
        expected.push(path);
    }
    let files = std::fs::read_dir(folder()).expect("a folder").map(|it| it.expect("a file").path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    expected.sort();
    assert_eq!(files, expected, "a file for each schema, and no other");
}

/// Whatever is written as a document is one of them.
#[test]
fn every_document_has_a_schema() {
    let known = include_str!("schemas.rs");
    let listed = |name: &str| {
        [format!("::{name}>"), format!("::{name}<'_")].iter().any(|it| known.contains(it))
    };
    fn names(text: &str) -> impl Iterator<Item = &str> {
        text.split(|it: char| !it.is_alphanumeric()).filter(|it| it.starts_with(char::is_uppercase))
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
            let written = written.filter(|rest| rest.starts_with(char::is_uppercase));
            for rest in written.chain(text.split("Render for ").skip(1)) {
                let name = names(rest).next().expect("a name");
                let by_hand = text.split_once(&format!("impl Serialize for {name}"));
                let body = by_hand.and_then(|(_, rest)| rest.split("\n}\n").next());
                let is_listed = match body {
                    // It makes its document there.
                    Some(body) => names(body).any(listed),
                    // That of a code is its explanation.
                    None => listed(name) || name == "ExplainedCode",
                };
                assert!(is_listed, "{name} of {} has no schema", path.display());
                found += 1;
            }
        }
    }
    assert!(found > 30, "{found}");
}

//! What is part of the program.

use super::{Json, Refused, json, object};
use grundy_answers::check::Kind;
use grundy_published::family::DESCRIPTIONS;
use serde::Serialize;

#[derive(Serialize)]
struct Published {
    /// The name of its file, without the ending.
    name: &'static str,
    kind: &'static str,
    text: &'static str,
}

/// Texts of the other kinds, at least one of each, which are checked at once.
const OTHERS: [(&str, Kind, &str); 6] = [
    ("five moves", Kind::Family, include_str!("../examples/family.toml")),
    ("positions", Kind::Nim, include_str!("../../../descriptions/nim/positions.nim")),
    ("strategy", Kind::Nim, include_str!("../../../descriptions/nim/strategy.nim")),
    (
        "examples",
        Kind::Kabelsalat,
        include_str!("../../../descriptions/kabelsalat/examples.kabelsalat"),
    ),
    ("lamps_graeff", Kind::Wolf, include_str!("../../../descriptions/wolf/lamps_graeff.tsv")),
    ("BatchLine", Kind::Petri, include_str!("../../../descriptions/petri/BatchLine-6-4-3.pnml")),
];

/// The version, the kinds of inputs, and published texts.
pub(crate) fn known() -> Result<Json, Refused> {
    let published = |&(path, text): &(&'static str, &'static str)| {
        let file = path.rsplit_once('/').map_or(path, |(_, file)| file);
        let name = file.split_once('.').map_or(file, |(name, _)| name);
        Published { name, kind: Kind::Nimseq.name(), text }
    };
    let other = |&(name, kind, text): &(&'static str, Kind, &'static str)| Published {
        name,
        kind: kind.name(),
        text,
    };
    let kinds: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    let published = DESCRIPTIONS.iter().map(published).chain(OTHERS.iter().map(other));
    let descriptions: Vec<_> = published.collect();
    Ok(object(&[
        ("version", json(&grundy::VERSION)?),
        ("kinds", json(&kinds)?),
        ("descriptions", json(&descriptions)?),
    ]))
}

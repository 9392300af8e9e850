//! What is part of the program.

use super::{Json, Refused, json, object};
use grundy_answers::check::Kind;
use grundy_answers::explain::BOOK;
use grundy_published::family::DESCRIPTIONS;
use serde::Serialize;

#[derive(Serialize)]
struct Published {
    /// The name of its file, without the ending, or what it is.
    name: &'static str,
    kind: &'static str,
    text: &'static str,
}

/// Texts of the other kinds, at least one of each, which are checked at once.
const OTHERS: [(&str, Kind, &str); 6] = [
    ("Families of five moves", Kind::Family, include_str!("../examples/family.toml")),
    ("Positions of Nim", Kind::Nim, include_str!("../../../descriptions/nim/positions.nim")),
    ("A strategy for Nim", Kind::Nim, include_str!("../../../descriptions/nim/strategy.nim")),
    (
        "Tasks with stacks and switches",
        Kind::Kabelsalat,
        include_str!("../../../descriptions/kabelsalat/examples.kabelsalat"),
    ),
    (
        "Lamps of a relay machine",
        Kind::Wolf,
        include_str!("../../../descriptions/wolf/lamps_graeff.tsv"),
    ),
    ("A batch line", Kind::Petri, include_str!("../../../descriptions/petri/BatchLine-6-4-3.pnml")),
];

/// The version, the address of the book if there is one, the kinds of inputs, and published texts.
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
        ("book", json(&BOOK)?),
        ("kinds", json(&kinds)?),
        ("descriptions", json(&descriptions)?),
    ]))
}

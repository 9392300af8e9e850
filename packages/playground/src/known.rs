//! What is part of the program.

use super::{Refused, answer, document};
use grundy::check::Kind;
use grundy::family::DESCRIPTIONS;
use grundy::report::json;
use serde::Serialize;
use serde_json::value::RawValue;

#[derive(Serialize)]
struct Known {
    version: &'static str,
    kinds: Vec<&'static str>,
    descriptions: Vec<Published>,
}

#[derive(Serialize)]
struct Published {
    /// The name of its file, without the ending.
    name: &'static str,
    text: &'static str,
}

/// The version, the kinds of inputs, and the published descriptions.
pub fn known() -> Result<Box<RawValue>, Refused> {
    let published = |&(path, text): &(&'static str, &'static str)| {
        let file = path.rsplit_once('/').map_or(path, |(_, file)| file);
        Published { name: file.split_once('.').map_or(file, |(name, _)| name), text }
    };
    answer(&Known {
        version: grundy::VERSION,
        kinds: Kind::ALL.iter().map(|kind| kind.name()).collect(),
        descriptions: DESCRIPTIONS.iter().map(published).collect(),
    })
}

/// What a code means.
pub fn explain(code: &str) -> Result<Box<RawValue>, Refused> {
    let known = grundy::explain::explain(code);
    let known = known.ok_or_else(|| format!("there is no finding with the code {code}"))?;
    document(json::explanation(known))
}

//! What is part of the program.

use super::{Json, Refused, json, object};
use grundy_atlas::family::DESCRIPTIONS;
use grundy_report::check::Kind;
use grundy_report::report;
use serde::Serialize;

#[derive(Serialize)]
struct Published {
    /// The name of its file, without the ending.
    name: &'static str,
    text: &'static str,
}

/// The version, the kinds of inputs, and the published descriptions.
pub fn known() -> Result<Json, Refused> {
    let published = |&(path, text): &(&'static str, &'static str)| {
        let file = path.rsplit_once('/').map_or(path, |(_, file)| file);
        Published { name: file.split_once('.').map_or(file, |(name, _)| name), text }
    };
    let kinds: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    let descriptions: Vec<_> = DESCRIPTIONS.iter().map(published).collect();
    Ok(object(&[
        ("version", json(&grundy::VERSION)?),
        ("kinds", json(&kinds)?),
        ("descriptions", json(&descriptions)?),
    ]))
}

/// What a code means.
pub fn explain(code: &str) -> Result<Json, Refused> {
    let known = grundy_report::explain::explain(code);
    let known = known.ok_or_else(|| format!("unknown code {code}"))?;
    Ok(report::json::explanation(known))
}

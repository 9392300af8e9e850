//! Nim, Kabelsalat and the game of the wolf: rules, claims and findings.

mod hints;
mod kabelsalat;
mod machine;
mod nim;
mod positions;
#[path = "../support/mod.rs"]
mod support;
#[path = "../support/table.rs"]
mod table;
mod wolf;

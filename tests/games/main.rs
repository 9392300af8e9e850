//! Nim, Kabelsalat and the game of the wolf: rules, claims and findings.

mod kabelsalat;
mod nim;
#[path = "../support/mod.rs"]
mod support;
mod wolf;

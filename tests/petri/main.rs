//! Petri nets: firing against the definition, PNML, reachability against a plain search, the
//! commands.  The terminal is in `tests/terminal/petri.rs`.

mod analysis;
mod command;
mod dialects;
mod draw;
mod firing;
mod graph;
mod nets;
mod pnml;
#[path = "../support/command.rs"]
mod support;
#[path = "../support/table.rs"]
mod table;
mod unbounded;
mod vocabulary;

use std::path::Path;
use support::{Ran, grundy};

/// Runs `grundy petri` in a folder.
fn petri(words: &[&str], folder: &Path) -> Ran {
    let words: Vec<_> = ["petri"].iter().chain(words).copied().collect();
    grundy(&words, folder).output().expect("grundy runs").into()
}

//! Petri nets: firing against the definition, PNML, reachability against a plain search, the
//! commands.  The terminal is in `tests/petri_play.rs`.

mod command;
mod firing;
mod graph;
mod nets;
mod pnml;
#[path = "../support/command.rs"]
mod support;

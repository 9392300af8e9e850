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

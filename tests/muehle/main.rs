//! Nine Men's Morris: the net against the published numbers and cases, the rules against a second
//! implementation, the comparison of both, and the commands.  The terminal is in
//! `tests/terminal/muehle.rs`.

mod cases;
#[path = "../support/command.rs"]
mod command;
mod commands;
mod compare;
mod figures;
mod net;
mod notation;
mod rules;
#[path = "../support/table.rs"]
mod table;

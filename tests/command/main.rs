//! The program as a user runs it: arguments, output, exit codes.

mod check;
mod cli;
#[path = "../support/command.rs"]
mod command;
mod compile;
mod facade;
mod games;
mod period;
mod readme;
mod robustness;
mod theorem;
mod writing;

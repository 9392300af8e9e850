//! `grundy family`: what is published about families of games.

mod check;
mod theorems;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::family::Command;
use crate::cli::host::{Exit, Failure};

/// Runs the command that was typed.
pub fn run(command: &Command, configuration: &Configuration) -> Result<Exit, Failure> {
    match command {
        Command::Check(arguments) => check::run(arguments, configuration),
        Command::Theorems(arguments) => theorems::run(arguments, configuration),
    }
}

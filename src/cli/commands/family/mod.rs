//! `grundy family`: what is published about families of games.

mod check;
mod theorems;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::family::FamilyCommand;
use crate::cli::host::{Exit, Failure};

/// Runs the command that was typed.
pub fn run(command: &FamilyCommand, configuration: &Configuration) -> Result<Exit, Failure> {
    match command {
        FamilyCommand::Check(arguments) => check::run(arguments, configuration),
        FamilyCommand::Theorems(arguments) => theorems::run(arguments, configuration),
    }
}

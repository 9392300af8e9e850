//! `grundy family`: what is published about families of games.

pub mod arguments;
pub mod check;
mod theorems;

use super::configuration::Configuration;
use super::exit::{Exit, Failure};
use arguments::Command;

/// Runs the command that was typed.
pub fn run(command: &Command, configuration: &Configuration) -> Result<Exit, Failure> {
    match command {
        Command::Check(arguments) => check::run(arguments, configuration),
        Command::Theorems(arguments) => theorems::run(arguments, configuration),
    }
}

//! `grundy nim`: who wins, and how.

mod play;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::nim::{Nim, NimCommand};
use crate::cli::host::{Control, Exit, Failure, answer};

/// Answers for a position, or plays.
pub fn run(arguments: &Nim, configuration: &Configuration) -> Result<Exit, Failure> {
    if let Some(NimCommand::Play(arguments)) = &arguments.command {
        return play::run(arguments, configuration);
    }
    let question = arguments.question().map_err(Failure::usage)?;
    answer(&question, &Control::default(), configuration)
}

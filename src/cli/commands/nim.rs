//! `grundy nim`: who wins, and how.

use crate::cli::conversation::{self, heaps::OnHeaps};
use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::nim::{Nim, NimCommand};
use crate::cli::host::{Control, Exit, Failure, answer};

/// Answers the question about a position, or plays.
pub fn run(arguments: &Nim, configuration: &Configuration) -> Result<Exit, Failure> {
    if let Some(NimCommand::Play(arguments)) = &arguments.command {
        let position = arguments.position().map_err(Failure::usage)?;
        let (convention, second) = (arguments.game.convention(), arguments.second);
        let game = match position {
            Some(heaps) => OnHeaps::new(heaps, convention, second, &arguments.opponent),
            None => OnHeaps::at_random(convention, second, &arguments.opponent),
        };
        return conversation::hold(game, configuration);
    }
    let question = arguments.question().map_err(Failure::usage)?;
    answer(&question, &Control::default(), configuration)
}

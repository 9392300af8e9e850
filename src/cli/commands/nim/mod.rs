//! `grundy nim`: who wins, and how.

mod play;

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::nim::{Nim, NimCommand};
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::output::show;
use grundy_report::report::nim;

/// Answers for a position, or plays.
pub fn run(arguments: &Nim, configuration: &Configuration) -> Result<Exit, Failure> {
    if let Some(NimCommand::Play(arguments)) = &arguments.command {
        return play::run(arguments, configuration);
    }
    let position = arguments.position().map_err(Failure::usage)?;
    let convention = arguments.game.convention();
    let beside = nim::Beside { bits: arguments.bits, why: arguments.why };
    show(&nim::answer(&position, convention, beside), configuration)
}

//! `grundy register`: the words of outcomes from which a game can start, and their orbits.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::register::Register;
use crate::cli::host::{Control, Exit, Failure, bug, show};
use grundy_answers::ask::{Ask as _, register as ask};

/// Looks at all words, or follows the requested one.
pub fn run(arguments: &Register, configuration: &Configuration) -> Result<Exit, Failure> {
    let &Register { ref game, all_words, list, limit_words } = arguments;
    let game = game.one().map_err(Failure::usage)?;
    let question = ask::Register { game, all_words, list, limit_words: Some(limit_words) };
    let control = Control::start(configuration.time_limit)?;
    bug::working_on(&question.game.moves.join(" "));
    let found = question
        .answer(&control.terms(configuration, None))
        .map_err(|error| control.refused_game(error, &question.game, configuration));
    show(&found?, configuration)
}

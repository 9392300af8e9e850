//! `grundy register`: the words of outcomes from which a game can start, and their orbits.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::moves;
use crate::cli::flags::register::Register;
use crate::cli::host::asking::{refused, terms};
use crate::cli::host::{Control, Exit, Failure, bug, show};
use grundy_report::ask::{Ask as _, Refused, register as ask};

/// Looks at all words, or follows the one that is asked for.
pub fn run(arguments: &Register, configuration: &Configuration) -> Result<Exit, Failure> {
    let &Register { ref game, all_words, list, limit_words } = arguments;
    let game = game.one().map_err(Failure::usage)?;
    let question = ask::Register { game, all_words, list, limit_words: Some(limit_words) };
    let control = Control::start(configuration.time_limit)?;
    bug::working_on(&question.game.moves.join(" "));
    let found = question.answer(&terms(&control, configuration)).map_err(|error| match error {
        Refused::Limit(..) => refused(error, &control, configuration),
        error => Failure::usage(moves::refused(error, &question.game)),
    });
    show(&found?, configuration)
}

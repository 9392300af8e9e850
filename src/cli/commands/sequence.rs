//! `grundy sequence`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::sequence::Sequence;
use crate::cli::host::bug;
use crate::cli::host::control::Control;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::output::{complain, print};
use grundy::report::sequence;
use grundy::sequence::values;

/// Writes a piece of the sequence of a game.
pub fn run(arguments: &Sequence, configuration: &Configuration) -> Result<Exit, Failure> {
    let game = arguments.game.game().map_err(Failure::usage)?;
    bug::working_on(&game.moves().to_string());
    let control = Control::start(configuration.time_limit)?;
    let Ok(values) = values(&game, arguments.from, arguments.count, &control.stop) else {
        if control.interrupted() {
            return Ok(Exit::Interrupted);
        }
        complain("undecided: the time limit was reached before the last position");
        return Ok(Exit::Undecided);
    };
    let alphabet = game.rule().alphabet();
    let values: String = values.into_iter().map(|value| alphabet.letter(value)).collect();
    let text = if configuration.is_text() {
        format!("{values}\n")
    } else {
        sequence::piece(&game, arguments.from, &values)
    };
    print(&text, configuration)
}

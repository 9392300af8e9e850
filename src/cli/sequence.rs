//! `grundy sequence`.

use super::arguments::position;
use super::bug;
use super::configuration::Configuration;
use super::control::Control;
use super::exit::{Exit, Failure};
use super::game::GameArguments;
use super::output::complain;
use super::print;
use clap::Args;
use grundy::report::sequence;
use grundy::sequence::values;

/// `grundy sequence`.
#[derive(Debug, Args)]
pub struct Sequence {
    /// Which game
    #[command(flatten)]
    game: GameArguments,
    /// The first position
    #[arg(long, value_name = "POSITION", default_value_t = 0, value_parser = position)]
    from: u64,
    /// How many positions, at most 100 million
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(..=100_000_000))]
    count: u64,
}

/// Writes a piece of the sequence of a game.
pub fn run(arguments: &Sequence, configuration: &Configuration) -> Result<Exit, Failure> {
    let game = arguments.game.game()?;
    bug::working_on(&game.moves().to_string());
    let control = Control::start(configuration.time_limit)?;
    let count = usize::try_from(arguments.count).unwrap_or(usize::MAX);
    let Ok(values) = values(&game, arguments.from, count, &control.stop) else {
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

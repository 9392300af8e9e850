//! `grundy muehle replay`: a game record, turn by turn.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::muehle::MuehleReplay;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::input::{file_named, read_text};
use crate::cli::host::output::show;
use grundy_games::muehle::notation::{NoGame, Record, position};
use grundy_games::muehle::{Player, Position};
use grundy_report::report::muehle as report;
use std::path::Path;

/// Plays the record up to its end, or to the first turn that is not possible.
pub fn run(arguments: &MuehleReplay, configuration: &Configuration) -> Result<Exit, Failure> {
    let text = text(&arguments.record)?;
    let start = match &arguments.from {
        Some(text) => position(text).map_err(|why| Failure::rejected(format!("--from: {why}")))?,
        None => Position::start(Player::A),
    };
    let (record, stopped) = match Record::play(&text, start, arguments.captures) {
        Ok(record) => (record, None),
        Err((NoGame::Unreadable(word), _)) => {
            return Err(Failure::rejected(format!(
                "`{word}` is not a turn; turns are such as d6, a1-a4 and a1-a4xd7"
            )));
        }
        Err((NoGame::Unclosed, _)) => {
            let message = "a remark in braces is not closed; write `}` after it";
            return Err(Failure::rejected(message));
        }
        Err((NoGame::Impossible(number, turn, why), record)) => (record, Some((number, turn, why))),
    };
    show(&report::replayed(&record, stopped.as_ref()), configuration)?;
    Ok(if stopped.is_some() { Exit::Refuted } else { Exit::Success })
}

/// The record, which may be in a file or come from standard input.
fn text(record: &[String]) -> Result<String, Failure> {
    let Some(file) = file_named(record) else { return Ok(record.join(" ")) };
    let (text, broken) = read_text(Path::new(file))?;
    match broken {
        Some(broken) => Err(Failure::rejected(format!("{file}: {}", broken.message))),
        None => Ok(text),
    }
}

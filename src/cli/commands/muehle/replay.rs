//! `grundy muehle replay`: a game record, turn by turn.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::muehle::MuehleReplay;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::input::{file_named, read_text};
use crate::cli::host::output::show;
use grundy_core::diagnostic::line_and_column;
use grundy_games::muehle::notation::position;
use grundy_games::muehle::record::{NoGame, Record};
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
        Err((NoGame::Unreadable(at, why), _)) => {
            let (line, column) = line_and_column(&text, at);
            let file = file_named(&arguments.record).map_or(String::new(), |it| format!("{it}: "));
            return Err(Failure::rejected(format!("{file}line {line}, column {column}: {why}")));
        }
        Err((NoGame::Impossible(number, turn, why), record)) => (record, Some((number, turn, why))),
    };
    show(&report::replayed(&record, stopped.as_ref()), configuration)
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

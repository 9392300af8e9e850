//! `grundy new`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::game::GameArguments;
use crate::cli::flags::new::New;
use crate::cli::host::output::shown;
use crate::cli::host::{Control, Exit, Failure, Output, bug, complain, file};
use grundy_core::lang::MoveList;
use grundy_core::limit::Limit;
use grundy_report::report::Detail;
use grundy_report::report::skeleton::{GAMES, GREATEST_FIRST, Sample, first_game, skeleton};

/// Writes a draft of a description.
pub fn run(arguments: &New, configuration: &Configuration) -> Result<Exit, Failure> {
    let game = &arguments.game;
    let family = game.family().map_err(Failure::usage)?;
    let games = games(game, &family).map_err(Failure::usage)?;
    let control = Control::start(configuration.time_limit)?;
    let mut samples = Vec::with_capacity(games.len());
    for one in &games {
        match sample(one, &family, &control) {
            Ok(Ok(sample)) => samples.push(sample),
            Ok(Err(limit)) => {
                let came = format!("{} of {} games were examined", samples.len(), games.len());
                return Err(control.ended_early(limit, came));
            }
            Err(message) => return Err(Failure::usage(message)),
        }
    }
    let drafted = skeleton(&family, &samples);
    let is_told = configuration.is_text() && configuration.detail != Detail::Quiet;
    let text = shown(&drafted, configuration);
    let is_draft = drafted.draft.is_some();
    match &configuration.output {
        Some(path) if is_draft => {
            if is_told {
                let file = path.display();
                complain(format_args!(
                    "{}; to prove or refute it: grundy verify {file}",
                    drafted.note
                ));
            }
            match file::write_draft(path, &text, arguments.force)? {
                None => Ok(Exit::Success),
                Some(kept) => Err(kept),
            }
        }
        path => {
            if is_told {
                let unwritten =
                    path.as_ref().map(|it| format!(", so {} was not written", it.display()));
                complain(format_args!("{}{}", drafted.note, unwritten.unwrap_or_default()));
            }
            Output::open(None)?.write(&text)?;
            Ok(if is_draft { Exit::Success } else { Exit::Undecided })
        }
    }
}

/// The games to look at: those that are named, or the first ones of the family.
fn games(game: &GameArguments, family: &MoveList) -> Result<Vec<GameArguments>, String> {
    match family.parameters.as_slice() {
        [name] if !game.has_values() => {
            let first = first_game(family).ok_or_else(|| {
                format!(
                    "no {name} up to {GREATEST_FIRST} gives distinct moves of at least 1; choose \
                     values with --at"
                )
            })?;
            Ok(game.with(name, first, first + GAMES - 1).each()?.0)
        }
        [_, _, ..] if !game.has_values() => Err(format!(
            "choose the games with {}",
            family
                .parameters
                .iter()
                .map(|name| format!("--at {name}=1..4"))
                .collect::<Vec<_>>()
                .join(" ")
        )),
        _ => {
            let (games, left_out) = game.each()?;
            for one in left_out {
                complain(format_args!("left out: {}", one.text()));
            }
            Ok(games)
        }
    }
}

/// What one game shows; a usage error, or a limit.
fn sample(
    arguments: &GameArguments,
    family: &MoveList,
    control: &Control,
) -> Result<Result<Sample, Limit>, String> {
    let game = arguments.game()?;
    bug::working_on(&game.moves().to_string());
    // In the order of the family, which is that of the description.
    let point = arguments.point()?;
    let value = |name: &String| point.iter().find(|(known, _)| known == name).cloned();
    let parameters = family.parameters.iter().filter_map(value).collect();
    Ok(Sample::of(&game, parameters, &control.stop))
}

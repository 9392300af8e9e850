//! `grundy new`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::game::GameArguments;
use crate::cli::flags::new::New;
use crate::cli::host::bug;
use crate::cli::host::control::Control;
use crate::cli::host::exit::{Exit, Failure};
use crate::cli::host::file;
use crate::cli::host::output::{complain, print};
use grundy_check::Integer;
use grundy_core::lang::MoveList;
use grundy_core::limit::Limit;
use grundy_report::report::rows::Row;
use grundy_report::report::sequence::Subject;
use grundy_report::report::skeleton::{self, Sample};
use grundy_sequence::{Moves, cycle, values};

/// How many games are looked at, from the first one on, unless the user names them.
const GAMES: i64 = 6;

/// No first game is looked for beyond this.
const GREATEST_FIRST: i64 = 50;

/// A period is looked for as far as this.
const POSITIONS: u64 = 1_000_000;

/// At most so many values of a game are looked at.
const MOST_VALUES: u64 = 100_000;

/// Where a period is not known or long, so many times the largest move are shown.
const MOVES_SHOWN: u64 = 4;

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
                let came = format!("{} of {} games are looked at", samples.len(), games.len());
                return Err(control.ended_early(limit, came));
            }
            Err(message) => return Err(Failure::usage(message)),
        }
    }
    let draft = skeleton::text(&family, &samples);
    let text = if configuration.is_text() { draft } else { skeleton::json(&draft) };
    match &configuration.output {
        Some(path) => file::write_draft(path, &text, arguments.force).map(|()| Exit::Success),
        None => print(&text, configuration),
    }
}

/// The games to look at: those that are named, or the first ones of the family.
fn games(game: &GameArguments, family: &MoveList) -> Result<Vec<GameArguments>, String> {
    match family.parameters.as_slice() {
        [name] if !game.has_values() => {
            let is_game = |first: &i64| (*first..*first + GAMES).all(|n| is_game(family, n));
            let first = (1..=GREATEST_FIRST).find(is_game).ok_or_else(|| {
                format!(
                    "no {name} up to {GREATEST_FIRST} gives different moves that are at least 1; \
                     choose values with --at"
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

/// Are the moves of the family different, and at least 1, for this value of its parameter?
fn is_game(family: &MoveList, value: i64) -> bool {
    let sizes = family.sizes(&[Integer::from(value)], Moves::GREATEST);
    sizes.is_ok_and(|sizes| !sizes.is_empty())
}

/// What one game shows; a usage error, or a limit.
fn sample(
    arguments: &GameArguments,
    family: &MoveList,
    control: &Control,
) -> Result<Result<Sample, Limit>, String> {
    let game = arguments.game()?;
    bug::working_on(&game.moves().to_string());
    let found = match cycle(&game, POSITIONS, &control.stop) {
        Ok(cycle) => Some(cycle),
        Err(Limit::STOPPED) => return Ok(Err(Limit::STOPPED)),
        Err(_) => None,
    };
    let end = found.map(|it| it.preperiod.saturating_add(it.period));
    let end = end.filter(|end| *end <= MOST_VALUES);
    let shown = MOVES_SHOWN * u64::from(game.moves().greatest());
    let count = end.unwrap_or(0).max(shown.min(MOST_VALUES));
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let values = match values(&game, 0, count, &control.stop) {
        Ok(values) => values,
        Err(limit) => return Ok(Err(limit)),
    };
    // In the order of the family, which is that of the description.
    let point = arguments.point()?;
    let value = |name: &String| point.iter().find(|(known, _)| known == name).cloned();
    let parameters = family.parameters.iter().filter_map(value).collect();
    let row = Row { parameters, subject: Subject::from(&game), cut: true, values };
    Ok(Ok(Sample { row, cycle: found.filter(|_| end.is_some()) }))
}

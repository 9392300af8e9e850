//! `grundy plot sequence` of games with real moves.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::plot::Sequence;
use crate::cli::host::picture::decimal;
use crate::cli::host::{Control, Failure, real};
use grundy_engines::real::{Real, RealError};
use grundy_picture::{Picture, Stretch, intervals};
use grundy_report::report::real as report;
use grundy_sequence::Rule;

/// The most intervals of a picture.
const MOST_INTERVALS: usize = 100_000;

/// The picture, if it is about real moves.
pub fn picture(
    arguments: &Sequence,
    configuration: &Configuration,
) -> Option<Result<Picture, Failure>> {
    let moves = arguments.game.real_moves()?;
    Some(moves.map_err(Failure::usage).and_then(|moves| of_game(arguments, &moves, configuration)))
}

fn of_game(
    arguments: &Sequence,
    moves: &[Real],
    configuration: &Configuration,
) -> Result<Picture, Failure> {
    let game = real::game(moves)?;
    let rule = arguments.game.rule().map_err(Failure::usage)?;
    let Sequence { width, rows, from, size, .. } = arguments;
    let from = Real::from(grundy_check::Integer::from(*from));
    let other_field = |error: RealError| Failure::usage(format!("--width: {error}"));
    // The moves before the width: it has to lie in their field.
    game.moves().iter().try_for_each(|one| one.field(width).map(|_| ())).map_err(other_field)?;
    let to = width.times(&i64::from(*rows).into()).and_then(|all| from.plus(&all));
    let to = to.map_err(other_field)?;
    let control = Control::start(configuration.time_limit)?;
    let lost = real::intervals(&game, rule, &from, &to, &control)?;
    if lost.len() > MOST_INTERVALS {
        return Err(Failure::usage(format!(
            "{rows} rows have {} losing intervals; at most {MOST_INTERVALS} can be drawn",
            lost.len()
        )));
    }
    let place = |position: &Real| position.minus(&from).map(|it| decimal(&it));
    let each = lost.iter().map(|(a, b)| Ok((place(a)?, place(b)?)));
    let lost = each.collect::<Result<Vec<_>, RealError>>().map_err(other_field)?;
    let title = match rule {
        Rule::Misere => format!("Misère outcomes of {}", report::braces(&game)),
        _ => format!("Outcomes of {}", report::braces(&game)),
    };
    Ok(intervals(
        &Stretch {
            title: &title,
            from: &from.to_string(),
            width_text: &width.to_string(),
            width: decimal(width),
            rows: *rows,
            lost: &lost,
        },
        *size,
    ))
}

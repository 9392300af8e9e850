//! `grundy sequence`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::sequence::Sequence;
use crate::cli::host::{Control, Exit, Failure, bug, complain, show};
use grundy_answers::ask::{Ask as _, Game, games, superfluous, winning};
use grundy_answers::report::Detail;
use grundy_answers::report::rows::{Form, Look};
use grundy_kernel::Integer;

/// The number of values written as numbers where no count is given.
const NUMBERS: usize = 100;

/// The most lines for one game on a terminal where no count is given.
const LINES: usize = 4;

/// Writes a piece of the sequence of a game, or of each game of a family.
pub fn run(arguments: &Sequence, configuration: &Configuration) -> Result<Exit, Failure> {
    let (game, points) = arguments.game.several().map_err(Failure::usage)?;
    bug::working_on(&game.moves.join(" "));
    let are_real = points.is_empty() && game.has_reals();
    let format = configuration.format.of_numbers();
    match (arguments.beyond_values(), format) {
        (Some(name), _) if are_real => {
            return Err(Failure::usage(format!("{name} does not work with real moves")));
        }
        (_, Some(format)) if are_real => {
            return Err(Failure::usage(format!("--format {format} does not work with real moves")));
        }
        (Some(name), Some(format)) => {
            let message = format!("--format {format} writes values, so {name} has no effect");
            return Err(Failure::usage(message));
        }
        (Some("--letters"), _) if !configuration.is_text() => {
            return Err(Failure::usage("--letters changes only text"));
        }
        _ => {}
    }
    let control = Control::start(configuration.time_limit)?;
    let terms = control.terms(configuration, None);
    let refused = |error, game: &Game| control.refused_game(error, game, configuration);
    let (from, count, layout) = (arguments.from.clone(), arguments.count, arguments.layout());
    if are_real {
        let to = count.map(|count| (&from + &Integer::from(count)).to_string());
        let question = games::Intervals { game, from: Some(from.to_string()), to };
        let answer = question.answer(&terms).map_err(|error| refused(error, &question.game))?;
        return show(&answer, configuration);
    }
    if arguments.superfluous {
        let question =
            superfluous::Question { game: arguments.game.one().map_err(Failure::usage)? };
        let answer = question.answer(&terms).map_err(|error| refused(error, &question.game))?;
        return show(&answer, configuration);
    }
    if arguments.options {
        let game = arguments.game.one().map_err(Failure::usage)?;
        let question = winning::Options { game, from, count: count.map(|count| count as u64) };
        let answer = question.answer(&terms).map_err(|error| refused(error, &question.game))?;
        return control.show(&answer, &answer.writing, configuration);
    }
    if arguments.winning_moves {
        let game = arguments.game.one().map_err(Failure::usage)?;
        let question = winning::Question { game, from, count: count.map(|count| count as u64) };
        let answer = question.answer(&terms).map_err(|error| refused(error, &question.game))?;
        return control.show(&answer, &answer.writing, configuration);
    }
    let form = configuration.format.form();
    let shown = count.or((form == Form::Numbers).then_some(NUMBERS));
    let question = games::Sequence { game, points, from, count: shown, layout };
    let mut answer = question.answer(&terms).map_err(|error| refused(error, &question.game))?;
    answer.look = Look {
        form,
        letters: arguments.letters(answer.greatest()).map_err(Failure::usage)?,
        width: configuration.terminal.then_some(configuration.style.width),
        lines: count.is_none().then_some(LINES),
    };
    if form == Form::Indexed && answer.rows.len() != 1 {
        return Err(Failure::usage("a b-file is about one game; choose it with --at"));
    }
    if let Some(note) = answer.note().filter(|_| configuration.detail != Detail::Quiet) {
        complain(note);
    }
    if configuration.is_text() {
        for one in &answer.left_out {
            complain(format_args!("left out: {}", one.text()));
        }
    }
    control.show(&answer, &answer.writing, configuration)
}

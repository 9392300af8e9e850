//! `grundy sequence`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::sequence::Sequence;
use crate::cli::host::{Control, Exit, Failure, bug, complain, show};
use grundy_answers::ask::{Ask as _, Game, games, winning};
use grundy_answers::report::rows::Layout;
use grundy_kernel::Integer;

/// Writes a piece of the sequence of a game, or of each game of a family.
pub fn run(arguments: &Sequence, configuration: &Configuration) -> Result<Exit, Failure> {
    let (game, points) = arguments.game.several().map_err(Failure::usage)?;
    bug::working_on(&game.moves.join(" "));
    let are_real = points.is_empty() && game.has_reals();
    if are_real && arguments.layout() != Layout::Values {
        return Err(Failure::usage("--runs and --words do not work with real moves"));
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
    if arguments.winning_moves {
        let game = arguments.game.one().map_err(Failure::usage)?;
        let question = winning::Question { game, from, count: count.map(|it| it as u64) };
        let answer = question.answer(&terms).map_err(|error| refused(error, &question.game))?;
        return control.show(&answer, &answer.writing, configuration);
    }
    let question = games::Sequence { game, points, from, count, layout };
    let answer = question.answer(&terms).map_err(|error| refused(error, &question.game))?;
    if configuration.is_text() {
        for one in &answer.left_out {
            complain(format_args!("left out: {}", one.text()));
        }
    }
    control.show(&answer, &answer.writing, configuration)
}

//! `grundy sequence` of games with real moves: losing intervals.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::sequence::Sequence;
use crate::cli::host::{Control, Exit, Failure, bug, real, show};
use grundy_check::Integer;
use grundy_engines::real::Real;
use grundy_report::report::real as report;
use grundy_report::report::rows::Layout;

/// At most so many intervals are shown unless more positions are asked for: each is followed by won positions.
const SHOWN: i64 = 1000;

/// The whole command, if it is about real moves.
pub fn run(arguments: &Sequence, configuration: &Configuration) -> Option<Result<Exit, Failure>> {
    let moves = arguments.game.real_moves()?;
    Some(
        moves.map_err(Failure::usage).and_then(|moves| intervals(arguments, &moves, configuration)),
    )
}

fn intervals(
    arguments: &Sequence,
    moves: &[Real],
    configuration: &Configuration,
) -> Result<Exit, Failure> {
    let game = real::game(moves)?;
    if arguments.layout() != Layout::Values {
        return Err(Failure::usage("--runs and --words do not work with real moves"));
    }
    let rule = arguments.game.rule().map_err(Failure::usage)?;
    // Four times the greatest move, as where runs are shown, but no more than so many intervals.
    let shown = || {
        let most = game.moves()[0].times(&SHOWN.into()).unwrap_or_default().floor();
        (&game.greatest().floor() * &4.into()).min(most)
    };
    let length = arguments.count.map_or_else(shown, Integer::from);
    let length = if length.is_zero() && arguments.count.is_none() { 4.into() } else { length };
    let (from, to) = (arguments.from.clone(), &arguments.from + &length);
    let (from, to) = (Real::from(from), Real::from(to));
    let control = Control::start(configuration.time_limit)?;
    bug::working_on(&report::name(&game, rule));
    let lost = real::intervals(&game, rule, &from, &to, &control)?;
    show(&report::intervals(&game, rule, &from, &to, &lost), configuration)
}

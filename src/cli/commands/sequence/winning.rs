//! `grundy sequence --winning-moves`.

use crate::cli::flags::configuration::Configuration;
use crate::cli::flags::moves;
use crate::cli::flags::sequence::Sequence;
use crate::cli::host::{Control, Exit, Failure, show};
use grundy_report::ask::{Refused, winning::losses};
use grundy_report::report::winning as report;
use grundy_report::report::written::Writing;

/// Where no count is asked for, so many positions are shown.
const SHOWN: usize = 50;

/// Writes the winning moves of a piece of the sequence of a game.
pub fn run(arguments: &Sequence, configuration: &Configuration) -> Result<Exit, Failure> {
    let game = arguments.game.one().map_err(Failure::usage)?;
    let control = Control::start(configuration.time_limit)?;
    let count = arguments.count.unwrap_or(SHOWN) as u64;
    let found =
        losses(&game, &arguments.from, count, &control.stop).map_err(|error| match error {
            Refused::Limit(limit, came) => control.ended_early(limit, came),
            error => Failure::usage(moves::refused(error, &game)),
        })?;
    let writing = Writing::new(&control.stop);
    let (moves, lost) = (&found.moves, &found.lost);
    let piece = report::moves(&found.subject, &arguments.from, moves, lost, &writing);
    show(&piece, configuration)?;
    writing.ended().map_or(Ok(Exit::Success), |positions| Err(control.ended_writing(positions)))
}

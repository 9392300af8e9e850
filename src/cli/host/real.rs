//! Games with real moves: their losing intervals, or how the command ends.

use super::{Control, Failure};
use grundy_engines::real::{Game, Lost, Real};
use grundy_report::report::real as report;
use grundy_sequence::Rule;

/// The game with these moves.
pub fn game(moves: &[Real]) -> Result<Game, Failure> {
    Game::new(moves).map_err(|error| Failure::usage(error.to_string()))
}

/// The losing intervals of normal or misère play between two positions.
pub fn intervals(
    game: &Game,
    rule: Rule,
    from: &Real,
    to: &Real,
    control: &Control,
) -> Result<Lost, Failure> {
    let mut intervals = game.intervals();
    let lost = match rule {
        Rule::Normal => intervals.between(from, to, &control.stop),
        Rule::Misere => intervals.misere_between(from, to, &control.stop),
        _ => return Err(Failure::usage(report::ONLY_INTERVALS)),
    };
    lost.map_err(|limit| control.ended_early(limit, report::known(game, &intervals)))
}

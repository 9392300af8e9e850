//! Games with real moves: what the library finds, or how the command ends.

use super::{Control, Failure};
use grundy_engines::real::{self, Game, Lost, Real, Unfound};
use grundy_report::report::real as report;
use grundy_report::report::real::Stuck;
use grundy_sequence::Rule;

/// The game with these moves.
pub fn game(moves: &[Real]) -> Result<Game, Failure> {
    Game::new(moves).map_err(|error| Failure::usage(error.to_string()))
}

/// The period of a game, or the limit that ended the search.
pub fn period(
    game: &Game,
    rule: Rule,
    positions: Option<u64>,
    control: &Control,
) -> Result<Result<real::Found, Stuck>, Failure> {
    match real::period(game, rule, positions, &control.stop) {
        Ok(found) => Ok(Ok(found)),
        Err(Unfound::Limit(limit, intervals, reached)) => {
            Ok(Err(Stuck { limit, intervals, reached }))
        }
        Err(Unfound::Rule) => Err(Failure::usage(report::only_outcomes(game))),
    }
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

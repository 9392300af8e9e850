//! Games with real moves: their losing intervals, or how the command ends.

use super::{Control, Failure};
use grundy_engines::real::{Game, Lost, Real};
use grundy_report::ask::{self, Refused};
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
    let terms = ask::Control { stop: control.stop.clone(), ..ask::Control::default() };
    ask::games::lost(game, rule, from, to, &terms).map_err(|error| match error {
        Refused::Limit(limit, came) => control.ended_early(limit, came),
        error => Failure::usage(error.to_string()),
    })
}

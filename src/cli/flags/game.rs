//! The arguments that name a game: moves, rule and start.

use super::moves;
use super::numbers::{Assigned, assignment, named, point, points};
use super::rule::RuleArguments;
use super::start::StartArgument;
use clap::Args;
use grundy_answers::ask;
use grundy_language::lang;
use grundy_sequence::Rule;

/// What to say of moves where only finitely many integers can be.
pub const LISTED_MOVES: &str = "The moves, such as 3 7 8 or 1..4, or '{ 2n 5n 6n+1 8n+1 }' with --at n=5; see `grundy help moves`";

/// Which game.
#[derive(Clone, Debug, Args)]
pub struct GameArguments {
    /// The moves, such as 3 7 8, or '{ 2n 5n 6n+1 8n+1 }' with --at n=5, or squares, or 1 'sqrt(2)' 3;
    /// see `grundy help moves`
    #[arg(required = true, value_name = "MOVE", allow_negative_numbers = true)]
    moves: Vec<String>,
    /// The value of a parameter, once for each parameter; or several values, as in n=3..8 or n=3,5,7. Where there
    /// is one parameter, 3..8 is enough
    #[arg(long, value_name = "NAME=NUMBER", value_parser = assignment)]
    at: Vec<Assigned>,
    #[command(flatten)]
    rule: RuleArguments,
    #[command(flatten)]
    start: StartArgument,
}

impl GameArguments {
    /// The rule.
    pub fn rule(&self) -> Result<Rule, String> {
        self.rule.rule()
    }

    /// The game without the values of parameters.
    pub fn moves(&self) -> Result<ask::Game, String> {
        Ok(ask::Game {
            moves: self.moves.clone(),
            rule: Some(self.rule()?.to_string()),
            start: self.start.text().map(str::to_owned),
            ..ask::Game::default()
        })
    }

    /// The values of parameters; those without a name belong to the only parameter of the moves.
    fn assigned(&self) -> Result<Vec<Assigned>, String> {
        let family = lang::moves(&self.moves.join(" ")).map(|moves| moves.parameters);
        // Moves that cannot be read are refused when the question is answered.
        family.map_or_else(|_| Ok(self.at.clone()), |parameters| named(&self.at, &parameters))
    }

    /// The parameters with all their values.
    pub fn points(&self) -> Result<ask::Points, String> {
        points(&self.assigned()?)
    }

    /// The game as a question.
    pub fn one(&self) -> Result<ask::Game, String> {
        Ok(ask::Game { at: point(&self.assigned()?)?, ..self.moves()? })
    }

    /// The game and more values of its parameters, if there are several of one.
    pub fn several(&self) -> Result<(ask::Game, ask::Points), String> {
        match self.at.iter().all(|assigned| assigned.value().is_some()) {
            true => Ok((self.one()?, Vec::new())),
            false => Ok((self.moves()?, self.points()?)),
        }
    }

    /// The game for each combination of the values of the parameters, and the combinations that make none.
    ///
    /// # Errors
    /// If the moves or the values cannot be read, or make no game at all.
    pub fn each(&self) -> Result<ask::Games, String> {
        let (game, points) = self.several()?;
        game.each(&points).map_err(|error| moves::refused(error, &game))
    }
}

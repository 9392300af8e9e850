//! The arguments that name a game: moves, rule and start.

use super::moves;
use super::numbers::{Assigned, assignment, points};
use super::rule::RuleArguments;
use super::start::StartArgument;
use clap::Args;
use grundy_check::Integer;
use grundy_core::lang::MoveList;
use grundy_engines::one_game::Source;
use grundy_engines::real::Real;
use grundy_report::ask;
use grundy_report::report::sequence::{LeftOut, Subject};
use grundy_sequence::{Game, Rule, WrittenError, WrittenMoves};

/// What to say of moves where only finitely many integers can be.
pub const LISTED_MOVES: &str = "The moves in any order, such as 21 103 214 235 or 3,7,8, or those of a family with --at, such \
     as 2n 5n 6n+1 8n+1 --at n=5; also ranges, such as 1..4";

/// Which game.
#[derive(Clone, Debug, Args)]
pub struct GameArguments {
    /// The moves in any order, such as 21 103 214 235 or 3,7,8, or those of a family with --at, such
    /// as 2n 5n 6n+1 8n+1 --at n=5; or sets by name, such as squares, primes or '1.. without 3 7'; or
    /// real numbers of one field, such as 3/2, 1.5, 1+2sqrt(5)
    #[arg(required = true, value_name = "MOVE", allow_negative_numbers = true)]
    moves: Vec<String>,
    /// The value of a parameter, once for each parameter; or several values, as in n=3..8 or n=3,5,7
    #[arg(long, value_name = "NAME=NUMBER", value_parser = assignment)]
    at: Vec<Assigned>,
    #[command(flatten)]
    rule: RuleArguments,
    #[command(flatten)]
    start: StartArgument,
}

/// A game of which values are asked for.
#[derive(Debug)]
pub struct AskedGame {
    /// The game.
    pub subject: Subject,
    /// Its values.
    pub source: Source,
}

impl GameArguments {
    /// The rule.
    pub fn rule(&self) -> Result<Rule, String> {
        self.rule.rule()
    }

    /// The game as a question; it may be one of several.
    pub fn one(&self) -> Result<ask::Game, String> {
        Ok(ask::Game {
            moves: self.moves.clone(),
            at: self.point()?,
            values: None,
            rule: Some(self.rule()?.to_string()),
            start: self.start.text().map(str::to_owned),
        })
    }

    /// The moves as real numbers in the order in which they are written, if they are written so.
    pub fn real_moves(&self) -> Option<Result<Vec<Real>, String>> {
        let one = self.one().ok().filter(ask::Game::has_reals)?;
        Some(one.reals().map_err(|error| moves::refused(error, &one)))
    }

    /// The values of the parameters, which must be one for each.
    pub fn point(&self) -> Result<Vec<(String, Integer)>, String> {
        match self.at.iter().find(|it| it.value().is_none()) {
            Some(Assigned { name, .. }) => {
                Err(format!("only one game is allowed here, but {name} has several values"))
            }
            None => Ok(points(&self.at)?.swap_remove(0)),
        }
    }

    /// The same for each combination of the values of the parameters, and the combinations that make no
    /// game.
    ///
    /// # Errors
    /// If the moves or the values cannot be read, or make no game at all.
    pub fn each(&self) -> Result<(Vec<Self>, Vec<LeftOut>), String> {
        let points = points(&self.at)?;
        if let [_] = points[..] {
            return Ok((vec![self.clone()], Vec::new()));
        }
        let (mut games, mut left_out) = (Vec::new(), Vec::new());
        for parameters in points {
            match moves::no_game(&WrittenMoves { texts: &self.moves, at: &parameters }) {
                Some(message) => left_out.push(LeftOut { parameters, message }),
                None => {
                    let one = |(name, value)| Assigned::one(name, value);
                    let at = parameters.into_iter().map(one).collect();
                    games.push(Self { at, ..self.clone() });
                }
            }
        }
        match left_out.first() {
            Some(LeftOut { message, .. }) if games.is_empty() => Err(message.clone()),
            _ => Ok((games, left_out)),
        }
    }

    /// The family that is meant; numbers are one without parameters.
    pub fn family(&self) -> Result<MoveList, String> {
        let written = WrittenMoves { texts: &self.moves, at: &[] };
        written.list().map_err(|error| match error {
            WrittenError::Unreadable(text, why) => moves::unreadable(&why, &text),
            error => moves::said(error, &written),
        })
    }

    /// Has any parameter a value?
    pub fn has_values(&self) -> bool {
        !self.at.is_empty()
    }

    /// The same with these values of a parameter.
    pub fn with(&self, name: &str, first: i64, last: i64) -> Self {
        let ranges = vec![(first.into(), last.into())];
        Self { at: vec![Assigned { name: name.to_owned(), ranges }], ..self.clone() }
    }

    /// The game, which may have moves of any size that jumps can be made with.
    pub fn asked(&self) -> Result<AskedGame, String> {
        let (one, rule) = (self.one()?, self.rule()?);
        let game = one.read().map_err(|error| moves::refused(error, &one))?;
        Ok(AskedGame { subject: Subject::of(&game, rule), source: game.into() })
    }

    /// The game, or what is wrong with the arguments.
    pub fn game(&self) -> Result<Game, String> {
        let one = self.one()?;
        one.listed().map_err(|error| moves::refused(error, &one))
    }
}

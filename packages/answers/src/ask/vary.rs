//! The periods of games that differ in one move, which may be a real number.

use super::period::of_real;
use super::{Ask, Control, Game, Refused};
use crate::real::{self, Real, RealError};
use crate::report::real::Variation;
use grundy_output::question;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// The number of positions after which one game among many is given up; they are those of the integer game that it
/// becomes in units of a number.
const POSITIONS: u64 = 1 << 31;

/// What are the periods, if one move is moved?
#[question]
pub struct Question {
    /// The game in the middle.
    pub game: Game,
    /// The number of the move that is moved, from 1 on.
    pub vary: usize,
    /// How far from one game to the next.
    #[serde(deserialize_with = "real")]
    #[cfg_attr(test, schemars(with = "String"))]
    pub by: Real,
    /// The number of games to each side.
    pub steps: u32,
    /// The most positions or losing intervals of each game; 2^31 where nothing is said.
    pub limit_positions: Option<u64>,
}

fn real<'de, D: Deserializer<'de>>(text: D) -> Result<Real, D::Error> {
    real::read_one(&String::deserialize(text)?).map_err(D::Error::custom)
}

impl Question {
    /// The games, before anything is computed.
    ///
    /// # Errors
    /// Moves that do not make a game, and a step from a field other than theirs.
    pub fn ready(&self) -> Result<Variation, Refused> {
        let Self { vary, by, .. } = self;
        let moves = self.game.reals()?;
        if vary.checked_sub(1).is_none_or(|index| index >= moves.len()) {
            return Err(format!("--vary {vary}: there are only {} moves", moves.len()).into());
        }
        real::Game::new(&moves).map_err(|error| error.to_string())?;
        moves.iter().try_for_each(|one| one.field(by).map(|_| ())).map_err(in_by)?;
        let (rows, left_out, interrupted) = Default::default();
        let (vary, by, rule) = (*vary, by.clone(), self.game.rule()?);
        Ok(Variation { moves, vary, by, rule, rows, left_out, interrupted })
    }
}

/// What is found about each game; nothing after a stop.
impl Ask for Question {
    type Answer = Variation;

    fn answer(&self, control: &Control<'_>) -> Result<Variation, Refused> {
        let mut variation = self.ready()?;
        let (rule, steps) = (variation.rule, i64::from(self.steps));
        let positions = self.limit_positions.unwrap_or(POSITIONS);
        for step in -steps..=steps {
            let mut moves = variation.moves.clone();
            let far = self.by.times(&step.into()).map_err(in_by)?;
            let one = &mut moves[self.vary - 1];
            *one = one.plus(&far).map_err(in_by)?;
            let moved = one.clone();
            match real::Game::new(&moves) {
                Err(error) => variation.left_out.push((moved, error.to_string())),
                Ok(game) => {
                    let found = real::period(&game, rule, Some(positions), &control.stop);
                    variation.rows.push((moved, of_real(&game, rule, found)?));
                }
            }
        }
        Ok(variation)
    }
}

fn in_by(error: RealError) -> Refused {
    format!("--by: {error}").into()
}

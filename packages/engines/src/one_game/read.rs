//! One game from its moves as they are written, and how its values are computed.

use super::{Ranges, Source};
use crate::runs::GREATEST;
use crate::sequence::{Game, MoveSet, Moves, Rule, WrittenError, WrittenMoves};

/// One game, by how its values are computed.
#[derive(Clone, Debug)]
pub enum OneGame {
    /// By an infinite set.
    Set(MoveSet, Rule),
    /// Range by range, as the ranges are long or far apart.
    Ranges(Vec<(u64, u64)>, Ranges),
    /// Only by jumps, as moves are larger than [`Moves::GREATEST`].
    Large(Vec<(u64, u64)>, Box<Source>),
    /// By its moves.
    Moves(Game),
}

impl OneGame {
    /// Reads a game; `start` is as in [`Game::named`].
    ///
    /// ```
    /// use grundy_engines::one_game::OneGame;
    /// use grundy_sequence::{Rule, WrittenMoves};
    /// let read = |text: &str| {
    ///     let texts = [text.to_owned()];
    ///     OneGame::read(&WrittenMoves { texts: &texts, at: &[] }, Rule::Normal, None).unwrap()
    /// };
    /// assert!(matches!(read("squares"), OneGame::Set(..)));
    /// assert!(matches!(read("1..1_000_000_000"), OneGame::Ranges(..)));
    /// assert!(matches!(read("1 2 10_000_000_000"), OneGame::Large(..)));
    /// assert!(matches!(read("2 5 7"), OneGame::Moves(_)));
    /// ```
    ///
    /// # Errors
    /// Moves that do not make a game, and an infinite set together with a start.
    pub fn read(
        written: &WrittenMoves<'_>,
        rule: Rule,
        start: Option<&str>,
    ) -> Result<Self, WrittenError> {
        if let Some(set) = written.set()?.filter(|set| set.finite().is_none()) {
            return match start {
                None => Ok(Self::Set(set, rule)),
                Some(_) => Err(WrittenError::Start),
            };
        }
        if start.is_none() {
            let ranges = written.ranges(i64::MAX as u64)?;
            if let Some(computed) = Ranges::new(&ranges, rule) {
                return Ok(Self::Ranges(ranges, computed));
            }
            if matches!(rule, Rule::Normal | Rule::Misere | Rule::Mex) {
                let sizes = written.sizes(GREATEST)?;
                if sizes.last().is_some_and(|&size| size > Moves::GREATEST)
                    && let Some(source) = Source::new(&sizes, rule)
                {
                    return Ok(Self::Large(ranges, source.into()));
                }
            }
        }
        let moves = Moves::new(&written.sizes(Moves::GREATEST)?)?;
        Ok(Self::Moves(Game::named(moves, rule, start)?))
    }
}

impl From<OneGame> for Source {
    fn from(game: OneGame) -> Self {
        match game {
            OneGame::Set(set, rule) => (set, rule).into(),
            OneGame::Ranges(_, computed) => computed.into(),
            OneGame::Large(_, source) => *source,
            OneGame::Moves(game) => Self::of(&game),
        }
    }
}

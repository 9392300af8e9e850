//! What is computed: the moves, the rule, and what stands before position 0.

use crate::limit::{Limit, Meaning};
use crate::model::{Alphabet, Value, ValueSet};
use std::fmt;
use thiserror::Error;

/// The moves of a game: different sizes, each from 1 to [`Moves::GREATEST`], in increasing
/// order, at least one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Moves(Box<[u32]>);

/// How the value of a position follows from the values of its options.
///
/// All rules but [`Rule::Grundy`] give outcomes: 0 (P) is lost for the player to move, 1 (N)
/// is won.  An option is *lost* when its value is 0.  Without options a position is lost,
/// except under [`Rule::Misere`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Sprague-Grundy values: the least value that no option has.
    Grundy,
    /// Normal play: N when some option is lost.  On a register of bits "lost" this is NOR.
    Normal,
    /// Misère play: who cannot move wins.
    Misere,
    /// N when the number of lost options is odd.
    Odd,
    /// N when exactly one option is lost.
    ExactlyOne,
    /// N when more than so many options are lost; `MoreThan(0)` is [`Rule::Normal`].
    MoreThan(u32),
}

/// A game on one heap.
///
/// Options below position 0 do not exist, unless a *seed* puts values there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    moves: Moves,
    rule: Rule,
    seed: Option<Box<[Value]>>,
}

/// Why numbers are not the moves of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// There is none.
    #[error("a game needs at least one move")]
    NoMoves,
    /// 0 is no move.
    #[error("0 is not a move: a move takes at least 1")]
    Zero,
    /// Twice the same.
    #[error("the move {0} is listed twice")]
    Repeated(u64),
    /// Not increasing.
    #[error("the moves must increase, but {1} follows {0}")]
    Unordered(u64, u64),
    /// Beyond [`Moves::GREATEST`].
    #[error("the move {0} is too large: at most {max} is supported", max = Moves::GREATEST)]
    TooLarge(u64),
    /// More than [`Game::MOST_GRUNDY_MOVES`].
    #[error("{0} moves are too many for Grundy values: at most {max} are supported", max = Game::MOST_GRUNDY_MOVES)]
    TooMany(usize),
    /// A seed covers exactly the positions below 0 that a move can lead to.
    #[error("the seed must have {expected} values, as many as the largest move, not {found}")]
    SeedLength {
        /// The largest move.
        expected: u32,
        /// The length given.
        found: usize,
    },
    /// A value that no position of the game can have.
    #[error("the seed has a value that no position of this game can have")]
    SeedValue,
    /// The misère rule says itself what stands below 0.
    #[error("misère play takes no seed")]
    MisereSeed,
}

impl Moves {
    /// The greatest move that is supported.
    pub const GREATEST: u64 = 1 << 24;

    /// The moves as given, which must increase.
    ///
    /// ```
    /// use grundy_sequence::{GameError, Moves};
    /// assert_eq!(Moves::new(&[2, 5, 7]).unwrap().greatest(), 7);
    /// assert_eq!(Moves::new(&[2, 7, 5]), Err(GameError::Unordered(7, 5)));
    /// ```
    pub fn new(sizes: &[u64]) -> Result<Self, GameError> {
        Self::check_order(sizes)?;
        let small = |&size: &u64| match u32::try_from(size) {
            Ok(small) if size <= Self::GREATEST => Ok(small),
            _ => Err(GameError::TooLarge(size)),
        };
        Ok(Self(sizes.iter().map(small).collect::<Result<_, _>>()?))
    }

    /// Are these sizes from 1 on, in increasing order, at least one?
    pub fn check_order(sizes: &[u64]) -> Result<(), GameError> {
        if sizes.is_empty() {
            return Err(GameError::NoMoves);
        }
        if sizes.contains(&0) {
            return Err(GameError::Zero);
        }
        for pair in sizes.windows(2) {
            if pair[0] == pair[1] {
                return Err(GameError::Repeated(pair[0]));
            }
            if pair[0] > pair[1] {
                return Err(GameError::Unordered(pair[0], pair[1]));
            }
        }
        Ok(())
    }

    /// The sizes in increasing order.
    pub fn sizes(&self) -> &[u32] {
        &self.0
    }

    /// The least move.
    pub fn least(&self) -> u32 {
        self.0[0]
    }

    /// The greatest move, called max L in the literature.
    pub fn greatest(&self) -> u32 {
        self.0[self.0.len() - 1]
    }

    /// Is max L - s a move or 0 for every move s?
    ///
    /// Such a game has preperiod 0 (A. Flammenkamp 1996, Satz 12).
    pub fn is_symmetric(&self) -> bool {
        let greatest = self.greatest();
        let rest = &self.0[..self.0.len() - 1];
        rest.iter().eq(rest.iter().rev().map(|size| greatest - size).collect::<Vec<_>>().iter())
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("{")?;
        for size in &self.0 {
            write!(formatter, " {size}")?;
        }
        formatter.write_str(" }")
    }
}

impl Rule {
    /// The value of a position from its options: the set of their values, and how many of
    /// them are lost.
    pub fn value(self, options: ValueSet, lost: u32) -> Value {
        let won = match self {
            Self::Grundy => return options.mex(),
            Self::Normal | Self::Misere => lost > 0,
            Self::Odd => lost % 2 == 1,
            Self::ExactlyOne => lost == 1,
            Self::MoreThan(bound) => lost > bound,
        };
        Value(u8::from(won))
    }

    /// The letters of the values.
    pub fn alphabet(self) -> Alphabet {
        match self {
            Self::Grundy => Alphabet::Nim,
            _ => Alphabet::Outcome,
        }
    }
}

/// The names that users know: `nim`, `nor`, `misere`, `parity`, `exactly-one`, `more-than-2`.
impl fmt::Display for Rule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grundy => formatter.write_str("nim"),
            Self::Normal => formatter.write_str("nor"),
            Self::Misere => formatter.write_str("misere"),
            Self::Odd => formatter.write_str("parity"),
            Self::ExactlyOne => formatter.write_str("exactly-one"),
            Self::MoreThan(bound) => write!(formatter, "more-than-{bound}"),
        }
    }
}

impl From<Alphabet> for Rule {
    fn from(alphabet: Alphabet) -> Self {
        match alphabet {
            Alphabet::Nim => Self::Grundy,
            Alphabet::Outcome => Self::Normal,
        }
    }
}

/// There is no [`Game`] with these moves.
pub const MOVES: Limit = Limit(&Meaning {
    name: "moves",
    text: "a game has more moves, or greater ones, than are computed with",
});

impl Game {
    /// The most moves with which Grundy values are computed: their values are at most this.
    pub const MOST_GRUNDY_MOVES: usize = 31;

    /// The game without a seed.
    pub fn new(moves: Moves, rule: Rule) -> Result<Self, GameError> {
        match (rule, moves.sizes().len()) {
            (Rule::Grundy, many) if many > Self::MOST_GRUNDY_MOVES => Err(GameError::TooMany(many)),
            _ => Ok(Self { moves, rule, seed: None }),
        }
    }

    /// The game with the values of the positions -max L, ..., -1 given; these count as options.
    pub fn with_seed(moves: Moves, rule: Rule, seed: &[Value]) -> Result<Self, GameError> {
        let expected = moves.greatest();
        let most = if rule == Rule::Grundy { moves.sizes().len() } else { 1 };
        let game = Self::new(moves, rule)?;
        if rule == Rule::Misere {
            Err(GameError::MisereSeed)
        } else if usize::try_from(expected) != Ok(seed.len()) {
            Err(GameError::SeedLength { expected, found: seed.len() })
        } else if seed.iter().any(|value| usize::from(value.0) > most) {
            Err(GameError::SeedValue)
        } else {
            Ok(Self { seed: Some(seed.into()), ..game })
        }
    }

    /// The moves.
    pub fn moves(&self) -> &Moves {
        &self.moves
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The values of the positions -max L, ..., -1, if they are given.
    pub fn seed(&self) -> Option<&[Value]> {
        self.seed.as_deref()
    }
}

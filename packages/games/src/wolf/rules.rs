use super::board::{Square, Squares};
use std::fmt;

/// The squares of the four individual sheep; the first one began on A1, and so on.
///
/// Printed as `A2-B3-C3-D3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sheep(pub [Square; 4]);

/// A step of a sheep to an empty square of the next higher row, printed as `A2->A3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the sheep stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

impl Move {
    /// Reads `A2->A3`; whether such a move exists is another question.
    pub fn parse(text: &str) -> Option<Self> {
        let (from, to) = text.split_once("->")?;
        let capital = |text: &str| text.starts_with(|first: char| first.is_ascii_uppercase());
        let (from, to) = (capital(from).then_some(from)?, capital(to).then_some(to)?);
        Some(Self { from: Square::parse(from)?, to: Square::parse(to)? })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}->{}", self.from.upper(), self.to.upper())
    }
}

impl Sheep {
    /// Where the sheep begin: A1 B1 C1 D1.
    pub const START: Self = Self(Square::FIRST_ROW);

    /// Reads `A2-B3-C3-D3`: four different squares.
    pub fn parse(text: &str) -> Option<Self> {
        let squares: Option<Vec<_>> = text.split('-').map(Square::parse).collect();
        let sheep = Self(<[Square; 4]>::try_from(squares?).ok()?);
        (sheep.squares().len() == 4 && sheep.to_string() == text).then_some(sheep)
    }

    /// The occupied squares.
    pub fn squares(self) -> Squares {
        self.0.into_iter().collect()
    }

    /// Why the sheep may not move like this with the wolf there, or the squares after it.
    pub fn moved(self, step: Move, wolf: Option<Square>) -> Result<Self, IllegalMove> {
        let mut after = self;
        let Some(sheep) = after.0.iter_mut().find(|square| **square == step.from) else {
            return Err(IllegalMove::NoSheep);
        };
        if !step.from.ahead().contains(step.to) {
            return Err(IllegalMove::NotAhead);
        }
        if self.squares().contains(step.to) {
            return Err(IllegalMove::Sheep);
        }
        if wolf == Some(step.to) {
            return Err(IllegalMove::Wolf);
        }
        *sheep = step.to;
        Ok(after)
    }

    /// All legal moves with the wolf there, by sheep and then by square.
    pub fn moves(self, wolf: Square) -> impl Iterator<Item = Move> {
        let taken = self.squares().with(wolf);
        self.0
            .into_iter()
            .flat_map(move |from| from.ahead().minus(taken).iter().map(move |to| Move { from, to }))
    }

    /// The move that leads to the other squares, if a single sheep went one step ahead.
    pub fn move_to(self, after: Self) -> Option<Move> {
        let mut changed = self.0.into_iter().zip(after.0).filter(|(from, to)| from != to);
        let (from, to) = changed.next()?;
        (changed.next().is_none() && from.ahead().contains(to)).then_some(Move { from, to })
    }

    /// Where a wolf on this square can go.
    pub fn wolf_moves(self, wolf: Square) -> Squares {
        wolf.neighbours().minus(self.squares())
    }

    /// Has the wolf got past: does no sheep stand in a lower row than it?
    pub fn passed_by(self, wolf: Square) -> bool {
        self.0.iter().all(|sheep| sheep.row() >= wolf.row())
    }
}

impl fmt::Display for Sheep {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = self.0.map(Square::upper);
        write!(formatter, "{a}-{b}-{c}-{d}")
    }
}

/// Why a sheep may not move like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum IllegalMove {
    /// No sheep stands there.
    #[error("no sheep is there")]
    NoSheep,
    /// The square is no neighbour in the next higher row.
    #[error("the square is not a neighbour in the next higher row")]
    NotAhead,
    /// Another sheep stands on the square.
    #[error("another sheep is on the square")]
    Sheep,
    /// The wolf stands on the square.
    #[error("the wolf is on the square")]
    Wolf,
}

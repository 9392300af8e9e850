//! Who wins, found backwards from the end.
//!
//! Each turn moves a sheep to a higher row, so no position comes back and the game ends after
//! at most 24 turns.  The value of a position is therefore defined by recursion over the sum of
//! the rows of the sheep, and every position is valued once.

use super::board::{Square, Squares};
use super::rules::{Move, Sheep};
use crate::limit::CancellationToken;
use rustc_hash::FxHashMap;

/// Who wins under best play, and how far away that is: winners hurry, losers delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// The sheep win with this many moves of theirs; with 0 the wolf is trapped already.
    Sheep(u8),
    /// The wolf gets past with this many moves of its own; with 0 it is past already.
    Wolf(u8),
}

impl Winner {
    /// A number that grows with what is better for the sheep.
    pub fn for_sheep(self) -> i16 {
        match self {
            Self::Sheep(moves) => 1000 - i16::from(moves),
            Self::Wolf(moves) => i16::from(moves) - 1000,
        }
    }
}

/// The values of positions, each computed when it is first asked for.
///
/// ```
/// use grundy_games::wolf::{Winner, Sheep, Solver, Square};
/// let start = Square::parse("b7").unwrap();
/// assert!(matches!(Solver::default().sheep_to_move(Sheep::START, start), Winner::Sheep(_)));
/// ```
#[derive(Debug, Default)]
pub struct Solver {
    known: FxHashMap<(Squares, Square), Winner>,
}

impl Solver {
    /// The value with the sheep to move.  Sheep that cannot move at all have lost: the rules say
    /// that every move is compulsory, and nothing about this case.
    pub fn sheep_to_move(&mut self, sheep: Sheep, wolf: Square) -> Winner {
        if sheep.passed_by(wolf) {
            return Winner::Wolf(0);
        }
        // The sheep are alike, so only the set of their squares counts.
        let key = (sheep.squares(), wolf);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let values = sheep.moves(wolf).map(|step| self.after(sheep, step, wolf));
        let best = values.max_by_key(|value| value.for_sheep()).unwrap_or(Winner::Wolf(0));
        self.known.insert(key, best);
        best
    }

    /// The value with the wolf to move.
    pub fn wolf_to_move(&mut self, sheep: Sheep, wolf: Square) -> Winner {
        if sheep.passed_by(wolf) {
            return Winner::Wolf(0);
        }
        let moves = sheep.wolf_moves(wolf);
        let values = moves.iter().map(|to| self.after_wolf(sheep, to));
        values.min_by_key(|value| value.for_sheep()).unwrap_or(Winner::Sheep(0))
    }

    /// The value of a legal move of a sheep.
    pub fn after(&mut self, sheep: Sheep, step: Move, wolf: Square) -> Winner {
        match sheep.moved(step, Some(wolf)).map(|after| self.wolf_to_move(after, wolf)) {
            Ok(Winner::Sheep(moves)) => Winner::Sheep(moves + 1),
            Ok(value) => value,
            Err(_) => Winner::Wolf(0),
        }
    }

    /// The value of a move of the wolf to this square.
    pub fn after_wolf(&mut self, sheep: Sheep, to: Square) -> Winner {
        match self.sheep_to_move(sheep, to) {
            Winner::Wolf(moves) => Winner::Wolf(moves + 1),
            value => value,
        }
    }

    /// All best moves of the sheep.
    pub fn best_moves(&mut self, sheep: Sheep, wolf: Square) -> Vec<Move> {
        let best = self.sheep_to_move(sheep, wolf);
        sheep.moves(wolf).filter(|&step| self.after(sheep, step, wolf) == best).collect()
    }

    /// All best squares for the wolf to go to.
    pub fn best_squares(&mut self, sheep: Sheep, wolf: Square) -> Vec<Square> {
        let best = self.wolf_to_move(sheep, wolf);
        let moves = sheep.wolf_moves(wolf);
        moves.iter().filter(|&to| self.after_wolf(sheep, to) == best).collect()
    }
}

/// How many positions there are with the sheep to move and the wolf not past, and who wins them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PositionCensus {
    /// Won by the sheep.
    pub sheep: u32,
    /// Won by the wolf.
    pub wolf: u32,
}

/// Values every position of four sheep and a wolf, whether it can arise or not.
///
/// Sheep that went far come first, so that what a position leads to is mostly known.
///
/// # Errors
/// When a stop is asked for: what was valued before.
pub fn census(
    solver: &mut Solver,
    stop: &CancellationToken,
) -> Result<PositionCensus, PositionCensus> {
    let mut census = PositionCensus::default();
    let squares: Vec<_> = Square::all().rev().collect();
    for (first, &a) in squares.iter().enumerate() {
        for (second, &b) in squares.iter().enumerate().skip(first + 1) {
            for (third, &c) in squares.iter().enumerate().skip(second + 1) {
                for &d in squares.iter().skip(third + 1) {
                    if stop.requested() {
                        return Err(census);
                    }
                    let sheep = Sheep([a, b, c, d]);
                    let free = squares.iter().filter(|&&wolf| !sheep.squares().contains(wolf));
                    for &wolf in free.filter(|&&wolf| !sheep.passed_by(wolf)) {
                        match solver.sheep_to_move(sheep, wolf) {
                            Winner::Sheep(_) => census.sheep += 1,
                            Winner::Wolf(_) => census.wolf += 1,
                        }
                    }
                }
            }
        }
    }
    Ok(census)
}

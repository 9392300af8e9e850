//! Classes of games with more than three moves, two of which are free.

use super::Progress;
use crate::limit::{CancellationToken, Limit};
use crate::sequence::{self, Cycle, Game, GameError, Moves, Rule};
use rayon::prelude::*;

/// A class of games with largest move m that is determined by the two least moves s1 < s2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// { s1 s2 m-s1 m }: four moves with s1+s3 = s4.
    FourMoves,
    /// { s1 s2 m-s2 m-s1 m }: five moves, symmetric.
    SymmetricFive,
}

/// The greatest largest move of a class that is worked through.
pub const GREATEST_MOVE: u32 = 4096;

impl Class {
    /// The moves of the game in increasing order, if there is one: s1 < s2 < s3 and so on.
    ///
    /// ```
    /// use grundy_census::region::Class;
    /// assert_eq!(Class::FourMoves.moves(2, 5, 9), Some(vec![2, 5, 7, 9]));
    /// assert_eq!(Class::SymmetricFive.moves(2, 4, 9), Some(vec![2, 4, 5, 7, 9]));
    /// assert_eq!(Class::SymmetricFive.moves(2, 5, 9), None); // s3 = 4 is below s2
    /// ```
    pub fn moves(self, s1: u32, s2: u32, greatest: u32) -> Option<Vec<u32>> {
        let first = greatest.checked_sub(s1)?;
        let moves = match self {
            Self::FourMoves => vec![s1, s2, first, greatest],
            Self::SymmetricFive => vec![s1, s2, greatest.checked_sub(s2)?, first, greatest],
        };
        (s1 > 0 && moves.is_sorted_by(|a, b| a < b)).then_some(moves)
    }

    /// How many games of the class have this largest move.
    ///
    /// ```
    /// use grundy_census::region::Class;
    /// for greatest in 0..30 {
    ///     for class in [Class::FourMoves, Class::SymmetricFive] {
    ///         assert_eq!(class.games(greatest), class.free_moves(greatest).len() as u64);
    ///     }
    /// }
    /// ```
    pub fn games(self, greatest: u32) -> u64 {
        let most = u64::from(greatest);
        match self {
            // For each s1 the s2 between s1 and m - s1.
            Self::FourMoves => (1..most).map(|s1| (most - s1).saturating_sub(s1 + 1)).sum(),
            // Pairs below half of m.
            Self::SymmetricFive => {
                let half = most.saturating_sub(1) / 2;
                half * half.saturating_sub(1) / 2
            }
        }
    }

    /// The free moves s1, s2 of all games of the class, ordered by s1 and then s2.
    pub fn free_moves(self, greatest: u32) -> Vec<(u32, u32)> {
        let pairs = (1..greatest).flat_map(|s1| (s1 + 1..greatest).map(move |s2| (s1, s2)));
        pairs.filter(|&(s1, s2)| self.moves(s1, s2, greatest).is_some()).collect()
    }
}

/// A game of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoFreeMoves {
    /// The least move.
    pub s1: u32,
    /// The second move.
    pub s2: u32,
    /// The cycle of the outcomes; `None` when it was not found among the positions allowed.
    pub cycle: Option<Cycle>,
}

/// All games of a class with the given largest move, ordered by s1 and then s2, each worked
/// through up to `limit` positions.
///
/// Ends early only when a stop was asked for.  `progress` is told, from any thread, how many more
/// games are done.
pub fn two_free_moves(
    class: Class,
    greatest: u32,
    limit: u64,
    stop: &CancellationToken,
    progress: &Progress,
) -> Result<Vec<TwoFreeMoves>, Limit> {
    let games = class.free_moves(greatest);
    let cycle_of = |(s1, s2)| {
        let moves = class.moves(s1, s2, greatest).unwrap_or_default();
        let cycle = match game(&moves).map(|game| sequence::cycle(&game, limit, stop)) {
            Ok(Ok(cycle)) => Some(cycle),
            Ok(Err(Limit::STOPPED)) => return Err(Limit::STOPPED),
            Ok(Err(_)) | Err(_) => None,
        };
        progress(1);
        Ok(TwoFreeMoves { s1, s2, cycle })
    };
    games.into_par_iter().map(cycle_of).collect()
}

fn game(moves: &[u32]) -> Result<Game, GameError> {
    let sizes: Vec<u64> = moves.iter().map(|&size| u64::from(size)).collect();
    Game::new(Moves::new(&sizes)?, Rule::Normal)
}

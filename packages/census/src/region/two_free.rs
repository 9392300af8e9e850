//! Classes of games with more than three moves, two of which are free.

use super::{RegionProgress, View};
use crate::limit::{CancellationToken, Limit};
use crate::sequence::{self, Cycle, Game, GameError, Moves, Rule};
use rayon::prelude::*;

/// A class of games that are determined by one fixed move m and the two least moves s1 < s2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TwoFreeClass {
    /// { s1 s2 m-s1 m }: four moves with s1+s3 = s4, the largest fixed.
    FourMoves,
    /// { s1 s2 m s1+m }: four moves with s1+s3 = s4, the third fixed.
    ThirdFixed,
    /// { s1 s2 m-s2 m-s1 m }: five moves, symmetric.
    SymmetricFive,
}

/// The greatest fixed move of a class that is computed.
pub const GREATEST_MOVE: u32 = 4096;

impl TwoFreeClass {
    /// The moves of the game in increasing order, if there is one: s1 < s2 < s3 and so on.
    ///
    /// ```
    /// use grundy_census::region::TwoFreeClass;
    /// assert_eq!(TwoFreeClass::FourMoves.moves(2, 5, 9), Some(vec![2, 5, 7, 9]));
    /// assert_eq!(TwoFreeClass::ThirdFixed.moves(2, 5, 9), Some(vec![2, 5, 9, 11]));
    /// assert_eq!(TwoFreeClass::SymmetricFive.moves(2, 4, 9), Some(vec![2, 4, 5, 7, 9]));
    /// assert_eq!(TwoFreeClass::SymmetricFive.moves(2, 5, 9), None); // s3 = 4 is below s2
    /// ```
    pub fn moves(self, s1: u32, s2: u32, fixed: u32) -> Option<Vec<u32>> {
        let first = fixed.checked_sub(s1)?;
        let moves = match self {
            Self::FourMoves => vec![s1, s2, first, fixed],
            Self::ThirdFixed => vec![s1, s2, fixed, s1.checked_add(fixed)?],
            Self::SymmetricFive => vec![s1, s2, fixed.checked_sub(s2)?, first, fixed],
        };
        (s1 > 0 && moves.is_sorted_by(|a, b| a < b)).then_some(moves)
    }

    /// The least moves s1, s2 of the games with this fixed move that the view shows, by s1 and then s2.
    ///
    /// ```
    /// use grundy_census::region::{TwoFreeClass, View};
    /// let count = |class: TwoFreeClass| class.free_moves(9, View::ALL).len();
    /// assert_eq!([TwoFreeClass::FourMoves, TwoFreeClass::ThirdFixed, TwoFreeClass::SymmetricFive].map(count), [12, 28, 6]);
    /// ```
    pub fn free_moves(self, fixed: u32, view: View) -> Vec<(u32, u32)> {
        view.pairs(fixed).filter(|&(s1, s2)| self.moves(s1, s2, fixed).is_some()).collect()
    }
}

/// A game of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoFreeMoves {
    /// The least move.
    pub s1: u32,
    /// The second move.
    pub s2: u32,
    /// The cycle of the outcomes; `None` when it was not found within the allowed positions.
    pub cycle: Option<Cycle>,
}

/// The games of a class with the given fixed move that the view shows, ordered by s1 and then s2, each computed up to
/// `limit` positions.
///
/// Ends early only when a stop is requested.  `progress` is called, from any thread, with the number of further games
/// that are done.
pub fn two_free_moves(
    class: TwoFreeClass,
    fixed: u32,
    view: View,
    limit: u64,
    stop: &CancellationToken,
    progress: &RegionProgress,
) -> Result<Vec<TwoFreeMoves>, Limit> {
    let games = class.free_moves(fixed, view);
    let cycle_of = |(s1, s2)| {
        let moves = class.moves(s1, s2, fixed).unwrap_or_default();
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

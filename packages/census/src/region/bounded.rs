//! Areas of a plane of games by bounds of the period.
//!
//! A game belongs to the first bound that its period does not exceed.  So a game is computed only
//! until its period is known or its last bound is passed.
//!
//! *Symmetric games* repeat from position 0 on, and their period is known as soon as it has passed
//! ([`sequence::symmetric_period`]).
//!
//! *Other games* can have a preperiod, about which nothing is known before the cycle is found.  Let b be the last bound
//! and M = max L.  Their search (`grundy_sequence::CycleSearch`) finds every cycle with p <= b and q <= M^2 within b +
//! b/4 + 4 M^2 + 8 M + 8192 positions: an anchor at T < 2 max(q, (p + T)/16) meets it before p + T + B, where B, the
//! length of a step and two windows, is at most T/4 + 1024 + 2 M; so T < 2 M^2 or T < b/7; and the first anchor is at
//! 1024 or M.  If none is found, then p > b or q > M^2.  This is less than is known for symmetric games, and
//! [`Decided::Beyond`] documents it.

use super::{RegionProgress, TwoFreeClass, View};
use crate::limit::{CancellationToken, Limit};
use crate::sequence::{self, CycleSearch, Game, Moves, Rule};
use rayon::prelude::*;

/// What is known about the period p of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// It is this number.
    Period(u64),
    /// It exceeds the greatest bound b; in games that are not symmetric p > b, or the preperiod exceeds the square of the
    /// largest move.
    Beyond,
}

/// A game of a plane with its area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundedGame {
    /// The least move.
    pub s1: u32,
    /// The second move.
    pub s2: u32,
    /// The number of the first bound that the period does not exceed, from 0; the number of bounds if it exceeds them
    /// all.
    pub area: usize,
    /// What is known about its period.
    pub decided: Decided,
}

/// The number of games in each of the areas for this number of bounds: there is one more area than bounds.
pub fn count_areas(games: &[BoundedGame], bounds: usize) -> Vec<u64> {
    let mut counts = vec![0; bounds + 1];
    for game in games {
        if let Some(count) = counts.get_mut(game.area) {
            *count += 1;
        }
    }
    counts
}

/// The games of a class with the given fixed move that the view shows, by s1 and then s2, each with its
/// area.
///
/// `bounds` gives the bounds of a game from its moves, the same number for each game.  `progress` is called, from any
/// thread, with the number of further games that are done.
///
/// ```
/// use grundy_census::region::{self, TwoFreeClass, View, bounded, count_areas};
/// use grundy_language::limit::CancellationToken;
/// // The areas p <= s1+s5, p <= s3+s5, p <= s5^2 and p > s5^2 of { s1 s2 24-s2 24-s1 24 }.
/// let bounds = |moves: &[u32]| {
///     let [s1, _, s3, _, s5] = moves else { unreachable!() };
///     [s1 + s5, s3 + s5, s5 * s5].map(u64::from).to_vec()
/// };
/// let stop = CancellationToken::default();
/// let games = bounded(TwoFreeClass::SymmetricFive, 24, View::ALL, &bounds, &stop, &|_| {}).unwrap();
/// assert_eq!(count_areas(&games, 3), [13, 15, 26, 1]);
/// ```
pub fn bounded(
    class: TwoFreeClass,
    fixed: u32,
    view: View,
    bounds: &(dyn Fn(&[u32]) -> Vec<u64> + Sync),
    stop: &CancellationToken,
    progress: &RegionProgress,
) -> Result<Vec<BoundedGame>, Limit> {
    let game = |(s1, s2)| {
        let moves = class.moves(s1, s2, fixed).unwrap_or_default();
        let bounds = bounds(&moves);
        let last = bounds.iter().copied().max().unwrap_or(0);
        let decided = decide(&moves, last, stop)?;
        let area = match decided {
            Decided::Period(period) => bounds.iter().position(|&bound| period <= bound),
            Decided::Beyond => None,
        };
        progress(1);
        Ok(BoundedGame { s1, s2, area: area.unwrap_or(bounds.len()), decided })
    };
    class.free_moves(fixed, view).into_par_iter().map(game).collect()
}

/// The period, or the fact that it exceeds the bound.
fn decide(moves: &[u32], bound: u64, stop: &CancellationToken) -> Result<Decided, Limit> {
    let sizes: Vec<u64> = moves.iter().map(|&size| u64::from(size)).collect();
    let sizes = Moves::new(&sizes).map_err(|_| sequence::MOVES)?;
    if sizes.is_symmetric() {
        let period = sequence::symmetric_period(sizes, bound, stop)?;
        return Ok(period.map_or(Decided::Beyond, Decided::Period));
    }
    let most = u64::from(sizes.greatest());
    let game = Game::new(sizes, Rule::Normal).map_err(|_| sequence::MOVES)?;
    let until = bound.saturating_add(bound / 4).saturating_add(4 * most * most + 8 * most + 8192);
    if until > CycleSearch::FARTHEST {
        return Err(Limit::POSITIONS);
    }
    let found = CycleSearch::new(&game).run(until, stop)?;
    Ok(found.map_or(Decided::Beyond, |cycle| Decided::Period(cycle.period)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::oracle;

    fn decided(moves: &[u32], bound: u64) -> Decided {
        decide(moves, bound, &CancellationToken::default()).expect("not stopped")
    }

    /// All games up to a largest move, with bounds around their period.
    #[test]
    fn the_period_is_known_or_exceeds_the_bound() {
        for bits in 1_u32..1 << 9 {
            let moves: Vec<u32> = (1..=9).filter(|size| bits >> (size - 1) & 1 == 1).collect();
            let sizes: Vec<u64> = moves.iter().map(|&size| u64::from(size)).collect();
            let sizes = Moves::new(&sizes).expect("moves");
            let symmetric = sizes.is_symmetric();
            let game = Game::new(sizes, Rule::Normal).expect("a game");
            let cycle = oracle::cycle(&game, 5000).expect("a short cycle");
            for bound in [0, 1, cycle.period - 1, cycle.period, 1000] {
                let found = decided(&moves, bound);
                let expected = Decided::Period(cycle.period);
                if bound >= cycle.period {
                    assert_eq!(found, expected, "{moves:?} up to {bound}");
                } else if symmetric {
                    assert_eq!(found, Decided::Beyond, "{moves:?} up to {bound}");
                } else {
                    assert!(
                        [expected, Decided::Beyond].contains(&found),
                        "{moves:?} up to {bound}"
                    );
                }
            }
        }
    }

    #[test]
    fn long_periods_are_decided_at_the_bound() {
        // A. Flammenkamp 1996, table of symmetric five-move games: s5 = 40.
        let moves = [9, 14, 26, 31, 40];
        assert_eq!(decided(&moves, 26_538), Decided::Period(26_538));
        assert_eq!(decided(&moves, 26_537), Decided::Beyond);
        assert_eq!(decided(&moves, u64::MAX), Decided::Period(26_538));
    }

    #[test]
    fn a_stop_is_heeded() {
        let stop = CancellationToken::default();
        stop.request();
        assert_eq!(decide(&[9, 14, 26, 31, 40], 1 << 40, &stop), Err(Limit::STOPPED));
        assert_eq!(decide(&[2, 4, 7], 1 << 40, &stop), Err(Limit::STOPPED));
    }
}

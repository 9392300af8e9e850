//! Full search: the outcome of every position that can follow, by the rules alone.
//!
//! The positions that can follow 3 4 5 are the 4 * 5 * 6 = 120 triples below it.  They are
//! numbered so that every move leads to a smaller number, and looked at in this order: a
//! position that no lost position was seen to follow is lost, and marks as won all that can
//! move to it.

use super::{Convention, Move, Outcome, Position};
use crate::Integer;
use crate::limit::{CancellationToken, Limit};

/// Positions with more positions below them than this are not searched.
pub const POSITIONS: usize = 1 << 20;

/// What full search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// All moves to lost positions, by heap and then by number of sticks.
    pub winning_moves: Vec<Move>,
    /// How many positions were looked at.
    pub positions: usize,
}

/// Searches everything below the position; `None` if that is more than [`POSITIONS`].
///
/// ```
/// use grundy_games::nim::{Convention, Outcome, Position, list, search};
/// let position = Position::new([3, 4, 5].map(Into::into).to_vec()).unwrap();
/// let found = search::solve(&position, Convention::Misere, &Default::default()).unwrap().unwrap();
/// assert_eq!((found.outcome, list(&found.winning_moves)), (Outcome::N, "1:2".to_owned()));
/// assert_eq!(found.positions, 120);
/// ```
pub fn solve(
    position: &Position,
    convention: Convention,
    stop: &CancellationToken,
) -> Result<Option<Searched>, Limit> {
    // (sticks, distance in the numbering for each stick), for each heap.
    let mut heaps = Vec::new();
    let mut count: usize = 1;
    for heap in position.heaps() {
        let size = heap.to::<usize>();
        let larger = size.and_then(|size| count.checked_mul(size.checked_add(1)?));
        let (Some(size), Some(larger)) = (size, larger.filter(|&count| count <= POSITIONS)) else {
            return Ok(None);
        };
        heaps.push((size, count));
        count = larger;
    }
    let mut won = vec![false; count];
    // With nothing left the player to move has lost normal play and won misère play.
    won[0] = convention == Convention::Misere;
    for number in 0..count {
        if number % 4096 == 0 {
            stop.check()?;
        }
        if won[number] {
            continue;
        }
        for &(size, step) in &heaps {
            let sticks = number / step % (size + 1);
            for more in 1..=size - sticks {
                won[number + more * step] = true;
            }
        }
    }
    let mut winning_moves = Vec::new();
    for (index, &(size, step)) in heaps.iter().enumerate() {
        let winning = (1..=size).filter(|take| !won[count - 1 - take * step]);
        winning_moves
            .extend(winning.map(|take| Move { heap: index + 1, take: Integer::from(take) }));
    }
    let outcome = if won[count - 1] { Outcome::N } else { Outcome::P };
    Ok(Some(Searched { outcome, winning_moves, positions: count }))
}

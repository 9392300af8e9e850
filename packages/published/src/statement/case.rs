//! What a statement is checked on: single games, and all sets of moves with a greatest move.

use super::Failure;
use crate::limit::{CancellationToken, Limit};
use crate::sequence::{Cycle, Game, MOVES, Moves, Rule, cycle, oracle, orbit};
use num_bigint::BigUint;

/// The most positions for the search for one cycle.
const MOST_POSITIONS: u64 = 1 << 34;

/// The most states for counting words.
const MOST_STATES: u64 = 1 << 24;

/// Games to check a statement on, in order, or an error in place of a game.
pub(super) type Cases<'a> = Box<dyn Iterator<Item = Result<StatementCase, CaseError>> + 'a>;

/// Why there is no game where a statement refers to one.
#[derive(Clone, Debug)]
pub(super) enum CaseError {
    /// The numbers are not moves.
    Wrong(Failure),
    /// They are too large to compute with.
    TooLarge,
}

/// A game that a statement is checked on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementCase {
    /// The parameters that the moves come from, for a family; empty for a statement about sets.
    pub parameters: Vec<(char, u64)>,
    /// The letters in the moves of a pattern.
    pub(super) letters: Vec<(char, u64)>,
    /// The moves.
    pub moves: Moves,
}

impl StatementCase {
    /// The game with these moves, which are sorted here; `None` if they are not a set of moves.
    pub fn new(sizes: &[u64]) -> Option<Self> {
        Self::of_letters(Vec::new(), sizes.to_vec())
    }

    /// The game with these moves, in any order, of a pattern with these letters.
    pub(super) fn of_letters(letters: Vec<(char, u64)>, mut sizes: Vec<u64>) -> Option<Self> {
        sizes.sort_unstable();
        Some(Self { parameters: Vec::new(), letters, moves: Moves::new(&sizes).ok()? })
    }

    /// The moves from the least on.
    pub fn sizes(&self) -> Vec<u64> {
        self.moves.sizes().iter().map(|&size| u64::from(size)).collect()
    }

    /// The greatest move M.
    pub fn greatest(&self) -> u64 {
        u64::from(self.moves.greatest())
    }

    /// The period and preperiod.
    pub fn cycle(&self, rule: Rule, stop: &CancellationToken) -> Result<Cycle, Limit> {
        cycle(&self.game(rule)?, MOST_POSITIONS, stop)
    }

    /// The losing positions below `count`, from the least on.
    pub fn losses(&self, count: u64) -> Result<Vec<u64>, Limit> {
        let count = usize::try_from(count).map_err(|_| Limit::POSITIONS)?;
        let values = oracle::sequence(&self.game(Rule::Normal)?, count);
        Ok((0..).zip(values).filter(|(_, value)| value.0 == 0).map(|(at, _)| at).collect())
    }

    /// The number N(L) of words of length M without two losses at a distance in L.
    pub fn words(&self, stop: &CancellationToken) -> Result<BigUint, Limit> {
        Ok(orbit::count(&self.moves, MOST_STATES, stop)?.words)
    }

    fn game(&self, rule: Rule) -> Result<Game, Limit> {
        Game::new(self.moves.clone(), rule).map_err(|_| MOVES)
    }
}

/// All sets of at least `few` and at most `many` moves with this greatest move, in lexicographic
/// order: { 1 2 3 }, { 1 3 }, { 2 3 }, { 3 }.
pub(super) fn sets(greatest: u64, few: usize, many: usize) -> impl Iterator<Item = StatementCase> {
    let with_greatest = move |mut sizes: Vec<u64>| {
        sizes.push(greatest);
        StatementCase::new(&sizes)
    };
    let enough = move |sizes: &Vec<u64>| sizes.len() + 1 >= few;
    subsets(greatest, many.saturating_sub(1)).filter(enough).filter_map(with_greatest)
}

/// All symmetric sets with this greatest move M, in lexicographic order: M - s is a move for
/// every other move s.
pub(super) fn symmetric(greatest: u64) -> impl Iterator<Item = StatementCase> {
    // The moves up to M/2 determine the others, and their order that of the sets.
    let mirror = move |half: Vec<u64>| {
        let mirrored = half.iter().rev().map(|size| greatest - size);
        let mut sizes: Vec<u64> = half.iter().copied().chain(mirrored).collect();
        sizes.dedup();
        sizes.push(greatest);
        StatementCase::new(&sizes)
    };
    subsets(greatest / 2 + 1, usize::MAX).filter_map(mirror)
}

/// The sets of at most `most` numbers from 1 to `end` - 1, a set after its extensions.
fn subsets(end: u64, most: usize) -> impl Iterator<Item = Vec<u64>> {
    let extend = move |mut set: Vec<u64>, from: u64| {
        let room = most.saturating_sub(set.len());
        set.extend((from..end).take(room));
        set
    };
    std::iter::successors(Some(extend(Vec::new(), 1)), move |set| {
        let mut set = set.clone();
        let last = set.pop()?;
        Some(extend(set, last + 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_complete_and_in_order() {
        let sizes: Vec<_> = sets(3, 1, usize::MAX).map(|case| case.sizes()).collect();
        assert_eq!(sizes, [vec![1, 2, 3], vec![1, 3], vec![2, 3], vec![3]]);
        for greatest in 1..=10 {
            let all: Vec<StatementCase> = sets(greatest, 1, usize::MAX).collect();
            assert_eq!(all.len(), 1 << (greatest - 1));
            assert!(all.is_sorted_by(|one, other| one.moves < other.moves));
            let mirrored: Vec<StatementCase> =
                all.iter().filter(|case| case.moves.is_symmetric()).cloned().collect();
            assert_eq!(symmetric(greatest).collect::<Vec<_>>(), mirrored);
            let few: Vec<StatementCase> =
                all.iter().filter(|case| case.moves.sizes().len() <= 3).cloned().collect();
            assert_eq!(sets(greatest, 1, 3).collect::<Vec<_>>(), few);
        }
    }
}

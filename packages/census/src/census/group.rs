//! Games with the same sequence, as the result of a piece.

use super::classes::OutcomeClass;
use super::space::{Space, ways};
use serde::{Deserialize, Serialize};

/// Games with the same sequence of outcomes: the moves that all have, and choices of which any number, or exactly
/// `need`, may be included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// The moves of all games, in increasing order.
    pub(super) moves: Vec<u32>,
    /// The open choices by their greatest moves, in increasing order.
    pub(super) open: Vec<u32>,
    /// The number of open choices that are included.
    pub(super) need: Option<u32>,
}

impl Group {
    pub(super) fn new<const N: usize>(space: &Space, class: &OutcomeClass<N>) -> Self {
        Self {
            moves: class.included.iter().collect(),
            open: space.choices_of(class.open).collect(),
            need: class.need,
        }
    }

    /// The number of games in the group; `None` if it cannot be a group of games with this largest move, as far as can
    /// be seen.
    pub(super) fn count(&self, largest: u32) -> Option<u64> {
        let are_sizes = |list: &[u32]| {
            list.is_sorted_by(|one, other| one < other)
                && list.first().is_none_or(|&least| least > 0)
                && list.last().is_none_or(|&greatest| greatest <= largest)
        };
        let open = u32::try_from(self.open.len()).ok()?;
        (are_sizes(&self.moves) && are_sizes(&self.open)).then(|| ways(open, self.need))?
    }

    /// The games in order, each by its moves, in increasing order.
    pub(super) fn members(&self, space: &Space) -> Vec<Vec<u32>> {
        // Lists of included choices, in the order of binary numbers: first all without the highest choice, then all
        // with it.
        let most = self.need.map_or(self.open.len(), |need| need as usize);
        let mut members: Vec<Vec<u32>> = Vec::new();
        members.extend((most <= self.open.len()).then(Vec::new));
        for (left, &choice) in (0..self.open.len()).rev().zip(&self.open) {
            let within = members.iter().filter(|member| member.len() < most).map(|member| {
                let mut longer = member.clone();
                longer.push(choice);
                longer
            });
            let within: Vec<_> = within.collect();
            members.extend(within);
            // Keep those that the remaining choices can still complete.
            members.retain(|member| self.need.is_none() || member.len() + left >= most);
        }
        members.iter().map(|member| self.with(space, member)).collect()
    }

    /// The first game in the order.
    pub(super) fn first(&self, space: &Space) -> Vec<u32> {
        let need = self.need.map_or(0, |need| need as usize).min(self.open.len());
        self.with(space, &self.open[..need])
    }

    fn with(&self, space: &Space, chosen: &[u32]) -> Vec<u32> {
        let added = chosen.iter().flat_map(|&choice| space.moves_of_choice(choice));
        let mut moves: Vec<u32> = self.moves.iter().copied().chain(added).collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }
}

/// Compares two games in the order of the census: as binary numbers.
pub(super) fn compare(one: &[u32], other: &[u32]) -> std::cmp::Ordering {
    one.iter().rev().cmp(other.iter().rev())
}

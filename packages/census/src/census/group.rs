//! Games with the same sequence, as the result of a piece.

use super::classes::OutcomeClass;
use super::space::{Space, ways};
use serde::{Deserialize, Serialize};

/// Games with the same sequence of outcomes: the moves that all have, and choices of which any
/// number may be added, or exactly `need`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// The moves of all games, increasing.
    pub(super) moves: Vec<u32>,
    /// The open choices by their greatest moves, increasing.
    pub(super) open: Vec<u32>,
    /// How many of the open choices are in.
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

    /// How many games there are in the group; `None` if it is none of games with this largest move, as
    /// far as can be seen.
    pub(super) fn count(&self, largest: u32) -> Option<u64> {
        let are_sizes = |list: &[u32]| {
            list.is_sorted_by(|one, other| one < other)
                && list.first().is_none_or(|&least| least > 0)
                && list.last().is_none_or(|&greatest| greatest <= largest)
        };
        let open = u32::try_from(self.open.len()).ok()?;
        (are_sizes(&self.moves) && are_sizes(&self.open)).then(|| ways(open, self.need))?
    }

    /// The games in their order, each by its moves, increasing.
    pub(super) fn members(&self, space: &Space) -> Vec<Vec<u32>> {
        // Lists of choices that are in, in the order of binary numbers: first all without the
        // highest choice, then all with it.
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
            // Those that so many choices can still make whole.
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

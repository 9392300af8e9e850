//! Which of the games of a census are wanted.
//!
//! *A bounded number of differences.*  For a symmetric game with the moves s(1) < ... < s(k) = M, the differences
//! s(i) - s(i-1), with s(0) = 0, divide M into k parts that are a palindrome, since s(k-i) = M - s(i).  So these games
//! are found part by part from both ends at once, and no game with too many distinct parts is examined.

use crate::Integer;
use crate::formula::Condition;
use crate::limit::Limit;

/// What the games have to satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// A condition on the moves by the names a < b < c < ..., on their number K and on the largest one M.  Where it has
    /// no value, it is not satisfied.
    pub condition: Option<Condition>,
    /// The most distinct numbers among s(i) - s(i-1), i = 2, ..., k, where s(1) < ... < s(k) are the moves.  Such games
    /// are symmetric and have at most M/3 moves.
    pub differences: Option<u32>,
}

impl Choice {
    /// All games.
    pub const ALL: Self = Self { condition: None, differences: None };

    /// Is every game wanted?
    pub fn is_all(&self) -> bool {
        *self == Self::ALL
    }

    /// Does the game satisfy the condition?
    ///
    /// ```
    /// use grundy_census::census::Choice;
    /// use grundy_language::formula::Condition;
    /// let condition = Condition::parse("a + c == M and K == 4", 0).ok();
    /// let choice = Choice { condition, ..Choice::ALL };
    /// assert!(choice.admits(&[2, 3, 5, 7]) && !choice.admits(&[2, 5, 7]));
    /// ```
    pub fn admits(&self, moves: &[u32]) -> bool {
        let Some(condition) = &self.condition else { return true };
        let largest = moves.last().copied().unwrap_or(0);
        let moves_by_name = ('a'..='z').zip(moves.iter().map(|&size| Integer::from(size)));
        let all = [('K', Integer::from(moves.len())), ('M', Integer::from(largest))];
        let named: Vec<_> = moves_by_name.chain(all).collect();
        condition.holds(&named) == Ok(true)
    }
}

/// Calls `tell` with the symmetric games that have this largest and this least move, at most M/3 moves, and at most
/// this number of distinct differences.
///
/// # Errors
/// The errors of `tell`.
pub(super) fn by_differences(
    largest: u32,
    first: u32,
    differences: u32,
    tell: &mut dyn FnMut(Vec<u32>) -> Result<(), Limit>,
) -> Result<(), Limit> {
    if first == largest {
        return if largest >= 3 { tell(vec![largest]) } else { Ok(()) };
    }
    let mut parts = ChoiceParts { largest, differences: differences as usize, tell };
    parts.add(first, &mut Vec::new(), &mut Vec::new(), largest)
}

struct ChoiceParts<'t> {
    largest: u32,
    differences: usize,
    tell: &'t mut dyn FnMut(Vec<u32>) -> Result<(), Limit>,
}

impl ChoiceParts<'_> {
    /// Adds a part at both ends, then everything that can come between; `rest` lies between the ends.
    fn add(
        &mut self,
        part: u32,
        ends: &mut Vec<u32>,
        different: &mut Vec<u32>,
        rest: u32,
    ) -> Result<(), Limit> {
        // The least number of moves.
        let moves = 2 * (ends.len() + 1);
        let left = part.checked_mul(2).and_then(|both| rest.checked_sub(both));
        let is_new = !different.contains(&part);
        let count = different.len() + usize::from(is_new);
        let Some(rest) =
            left.filter(|_| 3 * moves <= self.largest as usize && count <= self.differences)
        else {
            return Ok(());
        };
        ends.push(part);
        if is_new {
            different.push(part);
        }
        let one_more = different.contains(&rest) || different.len() < self.differences;
        if rest == 0 {
            (self.tell)(game(ends, None))?;
        } else if one_more && 3 * (moves + 1) <= self.largest as usize {
            (self.tell)(game(ends, Some(rest)))?;
        }
        for part in 1..=rest / 2 {
            self.add(part, ends, different, rest)?;
        }
        ends.pop();
        if is_new {
            different.pop();
        }
        Ok(())
    }
}

/// The moves: the sums of the first parts, where these are the parts at the ends.
fn game(ends: &[u32], middle: Option<u32>) -> Vec<u32> {
    let parts = ends.iter().copied().chain(middle).chain(ends.iter().rev().copied());
    let mut sum = 0;
    let sums = parts.map(|part| {
        sum += part;
        sum
    });
    sums.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// All symmetric games by definition.
    fn plain(largest: u32, differences: usize) -> BTreeSet<Vec<u32>> {
        let sets = (1_u32 << (largest - 1)..1 << largest)
            .map(|bits| (1..=largest).filter(|size| bits >> (size - 1) & 1 == 1).collect());
        let wanted = |moves: &Vec<u32>| {
            let between: BTreeSet<u32> = moves.windows(2).map(|pair| pair[1] - pair[0]).collect();
            3 * moves.len() <= largest as usize
                && between.len() <= differences
                && moves.iter().all(|size| *size == largest || moves.contains(&(largest - size)))
        };
        sets.filter(wanted).collect()
    }

    #[test]
    fn games_by_differences_are_those_of_the_definition() {
        for largest in 1..=18 {
            for differences in 0..=4 {
                let mut found = Vec::new();
                for first in 1..=largest {
                    let mut tell = |moves| {
                        found.push(moves);
                        Ok(())
                    };
                    by_differences(largest, first, differences, &mut tell).expect("nothing fails");
                }
                let different: BTreeSet<_> = found.iter().cloned().collect();
                assert_eq!(different.len(), found.len(), "{largest} {differences}");
                assert_eq!(
                    different,
                    plain(largest, differences as usize),
                    "{largest} {differences}"
                );
            }
        }
    }
}

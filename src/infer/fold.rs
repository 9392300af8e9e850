//! The folded sequence of one game.

use super::family::Family;
use super::node::Sequence;
use super::shorten::shorten;
use crate::accelerate::tree::Length;
use crate::accelerate::{NUMBERS, Search};
use crate::limit::{CancellationToken, Limit, Meaning};
use crate::sequence::Rule;

/// The state did not recur within the steps that one game gets.
pub const STEPS: Limit = Limit(&Meaning {
    name: "steps",
    text: "the state of the game did not recur within the steps that were allowed",
});

/// Steps between two looks at the time.
const TURN: u64 = 1 << 12;

/// The outcomes of the game with this parameter, folded within so many steps.
pub fn fold(
    family: &Family,
    parameter: i64,
    steps: u64,
    stop: &CancellationToken,
) -> Result<Sequence<Length>, Limit> {
    let sizes = family.sizes(parameter).ok_or(NUMBERS)?;
    let mut search = Search::to_compare(&sizes, Rule::Normal).ok_or(NUMBERS)?;
    while !search.run(TURN, stop)? {
        if search.statistics().steps >= steps {
            return Err(STEPS);
        }
    }
    let tree = search.tree(stop)?.ok_or(STEPS)?;
    shorten(tree).ok_or(NUMBERS)
}

//! The folded sequence of one game.

use super::family::Family;
use super::node::Sequence;
use super::shorten::shorten;
use crate::accelerate::tree::Length;
use crate::accelerate::{NUMBERS, STEPS, Search};
use crate::limit::{CancellationToken, Limit};
use crate::model::Alphabet;
use crate::sequence::Rule;

/// Steps between two looks at the time.
const TURN: u64 = 1 << 12;

/// The values of the game with this parameter, folded within so many steps.
pub fn fold(
    family: &Family,
    parameter: i64,
    values: Alphabet,
    steps: u64,
    stop: &CancellationToken,
) -> Result<Sequence<Length>, Limit> {
    let sizes = family.sizes(parameter).ok_or(NUMBERS)?;
    let mut search = Search::to_compare(&sizes, Rule::from(values)).ok_or(NUMBERS)?;
    while !search.run(TURN, stop)? {
        if search.statistics().steps >= steps {
            return Err(STEPS);
        }
    }
    let tree = search.tree(stop)?.ok_or(STEPS)?;
    let sequence = shorten(tree, stop);
    stop.check()?;
    sequence.ok_or(NUMBERS)
}

//! The folded sequence of one game.

use super::family::Family;
use super::node::{Node, Sequence};
use super::shorten::{cut, shorten};
use crate::accelerate::tree::Length;
use crate::accelerate::{NUMBERS, STEPS, Search};
use crate::limit::{CancellationToken, Limit};
use crate::model::Alphabet;
use crate::sequence::Rule;

/// Steps between two looks at the time.
const TURN: u64 = 1 << 12;

/// The values of the game with this parameter, folded within so many steps, which are counted.
pub fn fold(
    family: &Family,
    parameter: i64,
    values: Alphabet,
    steps: u64,
    stop: &CancellationToken,
    taken: &mut u64,
) -> Result<Sequence<Length>, Limit> {
    let sizes = family.sizes(parameter).ok_or(NUMBERS)?;
    let mut search = Search::to_compare(&sizes, Rule::from(values)).ok_or(NUMBERS)?;
    let recurs = loop {
        let before = search.statistics().steps;
        let recurs = search.run(TURN, stop);
        *taken += search.statistics().steps - before;
        if recurs != Ok(false) || search.statistics().steps >= steps {
            break recurs?;
        }
    };
    if !recurs {
        return Err(STEPS);
    }
    let tree = search.tree(stop)?.ok_or(STEPS)?;
    let sequence = shorten(tree, stop);
    stop.check()?;
    let mut sequence = sequence.ok_or(NUMBERS)?;
    let is_word = |node: &Node<Length>| matches!(node, Node::Word(..));
    if sequence.period.len() > 1
        && sequence.period.iter().all(is_word)
        && let Some(cycle) = search.cycle(stop)?
        && let Some(least) = cycle.period.to_i64()
    {
        // Where nothing is to be cut the sequence stays as it is.
        let _ = cut(&mut sequence, least, stop);
        stop.check()?;
    }
    Ok(sequence)
}

//! The rules in the plainest code there is.  It is never made faster: everything else is
//! compared with it.

use super::{Cycle, Game, Rule};
use crate::model::{Alphabet, Value, ValueSet};

/// The values of the positions 0, 1, ..., `count` - 1 of the subtraction game with these
/// moves, each >= 1.
///
/// ```
/// use grundy_check::model::{Alphabet, Value};
/// let values = grundy_sequence::oracle::values(Alphabet::Nim, &[1, 2], 5);
/// assert_eq!(values, [0, 1, 2, 0, 1].map(Value));
/// ```
pub fn values(alphabet: Alphabet, moves: &[u64], count: usize) -> Vec<Value> {
    extend(Rule::from(alphabet), moves, Vec::new(), 0, count)
}

/// The values of the positions 0, 1, ..., `count` - 1 of a game.
///
/// ```
/// use grundy_sequence::{Game, Moves, Rule, oracle};
/// let game = Game::new(Moves::new(&[2, 3]).unwrap(), Rule::Misere).unwrap();
/// assert_eq!(oracle::sequence(&game, 7).iter().map(|one| one.0).collect::<Vec<_>>(), [1, 1, 0, 0, 1, 1, 1]);
/// ```
pub fn sequence(game: &Game, count: usize) -> Vec<Value> {
    let sizes: Vec<u64> = game.moves().sizes().iter().map(|&size| u64::from(size)).collect();
    let seed = game.seed().unwrap_or_default().to_vec();
    let below = seed.len();
    extend(game.rule(), &sizes, seed, below, count)
}

/// Extends the values of the positions from -`below` on by the next `count`.
fn extend(
    rule: Rule,
    moves: &[u64],
    mut values: Vec<Value>,
    below: usize,
    count: usize,
) -> Vec<Value> {
    for position in below..below + count {
        let mut options = ValueSet::default();
        let mut lost = 0;
        let mut terminal = true;
        for &size in moves {
            let target = usize::try_from(size).ok().and_then(|size| position.checked_sub(size));
            if let Some(target) = target {
                terminal = false;
                options.insert(values[target]);
                lost += u32::from(values[target] == Value(0));
            }
        }
        values.push(match (rule, terminal) {
            (Rule::Misere, true) => Value(1),
            _ => rule.value(options, lost),
        });
    }
    values.split_off(below)
}

/// The minimal period and preperiod, if period and preperiod together are below `count`:
/// all values are kept, and the windows of max L values compared pair by pair.
pub fn cycle(game: &Game, count: usize) -> Option<Cycle> {
    let span = usize::try_from(game.moves().greatest()).ok()?;
    // What does not exist counts like N for outcomes; among Grundy values it is a value of its
    // own, which no position has.
    let absent = if game.rule() == Rule::Grundy { Value(127) } else { Value(1) };
    let seed = game.seed().map_or(vec![absent; span], <[_]>::to_vec);
    let known = [seed, sequence(game, count + span)].concat();
    let window = |position: usize| &known[position..position + span];
    // Under misère play the positions without options are no states of the register.
    let first =
        if game.rule() == Rule::Misere { usize::try_from(game.moves().least()).ok()? } else { 0 };
    for later in first + 1..=count {
        for earlier in first..later {
            if window(earlier) == window(later) {
                let period = later - earlier;
                let mut preperiod = earlier;
                while preperiod > 0
                    && known[span + preperiod - 1] == known[span + preperiod - 1 + period]
                {
                    preperiod -= 1;
                }
                return Some(Cycle { period: period as u64, preperiod: preperiod as u64 });
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::Moves;
    use super::*;

    fn found(rule: Rule, sizes: &[u64]) -> Option<(u64, u64)> {
        let moves = Moves::new(sizes).expect("moves");
        let game = Game::new(moves, rule).expect("a game");
        cycle(&game, 2000).map(|Cycle { period, preperiod }| (period, preperiod))
    }

    /// Values of A. Flammenkamp 1996, by hand where they are small.
    #[test]
    fn cycles_of_published_games() {
        assert_eq!(found(Rule::Normal, &[3, 7, 8]), Some((5, 8)));
        assert_eq!(found(Rule::Grundy, &[3, 7, 8]), Some((5, 11)));
        assert_eq!(found(Rule::Normal, &[2, 4, 7]), Some((3, 4)));
        assert_eq!(found(Rule::Grundy, &[2, 4, 7]), Some((3, 8)));
        assert_eq!(found(Rule::Grundy, &[1]), Some((2, 0)));
        // Misère play: the sequence of normal play, later by the least move.
        assert_eq!(found(Rule::Misere, &[3, 7, 8]), Some((5, 11)));
        assert_eq!(found(Rule::Misere, &[1]), Some((2, 0)));
    }
}

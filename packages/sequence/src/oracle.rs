//! The rules in the plainest code there is.  It is never optimised: everything else is compared with it.
//!
//! Grundy values may be of any size ([`numbers`], [`numbers_after`]); as a [`Value`], 255 represents all values from
//! there on.

use super::{Cycle, Game};
use crate::model::{OptionCounts, Rule, Value};

/// The values of the positions 0, 1, ..., `count` - 1 of the subtraction game with these moves, each
/// >= 1, without positions below 0.
///
/// ```
/// use grundy_kernel::model::{Rule, Value};
/// let values = grundy_sequence::oracle::values(Rule::Mex, &[1, 2], 5);
/// assert_eq!(values, [0, 1, 2, 0, 1].map(Value));
/// ```
pub fn values(rule: impl Into<Rule>, moves: &[u64], count: usize) -> Vec<Value> {
    values_after(rule.into(), moves, |_| None, count)
}

/// The values of the positions 0, 1, ..., `count` - 1 of the subtraction game with these moves, each >= 1; of equal
/// moves only the first counts.  `before(k)` is the value of the position -k, if there is one.
///
/// ```
/// use grundy_kernel::model::{Rule, Value};
/// let values = grundy_sequence::oracle::values_after(Rule::Normal, &[2], |_| Some(Value(0)), 5);
/// assert_eq!(values, [1, 1, 0, 0, 1].map(Value));
/// ```
pub fn values_after(
    rule: Rule,
    moves: &[u64],
    before: impl Fn(u64) -> Option<Value>,
    count: usize,
) -> Vec<Value> {
    let before = |back| before(back).map(|value| value.0.into());
    numbers_after(rule, moves, before, count).into_iter().map(small).collect()
}

/// As [`values_after`], with values of any size.
pub fn numbers_after(
    rule: Rule,
    moves: &[u64],
    before: impl Fn(u64) -> Option<u32>,
    count: usize,
) -> Vec<u32> {
    let mut moves: Vec<u64> = moves.to_vec();
    moves.sort_unstable();
    moves.dedup();
    let (mut values, mut options) = (Vec::<u32>::with_capacity(count), Vec::new());
    for position in 0..count as u64 {
        let option = |&size: &u64| match position.checked_sub(size) {
            Some(target) => values.get(usize::try_from(target).ok()?).copied(),
            None => before(size - position),
        };
        options.clear();
        options.extend(moves.iter().filter_map(option));
        values.push(value(rule, &mut options));
    }
    values
}

/// The value of a position whose options have these values; their order changes.
///
/// ```
/// use grundy_kernel::model::Rule;
/// assert_eq!(grundy_sequence::oracle::value(Rule::Mex, &mut vec![7, 0, 1, 0]), 2);
/// assert_eq!(grundy_sequence::oracle::value(Rule::Misere, &mut vec![]), 1);
/// ```
pub fn value(rule: Rule, options: &mut Vec<u32>) -> u32 {
    if rule == Rule::Mex {
        options.sort_unstable();
        options.dedup();
        return (0..).zip(&*options).take_while(|(number, option)| number == *option).count()
            as u32;
    }
    let options: OptionCounts = options.iter().copied().map(small).collect();
    rule.value(&options).0.into()
}

fn small(value: u32) -> Value {
    Value(u8::try_from(value).unwrap_or(u8::MAX))
}

/// The values of the positions 0, 1, ..., `count` - 1 of a game.
///
/// ```
/// use grundy_sequence::{Game, Moves, Rule, oracle};
/// let game = Game::new(Moves::new(&[2, 3]).unwrap(), Rule::Misere).unwrap();
/// assert_eq!(oracle::sequence(&game, 7).iter().map(|one| one.0).collect::<Vec<_>>(), [1, 1, 0, 0, 1, 1, 1]);
/// ```
pub fn sequence(game: &Game, count: usize) -> Vec<Value> {
    numbers(game, count).into_iter().map(small).collect()
}

/// As [`sequence`], with values of any size.
///
/// ```
/// use grundy_sequence::{Game, Moves, Rule, oracle};
/// let moves: Vec<u64> = (1..=1000).collect();
/// let game = Game::new(Moves::new(&moves).unwrap(), Rule::Mex).unwrap();
/// assert_eq!(oracle::numbers(&game, 1002)[999..], [999, 1000, 0]);
/// ```
pub fn numbers(game: &Game, count: usize) -> Vec<u32> {
    let sizes: Vec<u64> = game.moves().sizes().iter().map(|&size| u64::from(size)).collect();
    let before = |back| game.value_before(back).map(|value| value.0.into());
    numbers_after(game.rule(), &sizes, before, count)
}

/// The least period and preperiod, if their sum is below `count`: all values are kept, and the windows of max L values
/// compared pair by pair.
pub fn cycle(game: &Game, count: usize) -> Option<Cycle> {
    let span = usize::try_from(game.moves().greatest()).ok()?;
    // A position that does not exist counts like an option that does not matter: a won one where lost ones matter, and
    // the other way round; among Grundy values it gets a value of its own, which no position has.
    let absent = match game.rule() {
        Rule::Mex => u32::MAX,
        Rule::Won(_) => 0,
        _ => 1,
    };
    let value = |back| game.value_before(back).map_or(absent, |value| value.0.into());
    let before: Vec<_> = (1..=span as u64).rev().map(value).collect();
    let known = [before, numbers(game, count + span)].concat();
    let window = |position: usize| &known[position..position + span];
    // Under misère play the positions without options are not states of the register.
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

    /// Values from A. Flammenkamp 1996, and by hand where they are small.
    #[test]
    fn cycles_of_published_games() {
        assert_eq!(found(Rule::Normal, &[3, 7, 8]), Some((5, 8)));
        assert_eq!(found(Rule::Mex, &[3, 7, 8]), Some((5, 11)));
        assert_eq!(found(Rule::Normal, &[2, 4, 7]), Some((3, 4)));
        assert_eq!(found(Rule::Mex, &[2, 4, 7]), Some((3, 8)));
        assert_eq!(found(Rule::Mex, &[1]), Some((2, 0)));
        // Misère play: the sequence of normal play, delayed by the least move.
        assert_eq!(found(Rule::Misere, &[3, 7, 8]), Some((5, 11)));
        assert_eq!(found(Rule::Misere, &[1]), Some((2, 0)));
    }
}

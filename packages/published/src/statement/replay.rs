//! Counterexamples, computed once more in the plainest way.

use super::{Basis, Failure, StatementCase};
use crate::limit::CancellationToken;
use crate::sequence::{Cycle, Game, Rule, oracle};
use num_bigint::BigUint;

/// Does the plain rule give what the failure rests on?
pub(super) fn confirms(case: &StatementCase, failure: &Failure, stop: &CancellationToken) -> bool {
    match &failure.basis {
        Basis::Plain => true,
        Basis::Words(words) => plain_words(case, stop) == *words || stop.requested(),
        Basis::Cycles(cycles) => cycles.iter().all(|&(rule, cycle)| is_cycle(case, rule, cycle)),
    }
}

/// Are period and preperiod those of the game, and the least?
///
/// The values from the preperiod on repeat for ever when the max L values there are repeated one period later.  A
/// preperiod is the least one when the values just before it differ; then a period is the least one when no prime
/// divisor of it can be removed.
fn is_cycle(case: &StatementCase, rule: Rule, Cycle { period, preperiod }: Cycle) -> bool {
    let number = |number: u64| usize::try_from(number).ok();
    let (Some(period), Some(preperiod)) = (number(period), number(preperiod)) else {
        return false;
    };
    let span = case.moves.greatest() as usize;
    let Ok(game) = Game::new(case.moves.clone(), rule) else { return false };
    let values = oracle::sequence(&game, preperiod + period + span);
    let repeats = |distance: usize| {
        // Enough to see every value of the period once, and a whole window.
        (preperiod..values.len() - distance).all(|at| values[at] == values[at + distance])
    };
    let is_least = (2..=period)
        .filter(|divisor| period.is_multiple_of(*divisor))
        .all(|divisor| !repeats(period / divisor));
    let starts_there = preperiod == 0 || values[preperiod - 1] != values[preperiod - 1 + period];
    repeats(period) && is_least && starts_there
}

/// The number of words of a game, one by one: a word grows by a win, or by a loss that has no
/// loss at a distance in L before it.
fn plain_words(case: &StatementCase, stop: &CancellationToken) -> BigUint {
    let moves = case.moves.sizes();
    let mut words: Vec<Vec<bool>> = vec![Vec::new()];
    for length in 0..case.moves.greatest() {
        if stop.requested() {
            break;
        }
        words = words
            .into_iter()
            .flat_map(|word| {
                let may_lose = moves.iter().all(|&size| {
                    length.checked_sub(size).is_none_or(|before| word[before as usize])
                });
                let lost = may_lose.then(|| [&word[..], &[false]].concat());
                [Some([&word[..], &[true]].concat()), lost]
            })
            .flatten()
            .collect();
    }
    words.len().into()
}

//! Games with infinitely many moves, as far as a bound reaches.

use super::few_moves::wrong_cycle;
use super::{Case, Cases, Failure};
use crate::limit::{Limit, Stop};
use crate::model::{Value, ValueSet};
use crate::sequence::{Cycle, Moves};

/// { 1 2 4 ... 2^(n-1) }, n >= 2: a start of the powers of 2.
pub fn powers_of_two(n: u64) -> Cases {
    let sizes = (2..=25).contains(&n).then(|| (0..n).map(|exponent| 1 << exponent).collect());
    Box::new(sizes.and_then(|sizes| Case::of(vec![("n", n)], sizes)).into_iter())
}

/// The cycle of { 1 2 }.
pub fn as_one_two(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    wrong_cycle(case, Cycle { period: 3, preperiod: 0 }, stop)
}

/// { 1 3 5 ... 2n-1 }: a start of the odd numbers.
pub fn odd_numbers(n: u64) -> Cases {
    let fits = n.checked_mul(2).is_some_and(|end| end <= Moves::GREATEST);
    let sizes = fits.then(|| (0..n).map(|index| 2 * index + 1).collect());
    Box::new(sizes.and_then(|sizes| Case::of(vec![("n", n)], sizes)).into_iter())
}

/// The cycle of { 1 }.
pub fn as_one(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    wrong_cycle(case, Cycle { period: 2, preperiod: 0 }, stop)
}

/// With the squares as moves, 11356 is the only losing position that is 6 modulo 10.
///
/// A position is won exactly when it is a square above a losing one, so that each losing position
/// marks the won ones above it.
pub fn squares(bound: u64, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let count = usize::try_from(bound).map_err(|_| Limit::Positions)?;
    let mut won = vec![false; count];
    for position in 0..count {
        if won[position] {
            continue;
        }
        stop.check()?;
        if position % 10 == 6 && position != 11356 {
            let place = |what: &str| format!("position {position} is {what}");
            return Ok(Some(Failure::plain("outcome", place("won"), place("lost"))));
        }
        let above = (1..).map(|root: usize| position + root * root);
        for target in above.take_while(|&target| target < count) {
            won[target] = true;
        }
    }
    let exception = 11356;
    Ok(won.get(exception).copied().unwrap_or(false).then(|| {
        let place = |what: &str| format!("position {exception} is {what}");
        Failure::plain("outcome", place("lost"), place("won"))
    }))
}

/// With the Fibonacci numbers as moves, where each Grundy value stands for the first time.
const FIRST: [u64; 17] =
    [0, 1, 2, 3, 8, 9, 144, 145, 167, 627, 2677, 2725, 2726, 12071, 48652, 206_025, 63_331_966];

pub fn fibonacci(bound: u64, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let count = usize::try_from(bound).map_err(|_| Limit::Positions)?;
    let moves: Vec<usize> =
        std::iter::successors(Some((1, 2)), |&(one, next)| Some((next, one + next)))
            .map(|(one, _)| one)
            .take_while(|&size| size < count)
            .collect();
    let mut values: Vec<Value> = Vec::with_capacity(count);
    // The values so far are those below this: no mex of them is greater.
    let mut seen = 0;
    for position in 0..count {
        if position.is_multiple_of(1 << 16) {
            stop.check()?;
        }
        let mut options = ValueSet::default();
        for size in moves.iter().take_while(|&&size| size <= position) {
            options.insert(values[position - size]);
        }
        let value = options.mex();
        values.push(value);
        let index = usize::from(value.0);
        let claimed = FIRST.get(index).copied();
        let here = claimed == Some(position as u64);
        if index >= seen && !here {
            let claimed = match claimed {
                Some(first) => format!("value {index} first at {first}"),
                // The source says nothing of greater values.
                None => return Ok(None),
            };
            let computed = format!("value {index} at {position}");
            return Ok(Some(Failure::plain("first position of a value", claimed, computed)));
        }
        seen = seen.max(index + 1);
    }
    let overdue = FIRST.get(seen).filter(|&&first| first < bound);
    Ok(overdue.map(|first| {
        let claimed = format!("value {seen} first at {first}");
        Failure::plain("first position of a value", claimed, "not there")
    }))
}

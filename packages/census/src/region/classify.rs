//! The cycle of one game, by guessing its period and proving the guess.

use super::losses::Losses;
use crate::limit::{CancellationToken, Limit};
use crate::sequence::{self, Cycle, Game, MOVES, Moves, Rule};

/// Positions between two looks at the stop flag.
const STRIDE: usize = 1 << 22;

/// Positions after which a game whose period nobody guessed is left undecided.
const MOST_POSITIONS: u64 = 1 << 40;

/// The cycle of the outcomes of a game, found from numbers that its period may divide.
///
/// A guess counts only when the outcomes repeat after it over a window of max L positions; then
/// it is a period, and the least period is what remains when all prime factors are divided
/// out that can be.  When no guess holds from position `patience` on, the cycle is searched for
/// in general.
pub(super) fn cycle(
    sizes: &[u32],
    guesses: &[usize],
    patience: usize,
    stop: &CancellationToken,
) -> Result<Cycle, Limit> {
    let mut losses = Losses::new(sizes);
    let window = losses.window();
    let needed = window + guesses.iter().max().copied().unwrap_or(0);
    let mut count = needed + 2 * window;
    loop {
        stop.check()?;
        while losses.count() < count {
            losses.extend(count.min(losses.count() + STRIDE));
            stop.check()?;
        }
        let known = losses.count();
        for &guess in guesses {
            let start = known - window - guess;
            if losses.repeats(start, guess) {
                let period = least_period(&losses, start, guess);
                let before = losses.last_difference(0, start, period);
                let preperiod = before.map_or(0, |last| last + 1);
                return Ok(Cycle { period: period as u64, preperiod: preperiod as u64 });
            }
        }
        if known >= patience + needed {
            break;
        }
        count *= 2;
    }
    let sizes: Vec<u64> = sizes.iter().map(|&size| u64::from(size)).collect();
    let moves = Moves::new(&sizes).and_then(|moves| Game::new(moves, Rule::Normal));
    match moves {
        Ok(game) => sequence::cycle(&game, MOST_POSITIONS, stop),
        // The callers build their moves so that they are some.
        Err(_) => Err(MOVES),
    }
}

/// The least period from `start` on, where `period` is one: the periods are the multiples of
/// the least, so it is reached by dividing by primes as long as a period remains.
fn least_period(losses: &Losses, start: usize, period: usize) -> usize {
    let mut least = period;
    let mut rest = period;
    let mut divisor = 2;
    while rest > 1 {
        if divisor * divisor > rest {
            divisor = rest;
        }
        if rest.is_multiple_of(divisor) {
            rest /= divisor;
            if losses.repeats(start, least / divisor) {
                least /= divisor;
            }
        } else {
            divisor += 1;
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(sizes: &[u32], guesses: &[usize]) -> (u64, u64) {
        let cycle = cycle(sizes, guesses, 2000, &CancellationToken::default()).expect("a cycle");
        (cycle.period, cycle.preperiod)
    }

    #[test]
    fn guesses_are_reduced_to_the_least_period() {
        assert_eq!(found(&[3, 7, 8], &[10, 11, 15]), (5, 8));
        assert_eq!(found(&[2, 4, 7], &[6, 9, 11]), (3, 4));
        assert_eq!(found(&[1], &[360]), (2, 0));
        assert_eq!(found(&[2, 3], &[2 * 2 * 3 * 3 * 5 * 7]), (5, 0));
    }

    #[test]
    fn wrong_guesses_are_never_believed() {
        assert_eq!(found(&[3, 7, 8], &[1, 4, 11]), (5, 8));
        assert_eq!(found(&[2, 4, 7], &[]), (3, 4));
    }

    #[test]
    fn a_stop_is_heeded() {
        let stop = CancellationToken::default();
        stop.request();
        assert_eq!(cycle(&[2, 4, 7], &[6], 2000, &stop), Err(Limit::STOPPED));
    }
}

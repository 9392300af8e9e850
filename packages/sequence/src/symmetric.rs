//! The period of a symmetric game, up to a bound.
//!
//! A game is symmetric if M - s is a move or 0 for every move s, where M = max L.  Then the outcomes
//! repeat from position 0 on, and the period is the least p > 0 such that the M positions before p are
//! won (A. Flammenkamp 1996, Satz 12).
//!
//! *Why.*  Let position x be lost.  Then its option x - M is won.  Let x be won.  If one of the positions x - s with s
//! in L, s < M, is lost, then x - M is an option of it by the symmetry, and is won.  If none of them is lost, the lost
//! option of x must be x - M.  So the M outcomes before x are known from those before x + 1: no two windows are
//! followed by the same one, and the first window that recurs is the very first one.  Positions below 0 count as won,
//! which does not affect the argument.

use super::register::Register;
use super::{Game, Rule, STEP};
use crate::limit::{CancellationToken, Limit};

/// The least period of the outcomes of a symmetric game if it is at most `bound`; `None` if it is greater.  For other
/// games the answer has no meaning.
///
/// Computes the first `bound` positions at most.  The game is treated as normal play.
///
/// ```
/// use grundy_language::limit::CancellationToken;
/// use grundy_sequence::{Moves, symmetric_period};
/// let moves = Moves::new(&[1, 2, 3, 4, 5]).unwrap(); // s = 5 alone, 1 with 4, 2 with 3
/// let stop = CancellationToken::default();
/// assert_eq!(symmetric_period(moves.clone(), 6, &stop), Ok(Some(6)));
/// assert_eq!(symmetric_period(moves, 5, &stop), Ok(None));
/// ```
///
/// # Errors
/// When a stop was requested.
pub fn symmetric_period(
    moves: super::Moves,
    bound: u64,
    stop: &CancellationToken,
) -> Result<Option<u64>, Limit> {
    let game = Game::new(moves, Rule::Normal).map_err(|_| super::MOVES)?;
    let mut register = Register::new(&game);
    let most = u64::from(game.moves().greatest());
    let most_step = STEP.max(4 * register.span());
    // The number of won positions right before the next ones, as far as these positions are at least 0.
    let mut wins = 0;
    let mut step = 4 * register.span();
    while register.position() < bound {
        let first = register.position();
        let rest = usize::try_from(bound - first).unwrap_or(usize::MAX);
        register.advance(step.min(rest).next_multiple_of(register.grain()), stop)?;
        step = (2 * step).min(most_step);
        for (word, position) in register.computed().iter().zip((first..).step_by(64)) {
            if let Some(end) = end_of_wins(*word, &mut wins, most) {
                let period = position + end;
                return Ok((period <= bound).then_some(period));
            }
        }
    }
    Ok(None)
}

/// Where, in a word of outcomes with lost ones set, `most` consecutive won positions have ended; `wins` is the number
/// of those right before the word, and afterwards at its end.
#[inline]
fn end_of_wins(word: u64, wins: &mut u64, most: u64) -> Option<u64> {
    let (mut left, mut passed) = (word, 0);
    while left != 0 {
        let next = u64::from(left.trailing_zeros());
        if *wins + (next - passed) >= most {
            return Some(passed + (most - *wins));
        }
        // No more than 62 won positions are between two lost ones of a word.
        let is_long = most > 62;
        (*wins, passed) =
            (0, if is_long { 64 - u64::from(word.leading_zeros()) } else { next + 1 });
        left &= if is_long { 0 } else { left - 1 };
    }
    if *wins + (64 - passed) >= most {
        return Some(passed + (most - *wins));
    }
    *wins += 64 - passed;
    None
}

#[cfg(test)]
mod tests {
    use super::super::{Moves, oracle};
    use super::*;
    use proptest::prelude::*;

    fn moves(sizes: &[u64]) -> Moves {
        Moves::new(sizes).expect("moves")
    }

    fn period(sizes: &[u64], bound: u64) -> Option<u64> {
        symmetric_period(moves(sizes), bound, &CancellationToken::default()).expect("not stopped")
    }

    /// All symmetric games up to a greatest move, with bounds around their period.
    #[test]
    fn periods_of_all_small_games() {
        for bits in 1_u64..1 << 12 {
            let sizes: Vec<u64> = (1..=12).filter(|size| bits >> (size - 1) & 1 == 1).collect();
            let most = *sizes.last().expect("a move");
            if !sizes.iter().all(|size| *size == most || sizes.contains(&(most - size))) {
                continue;
            }
            let game = Game::new(moves(&sizes), Rule::Normal).expect("a game");
            let cycle = oracle::cycle(&game, 4000).expect("a short cycle");
            assert_eq!(cycle.preperiod, 0, "{sizes:?}");
            for (bound, known) in [(cycle.period, true), (cycle.period - 1, false), (4000, true)] {
                let expected = known.then_some(cycle.period);
                assert_eq!(period(&sizes, bound), expected, "{sizes:?} up to {bound}");
            }
        }
    }

    /// A. Flammenkamp 1996, records of symmetric games of five moves.
    #[test]
    fn long_periods() {
        assert_eq!(period(&[9, 14, 26, 31, 40], u64::MAX), Some(26_538));
        assert_eq!(period(&[9, 14, 26, 31, 40], 26_537), None);
        assert_eq!(period(&[100, 201], 1000), None);
        assert_eq!(period(&[2047], 1 << 40), Some(4094));
        assert_eq!(period(&[64], 0), None);
    }

    proptest! {
        #[test]
        fn runs_of_wins_end_where_a_scan_says(
            words in proptest::collection::vec(prop_oneof![Just(0), any::<u64>(), (0..64_u32).prop_map(|bit| 1 << bit)], 1..12),
            most in 1_u64..300,
        ) {
            let mut wins = 0;
            let found = words.iter().zip((0..).step_by(64)).find_map(|(word, first)| {
                end_of_wins(*word, &mut wins, most).map(|end| first + end)
            });
            let (mut run, mut expected) = (0, None);
            for position in 0..64 * words.len() as u64 {
                let lost = words[position as usize / 64] >> (position % 64) & 1 == 1;
                run = if lost { 0 } else { run + 1 };
                if run == most {
                    expected = Some(position + 1);
                    break;
                }
            }
            prop_assert_eq!(found, expected);
        }
    }
}

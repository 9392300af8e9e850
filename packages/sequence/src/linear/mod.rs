//! Values far out under the rules that count modulo 2.
//!
//! Let b(n) be 1 where position n counts: where it is lost under `lost odd` and `lost even`, where it is won under
//! `won odd` and `won even`.  Then b(n) = c + the sum of b(n - s) over the moves s, modulo 2, with c = 0 or 1, and b is
//! 0 where there is no position.  If c = 0, this is a linear recurrence with the characteristic polynomial f = x^M +
//! the sum of x^(M-s), where M is the greatest move.  If c = 1, two consecutive equations give one with (x + 1) f, from
//! position 1 on.
//!
//! In a linear recurrence with the characteristic polynomial f of degree D, b(n) is the sum of r_i b(i) where r = x^n
//! mod f.  So position n takes about D^2 log n steps by repeated squaring (R. Lidl and H. Niederreiter, *Finite
//! Fields*, 1983, chapter 8), 64 of which are done at once.

mod factors;
mod order;

pub use order::{ByParity, cycle_by_parity};

use super::Game;
use crate::Integer;
use crate::limit::{CancellationToken, Limit};
use crate::model::{Rule, Tally, Value};

/// The greatest degree.
const MOST_DEGREE: usize = 1 << 16;

/// The values of `count` positions from this one on; `None` if the rule does not count modulo 2, or the moves
/// are too large.
///
/// ```
/// use grundy_language::limit::CancellationToken;
/// use grundy_sequence::{Game, Moves, far_by_parity, rule_by_name};
/// use grundy_kernel::model::Value;
/// let moves = Moves::new(&[31, 70]).unwrap();
/// let game = Game::with_start(moves, rule_by_name("parity").unwrap(), &[Value(1)]).unwrap();
/// let from = "1000000000000".parse().unwrap();
/// let values = far_by_parity(&game, &from, 7, &CancellationToken::default()).unwrap().unwrap();
/// assert_eq!(values, [0, 0, 1, 1, 1, 0, 1].map(Value));
/// ```
///
/// # Errors
/// When a stop is requested.
pub fn far_by_parity(
    game: &Game,
    from: &Integer,
    count: usize,
    stop: &CancellationToken,
) -> Option<Result<Vec<Value>, Limit>> {
    let (counted, constant) = match game.rule() {
        Rule::Lost(Tally::Odd) => (0, true),
        Rule::Lost(Tally::Even) => (0, false),
        Rule::Won(Tally::Odd) => (1, false),
        Rule::Won(Tally::Even) => (1, true),
        _ => return None,
    };
    let sizes: Vec<usize> = game.moves().sizes().iter().map(|&size| size as usize).collect();
    let greatest = *sizes.last()?;
    if greatest >= MOST_DEGREE || from.is_negative() {
        return None;
    }
    let value = |bit: bool| Value(if bit { counted } else { 1 - counted });
    let before = |back: usize| game.value_before(back as u64) == Some(Value(counted));
    // The bits before position 0, the oldest first.
    let mut known: Vec<bool> = (1..=greatest).rev().map(before).collect();
    let mut first = Integer::ZERO;
    if constant {
        let at_zero = sizes.iter().fold(true, |sum, size| sum ^ known[greatest - size]);
        known.push(at_zero);
        first = Integer::ONE;
    }
    let recurrence = Recurrence::new(&sizes, greatest, constant);
    let start = known.len();
    let mut values = Vec::with_capacity(count);
    let mut from = from.clone();
    if from < first && count > 0 {
        values.push(value(known[start - 1]));
        from = first.clone();
    }
    // Position `first` is number `start` of the known bits.
    let exponent = &(&from - &first) + &Integer::from(start);
    let known = packed(&known);
    let mut power = match recurrence.power_of_x(&exponent, stop) {
        Ok(power) => power,
        Err(limit) => return Some(Err(limit)),
    };
    while values.len() < count {
        if values.len() % 64 == 0
            && let Err(limit) = stop.check()
        {
            return Some(Err(limit));
        }
        let ones: u32 =
            power.iter().zip(&known).map(|(one, other)| (one & other).count_ones()).sum();
        values.push(value(ones % 2 == 1));
        recurrence.times_x(&mut power);
    }
    Some(Ok(values))
}

fn packed(bits: &[bool]) -> Vec<u64> {
    let word = |bits: &[bool]| bits.iter().rev().fold(0, |word, &bit| word << 1 | u64::from(bit));
    bits.chunks(64).map(word).collect()
}

/// Polynomials over the field with two elements modulo x^D + the sum of lower powers.
struct Recurrence {
    degree: usize,
    /// The exponents of the lower powers.
    lower: Vec<usize>,
}

impl Recurrence {
    fn new(sizes: &[usize], greatest: usize, constant: bool) -> Self {
        let lower: Vec<usize> = sizes.iter().map(|size| greatest - size).collect();
        if !constant {
            return Self { degree: greatest, lower };
        }
        // (x + 1) (x^M + sum) = x^(M+1) + x^M + x sum + sum; what occurs twice cancels.
        let mut all: Vec<usize> =
            lower.iter().flat_map(|&it| [it, it + 1]).chain([greatest]).collect();
        all.sort_unstable();
        let once = all.chunk_by(|one, other| one == other).filter(|run| run.len() % 2 == 1);
        Self { degree: greatest + 1, lower: once.map(|run| run[0]).collect() }
    }

    /// The number of words of a remainder.
    fn words(&self) -> usize {
        self.degree.div_ceil(64)
    }

    /// Multiplies by x.
    fn times_x(&self, power: &mut [u64]) {
        let mut carry = 0;
        for word in power.iter_mut() {
            (*word, carry) = (*word << 1 | carry, *word >> 63);
        }
        // The bit that left the remainder is in the last word, unless the degree fills the words.
        let (word, bit) = (self.degree / 64, self.degree % 64);
        let over = match power.get_mut(word) {
            Some(last) => {
                let over = *last >> bit & 1;
                *last &= !(over << bit);
                over
            }
            None => carry,
        };
        if over == 1 {
            self.lower.iter().for_each(|&it| power[it / 64] ^= 1 << (it % 64));
        }
    }

    /// The square, reduced.
    fn squared(&self, power: &[u64], stop: &CancellationToken) -> Result<Vec<u64>, Limit> {
        let mut square: Vec<u64> = power.iter().flat_map(|&word| spread(word)).collect();
        // From the highest power down, each power is replaced by lower ones.
        for exponent in (self.degree..2 * self.degree).rev() {
            let (word, bit) = (exponent / 64, exponent % 64);
            if bit == 0 {
                stop.check()?;
            }
            if square.get(word).is_some_and(|word| word >> bit & 1 == 1) {
                square[word] ^= 1 << bit;
                for lower in &self.lower {
                    let lower = exponent - self.degree + lower;
                    square[lower / 64] ^= 1 << (lower % 64);
                }
            }
        }
        square.truncate(self.words());
        Ok(square)
    }

    /// x to this power, which is at least 0.
    fn power_of_x(&self, exponent: &Integer, stop: &CancellationToken) -> Result<Vec<u64>, Limit> {
        let mut power = vec![0; self.words()];
        power[0] = 1;
        if self.degree == 1 && self.lower.is_empty() {
            // Modulo x there are only constants.
            power[0] = u64::from(exponent.is_zero());
            return Ok(power);
        }
        let digits = exponent.to_big().to_radix_be(2).1;
        for digit in digits {
            power = self.squared(&power, stop)?;
            if digit == 1 {
                self.times_x(&mut power);
            }
        }
        Ok(power)
    }
}

/// The bits of a word, spread over the even places of two words.
fn spread(word: u64) -> [u64; 2] {
    [word & 0xffff_ffff, word >> 32].map(|half| {
        let mut spread = half;
        for (shift, mask) in [
            (16, 0x0000_ffff_0000_ffff),
            (8, 0x00ff_00ff_00ff_00ff),
            (4, 0x0f0f_0f0f_0f0f_0f0f),
            (2, 0x3333_3333_3333_3333),
            (1, 0x5555_5555_5555_5555),
        ] {
            spread = (spread | spread << shift) & mask;
        }
        spread
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Moves, oracle, rule_by_name};
    use proptest::prelude::*;

    fn word(values: &[Value]) -> String {
        values.iter().map(|value| if value.0 == 0 { '-' } else { '+' }).collect()
    }

    fn far(sizes: &[u64], rule: &str, start: &[u8], from: &str) -> String {
        let start: Vec<_> = start.iter().map(|&value| Value(value)).collect();
        let rule = rule_by_name(rule).expect("a rule");
        let game =
            Game::with_start(Moves::new(sizes).expect("moves"), rule, &start).expect("a game");
        let from = from.parse().expect("a number");
        word(
            &far_by_parity(&game, &from, 20, &Default::default())
                .expect("linear")
                .expect("no stop"),
        )
    }

    /// Values that were computed independently of this program.
    #[test]
    fn known_values_far_out() {
        for (sizes, start, from, expected) in [
            (&[31, 70][..], &[1][..], "1000000", "+--++-+-+--+-+--++-+"),
            (&[31, 70], &[1], "1000000000", "------+-+---++-++---"),
            (&[31, 70], &[1], "1000000000000", "--+++-+-+++++---+--+"),
            (&[31, 70], &[1], "1000000000000000000", "-+-++-+++----+-+++++"),
            (&[2, 5], &[1], "1000000", "++-+--+----+-+-+++-+"),
            (&[2, 5], &[1], "1000000000000000000", "+----+-+-+++-++---++"),
            (&[1, 2], &[1], "1000000000000000000", "++-++-++-++-++-++-++"),
            (&[3, 7, 8], &[0, 0, 0, 0, 0, 0, 0, 1], "1000000", "++---+-+++++-------+"),
            (&[3, 7, 8], &[0, 0, 0, 0, 0, 0, 0, 1], "1000000000000", "++---+-+++++-------+"),
        ] {
            assert_eq!(far(sizes, "parity", start, from), expected, "{sizes:?} {from}");
        }
    }

    proptest! {
        #[test]
        fn the_recurrence_is_the_rule(
            sizes in proptest::collection::btree_set(1..140_u64, 1..5),
            rule in prop_oneof![Just("won odd"), Just("won even"), Just("lost odd"), Just("lost even")],
            start in proptest::option::of(proptest::collection::vec(0..2_u8, 1..9)),
            from in 0..2000_usize,
        ) {
            let moves = Moves::new(&sizes.into_iter().collect::<Vec<_>>()).expect("moves");
            let rule = rule_by_name(rule).expect("a rule");
            let start = start.map(|word| word.into_iter().map(Value).collect::<Vec<_>>());
            let game = match &start {
                None => Game::new(moves, rule),
                Some(word) => Game::with_start(moves, rule, word),
            };
            let game = game.expect("a game");
            let found = far_by_parity(&game, &from.into(), 50, &Default::default());
            let expected = oracle::sequence(&game, from + 50).split_off(from);
            prop_assert_eq!(word(&found.expect("linear").expect("no stop")), word(&expected));
        }
    }
}

//! The period under the rules that count modulo 2.
//!
//! The *minimal polynomial* m of a sequence that satisfies some linear recurrence is the characteristic polynomial of
//! the shortest one; E. Berlekamp (1968) and J. Massey (1969) find it from twice as many values as the degree of any
//! such polynomial.  If m = x^q g with g(0) = 1, the least preperiod is q and the least period is the order of x modulo
//! g: the sequence of the values from q on has the minimal polynomial g, and it repeats after p positions exactly if g
//! divides x^p - 1.
//!
//! The order divides E = 2^k times the least common multiple of all 2^d - 1, where d runs through the degrees of the
//! irreducible divisors of g and 2^k is at least their multiplicity.  Prime divisors are removed from E as long as x to
//! the remaining power is 1.  So all prime divisors of E have to be known (`factors`): if one is not, the remaining
//! divisor is reported ([`ByParity::Unfactored`]).
//!
//! Polynomials over the field with two elements are written as numbers: bit i is the coefficient of x^i.

use super::factors::{mersenne, of_mersenne};
use super::{Game, far_by_parity};
use crate::Integer;
use crate::limit::{CancellationToken, Limit};
use crate::model::Value;
use crate::primes::Unfactored;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use std::fmt;

/// The greatest move for which a period is sought.
const GREATEST: usize = 1 << 10;

/// What is known of the cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ByParity {
    /// The least period and the least preperiod.
    Found([Integer; 2]),
    /// 2^degree - 1 has a divisor whose prime divisors are not known.
    Unfactored {
        /// The degree.
        degree: u64,
        /// The divisor.
        divisor: Unfactored,
    },
    /// The rule does not count modulo 2, or a move is greater than 1024.
    Other,
}

/// What prevents a result.
///
/// ```
/// use grundy_sequence::{ByParity, Unfactored};
/// let divisor = Unfactored::Composite(2047_u32.into());
/// let message = "2^11 - 1 has the divisor 2047, which is not prime, and none of its divisors was found";
/// assert_eq!(ByParity::Unfactored { degree: 11, divisor }.to_string(), message);
/// ```
impl fmt::Display for ByParity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Found([period, preperiod]) => write!(f, "period {period}, preperiod {preperiod}"),
            Self::Unfactored { degree, divisor: Unfactored::Composite(number) } => write!(
                f,
                "2^{degree} - 1 has the divisor {number}, which is not prime, and none of its divisors was found"
            ),
            Self::Unfactored { degree, divisor: Unfactored::MayBePrime(number) } => write!(
                f,
                "2^{degree} - 1 has the divisor {number}, which is probably prime, but not proved to be"
            ),
            Self::Other => f.write_str("no linear recurrence of a degree that is computed with"),
        }
    }
}

/// The least period and the least preperiod under a rule that counts modulo 2.
///
/// ```
/// use grundy_language::limit::CancellationToken;
/// use grundy_sequence::{ByParity, Game, Moves, cycle_by_parity, rule_by_name};
/// use grundy_kernel::model::Value;
/// let moves = Moves::new(&[3, 20]).unwrap();
/// let game = Game::with_start(moves, rule_by_name("parity").unwrap(), &[Value(1)]).unwrap();
/// let found = cycle_by_parity(&game, &CancellationToken::default()).unwrap();
/// assert_eq!(found, ByParity::Found([1_048_575.into(), 0.into()]));
/// ```
///
/// # Errors
/// When a stop is requested.
pub fn cycle_by_parity(game: &Game, stop: &CancellationToken) -> Result<ByParity, Limit> {
    let greatest = game.moves().sizes().last().map_or(0, |&size| size as usize);
    if greatest > GREATEST {
        return Ok(ByParity::Other);
    }
    // The degree is at most the greatest move, one more for a constant, and one for position 0.
    let values = far_by_parity(game, &Integer::ZERO, 2 * (greatest + 2), stop).transpose()?;
    let Some(values) = values else { return Ok(ByParity::Other) };
    let bits: Vec<bool> = values.iter().map(|value| *value == Value(1)).collect();
    // The values may be the bits of the recurrence or their opposites, whose periods are the same.
    let Shortest { degree, connection } = shortest(&bits);
    let last = connection.bits() as usize - 1;
    let reversed = (0..=last).filter(|&bit| connection.bit((last - bit) as u64));
    let mut polynomial = BigUint::ZERO;
    reversed.for_each(|bit| polynomial.set_bit(bit as u64, true));
    Ok(match order(&polynomial, stop)? {
        Ok(period) => ByParity::Found([BigInt::from(period).into(), (degree - last).into()]),
        Err((degree, divisor)) => ByParity::Unfactored { degree, divisor },
    })
}

/// The shortest recurrence: from place `degree` on, each value is the sum of those c places back, for the set bits c >=
/// 1 of the connection polynomial.
struct Shortest {
    degree: usize,
    connection: BigUint,
}

/// J. L. Massey, *Shift-register synthesis and BCH decoding*, 1969, over the field with two elements.
fn shortest(values: &[bool]) -> Shortest {
    let (mut connection, mut before) = (BigUint::from(1_u8), BigUint::from(1_u8));
    let (mut degree, mut since) = (0, 1);
    for place in 0..values.len() {
        let wrong = (0..=degree.min(place))
            .filter(|&back| connection.bit(back as u64) && values[place - back])
            .count();
        if wrong % 2 == 0 {
            since += 1;
            continue;
        }
        let changed = &connection ^ (&before << since);
        if 2 * degree <= place {
            degree = place + 1 - degree;
            before = std::mem::replace(&mut connection, changed);
            since = 1;
        } else {
            connection = changed;
            since += 1;
        }
    }
    Shortest { degree, connection }
}

/// The least p >= 1 with x^p = 1 modulo this polynomial, whose constant term is 1; or a d, and the divisor of 2^d - 1
/// whose prime divisors are not known.
fn order(
    polynomial: &BigUint,
    stop: &CancellationToken,
) -> Result<Result<BigUint, (u64, Unfactored)>, Limit> {
    let one = BigUint::from(1_u8);
    if *polynomial == one {
        return Ok(Ok(one));
    }
    let degree = polynomial.bits() - 1;
    // A multiplicity is at most the degree.
    let mut multiple = BigUint::from(degree.next_power_of_two());
    let mut primes = vec![BigUint::from(2_u8)];
    for degree in degrees(polynomial, stop)? {
        multiple = multiple.lcm(&mersenne(degree));
        match of_mersenne(degree, stop)? {
            Ok(found) => primes.extend(found),
            Err(unfactored) => return Ok(Err((degree, unfactored))),
        }
    }
    primes.sort_unstable();
    primes.dedup();
    let mut order = multiple;
    for prime in primes {
        loop {
            let (fewer, rest) = order.div_rem(&prime);
            if rest != BigUint::ZERO || power_of_x(&fewer, polynomial, stop)? != one {
                break;
            }
            order = fewer;
        }
    }
    Ok(Ok(order))
}

/// The degrees of the irreducible divisors.
fn degrees(polynomial: &BigUint, stop: &CancellationToken) -> Result<Vec<u64>, Limit> {
    let x = BigUint::from(2_u8);
    let (mut rest, mut found) = (polynomial.clone(), Vec::new());
    let mut power = remainder(x.clone(), &rest);
    // The roots of x^(2^d) - x are those of all irreducible polynomials whose degrees divide d.
    for degree in 1.. {
        if rest.bits() <= 1 {
            break;
        }
        if rest.bits() - 1 < 2 * degree {
            found.push(rest.bits() - 1);
            break;
        }
        stop.check()?;
        power = remainder(squared(&power), &rest);
        loop {
            let common = greatest_common_divisor(rest.clone(), &power ^ &x);
            if common.bits() <= 1 {
                break;
            }
            found.push(degree);
            rest = quotient(rest, &common);
            power = remainder(power, &rest);
        }
    }
    found.dedup();
    Ok(found)
}

fn squared(polynomial: &BigUint) -> BigUint {
    let mut square = BigUint::ZERO;
    (0..polynomial.bits())
        .filter(|&bit| polynomial.bit(bit))
        .for_each(|bit| square.set_bit(2 * bit, true));
    square
}

fn remainder(mut polynomial: BigUint, by: &BigUint) -> BigUint {
    while polynomial.bits() >= by.bits() {
        polynomial ^= by << (polynomial.bits() - by.bits());
    }
    polynomial
}

fn quotient(mut polynomial: BigUint, by: &BigUint) -> BigUint {
    let mut quotient = BigUint::ZERO;
    while polynomial.bits() >= by.bits() {
        let place = polynomial.bits() - by.bits();
        quotient.set_bit(place, true);
        polynomial ^= by << place;
    }
    quotient
}

fn greatest_common_divisor(mut one: BigUint, mut other: BigUint) -> BigUint {
    while other != BigUint::ZERO {
        (one, other) = (other.clone(), remainder(one, &other));
    }
    one
}

fn power_of_x(
    exponent: &BigUint,
    modulus: &BigUint,
    stop: &CancellationToken,
) -> Result<BigUint, Limit> {
    let mut power = remainder(BigUint::from(1_u8), modulus);
    for bit in (0..exponent.bits()).rev() {
        stop.check()?;
        power = squared(&power);
        if exponent.bit(bit) {
            power <<= 1;
        }
        power = remainder(power, modulus);
    }
    Ok(power)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Moves, oracle, rule_by_name};
    use proptest::prelude::*;

    fn game(sizes: &[u64], rule: &str, start: Option<&[u8]>) -> Game {
        let start = start.map(|word| word.iter().map(|&it| Value(it)).collect::<Vec<_>>());
        let (moves, rule) = (Moves::new(sizes).expect("moves"), rule_by_name(rule).expect("one"));
        match start {
            None => Game::new(moves, rule),
            Some(word) => Game::with_start(moves, rule, &word),
        }
        .expect("a game")
    }

    fn cycle(game: &Game) -> Option<[Integer; 2]> {
        match cycle_by_parity(game, &CancellationToken::default()).expect("no stop") {
            ByParity::Found(cycle) => Some(cycle),
            ByParity::Unfactored { .. } | ByParity::Other => None,
        }
    }

    /// x^89 + x^38 + 1 and x^521 + x^32 + 1 are irreducible, and 2^89 - 1 and 2^521 - 1 are prime.
    #[test]
    fn periods_that_are_large_primes() {
        for (sizes, degree) in [(&[51, 89][..], 89), (&[38, 89], 89), (&[489, 521], 521)] {
            let expected = BigInt::from(mersenne(degree)).into();
            let found = cycle(&game(sizes, "won odd", Some(&[1])));
            assert_eq!(found, Some([expected, 0.into()]), "{sizes:?}");
        }
    }

    /// x^257 + x^12 + 1 is irreducible, and a divisor of 2^257 - 1 is what prevents a result.
    #[test]
    fn a_divisor_that_is_not_factored_is_named() {
        let game = game(&[245, 257], "won odd", Some(&[1]));
        let found = cycle_by_parity(&game, &CancellationToken::default()).expect("no stop");
        let ByParity::Unfactored { degree, divisor } = &found else { panic!("{found}") };
        let (Unfactored::Composite(number) | Unfactored::MayBePrime(number)) = divisor;
        assert_eq!(*degree, 257);
        assert_eq!(mersenne(*degree) % number, BigUint::ZERO);
        assert!(found.to_string().contains(&format!("2^{degree} - 1 has the divisor {number}")));
    }

    /// Periods that were computed independently of this program.
    #[test]
    fn known_periods() {
        for (sizes, period) in [
            (&[1, 2][..], 3),
            (&[1, 3], 7),
            (&[5, 7], 93),
            (&[6, 13], 7665),
            (&[4, 15], 32_767),
            (&[3, 20], 1_048_575),
            (&[3, 7, 8], 1),
        ] {
            let found = cycle(&game(sizes, "parity", Some(&[1])));
            assert_eq!(found, Some([period.into(), 0.into()]), "{sizes:?}");
        }
        assert_eq!(cycle(&game(&[1, 2], "normal", None)), None);
    }

    /// Far beyond the reach of direct computation the values repeat after the period, and not after any proper divisor
    /// of it.
    #[test]
    fn large_periods_are_those_of_the_values() {
        for (sizes, rule, start) in [
            (&[31, 70][..], "parity", &[1][..]),
            (&[7, 60], "lost odd", &[1, 0]),
            (&[11, 36, 61], "lost even", &[0, 1, 1]),
        ] {
            let game = game(sizes, rule, Some(start));
            let [period, preperiod] = cycle(&game).expect("found");
            assert!(period > Integer::from(1_u64 << 40), "{sizes:?} {period}");
            let stop = CancellationToken::default();
            let values = |from: &Integer| {
                far_by_parity(&game, from, 200, &stop).expect("linear").expect("no stop")
            };
            let from = &preperiod + &Integer::from(12_345);
            assert_eq!(values(&from), values(&(&from + &period)), "{sizes:?}");
            for prime in [2, 3, 5, 7, 11, 13, 31, 127] {
                let prime = Integer::from(prime);
                if period.mod_floor(&prime).is_zero() {
                    let part = period.div_floor(&prime);
                    assert_ne!(values(&from), values(&(&from + &part)), "{sizes:?} {prime}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn the_cycle_is_that_of_the_sequence(
            sizes in proptest::collection::btree_set(1..10_u64, 1..5),
            rule in prop_oneof![Just("won odd"), Just("won even"), Just("lost odd"), Just("lost even")],
            start in proptest::option::of(proptest::collection::vec(0..2_u8, 1..9)),
        ) {
            let sizes: Vec<_> = sizes.into_iter().collect();
            let game = game(&sizes, rule, start.as_deref());
            let direct = oracle::cycle(&game, 1 << 11).expect("a period of at most 2^10");
            let expected = [direct.period.into(), direct.preperiod.into()];
            prop_assert_eq!(cycle(&game), Some(expected));
        }
    }
}

//! Prime divisors.

use crate::limit::{CancellationToken, Limit};
use num_integer::Integer;

/// The prime divisors of a number > 0 that are at most `greatest`, and the others if it is known that these are prime;
/// whether they are all.
///
/// # Errors
/// When a stop is asked for.
pub fn primes<N: Integer + Clone + From<u64>>(
    mut rest: N,
    greatest: u64,
    stop: &CancellationToken,
) -> Result<(Vec<N>, bool), Limit> {
    let mut primes = Vec::new();
    let mut divisor = 2_u64;
    while rest > N::one() {
        let (mut quotient, mut remainder) = rest.div_rem(&divisor.into());
        if quotient < divisor.into() {
            // Without a divisor up to here it is prime.
            primes.push(rest);
            break;
        }
        if divisor > greatest {
            return Ok((primes, false));
        }
        if divisor % (1 << 16) == 1 {
            stop.check()?;
        }
        if remainder.is_zero() {
            primes.push(divisor.into());
            while remainder.is_zero() {
                rest = quotient;
                (quotient, remainder) = rest.div_rem(&divisor.into());
            }
        }
        divisor += 1 + divisor % 2;
    }
    Ok((primes, true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    #[test]
    fn prime_divisors_are_all_or_said_not_to_be() {
        let stop = CancellationToken::default();
        let divisors = |number: u64| primes(number, 1 << 24, &stop).expect("no stop");
        assert_eq!(divisors(1), (vec![], true));
        assert_eq!(divisors(2), (vec![2], true));
        assert_eq!(divisors(49), (vec![7], true));
        assert_eq!(divisors(360), (vec![2, 3, 5], true));
        assert_eq!(divisors(2 * 1_000_003 * 1_000_003), (vec![2, 1_000_003], true));
        // 16777259 and 16777289 are the first primes above 2^24.
        assert_eq!(divisors(33_554_518), (vec![2, 16_777_259], true));
        assert_eq!(divisors(844_430_768_612_553), (vec![3], false));
        let big = primes(BigUint::from(844_430_768_612_553_u64), u64::MAX, &stop);
        assert_eq!(big, Ok(([3_u64, 16_777_259, 16_777_289].map(BigUint::from).into(), true)));
        stop.request();
        assert_eq!(primes(844_430_768_612_553_u64, u64::MAX, &stop), Err(Limit::STOPPED));
    }
}

//! Prime divisors.

use crate::limit::{CancellationToken, Limit};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

/// The prime divisors of a number > 0 that are at most `greatest`, and the larger ones if they are known to be prime;
/// and whether these are all.
///
/// # Errors
/// When a stop is requested.
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
            // Without a divisor up to here, it is prime.
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

/// Numbers below this are prime if they pass the test of G. Miller and M. Rabin for the first thirteen primes
/// (J. Sorenson and J. Webster, *Strong pseudoprimes to twelve prime bases*, 2017).
const TESTED: u128 = 3_317_044_064_679_887_385_961_981;

const FIRST_PRIMES: [u8; 13] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];

/// A number whose prime divisors are not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfactored {
    /// It is not prime, and no divisor was found.
    Composite(BigUint),
    /// It passes the test for primes, which is not a proof for a number of its size.
    MayBePrime(BigUint),
}

/// All prime divisors of a number > 0, or the divisor for which they are not known.  Divisors among the `listed`
/// numbers are tried first, and `proves` decides whether a number that passes the test for primes is proved to be one.
///
/// # Errors
/// When a stop is requested.
pub(crate) fn all_primes(
    number: BigUint,
    listed: impl IntoIterator<Item = BigUint>,
    proves: fn(&BigUint) -> bool,
    stop: &CancellationToken,
) -> Result<Result<Vec<BigUint>, Unfactored>, Limit> {
    let (mut found, mut open) = (Vec::new(), vec![number]);
    for divisor in listed.into_iter().filter(|divisor| *divisor > BigUint::one()) {
        while (&open[0] % &divisor).is_zero() {
            open[0] /= &divisor;
            open.push(divisor.clone());
        }
    }
    open.dedup();
    while let Some(mut rest) = open.pop() {
        for small in 2_u64..1 << 10 {
            while (&rest % small).is_zero() {
                rest /= small;
                found.push(small.into());
            }
        }
        if rest.is_one() {
            continue;
        }
        match is_prime(&rest, proves) {
            Some(true) => found.push(rest),
            None => return Ok(Err(Unfactored::MayBePrime(rest))),
            Some(false) => match divisor(&rest, stop)? {
                Some(divisor) => open.extend([&rest / &divisor, divisor]),
                None => return Ok(Err(Unfactored::Composite(rest))),
            },
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(Ok(found))
}

/// Is this number prime, if that is known?  `proves` decides for one that passes the test.
pub(crate) fn is_prime(number: &BigUint, proves: fn(&BigUint) -> bool) -> Option<bool> {
    let small = FIRST_PRIMES.iter().find(|&&prime| (number % prime).is_zero());
    if let Some(&prime) = small {
        return Some(*number == BigUint::from(prime));
    }
    if number.is_one() {
        return Some(false);
    }
    let less = number - 1_u8;
    let twos = less.trailing_zeros().unwrap_or(0);
    let odd = &less >> twos;
    let passes = |base: &u8| {
        let mut power = BigUint::from(*base).modpow(&odd, number);
        (0..twos).any(|turn| {
            let passed = power == less || turn == 0 && power.is_one();
            power = &power * &power % number;
            passed
        })
    };
    match FIRST_PRIMES.iter().all(passes) {
        false => Some(false),
        true => (*number < BigUint::from(TESTED) || proves(number)).then_some(true),
    }
}

/// A divisor of a number that is not prime, by J. M. Pollard's method (1975).
fn divisor(number: &BigUint, stop: &CancellationToken) -> Result<Option<BigUint>, Limit> {
    'constants: for constant in 1..8_u8 {
        let next = |at: &BigUint| (at * at + constant) % number;
        let (mut slow, mut fast) = (BigUint::from(2_u8), BigUint::from(2_u8));
        for _ in 0..1 << 11 {
            stop.check()?;
            let mut product = BigUint::one();
            let from = (slow.clone(), fast.clone());
            let step = |slow: &mut BigUint, fast: &mut BigUint| {
                (*slow, *fast) = (next(slow), next(&next(fast)));
                if *slow > *fast { &*slow - &*fast } else { &*fast - &*slow }
            };
            for _ in 0..256 {
                product = product * step(&mut slow, &mut fast) % number;
            }
            if num_integer::Integer::gcd(&product, number).is_one() {
                continue;
            }
            // These steps again, one by one.
            (slow, fast) = from;
            loop {
                let common = num_integer::Integer::gcd(&step(&mut slow, &mut fast), number);
                if common == *number {
                    continue 'constants;
                }
                if !common.is_one() {
                    return Ok(Some(common));
                }
            }
        }
        // Another constant would not do better: the divisors are large.
        break;
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_have_the_prime_divisors_that_are_known() {
        let stop = CancellationToken::default();
        let all = |number: BigUint| all_primes(number, [], |_| false, &stop).expect("no stop");
        let power = |exponent: u32| (BigUint::one() << exponent) - 1_u8;
        let divisors = |list: &[u64]| Ok(list.iter().map(|&it| it.into()).collect::<Vec<_>>());
        assert_eq!(all(1_u8.into()), divisors(&[]));
        assert_eq!(all(1_000_003_u64.pow(2).into()), divisors(&[1_000_003]));
        assert_eq!(all(power(67)), divisors(&[193_707_721, 761_838_257_287]));
        assert_eq!(all(power(61)), divisors(&[2_305_843_009_213_693_951]));
        assert_eq!(all(power(59)), divisors(&[179_951, 3_203_431_780_337]));
        // A strong pseudoprime to the first twelve primes.
        let pseudo = "318665857834031151167461".parse().expect("a number");
        assert_eq!(all(pseudo), divisors(&[399_165_290_221, 798_330_580_441]));
        // The prime 2^127 - 1 is not known to be prime here.
        assert_eq!(all(power(127)), Err(Unfactored::MayBePrime(power(127))));
        let two = &power(89) * &power(107);
        assert_eq!(all(&two * 3_u8), Err(Unfactored::Composite(two.clone())));
        // Listed numbers are tried, but not trusted.
        let listed = || [power(89), two.clone(), 1_u8.into(), 9_u8.into()];
        let known = all_primes(&two * 9_u8, listed(), |_| true, &stop).expect("no stop");
        assert_eq!(known, Ok(vec![3_u8.into(), power(89), power(107)]));
        let open = all_primes(two.clone(), listed(), |_| false, &stop).expect("no stop");
        assert!(matches!(open, Err(Unfactored::MayBePrime(_))), "{open:?}");
        for number in 0_u16..2000 {
            let is_prime = is_prime(&number.into(), |_| false);
            let divisors = (1..=number).filter(|divisor| number.is_multiple_of(*divisor)).count();
            assert_eq!(is_prime, Some(divisors == 2), "{number}");
        }
    }

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

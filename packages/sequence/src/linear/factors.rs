//! The prime divisors of 2^d - 1, with proofs that they are prime.
//!
//! 2^d - 1 is the product of the cyclotomic polynomials at 2 of all divisors of d.  For d up to 200, `factors.txt`
//! lists the prime divisors of each of these, and a reason why the large ones are prime.  Both are checked when they
//! are used: a divisor must leave no remainder, a list of divisors is complete when nothing is left of the number, and
//! a number is prime by these arguments:
//!
//! * below some bound the test of G. Miller and M. Rabin for few bases is a proof ([`is_prime`](crate::primes::is_prime));
//! * H. C. Pocklington (1914): let p - 1 = F R with F > sqrt(p), and let there be an a with a^(p-1) = 1 modulo p, such
//!   that a^((p-1)/q) - 1 and p have no common divisor, for each prime divisor q of F.  Then the order of a modulo any
//!   prime divisor r of p is divisible by F, so r - 1 is too, and r > sqrt(p): p is prime;
//! * E. Lucas and D. H. Lehmer (1930): 2^d - 1 with an odd prime d is prime exactly if it divides s(d - 2), where s(0) = 4 and
//!   s(k + 1) = s(k)^2 - 2.

use crate::limit::{CancellationToken, Limit};
use crate::primes::{Unfactored, all_primes, is_prime};
use num_bigint::BigUint;
use num_integer::Integer as _;
use num_traits::{One, Zero};

const TABLE: &str = include_str!("factors.txt");

/// The prime divisors of 2^d - 1, or the divisor for which they are not known.
///
/// # Errors
/// When a stop is requested.
pub(super) fn of_mersenne(
    degree: u64,
    stop: &CancellationToken,
) -> Result<Result<Vec<BigUint>, Unfactored>, Limit> {
    let mut found = Vec::new();
    for divisor in (1..=degree).filter(|divisor| degree.is_multiple_of(*divisor)) {
        // The part that is in no 2^j - 1 with a smaller j.
        let mut rest = mersenne(divisor);
        for smaller in (1..divisor).filter(|smaller| divisor.is_multiple_of(*smaller)) {
            let common = rest.gcd(&mersenne(smaller));
            rest /= common;
        }
        let listed = entry(&format!("{divisor}:")).into_iter().flatten();
        match all_primes(rest, listed, proves, stop)? {
            Ok(primes) => found.extend(primes),
            Err(unfactored) => return Ok(Err(unfactored)),
        }
    }
    Ok(Ok(found))
}

pub(super) fn mersenne(exponent: u64) -> BigUint {
    (BigUint::one() << exponent) - 1_u8
}

/// The numbers after these words at the beginning of a line of the table.
fn entry(key: &str) -> Option<Vec<BigUint>> {
    let line = TABLE.lines().find_map(|line| line.strip_prefix(key))?;
    let numbers = line.split([' ', ':']).filter(|word| !word.is_empty());
    numbers.map(|word| word.parse().ok()).collect()
}

/// Is it proved that this odd number, which passes the test of Miller and Rabin, is prime?
fn proves(number: &BigUint) -> bool {
    is_mersenne_prime(number)
        || entry(&format!("{number} =")).is_some_and(|proof| match &proof[..] {
            [base, primes @ ..] => is_proof(number, base, primes),
            [] => false,
        })
}

/// Pocklington's argument, with this base and these prime divisors of F.
fn is_proof(number: &BigUint, base: &BigUint, primes: &[BigUint]) -> bool {
    let less = number - 1_u8;
    let mut factored = BigUint::one();
    let has_order = |prime: &BigUint| {
        let power = base.modpow(&(&less / prime), number);
        // If the power were 0, it would not become 1 at the end.
        !power.is_zero() && (power - 1_u8).gcd(number).is_one()
    };
    for prime in primes {
        // Each number is less than the one that it proves prime, so the recursion ends.
        if prime <= &BigUint::one() || !(&less % prime).is_zero() || !has_order(prime) {
            return false;
        }
        if is_prime(prime, proves) != Some(true) {
            return false;
        }
        let mut rest = &less / &factored;
        while (&rest % prime).is_zero() {
            rest /= prime;
            factored *= prime;
        }
    }
    base.modpow(&less, number).is_one() && &factored * &factored > *number
}

/// The test of Lucas and Lehmer.
fn is_mersenne_prime(number: &BigUint) -> bool {
    let degree = number.bits();
    let has_divisor = (2..degree).any(|divisor| degree.is_multiple_of(divisor));
    if degree < 3 || has_divisor || *number != mersenne(degree) {
        return false;
    }
    let square = |s: BigUint, _| (&s * &s + number - 2_u8) % number;
    (0..degree - 2).fold(BigUint::from(4_u8), square).is_zero()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_up_to_200_are_factored() {
        let stop = CancellationToken::default();
        for degree in 1..=200 {
            let listed = entry(&format!("{degree}:")).expect("a line");
            let primes = of_mersenne(degree, &stop).expect("no stop").expect("all divisors");
            assert!(listed.iter().all(|prime| primes.contains(prime)), "{degree}");
            let mut rest = mersenne(degree);
            for prime in &primes {
                assert!(
                    (&rest % prime).is_zero()
                        || primes.iter().filter(|other| *other == prime).count() > 1
                );
                while (&rest % prime).is_zero() {
                    rest /= prime;
                }
            }
            assert!(rest.is_one(), "{degree}");
        }
    }

    /// Nothing in the table is taken on trust.
    #[test]
    fn wrong_entries_prove_nothing() {
        let number = |text: &str| text.parse::<BigUint>().expect("a number");
        let prime = number("618970019642690137449562111");
        let [base, primes @ ..] = &entry(&format!("{prime} =")).expect("a proof")[..] else {
            panic!("no base");
        };
        assert!(is_proof(&prime, base, primes));
        // Another base, a divisor left out, one that is not a divisor, and one that is not prime.
        assert!(!is_proof(&prime, &1_u8.into(), primes));
        assert!(!is_proof(&prime, &BigUint::zero(), primes));
        assert!(!is_proof(&prime, base, &primes[..1]) || primes.len() == 1);
        assert!(!is_proof(&prime, base, &[]));
        assert!(!is_proof(&prime, base, &[primes, &[7_u8.into()]].concat()));
        assert!(!is_proof(&prime, base, &[&prime - 1_u8]));
        // A product of two primes, with the same base and divisors.
        let product = &prime * number("2305843009213693951");
        assert!(!is_proof(&product, base, primes));
        assert!(!is_mersenne_prime(&product));
        let known = (2..700).filter(|&degree| is_mersenne_prime(&mersenne(degree)));
        let expected = [3, 5, 7, 13, 17, 19, 31, 61, 89, 107, 127, 521, 607];
        assert!(known.eq(expected));
    }
}

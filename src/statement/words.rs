//! Bounds on the number N(L) of words, and with it on the period.
//!
//! Roots are avoided by powers: N <= 3^(M/2) is N^2 <= 3^M.

use super::case::{sets, symmetric};
use super::{Basis, Case, Cases, Failure};
use crate::limit::{Limit, Stop};
use crate::sequence::Rule;
use num_bigint::BigUint;
use num_integer::Integer as _;

/// At least two moves, with 2*s1 <= M.
pub fn satz_24_games(greatest: u64) -> Cases {
    let small = move |case: &Case| 2 * u64::from(case.moves.least()) <= greatest;
    Box::new(two_or_more(greatest).filter(small))
}

/// At least two moves.
pub fn two_or_more(greatest: u64) -> Cases {
    Box::new(sets(greatest).filter(|case| case.moves.sizes().len() >= 2))
}

/// N <= 3^(M/2).
pub fn satz_24(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let claimed = format!("N <= 3^({}/2)", case.greatest());
    bounded(case, claimed, |words| pow(words.clone(), 2) <= pow(3_u32, case.greatest()), stop)
}

/// p <= 3^(M/2).
pub fn satz_24_period(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let cycle = case.cycle(Rule::Normal, stop)?;
    let holds = pow(cycle.period, 2) <= pow(3_u32, case.greatest());
    let claimed = format!("p <= 3^({}/2)", case.greatest());
    Ok((!holds).then(|| Failure::about_cycle("period", claimed, Rule::Normal, cycle)))
}

/// Sets with moves a < b without a common divisor and a + b <= M.
pub fn satz_26_games(greatest: u64) -> Cases {
    let small = move |case: &Case| coprime_sums(case).iter().any(|&sum| sum <= greatest);
    Box::new(sets(greatest).filter(small))
}

/// N <= F(M+2), and p < 2 phi^M with the golden ratio phi.
pub fn satz_26(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let greatest = case.greatest();
    let bound = fibonacci(greatest + 2);
    let claimed = format!("N <= F({}) = {bound}", greatest + 2);
    if let Some(failure) = bounded(case, claimed, |words| *words <= bound, stop)? {
        return Ok(Some(failure));
    }
    let cycle = case.cycle(Rule::Normal, stop)?;
    Ok((!is_below_twice_phi(cycle.period, greatest)).then(|| {
        let claimed = format!("p < 2*((1+sqrt 5)/2)^{greatest}");
        Failure::about_cycle("period", claimed, Rule::Normal, cycle)
    }))
}

/// 2 phi^M = l + f sqrt 5 with the Lucas number l = F(M-1) + F(M+1) and f = F(M).
fn is_below_twice_phi(period: u64, exponent: u64) -> bool {
    let fibonacci_number = fibonacci(exponent);
    let lucas = 2_u32 * fibonacci(exponent + 1) - &fibonacci_number;
    let period = BigUint::from(period);
    period <= lucas || pow(period - lucas, 2) < 5_u32 * pow(fibonacci_number, 2)
}

/// Sets that one of the cases of Satz 26 speaks of.
pub fn satz_26_case_games(greatest: u64) -> Cases {
    Box::new(sets(greatest).filter(move |case| !special_bounds(case).is_empty()))
}

/// 1 in L: F(M+2).  a + b = M: F(M+1) + F(M-1).  a + b = M+1: F(M+2).  a + b = M-1:
/// F(M+2) - 2F(M-3).
pub fn satz_26_cases(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    for (claimed, bound) in special_bounds(case) {
        let claimed = format!("N <= {claimed} = {bound}");
        if let Some(failure) = bounded(case, claimed, |words| *words <= bound, stop)? {
            return Ok(Some(failure));
        }
    }
    Ok(None)
}

fn special_bounds(case: &Case) -> Vec<(String, BigUint)> {
    let greatest = case.greatest();
    let sums = coprime_sums(case);
    let mut bounds = Vec::new();
    if case.moves.least() == 1 || sums.contains(&(greatest + 1)) {
        bounds.push((format!("F({})", greatest + 2), fibonacci(greatest + 2)));
    }
    if sums.contains(&greatest) {
        let (one, other) = (greatest + 1, greatest - 1);
        bounds.push((format!("F({one})+F({other})"), fibonacci(one) + fibonacci(other)));
    }
    // The least sum is 1 + 2, so that M-3 is at least 1.
    if greatest >= 4 && sums.contains(&(greatest - 1)) {
        let (one, other) = (greatest + 2, greatest - 3);
        bounds.push((format!("F({one})-2F({other})"), fibonacci(one) - 2_u32 * fibonacci(other)));
    }
    bounds
}

/// The sums of two different moves without a common divisor.
fn coprime_sums(case: &Case) -> Vec<u64> {
    let sizes = case.sizes();
    let pairs = sizes.iter().enumerate().flat_map(|(at, a)| {
        sizes[at + 1..].iter().filter(move |b| a.gcd(b) == 1).map(move |b| a + b)
    });
    pairs.collect()
}

/// Symmetric sets of at least three moves.
pub fn symmetric_three_or_more(greatest: u64) -> Cases {
    Box::new(symmetric(greatest).filter(|case| case.moves.sizes().len() >= 3))
}

/// N <= 7^(M/4).
pub fn satz_27(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let claimed = format!("N <= 7^({}/4)", case.greatest());
    bounded(case, claimed, |words| pow(words.clone(), 4) <= pow(7_u32, case.greatest()), stop)
}

/// N <= 18^(M/6).
pub fn satz_27_printed(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let claimed = format!("N <= 18^({}/6)", case.greatest());
    bounded(case, claimed, |words| pow(words.clone(), 6) <= pow(18_u32, case.greatest()), stop)
}

/// Symmetric sets of at least three moves without { 1 3 4 } and its multiples.
pub fn satz_27_games(greatest: u64) -> Cases {
    let exceptional = |case: &Case| match case.sizes()[..] {
        [a, b, c] => b == 3 * a && c == 4 * a,
        _ => false,
    };
    Box::new(symmetric_three_or_more(greatest).filter(move |case| !exceptional(case)))
}

/// { s1 s2 2*s2-s1 2*s2 } without a common divisor of s1 and s2, 2*s2 = M.
pub fn symmetric_four_games(greatest: u64) -> Cases {
    let s2 = greatest / 2;
    let lower = if greatest.is_even() { 1..s2 } else { 0..0 };
    Box::new(
        lower
            .filter(move |s1| s1.gcd(&s2) == 1)
            .filter_map(move |s1| Case::new(&[s1, s2, 2 * s2 - s1, 2 * s2])),
    )
}

/// N = c(s2) for odd s1, and c(s2) - 2 for even s1.
pub fn symmetric_four(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let [s1, s2, ..] = case.array::<4>();
    let count = recurrent(s2);
    let claimed = if s1.is_odd() { count } else { count - 2_u32 };
    equal(case, claimed, stop)
}

/// N = c(s2).
pub fn symmetric_four_printed(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let [_, s2, ..] = case.array::<4>();
    equal(case, recurrent(s2), stop)
}

/// c(n)^(1/(2n)) <= 15^(1/6) for n = s2, that is, c(n)^3 <= 15^n.
pub fn symmetric_four_maximum(case: &Case, _: &Stop) -> Result<Option<Failure>, Limit> {
    let [_, n, ..] = case.array::<4>();
    let count = recurrent(n);
    Ok((pow(count.clone(), 3) > pow(15_u32, n)).then(|| {
        Failure::plain("c(n)", format!("c({n})^3 <= 15^{n}"), format!("c({n}) = {count}"))
    }))
}

/// c(0) = 1, c(1) = 3, c(2) = 5, c(n+3) = c(n+2) + 3c(n+1) + c(n).
fn recurrent(n: u64) -> BigUint {
    let mut last: [BigUint; 3] = [1_u32, 3, 5].map(BigUint::from);
    for _ in 0..n {
        let [a, b, c] = last;
        let next = &c + 3_u32 * &b + a;
        last = [b, c, next];
    }
    let [first, ..] = last;
    first
}

/// Symmetric sets of at least two moves with M >= 2d, d = k-1.
pub fn sillke_games(greatest: u64) -> Cases {
    let wide = move |case: &Case| case.moves.sizes().len() >= 2 && greatest >= 2 * degree(case);
    Box::new(symmetric(greatest).filter(wide))
}

/// N <= (2*2^d - 1)^(M/(2d)), with equality if 2d divides M and the graph of distances splits
/// into complete bipartite graphs of d and d positions.
pub fn sillke(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let (d, greatest) = (degree(case), case.greatest());
    let base = pow(2_u32, d + 1) - 1_u32;
    let splits = greatest.is_multiple_of(2 * d) && splits_into_bipartite(case, d);
    let sign = if splits { "=" } else { "<=" };
    let claimed = format!("N {sign} {base}^({greatest}/{})", 2 * d);
    let right = pow(base, greatest);
    let holds = |words: &BigUint| {
        let left = pow(words.clone(), 2 * d);
        left == right || (left < right && !splits)
    };
    bounded(case, claimed, holds, stop)
}

/// Symmetric sets of at least two moves with M < 2d.
pub fn sillke_narrow_games(greatest: u64) -> Cases {
    let narrow = move |case: &Case| case.moves.sizes().len() >= 2 && greatest < 2 * degree(case);
    Box::new(symmetric(greatest).filter(narrow))
}

/// N <= M/(M-d)*(2^(M-d)-1) + 1.
pub fn sillke_narrow(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let (d, greatest) = (degree(case), case.greatest());
    // The k-1 moves below M leave at least 1.
    let rest = greatest - d;
    let claimed = format!("N <= {greatest}/{rest}*(2^{rest}-1)+1");
    let right = greatest * (pow(2_u32, rest) - 1_u32) + rest;
    bounded(case, claimed, |words| words * rest <= right, stop)
}

/// The number of positions at a distance in L from each, when positions are taken modulo M.
fn degree(case: &Case) -> u64 {
    case.moves.sizes().len() as u64 - 1
}

/// Is every component of the graph on the positions 0, ..., M-1, where positions at a distance in
/// L are neighbours, complete bipartite with d positions on each side?
///
/// Two positions on the same side have the same neighbours: the component of a position is
/// complete bipartite when each neighbour of it has the same neighbours as the others.
fn splits_into_bipartite(case: &Case, d: u64) -> bool {
    let greatest = case.greatest();
    let sizes = case.sizes();
    let neighbours = |position: u64| -> Vec<u64> {
        (0..greatest).filter(|&other| sizes.contains(&other.abs_diff(position))).collect()
    };
    (0..greatest).all(|position| {
        let side = neighbours(position);
        let mut others = side.iter().map(|&neighbour| neighbours(neighbour));
        let Some(first) = others.next() else { return false };
        let apart = first.iter().all(|position| !side.contains(position));
        let degrees = side.len() as u64 == d && first.len() as u64 == d;
        apart && degrees && others.all(|other| other == first)
    })
}

/// F(1) = F(2) = 1.
fn fibonacci(n: u64) -> BigUint {
    let (mut one, mut next) = (BigUint::ZERO, BigUint::from(1_u32));
    for _ in 0..n {
        (one, next) = (next.clone(), one + next);
    }
    one
}

/// Exponents are sizes of moves or less, so they fit.
fn pow(base: impl Into<BigUint>, exponent: u64) -> BigUint {
    base.into().pow(u32::try_from(exponent).unwrap_or(u32::MAX))
}

fn bounded(
    case: &Case,
    claimed: String,
    holds: impl Fn(&BigUint) -> bool,
    stop: &Stop,
) -> Result<Option<Failure>, Limit> {
    let words = case.words(stop)?;
    Ok((!holds(&words)).then(|| Failure {
        quantity: "words",
        claimed,
        computed: format!("N = {words}"),
        basis: Basis::Words(words),
    }))
}

fn equal(case: &Case, claimed: BigUint, stop: &Stop) -> Result<Option<Failure>, Limit> {
    bounded(case, format!("N = {claimed}"), |words| *words == claimed, stop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_of_numbers() {
        let first: Vec<u64> = [1, 1, 2, 3, 5, 8, 13, 21].to_vec();
        for (at, number) in (1..).zip(first) {
            assert_eq!(fibonacci(at), number.into());
        }
        // (1 + sqrt 2)^n + (1 - sqrt 2)^n is 2, 2, 6, 14, 34, 82, ...
        for (n, pell) in (0..).zip([2_u32, 2, 6, 14, 34, 82]) {
            let closed = if n % 2 == 0 { pell - 1 } else { pell + 1 };
            assert_eq!(recurrent(n), closed.into());
        }
    }

    /// 2 phi^M is 3.23, 5.23, 8.47, 13.7 for M = 1, 2, 3, 4.
    #[test]
    fn powers_of_the_golden_ratio_are_exact() {
        for (exponent, floor) in (1..).zip([3, 5, 8, 13, 22, 35, 58]) {
            assert!(is_below_twice_phi(floor, exponent), "{exponent}");
            assert!(!is_below_twice_phi(floor + 1, exponent), "{exponent}");
        }
    }

    #[test]
    fn complete_bipartite_components() {
        let splits = |sizes: &[u64]| {
            let case = Case::new(sizes).expect("moves");
            splits_into_bipartite(&case, degree(&case))
        };
        // Positions modulo 4 at an odd distance; modulo 8 the same twice as wide.
        assert!(splits(&[1, 3, 4]));
        assert!(splits(&[2, 6, 8]));
        assert!(splits(&[3, 6]));
        assert!(!splits(&[1, 5, 6]));
        assert!(!splits(&[1, 2, 3]));
    }
}

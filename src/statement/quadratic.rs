//! The family L(n, d) of four moves whose period grows with n^2 and about as 256 d^5 n^2 / f(d).
//!
//! Published at the end of the chapter on four moves: the period through tables in d modulo 3
//! and 6 and a table of f(d) up to d = 39, and the preperiod as a polynomial.

use super::{Case, Cases, Failure};
use crate::limit::{Limit, Stop};
use crate::sequence::Rule;

/// A(d mod 3).
const A: [i128; 3] = [16, 8, 12];
/// B(d mod 6).
const B: [i128; 6] = [11, 17, 12, 15, 13, 16];
/// C(d mod 6).
const C: [i128; 6] = [6, 9, 10, 3, 14, 6];
/// D(d, d mod 6), coefficients of 1, d, ..., d^4.
const D: [[i128; 5]; 6] = [
    [738, -177, -1016, -2348, 128],
    [459, 285, -1124, -2148, 928],
    [654, 292, -604, -2016, 528],
    [585, -429, -1716, -2812, 128],
    [570, 761, -192, -1684, 928],
    [522, -72, -1420, -2480, 528],
];
/// E(d, d mod 6), coefficients of 1, d, ..., d^4.
const E: [[i128; 5]; 6] = [
    [108, 228, -367, -214, -304],
    [54, 147, -175, -346, -96],
    [84, 206, -224, -212, -200],
    [90, 177, -393, -350, -304],
    [60, 184, -81, -210, -96],
    [72, 162, -284, -348, -200],
];
/// The coefficient of d^3 in E(d, 2) as printed.
const E_PRINTED: i128 = -216;
/// f(d) from d = 2 on.
const F: [i128; 38] = [
    1, 1, 3, 1, 1, 1, 1, 2, 1, 3, 1, 2, 1, 1, 1, 1, 1, 39, 1, 2, 45, 1, 1, 4, 1, 5, 5, 3, 1, 5, 1,
    2, 1, 1, 1, 6, 1, 1,
];

/// The games with n + d = `sum`, for 2 <= d <= 39 and n >= 1, from the smallest greatest move on.
pub fn games(sum: u64) -> Cases {
    games_from(sum, 2, 1)
}

/// Those for which the preperiod is claimed: d >= 3 and n >= 2.
pub fn preperiod_games(sum: u64) -> Cases {
    games_from(sum, 3, 2)
}

/// Those for which the printed preperiod is claimed: d >= 4 and n >= 2.
pub fn printed_preperiod_games(sum: u64) -> Cases {
    games_from(sum, 4, 2)
}

fn games_from(sum: u64, least_d: u64, least_n: u64) -> Cases {
    let mut games: Vec<Case> = (least_d..=39)
        .filter_map(|d| {
            let n = sum.checked_sub(d).filter(|&n| n >= least_n)?;
            let step = n.checked_mul(2 * d + 3)?;
            let size = |factor: u64, rest: u64| step.checked_mul(factor)?.checked_add(rest);
            let sizes = [size(1, d), size(3, 5 * d + 1), size(6, 8 * d + 3), size(7, 9 * d + 3)];
            let sizes: Option<Vec<u64>> = sizes.into_iter().collect();
            Case::of(vec![("d", d), ("n", n)], sizes?)
        })
        .collect();
    games.sort_by_key(|case| (case.greatest(), case.moves.clone()));
    Box::new(games.into_iter())
}

pub fn period(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    compare_period(case, None, stop)
}

pub fn period_printed(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    compare_period(case, Some(E_PRINTED), stop)
}

/// 6 f(d) p against the published polynomial, with another coefficient in E(d, 2) if given.
fn compare_period(case: &Case, other: Option<i128>, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let [d, n] = case.parameters().map(i128::from);
    let residue = |modulus: i128| usize::try_from(d % modulus).unwrap_or(0);
    let row = usize::try_from(d - 2).ok().and_then(|row| F.get(row));
    let f = *row.ok_or(Limit::Positions)?;
    let mut e = E[residue(6)];
    if let (Some(other), 2) = (other, residue(6)) {
        e[3] = other;
    }
    let square = 16 * d.pow(3) - A[residue(3)] * d * d - B[residue(6)] * d + C[residue(6)];
    let claimed = 24 * (2 * d + 1) * (2 * d + 3) * square * n * n
        + (1600 * d.pow(5) + value(&D[residue(6)], d)) * n
        + (416 * d.pow(5) + value(&e, d));
    let cycle = case.cycle(Rule::Normal, stop)?;
    let differs = claimed != 6 * f * i128::from(cycle.period);
    Ok(differs.then(|| {
        let claimed = if claimed % (6 * f) == 0 {
            format!("p = {}", claimed / (6 * f))
        } else {
            format!("p = {claimed}/{}", 6 * f)
        };
        Failure::about_cycle("period", claimed, Rule::Normal, cycle)
    }))
}

pub fn preperiod(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    compare_preperiod(case, [[-28, -87, 26], [-222, -70, 100], [0, 144, 96]], stop)
}

pub fn preperiod_printed(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    compare_preperiod(case, [[-478, -529, 26], [153, 290, 100], [-75, 72, 96]], stop)
}

/// With -519d instead of -529d in the printed formula, which makes it right for n = 2 and 3.
pub fn preperiod_interpolated(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    compare_preperiod(case, [[-478, -519, 26], [153, 290, 100], [-75, 72, 96]], stop)
}

/// 2q + (d mod 2) against a polynomial: for 1, n and n^2 the coefficients of 1, d and d^2.
fn compare_preperiod(
    case: &Case,
    polynomial: [[i128; 3]; 3],
    stop: &Stop,
) -> Result<Option<Failure>, Limit> {
    let [d, n] = case.parameters().map(i128::from);
    let twice = value(&polynomial.map(|inner| value(&inner, d)), n) - d % 2;
    let computed = case.cycle(Rule::Normal, stop)?;
    let differs = twice != 2 * i128::from(computed.preperiod);
    Ok(differs.then(|| {
        let claimed =
            if twice % 2 == 0 { format!("q = {}", twice / 2) } else { format!("q = {twice}/2") };
        Failure::about_cycle("preperiod", claimed, Rule::Normal, computed)
    }))
}

/// A polynomial at x, coefficients from the constant on.
fn value(coefficients: &[i128], x: i128) -> i128 {
    coefficients.iter().rev().fold(0, |sum, coefficient| sum * x + coefficient)
}

//! Families with one parameter n, whose cycles are given by formulas in n.

use super::{Case, Cases, Failure};
use crate::limit::{Limit, Stop};
use crate::sequence::{Cycle, Rule};

/// The games { 2n 5n 6n+1 8n+1 } of Satz 8.
pub fn satz_8_games(n: u64) -> Cases {
    from(1, n, &[(0, 2), (0, 5), (1, 6), (1, 8)])
}

pub fn satz_8(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    compare(case, Rule::Normal, |n| (14 * n * n * n + 11 * n + 1, 0), stop)
}

pub fn satz_8_nim_games(n: u64) -> Cases {
    from(2, n, &[(0, 2), (0, 5), (1, 6), (1, 8)])
}

pub fn satz_8_nim(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    compare(case, Rule::Grundy, |n| (14 * n * n * n + 11 * n + 1, 7 * n + 1), stop)
}

/// The games { n 4n 12n+1 16n+1 } of I. Althöfer and J. Bültermann.
pub fn ab_games(n: u64) -> Cases {
    from(1, n, &[(0, 1), (0, 4), (1, 12), (1, 16)])
}

fn ab_period(n: i128) -> i128 {
    56 * n * n * n + 52 * n * n + 9 * n + 1
}

pub fn ab(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    compare(case, Rule::Normal, |n| (ab_period(n), 0), stop)
}

pub fn ab_nim_games(n: u64) -> Cases {
    from(2, n, &[(0, 1), (0, 4), (1, 12), (1, 16)])
}

pub fn ab_nim(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    compare(case, Rule::Grundy, |n| (ab_period(n), 28 * n * n - 29 * n - 1), stop)
}

/// The games of Beobachtung 18.
pub fn obs_18_games(n: u64) -> Cases {
    from(2, n, &[(2, 0), (-1, 4), (1, 4), (5, 4), (-2, 8)])
}

pub fn obs_18(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    compare(case, Rule::Normal, |n| (4, 8 * n * n - 3), stop)
}

pub fn obs_18_nim(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    compare(case, Rule::Grundy, |n| (8 * n, 8 * n * n - 1), stop)
}

const OBS_20: [(i64, i64); 5] = [(2, 0), (1, 4), (3, 4), (7, 4), (2, 8)];

/// The games of Beobachtung 20.
pub fn obs_20_games(n: u64) -> Cases {
    from(1, n, &OBS_20)
}

pub fn obs_20(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    compare(case, Rule::Normal, |n| (4, 8 * n * n + 12 * n + 2), stop)
}

pub fn obs_20_nim_games(n: u64) -> Cases {
    from(2, n, &OBS_20)
}

pub fn obs_20_nim(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    compare(case, Rule::Grundy, |n| (8 * n + 4, 8 * n * n + 12 * n + 4), stop)
}

const SATZ_22: [(i64, i64); 5] = [(0, 1), (1, 2), (2, 4), (3, 5), (3, 6)];

/// The symmetric games { n 2n+1 4n+2 5n+3 6n+3 } after Satz 22.
pub fn satz_22_games(n: u64) -> Cases {
    from(1, n, &SATZ_22)
}

pub fn satz_22(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    compare(case, Rule::Normal, |n| (10 * n + 4, 0), stop)
}

pub fn satz_22_nim_period(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let [n] = case.parameters();
    let computed = case.cycle(Rule::Grundy, stop)?;
    let claimed = Cycle { period: n * (10 * n + 4), ..computed };
    Ok(Failure::of_cycle(Rule::Grundy, claimed, computed))
}

pub fn satz_22_nim_games(n: u64) -> Cases {
    from(5, n, &SATZ_22)
}

pub fn satz_22_nim(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    // n + (n mod 2) - 6 is even.
    let preperiod = |n: i128| (10 * n + 4) * (n + (n + n % 2 - 6) / 2) + 3 * n + n % 2 - 1;
    compare(case, Rule::Grundy, |n| (n * (10 * n + 4), preperiod(n)), stop)
}

const HAND: [(i64, i64); 4] = [(0, 1), (3, 1), (-1, 3), (3, 3)];

/// The games { n n+3 3n-1 3n+3 } from n = 5 on.
pub fn hand_games(n: u64) -> Cases {
    from(5, n, &HAND)
}

pub fn hand(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    compare(case, Rule::Normal, |n| (4 * n + 2, 3 * n), stop)
}

pub fn hand_nim_games(n: u64) -> Cases {
    from(6, n, &HAND)
}

/// The same formula for both ranges: printed from n = 5 on, right from n = 6 on.
pub fn hand_nim(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    compare(case, Rule::Grundy, |n| (12 * n + 6, 4 * n + 3), stop)
}

pub fn hand_nim_period(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let [n] = case.parameters();
    let computed = case.cycle(Rule::Grundy, stop)?;
    let claimed = Cycle { period: 12 * n + 6, ..computed };
    Ok(Failure::of_cycle(Rule::Grundy, claimed, computed))
}

/// Periods of the games of Beobachtung 16, from n = 2 on.
const BLOCK_PERIODS: [u64; 8] =
    [260, 1600, 955_307, 16_107_110, 192_628_021, 8_406_111_561, 604_771_076_188, 573_330_264_682];

/// The games of Beobachtung 16, n from 2 to 9: five blocks of moves and a greatest one.
pub fn block_games(n: u64) -> Cases {
    let inside = n >= 2 && n - 2 < BLOCK_PERIODS.len() as u64;
    let blocks = inside.then(|| {
        let mut sizes: Vec<u64> = (n + 1..=2 * n - 2).collect();
        sizes.extend(4 * n - 1..=5 * n - 2);
        sizes.extend(7 * n - 1..=8 * n - 4);
        sizes.extend(10 * n - 3..=11 * n - 4);
        sizes.extend(13 * n - 3..=14 * n - 6);
        sizes.push(15 * n - 5);
        sizes
    });
    Box::new(blocks.and_then(|sizes| Case::of(vec![("n", n)], sizes)).into_iter())
}

pub fn obs_16(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let [n] = case.parameters();
    let moves = case.moves.sizes().len() as u64;
    if moves != 5 * n - 5 {
        let failure = Failure::plain("moves", format!("5n-5 = {}", 5 * n - 5), moves.to_string());
        return Ok(Some(failure));
    }
    let period = usize::try_from(n - 2).ok().and_then(|row| BLOCK_PERIODS.get(row).copied());
    let computed = case.cycle(Rule::Normal, stop)?;
    let claimed = Cycle { period: period.ok_or(Limit::Positions)?, ..computed };
    Ok(Failure::of_cycle(Rule::Normal, claimed, computed))
}

/// The game of a family for n, from n = `first` on.
fn from(first: u64, n: u64, moves: &[(i64, i64)]) -> Cases {
    let case = if n < first { None } else { Case::of_family(n, moves) };
    Box::new(case.into_iter())
}

/// Compares the cycle with the formulas for period and preperiod.
fn compare(
    case: &Case,
    rule: Rule,
    claimed: impl Fn(i128) -> (i128, i128),
    stop: &Stop,
) -> Result<Option<Failure>, Limit> {
    let [n] = case.parameters();
    let (period, preperiod) = claimed(i128::from(n));
    let computed = case.cycle(rule, stop)?;
    let number = |number: i128| u64::try_from(number).map_err(|_| Limit::Positions);
    let claimed = Cycle { period: number(period)?, preperiod: number(preperiod)? };
    Ok(Failure::of_cycle(rule, claimed, computed))
}

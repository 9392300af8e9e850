//! Statements about games with one to four moves.

use super::case::sets_of_exactly;
use super::{Case, Cases, Failure};
use crate::limit::{Limit, Stop};
use crate::sequence::{Cycle, Rule};
use num_integer::Integer as _;

/// { m }.
pub fn one(m: u64) -> Cases {
    Box::new(Case::new(&[m]).into_iter())
}

pub fn one_move(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let [m] = case.array();
    let claimed = Cycle { period: 2 * m, preperiod: 0 };
    if let Some(failure) = wrong_cycle(case, claimed, stop)? {
        return Ok(Some(failure));
    }
    wrong_losses(case, claimed.period, |at| at < m)
}

/// { s1 s2 } with s2 = M.
pub fn two(greatest: u64) -> Cases {
    Box::new((1..greatest).filter_map(move |least| Case::new(&[least, greatest])))
}

pub fn satz_4(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let [s1, s2] = case.array();
    let sum = s1 + s2;
    let period = if sum.is_multiple_of(2 * s1) { 2 * s1 } else { sum };
    if let Some(failure) = wrong_cycle(case, Cycle { period, preperiod: 0 }, stop)? {
        return Ok(Some(failure));
    }
    wrong_losses(case, period, |at| at < period - s1 && (at / s1).is_multiple_of(2))
}

/// { s1 s2 s1+s2 } with s1 + s2 = M.
pub fn sums(greatest: u64) -> Cases {
    let lower = 1..greatest.div_ceil(2);
    Box::new(lower.filter_map(move |least| Case::new(&[least, greatest - least, greatest])))
}

/// The r of Satz 5 as (|r|, r > 0).
fn rest(s1: u64, s2: u64) -> (u64, bool) {
    let modulo = (s1 + s2) % (2 * s1);
    (modulo.abs_diff(s1), modulo > s1)
}

pub fn satz_5(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let [s1, s2, _] = case.array();
    let period = match rest(s1, s2) {
        (r, false) => 2 * s2 + r,
        (r, true) => s1 * (2 * s2 + r) / s1.gcd(&s2),
    };
    wrong_cycle(case, Cycle { period, preperiod: 0 }, stop)
}

/// The list of Satz 5 repeats with the least common multiple I of s1 and s2 + |r| in i: then the
/// positions grow by D = I + floor(I/s1)*s1 + floor(2I/(s2+|r|))*s2.  So the list is right for
/// every i when D is a multiple of the period, the preperiod is 0, and the positions below D are
/// right.
pub fn satz_5_losses(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let [s1, s2, _] = case.array();
    let (r, _) = rest(s1, s2);
    let position = |i: u64| i + i / s1 * s1 + 2 * i / (s2 + r) * s2;
    let repeats = s1.lcm(&(s2 + r));
    let distance = position(repeats);
    let claimed: Vec<u64> = (0..repeats).map(position).collect();
    let computed = case.losses(distance)?;
    if let Some(at) =
        (0..claimed.len().max(computed.len())).find(|&at| claimed.get(at) != computed.get(at))
    {
        let name = |list: &[u64]| match list.get(at) {
            Some(position) => format!("losing position {at} is {position}"),
            None => format!("no losing position {at} below {distance}"),
        };
        let failure = Failure::plain("losing positions", name(&claimed), name(&computed));
        return Ok(Some(failure));
    }
    let cycle = case.cycle(Rule::Normal, stop)?;
    let repeats = distance.is_multiple_of(cycle.period) && cycle.preperiod == 0;
    Ok((!repeats).then(|| {
        let claimed = format!("the losing positions repeat with {distance}");
        Failure::about_cycle("losing positions", claimed, Rule::Normal, cycle)
    }))
}

/// { s1 s2 s3 } with s3 = M and s1 + s2 != s3.
pub fn three_without_sum(greatest: u64) -> Cases {
    let is_sum = |case: &Case| {
        let [s1, s2, s3] = case.array();
        s1 + s2 == s3
    };
    Box::new(sets_of_exactly(greatest, 3).filter(move |case| !is_sum(case)))
}

pub fn vermutung_6(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    periods_of_three(case, case.array::<3>().iter().fold(0, |gcd, size| gcd.gcd(size)), stop)
}

/// With "s1, s2, s3 are odd" instead of "s1, s2, s3 divided by their gcd are odd".
pub fn vermutung_6_printed(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    periods_of_three(case, 1, stop)
}

/// Vermutung 6, where s1, s2, s3 are to be odd after division by `scale`.
fn periods_of_three(case: &Case, scale: u64, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let [s1, s2, s3] = case.array();
    let cycle = case.cycle(Rule::Normal, stop)?;
    let p = cycle.period;
    let pairs = [s1 + s2, s1 + s3, s2 + s3];
    let divided: Vec<u64> = pairs.into_iter().filter(|&sum| u64::is_multiple_of(sum, p)).collect();
    let wrong =
        |quantity, claimed| Ok(Some(Failure::about_cycle(quantity, claimed, Rule::Normal, cycle)));
    if cycle.preperiod >= s2 * s3 {
        return wrong("preperiod", format!("q < s2*s3 = {}", s2 * s3));
    }
    if pairs.contains(&p) {
        return Ok(None);
    }
    match divided[..] {
        [] => {
            let [a, b, c] = pairs;
            wrong("period", format!("p divides {a}, {b} or {c}"))
        }
        [sum] => wrong("period", format!("p is {sum} or divides another sum of two moves")),
        [one, other] if one.gcd(&other) == p => Ok(None),
        [one, other] => wrong("period", format!("p = gcd({one}, {other}) = {}", one.gcd(&other))),
        _ => {
            let gcd = s1.gcd(&s2).gcd(&s3);
            let odd = [s1, s2, s3].iter().all(|size| (size / scale).is_odd());
            if p != 2 * gcd {
                wrong("period", format!("p = 2*gcd(s1, s2, s3) = {}", 2 * gcd))
            } else if !odd {
                let after = if scale == 1 { "" } else { " after division by their gcd" };
                wrong("moves", format!("s1, s2, s3 are odd{after}, as p is none of the sums"))
            } else {
                Ok(None)
            }
        }
    }
}

/// { a b 2b-a 2b } with a < b and 2b = M.
pub fn mirrored_pairs(greatest: u64) -> Cases {
    let b = greatest / 2;
    let all = if greatest.is_even() { 1..b } else { 0..0 };
    Box::new(all.filter_map(move |a| Case::new(&[a, b, 2 * b - a, 2 * b])))
}

pub fn vermutung_10(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let [a, b, ..] = case.array::<4>();
    let modulo = b % (2 * a);
    let r = modulo.abs_diff(a);
    let f = if modulo == 0 {
        a
    } else if modulo == a {
        (b - a) / 2
    } else {
        let d = |k: u64| (b % (2 * a * k / a.gcd(&k))).abs_diff(a);
        // D(1) = |b mod 2a - a| < a here, so that there is one.
        (1..a).rev().find(|&k| d(k) < a && d(k).is_multiple_of(k)).unwrap_or(1)
    };
    let cycle = case.cycle(Rule::Normal, stop)?;
    let doubled = 2 * (b - a) * (b - a) + (2 * b + a - r) * (b - a + r);
    let wrong = |claimed| Ok(Some(Failure::about_cycle("period", claimed, Rule::Normal, cycle)));
    if cycle.preperiod != 0 {
        return Ok(Failure::of_cycle(Rule::Normal, Cycle { preperiod: 0, ..cycle }, cycle));
    }
    if 2 * f * cycle.period != doubled {
        return wrong(format!("p = {doubled}/{}", 2 * f));
    }
    if !(b - a).is_multiple_of(f) || !r.is_multiple_of(f) {
        return wrong(format!("f = {f} divides b-a = {} and r = {r}", b - a));
    }
    if modulo == a && cycle.period != 4 * b - a {
        return wrong(format!("p = 4b-a = {}", 4 * b - a));
    }
    Ok(None)
}

/// { s1 s2 s3 s4 } with s4 = M.
pub fn four(greatest: u64) -> Cases {
    sets_of_exactly(greatest, 4)
}

/// Of the relations I: s1+s3 = s4, II: s2+s3 = s4, III: s1+s2 = s4, IV: s1+s2 = s3 two hold
/// together only as I and IV in { s1 s2 s1+s2 2*s1+s2 } and as II and IV in
/// { s1 s2 s1+s2 s1+2*s2 }.
pub fn classes(case: &Case, _: &Stop) -> Result<Option<Failure>, Limit> {
    let [s1, s2, s3, s4] = case.array();
    let relations =
        [("I", s1 + s3, s4), ("II", s2 + s3, s4), ("III", s1 + s2, s4), ("IV", s1 + s2, s3)];
    let holding: Vec<&str> =
        relations.iter().filter(|(_, sum, size)| sum == size).map(|&(name, ..)| name).collect();
    let claimed: &[&str] = if case.array() == [s1, s2, s1 + s2, 2 * s1 + s2] {
        &["I", "IV"]
    } else if case.array() == [s1, s2, s1 + s2, s1 + 2 * s2] {
        &["II", "IV"]
    } else if holding.len() < 2 {
        return Ok(None);
    } else {
        &["at most one"]
    };
    Ok((holding != claimed)
        .then(|| Failure::plain("relations", claimed.join(", "), holding.join(", "))))
}

/// The difference between the claimed cycle of outcomes and the computed one.
pub fn wrong_cycle(case: &Case, claimed: Cycle, stop: &Stop) -> Result<Option<Failure>, Limit> {
    Ok(Failure::of_cycle(Rule::Normal, claimed, case.cycle(Rule::Normal, stop)?))
}

/// The first position below `count` whose outcome is not as claimed.
pub fn wrong_losses(
    case: &Case,
    count: u64,
    lost: impl Fn(u64) -> bool,
) -> Result<Option<Failure>, Limit> {
    let losses = case.losses(count)?;
    let claimed = (0..count).filter(|&at| lost(at));
    let first = first_difference(claimed, losses.iter().copied());
    let name = |lost: bool| if lost { "lost" } else { "won" };
    Ok(first.map(|at| {
        let computed = losses.contains(&at);
        let place = |what| format!("position {at} is {what}");
        Failure::plain("outcome", place(name(!computed)), place(name(computed)))
    }))
}

/// The least number that is in one of two increasing lists only.
fn first_difference(
    mut one: impl Iterator<Item = u64>,
    mut other: impl Iterator<Item = u64>,
) -> Option<u64> {
    loop {
        match (one.next(), other.next()) {
            (None, None) => return None,
            (Some(left), Some(right)) if left == right => {}
            (left, right) => return left.into_iter().chain(right).min(),
        }
    }
}

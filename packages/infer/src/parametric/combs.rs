//! Families whose windows have many small runs, which are taken for combs.

use super::ParametricTheorem;
use super::least_parameter::lowered;
use super::prove::{Games, ShownClass};
use crate::open::{Open, Reason};
use num_integer::Integer as _;

/// The parameter at which classes are first looked for, where windows are much longer than combs.
const FAR: i64 = 1 << 13;

/// The first parameter from which on classes are proved if they can be.
const NEAR: i64 = 1 << 6;

/// The greatest number of classes.
const MOST_CLASSES: i64 = 1 << 8;

/// The number of classes divides the least common period of all combs, or at most this multiple of it.
const TIMES: i64 = 4;

/// The most steps of games of a class that are alike, as a multiple of those of one of them.
const ALIKE: u64 = 4;

/// The divisors of the work, and of the work for each game, when classes are looked for quickly.
const QUICK: u64 = 8;
const EACH: u64 = 16;

/// Proves all classes of the options, or none, if little work shows how many there are.
///
/// # Errors
/// When a stop is requested, or if the classes take more work than is allowed.
pub(super) fn quick(games: &mut Games<'_>, least: i64) -> Result<Option<ParametricTheorem>, Open> {
    let options = games.options;
    let work = options.work / QUICK;
    games.most = options.steps.min(work / EACH);
    let unless_stopped = |open: Open| if open.is_stopped() { Err(open) } else { Ok(None) };
    let (count, each) = match classes(games, least, work) {
        Ok(found) => found,
        Err(open) => return unless_stopped(open),
    };
    if each.saturating_mul(2 * count.unsigned_abs()) > options.work {
        return Err(Open { parameter: FAR.max(least), reason: Reason::Work });
    }
    // Other classes may take longer than the first one.
    games.most = options.steps;
    match proved(games, least, count, options.work) {
        Ok(found) if found.open.is_empty() => Ok(Some(found)),
        Ok(ParametricTheorem { mut open, .. }) => open.pop().map_or(Ok(None), unless_stopped),
        Err(open) => unless_stopped(open),
    }
}

/// Proves the classes of the options, or as many as possible.
///
/// # Errors
/// How far the first class came.
pub(super) fn theorem(games: &mut Games<'_>, least: i64) -> Result<ParametricTheorem, Open> {
    let options = games.options;
    games.most = options.long.min(options.work);
    let (count, _) = classes(games, least, options.work)?;
    proved(games, least, count, u64::MAX)
}

/// The number of classes for which the first one is proved, and the number of steps of its first game.
fn classes(games: &mut Games<'_>, least: i64, work: u64) -> Result<(i64, u64), Open> {
    let options = games.options;
    let far = options.first(FAR.max(least));
    let no = |reason| Open { parameter: far, reason };
    let structure = games.structure(far)?;
    let repeat = structure.combs.iter().try_fold(1_i64, |all, comb| {
        let all = (all / all.gcd(&comb.length)).checked_mul(comb.length)?;
        all.checked_mul(TIMES).and(Some(all))
    });
    let repeat = repeat.filter(|_| !structure.combs.is_empty()).ok_or(no(Reason::Unlike))?;
    let fits = |count: &i64| (1..=TIMES).any(|times| (times * repeat) % count == 0);
    for count in (1..=MOST_CLASSES).filter(fits) {
        if games.steps > work {
            return Err(no(Reason::Work));
        }
        // Other games may take more steps, or reach other limits.
        match games.prove(far, count * options.modulus) {
            Ok(_) => return Ok((count, games.taken(far))),
            Err(open) if !open.is_stopped() => {}
            Err(open) => return Err(open),
        }
    }
    Err(no(Reason::Unlike))
}

/// Proves this number of classes, or as many as possible with about this amount of work.
fn proved(
    games: &mut Games<'_>,
    least: i64,
    count: i64,
    work: u64,
) -> Result<ParametricTheorem, Open> {
    let options = games.options;
    let mut found =
        ParametricTheorem { modulus: count * options.modulus, classes: vec![], open: vec![] };
    for index in 0..count {
        if games.steps > work {
            return Err(Open { parameter: FAR.max(least), reason: Reason::Work });
        }
        games.forget();
        match class(games, least, index, found.modulus) {
            Ok(proved) => found.classes.push(lowered(proved, least, options)),
            Err(open) => found.open.push(open),
        }
    }
    if found.classes.is_empty()
        && let Some(open) = found.open.pop()
    {
        return Err(open);
    }
    Ok(found)
}

/// Proves a class from as small a parameter as possible.
fn class(games: &mut Games<'_>, least: i64, index: i64, modulus: i64) -> Result<ShownClass, Open> {
    let options = games.options;
    let far = FAR.max(least);
    let last = options.first(far) + index * options.modulus;
    // The first game of this class from a parameter on.
    let first = |near: i64| near + (last - near).rem_euclid(modulus);
    games.structure(last)?;
    let alike = games.taken(last).saturating_mul(ALIKE);
    let most = std::mem::replace(&mut games.most, alike);
    let mut near = NEAR.max(least);
    let found = loop {
        match games.prove(first(near), modulus) {
            Err(open) if !open.is_stopped() && near < far => near = far.min(2 * near),
            found => break found,
        }
    };
    games.most = most;
    found
}

//! Families whose games are domains separated by walls.

use super::least_parameter::{lowered, shows};
use super::prove::{ShownClass, checked};
use super::{ParametricOptions, ParametricProgress, ParametricTheorem};
use crate::limit::Limit;
use crate::open::{Open, Reason};
use crate::trace::diagram::Rule;
use crate::trace::{Move, Proof};
use crate::walls::{FollowError, RECOGNITIONS, find};
use num_integer::Integer as _;
use std::collections::VecDeque;

/// Classes begin at or after the first of these parameters, doubled fewer than [`DOUBLED`] times.
const FIRST: i64 = 16;
const DOUBLED: u32 = 12;

/// The number of later starts that are tried if a class is found only in part.
const LATER: usize = 4;

/// The greatest number of classes.
const MOST_CLASSES: i64 = 1 << 12;

/// The number of words that are computed for each allowed step.
const WORDS: u64 = 64;

/// The most words that are computed for the first of these games; twice as many are allowed for the next one, and so
/// on, but for no game more than one part in [`SHARE`] of the remaining words.  Where a class was found, twice the
/// words that it took may be computed for similar ones.
const FEW: u64 = 1 << 20;
const SHARE: u64 = 8;

/// Proves all classes of the options, or as many as possible until a stop is requested; `None` if there are none.
///
/// # Errors
/// If a stop was requested before.
pub(super) fn theorem(
    moves: &[Move],
    least: i64,
    options: &ParametricOptions<'_>,
    words: &mut u64,
) -> Result<Option<ParametricTheorem>, Open> {
    let Some(row) = row(moves).filter(|_| options.walls) else { return Ok(None) };
    let all = options.work.saturating_mul(WORDS);
    let mut work = all;
    let mut waiting = VecDeque::from([(options.residue, options.modulus, Effort::default())]);
    let mut proved: Vec<ShownClass> = Vec::new();
    let mut most = options.modulus;
    while let Some((residue, modulus, mut effort)) = waiting.pop_front() {
        let class = WallClass { moves, row, least, residue, modulus, options };
        let found = match class.proved(&mut effort, &mut work) {
            // What is proved by then is kept.
            Err(_) if !proved.is_empty() => break,
            found => found?,
        };
        // What is left out here is reported as open.
        let Some(found) = found else { continue };
        let [start, step] = found.proof.class();
        let common = most.lcm(&step);
        if common / options.modulus > MOST_CLASSES {
            continue;
        }
        most = common;
        // The other classes of this modulus.
        let others = (1..step / modulus).map(|index| (start + index * modulus, step, effort));
        waiting.extend(others);
        proved.push(found);
    }
    *words = all - work;
    let classes = of_modulus(proved, most, options).filter(|classes| !classes.is_empty());
    let theorem =
        classes.map(|classes| ParametricTheorem { modulus: most, classes, open: Vec::new() });
    Ok(theorem.map(|mut theorem| {
        theorem.name_the_rest(options);
        if options.stop.requested() {
            for open in &mut theorem.open {
                open.reason = Reason::Limit(Limit::STOPPED);
            }
        }
        theorem
    }))
}

/// All classes with this modulus.
fn of_modulus(
    proved: Vec<ShownClass>,
    modulus: i64,
    options: &ParametricOptions<'_>,
) -> Option<Vec<ShownClass>> {
    let mut classes = Vec::new();
    for ShownClass { proof, .. } in proved {
        let Proof::Diagram(diagram) = proof else { return None };
        for index in 0..modulus / diagram.step {
            let diagram = diagram.within(index, modulus / diagram.step)?;
            classes.push(checked(Proof::Diagram(diagram), options).ok()?);
        }
    }
    Some(classes)
}

/// A row of which all moves are multiples except for few positions: the one in which the rule reaches least far, and
/// among these the one with the fewest positions.
fn row(moves: &[Move]) -> Option<Move> {
    let factor = moves.iter().fold(0, |all: i64, it| all.gcd(&it.factor));
    if factor == 0 || moves.iter().any(|size| size.factor <= 0) {
        return None;
    }
    let columns = |summand: i64| {
        let columns = |it: &Move| {
            let more = (it.factor / factor).checked_mul(summand)?;
            Some(it.summand.checked_sub(more)?.unsigned_abs())
        };
        moves.iter().map(columns).collect::<Option<Vec<_>>>()?.into_iter().max()
    };
    let near = |it: &Move| {
        let middle = it.summand.div_euclid(it.factor / factor);
        [middle, middle.saturating_add(1)]
    };
    let rated = |summand: i64| {
        let row = Move { factor, summand };
        let reach = Rule::new(moves, row).map_or(i64::MAX, |rule| rule.reach);
        Some((reach, columns(summand)?, summand))
    };
    let (_, _, summand) = moves.iter().flat_map(near).filter_map(rated).min()?;
    Some(Move { factor, summand })
}

/// Where a class was found.
#[derive(Clone, Copy, Default)]
struct Effort {
    /// The number of times that its first parameter was doubled.
    doubled: u32,
    /// The number of words that were computed for it.
    words: u64,
}

/// A class, of which possibly only a part with a greater modulus can be proved.
struct WallClass<'c, 'o> {
    moves: &'c [Move],
    row: Move,
    least: i64,
    residue: i64,
    modulus: i64,
    options: &'c ParametricOptions<'o>,
}

/// What walls show for a class.
enum FoundWalls {
    /// Period and preperiod.
    All(ShownClass),
    /// Not all of them.
    Some(ShownClass),
    /// Nothing.
    Nothing,
    /// Nothing, as more words have to be computed.
    Work,
    /// Nothing, and no later start will help.
    Never,
}

impl WallClass<'_, '_> {
    /// Begins where a similar class was found, at which everything was shown, or at the first parameters; records where
    /// this one is found.
    fn proved(&self, effort: &mut Effort, work: &mut u64) -> Result<Option<ShownClass>, Open> {
        let mut best = None;
        let mut later = 0..LATER;
        // The starts that were given up for lack of words.
        let mut left = Vec::new();
        for doubled in effort.doubled..DOUBLED {
            if best.is_some() && later.next().is_none() {
                break;
            }
            let most = (FEW << doubled).min(*work / SHARE).max(2 * effort.words);
            let before = *work;
            match self.from(doubled, most, work)? {
                FoundWalls::All(found) => {
                    *effort = Effort { doubled, words: before - *work };
                    return Ok(Some(self.earlier(found, &left, effort, work)));
                }
                FoundWalls::Some(found) => best = Some(better(best, found)),
                FoundWalls::Nothing => {}
                FoundWalls::Work => left.push(doubled),
                FoundWalls::Never => return Ok(best),
            }
        }
        Ok(best)
    }

    /// The same from a smaller parameter on, if that was given up only because it takes more words than were allowed.
    fn earlier(
        &self,
        mut found: ShownClass,
        left: &[u32],
        effort: &mut Effort,
        work: &mut u64,
    ) -> ShownClass {
        for &doubled in left {
            let before = *work;
            let most = (2 * effort.words).min(*work / SHARE);
            match self.from(doubled, most, work) {
                Ok(FoundWalls::All(better)) => {
                    *effort = Effort { doubled, words: before - *work };
                    found = better;
                    break;
                }
                Ok(_) => {}
                // A stop was requested.
                Err(_) => return found,
            }
        }
        lowered(found, self.least, self.options)
    }

    /// Computes at most this number of words with each option.
    fn from(&self, doubled: u32, most: u64, work: &mut u64) -> Result<FoundWalls, Open> {
        let Self { moves, row, least, residue, modulus, options } = *self;
        let near = (FIRST << doubled).max(least);
        let parameter = near + (residue - near).rem_euclid(modulus);
        let mut best = None;
        for option in RECOGNITIONS {
            options.tell(ParametricProgress::Game { parameter, steps: 0 });
            if options.stop.requested() {
                return Err(Open { parameter, reason: Reason::Limit(Limit::STOPPED) });
            }
            let share = most.min(*work);
            let mut left = share;
            let found = find(moves, row, parameter, option, &mut left, &options.stop);
            *work -= share - left;
            let found = match found {
                Ok(found) => found,
                Err(FollowError::Moves) => return Ok(FoundWalls::Never),
                Err(FollowError::TooWide) => continue,
                Err(FollowError::Work) if best.is_none() => return Ok(FoundWalls::Work),
                Err(_) => break,
            };
            let step = found.step.lcm(&modulus);
            if step / options.modulus > MOST_CLASSES {
                return Ok(best.map_or(FoundWalls::Never, FoundWalls::Some));
            }
            let widened = found.within(0, step / found.step);
            match widened.and_then(|diagram| checked(Proof::Diagram(diagram), options).ok()) {
                Some(found) if shows(&found) == [true; 2] => return Ok(FoundWalls::All(found)),
                Some(found) => best = Some(better(best, found)),
                None => {}
            }
        }
        Ok(best.map_or(FoundWalls::Nothing, FoundWalls::Some))
    }
}

/// The proof that shows more; the first one if both show the same.
fn better(best: Option<ShownClass>, found: ShownClass) -> ShownClass {
    let count = |it: &ShownClass| shows(it).into_iter().filter(|shown| *shown).count();
    best.filter(|best| count(best) >= count(&found)).unwrap_or(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(pairs: &[(i64, i64)]) -> Vec<Move> {
        pairs.iter().map(|&(factor, summand)| Move { factor, summand }).collect()
    }

    #[test]
    fn rows_leave_few_columns() {
        let row = |pairs: &[(i64, i64)]| row(&moves(pairs)).map(|row| (row.factor, row.summand));
        // 2w, 5w - 1, 7w - 2
        assert_eq!(row(&[(6, 2), (15, 4), (21, 5)]), Some((3, 1)));
        // w + 1, 3w - 1: neither 0 nor 1000 columns
        assert_eq!(row(&[(2, 1000), (6, 2996)]), Some((2, 999)));
        assert_eq!(row(&[(1, i64::MIN), (1, i64::MAX)]), None);
        assert_eq!(row(&[(0, 3), (2, 1)]), None);
        assert_eq!(row(&[]), None);
    }

    /// A class may have a requested remainder; where nothing is found, nothing is claimed.
    #[test]
    fn classes_are_those_that_were_asked_for() {
        let moves = moves(&[(6, 2), (15, 4), (21, 5)]);
        let options = ParametricOptions { modulus: 7, residue: 3, ..ParametricOptions::default() };
        let found = theorem(&moves, 1, &options, &mut 0).expect("no stop").expect("a theorem");
        let classes: Vec<_> = found.classes.iter().map(|class| class.proof.class()).collect();
        let [[start, step]] = classes[..] else { panic!("{classes:?}") };
        assert_eq!((start % 7, step, found.modulus), (3, 7, 7));
        let without = ParametricOptions { walls: false, ..ParametricOptions::default() };
        assert!(theorem(&moves, 1, &without, &mut 0).expect("no stop").is_none());
        let idle = ParametricOptions { work: 0, ..ParametricOptions::default() };
        assert!(theorem(&moves, 1, &idle, &mut 0).expect("no stop").is_none());
        let stopped = ParametricOptions::default();
        stopped.stop.request();
        assert!(theorem(&moves, 1, &stopped, &mut 0).expect_err("a stop").is_stopped());
    }
}

//! Direct computation for small parameters, which is compared with every theorem.

use super::case::Case;
use super::{Theorem, WhyLeast};
use crate::Integer;
use crate::affine::{Affine, Constraint};
use crate::expand::Start;
use crate::ilp::Point;
use crate::limit::{CancellationToken, Limit};
use crate::model::{Alphabet, Description};
use crate::sequence::{Cycle, Game, Moves, Rule, cycle};
use num_rational::BigRational;

/// The greatest position up to which games are computed.
pub(super) const MOST_POSITIONS: u64 = 1 << 20;

/// The distances of parameters from their least values.
const STEPS: [i64; 6] = [0, 1, 2, 3, 5, 8];

/// Small points of a case: the least one, and the least ones where one variable is larger by
/// one of the steps, or by more.
pub(super) fn points(
    case: &Case,
    steps: &[i64],
    stop: &CancellationToken,
) -> Result<Vec<Point>, Limit> {
    let variables = case.forms.len();
    let Some(mut region) = case.region(stop, 0)? else { return Ok(Vec::new()) };
    let Ok(Some(least)) = region.smallest(&[], variables) else {
        stop.check()?;
        return Ok(region.point()?.cloned().into_iter().collect());
    };
    let mut points: Vec<Point> = vec![least.clone()];
    for (variable, value) in least.iter().enumerate() {
        for &step in steps {
            let bound = Affine::constant(value + &Integer::from(step));
            let beyond = Constraint::at_least(&Affine::variable(variable), &bound);
            if let Ok(Some(point)) = region.smallest(&[beyond], variables)
                && !points.contains(&point)
            {
                points.push(point);
            }
        }
    }
    stop.check()?;
    points.sort();
    Ok(points)
}

/// The most moves, and values of a start, of a game that is computed.
const MOST_MOVES: usize = 1 << 12;
const MOST_START: usize = 1 << 16;

/// The cycle of the game with these parameters, unless that takes more positions.
pub(super) fn computed(
    description: &Description,
    values: Alphabet,
    parameters: &[Integer],
    most: u64,
    stop: &CancellationToken,
) -> Result<Option<Cycle>, Limit> {
    let sizes = description.sizes(parameters, MOST_MOVES);
    let sizes = sizes.and_then(|all| all.iter().map(|(size, _)| size.to()).collect());
    let Some::<Vec<u64>>(mut sizes) = sizes else { return Ok(None) };
    sizes.sort_unstable();
    sizes.dedup();
    // The outcomes of Grundy values are those of normal play.
    let rule = if values == description.alphabet() { description.rule } else { Rule::Normal };
    if sizes.last().is_some_and(|largest| *largest > most) {
        return Ok(None);
    }
    let Ok(moves) = Moves::new(&sizes) else { return Ok(None) };
    let game = match Start::new(description, parameters) {
        None if description.start.is_some() => return Ok(None),
        None => Game::new(moves, rule),
        Some(start) => {
            let Some(mut word) = start.word(MOST_START) else { return Ok(None) };
            if values != description.alphabet() {
                word.iter_mut().for_each(|value| value.0 = value.0.min(1));
            }
            Game::with_start(moves, rule, &word)
        }
    };
    let Ok(game) = game else { return Ok(None) };
    match cycle(&game, most, stop) {
        Ok(cycle) => Ok(Some(cycle)),
        Err(Limit::STOPPED) => Err(Limit::STOPPED),
        Err(_) => Ok(None),
    }
}

/// The theorem with the parameters for which all cases were compared with direct computation.
///
/// # Errors
/// When the work is stopped.
///
/// # Panics
/// When the theorem is wrong.
pub(super) fn compared(
    mut theorem: Theorem,
    description: &Description,
    stop: &CancellationToken,
) -> Result<Theorem, Limit> {
    let mut compared = Vec::new();
    for (case, found) in theorem.cases() {
        if matches!(found.evidence, Ok(WhyLeast::Computed)) {
            continue;
        }
        for mut point in points(case, &STEPS, stop)? {
            point.truncate(theorem.parameters.len());
            let Some(cycle) = computed(description, theorem.values, &point, MOST_POSITIONS, stop)?
            else {
                continue;
            };
            let number = |number: u64| BigRational::from_integer(number.into());
            let (p, q) = (found.law().at(&point), found.preperiod.at(&point));
            let multiple = (&p / number(cycle.period)).is_integer();
            let period = if found.evidence.is_ok() { p == number(cycle.period) } else { multiple };
            let preperiod = match found.preperiod_is_least {
                true => q == number(cycle.preperiod),
                false => q >= number(cycle.preperiod),
            };
            assert!(
                period && preperiod,
                "the theorem gives period {p} and preperiod {q} at {point:?}, computed are {} and {}",
                cycle.period,
                cycle.preperiod
            );
            if !compared.contains(&point) {
                compared.push(point);
            }
        }
    }
    compared.sort();
    theorem.compared = compared;
    Ok(theorem)
}

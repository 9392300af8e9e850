//! The check of a diagram.

use super::begin::DiagramRow;
use super::event::{Diagram, Event};
use super::front::{Computation, Front, Number};
use super::tile::Rule;
use super::walk::{DiagramWalk, Origin};
use super::{last, unique};
use crate::polynomial::Polynomial;
use crate::trace::check::{Shown, in_n};
use crate::trace::loops;
use crate::trace::piece::affine;
use crate::trace::refused::{Reason, Refused};
use num_traits::Signed as _;

/// Checks a diagram.  The period is the least one if, for one of these numbers of columns, the columns around each wall
/// or in the recurring part are distinguished from all others; the first such number is reported.
///
/// # Errors
/// The first event that is not right for all m.
pub fn check(
    diagram: &Diagram,
    columns: &[u64],
    stop: &dyn Fn() -> bool,
) -> Result<Shown, Refused> {
    let at = |entry| move |reason| Refused { entry, reason };
    let mut computation = Computation::new(diagram, stop).map_err(at(0))?;
    let mut front = Front::new(diagram, &computation).map_err(at(0))?;
    // The origin of rows and columns, times the positions of a row.
    let mut origin = Origin::default();
    let mut again = None;
    for (index, event) in diagram.events.iter().enumerate() {
        if stop() {
            return Err(Refused { entry: index, reason: Reason::Stopped });
        }
        let followed = match event {
            Event::Loop { .. } => computation.work.add(summed(event)).and_then(|()| {
                let (computation, origin) = (&mut computation, &mut origin);
                let mut machine = DiagramWalk { computation, origin };
                loops::node(&mut machine, &mut front, event)
            }),
            Event::Again if again.is_none() => {
                DiagramRow::new(&front, &origin.sums(), &mut computation).map(|row| {
                    computation.look(columns);
                    let known = front.walls.iter().filter_map(|wall| wall.cycle.as_ref());
                    known.for_each(|cycle| computation.see_all(cycle));
                    again = Some(row);
                })
            }
            event => front.follow(event, &mut computation),
        };
        followed.map_err(at(index))?;
    }
    let shown = match again {
        Some(again) => recurring(&front, diagram, &again, &origin, &mut computation),
        None => end(&front, diagram, &origin.sums(), columns, &computation),
    };
    shown.map_err(at(diagram.events.len()))
}

/// The number of values that are added to sum up what an event moves.
fn summed(event: &Event) -> usize {
    let Event::Loop { body, .. } = event else { return 1 };
    let one = body.iter().map(summed).fold(1, usize::saturating_add);
    one.saturating_mul(loops::depth(body) + 3)
}

/// Positions from rows and columns.
fn positions(front: &Front<1>, [rows, columns]: &[Polynomial; 2]) -> Polynomial {
    columns.plus(&rows.times(&polynomial(front.width)))
}

/// What a diagram shows whose final walls are those at the beginning of the recurring part.
fn recurring(
    front: &Front<1>,
    diagram: &Diagram,
    again: &DiagramRow,
    origin: &Origin,
    computation: &mut Computation<'_>,
) -> Result<Shown, Reason> {
    let end = DiagramRow::new(front, &origin.sums(), computation)?;
    if !end.is_like(again) {
        return Err(Reason::Recurrence);
    }
    let [rows, columns] = [0, 1].map(|index| end.at[index].minus(&again.at[index]));
    // The number of rows does not decrease with m.
    if !rows.at(&[]).is_positive() {
        return Err(Reason::Recurrence);
    }
    let formula =
        |both: &[Polynomial; 2]| in_n(&positions(front, both), diagram.start, diagram.step);
    let last = again.last_difference(&end, front.width, computation);
    let preperiod =
        preperiod(front, &again.at, last.map(|by| farther(&again.at, by)), &computation.rule);
    Ok(Shown {
        period: formula(&[rows, columns]),
        unique: computation.once.columns(),
        preperiod: preperiod.map(|number| in_n(&number, diagram.start, diagram.step)),
        position: formula(&again.at),
    })
}

/// What a diagram shows whose walls keep their distances, or which has no walls left.
fn end(
    front: &Front<1>,
    diagram: &Diagram,
    origin: &[Polynomial; 2],
    columns: &[u64],
    computation: &Computation<'_>,
) -> Result<Shown, Reason> {
    let Computation { tiles, rule, .. } = computation;
    let recurrence = last::recurrence(front, tiles)?;
    let position = last::position(front).ok_or(Reason::End)?;
    let position = farther(origin, position);
    let known = last::known(front, tiles).ok_or(Reason::End)?;
    let last = last::mismatch(front, computation)?.map(|last| farther(origin, last));
    let preperiod = preperiod(front, &farther(origin, known), last, rule);
    let mut columns = columns.iter().copied();
    let unique = columns.find(|&columns| unique::is_least(front, &recurrence, columns, tiles));
    let formula = |positions: Polynomial| in_n(&positions, diagram.start, diagram.step);
    let nowhere = [Polynomial::zero(), Polynomial::zero()];
    Ok(Shown {
        period: formula(positions(front, &farther(&nowhere, recurrence.period()))),
        unique,
        preperiod: preperiod.map(formula),
        position: formula(positions(front, &position)),
    })
}

/// The origin moved by this number of rows and columns.
pub(super) fn farther(from: &[Polynomial; 2], by: [Number; 2]) -> [Polynomial; 2] {
    [0, 1].map(|index| from[index].plus(&polynomial(by[index])))
}

/// A form in m as a polynomial.
fn polynomial(form: Number) -> Polynomial {
    (&affine(&[form.value, form.slopes[0]])).into()
}

/// Is it known that a polynomial in m is not negative for any m, because no difference of its values at 0 is negative?
/// It is the sum of these differences, each times (m over k).
fn is_never_negative(polynomial: &Polynomial) -> bool {
    let values = (0..=polynomial.degree()).map(|m| polynomial.at(&[m.into()]));
    let mut differences: Vec<_> = values.collect();
    while let Some(first) = differences.first() {
        if first.is_negative() {
            return false;
        }
        differences = differences.windows(2).map(|pair| &pair[1] - &pair[0]).collect();
    }
    true
}

/// The least preperiod, where all words from a row and a column of it on equal those a period later, and the outcomes
/// just before differ.
fn preperiod(
    front: &Front<1>,
    known: &[Polynomial; 2],
    last: Option<[Polynomial; 2]>,
    rule: &Rule,
) -> Option<Polynomial> {
    // From the oldest outcome of the first of these words on, outcomes equal those a period later.
    let oldest = rule.oldest().map(|rows| Number::constant(-rows));
    let known = positions(front, &farther(known, oldest));
    let nothing = Polynomial::zero();
    if is_never_negative(&nothing.minus(&known)) {
        return Some(nothing);
    }
    let last = positions(front, &last?);
    is_never_negative(&last).then(|| last.plus(&polynomial(Number::constant(1))))
}

//! States that occur once in the period, so that it is the least one.

use super::form::{Form, Ranges};
use super::front::{Front, Run, Step};
use super::walk::Witness;
use super::{Reason, lifted};

/// Which of some states occur once.
///
/// They are states behind steps of the period that are in no loop.  If the least period were
/// shorter, every window of outcomes would come back earlier.  A window that ends behind a run of
/// lost positions is the state there, and such ends are ends of steps.  So it is enough that the
/// state differs from those behind all other steps of the period that end a run.
#[derive(Debug)]
pub(super) struct Unique {
    /// How many steps in no loop have been taken.
    step: u64,
    /// The steps whose states have not been found equal to others, perhaps, with their states.
    pub candidates: Vec<(u64, Vec<Run<1>>)>,
}

/// So many differences without a sign are combined.
const COMBINED: usize = 8;

/// The states behind some steps that are in no loop.
#[derive(Debug)]
pub(super) struct States<'a> {
    step: u64,
    places: &'a [u64],
    /// Those that were found, by the numbers of their steps.
    pub found: Vec<(u64, Vec<Run<1>>)>,
}

impl<'a> States<'a> {
    /// Looks for the states behind these steps, in the order of their numbers.
    pub fn new(places: &'a [u64]) -> Self {
        Self { step: 0, places, found: Vec::new() }
    }
}

impl Witness for States<'_> {
    fn step<const N: usize>(
        &mut self,
        step: &Step<N>,
        front: &Front<N>,
        ranges: &Ranges<N>,
    ) -> Result<(), Reason> {
        if ranges.depth() > 0 {
            return Ok(());
        }
        let number = self.step;
        self.step += 1;
        if self.places.first() == Some(&number) {
            self.places = &self.places[1..];
            if step.lost.is_some() {
                let state = front.reached().map(|run| {
                    let run = run?;
                    Ok(Run { start: run.start.lowered()?, end: run.end.lowered()? })
                });
                self.found.push((number, state.collect::<Result<_, Reason>>()?));
            }
        }
        Ok(())
    }
}

impl Unique {
    /// The states behind the steps with these numbers.
    pub fn new(candidates: Vec<(u64, Vec<Run<1>>)>) -> Self {
        Self { step: 0, candidates }
    }
}

impl Witness for Unique {
    fn step<const N: usize>(
        &mut self,
        step: &Step<N>,
        front: &Front<N>,
        ranges: &Ranges<N>,
    ) -> Result<(), Reason> {
        let number = (ranges.depth() == 0).then_some(self.step);
        self.step += u64::from(ranges.depth() == 0);
        if step.lost.is_none() {
            return Ok(());
        }
        let mut error = None;
        self.candidates.retain(|(place, state)| {
            number == Some(*place)
                || differs(front, state, ranges).unwrap_or_else(|reason| {
                    error = Some(reason);
                    false
                })
        });
        error.map_or(Ok(()), Err)
    }
}

/// Does the state differ from this one, wherever the indices range?
///
/// It does if, counted from the last one, a run of one of them has no counterpart, or if some
/// difference of bounds, or the sum or difference of two such, is never 0.
fn differs<const N: usize>(
    front: &Front<N>,
    other: &[Run<1>],
    ranges: &Ranges<N>,
) -> Result<bool, Reason> {
    if front.size() != other.len() {
        return Ok(true);
    }
    let has_sign = |form: Form<N>| {
        let below = Form::constant(-1).minus(form)?;
        Ok(ranges.is_never_negative(form.shifted(-1)?)? || ranges.is_never_negative(below)?)
    };
    let mut open: Vec<Form<N>> = Vec::new();
    for (run, other) in front.reached().rev().zip(other.iter().rev()) {
        let run = run?;
        let ends = run.end.minus(lifted(&other.end)?)?;
        for difference in [run.start.minus(lifted(&other.start)?)?, ends] {
            if has_sign(difference)? {
                return Ok(true);
            }
            if difference != Form::constant(0) && open.len() < COMBINED {
                open.push(difference);
            }
        }
    }
    for (index, one) in open.iter().enumerate() {
        for two in &open[..index] {
            if has_sign(one.plus(*two)?)? || has_sign(one.minus(*two)?)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

//! The check of a loop structure.

use super::comb::Comb;
use super::front::Front;
use super::loops;
use super::preperiod;
use super::record::Record;
use super::refused::{Reason, Refused};
use super::structure::{Node, Trace};
use super::unique::States;
use super::walk::{Stop, Walk};
use crate::polynomial::Polynomial;
use num_rational::BigRational;

/// What a trace shows about the outcomes, for all n = start + step * m with m >= 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// A period, as a polynomial in n.
    pub period: Polynomial,
    /// Why the period is the least one, if it is.  For a trace: the number of a step of the period, not counting those
    /// in loops, after which the state is one that occurs once in the period.  For a diagram: a number of columns
    /// around walls that distinguish these from everything else.
    pub unique: Option<u64>,
    /// The least preperiod, if it is the same polynomial in n for all m.
    pub preperiod: Option<Polynomial>,
    /// The position from which the period was found.
    pub position: Polynomial,
}

/// Checks a trace.  The period is the least one if the state after one of these steps of the period, counted without
/// those in loops, occurs once; the first such step is reported.
///
/// # Errors
/// The first entry that is not right for all m.
pub fn check(trace: &Trace, places: &[u64], stop: &dyn Fn() -> bool) -> Result<Shown, Refused> {
    let first = |reason| Refused { entry: 0, reason };
    if !trace.combs.iter().all(Comb::is_one) {
        return Err(first(Reason::Comb));
    }
    let mut walk = Front::at_start(trace).map_err(first)?;
    let mut before = Record::default();
    before.run(true, &walk.moves()[0]);
    follow(&mut walk, &trace.before, 0, Some(&mut before), &mut States::default(), stop)?;
    let start = walk.clone();
    let (mut period, mut states) = (Record::default(), States::at(places));
    let first_step = trace.before.len();
    follow(&mut walk, &trace.period, first_step, Some(&mut period), &mut states, stop)?;
    let last = |reason| Refused { entry: trace.before.len() + trace.period.len(), reason };
    if period.steps == 0 {
        return Err(last(Reason::Structure));
    }
    if !walk.recurs_from(&start).map_err(last)? {
        return Err(last(Reason::Recurrence));
    }
    let mut unique = states.once();
    if !unique.found.is_empty() {
        follow(&mut start.clone(), &trace.period, first_step, None, &mut unique, stop)?;
    }
    let common = match before.is_cut {
        true => None,
        false => preperiod::common(&before.pieces, &period),
    };
    let formula = |polynomial: &Polynomial| in_n(polynomial, trace.start, trace.step);
    let length = before.length();
    Ok(Shown {
        period: formula(&period.length()),
        unique: unique.found.first().map(|(place, _)| *place),
        preperiod: common.map(|common| formula(&length.minus(&common))),
        position: formula(&length),
    })
}

/// Rewrites a polynomial in m as one in n = `start` + `step` * m.
pub(super) fn in_n(polynomial: &Polynomial, start: i64, step: i64) -> Polynomial {
    let from_start = Polynomial::variable(0).minus(&Polynomial::constant(rational(start)));
    polynomial.with(0, &from_start.scaled(&rational(step).recip()))
}

fn rational(number: i64) -> BigRational {
    BigRational::from_integer(number.into())
}

/// Walks through some nodes, the first of which has this number.
fn follow(
    front: &mut Front<1>,
    nodes: &[Node],
    first: usize,
    record: Option<&mut Record>,
    states: &mut States<'_>,
    stop: Stop<'_>,
) -> Result<(), Refused> {
    let mut machine = Walk { record, states, stop };
    for (index, node) in nodes.iter().enumerate() {
        let refused = |reason| Refused { entry: first + index, reason };
        loops::node(&mut machine, front, node).map_err(refused)?;
    }
    Ok(())
}

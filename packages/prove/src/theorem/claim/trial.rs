//! Parameters for which a claim that is not understood is evaluated.

use super::super::Case;
use super::super::compare::points;
use super::smallest::after;
use crate::Integer;
use crate::affine::Affine;
use crate::limit::{CancellationToken, Limit};

/// The most parameters that are listed, from the smallest on, of a case with several.
const MOST_LISTED: usize = 256;

/// Parameters to try.
pub(super) struct Trial {
    /// The parameters, in lexicographic order.
    pub points: Vec<Vec<Integer>>,
    /// All parameters that are not greater than these, lexicographically, are among them.
    pub upto: Option<Vec<Integer>>,
    /// Are these all parameters about which something is open?
    pub all: bool,
}

/// Small parameters.  With one parameter, at most `most` values from the least one on, and no
/// further than `greatest`; with several, those that come first, and some that are spread.
pub(super) fn trial(
    cases: &[&Case],
    greatest: Option<Integer>,
    most: usize,
    stop: &CancellationToken,
) -> Result<Trial, Limit> {
    match cases.first().map(|case| case.parameters) {
        Some(1) => values(cases, greatest, most, stop),
        _ => listed(cases, most, stop),
    }
}

fn values(
    cases: &[&Case],
    greatest: Option<Integer>,
    most: usize,
    stop: &CancellationToken,
) -> Result<Trial, Limit> {
    let mut starts = Vec::new();
    for case in cases {
        starts.push(case.bounds(&Affine::variable(0), stop)?.0);
    }
    let starts = starts.into_iter().collect::<Option<Vec<_>>>();
    let Some(mut value) = starts.and_then(|all| all.into_iter().min()) else {
        return Ok(Trial { points: Vec::new(), upto: None, all: false });
    };
    let end = &value + &Integer::from(most);
    let all = greatest.as_ref().is_some_and(|greatest| *greatest <= end);
    let upto = greatest.filter(|_| all).unwrap_or(end);
    let mut points = Vec::new();
    while value <= upto {
        let point = vec![value.clone()];
        if cases.iter().any(|case| case.contains(&point)) {
            points.push(point);
        }
        value += &Integer::ONE;
    }
    Ok(Trial { points, upto: Some(vec![upto]), all })
}

fn listed(cases: &[&Case], most: usize, stop: &CancellationToken) -> Result<Trial, Limit> {
    let mut trial = Trial { points: Vec::new(), upto: None, all: true };
    for case in cases {
        let mut list: Vec<Vec<Integer>> = Vec::new();
        let mut next = case.least(stop);
        while let Ok(Some(point)) = next {
            let depths = (0..point.len()).rev();
            let later = depths.map(|depth| after(case, &point, depth).least(stop));
            // The first that is not empty, or not known.
            next = later.into_iter().find(|found| *found != Ok(None)).unwrap_or(Ok(None));
            list.push(point);
            if list.len() == MOST_LISTED.min(most) {
                break;
            }
        }
        stop.check()?;
        if next != Ok(None) {
            trial.upto = match (trial.all, trial.upto) {
                (true, _) => list.last().cloned(),
                (false, known) => known.zip(list.last().cloned()).map(|(a, b)| a.min(b)),
            };
            trial.all = false;
        }
        trial.points.extend(list);
        let mut spread = points(case, &[0, 1, 2, 3, 4, 5, 7, 9, 12], stop)?;
        spread.iter_mut().for_each(|point| point.truncate(case.parameters));
        trial.points.extend(spread);
    }
    trial.points.sort();
    trial.points.dedup();
    Ok(trial)
}

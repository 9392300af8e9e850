//! Parameters for which a description is worth trying.
//!
//! Small ones come first: a wrong description usually fails soon.  Large ones matter where the text or the order
//! conditions change their meaning.  So there are three lists: the parameters in order from the smallest on ([`next`]);
//! those a few steps away from the corners of the order conditions, far enough along each parameter to meet the
//! residues of cycles and equations ([`spread`]); and those at which a condition, the number of iterations of a loop or
//! the length of a word in the text is about to change its sign ([`turning`]).

use crate::Integer;
use crate::affine::{Affine, Constraint};
use crate::chain::{BlockGraph, Region};
use crate::ilp::{Point, lexicographic_minimum};
use crate::limit::Limit;
use crate::model::{BlockId, Description, Unit};
use std::collections::HashMap;

/// The most points of a spread.
const MOST_SPREAD: usize = 160;

/// The most steps of a spread along one parameter.
const FARTHEST_STEP: usize = 48;

/// A parameter that can be this much larger than its smallest value is treated as unbounded.
const FAR: i64 = 1 << 20;

/// The most forms of a text that are examined.
const MOST_FORMS: usize = 96;

/// The parameters after `point`, in lexicographic order, in a region of the order conditions.
pub(super) fn next(region: &mut Region, point: &Point) -> Result<Option<Point>, Limit> {
    for last in (0..point.len()).rev() {
        let mut larger = fixed(&point[..last]);
        larger.push(Constraint::below(
            &Affine::constant(point[last].clone()),
            &Affine::variable(last),
        ));
        let found = region.smallest(&larger, point.len())?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// The constraints that the first parameters have these values.
fn fixed(values: &[Integer]) -> Vec<Constraint> {
    let equal = |(index, value): (usize, &Integer)| {
        Constraint::equal(&Affine::variable(index), &Affine::constant(value.clone()))
    };
    values.iter().enumerate().map(equal).collect()
}

/// The values that a parameter can have where those before it are fixed, the outermost first: the smallest, the
/// greatest, the second smallest, the second greatest and so on.
struct Axis {
    values: Vec<Integer>,
    /// Does it have a greatest value?
    bounded: bool,
    /// The constraints that the remaining values satisfy.
    left: Vec<Constraint>,
}

impl Axis {
    /// The value with this number, from 0.
    fn value(
        &mut self,
        step: usize,
        variable: usize,
        region: &mut Region,
    ) -> Result<Option<Integer>, Limit> {
        while self.values.len() <= step {
            let from_above = self.bounded && self.values.len() % 2 == 1;
            let form = Affine::variable(variable);
            let form = if from_above { -&form } else { form };
            let Some(outside) = region.enter(&self.left)? else { return Ok(None) };
            let found = lexicographic_minimum(region.backend(), std::slice::from_ref(&form));
            if let (Ok(Some(point)), true) = (&found, self.values.is_empty()) {
                let far = Affine::constant(&point[variable] + &Integer::from(FAR));
                let unbounded = region.can(&Constraint::at_least(&form, &far));
                self.bounded = matches!(unbounded, Ok(false));
            }
            region.leave(outside);
            let Some(point) = found? else { return Ok(None) };
            self.left.push(Constraint::below(&Affine::constant(form.at(&point)), &form));
            self.values.push(point[variable].clone());
        }
        Ok(Some(self.values[step].clone()))
    }
}

/// Points a few steps from the corners of a region of the order conditions, the nearest first.
pub(super) fn spread(region: &mut Region, dimension: usize) -> Result<Vec<Point>, Limit> {
    let mut axes: HashMap<Vec<Integer>, Axis> = HashMap::new();
    let mut points = Vec::new();
    for steps in steps(dimension) {
        let mut point = Vec::with_capacity(dimension);
        for (variable, &step) in steps.iter().enumerate() {
            let axis = axes.entry(point.clone()).or_insert_with(|| Axis {
                values: Vec::new(),
                bounded: false,
                left: fixed(&point),
            });
            let Some(value) = axis.value(step, variable, region)? else { break };
            point.push(value);
        }
        if point.len() == dimension {
            points.push(point);
        }
    }
    Ok(points)
}

/// Numbers of steps for each parameter: a few for up to three of them, the smallest sums first; the more parameters
/// move, the later.
fn steps(dimension: usize) -> Vec<Vec<usize>> {
    let mut found = vec![vec![0; dimension]];
    for weight in 1..=FARTHEST_STEP {
        for moving in 1..=dimension.min(3) {
            let Some(sum) = weight.checked_sub(2 * (moving - 1)) else { break };
            add(&mut found, &mut vec![0; dimension], 0, moving, sum);
        }
        if found.len() >= MOST_SPREAD {
            break;
        }
    }
    found.truncate(MOST_SPREAD);
    found
}

/// Adds every way to write `sum` as the steps of `moving` parameters from number `from` on.
fn add(
    found: &mut Vec<Vec<usize>>,
    steps: &mut Vec<usize>,
    from: usize,
    moving: usize,
    sum: usize,
) {
    if moving == 0 {
        if sum == 0 {
            found.push(steps.clone());
        }
        return;
    }
    for variable in from..steps.len() {
        for step in 1..=sum {
            if found.len() >= MOST_SPREAD {
                return;
            }
            steps[variable] = step;
            add(found, steps, variable + 1, moving - 1, sum - step);
        }
        steps[variable] = 0;
    }
}

/// For each form in the text on whose sign something depends, the smallest parameters for which it
/// is -1, 0 or 1 somewhere.  The region has the order conditions and a variable for each loop.
pub(super) fn turning(
    description: &Description,
    graph: &BlockGraph<'_>,
    region: &mut Region,
) -> Vec<Point> {
    let mut forms = Vec::new();
    collect(&description.preperiod, &mut forms);
    collect(&description.period, &mut forms);
    let blocks = description.blocks.iter().enumerate();
    let lengths = blocks.flat_map(|(index, block)| {
        block.words.iter().map(move |word| (BlockId::from_index(index), &word.length))
    });
    let lengths = lengths.filter(|(_, length)| !length.is_constant());
    forms.extend(lengths.take(MOST_FORMS).map(|(block, length)| (block, (**length).clone())));
    forms.truncate(MOST_FORMS);
    let dimension = description.parameters.len();
    let mut points = Vec::new();
    for (block, form) in forms {
        for value in [0, -1, 1] {
            let there = Constraint::zero(form.clone().plus(-value));
            // A limit here only makes the list shorter.
            let _ =
                region.each_case(&[there], &graph.at(block).conditions, None, &mut |_, region| {
                    points.extend(region.smallest(&[], dimension)?);
                    Ok(())
                });
        }
    }
    points
}

/// The numbers of iterations and the conditions in these units, each with a block next to it.
fn collect(units: &[Unit], forms: &mut Vec<(BlockId, Affine)>) {
    let mut before = None;
    for unit in units {
        if forms.len() >= MOST_FORMS {
            return;
        }
        match (unit, before) {
            (Unit::Block(id), _) => before = Some(*id),
            (Unit::Loop(head), Some(before)) => {
                let iterations = &head.upto - &head.from;
                forms.extend((!iterations.is_constant()).then_some((before, iterations)));
                collect(&head.body, forms);
            }
            (Unit::Branch(branch), Some(before)) => {
                for arm in &branch.arms {
                    let tests = arm.condition.iter().map(|test| (before, test.difference.clone()));
                    forms.extend(tests.filter(|(_, difference)| !difference.is_constant()));
                    collect(&arm.body, forms);
                }
            }
            (Unit::StateLoop(head), Some(_)) => {
                for way in &head.ways {
                    let Some(Unit::Block(first)) = way.arm.body.first() else { continue };
                    let tests =
                        way.arm.condition.iter().map(|test| (*first, test.difference.clone()));
                    forms.extend(tests);
                    collect(&way.arm.body, forms);
                }
            }
            // Every list of units begins with a block.
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::{Options, region};

    fn with_region<T>(source: &str, act: impl FnOnce(&Description, &mut Region) -> T) -> T {
        let source = format!("{source} {{ 1 }} REPEAT _ A ENDREP");
        let description = crate::lang::parse(&source, &Default::default()).description.unwrap();
        let mut region = region(description.parameters.len(), &Options::default());
        assert!(region.enter(&description.constraints()).unwrap().is_some());
        act(&description, &mut region)
    }

    fn numbers(point: &Point) -> Vec<i64> {
        point.iter().map(|value| value.to_i64().unwrap()).collect()
    }

    #[test]
    fn parameters_follow_one_another_in_their_order() {
        with_region("n >= 1 n <= 2 m >= n m <= 3 k == 2m+n", |description, region| {
            let mut point = region.smallest(&[], description.parameters.len()).unwrap();
            let mut found = Vec::new();
            while let Some(here) = point {
                found.push(numbers(&here));
                point = next(region, &here).unwrap();
            }
            let all = [[1, 1, 3], [1, 2, 5], [1, 3, 7], [2, 2, 6], [2, 3, 8]];
            assert_eq!(found, all);
        });
    }

    #[test]
    fn a_spread_reaches_corners_and_residues() {
        with_region("n >= 3 m >= n m <= 1000n", |_, region| {
            let found: Vec<_> = spread(region, 2).unwrap().iter().map(numbers).collect();
            assert_eq!(found[0], [3, 3]);
            for corner in [[3, 3000], [4, 4], [4, 4000], [9, 9], [3, 5]] {
                assert!(found.iter().any(|point| *point == corner), "{corner:?}: {found:?}");
            }
            assert!(found.len() <= MOST_SPREAD);
            // Each remainder of n by 12, and of m.
            for residue in 0..12 {
                assert!(found.iter().any(|point| point[0] % 12 == residue), "{residue}");
                assert!(found.iter().any(|point| point[1] % 12 == residue), "{residue}");
            }
        });
    }

    #[test]
    fn many_parameters_are_spread_within_bounds() {
        for dimension in [0, 1, 2, 3, 4, 10, 26] {
            let all = steps(dimension);
            assert!(!all.is_empty() && all.len() <= MOST_SPREAD, "{dimension}");
            let mut different = all.clone();
            different.sort();
            different.dedup();
            assert_eq!(different.len(), all.len(), "{dimension}");
        }
        assert_eq!(steps(1).len(), 1 + FARTHEST_STEP);
    }
}

//! A quick guess at an integer point near a vertex.
//!
//! The vertex is rounded and then moved by units along the coordinates for as long as the
//! sum of what the violated inequalities lack decreases.  Running example: the vertex
//! (1/2, 0) of `2x+y >= 1, y >= 0` rounds to (1, 0), which will do.

use super::system::System;
use crate::affine::Affine;

/// Coefficients and constants up to here are dealt with, so that nothing overflows.
const SMALL: i64 = 1 << 28;
/// Units moved before giving up.
const STEPS: usize = 24;

fn small(value: &crate::Integer) -> Option<i64> {
    value.to_i64().filter(|value| (-SMALL..=SMALL).contains(value))
}

/// Values of the free integers that satisfy the inequalities and `question >= 0`, if the
/// guess succeeds.
pub(super) fn round(system: &System, question: Option<&Affine>) -> Option<Vec<crate::Integer>> {
    let rank = system.lattice.rank();
    if rank > 32 {
        return None;
    }
    let mut point = Vec::with_capacity(rank);
    for free in 0..rank {
        point.push(small(&system.tableau.nearest(free))?);
    }
    let forms = system.inequalities.iter().map(|inequality| &*inequality.form).chain(question);
    // Row by row: the coefficients.
    let mut matrix: Vec<i64> = Vec::with_capacity((system.inequalities.len() + 1) * rank);
    let mut values: Vec<i64> = Vec::with_capacity(system.inequalities.len() + 1);
    let mut coefficients = Vec::new();
    for form in forms {
        let mut value = small(&system.lattice.restrict_into(form, &mut coefficients))?;
        for (coefficient, coordinate) in coefficients.iter().zip(&point) {
            let coefficient = small(coefficient)?;
            // At most 2^28 * 2^28, and at most 32 of them.
            value += coefficient * coordinate;
            matrix.push(coefficient);
        }
        values.push(value);
    }
    let lack = |values: &[i64]| -> i128 {
        values.iter().filter(|value| **value < 0).map(|value| -i128::from(*value)).sum()
    };
    let mut lacking = lack(&values);
    let mut steps = 0;
    while lacking > 0 {
        let mut best: Option<(usize, i64, i128)> = None;
        for k in 0..rank {
            for sign in [-1, 1] {
                let mut after: i128 = 0;
                for (row, value) in values.iter().enumerate() {
                    let moved = value + sign * matrix[row * rank + k];
                    if moved < 0 {
                        after -= i128::from(moved);
                    }
                }
                if after < best.map_or(lacking, |(_, _, least)| least) {
                    best = Some((k, sign, after));
                }
            }
        }
        let (k, sign, after) = best?;
        steps += 1;
        if steps > STEPS {
            return None;
        }
        for (row, value) in values.iter_mut().enumerate() {
            *value += sign * matrix[row * rank + k];
        }
        point[k] += sign;
        lacking = after;
    }
    Some(point.into_iter().map(Into::into).collect())
}

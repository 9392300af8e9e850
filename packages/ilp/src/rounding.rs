//! A quick guess at an integer point near a vertex.
//!
//! The vertex is rounded and then moved by units along the coordinates for as long as the sum of the amounts by which
//! inequalities are violated decreases.  Running example: the vertex (1/2, 0) of `2x+y >= 1, y >= 0` rounds to (1, 0),
//! which satisfies both.

use super::system::System;
use crate::affine::Affine;

/// The largest coefficients and constants that are handled, so that nothing overflows.
const SMALL: i64 = 1 << 28;
/// The units moved before giving up.
const STEPS: i64 = 24;

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
    // Column by column: the coefficients of a coordinate in all inequalities.
    let mut columns = vec![Vec::with_capacity(system.inequalities.len() + 1); rank];
    let mut values: Vec<i64> = Vec::with_capacity(system.inequalities.len() + 1);
    let mut coefficients = Vec::new();
    // No sum of absolute values gets larger than this, however far the point moves.
    let mut reach: i64 = 0;
    for form in forms {
        let mut value = small(&system.lattice.restrict_into(form, &mut coefficients))?;
        for ((coefficient, coordinate), column) in coefficients.iter().zip(&point).zip(&mut columns)
        {
            let coefficient = small(coefficient)?;
            // At most 2^28 * 2^28, and at most 32 of them.
            value += coefficient * coordinate;
            column.push(coefficient);
        }
        reach = reach.checked_add(value.abs() + (STEPS + 1) * SMALL)?;
        values.push(value);
    }
    let mut lacking: i64 = values.iter().map(|value| 0.max(-value)).sum();
    let mut steps = 0;
    while lacking > 0 {
        let mut best: Option<(usize, i64, i64)> = None;
        for (k, column) in columns.iter().enumerate() {
            let (mut down, mut up) = (0, 0);
            for (value, coefficient) in values.iter().zip(column) {
                down += 0.max(coefficient - value);
                up += 0.max(-coefficient - value);
            }
            for (sign, after) in [(-1, down), (1, up)] {
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
        for (value, coefficient) in values.iter_mut().zip(&columns[k]) {
            *value += sign * coefficient;
        }
        point[k] += sign;
        lacking = after;
    }
    Some(point.into_iter().map(Into::into).collect())
}

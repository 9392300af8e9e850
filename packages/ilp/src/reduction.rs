//! Bases in which a bounded set of integer points is easy to search.
//!
//! A thin skew strip such as `1 <= 1000x-999y <= 2` together with `0 <= x <= 10^9` has long
//! projections on both axes.  In a basis in which the columns of the constraint matrix are
//! short and nearly orthogonal, the last coordinate takes few values (Lenstra, Lenstra and
//! Lovász 1982; Krishnamoorthy and Pataki 2009, *Column basis reduction*).

use super::lattice::{Lattice, dot};
use super::system::System;
use crate::Integer;
use crate::limit::{CancellationToken, Limit};
use std::sync::Arc;

/// Changes the free integers of the system so that those that no inequality mentions come last, and the others are in
/// an order in which to branch on them, last first.
///
/// `widths[i]` is approximately the largest value of the tightened inequality number i, at least 1.
///
/// # Errors
/// When a stop is requested.
pub(super) fn reduce(
    system: &mut System,
    widths: &[Integer],
    stop: &CancellationToken,
) -> Result<(), Limit> {
    let mut first = 0;
    for number in 0..system.inequalities.len() {
        let form = system.inequalities[number].form.clone();
        let (mut coefficients, _) = system.lattice.restrict(&form);
        if coefficients[first..].iter().any(|c| !c.is_zero()) {
            let lattice = Arc::make_mut(&mut system.lattice);
            let pivot = lattice.gather(&mut coefficients, first);
            lattice.swap(pivot, first);
            first += 1;
        }
    }
    let largest = widths.iter().max().cloned().unwrap_or(Integer::ONE);
    let scale = &largest * &Integer::from(256);
    let mut columns = vec![Vec::new(); first];
    for (number, width) in widths.iter().enumerate() {
        let weight = scale.div_floor(width);
        let (coefficients, _) = system.tightened(number);
        for (column, coefficient) in columns.iter_mut().zip(&coefficients) {
            column.push(coefficient * &weight);
        }
    }
    reduce_columns(&mut columns, Arc::make_mut(&mut system.lattice), stop)
}

/// The reduction of Lenstra, Lenstra and Lovász with factor 3/4, in integers.
///
/// The columns must be linearly independent.
fn reduce_columns(
    columns: &mut [Vec<Integer>],
    lattice: &mut Lattice,
    stop: &CancellationToken,
) -> Result<(), Limit> {
    let mut k = 1;
    while k < columns.len() {
        for j in (0..k).rev() {
            stop.check()?;
            let (d, lambda) = orthogonalise(&columns[..=k]);
            let two = Integer::from(2);
            // The nearest integer to lambda / d.
            let quotient = (&(&lambda[k][j] * &two) + &d[j + 1]).div_floor(&(&d[j + 1] * &two));
            if !quotient.is_zero() {
                let minus = -&quotient;
                let (head, tail) = columns.split_at_mut(k);
                for (cell, other) in tail[0].iter_mut().zip(&head[j]) {
                    cell.add_product(&minus, other);
                }
                lattice.shear(k, j, &quotient);
            }
        }
        let (d, lambda) = orthogonalise(&columns[..=k]);
        let square = &lambda[k][k - 1] * &lambda[k][k - 1];
        let left = &(&(&d[k + 1] * &d[k - 1]) + &square) * &Integer::from(4);
        if left >= &(&d[k] * &d[k]) * &Integer::from(3) {
            k += 1;
        } else {
            columns.swap(k, k - 1);
            lattice.swap(k, k - 1);
            k = if k > 1 { k - 1 } else { 1 };
        }
    }
    Ok(())
}

/// Gram-Schmidt in integers (Cohen 1993, algorithm 2.6.7): d_0 = 1, d_(i+1) is the
/// determinant of the first i+1 columns' inner products, and lambda_ij = d_(j+1) mu_ij.
fn orthogonalise(columns: &[Vec<Integer>]) -> (Vec<Integer>, Vec<Vec<Integer>>) {
    let count = columns.len();
    let mut d = vec![Integer::ONE];
    let mut lambda = vec![vec![Integer::ZERO; count]; count];
    for k in 0..count {
        for j in 0..=k {
            let mut u = dot(&columns[k], &columns[j]);
            for i in 0..j {
                u = (&(&d[i + 1] * &u) - &(&lambda[k][i] * &lambda[j][i])).div_floor(&d[i]);
            }
            if j < k {
                lambda[k][j] = u;
            } else {
                d.push(u);
            }
        }
    }
    (d, lambda)
}

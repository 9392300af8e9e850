//! Greatest common divisors that are no polynomials, told apart.
//!
//! gcd(f, g) depends on the integer combinations af + bg only: those of m and n are those of n and
//! m, and of m + n and n.  All combinations of some polynomials with integer coefficients have one
//! basis in Hermite's normal form, with a row for each polynomial of it and a column for each power
//! product.  So two divisors with the same form are equal everywhere, and are the same variable in
//! what is compared; about their values nothing is said.

use super::super::polynomial::Polynomial;
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{Signed as _, Zero as _};
use std::collections::BTreeSet;

/// The basis of the integer combinations of polynomials with integer coefficients, divided by the
/// greatest common divisor of all its coefficients, and that number.
pub fn basis(polynomials: &[Polynomial]) -> (Vec<Polynomial>, BigInt) {
    let powers: BTreeSet<Vec<u32>> =
        polynomials.iter().flat_map(Polynomial::terms).map(|(powers, _)| powers.to_vec()).collect();
    // The constant stands last.
    let powers: Vec<_> = powers.into_iter().rev().collect();
    let row = |polynomial: &Polynomial| -> Vec<BigInt> {
        let coefficient = |powers: &Vec<u32>| {
            let own = polynomial.terms().find(|(own, _)| own == powers);
            own.map_or_else(BigInt::zero, |(_, coefficient)| coefficient.to_integer())
        };
        powers.iter().map(coefficient).collect()
    };
    let rows = reduced(polynomials.iter().map(row).collect(), powers.len());
    let content = rows.iter().flatten().fold(BigInt::zero(), |gcd, each| gcd.gcd(each));
    let polynomial = |row: &Vec<BigInt>| {
        row.iter().zip(&powers).fold(Polynomial::zero(), |sum, (coefficient, powers)| {
            sum.plus(&Polynomial::term(powers, &BigRational::from(coefficient / &content)))
        })
    };
    (rows.iter().map(polynomial).collect(), content)
}

/// Hermite's normal form, without rows of zeros: the pivots are positive, what stands below one is
/// 0, and what stands above it is at least 0 and smaller.
fn reduced(mut rows: Vec<Vec<BigInt>>, width: usize) -> Vec<Vec<BigInt>> {
    let mut rank = 0;
    for column in 0..width {
        // Euclid's algorithm on the rows that are left.
        loop {
            let least = (rank..rows.len())
                .filter(|&index| !rows[index][column].is_zero())
                .min_by_key(|&index| rows[index][column].abs());
            let Some(least) = least else { break };
            rows.swap(rank, least);
            let pivot = rows[rank].clone();
            for row in &mut rows[rank + 1..] {
                subtract(row, &pivot, column);
            }
            if rows[rank + 1..].iter().all(|row| row[column].is_zero()) {
                break;
            }
        }
        if rows.get(rank).is_none_or(|row| row[column].is_zero()) {
            continue;
        }
        if rows[rank][column].is_negative() {
            rows[rank].iter_mut().for_each(|each| *each = -&*each);
        }
        let pivot = rows[rank].clone();
        for row in &mut rows[..rank] {
            subtract(row, &pivot, column);
        }
        rank += 1;
    }
    rows.truncate(rank);
    rows
}

/// Takes the pivot row off as often as leaves the smallest remainder in the column.
fn subtract(row: &mut [BigInt], pivot: &[BigInt], column: usize) {
    let times = row[column].div_floor(&pivot[column]);
    if !times.is_zero() {
        row.iter_mut().zip(pivot).for_each(|(each, pivot)| *each -= &times * pivot);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn form(constant: i64, coefficients: [i64; 2]) -> Polynomial {
        let coefficients = coefficients.map(crate::Integer::from);
        (&crate::affine::Affine::new(constant.into(), coefficients)).into()
    }

    proptest! {
        #[test]
        fn the_basis_has_the_same_divisors(
            forms in prop::collection::vec((-9_i64..10, -9_i64..10, -9_i64..10), 1..4),
            times in -5_i64..6,
        ) {
            let forms: Vec<_> = forms.iter().map(|&(c, a, b)| form(c, [a, b])).collect();
            let (rows, content) = basis(&forms);
            for m in -4_i64..5 {
                for n in -4_i64..5 {
                    let gcd = |all: &[Polynomial]| {
                        let values = all.iter().map(|it| it.at(&[m.into(), n.into()]).to_integer());
                        values.fold(BigInt::zero(), |gcd, each| gcd.gcd(&each))
                    };
                    prop_assert_eq!(gcd(&forms), gcd(&rows) * &content);
                }
            }
            // Other generators of the same combinations, in another order.
            let mut others = forms.clone();
            others.reverse();
            let factor = BigRational::from(BigInt::from(times));
            let last = others[0].scaled(&factor);
            if let Some(other) = others.get_mut(1) {
                *other = other.plus(&last);
            }
            prop_assert_eq!(basis(&others), (rows, content));
        }
    }
}

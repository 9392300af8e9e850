//! Greatest common divisors that are not polynomials, and how they are distinguished.
//!
//! gcd(f, g) depends only on the integer combinations af + bg: those of m and n are those of n and m, and of m + n and
//! n.  All combinations of some polynomials with integer coefficients have one basis in Hermite normal form, with a row
//! for each polynomial of it and a column for each power product.  So two divisors with the same form are equal
//! everywhere, and become the same variable in what is compared; about their values nothing is claimed.
//!
//! For one variable, more is known.  gcd(f, g) depends only on the combinations af + bg whose factors a and b may also
//! be polynomials with integer coefficients.  With h the common divisor of f and g, a polynomial whose coefficients
//! have no common factor, gcd(f, g) = |h| gcd(f/h, g/h); and a number N is such a combination of f/h and g/h, so the
//! latter gcd divides N: it depends only on remainders by N.  For n^2 + n and 2n + 2 that is |n + 1| gcd(n, 2).

use crate::Integer;
use crate::affine::Affine;
use crate::formula::Formula;
use crate::polynomial::Polynomial;
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, Zero as _};
use std::collections::BTreeSet;

/// The basis of the integer combinations of polynomials with integer coefficients, divided by the
/// greatest common divisor of all its coefficients, and that number.
pub(super) fn basis(polynomials: &[Polynomial]) -> (Vec<Polynomial>, BigInt) {
    let powers: BTreeSet<Vec<u32>> =
        polynomials.iter().flat_map(Polynomial::terms).map(|(powers, _)| powers.to_vec()).collect();
    // The constant comes last.
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

/// f, if the formula is f/gcd(g, h) and that is the greatest common divisor of these forms for all parameters.
pub(super) fn multiple(formula: &Formula, names: &[char], forms: &[Affine; 2]) -> Option<Formula> {
    let (multiple, arguments) = formula.over_gcd()?;
    let [one, other] = arguments.map(|argument| linear(&argument, names));
    let known = forms.each_ref().map(Polynomial::from);
    (basis(&[one?, other?]) == basis(&known)).then_some(multiple)
}

/// The polynomial that a formula is, if it has degree 1 and integer coefficients.
fn linear(formula: &Formula, names: &[char]) -> Option<Polynomial> {
    let shape = formula.shape()?;
    let at = |which: Option<usize>| {
        let value =
            |(index, name): (usize, &char)| (*name, Integer::from(i32::from(Some(index) == which)));
        formula.value(&names.iter().enumerate().map(value).collect::<Vec<_>>()).ok()
    };
    let constant = at(None)?;
    let mut sum = Polynomial::constant(constant.clone());
    for index in 0..names.len() {
        let slope = Polynomial::constant(at(Some(index))? - &constant);
        sum = sum.plus(&Polynomial::variable(index).times(&slope));
    }
    let is_whole = sum.terms().all(|(_, coefficient)| coefficient.is_integer());
    (shape.degree <= 1 && shape.modulus == 1 && is_whole).then_some(sum)
}

/// The highest degree of polynomials whose common divisor is looked for.
const MOST_DEGREE: u32 = 8;

/// What polynomials in one variable have in common.
pub(super) struct Common {
    /// The common divisor h.
    pub divisor: Polynomial,
    /// The polynomials, divided by it.
    pub cofactors: Vec<Polynomial>,
    /// N, a combination of the cofactors with polynomials as factors.
    pub number: BigRational,
}

/// The common divisor of polynomials with integer coefficients in one variable, the same in all, and of
/// low degree.
pub(super) fn common(polynomials: &[Polynomial]) -> Option<Common> {
    let powers = || polynomials.iter().flat_map(Polynomial::terms).map(|(powers, _)| powers);
    let variable = powers().map(<[u32]>::len).max()?.checked_sub(1)?;
    let degree = polynomials.iter().map(|polynomial| polynomial.degree_in(variable)).max()?;
    let alone = |powers: &[u32]| powers.iter().take(variable).all(|exponent| *exponent == 0);
    if degree > MOST_DEGREE || !powers().all(alone) {
        return None;
    }
    // Euclid's algorithm without fractions.
    let mut divisor = Polynomial::zero();
    for polynomial in polynomials {
        let mut rest = polynomial.clone();
        while !rest.is_zero() {
            let next = without_content(&pseudo_remainder(&divisor, &rest, variable));
            divisor = std::mem::replace(&mut rest, next);
        }
    }
    let divisor = without_content(&divisor);
    let cofactors = polynomials.iter().map(|polynomial| quotient(polynomial, &divisor));
    let cofactors = cofactors.collect::<Option<Vec<_>>>()?;
    // The rows are multiples of the cofactors by powers, up to a degree at which a number is among the combinations of
    // two.  It does not grow where the variable is replaced by a form in another.
    let multiples = cofactors.iter().flat_map(|cofactor| {
        let highest = (2 * degree).saturating_sub(1 + cofactor.degree_in(variable));
        (0..=highest).map(move |exponent| cofactor.times(&power(variable, exponent)))
    });
    let (rows, content) = basis(&multiples.collect::<Vec<_>>());
    let last = rows.last().filter(|row| row.terms().all(|(powers, _)| powers.is_empty()))?;
    let number = last.at(&[]) * BigRational::from(content);
    Some(Common { divisor, cofactors, number })
}

/// The quotient, if the polynomial is a multiple of the other one, which is not 0.
pub(super) fn quotient(polynomial: &Polynomial, divisor: &Polynomial) -> Option<Polynomial> {
    let (leading, own) = divisor.terms().next_back()?;
    let (mut quotient, mut rest) = (Polynomial::zero(), polynomial.clone());
    // The last terms are the greatest, in an order that products preserve.
    loop {
        let Some((exponents, coefficient)) = rest.terms().next_back() else {
            return Some(quotient);
        };
        let one = |list: &[u32], index: usize| list.get(index).copied().unwrap_or(0);
        let exponent = |index| one(exponents, index).checked_sub(one(leading, index));
        let count = exponents.len().max(leading.len());
        let exponents = (0..count).map(exponent).collect::<Option<Vec<_>>>()?;
        let term = Polynomial::term(&exponents, &(coefficient / &own));
        rest = rest.minus(&divisor.times(&term));
        quotient = quotient.plus(&term);
    }
}

fn power(variable: usize, exponent: u32) -> Polynomial {
    let mut power = vec![0; variable];
    power.push(exponent);
    Polynomial::term(&power, &BigRational::one())
}

/// The polynomial divided by the greatest common divisor of its coefficients.
fn without_content(polynomial: &Polynomial) -> Polynomial {
    let content = polynomial.terms().fold(BigInt::zero(), |gcd, (_, each)| gcd.gcd(each.numer()));
    match content.is_zero() {
        true => Polynomial::zero(),
        false => polynomial.scaled(&BigRational::from(content).recip()),
    }
}

/// The remainder, up to a factor, of a polynomial by another one that is not 0; its degree is lower than that of the
/// divisor.
fn pseudo_remainder(of: &Polynomial, by: &Polynomial, variable: usize) -> Polynomial {
    let degree = by.degree_in(variable);
    let leading = by.coefficient_of(variable, degree);
    let mut rest = of.clone();
    while !rest.is_zero() && rest.degree_in(variable) >= degree {
        let own = rest.degree_in(variable);
        let high = rest.coefficient_of(variable, own).times(&power(variable, own - degree));
        rest = rest.times(&leading).minus(&by.times(&high));
    }
    rest
}

/// The Hermite normal form, without rows of zeros: the pivots are positive, the entries below one are 0, and those
/// above it are at least 0 and smaller.
fn reduced(mut rows: Vec<Vec<BigInt>>, width: usize) -> Vec<Vec<BigInt>> {
    let mut rank = 0;
    for column in 0..width {
        // Euclid's algorithm on the remaining rows.
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

/// Subtracts the pivot row as often as leaves the smallest remainder in the column.
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
        fn common_divisors_of_polynomials_are_those_of_their_values(
            factors in prop::collection::vec(prop::collection::vec(-4_i64..5, 1..4), 3),
        ) {
            let n = Polynomial::variable(1);
            let polynomial = |coefficients: &Vec<i64>| {
                coefficients.iter().fold(Polynomial::zero(), |sum, &each| {
                    sum.times(&n).plus(&form(each, [0, 0]))
                })
            };
            let [one, two, both] = [0, 1, 2].map(|index| polynomial(&factors[index]));
            let all = [one.times(&both), two.times(&both)];
            let Some(found) = common(&all) else { return Ok(()) };
            for n in -6_i64..7 {
                let value = |it: &Polynomial| it.at(&[0.into(), n.into()]).to_integer();
                let gcd = |all: &[Polynomial]| {
                    all.iter().map(value).fold(BigInt::zero(), |gcd, each| gcd.gcd(&each))
                };
                let cofactors = gcd(&found.cofactors);
                prop_assert_eq!(gcd(&all), &cofactors * value(&found.divisor).abs());
                prop_assert!(found.number.numer().is_multiple_of(&cofactors));
            }
        }

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
                        let values = all.iter().map(|polynomial| polynomial.at(&[m.into(), n.into()]).to_integer());
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

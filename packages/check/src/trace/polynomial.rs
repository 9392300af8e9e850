//! Polynomials in m, by their values.

use super::piece::Repeat;
use crate::integer::Integer;
use crate::proof::theorem::Formula;

/// A polynomial in m by its values at 0, 1, ..., d, where d is no less than its degree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Polynomial(Vec<Integer>);

impl Polynomial {
    /// The polynomial 0, among those of degree at most this.
    pub fn zero(degree: usize) -> Self {
        Self(vec![Integer::ZERO; degree + 1])
    }

    /// Adds a form in m: its value and its slope.
    pub fn add(&mut self, form: &[i64]) {
        let coefficient = |index: usize| Integer::from(form.get(index).copied().unwrap_or(0));
        let (value, slope) = (coefficient(0), coefficient(1));
        for (m, sum) in self.0.iter_mut().enumerate() {
            *sum += &value;
            sum.add_product(&slope, &Integer::from(m as u64));
        }
    }

    /// Adds the product of another one and a form in m.
    pub fn add_times(&mut self, other: &Self, [value, slope]: [i64; 2]) {
        for (m, (sum, other)) in self.0.iter_mut().zip(&other.0).enumerate() {
            let factor = &Integer::from(value) + &(&Integer::from(slope) * &Integer::from(m));
            sum.add_product(&factor, other);
        }
    }

    /// Is its value at 0 positive?
    pub fn is_positive_at_zero(&self) -> bool {
        self.0.first().is_some_and(|value| *value > Integer::ZERO)
    }

    /// Is it known not to be negative for any m, as no difference at 0 is?
    pub fn is_never_negative(&self) -> bool {
        self.differences().iter().all(|difference| !difference.is_negative())
    }

    /// The differences at 0, of which this is the sum, each times (m over k).
    fn differences(&self) -> Vec<Integer> {
        let mut differences = self.0.clone();
        for k in 1..differences.len() {
            for index in (k..differences.len()).rev() {
                differences[index] = &differences[index] - &differences[index - 1];
            }
        }
        differences
    }

    /// Adds the length of a loop that is in no other one.
    pub fn add_loop(&mut self, one: &Repeat) {
        let length = one.length();
        for (m, sum) in self.0.iter_mut().enumerate() {
            *sum += &length.at(&mut vec![Integer::from(m)]);
        }
    }

    /// The difference.
    pub fn minus(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one - other).collect())
    }

    /// The polynomial in n = `start` + `step` * m.
    ///
    /// With D_k its differences at 0 it is the sum of D_k (m over k), and (m over k) is the
    /// product of (n - start - i * step) over i = 0, ..., k - 1, divided by step^k k!.
    pub fn formula(&self, start: i64, step: i64) -> Formula {
        let (start, step) = (Integer::from(start), Integer::from(step));
        let degree = self.0.len() - 1;
        let differences = self.differences();
        // Horner's scheme, over the denominator step^d d! at the end: `sum` holds the terms from k
        // on without the product of the first k factors, times step^(d - k) d! / k!.
        let mut denominator = Integer::ONE;
        let mut sum = vec![Integer::ZERO; degree + 1];
        for k in (0..=degree).rev() {
            let root = &start + &(&step * &Integer::from(k as u64));
            for index in (0..=degree).rev() {
                let mut next = -(&sum[index] * &root);
                if index > 0 {
                    next += &sum[index - 1];
                }
                sum[index] = next;
            }
            sum[0].add_product(&differences[k], &denominator);
            if k > 0 {
                denominator = &(&denominator * &step) * &Integer::from(k as u64);
            }
        }
        let common = sum.iter().fold(denominator.clone(), |common, it| common.gcd(it));
        let terms = sum.iter().enumerate().rev().filter(|(_, coefficient)| !coefficient.is_zero());
        let term = |(exponent, coefficient): (usize, &Integer)| {
            (coefficient.div_floor(&common), vec![exponent as u32])
        };
        Formula { denominator: denominator.div_floor(&common), terms: terms.map(term).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_in_n_have_the_values_in_m() {
        let value = |m: i64| 2 * m * m * m - 7 * m * m + m - 5;
        for (start, step) in [(0, 1), (40, 1), (1000, 12), (7, 3)] {
            let polynomial = Polynomial((0..6).map(|m| Integer::from(value(m))).collect());
            let formula = polynomial.formula(start, step);
            for m in -3..20 {
                let n = Integer::from(start + step * m);
                let mut sum = Integer::ZERO;
                for (coefficient, exponents) in &formula.terms {
                    let power = (0..exponents[0]).fold(Integer::ONE, |power, _| &power * &n);
                    sum.add_product(coefficient, &power);
                }
                assert_eq!(sum, &formula.denominator * &Integer::from(value(m)), "{start} {step}");
            }
        }
        let formula = Polynomial((0..3).map(|m| Integer::from(4 * m)).collect()).formula(2, 4);
        assert_eq!(formula.to_string(), "1 1:1 -2:0");
    }
}

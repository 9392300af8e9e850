//! Lengths of what has loops in it, as polynomials.

use super::Affine;
use crate::integer::{Integer, newton};

/// A sum of affine forms, and of such sums over the values of a loop variable from one form to another.
///
/// As every loop runs from a to b with b >= a - 1 that is a polynomial in the variables around.
#[derive(Clone, Debug)]
pub struct Length {
    forms: Affine,
    loops: Vec<Passes>,
    /// The degree, or more.
    degree: u32,
}

/// The lengths of the passes through a loop.
#[derive(Clone, Debug)]
struct Passes {
    variable: usize,
    from: Affine,
    upto: Affine,
    each: Length,
    /// The degree of that of a pass in the variable, or more.
    degree: u32,
}

impl Length {
    /// Nothing.
    pub(crate) fn zero() -> Self {
        Self { forms: Affine::zero(), loops: Vec::new(), degree: 1 }
    }

    /// Adds a form.
    pub(crate) fn add(&mut self, form: &Affine) {
        self.forms.add_multiple(&Integer::ONE, form);
    }

    /// Adds the passes through a loop whose variable goes from one form to another.
    pub(crate) fn add_loop(&mut self, variable: usize, from: Affine, upto: Affine, each: Self) {
        self.degree = self.degree.max(1 + each.degree);
        let degree = each.degree_in(variable);
        self.loops.push(Passes { variable, from, upto, each, degree });
    }

    /// The degree as a polynomial, or more.
    pub(crate) fn degree(&self) -> u32 {
        self.degree
    }

    /// The degree in a variable that is no loop's in it, or more; 0 only if the variable does not occur.
    ///
    /// The sum of i^a v^b over the values i of a loop variable has the degree a + 1 in the ends of the
    /// loop, which v may occur in, and b in v besides.
    pub(crate) fn degree_in(&self, variable: usize) -> u32 {
        let occurs = |form: &Affine| !form.coefficient(variable).is_zero();
        let sum = |Passes { from, upto, each, degree, .. }: &Passes| {
            let by_ends = if occurs(from) || occurs(upto) { degree + 1 } else { 0 };
            (by_ends + each.degree_in(variable)).min(each.degree + 1)
        };
        self.loops.iter().map(sum).fold(u32::from(occurs(&self.forms)), u32::max)
    }

    /// The value of the polynomial, at a point where a loop may run from a to b < a - 1 as well; that
    /// counts as the negative sum over b + 1, ..., a - 1.
    pub fn at(&self, point: &mut Vec<Integer>) -> Integer {
        let mut sum = self.forms.at(point);
        for Passes { variable, from, upto, each, degree } in &self.loops {
            let (from, upto) = (from.at(point), upto.at(point));
            let values = (0..=*degree).map(|offset| {
                point.truncate(*variable);
                point.push(&from + &Integer::from(offset));
                each.at(point)
            });
            let values = values.collect();
            point.truncate(*variable);
            sum += &newton(values, &(&upto - &from));
        }
        sum
    }
}

//! Quotients that tests of control variables ask for.
//!
//! Where a test asks 2i = n of a control variable i, the answer does not change at a form with integral coefficients,
//! but at ⌊n/2⌋ and ⌈n/2⌉.  A quotient ⌊f/c⌋ of a form f over the parameters becomes one more parameter q, with the
//! conditions 0 <= f - cq <= c - 1: for all values of the others there is exactly one value of it.

use super::part::{Part, runs};
use crate::affine::{Affine, Constraint};
use crate::integer::Integer;
use crate::model::{Comparison, Test};

/// The most quotients of a description.
const MOST_QUOTIENTS: usize = 8;

/// Forms over the parameters, with coefficients and constants from 0 to c - 1, and their divisors c; the quotients are
/// the parameters from `first` on.
#[derive(Default)]
pub(super) struct Quotients {
    first: usize,
    known: Vec<(Affine, Integer)>,
}

/// The range between these forms where a test of a control variable holds, or where it fails.
pub(super) struct Range {
    /// Does the test hold there?
    pub inside: bool,
    /// The first value.
    pub least: Option<Affine>,
    /// The first value after the range.
    pub after: Option<Affine>,
}

impl Quotients {
    /// The quotients that tests of control variables in these parts ask for; the parameters are the first variables.
    pub(super) fn of(parts: &[&[Part]], parameters: usize) -> Self {
        let mut quotients = Self { first: parameters, known: Vec::new() };
        parts.iter().for_each(|parts| quotients.collect(parts));
        quotients
    }

    /// The number of quotients.
    pub(super) fn count(&self) -> usize {
        self.known.len()
    }

    /// What is known of the quotients.
    pub(super) fn conditions(&self) -> impl Iterator<Item = Constraint> {
        self.known.iter().enumerate().flat_map(|(index, (form, divisor))| {
            let mut rest = form.clone();
            rest.add_term(self.first + index, &-divisor);
            let most = (-&rest).plus(divisor - &Integer::ONE);
            [rest, most].map(Constraint::at_least_zero)
        })
    }

    fn collect(&mut self, parts: &[Part]) {
        for part in parts {
            match part {
                Part::Word(_) => {}
                Part::Loop(head) => {
                    self.asked(&runs(head));
                    self.collect(&head.body);
                }
                Part::Branch(arms, _) => {
                    for arm in arms {
                        arm.condition.iter().for_each(|test| self.asked(test));
                        self.collect(&arm.body);
                    }
                }
            }
        }
    }

    /// Adds the quotients at which the answer of the test changes with the last variable, a control variable.
    fn asked(&mut self, test: &Test) {
        let Some(variable) = test.difference.coefficients().len().checked_sub(1) else { return };
        if variable < self.first {
            return;
        }
        for (form, divisor) in ends(test, variable).into_iter().flatten() {
            let (_, rest) = divided(&form, &divisor);
            let own = rest.coefficients().len() <= self.first;
            let quotient = (rest, divisor);
            let is_new = !quotient.0.is_constant() && !self.known.contains(&quotient);
            if own && is_new && self.known.len() < MOST_QUOTIENTS {
                self.known.push(quotient);
            }
        }
    }

    /// The quotient rounded down, if it is a form.
    fn floor(&self, form: &Affine, divisor: &Integer) -> Option<Affine> {
        let (mut floor, rest) = divided(form, divisor);
        if !rest.is_constant() {
            let is_it = |known: &(Affine, Integer)| known.0 == rest && known.1 == *divisor;
            let index = self.known.iter().position(is_it)?;
            floor.add_term(self.first + index, &Integer::ONE);
        }
        Some(floor)
    }

    /// Where the test holds, if it compares the variable with a form over the variables below it, or with a quotient.
    pub(super) fn range(&self, test: &Test, variable: usize) -> Option<Range> {
        if test.difference.coefficients().len() != variable + 1 {
            return None;
        }
        let [below, upto] = ends(test, variable).map(|end| match end {
            Some((form, divisor)) => self.floor(&form, &divisor).map(Some),
            None => Some(None),
        });
        let inside = test.comparison != Comparison::NotEqual;
        let (least, after) = (below?.map(|form| -&form), upto?.map(|form| form.plus(1)));
        Some(Range { inside, least, after })
    }
}

/// The form c q + r as q and r, with 0 <= r < c in each coefficient.
fn divided(form: &Affine, divisor: &Integer) -> (Affine, Affine) {
    let each = |each: &dyn Fn(&Integer) -> Integer| {
        Affine::new(each(form.constant_term()), form.coefficients().iter().map(each))
    };
    (each(&|number| number.div_floor(divisor)), each(&|number| number.mod_floor(divisor)))
}

/// The ends of the values of a variable for which the test holds (for `!=`, fails): the negative of the first value,
/// and the last value, each as a form and the number that it is divided by, rounding down.
fn ends(test: &Test, variable: usize) -> [Option<(Affine, Integer)>; 2] {
    let factor = test.difference.coefficient(variable).clone();
    let mut rest = test.difference.clone();
    rest.add_term(variable, &-&factor);
    // The difference is 0 where the variable is root / size.
    let root = if factor.is_positive() { -&rest } else { rest };
    let (first, last) = ((-&root, factor.abs()), (root, factor.abs()));
    match (test.comparison, factor.is_positive()) {
        (Comparison::Equal | Comparison::NotEqual, _) => [Some(first), Some(last)],
        (Comparison::AtLeast, true) | (Comparison::AtMost, false) => [Some(first), None],
        (Comparison::AtLeast, false) | (Comparison::AtMost, true) => [None, Some(last)],
    }
}

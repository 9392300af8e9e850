//! Arguments that a system of constraints has no integer point, and their checker.
//!
//! The checker knows integers and affine forms, nothing of the solver.  It multiplies out.
//!
//! Running example: the rows 0: `2x-2y-1 >= 0` and 1: `-x+y >= 0`.  Line 0 is row 0 divided
//! by 2 and rounded, `x-y-1 >= 0`; line 0 plus row 1 is `-1 >= 0`, a contradiction.

use crate::affine::{Affine, Constraint, Relation};
use crate::integer::Integer;
use std::fmt;

/// Something known to hold: a row of the system or an earlier line of the argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fact {
    /// The row with this number, rows counted from 0 in order of pushing, the question last.
    Row(usize),
    /// The line with this number, counted from 0 from the root of the argument down to
    /// here; the assumption of a case split takes a number as well.
    Line(usize),
}

/// A linear combination of facts, divided by a positive integer.
///
/// Inequalities need multipliers >= 0, equations take any.  The combination of `a.x+c` with
/// divisor d states `(a/d).x + c/d`, and a has to be divisible by d.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination {
    /// The facts with their multipliers.
    pub terms: Vec<(Fact, Integer)>,
    /// The positive integer that everything is divided by.
    pub divisor: Integer,
}

/// How an argument ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The combination is a constant below 0, and yet >= 0.
    Contradiction(Combination),
    /// The combination, of equations only, has integral coefficients and a constant that is
    /// not integral, and yet equals 0: `x - y - 1/2 = 0`.
    Congruence(Combination),
    /// Every integer point has `form >= 0` or `-form-1 >= 0`; each assumption is refuted.
    Split {
        /// The form that is compared with 0.
        form: Affine,
        /// The argument under the assumption `form >= 0`.
        above: Box<Refutation>,
        /// The argument under the assumption `-form-1 >= 0`.
        below: Box<Refutation>,
    },
}

/// An exact argument that a system has no integer point.
///
/// Each line is a [`Combination`], an inequality whose constant is rounded down after the
/// division (Chvátal 1973, Gomory 1958): with integral coefficients, `a.x + c >= 0` implies
/// `a.x + floor(c) >= 0` at integer points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The lines, in an order in which each uses only rows and earlier lines.
    pub lines: Vec<Combination>,
    /// What the lines lead to.
    pub ending: Ending,
}

/// Why an argument was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A constraint has a variable beyond the dimension.
    Dimension,
    /// A combination uses a fact that is not there (yet).
    Missing(Fact),
    /// A combination uses an inequality with a negative multiplier.
    Negative(Fact),
    /// A divisor is not positive.
    Divisor,
    /// After division a coefficient is not integral.
    Coefficients,
    /// The combination that should be a negative constant is not.
    NoContradiction,
    /// A congruence uses an inequality, or its constant is integral.
    NoCongruence,
    /// Case splits are nested deeper than the checker follows.
    Depth,
}

impl fmt::Display for Flaw {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dimension => formatter.write_str("a variable beyond the dimension"),
            Self::Missing(fact) => write!(formatter, "no such fact: {fact:?}"),
            Self::Negative(fact) => write!(formatter, "negative multiplier for {fact:?}"),
            Self::Divisor => formatter.write_str("a divisor that is not positive"),
            Self::Coefficients => formatter.write_str("coefficients that are not integral"),
            Self::NoContradiction => formatter.write_str("the ending is not a contradiction"),
            Self::NoCongruence => formatter.write_str("the ending is not a congruence"),
            Self::Depth => formatter.write_str("case splits nested too deeply"),
        }
    }
}

impl std::error::Error for Flaw {}

/// Case splits nested deeper than this are not followed.
pub const DEPTH: usize = 500;

impl Refutation {
    /// Checks the argument against the rows it is about, in `dimension` variables.
    ///
    /// ```
    /// use grundy_check::affine::{Affine, Constraint};
    /// use grundy_check::ilp::{Answer, Backend, BackendKind};
    /// let mut backend = BackendKind::Exact.backend(Default::default());
    /// let (x, y) = (backend.add_variable(), backend.add_variable());
    /// let form = Affine::new((-1).into(), [2.into(), (-2).into()]); // 2x-2y-1
    /// let row = Constraint::zero(form);
    /// backend.push(&row);
    /// let Answer::Infeasible(refutation) = backend.ask(None) else { panic!() };
    /// assert_eq!(refutation.check(&[row], 2), Ok(()));
    /// assert!(refutation.check(&[], 2).is_err());
    /// ```
    pub fn check(&self, rows: &[Constraint], dimension: usize) -> Result<(), Flaw> {
        if rows.iter().any(|row| row.form.coefficients().len() > dimension) {
            return Err(Flaw::Dimension);
        }
        self.check_under(rows, dimension, &mut Vec::new(), 0)
    }

    /// Checks the argument when `known` are the lines above it; leaves `known` as it was.
    fn check_under(
        &self,
        rows: &[Constraint],
        dimension: usize,
        known: &mut Vec<Affine>,
        depth: usize,
    ) -> Result<(), Flaw> {
        if depth > DEPTH {
            return Err(Flaw::Depth);
        }
        let before = known.len();
        for line in &self.lines {
            let sum = line.sum(rows, known, false)?;
            let divided = line.divide(&sum)?;
            known.push(Affine::new(
                sum.constant_term().div_floor(&line.divisor),
                divided.coefficients().iter().cloned(),
            ));
        }
        match &self.ending {
            Ending::Contradiction(combination) => {
                let sum = combination.sum(rows, known, false)?;
                if !combination.divisor.is_positive() {
                    return Err(Flaw::Divisor);
                }
                if !sum.is_constant() || !sum.constant_term().is_negative() {
                    return Err(Flaw::NoContradiction);
                }
            }
            Ending::Congruence(combination) => {
                let sum = combination.sum(rows, known, true)?;
                combination.divide(&sum)?;
                if sum.constant_term().mod_floor(&combination.divisor).is_zero() {
                    return Err(Flaw::NoCongruence);
                }
            }
            Ending::Split { form, above, below } => {
                if form.coefficients().len() > dimension {
                    return Err(Flaw::Dimension);
                }
                known.push(form.clone());
                above.check_under(rows, dimension, known, depth + 1)?;
                known.pop();
                known.push((-form).plus(-1));
                below.check_under(rows, dimension, known, depth + 1)?;
                known.pop();
            }
        }
        known.truncate(before);
        Ok(())
    }
}

impl Combination {
    /// The sum of the terms, before the division.
    fn sum(&self, rows: &[Constraint], lines: &[Affine], equal: bool) -> Result<Affine, Flaw> {
        let mut sum = Affine::zero();
        for (fact, multiplier) in &self.terms {
            let (form, relation) = match *fact {
                Fact::Row(row) => rows.get(row).map(|row| (&row.form, row.relation)),
                Fact::Line(line) => lines.get(line).map(|form| (form, Relation::AtLeastZero)),
            }
            .ok_or(Flaw::Missing(*fact))?;
            if relation == Relation::AtLeastZero {
                if equal {
                    return Err(Flaw::NoCongruence);
                }
                if multiplier.is_negative() {
                    return Err(Flaw::Negative(*fact));
                }
            }
            sum.add_multiple(multiplier, form);
        }
        Ok(sum)
    }

    /// The coefficients after the division, with constant 0.
    fn divide(&self, sum: &Affine) -> Result<Affine, Flaw> {
        if !self.divisor.is_positive() {
            return Err(Flaw::Divisor);
        }
        if sum.coefficients().iter().any(|c| !c.mod_floor(&self.divisor).is_zero()) {
            return Err(Flaw::Coefficients);
        }
        let quotients = sum.coefficients().iter().map(|c| c.div_floor(&self.divisor));
        Ok(Affine::new(Integer::ZERO, quotients))
    }
}

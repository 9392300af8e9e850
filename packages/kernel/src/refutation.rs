//! Arguments that a system of constraints has no integer point, and their checker.
//!
//! The checker knows integers and affine forms, and nothing of the solver.  It multiplies out.
//!
//! Running example: the rows 0: `2x-2y-1 >= 0` and 1: `-x+y >= 0`.  Line 0 is row 0 divided
//! by 2 and rounded, `x-y-1 >= 0`; line 0 plus row 1 is `-1 >= 0`, a contradiction.

use crate::affine::{Affine, Constraint, Relation};
use crate::integer::Integer;

/// Something known to hold: a row of the system, the question, or an earlier line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fact {
    /// The row with this number, counted from 0.
    Row(usize),
    /// The constraint that was asked about: the system may have points, but none of them satisfies it.
    Question,
    /// The line with this number, counted from 0 from the root of the argument down to here; the assumption of a case
    /// split also takes a number.
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
    /// The combination is a constant below 0, and yet >= 0.  Or it is one of equations only, with
    /// integral coefficients and a constant that is not integral, and yet equals 0:
    /// `x - y - 1/2 = 0`.
    Contradiction(Combination),
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefutationError {
    /// A constraint has a variable beyond the dimension.
    #[error("a variable that is not there")]
    Dimension,
    /// A combination uses a fact that does not exist (yet).
    #[error("a fact that is not there")]
    Missing,
    /// A combination uses an inequality with a negative multiplier.
    #[error("a negative multiple of an inequality")]
    Negative,
    /// A divisor is not positive.
    #[error("a divisor that is not positive")]
    Divisor,
    /// A coefficient is not integral after the division.
    #[error("coefficients that the divisor does not divide")]
    Coefficients,
    /// The combination at the end is neither a negative constant nor a fraction.
    #[error("the sum is not a contradiction")]
    NoContradiction,
    /// Case splits are nested deeper than [`DEPTH`].
    #[error("case splits nested too deeply")]
    Depth,
    /// The lines have more or larger numbers than are kept.
    #[error("lines with too many and too large numbers")]
    Size,
}

/// The greatest depth of nested case splits that is followed.
pub const DEPTH: usize = 1000;

/// The most machine words of the numbers of lines that can be referred to at a time: a line of a few characters can
/// repeat a long one.
const MOST_WORDS: usize = 1 << 24;

impl Refutation {
    /// Checks the argument against its system in `dimension` variables: no integer point satisfies all rows and the
    /// question.
    ///
    /// ```
    /// use grundy_kernel::Integer;
    /// use grundy_kernel::affine::{Affine, Constraint};
    /// use grundy_kernel::refutation::{Combination, Ending, Fact, Refutation};
    /// let at_least_zero = |constant: i64, x: i64, y: i64| {
    ///     Constraint::at_least_zero(Affine::new(constant.into(), [x.into(), y.into()]))
    /// };
    /// let rows = [at_least_zero(-1, 2, -2), at_least_zero(0, -1, 1)];
    /// let combination = |facts: &[Fact], divisor: i64| Combination {
    ///     terms: facts.iter().map(|fact| (*fact, Integer::ONE)).collect(),
    ///     divisor: divisor.into(),
    /// };
    /// let refutation = Refutation {
    ///     lines: vec![combination(&[Fact::Row(0)], 2)],
    ///     ending: Ending::Contradiction(combination(&[Fact::Line(0), Fact::Row(1)], 1)),
    /// };
    /// assert_eq!(refutation.check(&rows, None, 2), Ok(()));
    /// assert!(refutation.check(&rows[..1], None, 2).is_err());
    /// ```
    ///
    /// # Errors
    /// The first thing in the argument that is wrong.
    pub fn check(
        &self,
        rows: &[Constraint],
        question: Option<&Constraint>,
        dimension: usize,
    ) -> Result<(), RefutationError> {
        System { rows, question, dimension }.refuted_by(self, &mut Vec::new(), 0, 0)
    }
}

/// What an argument is about.
struct System<'s> {
    rows: &'s [Constraint],
    question: Option<&'s Constraint>,
    dimension: usize,
}

impl System<'_> {
    /// Checks the argument below `lines`, whose numbers take this many words; leaves them as they were.
    fn refuted_by(
        &self,
        refutation: &Refutation,
        lines: &mut Vec<Affine>,
        depth: usize,
        mut words: usize,
    ) -> Result<(), RefutationError> {
        if depth > DEPTH {
            return Err(RefutationError::Depth);
        }
        let before = lines.len();
        for line in &refutation.lines {
            let (sum, _) = self.sum(line, lines)?;
            let line = divided(&sum, &line.divisor)?;
            words = with_words_of(words, &line)?;
            lines.push(line);
        }
        match &refutation.ending {
            Ending::Contradiction(last) => {
                let (sum, equations) = self.sum(last, lines)?;
                divided(&sum, &last.divisor)?;
                let constant = sum.constant_term();
                let fraction = equations && !constant.mod_floor(&last.divisor).is_zero();
                if !(fraction || sum.is_constant() && constant.is_negative()) {
                    return Err(RefutationError::NoContradiction);
                }
            }
            Ending::Split { form, above, below } => {
                self.within_dimension(form)?;
                for (part, assumption) in [(above, form.clone()), (below, (-form).plus(-1))] {
                    let words = with_words_of(words, &assumption)?;
                    lines.push(assumption);
                    self.refuted_by(part, lines, depth + 1, words)?;
                    lines.pop();
                }
            }
        }
        lines.truncate(before);
        Ok(())
    }

    /// The sum of the terms, before the division, and whether all of them are equations.
    fn sum(
        &self,
        combination: &Combination,
        lines: &[Affine],
    ) -> Result<(Affine, bool), RefutationError> {
        let (mut sum, mut equations) = (Affine::zero(), true);
        for (fact, multiplier) in &combination.terms {
            let (form, relation) = match *fact {
                Fact::Row(row) => self.rows.get(row).map(|row| (&row.form, row.relation)),
                Fact::Question => self.question.map(|question| (&question.form, question.relation)),
                Fact::Line(line) => lines.get(line).map(|form| (form, Relation::AtLeastZero)),
            }
            .ok_or(RefutationError::Missing)?;
            self.within_dimension(form)?;
            equations &= relation == Relation::Zero;
            if relation == Relation::AtLeastZero && multiplier.is_negative() {
                return Err(RefutationError::Negative);
            }
            sum.add_multiple(multiplier, form);
        }
        Ok((sum, equations))
    }

    fn within_dimension(&self, form: &Affine) -> Result<(), RefutationError> {
        let there = form.coefficients().len() <= self.dimension;
        if there { Ok(()) } else { Err(RefutationError::Dimension) }
    }
}

/// This number of words plus those of the form.
fn with_words_of(words: usize, form: &Affine) -> Result<usize, RefutationError> {
    let numbers = form.coefficients().iter().chain([form.constant_term()]);
    let sum = numbers.map(Integer::words).fold(words, usize::saturating_add);
    if sum <= MOST_WORDS { Ok(sum) } else { Err(RefutationError::Size) }
}

/// The form divided, which must leave integral coefficients, with its constant rounded down.
fn divided(sum: &Affine, divisor: &Integer) -> Result<Affine, RefutationError> {
    if !divisor.is_positive() {
        return Err(RefutationError::Divisor);
    }
    if divisor.is_one() {
        return Ok(sum.clone());
    }
    if sum.coefficients().iter().any(|each| !each.mod_floor(divisor).is_zero()) {
        return Err(RefutationError::Coefficients);
    }
    let quotients = sum.coefficients().iter().map(|each| each.div_floor(divisor));
    Ok(Affine::new(sum.constant_term().div_floor(divisor), quotients))
}

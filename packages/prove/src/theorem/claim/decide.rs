//! Where a formula differs from a polynomial: the parts that are understood, and the rest.

use super::super::{Case, Context, ContextError, Division, Undecided};
use super::read::FormulaReader;
use super::smallest::SmallestSearch;
use crate::Integer;
use crate::affine::Affine;
use crate::formula::{Condition, EvaluationError, Formula};
use crate::limit::{CancellationToken, Limit};
use crate::polynomial::Polynomial;
use num_rational::BigRational;
use num_traits::One as _;

/// The most parts of a case.
const MOST_PARTS: usize = 1 << 14;

/// A formula to be compared with polynomials in the same parameters.
#[derive(Clone, Debug)]
pub struct FormulaComparison<'c> {
    /// The parameters.
    pub names: Vec<char>,
    /// The formula.
    pub formula: &'c Formula,
    /// The parameters for which it is claimed.
    pub when: Option<&'c Condition>,
}

/// Where the formula and the polynomial differ, as far as that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// The smallest parameters, lexicographically, among those that were understood.
    pub smallest: Option<Vec<Integer>>,
    /// Why not all were understood.
    pub open: Option<String>,
    /// With one parameter: no value that was not understood is greater than this.
    pub upto: Option<Integer>,
}

impl Difference {
    /// What is known of both together.
    fn and(self, other: Self) -> Self {
        let upto = match (&self.open, &other.open) {
            (Some(_), Some(_)) => self.upto.zip(other.upto).map(|(one, other)| one.max(other)),
            _ => self.upto.or(other.upto),
        };
        let smallest = self.smallest.into_iter().chain(other.smallest).min();
        Self { smallest, open: self.open.or(other.open), upto }
    }
}

/// A polynomial over the variables of a part.
type Gap<'g> = &'g dyn Fn(&mut FormulaReader) -> Result<Polynomial, ContextError>;

impl FormulaComparison<'_> {
    fn assignment(&self, point: &[Integer]) -> Vec<(char, Integer)> {
        self.names.iter().copied().zip(point.iter().cloned()).collect()
    }

    /// Is something claimed about these parameters?
    pub fn applies(&self, point: &[Integer]) -> bool {
        let at = self.assignment(point);
        self.when.is_none_or(|when| when.holds(&at) == Ok(true))
    }

    /// What is claimed about these parameters.
    ///
    /// # Errors
    /// When the formula has no value there.
    pub fn claimed(&self, point: &[Integer]) -> Result<BigRational, EvaluationError> {
        self.formula.value(&self.assignment(point))
    }

    /// Where the formula and the polynomial differ, for the parameters of a case.
    ///
    /// # Errors
    /// When the work is stopped.
    pub fn difference(
        &self,
        case: &Case,
        polynomial: &Polynomial,
        stop: &CancellationToken,
    ) -> Result<Difference, Limit> {
        self.claims(case, stop, &|reader| {
            let right = reader.case.in_variables(polynomial);
            Ok(reader.value(&self.formula.root)?.minus(&right))
        })
    }

    /// The same where there is nothing to compare with: open for this reason, wherever something is claimed.
    ///
    /// # Errors
    /// When the work is stopped.
    pub fn unknown(
        &self,
        case: &Case,
        why: &str,
        stop: &CancellationToken,
    ) -> Result<Difference, Limit> {
        self.claims(case, stop, &|_| Err(ContextError::Unsupported(why.to_owned().into())))
    }

    /// Is it known that nothing is claimed about any parameters of the case?
    ///
    /// # Errors
    /// When the work is stopped.
    pub fn is_silent(&self, case: &Case, stop: &CancellationToken) -> Result<bool, Limit> {
        let one = |_: &mut FormulaReader| Ok(Polynomial::constant(BigRational::one()));
        let claimed = self.claims(case, stop, &one)?;
        Ok(claimed.smallest.is_none() && claimed.open.is_none())
    }

    /// The parameters of a case for which something is claimed and the gap is not 0.
    fn claims(&self, case: &Case, stop: &CancellationToken, gap: Gap) -> Result<Difference, Limit> {
        let mut division = Division { loops: 0, left: MOST_PARTS, stop };
        let mut answer = |case: &Case, context: &mut Context| {
            let smallest = self.on_part(case, context, stop, gap)?;
            Ok(Difference { smallest, ..Difference::default() })
        };
        let mut open = |case: &Case, why| {
            let reason = match why {
                Undecided::Limit(Limit::STOPPED) => return Err(Limit::STOPPED),
                Undecided::Limit(limit) => limit.text().to_owned(),
                Undecided::Unsupported(reason) => reason.into_owned(),
                other => other.to_string(),
            };
            let upto = match case.parameters {
                1 => case.bounds(&Affine::variable(0), stop)?.1,
                _ => None,
            };
            Ok(Difference { open: Some(reason), upto, smallest: None })
        };
        let tree = division.divide(case.clone(), &mut answer, &mut open)?;
        let parts = tree.leaves().into_iter().map(|(_, found)| found.clone());
        Ok(parts.reduce(Difference::and).unwrap_or_default())
    }

    /// The smallest parameters of a part for which something is claimed and the gap is not 0.
    fn on_part(
        &self,
        part: &Case,
        context: &mut Context,
        stop: &CancellationToken,
        gap: Gap,
    ) -> Result<Option<Vec<Integer>>, ContextError> {
        let mut reader = FormulaReader::new(&self.names, part, context);
        let mut gap = gap(&mut reader);
        if let Ok(gap) = &gap
            && reader.context.restricted(part, gap)?.is_zero()
        {
            return Ok(None);
        }
        if let Ok(known) = &gap
            && let Some(divisor) = reader.divisor_in(known)
        {
            gap = Err(divisor);
        }
        match self.when.map_or(Ok(true), |when| reader.truth(&when.root)) {
            Ok(false) => Ok(None),
            Ok(true) => Ok(SmallestSearch::new(&gap?, stop).run(part)?),
            // A formula that is right on smaller parts is right whatever the condition says.
            Err(ContextError::Unsupported(reason)) => match gap {
                Err(split @ (ContextError::Sign(_) | ContextError::Residue(..))) => Err(split),
                _ => Err(ContextError::Unsupported(reason)),
            },
            Err(obstacle) => Err(obstacle),
        }
    }
}

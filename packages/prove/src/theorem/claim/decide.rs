//! Where a formula differs from a polynomial: the parts that are understood, and the rest.

use super::super::Case;
use super::obstacle::Obstacle;
use super::part::Part;
use super::read::FormulaReader;
use super::smallest::SmallestSearch;
use crate::Integer;
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
    /// For which parameters it is claimed.
    pub when: Option<&'c Condition>,
}

/// Where formula and polynomial differ, as far as that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// The smallest parameters, lexicographically, among those that were understood.
    pub smallest: Option<Vec<Integer>>,
    /// Why not all were understood.
    pub open: Option<String>,
    /// With one parameter: no value that was not understood is greater than this.
    pub upto: Option<Integer>,
}

/// A polynomial over the variables of a part.
type Gap<'g> = &'g dyn Fn(&mut FormulaReader) -> Result<Polynomial, Obstacle>;

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

    /// Where formula and polynomial differ for the parameters of a case.
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
            let right = reader.part.polynomial(polynomial);
            Ok(reader.value(&self.formula.root)?.minus(&right))
        })
    }

    /// The same where nothing is known to compare with: open for this reason, wherever
    /// something is claimed.
    ///
    /// # Errors
    /// When the work is stopped.
    pub fn unknown(
        &self,
        case: &Case,
        why: &str,
        stop: &CancellationToken,
    ) -> Result<Difference, Limit> {
        self.claims(case, stop, &|_| Err(Obstacle::Beyond(why.to_owned())))
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
        let mut difference = Difference::default();
        let mut parts = vec![Part::new(case)];
        let mut left = MOST_PARTS;
        while let Some(part) = parts.pop() {
            stop.check()?;
            let reason = match self.on_part(&part, stop, gap) {
                Ok(found) => {
                    difference.smallest = difference.smallest.into_iter().chain(found).min();
                    continue;
                }
                Err(Obstacle::Split(split)) => {
                    let smaller = part.split(&split);
                    if let Some(fewer) = left.checked_sub(smaller.len()) {
                        left = fewer;
                        parts.extend(smaller);
                        continue;
                    }
                    "there are too many cases to distinguish".to_owned()
                }
                Err(Obstacle::Beyond(reason)) => reason,
                Err(Obstacle::Limit(Limit::STOPPED)) => return Err(Limit::STOPPED),
                Err(Obstacle::Limit(limit)) => limit.text().to_owned(),
            };
            let end = part.greatest(stop)?;
            difference.upto = match difference.open {
                None => end,
                Some(_) => difference.upto.zip(end).map(|(known, end)| known.max(end)),
            };
            difference.open.get_or_insert(reason);
        }
        Ok(difference)
    }

    /// The smallest parameters of a part for which something is claimed and the gap is not 0.
    fn on_part(
        &self,
        part: &Part,
        stop: &CancellationToken,
        gap: Gap,
    ) -> Result<Option<Vec<Integer>>, Obstacle> {
        let Some(mut region) = part.region(stop)? else { return Ok(None) };
        let mut reader = FormulaReader::new(&self.names, part, &mut region);
        let mut gap = gap(&mut reader);
        if let Ok(gap) = &gap
            && part.annuls(gap, reader.region)?
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
            Err(Obstacle::Beyond(reason)) => match gap {
                Err(Obstacle::Split(split)) => Err(Obstacle::Split(split)),
                _ => Err(Obstacle::Beyond(reason)),
            },
            Err(obstacle) => Err(obstacle),
        }
    }
}

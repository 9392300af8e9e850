//! Conditions about more than one assignment at once.

use super::{Condition, Expression, Formula, Proposition, Relation, Sign};

impl Condition {
    /// The truth value, given an answer to every question "is this formula at least 0?" that
    /// comes up; each formula is a difference of two sides of a comparison.
    ///
    /// ```
    /// use grundy_language::formula::{Condition, Formula};
    /// let condition = Condition::parse("n > 2 and n != 5", 0).unwrap();
    /// let at = [('n', 4.into())];
    /// let mut at_least_zero = |formula: &Formula| Ok(formula.value(&at)? >= Default::default());
    /// assert_eq!(condition.decide(&mut at_least_zero), condition.holds(&at));
    /// ```
    ///
    /// # Errors
    /// The first question without an answer ends it.
    pub fn decide<E>(
        &self,
        at_least_zero: &mut dyn FnMut(&Formula) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let mut at_least = |greater: &Expression, less: &Expression| {
            let terms = vec![(Sign::Plus, greater.clone()), (Sign::Minus, less.clone())];
            let variables = self.variables.clone();
            at_least_zero(&Formula { root: Expression::Sum(terms), variables })
        };
        self.root.decide(&mut |left, relation, right| {
            Ok(match relation {
                Relation::AtLeast => at_least(left, right)?,
                Relation::AtMost => at_least(right, left)?,
                Relation::Above => !at_least(right, left)?,
                Relation::Below => !at_least(left, right)?,
                Relation::Equal => at_least(left, right)? && at_least(right, left)?,
                Relation::NotEqual => !(at_least(left, right)? && at_least(right, left)?),
            })
        })
    }
}

/// An answer to whether two sides of a comparison are so related.
type Compare<'c, E> = dyn FnMut(&Expression, Relation, &Expression) -> Result<bool, E> + 'c;

impl Proposition {
    /// The truth value, given that of each single comparison that comes up; what is decided already asks
    /// for no more.
    pub(super) fn decide<E>(&self, compare: &mut Compare<'_, E>) -> Result<bool, E> {
        let joined = |all: &[Self], decisive: bool, compare: &mut Compare<'_, E>| {
            for one in all {
                if one.decide(compare)? == decisive {
                    return Ok(decisive);
                }
            }
            Ok(!decisive)
        };
        match self {
            Self::Compare(first, rest) => {
                let mut left = first;
                for (relation, right) in rest {
                    if !compare(left, *relation, right)? {
                        return Ok(false);
                    }
                    left = right;
                }
                Ok(true)
            }
            Self::Not(inner) => Ok(!inner.decide(compare)?),
            Self::And(all) => joined(all, false, compare),
            Self::Or(all) => joined(all, true, compare),
        }
    }
}

//! Conditions about more than one assignment at once.

use super::{Condition, Expression, Formula, Proposition, Relation, Sign};

impl Condition {
    /// The truth value, given an answer to every question "is this formula at least 0?" that
    /// comes up; each formula is a difference of two sides of a comparison.
    ///
    /// ```
    /// use grundy_core::formula::{Condition, Formula};
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
        self.part(&self.root, at_least_zero)
    }

    fn part<E>(
        &self,
        proposition: &Proposition,
        at_least_zero: &mut dyn FnMut(&Formula) -> Result<bool, E>,
    ) -> Result<bool, E> {
        match proposition {
            Proposition::Compare(first, rest) => {
                let mut left = first;
                for (relation, right) in rest {
                    let mut at_least = |greater: &Expression, less: &Expression| {
                        let terms =
                            vec![(Sign::Plus, greater.clone()), (Sign::Minus, less.clone())];
                        let variables = self.variables.clone();
                        at_least_zero(&Formula { root: Expression::Sum(terms), variables })
                    };
                    let holds = match relation {
                        Relation::AtLeast => at_least(left, right)?,
                        Relation::AtMost => at_least(right, left)?,
                        Relation::Above => !at_least(right, left)?,
                        Relation::Below => !at_least(left, right)?,
                        Relation::Equal => at_least(left, right)? && at_least(right, left)?,
                        Relation::NotEqual => !(at_least(left, right)? && at_least(right, left)?),
                    };
                    if !holds {
                        return Ok(false);
                    }
                    left = right;
                }
                Ok(true)
            }
            Proposition::Not(inner) => Ok(!self.part(inner, at_least_zero)?),
            Proposition::And(all) => {
                for one in all {
                    if !self.part(one, at_least_zero)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Proposition::Or(all) => {
                for one in all {
                    if self.part(one, at_least_zero)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }
}

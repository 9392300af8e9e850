//! From the units of a description to items: branches resolved, empty loops left out.
//!
//! Where a question depends on the value of a control variable, such as the condition of an
//! IF, the loop is cut in two at the value where the answer changes; where it depends on the
//! parameters only, it is passed on, and the case is split.

use super::case::{Ground, MOST_LOOPS, Trouble};
use super::item::{Counted, Item};
use crate::affine::Affine;
use crate::limit::Limit;
use crate::model::{Branch, Comparison, Description, Loop, Test, Unit};

/// The most parts into which one loop is cut.
const MOST_PARTS: usize = 64;

/// The items of `units`, where the variables of the description have the values `values`.
pub fn flatten(
    description: &Description,
    units: &[Unit],
    values: &[Affine],
    ground: &mut Ground,
) -> Result<Vec<Item>, Trouble> {
    let mut flattening = Flattening { description, ground };
    flattening.units(units, values, 0)
}

struct Flattening<'f> {
    description: &'f Description,
    ground: &'f mut Ground,
}

impl Flattening<'_> {
    fn units(
        &mut self,
        units: &[Unit],
        values: &[Affine],
        depth: usize,
    ) -> Result<Vec<Item>, Trouble> {
        let mut items = Vec::new();
        for unit in units {
            match unit {
                Unit::Block(id) => {
                    for word in &self.description.block(*id).words {
                        let length = word.length.substitute(values);
                        items.push(Item::Word(word.cycle.clone(), length));
                    }
                }
                Unit::Loop(head) if !self.description.has_words(&head.body) => {}
                Unit::Loop(head) => {
                    let (from, upto) = (head.from.substitute(values), head.upto.substitute(values));
                    self.counted(head, from, upto, values, depth, MOST_PARTS, &mut items)?;
                }
                Unit::Branch(branch) => {
                    if let Some(body) = self.taken(branch, values)? {
                        items.extend(self.units(body, values, depth)?);
                    }
                }
            }
        }
        Ok(items)
    }

    #[expect(clippy::too_many_arguments, reason = "the head of a loop and its surroundings")]
    fn counted(
        &mut self,
        head: &Loop,
        from: Affine,
        upto: Affine,
        values: &[Affine],
        depth: usize,
        parts: usize,
        items: &mut Vec<Item>,
    ) -> Result<(), Trouble> {
        if parts == 0 || depth >= MOST_LOOPS {
            return Err(Trouble::Limit(Limit::CaseSplits));
        }
        if !self.ground.at_least_zero(&(&upto - &from).plus(1))? {
            return Ok(());
        }
        let variable = self.ground.variables + depth;
        let Some(outside) = self.ground.enter(variable, &from, &upto)? else { return Ok(()) };
        let mut inside = values.to_vec();
        inside.push(Affine::variable(variable));
        let body = self.units(&head.body, &inside, depth + 1);
        self.ground.leave(outside);
        match body {
            Ok(body) => {
                items.push(Item::Loop(Box::new(Counted { variable, from, upto, body })));
                Ok(())
            }
            Err(Trouble::Sign(form)) if form.coefficients().len() == variable + 1 => {
                let coefficient = form.coefficient(variable).clone();
                if !coefficient.abs().is_one() {
                    return Err(Trouble::Silent(
                        "a question about a multiple of a control variable",
                    ));
                }
                let mut rest = form.clone();
                rest.add_term(variable, &-&coefficient);
                // The form v + g is at least 0 from v = -g on, the form g - v up to v = g.
                let change = if coefficient.is_negative() { rest.plus(1) } else { -&rest };
                let below = change.clone().plus(-1);
                // The change may lie outside the range for some values of outer variables.
                let first = self.ground.at_least_zero(&(&below - &from).plus(1))?;
                let second = self.ground.at_least_zero(&(&upto - &change).plus(1))?;
                if !first || !second {
                    return Err(Trouble::Limit(Limit::CaseSplits));
                }
                self.counted(head, from, below, values, depth, parts - 1, items)?;
                self.counted(head, change, upto, values, depth, parts - 1, items)
            }
            Err(trouble) => Err(trouble),
        }
    }

    fn taken<'b>(
        &mut self,
        branch: &'b Branch,
        values: &[Affine],
    ) -> Result<Option<&'b [Unit]>, Trouble> {
        for arm in &branch.arms {
            let taken = match &arm.condition {
                Some(test) => self.holds(test, values)?,
                None => true,
            };
            if taken {
                return Ok(Some(&arm.body));
            }
        }
        Ok(None)
    }

    fn holds(&mut self, test: &Test, values: &[Affine]) -> Result<bool, Trouble> {
        let difference = test.difference.substitute(values);
        let opposite = -&difference;
        let mut at_least = |form: &Affine| self.ground.at_least_zero(form);
        Ok(match test.comparison {
            Comparison::AtLeast => at_least(&difference)?,
            Comparison::AtMost => at_least(&opposite)?,
            Comparison::Equal => at_least(&difference)? && at_least(&opposite)?,
            Comparison::NotEqual => !(at_least(&difference)? && at_least(&opposite)?),
        })
    }
}

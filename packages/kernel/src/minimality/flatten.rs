//! From the units of a description to items: the certificate says which arms are taken, which
//! loops are skipped, and where a loop is cut in two because the answer changes there.

use super::context::Replayer;
use super::item::{Counted, Item, MOST_LOOPS};
use super::lists::StepError;
use crate::affine::{Affine, Constraint, Relation};
use crate::model::{Branch, Description, Loop, Unit, Value, arm_cases};
use crate::proof::theorem::Step;
use std::collections::HashMap;
use std::sync::Arc;

/// The most words and loops: a loop that is cut in parts is copied for each.
const MOST_ITEMS: usize = 1 << 22;

/// The units of a description as items.
pub(super) struct Flattening<'f, T> {
    pub description: &'f Description,
    /// Does every value above 0 count as 1?
    pub outcomes: bool,
    /// The number of variables of the case.
    pub variables: usize,
    pub reader: &'f mut T,
    /// The lengths of the words so far, and what they became.
    ///
    /// Each variable becomes the same form in all words: a parameter becomes what it is in the case, and the variable
    /// of a loop becomes the one whose number is the number of variables of the case and of loops around it.
    pub lengths: HashMap<Arc<Affine>, Arc<Affine>>,
    /// The number of words and loops so far.
    pub count: usize,
}

impl<T: Replayer> Flattening<'_, T> {
    /// The items of these units, where the variables of the description have these values, inside this number of loops.
    pub(super) fn units(
        &mut self,
        units: &[Unit],
        values: &[Affine],
        depth: usize,
    ) -> Result<Vec<Item>, T::Error> {
        let mut items = Vec::new();
        for unit in units {
            match unit {
                Unit::Block(id) => {
                    for word in &self.description.block(*id).words {
                        let value = |value: &Value| {
                            if self.outcomes { Value(value.0.min(1)) } else { *value }
                        };
                        let cycle = word.cycle.iter().map(value).collect();
                        self.one_more()?;
                        items.push(Item::Word(cycle, self.length(&word.length, values)));
                    }
                }
                Unit::Loop(head) if !self.description.has_words(&head.body) => {}
                Unit::Loop(head) => {
                    let range = (head.from.substitute(values), head.upto.substitute(values));
                    self.counted(head, range, values, depth, &mut items)?;
                }
                Unit::Branch(branch) => items.extend(self.branch(branch, values, depth)?),
                Unit::StateLoop(_) => Err(StepError("a loop with a state is no list"))?,
            }
        }
        Ok(items)
    }

    fn one_more(&mut self) -> Result<(), StepError> {
        self.count += 1;
        if self.count <= MOST_ITEMS { Ok(()) } else { Err(StepError("the lists become too long")) }
    }

    fn length(&mut self, length: &Arc<Affine>, values: &[Affine]) -> Arc<Affine> {
        match self.lengths.get(length) {
            Some(known) => Arc::clone(known),
            None => {
                let value = Arc::new(length.substitute(values));
                self.lengths.insert(Arc::clone(length), Arc::clone(&value));
                value
            }
        }
    }

    fn counted(
        &mut self,
        head: &Loop,
        range: (Affine, Affine),
        values: &[Affine],
        depth: usize,
        items: &mut Vec<Item>,
    ) -> Result<(), T::Error> {
        let variable = self.variables + depth;
        let mut ranges = vec![range];
        while let Some((from, upto)) = ranges.pop() {
            match self.reader.next()? {
                Step::Skipped => self.reader.need(&(&from - &upto).plus(-1))?,
                Step::Parts(at) if at.coefficients().len() <= variable => {
                    self.reader.need(&(&at - &from))?;
                    self.reader.need(&(&upto - &at).plus(1))?;
                    ranges.push((at.clone(), upto));
                    ranges.push((from, at.plus(-1)));
                }
                Step::Runs if depth < MOST_LOOPS => {
                    self.reader.need(&(&upto - &from).plus(1))?;
                    let value = Affine::variable(variable);
                    let inside =
                        [Constraint::at_least(&value, &from), Constraint::at_least(&upto, &value)];
                    if self.reader.enter(&inside)? {
                        let values = [values, &[value]].concat();
                        let body = self.units(&head.body, &values, depth + 1);
                        self.reader.leave();
                        self.one_more()?;
                        let head = Counted { variable, from, upto, body: body? };
                        items.push(Item::Loop(Box::new(head)));
                    }
                }
                _ => return Err(StepError("how often the loop runs was expected").into()),
            }
        }
        Ok(())
    }

    fn branch(
        &mut self,
        branch: &Branch,
        values: &[Affine],
        depth: usize,
    ) -> Result<Vec<Item>, T::Error> {
        let Step::Arm(arm, alternatives) = self.reader.next()? else {
            return Err(StepError("the arm of a branch was expected").into());
        };
        let cases = arm_cases(&branch.arms);
        let conditions = cases.get(arm).ok_or(StepError("no such arm"))?;
        if conditions.len() != alternatives.len() {
            return Err(StepError("another number of conditions").into());
        }
        for (one_of, choice) in conditions.iter().zip(alternatives) {
            let holds = one_of.get(choice).ok_or(StepError("no such alternative"))?;
            let form = holds.form.substitute(values);
            self.reader.need(&form)?;
            if holds.relation == Relation::Zero {
                self.reader.need(&-&form)?;
            }
        }
        match branch.arms.get(arm) {
            Some(arm) => self.units(&arm.body, values, depth),
            None => Ok(Vec::new()),
        }
    }
}

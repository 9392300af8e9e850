//! From the units of a description to items: branches resolved, empty loops left out.
//!
//! Where a question depends on the value of a control variable, such as the condition of an IF, the loop is cut in two
//! at the value where the answer changes; where it depends only on the parameters, it is passed on, and the case is
//! split.

use super::case::{Context, ContextError};
use super::projection::divided;
use crate::Integer;
use crate::affine::{Affine, Relation};
use crate::limit::Limit;
use crate::minimality::item::MOST_LOOPS;
use crate::minimality::item::{Counted, Item};
use crate::model::{Branch, Comparison, Description, Loop, Test, Unit, Value, arm_cases};
use crate::proof::theorem::Step;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The most parts into which one loop is cut.
const MOST_PARTS: usize = 64;

/// The items of `units`, where the variables of the description have the values `values`; with
/// `outcomes` every value above 0 counts as 1.  What was decided is added to the steps.
pub(super) fn flatten(
    description: &Description,
    outcomes: bool,
    units: &[Unit],
    values: &[Affine],
    context: &mut Context,
    steps: &mut Vec<Step>,
) -> Result<Vec<Item>, ContextError> {
    let lengths = FxHashMap::default();
    let mut flattening = Flattening { description, outcomes, context, steps, lengths };
    flattening.units(units, values, 0)
}

/// The depth to which the loops of a description that are entered are nested.
pub(super) fn loops(description: &Description) -> usize {
    fn deepest(units: &[Unit]) -> usize {
        let of = |unit: &Unit| match unit {
            Unit::Block(_) => 0,
            Unit::Loop(head) => 1 + deepest(&head.body),
            Unit::Branch(branch) => {
                branch.arms.iter().map(|arm| deepest(&arm.body)).max().unwrap_or(0)
            }
            // It is never entered.
            Unit::StateLoop(_) => 0,
        };
        units.iter().map(of).max().unwrap_or(0)
    }
    deepest(&description.preperiod).max(deepest(&description.period)).min(MOST_LOOPS)
}

/// What the lists of a description are made with.
pub(super) struct Flattening<'f> {
    /// The description.
    pub description: &'f Description,
    /// Does every value above 0 count as 1?
    pub outcomes: bool,
    /// What is decided throughout.
    pub context: &'f mut Context,
    /// The steps, to which decisions are added.
    pub steps: &'f mut Vec<Step>,
    /// The lengths of words so far, and what they became: each variable becomes the same form in all words.
    pub lengths: FxHashMap<Arc<Affine>, Arc<Affine>>,
}

impl Flattening<'_> {
    /// The items of units inside this number of loops, where the variables of the description have these values.
    pub(super) fn units(
        &mut self,
        units: &[Unit],
        values: &[Affine],
        depth: usize,
    ) -> Result<Vec<Item>, ContextError> {
        let mut items = Vec::new();
        for unit in units {
            match unit {
                Unit::Block(id) => {
                    for word in &self.description.block(*id).words {
                        let value =
                            |it: &Value| if self.outcomes { Value(it.0.min(1)) } else { *it };
                        let cycle = word.cycle.iter().map(value).collect();
                        items.push(Item::Word(cycle, self.length(&word.length, values)));
                    }
                }
                Unit::Loop(head) => {
                    let bounds = (head.from.substitute(values), head.upto.substitute(values));
                    items.extend(self.passes(head, bounds, values, depth)?);
                }
                Unit::Branch(branch) => {
                    if let Some(body) = self.taken(branch, values)? {
                        items.extend(self.units(body, values, depth)?);
                    }
                }
                Unit::StateLoop(_) => {
                    return Err(ContextError::Unsupported("a loop with a state".into()));
                }
            }
        }
        Ok(items)
    }

    fn length(&mut self, length: &Arc<Affine>, values: &[Affine]) -> Arc<Affine> {
        if let Some(known) = self.lengths.get(length) {
            return Arc::clone(known);
        }
        let value = Arc::new(length.substitute(values));
        self.lengths.insert(Arc::clone(length), Arc::clone(&value));
        value
    }

    /// The items of the passes through a loop, from one value of its control variable to another.
    pub(super) fn passes(
        &mut self,
        head: &Loop,
        (from, upto): (Affine, Affine),
        values: &[Affine],
        depth: usize,
    ) -> Result<Vec<Item>, ContextError> {
        let mut items = Vec::new();
        if self.description.has_words(&head.body) {
            self.counted(head, from, upto, values, depth, MOST_PARTS, &mut items)?;
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
    ) -> Result<(), ContextError> {
        if parts == 0 || depth >= MOST_LOOPS {
            return Err(ContextError::Limit(Limit::CASE_SPLITS));
        }
        if !self.context.at_least_zero(&(&upto - &from).plus(1))? {
            self.steps.push(Step::Skipped);
            return Ok(());
        }
        let known = self.steps.len();
        self.steps.push(Step::Runs);
        let variable = self.context.variables + depth;
        let Some(outside) = self.context.enter(variable, &from, &upto)? else { return Ok(()) };
        let mut inside = values.to_vec();
        inside.push(Affine::variable(variable));
        let body = self.units(&head.body, &inside, depth + 1);
        self.context.leave(outside);
        match body {
            Ok(body) => {
                items.push(Item::Loop(Box::new(Counted { variable, from, upto, body })));
                Ok(())
            }
            Err(ContextError::Sign(form)) if form.coefficients().len() == variable + 1 => {
                self.steps.truncate(known);
                let change = self.change(&form, variable)?;
                let below = change.clone().plus(-1);
                // The change may be outside the range for some values of outer variables.
                let first = self.context.at_least_zero(&(&below - &from).plus(1))?;
                let second = self.context.at_least_zero(&(&upto - &change).plus(1))?;
                if !first || !second {
                    return Err(ContextError::Limit(Limit::CASE_SPLITS));
                }
                self.steps.push(Step::Parts(change.clone()));
                self.counted(head, from, below, values, depth, parts - 1, items)?;
                self.counted(head, change, upto, values, depth, parts - 1, items)
            }
            Err(trouble) => Err(trouble),
        }
    }

    /// The value of the variable at which the sign of the form changes: the form is at least 0 from there on, or before
    /// it.
    fn change(&mut self, form: &Affine, variable: usize) -> Result<Affine, ContextError> {
        let coefficient = form.coefficient(variable).clone();
        let mut rest = form.clone();
        rest.add_term(variable, &-&coefficient);
        // The form is c v + c q + r or -c v + c q + r, with 0 <= r < c: at least 0 from v = -q
        // on, or up to v = q.
        let modulus = coefficient.abs();
        let small = modulus.to::<usize>();
        let outside = rest.coefficients().len() > self.context.variables;
        let silent = ContextError::Unsupported(
            "a multiple of a control variable compared with another one".into(),
        );
        let (Some(small), false) = (small, outside && !modulus.is_one()) else {
            return Err(silent);
        };
        let residue = self.context.residue(&rest, small)?;
        let multiple = rest.plus(-Integer::from(residue));
        let quotient = divided(&multiple, &modulus);
        if quotient.times(&modulus) != multiple {
            return Err(silent);
        }
        Ok(if coefficient.is_negative() { quotient.plus(1) } else { -&quotient })
    }

    fn taken<'b>(
        &mut self,
        branch: &'b Branch,
        values: &[Affine],
    ) -> Result<Option<&'b [Unit]>, ContextError> {
        for (index, arm) in branch.arms.iter().enumerate() {
            let taken = match &arm.condition {
                Some(test) => self.holds(test, values)?,
                None => true,
            };
            if taken {
                self.arm(branch, index, values)?;
                return Ok(Some(&arm.body));
            }
        }
        self.arm(branch, branch.arms.len(), values)?;
        Ok(None)
    }

    /// Notes why this arm is taken: for each of its conditions, an alternative that holds throughout.
    fn arm(
        &mut self,
        branch: &Branch,
        index: usize,
        values: &[Affine],
    ) -> Result<(), ContextError> {
        let mut alternatives = Vec::new();
        for one_of in &arm_cases(&branch.arms)[index] {
            let mut holds = None;
            for (number, each) in one_of.iter().enumerate() {
                let form = each.form.substitute(values);
                let equation = each.relation == Relation::Zero;
                if self.context.always(&form)? && (!equation || self.context.always(&-&form)?) {
                    holds = Some(number);
                    break;
                }
            }
            let why = "a condition that does not hold in one of its ways throughout";
            alternatives.push(holds.ok_or(ContextError::Unsupported(why.into()))?);
        }
        self.steps.push(Step::Arm(index, alternatives));
        Ok(())
    }

    fn holds(&mut self, test: &Test, values: &[Affine]) -> Result<bool, ContextError> {
        let difference = test.difference.substitute(values);
        let opposite = -&difference;
        let mut at_least = |form: &Affine| self.context.at_least_zero(form);
        Ok(match test.comparison {
            Comparison::AtLeast => at_least(&difference)?,
            Comparison::AtMost => at_least(&opposite)?,
            Comparison::Equal => at_least(&difference)? && at_least(&opposite)?,
            Comparison::NotEqual => !(at_least(&difference)? && at_least(&opposite)?),
        })
    }
}

#![doc = include_str!("rules.md")]

mod copies;
mod cut;
mod distinct;
mod endless;
mod letters;
pub(crate) mod part;
mod quotients;

use crate::affine::Constraint;
use crate::model::{Condition, Description, Parameter, Unit, Value};
use cut::Cutter;
use quotients::Quotients;

/// The description with fewer and longer words in the same order, if loops that repeat letters, or that sometimes write
/// nothing, can be read off.  For all parameters, each part of it and each pass through the endless loop has the same
/// values as before.
pub fn shorter(description: &Description) -> Option<Description> {
    let may_repeat = |units| may_repeat_letters(description, units);
    let may_change = may_repeat(&description.preperiod) || may_repeat(&description.period);
    if !may_change {
        return None;
    }
    let preperiod = part::parts(description, &description.preperiod)?;
    let period = part::parts(description, &description.period)?;
    let mut cutter =
        Cutter::new(part::size(&preperiod) + part::size(&period), Quotients::default());
    let (preperiod, period) = (cutter.parts(preperiod), cutter.parts(period));
    if !cutter.changed {
        return None;
    }
    let period = (!description.is_piece()).then_some(period);
    Some(part::description(description, preperiod, period))
}

/// The description with fewer loops, and with additional parameters after the others: quotients at which loops are cut,
/// if tests of control variables ask for some.  What is known of the quotients comes after the other conditions.
///
/// For all values of the other parameters there is exactly one value of each quotient, and with these values each part
/// of the description, and each pass through the endless loop, has the same values as before.
pub fn with_quotients(description: &Description) -> Option<Description> {
    if description.is_piece() {
        return None;
    }
    let first = description.parameters.len();
    let preperiod = part::parts(description, &description.preperiod)?;
    let period = part::parts(description, &description.period)?;
    let quotients = Quotients::of(&[&preperiod, &period], first);
    let count = quotients.count();
    if count == 0 {
        return None;
    }
    let mut result = description.clone();
    let span = part::span(&period);
    for _ in 0..count {
        let name = part::free_name(&result);
        result.parameters.push(Parameter { name, span });
    }
    let conditions = quotients.conditions().map(|constraint| Condition { constraint, span });
    result.conditions.extend(conditions);
    let mut cutter = Cutter::new(part::size(&preperiod) + part::size(&period), quotients);
    let [preperiod, period] =
        [preperiod, period].map(|parts| cutter.parts(part::raised(&parts, first, count)));
    cutter.changed.then(|| part::description(&result, preperiod, Some(period)))
}

/// What is known of the quotients that [`with_quotients`] has put into a description.
pub fn of_quotients(description: &Description, passes: &Description) -> Vec<Constraint> {
    let added = passes.conditions.iter().skip(description.conditions.len());
    added.map(|each| each.constraint.clone()).collect()
}

/// The description with a shorter endless loop, if that repeats letters or another list, or with less before it, if
/// what precedes it ends with copies of it, provided that **its endless loop is not empty**.
///
/// There may be one more parameter, after the others: for all values of those there are values of it, and for each of
/// them the sequence is the same as before.
pub fn endless(description: &Description) -> Option<Description> {
    endless::endless(description)
}

/// As [`shorter`] writes it; and as [`endless`] does, with the same parameters, if less then precedes the endless loop,
/// provided that **that loop is not empty**.
pub fn with_the_same_parameters(description: &Description) -> Option<Description> {
    let shorter = shorter(description);
    endless::without_parameter(shorter.as_ref().unwrap_or(description)).or(shorter)
}

/// Is there a loop whose body contains words of non-constant length only inside loops and branches?
fn may_repeat_letters(description: &Description, units: &[Unit]) -> bool {
    let is_fixed = |unit: &Unit| match unit {
        Unit::Block(id) => {
            description.block(*id).words.iter().all(|word| word.length.is_constant())
        }
        Unit::Loop(_) | Unit::Branch(_) | Unit::StateLoop(_) => true,
    };
    let deeper = |units: &[Unit]| may_repeat_letters(description, units);
    units.iter().any(|unit| match unit {
        Unit::Block(_) | Unit::StateLoop(_) => false,
        Unit::Loop(head) => head.body.iter().all(is_fixed) || deeper(&head.body),
        Unit::Branch(branch) => branch.arms.iter().any(|arm| deeper(&arm.body)),
    })
}

/// The shortest word that this one is a power of.
pub fn primitive(cycle: &[Value]) -> &[Value] {
    let divides = |length: &usize| cycle.len().is_multiple_of(*length);
    let repeats = |length: &usize| cycle.iter().zip(&cycle[*length..]).all(|(a, b)| a == b);
    let length = (1..=cycle.len()).find(|length| divides(length) && repeats(length));
    &cycle[..length.unwrap_or(cycle.len())]
}

#![doc = include_str!("rules.md")]

mod copies;
mod cut;
mod endless;
mod letters;
mod part;

use crate::model::{Description, Unit, Value};
use cut::{Cutter, TooLong};

/// The most words of a description that is written in another way.
const MOST_WORDS: usize = 1 << 16;

/// The description with fewer and longer words in the same order, if loops that repeat letters, or
/// that write nothing at times, can be read off; for all parameters each part of it, and each pass
/// through the endless loop, has the same values as before.
pub fn shorter(description: &Description) -> Option<Description> {
    let may_repeat = |units| may_repeat_letters(description, units);
    let may_change = may_repeat(&description.preperiod) || may_repeat(&description.period);
    if !may_change || is_too_long(description) {
        return None;
    }
    let mut cutter = Cutter::default();
    let mut units = |units: &[Unit]| cutter.parts(part::parts(description, units));
    let both: Result<_, TooLong> =
        units(&description.preperiod).and_then(|it| Ok((it, units(&description.period)?)));
    let (preperiod, period) = both.ok().filter(|_| cutter.changed)?;
    let period = (!description.is_piece()).then_some(period);
    Some(part::description(description, preperiod, period))
}

/// The description with a shorter endless loop, if that repeats letters or another list, or with less
/// before it, if that ends with copies of it, provided that **its endless loop is not empty**.
///
/// There may be a parameter more, behind the others: for all values of those there is one of it, and
/// whichever it is, the sequence is the same as before.
pub fn endless(description: &Description) -> Option<Description> {
    if is_too_long(description) { None } else { endless::endless(description) }
}

/// As [`shorter`] writes it; and as [`endless`] does, with the same parameters, where less stands
/// before the endless loop then, provided that **that loop is not empty**.
pub fn with_the_same_parameters(description: &Description) -> Option<Description> {
    let shorter = shorter(description);
    let of = shorter.as_ref().unwrap_or(description);
    let once = if is_too_long(of) { None } else { endless::without_parameter(of) };
    once.or(shorter)
}

fn is_too_long(description: &Description) -> bool {
    description.blocks.iter().map(|block| block.words.len()).sum::<usize>() > MOST_WORDS
}

/// Is there a loop in whose body only loops and branches may have words of other lengths than
/// numbers?
fn may_repeat_letters(description: &Description, units: &[Unit]) -> bool {
    let is_fixed = |unit: &Unit| match unit {
        Unit::Block(id) => {
            description.block(*id).words.iter().all(|word| word.length.is_constant())
        }
        Unit::Loop(_) | Unit::Branch(_) => true,
    };
    let deeper = |units: &[Unit]| may_repeat_letters(description, units);
    units.iter().any(|unit| match unit {
        Unit::Block(_) => false,
        Unit::Loop(head) => head.body.iter().all(is_fixed) || deeper(&head.body),
        Unit::Branch(branch) => branch.arms.iter().any(|arm| deeper(&arm.body)),
    })
}

/// The shortest word of which this one is a power.
pub fn primitive(cycle: &[Value]) -> &[Value] {
    let divides = |length: &usize| cycle.len().is_multiple_of(*length);
    let repeats = |length: &usize| cycle.iter().zip(&cycle[*length..]).all(|(a, b)| a == b);
    let length = (1..=cycle.len()).find(|length| divides(length) && repeats(length));
    &cycle[..length.unwrap_or(cycle.len())]
}

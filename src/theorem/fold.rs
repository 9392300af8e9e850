//! Items in tidy form: neighbours joined to one word where they are one, and the smallest list
//! that an endless loop repeats.
//!
//! Running example: the outcomes `<-+++>(4n-4) - +(3) - +(3) <-+++>(4n-4)` are the one word
//! `<-+++>(8n)`, and repeated for ever that is `-+++` for ever.

use super::case::{Ground, MOST_LOOPS, Trouble};
use super::item::{Counted, Item};
use crate::affine::Affine;
use crate::limit::Limit;
use crate::model::Value;

/// The most letters of a word of constant length that are looked at one by one.
const MOST_LETTERS: i64 = 64;

/// What an endless loop repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Root {
    /// This cycle, which is no power of a shorter one.
    Cycle(Vec<Value>),
    /// This list.
    Items(Vec<Item>),
}

/// The shortest word of which this one is a power.
pub fn primitive(cycle: &[Value]) -> &[Value] {
    let divides = |length: &usize| cycle.len().is_multiple_of(*length);
    let repeats = |length: &usize| cycle.iter().zip(&cycle[*length..]).all(|(a, b)| a == b);
    let length = (1..=cycle.len()).find(|length| divides(length) && repeats(length));
    &cycle[..length.unwrap_or(cycle.len())]
}

/// The list in tidy form; with `outcomes` every value above 0 counts as 1.
///
/// # Errors
/// When a limit is reached.
pub fn tidy(items: &[Item], outcomes: bool, ground: &mut Ground) -> Result<Vec<Item>, Limit> {
    let mut result = Vec::new();
    for item in items {
        match item {
            Item::Word(cycle, length) => {
                let value = |value: &Value| if outcomes { Value(value.0.min(1)) } else { *value };
                let cycle: Vec<_> = cycle.iter().map(value).collect();
                append(word(&cycle, length), &mut result, ground)?;
            }
            Item::Loop(head) => {
                let body = tidy(&head.body, outcomes, ground)?;
                let head = Counted { body, ..(**head).clone() };
                let count = (&head.upto - &head.from).plus(1);
                if head.body.is_empty() || count.is_zero() {
                    continue;
                }
                if (&head.upto - &head.from).is_zero() {
                    for item in head.iteration(&head.from) {
                        append(item, &mut result, ground)?;
                    }
                } else if let Some(word) = power(&head, &count, ground)? {
                    append(word, &mut result, ground)?;
                } else {
                    result.push(Item::Loop(Box::new(head)));
                }
            }
        }
    }
    Ok(result)
}

/// A word whose cycle is as short as can be.
fn word(cycle: &[Value], length: &Affine) -> Item {
    let letters = constant(length).and_then(|length| usize::try_from(length).ok());
    let shown = letters.filter(|length| (1..cycle.len()).contains(length)).unwrap_or(cycle.len());
    Item::Word(primitive(&cycle[..shown]).to_vec(), length.clone())
}

fn constant(length: &Affine) -> Option<i64> {
    length.is_constant().then(|| length.constant_term().to_i64()).flatten()
}

/// A loop that repeats one word whole, as a word.
fn power(head: &Counted, count: &Affine, ground: &mut Ground) -> Result<Option<Item>, Limit> {
    let [Item::Word(cycle, length)] = head.body.as_slice() else { return Ok(None) };
    if !head.is_power() || known_residue(ground, length, cycle.len())? != Some(0) {
        return Ok(None);
    }
    let total = if length.is_constant() {
        count.times(length.constant_term())
    } else if count.is_constant() {
        length.times(count.constant_term())
    } else {
        return Ok(None);
    };
    Ok(Some(Item::Word(cycle.clone(), total)))
}

fn known_residue(
    ground: &mut Ground,
    form: &Affine,
    modulus: usize,
) -> Result<Option<usize>, Limit> {
    match ground.residue(form, modulus) {
        Ok(residue) => Ok(Some(residue)),
        Err(Trouble::Limit(limit)) => Err(limit),
        Err(_) => Ok(None),
    }
}

/// Adds an item behind a tidy list, joined with the last ones where that is possible.
fn append(item: Item, list: &mut Vec<Item>, ground: &mut Ground) -> Result<(), Limit> {
    let mut item = item;
    if let Item::Word(_, length) = &item
        && matches!(ground.at_least_zero(&length.clone().plus(-1)), Ok(false))
    {
        return Ok(());
    }
    while let Some(last) = list.last()
        && let Some(joined) = join(last, &item, ground)?
    {
        list.pop();
        item = joined;
    }
    list.push(item);
    Ok(())
}

/// Two words as one, if they are.
fn join(left: &Item, right: &Item, ground: &mut Ground) -> Result<Option<Item>, Limit> {
    let (Item::Word(c, a), Item::Word(d, b)) = (left, right) else { return Ok(None) };
    let total = a + b;
    if let Some(phase) = known_residue(ground, a, c.len())? {
        let mut onward = c.clone();
        onward.rotate_left(phase);
        if onward == *d || letters(d, b).is_some_and(|letters| continues(&onward, &letters)) {
            return Ok(Some(Item::Word(c.clone(), total)));
        }
    }
    if let Some(letters) = letters(c, a) {
        let mut earlier = d.clone();
        earlier.rotate_right(letters.len() % d.len());
        if continues(&earlier, &letters) {
            return Ok(Some(Item::Word(earlier, total)));
        }
    }
    Ok(None)
}

/// The letters of a word of constant length.
fn letters(cycle: &[Value], length: &Affine) -> Option<Vec<Value>> {
    let length = constant(length).filter(|length| (1..=MOST_LETTERS).contains(length))?;
    Some(cycle.iter().copied().cycle().take(usize::try_from(length).ok()?).collect())
}

fn continues(cycle: &[Value], letters: &[Value]) -> bool {
    letters.iter().zip(cycle.iter().cycle()).all(|(a, b)| a == b)
}

/// Turns an endless loop forward past its first word where that joins with the last: the
/// sequence P (F R)(F R)... is P F (R F)(R F)...
///
/// # Errors
/// When a limit is reached.
pub fn turn(
    before: &mut Vec<Item>,
    body: &mut Vec<Item>,
    ground: &mut Ground,
) -> Result<(), Limit> {
    if let [first, .., last] = body.as_slice()
        && let Some(joined) = join(last, first, ground)?
    {
        append(body.remove(0), before, ground)?;
        body.pop();
        append(joined, body, ground)?;
    }
    Ok(())
}

/// The smallest list whose endless repetition is that of the tidy list `body`, as far as its
/// structure shows.
///
/// # Errors
/// When a limit is reached.
pub fn root(body: &[Item], ground: &mut Ground) -> Result<Root, Limit> {
    if let [Item::Word(cycle, length)] = body
        && known_residue(ground, length, cycle.len())? == Some(0)
    {
        return Ok(Root::Cycle(cycle.clone()));
    }
    let first = body.first().and_then(|item| match item {
        Item::Loop(head) if head.is_power() => Some(head.iteration(&Affine::zero())),
        _ => None,
    });
    let prefixes = (1..body.len()).map(|count| body[..count].to_vec());
    let root = first.into_iter().chain(prefixes).find(|root| is_power_of(body, root));
    match root {
        Some(smaller) if smaller.as_slice() != body => self::root(&smaller, ground),
        _ => Ok(Root::Items(body.to_vec())),
    }
}

/// Is the list one of copies of `root`, and of loops that repeat it?
pub fn is_power_of(list: &[Item], root: &[Item]) -> bool {
    let mut rest = list;
    while let Some(first) = rest.first() {
        rest = match (rest.strip_prefix(root), first) {
            (Some(rest), _) => rest,
            (None, Item::Loop(head)) if repeats(head, root) => &rest[1..],
            _ => return false,
        };
    }
    true
}

/// Is every iteration of the loop one of copies of `root`?
pub fn repeats(head: &Counted, root: &[Item]) -> bool {
    // With a variable that no root has in place of its own, only what does not depend on the
    // loop can be equal to the root; how often inner loops run may depend on it.
    let foreign = Affine::variable(head.variable + MOST_LOOPS);
    is_power_of(&head.iteration(&foreign), root)
}

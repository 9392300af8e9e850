//! How far an endless loop can be turned backwards into the part before it.
//!
//! Let A be the part before the loop, Q its length, and B the endless repetition of the body
//! that ends where A ends.  Then S(x) = S(x + p) for a position x = Q - t of A exactly if the
//! letters t before the end of A and of B agree.  So the least preperiod is Q - T, where T is
//! the number of letters at the end that agree before the first one that does not, or 0 if
//! all of A agrees.
//!
//! A and B are compared item by item from the end.  Equal pieces are removed from both: the common part of two words,
//! the common iterations of two loops with the same body; of any other loop the last iteration is spelled out.  A loop
//! that repeats the body in another phase would be spelled out iteration by iteration, so the body is first turned into
//! its phase.  Each step is exact throughout the case, or asks for the case to be split.

use super::case::{Context, ContextError};
use super::fold;
use super::rewriting::Work;
use crate::affine::Affine;
use crate::limit::Limit;
use crate::minimality::item::Item;
use crate::minimality::item::{repeats, values};
use crate::minimality::rewrite::{constant, turned};
use crate::model::Value;
use crate::proof::theorem::{Change, List, Step};

/// The base number of steps of a comparison, and the number added for each item that is compared.
const MOST_STEPS: usize = 2000;
const STEPS_FOR_EACH: usize = 4;

/// The most letters for which two cycles are compared.
const MOST_LETTERS: usize = 1 << 16;

/// Removes what the loop repeats from the part before the loop: the length of the rest is the least preperiod.
///
/// # Errors
/// When the case must be split, or a limit is reached.
pub(super) fn least(work: &mut Work<'_>) -> Result<(), ContextError> {
    fold::align(work)?;
    for _ in 0..MOST_STEPS + STEPS_FOR_EACH * work.lists.before.len() {
        if work.lists.before.is_empty() {
            work.step(Step::Ends)?;
        }
        if work.lists.ended {
            return Ok(());
        }
        if continues(work)? {
            work.step(Step::Spell(List::Body))?;
        }
        if work.lists.cycle().is_some() {
            against_cycle(work)?;
        } else if work.lists.is_empty(List::Rest) {
            let copies = match work.lists.before.last() {
                Some(Item::Loop(head)) => repeats(head, work.lists.body.list()),
                _ => false,
            };
            work.step(if copies { Step::Copies } else { Step::Again })?;
        } else {
            against_items(work)?;
        }
    }
    Err(ContextError::Limit(Limit::CASE_SPLITS))
}

/// Is B a list of words of constant lengths that continues the last word of A, whose length is not constant?  Compared item
/// by item, it would take off one copy of B after another.
fn continues(work: &mut Work<'_>) -> Result<bool, ContextError> {
    let Some(Item::Word(own, length)) = work.lists.before.last() else { return Ok(false) };
    let fixed = |item: &Item| matches!(item, Item::Word(_, length) if length.is_constant());
    let body = &work.lists.body;
    let is_short = length.is_constant() || own.len() < 2 || body.len() < 2;
    if is_short || !work.lists.is_empty(List::Rest) || !body.iter().all(fixed) {
        return Ok(false);
    }
    let (own, length) = (own.clone(), Affine::clone(length));
    let letters = values(work.lists.body.list(), &[], own.len());
    let phase = work.context.known_residue(&length, own.len())?;
    Ok(phase
        .is_some_and(|phase| letters.is_some_and(|letters| *turned(&own, phase) == letters[..])))
}

/// Compares the last item of A with the last one of the rest of a copy of B.
fn against_items(work: &mut Work<'_>) -> Result<(), ContextError> {
    let (before, rest) = (work.lists.last(List::Before), work.lists.last(List::Rest));
    let (Some(left), Some(right)) = (before, rest) else {
        return Ok(());
    };
    match (left.clone(), right.clone()) {
        (left, right) if left == right => work.step(Step::Take),
        (Item::Loop(a), Item::Loop(b)) => {
            let shift = &b.upto - &a.upto;
            let a = a.shifted(&shift);
            if a.body != b.body {
                return spell_out(work, List::Before);
            }
            if !shift.is_zero() {
                change(work, List::Before, Change::Shift(shift))?;
            }
            if a.from == b.from {
                return work.step(Step::Take);
            }
            // The iterations of b that a also has, or the other way round.
            if work.context.at_most(&b.from, &a.from)? {
                change(work, List::Rest, Change::Cut(a.from.clone()))?;
            } else {
                change(work, List::Before, Change::Cut(b.from.clone()))?;
            }
            work.step(Step::Take)
        }
        (Item::Loop(_), _) => spell_out(work, List::Before),
        (_, Item::Loop(_)) => spell_out(work, List::Rest),
        (Item::Word(c, a), Item::Word(d, b)) => words(work, (&c, &a), (&d, &b)),
    }
}

/// A word: its cycle and its length.
type Letters<'l> = (&'l [Value], &'l Affine);

/// Removes what two words at the end have in common.
fn words(work: &mut Work<'_>, left: Letters<'_>, right: Letters<'_>) -> Result<(), ContextError> {
    let ((c, a), (d, b)) = (left, right);
    // Words with the same start are compared by their lengths only if the phases at the end
    // agree.
    let aligned = c == d && work.context.residue(&(a - b), c.len()) == Ok(0);
    let difference = match aligned {
        true => None,
        false => first_difference(left, right, few(a).min(few(b)), work.context)?,
    };
    if let Some(agreeing) = difference {
        let needed = Affine::constant(agreeing + 1);
        let long = work.context.at_most(&needed, a)?;
        if long && work.context.at_most(&needed, b)? {
            if agreeing > 0 {
                let tail = Affine::constant(agreeing);
                for (list, length) in [(List::Before, a), (List::Rest, b)] {
                    change(work, list, Change::Cut(length - &tail))?;
                }
                equal(work, &tail)?;
                work.step(Step::Take)?;
            }
            return work.step(Step::Ends);
        }
    }
    // The shorter word agrees as a whole.
    let (list, rest, common) = match work.context.at_most(a, b)? {
        true => (List::Rest, b - a, a),
        false => (List::Before, a - b, b),
    };
    if !rest.is_zero() {
        change(work, list, Change::Cut(rest))?;
    }
    equal(work, common)?;
    work.step(Step::Take)
}

/// Writes the last word of A, of this length, with the cycle of the last word of the rest.
fn equal(work: &mut Work<'_>, length: &Affine) -> Result<(), ContextError> {
    let (Some(Item::Word(c, _)), Some(Item::Word(d, _))) =
        (work.lists.last(List::Before), work.lists.last(List::Rest))
    else {
        return Ok(());
    };
    if c == d {
        return Ok(());
    }
    let cycle = d.clone();
    let letters = num_integer::lcm(c.len(), d.len());
    known(work, length, letters)?;
    change(work, List::Before, Change::Cycle(cycle))
}

/// Asks for cases in which a length that is not constant, but is known to be small, is constant.
fn known(work: &mut Work<'_>, length: &Affine, letters: usize) -> Result<(), ContextError> {
    if !length.is_constant() {
        for count in 0..letters {
            if !work.context.at_most(&Affine::constant(count + 1), length)? {
                break;
            }
        }
    }
    Ok(())
}

fn against_cycle(work: &mut Work<'_>) -> Result<(), ContextError> {
    let Some(cycle) = work.lists.cycle().map(<[Value]>::to_vec) else { return Ok(()) };
    let (letters, length) = match work.lists.before.last() {
        Some(Item::Word(letters, length)) => (letters.clone(), Affine::clone(length)),
        Some(Item::Loop(head)) => {
            if let [Item::Word(letters, length)] = head.body.as_slice()
                && **letters == *cycle
                && work.context.residue(length, cycle.len()) == Ok(0)
            {
                return work.step(Step::Copies);
            }
            return spell_out(work, List::Before);
        }
        None => return Ok(()),
    };
    let whole = Affine::constant(cycle.len());
    let (left, right) = ((&letters[..], &length), (&cycle[..], &whole));
    let difference = first_difference(left, right, few(&length), work.context)?;
    if let Some(agreeing) = difference
        && work.context.at_most(&Affine::constant(agreeing + 1), &length)?
    {
        if agreeing > 0 {
            let tail = Affine::constant(agreeing);
            change(work, List::Before, Change::Cut(&length - &tail))?;
            absorb(work, &cycle, &tail)?;
        }
        return work.step(Step::Ends);
    }
    absorb(work, &cycle, &length)
}

/// Removes a word of this length, which agrees with the cycle before it.
fn absorb(work: &mut Work<'_>, cycle: &[Value], length: &Affine) -> Result<(), ContextError> {
    let phase = work.context.residue(length, cycle.len())?;
    let earlier = turned(cycle, (cycle.len() - phase) % cycle.len());
    if let Some(Item::Word(own, _)) = work.lists.before.last()
        && *own != earlier
    {
        let letters = num_integer::lcm(own.len(), cycle.len());
        known(work, length, letters)?;
        change(work, List::Before, Change::Cycle(earlier))?;
    }
    work.step(Step::Absorb)
}

/// The letter k places before the end of a word whose length leaves the remainder `end`.
fn back(cycle: &[Value], end: usize, k: usize) -> Value {
    let count = cycle.len();
    cycle[(end + count - 1 - k % count) % count]
}

/// The length of a word, if it is constant; else the largest number.
fn few(length: &Affine) -> usize {
    constant(length).unwrap_or(usize::MAX)
}

/// The number of letters in which two words, extended without end, agree from the end on; `None` if they agree in all,
/// or in at least `enough`.
fn first_difference(
    left: Letters<'_>,
    right: Letters<'_>,
    enough: usize,
    context: &mut Context,
) -> Result<Option<usize>, ContextError> {
    let ends = (context.residue(left.1, left.0.len())?, context.residue(right.1, right.0.len())?);
    let count = num_integer::lcm(left.0.len(), right.0.len()).min(enough);
    if count > MOST_LETTERS {
        return Err(ContextError::Limit(Limit::PHASE_PERIOD));
    }
    Ok((0..count).find(|&k| back(left.0, ends.0, k) != back(right.0, ends.1, k)))
}

/// Changes the last item of a list.
fn change(work: &mut Work<'_>, list: List, change: Change) -> Result<(), ContextError> {
    let last = work.lists.len(list).saturating_sub(1);
    work.change(list, &[last], change)
}

/// Spells out the last iteration for the copy of a list whose last item is a loop.
fn spell_out(work: &mut Work<'_>, list: List) -> Result<(), ContextError> {
    let Some(Item::Loop(head)) = work.lists.last(list) else { return Ok(()) };
    let (from, upto) = (head.from.clone(), head.upto.clone());
    if work.context.at_most(&from, &upto)? {
        change(work, list, Change::Cut(upto))?;
        change(work, list, Change::Once)
    } else {
        change(work, list, Change::Drop)
    }
}

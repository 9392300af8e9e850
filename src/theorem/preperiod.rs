//! How far an endless loop can be turned backwards into the part before it.
//!
//! Let A be the part before the loop, Q its length, and B the endless repetition of the body
//! that ends where A ends.  Then S(x) = S(x + p) for a position x = Q - t of A exactly if the
//! letters t before the end of A and of B agree.  So the least preperiod is Q - T, where T is
//! the number of letters at the end that agree before the first one that does not, or 0 if
//! all of A agrees.
//!
//! A and B are compared item by item from the end.  Equal pieces are taken off both; of a word
//! the common part; of two loops with the same body the common iterations; of any other loop
//! the last iteration is spelled out.  Each step is exact throughout the case, or asks for
//! the case to be split.

use super::case::{Ground, Trouble};
use super::fold::{self, Root};
use super::item::{self, Counted, Item};
use super::polynomial::Polynomial;
use crate::Integer;
use crate::affine::Affine;
use crate::limit::Limit;
use crate::model::Value;

/// The most steps of a comparison.
const MOST_STEPS: usize = 2000;

/// The most letters until which two cycles are compared.
const MOST_LETTERS: usize = 1 << 12;

/// The least preperiod of the sequence that is `before` and then `root` for ever.
///
/// # Errors
/// When the case must be split, or a limit is reached.
pub fn least(before: &[Item], root: &Root, ground: &mut Ground) -> Result<Polynomial, Trouble> {
    let mut comparison = Comparison {
        before: before.to_vec(),
        repeated: Vec::new(),
        root,
        phase: 0,
        agreed: Polynomial::zero(),
    };
    for _ in 0..MOST_STEPS {
        if comparison.before.is_empty() {
            return Ok(Polynomial::zero());
        }
        if comparison.step(ground)? {
            return Ok(item::length(before).minus(&comparison.agreed));
        }
    }
    Err(Trouble::Limit(Limit::CaseSplits))
}

struct Comparison<'c> {
    /// What is left of A.
    before: Vec<Item>,
    /// What is left of the present repetition of the body.
    repeated: Vec<Item>,
    /// The body.
    root: &'c Root,
    /// For a body that is a cycle: how many of its letters are left.
    phase: usize,
    /// How many letters agree so far.
    agreed: Polynomial,
}

impl Comparison<'_> {
    /// One step.  Returns whether the letters before those that agree differ.
    fn step(&mut self, ground: &mut Ground) -> Result<bool, Trouble> {
        match self.root {
            Root::Items(body) if self.repeated.is_empty() => {
                if let Some(Item::Loop(head)) = self.before.last()
                    && fold::repeats(head, body)
                {
                    self.take();
                } else {
                    self.repeated = body.clone();
                }
                Ok(false)
            }
            Root::Items(_) => self.against_items(ground),
            Root::Cycle(cycle) => self.against_cycle(cycle, ground),
        }
    }

    /// Takes off the last item of A, which agrees.
    fn take(&mut self) {
        if let Some(item) = self.before.pop() {
            self.agreed = self.agreed.plus(&item.length());
        }
    }

    fn against_items(&mut self, ground: &mut Ground) -> Result<bool, Trouble> {
        let (Some(left), Some(right)) = (self.before.last(), self.repeated.last()) else {
            return Ok(false);
        };
        match (left, right) {
            _ if left == right => {
                self.take();
                self.repeated.pop();
                Ok(false)
            }
            (Item::Loop(a), Item::Loop(b)) => {
                let shift = &b.upto - &a.upto;
                if a.shifted(&shift) != b.body {
                    spell_out(&mut self.before, ground)?;
                    return Ok(false);
                }
                // Iterations of b that a has as well: from `start` on.
                let start = &a.from + &shift;
                let (mut a, mut b) = (a.clone(), b.clone());
                if ground.at_most(&b.from, &start)? {
                    self.take();
                    b.upto = start.plus(-1);
                    self.repeated.pop();
                    self.repeated.push(Item::Loop(b));
                } else {
                    let common = Item::Loop(b.clone());
                    self.agreed = self.agreed.plus(&common.length());
                    self.repeated.pop();
                    self.before.pop();
                    a.upto = (&b.from - &shift).plus(-1);
                    self.before.push(Item::Loop(a));
                }
                Ok(false)
            }
            (Item::Loop(_), _) => spell_out(&mut self.before, ground).map(|()| false),
            (_, Item::Loop(_)) => spell_out(&mut self.repeated, ground).map(|()| false),
            (Item::Word(c, a), Item::Word(d, b)) => {
                let (c, a, d, b) = (c.clone(), a.clone(), d.clone(), b.clone());
                let same = c == d;
                let difference = if same {
                    // Words with the same start are compared by their lengths only if the
                    // phases at the end agree.
                    let gap = ground.residue(&(&a - &b), c.len());
                    match gap {
                        Ok(0) => None,
                        _ => first_difference((&c, &a), (&d, &b), ground)?,
                    }
                } else {
                    first_difference((&c, &a), (&d, &b), ground)?
                };
                let common = match difference {
                    Some(letters) => {
                        let needed = Affine::constant(letters + 1);
                        let (long, other) =
                            (ground.at_most(&needed, &a)?, ground.at_most(&needed, &b)?);
                        if long && other {
                            let letters = Affine::constant(letters);
                            self.agreed = self.agreed.plus(&(&letters).into());
                            return Ok(true);
                        }
                        // The shorter word agrees as a whole.
                        ground.at_most(&a, &b)?
                    }
                    None => ground.at_most(&a, &b)?,
                };
                self.before.pop();
                self.repeated.pop();
                let (rest, list, length) = if common {
                    (Item::Word(d, &b - &a), &mut self.repeated, a)
                } else {
                    (Item::Word(c, &a - &b), &mut self.before, b)
                };
                self.agreed = self.agreed.plus(&(&length).into());
                if !matches!(&rest, Item::Word(_, length) if length.is_zero()) {
                    list.push(rest);
                }
                Ok(false)
            }
        }
    }

    fn against_cycle(&mut self, cycle: &[Value], ground: &mut Ground) -> Result<bool, Trouble> {
        let Some(Item::Word(letters, length)) = self.before.last() else {
            if let Some(Item::Loop(head)) = self.before.last()
                && let [Item::Word(letters, length)] = head.body.as_slice()
                && ground.residue(length, cycle.len()) == Ok(0)
                && self.phase == 0
                && letters == cycle
            {
                self.take();
            } else {
                spell_out(&mut self.before, ground)?;
            }
            return Ok(false);
        };
        let end = ground.residue(length, letters.len())?;
        let repeated = |k: usize| back(cycle, self.phase, k);
        let count = num_integer::lcm(cycle.len(), letters.len());
        if count > MOST_LETTERS {
            return Err(Trouble::Limit(Limit::PhasePeriod));
        }
        let difference = (0..count).find(|&k| back(letters, end, k) != repeated(k));
        if let Some(agreeing) = difference
            && ground.at_most(&Affine::constant(agreeing + 1), length)?
        {
            self.agreed = self.agreed.plus(&(&Affine::constant(agreeing)).into());
            return Ok(true);
        }
        let taken = ground.residue(length, cycle.len())?;
        self.phase = (self.phase + cycle.len() - taken) % cycle.len();
        self.take();
        Ok(false)
    }
}

/// The letter k before the end of a word whose length leaves the remainder `end`.
fn back(cycle: &[Value], end: usize, k: usize) -> Value {
    let count = cycle.len();
    cycle[(end + count - 1 - k % count) % count]
}

/// How many letters of two words agree from the end on, were they endless; nothing if all.
fn first_difference(
    left: (&[Value], &Affine),
    right: (&[Value], &Affine),
    ground: &mut Ground,
) -> Result<Option<usize>, Trouble> {
    let ends = (ground.residue(left.1, left.0.len())?, ground.residue(right.1, right.0.len())?);
    let count = num_integer::lcm(left.0.len(), right.0.len());
    if count > MOST_LETTERS {
        return Err(Trouble::Limit(Limit::PhasePeriod));
    }
    Ok((0..count).find(|&k| back(left.0, ends.0, k) != back(right.0, ends.1, k)))
}

/// Replaces the last item, if it is a loop, by all but its last iteration and that one.
pub fn spell_out(list: &mut Vec<Item>, ground: &mut Ground) -> Result<(), Trouble> {
    let Some(Item::Loop(head)) = list.last() else { return Ok(()) };
    let runs = ground.at_most(&head.from, &head.upto)?;
    let Some(Item::Loop(head)) = list.pop() else { return Ok(()) };
    if runs {
        let last = head.iteration(&head.upto);
        let upto = head.upto.clone().plus(-Integer::ONE);
        list.push(Item::Loop(Box::new(Counted { upto, ..*head })));
        list.extend(last);
    }
    Ok(())
}

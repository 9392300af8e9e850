//! The stretches that moves can reach, in affine forms, and steps of fixed recipes.

use super::comb::{Comb, CombId, Combs, SOLID, Stretch};
use super::form::Form;
use super::front::{BY_LEAST, GROUPS, NOWHERE, UNFINISHED};
use smallvec::SmallVec;

/// A stretch whose ends are forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item<const N: usize> {
    /// The first position.
    pub start: Form<N>,
    /// The position behind the last one.
    pub end: Form<N>,
    /// Which of its positions are lost.
    pub comb: CombId,
}

impl Item<0> {
    /// The stretch.
    pub fn stretch(&self) -> Stretch {
        Stretch { start: self.start.value, end: self.end.value, comb: self.comb }
    }
}

/// What has to hold so that a step is the one of its recipe.
#[derive(Clone, Copy, Debug)]
pub enum Condition<const N: usize> {
    /// A number is >= 0.
    NotNegative(Form<N>),
    /// A number has a remainder.
    Congruent {
        /// The number.
        form: Form<N>,
        /// What it is divided by.
        modulus: i64,
        /// The remainder, from 0 to `modulus` - 1.
        remainder: i64,
    },
}
use Condition::{Congruent, NotNegative};

/// The stretches, the last ones of which are in reach.
#[derive(Clone, Debug)]
pub struct Window<const N: usize> {
    items: Vec<Item<N>>,
    /// How many of them are in reach.
    reached: usize,
    /// The first position that is not known.
    now: Form<N>,
}

/// When there are so many stretches, those out of reach are forgotten.
const CROWD: usize = 8192;

impl<const N: usize> Window<N> {
    /// A state in numbers that depend on no index.
    pub fn new(state: &[Stretch]) -> Self {
        let item = |one: &Stretch| Item {
            start: Form::constant(one.start),
            end: Form::constant(one.end),
            comb: one.comb,
        };
        let items: Vec<_> = state.iter().map(item).collect();
        Self { reached: items.len(), items, now: Form::constant(0) }
    }

    /// The stretches in reach, relative to the first position that is not known.
    pub fn state(&self) -> Option<Vec<Item<N>>> {
        let reached = self.items.get(self.items.len().checked_sub(self.reached)?..)?;
        let relative = |one: &Item<N>| {
            let (start, end) = (one.start.minus(self.now)?, one.end.minus(self.now)?);
            Some(Item { start, end, ..*one })
        };
        reached.iter().map(relative).collect()
    }

    /// Keeps the stretches in reach only, relative to the first position that is not known.
    pub fn recentre(&mut self) -> Option<()> {
        self.items = self.state()?;
        self.now = Form::constant(0);
        Some(())
    }

    /// Adds `change` times `factor` to the last stretches.
    pub fn add(&mut self, change: &[Stretch], factor: Form<N>) -> Option<()> {
        let first = self.items.len().checked_sub(change.len())?;
        for (one, change) in self.items[first..].iter_mut().zip(change) {
            one.start = one.start.plus(factor.times(change.start)?)?;
            one.end = one.end.plus(factor.times(change.end)?)?;
        }
        Some(())
    }

    /// Sets how the last stretches depend on an index.
    pub fn set_slope(&mut self, index: usize, change: &[Stretch]) -> Option<()> {
        let first = self.items.len().checked_sub(change.len())?;
        for (one, change) in self.items[first..].iter_mut().zip(change) {
            one.start.slopes[index] = change.start;
            one.end.slopes[index] = change.end;
        }
        Some(())
    }

    /// The step that this recipe describes: the lengths of its run of won positions and of its
    /// run of lost ones, which is 0 when the run of won ones goes on.
    ///
    /// Where all conditions hold that `ask` gets, the step is what the rule of the game gives.
    /// `None` if the recipe does not fit the window, a number is too large, or `ask` ends it.
    pub fn step(
        &mut self,
        moves: &[i64],
        combs: &Combs,
        recipe: &[i32],
        mut ask: impl FnMut(Condition<N>) -> Option<()>,
    ) -> Option<[Form<N>; 2]> {
        let known = self.items.len();
        let first = known.checked_sub(self.reached)?;
        let mut numbers = recipe.iter().copied();
        let mut next = || numbers.next();
        let count = |number: i32| usize::try_from(number).ok();
        if count(next()?)? != self.reached {
            return None;
        }
        let before = self.now;
        let mut start = before;
        for _ in 0..next()? {
            let size = *moves.get(count(next()?)?)?;
            let one = *self.items.get(known.checked_sub(count(next()?)?)?)?;
            let inside = start.minus(one.start)?.shifted(-size)?;
            ask(NotNegative(inside))?;
            let reach = match (next()?, one.comb) {
                (NOWHERE, SOLID) => one.end.shifted(size)?,
                (NOWHERE, _) | (_, SOLID) => return None,
                (phase, comb) => {
                    let left = phase_at(combs.get(comb), phase, true)?;
                    ask(congruent(inside, combs.get(comb), phase))?;
                    start.shifted(left)?
                }
            };
            ask(NotNegative(reach.minus(start)?.shifted(-1)?))?;
            ask(NotNegative(one.end.shifted(size)?.minus(reach)?))?;
            start = reach;
        }
        let won = start.minus(before)?;
        let ended_by = next()?;
        if ended_by == UNFINISHED {
            self.now = start;
            return Some([won, Form::constant(0)]);
        }
        let mut end = start.shifted(*moves.first()?)?;
        let mut hits = SmallVec::<[_; 8]>::new();
        let mut reached = self.reached;
        for (which, &size) in moves.iter().enumerate() {
            let pointer = known.checked_sub(count(next()?)?)?;
            reached = known + 1 - pointer;
            let phase = next()?;
            let hit = match (phase, self.items.get(pointer)) {
                (NOWHERE, one) => {
                    if pointer > first {
                        let passed = self.items.get(pointer - 1)?.end.shifted(size)?;
                        ask(NotNegative(start.minus(passed)?))?;
                    } else if pointer < first {
                        return None;
                    }
                    let Some(one) = one else { continue };
                    one.start.shifted(size)?
                }
                (phase, Some(one)) if one.comb != SOLID && pointer >= first => {
                    let comb = combs.get(one.comb);
                    let inside = start.minus(one.start)?.shifted(-size)?;
                    ask(NotNegative(inside))?;
                    ask(congruent(inside, comb, phase))?;
                    let hit = start.shifted(phase_at(comb, phase, false)?)?;
                    ask(NotNegative(one.end.shifted(size)?.minus(hit)?.shifted(-1)?))?;
                    hit
                }
                _ => return None,
            };
            ask(NotNegative(hit.minus(start)?.shifted(-1)?))?;
            hits.push(hit);
            if count(ended_by) == Some(which) {
                end = hit;
            }
        }
        // The move that ends the run must have led into a stretch.
        if ended_by != BY_LEAST && !hits.contains(&end) {
            return None;
        }
        ask(NotNegative(end.minus(start)?.shifted(-1)?))?;
        ask(NotNegative(start.minus(end)?.shifted(*moves.first()?)?))?;
        for hit in hits {
            ask(NotNegative(hit.minus(end)?))?;
        }
        self.items.push(Item { start, end, comb: SOLID });
        (self.reached, self.now) = (reached, end);
        loop {
            match next()? {
                0 => break,
                last @ 1.. => self.join(combs, count(last)?)?,
                last => {
                    let comb = CombId::try_from(next()?).ok()?;
                    self.make(combs, count(last.checked_neg()?)?, comb)?;
                }
            }
        }
        if known > CROWD {
            self.items.drain(..self.items.len().checked_sub(self.reached)?);
        }
        Some([won, end.minus(start)?])
    }

    /// Joins the last stretches to the comb before them, of which they are the next teeth.
    fn join(&mut self, combs: &Combs, count: usize) -> Option<()> {
        let index = self.items.len().checked_sub(count + 1)?;
        let one = *self.items.get(index)?;
        if one.comb == SOLID || count >= self.reached {
            return None;
        }
        let comb = combs.get(one.comb);
        let from = one.end.shifted(comb.length - comb.end())?;
        self.are_teeth(combs, index + 1, count, from, comb)?;
        self.items[index].end = one.end.shifted(comb.length)?;
        self.cut(count)
    }

    /// Makes a comb of the last stretches, so many of which are one group of its teeth.
    fn make(&mut self, combs: &Combs, count: usize, number: CombId) -> Option<()> {
        let all = count.checked_mul(GROUPS)?;
        let index = self.items.len().checked_sub(all)?;
        if number == SOLID || count == 0 || all > self.reached {
            return None;
        }
        let comb = combs.get(number);
        let start = self.items.get(index)?.start;
        let mut from = start;
        for group in 0..GROUPS {
            self.are_teeth(combs, index + group * count, count, from, comb)?;
            from = from.shifted(comb.length)?;
        }
        let end = self.items.last()?.end;
        self.items[index] = Item { start, end, comb: number };
        self.cut(all - 1)
    }

    /// Are so many stretches from an index on all teeth of a comb that starts here, whatever the
    /// indices of loops are?
    fn are_teeth(
        &self,
        combs: &Combs,
        index: usize,
        count: usize,
        from: Form<N>,
        comb: &Comb,
    ) -> Option<()> {
        let mut teeth = comb.teeth.iter();
        for one in self.items.get(index..index + count)? {
            let (at, length) = (one.start.minus(from)?, one.end.minus(one.start)?);
            if at.slopes != [0; N] || length.slopes != [0; N] {
                return None;
            }
            for run in combs.spelled(one.comb, length.value) {
                let (start, end) = (at.value.checked_add(run.0)?, at.value.checked_add(run.1)?);
                if teeth.next() != Some(&(start, end)) {
                    return None;
                }
            }
        }
        if teeth.next().is_none() { Some(()) } else { None }
    }

    /// Removes the last stretches, which the one before covers.
    fn cut(&mut self, count: usize) -> Option<()> {
        self.items.truncate(self.items.len().checked_sub(count)?);
        self.reached = self.reached.checked_sub(count)?;
        Some(())
    }
}

/// The condition that a number leads to a phase of a comb.
fn congruent<const N: usize>(form: Form<N>, comb: &Comb, phase: i32) -> Condition<N> {
    Congruent { form, modulus: comb.length, remainder: phase.into() }
}

/// How many positions behind a phase the outcome changes, if it is this one.
fn phase_at(comb: &Comb, phase: i32, lost: bool) -> Option<i64> {
    let phase = i64::from(phase);
    if !(0..comb.length).contains(&phase) {
        return None;
    }
    let (is_lost, left) = comb.at(phase);
    (is_lost == lost).then_some(left)
}

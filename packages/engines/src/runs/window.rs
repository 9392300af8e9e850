//! The stretches that moves can reach, in affine forms, and steps of fixed classes.

use super::class::{End, Join, Link, NOWHERE, Reader};
use super::comb::{Comb, CombId, Combs, Stretch};
use super::front::Rules;
use super::items::{Item, Items};
use crate::fold::Form;
use smallvec::{SmallVec, smallvec};

/// What has to hold for a step to be the one of its class.
#[derive(Clone, Copy, Debug)]
pub(super) enum StepCondition<const N: usize> {
    /// A number is >= 0.
    NotNegative(Form<N>),
    /// A number has a given remainder.
    Congruent {
        /// The number.
        form: Form<N>,
        /// The divisor.
        modulus: i64,
        /// The remainder, from 0 to `modulus` - 1.
        remainder: i64,
    },
}
use StepCondition::{Congruent, NotNegative};

/// The stretches in reach, by value.
#[derive(Clone, Debug)]
pub(super) struct Window<const N: usize> {
    rows: SmallVec<[Items<N>; 1]>,
    /// The first position that is not known.
    now: Form<N>,
}

/// The lengths of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lengths<const N: usize> {
    /// The run of high values.
    pub high: Form<N>,
    /// The run after it, and its value; none if the high run continues.
    pub run: Option<(Form<N>, usize)>,
}

impl<const N: usize> Window<N> {
    /// A state in numbers that depend on no index.
    pub(super) fn new(state: &[Stretch], values: usize) -> Self {
        let mut rows: SmallVec<[Items<N>; 1]> = (0..values).map(|_| Items::default()).collect();
        for one in state {
            let Some(row) = rows.get_mut(one.comb.value()) else { continue };
            let [start, end] = [one.start, one.end].map(Form::constant);
            row.push(Item { start, end, comb: one.comb });
        }
        Self { rows, now: Form::constant(0) }
    }

    /// The stretches in reach, relative to the first position that is not known.
    pub(super) fn state(&self) -> Option<Vec<Item<N>>> {
        let relative = |one: &Item<N>| {
            let (start, end) = (one.start.minus(self.now)?, one.end.minus(self.now)?);
            Some(Item { start, end, ..*one })
        };
        self.rows.iter().flat_map(Items::reached).map(relative).collect()
    }

    /// Keeps only the stretches in reach, relative to the first position that is not known.
    pub(super) fn recentre(&mut self) -> Option<()> {
        for row in &mut self.rows {
            row.forget();
            for one in row.reached_mut() {
                (one.start, one.end) = (one.start.minus(self.now)?, one.end.minus(self.now)?);
            }
        }
        self.now = Form::constant(0);
        Some(())
    }

    /// Adds `times` times `change` to the stretches in reach.
    pub(super) fn add(&mut self, mut change: &[Stretch], times: Form<N>) -> Option<()> {
        self.recentre()?;
        for row in &mut self.rows {
            let (mine, others) = change.split_at_checked(row.size())?;
            change = others;
            for (one, change) in row.reached_mut().iter_mut().zip(mine) {
                one.start = one.start.plus_times(times, change.start)?;
                one.end = one.end.plus_times(times, change.end)?;
            }
        }
        change.is_empty().then_some(())
    }

    /// The step of this class.
    ///
    /// Where all conditions passed to `ask` hold, the step is what the rule of the game gives.  `None` if the class
    /// does not fit the window, a number is too large, or `ask` ends it.
    pub(super) fn step(
        &mut self,
        rules: &Rules,
        combs: &Combs,
        mut class: Reader<impl Iterator<Item = i32>>,
        mut ask: impl FnMut(StepCondition<N>) -> Option<()>,
    ) -> Option<Lengths<N>> {
        let (moves, values) = (&rules.moves, self.rows.len());
        for row in &self.rows {
            if class.count()? != row.size() {
                return None;
            }
        }
        let before = self.now;
        let mut reaches: SmallVec<[Form<N>; 1]> = smallvec![before; values];
        let links = class.count()?;
        for _ in 0..links {
            self.link(rules, combs, class.link()?, &mut reaches, &mut ask)?;
        }
        let mut start = before;
        if links > 0 {
            // The high run goes as far as the chains of all values do.
            start = *reaches.get(class.count()?)?;
            ask(NotNegative(start.minus(before)?.shifted(-1)?))?;
            for &reach in &reaches {
                ask(NotNegative(reach.minus(start)?))?;
            }
        }
        let high = start.minus(before)?;
        let Some(value) = class.run()? else {
            self.now = start;
            return Some(Lengths { high, run: None });
        };
        // Links begin where a chain ends, possibly before this run.
        for _ in 0..class.count()? {
            self.link(rules, combs, class.link()?, &mut reaches, &mut ask)?;
        }
        let ended_by = class.end(moves.len())?;
        let mut end = match ended_by {
            End::Least => Some(start.shifted(*moves.first()?)?),
            End::Chain(chain) => Some(*reaches.get(chain)?),
            // It applies only if it leads into a stretch.
            End::Move(_) => None,
        };
        let mut hits = SmallVec::<[_; 8]>::new();
        let mut left: SmallVec<[usize; 1]> = smallvec![];
        for kept in 0..values {
            if kept != value {
                left.push(class.count()?);
                continue;
            }
            let row = &self.rows[kept];
            let mut last = 0;
            for (which, &size) in moves.iter().enumerate() {
                let pointer = class.pointer()?;
                last = pointer.0;
                let Some(hit) = hit(row, combs, pointer, start, size, &mut ask)? else { continue };
                ask(NotNegative(hit.minus(start)?.shifted(-1)?))?;
                hits.push(hit);
                if ended_by == End::Move(which) {
                    end = Some(hit);
                }
            }
            left.push(last);
        }
        let end = end?;
        ask(NotNegative(end.minus(start)?.shifted(-1)?))?;
        ask(NotNegative(start.minus(end)?.shifted(*moves.first()?)?))?;
        for hit in hits {
            ask(NotNegative(hit.minus(end)?))?;
        }
        for reach in reaches.get(..value)? {
            ask(NotNegative(reach.minus(end)?))?;
        }
        for (row, left) in self.rows.iter_mut().zip(left) {
            if let Some(passed) = row.leave(left)? {
                ask(NotNegative(end.minus(passed.end)?.shifted(moves.last()?.checked_neg()?)?))?;
            }
        }
        let row = self.rows.get_mut(value)?;
        row.push(Item { start, end, comb: CombId::solid(value) });
        self.now = end;
        while let Some(join) = class.join()? {
            match join {
                Join::Teeth(count) => row.join(combs, count)?,
                Join::Comb(count, comb) => row.make(combs, count, CombId::new(comb, value)?)?,
            }
        }
        row.forget_many();
        Some(Lengths { high, run: Some((end.minus(start)?, value)) })
    }

    /// Adds a link to the chain of its value.
    fn link(
        &self,
        rules: &Rules,
        combs: &Combs,
        Link { value, which, back, phase }: Link,
        reaches: &mut [Form<N>],
        ask: &mut impl FnMut(StepCondition<N>) -> Option<()>,
    ) -> Option<()> {
        let size = *rules.moves.get(which)?;
        let one = *self.rows.get(value)?.get(back)?;
        let at = *reaches.get(value)?;
        let inside = at.minus(one.start)?.shifted(-size)?;
        ask(NotNegative(inside))?;
        let reach = match phase {
            NOWHERE if one.comb.is_solid() => one.end.shifted(size)?,
            phase if !one.comb.is_solid() => {
                let comb = combs.get(one.comb);
                let left = phase_at(comb, phase, true)?;
                ask(congruent(inside, comb, phase))?;
                at.shifted(left)?
            }
            _ => return None,
        };
        ask(NotNegative(reach.minus(at)?.shifted(-1)?))?;
        ask(NotNegative(one.end.shifted(size)?.minus(reach)?))?;
        *reaches.get_mut(value)? = reach;
        Some(())
    }
}

/// The first position from `start` on where the move of this size, which points to this stretch with this phase, leads
/// into a stretch, which it does not at `start`; `Some(None)` if there is none.
fn hit<const N: usize>(
    row: &Items<N>,
    combs: &Combs,
    (back, phase): (usize, i32),
    start: Form<N>,
    size: i64,
    ask: &mut impl FnMut(StepCondition<N>) -> Option<()>,
) -> Option<Option<Form<N>>> {
    if phase == NOWHERE {
        if let Some(passed) = row.before(back)? {
            ask(NotNegative(start.minus(passed.end.shifted(size)?)?))?;
        }
        return match row.get(back) {
            Some(one) => Some(Some(one.start.shifted(size)?)),
            None => Some(None),
        };
    }
    let one = row.get(back).filter(|one| !one.comb.is_solid())?;
    let comb = combs.get(one.comb);
    let inside = start.minus(one.start)?.shifted(-size)?;
    ask(NotNegative(inside))?;
    ask(congruent(inside, comb, phase))?;
    let hit = start.shifted(phase_at(comb, phase, false)?)?;
    ask(NotNegative(one.end.shifted(size)?.minus(hit)?.shifted(-1)?))?;
    Some(Some(hit))
}

/// The condition that a number leads to a phase of a comb.
fn congruent<const N: usize>(form: Form<N>, comb: &Comb, phase: i32) -> StepCondition<N> {
    Congruent { form, modulus: comb.length, remainder: phase.into() }
}

/// The number of positions after which the comb changes, for a phase whose position has the value exactly if `with`;
/// `None` for other phases.
fn phase_at(comb: &Comb, phase: i32, with: bool) -> Option<i64> {
    let phase = i64::from(phase);
    if !(0..comb.length).contains(&phase) {
        return None;
    }
    let (has, left) = comb.at(phase);
    (has == with).then_some(left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runs::front::Front;

    /// The class of a step describes it: all conditions hold, and it leads to the same state.
    #[test]
    fn classes_describe_their_steps() {
        for moves in [&[200, 500, 601, 801][..], &[200, 698, 902], &[100, 700, 1900, 2000], &[7, 9]]
        {
            for values in [1, moves.len()] {
                let rules = Rules { moves: moves.into(), values, sinks: false };
                let (mut front, mut combs) = (Front::new(&rules), Combs::default());
                for step in 0..3000 {
                    let mut window = Window::<0>::new(&front.state(), values);
                    let found = front.step(&mut combs);
                    let context = format!("{rules:?}, step {step}: {:?}", front.class);
                    let lengths = window.step(
                        &rules,
                        &combs,
                        Reader(front.class.clone().into_iter()),
                        |condition| {
                            let holds = match condition {
                                NotNegative(form) => form.value >= 0,
                                Congruent { form, modulus, remainder } => {
                                    form.value.rem_euclid(modulus) == remainder
                                }
                            };
                            assert!(holds, "{context}: {condition:?}");
                            Some(())
                        },
                    );
                    let lengths = lengths.unwrap_or_else(|| panic!("{context}"));
                    assert_eq!(lengths.high.value, found.high, "{context}");
                    assert_eq!(lengths.run.is_some(), found.run.is_some(), "{context}");
                    let state = window.state().expect("small numbers");
                    let state: Vec<_> = state.iter().map(Item::stretch).collect();
                    assert_eq!(state, front.state(), "{context}");
                }
            }
        }
    }
}

//! States that occur once in the period, so that it is the least one.

use super::comb::{Comb, comb};
use super::form::Form;
use super::front::{Front, Step};
use super::refused::Reason;
use super::run::Run;

/// The most differences, without regard to sign, that are combined.
const COMBINED: usize = 8;

/// The states after some steps of the period that are not inside a loop; and on a second walk, which of them occur
/// once.
///
/// If the least period were shorter, every window of outcomes would recur earlier.  A window that ends after a run of
/// lost positions is the state there, and such ends are ends of steps.  So it is enough that the state differs from the
/// states after all other steps of the period that end a run.
#[derive(Debug, Default)]
pub(super) struct States<'a> {
    /// The numbers of the steps, in their order.
    places: &'a [u64],
    /// The number of steps taken outside loops.
    step: u64,
    /// The states that were found, by the numbers of their steps; on the second walk, those that have not been found to
    /// be possibly equal to others.
    pub found: Vec<(u64, Vec<Run<1>>)>,
    is_second: bool,
}

impl<'a> States<'a> {
    /// The states after the steps with these numbers.
    pub(super) fn at(places: &'a [u64]) -> Self {
        Self { places, ..Self::default() }
    }

    /// The same, to find out which of these occur once.
    pub(super) fn once(self) -> Self {
        Self { is_second: true, step: 0, ..self }
    }

    /// A step was taken, wherever the indices range; the state is the one after it.
    pub(super) fn step<const N: usize>(
        &mut self,
        step: &Step<N>,
        front: &Front<N>,
    ) -> Result<(), Reason> {
        let number = (front.ranges.depth() == 0).then_some(self.step);
        self.step += u64::from(number.is_some());
        if step.lost.is_none() {
            return Ok(());
        }
        if !self.is_second {
            if let Some(number) = number.filter(|n| self.places.binary_search(n).is_ok()) {
                let state = front.reached().map(|run| run?.with(Form::lowered));
                self.found.push((number, state.collect::<Result<_, Reason>>()?));
            }
            return Ok(());
        }
        let mut error = None;
        self.found.retain(|(place, state)| {
            number == Some(*place)
                || differs(front, state).unwrap_or_else(|reason| {
                    error = Some(reason);
                    false
                })
        });
        error.map_or(Ok(()), Err)
    }
}

/// Does the state differ from this one, wherever the indices range?
///
/// Counted from the last one, run by run, it does if a run of one of them has no counterpart, or if some difference of
/// bounds, or the sum or difference of two of these, is never 0.  For two stretches of the same comb with the same end,
/// the shorter one is left out of both; otherwise only the last run of a comb is compared, and nothing before it.
fn differs<const N: usize>(front: &Front<N>, other: &[Run<1>]) -> Result<bool, Reason> {
    let combs = front.combs();
    if combs.is_empty() && front.size() != other.len() {
        return Ok(true);
    }
    let is_positive = |form: Form<N>| front.ranges.is_never_negative(form.shifted(-1)?);
    let has_sign =
        |form: Form<N>| Ok(is_positive(form)? || is_positive(Form::constant(0).minus(form)?)?);
    let mut open: Vec<Form<N>> = Vec::new();
    let mut own = Rest { runs: front.reached(), cut: None };
    let mut others = Rest { runs: other.iter().map(|run| run.with(Form::lifted)), cut: None };
    loop {
        let (one, two) = match (own.next()?, others.next()?) {
            (Some((one, _)), Some((two, _))) => (one, two),
            (None, None) => break,
            // The shorter comb of two may be out of reach where the longer one goes on.
            (Some((_, true)), None) | (None, Some((_, true))) => return Ok(true),
            (Some(_), None) | (None, Some(_)) => break,
        };
        let [first, second] = [one, two].map(|run| comb(combs, run.comb));
        let ends = one.end.minus(two.end)?;
        for difference in [last_start(&one, first)?.minus(last_start(&two, second)?)?, ends] {
            if has_sign(difference)? {
                return Ok(true);
            }
            if difference != Form::constant(0) && open.len() < COMBINED {
                open.push(difference);
            }
        }
        match (first, second) {
            (None, None) => {}
            (Some(comb), Some(_)) if one.comb == two.comb && ends == Form::constant(0) => {
                let difference = one.start.minus(two.start)?;
                let groups = comb.is_fixed(&difference) && comb.phase(&difference) == 0;
                if difference == Form::constant(0) {
                    continue;
                } else if groups && is_positive(difference)? {
                    others.cut = Some(two.before(&one, comb)?);
                } else if groups && is_positive(Form::constant(0).minus(difference)?)? {
                    own.cut = Some(one.before(&two, comb)?);
                } else {
                    break;
                }
            }
            _ => break,
        }
    }
    for (index, one) in open.iter().enumerate() {
        for two in &open[..index] {
            if has_sign(one.plus(*two)?)? || has_sign(one.minus(*two)?)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// What is left of the stretches of a state.
struct Rest<const N: usize, I> {
    runs: I,
    /// What is left of the last one, if it was cut.
    cut: Option<Run<N>>,
}

impl<const N: usize, I: DoubleEndedIterator<Item = Result<Run<N>, Reason>>> Rest<N, I> {
    /// The last stretch that is left, and whether it is whole.
    fn next(&mut self) -> Result<Option<(Run<N>, bool)>, Reason> {
        match self.cut.take() {
            Some(run) => Ok(Some((run, false))),
            None => self.runs.next_back().map(|run| Ok((run?, true))).transpose(),
        }
    }
}

/// Where the last run of a stretch begins.
fn last_start<const N: usize>(run: &Run<N>, comb: Option<&Comb>) -> Result<Form<N>, Reason> {
    comb.map_or(Ok(run.start), |comb| run.end.shifted(-comb.last_tooth()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::run::RUN;
    use std::collections::BTreeSet;

    /// Multiply with carry, the upper bits.
    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: i64) -> i64 {
            self.0 = self.0.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            ((self.0 >> 33) % bound.unsigned_abs()) as i64
        }
    }

    fn all_combs() -> Vec<Comb> {
        let comb = |length, teeth: &[[i64; 2]]| Comb { length, teeth: teeth.to_vec() };
        vec![comb(2, &[[0, 1]]), comb(4, &[[0, 1], [2, 3]]), comb(5, &[[0, 2], [3, 4]])]
    }

    /// Stretches with gaps between them, the last one first, and the distance that they reach back.
    fn stretches(random: &mut Random, combs: &[Comb]) -> Vec<Run<1>> {
        let (mut end, mut all) = (0, Vec::new());
        while end > -80 {
            let comb = random.below(4) as u32;
            let length = match self::comb(combs, comb) {
                None => 1 + random.below(2),
                Some(one) => one.end() + one.length * random.below(4),
            };
            let [start, end_form] = [end - length, end].map(Form::constant);
            all.push(Run { start, end: end_form, comb });
            end -= length + 1 + random.below(2);
        }
        all
    }

    /// The same positions: the last group, the first one, or all groups of some combs as runs.
    fn rewritten(all: &[Run<1>], random: &mut Random, combs: &[Comb]) -> Vec<Run<1>> {
        let mut list = Vec::new();
        for one in all {
            let Some(comb) = comb(combs, one.comb) else {
                list.push(*one);
                continue;
            };
            let [start, end] = [one.start.value, one.end.value];
            let groups = (end - start - comb.end()) / comb.length + 1;
            let [last, first] = [(); 2].map(|()| random.below(groups + 1));
            for group in (0..groups).rev() {
                let at = start + group * comb.length;
                if group < last && group >= first {
                    let end = Form::constant(start + (last - 1) * comb.length + comb.end());
                    if group + 1 == last {
                        let start = Form::constant(start + first * comb.length);
                        list.push(Run { start, end, comb: one.comb });
                    }
                    continue;
                }
                list.extend(comb.teeth.iter().rev().map(|tooth| {
                    let [start, end] = tooth.map(|side| Form::constant(at + side));
                    Run { start, end, comb: RUN }
                }));
            }
        }
        list
    }

    fn lost(stretches: &[Run<1>], combs: &[Comb]) -> BTreeSet<i64> {
        let mut all = BTreeSet::new();
        for one in stretches {
            let is_lost = |at: &i64| match comb(combs, one.comb) {
                None => true,
                Some(comb) => comb.at((at - one.start.value) % comb.length).0,
            };
            all.extend((one.start.value..one.end.value).filter(is_lost));
        }
        all
    }

    /// However the same positions are written as stretches, they do not differ; and when they do differ, that is often
    /// detected.
    #[test]
    fn states_that_differ_are_lists_of_other_positions() {
        let (combs, mut random) = (all_combs(), Random(7));
        let (mut seen, mut same, mut missed) = (0, 0, 0);
        for _ in 0..200_000 {
            let one = stretches(&mut random, &combs);
            let mut other = stretches(&mut random, &combs);
            if random.below(4) > 0 {
                // The same except for what lies farther back, cut into other stretches.
                let common = random.below(one.len() as i64) as usize;
                let by = one[common].end.value;
                let moved = |run: &Run<1>| run.with(|bound| bound.shifted(by));
                let tail = stretches(&mut random, &combs);
                let tail = tail.iter().map(moved).collect::<Result<Vec<_>, _>>().expect("small");
                other = [&one[..common], &tail].concat();
            }
            if random.below(2) > 0 {
                other = rewritten(&other, &mut random, &combs);
            }
            let reach = 1 + random.below(40);
            let listed = |all: &[Run<1>]| {
                let mut list: Vec<_> =
                    all.iter().filter(|run| run.end.value > -reach).copied().collect();
                list.reverse();
                list
            };
            let front =
                Front::new([Form::constant(reach)].into(), combs.clone().into(), listed(&one));
            let differs = differs(&front, &listed(&other)).expect("small numbers");
            let back = -70;
            let [first, second] = [&one, &other].map(|runs| lost(runs, &combs).split_off(&back));
            match (differs, first == second) {
                (true, true) => panic!("{one:?} and {other:?} within {reach}"),
                (true, false) => seen += 1,
                (false, true) => same += 1,
                (false, false) => missed += 1,
            }
        }
        assert!(seen > 20_000 && same > 20_000, "{seen} seen, {same} same, {missed} missed");
    }
}

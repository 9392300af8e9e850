//! The state, and the next step from it.

use super::comb::{Comb, Join, RUN, comb, joined};
use super::form::{Form, Ranges};
use super::{LINKS, Move, Reason, Trace};
use smallvec::SmallVec;
use std::rc::Rc;

/// A run of lost positions, or a comb of such: the first one, and the position behind the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run<const N: usize> {
    pub start: Form<N>,
    pub end: Form<N>,
    /// The number of the comb.
    pub comb: u32,
}

impl<const N: usize> Run<N> {
    /// The same with other bounds.
    pub fn with<const M: usize>(
        &self,
        bound: impl Fn(&Form<N>) -> Result<Form<M>, Reason>,
    ) -> Result<Run<M>, Reason> {
        Ok(Run { start: bound(&self.start)?, end: bound(&self.end)?, comb: self.comb })
    }
}

/// What a step adds: a run of won positions, and the run of lost ones that ends it, if it does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<const N: usize> {
    pub won: Form<N>,
    pub lost: Option<Form<N>>,
}

/// The runs of lost positions that moves can reach.
#[derive(Clone, Debug)]
pub(super) struct Front<const N: usize> {
    /// In increasing order.
    moves: Box<[Form<N>]>,
    combs: Rc<[Comb]>,
    /// In increasing order; those before `first` are out of reach.
    runs: Vec<Run<N>>,
    first: usize,
    /// For each move the first run that it has not passed, as far as is known.
    pointers: Box<[usize]>,
    /// The first position that is not known yet.
    now: Form<N>,
}

/// So many runs out of reach are kept until they are forgotten.
const CROWD: usize = 64;

impl<const N: usize> Front<N> {
    /// The state with these runs, relative to the first position that is not known yet.
    pub fn new(moves: Box<[Form<N>]>, combs: Rc<[Comb]>, runs: Vec<Run<N>>) -> Self {
        let pointers = vec![0; moves.len()].into();
        Self { moves, combs, runs, first: 0, pointers, now: Form::constant(0) }
    }

    /// The moves.
    pub fn moves(&self) -> &[Form<N>] {
        &self.moves
    }

    /// The combs.
    pub fn combs(&self) -> &Rc<[Comb]> {
        &self.combs
    }

    /// How many runs are in reach.
    pub fn size(&self) -> usize {
        self.runs.len() - self.first
    }

    /// The runs in reach, relative to the first position that is not known yet.
    pub fn reached(&self) -> impl DoubleEndedIterator<Item = Result<Run<N>, Reason>> {
        self.runs[self.first..].iter().map(|run| run.with(|bound| bound.minus(self.now)))
    }

    /// These, as a list.
    pub fn state(&self) -> Result<Vec<Run<N>>, Reason> {
        self.reached().collect()
    }

    /// Continues from this state.
    pub fn load(&mut self, state: Vec<Run<N>>) {
        (self.runs, self.first, self.now) = (state, 0, Form::constant(0));
        self.pointers.fill(0);
    }

    /// The next step, if it is the same wherever the indices range.
    ///
    /// What the step is made of is chosen where m and all indices are 0, and where there is a
    /// choice, as it is close to there; that it is so everywhere is shown by numbers that are never
    /// negative.
    pub fn step(&mut self, ranges: &Ranges<N>) -> Result<Step<N>, Reason> {
        let ask = |form: Form<N>| match ranges.is_never_negative(form)? {
            true => Ok(()),
            false => Err(Reason::Step),
        };
        let known = self.runs.len();
        let before = self.now;
        let mut end = before;
        let mut links = 0;
        loop {
            let mut longest: Option<(Run<N>, Form<N>)> = None;
            for (size, pointer) in self.moves.iter().zip(&mut self.pointers) {
                while let Some(run) = self.runs.get(*pointer)
                    && run.end.plus(*size)?.value <= end.value
                {
                    *pointer += 1;
                }
                let Some(run) = self.runs.get(*pointer) else { continue };
                let moved = run.with(|bound| bound.plus(*size))?;
                if moved.start.value > end.value {
                    continue;
                }
                let reach = match comb(&self.combs, run.comb) {
                    None => moved.end,
                    Some(comb) => match comb.at(comb.phase(&end.minus(moved.start)?)) {
                        (true, left) => end.shifted(left)?,
                        (false, _) => continue,
                    },
                };
                if longest.is_none_or(|(_, longest)| longest < reach) {
                    longest = Some((moved, reach));
                }
            }
            let Some((moved, reach)) = longest else { break };
            if links == LINKS {
                self.now = end;
                return Ok(Step { won: end.minus(before)?, lost: None });
            }
            links += 1;
            // The moved run covers all positions from here to its end, and these are some; of a comb
            // it is a tooth.
            ask(end.minus(moved.start)?)?;
            ask(moved.end.minus(end)?.shifted(-1)?)?;
            if let Some(comb) = comb(&self.combs, moved.comb)
                && !comb.is_fixed(&end.minus(moved.start)?)
            {
                return Err(Reason::Comb);
            }
            end = reach;
        }
        // At `end` every move leads between two runs, or between two teeth, and the lost run ends where
        // one of them meets the second one, or the least move meets the lost run itself.
        let least = self.moves.first().ok_or(Reason::Structure)?;
        let mut meetings = SmallVec::<[Form<N>; 8]>::from_elem(end.plus(*least)?, 1);
        for (size, &pointer) in self.moves.iter().zip(&self.pointers) {
            if pointer > self.first {
                ask(end.minus(self.runs[pointer - 1].end.plus(*size)?)?)?;
            }
            let Some(run) = self.runs.get(pointer) else { continue };
            let into = end.minus(run.start.plus(*size)?)?;
            let Some(comb) = comb(&self.combs, run.comb).filter(|_| into.value >= 0) else {
                meetings.push(end.minus(into)?);
                continue;
            };
            ask(into)?;
            ask(run.end.plus(*size)?.minus(end)?.shifted(-1)?)?;
            match comb.at(comb.phase(&into)) {
                (false, left) if comb.is_fixed(&into) => meetings.push(end.shifted(left)?),
                _ => return Err(Reason::Comb),
            }
        }
        let behind = meetings.iter().min().copied().ok_or(Reason::Structure)?;
        ask(behind.minus(end)?.shifted(-1)?)?;
        for meeting in meetings {
            ask(meeting.minus(behind)?)?;
        }
        self.runs.push(Run { start: end, end: behind, comb: RUN });
        self.now = behind;
        self.first = self.pointers.last().copied().unwrap_or(known);
        if self.first > CROWD {
            // Positions are counted anew, so that they stay small.
            self.runs = self.state()?;
            for pointer in &mut self.pointers {
                *pointer -= self.first;
            }
            (self.first, self.now) = (0, Form::constant(0));
        }
        Ok(Step { won: end.minus(before)?, lost: Some(behind.minus(end)?) })
    }

    /// The last stretches become one comb.
    pub fn join(&mut self, join: &Join) -> Result<(), Reason> {
        let from = self.runs.len().checked_sub(join.stretches).ok_or(Reason::Comb)?;
        if from < self.first {
            return Err(Reason::Comb);
        }
        let comb = joined(&self.runs[from..], join.comb, &self.combs)?;
        self.runs.truncate(from);
        self.runs.push(comb);
        for pointer in &mut self.pointers {
            *pointer = (*pointer).min(from);
        }
        Ok(())
    }
}

impl Front<1> {
    /// Do the same outcomes follow as from the other one, for all m?
    ///
    /// Where a comb begins does not matter if that is out of reach and teeth are in the same places.
    pub fn recurs_from(&self, other: &Self) -> Result<bool, Reason> {
        let (mut one, mut two) = (other.state()?, self.state()?);
        if let ([one, ..], [two, ..]) = (&mut one[..], &mut two[..])
            && one.comb == two.comb
            && let Some(comb) = comb(&self.combs, one.comb)
        {
            let difference = one.start.minus(two.start)?;
            let greatest = self.moves.last().ok_or(Reason::Structure)?;
            let is_out_of_reach = |run: &Run<1>| {
                let beyond = Form::constant(0).minus(run.start.plus(*greatest)?)?;
                Ranges::new().is_never_negative(beyond)
            };
            if comb.phase(&difference) == 0
                && comb.is_fixed(&difference)
                && is_out_of_reach(one)?
                && is_out_of_reach(two)?
            {
                one.start = two.start;
            }
        }
        Ok(one == two)
    }

    /// The state behind the first run of lost positions, which are those below the least move.
    pub fn at_start(trace: &Trace) -> Result<Self, Reason> {
        let size = |one: &Move| {
            let value = one.factor.checked_mul(trace.start)?.checked_add(one.summand)?;
            Some(Form { value, slopes: [one.factor.checked_mul(trace.step)?] })
        };
        let moves: Option<Box<[_]>> = trace.moves.iter().map(size).collect();
        let moves = moves.ok_or(Reason::Number)?;
        let mut below = Form::constant(0);
        for &size in &moves {
            if !Ranges::new().is_never_negative(size.minus(below)?.shifted(-1)?)? {
                return Err(Reason::Moves);
            }
            below = size;
        }
        let Some(&least) = moves.first().filter(|_| trace.step >= 1) else {
            return Err(Reason::Moves);
        };
        let start = Form::constant(0).minus(least)?;
        let first = Run { start, end: Form::constant(0), comb: RUN };
        Ok(Self::new(moves, trace.combs.as_slice().into(), vec![first]))
    }
}

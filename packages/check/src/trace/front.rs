//! The state, and the next step from it.

use super::form::{Form, Ranges};
use super::{LINKS, Move, Reason, Trace};

/// A run of lost positions: the first one, and the position behind the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run<const N: usize> {
    pub start: Form<N>,
    pub end: Form<N>,
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
    pub fn new(moves: Box<[Form<N>]>, runs: Vec<Run<N>>) -> Self {
        let pointers = vec![0; moves.len()].into();
        Self { moves, runs, first: 0, pointers, now: Form::constant(0) }
    }

    /// The moves.
    pub fn moves(&self) -> &[Form<N>] {
        &self.moves
    }

    /// How many runs are in reach.
    pub fn size(&self) -> usize {
        self.runs.len() - self.first
    }

    /// The runs in reach, relative to the first position that is not known yet.
    pub fn reached(&self) -> impl DoubleEndedIterator<Item = Result<Run<N>, Reason>> {
        let relative = |run: &Run<N>| {
            Ok(Run { start: run.start.minus(self.now)?, end: run.end.minus(self.now)? })
        };
        self.runs[self.first..].iter().map(relative)
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
            let mut longest: Option<(Form<N>, Form<N>)> = None;
            for (size, pointer) in self.moves.iter().zip(&mut self.pointers) {
                while let Some(run) = self.runs.get(*pointer)
                    && run.end.plus(*size)?.value <= end.value
                {
                    *pointer += 1;
                }
                let Some(run) = self.runs.get(*pointer) else { continue };
                let (start, reach) = (run.start.plus(*size)?, run.end.plus(*size)?);
                if start.value <= end.value && longest.is_none_or(|(_, longest)| longest < reach) {
                    longest = Some((start, reach));
                }
            }
            let Some((start, reach)) = longest else { break };
            if links == LINKS {
                self.now = end;
                return Ok(Step { won: end.minus(before)?, lost: None });
            }
            links += 1;
            // The moved run covers all positions from here to its end, and these are some.
            ask(end.minus(start)?)?;
            ask(reach.minus(end)?.shifted(-1)?)?;
            end = reach;
        }
        // At `end` every move leads between two runs, and the lost run ends where one of them meets
        // the second one, or the least move meets the lost run itself.
        let least = self.moves.first().ok_or(Reason::Structure)?;
        let itself = end.plus(*least)?;
        let mut behind = itself;
        for (size, &pointer) in self.moves.iter().zip(&self.pointers) {
            if pointer > self.first {
                ask(end.minus(self.runs[pointer - 1].end.plus(*size)?)?)?;
            }
            if let Some(run) = self.runs.get(pointer) {
                behind = behind.min(run.start.plus(*size)?);
            }
        }
        ask(itself.minus(behind)?)?;
        ask(behind.minus(end)?.shifted(-1)?)?;
        for (size, &pointer) in self.moves.iter().zip(&self.pointers) {
            if let Some(run) = self.runs.get(pointer) {
                ask(run.start.plus(*size)?.minus(behind)?)?;
            }
        }
        self.runs.push(Run { start: end, end: behind });
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
}

impl Front<1> {
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
        Ok(Self::new(moves, vec![Run { start, end: Form::constant(0) }]))
    }
}

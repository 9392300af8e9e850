//! The state, and the next step from it.

use super::comb::{Comb, Join, comb, joined};
use super::form::{Form, Ranges};
use super::refused::Reason;
use super::run::{RUN, Run};
use super::structure::{Move, Trace};
use smallvec::SmallVec;
use std::rc::Rc;

/// What a step adds: a run of won positions, and the run of lost ones that ends it, if there is one.
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
    /// The ranges of the indices of the surrounding loops.
    pub ranges: Ranges<N>,
    combs: Rc<[Comb]>,
    /// In increasing order; those before `first` are out of reach.
    runs: Vec<Run<N>>,
    first: usize,
    /// For each move, the first run that it has not passed, as far as is known.
    pointers: Box<[usize]>,
    /// The first position whose outcome is not known yet.
    now: Form<N>,
}

/// The most moved runs that cover a run of won positions: a longer one is cut, and continues in the next step.
pub const LINKS: usize = 8;

/// The number of runs out of reach that are kept before they are forgotten.
const CROWD: usize = 64;

/// The most runs that are kept: each step adds one.
const MOST_RUNS: usize = 1 << 18;

impl<const N: usize> Front<N> {
    /// The state with these runs, relative to the first position that is not known yet.
    pub(super) fn new(moves: Box<[Form<N>]>, combs: Rc<[Comb]>, runs: Vec<Run<N>>) -> Self {
        let pointers = vec![0; moves.len()].into();
        let (ranges, now) = (Ranges::default(), Form::constant(0));
        Self { moves, ranges, combs, runs, first: 0, pointers, now }
    }

    /// The moves.
    pub(super) fn moves(&self) -> &[Form<N>] {
        &self.moves
    }

    /// The combs.
    pub(super) fn combs(&self) -> &Rc<[Comb]> {
        &self.combs
    }

    /// The number of runs in reach.
    pub(super) fn size(&self) -> usize {
        self.runs.len() - self.first
    }

    /// The runs in reach, relative to the first position that is not known yet.
    pub(super) fn reached(&self) -> impl DoubleEndedIterator<Item = Result<Run<N>, Reason>> {
        self.runs[self.first..].iter().map(|run| run.with(|bound| bound.minus(self.now)))
    }

    /// The runs in reach, as a list.
    pub(super) fn state(&self) -> Result<Vec<Run<N>>, Reason> {
        self.reached().collect()
    }

    /// Continues from this state.
    pub(super) fn load(&mut self, state: Vec<Run<N>>) {
        (self.runs, self.first, self.now) = (state, 0, Form::constant(0));
        self.pointers.fill(0);
    }

    /// The next step, if it is the same wherever the indices range.
    ///
    /// The parts of the step, and which of several to take, are chosen by the numbers at m = 0 with all indices 0, or
    /// close to that point; numbers that are never negative then show that the choice is right everywhere.
    pub(super) fn step(&mut self) -> Result<Step<N>, Reason> {
        let known = self.runs.len();
        let before = self.now;
        let mut end = before;
        let mut links = 0;
        while let Some(link) = self.link(end)? {
            if links == LINKS {
                self.now = end;
                return Ok(Step { won: end.minus(before)?, lost: None });
            }
            links += 1;
            // The moved run covers all positions from here to its end, at least one; of a comb it is a tooth.
            let Run { start, end: last, comb } = link.moved;
            let into = end.minus(start)?;
            self.ask(into)?;
            self.ask(last.minus(end)?.shifted(-1)?)?;
            if self::comb(&self.combs, comb).is_some_and(|comb| !comb.is_fixed(&into)) {
                return Err(Reason::Comb);
            }
            end = link.reach;
        }
        let meetings = self.meetings(end)?;
        let after = meetings.iter().min().copied().ok_or(Reason::Structure)?;
        self.ask(after.minus(end)?.shifted(-1)?)?;
        for meeting in meetings {
            self.ask(meeting.minus(after)?)?;
        }
        if self.runs.len() >= MOST_RUNS {
            return Err(Reason::Size);
        }
        self.runs.push(Run { start: end, end: after, comb: RUN });
        self.now = after;
        self.first = self.pointers.last().copied().unwrap_or(known);
        if self.first > CROWD {
            // Positions are counted from a new origin, so that they stay small.
            self.runs = self.state()?;
            for pointer in &mut self.pointers {
                *pointer -= self.first;
            }
            (self.first, self.now) = (0, Form::constant(0));
        }
        Ok(Step { won: end.minus(before)?, lost: Some(after.minus(end)?) })
    }

    /// The link that goes farthest from here, where m and all indices are 0.
    #[inline]
    fn link(&mut self, at: Form<N>) -> Result<Option<Link<N>>, Reason> {
        let mut longest: Option<Link<N>> = None;
        for (size, pointer) in self.moves.iter().zip(&mut self.pointers) {
            while let Some(run) = self.runs.get(*pointer)
                && run.end.plus(*size)?.value <= at.value
            {
                *pointer += 1;
            }
            let Some(run) = self.runs.get(*pointer) else { continue };
            let moved = run.with(|bound| bound.plus(*size))?;
            if moved.start.value > at.value {
                continue;
            }
            let reach = match comb(&self.combs, run.comb) {
                None => moved.end,
                Some(comb) => match comb.at(comb.phase(&at.minus(moved.start)?)) {
                    (true, left) => at.shifted(left)?,
                    (false, _) => continue,
                },
            };
            if longest.is_none_or(|longest| longest.reach < reach) {
                longest = Some(Link { moved, reach });
            }
        }
        Ok(longest)
    }

    /// The places where the lost run from here on may end: where a move meets the next run or the next tooth, or the
    /// least move meets the run itself.  Every move leads between two runs, or between two teeth.
    #[inline]
    fn meetings(&self, end: Form<N>) -> Result<SmallVec<[Form<N>; 8]>, Reason> {
        let least = self.moves.first().ok_or(Reason::Structure)?;
        let mut meetings = SmallVec::from_elem(end.plus(*least)?, 1);
        for (size, &pointer) in self.moves.iter().zip(&self.pointers) {
            if pointer > self.first {
                self.ask(end.minus(self.runs[pointer - 1].end.plus(*size)?)?)?;
            }
            let Some(run) = self.runs.get(pointer) else { continue };
            let into = end.minus(run.start.plus(*size)?)?;
            let Some(comb) = comb(&self.combs, run.comb).filter(|_| into.value >= 0) else {
                meetings.push(end.minus(into)?);
                continue;
            };
            self.ask(into)?;
            self.ask(run.end.plus(*size)?.minus(end)?.shifted(-1)?)?;
            match comb.at(comb.phase(&into)) {
                (false, left) if comb.is_fixed(&into) => meetings.push(end.shifted(left)?),
                _ => return Err(Reason::Comb),
            }
        }
        Ok(meetings)
    }

    /// Rejects the step unless the number is >= 0 wherever the indices range.
    #[inline]
    fn ask(&self, form: Form<N>) -> Result<(), Reason> {
        if self.ranges.is_never_negative(form)? { Ok(()) } else { Err(Reason::Step) }
    }

    /// The last stretches become one comb.
    pub(super) fn join(&mut self, join: &Join) -> Result<(), Reason> {
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

/// A link of a won run.
#[derive(Clone, Copy, Debug)]
struct Link<const N: usize> {
    /// The stretch of lost positions, moved.
    moved: Run<N>,
    /// The end of the link.
    reach: Form<N>,
}

impl Front<1> {
    /// Do the same outcomes follow as from the other state, for all m?
    ///
    /// Where a comb begins does not matter if its beginning is out of reach and the teeth are in the same places.
    pub(super) fn recurs_from(&self, other: &Self) -> Result<bool, Reason> {
        let (mut one, mut two) = (other.state()?, self.state()?);
        if let ([one, ..], [two, ..]) = (&mut one[..], &mut two[..])
            && one.comb == two.comb
            && let Some(comb) = comb(&self.combs, one.comb)
        {
            let difference = one.start.minus(two.start)?;
            let greatest = self.moves.last().ok_or(Reason::Structure)?;
            let is_out_of_reach = |run: &Run<1>| {
                let beyond = Form::constant(0).minus(run.start.plus(*greatest)?)?;
                Ok::<_, Reason>(beyond.is_never_negative())
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

    /// The state after the first run of lost positions, which are those below the least move.
    pub(super) fn at_start(trace: &Trace) -> Result<Self, Reason> {
        let n = Form { value: trace.start, slopes: [trace.step] };
        let size = |one: &Move| Form::constant(one.summand).plus_times(n, one.factor);
        let moves: Box<[_]> = trace.moves.iter().map(size).collect::<Result<_, _>>()?;
        let mut below = Form::constant(0);
        for &size in &moves {
            if !size.minus(below)?.shifted(-1)?.is_never_negative() {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A number with its slope in m.
    fn form((value, slope): (i64, i64)) -> Form<1> {
        Form { value, slopes: [slope] }
    }

    /// Stretches of the comb of length 4 with a tooth of two positions, relative to the first position
    /// that is not known, with these bounds.
    fn front(moves: &[i64], stretches: &[[(i64, i64); 2]]) -> Front<1> {
        let combs = [Comb { length: 4, teeth: vec![[0, 2]] }];
        let run =
            |[start, end]: &[(i64, i64); 2]| Run { start: form(*start), end: form(*end), comb: 1 };
        let moves = moves.iter().map(|&size| Form::constant(size)).collect();
        Front::new(moves, Rc::new(combs), stretches.iter().map(run).collect())
    }

    fn lengths(stretch: [(i64, i64); 2]) -> Result<[i64; 2], Reason> {
        let step = front(&[10], &[stretch]).step()?;
        Ok([step.won.value, step.lost.map_or(0, |lost| lost.value)])
    }

    #[test]
    fn moves_meet_a_comb_in_the_same_place_for_all_m() {
        // The move 10 leads into the last tooth at first.
        assert_eq!(lengths([(-22, 0), (-8, 0)]), Ok([2, 10]));
        assert_eq!(lengths([(-22, -4), (-8, 0)]), Ok([2, 10]));
        assert_eq!(lengths([(-22, -1), (-8, 0)]), Err(Reason::Comb));
        assert_eq!(lengths([(-22, -4), (-8, -4)]), Err(Reason::Step));
        assert_eq!(lengths([(-22, 4), (-8, 4)]), Err(Reason::Step));
        assert_eq!(lengths([(-22, 4), (-8, 0)]), Err(Reason::Step));
        // It leads into a gap.
        assert_eq!(lengths([(-20, 0), (-6, 0)]), Ok([0, 2]));
        assert_eq!(lengths([(-20, -8), (-6, 0)]), Ok([0, 2]));
        assert_eq!(lengths([(-20, -1), (-6, 0)]), Err(Reason::Comb));
        assert_eq!(lengths([(-20, -8), (-6, -8)]), Err(Reason::Step));
        assert_eq!(lengths([(-20, 4), (-6, 4)]), Err(Reason::Step));
    }

    #[test]
    fn where_a_comb_begins_matters_unless_it_is_out_of_reach() {
        let from = |start| front(&[10, 30], &[[start, (-6, 0)]]);
        let recurs = |one, other| from(one).recurs_from(&from(other));
        assert_eq!(recurs((-40, 0), (-40, 0)), Ok(true));
        assert_eq!(recurs((-40, 0), (-44, 0)), Ok(true));
        assert_eq!(recurs((-40, -8), (-44, -4)), Ok(true));
        assert_eq!(recurs((-40, 0), (-42, 0)), Ok(false));
        assert_eq!(recurs((-40, -8), (-44, -5)), Ok(false));
        assert_eq!(recurs((-40, 4), (-44, 0)), Ok(false));
        assert_eq!(recurs((-24, 0), (-40, 0)), Ok(false));
        assert_eq!(recurs((-40, 0), (-24, 0)), Ok(false));
    }

    /// After one step the stretches are [-16, -14) and [-10, -8), which are out of reach, [-4, -2) and [2, 4).
    #[test]
    fn what_is_out_of_reach_is_not_joined() {
        let combs = [Comb { length: 6, teeth: vec![[0, 2]] }];
        let run = |start: i64| Run {
            start: Form::constant(start),
            end: Form::constant(start + 2),
            comb: RUN,
        };
        let moves = [4, 8, 10].map(Form::<1>::constant);
        let runs = [-16, -10, -4].map(run).to_vec();
        let mut front = Front::new(moves.into(), Rc::new(combs), runs);
        let step = front.step().expect("a step");
        assert_eq!((step.won.value, step.lost.expect("a run").value, front.size()), (2, 2, 2));
        for stretches in [0, 1, 3, 4, 5] {
            let join = Join { stretches, comb: 1 };
            assert_eq!(front.clone().join(&join), Err(Reason::Comb), "{stretches}");
        }
        assert_eq!(front.join(&Join { stretches: 2, comb: 1 }), Ok(()));
        assert_eq!(front.size(), 1);
    }
}

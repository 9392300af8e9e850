//! The runs of lost positions that moves can reach, in affine forms, and steps of fixed recipes.

use super::form::Form;

/// The lost positions `start`, ..., `end` - 1, and none beside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    /// The first position.
    pub start: i64,
    /// The position behind the last one.
    pub end: i64,
}

impl Run {
    /// The run so many positions later.
    pub fn shifted(self, by: i64) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }
}

/// The runs of lost positions, the last ones of which can be reached.
#[derive(Clone, Debug)]
pub struct Window<const N: usize> {
    /// Start and end of each run.
    runs: Vec<[Form<N>; 2]>,
    /// How many of them can be reached.
    reached: usize,
}

/// When there are so many runs, those that cannot be reached are forgotten.
const CROWD: usize = 8192;

impl<const N: usize> Window<N> {
    /// The window before a loop or the whole run: these runs, relative to the end of the last one.
    pub fn new(state: &[Run]) -> Self {
        let form = |run: &Run| [Form::constant(run.start), Form::constant(run.end)];
        Self { runs: state.iter().map(form).collect(), reached: state.len() }
    }

    /// The runs that can be reached, relative to the end of the last one.
    pub fn state(&self) -> Option<Vec<[Form<N>; 2]>> {
        let now = self.runs.last()?[1];
        let reached = self.runs.get(self.runs.len().checked_sub(self.reached)?..)?;
        let relative = |run: &[Form<N>; 2]| Some([run[0].minus(now)?, run[1].minus(now)?]);
        reached.iter().map(relative).collect()
    }

    /// Keeps the runs that can be reached only, relative to the end of the last one.
    pub fn recentre(&mut self) -> Option<()> {
        self.runs = self.state()?;
        Some(())
    }

    /// Adds `change` times `factor` to the last runs.
    pub fn add(&mut self, change: &[Run], factor: Form<N>) -> Option<()> {
        let first = self.runs.len().checked_sub(change.len())?;
        for (run, change) in self.runs[first..].iter_mut().zip(change) {
            run[0] = run[0].plus(factor.times(change.start)?)?;
            run[1] = run[1].plus(factor.times(change.end)?)?;
        }
        Some(())
    }

    /// Sets how the last runs depend on an index.
    pub fn set_slope(&mut self, index: usize, change: &[Run]) -> Option<()> {
        let first = self.runs.len().checked_sub(change.len())?;
        for (run, change) in self.runs[first..].iter_mut().zip(change) {
            run[0].slopes[index] = change.start;
            run[1].slopes[index] = change.end;
        }
        Some(())
    }

    /// The step that this recipe describes: the lengths of its run of won positions and of its
    /// run of lost ones.
    ///
    /// Where all forms that `guard` gets are >= 0, the step is what the rule of the game gives.
    /// `None` if the recipe does not fit the window, a number is too large, or `guard` ends it.
    pub fn step(
        &mut self,
        moves: &[i64],
        recipe: &[i32],
        mut guard: impl FnMut(Form<N>) -> Option<()>,
    ) -> Option<[Form<N>; 2]> {
        let known = self.runs.len();
        let mut numbers = recipe.iter().copied();
        let mut next = || numbers.next().and_then(|number| usize::try_from(number).ok());
        if next()? != self.reached {
            return None;
        }
        let first = known.checked_sub(self.reached)?;
        let now = self.runs.last()?[1];
        let mut start = now;
        for _ in 0..next()? {
            let size = *moves.get(next()?)?;
            let [from, to] = *self.runs.get(known.checked_sub(next()?)?)?;
            guard(start.minus(from)?.shifted(-size)?)?;
            let reach = to.shifted(size)?;
            guard(reach.minus(start)?.shifted(-1)?)?;
            start = reach;
        }
        let ended_by = next();
        let pointers = &recipe[recipe.len().checked_sub(moves.len())?..];
        let pointed =
            |which: usize| known.checked_sub(usize::try_from(*pointers.get(which)?).ok()?);
        let end = match ended_by {
            None => start.shifted(*moves.first()?)?,
            Some(which) => self.runs.get(pointed(which)?)?[0].shifted(*moves.get(which)?)?,
        };
        guard(end.minus(start)?.shifted(-1)?)?;
        guard(start.minus(end)?.shifted(*moves.first()?)?)?;
        for (which, &size) in moves.iter().enumerate() {
            let pointer = pointed(which)?;
            if pointer > first {
                guard(start.minus(self.runs.get(pointer - 1)?[1])?.shifted(-size)?)?;
            } else if pointer < first {
                return None;
            }
            if let Some([from, _]) = self.runs.get(pointer) {
                let hit = from.shifted(size)?;
                guard(hit.minus(start)?.shifted(-1)?)?;
                guard(hit.minus(end)?)?;
            }
        }
        self.runs.push([start, end]);
        self.reached = known + 1 - pointed(moves.len().checked_sub(1)?)?;
        if known > CROWD {
            self.runs.drain(..known + 1 - self.reached);
        }
        Some([start.minus(now)?, end.minus(start)?])
    }
}

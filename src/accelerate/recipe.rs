//! One step of the simulation: the next run of won positions and the next run of lost ones.

use super::window::Run;
use smallvec::SmallVec;

/// How a step follows from the runs of lost positions before it, without any length.
///
/// The numbers are: how many runs there are; how many links the chain has, and for each the move
/// and the run, counted back from the end; the move that ends the lost run, or -1 if the least
/// move does; for each move the first run that it has not passed, counted back from the end.
pub type Recipe = SmallVec<[i32; 24]>;

/// The runs of lost positions that can still be reached, and where each move points to.
#[derive(Clone, Debug)]
pub struct Front {
    moves: Box<[i64]>,
    /// In increasing order; those before the pointer of the largest move are out of reach.
    runs: Vec<Run>,
    /// For each move the first run that it has not passed.
    pointers: Box<[usize]>,
    /// How the step before followed.
    pub recipe: Recipe,
    /// A linear function of the state: proposes loops.
    pub fingerprint: u64,
    powers: Vec<u64>,
    /// `sums[i]` = `powers[0]` + ... + `powers[i - 1]`.
    sums: Vec<u64>,
}

/// When so many runs are out of reach they are forgotten.
const FORGOTTEN: usize = 2048;

/// The base of the fingerprints of states, odd.
const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

impl Front {
    /// Before the first step: the positions below the least move are lost.
    pub fn new(moves: &[i64]) -> Self {
        let mut front = Self {
            moves: moves.into(),
            runs: Vec::new(),
            pointers: vec![0; moves.len()].into(),
            recipe: Recipe::new(),
            fingerprint: 0,
            powers: vec![1],
            sums: vec![0, 1],
        };
        front.load(&[Run { start: -moves[0], end: 0 }]);
        front
    }

    /// Continues from this state.
    pub fn load(&mut self, state: &[Run]) {
        self.runs.clear();
        self.runs.extend_from_slice(state);
        self.pointers.fill(0);
        self.prepare(state.len());
        self.fingerprint = 0;
        for (back, run) in state.iter().rev().enumerate() {
            let part = self.part(back, *run, 0);
            self.fingerprint = self.fingerprint.wrapping_add(part);
        }
    }

    /// How many runs can still be reached.
    pub fn size(&self) -> usize {
        self.runs.len() - self.pointers[self.pointers.len() - 1]
    }

    /// The runs that can still be reached, relative to the end of the last one.
    pub fn state(&self) -> Vec<Run> {
        let reached = &self.runs[self.pointers[self.pointers.len() - 1]..];
        let now = self.now();
        reached.iter().map(|run| run.shifted(-now)).collect()
    }

    fn now(&self) -> i64 {
        self.runs[self.runs.len() - 1].end
    }

    /// Computes the powers for the fingerprint of so many runs.
    fn prepare(&mut self, runs: usize) {
        while self.powers.len() < 2 * runs {
            let next = self.powers[self.powers.len() - 1].wrapping_mul(BASE);
            self.powers.push(next);
            self.sums.push(self.sums[self.sums.len() - 1].wrapping_add(next));
        }
    }

    /// What a run adds to the fingerprint.
    fn part(&self, back: usize, run: Run, now: i64) -> u64 {
        let (start, end) = ((now - run.start) as u64, (now - run.end) as u64);
        let first = self.powers[2 * back].wrapping_mul(start);
        first.wrapping_add(self.powers[2 * back + 1].wrapping_mul(end))
    }

    /// The next step: the lengths of the run of won positions and of the run of lost ones.
    pub fn step(&mut self) -> (i64, i64) {
        let (known, first) = (self.runs.len(), self.pointers[self.pointers.len() - 1]);
        let now = self.now();
        self.recipe.clear();
        // Distances between runs that can be reached are far below 2^31 runs.
        let back = |index: usize| (known - index) as i32;
        self.recipe.extend([back(first), 0]);
        let mut start = now;
        loop {
            let (mut reach, mut best) = (start, None);
            for (which, (size, pointer)) in self.moves.iter().zip(&mut self.pointers).enumerate() {
                while *pointer < known && self.runs[*pointer].end + size <= start {
                    *pointer += 1;
                }
                if let Some(run) = self.runs.get(*pointer)
                    && run.start + size <= start
                    && run.end + size > reach
                {
                    (reach, best) = (run.end + size, Some((which, *pointer)));
                }
            }
            let Some((which, run)) = best else { break };
            start = reach;
            self.recipe.extend([which as i32, back(run)]);
            self.recipe[1] += 1;
        }
        let (mut end, mut ended_by) = (start + self.moves[0], -1);
        for (which, (size, pointer)) in self.moves.iter().zip(&self.pointers).enumerate() {
            if let Some(run) = self.runs.get(*pointer)
                && run.start + size < end
            {
                (end, ended_by) = (run.start + size, which as i32);
            }
        }
        self.recipe.push(ended_by);
        self.recipe.extend(self.pointers.iter().map(|&pointer| back(pointer)));
        self.append(Run { start, end }, first);
        (start - now, end - start)
    }

    /// Appends a run; the runs from `first` on could be reached before.
    fn append(&mut self, run: Run, first: usize) {
        let (now, known) = (self.now(), self.runs.len());
        self.prepare(known - first + 1);
        self.runs.push(run);
        let shift = (run.end - now) as u64;
        let old = self.fingerprint.wrapping_add(self.sums[2 * (known - first)].wrapping_mul(shift));
        let square = BASE.wrapping_mul(BASE);
        self.fingerprint = old.wrapping_mul(square).wrapping_add((run.end - run.start) as u64);
        let reached = self.pointers[self.pointers.len() - 1];
        // The pointer stays before the run that was appended, so that some run is left.
        for index in first..reached {
            let part = self.part(known - index, self.runs[index], run.end);
            self.fingerprint = self.fingerprint.wrapping_sub(part);
        }
        if reached > FORGOTTEN && reached > self.runs.len() / 2 {
            self.runs.drain(..reached);
            for pointer in &mut self.pointers {
                *pointer -= reached;
            }
            for one in &mut self.runs {
                *one = one.shifted(-run.end);
            }
        }
    }
}

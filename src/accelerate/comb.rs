//! Stretches of positions: solid runs of lost positions, and combs of many small ones.

use rustc_hash::FxHashMap;

/// The positions `start`, ..., `end` - 1, the first and the last of which are lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stretch {
    /// The first position.
    pub start: i64,
    /// The position behind the last one.
    pub end: i64,
    /// Which of its positions are lost.
    pub comb: CombId,
}

/// A comb by its number; [`SOLID`] is none.
pub type CombId = u32;

/// All positions are lost.
pub const SOLID: CombId = 0;

/// A pattern of lost positions that repeats.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Comb {
    /// The number of positions after which it repeats.
    pub length: i64,
    /// The runs of lost positions: first position, and position behind the last one.  The first
    /// run starts at 0, and the last one ends before `length`.
    pub teeth: Box<[(i64, i64)]>,
}

/// All combs that were met.
#[derive(Clone, Debug)]
pub struct Combs {
    known: Vec<Comb>,
    numbers: FxHashMap<Comb, CombId>,
}

/// Combs have at most so many positions, so that runs that grow are seldom taken for teeth.
pub const LONGEST_COMB: i64 = 512;

/// Combs have at most so many teeth.
pub const MOST_TEETH: usize = 64;

impl Stretch {
    /// A run of lost positions.
    pub fn solid(start: i64, end: i64) -> Self {
        Self { start, end, comb: SOLID }
    }

    /// The stretch so many positions later.
    pub fn shifted(self, by: i64) -> Self {
        Self { start: self.start + by, end: self.end + by, ..self }
    }
}

impl Comb {
    /// The end of the last run of lost positions.
    pub fn end(&self) -> i64 {
        self.teeth.last().map_or(0, |tooth| tooth.1)
    }

    /// Whether a position at this distance from the start is lost, and how many positions behind it
    /// the next one with the other outcome follows.
    pub fn at(&self, phase: i64) -> (bool, i64) {
        for &(from, to) in &self.teeth {
            if phase < from {
                return (false, from - phase);
            }
            if phase < to {
                return (true, to - phase);
            }
        }
        (false, self.length - phase)
    }
}

impl Combs {
    /// The comb with this number.
    pub fn get(&self, comb: CombId) -> &Comb {
        &self.known[comb as usize]
    }

    /// The runs of lost positions of a stretch of this length, relative to its start.
    pub fn spelled(&self, comb: CombId, length: i64) -> impl Iterator<Item = (i64, i64)> {
        let Comb { length: period, teeth } = self.get(comb);
        let solid = (comb == SOLID).then_some((0, length));
        let groups = (0..).map(move |group| group * period).take_while(move |&at| at < length);
        let teeth =
            groups.flat_map(|at| teeth.iter().map(move |tooth| (at + tooth.0, at + tooth.1)));
        solid.into_iter().chain(teeth.filter(move |_| comb != SOLID))
    }

    /// The number of a comb.
    pub fn number(&mut self, comb: Comb) -> CombId {
        if let Some(&number) = self.numbers.get(&comb) {
            return number;
        }
        // There are fewer combs than numbers: few teeth in few positions.
        let number = self.known.len() as CombId;
        self.known.push(comb.clone());
        self.numbers.insert(comb, number);
        number
    }
}

impl Default for Combs {
    fn default() -> Self {
        let solid = Comb { length: 1, teeth: [(0, 1)].into() };
        Self { known: vec![solid], numbers: FxHashMap::default() }
    }
}

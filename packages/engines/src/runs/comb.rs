//! Stretches of positions with the same value: solid runs, and combs of many small ones.

use super::limits::{LONGEST_COMB, MOST_TEETH};
pub(super) use crate::trace::Comb;
use rustc_hash::FxHashMap;

/// Positions with a value among `start`, ..., `end` - 1, where the first and the last have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stretch {
    /// The first position.
    pub start: i64,
    /// The position after the last one.
    pub end: i64,
    /// The value, and which of the positions have it.
    pub comb: CombId,
}

/// A comb by its number, and the value of its positions; comb 0 has all positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CombId(u32);

/// The number of bits that hold the value.
const VALUE_BITS: u32 = 8;

impl CombId {
    /// All positions have this value, which is less than 256.
    pub(crate) fn solid(value: usize) -> Self {
        Self(value as u32 & ((1 << VALUE_BITS) - 1))
    }

    /// The comb with this index for this value, if there may be that many.
    pub(crate) fn new(index: u32, value: usize) -> Option<Self> {
        let is_small = index < 1 << (u32::BITS - VALUE_BITS);
        is_small.then(|| Self(index << VALUE_BITS | Self::solid(value).0))
    }

    /// The value.
    pub(crate) fn value(self) -> usize {
        (self.0 & ((1 << VALUE_BITS) - 1)) as usize
    }

    /// Do all positions have the value?
    pub(crate) fn is_solid(self) -> bool {
        self.index() == 0
    }

    /// The index of the comb.
    pub(crate) fn index(self) -> u32 {
        self.0 >> VALUE_BITS
    }
}

/// All combs that were seen.
#[derive(Clone, Debug)]
pub(super) struct Combs {
    known: Vec<Comb>,
    numbers: FxHashMap<Comb, u32>,
}

impl Stretch {
    /// A run of positions with this value.
    pub(crate) fn solid(value: usize, start: i64, end: i64) -> Self {
        Self { start, end, comb: CombId::solid(value) }
    }

    /// The stretch moved by this number of positions.
    pub(crate) fn shifted(self, by: i64) -> Self {
        Self { start: self.start + by, end: self.end + by, ..self }
    }
}

/// Can runs have become this comb?
pub(super) fn is_possible(comb: &Comb) -> bool {
    comb.is_one() && comb.teeth.len() <= MOST_TEETH && comb.length <= LONGEST_COMB
}

impl Combs {
    /// The comb with this number.
    pub(super) fn get(&self, comb: CombId) -> &Comb {
        &self.known[comb.index() as usize]
    }

    /// All combs that were made; the first has the number 1.
    pub(super) fn made(&self) -> &[Comb] {
        &self.known[1..]
    }

    /// The runs of a stretch of this length, relative to its start.
    pub(super) fn spelled(&self, comb: CombId, length: i64) -> impl Iterator<Item = [i64; 2]> {
        let Comb { length: period, teeth } = self.get(comb);
        let solid = comb.is_solid().then_some([0, length]);
        let groups = (0..).map(move |group| group * period).take_while(move |&at| at < length);
        let teeth =
            groups.flat_map(|at| teeth.iter().map(move |tooth| tooth.map(|side| at + side)));
        solid.into_iter().chain(teeth.filter(move |_| !comb.is_solid()))
    }

    /// The comb whose positions have this value; `None` when there are no more numbers.
    pub(super) fn name(&mut self, comb: Comb, value: usize) -> Option<CombId> {
        let next = self.known.len() as u32;
        let number = *self.numbers.entry(comb).or_insert_with_key(|comb| {
            self.known.push(comb.clone());
            next
        });
        CombId::new(number, value)
    }
}

impl Default for Combs {
    fn default() -> Self {
        let solid = Comb { length: 1, teeth: vec![[0, 1]] };
        Self { known: vec![solid], numbers: FxHashMap::default() }
    }
}

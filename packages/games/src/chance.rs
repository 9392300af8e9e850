//! Chance: the same for the same seed on every machine.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng as _, SeedableRng as _};

/// A source of numbers that look random.
#[derive(Clone, Debug)]
pub struct Chance(Pcg32);

impl Chance {
    /// From this seed.
    pub fn new(seed: u64) -> Self {
        Self(Pcg32::seed_from_u64(seed))
    }

    /// One of several with the same seed.
    pub(crate) fn numbered(seed: u64, number: u64) -> Self {
        Self(Pcg32::new(seed, number))
    }

    /// A number below this one, which is at least 1.  Of 64 random bits all remainders of a word of 32 bits
    /// are equally likely, but for one part in 2^32.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0.next_u64() % bound.max(1)
    }

    /// An index below this one, which is at least 1.
    pub(crate) fn index(&mut self, count: usize) -> usize {
        usize::try_from(self.below(count as u64)).unwrap_or(0)
    }

    /// 32 random bits.
    pub(crate) fn bits(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// One of these; `None` if there is none.
    pub fn choose<T: Copy>(&mut self, among: &[T]) -> Option<T> {
        if among.is_empty() { None } else { among.get(self.index(among.len())).copied() }
    }
}

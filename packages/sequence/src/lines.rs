//! Words in whole cache lines.

use super::engine::LINE;
use pulp::bytemuck::{self, Zeroable as _};
use std::ops::{Deref, DerefMut};

/// A unit of storage: 64 bytes, which begin at a multiple of 32 where that makes a difference.
#[cfg(target_arch = "x86_64")]
type CacheLine = [std::arch::x86_64::__m256i; 2];
#[cfg(not(target_arch = "x86_64"))]
type CacheLine = [u64; LINE];

/// A number of words that is a multiple of [`LINE`]; the first of them begins a vector register of four.
///
/// A register stored within one cache line can soon be loaded again; one that straddles two lines takes longer, and
/// each load of it costs as much as two.
#[derive(Clone, Debug)]
pub(crate) struct Lines(Vec<CacheLine>);

impl Lines {
    /// This number of zeros, a multiple of [`LINE`].
    pub(crate) fn new(words: usize) -> Self {
        let mut lines = Self(Vec::new());
        lines.resize(words);
        lines
    }

    /// Makes it this number of words, a multiple of [`LINE`]; new ones are 0.
    pub(crate) fn resize(&mut self, words: usize) {
        self.0.resize(words / LINE, CacheLine::zeroed());
    }
}

impl Deref for Lines {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        bytemuck::cast_slice(&self.0)
    }
}

impl DerefMut for Lines {
    fn deref_mut(&mut self) -> &mut [u64] {
        bytemuck::cast_slice_mut(&mut self.0)
    }
}

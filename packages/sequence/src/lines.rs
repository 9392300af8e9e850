//! Words in whole lines of the cache.

use super::engine::LINE;
use pulp::bytemuck::{self, Zeroable as _};
use std::ops::{Deref, DerefMut};

/// What is kept as one: 64 bytes, which begin at a multiple of 32 where that makes a difference.
#[cfg(target_arch = "x86_64")]
type CacheLine = [std::arch::x86_64::__m256i; 2];
#[cfg(not(target_arch = "x86_64"))]
type CacheLine = [u64; LINE];

/// A multiple of [`LINE`] words, the first of which begins a vector register of four.
///
/// A register that is stored within one line of the cache can be loaded again soon; one that lies across two lines
/// takes longer, and each load of it costs as much as two.
#[derive(Clone, Debug)]
pub(crate) struct Lines(Vec<CacheLine>);

impl Lines {
    /// So many zeros, a multiple of [`LINE`].
    pub(crate) fn new(words: usize) -> Self {
        let mut lines = Self(Vec::new());
        lines.resize(words);
        lines
    }

    /// Makes it so many words, a multiple of [`LINE`]; new ones are 0.
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

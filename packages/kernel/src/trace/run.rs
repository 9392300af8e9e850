//! Stretches of lost positions.

use super::form::Form;
use super::refused::Reason;

/// A run of lost positions, or a comb of such runs: the first position, and the position after the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run<const N: usize> {
    pub start: Form<N>,
    pub end: Form<N>,
    /// The number of the comb.
    pub comb: u32,
}

impl<const N: usize> Run<N> {
    /// The same with other bounds.
    pub(super) fn with<const M: usize>(
        &self,
        mut bound: impl FnMut(&Form<N>) -> Result<Form<M>, Reason>,
    ) -> Result<Run<M>, Reason> {
        Ok(Run { start: bound(&self.start)?, end: bound(&self.end)?, comb: self.comb })
    }
}

/// The number of a run, which is not a comb.
pub(super) const RUN: u32 = 0;

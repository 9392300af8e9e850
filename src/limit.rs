//! The limits of a computation, by name.  A limit reached means *undecided*, never *verified*.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Why a question was left undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Limit {
    /// Whoever started the work asked it to stop: the time was over.  (Work that a user interrupts
    /// is not reported at all.)
    Stopped,
    /// A chain did not reach back the largest move within this many blocks.
    ChainBlocks,
    /// The values of a piece repeat only after more positions than are compared.
    PhasePeriod,
    /// One integer feasibility question needed too many case splits.
    IntegerBranches,
    /// The cases of one word became too many.
    CaseSplits,
    /// The smallest position of a counterexample lies too far out to be walked to.
    Positions,
    /// There are more solutions of a puzzle than are listed.
    Solutions,
    /// A net has more markings than are kept.
    Markings,
    /// A place of a net would hold more than 2^32 - 1 tokens.
    Tokens,
    /// Not every play of a game was looked at.
    Plays,
    /// Too many words of a shift register, or too many states to count them with.
    Words,
    /// A formula of a statement needs larger numbers, or more steps, than are computed with.
    Formula,
}

impl Limit {
    /// The name users see: `chain-blocks`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stopped => "time",
            Self::ChainBlocks => "chain-blocks",
            Self::PhasePeriod => "phase-period",
            Self::IntegerBranches => "integer-branches",
            Self::CaseSplits => "case-splits",
            Self::Positions => "positions",
            Self::Solutions => "solutions",
            Self::Markings => "markings",
            Self::Tokens => "tokens",
            Self::Plays => "plays",
            Self::Words => "words",
            Self::Formula => "formula",
        }
    }
}

/// A flag by which the caller stops long work; clones share it.
///
/// The library knows no clock: who wants a time limit sets the flag when the time is over.
#[derive(Clone, Debug, Default)]
pub struct Stop(pub Arc<AtomicBool>);

impl Stop {
    /// Asks all holders to stop soon.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Was a stop asked for?
    #[inline]
    pub fn requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// [`Limit::Stopped`] as an error when a stop was asked for, for use with `?`.
    #[inline]
    pub fn check(&self) -> Result<(), Limit> {
        if self.requested() { Err(Limit::Stopped) } else { Ok(()) }
    }
}

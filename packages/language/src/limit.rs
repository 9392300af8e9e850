//! The limits of a computation, by name.  A limit reached means *undecided*, never *verified*.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Why a question was left undecided.
///
/// The limits of the proof and of the computation are defined here; a room that can reach others defines
/// them, as a constant with its name and its text:
///
/// ```
/// use grundy_language::limit::Limit;
/// const PLAYS: Limit = Limit(&["plays", "not every play was looked at"]);
/// assert_eq!(PLAYS.name(), "plays");
/// assert_ne!(PLAYS, Limit::POSITIONS);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit(pub &'static [&'static str; 2]);

impl Limit {
    /// Whoever started the work asked it to stop: the time was over, or a user interrupted it.
    pub const STOPPED: Limit =
        Limit(&["time", "the time limit ran out, or the work was interrupted"]);
    /// A chain did not reach back the largest move within as many blocks, or as much work, as are allowed.
    pub const CHAIN_BLOCKS: Limit = Limit(&[
        "chain-blocks",
        "a chain did not reach back as far as the largest move within the allowed blocks and work",
    ]);
    /// The values of a piece repeat only after more positions than are compared.
    pub const PHASE_PERIOD: Limit =
        Limit(&["phase-period", "cycles that meet in one place have too long a common period"]);
    /// One integer feasibility question needed too many case splits.
    pub const INTEGER_BRANCHES: Limit =
        Limit(&["integer-branches", "a question about integers needed too many case splits"]);
    /// The cases of one word became too many.
    pub const CASE_SPLITS: Limit =
        Limit(&["case-splits", "there are too many cases to distinguish"]);
    /// A game needs more positions than are computed.
    pub const POSITIONS: Limit =
        Limit(&["positions", "too many positions would have to be computed"]);
    /// What is kept would take more bytes than [`CancellationToken::room`] allows.
    pub const MEMORY: Limit = Limit(&["memory", "more memory would be needed than is allowed"]);

    /// The name users see, each for one limit only: `chain-blocks`.
    pub fn name(self) -> &'static str {
        self.0[0]
    }

    /// What happened when it was reached, in the words that follow "not everything could be checked:".
    pub fn text(self) -> &'static str {
        self.0[1]
    }
}

/// The terms on which long work is done: a flag by which the caller stops it, and how many bytes may be kept;
/// clones share the flag.
///
/// The library knows no clock: who wants a time limit sets the flag when the time is over.
#[derive(Clone, Debug)]
pub struct CancellationToken {
    flag: Arc<AtomicBool>,
    most_bytes: u64,
}

impl Default for CancellationToken {
    fn default() -> Self {
        Self { flag: Arc::default(), most_bytes: Self::MEMORY }
    }
}

impl CancellationToken {
    /// The bytes that one store of results may take where nobody says another number.
    pub const MEMORY: u64 = 2 << 30;

    /// The same flag with another number of bytes for a store of results.
    pub fn with_memory(self, most_bytes: u64) -> Self {
        Self { most_bytes, ..self }
    }

    /// The flag, for those who set it in other ways.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// Asks all holders to stop soon.
    pub fn request(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Was a stop asked for?
    #[inline]
    pub fn requested(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// [`Limit::STOPPED`] as an error when a stop was asked for, for use with `?`.
    #[inline]
    pub fn check(&self) -> Result<(), Limit> {
        if self.requested() { Err(Limit::STOPPED) } else { Ok(()) }
    }

    /// [`Limit::MEMORY`] as an error where a store of this number of entries, each of about this size in bytes, would take
    /// more than is allowed.
    ///
    /// Stores ask before they grow.  The numbers are estimates, the same for any number of threads.
    ///
    /// ```
    /// use grundy_language::limit::{CancellationToken, Limit};
    /// let stop = CancellationToken::default().with_memory(1000);
    /// assert_eq!(stop.room(10, 100), Ok(()));
    /// assert_eq!(stop.room(11, 100), Err(Limit::MEMORY));
    /// assert_eq!(stop.room(usize::MAX, 100), Err(Limit::MEMORY));
    /// ```
    #[inline]
    pub fn room(&self, entries: usize, bytes: usize) -> Result<(), Limit> {
        let wanted = (entries as u64).saturating_mul(bytes as u64);
        if wanted > self.most_bytes { Err(Limit::MEMORY) } else { Ok(()) }
    }

    /// How many bytes a store may take.
    pub fn most_bytes(&self) -> u64 {
        self.most_bytes
    }
}

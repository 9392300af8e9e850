//! How far the search goes, and how much it keeps.
//!
//! Results are also right for other values of these, except for [`GREATEST`] and [`LONGEST_COMB`], which keep
//! computations within machine words; `cargo bench --bench accelerate` shows what a change costs.

/// The greatest move: sums of a few positions in reach of each other fit machine words.
pub const GREATEST: u64 = 1 << 40;

/// The most moves for Grundy values.
pub const MOST_MOVES: usize = 64;

/// The most moves for outcomes: a step looks at each of them.
pub const MOST_OUTCOME_MOVES: usize = 1 << 10;

/// The most runs that may be in reach.
pub(super) const WIDEST: usize = 1 << 14;

/// The approximate number of bytes that may be kept.
pub(super) const MOST_BYTES: usize = 3 << 29;

/// One in this number of states after steps is remembered.
pub(super) const REMEMBERED: u64 = 16;

/// The greatest depth to which loops are nested.
pub const DEEPEST: usize = 8;

/// The most links of a chain for each value: longer chains continue in the next step, so that they become loops.
pub(super) const LINKS: usize = 8;

/// The number of equal groups of runs that become a comb.
pub(super) const GROUPS: usize = 3;

/// The most positions of a comb, chosen so that growing runs are seldom taken for teeth.
pub(super) const LONGEST_COMB: i64 = 512;

/// The most teeth of a comb.
pub(super) const MOST_TEETH: usize = 64;

/// The number of symbols of a short context, for a step and for a loop.
pub(super) const SHORT: [usize; 2] = [4, 1];

/// The number of symbols of a long context.
pub(super) const LONG: usize = 40;

/// The least number of steps that it must cost to compute a kept state from the one before.
pub(super) const INTERVAL: usize = 32;

/// The distance between kept states, as the divisor of the distance from the end.
pub(super) const SPREAD: usize = 8;

/// The most entries with other keys that a search passes over.
pub(super) const PASSED: usize = 32;

/// The number of entries between those before which sums are kept.
pub(super) const APART: usize = 64;

/// The greatest prime that is tried.
pub(super) const GREATEST_TRIED: u64 = 1 << 24;

/// The number of stretches out of reach at which they are forgotten.
pub(super) const FORGOTTEN: usize = 2048;

//! How far the search goes, and what it keeps.
//!
//! Results are right for other numbers too, but for [`GREATEST`] and [`LONGEST_COMB`], with which what is computed in
//! machine words fits them; `cargo bench --bench accelerate` shows what a change costs.

/// The greatest move: sums of a few positions in reach of each other fit machine words.
pub const GREATEST: u64 = 1 << 40;

/// Grundy values are computed for this many moves at most.
pub const MOST_MOVES: usize = 64;

/// The most moves for outcomes: a step looks at each of them.
pub const MOST_OUTCOME_MOVES: usize = 1 << 10;

/// So many runs may be in reach.
pub(super) const WIDEST: usize = 1 << 14;

/// About this many bytes may be kept.
pub(super) const MOST_BYTES: usize = 3 << 29;

/// One in this many states behind steps is remembered.
pub(super) const REMEMBERED: u64 = 16;

/// How deep loops are nested at most.
pub const DEEPEST: usize = 8;

/// Chains of more links for each value go on in the next step, so that long ones become loops.
pub(super) const LINKS: usize = 8;

/// So many equal groups of runs become a comb.
pub(super) const GROUPS: usize = 3;

/// Combs have at most this many positions, so that runs that grow are seldom taken for teeth.
pub(super) const LONGEST_COMB: i64 = 512;

/// Combs have at most this many teeth.
pub(super) const MOST_TEETH: usize = 64;

/// How many symbols a short context has, for a step and for a loop.
pub(super) const SHORT: [usize; 2] = [4, 1];

/// How many symbols a long context has.
pub(super) const LONG: usize = 40;

/// States are kept that cost at least this many steps to compute from the one before.
pub(super) const INTERVAL: usize = 32;

/// Between kept states may lie this share of the way to the end.
pub(super) const SPREAD: usize = 8;

/// So many entries with other keys are passed over in a search.
pub(super) const PASSED: usize = 32;

/// The sums are kept before one in this many entries.
pub(super) const APART: usize = 64;

/// Primes up to here are tried.
pub(super) const GREATEST_TRIED: u64 = 1 << 24;

/// Up to here is stepped in any case.
pub(super) const NEAR: u64 = 1 << 26;

/// When this many stretches are out of reach they are forgotten.
pub(super) const FORGOTTEN: usize = 2048;

//! How far walls are followed, and how much is kept.
//!
//! Results are also right for other values of these, except for [`LONGEST_ROW`] and [`ROWS`], which keep computations
//! within machine words.

use super::Recognition;
use crate::trace::diagram::ROOM;

/// The strict upper bound on the positions of a row.
pub(super) const LONGEST_ROW: i64 = 1 << 40;

/// The ways to recognise domains: the first way, and then the others in turn if walls become too wide, if the period is
/// not shown to be the least one, or if the end of the preperiod is not shown.  Where walls never come near each other,
/// the earlier form of each of them is known.
pub const RECOGNITIONS: [Recognition; 5] = [
    Recognition { spare: 0, whole: false },
    Recognition { spare: 0, whole: true },
    Recognition { spare: 2, whole: false },
    Recognition { spare: 4, whole: false },
    Recognition { spare: ROOM, whole: false },
];

/// The numbers of columns, around walls or where these meet, that are tried to distinguish them from everything else.
pub const COLUMNS: [u64; 5] = [2, 4, 16, 64, 256];

/// The greatest depth to which loops are nested.
pub(super) const DEEPEST: usize = 6;

/// The most columns of a wall.
pub(super) const WIDEST_WALL: usize = 1 << 12;

/// The most words that are computed while a wall is not found to recur.
pub(super) const MOST_WORDS: u64 = 1 << 23;

/// The cost of looking for a domain, in words for each column.
pub(super) const COMPARED: u64 = 32;

/// The number of columns above which a wall may contain new domains.
pub(super) const NARROW: usize = 8;

/// The columns by which a part of a wall must exceed what walls need to become a known domain: a wall that is awake is
/// about to move down a row.
pub(super) const MORE_IN_KNOWN: i64 = 6;

/// The number of rows after which the caller is asked whether to stop.
pub(super) const ASKED: i64 = 1 << 10;

/// The most rows of a collision.
///
/// So its columns, in plain machine integers, stay below 2^50: groups begin within a row of fewer than 2^40 positions,
/// and in a row a wall changes by no more than its columns and the reach of the rule, 2^13.  Products are checked, or
/// computed with more bits.
pub(super) const ROWS: i64 = 1 << 30;

/// The most steps and loops that are kept.
pub(super) const MOST_ENTRIES: usize = 1 << 16;

/// The cost of a step, in words.
pub(super) const WORDS_OF_STEP: u64 = 16;

/// The most words of walls that are kept.
pub(super) const KEPT_WORDS: usize = 1 << 22;

/// The most rows by which a collision may begin earlier.
pub(super) const EARLIER: i64 = 1 << 8;

/// The most columns between walls when a collision begins earlier.
pub(super) const EARLIER_COLUMNS: i64 = 1 << 8;

/// The number of columns between walls below which they are merged where rows are compared.
pub(super) const NEAR: i64 = 64;

/// The most columns after which a domain repeats.
pub(super) const LONGEST_TILE: usize = 400;

/// The columns that a new domain has in addition to those that repeat three times.
pub(super) const MORE_IN_NEW: usize = 8;

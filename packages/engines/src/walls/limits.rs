//! How far walls are followed, and what is kept.
//!
//! What is found is right for other numbers too, but for [`LONGEST_ROW`] and [`ROWS`], with which what is computed
//! in machine words fits them.

use super::Recognition;
use crate::trace::diagram::ROOM;

/// Rows have fewer positions.
pub(super) const LONGEST_ROW: i64 = 1 << 40;

/// How domains are recognised: the first way, and the others in turn if walls become too wide, or if it is not shown
/// that the period is the least one, or where the preperiod ends.  Where walls never come near each other it is
/// known what each of them was before.
pub const RECOGNITIONS: [Recognition; 5] = [
    Recognition { spare: 0, whole: false },
    Recognition { spare: 0, whole: true },
    Recognition { spare: 2, whole: false },
    Recognition { spare: 4, whole: false },
    Recognition { spare: ROOM, whole: false },
];

/// So many columns, on both sides of walls or where these meet, may tell them from all else.
pub const COLUMNS: [u64; 5] = [2, 4, 16, 64, 256];

/// Loops are nested as deep at most.
pub(super) const DEEPEST: usize = 6;

/// A wall has this many columns at most.
pub(super) const WIDEST_WALL: usize = 1 << 12;

/// So many words are computed at most while a wall is not found to come again.
pub(super) const MOST_WORDS: u64 = 1 << 23;

/// To look for a domain takes as long as to compute this many words for each column.
pub(super) const COMPARED: u64 = 32;

/// In walls of more columns new domains may be found.
pub(super) const NARROW: usize = 8;

/// Parts of walls become domains if they have this many columns more than walls need: one that is awake has
/// a row to go.
pub(super) const MORE_IN_KNOWN: i64 = 6;

/// After this many rows it is asked whether to stop.
pub(super) const ASKED: i64 = 1 << 10;

/// A collision has this many rows at most.
///
/// So its columns, in plain machine integers, stay below 2^50: groups begin within a row of fewer than
/// 2^40 positions, and a wall changes by no more than the columns it has and the rule reaches, 2^13, in
/// a row.  What is multiplied is checked, or computed in more bits.
pub(super) const ROWS: i64 = 1 << 30;

/// So many steps and loops are kept.
pub(super) const MOST_ENTRIES: usize = 1 << 16;

/// A step takes as long as to compute this many words.
pub(super) const WORDS_OF_STEP: u64 = 16;

/// So many words of walls are kept at most.
pub(super) const KEPT_WORDS: usize = 1 << 22;

/// A collision may begin this many rows earlier at most,
pub(super) const EARLIER: i64 = 1 << 8;

/// with walls that are this many columns from each other.
pub(super) const EARLIER_COLUMNS: i64 = 1 << 8;

/// Walls with fewer columns between them are taken as one where rows are compared.
pub(super) const NEAR: i64 = 64;

/// Columns after which domains repeat at most.
pub(super) const LONGEST_TILE: usize = 400;

/// A new domain has this many columns more than those that repeat three times.
pub(super) const MORE_IN_NEW: usize = 8;

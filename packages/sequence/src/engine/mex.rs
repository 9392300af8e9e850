//! The least absent value, in all lanes of a word at once.
//!
//! In a lane that holds a set of values as bits, adding 1 carries through the values 0, 1, ...
//! that are present and sets the bit of the least absent one.  A lane is wider than the number
//! of moves, so one bit is always clear, and no carry leaves the lane.

/// The least absent value of each lane, as its only bit; `ones` has the lowest bit of each lane.
#[inline(always)]
pub(super) fn mex(present: u64, ones: u64) -> u64 {
    !present & present.wrapping_add(ones)
}

/// The same when some moves, in bits, lead into the word itself, so that the values `present` through them are still
/// missing; each round settles the next positions, as many as the least move.
#[inline(always)]
pub(super) fn rounds(present: u64, ones: u64, moves: &[u32], rounds: u32) -> u64 {
    let mut values = mex(present, ones);
    for _ in 0..rounds {
        let mut inside = present;
        for size in moves {
            inside |= values << (size & 63);
        }
        values = mex(inside, ones);
    }
    values
}

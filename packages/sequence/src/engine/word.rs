//! The moves shorter than a word: the values of its positions, from the values before it.
//!
//! Under normal play a position is *free* when no move leads to a lost position before the word.  Within the word, the
//! lost positions are then determined from the lowest bit up: a free position is lost unless a lost position is a move
//! below it.

use super::mex;

/// The number of positions that a table solves at once: the table has 2^11 words, 16 KiB, and stays in the fastest
/// cache.
const CHUNK: u32 = 11;

/// A way to find the codes of a word, chosen for the moves below 64 bits.
#[derive(Clone, Debug)]
pub(crate) enum Solver {
    /// No such move: every free position is lost.
    Free,
    /// The only such move is 1.
    Alternate,
    /// There is only this such move.
    Single(u32),
    /// The least move is solved on the whole word, which is right below the second least move; then what is right hits
    /// through the other moves, and so on.
    Passes {
        /// The least move.
        least: u32,
        /// The others, in increasing order.
        others: Box<[u32]>,
    },
    /// From the free positions on, it is decided repeatedly which positions are lost, given the word before; each round
    /// settles as many positions as the least move.
    Rounds {
        /// All moves below 64.
        moves: Box<[u32]>,
        /// The number of rounds that settle the word.
        rounds: u32,
    },
    /// Chunk by chunk with a table: from the free positions of a chunk to all positions that its lost ones hit,
    /// including those in the chunk.
    Table(Box<[u64]>),
    /// Grundy values without such a move.
    Mex {
        /// The lowest bit of each lane.
        ones: u64,
    },
    /// Grundy values.
    MexRounds {
        /// The lowest bit of each lane.
        ones: u64,
        /// All moves below 64 bits, in bits.
        moves: Box<[u32]>,
        /// The number of rounds that settle the word.
        rounds: u32,
    },
}

impl Solver {
    /// The solver for Grundy values of this number of bits, with the moves in bits.
    pub(crate) fn mex(moves: &[u32], width: u32) -> Self {
        let ones = u64::MAX / (u64::MAX >> (64 - width));
        match moves.first() {
            None => Self::Mex { ones },
            Some(least) => Self::MexRounds { ones, moves: moves.into(), rounds: 63 / least },
        }
    }

    /// The solver for normal play with the shortest chain of dependent instructions, counted
    /// roughly.
    pub(crate) fn outcome(moves: &[u32]) -> Self {
        let [least, others @ ..] = moves else { return Self::Free };
        let least = *least;
        let Some(second) = others.first() else {
            return if least == 1 { Self::Alternate } else { Self::Single(least) };
        };
        let doublings = (1..6).take_while(|level| least << level < 64).count() as u32;
        let alone = if least == 1 { 8 } else { 3 + 3 * doublings };
        let passes = 64_u32.div_ceil(*second) * (alone + 3);
        let rounds = 63 / least;
        let each = 2 + moves.len() as u32 / 2;
        let chunks = 56;
        if passes <= rounds * each && passes <= chunks {
            Self::Passes { least, others: others.into() }
        } else if rounds * each <= chunks {
            Self::Rounds { moves: moves.into(), rounds }
        } else {
            Self::Table(table(moves))
        }
    }

    /// The codes of a word, from the union of the codes of the options before the word.
    #[inline(always)]
    pub(crate) fn solve(&self, hit: u64) -> u64 {
        match self {
            Self::Free => !hit,
            Self::Alternate => alternate(!hit),
            Self::Single(size) => single(!hit, *size),
            Self::Passes { least, others } => passes(!hit, *least, others),
            Self::Rounds { moves, rounds } => repeat(!hit, moves, *rounds),
            Self::Table(table) => chunks(!hit, table),
            Self::Mex { ones } => mex::mex(hit, *ones),
            Self::MexRounds { ones, moves, rounds } => mex::rounds(hit, *ones, moves, *rounds),
        }
    }
}

/// What the lost positions of a chunk hit, for all its free positions.
fn table(moves: &[u32]) -> Box<[u64]> {
    let from_first = moves.iter().fold(0_u64, |hits, size| hits | 1 << size);
    let mut table = vec![0; 1 << CHUNK];
    for free in 1..1_u64 << CHUNK {
        // The first free position is lost, and the others stay free unless it hits them; those that stay free make a
        // smaller index.
        let first = free.trailing_zeros();
        let hits = from_first << first;
        let others = free & (free - 1) & !hits;
        table[free as usize] = hits | table[others as usize];
    }
    table.into()
}

/// With the move 1, every other position of each run of free ones is lost, from its first on.
#[inline(always)]
pub(super) fn alternate(free: u64) -> u64 {
    const EVEN: u64 = 0x5555_5555_5555_5555;
    let even_starts = free & !(free << 1) & EVEN;
    // Adding 1 to the first position of a run carries through it; a carry out of the word does not matter.
    let even_runs = free & !free.wrapping_add(even_starts);
    (even_runs & EVEN) | (free & !even_runs & !EVEN)
}

/// With a single move, every other position of each run of free ones in steps of the move is lost: the first, then, by
/// doubling, all at even distances from it.
#[inline(always)]
pub(super) fn single(free: u64, size: u32) -> u64 {
    let after = free << size;
    let mut lost = free & !after;
    let mut run = free & after;
    let mut step = 2 * size;
    while step < 64 {
        lost |= run & (lost << step);
        run &= run << step;
        step *= 2;
    }
    lost
}

#[inline(always)]
pub(super) fn passes(mut free: u64, least: u32, others: &[u32]) -> u64 {
    let mut settled = 0;
    loop {
        let lost = if least == 1 { alternate(free) } else { single(free, least) };
        settled += others[0];
        if settled >= 64 {
            return lost;
        }
        let right = lost & ((1 << settled) - 1);
        for size in others {
            free &= !(right << size);
        }
    }
}

#[inline(always)]
pub(super) fn repeat(free: u64, moves: &[u32], rounds: u32) -> u64 {
    let mut lost = free;
    for _ in 0..rounds {
        let mut hit = 0;
        for size in moves {
            hit |= lost << size;
        }
        lost = free & !hit;
    }
    lost
}

#[inline(always)]
fn chunks(mut free: u64, table: &[u64]) -> u64 {
    let mut start = 0;
    while start < 64 {
        let index = (free >> start) as usize & ((1 << CHUNK) - 1);
        free &= !(table[index] << start);
        start += CHUNK;
    }
    free
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn plain(moves: &BTreeSet<u32>, free: u64) -> u64 {
        let mut lost = 0_u64;
        for position in 0..64 {
            let hit =
                moves.iter().any(|&size| size <= position && lost >> (position - size) & 1 == 1);
            lost |= u64::from(!hit && free >> position & 1 == 1) << position;
        }
        lost
    }

    proptest! {
        #[test]
        fn every_solver_agrees_with_the_definition(
            moves in proptest::collection::btree_set(1_u32..64, 0..6),
            free: u64,
            mask: u64,
        ) {
            let sizes: Vec<u32> = moves.iter().copied().collect();
            for free in [free, free | mask, u64::MAX] {
                prop_assert_eq!(Solver::outcome(&sizes).solve(!free), plain(&moves, free), "{:?}", sizes);
            }
        }
    }

    #[test]
    fn every_kind_of_solver_occurs() {
        let kind = |moves: &[u32]| std::mem::discriminant(&Solver::outcome(moves));
        let kinds = [&[][..], &[1], &[5], &[4, 58], &[21, 44], &[1, 2, 3]].map(kind);
        let different: std::collections::HashSet<_> = kinds.into_iter().collect();
        assert_eq!(different.len(), 6);
    }
}

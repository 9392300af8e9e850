//! The least period of a part that recurs: columns that occur once in it.

use super::local::Wall;
use super::tile::{Phase, Tiles};

/// The most columns of a pattern.
const COLUMNS: u64 = 64;

/// The number of bits of the hash that distinguishes patterns.
const BITS: u32 = 22;

/// The factor of the hash of patterns, which is computed word by word.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// A pattern is a number of consecutive columns of a row.  How often do patterns with each hash occur?
struct Patterns {
    columns: u64,
    /// Never, once, or more often; the true count may be smaller, but not where this says once.
    counts: Vec<u8>,
}

/// The patterns in a part that recurs.
#[derive(Default)]
pub(super) struct Once {
    all: Vec<Patterns>,
}

impl Once {
    /// Patterns with these numbers of columns; those of domains recur again and again.
    pub(super) fn new(columns: &[u64], tiles: &Tiles) -> Self {
        let columns = columns.iter().copied().filter(|column| (1..=COLUMNS).contains(column));
        let counts = || vec![0; 1 << BITS];
        let all = columns.map(|columns| Patterns { columns, counts: counts() }).collect();
        let mut once = Self { all };
        for (tile, rows) in tiles.0.iter().enumerate() {
            for (row, words) in rows.recurring_rows() {
                let domain = Phase { tile, row, column: 0 };
                for patterns in &mut once.all {
                    let end = words.len() as i64 + patterns.columns as i64;
                    patterns.count(0..end, |column| tiles.word(domain, column), 2);
                }
            }
        }
        once
    }

    /// This wall, with domains on both sides, is seen once, or may be seen more often.
    pub(super) fn see(&mut self, wall: &Wall, tiles: &Tiles, is_once: bool) {
        let times = if is_once { 1 } else { 2 };
        for patterns in &mut self.all {
            let columns = patterns.columns as i64;
            let columns = -columns..wall.width() + columns;
            patterns.count(columns, |column| wall.word(tiles, column), times);
        }
    }

    /// Drops patterns with so many columns that they may reach two walls.
    pub(super) fn keep(&mut self, are_apart: impl Fn(i64) -> bool) {
        self.all.retain(|patterns| are_apart(patterns.columns as i64));
    }

    /// The first number of columns for which a pattern occurs once.
    pub(super) fn columns(&self) -> Option<u64> {
        let unique = self.all.iter().find(|patterns| patterns.counts.contains(&1));
        unique.map(|patterns| patterns.columns)
    }
}

impl Patterns {
    /// Counts all patterns in these columns this number of times more.
    fn count(&mut self, columns: std::ops::Range<i64>, word: impl Fn(i64) -> u64, times: u8) {
        let length = self.columns as i64;
        let power = FACTOR.wrapping_pow(self.columns as u32);
        let mut sum = 0_u64;
        for column in columns.clone() {
            sum = sum.wrapping_mul(FACTOR).wrapping_add(word(column));
            if column < columns.start + length - 1 {
                continue;
            }
            let before = column - length;
            if before >= columns.start {
                sum = sum.wrapping_sub(power.wrapping_mul(word(before)));
            }
            let number = sum.wrapping_mul(FACTOR) >> (u64::BITS - BITS);
            let count = &mut self.counts[number as usize];
            *count = count.saturating_add(times).min(2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::diagram::Tiles;
    use std::collections::BTreeMap;

    fn none(columns: &[u64]) -> Once {
        Once::new(columns, &Tiles(Vec::new()))
    }

    /// What is reported to occur once does.
    #[test]
    fn patterns_are_counted() {
        let mut state = 1_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        let (mut unique, mut none_is) = (0, 0);
        for _ in 0..60 {
            let (length, letters) = (1 + random(4), 2 + random(2));
            let mut once = none(&[length]);
            let mut counts: BTreeMap<Vec<u64>, u8> = BTreeMap::new();
            for _ in 0..1 + random(12) {
                let words: Vec<_> = (0..length + random(6)).map(|_| random(letters)).collect();
                let times = 1 + random(2) as u8;
                for pattern in words.windows(length as usize) {
                    *counts.entry(pattern.to_vec()).or_insert(0) += times;
                }
                once.all[0].count(0..words.len() as i64, |at| words[at as usize], times);
            }
            // Different patterns, a few dozen, have different hashes here.
            let is_there = counts.values().any(|count| *count == 1);
            assert_eq!(once.columns(), is_there.then_some(length));
            *(if is_there { &mut unique } else { &mut none_is }) += 1;
        }
        assert!(unique > 10 && none_is > 10, "{unique}, {none_is}");
    }

    #[test]
    fn patterns_of_other_lengths_are_left_out() {
        assert!(none(&[0, COLUMNS + 1, u64::MAX]).all.is_empty());
        let mut once = none(&[2, 3]);
        once.keep(|columns| columns < 3);
        assert_eq!(once.all.len(), 1);
        assert_eq!(once.columns(), None);
    }
}

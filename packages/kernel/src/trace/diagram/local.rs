//! A wall in a row, and the next row.

use super::tile::{Phase, Rule, Tiles};
use std::ops::Range;

/// A *wall*: some words, and the domains to the left and to the right of them.
///
/// Columns are counted from its first one in plain machine integers: those that are requested lie at most
/// [`COLUMNS`](super::COLUMNS) and a few more to the left or right of words that are in memory, each of 8 bytes, hence
/// below 2^62.  Columns of a row are different, and checked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wall {
    /// The words of its columns.
    pub words: Vec<u64>,
    /// The place in the left domain of the first column, where that domain has ended.
    pub left: Phase,
    /// The place in the right domain of the first column of that domain.
    pub right: Phase,
}

impl Wall {
    /// The wall of row 1: no words, and the plain tile on both sides, one row higher on the left.
    pub fn first(tiles: &Tiles) -> Self {
        let left = Phase { tile: 0, row: 0, column: 0 };
        Self { words: Vec::new(), left, right: tiles.below(left) }
    }

    /// The number of its columns.
    pub fn width(&self) -> i64 {
        self.words.len() as i64
    }

    /// The word in this column, counted to the right from the first column of the wall.
    pub fn word(&self, tiles: &Tiles, column: i64) -> u64 {
        match usize::try_from(column) {
            Err(_) => tiles.word(self.left, column),
            Ok(index) => match self.words.get(index) {
                Some(&word) => word,
                None => tiles.word(self.right, column - self.width()),
            },
        }
    }

    /// The last column, counted from the first one of this wall, where words differ from those around another wall that
    /// begins this number of columns to the right; `None` if the domains are not the same.
    pub(super) fn last_difference(
        &self,
        other: &Self,
        by: i64,
        tiles: &Tiles,
    ) -> Option<Option<i64>> {
        let end = by.checked_add(other.width())?;
        let after = end.checked_sub(self.width())?;
        if tiles.right(self.left, by) != other.left || tiles.right(self.right, after) != other.right
        {
            return None;
        }
        let differs = |at: &i64| self.word(tiles, *at) != other.word(tiles, *at - by);
        Some((0.min(by)..self.width().max(end)).rev().find(differs))
    }

    /// The wall one row later, and how many columns to the right it has moved.
    pub fn below(&self, rule: &Rule, tiles: &Tiles) -> (Self, i64) {
        let reach = rule.reach;
        // Its words, and twice as many columns of the domains as words reach.
        let domain = |from| tiles.words(from).take(2 * reach as usize);
        let all: Vec<_> = domain(tiles.right(self.left, -2 * reach))
            .chain(self.words.iter().copied())
            .chain(domain(self.right))
            .collect();
        let columns = reach..all.len() as i64 - reach;
        let words = columns.map(|column| rule.next(|by| all[(column + by) as usize])).collect();
        let left = tiles.right(tiles.below(self.left), -reach);
        let right = tiles.right(tiles.below(self.right), reach);
        let (wall, by) = Self { words, left, right }.trimmed(tiles);
        (wall, by - reach)
    }

    /// The wall without columns that belong to a domain, first of the left one; and how many columns farther to the
    /// right it begins.
    pub fn trimmed(self, tiles: &Tiles) -> (Self, i64) {
        let Self { mut words, left, right } = self;
        let of_left = words.iter().zip(tiles.words(left));
        let first = of_left.take_while(|(word, domain)| **word == *domain).count();
        let of_right = (1..).zip(words[first..].iter().rev());
        let more = of_right.take_while(|&(by, word)| tiles.word(right, -by) == *word).count();
        words.truncate(words.len() - more);
        words.drain(..first);
        let left = tiles.right(left, first as i64);
        let right = tiles.right(right, -(more as i64));
        (Self { words, left, right }, first as i64)
    }

    /// The wall and another one, separated by this number of columns, as one.
    #[must_use]
    pub fn joined(&self, other: &Self, gap: i64, tiles: &Tiles) -> Self {
        let domain = tiles.words(self.right).take(usize::try_from(gap).unwrap_or(0));
        let words = self.words.iter().copied().chain(domain).chain(other.words.iter().copied());
        Self { words: words.collect(), left: self.left, right: other.right }
    }

    /// The walls to the left and to the right of some columns that are a domain, and how many columns farther to the
    /// right they begin.
    pub fn parted(&self, columns: Range<usize>, domain: Phase, tiles: &Tiles) -> [(Self, i64); 2] {
        let Self { words, left, right } = self;
        let after = tiles.right(domain, columns.len() as i64);
        let halves = [
            (&words[..columns.start], *left, domain, 0),
            (&words[columns.end..], after, *right, columns.end as i64),
        ];
        halves.map(|(words, left, right, by)| {
            let (wall, more) = Self { words: words.to_vec(), left, right }.trimmed(tiles);
            (wall, by + more)
        })
    }
}

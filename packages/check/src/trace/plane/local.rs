//! An edge in a row, and the next row.

use super::texture::{Phase, Rule, Textures};
use std::ops::Range;

/// An *edge*: some words, and the zones to the left and to the right of them.
///
/// Columns are counted from its first one in plain machine integers: those that are asked for lie at
/// most [`COLUMNS`](super::COLUMNS) and a few more to the left or to the right of words that are in memory, each of
/// 8 bytes, hence below 2^62.  Columns of a row are another thing, and checked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The words of its columns.
    pub words: Vec<u64>,
    /// The place in the left zone of the first column, where that zone has ended.
    pub left: Phase,
    /// The place in the right zone of the first column of that zone.
    pub right: Phase,
}

impl Edge {
    /// The edge of row 1: no words, and the plain texture on both sides, on the left one row higher.
    pub fn first(textures: &Textures) -> Self {
        let left = Phase { texture: 0, row: 0, column: 0 };
        Self { words: Vec::new(), left, right: textures.below(left) }
    }

    /// How many columns it has.
    pub fn width(&self) -> i64 {
        self.words.len() as i64
    }

    /// The word so many columns to the right of the first column of the edge.
    pub fn word(&self, textures: &Textures, column: i64) -> u64 {
        match usize::try_from(column) {
            Err(_) => textures.word(self.left, column),
            Ok(index) => match self.words.get(index) {
                Some(&word) => word,
                None => textures.word(self.right, column - self.width()),
            },
        }
    }

    /// The last column, from the first one of this edge on, where words differ from those around another
    /// edge that begins so many columns to the right; `None` if the zones are not the same.
    pub(super) fn last_difference(
        &self,
        other: &Self,
        by: i64,
        textures: &Textures,
    ) -> Option<Option<i64>> {
        let end = by.checked_add(other.width())?;
        let behind = end.checked_sub(self.width())?;
        if textures.right(self.left, by) != other.left
            || textures.right(self.right, behind) != other.right
        {
            return None;
        }
        let differs = |at: &i64| self.word(textures, *at) != other.word(textures, *at - by);
        Some((0.min(by)..self.width().max(end)).rev().find(differs))
    }

    /// The edge one row later, and how many columns farther to the right it begins.
    pub fn below(&self, rule: &Rule, textures: &Textures) -> (Self, i64) {
        let reach = rule.reach;
        // Its words, and twice as many columns of the zones as words reach.
        let zone = |from| textures.words(from).take(2 * reach as usize);
        let all: Vec<_> = zone(textures.right(self.left, -2 * reach))
            .chain(self.words.iter().copied())
            .chain(zone(self.right))
            .collect();
        let columns = reach..all.len() as i64 - reach;
        let words = columns.map(|column| rule.next(|by| all[(column + by) as usize])).collect();
        let left = textures.right(textures.below(self.left), -reach);
        let right = textures.right(textures.below(self.right), reach);
        let (edge, by) = Self { words, left, right }.trimmed(textures);
        (edge, by - reach)
    }

    /// The same without columns that are those of a zone, first of the left one; and how many
    /// columns farther to the right it begins.
    pub fn trimmed(self, textures: &Textures) -> (Self, i64) {
        let Self { mut words, left, right } = self;
        let of_left = words.iter().zip(textures.words(left));
        let first = of_left.take_while(|(word, zone)| **word == *zone).count();
        let of_right = (1..).zip(words[first..].iter().rev());
        let more = of_right.take_while(|&(by, word)| textures.word(right, -by) == *word).count();
        words.truncate(words.len() - more);
        words.drain(..first);
        let left = textures.right(left, first as i64);
        let right = textures.right(right, -(more as i64));
        (Self { words, left, right }, first as i64)
    }

    /// The edge and another one so many columns behind it, as one.
    #[must_use]
    pub fn joined(&self, other: &Self, gap: i64, textures: &Textures) -> Self {
        let zone = textures.words(self.right).take(usize::try_from(gap).unwrap_or(0));
        let words = self.words.iter().copied().chain(zone).chain(other.words.iter().copied());
        Self { words: words.collect(), left: self.left, right: other.right }
    }

    /// What is to the left and to the right of some columns that are a zone, and how many columns
    /// farther to the right these edges begin.
    pub fn parted(
        &self,
        columns: Range<usize>,
        zone: Phase,
        textures: &Textures,
    ) -> [(Self, i64); 2] {
        let Self { words, left, right } = self;
        let behind = textures.right(zone, columns.len() as i64);
        let halves = [
            (&words[..columns.start], *left, zone, 0),
            (&words[columns.end..], behind, *right, columns.end as i64),
        ];
        halves.map(|(words, left, right, by)| {
            let (edge, more) = Self { words: words.to_vec(), left, right }.trimmed(textures);
            (edge, by + more)
        })
    }
}

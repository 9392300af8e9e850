//! How a wall continues.

use super::local::Wall;
use super::tile::{Rule, Tiles};
use crate::trace::refused::Reason;

/// A wall that recurs.
#[derive(Clone, Debug)]
pub struct WallCycle {
    /// The number of rows after which it is the same, at least 1.
    pub rows: i64,
    /// The number of columns that it has then moved to the right.
    pub by: i64,
    /// For each row before that, the number of columns that it has moved to the right, and the wall.
    pub walls: Vec<(i64, Wall)>,
    /// In row t it begins at a column c with `rows` * (c - its first column) >= `by` * t - `low`.
    pub low: i64,
    /// In row t it ends at a column c with `rows` * (c - its first column) <= `by` * t + `high`.
    pub high: i64,
}

impl WallCycle {
    /// Computes this number of rows, and calls `worked` for each with the number of words of the wall.
    ///
    /// # Errors
    /// If the wall is not the same then or a number does not fit, and the errors of `worked`.
    pub fn of(
        start: &Wall,
        rows: i64,
        rule: &Rule,
        tiles: &Tiles,
        mut worked: impl FnMut(usize) -> Result<(), Reason>,
    ) -> Result<Self, Reason> {
        let count = usize::try_from(rows).ok().filter(|&rows| rows > 0).ok_or(Reason::Cycle)?;
        let (mut by, mut now) = (0_i64, start.clone());
        let mut walls = Vec::new();
        for _ in 0..count {
            worked(now.words.len())?;
            let (next, more) = now.below(rule, tiles);
            walls.push((by, std::mem::replace(&mut now, next)));
            by = by.checked_add(more).ok_or(Reason::Number)?;
        }
        if now != *start {
            return Err(Reason::Cycle);
        }
        Self::new(rows, by, walls)
    }

    fn new(rows: i64, by: i64, walls: Vec<(i64, Wall)>) -> Result<Self, Reason> {
        let (mut low, mut high) = (0, 0);
        for (t, (column, wall)) in (0..).zip(&walls) {
            let moved = |column: i64| rows.checked_mul(column)?.checked_sub(by.checked_mul(t)?);
            let ends = column.checked_add(wall.width()).and_then(moved);
            low = low.max(moved(*column).and_then(i64::checked_neg).ok_or(Reason::Number)?);
            high = high.max(ends.ok_or(Reason::Number)?);
        }
        Ok(Self { rows, by, walls, low, high })
    }

    /// How the wall continues from this row on.
    ///
    /// # Errors
    /// If there is no such row, or a number does not fit.
    pub fn from(&self, row: usize) -> Result<Self, Reason> {
        let (before, after) = self.walls.split_at_checked(row).ok_or(Reason::Cycle)?;
        let first = after.first().ok_or(Reason::Cycle)?.0;
        let now = after.iter().map(|(by, wall)| (by.checked_sub(first), wall));
        let by_then = |by: i64| by.checked_add(self.by)?.checked_sub(first);
        let later = before.iter().map(|(by, wall)| (by_then(*by), wall));
        let walls = now.chain(later).map(|(by, wall)| Some((by?, wall.clone())));
        let walls = walls.collect::<Option<_>>().ok_or(Reason::Number)?;
        Self::new(self.rows, self.by, walls)
    }

    /// Is it the cycle of the same wall, with as many rows?  Everything else follows from these.
    pub fn is_same(&self, other: &Self) -> bool {
        self.rows == other.rows && self.walls.first() == other.walls.first()
    }

    /// The wall this number of rows later (earlier if negative), and how many columns it has moved to the right; `None`
    /// if that number does not fit.
    pub fn at(&self, rows: i64) -> Option<(i64, &Wall)> {
        let index = usize::try_from(rows.rem_euclid(self.rows)).ok()?;
        let (by, wall) = self.walls.get(index)?;
        let turns = rows.div_euclid(self.rows).checked_mul(self.by)?;
        Some((by.checked_add(turns)?, wall))
    }
}

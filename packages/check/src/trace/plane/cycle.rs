//! How an edge goes on.

use super::local::Edge;
use super::texture::{Rule, Textures};
use crate::trace::refused::Reason;

/// An edge that comes again.
#[derive(Clone, Debug)]
pub struct Cycle {
    /// After so many rows, at least 1,
    pub rows: i64,
    /// it is the same so many columns farther to the right.
    pub by: i64,
    /// How many columns farther to the right it begins, and what it is, in each row before that.
    pub edges: Vec<(i64, Edge)>,
    /// In row t it begins at c with `rows` * (c - its first column) >= `by` * t - `low`,
    pub low: i64,
    /// and ends at c with `rows` * (c - its first column) <= `by` * t + `high`.
    pub high: i64,
}

impl Cycle {
    /// Computes so many rows; for each of them `worked` is told how many words the edge has.
    ///
    /// # Errors
    /// That the edge is not the same then, that a number does not fit, or those of `worked`.
    pub fn of(
        start: &Edge,
        rows: i64,
        rule: &Rule,
        textures: &Textures,
        mut worked: impl FnMut(usize) -> Result<(), Reason>,
    ) -> Result<Self, Reason> {
        let count = usize::try_from(rows).ok().filter(|&rows| rows > 0).ok_or(Reason::Cycle)?;
        let (mut by, mut now) = (0_i64, start.clone());
        let mut edges = Vec::new();
        for _ in 0..count {
            worked(now.words.len())?;
            let (next, more) = now.below(rule, textures);
            edges.push((by, std::mem::replace(&mut now, next)));
            by = by.checked_add(more).ok_or(Reason::Number)?;
        }
        if now != *start {
            return Err(Reason::Cycle);
        }
        Self::new(rows, by, edges)
    }

    fn new(rows: i64, by: i64, edges: Vec<(i64, Edge)>) -> Result<Self, Reason> {
        let (mut low, mut high) = (0, 0);
        for (t, (column, edge)) in (0..).zip(&edges) {
            let behind = |column: i64| rows.checked_mul(column)?.checked_sub(by.checked_mul(t)?);
            let ends = column.checked_add(edge.width()).and_then(behind);
            low = low.max(behind(*column).and_then(i64::checked_neg).ok_or(Reason::Number)?);
            high = high.max(ends.ok_or(Reason::Number)?);
        }
        Ok(Self { rows, by, edges, low, high })
    }

    /// How the edge goes on from this row on.
    ///
    /// # Errors
    /// That there is no such row, or that a number does not fit.
    pub fn from(&self, row: usize) -> Result<Self, Reason> {
        let (before, after) = self.edges.split_at_checked(row).ok_or(Reason::Cycle)?;
        let first = after.first().ok_or(Reason::Cycle)?.0;
        let now = after.iter().map(|(by, edge)| (by.checked_sub(first), edge));
        let by_then = |by: i64| by.checked_add(self.by)?.checked_sub(first);
        let later = before.iter().map(|(by, edge)| (by_then(*by), edge));
        let edges = now.chain(later).map(|(by, edge)| Some((by?, edge.clone())));
        let edges = edges.collect::<Option<_>>().ok_or(Reason::Number)?;
        Self::new(self.rows, self.by, edges)
    }

    /// Is it that of the same edge, and for as many rows?  All else follows from these.
    pub fn is_same(&self, other: &Self) -> bool {
        self.rows == other.rows && self.edges.first() == other.edges.first()
    }

    /// The edge so many rows later, or earlier, and how many columns farther to the right; `None` if
    /// that number does not fit.
    pub fn at(&self, rows: i64) -> Option<(i64, &Edge)> {
        let index = usize::try_from(rows.rem_euclid(self.rows)).ok()?;
        let (by, edge) = self.edges.get(index)?;
        let turns = rows.div_euclid(self.rows).checked_mul(self.by)?;
        Some((by.checked_add(turns)?, edge))
    }
}

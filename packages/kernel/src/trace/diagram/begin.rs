//! Where a recurring part begins.

use super::check::farther;
use super::front::{Computation, Front, Number, Placed};
use super::local::Wall;
use crate::polynomial::Polynomial;
use crate::trace::refused::Reason;

/// The first column of a wall, counted from that of wall 0 in the current row, and the wall.
type At = (Number, Wall);

/// The least number of columns, the same for all m, between walls that are not merged into one.
const NEAR: i64 = 64;

/// A row of a diagram.
pub(super) struct DiagramRow {
    /// Its number, and the first column of wall 0.
    pub at: [Polynomial; 2],
    walls: Vec<At>,
    /// The row above, if its walls are the same ones.
    above: Option<Vec<At>>,
}

impl DiagramRow {
    /// The current row, where rows and columns are counted from this origin.
    ///
    /// # Errors
    /// If there are no walls, or if some wall is not the same one for all m.
    pub(super) fn new(
        front: &Front<1>,
        origin: &[Polynomial; 2],
        computation: &mut Computation<'_>,
    ) -> Result<Self, Reason> {
        let walls = front.walls.iter().map(|wall| wall.at(front.row));
        let walls = walls.collect::<Result<Vec<_>, _>>()?;
        let first = walls.first().ok_or(Reason::Wall)?.0;
        let above = || {
            for gone in &front.gone {
                // It was a wall in the row above.
                let after = front.row.minus(gone.row).ok()?;
                if !after.shifted(-1).ok()?.is_never_negative() {
                    return None;
                }
            }
            front.walls.iter().map(|wall| above(wall, front.row)).collect::<Option<Vec<_>>>()
        };
        let mut from_first = |all: Vec<At>| {
            let all = all.into_iter().map(|(column, wall)| Ok((column.minus(first)?, wall)));
            united(all.collect::<Result<_, Reason>>()?, computation)
        };
        let above = above().map(&mut from_first).transpose()?;
        Ok(Self { at: farther(origin, [front.row, first]), walls: from_first(walls)?, above })
    }

    /// Are the same walls in the same columns?
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.walls == other.walls
    }

    /// The last row, counted from these, and its last column, counted from their walls 0, where outcomes before two
    /// rows that are like each other differ; `None` if the rows just above do not show it.
    pub(super) fn last_difference(
        &self,
        other: &Self,
        width: Number,
        computation: &mut Computation<'_>,
    ) -> Option<[Number; 2]> {
        let both = [self.above.as_ref()?, other.above.as_ref()?];
        if both[0].len() != both[1].len() {
            return None;
        }
        let mut last = None;
        for (index, ((column, wall), (other_column, other))) in
            both[0].iter().zip(both[1]).enumerate()
        {
            // No column belongs to both this wall and another one, in either of the rows.
            for (start, own) in [(column, wall), (other_column, other)] {
                for row in both {
                    let next = row.get(index + 1).map_or(width, |next| next.0);
                    let room = next.minus(*start).ok()?.shifted(-own.width()).ok()?;
                    if !room.is_never_negative() {
                        return None;
                    }
                }
            }
            let by = other_column.minus(*column).ok().filter(|by| by.slopes == [0])?.value;
            let columns = wall.width().max(by.checked_add(other.width())?);
            computation.work.add(usize::try_from(columns.checked_sub(0.min(by))?).ok()?).ok()?;
            if let Some(at) = wall.last_difference(other, by, &computation.tiles)? {
                last = Some(column.shifted(at).ok()?);
            }
        }
        // The words at later places are the same, so these differ in their oldest outcome.
        let [rows, columns] = computation.rule.oldest();
        Some([Number::constant(-1 - rows), last?.shifted(-columns).ok()?])
    }
}

/// Merges walls that are near each other: a part of a row is the same however it is split into walls and the domains
/// between them.
fn united(walls: Vec<At>, computation: &mut Computation<'_>) -> Result<Vec<At>, Reason> {
    let tiles = &computation.tiles;
    let mut all: Vec<At> = Vec::new();
    for (column, wall) in walls {
        if let Some((begin, one)) = all.last_mut() {
            let gap = column.minus(*begin)?.shifted(-one.width())?;
            if gap.slopes == [0] && (0..NEAR).contains(&gap.value) {
                let both = one.joined(&wall, gap.value, tiles);
                computation.work.add(both.words.len())?;
                let (both, by) = both.trimmed(tiles);
                (*begin, *one) = (begin.shifted(by)?, both);
                continue;
            }
        }
        all.push((column, wall));
    }
    Ok(all)
}

/// The wall in the row above, if it was one.
fn above(placed: &Placed<1>, row: Number) -> Option<At> {
    let after = row.minus(placed.row).ok()?;
    if placed.cycle.is_some() && after.value > 0 && after.slopes[0] >= 0 {
        return placed.at(row.shifted(-1).ok()?).ok();
    }
    placed.above.clone().filter(|_| after == Number::constant(0))
}

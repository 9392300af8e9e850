//! What recurs in the end, and from which row and column on.

use super::front::{Computation, Front, Number, Placed, ROOM};
use super::local::Wall;
use super::tile::Tiles;
use crate::trace::refused::Reason;
use num_integer::Integer as _;

/// What recurs for ever.
pub(super) enum Recurrence {
    /// All walls recur after this number of rows, this number of columns farther to the right.
    Walls { rows: i64, by: i64 },
    /// There are no walls: the columns of a tile recur.
    Columns(i64),
}

impl Recurrence {
    /// The rows and the columns of a period.
    pub(super) fn period(&self) -> [Number; 2] {
        match *self {
            Self::Walls { rows, by } => [rows, by],
            Self::Columns(columns) => [0, columns],
        }
        .map(Number::constant)
    }
}

/// What recurs from this row on.
///
/// # Errors
/// If some wall is awake, or if walls do not keep their distances.
pub(super) fn recurrence(front: &Front<1>, tiles: &Tiles) -> Result<Recurrence, Reason> {
    let Some(first) = front.walls.first() else {
        return columns(front, tiles).map(Recurrence::Columns).ok_or(Reason::End);
    };
    front.are_apart(front.row, 0, &|_, _| true)?;
    let cycle =
        |placed: &Placed<1>| placed.cycle.as_ref().map(|own| [own.rows, own.by]).ok_or(Reason::End);
    let [first_rows, first_by] = cycle(first)?;
    let mut all = first_rows;
    for placed in &front.walls {
        let [rows, by] = cycle(placed)?;
        if rows.checked_mul(first_by).ok_or(Reason::Number)?
            != first_rows.checked_mul(by).ok_or(Reason::Number)?
        {
            return Err(Reason::End);
        }
        all = (all / all.gcd(&rows)).checked_mul(rows).ok_or(Reason::Number)?;
    }
    let by = first_by.checked_mul(all / first_rows).ok_or(Reason::Number)?;
    Ok(Recurrence::Walls { rows: all, by })
}

/// The least number of columns after which the outcomes of a row repeat if there are no walls.
fn columns(front: &Front<1>, tiles: &Tiles) -> Option<i64> {
    let phase = front.gone.last()?.wall.right;
    let tile = tiles.0.get(phase.tile)?;
    let count = tile.columns() as i64;
    let is_lost = |column| tiles.word(phase, column) & 1;
    let repeats = |by: &i64| (0..count).all(|column| is_lost(column) == is_lost(column + by));
    (1..=count).filter(|by| count % by == 0).find(repeats)
}

/// A row and a column where the recurring part is found: that of a wall, or where the last one was.
pub(super) fn position(front: &Front<1>) -> Option<[Number; 2]> {
    let all = front.walls.iter().chain(front.gone.last());
    all.filter(|place| place.row == front.row).map(|place| [place.row, place.column]).next()
}

/// A row from which walls are those of the end, and the first column of wall 0 there: the current row or, for a single
/// wall, the first row in which it was computed.
pub(super) fn known(front: &Front<1>, tiles: &Tiles) -> Option<[Number; 2]> {
    let [only] = &front.walls[..] else { return position(front) };
    let mut known = position(front)?;
    if !front.gone.is_empty() || front.turns > 0 || front.is_settled || only.row != front.row {
        return Some(known);
    }
    for (rows, (column, was)) in (1..).zip(only.trail.iter().rev()) {
        let expected = expected(only, rows, tiles)
            .and_then(|(by, wall)| Some((only.column.shifted(by).ok()?, wall)));
        if expected.as_ref().is_none_or(|(at, wall)| (at, wall) != (column, was)) {
            break;
        }
        known = [only.row.shifted(-rows).ok()?, *column];
    }
    Some(known)
}

/// The last row, and its last column, where outcomes are not those of the end, if these are the same for all m.
pub(super) fn mismatch(
    front: &Front<1>,
    computation: &Computation<'_>,
) -> Result<Option<[Number; 2]>, Reason> {
    let all: Vec<_> = front.walls.iter().chain(&front.gone).collect();
    let latest = all.iter().max_by_key(|place| (place.row.slopes, place.row.value));
    let Some(latest) = latest else { return Ok(None) };
    let Some([row, column]) = before(latest, computation)? else { return Ok(None) };
    // All other walls are those of the end from no later a row on.
    for other in all.iter().filter(|other| !std::ptr::eq(**other, *latest)) {
        let later = row.minus(other.row)?.shifted(-front.turns)?;
        if !later.is_never_negative() {
            return Ok(None);
        }
    }
    // Nothing is known here of what vanished or was awake before walls were settled, in row 0.
    let since = row.shifted(-front.turns)?;
    if front.is_settled && !since.is_never_negative() {
        return Ok(None);
    }
    Ok(Some([row, column]))
}

/// The last row, and its last column, where a wall is not yet the one of the end.
fn before(
    placed: &Placed<1>,
    computation: &Computation<'_>,
) -> Result<Option<[Number; 2]>, Reason> {
    let tiles = &computation.tiles;
    let oldest = computation.rule.oldest();
    for (rows, (column, was)) in (1..).zip(placed.trail.iter().rev()) {
        // The wall that would have been there if it had always been the one of the end.
        let Some((by, wall)) = expected(placed, rows, tiles) else { return Ok(None) };
        let by = placed.column.shifted(by)?.minus(*column)?;
        if by.slopes != [0] {
            return Ok(None);
        }
        let by = by.value;
        // Nothing is added beyond that room.
        if by < -ROOM || by > was.width() + ROOM - wall.width() {
            return Ok(None);
        }
        let Some(last) = was.last_difference(&wall, by, tiles) else { return Ok(None) };
        let Some(last) = last else { continue };
        // The words at later places are as expected, so these differ in their oldest outcome.
        let row = placed.row.shifted(-rows - oldest[0])?;
        return Ok(Some([row, column.shifted(last - oldest[1])?]));
    }
    Ok(None)
}

/// The wall this number of rows before its own, as if it had always been the one of the end, and how many columns
/// farther to the right it would have been.
fn expected(placed: &Placed<1>, rows: i64, tiles: &Tiles) -> Option<(i64, Wall)> {
    match &placed.cycle {
        Some(cycle) => cycle.at(-rows).map(|(by, wall)| (by, wall.clone())),
        None => {
            let domain = tiles.above(placed.wall.left, rows)?;
            Some((0, Wall { left: domain, right: domain, ..placed.wall.clone() }))
        }
    }
}

//! The least period: surroundings of walls that occur nowhere else.

use super::cycle::WallCycle;
use super::front::{Front, Placed};
use super::last::Recurrence;
use super::tile::{Phase, Tiles};
use num_integer::Integer as _;

/// The most columns on both sides of a wall that are compared.
const COLUMNS: u64 = 1 << 12;

/// Is the period the least one, because walls with this number of columns on both sides occur once?
pub(super) fn is_least(
    front: &Front<1>,
    recurrence: &Recurrence,
    columns: u64,
    tiles: &Tiles,
) -> bool {
    let Recurrence::Walls { rows, .. } = *recurrence else { return true };
    if columns > COLUMNS {
        return false;
    }
    let columns = columns as i64;
    let cycles = || front.walls.iter().filter_map(|placed| Some((placed, placed.cycle.as_ref()?)));
    let longest = cycles().map(|(it, _)| it.wall.width()).max().unwrap_or(0);
    // No such surroundings may reach two walls.
    if front.are_apart(front.row, 2 * columns + longest, &|_, _| true).is_err() {
        return false;
    }
    let is_unique = |placed: &Placed<1>| {
        let wall = &placed.wall;
        let pattern = -columns..wall.width() + columns;
        let pattern: Vec<_> = pattern.map(|column| wall.word(tiles, column)).collect();
        !cycles().any(|(other, cycle)| {
            is_in_domain(tiles, other.wall.left, &pattern)
                || is_at(tiles, cycle, &pattern, std::ptr::eq(placed, other).then_some(-columns))
        })
    };
    let unique = cycles().filter(|(placed, _)| is_unique(placed));
    // This is a divisor of `rows`, the least common multiple of the rows of all cycles.
    let all = unique.fold(1, |all: i64, (_, cycle)| (all / all.gcd(&cycle.rows)) * cycle.rows);
    all == rows
}

/// Does the pattern occur in a domain with this tile?
fn is_in_domain(tiles: &Tiles, domain: Phase, pattern: &[u64]) -> bool {
    let Some(tile) = tiles.0.get(domain.tile) else { return true };
    tile.recurring_rows().any(|(row, words)| {
        (0..words.len()).any(|column| {
            let phase = Phase { row, column, ..domain };
            (0..).zip(pattern).all(|(by, &word)| tiles.word(phase, by) == word)
        })
    })
}

/// Does the pattern occur with a part of it in the wall, or with parts on both sides of it, other than at this place in
/// the first row?
fn is_at(tiles: &Tiles, cycle: &WallCycle, pattern: &[u64], but: Option<i64>) -> bool {
    (0..).zip(&cycle.walls).any(|(row, (_, wall))| {
        let columns = -(pattern.len() as i64)..=wall.width();
        columns.filter(|&column| row != 0 || Some(column) != but).any(|column| {
            let mut all = (column..).zip(pattern);
            all.all(|(column, &word)| wall.word(tiles, column) == word)
        })
    })
}

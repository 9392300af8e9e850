//! The rule in the space-time diagram, and domains in which outcomes repeat in two directions.

use crate::trace::refused::Reason;
use crate::trace::structure::Move;
use std::collections::HashMap;

/// The largest factor of a move: the number of rows that fit a word.
pub const ROWS: i64 = 64;

/// The most columns that a move may lead to the left or right, and after which a domain may repeat.
///
/// The rule computes in plain machine integers: moves and slants give at most this number of columns for each of at
/// most [`ROWS`] rows, 2^16, and sums of four such numbers are taken.  Places in a tile are below the number of its
/// words; the distance of two places is first taken modulo the columns of the tile.
pub const COLUMNS: i64 = 1 << 10;

/// The most words of a tile.
const WORDS: usize = 1 << 20;

/// The most rows of a tile, except for the plain one.
const HEIGHT: usize = 1 << 12;

/// The moves in rows of w positions: the move a * w + b leads a rows and b columns back.
///
/// A *word* holds the outcomes of some positions in the last 64 rows above some row: bit i says whether the one i + 1
/// rows above is lost.  The *slant* gives, for each of these rows, how many columns to the left of the column of the
/// word the position is.  Rows farther back than the greatest factor are left out.
#[derive(Clone, Debug)]
pub struct Rule {
    /// For each move, how many columns to the right, and in which bit, the position that it leads to is found.
    moves: Vec<(i64, u32)>,
    /// The bits that the next row takes from each number of columns to the right.
    moved: Vec<(i64, u64)>,
    /// How many columns the oldest row of a word is to its left.
    oldest_by: i64,
    /// The bits of a word that count.
    mask: u64,
    /// The next word of a column depends on those from this number of columns to the left to the same number to the
    /// right.
    pub reach: i64,
}

impl Rule {
    /// The rule of these moves in rows of this number of positions, with the slant for which it reaches the least far.
    ///
    /// # Errors
    /// If some move leads less than a row back, more than [`ROWS`], or not to a whole number of rows and few columns.
    pub fn new(moves: &[Move], row: Move) -> Result<Self, Reason> {
        let one = |it: &Move| {
            let (rows, rest) =
                (it.factor.checked_div(row.factor)?, it.factor.checked_rem(row.factor)?);
            let columns = it.summand.checked_sub(rows.checked_mul(row.summand)?)?;
            let fits =
                rest == 0 && (1..=ROWS).contains(&rows) && (-COLUMNS..=COLUMNS).contains(&columns);
            fits.then_some((rows as u32, columns))
        };
        let moves = moves.iter().map(one).collect::<Option<Vec<_>>>().ok_or(Reason::Columns)?;
        let height = moves.iter().map(|moved| moved.0).max().ok_or(Reason::Columns)?;
        // Without a slant it reaches as far as the columns of moves.
        let (reach, slant) = (0..=COLUMNS)
            .find_map(|reach| Some((reach, slant(&moves, height, reach)?)))
            .ok_or(Reason::Columns)?;
        let moved_by = |rows: usize| slant[rows - 1] - slant[rows];
        let mut moved: Vec<(i64, u64)> = Vec::new();
        for rows in 1..slant.len() {
            match moved.iter_mut().find(|same| same.0 == moved_by(rows)) {
                Some((_, bits)) => *bits |= 1 << (rows - 1),
                None => moved.push((moved_by(rows), 1 << (rows - 1))),
            }
        }
        let place = |&(rows, columns): &(u32, i64)| (slant[rows as usize - 1] - columns, rows - 1);
        let moves = moves.iter().map(place).collect();
        let oldest_by = slant[height as usize - 1];
        Ok(Self { moves, moved, oldest_by, mask: u64::MAX >> (u64::BITS - height), reach })
    }

    /// From the word at some row and column to its oldest position: rows up, and columns to the left.
    pub fn oldest(&self) -> [i64; 2] {
        [1 + i64::from(self.mask.ilog2()), self.oldest_by]
    }

    /// The word of a column one row later, given those around it by their distance.
    pub fn next(&self, word: impl Fn(i64) -> u64) -> u64 {
        let leads_to_lost = |&(by, bit): &(i64, u32)| word(by) >> bit & 1 == 1;
        let is_lost = !self.moves.iter().any(leads_to_lost);
        let before = self.moved.iter().fold(0, |all, &(by, bits)| all | word(by) & bits);
        before << 1 | u64::from(is_lost)
    }
}

/// How many columns each row of a word is to its left, the row above it first, if the rule may reach this far: two
/// consecutive rows may be no farther apart than that, nor may the row where a move starts be from the row it leads to.
fn slant(moves: &[(u32, i64)], height: u32, reach: i64) -> Option<Vec<i64>> {
    // The least and the greatest value for each row, given those before.
    let mut ranges: Vec<[i64; 2]> = Vec::new();
    for rows in 1..=height {
        let next = |[least, most]: &[i64; 2]| [least - reach, most + reach];
        let [mut least, mut most] = ranges.last().map_or([0; 2], next);
        for (_, columns) in moves.iter().filter(|moved| moved.0 == rows) {
            least = least.max(columns - reach);
            most = most.min(columns + reach);
        }
        if least > most {
            return None;
        }
        ranges.push([least, most]);
    }
    let mut slant = Vec::new();
    let mut below = moves.iter().find(|moved| moved.0 == height)?.1;
    for &[least, most] in ranges.iter().rev() {
        below = below.clamp(least, most);
        slant.push(below);
    }
    slant.reverse();
    Some(slant)
}

/// Words that repeat after some columns, and, moved by some columns, after some rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The words of the first columns, row by row.
    rows: Vec<Vec<u64>>,
    /// After the last row this row comes again.
    first: usize,
    /// The recurring row is this number of columns farther to the right.
    shift: usize,
}

/// A place in a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Phase {
    /// The number of the tile.
    pub tile: usize,
    /// The row in the tile.
    pub row: usize,
    /// The column in the tile.
    pub column: usize,
}

impl Tile {
    /// The tile where all columns are alike, as they are if no column differs from the others at first.
    ///
    /// # Errors
    /// If no row recurs.
    pub fn plain(rule: &Rule) -> Result<Self, Reason> {
        // No position above row 0 is lost.
        let (mut word, mut rows, mut seen) = (0, Vec::new(), HashMap::new());
        while rows.len() < WORDS {
            if let Some(first) = seen.insert(word, rows.len()) {
                return Ok(Self { rows, first, shift: 0 });
            }
            rows.push(vec![word]);
            word = rule.next(|_| word);
        }
        Err(Reason::Tile)
    }

    /// The tile with this first row.
    ///
    /// # Errors
    /// If the row does not recur.
    pub fn new(rule: &Rule, words: Vec<u64>) -> Result<Self, Reason> {
        let count = words.len();
        if count == 0 || count as i64 > COLUMNS || words.iter().any(|word| word & !rule.mask != 0) {
            return Err(Reason::Tile);
        }
        let mut rows = vec![words];
        while rows.len() < HEIGHT.min(WORDS / count) {
            let next = below(rule, &rows[rows.len() - 1]);
            let is_first = |&shift: &usize| {
                let (left, right) = next.split_at(shift);
                rows[0].starts_with(right) && rows[0].ends_with(left)
            };
            if let Some(shift) = (0..count).find(is_first) {
                return Ok(Self { rows, first: 0, shift });
            }
            rows.push(next);
        }
        Err(Reason::Tile)
    }

    /// The number of words.
    pub fn size(&self) -> usize {
        self.rows.len() * self.columns()
    }

    /// The number of columns after which it repeats.
    pub fn columns(&self) -> usize {
        self.rows[0].len()
    }

    /// Each row that recurs, and its words.
    pub fn recurring_rows(&self) -> impl Iterator<Item = (usize, &[u64])> {
        self.rows.iter().enumerate().skip(self.first).map(|(row, words)| (row, &words[..]))
    }
}

/// The next row of words that repeat.
fn below(rule: &Rule, row: &[u64]) -> Vec<u64> {
    let count = row.len() as i64;
    let word = |column: i64| row[column.rem_euclid(count) as usize];
    (0..count).map(|column| rule.next(|by| word(column + by))).collect()
}

/// All tiles of a diagram.
#[derive(Clone, Debug)]
pub struct Tiles(pub Vec<Tile>);

impl Tiles {
    /// Does this place exist?
    pub fn has(&self, phase: Phase) -> bool {
        self.0.get(phase.tile).is_some_and(|tile| {
            (tile.first..tile.rows.len()).contains(&phase.row) && phase.column < tile.columns()
        })
    }

    /// The word this number of columns to the right.
    pub fn word(&self, phase: Phase, by: i64) -> u64 {
        let tile = &self.0[phase.tile];
        tile.rows[phase.row][self.right(phase, by).column]
    }

    /// The word of a place, and those to the right of it, endlessly.
    pub fn words(&self, phase: Phase) -> impl Iterator<Item = u64> {
        let row = &self.0[phase.tile].rows[phase.row];
        row[phase.column..].iter().chain(row.iter().cycle()).copied()
    }

    /// The place this number of columns to the right.
    pub fn right(&self, phase: Phase, by: i64) -> Phase {
        let count = self.0[phase.tile].columns() as i64;
        let column = (phase.column as i64 + by.rem_euclid(count)) % count;
        Phase { column: column as usize, ..phase }
    }

    /// The place this number of rows above, if it recurs.
    pub fn above(&self, phase: Phase, rows: i64) -> Option<Phase> {
        let tile = &self.0[phase.tile];
        let [row, first, shift] = [phase.row, tile.first, tile.shift].map(|number| number as i64);
        let below_first = row.checked_sub(first).filter(|&below| below >= 0)?.checked_sub(rows)?;
        let count = tile.rows.len() as i64 - first;
        let row = (first + below_first.rem_euclid(count)) as usize;
        let turns = below_first.div_euclid(count);
        Some(self.right(Phase { row, ..phase }, turns.checked_mul(-shift)?))
    }

    /// The place one row below.
    pub fn below(&self, phase: Phase) -> Phase {
        let tile = &self.0[phase.tile];
        match phase.row + 1 < tile.rows.len() {
            true => Phase { row: phase.row + 1, ..phase },
            false => self.right(Phase { row: tile.first, ..phase }, -(tile.shift as i64)),
        }
    }
}

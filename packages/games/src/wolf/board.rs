use crate::set::{Place, Set};
use std::fmt;

/// A square of the board: 4 columns A-D, 7 rows; the dark squares of seven rows of a draughts
/// board, so that every other row is shifted by half a square.
///
/// Stored as 4 * (row - 1) + column, so squares are ordered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The number of squares.
    pub const COUNT: usize = 28;
    /// The number of rows.
    pub const ROWS: u8 = 7;
    /// A1 B1 C1 D1.
    pub const FIRST_ROW: [Self; 4] = [Self(0), Self(1), Self(2), Self(3)];

    /// The square in this column (0 = A) and row (1 to 7), if there is one.
    pub fn new(column: u8, row: u8) -> Option<Self> {
        (column < 4 && (1..=Self::ROWS).contains(&row)).then(|| Self(4 * (row - 1) + column))
    }

    /// Reads `b4` or `B4`.
    pub fn parse(text: &str) -> Option<Self> {
        let [column, row] = *text.as_bytes() else { return None };
        let column = column.to_ascii_lowercase().checked_sub(b'a')?;
        Self::new(column, row.checked_sub(b'0')?)
    }

    /// All squares, row by row.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..28).map(Self)
    }

    /// The row, 1 to 7.
    pub fn row(self) -> u8 {
        self.0 / 4 + 1
    }

    /// The column, 0 to 3.
    pub fn column(self) -> u8 {
        self.0 % 4
    }

    /// The number of the square, 0 to 27.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The squares next to this one.
    ///
    /// In an odd row, column c touches columns c-1 and c of the rows below and above; in an even
    /// row, columns c and c+1.
    pub fn neighbours(self) -> Squares {
        // The two columns; in an odd row their bits are one place lower.
        let columns = match self.row() % 2 {
            1 => (0b11 << self.column()) >> 1,
            _ => (0b11 << self.column()) & 0b1111,
        };
        let here = columns << (4 * (self.row() - 1));
        Squares::from_bits((here >> 4 | here << 4) & ((1 << Self::COUNT) - 1))
    }

    /// The neighbours in the next higher row, where a sheep may go.
    pub fn ahead(self) -> Squares {
        self.neighbours().minus(Squares::from_bits((1 << (4 * self.row())) - 1))
    }

    /// The name in capitals, as sheep squares are printed.
    pub fn upper(self) -> String {
        self.to_string().to_uppercase()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", char::from(b'a' + self.column()), self.row())
    }
}

impl Place for Square {
    fn numbered(number: u8) -> Self {
        Self(number)
    }

    fn number(self) -> u8 {
        self.0
    }
}

/// A set of squares, printed as in the tables: `abc5,*7` is a5 b5 c5 and all of row 7.
pub type Squares = Set<Square>;

impl Squares {
    /// The whole row.
    pub fn row(row: u8) -> Self {
        (0..4).filter_map(|column| Square::new(column, row)).collect()
    }

    /// Reads the notation of the tables; rows in any order, columns in order and not twice.
    pub fn parse(text: &str) -> Option<Self> {
        let mut set = Self::default();
        if text.is_empty() {
            return Some(set);
        }
        for part in text.split(',') {
            let (columns, row) = part.split_at_checked(part.len().checked_sub(1)?)?;
            let row = row.parse().ok().filter(|row| (1..=Square::ROWS).contains(row))?;
            let columns = if columns == "*" { "abcd" } else { columns };
            if columns.is_empty() || !columns.bytes().is_sorted_by(|left, right| left < right) {
                return None;
            }
            for column in columns.bytes() {
                let square = Square::new(column.checked_sub(b'a')?, row)?;
                if set.contains(square) {
                    return None;
                }
                set = set.with(square);
            }
        }
        Some(set)
    }
}

impl Squares {
    /// The names in capitals, by columns: `A2`, `B3`, `C4`, `D4`.
    pub fn names(self) -> Vec<String> {
        let mut names: Vec<_> = self.iter().map(Square::upper).collect();
        names.sort();
        names
    }
}

impl fmt::Display for Squares {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for row in 1..=Square::ROWS {
            let squares = self.and(Self::row(row));
            if squares.is_empty() {
                continue;
            }
            let columns: String = match squares == Self::row(row) {
                true => "*".to_owned(),
                false => squares.iter().map(|it| char::from(b'a' + it.column())).collect(),
            };
            write!(formatter, "{separator}{columns}{row}")?;
            separator = ",";
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touches(square: &str) -> String {
        Square::parse(square).expect("a square").neighbours().to_string()
    }

    #[test]
    fn neighbours_are_those_of_the_source() {
        assert_eq!(touches("d3"), "cd2,cd4");
        assert_eq!(touches("b4"), "bc3,bc5");
        assert_eq!(touches("a7"), "a6");
        assert_eq!(touches("d6"), "d5,d7");
    }

    #[test]
    fn neighbours_are_mutual_and_one_row_apart() {
        for square in Square::all() {
            for other in square.neighbours().iter() {
                assert!(other.neighbours().contains(square), "{square} {other}");
                assert_eq!(other.row().abs_diff(square.row()), 1, "{square} {other}");
            }
            let ahead = square.neighbours().iter().filter(|it| it.row() > square.row());
            assert_eq!(square.ahead(), ahead.collect(), "{square}");
        }
    }

    #[test]
    fn sets_are_printed_as_they_are_read() {
        for text in ["", "abc5,*7", "b4,ab6", "*5,*7", "d1"] {
            assert_eq!(Squares::parse(text).expect(text).to_string(), text);
        }
        for wrong in ["5", "e5", "a8", "ba5", "aa5", "a5,", "a5, b5", "a5,a5", "*", "ä5"] {
            assert_eq!(Squares::parse(wrong), None, "{wrong}");
        }
    }
}

//! The board: 24 fields, 32 lines between neighbours, 16 mills.
//!
//! ```text
//! 1,1 --------- 1,2 --------- 1,3
//!  |   2,1 ---- 2,2 ---- 2,3   |
//!  |    |   3,1 3,2 3,3   |    |
//! 1,8  2,8  3,8     3,4  2,4  1,4
//!  |    |   3,7 3,6 3,5   |    |
//!  |   2,7 ---- 2,6 ---- 2,5   |
//! 1,7 --------- 1,6 --------- 1,5
//! ```
//!
//! The field `i,j` is place j = 1..8 of square i = 1..3, clockwise from the upper left corner:
//! odd places are corners, even ones the middles of sides.  Exchanging the squares 1 and 3 is a
//! symmetry of the board; here square 1 is drawn outside.

use crate::set::{Place, Set};
use std::fmt;

/// A field of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Field(u8);

impl Field {
    /// The number of fields.
    pub const COUNT: usize = 24;

    /// Place `place` (1..8) of square `square` (1..3); `None` for other numbers.
    pub fn new(square: u8, place: u8) -> Option<Self> {
        let exists = (1..=3).contains(&square) && (1..=8).contains(&place);
        exists.then(|| Self(8 * (square - 1) + place - 1))
    }

    /// All fields, square by square.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..24).map(Self)
    }

    /// The square, from 1.
    pub fn square(self) -> u8 {
        self.0 / 8 + 1
    }

    /// The place in its square, from 1.
    pub fn place(self) -> u8 {
        self.0 % 8 + 1
    }

    /// The place in [`Field::all`], from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Reads `1,4`, or `14` for short.
    pub fn parse(text: &str) -> Option<Self> {
        let (square, place) = text.split_once(',').or_else(|| text.split_at_checked(1))?;
        match (square.as_bytes(), place.as_bytes()) {
            ([square @ b'1'..=b'3'], [place @ b'1'..=b'8']) => {
                Self::new(square - b'0', place - b'0')
            }
            _ => None,
        }
    }

    /// The fields at the other end of a line: 2 for a corner, 3 or 4 for the middle of a side.
    pub fn neighbours(self) -> Fields {
        Fields::from_bits(NEIGHBOURS[self.index()])
    }

    /// The two mills that the field is in, in the order in which the net looks at them: for a
    /// corner first the one that begins there (clockwise), for the middle of a side first the one
    /// along the side.
    pub fn mills(self) -> [Mill; 2] {
        let (square, place) = (self.0 / 8, self.0 % 8);
        let along = |corner: u8| Mill(4 * square + corner / 2 % 4);
        match place % 2 {
            0 => [along(place), along(place + 6)],
            _ => [along(place - 1), Mill(12 + place / 2)],
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{},{}", self.square(), self.place())
    }
}

impl Place for Field {
    fn numbered(number: u8) -> Self {
        Self(number)
    }

    fn number(self) -> u8 {
        self.0
    }
}

/// A set of fields.
pub type Fields = Set<Field>;

impl Fields {
    /// All fields.
    pub const ALL: Self = Self::from_bits((1 << 24) - 1);

    /// The fields whose mills include one that is wholly in the set.
    pub fn in_mills(self) -> Self {
        self.mills().map(Mill::fields).fold(Self::default(), Self::or)
    }

    /// The mills that are wholly in the set.
    pub fn mills(self) -> impl Iterator<Item = Mill> {
        Mill::all().filter(move |mill| self.contains_all(mill.fields()))
    }
}

/// Three fields in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Mill(u8);

impl Mill {
    /// The number of mills.
    pub const COUNT: usize = 16;

    /// All mills: those along the sides, square by square, then those across the squares.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..16).map(Self)
    }

    /// The place in [`Mill::all`], from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The three fields.
    pub fn fields(self) -> Fields {
        Fields::from_bits(MILLS[self.index()])
    }
}

/// `1,1-3` and `1,7-1` along sides, `1-3,2` across the squares.
impl fmt::Display for Mill {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            12.. => write!(formatter, "1-3,{}", 2 * (self.0 - 12) + 2),
            _ => {
                let (square, corner) = (self.0 / 4 + 1, self.0 % 4 * 2 + 1);
                write!(formatter, "{square},{corner}-{}", (corner + 1) % 8 + 1)
            }
        }
    }
}

const MILLS: [u32; Mill::COUNT] = {
    let mut mills = [0; Mill::COUNT];
    let mut square = 0;
    while square < 3 {
        let mut side = 0;
        while side < 4 {
            let corner = 2 * side;
            let bits = 1 << corner | 1 << (corner + 1) | 1 << ((corner + 2) % 8);
            mills[4 * square + side] = bits << (8 * square);
            side += 1;
        }
        square += 1;
    }
    let mut side = 0;
    while side < 4 {
        mills[12 + side] = 0x01_01_01 << (2 * side + 1);
        side += 1;
    }
    mills
};

const NEIGHBOURS: [u32; Field::COUNT] = {
    let mut neighbours = [0; Field::COUNT];
    let mut field = 0;
    while field < Field::COUNT {
        let (square, place) = (field / 8, field % 8);
        let mut bits = (1 << ((place + 1) % 8) | 1 << ((place + 7) % 8)) << (8 * square);
        if place % 2 == 1 && square > 0 {
            bits |= 1 << (field - 8);
        }
        if place % 2 == 1 && square < 2 {
            bits |= 1 << (field + 8);
        }
        neighbours[field] = bits;
        field += 1;
    }
    neighbours
};

#[cfg(test)]
mod tests {
    use super::*;

    fn field(text: &str) -> Field {
        Field::parse(text).expect("a field")
    }

    #[test]
    fn there_are_32_lines_between_neighbours() {
        let ends: u32 = Field::all().map(|field| field.neighbours().len()).sum();
        assert_eq!(ends, 64);
        for one in Field::all() {
            assert!(!one.neighbours().contains(one));
            for other in one.neighbours().iter() {
                assert!(other.neighbours().contains(one), "{one} and {other}");
            }
        }
        let of = |text| field(text).neighbours();
        assert_eq!(of("1,1"), ["1,8", "1,2"].map(field).into_iter().collect());
        assert_eq!(of("2,8"), ["2,7", "2,1", "1,8", "3,8"].map(field).into_iter().collect());
        assert_eq!(of("3,2"), ["3,1", "3,3", "2,2"].map(field).into_iter().collect());
    }

    #[test]
    fn every_field_is_in_its_two_mills_and_in_no_other() {
        for field in Field::all() {
            let mut mills: Vec<_> =
                Mill::all().filter(|mill| mill.fields().contains(field)).collect();
            let mut named = field.mills().to_vec();
            assert_ne!(named[0], named[1]);
            mills.sort();
            named.sort();
            assert_eq!(mills, named, "{field}");
        }
    }

    #[test]
    fn mills_are_named_and_ordered_as_published() {
        let names = |text| field(text).mills().map(|mill| mill.to_string());
        assert_eq!(names("1,1"), ["1,1-3", "1,7-1"]);
        assert_eq!(names("3,7"), ["3,7-1", "3,5-7"]);
        assert_eq!(names("2,3"), ["2,3-5", "2,1-3"]);
        assert_eq!(names("2,2"), ["2,1-3", "1-3,2"]);
        assert_eq!(names("3,8"), ["3,7-1", "1-3,8"]);
        for mill in Mill::all() {
            assert_eq!(mill.fields().len(), 3);
        }
        let seven_one = Mill::all().find(|mill| mill.to_string() == "1,7-1").expect("a mill");
        assert_eq!(seven_one.fields(), ["1,7", "1,8", "1,1"].map(field).into_iter().collect());
    }

    #[test]
    fn fields_are_read_as_they_are_written() {
        for field in Field::all() {
            assert_eq!(Field::parse(&field.to_string()), Some(field));
            assert_eq!(Field::parse(&field.to_string().replace(',', "")), Some(field));
        }
        for wrong in
            ["", "1", "1,", ",1", "0,1", "4,1", "1,0", "1,9", "1,11", "111", "1,\u{e4}", "\u{e4}"]
        {
            assert_eq!(Field::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sets_list_their_fields_in_order() {
        let all: Vec<_> = Fields::ALL.iter().collect();
        assert_eq!(all, Field::all().collect::<Vec<_>>());
        assert_eq!(all.iter().copied().collect::<Fields>(), Fields::ALL);
        assert_eq!(Fields::default().iter().next(), None);
    }
}

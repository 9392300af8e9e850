use std::fmt;

/// A value of a position: a Grundy value, or an outcome class as 0 (P-position, lost for the player to move) or 1
/// (N-position, won).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(pub u8);

/// How values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alphabet {
    /// Grundy values 0, 1, 2, ... as `_`, `A`, `B`, ...
    Nim,
    /// Outcome classes: `-` for P (the previous player wins), `+` for N (the next player wins).
    Outcome,
}

/// A set of values below 128, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ValueSet(u128);

impl ValueSet {
    /// Adds a value.
    #[inline]
    pub fn insert(&mut self, value: Value) {
        self.0 |= 1 << (value.0 & 127);
    }

    /// The least value that is not in the set.
    #[inline]
    pub fn mex(self) -> Value {
        // At most 128 ones, and values come from letters, so the result is far below 128.
        Value(self.0.trailing_ones() as u8)
    }
}

impl Alphabet {
    /// The greatest value that has a letter.
    pub fn greatest(self) -> Value {
        match self {
            Self::Nim => Value(26),
            Self::Outcome => Value(1),
        }
    }

    /// The value that the letter stands for, if it is one of this alphabet.
    pub fn value(self, letter: char) -> Option<Value> {
        match (self, letter) {
            (Self::Nim, '_') | (Self::Outcome, '-') => Some(Value(0)),
            (Self::Nim, 'A'..='Z') => Some(Value(letter as u8 - b'A' + 1)),
            (Self::Outcome, '+') => Some(Value(1)),
            _ => None,
        }
    }

    /// The letter of a value; values beyond `Z` are written as numbers.
    pub fn letter(self, value: Value) -> String {
        match (self, value.0) {
            (Self::Nim, 0) => "_".to_owned(),
            (Self::Nim, letter @ 1..=26) => char::from(b'A' + letter - 1).to_string(),
            (Self::Nim, number) => number.to_string(),
            (Self::Outcome, 0) => "-".to_owned(),
            (Self::Outcome, _) => "+".to_owned(),
        }
    }
}

impl fmt::Display for Alphabet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Nim => "nim",
            Self::Outcome => "outcome",
        })
    }
}

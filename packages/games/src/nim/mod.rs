//! Nim, with normal and misère play.
//!
//! Some heaps of sticks.  The player to move takes one or more sticks from exactly one heap.  In
//! normal play who takes the last stick wins, in misère play who takes the last stick loses
//! (C. L. Bouton, 1901, *Nim, a game with a complete mathematical theory*).
//!
//! This page has the rules.  [`search`] answers by trying everything and is the judge where that
//! is possible, [`theory`] answers for heaps of any size, [`bits`] shows the bits that decide,
//! [`description`] reads what somebody claims, and [`check`] compares.  Running example: heaps of 3, 4 and 5.

pub mod bits;
mod check;
pub mod description;
pub mod search;
pub mod theory;

pub use check::check;

use crate::Integer;
use num_bigint::BigInt;
use std::fmt;

grundy_language::named! {
    /// Who wins.
    Convention {
        Normal: "normal", "Who takes the last stick wins.";
        Misere: "misere", "Who takes the last stick loses.";
    }
}

/// Whether the player to move can force a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The next player wins, whatever the other does.
    N,
    /// The previous player wins: every move is lost.
    P,
}

impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::N => "N",
            Self::P => "P",
        })
    }
}

/// A move: how many sticks from which heap.  Written `1:2`, two sticks from the first heap.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The number of the heap, from 1.
    pub heap: usize,
    /// How many sticks.
    pub take: Integer,
}

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.heap, self.take)
    }
}

/// Moves with spaces between them, `-` if there are none.
pub fn list(moves: &[Move]) -> String {
    if moves.is_empty() {
        return "-".to_owned();
    }
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// Heaps in order; empty ones are kept, so that moves keep their numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position(Vec<Integer>);

/// Why a move is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// There are only this many heaps, or the number is 0.
    NoSuchHeap(usize),
    /// A move takes at least one.
    TakesNothing,
    /// The heap has only this many sticks.
    TooMany(Integer),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchHeap(0) => formatter.write_str("there are no heaps"),
            Self::NoSuchHeap(1) => formatter.write_str("there is one heap, with number 1"),
            Self::NoSuchHeap(count) => write!(formatter, "the heaps have the numbers 1 to {count}"),
            Self::TakesNothing => formatter.write_str("a move takes at least one"),
            Self::TooMany(there) if there.is_zero() => formatter.write_str("that heap is empty"),
            Self::TooMany(there) => write!(formatter, "that heap has only {there}"),
        }
    }
}

impl std::error::Error for IllegalMove {}

/// The index of the heap that a move takes from, if there is one with as many items.
pub(crate) fn heap_of<'h>(
    chosen: &Move,
    mut heaps: impl ExactSizeIterator<Item = &'h Integer>,
) -> Result<usize, IllegalMove> {
    let count = heaps.len();
    let index = chosen.heap.checked_sub(1).filter(|&index| index < count);
    let index = index.ok_or(IllegalMove::NoSuchHeap(count))?;
    match heaps.nth(index) {
        _ if !chosen.take.is_positive() => Err(IllegalMove::TakesNothing),
        Some(heap) if chosen.take > *heap => Err(IllegalMove::TooMany(heap.clone())),
        _ => Ok(index),
    }
}

impl Position {
    /// The position with these heaps; `None` if one of them is below 0.
    pub fn new(heaps: Vec<Integer>) -> Option<Self> {
        heaps.iter().all(|heap| !heap.is_negative()).then_some(Self(heaps))
    }

    /// The heaps, the first one has number 1.
    pub fn heaps(&self) -> &[Integer] {
        &self.0
    }

    /// Are all heaps empty?
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Integer::is_zero)
    }

    /// The exclusive or of all heaps.
    ///
    /// ```
    /// use grundy_games::nim::Position;
    /// let position = Position::new([3, 4, 5].map(Into::into).to_vec()).unwrap();
    /// assert_eq!(position.nim_sum(), 2.into());
    /// ```
    pub fn nim_sum(&self) -> Integer {
        let heaps = self.0.iter().map(Integer::to_big);
        Integer::from(heaps.fold(BigInt::ZERO, |sum, heap| sum ^ heap))
    }

    /// The position after a move.
    pub fn after(&self, chosen: &Move) -> Result<Self, IllegalMove> {
        let index = heap_of(chosen, self.0.iter())?;
        let mut heaps = self.0.clone();
        heaps[index] -= &chosen.take;
        Ok(Self(heaps))
    }
}

/// The heaps with spaces between them, `(none)` if there are none.
impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return formatter.write_str("(none)");
        }
        for (index, heap) in self.0.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(formatter, "{space}{heap}")?;
        }
        Ok(())
    }
}

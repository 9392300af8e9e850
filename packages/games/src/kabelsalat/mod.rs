//! Stacks and switches ("Kabelsalat").
//!
//! Stacks of boxes are to be brought to one target height.  Each switch is wired to some of the
//! stacks and has a direction: a press adds one box to each of its stacks, or removes one from
//! each.  Wanted is how often to press what, with as few presses as possible.  Presses cannot
//! be taken back and their order does not matter, so heights on the way may be anything.
//!
//! Running example, target 7 and four stacks of 4, 6, 3 and 3 boxes:
//!
//! ```
//! use grundy_games::kabelsalat::{Task, written};
//! let task = Task::parse("7,4,4,6,3,3,-**.*,+*.**,+.***").unwrap();
//! let presses = [0, 3, 1].map(Into::into);
//! assert!(task.is_solved_by(&presses));
//! assert_eq!(written(&presses), "3B | 1C");
//! ```
//!
//! This page has the rules.  [`code`] reads and writes tasks, [`solve`] finds all solutions with
//! fewest presses or an [`argument`] that there is none, [`generate`] makes tasks, [`description`]
//! reads what somebody claims, and [`check`] compares.

pub mod argument;
mod check;
pub mod code;
pub mod description;
pub mod generate;
pub mod hints;
pub mod positions;
pub mod solve;

pub use check::check;

use crate::Integer;
use crate::affine::{Affine, Constraint};

/// The most stacks of a task, and so the most switches.
pub const STACKS: usize = 64;

/// What a press does to the stacks of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Adds a box.
    Up,
    /// Removes a box.
    Down,
}

/// A switch.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Switch {
    /// What a press does.
    pub direction: Direction,
    /// Whether the switch is wired to the stack, for each stack in order.
    pub wired: Vec<bool>,
}

impl Switch {
    /// The boxes that a press adds to the stack (counted from 0): 1, 0 or -1.
    pub fn change(&self, stack: usize) -> Integer {
        match (self.wired.get(stack), self.direction) {
            (Some(true), Direction::Up) => Integer::ONE,
            (Some(true), Direction::Down) => -Integer::ONE,
            _ => Integer::ZERO,
        }
    }
}

/// Stacks with their heights, the height that all are to get, and the switches.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Task {
    target: Integer,
    heights: Vec<Integer>,
    switches: Vec<Switch>,
}

impl Task {
    /// A task, if there are 1 to [`STACKS`] stacks, at least one switch and no more switches than
    /// stacks, and if every switch knows about every stack.
    pub fn new(target: Integer, heights: Vec<Integer>, switches: Vec<Switch>) -> Option<Self> {
        let stacks = heights.len();
        let sound = (1..=STACKS).contains(&stacks)
            && (1..=stacks).contains(&switches.len())
            && switches.iter().all(|switch| switch.wired.len() == stacks);
        sound.then_some(Self { target, heights, switches })
    }

    /// The height that all stacks are to get.
    pub fn target(&self) -> &Integer {
        &self.target
    }

    /// The present heights.
    pub fn heights(&self) -> &[Integer] {
        &self.heights
    }

    /// The switches.
    pub fn switches(&self) -> &[Switch] {
        &self.switches
    }

    /// Are all stacks at the target?
    pub fn is_solved(&self) -> bool {
        self.heights.iter().all(|height| *height == self.target)
    }

    /// Presses a switch (counted from 0; there is none beyond the last) once.
    pub fn press(&mut self, switch: usize) {
        if let Some(switch) = self.switches.get(switch) {
            for (stack, height) in self.heights.iter_mut().enumerate() {
                *height += &switch.change(stack);
            }
        }
    }

    /// The heights after these numbers of presses of the switches.
    pub fn heights_after(&self, presses: &[Integer]) -> Vec<Integer> {
        let mut heights = self.heights.clone();
        for (switch, count) in self.switches.iter().zip(presses) {
            for (stack, height) in heights.iter_mut().enumerate() {
                height.add_product(&switch.change(stack), count);
            }
        }
        heights
    }

    /// Do these presses, none of them negative, bring all stacks to the target?
    pub fn is_solved_by(&self, presses: &[Integer]) -> bool {
        let counts = presses.len() == self.switches.len();
        counts
            && presses.iter().all(|count| !count.is_negative())
            && self.heights_after(presses).iter().all(|height| *height == self.target)
    }

    /// What is missing to the target, for each stack.
    pub fn missing(&self) -> Vec<Integer> {
        self.heights.iter().map(|height| &self.target - height).collect()
    }

    /// The equation of a stack over the numbers of presses: what they add is what is missing.
    pub fn equation(&self, stack: usize) -> Constraint {
        let missing = self.heights.get(stack).map_or(Integer::ZERO, |height| &self.target - height);
        let changes = self.switches.iter().map(|switch| switch.change(stack));
        Constraint::zero(Affine::new(-missing, changes))
    }

    /// The names of the switches: A, B, C, ...
    pub fn switch_names(&self) -> Vec<String> {
        (0..self.switches.len()).map(|index| letters(index, b'A')).collect()
    }

    /// The names of the stacks: a, b, c, ...
    pub fn stack_names(&self) -> Vec<String> {
        (0..self.heights.len()).map(|index| letters(index, b'a')).collect()
    }
}

/// The letters of number `index`: A, ..., Z, AA, AB, ...
fn letters(mut index: usize, first: u8) -> String {
    let mut letters = Vec::new();
    loop {
        // The remainder is below 26.
        letters.push(char::from(first + u8::try_from(index % 26).unwrap_or(0)));
        if index < 26 {
            return letters.into_iter().rev().collect();
        }
        index = index / 26 - 1;
    }
}

/// The number of the switch with these letters, from 0.
fn switch_number(letters: &str) -> Option<usize> {
    (0..STACKS).find(|&index| self::letters(index, b'A') == letters)
}

/// Numbers of presses as the puzzle writes them: `3B | 1C`; `(none)` for no press at all.
pub fn written(presses: &[Integer]) -> String {
    let parts: Vec<_> = presses
        .iter()
        .enumerate()
        .filter(|(_, count)| !count.is_zero())
        .map(|(switch, count)| format!("{count}{}", letters(switch, b'A')))
        .collect();
    if parts.is_empty() { "(none)".to_owned() } else { parts.join(" | ") }
}

/// How many presses these are together.
pub fn total(presses: &[Integer]) -> Integer {
    presses.iter().fold(Integer::ZERO, |sum, count| &sum + count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_on_behind_z() {
        let names = [0, 25, 26, 27, 51, 52, 63].map(|index| letters(index, b'A'));
        assert_eq!(names, ["A", "Z", "AA", "AB", "AZ", "BA", "BL"]);
        assert!((0..STACKS).all(|index| switch_number(&letters(index, b'A')) == Some(index)));
        assert_eq!(switch_number("a"), None);
        assert_eq!(switch_number(""), None);
    }
}

//! Outcomes under normal play, whole machine words of positions at a time.
//!
//! A set bit is a lost position.  Position x is lost exactly when none of x - s is, so a word
//! of 64 positions is the complement of the union of earlier bits, shifted by the moves; moves
//! below 64 need a second look inside the word.  Positions below 0 do not exist, which is the
//! same as being won: clear bits.

mod kernel;
mod word;

use super::Game;
use super::register::{Register, Window};
use kernel::{BLOCK, Kernel};

/// The outcomes of a game from some position on.
#[derive(Clone, Debug)]
pub struct Outcomes {
    kernel: Kernel,
    span: usize,
    /// How many words before the computed ones are kept.
    history: usize,
    /// The history, then the computed words.
    words: Vec<u64>,
    /// The position of the first bit behind the history.
    start: u64,
}

impl Outcomes {
    /// Position 0 of normal play with the moves and the seed of the game.
    pub fn new(game: &Game) -> Self {
        let sizes = game.moves().sizes();
        let span = game.moves().greatest() as usize;
        let history = Kernel::history(sizes);
        let mut outcomes =
            Self { kernel: Kernel::new(sizes), span, history, words: vec![0; history], start: 0 };
        for (back, value) in game.seed().into_iter().flatten().rev().enumerate() {
            let bit = 64 * history - 1 - back;
            outcomes.words[bit / 64] |= u64::from(value.0 == 0) << (bit % 64);
        }
        outcomes
    }

    /// The place of a position in the words.
    fn bit(&self, position: u64) -> usize {
        // Known positions begin with the history, `64 * history` before the start.
        let known_from = self.start.wrapping_sub(64 * self.history as u64);
        position.wrapping_sub(known_from) as usize
    }

    /// The computed words, from the position where the last advance began.
    pub fn computed(&self) -> &[u64] {
        &self.words[self.history..]
    }
}

impl Register for Outcomes {
    const WIDTH: u32 = 1;
    const GRAIN: usize = 64 * BLOCK;

    fn span(&self) -> usize {
        self.span
    }

    fn position(&self) -> u64 {
        self.start + 64 * (self.words.len() - self.history) as u64
    }

    fn advance(&mut self, count: usize) {
        self.start = self.position();
        let computed = self.words.len() - self.history;
        self.words.copy_within(computed.., 0);
        self.words.resize(self.history + count / Self::GRAIN * BLOCK, 0);
        self.kernel.fill(&mut self.words, self.history);
    }

    fn code(&self, position: u64) -> u64 {
        let bit = self.bit(position);
        self.words[bit / 64] >> (bit % 64) & 1
    }

    fn first_loss(&self, from: u64) -> Option<u64> {
        let first = self.bit(from);
        let mut before = (first - 1) / 64;
        // In the first word only bits from the given position on count.
        let mut mask = u64::MAX << (first % 64);
        for (index, &word) in self.words.iter().enumerate().skip(first / 64) {
            let lost_before = word << 1 | self.words[before] >> 63;
            let found = word & !lost_before & mask;
            if found != 0 {
                let bit = 64 * index + found.trailing_zeros() as usize;
                return Some(from + (bit - first) as u64);
            }
            mask = u64::MAX;
            before = index;
        }
        None
    }

    fn window(&self, position: u64) -> Window {
        let first = self.bit(position) - self.span;
        let (word, shift) = (first / 64, first % 64);
        let mut window: Window = (0..self.span.div_ceil(64))
            .map(|index| {
                let low = self.words[word + index] >> shift;
                let high =
                    self.words.get(word + index + 1).map_or(0, |high| high << 1 << (63 - shift));
                low | high
            })
            .collect();
        if let (Some(last), rest @ 1..) = (window.last_mut(), self.span % 64) {
            *last &= (1 << rest) - 1;
        }
        window
    }

    fn last_difference(&self, other: &Self) -> Option<u64> {
        let mut pairs = self.computed().iter().zip(other.computed()).enumerate().rev();
        let (index, different) = pairs.find_map(|(index, (one, other))| {
            Some((index, one ^ other)).filter(|pair| pair.1 != 0)
        })?;
        Some(64 * index as u64 + u64::from(63 - different.leading_zeros()))
    }

    fn restore(&mut self, position: u64, window: &Window) {
        self.start = position;
        self.words.truncate(self.history);
        self.words.fill(0);
        // The last bit of the window becomes the last bit of the history.
        let offset = 64 * self.history - self.span;
        let (first, shift) = (offset / 64, offset % 64);
        for (index, word) in window.iter().enumerate() {
            self.words[first + index] |= word << shift;
            if let Some(next) = self.words.get_mut(first + index + 1) {
                *next |= word >> 1 >> (63 - shift);
            }
        }
    }
}

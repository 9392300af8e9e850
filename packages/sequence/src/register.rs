//! A sequence as an automaton: the next values depend only on the last max L values.
//!
//! A value g is kept as a code of a fixed width, in which only bit g is set; with more moves than bits fit, the code is
//! 2g, and 1 for the value 0.  For outcomes the width is 1, so a set bit is a lost position and a won one has no bit.
//! Where won options are counted it is the other way round.  What does not exist below position 0 has no bit either,
//! and adds nothing to a union of options or to a count.

use super::Game;
use super::engine::{BLOCK, Engine, LINE, number_code};
use super::lines::Lines;
use crate::limit::{CancellationToken, Limit};
use crate::model::Rule;

/// The last max L values before a position, one after another from the lowest bit of the first
/// word on.
///
/// An outcome is one bit, set for a position that counts: a lost one, and a won one where won options
/// are counted.  A Grundy value g is bit g of 8, 16 or 32
/// bits, for up to 7, 15 or 31 moves; with more moves it is the number 2g, or 1 if g = 0, of 32 bits.  All bits are clear
/// for what does not exist.
///
/// Equal windows before two positions mean equal values from there on.
pub type Window = Box<[u64]>;

/// Computes the values of a game one after another and keeps the last ones.
#[derive(Clone, Debug)]
pub(crate) struct Register {
    engine: Engine,
    /// The bits of one value: 1, 8, 16 or 32.
    width: u32,
    /// The value whose code is a set lowest bit: 1 where won options are counted, else 0.
    lowest: u32,
    /// Are the codes numbers?
    has_numbers: bool,
    span: usize,
    /// The number of look-ups for a word, at least 1.
    look_ups: usize,
    /// The number of words at once for which the look-ups to begin hardly matter.
    least: usize,
    /// The number of words kept before the computed ones.
    history: usize,
    /// The history, then the computed words.
    words: Lines,
    /// The position of the first value after the history.
    start: u64,
}

/// The approximate number of look-ups after which a stop is checked for: some hundredths of a second.
const LOOK_UPS: usize = 1 << 24;

impl Register {
    /// At position 0 of a game.  Misère play is treated as normal play.
    pub(crate) fn new(game: &Game) -> Self {
        let game = &*game.with_moves();
        let (engine, width) = Engine::new(game);
        let span = game.moves().greatest() as usize;
        // The greatest move can lead from the first bit of a word into two words.
        let history = (span * width as usize / 64 + 1).next_multiple_of(LINE);
        let words = Lines::new(history);
        let lowest = u32::from(matches!(game.rule(), Rule::Won(_)));
        let look_ups = engine.look_ups(game.moves()).max(1);
        let mut register = Self {
            width,
            lowest,
            has_numbers: engine.has_numbers(),
            span,
            look_ups,
            least: engine.look_ups_to_begin(game.moves()) / look_ups,
            engine,
            history,
            words,
            start: 0,
        };
        for back in 1..=span {
            let Some(value) = game.value_before(back as u64) else { break };
            let bit = 64 * history - back * width as usize;
            let place = u32::from(value.0) ^ lowest;
            // An outcome that does not count has no bit, and neither has a Grundy value greater than those of all
            // positions.
            let code = match register.has_numbers {
                true => number_code(place.into()),
                false if place < width => 1 << place,
                false => 0,
            };
            register.words[bit / 64] |= code << (bit % 64);
        }
        register
    }

    /// The bits of one value, a power of two.
    pub(crate) fn width(&self) -> u32 {
        self.width
    }

    /// [`Register::advance`] computes a multiple of this number of values.
    pub(crate) fn grain(&self) -> usize {
        BLOCK * self.per_word()
    }

    /// The number of values of a window: the greatest move.
    pub(crate) fn span(&self) -> usize {
        self.span
    }

    /// The number of values that are computed with about this number of look-ups.
    pub(crate) fn within(&self, look_ups: usize) -> usize {
        look_ups / self.look_ups * self.per_word()
    }

    /// The number of values to compute at once so that beginning hardly matters.
    pub(crate) fn least(&self) -> usize {
        self.least * self.per_word()
    }

    /// The first position whose value is not known yet.
    pub(crate) fn position(&self) -> u64 {
        self.start + (self.computed().len() * self.per_word()) as u64
    }

    /// The number of values in a word.
    fn per_word(&self) -> usize {
        64 / self.width as usize
    }

    /// The lowest bit of each value of a word, the one of lost positions.
    pub(crate) fn lowest(&self) -> u64 {
        u64::MAX / (u64::MAX >> (64 - self.width))
    }

    /// The computed words, from the position where the last advance began.
    pub(crate) fn computed(&self) -> &[u64] {
        &self.words[self.history..]
    }

    /// The place of a value in the words: its lowest bit.
    fn bit(&self, position: u64) -> usize {
        // Known positions begin with the history, which is before the start.
        let known_from = self.start.wrapping_sub((self.history * self.per_word()) as u64);
        position.wrapping_sub(known_from) as usize * self.width as usize
    }

    /// Computes the next `count` values, a multiple of [`Register::grain`].  Of the values
    /// before, the last `span` stay known.
    ///
    /// # Errors
    /// When a stop is requested; then nothing more is known than before.
    pub(crate) fn advance(&mut self, count: usize, stop: &CancellationToken) -> Result<(), Limit> {
        self.start = self.position();
        let computed = self.computed().len();
        self.words.copy_within(computed.., 0);
        let end = self.history + count / self.grain() * BLOCK;
        self.words.resize(end);
        let piece = (LOOK_UPS / self.look_ups).max(self.least).max(1).next_multiple_of(BLOCK);
        for from in (self.history..end).step_by(piece) {
            if let Err(limit) = stop.check() {
                self.undo();
                return Err(limit);
            }
            self.engine.fill(&mut self.words[..end.min(from + piece)], from);
        }
        Ok(())
    }

    /// Goes back to where the last [`Register::advance`] began.
    pub(crate) fn undo(&mut self) {
        self.words.resize(self.history);
    }

    /// The code of the value of a known position; at least the last `span` values before the
    /// last [`Register::advance`], and those that it computed, are known.
    #[inline]
    pub(crate) fn code(&self, position: u64) -> u64 {
        let bit = self.bit(position);
        self.words[bit / 64] >> (bit % 64) & (u64::MAX >> (64 - self.width))
    }

    /// The value of a known position, at least 0.
    pub(crate) fn value(&self, position: u64) -> u32 {
        let code = self.code(position);
        if self.has_numbers {
            return (code >> 1) as u32;
        }
        // The bit after a code represents a value without a code: the outcome that does not count.
        (code | 1 << self.width).trailing_zeros() ^ self.lowest
    }

    /// The codes, 64 bits of them, of the values from a known position on, as far as they are known.
    pub(crate) fn word(&self, position: u64) -> u64 {
        let bit = self.bit(position);
        self.unaligned(bit / 64, bit as u32 % 64)
    }

    /// The 64 bits that begin with this bit of a word.
    fn unaligned(&self, word: usize, bit: u32) -> u64 {
        let high = self.words.get(word + 1).map_or(0, |high| high << 1 << (63 - bit));
        self.words[word] >> bit | high
    }

    /// The lost values of a word that follow one that is not lost, as their lowest bits; `before` is the word before
    /// it.
    pub(crate) fn losses(&self, before: u64, word: u64) -> u64 {
        let lost_before = word << self.width | before >> (64 - self.width);
        word & !lost_before & self.lowest()
    }

    /// The first position from this one on, among the computed ones, that is lost and follows
    /// one that is not.
    pub(crate) fn first_loss(&self, from: u64) -> Option<u64> {
        let first = self.bit(from);
        let mut before = self.words[first / 64 - 1];
        // In the first word, only values from the given position on count.
        let mut mask = u64::MAX << (first % 64);
        for (index, &word) in self.words.iter().enumerate().skip(first / 64) {
            let found = self.losses(before, word) & mask;
            if found != 0 {
                let bit = 64 * index + found.trailing_zeros() as usize;
                return Some(from + ((bit - first) / self.width as usize) as u64);
            }
            mask = u64::MAX;
            before = word;
        }
        None
    }

    /// The window before a position, whose values must be known.
    pub(crate) fn window(&self, position: u64) -> Window {
        let bits = self.span * self.width as usize;
        let first = self.bit(position) - bits;
        let (word, shift) = (first / 64, first as u32 % 64);
        let mut window: Window =
            (0..bits.div_ceil(64)).map(|index| self.unaligned(word + index, shift)).collect();
        if let (Some(last), rest @ 1..) = (window.last_mut(), bits % 64) {
            *last &= (1 << rest) - 1;
        }
        window
    }

    /// The number of values of the last advance before the last value in which the two differ; both computed the same
    /// number of values.
    pub(crate) fn last_difference(&self, other: &Self) -> Option<u64> {
        let mut pairs = self.computed().iter().zip(other.computed()).enumerate().rev();
        let (index, different) = pairs.find_map(|(index, (one, other))| {
            Some((index, one ^ other)).filter(|pair| pair.1 != 0)
        })?;
        Some((64 * index as u64 + u64::from(different.ilog2())) / u64::from(self.width))
    }

    /// Moves to a position with this window before it.
    pub(crate) fn restore(&mut self, position: u64, window: &Window) {
        self.start = position;
        self.words.resize(self.history);
        self.words.fill(0);
        // The last bit of the window becomes the last bit of the history.
        let offset = 64 * self.history - self.span * self.width as usize;
        let (first, shift) = (offset / 64, offset % 64);
        for (index, word) in window.iter().enumerate() {
            self.words[first + index] |= word << shift;
            if let Some(next) = self.words.get_mut(first + index + 1) {
                *next |= word >> 1 >> (63 - shift);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Moves, Tally};
    use super::*;
    use proptest::prelude::*;

    /// The register of a game after its first values.
    fn register(sizes: &[u64], rule: Rule) -> Register {
        let game = Game::new(Moves::new(sizes).expect("moves"), rule).expect("a game");
        let mut register = Register::new(&game);
        register.advance(2048, &CancellationToken::default()).expect("no stop");
        register
    }

    fn games() -> impl Strategy<Value = (Vec<u64>, Rule)> {
        let rule = prop_oneof![Just(Rule::Mex), Just(Rule::Normal), Just(Rule::Won(Tally::Odd))];
        let sizes = proptest::collection::btree_set(1_u64..200, 1..50);
        (sizes.prop_map(|sizes| sizes.into_iter().collect()), rule)
    }

    proptest! {
        #[test]
        fn a_window_is_all_that_is_needed((sizes, rule) in games(), at in 0_u64..2048) {
            let whole = register(&sizes, rule);
            let mut again = whole.clone();
            again.restore(at, &whole.window(at));
            prop_assert_eq!(again.window(at), whole.window(at));
            again.advance(2048, &CancellationToken::default()).expect("no stop");
            for position in at..2048 {
                prop_assert_eq!(again.value(position), whole.value(position));
            }
        }

        #[test]
        fn a_stop_changes_nothing((sizes, rule) in games(), count in 0_u64..4) {
            let whole = register(&sizes, rule);
            let (mut stopped, stop) = (whole.clone(), CancellationToken::default());
            stop.request();
            let at = whole.position();
            let more = stopped.grain() * (1 + count as usize);
            prop_assert_eq!(stopped.advance(more, &stop), Err(Limit::STOPPED));
            prop_assert_eq!((stopped.position(), stopped.window(at)), (at, whole.window(at)));
            let mut again = whole.clone();
            for one in [&mut stopped, &mut again] {
                one.advance(more, &CancellationToken::default()).expect("no stop");
            }
            prop_assert_eq!(stopped.computed(), again.computed());
            stopped.undo();
            prop_assert_eq!((stopped.position(), stopped.window(at)), (at, whole.window(at)));
        }

        #[test]
        fn losses_and_differences_agree_with_a_scan(
            (sizes, rule) in games(),
            from in 0_u64..2048,
            other in 0_u64..500,
        ) {
            let mut register = register(&sizes, rule);
            let lost = |position: u64| register.code(position) == 1;
            let first = (from..2048).find(|&position| {
                lost(position) && !(position > 0 && lost(position - 1))
            });
            prop_assert_eq!(register.first_loss(from), first);
            let mut later = register.clone();
            later.restore(other, &register.window(other));
            register.restore(from, &register.window(from));
            register.advance(1024, &CancellationToken::default()).expect("no stop");
            later.advance(1024, &CancellationToken::default()).expect("no stop");
            let last = (0..1024).rev().find(|back| {
                register.code(from + back) != later.code(other + back)
            });
            prop_assert_eq!(register.last_difference(&later), last);
        }
    }
}

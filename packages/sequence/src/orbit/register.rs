//! One word of a shift register, and its steps forwards and backwards.

use super::{Moves, WORDS};
use crate::limit::{CancellationToken, Limit};
use crate::model::{Comparison, Rule, Tally, Value};

/// The longest words, in positions.
pub const LONGEST: u32 = 63;

/// The number of steps between two checks for a stop.
const STEPS: u64 = 1 << 16;

/// The shift register of a game: its last max L outcomes, the *word*, which determine the next one.
///
/// As a number a word has bit s - 1 for s = 1, ..., max L: it is set where position n - s is lost.
///
/// ```
/// use grundy_sequence::{Moves, Rule, orbit::Register};
/// let register = Register::new(&Moves::new(&[2, 3]).unwrap(), Rule::Normal).unwrap();
/// // Oldest first: of the options of the next position the one two positions back is lost, so it is won.
/// assert_eq!(register.letters(0b011), "+--");
/// assert_eq!(register.letters(register.next(0b011)), "--+");
/// assert_eq!(register.predecessors(0b100).count(), 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Register {
    moves: u64,
    length: u32,
    /// Are the won options counted, and not the lost ones?
    counts_won: bool,
    tally: Tally,
}

/// A set of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// Those without two losses at the distance of a move, which all words of normal play are.
    Legal,
    /// All words of length max L.
    All,
}

/// The path from a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    /// The least number of steps after which the register has a word to which it returns.
    pub tail: u64,
    /// The number of steps after which it returns to that word.
    pub length: u64,
}

/// What precedes a word, as far as that is certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Back {
    /// The outcomes before the word, the nearest one first.
    pub values: Vec<Value>,
    /// Why there are no further ones.
    pub end: BackEnd,
}

/// Why going back ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackEnd {
    /// The word has recurred.
    Orbit,
    /// No word leads to the earliest word.
    None,
    /// Two words lead to it.
    Two,
    /// The requested number of steps was made.
    Count,
}

impl Register {
    /// The register of a game.  Misère play is normal play here, because every position has options.
    ///
    /// # Errors
    /// [`WORDS`] if max L is 0 or more than [`LONGEST`], or the values are not outcomes.
    pub fn new(moves: &Moves, rule: Rule) -> Result<Self, Limit> {
        let length = moves.greatest();
        let (counts_won, tally) = match rule {
            Rule::Mex => return Err(WORDS),
            Rule::Normal | Rule::Misere => (false, Tally::Is(Comparison::AtLeast, 1)),
            Rule::Lost(tally) => (false, tally),
            Rule::Won(tally) => (true, tally),
        };
        if !(1..=LONGEST).contains(&length) {
            return Err(WORDS);
        }
        let moves = moves.sizes().iter().fold(0, |set, size| set | 1 << (size - 1));
        Ok(Self { moves, length, counts_won, tally })
    }

    /// The number of positions in a word: max L.
    pub fn length(self) -> u32 {
        self.length
    }

    /// Is the next outcome after a word lost?
    fn is_lost_after(self, word: u64) -> bool {
        let counted = if self.counts_won { !word & self.moves } else { word & self.moves };
        match self.tally {
            // Without counting, as this is asked for each word of each orbit.
            Tally::Is(Comparison::AtLeast, 1) => counted == 0,
            tally => !tally.holds(counted.count_ones().into()),
        }
    }

    /// The word one position later.
    pub fn next(self, word: u64) -> u64 {
        let later = word << 1 | u64::from(self.is_lost_after(word));
        later & ((1 << self.length) - 1)
    }

    /// The words whose next word is this one, among all words.
    pub fn predecessors(self, word: u64) -> impl Iterator<Item = u64> {
        let oldest = 1 << (self.length - 1);
        [word >> 1, word >> 1 | oldest].into_iter().filter(move |&one| self.next(one) == word)
    }

    /// The same among some words.
    pub fn predecessors_in(self, word: u64, words: Words) -> impl Iterator<Item = u64> {
        let counts = move |&one: &u64| words == Words::All || self.is_legal(one);
        self.predecessors(word).filter(counts)
    }

    /// Is the word without two losses at the distance of a move?
    pub fn is_legal(self, word: u64) -> bool {
        let mut losses = (0..self.length).filter(|bit| word >> bit & 1 == 1);
        losses.all(|bit| self.may_be_lost(word, bit))
    }

    /// Are all positions won that are a move before the one at this bit?
    fn may_be_lost(self, word: u64, bit: u32) -> bool {
        (word >> bit >> 1) & self.moves == 0
    }

    /// Is the word a palindrome, and is it one with the next outcome after it?
    pub fn palindromes(self, word: u64) -> [bool; 2] {
        let is_palindrome = |word: u64, length| word.reverse_bits() >> (64 - length) == word;
        let longer = word << 1 | u64::from(self.is_lost_after(word));
        [is_palindrome(word, self.length), is_palindrome(longer, self.length + 1)]
    }

    /// All words in increasing order.
    ///
    /// # Errors
    /// [`WORDS`] when there are more than `limit`, and when a stop is requested.
    pub fn words(
        self,
        words: Words,
        limit: u64,
        stop: &CancellationToken,
    ) -> Result<Vec<u64>, Limit> {
        match words {
            Words::Legal => self.legal(limit, stop),
            Words::All if 1 << self.length <= limit => Ok((0..1 << self.length).collect()),
            Words::All => Err(WORDS),
        }
    }

    /// The legal words in increasing order.
    pub(super) fn legal(self, limit: u64, stop: &CancellationToken) -> Result<Vec<u64>, Limit> {
        let mut words = vec![0];
        for bit in (0..self.length).rev() {
            stop.check()?;
            let mut longer = Vec::with_capacity(words.len());
            for word in words {
                longer.push(word);
                if self.may_be_lost(word, bit) {
                    longer.push(word | 1 << bit);
                }
            }
            if longer.len() as u64 > limit {
                return Err(WORDS);
            }
            words = longer;
        }
        Ok(words)
    }

    /// The word of outcomes, the oldest first; `value(k)` is the outcome of the position n - k.
    pub fn word(self, value: impl Fn(u64) -> Value) -> u64 {
        (1..=self.length)
            .fold(0, |word, back| word | u64::from(value(back.into()) == Value(0)) << (back - 1))
    }

    /// The outcomes of a word, the oldest first: `--+`.
    pub fn letters(self, word: u64) -> String {
        let letter = |bit| if word >> bit & 1 == 1 { '-' } else { '+' };
        (0..self.length).rev().map(letter).collect()
    }

    /// The outcomes that follow a word, one for each step.
    pub fn values(self, word: u64) -> impl Iterator<Item = Value> {
        let words =
            std::iter::successors(Some(self.next(word)), move |&word| Some(self.next(word)));
        words.map(|word| Value(u8::from(word & 1 == 0)))
    }

    /// Where a word leads, by R. P. Brent's method (1980): one word waits at powers of 2 until the other meets it.
    ///
    /// # Errors
    /// [`Limit::POSITIONS`] after `limit` steps, and when a stop is requested.
    pub fn path(self, word: u64, limit: u64, stop: &CancellationToken) -> Result<Path, Limit> {
        let (mut waits, mut runs, mut length, mut until) = (word, self.next(word), 1, 1);
        for step in 0.. {
            if runs == waits {
                break;
            }
            if step % STEPS == 0 {
                stop.check()?;
            }
            if step >= limit {
                return Err(Limit::POSITIONS);
            }
            if length == until {
                (waits, until, length) = (runs, 2 * until, 0);
            }
            runs = self.next(runs);
            length += 1;
        }
        let mut ahead = word;
        for _ in 0..length {
            ahead = self.next(ahead);
        }
        let (mut behind, mut tail) = (word, 0);
        while behind != ahead {
            (behind, ahead) = (self.next(behind), self.next(ahead));
            tail += 1;
        }
        Ok(Path { tail, length })
    }

    /// Steps back from a word while exactly one word leads to it, at most this number.
    ///
    /// ```
    /// use grundy_sequence::{Moves, Rule, orbit::{BackEnd, Register, Words}};
    /// let register = Register::new(&Moves::new(&[2, 5, 7]).unwrap(), Rule::Normal).unwrap();
    /// let back = register.back(0, Words::Legal, 100);
    /// // The game of a symmetric set is the same backwards.
    /// assert_eq!((back.values.len(), back.end), (22, BackEnd::Orbit));
    /// assert!(back.values.into_iter().eq(register.values(0).take(22)));
    /// ```
    pub fn back(self, word: u64, words: Words, most: usize) -> Back {
        let (mut values, mut earliest) = (Vec::new(), word);
        let end = loop {
            if values.len() >= most {
                break BackEnd::Count;
            }
            let mut before = self.predecessors_in(earliest, words);
            earliest = match (before.next(), before.next()) {
                (Some(one), None) => one,
                (None, _) => break BackEnd::None,
                (Some(_), Some(_)) => break BackEnd::Two,
            };
            values.push(Value(u8::from(earliest >> (self.length - 1) & 1 == 0)));
            if earliest == word {
                break BackEnd::Orbit;
            }
        };
        Back { values, end }
    }
}

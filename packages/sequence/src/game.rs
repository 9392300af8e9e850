//! The input of a computation: the moves, the rule, and the values before position 0.

use crate::limit::Limit;
use crate::model::{Alphabet, Comparison, OptionCounts, Rule, RuleError, Tally, Value};
use std::borrow::Cow;
use std::fmt;
use thiserror::Error;

/// The moves of a game: distinct sizes, each from 1 to [`Moves::GREATEST`], in increasing order.  Without any moves no
/// position has an option, and all have the same value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Moves(Box<[u32]>);

/// A game on one heap.
///
/// Options below position 0 do not exist, unless a *start word* puts values there: repeated for ever to
/// the left, its last value at position -1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    moves: Moves,
    rule: Rule,
    start: Option<Box<[Value]>>,
    is_sink: bool,
}

/// Why some numbers are not the moves of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// 0 is not a move.
    #[error("0 is not a move: a move takes at least 1")]
    Zero,
    /// The same move twice.
    #[error("the move {0} is listed twice")]
    Repeated(u64),
    /// The moves are not increasing.
    #[error("the moves must increase, but {1} follows {0}")]
    Unordered(u64, u64),
    /// A move beyond [`Moves::GREATEST`].
    #[error("the move {0} is too large: at most {max} is supported", max = Moves::GREATEST)]
    TooLarge(u64),
    /// The start word is empty, so it cannot be repeated.
    #[error("the start word is empty")]
    EmptyStart,
    /// A letter of a start word that is not a value.
    #[error("the start has {0}, which is not a value: {known}", known = match .1 {
        Alphabet::Outcome => "outcomes are written - and +",
        Alphabet::Nim => "Grundy values are written _, A, ..., Z, and 27, 28, ...",
    })]
    NoValue(char, Alphabet),
}

impl Moves {
    /// The greatest move that is supported.
    pub const GREATEST: u64 = 1 << 24;

    /// The moves as given, which must increase.
    ///
    /// ```
    /// use grundy_sequence::{GameError, Moves};
    /// assert_eq!(Moves::new(&[2, 5, 7]).unwrap().greatest(), 7);
    /// assert_eq!(Moves::new(&[2, 7, 5]), Err(GameError::Unordered(7, 5)));
    ///
    /// use grundy_sequence::{Cycle, Game, Rule, cycle, oracle};
    /// let game = Game::new(Moves::new(&[]).unwrap(), Rule::Misere).unwrap();
    /// assert!(oracle::sequence(&game, 5).iter().all(|value| value.0 == 1));
    /// let found = cycle(&game, 10_000, &Default::default()).unwrap();
    /// assert_eq!(found, Cycle { period: 1, preperiod: 0 });
    /// ```
    pub fn new(sizes: &[u64]) -> Result<Self, GameError> {
        Self::check_order(sizes)?;
        let small = |&size: &u64| match u32::try_from(size) {
            Ok(small) if size <= Self::GREATEST => Ok(small),
            _ => Err(GameError::TooLarge(size)),
        };
        Ok(Self(sizes.iter().map(small).collect::<Result<_, _>>()?))
    }

    /// Are these sizes from 1 on, in increasing order?
    pub fn check_order(sizes: &[u64]) -> Result<(), GameError> {
        if sizes.contains(&0) {
            return Err(GameError::Zero);
        }
        for pair in sizes.windows(2) {
            if pair[0] == pair[1] {
                return Err(GameError::Repeated(pair[0]));
            }
            if pair[0] > pair[1] {
                return Err(GameError::Unordered(pair[0], pair[1]));
            }
        }
        Ok(())
    }

    /// The sizes in increasing order.
    pub fn sizes(&self) -> &[u32] {
        &self.0
    }

    /// The first and the last move of each range without a gap, in increasing order.
    pub fn ranges(&self) -> Vec<(u64, u64)> {
        let runs = self.0.chunk_by(|one, next| one + 1 == *next);
        runs.map(|run| (run[0].into(), run[run.len() - 1].into())).collect()
    }

    /// The least move; 0 if there are no moves.
    pub fn least(&self) -> u32 {
        self.0.first().copied().unwrap_or(0)
    }

    /// The greatest move, called max L in the literature; 0 if there are no moves.
    pub fn greatest(&self) -> u32 {
        self.0.last().copied().unwrap_or(0)
    }

    /// Is max L - s a move or 0 for every move s?
    ///
    /// Such a game has preperiod 0 (A. Flammenkamp 1996, Satz 12).
    pub fn is_symmetric(&self) -> bool {
        let greatest = self.greatest();
        let rest = &self.0[..self.0.len().saturating_sub(1)];
        rest.iter().eq(rest.iter().rev().map(|size| greatest - size).collect::<Vec<_>>().iter())
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("{")?;
        spelled(&self.ranges()).iter().try_for_each(|size| write!(formatter, " {size}"))?;
        formatter.write_str(" }")
    }
}

/// Moves as people write them, from the first and the last one of each range: long ranges are written as ranges.
///
/// ```
/// assert_eq!(grundy_sequence::spelled(&[(1, 3), (5, 99), (200, 200)]), ["1", "2", "3", "5..99", "200"]);
/// ```
pub fn spelled(ranges: &[(u64, u64)]) -> Vec<String> {
    let spelled = ranges.iter().flat_map(|&(first, last)| match last.saturating_sub(first) {
        0..SPELLED_AS_RANGE => (first..=last).map(|size| size.to_string()).collect(),
        _ => vec![format!("{first}..{last}")],
    });
    spelled.collect()
}

/// The number of moves after the first one from which on moves without a gap are written as a range.
const SPELLED_AS_RANGE: u64 = 16;

/// A rule by one of its names in the literature, or as it is written in a description.
///
/// | name | rule | elsewhere |
/// |---|---|---|
/// | `nor` | `won == 0` | a register of NOR gates |
/// | `parity` | `won odd` | exclusive or; a linear register |
/// | `exactly-one` | `won == 1` | |
/// | `more-than-C` | `lost > C` | a threshold |
///
/// The names follow A. Flammenkamp 1996, last chapter.
///
/// # Errors
/// For any other text.
pub fn rule_by_name(text: &str) -> Result<Rule, RuleError> {
    match text {
        "nor" => "won == 0".parse(),
        "parity" => "won odd".parse(),
        "exactly-one" => "won == 1".parse(),
        _ => match text.strip_prefix("more-than-") {
            Some(bound) => format!("lost > {bound}").parse(),
            None => text.parse(),
        },
    }
}

/// There is no [`Game`] with these moves.
pub const MOVES: Limit =
    Limit(&["moves", "a game has more moves, or greater ones, than are computed with"]);

impl Game {
    /// The game without a start word.
    pub fn new(moves: Moves, rule: Rule) -> Result<Self, GameError> {
        Ok(Self { moves, rule, start: None, is_sink: false })
    }

    /// The game with this word before position 0, repeated to the left; its values count as options.
    ///
    /// If there are moves, there is then always an option, so misère play is the same as normal play.
    ///
    /// ```
    /// use grundy_sequence::{Game, Moves, Rule, oracle};
    /// let moves = Moves::new(&[3, 7, 8]).unwrap();
    /// let game = Game::with_start(moves, Rule::Normal, &[grundy_kernel::model::Value(0)]).unwrap();
    /// assert!(oracle::sequence(&game, 8).iter().all(|value| value.0 == 1));
    /// ```
    ///
    /// # Errors
    /// If the word is empty.
    pub fn with_start(moves: Moves, rule: Rule, word: &[Value]) -> Result<Self, GameError> {
        let has_options = !moves.0.is_empty();
        let rule = if rule == Rule::Misere && has_options { Rule::Normal } else { rule };
        let game = Self::new(moves, rule)?;
        match word {
            [] => Err(GameError::EmptyStart),
            word => Ok(Self { start: Some(word.into()), ..game }),
        }
    }

    /// The game in the *sink* convention: each move may be made from each heap of at least 1 item; heaps of 0 or fewer
    /// items have the value 0.  Position x is the heap of x + 1 items.
    ///
    /// # Errors
    /// As [`Game::new`].
    pub fn sink(moves: Moves, rule: Rule) -> Result<Self, GameError> {
        Ok(Self { is_sink: true, ..Self::with_start(moves, rule, &[Value(0)])? })
    }

    /// The number of items of the heap at position 0: 1 in the sink convention, else 0.
    pub fn first_heap(&self) -> u64 {
        u64::from(self.is_sink)
    }

    /// A game with the same values and at least one move; the game itself, if it has moves.
    pub(crate) fn with_moves(&self) -> Cow<'_, Self> {
        if !self.moves.0.is_empty() {
            return Cow::Borrowed(self);
        }
        let tally = match self.rule.value(&OptionCounts::default()) {
            Value(0) => Tally::Never,
            _ => Tally::Is(Comparison::AtLeast, 0),
        };
        let moves = Moves(Box::new([1]));
        Cow::Owned(Self { moves, rule: Rule::Lost(tally), start: None, is_sink: false })
    }

    /// The moves.
    pub fn moves(&self) -> &Moves {
        &self.moves
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The start word, if there is one.
    pub fn start(&self) -> Option<&[Value]> {
        self.start.as_deref()
    }

    /// The value of the position -`back`, if there is a start word; `back` is at least 1.
    pub fn value_before(&self, back: u64) -> Option<Value> {
        let word = self.start.as_deref()?;
        let last = (back.checked_sub(1)? % word.len() as u64) as usize;
        word.iter().rev().nth(last).copied()
    }
}

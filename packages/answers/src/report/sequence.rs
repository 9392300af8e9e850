//! Which game, and pieces of its sequence.

use super::json::{Decimal, Map};
use super::point;
use super::theorem::{braces, by_rule, values_name};
#[cfg(test)]
use super::written::Incomplete;
use super::written::{Cut, Letters, Numbers, Writing};
use crate::Integer;
use crate::model::{Alphabet, Value};
use crate::one_game::OneGame;
use crate::sequence::{Game, MoveSet, Moves, Packed, Rule, spelled};
use crate::verdict::Assignment;
use grundy_output::output;
use serde::{Serialize, Serializer};

/// Which values of which game.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The first and the last move of each range without a gap, in increasing order.
    pub ranges: Vec<(u64, u64)>,
    /// The names of the moves instead, if they are a set with a name.
    pub named: Vec<String>,
    /// How values follow from each other.
    pub rule: Rule,
    /// The values below position 0.
    pub start: Option<Box<[Value]>>,
    /// The number of items at position 0.
    pub first_heap: u64,
}

impl Subject {
    /// A game without a start, by the ranges of its moves.
    pub fn of_ranges(ranges: Vec<(u64, u64)>, rule: Rule) -> Self {
        Self { ranges, named: Vec::new(), rule, start: None, first_heap: 0 }
    }

    /// A game whose moves are a set with a name.
    pub fn of_set(set: &MoveSet, rule: Rule) -> Self {
        Self::spelled_so(set.spelled(), rule)
    }

    /// A game without a start whose moves have these names.
    pub fn spelled_so(named: Vec<String>, rule: Rule) -> Self {
        Self { named, ..Self::of_ranges(Vec::new(), rule) }
    }

    /// A game by this rule.
    pub fn of(game: &OneGame, rule: Rule) -> Self {
        match game {
            OneGame::Set(set, _) => Self::of_set(set, rule),
            OneGame::Ranges(ranges, _) | OneGame::Large(ranges, _) => {
                Self::of_ranges(ranges.clone(), rule)
            }
            OneGame::Moves(game) => game.into(),
        }
    }

    /// Each move, or range or set of moves.
    pub(super) fn spelled(&self) -> Vec<String> {
        if self.named.is_empty() { spelled(&self.ranges) } else { self.named.clone() }
    }
}

impl Serialize for Subject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Head::new(self).serialize(serializer)
    }
}

impl From<&Game> for Subject {
    fn from(game: &Game) -> Self {
        Self {
            ranges: game.moves().ranges(),
            named: Vec::new(),
            rule: game.rule(),
            start: game.start().map(Into::into),
            first_heap: game.first_heap(),
        }
    }
}

/// Values of the parameters for which the moves do not make a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The values.
    pub parameters: Assignment,
    /// Why.
    pub message: String,
}

impl LeftOut {
    /// For people: `n = 3, m = 3: two moves are the same: ...`.
    pub fn text(&self) -> String {
        format!("{}: {}", point(&self.parameters), self.message)
    }
}

/// The same for programs.
#[output]
pub(super) struct NoGame<'a> {
    parameters: Map<'a, Decimal>,
    message: &'a str,
}

impl<'a> NoGame<'a> {
    pub(super) fn all(left_out: &'a [LeftOut]) -> Vec<Self> {
        let one =
            |it: &'a LeftOut| Self { parameters: Map::of(&it.parameters), message: &it.message };
        left_out.iter().map(one).collect()
    }
}

/// The members that say which values of which game.
#[output]
pub(super) struct AskedValues {
    moves: Vec<String>,
    values: String,
    rule: Option<String>,
}

impl AskedValues {
    pub(super) fn new(moves: Vec<String>, rule: Rule) -> Self {
        Self { moves, values: values_name(rule), rule: rule.counts().then(|| rule.to_string()) }
    }
}

/// The same with the start.
#[output]
pub(super) struct Head {
    #[serde(flatten)]
    asked: AskedValues,
    start: Option<String>,
    first_heap: Option<u64>,
}

impl Head {
    pub(super) fn new(subject: &Subject) -> Self {
        Self {
            asked: AskedValues::new(subject.spelled(), subject.rule),
            start: subject.start_word(),
            first_heap: (subject.first_heap > 0).then_some(subject.first_heap),
        }
    }
}

impl<'a> ValuesPiece<'a> {
    pub(super) fn new(
        subject: &Subject,
        from: &Integer,
        values: &'a Packed,
        writing: &'a Writing,
    ) -> Self {
        let values = Values::new(subject.rule.alphabet(), values, writing);
        Self { head: Head::new(subject), from: from.to_string(), values, cut: Cut(writing) }
    }
}

/// Values as a word, if all of them have letters, and as a list, if they are Grundy values.
#[output]
pub(super) struct Values<'a> {
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    sequence: Option<Letters<'a>>,
    #[cfg_attr(test, schemars(with = "Option<Vec<u32>>"))]
    #[serde(skip_serializing_if = "Numbers::are_left_out")]
    values_list: Numbers<'a>,
}

impl<'a> Values<'a> {
    pub(super) fn new(alphabet: Alphabet, values: &'a Packed, writing: &'a Writing) -> Self {
        let letters = || Letters { alphabet, values, writing };
        let sequence = values.have_letters(alphabet).then(letters);
        Self { sequence, values_list: Numbers(letters()) }
    }
}

/// The letter of a value, or its number.
pub fn letter(alphabet: Alphabet, value: u32) -> String {
    match u8::try_from(value) {
        Ok(small) => alphabet.letter(Value(small)),
        Err(_) => value.to_string(),
    }
}

#[output]
pub(super) struct ValuesPiece<'a> {
    #[serde(flatten)]
    head: Head,
    from: String,
    #[serde(flatten)]
    values: Values<'a>,
    #[serde(flatten)]
    #[cfg_attr(test, schemars(with = "Incomplete"))]
    cut: Cut<'a>,
}

impl Subject {
    /// In words: `outcomes of { 3 7 8 }`.
    pub fn name(&self) -> String {
        format!("{} of {}{}", by_rule(self.rule), self.moves(), self.start_in_words())
    }

    /// What the name says of the start.
    pub(super) fn start_in_words(&self) -> String {
        match (self.first_heap, self.start_word()) {
            (1.., _) => ", sink convention: position x is the heap x + 1".to_owned(),
            (_, Some(word)) => format!(" with the start word {word}"),
            (_, None) => String::new(),
        }
    }

    /// The values before position 0, as letters.
    fn start_word(&self) -> Option<String> {
        let letter = |&value: &Value| self.rule.alphabet().letter(value);
        self.start.as_deref().map(|word| word.iter().map(letter).collect())
    }

    /// The greatest move; 0 if there is none.
    pub fn greatest(&self) -> u64 {
        self.ranges.last().map_or(0, |range| range.1)
    }

    /// Can the values be computed one by one?
    pub(super) fn is_computed_directly(&self) -> bool {
        self.named.is_empty() && self.greatest() <= Moves::GREATEST
    }

    /// The moves: `{ 3 7 8 }`.
    pub fn moves(&self) -> String {
        braces(&self.spelled().join(" "))
    }
}

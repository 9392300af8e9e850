//! The games that a theorem is about.

use crate::Integer;
use crate::affine::Affine;
use crate::limit::Limit;
use crate::model::{Alphabet, Move, Rule, Value};
use crate::sequence::{Game, GameError, MOVES, Moves, start_word};
use crate::theorem::Class;

/// Moves that are affine in one parameter, and the values before position 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The name of the parameter, a lower-case letter.
    pub parameter: char,
    /// The moves.
    moves: Vec<Sizes>,
    /// The least parameter: all moves are at least 1 from there on.
    least: i64,
    /// The values before position 0; without them there are no positions below 0.
    start: Option<Start>,
}

/// The move a * n + b, or all moves from there to c * n + d, of which there are none if that is less; a is not
/// negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sizes {
    first: (i64, i64),
    last: Option<(i64, i64)>,
}

/// The values before position 0, whatever the parameter is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The values, repeated for ever to the left, the last one at position -1; at least one.
    pub word: Box<[Value]>,
    /// Is position x the heap of x + 1 items, as in the sink convention?
    pub is_sink: bool,
}

impl Start {
    /// The start with this name: `sink`, or a word of values in these letters.
    ///
    /// # Errors
    /// Letters that are not values, and a text without letters.
    pub fn named(text: &str, alphabet: Alphabet) -> Result<Self, GameError> {
        match text {
            "sink" => Ok(Self::sink()),
            "" => Err(GameError::EmptyStart),
            text => Ok(Self { word: start_word(text, alphabet)?.into(), is_sink: false }),
        }
    }

    /// The start of the sink convention: heaps of 0 and fewer items have the value 0.
    pub fn sink() -> Self {
        Self { word: [Value(0)].into(), is_sink: true }
    }
}

/// Why no theorems are found about a family.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FamilyError {
    /// A move becomes negative.
    #[error("the move {0} is below 1 for all large {1}, so there are no games")]
    Falling(String, char),
    /// No move depends on the parameter.
    #[error("no move depends on {0}, so this is a single game: use `grundy period`")]
    Constant(char),
    /// Two moves are the same for all parameters.
    #[error("the move {0} is listed twice")]
    Twice(String),
    /// Numbers are too large.
    #[error("the coefficients of the move {0} are too large")]
    Large(String),
}

/// The greatest number in a move.
const GREATEST: i64 = 1 << 24;

/// The most moves of a range, in one game.
const MOST_MOVES: i64 = 1 << 16;

/// The game with these moves in increasing order; `None` if there are none.
///
/// # Errors
/// If they are more or greater than is supported.
pub(super) fn game_of(
    sizes: &[u64],
    start: Option<&Start>,
    rule: Rule,
) -> Result<Option<Game>, Limit> {
    if sizes.is_empty() {
        return Ok(None);
    }
    let moves = Moves::new(sizes).map_err(|_| MOVES)?;
    let game = match start {
        None => Game::new(moves, rule),
        Some(start) => Game::with_start(moves, rule, &start.word),
    };
    game.map(Some).map_err(|_| MOVES)
}

impl Family {
    /// The family of these moves, whose variable number 0 is the parameter, for all values of it from `least` on for
    /// which each move takes at least 1.  Moves that are the same only for some parameter are one move of that game: {
    /// 4 n } has the game { 4 } for n = 4.
    pub fn new(parameter: char, moves: &[Move], least: i64) -> Result<Self, FamilyError> {
        let mut numbers = Vec::with_capacity(moves.len());
        let mut start = least;
        for one in moves {
            let written = || one.display(&[parameter]);
            let small = |number: &Integer| {
                let number = number.to_i64().filter(|n| n.unsigned_abs() <= GREATEST as u64);
                number.ok_or_else(|| FamilyError::Large(written()))
            };
            let form =
                |form: &Affine| Ok((small(form.coefficient(0))?, small(form.constant_term())?));
            let (a, b) = form(&one.size)?;
            let sizes = Sizes { first: (a, b), last: one.last.as_ref().map(form).transpose()? };
            if a < 0 || a == 0 && b < 1 {
                return Err(FamilyError::Falling(written(), parameter));
            }
            if a > 0 {
                // a * n + b >= 1 from (1 - b) / a on, rounded up.
                start = start.max(-(b - 1).div_euclid(a));
            }
            if numbers.contains(&sizes) {
                return Err(FamilyError::Twice(written()));
            }
            numbers.push(sizes);
        }
        let slopes = |it: &Sizes| [it.first.0, it.last.map_or(0, |last| last.0)];
        if numbers.iter().flat_map(slopes).all(|slope| slope == 0) {
            return Err(FamilyError::Constant(parameter));
        }
        Ok(Self { parameter, moves: numbers, least: start, start: None })
    }

    /// The same with values before position 0.
    #[must_use]
    pub fn with_start(self, start: Start) -> Self {
        Self { start: Some(start), ..self }
    }

    /// The games from this parameter on.
    #[must_use]
    pub(super) fn from(self, least: i64) -> Self {
        Self { least: least.max(self.least), ..self }
    }

    /// The values before position 0.
    pub fn start(&self) -> Option<&Start> {
        self.start.as_ref()
    }

    /// Is there a range among the moves?
    pub fn has_ranges(&self) -> bool {
        self.moves.iter().any(|range| range.last.is_some())
    }

    /// Are its games computed by jumps under this rule?
    pub(super) fn is_jumped(&self, rule: Rule) -> bool {
        let is_play = matches!(rule, Rule::Mex | Rule::Normal | Rule::Misere);
        is_play && self.start.is_none() && !self.has_ranges()
    }

    /// Are its games folded by jumps under this rule?
    pub(super) fn is_folded(&self, rule: Rule) -> bool {
        let is_sink = |start: &Start| start.word.iter().all(|value| *value == Value(0));
        match &self.start {
            None => self.is_jumped(rule),
            Some(start) => {
                is_sink(start) && matches!(rule, Rule::Normal | Rule::Mex) && !self.has_ranges()
            }
        }
    }

    /// Why there are no traces and no domains of its games under this rule, if there are none.
    pub(super) fn untraced(&self, rule: Rule) -> Option<&'static str> {
        if self.start.is_some() {
            Some("skipped: works only for games without a start")
        } else if self.has_ranges() {
            Some("skipped: works only for moves listed one by one")
        } else if !matches!(rule, Rule::Normal | Rule::Misere) {
            Some("skipped: works only for outcomes of normal play")
        } else {
            None
        }
    }

    /// The least parameter.
    pub fn least(&self) -> i64 {
        self.least
    }

    /// The moves for a parameter, in increasing order; `None` if a number is too large, or there are too many.
    pub fn sizes(&self, parameter: i64) -> Option<Vec<u64>> {
        let at = |(a, b): (i64, i64)| a.checked_mul(parameter)?.checked_add(b);
        let mut sizes = Vec::new();
        for Sizes { first, last } in &self.moves {
            let first = at(*first)?;
            let last = last.map_or(Some(first), at)?;
            if last.saturating_sub(first) >= MOST_MOVES {
                return None;
            }
            for size in first..=last {
                sizes.push(u64::try_from(size).ok()?);
            }
        }
        sizes.sort_unstable();
        sizes.dedup();
        Some(sizes)
    }

    /// Can theorems about its games under this rule be proved by trace?
    pub fn has_traces(&self, rule: Rule) -> bool {
        self.untraced(rule).is_none()
    }

    /// The numbers a and b of the move a * n + b that is the least one of all large games, and the parameter from which
    /// on it is; for a family without ranges.
    pub(super) fn least_move(&self) -> ((i64, i64), i64) {
        let least = self.moves(Class::ALL).min().unwrap_or_default();
        let from = |(c, d): (i64, i64)| match c - least.0 {
            0 => self.least,
            // a * n + b <= c * n + d from (b - d) / (c - a) on, rounded up.
            more => -(d - least.1).div_euclid(more),
        };
        (least, self.moves(Class::ALL).map(from).fold(self.least, i64::max))
    }

    /// The game with this parameter; `None` if it has no moves.
    ///
    /// # Errors
    /// If it has more or greater moves than are supported.
    pub(super) fn game(&self, parameter: i64, rule: Rule) -> Result<Option<Game>, Limit> {
        game_of(&self.sizes(parameter).ok_or(MOVES)?, self.start.as_ref(), rule)
    }

    /// The moves in terms of the parameter of a class.
    pub fn written_moves(&self, class: Class) -> Vec<String> {
        let names = [self.parameter_of(class)];
        let written = |form: (i64, i64)| {
            let (a, b) = of_class(class, form);
            Affine::new(b.into(), [Integer::from(a)]).display(&names).to_string()
        };
        let sizes = |it: &Sizes| match it.last {
            None => written(it.first),
            Some(last) => format!("{}..{}", written(it.first), written(last)),
        };
        self.moves.iter().map(sizes).collect()
    }

    /// The same in braces.
    pub fn written(&self, class: Class) -> String {
        format!("{{ {} }}", self.written_moves(class).join(" "))
    }

    /// The name of the parameter of a class: that of the family, or another letter for its m.
    pub fn parameter_of(&self, class: Class) -> char {
        match (class.modulus, self.parameter) {
            (1, letter) => letter,
            (_, 'm') => 'k',
            _ => 'm',
        }
    }

    /// The first and the last move of each range, over the parameter of the class.
    pub(super) fn ranges(&self, class: Class) -> Vec<(Affine, Affine)> {
        let form = |it| {
            let (a, b) = of_class(class, it);
            Affine::new(b.into(), [Integer::from(a)])
        };
        let ends = |range: &Sizes| (form(range.first), form(range.last.unwrap_or(range.first)));
        self.moves.iter().map(ends).collect()
    }

    /// For each move, and the least one of each range, the numbers a and b of a * m + b, where the parameter
    /// is that of the class.
    pub fn moves(&self, class: Class) -> impl Iterator<Item = (i64, i64)> {
        self.moves.iter().map(move |range| of_class(class, range.first))
    }
}

/// The move a * n + b in terms of the m of a class.
fn of_class(Class { modulus, residue }: Class, (a, b): (i64, i64)) -> (i64, i64) {
    (a * modulus, a * residue + b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang;

    fn family(text: &str) -> Result<Family, FamilyError> {
        Family::new('n', &lang::moves(text).expect("moves").moves, 0)
    }

    #[test]
    fn families_start_where_all_moves_are_at_least_1() {
        for (text, least) in [("{ n 2n }", 1), ("{ n+1 }", 0), ("{ 3n-7 2 }", 3), ("{ 2n-2 n }", 2)]
        {
            let family = family(text).expect("a family");
            assert_eq!(family.least(), least, "{text}");
            let sizes = family.sizes(least).expect("small numbers");
            assert!(sizes[0] >= 1 && sizes.windows(2).all(|pair| pair[0] < pair[1]), "{text}");
        }
        assert_eq!(family("{ n+1 2n n }").expect("a family").sizes(1), Some(vec![1, 2]));
    }

    /// A range may be empty, and its moves are a set together with the others.
    #[test]
    fn ranges_are_all_their_moves() {
        let several = family("{ n-1..4 3 n }").expect("a family");
        assert_eq!((several.least(), several.sizes(3)), (2, Some(vec![2, 3, 4])));
        assert_eq!(several.sizes(9), Some(vec![3, 9]));
        assert_eq!(several.written(Class { modulus: 2, residue: 1 }), "{ 2m..4 3 2m+1 }");
        let falling = family("{ 1..9-n }").expect("a family");
        assert_eq!(falling.sizes(9), Some(vec![]));
        assert_eq!(falling.game(9, Rule::Normal), Ok(None));
        assert_eq!(falling.sizes(1 << 40), Some(vec![]));
        assert_eq!(family("{ 1..n }").expect("a family").sizes(1 << 20), None);
        assert_eq!(family("{ 3-n..n }"), Err(FamilyError::Falling("-n+3..n".to_owned(), 'n')));
        assert_eq!(family("{ 2..7 }"), Err(FamilyError::Constant('n')));
        assert_eq!(family("{ 1..n 2 1..n }"), Err(FamilyError::Twice("1..n".to_owned())));
    }

    #[test]
    fn what_is_no_family_is_refused() {
        assert_eq!(family("{ n 9-n }"), Err(FamilyError::Falling("-n+9".to_owned(), 'n')));
        assert_eq!(family("{ 2 7 }"), Err(FamilyError::Constant('n')));
        assert_eq!(family("{ 2n 3 2n }"), Err(FamilyError::Twice("2n".to_owned())));
        assert!(matches!(family("{ 99999999999n }"), Err(FamilyError::Large(_))));
    }
}

//! The games of a census, their order, and how they are cut into pieces.
//!
//! Games are ordered by largest move, and then as binary numbers in which bit s - 1 is set for the move s.  The games
//! with largest move M arise from *choices*: each move below M, or in symmetric games each pair { s, M - s } (a single
//! move if s = M - s), is included or not.  A choice is identified by its greatest move g, and the choice with the
//! highest g in which two games differ decides their order.  A *piece* consists of all games in which some of the
//! lowest choices are made in the same way, few enough to be worked on at once.  These choices matter for nearly every
//! sequence, so pieces share little work, while games that differ in high choices often have the same sequence.

use super::choice::Choice;
use super::mask::Mask;
use crate::sequence::Rule;
use std::ops::Range;
use thiserror::Error;

grundy_language::named! {
    /// What is compared, summed and maximised.
    Measure {
        Period: "period", "The least period";
        Preperiod: "preperiod", "The least preperiod";
    }
}

/// A census: which games, and what is wanted of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    pub(super) smallest: u32,
    pub(super) greatest: u32,
    pub(super) moves: Option<u32>,
    pub(super) symmetric: bool,
    /// Which of these games are wanted; by default all of them.
    pub choice: Choice,
    /// The rule that gives the values; by default normal play.
    pub rule: Rule,
    /// The measure.
    pub measure: Measure,
    /// Is every game wanted, not only the records?
    pub every: bool,
    /// The greatest preperiod + period; a game that exceeds it is undecided.
    pub limit_positions: u64,
}

/// Why there is no such census.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CensusError {
    /// The range is empty.
    #[error("the range of largest moves {0}..{1} is empty: it must begin at 1 and not decrease")]
    EmptyRange(u32, u32),
    /// A largest move beyond [`Census::GREATEST`].
    #[error("a largest move of {0} is too large for a census: at most {max} is supported", max = Census::GREATEST)]
    TooLarge(u32),
    /// No set has the properties.
    #[error("no {kind}set of {moves} moves has its largest move in {smallest}..{greatest}", kind = if *symmetric { "symmetric " } else { "" })]
    NoGames {
        /// The number of moves.
        moves: u32,
        /// Are only symmetric sets wanted?
        symmetric: bool,
        /// The beginning of the range.
        smallest: u32,
        /// The end of the range.
        greatest: u32,
    },
    /// There are 2^63 games or more.
    #[error("2^63 or more games are too many: choose a smaller range or a fixed number of moves")]
    TooMany,
}

/// Games with the same largest move and with the same lowest choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subspace {
    /// The number of the piece in the census, from 0.
    pub index: u64,
    /// The largest move of its games.
    pub largest: u32,
    /// The number of games.
    pub games: u64,
    /// The included choices, by greatest move.
    chosen: Vec<u32>,
    /// The open choices, by greatest move.
    open: Range<u32>,
    /// The number of these to include, if it is fixed.
    need: Option<u32>,
    /// The least move, where games are chosen by their differences.
    first: Option<u32>,
}

/// The games with one largest move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Space {
    pub largest: u32,
    symmetric: bool,
    /// Is half the largest move in every game?
    half: bool,
    /// The greatest move of the lowest choice.
    lowest: u32,
    /// The number of choices to include, if it is fixed.
    need: Option<u32>,
}

/// The most games in a piece, as an exponent of 2.
const LARGEST_PIECE: u32 = 20;

/// The most games in an opening.
const OPENING: u64 = 1 << 12;

impl Census {
    /// The greatest largest move.
    pub const GREATEST: u32 = 1023;

    /// The default for the most positions of a game.
    pub const LIMIT_POSITIONS: u64 = 1_000_000_000_000;

    /// The census by period of all games, or all symmetric ones, whose largest move is in the range and which have this
    /// number of moves.
    pub fn new(
        smallest: u32,
        greatest: u32,
        moves: Option<u32>,
        symmetric: bool,
    ) -> Result<Self, CensusError> {
        if smallest == 0 || smallest > greatest {
            return Err(CensusError::EmptyRange(smallest, greatest));
        }
        if greatest > Self::GREATEST {
            return Err(CensusError::TooLarge(greatest));
        }
        let census = Self {
            smallest,
            greatest,
            moves,
            symmetric,
            choice: Choice::ALL,
            rule: Rule::Normal,
            measure: Measure::Period,
            every: false,
            limit_positions: Self::LIMIT_POSITIONS,
        };
        let games = (census.spaces().map(|space| space.games()))
            .try_fold(0_u64, |sum, games| sum.checked_add(games?))
            .filter(|&games| games < 1 << 63)
            .ok_or(CensusError::TooMany)?;
        match (games, moves) {
            (0, Some(moves)) => Err(CensusError::NoGames { moves, symmetric, smallest, greatest }),
            _ => Ok(census),
        }
    }

    /// The same with another rule.
    #[must_use]
    pub fn by_rule(self, rule: Rule) -> Self {
        Self { rule, ..self }
    }

    /// The number of games to choose from.
    pub fn games(&self) -> u64 {
        // Below 2^63, as the census exists.
        self.spaces().filter_map(|space| space.games()).sum()
    }

    /// The smallest and the greatest largest move.
    pub fn range(&self) -> (u32, u32) {
        (self.smallest, self.greatest)
    }

    /// The number of moves, if it is fixed.
    pub fn moves(&self) -> Option<u32> {
        self.moves
    }

    /// Are only symmetric games wanted?
    pub fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    /// All pieces, by largest move.
    pub fn pieces(&self) -> impl Iterator<Item = Subspace> + use<> {
        let spaces: Vec<Space> = self.spaces().collect();
        let by_first = self.choice.differences.is_some();
        let of_space = move |space: Space| -> Box<dyn Iterator<Item = Subspace> + Send> {
            match by_first {
                true => Box::new((1..=space.largest).map(move |first| space.with_first(first))),
                false => Box::new(space.pieces(space.largest_piece())),
            }
        };
        (spaces.into_iter().flat_map(of_space).zip(0_u64..))
            .map(|(piece, index)| Subspace { index, ..piece })
    }

    pub(super) fn space(&self, largest: u32) -> Option<Space> {
        Space::new(largest, self.moves, self.symmetric)
    }

    fn spaces(&self) -> impl Iterator<Item = Space> {
        (self.smallest..=self.greatest).filter_map(|largest| self.space(largest))
    }
}

impl Space {
    /// `None` if there is no such game.
    fn new(largest: u32, moves: Option<u32>, symmetric: bool) -> Option<Self> {
        let even = largest.is_multiple_of(2);
        let (half, lowest, need) = match (symmetric, moves) {
            (_, Some(0)) => return None,
            (false, moves) => (false, 1, moves.map(|moves| moves - 1)),
            (true, None) => (false, largest.div_ceil(2), None),
            // The largest move is by itself, the others are in pairs, except for half of it.
            (true, Some(moves)) => {
                let half = moves.is_multiple_of(2);
                if half && !even {
                    return None;
                }
                (half, largest / 2 + 1, Some((moves - 1) / 2))
            }
        };
        let lowest = lowest.max(1);
        let space = Self { largest, symmetric, half, lowest, need };
        (space.games() != Some(0)).then_some(space)
    }

    /// The number of choices.
    fn choices(&self) -> u32 {
        self.largest.saturating_sub(self.lowest)
    }

    /// The number of games; `None` if it is 2^63 or more.
    fn games(&self) -> Option<u64> {
        ways(self.choices(), self.need)
    }

    /// The moves of the choice that `size` belongs to.
    #[inline]
    pub(super) fn moves_of_choice(&self, size: u32) -> impl Iterator<Item = u32> + use<> {
        let partner = self.symmetric.then(|| self.largest.saturating_sub(size));
        std::iter::once(size).chain(partner.filter(|&partner| partner != size))
    }

    /// The same as a set.
    #[inline]
    pub(super) fn choice<const N: usize>(&self, size: u32) -> Mask<N> {
        let mut moves = Mask::EMPTY;
        moves.insert(size);
        if self.symmetric {
            moves.insert(self.largest - size);
        }
        moves
    }

    /// The choices with these moves, by greatest move, in increasing order.
    pub(super) fn choices_of<const N: usize>(&self, moves: Mask<N>) -> impl Iterator<Item = u32> {
        let lowest = self.lowest;
        moves.iter().filter(move |&size| size >= lowest)
    }

    /// The number of choices that these moves make up.
    #[inline]
    pub(super) fn count_choices<const N: usize>(&self, moves: Mask<N>) -> u32 {
        // A pair counts twice, half the largest move once.
        if self.symmetric { moves.len().div_ceil(2) } else { moves.len() }
    }

    /// The moves that every game of the piece has, and those that are open.
    pub(super) fn masks<const N: usize>(&self, piece: &Subspace) -> (Mask<N>, Mask<N>) {
        let mut included = Mask::EMPTY;
        included.insert(self.largest);
        if self.half {
            included.insert(self.largest / 2);
        }
        for &size in &piece.chosen {
            included = included.or(self.choice(size));
        }
        let open = (piece.open.clone())
            .fold(Mask::EMPTY, |open: Mask<N>, size| open.or(self.choice(size)));
        (included, open)
    }

    /// The size of a piece, as an exponent of 2: games with few moves, and symmetric ones, tend to have long periods;
    /// games with many moves are settled in groups.
    fn largest_piece(&self) -> u32 {
        let factor = if self.symmetric { 2 } else { 4 };
        let choices = self.need.unwrap_or(self.choices());
        choices.saturating_mul(factor).clamp(4, LARGEST_PIECE)
    }

    /// The first games in the order, if they are far fewer than in a piece: those in which only the lowest choices can
    /// be included.
    pub(super) fn opening(&self) -> Option<Subspace> {
        if self.largest_piece() < LARGEST_PIECE {
            return None;
        }
        let few = |&choices: &u32| ways(choices, self.need).is_some_and(|games| games <= OPENING);
        let choices = (0..=self.choices()).rev().find(few)?;
        let games = ways(choices, self.need)?;
        Some(Subspace { games, open: self.lowest..self.lowest + choices, ..self.whole() })
    }

    /// All games as one piece.
    fn whole(&self) -> Subspace {
        Subspace {
            index: 0,
            largest: self.largest,
            games: self.games().expect(COUNTED),
            chosen: Vec::new(),
            open: self.lowest..self.lowest + self.choices(),
            need: self.need,
            first: None,
        }
    }

    /// All games with the least move `first`, as a piece of games that are chosen by their differences.
    fn with_first(&self, first: u32) -> Subspace {
        let whole = self.whole();
        // An equal share; the true number of games is known once they are found.
        let games = whole.games.div_ceil(u64::from(self.largest.max(1)));
        Subspace { first: Some(first), games, ..whole }
    }

    /// Pieces of at most 2^`size` games.
    fn pieces(self, size: u32) -> impl Iterator<Item = Subspace> {
        let mut waiting = vec![self.whole()];
        std::iter::from_fn(move || {
            loop {
                let piece = waiting.pop()?;
                if piece.games <= 1 << size {
                    return Some(piece);
                }
                let [out, within] = self.halves(piece);
                waiting.extend(within);
                waiting.extend(out);
            }
        })
    }

    /// The piece without and with its lowest open choice.
    fn halves(&self, piece: Subspace) -> [Option<Subspace>; 2] {
        let lowest = piece.open.start;
        let open = lowest + 1..piece.open.end;
        let part = |chosen: &[u32], need| {
            let games = ways(open.end - open.start, need).expect(COUNTED);
            let (chosen, open) = (chosen.to_vec(), open.clone());
            (games > 0).then_some(Subspace { games, chosen, open, need, ..piece.clone() })
        };
        let within = match piece.need {
            Some(0) => None,
            need => {
                let longer = [piece.chosen.as_slice(), &[lowest]].concat();
                part(&longer, need.map(|need| need - 1))
            }
        };
        [part(&piece.chosen, piece.need), within]
    }
}

impl Subspace {
    /// The number of open choices to include, if it is fixed.
    pub(super) fn need(&self) -> Option<u32> {
        self.need
    }

    /// The least move, where games are chosen by their differences.
    pub(super) fn first(&self) -> Option<u32> {
        self.first
    }
}

/// Why the number of games in each part of a census is known.
pub(super) const COUNTED: &str = "a census has fewer than 2^63 games";

/// The number of ways to make `need` of `choices`, or any number of them; `None` if it is 2^63 or more.
pub(super) fn ways(choices: u32, need: Option<u32>) -> Option<u64> {
    let ways = match need {
        None => 1_u64.checked_shl(choices)?,
        Some(need) if need > choices => 0,
        Some(need) => {
            let need = need.min(choices - need);
            (1..=need).try_fold(1_u64, |ways, chosen| {
                let wide = u128::from(ways) * u128::from(choices - need + chosen);
                u64::try_from(wide / u128::from(chosen)).ok()
            })?
        }
    };
    (ways < 1 << 63).then_some(ways)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::Moves;

    /// All sets by definition, in the order.
    fn plain(census: &Census) -> Vec<Vec<u32>> {
        let (smallest, greatest) = census.range();
        let sets = (1_u32 << (smallest - 1)..1 << greatest)
            .map(|bits| (1..=greatest).filter(|size| bits >> (size - 1) & 1 == 1).collect());
        let wanted = |set: &Vec<u32>| {
            let sizes: Vec<u64> = set.iter().map(|&size| u64::from(size)).collect();
            census.moves().is_none_or(|moves| moves as usize == set.len())
                && (!census.is_symmetric() || Moves::new(&sizes).expect("moves").is_symmetric())
        };
        sets.filter(wanted).collect()
    }

    /// The sets of a piece, from the masks.
    fn unfolded(space: &Space, piece: &Subspace) -> Vec<Vec<u32>> {
        let (included, open) = space.masks::<1>(piece);
        let choices: Vec<u32> = space.choices_of(open).collect();
        let subsets = (0_u64..1 << choices.len())
            .filter(|bits| piece.need().is_none_or(|need| bits.count_ones() == need));
        let set = |bits: u64| {
            let within = choices.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
            within.fold(included, |set, (_, &size)| set.or(space.choice(size))).iter().collect()
        };
        subsets.map(set).collect()
    }

    #[test]
    fn pieces_hold_every_game_once() {
        for symmetric in [false, true] {
            for moves in std::iter::once(None).chain((1..=11).map(Some)) {
                let Ok(census) = Census::new(1, 11, moves, symmetric) else {
                    panic!("{moves:?} {symmetric}");
                };
                for size in 0..=12 {
                    let mut found = Vec::new();
                    for space in census.spaces() {
                        for piece in space.pieces(size) {
                            let sets = unfolded(&space, &piece);
                            assert_eq!(sets.len() as u64, piece.games);
                            assert!(piece.games <= 1 << size);
                            found.extend(sets);
                        }
                    }
                    found.sort_by(|one, other| super::super::group::compare(one, other));
                    assert_eq!(found, plain(&census), "{moves:?} {symmetric} {size}");
                }
            }
        }
    }

    #[test]
    fn numbers_that_cannot_be_counted_are_refused() {
        assert_eq!(Census::new(1, 64, None, false), Err(CensusError::TooMany));
        assert!(Census::new(1, 63, None, false).is_ok());
        assert_eq!(Census::new(1, 1023, Some(12), false), Err(CensusError::TooMany));
        assert!(Census::new(1000, 1023, Some(2), false).is_ok());
        assert_eq!(Census::new(1, 1024, Some(2), false), Err(CensusError::TooLarge(1024)));
        assert_eq!(Census::new(0, 5, None, false), Err(CensusError::EmptyRange(0, 5)));
        assert_eq!(Census::new(6, 5, None, false), Err(CensusError::EmptyRange(6, 5)));
        assert!(matches!(Census::new(1, 5, Some(6), false), Err(CensusError::NoGames { .. })));
        assert!(matches!(Census::new(5, 5, Some(2), true), Err(CensusError::NoGames { .. })));
        assert!(matches!(Census::new(5, 5, Some(0), true), Err(CensusError::NoGames { .. })));
        assert_eq!(ways(128, Some(4)), Some(10_668_000));
        assert_eq!(ways(62, None), Some(1 << 62));
        assert_eq!(ways(63, None), None);
    }
}

//! Sums of heaps, each with a set of moves of its own, in normal and misère play.
//!
//! A move takes s items from one heap, where s is in the set of moves of this heap.  Heaps need not be emptied: the
//! game is over when no heap has a move.  Who cannot move loses normal play and wins misère play.
//!
//! * **Normal play** ([`normal`]).  Let g be the Grundy value of a heap by its own moves, and X the exclusive or of the
//!   values of all heaps.  The player to move loses exactly where X = 0, by induction: at the end all values are 0.  If
//!   X = 0, each move changes one value, because no option of a heap has its value, and leaves X != 0.  If X != 0, some
//!   heap has a value g with the highest bit of X, so g XOR X < g is the value of an option of this heap, and the move to
//!   it leaves 0.  So the winning moves are those from a heap of value g to an option of value g XOR X, which may also be
//!   greater than g (R. P. Sprague 1935, P. M. Grundy 1939).
//! * **Misère play** ([`misere`]) has no such theory: which values decide differs from game to game.  One heap alone has its
//!   misère outcomes; more of them are searched position by position, as far as that goes.
//!
//! Running example: heaps of 2, 5 and 12 items with the moves { 2 5 }, and one of 13 with { 1 2 3 4 }.  The Grundy values are
//! 1, 2, 2 and 3, their exclusive or is 2, and the winning moves are 2:5, 3:5 and 4:2.

mod misere;
#[cfg(test)]
mod tests;

pub use crate::nim::{Convention, Move, Outcome, list};
pub use misere::{MISERE_POSITIONS, POSITIONS, misere};

use crate::Integer;
use crate::limit::{CancellationToken, Limit};
use crate::nim::{IllegalMove, heap_of};
use grundy_engines::one_game::{Source, Unreached};
use grundy_sequence::{
    Bits, MOVES, Moves, Packed, Rule, WrittenError, WrittenMoves, layers, spelled,
};
use std::fmt;
use std::sync::Arc;

/// Values up to here are computed from position 0 on, with sets of any number of moves.
const NEAR: u64 = 1 << 24;

/// Moves that heaps may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// What they are called, one by one: `["2", "5"]`, or `["squares"]`.
    pub spelled: Vec<String>,
    /// Those that are not too large for any heap that has them, in increasing order.
    pub sizes: Vec<u64>,
}

impl From<&Moves> for Set {
    fn from(moves: &Moves) -> Self {
        let sizes = moves.sizes().iter().map(|&size| size.into()).collect();
        Self { spelled: spelled(&moves.ranges()), sizes }
    }
}

impl Set {
    /// The moves as they are written, as far as heaps up to this size need them.
    ///
    /// ```
    /// use grundy_games::heaps::Set;
    /// use grundy_sequence::WrittenMoves;
    /// let texts = ["squares".to_owned()];
    /// let set = Set::read(&WrittenMoves { texts: &texts, at: &[] }, &10.into()).unwrap();
    /// assert_eq!((set.to_string(), set.sizes), ("{ squares }".to_owned(), vec![1, 4, 9]));
    /// ```
    ///
    /// # Errors
    /// Moves that make no game, and a heap that is too large for a set without end.
    pub fn read(written: &WrittenMoves<'_>, largest: &Integer) -> Result<Self, WrittenError> {
        let Some(named) = written.set()?.filter(|set| set.finite().is_none()) else {
            return Ok(Self::from(&Moves::new(&written.sizes(Moves::GREATEST)?)?));
        };
        let bound = largest.to_i64().and_then(|it| usize::try_from(it).ok());
        let bound = bound.filter(|&it| it as u64 <= Moves::GREATEST).ok_or_else(|| {
            format!("a heap with the moves {named} has at most {} items", Moves::GREATEST)
        })?;
        let sizes = named.below(bound + 1).iter().map(|size| size as u64).collect();
        Ok(Self { spelled: named.spelled(), sizes })
    }
}

/// `{ 2 5 }`
impl fmt::Display for Set {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("{")?;
        self.spelled.iter().try_for_each(|size| write!(formatter, " {size}"))?;
        formatter.write_str(" }")
    }
}

/// A heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heap {
    /// Its moves.
    pub set: Arc<Set>,
    /// How many items it has, at least 0.
    pub size: Integer,
}

impl Heap {
    /// The moves that can be made now, in increasing order.
    pub fn moves(&self) -> &[u64] {
        let size = self.size.to::<u64>();
        let end =
            self.set.sizes.partition_point(|&move_size| size.is_none_or(|it| move_size <= it));
        &self.set.sizes[..end]
    }
}

/// Some heaps, the first one has number 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum(pub Vec<Heap>);

/// Why a move is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// Nobody could make it, whatever the moves are.
    Never(IllegalMove),
    /// It is no move of this heap.
    NoMove(Integer, Arc<Set>),
}

impl fmt::Display for Illegal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Never(illegal) => illegal.fmt(formatter),
            Self::NoMove(take, set) => {
                write!(formatter, "{take} is not a move of that heap; its moves are {set}")
            }
        }
    }
}

impl Sum {
    /// Has no heap a move?
    pub fn is_over(&self) -> bool {
        self.0.iter().all(|heap| heap.moves().is_empty())
    }

    /// The sum after a move.
    ///
    /// # Errors
    /// Why the move is not possible.
    pub fn after(&self, chosen: &Move) -> Result<Self, Illegal> {
        let sizes = self.0.iter().map(|heap| &heap.size);
        let index = heap_of(chosen, sizes).map_err(Illegal::Never)?;
        let heap = &self.0[index];
        if !heap.moves().iter().any(|&size| Integer::from(size) == chosen.take) {
            return Err(Illegal::NoMove(chosen.take.clone(), heap.set.clone()));
        }
        let mut heaps = self.0.clone();
        heaps[index].size -= &chosen.take;
        Ok(Self(heaps))
    }

    /// The least move of the largest heap that has one, the first of several: it puts the end off.  `None` at the end.
    pub fn slow_move(&self) -> Option<Move> {
        let heaps = self.0.iter().enumerate().rev();
        let movable = heaps.filter_map(|(at, heap)| Some((at, heap, *heap.moves().first()?)));
        let (index, _, least) = movable.max_by_key(|(_, heap, _)| &heap.size)?;
        Some(Move { heap: index + 1, take: least.into() })
    }

    /// Who wins, with all winning moves.
    ///
    /// # Errors
    /// As [`normal`] and [`misere`].
    pub fn answer(
        &self,
        convention: Convention,
        stop: &CancellationToken,
    ) -> Result<Answer, Limit> {
        match convention {
            Convention::Normal => normal(self, stop),
            Convention::Misere => misere(self, stop),
        }
    }
}

/// Who wins a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// All moves that leave the opponent a lost position, by heap and then by number of items.
    pub winning: Vec<Move>,
    /// Why.
    pub reason: Reason,
}

/// Why a sum is won or lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// By the Grundy values of the heaps in normal play.
    GrundyValues(Vec<u32>),
    /// By full search of so many positions; positions with equal moves below them count once.
    Search(usize),
    /// By the misère outcomes of the one heap that has a move.
    OneHeap,
}

/// The exclusive or of Grundy values.
pub fn exclusive_or(values: &[u32]) -> u32 {
    values.iter().fold(0, |sum, value| sum ^ value)
}

/// Who wins normal play.
///
/// ```
/// use grundy_games::heaps::{Heap, Outcome, Reason, Set, Sum, list, normal};
/// use grundy_sequence::Moves;
/// use std::sync::Arc;
/// let [some, others]: [Arc<Set>; 2] =
///     [&[2, 5][..], &[1, 2, 3, 4]].map(|sizes| Arc::new(Set::from(&Moves::new(sizes).unwrap())));
/// let heap = |set: &Arc<Set>, size: u64| Heap { set: set.clone(), size: size.into() };
/// let sum = Sum(vec![heap(&some, 2), heap(&some, 5), heap(&some, 12), heap(&others, 13)]);
/// let answer = normal(&sum, &Default::default()).unwrap();
/// assert_eq!(answer.reason, Reason::GrundyValues(vec![1, 2, 2, 3]));
/// assert_eq!((answer.outcome, list(&answer.winning)), (Outcome::N, "2:5 3:5 4:2".to_owned()));
/// ```
///
/// # Errors
/// When a stop is asked for, and where a heap is too large for its Grundy value to be computed.
pub fn normal(sum: &Sum, stop: &CancellationToken) -> Result<Answer, Limit> {
    let windows: Vec<_> =
        sum.0.iter().map(|heap| window(heap, Rule::Mex, stop)).collect::<Result<_, _>>()?;
    let values: Vec<u32> = windows.iter().map(|it| it.last().copied().unwrap_or(0)).collect();
    let all = exclusive_or(&values);
    let mut winning = Vec::new();
    if all != 0 {
        for (index, (heap, window)) in sum.0.iter().zip(&windows).enumerate() {
            winning.extend(moves_to(heap, index, window, values[index] ^ all));
        }
    }
    let outcome = if all == 0 { Outcome::P } else { Outcome::N };
    Ok(Answer { outcome, winning, reason: Reason::GrundyValues(values) })
}

/// The moves of a heap to options of this value, from the values up to that of the heap.
fn moves_to(heap: &Heap, index: usize, window: &[u32], value: u32) -> Vec<Move> {
    let option = |size: u64| window.len().checked_sub(1 + usize::try_from(size).ok()?);
    let leads = |&&size: &&u64| option(size).is_some_and(|at| window[at] == value);
    let moves = heap.moves().iter().filter(leads);
    moves.map(|&size| Move { heap: index + 1, take: size.into() }).collect()
}

/// The values of a heap and of as many positions before it as its greatest move takes.
fn window(heap: &Heap, rule: Rule, stop: &CancellationToken) -> Result<Vec<u32>, Limit> {
    let moves = heap.moves();
    let greatest = moves.last().copied().unwrap_or(0);
    let count = usize::try_from(greatest).map_err(|_| Limit::POSITIONS)?;
    let count = count.checked_add(1).ok_or(Limit::POSITIONS)?;
    let small = heap.size.to::<usize>();
    if let (Some(size), Rule::Mex) = (small.filter(|&size| size as u64 <= NEAR), rule) {
        let mut bits = Bits::new(size + 1);
        moves.iter().filter_map(|&it| usize::try_from(it).ok()).for_each(|it| bits.insert(it));
        return layers(&bits, size + 1 - count, count, u32::MAX, stop);
    }
    let source = Source::new(moves, rule).ok_or(MOVES)?;
    let from = &heap.size - &Integer::from(greatest);
    let values = source.values(&from, count, stop);
    values.map(Packed::into_list).map_err(|Unreached { limit, .. }| limit)
}

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
//! * **Misère play** ([`misere`]) is decided by the same values, by the rule that C. L. Bouton found for Nim; that it holds for
//!   every set of moves is shown on the page of `misere`.
//!
//! Running example: heaps of 2, 5 and 12 items with the moves { 2 5 }, and one of 13 with { 1 2 3 4 }.  The Grundy values are
//! 1, 2, 2 and 3, their exclusive or is 2, and the winning moves are 2:5, 3:5 and 4:2.

mod misere;
#[cfg(test)]
mod tests;

pub use crate::nim::{Convention, Move, Outcome, list};
pub use misere::misere;
use misere::misere_by;

use crate::Integer;
use crate::limit::{CancellationToken, Limit};
use crate::nim::{IllegalMove, heap_of};
use grundy_engines::one_game::{Ranges, Source, Unreached};
use grundy_sequence::{
    Bits, MOVES, Moves, Packed, Rule, WrittenError, WrittenMoves, layers, spelled,
};
use std::fmt;
use std::sync::Arc;

/// Values up to here are computed from position 0 on, with sets of any number of moves.
const NEAR: u64 = 1 << 24;

/// Positions of which values are wanted are computed together unless there are more than this number between them.
const APART: u64 = 1 << 16;

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
        Self::of(moves.sizes().iter().map(|&size| size.into()).collect())
    }
}

/// The first and the last move of each range without a gap.
fn ranges(sizes: &[u64]) -> Vec<(u64, u64)> {
    let runs = sizes.chunk_by(|one, next| one + 1 == *next);
    runs.filter_map(|run| Some((*run.first()?, *run.last()?))).collect()
}

impl Set {
    /// These moves, in increasing order.
    fn of(sizes: Vec<u64>) -> Self {
        Self { spelled: spelled(&ranges(&sizes)), sizes }
    }

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
            return Ok(Self::of(written.sizes(i64::MAX as u64)?));
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
        self.answer_by(convention, &|_, _, _, _| None, stop)
    }

    /// The same, where values that are not computed are asked for.
    ///
    /// # Errors
    /// As [`Sum::answer`].
    pub fn answer_by(
        &self,
        convention: Convention,
        otherwise: Otherwise<'_>,
        stop: &CancellationToken,
    ) -> Result<Answer, Limit> {
        let known = |heap: &Heap, rule| values(heap, rule, otherwise, stop);
        match convention {
            Convention::Normal => by_values(self, Convention::Normal, &known),
            Convention::Misere => misere_by(self, &known),
        }
    }
}

/// The values of positions that are not computed: by ranges of moves, the rule, the first position and their number.
pub type Otherwise<'o> = &'o dyn Fn(&[(u64, u64)], Rule, &Integer, usize) -> Option<Vec<u32>>;

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
    /// By the Grundy values of the heaps.
    GrundyValues(Vec<u32>),
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
    sum.answer(Convention::Normal, stop)
}

/// The values of a heap, by a rule.
type Known<'k> = &'k dyn Fn(&Heap, Rule) -> Result<Values, Limit>;

/// Who wins, by the Grundy values of the heaps.
fn by_values(sum: &Sum, convention: Convention, known: Known<'_>) -> Result<Answer, Limit> {
    let all: Vec<Values> =
        sum.0.iter().map(|heap| known(heap, Rule::Mex)).collect::<Result<_, _>>()?;
    let own: Vec<u32> = all.iter().map(|it| it.own).collect();
    let xor = exclusive_or(&own);
    let large = own.iter().filter(|value| **value > 1).count();
    // Is a position lost with this exclusive or, and this number of values above 1?
    let is_lost = |xor: u32, large: usize| match convention {
        Convention::Normal => xor == 0,
        Convention::Misere => xor == u32::from(large == 0),
    };
    let mut winning = Vec::new();
    for (index, (heap, Values { own, options })) in sum.0.iter().zip(&all).enumerate() {
        for (&take, option) in heap.moves().iter().zip(options) {
            let large = large - usize::from(*own > 1) + usize::from(*option > 1);
            if is_lost(xor ^ own ^ option, large) {
                winning.push(Move { heap: index + 1, take: take.into() });
            }
        }
    }
    let outcome = if is_lost(xor, large) { Outcome::P } else { Outcome::N };
    Ok(Answer { outcome, winning, reason: Reason::GrundyValues(own) })
}

/// The value of a heap, and those of its options by its moves.
struct Values {
    own: u32,
    options: Vec<u32>,
}

/// The values of a heap and of its options.
fn values(
    heap: &Heap,
    rule: Rule,
    otherwise: Otherwise<'_>,
    stop: &CancellationToken,
) -> Result<Values, Limit> {
    stop.check()?;
    let moves = heap.moves();
    // How many items before the heap there are positions of interest, the first position first.
    let wanted: Vec<u64> = moves.iter().rev().copied().chain([0]).collect();
    let is_near = rule == Rule::Mex && heap.size <= Integer::from(NEAR);
    let apart = if is_near { NEAR } else { APART };
    let mut found = Vec::with_capacity(wanted.len());
    for piece in wanted.chunk_by(|far, near| far - near <= apart) {
        let (Some(&first), Some(&last)) = (piece.first(), piece.last()) else { continue };
        let count = usize::try_from(first - last + 1).map_err(|_| Limit::POSITIONS)?;
        let values = piece_of(heap, rule, is_near, first, count, stop).or_else(|limit| {
            let from = &heap.size - &Integer::from(first);
            let ranges = (limit == Limit::POSITIONS).then(|| ranges(moves));
            ranges.and_then(|it| otherwise(&it, rule, &from, count)).ok_or(limit)
        })?;
        let value = |back: &u64| values.get(usize::try_from(first - back).ok()?).copied();
        found.extend(piece.iter().map(value));
    }
    // From the heap itself on, and then by increasing moves.
    let found: Option<Vec<u32>> = found.into_iter().rev().collect();
    match found.as_deref() {
        Some([own, options @ ..]) => Ok(Values { own: *own, options: options.to_vec() }),
        _ => Err(Limit::POSITIONS),
    }
}

/// The values of this number of positions, the first of which is this far before the heap; from position 0 on if it is near.
fn piece_of(
    heap: &Heap,
    rule: Rule,
    is_near: bool,
    back: u64,
    count: usize,
    stop: &CancellationToken,
) -> Result<Vec<u32>, Limit> {
    let moves = heap.moves();
    let from = &heap.size - &Integer::from(back);
    if let Some(from) = from.to::<usize>().filter(|_| is_near) {
        let mut bits = Bits::new(from + count);
        moves.iter().filter_map(|&it| usize::try_from(it).ok()).for_each(|it| bits.insert(it));
        return layers(&bits, from, count, u32::MAX, stop);
    }
    let source = match Ranges::new(&ranges(moves), rule) {
        Some(by_ranges) => by_ranges.into(),
        None => Source::new(moves, rule).ok_or(MOVES)?,
    };
    let values = source.values(&from, count, stop);
    values.map(Packed::into_list).map_err(|Unreached { limit, .. }| limit)
}

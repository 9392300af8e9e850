//! The theory of Nim, for heaps of any size.
//!
//! * **Normal play.**  Call a position with nim sum 0 a *zero position*.  A move changes one
//!   heap, so it never leads from a zero position to another one; and if the nim sum s is not 0,
//!   some heap x has the highest bit of s, hence x XOR s < x, and taking down to x XOR s leaves
//!   a zero position.  The end is a zero position, so zero positions are exactly the lost ones.
//! * **Misère play.**  Call a heap *big* if it has two or more sticks.  With ones only, every
//!   move takes one stick, and who meets an even number of them wins.  With one big heap the
//!   mover leaves one stick of it or none, whichever makes the number of ones odd, and wins.
//!   With two or more big heaps the lost positions are the zero positions, as in normal play:
//!   a move leaves at least one big heap, and with exactly one the position is not a zero
//!   position and is won; so every move from a zero position leads to a won one, and the move
//!   to a zero position leads to one with two or more big heaps.
//!
//! In 3 4 5 the nim sum is 2, and 3 XOR 2 = 1: the winning move is 1:2, in both games.

use super::{Convention, Move, Outcome, Position};
use crate::Integer;

/// The outcome for the player to move.
pub fn outcome(position: &Position, convention: Convention) -> Outcome {
    let won = match shape(position) {
        _ if convention == Convention::Normal => !position.nim_sum().is_zero(),
        MisereShape::Ones(count) => count % 2 == 0,
        MisereShape::OneBig { .. } => true,
        MisereShape::ManyBig => !position.nim_sum().is_zero(),
    };
    if won { Outcome::N } else { Outcome::P }
}

/// All moves that leave the opponent a lost position, by heap.
///
/// ```
/// use grundy_games::nim::{Convention, Position, list, theory};
/// let position = Position::new([1, 2].map(Into::into).to_vec()).unwrap();
/// assert_eq!(list(&theory::winning_moves(&position, Convention::Normal)), "2:1");
/// assert_eq!(list(&theory::winning_moves(&position, Convention::Misere)), "2:2");
/// ```
pub fn winning_moves(position: &Position, convention: Convention) -> Vec<Move> {
    let moves_to = |target: &dyn Fn(&Integer) -> Integer| {
        let heaps = position.heaps().iter().enumerate();
        let moves = heaps.map(|(index, heap)| Move { heap: index + 1, take: heap - &target(heap) });
        moves.filter(|chosen| chosen.take.is_positive()).collect()
    };
    let to_zero_positions = || {
        let sum = position.nim_sum().to_big();
        moves_to(&|heap| Integer::from(heap.to_big() ^ &sum))
    };
    match shape(position) {
        _ if convention == Convention::Normal => to_zero_positions(),
        MisereShape::Ones(count) if count % 2 == 0 => moves_to(&|_| Integer::ZERO),
        MisereShape::Ones(_) => Vec::new(),
        MisereShape::OneBig { heap, ones } => {
            let left = if ones % 2 == 0 { Integer::ONE } else { Integer::ZERO };
            moves_to(&|each| if each == heap { left.clone() } else { each.clone() })
        }
        MisereShape::ManyBig => to_zero_positions(),
    }
}

/// The move of the described strategy: the first winning move; without one, a single stick from
/// the largest heap (the first of several), to put the end off.  `None` if nothing is left.
pub fn strategy(position: &Position, convention: Convention) -> Option<Move> {
    let winning = winning_moves(position, convention).into_iter().next();
    winning.or_else(|| {
        let heaps = position.heaps().iter().enumerate().rev();
        let (index, _) = heaps.max_by_key(|&(_, heap)| heap).filter(|(_, heap)| !heap.is_zero())?;
        Some(Move { heap: index + 1, take: Integer::ONE })
    })
}

grundy_language::named! {
    /// What decides a position.
    Decision {
        Sum: "xor", "the xor of the heaps decides: to win, leave heaps with xor 0";
        /// In misère play:
        LargeHeap: "large_heap",
            "a single heap has two or more sticks: to win, leave an odd number of heaps, all with \
             one stick";
        /// In misère play:
        Ones: "ones",
            "no heap has two sticks: the player to move wins if the number of heaps with one \
             stick is even";
    }
}

/// What decides the position.
///
/// ```
/// use grundy_games::nim::{Convention, Position, theory::{Decision, decision}};
/// let position = Position::new([1, 1, 5].map(Into::into).to_vec()).unwrap();
/// assert_eq!(decision(&position, Convention::Normal), Decision::Sum);
/// assert_eq!(decision(&position, Convention::Misere), Decision::LargeHeap);
/// ```
pub fn decision(position: &Position, convention: Convention) -> Decision {
    match shape(position) {
        _ if convention == Convention::Normal => Decision::Sum,
        MisereShape::Ones(_) => Decision::Ones,
        MisereShape::OneBig { .. } => Decision::LargeHeap,
        MisereShape::ManyBig => Decision::Sum,
    }
}

/// Why the strategy wins, in sentences.
pub fn reasons(convention: Convention) -> &'static [&'static str] {
    match convention {
        Convention::Normal => &NORMAL,
        Convention::Misere => &MISERE,
    }
}

const NORMAL: [&str; 3] = [
    "A move changes one heap, so it changes the xor: from heaps with xor 0 no move leads to heaps \
     with xor 0.",
    "If the xor is not 0, some heap has its highest bit. Reducing this heap to its xor with the \
     xor of all heaps is a move, and it leaves heaps with xor 0.",
    "No sticks at all have xor 0. So a player who leaves xor 0 once can do so after each move, \
     and makes the \
     last one.",
];

const MISERE: [&str; 3] = [
    "With heaps of one stick only, every move takes one stick: a player who faces an even number \
     of them wins.",
    "With a single heap of two or more sticks, the player to move takes it all or all but one \
     stick, so that an \
     odd number of heaps with one stick is left, and wins.",
    "With more such heaps, play as if taking the last stick won. A single one never has xor 0, so \
     the player who leaves xor 0 is the one who faces it.",
];

/// What misère play distinguishes.
enum MisereShape<'a> {
    /// No big heap, and this many of one stick.
    Ones(usize),
    /// One big heap, and this many of one stick.
    OneBig { heap: &'a Integer, ones: usize },
    /// Two or more big heaps.
    ManyBig,
}

fn shape(position: &Position) -> MisereShape<'_> {
    let ones = position.heaps().iter().filter(|heap| heap.is_one()).count();
    let mut big = position.heaps().iter().filter(|heap| **heap > Integer::ONE);
    match (big.next(), big.next()) {
        (None, _) => MisereShape::Ones(ones),
        (Some(heap), None) => MisereShape::OneBig { heap, ones },
        (Some(_), Some(_)) => MisereShape::ManyBig,
    }
}

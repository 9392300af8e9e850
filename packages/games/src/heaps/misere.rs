//! Misère play by the Grundy values of normal play.
//!
//! In misère play who cannot move wins.  Nim is decided by C. L. Bouton's rule (1901), and **so is each sum of heaps**, by the
//! Grundy values g of its heaps in normal play and their exclusive or X.  The player to move loses exactly
//!
//! * if all values are 0 or 1, and X = 1;
//! * or if some value is at least 2, and X = 0.
//!
//! For sums of arbitrary games that is wrong.  It holds here because of *T. S. Ferguson's property* (On sums of graph games
//! with the last player losing, 1974): let a be the least move; then g(x) = 1 exactly if x >= a and g(x - a) = 0.
//!
//! *Proof*, by induction over x.  Let g(x - a) = 0, and suppose that g(x) != 1; it is not 0, as there is an option of value 0, so
//! some option x - s has the value 1, and g(x - s - a) = 0 by induction.  That is an option of x - a, which has the value 0: a
//! contradiction.  Now let g(x) = 1 and x >= a, and suppose that g(x - a) != 0.  Then there is a move s with g(x - a - s) = 0,
//! so g(x - s) = 1 by induction, and x has an option of its own value: a contradiction.  (Below a there are no moves, and
//! g = 0.)
//!
//! *What follows.*  A position x >= a of value 0 has an **option of value 1**: g(x - a) != 0, as it is an option of x, so there is
//! a move s with g(x - a - s) = 0, and g(x - s) = 1.  In J. H. Conway's terms: the misère Grundy value of a heap, which is
//! 1 where there is no move, is 1 - g if g is 0 or 1, and else g; with both values only 0^1, 1^0 and n^n with n >= 2 occur, so
//! all heaps are *tame*.
//!
//! *Bouton's rule.*  At the end all values are 0, so X = 0, and the player to move has won.  A move changes one value.  In the
//! first case of a lost position it makes X = 0 or a value above 1, the only one, and so X != 0 beside it: no lost position.  In the
//! second case X = 0 with a value above 1, so there are two such values; one stays, and X != 0 after the move.  From any other
//! position that is not the end some move leads to a lost one:
//!
//! * All values are 0 or 1, and X = 0.  If a value is 1, its heap has an option of value 0.  If all are 0, a heap that has
//!   a move has an option of value 1.  In both cases X becomes 1.
//! * Just one value is above 1.  Its heap has options of the values 0 and 1, of which one makes X = 1.
//! * At least two values are above 1, and X != 0.  As in normal play some heap of value g has an option of value g XOR X, which
//!   makes X = 0, and one of the two values stays above 1.

use super::{Answer, Convention, Known, Outcome, Reason, Sum, by_values};
use crate::limit::{CancellationToken, Limit};
use crate::nim::Move;
use grundy_sequence::Rule;

/// Who wins misère play.
///
/// ```
/// use grundy_games::heaps::{Heap, Outcome, Set, Sum, list, misere};
/// use grundy_sequence::Moves;
/// use std::sync::Arc;
/// let set = Arc::new(Set::from(&Moves::new(&[1, 2]).unwrap()));
/// let sum = |sizes: &[u64]| Sum(sizes.iter().map(|&size| Heap { set: set.clone(), size: size.into() }).collect());
/// let answer = misere(&sum(&[1, 2]), &Default::default()).unwrap();
/// assert_eq!((answer.outcome, list(&answer.winning)), (Outcome::N, "2:2".to_owned()));
/// assert_eq!(misere(&sum(&[2, 2]), &Default::default()).unwrap().outcome, Outcome::P);
/// let far = misere(&sum(&[3_000_000_000, 3_000_000_001]), &Default::default()).unwrap();
/// assert_eq!(far.outcome, Outcome::P);
/// ```
///
/// # Errors
/// When a stop is asked for, and where a heap is too large for its values to be computed.
pub fn misere(sum: &Sum, stop: &CancellationToken) -> Result<Answer, Limit> {
    sum.answer(Convention::Misere, stop)
}

/// Who wins misère play, by the values of heaps.
pub(super) fn misere_by(sum: &Sum, known: Known<'_>) -> Result<Answer, Limit> {
    let mut live = sum.0.iter().enumerate().filter(|(_, heap)| !heap.moves().is_empty());
    if let (Some((index, heap)), None) = (live.next(), live.next()) {
        // Outcomes reach farther than Grundy values.
        let outcomes = known(heap, Rule::Misere)?;
        let options = heap.moves().iter().zip(&outcomes.options);
        let lost = options.filter(|(_, outcome)| **outcome == 0);
        let winning: Vec<_> =
            lost.map(|(&size, _)| Move { heap: index + 1, take: size.into() }).collect();
        let outcome = if winning.is_empty() { Outcome::P } else { Outcome::N };
        return Ok(Answer { outcome, winning, reason: Reason::OneHeap });
    }
    by_values(sum, Convention::Misere, known)
}

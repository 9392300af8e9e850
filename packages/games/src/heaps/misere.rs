//! Misère play by full search.
//!
//! What can follow a heap is a tree of positions, and heaps with equal trees can take each other's place in every sum.  So
//! each tree is numbered once, behind those that its moves lead to; number 0 has no move.  A position of the sum is a number for
//! each heap, and these are the digits of one number, so that every move leads to a smaller one.  Going up from 0,
//! which is won, a position is won when a move leads to a lost one.

use super::{Answer, Heap, Move, Outcome, Reason, Sum, moves_to, window};
use crate::limit::{CancellationToken, Limit};
use grundy_sequence::Rule;
use rustc_hash::FxHashMap;

/// Sums with more positions than this are not searched.
pub const POSITIONS: usize = 1 << 24;

/// A misère sum has more than [`POSITIONS`] positions.
pub const MISERE_POSITIONS: Limit = Limit(&[
    "misere-positions",
    "a sum of heaps in misère play has more positions than the search allows",
]);

/// The trees of the positions that can follow a heap.
struct Trees {
    /// The number of the tree of each position up to the heap; [`NONE`] if it cannot follow.
    numbers: Vec<u32>,
    /// The trees that the moves from each tree lead to, in increasing order.
    options: Vec<Box<[u32]>>,
}

/// No tree.
const NONE: u32 = u32::MAX;

impl Trees {
    fn new(heap: &Heap, stop: &CancellationToken) -> Result<Self, Limit> {
        if heap.moves().is_empty() {
            return Ok(Self { numbers: vec![0], options: vec![Box::default()] });
        }
        let size = heap.size.to::<usize>();
        let size = size.filter(|&size| size < POSITIONS).ok_or(MISERE_POSITIONS)?;
        let moves: Vec<usize> =
            heap.moves().iter().filter_map(|&it| usize::try_from(it).ok()).collect();
        let mut follows = vec![false; size + 1];
        follows[size] = true;
        for position in (0..=size).rev() {
            stop.check()?;
            if follows[position] {
                let options = moves.iter().map_while(|&it| position.checked_sub(it));
                options.for_each(|option| follows[option] = true);
            }
        }
        let mut trees = Self { numbers: vec![NONE; size + 1], options: Vec::new() };
        let mut known = FxHashMap::<Box<[u32]>, u32>::default();
        // At most `POSITIONS` trees, with together at most as many options.
        let mut all = 0;
        for position in (0..=size).filter(|&position| follows[position]) {
            stop.check()?;
            let options = moves.iter().map_while(|&it| position.checked_sub(it));
            let mut options: Vec<u32> = options.map(|option| trees.numbers[option]).collect();
            options.sort_unstable();
            options.dedup();
            let options = options.into_boxed_slice();
            trees.numbers[position] = match known.get(&options) {
                Some(&number) => number,
                None => {
                    all += options.len();
                    if all > POSITIONS {
                        return Err(MISERE_POSITIONS);
                    }
                    let number = trees.options.len() as u32;
                    trees.options.push(options.clone());
                    known.insert(options, number);
                    number
                }
            };
        }
        Ok(trees)
    }

    /// The number of the tree of the heap.
    fn whole(&self) -> usize {
        self.numbers.last().map_or(0, |&number| number as usize)
    }
}

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
/// ```
///
/// # Errors
/// When a stop is asked for; with [`MISERE_POSITIONS`] where several heaps have a move and more than [`POSITIONS`]
/// positions; where a single heap is too large for its outcome to be computed.
pub fn misere(sum: &Sum, stop: &CancellationToken) -> Result<Answer, Limit> {
    let mut live = sum.0.iter().enumerate().filter(|(_, heap)| !heap.moves().is_empty());
    if let (Some((index, heap)), None) = (live.next(), live.next()) {
        let outcomes = window(heap, Rule::Misere, stop)?;
        let winning = moves_to(heap, index, &outcomes, 0);
        let outcome = if winning.is_empty() { Outcome::P } else { Outcome::N };
        return Ok(Answer { outcome, winning, reason: Reason::OneHeap });
    }
    let heaps: Vec<Trees> =
        sum.0.iter().map(|heap| Trees::new(heap, stop)).collect::<Result<_, _>>()?;
    let mut count: usize = 1;
    let mut steps = Vec::with_capacity(heaps.len());
    for trees in &heaps {
        steps.push(count);
        let larger = count.checked_mul(trees.whole() + 1);
        count = larger.filter(|&count| count <= POSITIONS).ok_or(MISERE_POSITIONS)?;
    }
    // With no move left the player to move has won.
    let mut won = vec![true; count];
    for number in 1..count {
        if number % 4096 == 0 {
            stop.check()?;
        }
        let mut options = heaps.iter().zip(&steps).flat_map(|(trees, &step)| {
            let tree = number / step % (trees.whole() + 1);
            let options = trees.options[tree].iter();
            options.map(move |&option| number - (tree - option as usize) * step)
        });
        won[number] = options.any(|option| !won[option]);
    }
    let mut winning = Vec::new();
    for (index, (heap, (trees, step))) in sum.0.iter().zip(heaps.iter().zip(&steps)).enumerate() {
        for &take in heap.moves() {
            let option = usize::try_from(take)
                .ok()
                .and_then(|it| trees.numbers.get((trees.numbers.len() - 1).checked_sub(it)?));
            let lost = |&number: &u32| !won[count - 1 - (trees.whole() - number as usize) * step];
            if option.is_some_and(lost) {
                winning.push(Move { heap: index + 1, take: take.into() });
            }
        }
    }
    let outcome = if won[count - 1] { Outcome::N } else { Outcome::P };
    Ok(Answer { outcome, winning, reason: Reason::Search(count) })
}

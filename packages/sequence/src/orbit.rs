//! The words of a game, and the orbits of its shift register on them.
//!
//! Let L be a set of moves and M its greatest.  The outcomes of M consecutive positions are a *word* of length M, and
//! in a game no two losing positions are a move apart.  The words without two losses at a distance in L are the states
//! that the *shift register* of the game can have: it drops the oldest outcome and appends v(n) = NAND of v(n-s), s in
//! L, where 1 is won and 0 is lost.  With two words of L = { 2 3 }, `+--` stays inside: its next word is `--+`.
//!
//! Their number N(L) bounds the period.  For symmetric L (and only there) the register permutes the words, and the
//! orbit of the word without a loss is the game itself.  Other sets have words to which no word leads.  From every word
//! of max L outcomes, whether or not it has such losses, the register reaches one without them within max L steps: an
//! appended outcome is lost only if no option is.
//!
//! * `register`: one word, its next ones, and those before it;
//! * `survey`: all words, with their orbits;
//! * [`count`]: the number of words, without listing them.
//!
//! Source: A. Flammenkamp 1996, Definition 11 to Folgerung 14 and Satz 24 to 27, who calls the
//! words 0-collision-free.

mod register;
mod survey;

pub use register::{Back, BackEnd, LONGEST as LONGEST_REGISTER, Path, Register, Words};
pub use survey::{OrbitKind, Survey, is_injective, orbits, survey};

use super::Moves;
use crate::limit::{CancellationToken, Limit};
use num_bigint::BigUint;
use num_integer::Integer as _;
use rustc_hash::FxHashMap;

/// The longest words, in positions, with which sets are counted: a word is a number of 128 bits.
const LONGEST: u32 = 127;

/// Too many words of a shift register, or too many states to count them with.
pub const WORDS: Limit = Limit(&["words", "too many words of a shift register"]);

/// The number of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number N(L) of words of length max L without two losses at a distance in L.
    pub words: BigUint,
    /// The number of these that are palindromes.
    pub palindromic: BigUint,
}

/// Counts the words of a set of moves, without listing them.
///
/// ```
/// use grundy_language::limit::CancellationToken;
/// use grundy_sequence::{Moves, orbit};
/// let count = orbit::count(&Moves::new(&[2, 5, 7]).unwrap(), 1000, &CancellationToken::default()).unwrap();
/// assert_eq!((count.words, count.palindromic), (29u32.into(), 5u32.into()));
/// ```
///
/// If g divides every move, the residues modulo g do not interact: N(L) = N(L/g)^g.  Reversal exchanges the residues r
/// and -1-r, which leaves one in place if g is odd and none if g is even.  What remains is to count independent sets of
/// a graph on at most max L / g positions.  Going through the positions, two choices so far are the same *state* when
/// they forbid the same later positions, so there are at most 2^(M/2) states at a time.
///
/// Ends with [`WORDS`] when there are more than `limit` states, or when max L / g
/// exceeds 127.
pub fn count(moves: &Moves, limit: u64, stop: &CancellationToken) -> Result<Count, Limit> {
    let divisor = moves.sizes().iter().fold(0, |gcd: u32, size| gcd.gcd(size));
    let length = moves.greatest() / divisor;
    if length > LONGEST {
        return Err(WORDS);
    }
    let distances = moves.sizes().iter().fold(0_u128, |set, size| {
        let size = size / divisor;
        if size < length { set | 1 << size } else { set }
    });
    let words = independent_sets(&word_graph(distances, length), limit, stop)?;
    let palindromic = independent_sets(&palindrome_graph(distances, length), limit, stop)?;
    Ok(Count {
        palindromic: BigUint::from(words).pow(divisor / 2)
            * BigUint::from(palindromic).pow(divisor % 2),
        words: BigUint::from(words).pow(divisor),
    })
}

/// The neighbours of each vertex among the later ones, and whether the vertex itself is free to
/// be chosen.
struct Graph(Vec<(u128, bool)>);

/// The positions of a word; two at a distance in the set are neighbours.
fn word_graph(distances: u128, length: u32) -> Graph {
    Graph((0..length).map(|position| (below(distances << position, length), true)).collect())
}

/// The pairs of positions i and M-1-i of a word, in the order of i; two pairs are neighbours
/// when a position of one and a position of the other are at a distance in the set, and a pair
/// is not free when its own positions are.
fn palindrome_graph(distances: u128, length: u32) -> Graph {
    let apart = |distance: u32| distances >> distance & 1 == 1;
    let pairs = length.div_ceil(2);
    let later = |one: u32| {
        (one + 1..pairs)
            .filter(|other| apart(other - one) || apart(length - 1 - one - other))
            .fold(0, |set, other| set | 1 << other)
    };
    Graph((0..pairs).map(|one| (later(one), !apart(length - 1 - 2 * one))).collect())
}

/// The bits below `length`, which is at most 127.
fn below(bits: u128, length: u32) -> u128 {
    bits & ((1 << length) - 1)
}

/// The number of independent sets of vertices.  At most 2^127, so nothing overflows.
fn independent_sets(graph: &Graph, limit: u64, stop: &CancellationToken) -> Result<u128, Limit> {
    // From the set of forbidden later vertices to the number of choices that forbid it.
    let mut states = FxHashMap::from_iter([(0_u128, 1_u128)]);
    for (vertex, &(later, free)) in graph.0.iter().enumerate() {
        stop.check()?;
        let here = 1_u128 << vertex;
        let mut next = FxHashMap::default();
        for (forbidden, choices) in states {
            *next.entry(forbidden & !here).or_default() += choices;
            if free && forbidden & here == 0 {
                *next.entry(forbidden | later).or_default() += choices;
            }
        }
        if next.len() as u64 > limit {
            return Err(WORDS);
        }
        states = next;
    }
    Ok(states.into_values().sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashSet;
    use std::collections::BTreeMap;

    fn moves(sizes: impl IntoIterator<Item = u64>) -> Moves {
        Moves::new(&sizes.into_iter().collect::<Vec<_>>()).expect("moves")
    }

    /// All sets with this greatest move.
    fn sets(greatest: u32) -> impl Iterator<Item = Moves> {
        (0..1_u64 << (greatest - 1)).map(move |bits| {
            let rest = (1..u64::from(greatest)).filter(move |size| bits >> (size - 1) & 1 == 1);
            moves(rest.chain([u64::from(greatest)]))
        })
    }

    /// The words straight from the definition: outcomes, the oldest first; lost is false.
    fn plain_words(moves: &Moves) -> Vec<Vec<bool>> {
        let length = moves.greatest() as usize;
        let mut words: Vec<Vec<bool>> = vec![Vec::new()];
        for _ in 0..length {
            words = words
                .into_iter()
                .flat_map(|word| [false, true].map(|won| [word.clone(), vec![won]].concat()))
                .collect();
        }
        words.retain(|word| {
            moves.sizes().iter().all(|&size| {
                (size as usize..length).all(|later| word[later] || word[later - size as usize])
            })
        });
        words
    }

    fn plain_next(moves: &Moves, word: &[bool]) -> Vec<bool> {
        let all_won = moves.sizes().iter().all(|&size| word[word.len() - size as usize]);
        let mut next = word[1..].to_vec();
        next.push(!all_won);
        next
    }

    #[test]
    fn counts_are_those_of_a_plain_list_for_all_sets_up_to_10() {
        let stop = CancellationToken::default();
        for moves in (1..=10).flat_map(sets) {
            let words = plain_words(&moves);
            let palindromic = words.iter().filter(|word| word.iter().eq(word.iter().rev())).count();
            let plain = Count { words: words.len().into(), palindromic: palindromic.into() };
            assert_eq!(count(&moves, 1 << 10, &stop), Ok(plain), "{moves}");
            let next: FxHashSet<_> = words.iter().map(|word| plain_next(&moves, word)).collect();
            assert!(next.iter().all(|word| words.contains(word)), "{moves}");
            let injective = next.len() == words.len();
            assert_eq!(is_injective(&moves, 1 << 10, &stop), Ok(injective), "{moves}");
            let orbits = orbits(&moves, 1 << 10, &stop).expect("within the limit");
            assert_eq!(orbits.is_some(), injective, "{moves}");
            if let Some(orbits) = orbits {
                let mut lengths = BTreeMap::new();
                let mut left: FxHashSet<_> = words.iter().cloned().collect();
                // The word without a loss comes first.
                for word in words.iter().rev() {
                    let (mut next, mut length) = (word.clone(), 0);
                    while left.remove(&next) {
                        next = plain_next(&moves, &next);
                        length += 1;
                    }
                    if length > 0 {
                        *lengths.entry(length).or_default() += 1;
                    }
                    if !word.contains(&false) {
                        assert_eq!(orbits.start, length, "{moves}");
                    }
                }
                assert_eq!(
                    orbits.lengths(),
                    lengths.into_iter().rev().collect::<Vec<_>>(),
                    "{moves}"
                );
                assert_eq!(orbits.words, words.len() as u64, "{moves}");
                assert_eq!(orbits.palindromic, palindromic as u64, "{moves}");
            }
        }
    }
}

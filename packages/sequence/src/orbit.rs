//! The words of a game, and the orbits of its shift register on them.
//!
//! Let L be a set of moves and M its greatest.  The outcomes of M positions in a row are a *word*
//! of length M, and in a game no two losing positions lie a move apart.  The words without two
//! losses at a distance in L are the states in which the *shift register* of the game can be: it
//! drops the oldest outcome and appends v(n) = NAND of v(n-s), s in L, where 1 is won and 0 is
//! lost.  With two words of L = { 2 3 }, `+--` stays inside: its next word is `--+`.
//!
//! Their number N(L) bounds the period.  For symmetric L (and only there) the register permutes
//! the words, and the orbit of the word without a loss is the game itself.
//!
//! Source: A. Flammenkamp 1996, Definition 11 to Folgerung 14 and Satz 24 to 27, who calls the
//! words 0-collision-free.

use super::Moves;
use crate::limit::{CancellationToken, Limit, Meaning};
use num_bigint::BigUint;
use num_integer::Integer as _;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The longest words, in positions, of which sets are kept: a word is a number of 128 bits.
const LONGEST: u32 = 127;

/// Too many words of a shift register, or too many states to count them with.
pub const WORDS: Limit =
    Limit(&Meaning { name: "words", text: "too many words of a shift register" });

/// How many words there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number N(L) of words of length max L without two losses at a distance in L.
    pub words: BigUint,
    /// The number of those that read the same backwards.
    pub palindromic: BigUint,
}

/// The orbits of the shift register of a symmetric set of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orbits {
    /// The number N(L) of words.
    pub words: u64,
    /// The number of words that read the same backwards.
    pub palindromic: u64,
    /// For each length that occurs, the number of orbits of this length.
    pub lengths: BTreeMap<u64, u64>,
    /// The length of the orbit of the word without a loss, which is the period of the game.
    pub start: u64,
}

impl Orbits {
    /// The number of orbits.
    pub fn number(&self) -> u64 {
        self.lengths.values().sum()
    }
}

/// Counts the words of a set of moves, without listing them.
///
/// ```
/// use grundy_core::limit::CancellationToken;
/// use grundy_sequence::{Moves, orbit};
/// let count = orbit::count(&Moves::new(&[2, 5, 7]).unwrap(), 1000, &CancellationToken::default()).unwrap();
/// assert_eq!((count.words, count.palindromic), (29u32.into(), 5u32.into()));
/// ```
///
/// If g divides every move, the residues modulo g do not interact: N(L) = N(L/g)^g.  Of the
/// residues, reading backwards exchanges r and -1-r, which leaves one in place if g is odd and
/// none if g is even.  What remains are independent sets of a graph on at most max L / g
/// positions.  Going through the positions, two choices so far are the same *state* when they
/// forbid the same later positions, so that there are at most 2^(M/2) states at a time.
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

/// The number of sets of vertices without neighbours.  At most 2^127, so nothing overflows.
fn independent_sets(graph: &Graph, limit: u64, stop: &CancellationToken) -> Result<u128, Limit> {
    // From the forbidden later vertices to the number of choices that forbid them.
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

/// The shift register on words as numbers: bit s-1 says that position n-s is lost.
#[derive(Clone, Copy)]
struct Register {
    moves: u128,
    length: u32,
}

impl Register {
    /// The register, if its words fit.
    fn new(moves: &Moves) -> Result<Self, Limit> {
        let length = moves.greatest();
        if length > LONGEST {
            return Err(WORDS);
        }
        let bits = moves.sizes().iter().fold(0, |set, size| set | 1 << (size - 1));
        Ok(Self { moves: bits, length })
    }

    /// The word one position later.
    fn next(self, word: u128) -> u128 {
        let lost = u128::from(word & self.moves == 0);
        below(word << 1 | lost, self.length)
    }

    /// Calls `visit` with every word that arises from `word` by losses at bits of `free`, which
    /// lie above all losses of the word and at no move from them.
    fn each(self, word: u128, free: u128, visit: &mut impl FnMut(u128)) {
        visit(word);
        let mut rest = free;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            self.each(word | 1 << bit, rest & !(self.moves << bit << 1), visit);
        }
    }

    /// The words with less than two losses, and the first two losses of all others with the
    /// bits that are left for more: pieces of work for [`Register::each`].
    fn beginnings(self) -> Vec<(u128, u128)> {
        let above = |bit: u32| below(u128::MAX << bit << 1, self.length);
        let free = |bit: u32| above(bit) & !(self.moves << bit << 1);
        let mut beginnings = vec![(0, 0)];
        for first in 0..self.length {
            beginnings.push((1 << first, 0));
            for second in (first + 1..self.length).filter(|second| free(first) >> second & 1 == 1) {
                beginnings.push((1 << first | 1 << second, free(first) & free(second)));
            }
        }
        beginnings
    }

    /// The length of the orbit of a word, if the word is the least one in it and the register
    /// is a permutation; `None` also after a stop.
    fn length_from_least(self, least: u128, stop: &CancellationToken) -> Option<u64> {
        let mut word = self.next(least);
        let mut length: u64 = 1;
        while word > least {
            if length.is_multiple_of(1 << 16) && stop.requested() {
                return None;
            }
            word = self.next(word);
            length += 1;
        }
        (word == least && !stop.requested()).then_some(length)
    }
}

/// The orbits of the shift register on the words of a symmetric set; `None` if the set is not
/// symmetric, where the register is no permutation.
///
/// ```
/// use grundy_core::limit::CancellationToken;
/// use grundy_sequence::{Moves, orbit};
/// let moves = Moves::new(&[2, 5, 7]).unwrap();
/// let orbits = orbit::orbits(&moves, 1000, &CancellationToken::default()).unwrap().unwrap();
/// assert_eq!((orbits.number(), orbits.start), (3, 22));
/// assert_eq!(orbits.lengths, [(3, 1), (4, 1), (22, 1)].into());
/// ```
///
/// Each orbit is counted at its least word: from every word the register runs until it comes
/// back or meets a smaller one.  That keeps nothing in memory, and takes about N log N steps
/// when smaller words are spread evenly.
///
/// Ends with [`WORDS`] when there are more than `limit` words, or words longer than 127
/// positions.
pub fn orbits(
    moves: &Moves,
    limit: u64,
    stop: &CancellationToken,
) -> Result<Option<Orbits>, Limit> {
    if !moves.is_symmetric() {
        return Ok(None);
    }
    let register = Register::new(moves)?;
    let count = count(moves, limit, stop)?;
    let (words, palindromic) = match (u64::try_from(count.words), u64::try_from(count.palindromic))
    {
        (Ok(words), Ok(palindromic)) if words <= limit => (words, palindromic),
        _ => return Err(WORDS),
    };
    let lengths = register
        .beginnings()
        .into_par_iter()
        .map(|(beginning, free)| {
            let mut lengths = FxHashMap::<u64, u64>::default();
            let mut visit = |least| {
                if let Some(length) = register.length_from_least(least, stop) {
                    *lengths.entry(length).or_default() += 1;
                }
            };
            register.each(beginning, free, &mut visit);
            lengths
        })
        .reduce(FxHashMap::default, |mut all, some| {
            for (length, multiplicity) in some {
                *all.entry(length).or_default() += multiplicity;
            }
            all
        });
    stop.check()?;
    let start = register.length_from_least(0, stop).ok_or(Limit::STOPPED)?;
    Ok(Some(Orbits { words, palindromic, lengths: lengths.into_iter().collect(), start }))
}

/// Do different words always have different next words?  Decided by computing the next words of
/// all words; A. Flammenkamp 1996, Satz 12, says that they do exactly for symmetric sets.
///
/// ```
/// use grundy_core::limit::CancellationToken;
/// use grundy_sequence::{Moves, orbit};
/// // With { 1 3 }, the words -++ and +++ (oldest first) ...
/// let injective = |sizes| orbit::is_injective(&Moves::new(sizes).unwrap(), 1000, &CancellationToken::default());
/// assert_eq!(injective(&[2, 5, 7]), Ok(true));
/// assert_eq!(injective(&[1, 3]), Ok(false));
/// ```
///
/// Ends with [`WORDS`] when there are more than `limit` words, or words longer than 127
/// positions.
pub fn is_injective(moves: &Moves, limit: u64, stop: &CancellationToken) -> Result<bool, Limit> {
    let register = Register::new(moves)?;
    if count(moves, limit, stop)?.words > BigUint::from(limit) {
        return Err(WORDS);
    }
    let mut next_words = FxHashSet::default();
    let mut injective = true;
    for (beginning, free) in register.beginnings() {
        stop.check()?;
        register.each(beginning, free, &mut |word| {
            injective &= next_words.insert(register.next(word));
        });
    }
    Ok(injective)
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// The words straight from the definition: outcomes, the oldest first, lost is false.
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
                assert_eq!(orbits.lengths, lengths, "{moves}");
                assert_eq!(orbits.words, words.len() as u64, "{moves}");
                assert_eq!(orbits.palindromic, palindromic as u64, "{moves}");
            }
        }
    }
}

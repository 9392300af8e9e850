//! All words of a register: predecessors, orbits, and the trees that lead to them.
//!
//! A word has one next word, so the words are a graph in which each connected component is one orbit with trees that
//! lead to it.  Removing, round by round, all words to which no other leads leaves the orbits; the round in which a
//! word is removed is one more than the length of the longest way to it, so there are as many rounds as the longest
//! *tail* has steps.  (A tail begins with a word of the first round and ends before the orbit.)
//!
//! At most two words lead to one: they differ in the oldest outcome.  As each word has one next word, as many words
//! have two predecessors as have none.

use super::register::{Register, Words};
use super::{Moves, WORDS};
use crate::limit::{CancellationToken, Limit};
use crate::model::Rule;
use std::collections::BTreeMap;

/// A survey of all words of a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The number of words.
    pub words: u64,
    /// The number of palindromes among them.
    pub palindromic: u64,
    /// The numbers of words with 0, 1 and 2 predecessors among these words.
    pub predecessors: [u64; 3],
    /// The orbits, by kind, the longest first.
    pub orbits: Vec<OrbitKind>,
    /// The greatest number of steps from a word to its orbit.
    pub longest_tail: u64,
    /// The number of steps from the word without a loss to its orbit.
    pub tail: u64,
    /// The length of that orbit, which is the period of the game.
    pub start: u64,
}

/// Orbits with the same length and the same numbers of palindromes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OrbitKind {
    /// The number of words in each.
    pub length: u64,
    /// The number of palindromes in each, and the number of words that are palindromes with the next outcome after
    /// them.
    pub palindromes: [u64; 2],
    /// The number of such orbits.
    pub number: u64,
    /// The least word of one of them.
    pub word: u64,
}

/// Words with their next ones, by number.
enum States {
    /// Word k has number k.
    All(Register),
    /// The words in increasing order, and the numbers of the next ones.
    Some(Register, Vec<u64>, Vec<u32>),
}

impl States {
    fn new(
        register: Register,
        words: Words,
        limit: u64,
        stop: &CancellationToken,
    ) -> Result<Self, Limit> {
        // Numbers of words are 32 bits.
        let limit = limit.min(1 << 32);
        let legal = match words {
            Words::All if 1 << register.length() <= limit => return Ok(Self::All(register)),
            Words::All => return Err(WORDS),
            Words::Legal => register.legal(limit, stop)?,
        };
        // Among words with the same oldest outcome, the greater one has the greater next word.
        let oldest = 1 << (register.length() - 1);
        let half = legal.partition_point(|word| word & oldest == 0);
        let mut next = Vec::with_capacity(legal.len());
        for words in [&legal[..half], &legal[half..]] {
            let mut number = 0;
            for &word in words {
                let later = register.next(word);
                // The next word of a legal one is legal.
                while legal[number] < later {
                    number += 1;
                }
                next.push(number as u32);
            }
            stop.check()?;
        }
        Ok(Self::Some(register, legal, next))
    }

    fn len(&self) -> usize {
        match self {
            Self::All(register) => 1 << register.length(),
            Self::Some(_, words, _) => words.len(),
        }
    }

    fn word(&self, number: usize) -> u64 {
        match self {
            Self::All(_) => number as u64,
            Self::Some(_, words, _) => words[number],
        }
    }

    fn next(&self, number: usize) -> usize {
        match self {
            Self::All(register) => register.next(number as u64) as usize,
            Self::Some(_, _, next) => next[number] as usize,
        }
    }

    fn register(&self) -> Register {
        match self {
            Self::All(register) | Self::Some(register, ..) => *register,
        }
    }
}

/// The mark, in place of a number of predecessors, of a word that was removed.
const GONE: u8 = u8::MAX;

/// The number of words that are examined between two checks for a stop.
const STEP: usize = 1 << 16;

/// Surveys all words of a register.
///
/// ```
/// use grundy_sequence::{Moves, Rule, orbit::{Register, Words, survey}};
/// let register = Register::new(&Moves::new(&[1, 3]).unwrap(), Rule::Normal).unwrap();
/// let found = survey(register, Words::Legal, 1000, &Default::default()).unwrap();
/// assert_eq!((found.words, found.predecessors, found.orbits[0].length), (5, [1, 3, 1], 2));
/// ```
///
/// # Errors
/// [`WORDS`] when there are more than `limit` words, and when a stop is requested.
pub fn survey(
    register: Register,
    words: Words,
    limit: u64,
    stop: &CancellationToken,
) -> Result<Survey, Limit> {
    let states = States::new(register, words, limit, stop)?;
    let count = states.len();
    let mut into = vec![0_u8; count];
    let mut palindromic = 0;
    for number in 0..count {
        if number % STEP == 0 {
            stop.check()?;
        }
        into[states.next(number)] += 1;
        palindromic += u64::from(register.palindromes(states.word(number))[0]);
    }
    let mut predecessors = [0; 3];
    into.iter().for_each(|&many| predecessors[usize::from(many.min(2))] += 1);
    let longest_tail = take_trees(&states, &mut into, stop)?;
    // The word without a loss is the least one.
    let (mut tail, mut first) = (0, 0);
    while into[first] == GONE {
        first = states.next(first);
        tail += 1;
    }
    let (orbits, start) = orbits_left(&states, &into, states.word(first), stop)?;
    Ok(Survey { words: count as u64, palindromic, predecessors, orbits, longest_tail, tail, start })
}

/// Removes all words outside orbits; returns the number of rounds.
fn take_trees(states: &States, into: &mut [u8], stop: &CancellationToken) -> Result<u64, Limit> {
    let mut round: Vec<u32> = Vec::new();
    round.extend((0..into.len()).filter(|&it| into[it] == 0).map(|word| word as u32));
    let mut rounds = 0;
    while !round.is_empty() {
        stop.check()?;
        let mut later = Vec::new();
        for number in round {
            into[number as usize] = GONE;
            let next = states.next(number as usize);
            into[next] -= 1;
            if into[next] == 0 {
                later.push(next as u32);
            }
        }
        rounds += 1;
        round = later;
    }
    Ok(rounds)
}

/// The orbits among the remaining words, and the length of the one with the word `first`.
///
/// An orbit is found from its least word: from any other one the way leads to a smaller word first, usually soon.  No
/// word is looked up on the way, as those of an orbit are far apart in memory.
fn orbits_left(
    states: &States,
    into: &[u8],
    first: u64,
    stop: &CancellationToken,
) -> Result<(Vec<OrbitKind>, u64), Limit> {
    let register = states.register();
    let mut kinds = BTreeMap::<(u64, [u64; 2]), (u64, u64)>::new();
    let mut start = 0;
    let mut steps = 0_usize;
    for number in (0..into.len()).filter(|&number| into[number] != GONE) {
        let least = states.word(number);
        let (mut word, mut length) = (register.next(least), 1);
        while word > least {
            steps += 1;
            if steps.is_multiple_of(STEP) {
                stop.check()?;
            }
            (word, length) = (register.next(word), length + 1);
        }
        if word < least {
            continue;
        }
        let mut palindromes = [0; 2];
        for _ in 0..length {
            if word == first {
                start = length;
            }
            let found = register.palindromes(word);
            palindromes.iter_mut().zip(found).for_each(|(sum, one)| *sum += u64::from(one));
            word = register.next(word);
        }
        kinds.entry((length, palindromes)).or_insert((0, least)).0 += 1;
    }
    let kind =
        |((length, palindromes), (number, word))| OrbitKind { length, palindromes, number, word };
    Ok((kinds.into_iter().rev().map(kind).collect(), start))
}

/// The orbits of the shift register on the words of a symmetric set; `None` if the set is not symmetric, so that the
/// register is not a permutation.
///
/// ```
/// use grundy_language::limit::CancellationToken;
/// use grundy_sequence::{Moves, orbit};
/// let moves = Moves::new(&[2, 5, 7]).unwrap();
/// let orbits = orbit::orbits(&moves, 1000, &CancellationToken::default()).unwrap().unwrap();
/// let lengths: Vec<_> = orbits.orbits.iter().map(|kind| (kind.length, kind.number)).collect();
/// assert_eq!((orbits.start, lengths), (22, vec![(22, 1), (4, 1), (3, 1)]));
/// ```
///
/// # Errors
/// As [`survey`]; [`WORDS`] also for words longer than 63 positions.
pub fn orbits(
    moves: &Moves,
    limit: u64,
    stop: &CancellationToken,
) -> Result<Option<Survey>, Limit> {
    if !moves.is_symmetric() {
        return Ok(None);
    }
    survey(Register::new(moves, Rule::Normal)?, Words::Legal, limit, stop).map(Some)
}

/// Do different legal words always have different next words?  Decided by computing the next words of
/// all of them; A. Flammenkamp 1996, Satz 12, says that they do exactly for symmetric sets.
///
/// ```
/// use grundy_language::limit::CancellationToken;
/// use grundy_sequence::{Moves, orbit};
/// // With { 1 3 }, the words -++ and +++ (oldest first) ...
/// let injective = |sizes| orbit::is_injective(&Moves::new(sizes).unwrap(), 1000, &CancellationToken::default());
/// assert_eq!(injective(&[2, 5, 7]), Ok(true));
/// assert_eq!(injective(&[1, 3]), Ok(false));
/// ```
///
/// # Errors
/// As [`survey`]; [`WORDS`] also for words longer than 63 positions.
pub fn is_injective(moves: &Moves, limit: u64, stop: &CancellationToken) -> Result<bool, Limit> {
    let register = Register::new(moves, Rule::Normal)?;
    Ok(survey(register, Words::Legal, limit, stop)?.predecessors[2] == 0)
}

impl Survey {
    /// The number of orbits.
    pub fn number(&self) -> u64 {
        self.orbits.iter().map(|kind| kind.number).sum()
    }

    /// The number of words in orbits.
    pub fn on_orbits(&self) -> u64 {
        self.orbits.iter().map(|kind| kind.number * kind.length).sum()
    }

    /// The lengths of orbits with the number of orbits of each length, the longest first.
    pub fn lengths(&self) -> Vec<(u64, u64)> {
        let kinds = self.orbits.chunk_by(|one, next| one.length == next.length);
        kinds.map(|kinds| (kinds[0].length, kinds.iter().map(|kind| kind.number).sum())).collect()
    }
}

//! Grundy values of any size, value by value.
//!
//! A position has the value v exactly when no option has it and some option has each smaller value.  So among the
//! positions without a value below v, in increasing order, the first one has the value v; any other position also has v
//! unless a move leads from it to one that has.  Each position with the value v rules out those from which a move leads
//! to it, so a position costs one pass over the moves, whatever its value: as many steps as there are moves, or as
//! there are words of 64 positions if that is less.

use crate::limit::{CancellationToken, Limit};

/// The most positions that are computed.
pub(crate) const MOST_POSITIONS: usize = 1 << 30;

/// The steps between two checks for a stop.
const STEPS: usize = 1 << 22;

/// A set of numbers below a bound, as bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits {
    words: Vec<u64>,
    bound: usize,
}

impl Bits {
    /// The empty set.
    pub fn new(bound: usize) -> Self {
        Self { words: vec![0; bound.div_ceil(64)], bound }
    }

    /// Adds a number, unless it reaches the bound.
    pub fn insert(&mut self, number: usize) {
        if number < self.bound {
            self.words[number / 64] |= 1 << (number % 64);
        }
    }

    /// Is the number in the set?
    pub fn contains(&self, number: usize) -> bool {
        number < self.bound && self.words[number / 64] >> (number % 64) & 1 == 1
    }

    /// Removes the numbers of another set with this bound.
    pub fn remove_all(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= !other);
    }

    /// The numbers in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let bits = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
            let bits = bits.take_while(|&word| word != 0);
            bits.map(move |word| 64 * index + word.trailing_zeros() as usize)
        })
    }

    /// Adds all numbers of another set with this bound, increased by `by`.
    fn insert_shifted(&mut self, other: &Self, by: usize) {
        let (words, bits) = (by / 64, by % 64);
        let to = &mut self.words[words..];
        match bits {
            0 => to.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other),
            _ => {
                to[0] |= other.words[0] << bits;
                let pairs = other.words.windows(2);
                let joined = pairs.map(|pair| pair[1] << bits | pair[0] >> (64 - bits));
                to[1..].iter_mut().zip(joined).for_each(|(word, other)| *word |= other);
            }
        }
    }
}

/// The minimum of the Grundy value and `greatest` for each of `count` positions from this one on, by the moves below
/// the end of these positions; there are no positions below 0.
///
/// With `greatest` = 1 these are the outcomes of normal play.
///
/// ```
/// use grundy_sequence::{Bits, layers};
/// let mut moves = Bits::new(10);
/// [1, 4, 9].into_iter().for_each(|square| moves.insert(square));
/// let values = layers(&moves, 0, 10, u32::MAX, &Default::default()).unwrap();
/// assert_eq!(values, [0, 1, 0, 1, 2, 0, 1, 0, 1, 2]);
/// ```
///
/// # Errors
/// When a stop is requested, and beyond 2^30 positions.
pub fn layers(
    moves: &Bits,
    from: usize,
    count: usize,
    greatest: u32,
    stop: &CancellationToken,
) -> Result<Vec<u32>, Limit> {
    let end = from.checked_add(count).filter(|&end| end <= MOST_POSITIONS);
    let end = end.ok_or(Limit::POSITIONS)?;
    let mut values = vec![greatest; count];
    // Positions that have a value already, which no later value rules out.
    let mut done = Bits::new(end);
    let sizes: Vec<usize> = moves.iter().take_while(|&size| size < end).collect();
    let is_sparse = sizes.len() < end / 64;
    let mut mask = Bits::new(end);
    sizes.iter().for_each(|&size| mask.insert(size));
    let mut steps = 0;
    let mut lowest = 0;
    for value in 0..greatest {
        while done.words.get(lowest) == Some(&u64::MAX) {
            lowest += 1;
        }
        let mut ruled_out = done.clone();
        let mut is_found = false;
        for index in lowest..ruled_out.words.len() {
            while ruled_out.words[index] != u64::MAX {
                let position = 64 * index + ruled_out.words[index].trailing_ones() as usize;
                if position >= end {
                    break;
                }
                is_found = true;
                ruled_out.insert(position);
                done.insert(position);
                if let Some(index) = position.checked_sub(from) {
                    values[index] = value;
                }
                let room = end - position;
                if is_sparse {
                    let near = sizes.iter().take_while(|&&size| size < room);
                    near.for_each(|size| ruled_out.insert(position + size));
                    steps += sizes.len();
                } else {
                    ruled_out.insert_shifted(&mask, position);
                    steps += room / 64 + 1;
                }
                if steps >= STEPS {
                    stop.check()?;
                    steps = 0;
                }
            }
        }
        if !is_found {
            break;
        }
        steps += ruled_out.words.len() - lowest;
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Moves, Rule, oracle};
    use proptest::prelude::*;

    proptest! {
        /// Compared with the definition, for few and for many moves.
        #[test]
        fn values_are_those_of_the_definition(
            sizes in prop::collection::btree_set(1_usize..400, 1..120),
            every in prop::option::of(1_usize..20),
            from in 0_usize..200,
        ) {
            let more = every.into_iter().flat_map(|step| (step..400).step_by(step));
            let sizes: std::collections::BTreeSet<_> = sizes.into_iter().chain(more).collect();
            let (count, stop) = (400, CancellationToken::default());
            let mut moves = Bits::new(from + count);
            sizes.iter().for_each(|&size| moves.insert(size));
            prop_assert!(moves.iter().eq(sizes.iter().copied().filter(|&it| it < from + count)));
            // The oracle knows only values below 128.
            let few: Vec<u64> = sizes.iter().take(127).map(|&it| it as u64).collect();
            if few.len() == sizes.len() {
                let values = layers(&moves, from, count, u32::MAX, &stop).expect("values");
                let game = Game::new(Moves::new(&few).expect("moves"), Rule::Mex).expect("a game");
                let expected = oracle::sequence(&game, from + count);
                let expected = expected[from..].iter().map(|value| u32::from(value.0));
                prop_assert!(values.into_iter().eq(expected));
            }
            let all: Vec<u64> = sizes.iter().map(|&it| it as u64).collect();
            let game = Game::new(Moves::new(&all).expect("moves"), Rule::Normal).expect("a game");
            let outcomes = layers(&moves, from, count, 1, &stop).expect("outcomes");
            let expected = oracle::sequence(&game, from + count);
            let expected = expected[from..].iter().map(|value| u32::from(value.0));
            prop_assert!(outcomes.into_iter().eq(expected));
        }
    }

    #[test]
    fn all_numbers_as_moves_give_each_position_its_own_value() {
        let mut moves = Bits::new(3000);
        (1..3000).for_each(|size| moves.insert(size));
        let values = layers(&moves, 0, 3000, u32::MAX, &CancellationToken::default());
        assert!(values.expect("values").into_iter().eq(0..3000));
        let stop = CancellationToken::default();
        assert_eq!(layers(&moves, MOST_POSITIONS, 1, 1, &stop), Err(Limit::POSITIONS));
        assert_eq!(layers(&moves, usize::MAX, 2, 1, &stop), Err(Limit::POSITIONS));
        assert_eq!(layers(&moves, 0, 0, 7, &stop), Ok(Vec::new()));
    }
}

//! The values of a game one after another, of any size.

use super::period::delay;
use super::register::Register;
use super::{Game, STEP};
use crate::limit::{CancellationToken, Limit};

/// The values of a game from a position on, block by block.
///
/// It needs memory for one block and a few times max L.
///
/// ```
/// use grundy_language::limit::CancellationToken;
/// use grundy_sequence::{Game, Moves, Rule, Stream};
/// let game = Game::new(Moves::new(&[1, 2]).unwrap(), Rule::Mex).unwrap();
/// let (mut stream, stop) = (Stream::new(&game, 3), CancellationToken::default());
/// assert_eq!(stream.take(4, &stop).unwrap(), [0, 1, 2, 0]);
/// assert_eq!(stream.take(2, &stop).unwrap(), [1, 2]);
/// ```
#[derive(Debug)]
pub struct Stream {
    register: Register,
    /// The delay of the sequence with respect to the one of the register.
    delay: u64,
    /// The first position of the next block.
    next: u64,
    /// Its first values, if it was begun.
    block: Vec<u32>,
}

impl Stream {
    /// The values from this position on; those before are computed with the first block.
    pub fn new(game: &Game, from: u64) -> Self {
        Self { register: Register::new(game), delay: delay(game), next: from, block: Vec::new() }
    }

    /// All values before this position are computed.
    pub fn known(&self) -> u64 {
        self.register.position().saturating_add(self.delay)
    }

    /// The next `count` values.
    ///
    /// After [`Limit::STOPPED`] the same call can be made again.
    ///
    /// # Errors
    /// When a stop is requested, and beyond 2^64 positions.
    pub fn take(&mut self, count: usize, stop: &CancellationToken) -> Result<Vec<u32>, Limit> {
        let Self { register, delay, next, block } = self;
        let end = next.checked_add(count as u64).ok_or(Limit::POSITIONS)?;
        // No fewer values than are kept, so that keeping them costs little.
        let step = STEP.max(4 * register.span());
        while block.len() < count {
            stop.check()?;
            let position = *next + block.len() as u64;
            let Some(wanted) = position.checked_sub(*delay) else {
                // All positions before are won.
                block.resize(((*delay).min(end) - *next) as usize, 1);
                continue;
            };
            let last = end - *delay;
            if register.position() <= wanted {
                let missing = last - register.position();
                let length = usize::try_from(missing).map_or(step, |missing| missing.min(step));
                register.advance(length.next_multiple_of(register.grain()), stop)?;
            }
            let known = wanted..register.position().min(last);
            block.extend(known.map(|position| register.value(position)));
        }
        *next = end;
        Ok(std::mem::take(block))
    }
}

/// The values of `count` positions from this one on.
///
/// All values before are computed too; this needs memory for `count` values and a few times max L.
///
/// ```
/// use grundy_language::limit::CancellationToken;
/// use grundy_sequence::{Game, Moves, Rule, values};
/// let game = Game::new(Moves::new(&[1, 2]).unwrap(), Rule::Mex).unwrap();
/// assert_eq!(values(&game, 3, 4, &CancellationToken::default()).unwrap(), [0, 1, 2, 0]);
/// ```
///
/// # Errors
/// When a stop is requested, and beyond 2^64 positions.
pub fn values(
    game: &Game,
    from: u64,
    count: usize,
    stop: &CancellationToken,
) -> Result<Vec<u32>, Limit> {
    Stream::new(game, from).take(count, stop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Moves, Rule, Tally, oracle};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn blocks_are_pieces_of_the_sequence(
            sizes in proptest::collection::btree_set(1..30_u64, 1..4),
            from in 0..3000_u64,
            counts in proptest::collection::vec(0..2500_usize, 1..5),
        ) {
            let moves = Moves::new(&sizes.into_iter().collect::<Vec<_>>()).expect("moves");
            for rule in [Rule::Normal, Rule::Misere, Rule::Mex, Rule::Lost(Tally::Odd)] {
                let game = Game::new(moves.clone(), rule).expect("a game");
                let whole = oracle::numbers(&game, 13_000);
                let (mut stream, mut at) = (Stream::new(&game, from), from as usize);
                for &count in &counts {
                    let block = stream.take(count, &CancellationToken::default()).expect("a block");
                    prop_assert_eq!(&block[..], &whole[at..at + count], "{} {}", moves, rule);
                    at += count;
                }
            }
        }
    }

    #[test]
    fn a_stopped_block_can_be_asked_for_again() {
        let game = Game::new(Moves::new(&[2, 5, 7]).expect("moves"), Rule::Normal).expect("a game");
        let (stop, stopped) = (CancellationToken::default(), CancellationToken::default());
        stopped.request();
        let mut stream = Stream::new(&game, 100);
        assert_eq!(stream.take(10, &stopped), Err(Limit::STOPPED));
        assert_eq!(stream.take(10, &stop), values(&game, 100, 10, &stop));
        assert_eq!(stream.take(10, &stopped), Err(Limit::STOPPED));
        assert_eq!(stream.take(10, &stop), values(&game, 110, 10, &stop));
        assert_eq!(Stream::new(&game, u64::MAX).take(1, &stop), Err(Limit::POSITIONS));
    }
}

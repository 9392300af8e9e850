//! How long a census takes, from the time that a few of its pieces took.
//!
//! Games are drawn evenly from the whole, and the piece of each is worked on.  Let G be the number
//! of all games, and let the piece P have g(P) games and take the time t(P).  An evenly drawn game
//! is one of P with probability g(P) / G, so that t(P) G / g(P), averaged over the draws, is on
//! average the sum of t(P) over all pieces: the time of the census in one thread.  Large pieces
//! are drawn more often and count less each time, and nothing is assumed about where the slow
//! ones stand.
//!
//! This is an estimate, and of nothing but time: no result of a census depends on it.

use super::outcome::PieceResult;
use super::space::{Census, Subspace};
use crate::limit::{CancellationToken, Limit};
use std::time::Duration;

/// Pieces that stand for all of a census, in the order in which they are to be measured.
#[derive(Debug)]
pub struct Sample<'a> {
    census: &'a Census,
    /// Each piece once.
    pieces: Vec<Subspace>,
    /// For each drawn game the place of its piece.
    draws: Vec<usize>,
}

/// Into how many shards a census can be cut, and what they take.
///
/// ```
/// use grundy_census::census::{Census, Sample};
/// use std::time::Duration;
/// let census = Census::new(1, 40, Some(4), false).unwrap();
/// let sample = Sample::new(&census, 100);
/// // Were each piece to take a second:
/// let times = vec![Duration::from_secs(1); sample.len()];
/// let plan = sample.plan(&times, 2, Duration::from_secs(10)).unwrap();
/// assert_eq!((plan.shards, plan.each.as_secs()), (4, 9));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many pieces were measured.
    pub pieces: usize,
    /// How many games these have.
    pub games: u64,
    /// The time that they took, one after the other.
    pub measured: Duration,
    /// The time of the slowest of them; a shard with that piece takes at least as long.
    pub slowest: Duration,
    /// What the whole takes in one thread.
    pub whole: Duration,
    /// The number of threads that work on a shard.
    pub threads: usize,
    /// The proposed number of shards, at least 1 and at most as many as there are pieces.
    pub shards: u64,
    /// What one of them takes.
    pub each: Duration,
}

impl<'a> Sample<'a> {
    /// Draws this many games, always the same ones.
    ///
    /// The draw k is the game at the place 0.abc... of the whole, where ...cba is k in the binary
    /// system (J. G. van der Corput, 1935), so that the first draws are spread as evenly as all
    /// of them.
    pub fn new(census: &'a Census, draws: u32) -> Self {
        let games = u128::from(census.games());
        let mut sample = Self { census, pieces: Vec::new(), draws: Vec::new() };
        for number in 1..=u64::from(draws) {
            let game = (games * u128::from(number.reverse_bits())) >> 64;
            let Some(piece) = u64::try_from(game).ok().and_then(|game| census.piece_of(game))
            else {
                continue;
            };
            let known = sample.pieces.iter().position(|it| *it == piece);
            sample.draws.push(known.unwrap_or(sample.pieces.len()));
            if known.is_none() {
                sample.pieces.push(piece);
            }
        }
        sample
    }

    /// How many pieces there are to be measured.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Is there nothing to be measured?
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Works on the piece at this place.
    ///
    /// # Panics
    /// If the place is not below [`Sample::len`].
    pub fn work(&self, place: usize, stop: &CancellationToken) -> Result<PieceResult, Limit> {
        self.census.evaluate(&self.pieces[place], stop)
    }

    /// Shards that take about `wanted` each if this many threads work on each of them, given the
    /// times of the first pieces.  `None` if there are no times.
    pub fn plan(&self, times: &[Duration], threads: usize, wanted: Duration) -> Option<Plan> {
        let whole = self.estimate(times)?;
        let threads = threads.max(1);
        let in_all = whole / threads as u128;
        let shards = in_all.div_ceil(wanted.as_nanos().max(1)).max(1);
        let most = usize::try_from(shards).unwrap_or(usize::MAX);
        let shards = self.census.pieces().take(most.min(MOST_SHARDS)).count() as u64;
        Some(Plan {
            pieces: times.len(),
            games: self.pieces.iter().zip(times).map(|(piece, _)| piece.games).sum(),
            measured: times.iter().fold(Duration::ZERO, |sum, &it| sum.saturating_add(it)),
            slowest: times.iter().max().copied()?,
            whole: duration(whole),
            threads,
            shards,
            each: duration(in_all / u128::from(shards.max(1))),
        })
    }

    /// The nanoseconds that all pieces take, one after the other.
    fn estimate(&self, times: &[Duration]) -> Option<u128> {
        // Behind the first piece without a time the draws would be those of fast pieces.
        let measured = self.draws.iter().take_while(|&&place| place < times.len());
        let games = u128::from(self.census.games());
        let each = measured.map(|&place| {
            let time = times[place].as_nanos();
            time.saturating_mul(games) / u128::from(self.pieces[place].games.max(1))
        });
        let (sum, count) =
            each.fold((0_u128, 0), |(sum, count), it| (sum.saturating_add(it), count + 1));
        sum.checked_div(count)
    }
}

/// No more shards than this are proposed: a longer list of files is no longer handy.
const MOST_SHARDS: usize = 100_000;

/// So many nanoseconds; at most as many seconds as a machine word holds.
fn duration(nanoseconds: u128) -> Duration {
    const SECOND: u128 = 1_000_000_000;
    match (u64::try_from(nanoseconds / SECOND), u32::try_from(nanoseconds % SECOND)) {
        (Ok(seconds), Ok(rest)) => Duration::new(seconds, rest),
        _ => Duration::from_secs(u64::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// By definition: the pieces one after the other.
    #[test]
    fn a_game_is_in_the_piece_that_holds_its_number() {
        for (from, to, moves, symmetric) in [
            (1, 9, None, false),
            (7, 24, Some(4), false),
            (1, 30, None, true),
            (5, 33, Some(5), true),
        ] {
            let census = Census::new(from, to, moves, symmetric).expect("a census");
            let mut game = 0;
            for piece in census.pieces() {
                for number in [game, game + piece.games / 2, game + piece.games - 1] {
                    let mut found = census.piece_of(number).expect("a piece");
                    found.index = piece.index;
                    assert_eq!(found, piece);
                }
                game += piece.games;
            }
            assert_eq!(game, census.games());
            assert_eq!(census.piece_of(game), None);
        }
    }

    /// A time that is the same for each game gives the exact time, whatever is drawn.
    #[test]
    fn what_takes_time_by_the_game_is_estimated_exactly() {
        let census = Census::new(3, 60, Some(4), false).expect("a census");
        for draws in [1, 7, 200] {
            let sample = Sample::new(&census, draws);
            for known in [1, sample.len() / 2, sample.len()] {
                let times: Vec<_> = (sample.pieces.iter().take(known))
                    .map(|piece| Duration::from_millis(piece.games))
                    .collect();
                let Some(plan) = sample.plan(&times, 1, SECOND) else {
                    assert_eq!(known, 0);
                    continue;
                };
                assert_eq!(plan.whole, Duration::from_millis(census.games()));
            }
        }
    }

    /// Slow pieces at one end: the draws are spread over all of them.
    #[test]
    fn what_takes_time_by_the_largest_move_is_estimated_well() {
        let census = Census::new(3, 90, Some(4), false).expect("a census");
        let time = |piece: &Subspace| Duration::from_micros(u64::from(piece.largest).pow(4));
        let exact: Duration = census.pieces().map(|piece| time(&piece)).sum();
        for draws in [50, 400] {
            let sample = Sample::new(&census, draws);
            let times: Vec<_> = sample.pieces.iter().map(time).collect();
            let plan = sample.plan(&times, 1, SECOND).expect("times");
            assert!(plan.whole < exact * 5 / 4 && plan.whole > exact * 4 / 5, "{plan:?} {exact:?}");
        }
    }

    #[test]
    fn there_are_as_many_shards_as_the_time_asks_for_and_no_more_than_pieces() {
        let census = Census::new(1, 60, Some(4), false).expect("a census");
        let sample = Sample::new(&census, 10);
        let times: Vec<_> =
            sample.pieces.iter().map(|piece| Duration::from_millis(piece.games)).collect();
        let plan = |threads, wanted| sample.plan(&times, threads, wanted).expect("times");
        let games = census.games();
        let one = plan(1, 10 * SECOND);
        assert_eq!(one.shards, games.div_ceil(10_000));
        assert!(one.each <= 10 * SECOND && one.each > 9 * SECOND, "{one:?}");
        assert_eq!(plan(4, 10 * SECOND).shards, games.div_ceil(40_000));
        assert_eq!(plan(1, Duration::MAX).shards, 1);
        assert_eq!(plan(1, Duration::ZERO).shards, census.pieces().count() as u64);
        assert_eq!(sample.plan(&[], 1, SECOND), None);
    }

    /// Nothing wraps, and nothing enumerates 2^62 games.
    #[test]
    fn the_largest_census_has_a_plan() {
        let census = Census::new(63, 63, None, false).expect("a census");
        let sample = Sample::new(&census, 1000);
        assert_eq!(sample.len(), 1000);
        let plan = sample.plan(&[Duration::MAX; 1000], 1, SECOND).expect("times");
        assert_eq!(plan.shards, MOST_SHARDS as u64);
        let plan = sample.plan(&[SECOND; 3], 1, SECOND).expect("times");
        assert_eq!(plan.whole, Duration::from_secs(1 << 42));
    }
}

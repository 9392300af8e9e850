//! Outcomes of normal play run by run, where moves are ranges, or positions are real numbers.
//!
//! A run of lost positions from A up to, but not including, B is reached by the moves a..b from the positions A + a up
//! to, but not including, B + b: these are won.  So a range costs as much as one move, and a run as much as one
//! position, however long they are.  The same holds where heaps and moves are real numbers: the runs are intervals [A,
//! B), and those that a move s wins are [A + s, B + s).
//!
//! The first position that no such run wins is lost, and so are those after it, up to one that is won or from which the
//! least move leads to it.  What comes next follows from the lost runs within the greatest move before, the *window*:
//! if these are the same before the beginnings of two lost runs, everything repeats from there on.
//!
//! *The search.*  Windows are compared with one of them, before the run with number a, until a is less than half of the
//! runs; then with the newest (R. P. Brent 1980).  So no window is stored, and two windows usually differ already in
//! their last runs.
//!
//! *The period is least.*  Let the windows before the beginnings of two lost runs be equal, with n runs from one to the
//! other.  From there on the values are those of the cyclic list of n entries, each consisting of the lengths of a lost
//! run and of the won stretch after it.  A shorter period maps the beginnings of lost runs to such beginnings, m runs
//! later.  Then the list is unchanged when it is rotated by m entries, and so by gcd(m, n), so it is a proper power: a
//! shorter list, written several times.  If so, it is also a power of the list of its first n/r entries for some prime
//! divisor r of n: these are the candidates.  They are divisors of the *number of entries*, as the period itself need
//! not be an integer.

use crate::Integer;
use crate::limit::{CancellationToken, Limit};
use num_bigint::BigInt;

/// The most runs that are kept.
const MOST_RUNS: usize = 1 << 20;

/// A number that positions and moves can be.
///
/// The default is 0; numbers are added in one group, whose order agrees with the sum.
pub trait Position: Clone + Ord + Default {
    /// The position at this distance after this one.
    #[must_use]
    fn shifted(&self, by: &Self) -> Self;
    /// The distance of this position from an earlier one.
    #[must_use]
    fn since(&self, earlier: &Self) -> Self;
    /// Is nothing computed beyond this position?
    fn is_too_far(&self) -> bool;
}

/// Sums of positions and moves fit a machine number.
impl Position for u128 {
    fn shifted(&self, by: &Self) -> Self {
        self + by
    }

    fn since(&self, earlier: &Self) -> Self {
        self - earlier
    }

    fn is_too_far(&self) -> bool {
        *self >= 1 << 120
    }
}

/// The outcomes as far as they have been computed.
#[derive(Clone, Debug)]
pub struct LostRuns<N = u128> {
    /// The first and the last move of each range.
    ranges: Box<[(N, N)]>,
    greatest: N,
    /// All lost runs so far: the first position, and the one after the last.
    runs: Vec<(N, N)>,
    /// The beginning of the run after the last one.
    start: N,
    /// For each range, the first run that it leads to from `start` or a later position.
    reached: Box<[usize]>,
    /// The run whose window is compared, and the first run of this window.
    anchor: [usize; 2],
}

impl<N: Position> LostRuns<N> {
    /// Of a game with these ranges of moves, at least one, each above 0; `None` for others.
    ///
    /// ```
    /// use grundy_sequence::LostRuns;
    /// let mut runs = LostRuns::<u128>::new(&[(1_000_000_000, 2_000_000_000)]).unwrap();
    /// let found = runs.advance(1000, &Default::default()).unwrap();
    /// assert_eq!(found, Some([3_000_000_000, 0]));
    /// ```
    pub fn new(ranges: &[(N, N)]) -> Option<Self> {
        let fits = |(first, last): &(N, N)| N::default() < *first && first <= last;
        let greatest = ranges.iter().map(|range| &range.1).max()?.clone();
        (!greatest.is_too_far() && ranges.iter().all(fits)).then(|| Self {
            ranges: ranges.into(),
            greatest,
            runs: Vec::new(),
            start: N::default(),
            reached: vec![0; ranges.len()].into(),
            anchor: [0; 2],
        })
    }

    /// The same game after a gap: `low` are the lost runs from 0 up to some position, and `high` those between two
    /// positions, the second of which is `start`, which is won.
    ///
    /// What is then computed is right as long as no move leads into the gap.  A period that it shows is not one of the
    /// game.
    #[must_use]
    pub fn after(self, low: Vec<(N, N)>, high: Vec<(N, N)>, start: N) -> Self {
        let mut after = Self { runs: [low, high].concat(), start, ..self };
        after.pass_won();
        after
    }

    /// The lost runs that are known: the first position of each, and the one after its last.
    pub fn runs(&self) -> &[(N, N)] {
        &self.runs
    }

    /// The beginning of the run after those: all values up to there are known.
    pub fn start(&self) -> &N {
        &self.start
    }

    /// The number of lost runs that are known.
    pub fn known(&self) -> u64 {
        self.runs.len() as u64
    }

    /// Computes at most this number of further runs; returns the least period and preperiod, if they are found.
    ///
    /// # Errors
    /// When a stop is requested, and [`Limit::POSITIONS`] when more would have to be kept than is allowed.
    pub fn advance(
        &mut self,
        runs: u64,
        stop: &CancellationToken,
    ) -> Result<Option<[N; 2]>, Limit> {
        for _ in 0..runs {
            stop.check()?;
            self.step()?;
            let now = [self.runs.len(), self.first_in_reach()];
            if self.is_same_window(self.anchor, now) {
                return Ok(Some(self.cycle(self.least(self.anchor[0]))));
            }
            if now[0] >= 2 * self.anchor[0] {
                self.anchor = now;
            }
        }
        Ok(None)
    }

    /// Computes one more run.
    ///
    /// # Errors
    /// [`Limit::POSITIONS`] when more would have to be kept than is allowed.
    pub fn step(&mut self) -> Result<(), Limit> {
        if self.runs.len() >= MOST_RUNS || self.start.is_too_far() {
            return Err(Limit::POSITIONS);
        }
        self.runs.push((self.start.clone(), self.end()));
        self.advance_start();
        Ok(())
    }

    /// Is this position lost, if it is known?
    pub fn is_lost(&self, position: &N) -> Option<bool> {
        let after = self.runs.partition_point(|run| run.0 <= *position);
        let inside = after.checked_sub(1).is_some_and(|run| *position < self.runs[run].1);
        (*position < self.start).then_some(inside)
    }

    /// The position after the run that begins at `start`: it is won by this run or by an earlier one.
    fn end(&self) -> N {
        let each = self.ranges.iter().zip(&self.reached).flat_map(|((least, _), &reached)| {
            let begins = self.runs.get(reached).map(|run| run.0.shifted(least));
            begins.into_iter().chain([self.start.shifted(least)])
        });
        each.min().unwrap_or_else(|| self.start.clone())
    }

    /// Moves on to the first position after the last run that is not won.
    fn advance_start(&mut self) {
        let Some((_, end)) = self.runs.last() else { return };
        self.start = end.clone();
        self.pass_won();
    }

    /// Moves on to the first position from `start` on that is not won by a run.
    fn pass_won(&mut self) {
        loop {
            let mut is_won = false;
            for ((least, greatest), reached) in self.ranges.iter().zip(&mut self.reached) {
                while let Some((from, end)) = self.runs.get(*reached) {
                    let end = end.shifted(greatest);
                    if end <= self.start {
                        *reached += 1;
                    } else if from.shifted(least) <= self.start {
                        self.start = end;
                        is_won = true;
                    } else {
                        break;
                    }
                }
            }
            if !is_won {
                break;
            }
        }
    }

    /// The first run of the window before `start`: the one that the greatest move leads to.
    fn first_in_reach(&self) -> usize {
        self.reached.iter().copied().min().unwrap_or(0)
    }

    /// The beginning of this run, which may be the one after those that are known.
    fn beginning(&self, run: usize) -> &N {
        self.runs.get(run).map_or(&self.start, |run| &run.0)
    }

    /// Are the windows before two runs the same?  Each is given with the first run within the greatest move before it.
    ///
    /// Windows that differ usually do so in their number of runs, or at one of their ends.
    fn is_same_window(&self, [one, from]: [usize; 2], [other, to]: [usize; 2]) -> bool {
        let (earlier, later) = (&self.runs[from..one], &self.runs[to..other]);
        let starts = (self.beginning(one), self.beginning(other));
        let distance = |start: &N, position: &N| start.since(position).min(self.greatest.clone());
        let is_same = |(a, b): (&(N, N), &(N, N))| {
            distance(starts.0, &a.1) == distance(starts.1, &b.1)
                && distance(starts.0, &a.0) == distance(starts.1, &b.0)
        };
        earlier.len() == later.len()
            && earlier.first().zip(later.first()).is_none_or(is_same)
            && earlier.iter().zip(later).rev().all(is_same)
    }

    /// The length of a lost run and of the won stretch after it.
    fn entry(&self, run: usize) -> [N; 2] {
        let (start, end) = &self.runs[run];
        [end.since(start), self.beginning(run + 1).since(end)]
    }

    /// The last run with the window before `start`, given an earlier run with this window: the cyclic list of entries
    /// between the two is not a proper power.
    fn least(&self, earlier: usize) -> usize {
        let last = self.runs.len();
        let is_power = |from: usize, length: usize| {
            (from..last - length).all(|run| self.entry(run) == self.entry(run + length))
        };
        let (mut entries, mut rest, mut prime) = (last - earlier, last - earlier, 2);
        while rest > 1 {
            if prime * prime > rest {
                prime = rest;
            }
            while rest % prime == 0 {
                rest /= prime;
                if is_power(last - entries, entries / prime) {
                    entries /= prime;
                }
            }
            prime += 1;
        }
        last - entries
    }

    /// The period and its least preperiod, from a run with the window before `start`.
    fn cycle(&self, earlier: usize) -> [N; 2] {
        let period = self.start.since(&self.runs[earlier].0);
        // A period earlier, unless that position is negative.
        let sooner = |position: &N| match *position >= period {
            true => position.since(&period),
            false => N::default(),
        };
        let shifted = self.runs.iter().rev().map(|(start, end)| (sooner(start), sooner(end)));
        let shifted = shifted.take_while(|(_, end)| *end > N::default());
        let mut before = self.runs[..earlier].iter().rev().cloned();
        let mut preperiod = None;
        for (start, end) in shifted {
            preperiod = match before.next() {
                Some(same) if same == (start.clone(), end.clone()) => continue,
                // The last difference is at the end of one of the two, or, if these agree, at the beginning.
                Some((_, last)) if last != end => Some(last.max(end)),
                Some((first, _)) => Some(first.max(start)),
                None => Some(end),
            };
            break;
        }
        let rest = || before.next().map_or(N::default(), |(_, end)| end);
        [period.clone(), preperiod.unwrap_or_else(rest)]
    }
}

impl LostRuns {
    /// As [`LostRuns::advance`], as integers.
    ///
    /// # Errors
    /// The same as there.
    pub fn advance_integers(
        &mut self,
        runs: u64,
        stop: &CancellationToken,
    ) -> Result<Option<[Integer; 2]>, Limit> {
        let integers = |it: [u128; 2]| it.map(|number| Integer::from(BigInt::from(number)));
        Ok(self.advance(runs, stop)?.map(integers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Moves, Rule, oracle};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn runs_are_those_of_the_sequence(
            ranges in prop::collection::vec((1_u64..30, 0_u64..20), 1..4),
        ) {
            let ranges: Vec<_> = ranges.into_iter().map(|(a, more)| (a, a + more)).collect();
            let mut sizes: Vec<u64> = ranges.iter().flat_map(|&(a, b)| a..=b).collect();
            sizes.sort_unstable();
            sizes.dedup();
            let game = Game::new(Moves::new(&sizes).expect("moves"), Rule::Normal).expect("one");
            let ranges: Vec<_> = ranges.iter().map(|&(a, b)| (a.into(), b.into())).collect();
            let mut runs = LostRuns::<u128>::new(&ranges).expect("ranges");
            let stop = CancellationToken::default();
            let found = runs.advance_integers(2000, &stop).expect("no limit");
            let values = oracle::sequence(&game, 3000);
            for (position, value) in values.iter().enumerate() {
                if let Some(is_lost) = runs.is_lost(&(position as u128)) {
                    prop_assert_eq!(is_lost, value.0 == 0, "{}", position);
                }
            }
            let expected = oracle::cycle(&game, 3000);
            if let (Some(found), Some(expected)) = (found, expected) {
                prop_assert_eq!(found, [expected.period.into(), expected.preperiod.into()]);
            }
        }
    }

    #[test]
    fn large_ranges_take_few_runs() {
        let stop = CancellationToken::default();
        for (ranges, period, preperiod) in [
            (&[(1, 1 << 60)][..], (1_u128 << 60) + 1, 0),
            (&[(1 << 50, 3 << 50), (5 << 50, 5 << 50)], 4 << 50, 0),
        ] {
            let mut runs = LostRuns::<u128>::new(ranges).expect("ranges");
            let found = runs.advance(100, &stop).expect("no limit").expect("a period");
            assert_eq!(found, [period, preperiod]);
            assert!(runs.known() < 5);
        }
        assert!(LostRuns::<u128>::new(&[]).is_none() && LostRuns::<u128>::new(&[(0, 3)]).is_none());
        assert!(LostRuns::<u128>::new(&[(1, 1 << 121)]).is_none());
    }

    /// Where a list is written several times, the shorter one is found from any two equal windows.
    #[test]
    fn a_proper_power_is_divided() {
        // { 1 3 5 } has period 2; { 2 3 } has period 5, n = 1; { 1 4 10 } a period with several entries.
        for (moves, period) in [(&[1_u128, 3, 5][..], 2), (&[2, 3], 5), (&[2, 5, 7], 22)] {
            let ranges: Vec<_> = moves.iter().map(|&it| (it, it)).collect();
            let mut runs = LostRuns::<u128>::new(&ranges).expect("moves");
            let stop = CancellationToken::default();
            while runs.known() < 400 {
                runs.advance(1, &stop).expect("no limit");
            }
            let now = [runs.runs.len(), runs.first_in_reach()];
            let first = |run: usize| {
                let start = runs.beginning(run);
                runs.runs[..run].partition_point(|run| run.1 + runs.greatest <= *start)
            };
            let is_same = |&run: &usize| runs.is_same_window([run, first(run)], now);
            let same: Vec<_> = (0..now[0]).filter(is_same).collect();
            assert!(same.len() > 20);
            for earlier in same {
                assert_eq!(runs.cycle(runs.least(earlier))[0], period, "{moves:?} {earlier}");
            }
        }
    }
}

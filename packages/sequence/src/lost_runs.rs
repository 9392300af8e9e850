//! Outcomes of normal play run by run, where moves are ranges.
//!
//! A run of lost positions from A up to, but not including, B is reached by the moves a..b from the positions
//! A + a up to, not including, B + b: these are won.  So a range costs as much as one move, and a
//! run as much as one position, however long they are.
//!
//! The first position that no such run wins is lost, and so are those behind it, up to one that is won or
//! that the least move leads to it from.  What comes next follows from the lost runs within the
//! greatest move before: if these are the same before the beginnings of two lost runs, all repeats from there on.
//!
//! *The first such pair gives the least period.*  Let the windows before x and x' be equal, x' the first
//! position for which there is such an x.  Then the values repeat with the period x' - x from the begin of the window
//! before x on, and with the least period p as well, which divides it.  So the window before x + p is the
//! same, a lost run begins there, and x' = x + p.

use crate::Integer;
use crate::limit::{CancellationToken, Limit};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

/// Beyond this position nothing is computed; sums of positions and moves fit a machine number.
const FARTHEST: u128 = 1 << 120;

/// The most runs that are kept.
const MOST_RUNS: usize = 1 << 20;

/// The most numbers of windows that are kept.
const MOST_KEPT: usize = 1 << 24;

/// The outcomes as far as they are computed.
#[derive(Clone, Debug)]
pub struct LostRuns {
    /// First and last move of each range.
    ranges: Box<[(u64, u64)]>,
    /// All lost runs so far: first position, position behind the last.
    runs: Vec<(u128, u128)>,
    /// From here on nothing is known.
    next: u128,
    /// The beginning of a lost run by the window before it.
    windows: FxHashMap<Box<[u128]>, usize>,
    /// The numbers of all windows.
    kept: usize,
}

impl LostRuns {
    /// Of a game with these ranges of moves, each from 1 on, at least one; `None` for others.
    ///
    /// ```
    /// use grundy_sequence::LostRuns;
    /// let mut runs = LostRuns::new(&[(1_000_000_000, 2_000_000_000)]).unwrap();
    /// let found = runs.advance(1000, &Default::default()).unwrap();
    /// assert_eq!(found, Some([3_000_000_000_u64.into(), 0.into()]));
    /// ```
    pub fn new(ranges: &[(u64, u64)]) -> Option<Self> {
        let fits = |(first, last): &(u64, u64)| 1 <= *first && first <= last;
        (!ranges.is_empty() && ranges.iter().all(fits)).then(|| Self {
            ranges: ranges.into(),
            runs: Vec::new(),
            next: 0,
            windows: FxHashMap::default(),
            kept: 0,
        })
    }

    /// How many lost runs are known.
    pub fn known(&self) -> u64 {
        self.runs.len() as u64
    }

    /// At most so many runs more; the least period and preperiod, if they are found.
    ///
    /// # Errors
    /// When a stop is asked for, and [`Limit::POSITIONS`] when more would have to be kept than is allowed.
    pub fn advance(
        &mut self,
        runs: u64,
        stop: &CancellationToken,
    ) -> Result<Option<[Integer; 2]>, Limit> {
        for turn in 0..runs {
            if turn % 64 == 0 {
                stop.check()?;
            }
            if self.runs.len() >= MOST_RUNS || self.kept >= MOST_KEPT || self.next >= FARTHEST {
                return Err(Limit::POSITIONS);
            }
            let start = self.first_not_won(self.next);
            let window = self.window(start);
            let number = self.runs.len();
            self.runs.push((start, self.end(start)));
            self.next = self.runs[number].1;
            self.kept += window.len() + 1;
            if let Some(&earlier) = self.windows.get(&window) {
                let cycle = self.cycle(earlier, number);
                return Ok(Some(cycle.map(|number| Integer::from(BigInt::from(number)))));
            }
            self.windows.insert(window, number);
        }
        Ok(None)
    }

    /// Is this position lost, if it is known?
    pub fn is_lost(&self, position: u128) -> Option<bool> {
        let behind = self.runs.partition_point(|run| run.0 <= position);
        let inside = behind.checked_sub(1).is_some_and(|run| position < self.runs[run].1);
        (position < self.next).then_some(inside)
    }

    fn greatest(&self) -> u128 {
        self.ranges.iter().map(|range| u128::from(range.1)).max().unwrap_or(0)
    }

    /// The runs that some move leads to from this position or a later one.
    fn in_reach(&self, position: u128) -> &[(u128, u128)] {
        let first = self.runs.partition_point(|run| run.1 + self.greatest() <= position);
        &self.runs[first..]
    }

    /// For each lost run and each range, the positions that are won by it: the first one, and behind the last.
    fn won(&self, position: u128) -> impl Iterator<Item = (u128, u128)> {
        self.in_reach(position).iter().flat_map(|&(start, end)| {
            self.ranges.iter().map(move |&(a, b)| (start + u128::from(a), end + u128::from(b)))
        })
    }

    fn first_not_won(&self, position: u128) -> u128 {
        let mut won: Vec<_> = self.won(position).collect();
        won.sort_unstable();
        won.into_iter().fold(position, |at, (from, end)| if from <= at { at.max(end) } else { at })
    }

    /// Behind the lost run that begins here.
    fn end(&self, start: u128) -> u128 {
        let least = self.ranges.iter().map(|range| start + u128::from(range.0)).min();
        let won = self.won(start).map(|it| it.0).filter(|first| *first > start);
        won.chain(least).min().unwrap_or(start)
    }

    /// The lost runs within the greatest move before this position, by their distances from it.
    fn window(&self, position: u128) -> Box<[u128]> {
        let far = self.greatest();
        let runs = self.runs.iter().rev().take_while(|run| run.1 + far > position);
        runs.flat_map(|&(start, end)| [(position - start).min(far), position - end]).collect()
    }

    /// The least period and preperiod, from two runs with the same window before them.
    fn cycle(&self, earlier: usize, later: usize) -> [u128; 2] {
        let period = self.runs[later].0 - self.runs[earlier].0;
        // A period earlier, as far as that is no negative position.
        let shifted = self.runs[..later].iter().rev().map_while(|&(start, end)| {
            let end = end.checked_sub(period).filter(|end| *end > 0)?;
            Some((start.saturating_sub(period), end))
        });
        let mut before = self.runs[..earlier].iter().rev().copied();
        for (start, end) in shifted {
            match before.next() {
                Some(same) if same == (start, end) => {}
                // The last difference is at the end of one of the two, or if these agree at the beginning.
                Some((_, last)) if last != end => return [period, last.max(end)],
                Some((first, _)) => return [period, first.max(start)],
                None => return [period, end],
            }
        }
        [period, before.next().map_or(0, |(_, end)| end)]
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
            let mut runs = LostRuns::new(&ranges).expect("ranges");
            let stop = CancellationToken::default();
            let found = runs.advance(2000, &stop).expect("no limit");
            let values = oracle::sequence(&game, 3000);
            for (position, value) in values.iter().enumerate() {
                if let Some(is_lost) = runs.is_lost(position as u128) {
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
            let mut runs = LostRuns::new(ranges).expect("ranges");
            let found = runs.advance(100, &stop).expect("no limit").expect("a period");
            assert_eq!(
                found.map(|it| it.to_string()),
                [period, preperiod].map(|it| it.to_string())
            );
            assert!(runs.known() < 5);
        }
        assert!(LostRuns::new(&[]).is_none() && LostRuns::new(&[(0, 3)]).is_none());
    }
}

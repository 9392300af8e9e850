//! The values at positions that are too far out to be reached by steps.
//!
//! A trace determines the values in the window before any position that it reaches (`place`).  Where the state has
//! recurred, later positions have the values of those a period earlier.

use super::cycle::Cycle;
use super::place::Places;
use super::search::LoopSearch;
use crate::Integer;
use crate::limit::{CancellationToken, Limit};
use crate::sequence::Rule;

/// The number of values that are read from a trace at a time.
const PIECE: usize = 1 << 20;

/// The values at any positions, read from a trace by jumps: without windows, whose length is the greatest move.
#[derive(Clone, Debug)]
pub struct Far {
    search: LoopSearch,
    /// The cycle of the sequence without the delay of misère play.
    cycle: Option<Cycle>,
    /// The trace reaches this position.
    reach: Integer,
}

impl Far {
    /// A search at its beginning; `None` where there are no jumps ([`LoopSearch::new`]).
    pub fn new(sizes: &[u64], rule: Rule) -> Option<Self> {
        Some(Self { search: LoopSearch::new(sizes, rule)?, cycle: None, reach: Integer::ZERO })
    }

    /// The number of steps that were made.
    pub fn steps(&self) -> u64 {
        self.search.statistics().steps
    }

    /// Continues for this number of steps; `true` when all values before `end` can be read.
    ///
    /// # Errors
    /// As [`LoopSearch::advance`].
    pub fn advance(
        &mut self,
        steps: u64,
        end: &Integer,
        stop: &CancellationToken,
    ) -> Result<bool, Limit> {
        if let Some(mut cycle) = self.search.advance(steps, stop)? {
            if !cycle.preperiod.is_zero() {
                cycle.preperiod -= &Integer::from(self.search.delay);
            }
            self.cycle = Some(cycle);
            return Ok(true);
        }
        self.reach = Places::new(&self.search, stop)?.reach()?;
        Ok(&self.reach + &Integer::from(self.search.delay) >= *end)
    }

    /// The values of `count` positions, which must be readable.
    ///
    /// # Errors
    /// When a stop is requested, and where numbers inside a loop are too large.
    pub fn values(
        &self,
        from: &Integer,
        count: usize,
        stop: &CancellationToken,
    ) -> Result<Vec<u32>, Limit> {
        // In misère play the positions below the least move are won; then normal play follows.
        let from = from - &Integer::from(self.search.delay);
        let end = &from + &Integer::from(count);
        let before = (-&from).max(Integer::ZERO).min(Integer::from(count));
        let mut values = vec![1; before.to().ok_or(Limit::POSITIONS)?];
        let mut places = Places::new(&self.search, stop)?;
        let mut read = |from: &Integer, end: &Integer| -> Result<Vec<u32>, Limit> {
            let (mut values, mut at) = (Vec::new(), from.clone());
            let most = Integer::from(places.greatest()).min(Integer::from(PIECE));
            while at < *end {
                stop.check()?;
                let length = (end - &at).min(most.clone());
                at += &length;
                let length = length.to_i64().ok_or(Limit::POSITIONS)?;
                values.extend(places.last_before(&at, length)?.into_iter().map(u32::from));
            }
            Ok(values)
        };
        let mut from = from.max(Integer::ZERO);
        let Some(Cycle { period, preperiod, .. }) = &self.cycle else {
            values.extend(read(&from, &end)?);
            return Ok(values);
        };
        if from < *preperiod {
            let until = preperiod.clone().min(end.clone());
            values.extend(read(&from, &until)?);
            from = until;
        }
        let missing = count - values.len();
        if missing > 0 {
            let first = &(&from - preperiod).mod_floor(period) + preperiod;
            let turn = preperiod + period;
            let until = turn.clone().min(&first + &Integer::from(missing));
            values.extend(read(&first, &until)?);
        }
        let missing = count - values.len();
        if missing > 0 {
            let until = preperiod + &period.clone().min(Integer::from(missing));
            let word = read(preperiod, &until)?;
            values.extend(word.iter().copied().cycle().take(missing));
        }
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::{Game, Moves, values};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]
        #[test]
        fn values_are_read_without_windows(
            sizes in proptest::collection::btree_set(1..60_u64, 1..5),
            from in 0..20_000_u64,
            count in 0..500_usize,
        ) {
            let sizes: Vec<u64> = sizes.into_iter().collect();
            for rule in [Rule::Normal, Rule::Misere, Rule::Mex] {
                let game = Game::new(Moves::new(&sizes).expect("moves"), rule).expect("a game");
                let (stop, end) = (CancellationToken::default(), Integer::from(20_500));
                let mut jumps = Far::new(&sizes, rule).expect("jumps");
                while !jumps.advance(64, &end, &stop).expect("steps") {}
                let found = jumps.values(&from.into(), count, &stop).expect("values");
                let expected = values(&game, from, count, &stop).expect("values");
                prop_assert_eq!(found, expected, "{} {}", game.moves(), rule);
            }
        }
    }
}

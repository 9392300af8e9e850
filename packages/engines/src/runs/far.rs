//! The values at positions that are too far out to be reached by steps.
//!
//! A trace determines the values in the window before any position that it reaches (`place`), and the window determines
//! all that follows: the game is continued there with the window as its start.  Where the state has recurred, later
//! positions have the values of those a period earlier.

use super::cycle::Cycle;
use super::limits::NEAR;
use super::place::Places;
use super::search::LoopSearch;
use crate::Integer;
use crate::limit::{CancellationToken, Limit};
use crate::model::Value;
use crate::sequence::{Game, Rule, Stream};

/// The number of values that are read from a trace at a time.
const PIECE: usize = 1 << 20;

/// The values of a game from any position on.
///
/// ```
/// use grundy_engines::runs::stream;
/// use grundy_sequence::{Game, Moves, Rule};
/// let game = Game::new(Moves::new(&[1, 2]).unwrap(), Rule::Mex).unwrap();
/// // The values are 0 1 2 0 1 2 ..., and 10^30 leaves the remainder 1 by 3.
/// let far = "1000000000000000000000000000000".parse().unwrap();
/// let mut values = stream(&game, &far, &Default::default()).unwrap();
/// assert_eq!(values.take(4, &Default::default()).unwrap(), [1, 2, 0, 1]);
/// ```
///
/// # Errors
/// When a stop is requested, for a position below 0, and when neither jumps nor steps reach it.
pub fn stream(game: &Game, from: &Integer, stop: &CancellationToken) -> Result<Stream, Limit> {
    let near = from.to::<u64>();
    if from.is_negative() {
        return Err(Limit::POSITIONS);
    }
    if let Some(near @ ..=NEAR) = near {
        return Ok(Stream::new(game, near));
    }
    match continued(game, from, stop) {
        Err(limit) if limit != Limit::STOPPED => {
            near.map(|near| Stream::new(game, near)).ok_or(limit)
        }
        found => found,
    }
}

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

/// The game from a position on, by jumps.
fn continued(game: &Game, from: &Integer, stop: &CancellationToken) -> Result<Stream, Limit> {
    let sizes: Vec<_> = game.moves().sizes().iter().map(|&size| u64::from(size)).collect();
    let search = LoopSearch::new(&sizes, game.rule()).filter(|_| game.start().is_none());
    let mut search = search.ok_or(Limit::POSITIONS)?;
    // In misère play the sequence of normal play, which the trace is about, comes with this delay.
    let mut position = from - &Integer::from(search.delay);
    let mut steps = LoopSearch::TURN;
    let mut places = loop {
        if let Some(cycle) = search.advance(steps, stop)? {
            if position >= cycle.preperiod {
                position =
                    (&position - &cycle.preperiod).mod_floor(&cycle.period) + &cycle.preperiod;
            }
            break Places::new(&search, stop)?;
        }
        let mut places = Places::new(&search, stop)?;
        if places.reach()? >= position {
            break places;
        }
        steps *= 2;
    };
    let window = places.last_before(&position, places.greatest())?;
    let window: Vec<_> = window.into_iter().map(Value).collect();
    let rule = if game.rule() == Rule::Misere { Rule::Normal } else { game.rule() };
    // The window has max L values, which is as far back as moves lead.
    let continued = Game::with_start(game.moves().clone(), rule, &window);
    continued.map(|game| Stream::new(&game, 0)).map_err(|_| Limit::POSITIONS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::{Moves, Tally, values};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    const COUNT: usize = 500;

    fn far(game: &Game, from: u64) -> Vec<u32> {
        let stop = CancellationToken::default();
        let mut stream = continued(game, &from.into(), &stop).expect("jumps");
        stream.take(COUNT, &stop).expect("values")
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]
        #[test]
        fn jumps_lead_to_the_values_of_the_rule(
            sizes in proptest::collection::btree_set(1..60_u64, 2..5),
            from in 100..20_000_u64,
        ) {
            let sizes: BTreeSet<u64> = sizes;
            let moves = Moves::new(&sizes.into_iter().collect::<Vec<_>>()).expect("moves");
            for rule in [Rule::Normal, Rule::Misere, Rule::Mex] {
                let game = Game::new(moves.clone(), rule).expect("a game");
                let expected = values(&game, from, COUNT, &Default::default()).expect("values");
                prop_assert_eq!(far(&game, from), expected, "{} {}", game.moves(), rule);
            }
        }
    }

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

    /// The period of { 200 500 601 801 } is 14001101 for Grundy values.
    #[test]
    fn positions_far_out_have_the_values_of_those_a_period_earlier() {
        let moves = Moves::new(&[200, 500, 601, 801]).expect("moves");
        let game = Game::new(moves, Rule::Mex).expect("a game");
        let stop = CancellationToken::default();
        let period: Integer = 14_001_101.into();
        let mut from = Integer::from(5_000_000);
        let expected = values(&game, 5_000_000, COUNT, &stop).expect("values");
        for _ in 0..40 {
            from = &(&from + &from) - &Integer::from(5_000_000) + &period;
            let mut there = stream(&game, &from, &stop).expect("a stream");
            assert_eq!(there.take(COUNT, &stop).expect("values"), expected, "{from}");
            if from > Integer::from(i64::MAX) {
                return;
            }
        }
    }

    #[test]
    fn what_jumps_do_not_reach_is_said() {
        let moves = Moves::new(&[2, 5]).expect("moves");
        let stop = CancellationToken::default();
        let game = Game::new(moves.clone(), Rule::Lost(Tally::Odd)).expect("a game");
        let far: Integer = "100000000000000000000".parse().expect("a number");
        assert_eq!(stream(&game, &far, &stop).err(), Some(Limit::POSITIONS));
        let game = Game::new(moves, Rule::Normal).expect("a game");
        assert_eq!(stream(&game, &Integer::from(-1), &stop).err(), Some(Limit::POSITIONS));
        stop.request();
        assert_eq!(stream(&game, &far, &stop).err(), Some(Limit::STOPPED));
    }
}

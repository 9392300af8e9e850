//! Games whose moves are long ranges, or too large for jumps, run by run.

use super::distant::Distant;
use crate::Integer;
use crate::limit::{CancellationToken, Limit};
use crate::model::Rule;
use crate::runs::{Cycle, GREATEST};
use crate::sequence::LostRuns;

/// The number of moves, in total and for each range, from which on a game is computed range by range.
const MANY: u64 = 256;

/// The most runs that are computed.
const MOST_RUNS: u64 = 1 << 19;

/// The runs between two checks of what is requested.
const TURN: u64 = 1 << 10;

/// The values that are read between two checks for a stop.
const ASKED: usize = 1 << 12;

/// The most moves with which a game that has larger moves is computed move by move.
const FEW: u64 = 1 << 12;

/// The values of a game whose moves are long ranges, or too large for jumps.
#[derive(Clone, Debug)]
pub struct Ranges {
    /// The outcomes of normal play.
    runs: Option<LostRuns>,
    /// What follows from smaller moves.
    distant: Option<Distant>,
    /// The delay of the sequence with respect to that of normal play.
    delay: u64,
}

impl Ranges {
    /// For these ranges of moves, disjoint and in increasing order; `None` if they are short and no larger than
    /// [`GREATEST`], and for Grundy values and other rules if there are many.
    ///
    /// ```
    /// use grundy_engines::one_game::Ranges;
    /// use grundy_sequence::Rule;
    /// let stop = Default::default();
    /// let game = Ranges::new(&[(1_000_000_000, 2_000_000_000)], Rule::Misere).unwrap();
    /// let cycle = game.clone().cycle(&stop).unwrap();
    /// assert_eq!((cycle.period, cycle.preperiod), (3_000_000_000_u64.into(), 0.into()));
    /// // The last position of a period, and the first one of the next.
    /// let values = game.values(&3_999_999_999_u64.into(), 2, &stop).unwrap();
    /// assert_eq!(values, [1, 0]);
    /// ```
    pub fn new(ranges: &[(u64, u64)], rule: Rule) -> Option<Self> {
        let delay = match rule {
            Rule::Misere => ranges.first()?.0,
            _ => 0,
        };
        let moves = ranges.iter().map(|(first, last)| last.saturating_sub(*first));
        let moves = moves.fold(ranges.len() as u64, u64::saturating_add);
        let is_distant = ranges.last()?.1 > GREATEST;
        let is_many = moves >= MANY.saturating_mul(ranges.len() as u64);
        let by_runs = matches!(rule, Rule::Normal | Rule::Misere) && (is_many || is_distant);
        let wide: Box<[_]> = ranges.iter().map(|&(a, b)| (a.into(), b.into())).collect();
        let runs = by_runs.then(|| LostRuns::new(&wide)).flatten();
        let sizes = || ranges.iter().flat_map(|&(a, b)| a..=b).collect::<Vec<u64>>();
        let distant = (moves <= FEW).then(|| Distant::new(&sizes(), rule)).flatten();
        (runs.is_some() || distant.is_some()).then_some(Self { runs, distant, delay })
    }

    /// Are some moves too large for jumps?
    pub fn is_distant(&self) -> bool {
        self.distant.is_some()
    }

    /// The number of runs that were computed.
    pub fn runs(&self) -> u64 {
        self.runs.as_ref().map_or(0, LostRuns::known)
    }

    /// The least period and preperiod.
    ///
    /// # Errors
    /// When a stop is requested, and when they are not found within the runs that are kept.
    pub fn cycle(&mut self, stop: &CancellationToken) -> Result<Cycle, Limit> {
        if let Some(distant) = &self.distant
            && let Some(cycle) = distant.cycle(stop)?
        {
            return Ok(cycle);
        }
        let Some(runs) = &mut self.runs else { return Err(Limit::POSITIONS) };
        while runs.known() < MOST_RUNS {
            if let Some([period, preperiod]) = runs.advance_integers(TURN, stop)? {
                // Misère play is normal play with a delay; `crate::sequence::CycleSearch` shows that a preperiod 0
                // stays 0.
                let preperiod = match preperiod.is_zero() {
                    true => preperiod,
                    false => &preperiod + &self.delay.into(),
                };
                return Ok(Cycle { period, preperiod, is_least: true });
            }
        }
        Err(Limit::POSITIONS)
    }

    /// The values of `count` positions from this one on, which is at least 0.
    ///
    /// # Errors
    /// When a stop is requested, and when these positions are not reached and no period is found.
    pub fn values(
        mut self,
        from: &Integer,
        count: usize,
        stop: &CancellationToken,
    ) -> Result<Vec<u32>, Limit> {
        if let Some(distant) = &self.distant
            && let Some(values) = distant.values(from, count, stop)?
        {
            return Ok(values);
        }
        let Some(runs) = &mut self.runs else { return Err(Limit::POSITIONS) };
        let normal = |position: &Integer| position - &self.delay.into();
        let end = normal(&(from + &Integer::from(count)));
        let mut cycle = None;
        while cycle.is_none() && small(&end).is_none_or(|end| runs.is_lost(&end).is_none()) {
            if runs.known() >= MOST_RUNS {
                return Err(Limit::POSITIONS);
            }
            cycle = runs.advance_integers(TURN, stop)?;
        }
        let mut first = normal(from);
        if let Some([period, preperiod]) = cycle.as_ref().filter(|cycle| first >= cycle[1]) {
            first = &(&first - preperiod).mod_floor(period) + preperiod;
        }
        // All positions before those of normal play are won.
        let before = (-&first).max(Integer::ZERO).min(count.into()).to().ok_or(Limit::POSITIONS)?;
        let mut values = vec![1; before];
        let mut position = small(&first.max(Integer::ZERO)).ok_or(Limit::POSITIONS)?;
        let turn = cycle.as_ref().and_then(|[period, preperiod]| {
            Some((small(preperiod)?, small(&(preperiod + period))?))
        });
        while values.len() < count {
            if values.len() % ASKED == 0 {
                stop.check()?;
            }
            let lost = runs.is_lost(&position).ok_or(Limit::POSITIONS)?;
            values.push(u32::from(!lost));
            position += 1;
            if let Some((preperiod, _)) = turn.filter(|(_, end)| position == *end) {
                position = preperiod;
            }
        }
        Ok(values)
    }
}

fn small(number: &Integer) -> Option<u128> {
    u128::try_from(number.to_big()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::{Game, Moves, cycle, values};

    /// Compared with direct computation, for moves that are few enough for it.
    #[test]
    fn ranges_are_all_their_moves() {
        let stop = CancellationToken::default();
        for ranges in [
            &[(300_u64, 900_u64)][..],
            &[(1, 700)],
            &[(300, 899), (1500, 2100)],
            &[(40, 800), (1801, 2500), (4000, 4700)],
        ] {
            for rule in [Rule::Normal, Rule::Misere] {
                let sizes: Vec<u64> = ranges.iter().flat_map(|&(a, b)| a..=b).collect();
                let game = Game::new(Moves::new(&sizes).expect("moves"), rule).expect("a game");
                let expected = cycle(&game, 1 << 24, &stop).expect("a period");
                let by_runs = Ranges::new(ranges, rule).expect("long ranges");
                let found = by_runs.clone().cycle(&stop).expect("a period");
                assert_eq!(found, expected.into(), "{ranges:?} {rule}");
                let near = values(&game, 0, 20_000, &stop).expect("values");
                let found = by_runs.clone().values(&Integer::ZERO, 20_000, &stop);
                assert_eq!(found.expect("values"), near);
                let far = expected.period * 1_000_000 + expected.preperiod;
                let far = by_runs.values(&far.into(), 500, &stop).expect("values");
                let there = values(&game, expected.preperiod, 500, &stop).expect("values");
                assert_eq!(far, there, "{ranges:?} {rule}");
            }
        }
        assert!(Ranges::new(&[(3, 3), (5, 5)], Rule::Normal).is_none());
        assert!(Ranges::new(&[(1, 1000)], Rule::Mex).is_none());
    }
}

//! Games with moves that are larger than those that jumps support.
//!
//! A move matters only for the positions from its size on.  So below the first large move the values are those of the
//! *near* game, whose moves are the others, and a little beyond it they follow from two pieces of the near game: the
//! values just before the large move, and those from position 0 on.
//!
//! # Period
//!
//! Let the near game have v(x) = v(x + p) for all x >= r, and let no large move s lead from a position to one with the
//! same value: v(x) != v(x + s) for each x >= 0, where it is enough to look at those below r + p.  For outcome classes
//! of normal and misère play only lost positions need to be looked at.  Then the game also has the values v, by
//! induction: to each position a large move adds an option with a value other than v(x).  It changes no mex; a lost
//! position gets no lost option, and a won one keeps the lost option that it has.  (In misère play the positions below
//! the least move are won without one, but a large move does not begin there.)
//!
//! # Common divisors
//!
//! If d divides all moves, v(x) is the value of floor(x / d) in the game with the moves divided by d.  A period of v
//! maps places where the value changes to such places, and these are multiples of d.  So unless the values are
//! eventually constant, the least period and preperiod are d times those of the smaller game; if they are, the period
//! is 1.

use super::{Search, Source, Unreached};
use crate::Integer;
use crate::limit::{CancellationToken, Limit};
use crate::model::Rule;
use crate::runs::{Cycle, GREATEST, MOST_MOVES, MOST_OUTCOME_MOVES};
use crate::sequence::{Moves, oracle};

/// The most positions of the near game that are compared, and that are computed beyond the first large move.
const MOST_POSITIONS: usize = 1 << 20;

/// The work, in positions, after which the search for the period of the near game ends.
const SEARCHED: u64 = 1 << 24;

/// A game some of whose moves are large.
#[derive(Clone, Debug)]
pub(super) struct Distant {
    /// The common divisor of all moves.
    divisor: u64,
    /// All other moves divided by it, in increasing order.
    near: Vec<u64>,
    /// The moves that are large even after division, in increasing order; may be empty.
    large: Vec<u64>,
    rule: Rule,
}

impl Distant {
    /// For these moves, in increasing order; `None` if none of them is too large for jumps, or if the rule is only
    /// computed directly.
    pub(super) fn new(sizes: &[u64], rule: Rule) -> Option<Self> {
        let has_jumps = match rule {
            Rule::Normal | Rule::Misere => sizes.len() <= MOST_OUTCOME_MOVES,
            Rule::Mex => sizes.len() <= MOST_MOVES,
            Rule::Lost(_) | Rule::Won(_) => false,
        };
        let most = if has_jumps { GREATEST } else { Moves::GREATEST };
        if *sizes.last()? <= most {
            return None;
        }
        let divisor = sizes.iter().fold(0, |divisor, &size| num_integer::gcd(divisor, size));
        let divided: Vec<u64> = sizes.iter().map(|size| size / divisor).collect();
        let (near, large) = divided.split_at(divided.partition_point(|size| *size <= most));
        Some(Self { divisor, near: near.to_vec(), large: large.to_vec(), rule })
    }

    /// The least period and preperiod; `None` if they do not follow from those of the near game.
    ///
    /// # Errors
    /// When a stop is requested.
    pub(super) fn cycle(&self, stop: &CancellationToken) -> Result<Option<Cycle>, Limit> {
        let Some(found) = self.near_cycle(stop)? else { return Ok(None) };
        let divisor = Integer::from(self.divisor);
        let period = match found.period == Integer::ONE {
            true => Integer::ONE,
            false => &found.period * &divisor,
        };
        Ok(Some(Cycle { period, preperiod: &found.preperiod * &divisor, ..found }))
    }

    /// The cycle of the near game, if large moves do not change its values.
    fn near_cycle(&self, stop: &CancellationToken) -> Result<Option<Cycle>, Limit> {
        let Some(search) = Search::new(&self.near, self.rule) else { return Ok(None) };
        let search = search.within_positions(SEARCHED);
        let found: Cycle = match search.run(stop) {
            Ok(found) => found.cycle,
            Err(Limit::STOPPED) => return Err(Limit::STOPPED),
            Err(_) => return Ok(None),
        };
        if self.large.is_empty() {
            return Ok(Some(found));
        }
        // Without near moves, large ones begin at positions without an option.
        if self.near.is_empty() {
            return Ok(None);
        }
        let end = &found.period + &found.preperiod;
        let count = end.to::<usize>().filter(|count| *count <= MOST_POSITIONS);
        let Some(count) = count.filter(|_| found.is_least) else { return Ok(None) };
        let Some(values) = self.near_values(&Integer::ZERO, count, stop)? else { return Ok(None) };
        let (period, preperiod) = (found.period.clone(), found.preperiod.clone());
        for &size in &self.large {
            for (position, &value) in values.iter().enumerate() {
                if position % 4096 == 0 {
                    stop.check()?;
                }
                let target = &Integer::from(position) + &Integer::from(size);
                let target = &(&target - &preperiod).mod_floor(&period) + &preperiod;
                let target = target.to::<usize>();
                let other = target.and_then(|at| values.get(at));
                let may_be_equal = match self.rule {
                    Rule::Mex => other == Some(&value),
                    Rule::Normal | Rule::Misere => value == 0 && other == Some(&0),
                    Rule::Lost(_) | Rule::Won(_) => true,
                };
                if may_be_equal || other.is_none() {
                    return Ok(None);
                }
            }
        }
        Ok(Some(found))
    }

    /// The values of `count` positions from this one on, which is at least 0; `None` if they do not follow from those of the
    /// near game.
    ///
    /// # Errors
    /// When a stop is requested.
    pub(super) fn values(
        &self,
        from: &Integer,
        count: usize,
        stop: &CancellationToken,
    ) -> Result<Option<Vec<u32>>, Limit> {
        if count == 0 {
            return Ok(Some(Vec::new()));
        }
        let divisor = Integer::from(self.divisor);
        let first = from.div_floor(&divisor);
        let last = (from + &Integer::from(count - 1)).div_floor(&divisor);
        let Some(divided) = (&(&last - &first) + &Integer::ONE).to() else { return Ok(None) };
        let Some(values) = self.divided(&first, divided, stop)? else { return Ok(None) };
        let value = |number: usize| {
            let position = (from + &Integer::from(number)).div_floor(&divisor);
            values.get((&position - &first).to::<usize>()?).copied()
        };
        Ok((0..count).map(value).collect())
    }

    /// The same in the game with the divided moves.
    fn divided(
        &self,
        from: &Integer,
        count: usize,
        stop: &CancellationToken,
    ) -> Result<Option<Vec<u32>>, Limit> {
        let end = from + &Integer::from(count);
        let Some(&least) = self.large.first().filter(|&&least| end > Integer::from(least)) else {
            return self.near_values(from, count, stop);
        };
        let beyond = (&end - &Integer::from(least)).to::<usize>();
        match beyond.filter(|length| *length <= MOST_POSITIONS) {
            Some(beyond) => self.beyond(from, count, (least, beyond), stop),
            None if self.near_cycle(stop)?.is_some() => self.near_values(from, count, stop),
            None => Ok(None),
        }
    }

    /// The same, where the last of these positions is the last of `beyond` positions from the least large move on.
    ///
    /// `beyond` is less than the move, so that large moves lead to positions before the move.
    fn beyond(
        &self,
        from: &Integer,
        count: usize,
        (least, beyond): (u64, usize),
        stop: &CancellationToken,
    ) -> Result<Option<Vec<u32>>, Limit> {
        let before = self.near.last().copied().unwrap_or(0);
        let Some(before) = usize::try_from(before).ok().filter(|before| *before <= MOST_POSITIONS)
        else {
            return Ok(None);
        };
        let start = &Integer::from(least) - &Integer::from(before);
        let Some(mut values) = self.near_values(&start, before, stop)? else { return Ok(None) };
        let Some(lowest) = self.near_values(&Integer::ZERO, beyond, stop)? else {
            return Ok(None);
        };
        for number in 0..beyond {
            if number % 1024 == 0 {
                stop.check()?;
            }
            let near = self.near.iter().filter_map(|&size| {
                values.get((before + number).checked_sub(usize::try_from(size).ok()?)?).copied()
            });
            let large = self.large.iter().map_while(|&size| {
                lowest.get(number.checked_sub(usize::try_from(size - least).ok()?)?).copied()
            });
            let mut options: Vec<u32> = near.chain(large).collect();
            values.push(oracle::value(self.rule, &mut options));
        }
        let value = |number: usize| -> Option<Option<u32>> {
            let offset = (&(from + &Integer::from(number)) - &start).to_i64()?;
            Some(usize::try_from(offset).ok().and_then(|offset| values.get(offset).copied()))
        };
        // The values before those are near ones, before the large moves.
        let missing = (0..count).take_while(|&number| value(number) == Some(None)).count();
        let Some(mut all) = self.near_values(from, missing, stop)? else { return Ok(None) };
        for number in missing..count {
            if number % 1024 == 0 {
                stop.check()?;
            }
            let Some(Some(value)) = value(number) else { return Ok(None) };
            all.push(value);
        }
        Ok(Some(all))
    }

    fn near_values(
        &self,
        from: &Integer,
        count: usize,
        stop: &CancellationToken,
    ) -> Result<Option<Vec<u32>>, Limit> {
        let Some(source) = Source::new(&self.near, self.rule) else { return Ok(None) };
        match source.values(from, count, stop) {
            Ok(values) => Ok(Some(values.into_list())),
            Err(Unreached { limit: Limit::STOPPED, .. }) => Err(Limit::STOPPED),
            Err(_) => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::{Game, cycle};

    const RULES: [Rule; 4] =
        [Rule::Normal, Rule::Misere, Rule::Mex, Rule::Lost(crate::model::Tally::Odd)];

    /// A game split as if moves from this size on were large.
    fn split(sizes: &[u64], from: u64, rule: Rule) -> Distant {
        let (near, large) = sizes.split_at(sizes.partition_point(|size| *size < from));
        Distant { divisor: 1, near: near.to_vec(), large: large.to_vec(), rule }
    }

    /// Compared with direct computation, with moves that are large only by declaration.
    #[test]
    fn near_games_give_the_same_values() {
        let stop = CancellationToken::default();
        let mut decided = 0;
        for sizes in [
            &[1_u64, 2, 301][..],
            &[1, 2, 300],
            &[3, 7, 8, 400, 411],
            &[1, 500],
            &[500],
            &[500, 501, 777],
            &[2, 3, 1000, 1001],
            &(1..=70).chain([999]).collect::<Vec<u64>>(),
        ] {
            for rule in RULES {
                let game = Game::new(Moves::new(sizes).expect("moves"), rule).expect("a game");
                let distant = split(sizes, 300, rule);
                let least = distant.large[0];
                let all = oracle::numbers(&game, 2 * least as usize);
                for (from, count) in [(0, 100), (least - 50, 100), (least, 7), (least - 9, 200)] {
                    let found = distant.values(&from.into(), count, &stop);
                    let expected = &all[from as usize..from as usize + count];
                    assert_eq!(found, Ok(Some(expected.to_vec())), "{sizes:?} {rule} from {from}");
                }
                if let Some(found) = distant.cycle(&stop).expect("no stop") {
                    let expected = cycle(&game, 1 << 24, &stop).expect("a period");
                    assert_eq!(found, expected.into(), "{sizes:?} {rule}");
                    decided += 1;
                }
            }
        }
        assert!(decided >= 3, "{decided}");
    }

    #[test]
    fn common_divisors_scale_the_period() {
        let stop = CancellationToken::default();
        for sizes in [&[3_u64, 7, 8][..], &[1, 2], &[2, 5, 7], &[4]] {
            for rule in RULES {
                let divided = Distant { divisor: 6, ..split(sizes, u64::MAX, rule) };
                let times: Vec<u64> = sizes.iter().map(|size| 6 * size).collect();
                let scaled = Game::new(Moves::new(&times).expect("moves"), rule).expect("a game");
                let expected = cycle(&scaled, 1 << 24, &stop).expect("a period");
                assert_eq!(divided.cycle(&stop), Ok(Some(expected.into())), "{sizes:?} {rule}");
                let all = oracle::sequence(&scaled, 100);
                let all: Vec<u32> = all[11..].iter().map(|one| one.0.into()).collect();
                assert_eq!(divided.values(&11.into(), 89, &stop), Ok(Some(all)));
            }
        }
    }
}

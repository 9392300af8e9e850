//! Least period and least preperiod of a trace whose last state recurs.

use super::limits::GREATEST_TRIED;
use super::place::Places;
use super::search::LoopSearch;
use crate::Integer;
use crate::fold::Machine as _;
use crate::limit::{CancellationToken, Limit};
use crate::sequence::{self, primes};

/// The shape of an ultimately periodic sequence v: v(x) = v(x + period) for every
/// x >= preperiod; positions count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// A period.
    pub period: Integer,
    /// The least preperiod.
    pub preperiod: Integer,
    /// Is the period known to be the least one?
    pub is_least: bool,
}

impl From<sequence::Cycle> for Cycle {
    fn from(cycle: sequence::Cycle) -> Self {
        let [period, preperiod] = [cycle.period, cycle.preperiod].map(Integer::from);
        Self { period, preperiod, is_least: true }
    }
}

impl LoopSearch {
    /// The cycle, if the state has recurred.
    ///
    /// Ends with a limit when numbers inside a loop are too large, or a stop is requested.
    pub fn cycle(&self, stop: &CancellationToken) -> Result<Option<Cycle>, Limit> {
        let Some(recurrence) = self.recurrence() else { return Ok(None) };
        let mut places = Places::new(self, stop)?;
        let first = places.sums(recurrence)?;
        let last = places.sums(self.trace().len())?;
        let start = first[0].clone();
        let sums: [Integer; 3] = std::array::from_fn(|which| &last[which] - &first[which]);
        let view = places.view(&start)?;
        let mut period = sums[0].clone();
        let common = sums[0].gcd(&sums[1]).gcd(&sums[2]);
        let (primes, is_least) = primes(common.to_big(), GREATEST_TRIED, stop)?;
        for prime in primes {
            let prime = Integer::from(prime);
            while period.mod_floor(&prime).is_zero() {
                let shorter = period.div_floor(&prime);
                let later = places.view(&(&start + &shorter))?;
                if !places.is_same(&view, &later) {
                    break;
                }
                period = shorter;
            }
        }
        let mut preperiod = preperiod(&mut places, &start, &period, stop)?;
        if !preperiod.is_zero() {
            preperiod += &Integer::from(self.delay);
        }
        Ok(Some(Cycle { period, preperiod, is_least }))
    }

    /// Continues for at most this number of steps; returns the cycle when the state recurs.
    ///
    /// # Errors
    /// As [`LoopSearch::run`] and [`LoopSearch::cycle`].
    pub fn advance(
        &mut self,
        steps: u64,
        stop: &CancellationToken,
    ) -> Result<Option<Cycle>, Limit> {
        if self.run(steps, stop)? { self.cycle(stop) } else { Ok(None) }
    }
}

/// The least preperiod, where the window before `known` recurs a period later.
fn preperiod(
    places: &mut Places<'_>,
    known: &Integer,
    period: &Integer,
    stop: &CancellationToken,
) -> Result<Integer, Limit> {
    let mut recurs = |position: &Integer| -> Result<bool, Limit> {
        let (now, later) = (places.view(position)?, places.view(&(position + period))?);
        Ok(places.is_same(&now, &later))
    };
    if recurs(&Integer::ZERO)? {
        return Ok(Integer::ZERO);
    }
    // The windows before `low` and a period later differ, those before `high` and a period later are equal.
    let (mut low, mut high) = (Integer::ZERO, known.clone());
    let two = Integer::from(2);
    while &high - &low > Integer::ONE {
        stop.check()?;
        let middle = (&low + &high).div_floor(&two);
        if recurs(&middle)? { high = middle } else { low = middle }
    }
    // The first position of the window before `low` is the last one that differs.
    Ok((high - Integer::from(places.greatest())).max(Integer::ZERO))
}

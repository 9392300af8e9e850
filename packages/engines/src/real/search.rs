//! The period of one game, by losing intervals and, if all moves are multiples of one number, as an integer game.

use super::game::{Cycle, Game};
use super::number::Real;
use crate::limit::{CancellationToken, Limit};
use crate::one_game::{self, Method};
use crate::runs;
use crate::sequence::Rule;

/// The number of losing intervals that are computed first: far more than short periods have, in a fraction of a second.
const FIRST: usize = 1 << 12;

/// The least period and preperiod of a game, and what found them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Its losing intervals.
    ByIntervals(Cycle),
    /// The integer game whose moves are those of the game in units of a number.
    InUnits {
        /// The number.
        unit: Real,
        /// The moves of the integer game.
        sizes: Vec<u64>,
        /// What found its period.
        method: Method,
        /// The period.
        period: Real,
        /// The preperiod.
        preperiod: Real,
        /// Is it known that no shorter period exists?
        is_least: bool,
    },
}

/// Why a period was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfound {
    /// A limit was reached, with this number of losing intervals known, up to this position.
    Limit(Limit, usize, Real),
    /// The moves are not multiples of one number, and the rule is not that of normal or misère play; or they are, and
    /// the integer game is too large for the rule.
    Rule,
}

impl Found {
    /// The period and the preperiod.
    pub fn numbers(&self) -> [&Real; 2] {
        match self {
            Self::ByIntervals(Cycle { period, preperiod, .. })
            | Self::InUnits { period, preperiod, .. } => [period, preperiod],
        }
    }

    /// Are all values from the preperiod on the same?  Then every number above 0 is a period, and there is no least one
    /// unless positions are whole numbers.
    ///
    /// ```
    /// use grundy_engines::real::{Game, period, read};
    /// let game = Game::new(&read("3/2").unwrap()).unwrap();
    /// let of = |rule: &str| period(&game, rule.parse().unwrap(), None, &Default::default()).unwrap();
    /// assert!(of("won >= 0").is_constant() && !of("misere").is_constant());
    /// ```
    pub fn is_constant(&self) -> bool {
        // By intervals both values recur; in units, the period of a constant sequence is 1.
        matches!(self, Self::InUnits { unit, period, .. } if unit == period)
    }

    /// Is the period known to be the least one?
    pub fn is_least(&self) -> bool {
        !self.is_constant() && !matches!(self, Self::InUnits { is_least: false, .. })
    }
}

/// The corresponding result for misère play: positions below the least move are won there, and the others are those of
/// normal play with that delay.  A preperiod 0 stays 0: the positions within the least move before the end of a period
/// are won, as those after it are lost, and the least move leads back to them.
fn later(found: Found, least: &Real) -> Found {
    match found {
        Found::ByIntervals(cycle) if !cycle.preperiod.is_zero() => Found::ByIntervals(Cycle {
            preperiod: cycle.preperiod.in_one_field(least, Real::plus),
            ..cycle
        }),
        found => found,
    }
}

/// The least period and preperiod of the game by this rule.
///
/// Outcomes of normal and misère play are computed for all games.  Other rules, and periods that are longer than
/// intervals show, need moves that are multiples of one number; then the work is at most about that of this number of
/// positions of the integer game.  Without such a number it is at most this number of intervals.
///
/// ```
/// use grundy_engines::real::{Game, period, read};
/// use grundy_sequence::Rule;
/// let game = Game::new(&read("1 sqrt(5) 4").unwrap()).unwrap();
/// let found = period(&game, Rule::Normal, None, &Default::default()).unwrap();
/// assert_eq!(found.numbers().map(|number| number.to_string()), ["1+sqrt(5)", "2"]);
/// ```
///
/// # Errors
/// When a limit is reached or a stop is requested, and where the rule is not computed.
pub fn period(
    game: &Game,
    rule: Rule,
    positions: Option<u64>,
    stop: &CancellationToken,
) -> Result<Found, Unfound> {
    let mut intervals = game.intervals();
    let mut by_intervals = |most: usize| match intervals.cycle(most, stop) {
        Ok(found) => Ok(found.map(Found::ByIntervals)),
        Err(limit) => Err(Unfound::Limit(limit, intervals.known(), intervals.start().clone())),
    };
    if rule == Rule::Normal
        && let Some(found) = by_intervals(FIRST)?
    {
        return Ok(found);
    }
    match game.search(rule) {
        None if matches!(rule, Rule::Normal | Rule::Misere) => {
            let most = positions.and_then(|most| usize::try_from(most).ok());
            let found = by_intervals(most.unwrap_or(usize::MAX))?;
            let (known, start) = (intervals.known(), intervals.start().clone());
            let found = found.ok_or(Unfound::Limit(Limit::POSITIONS, known, start))?;
            Ok(if rule == Rule::Misere { later(found, &game.moves()[0]) } else { found })
        }
        None => Err(Unfound::Rule),
        Some((unit, sizes, search)) => {
            let search = match positions {
                Some(most) => search.within_positions(most),
                None => search,
            };
            let found = search.run(stop).map_err(|limit| {
                Unfound::Limit(limit, intervals.known(), intervals.start().clone())
            })?;
            let one_game::Found { method, cycle } = found;
            let runs::Cycle { period, preperiod, is_least } = cycle;
            let in_units = |number| unit.times(&Real::from(number));
            let (period, preperiod) = (in_units(period), in_units(preperiod));
            let one_field = |number: Result<Real, _>| {
                number.unwrap_or_else(|error| unreachable!("an integer is in every field: {error}"))
            };
            let (period, preperiod) = (one_field(period), one_field(preperiod));
            Ok(Found::InUnits { unit, sizes, method, period, preperiod, is_least })
        }
    }
}

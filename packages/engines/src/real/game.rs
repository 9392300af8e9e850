//! Games whose moves are real numbers.

use super::number::{Real, RealError};
use crate::Integer;
use crate::accelerate::GREATEST;
use crate::limit::{CancellationToken, Limit};
use crate::one_game;
use crate::sequence::{LostRuns, Position, Rule};
use thiserror::Error;

/// Positions of one game lie in the field of its moves.
impl Position for Real {
    fn shifted(&self, by: &Self) -> Self {
        self.in_one_field(by, Self::plus)
    }

    fn since(&self, earlier: &Self) -> Self {
        self.in_one_field(earlier, Self::minus)
    }

    fn is_too_far(&self) -> bool {
        false
    }
}

/// Why numbers cannot be the moves of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// There is none.
    #[error("a game of real moves needs at least one move")]
    NoMove,
    /// A move of 0 or below.
    #[error(
        "{0} is not a move: a move is above 0, as otherwise it is possible from every heap, and play does not end"
    )]
    NotPositive(Real),
    /// The same move twice.
    #[error("two moves are the same: {0}")]
    Repeated(Real),
    /// Moves of two fields.
    #[error(transparent)]
    TwoFields(#[from] RealError),
}

/// A game with finitely many moves, positive numbers of one field Q(sqrt d), and heaps that are real numbers >= 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    moves: Box<[Real]>,
}

/// The least period and preperiod: v(x) = v(x + period) for all x >= preperiod, and what the losing intervals
/// [a, b) of one period are like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The least period.
    pub period: Real,
    /// The least preperiod.
    pub preperiod: Real,
    /// How many losing intervals begin in a period, at least 1.
    pub intervals: usize,
    /// Their total length.
    pub lost: Real,
    /// The length of the shortest losing interval of all.
    pub shortest: Real,
}

/// The losing intervals of a game from 0 on, as far as they are computed.
#[derive(Clone, Debug)]
pub struct Intervals {
    runs: LostRuns<Real>,
}

/// Losing intervals between two positions.
pub type Lost = Vec<(Real, Real)>;

/// How many intervals are computed between two looks at what is asked for.
const TURN: u64 = 1 << 8;

impl Game {
    /// With these moves, in any order.
    ///
    /// # Errors
    /// If there is none, one is not above 0, two are the same, or they lie in two fields.
    pub fn new(moves: &[Real]) -> Result<Self, GameError> {
        let mut field = &moves.first().ok_or(GameError::NoMove)?.clone();
        for one in moves {
            field.field(one)?;
            if field.is_rational() {
                field = one;
            }
        }
        if let Some(one) = moves.iter().find(|one| !one.is_positive()) {
            return Err(GameError::NotPositive(one.clone()));
        }
        let mut moves: Box<[Real]> = moves.into();
        moves.sort();
        match moves.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(GameError::Repeated(pair[0].clone())),
            None => Ok(Self { moves }),
        }
    }

    /// The moves in increasing order.
    pub fn moves(&self) -> &[Real] {
        &self.moves
    }

    /// The greatest move.
    pub fn greatest(&self) -> &Real {
        &self.moves[self.moves.len() - 1]
    }

    /// The greatest number of which all moves are multiples, and what they are multiples by, in increasing order; `None`
    /// if there is no such number, or the game is too large for whole numbers.
    ///
    /// ```
    /// use grundy_engines::real::{Game, read};
    /// let whole = |moves: &str| Game::new(&read(moves).unwrap()).unwrap().in_units();
    /// assert_eq!(whole("3/2 7/2 4").map(|it| it.1), Some(vec![3, 7, 8]));
    /// assert_eq!(whole("sqrt(2) 5sqrt(2)/3").map(|it| it.1), Some(vec![3, 5]));
    /// assert_eq!(whole("1 sqrt(2)"), None);
    /// ```
    pub fn in_units(&self) -> Option<(Real, Vec<u64>)> {
        let least = &self.moves[0];
        let ratios: Option<Vec<Real>> =
            (self.moves.iter()).map(|one| one.over(least).ok().filter(Real::is_rational)).collect();
        let ratios = ratios?;
        // The least common multiple makes all ratios whole, and coprime: a prime divides the denominator of some ratio as
        // often as the multiple, and then not what becomes of this ratio; of the first one, 1, comes the multiple.
        let scale = ratios.iter().fold(Integer::ONE, |multiple, ratio| {
            let divisor = multiple.gcd(ratio.denominator());
            &multiple * &ratio.denominator().div_floor(&divisor)
        });
        let scale = Real::from(scale);
        let size = |ratio: &Real| {
            let whole = ratio.times(&scale).ok()?.to_integer()?.to_i64()?;
            u64::try_from(whole).ok().filter(|it| *it <= GREATEST)
        };
        let sizes = ratios.iter().map(size).collect::<Option<_>>()?;
        Some((least.over(&scale).ok()?, sizes))
    }

    /// The number and the moves of [`Game::in_units`], and the search for the period of this integer game; `None` as there,
    /// and if the rule is not computed for moves of this size.
    ///
    /// v is constant on each interval from a multiple of the number up to the next one, so that period and preperiod
    /// are those of the integer game in these units.
    pub fn search(&self, rule: Rule) -> Option<(Real, Vec<u64>, one_game::Search)> {
        let (unit, sizes) = self.in_units()?;
        let search = one_game::Search::new(&sizes, rule)?;
        Some((unit, sizes, search))
    }

    /// The losing intervals, of which none is computed yet.
    pub fn intervals(&self) -> Intervals {
        let ranges: Box<[_]> = self.moves.iter().map(|one| (one.clone(), one.clone())).collect();
        let runs = LostRuns::new(&ranges);
        Intervals { runs: runs.unwrap_or_else(|| unreachable!("there are moves, all above 0")) }
    }
}

impl Intervals {
    /// How many are computed.
    pub fn known(&self) -> usize {
        self.runs.runs().len()
    }

    /// Up to here all values are known.
    pub fn start(&self) -> &Real {
        self.runs.start()
    }

    /// The shortest one that is known.
    pub fn shortest(&self) -> Option<Real> {
        let lengths = self.runs.runs().iter().map(|(from, to)| to.since(from));
        lengths.min()
    }

    /// The period, from at most so many intervals; `None` if they do not show it.
    ///
    /// # Errors
    /// When a stop is asked for, and when more would have to be kept than is allowed.
    pub fn cycle(&mut self, most: usize, stop: &CancellationToken) -> Result<Option<Cycle>, Limit> {
        while self.known() < most {
            let turn = TURN.min((most - self.known()) as u64);
            if let Some([period, preperiod]) = self.runs.advance(turn, stop)? {
                return Ok(Some(self.of_one_period(period, preperiod)));
            }
        }
        Ok(None)
    }

    /// What the intervals of the last period are like.
    fn of_one_period(&self, period: Real, preperiod: Real) -> Cycle {
        let runs = self.runs.runs();
        let first = self.start().since(&period);
        let from = runs.partition_point(|run| run.0 < first);
        let lengths = runs[from..].iter().map(|(from, to)| to.since(from));
        let lost = lengths.fold(Real::default(), |sum, length| sum.shifted(&length));
        let shortest = self.shortest().unwrap_or_default();
        Cycle { period, preperiod, intervals: runs.len() - from, lost, shortest }
    }

    /// The losing intervals that have positions x with from <= x < to, whole: the first may begin before `from`, and
    /// the last end behind `to`.
    ///
    /// Far out they are those of an earlier period, if one shows.
    ///
    /// # Errors
    /// When a stop is asked for, and when more intervals would have to be kept than is allowed.
    pub fn between(
        &mut self,
        from: &Real,
        to: &Real,
        stop: &CancellationToken,
    ) -> Result<Lost, Limit> {
        let mut shift = Real::default();
        let mut end = to.clone();
        while *self.start() < end {
            let found = self.runs.advance(TURN, stop)?;
            if let Some([period, preperiod]) = found
                && shift.is_zero()
                && let Some(whole) = whole_periods(from, &preperiod, &period)
            {
                end = end.since(&whole);
                shift = whole;
            }
        }
        let begin = from.since(&shift);
        let runs = self.runs.runs();
        let first = runs.partition_point(|run| run.1 <= begin);
        let last = runs.partition_point(|run| run.0 < end);
        let moved = |position: &Real| position.shifted(&shift);
        let each = runs.get(first..last).unwrap_or_default();
        Ok(each.iter().map(|(from, to)| (moved(from), moved(to))).collect())
    }
}

/// The greatest multiple of the period that can be taken from a position without going below preperiod + period, so that
/// also the interval around it is one of the periodic part; `None` if none can.
fn whole_periods(from: &Real, preperiod: &Real, period: &Real) -> Option<Real> {
    let least = preperiod.shifted(period);
    let spare = from.since(&least);
    let times = spare.over(period).ok()?.floor();
    times.is_positive().then(|| period.times(&times.into()).ok()).flatten()
}

//! Games whose moves are real numbers.

use super::number::{Real, RealError};
use crate::Integer;
use crate::limit::{CancellationToken, Limit};
use crate::one_game;
use crate::runs::GREATEST;
use crate::sequence::{LostRuns, Position, Rule};
use thiserror::Error;

/// The positions of a game are in the field of its moves.
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
    /// There are no moves.
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
    /// The number of losing intervals that begin in a period, at least 1.
    pub intervals: usize,
    /// Their total length.
    pub lost: Real,
    /// The length of the shortest losing interval of all.
    pub shortest: Real,
}

/// The losing intervals of a game from 0 on, as far as they have been computed.
#[derive(Clone, Debug)]
pub struct Intervals {
    game: Game,
    runs: LostRuns<Real>,
}

/// Losing intervals between two positions.
pub type Lost = Vec<(Real, Real)>;

/// The number of intervals that are computed between two checks of what is requested.
const TURN: u64 = 1 << 8;

/// The number of intervals that are computed before other ways are tried.
const FEW: usize = 1 << 12;

/// The most intervals of a piece.
const MOST_INTERVALS: usize = 1 << 20;

impl Game {
    /// With these moves, in any order.
    ///
    /// # Errors
    /// If there are no moves, one is not above 0, two are the same, or they are in two fields.
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

    /// The greatest number that all moves are multiples of, and the multipliers in increasing order; `None` if there is
    /// no such number, or the game is too large for whole numbers.
    ///
    /// ```
    /// use grundy_engines::real::{Game, read};
    /// let whole = |moves: &str| Game::new(&read(moves).unwrap()).unwrap().in_units();
    /// assert_eq!(whole("3/2 7/2 4").map(|game| game.1), Some(vec![3, 7, 8]));
    /// assert_eq!(whole("sqrt(2) 5sqrt(2)/3").map(|game| game.1), Some(vec![3, 5]));
    /// assert_eq!(whole("1 sqrt(2)"), None);
    /// ```
    pub fn in_units(&self) -> Option<(Real, Vec<u64>)> {
        let least = &self.moves[0];
        let ratios: Option<Vec<Real>> =
            (self.moves.iter()).map(|one| one.over(least).ok().filter(Real::is_rational)).collect();
        let ratios = ratios?;
        // The least common multiple makes all ratios whole and coprime: a prime that divides the denominator of some
        // ratio as often as the multiple does not divide what this ratio becomes; the first ratio, 1, becomes the
        // multiple.
        let scale = ratios.iter().fold(Integer::ONE, |multiple, ratio| {
            let divisor = multiple.gcd(ratio.denominator());
            &multiple * &ratio.denominator().div_floor(&divisor)
        });
        let scale = Real::from(scale);
        let size = |ratio: &Real| {
            let whole = ratio.times(&scale).ok()?.to_integer()?.to_i64()?;
            u64::try_from(whole).ok().filter(|size| *size <= GREATEST)
        };
        let sizes = ratios.iter().map(size).collect::<Option<_>>()?;
        Some((least.over(&scale).ok()?, sizes))
    }

    /// The number and the moves of [`Game::in_units`], and the search for the period of this integer game; `None` as
    /// there, and if the rule is not computed for moves of this size.
    ///
    /// v is constant on each interval from a multiple of the number up to the next one, so that period and preperiod
    /// are those of the integer game in these units.
    pub fn search(&self, rule: Rule) -> Option<(Real, Vec<u64>, one_game::Search)> {
        let (unit, sizes) = self.in_units()?;
        let search = one_game::Search::new(&sizes, rule)?;
        Some((unit, sizes, search))
    }

    /// The losing intervals, none of which is computed yet.
    pub fn intervals(&self) -> Intervals {
        let ranges: Box<[_]> = self.moves.iter().map(|one| (one.clone(), one.clone())).collect();
        let runs = LostRuns::new(&ranges);
        let runs = runs.unwrap_or_else(|| unreachable!("there are moves, all above 0"));
        Intervals { game: self.clone(), runs }
    }
}

impl Intervals {
    /// The number of computed intervals.
    pub fn known(&self) -> usize {
        self.runs.runs().len()
    }

    /// All values before this position are known.
    pub fn start(&self) -> &Real {
        self.runs.start()
    }

    /// The shortest interval that is known.
    pub fn shortest(&self) -> Option<Real> {
        let lengths = self.runs.runs().iter().map(|(from, to)| to.since(from));
        lengths.min()
    }

    /// The period, from at most this number of intervals; `None` if they do not show it.
    ///
    /// # Errors
    /// When a stop is requested, and when more would have to be kept than is allowed.
    pub fn cycle(&mut self, most: usize, stop: &CancellationToken) -> Result<Option<Cycle>, Limit> {
        while self.known() < most {
            let turn = TURN.min((most - self.known()) as u64);
            if let Some([period, preperiod]) = self.runs.advance(turn, stop)? {
                return Ok(Some(self.of_one_period(period, preperiod)));
            }
        }
        Ok(None)
    }

    /// The cycle, with the data of the intervals of the last period.
    fn of_one_period(&self, period: Real, preperiod: Real) -> Cycle {
        let runs = self.runs.runs();
        let first = self.start().since(&period);
        let from = runs.partition_point(|run| run.0 < first);
        let lengths = runs[from..].iter().map(|(from, to)| to.since(from));
        let lost = lengths.fold(Real::default(), |sum, length| sum.shifted(&length));
        let shortest = self.shortest().unwrap_or_default();
        Cycle { period, preperiod, intervals: runs.len() - from, lost, shortest }
    }

    /// The losing intervals that contain positions x with from <= x < to, in full: the first may begin before `from`,
    /// and the last end after `to`.
    ///
    /// Far out they are those of an earlier period, if there is one, or follow from the game without its greatest move:
    /// `between_by_near`.
    ///
    /// # Errors
    /// When a stop is requested, and when more intervals would have to be kept than is allowed.
    pub fn between(
        &mut self,
        from: &Real,
        to: &Real,
        stop: &CancellationToken,
    ) -> Result<Lost, Limit> {
        let mut cycle = None;
        let mut is_near_open = true;
        while cycle.is_none() && *self.start() < *to {
            if self.known() >= FEW
                && std::mem::take(&mut is_near_open)
                && let Some(lost) = self.between_by_near(from, to, stop)?
            {
                return Ok(lost);
            }
            cycle = self.runs.advance(TURN, stop)?;
        }
        let mut lost = within(self.runs.runs(), from, to);
        let Some([period, _]) = cycle.filter(|_| *self.start() < *to) else { return Ok(lost) };
        // What begins in a period before the end of the known part begins again in each later period.
        let first = self.start().since(&period);
        let again = &self.runs.runs()[self.runs.runs().partition_point(|run| run.0 < first)..];
        let after = from.since(self.start()).in_one_field(&period, Real::over).floor();
        let mut times = if after.is_negative() { Integer::ONE } else { &after + &Integer::ONE };
        loop {
            stop.check()?;
            let shift = period.in_one_field(&times.clone().into(), Real::times);
            if lost.len() > MOST_INTERVALS || again.is_empty() {
                return Err(Limit::POSITIONS);
            }
            if again[0].0.shifted(&shift) >= *to {
                return Ok(lost);
            }
            let moved = again.iter().map(|(a, b)| (a.shifted(&shift), b.shifted(&shift)));
            lost.extend(moved.filter(|run| *from < run.1 && run.0 < *to));
            times = &times + &Integer::ONE;
        }
    }

    /// The same in misère play: positions below the least move m are won, and w(x + m) = v(x), as a move to a position
    /// below m never helps.
    ///
    /// # Errors
    /// As [`between`](Self::between).
    pub fn misere_between(
        &mut self,
        from: &Real,
        to: &Real,
        stop: &CancellationToken,
    ) -> Result<Lost, Limit> {
        let least = self.game.moves()[0].clone();
        let earlier = |position: &Real| position.since(&least).max(Real::default());
        let lost = self.between(&earlier(from), &earlier(to), stop)?;
        Ok(lost.into_iter().map(|(from, to)| (from.shifted(&least), to.shifted(&least))).collect())
    }

    /// The same by the *near* game, which lacks the greatest move; `None` where they do not follow from it.
    ///
    /// Before the greatest move s all values are those of the near game.  Position s is won, as 0 is lost; after it, s
    /// leads to positions near 0, and all other moves lead to positions not far before s.  So two pieces of the near
    /// game are enough to continue from s, up to where these moves would lead past the first piece.
    pub(super) fn between_by_near(
        &self,
        from: &Real,
        to: &Real,
        stop: &CancellationToken,
    ) -> Result<Option<Lost>, Limit> {
        let [near @ .., greatest] = self.game.moves() else { return Ok(None) };
        let Some(before) = near.last() else { return Ok(None) };
        let near = Game { moves: near.into() };
        let pieces = |from: &Real, to: &Real| near.intervals().between(from, to, stop);
        // Position s is won, whether or not it is lost in the near game.
        let before_greatest = |mut lost: Lost| {
            lost.iter_mut().for_each(|(_, end)| *end = greatest.min(end).clone());
            lost
        };
        if to <= greatest {
            return Ok(Some(before_greatest(pieces(from, to)?)));
        }
        // Complete intervals end at most the least move after the last position.
        let low = to.since(greatest).shifted(&self.game.moves()[0]);
        let high = greatest.since(before);
        if high <= low {
            return Ok(None);
        }
        let low = pieces(&Real::default(), &low)?;
        let last = before_greatest(pieces(&high, greatest)?);
        let mut lost = if from < &high { pieces(from, &high)? } else { Vec::new() };
        lost.retain(|run| last.first().is_none_or(|first| run.0 < first.0));
        let after = low.len();
        let mut runs = self.game.intervals().runs.after(low, last, greatest.clone());
        while runs.start() < to {
            stop.check()?;
            runs.step()?;
        }
        lost.extend(within(&runs.runs()[after..], from, to));
        Ok(Some(lost))
    }
}

/// The intervals among these that contain positions x with from <= x < to.
fn within(runs: &[(Real, Real)], from: &Real, to: &Real) -> Lost {
    let first = runs.partition_point(|run| run.1 <= *from);
    let last = runs.partition_point(|run| run.0 < *to);
    runs.get(first..last).unwrap_or_default().to_vec()
}

//! All games with three moves and the same largest one.

use super::{RegionProgress, View, classify};
use crate::limit::{CancellationToken, Limit};
use crate::sequence::Cycle;
use rayon::prelude::*;

grundy_language::named! {
    /// How the period p of the game { s1 s2 s3 } relates to the sums of two moves.
    ///
    /// By Vermutung 6 of A. Flammenkamp (1996), p divides s1+s2, s1+s3 or s2+s3 unless s1+s2 = s3,
    /// and equals the sum if it divides only one; so [`PeriodType::Other`] would be a
    /// counterexample.
    PeriodType {
        /// Whatever the period is (Satz 5 of the same source has it),
        Diagonal: "diag", "s1+s2 = s3";
        /// p divides neither of the other two sums, and
        P13: "p13", "p = s1+s3";
        /// p divides neither of the other two sums, and
        P23: "p23", "p = s2+s3";
        /// p divides neither of the other two sums, and
        P12: "p12", "p = s1+s2";
        /// Not all three, but
        Two: "two", "p divides two sums";
        Three: "three", "p divides all three";
        Other: "other", "anything else";
    }
}

impl PeriodType {
    /// The type of the game with period `period`.
    ///
    /// ```
    /// use grundy_census::region::PeriodType;
    /// assert_eq!(PeriodType::of([3, 7, 8], 5), PeriodType::Two); // divides 10 and 15
    /// assert_eq!(PeriodType::of([1, 2, 4], 3), PeriodType::Two); // equals 3, but divides 6 as well
    /// assert_eq!(PeriodType::of([1, 2, 4], 7), PeriodType::Other);
    /// ```
    pub fn of(moves: [u32; 3], period: u64) -> Self {
        let [s1, s2, s3] = moves.map(u64::from);
        if s1 + s2 == s3 {
            return Self::Diagonal;
        }
        let sums = [s1 + s3, s2 + s3, s1 + s2];
        let divided = sums.iter().filter(|&sum| sum.is_multiple_of(period)).count();
        match (divided, sums.iter().position(|&sum| sum == period)) {
            (3, _) => Self::Three,
            (2, _) => Self::Two,
            (1, Some(0)) => Self::P13,
            (1, Some(1)) => Self::P23,
            (1, Some(2)) => Self::P12,
            _ => Self::Other,
        }
    }

    /// Its place in [`PeriodType::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A game with three moves and the cycle of its outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreeMoves {
    /// s1 < s2 < s3.
    pub moves: [u32; 3],
    /// Period and preperiod.
    pub cycle: Cycle,
}

impl ThreeMoves {
    /// The type of its period.
    pub fn period_type(&self) -> PeriodType {
        PeriodType::of(self.moves, self.cycle.period)
    }

    /// Is the period the sum of two moves?
    ///
    /// ```
    /// use grundy_census::region::ThreeMoves;
    /// use grundy_sequence::Cycle;
    /// let game = |period| ThreeMoves { moves: [3, 7, 8], cycle: Cycle { period, preperiod: 8 } };
    /// assert!(game(15).is_sum() && !game(5).is_sum());
    /// ```
    pub fn is_sum(&self) -> bool {
        let [s1, s2, s3] = self.moves.map(u64::from);
        [s1 + s2, s1 + s3, s2 + s3].contains(&self.cycle.period)
    }
}

/// The number of games with largest move s3 of each type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Areas {
    counts: [u64; 7],
}

impl Areas {
    /// Counts games.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a ThreeMoves>) -> Self {
        let mut areas = Self::default();
        for game in games {
            areas.counts[game.period_type().index()] += 1;
        }
        areas
    }

    /// The games of a type.
    pub fn count(&self, kind: PeriodType) -> u64 {
        self.counts[kind.index()]
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The share of a type among all games ([`share`]).
    pub fn share(&self, kind: PeriodType) -> String {
        share(self.count(kind), self.games())
    }

    fn plus(mut self, other: Self) -> Self {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
        self
    }
}

/// A share of the games, rounded to six decimals, a half upwards; 0 if there are none.
///
/// ```
/// assert_eq!(grundy_census::region::share(222, 465), "0.477419");
/// ```
pub fn share(part: u64, games: u64) -> String {
    let games = u128::from(games.max(1));
    let millionths = (u128::from(part) * 2_000_000 + games) / (2 * games);
    format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000)
}

/// The greatest s3 for which all games are computed: more than eight million of them.
pub const GREATEST_S3: u32 = 4096;

/// The games { s1 s2 s3 } with 1 <= s1 < s2 < s3 that the view shows, ordered by s1 and then s2; there is
/// none for s3 < 3.
///
/// ```
/// use grundy_census::region::{self, View};
/// use grundy_language::limit::CancellationToken;
/// let games = region::three(4, View::ALL, &CancellationToken::default(), &|_| {}).unwrap();
/// assert_eq!(games.iter().map(|game| game.moves).collect::<Vec<_>>(), [[1, 2, 4], [1, 3, 4], [2, 3, 4]]);
/// assert_eq!(games.iter().map(|game| game.cycle.period).collect::<Vec<_>>(), [3, 7, 6]);
/// ```
///
/// `progress` is called, from any thread, with the number of further games that are done.
pub fn three(
    s3: u32,
    view: View,
    stop: &CancellationToken,
    progress: &RegionProgress,
) -> Result<Vec<ThreeMoves>, Limit> {
    let told = |s1| {
        let games = row(s1, s3, view, stop)?;
        progress(games.len() as u64);
        Ok(games)
    };
    let rows: Result<Vec<_>, _> =
        view.range(view.s1, s3).collect::<Vec<_>>().into_par_iter().map(told).collect();
    Ok(rows?.concat())
}

/// The number of games { s1 s2 s3 } of each type, without keeping the games.
pub fn areas(s3: u32, stop: &CancellationToken) -> Result<Areas, Limit> {
    let counted = (1..s3).into_par_iter().map(|s1| Ok(Areas::of(&row(s1, s3, View::ALL, stop)?)));
    counted.try_reduce(Areas::default, |a, b| Ok(a.plus(b)))
}

fn row(s1: u32, s3: u32, view: View, stop: &CancellationToken) -> Result<Vec<ThreeMoves>, Limit> {
    let games = view.range(view.s2, s3).filter(|&s2| s2 > s1).map(|s2| {
        let moves = [s1, s2, s3];
        Ok(ThreeMoves { moves, cycle: cycle(moves, stop)? })
    });
    games.collect()
}

/// The cycle of the outcomes; the sums of two moves are the guesses for the period, and on the
/// diagonal the period of Satz 5.
fn cycle(moves: [u32; 3], stop: &CancellationToken) -> Result<Cycle, Limit> {
    let [s1, s2, s3] = moves.map(|size| size as usize);
    // Vermutung 6: the preperiod is below s2 s3.
    let patience = s2 * s3;
    if s1 + s2 == s3 {
        let remainder = s3 % (2 * s1);
        let period = if remainder <= s1 {
            2 * s2 + s1 - remainder
        } else {
            s1 / num_integer::gcd(s1, s2) * (2 * s2 + remainder - s1)
        };
        classify::cycle(&moves, &[period], patience, stop)
    } else {
        classify::cycle(&moves, &[s1 + s3, s2 + s3, s1 + s2], patience, stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_exactly() {
        let areas = Areas { counts: [15, 222, 142, 27, 59, 0, 0] };
        assert_eq!(areas.games(), 465);
        let shares: Vec<_> = PeriodType::ALL.map(|kind| areas.share(kind)).into();
        assert_eq!(
            shares,
            ["0.032258", "0.477419", "0.305376", "0.058065", "0.126882", "0.000000", "0.000000"]
        );
        let half = Areas { counts: [1, 1_999_999, 0, 0, 0, 0, 0] };
        assert_eq!(half.share(PeriodType::Diagonal), "0.000001");
        assert_eq!(half.share(PeriodType::P13), "1.000000");
        assert_eq!(Areas::default().share(PeriodType::P13), "0.000000");
    }
}

//! The lines between the great areas of the plane of three moves.
//!
//! Let 2 s1 >= s2, and let s3 = n (s1 + s2) + r with 0 <= r < s1 + s2.  The game { s1 s2 } has the lost positions x
//! with x mod (s1 + s2) < s1, and r determines what the third move does to them:
//!
//! | r | the period divides | as linear forms |
//! |---|---|---|
//! | s2 - s1 <= r <= s1 | s2 + s3 | (n-1) s1 + (n+1) s2 <= s3 <= (n+1) s1 + n s2 |
//! | s1 <= r <= s2 | s1 + s2 | (n+1) s1 + n s2 <= s3 <= n s1 + (n+1) s2 |
//! | s2 <= r | s1 + s3 | n s1 + (n+1) s2 <= s3 <= (n+1) s1 + (n+1) s2 |
//!
//! The second row is easy: a move s3 leads from x mod (s1 + s2) < s1 to x - r mod (s1 + s2), which is at least s1, so
//! no lost position is an option of another one, and { s1 s2 s3 } has the lost positions of { s1 s2 }.  The other two
//! rows are read off from the maps and checked here against computed games; they are not theorems of this program.  For
//! r < s2 - s1, and where 2 s1 < s2, the areas become smaller and smaller, and nothing is claimed.

use super::{PeriodType, ThreeMoves};

/// A great area: the games of a row of the table with the same n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GreatArea {
    /// n = floor(s3 / (s1 + s2)).
    pub n: u32,
    /// The sum that the period divides: [`PeriodType::P23`], [`PeriodType::P12`] or [`PeriodType::P13`].
    pub sum: PeriodType,
}

/// A linear form i s1 + j s2.
pub type BorderForm = [u32; 2];

impl GreatArea {
    /// The areas that contain a game: more than one if it is on a line between them.
    ///
    /// ```
    /// use grundy_census::region::{GreatArea, PeriodType};
    /// let area = |moves| GreatArea::of(moves).into_iter().map(|area| (area.n, area.sum)).collect::<Vec<_>>();
    /// assert_eq!(area([5, 6, 10]), [(0, PeriodType::P13)]); // s3 <= s1 + s2
    /// assert_eq!(area([3, 5, 12]), [(1, PeriodType::P12)]); // r = 4
    /// assert_eq!(area([3, 5, 11]), [(1, PeriodType::P23), (1, PeriodType::P12)]); // r = 3 = s1
    /// assert_eq!(area([3, 5, 9]), []); // r = 1 < s2 - s1
    /// ```
    pub fn of([s1, s2, s3]: [u32; 3]) -> Vec<Self> {
        // The sums of moves below 2^31 fit; the greatest s3 of a map is far below.
        let sum = s1.saturating_add(s2);
        if s1.saturating_mul(2) < s2 || sum == 0 {
            return Vec::new();
        }
        let (n, r) = (s3 / sum, s3 % sum);
        let rows = [
            (PeriodType::P23, s2 - s1 <= r && r <= s1),
            (PeriodType::P12, s1 <= r && r <= s2),
            (PeriodType::P13, s2 <= r),
        ];
        rows.into_iter().filter(|row| row.1).map(|(sum, _)| Self { n, sum }).collect()
    }

    /// The forms that s3 is between, the lower one first.
    pub fn forms(self) -> [BorderForm; 2] {
        let n = self.n;
        match self.sum {
            PeriodType::P23 => [[n.saturating_sub(1), n + 1], [n + 1, n]],
            PeriodType::P12 => [[n + 1, n], [n, n + 1]],
            _ => [[n, n + 1], [n + 1, n + 1]],
        }
    }

    /// Does the period of the game divide the sum?
    pub fn holds(self, game: &ThreeMoves) -> bool {
        let [s1, s2, s3] = game.moves.map(u64::from);
        let sum = match self.sum {
            PeriodType::P23 => s2 + s3,
            PeriodType::P12 => s1 + s2,
            _ => s1 + s3,
        };
        sum.is_multiple_of(game.cycle.period)
    }
}

/// The result for the games of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The area.
    pub area: GreatArea,
    /// The number of games in it, including its lines and excluding those with s1 + s2 = s3.
    pub games: u64,
    /// The number of games whose period divides the sum.
    pub right: u64,
}

/// All great areas that contain games, by n, each with the number of games that agree with it.
pub fn borders(games: &[ThreeMoves]) -> Vec<Checked> {
    let mut counts = std::collections::BTreeMap::<GreatArea, [u64; 2]>::new();
    for game in games.iter().filter(|game| game.period_type() != PeriodType::Diagonal) {
        for area in GreatArea::of(game.moves) {
            let [games, right] = counts.entry(area).or_default();
            *games += 1;
            *right += u64::from(area.holds(game));
        }
    }
    counts.into_iter().map(|(area, [games, right])| Checked { area, games, right }).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{View, three};
    use super::*;
    use crate::limit::CancellationToken;

    /// The forms are those of the table, and every computed game agrees with it.
    #[test]
    fn every_game_lies_on_the_right_side() {
        for s3 in [7, 24, 61, 64, 101] {
            let games = three(s3, View::ALL, &CancellationToken::default(), &|_| {});
            let games = games.expect("not stopped");
            for game in &games {
                let [s1, s2, s3] = game.moves;
                for area in GreatArea::of(game.moves) {
                    let [low, high] = area.forms().map(|[i, j]| i * s1 + j * s2);
                    // The form with n - 1 is the right one only for n > 0; for n = 0 it needs another s1.
                    assert!(area.n == 0 || low <= s3, "{area:?} {game:?}");
                    assert!(s3 <= high, "{area:?} {game:?}");
                }
            }
            let checked = borders(&games);
            assert!(!checked.is_empty());
            for Checked { area, games, right } in checked {
                assert_eq!(games, right, "{area:?} for s3 = {s3}");
            }
        }
    }
}

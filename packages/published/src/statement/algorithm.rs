//! The quantities that a statement can have computed for a game, by name.

use super::StatementCase;
use crate::limit::{CancellationToken, Limit};
use crate::sequence::{Cycle, MOVES, Rule, oracle, orbit};
use num_integer::Integer as _;

/// The most words to list.
const MOST_WORDS: u64 = 1 << 24;

/// A number that belongs to a game; for a property, 1 where it holds and 0 where it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// M - s is a move for every other move s.
    Symmetric,
    /// The shift register is injective on the words without two losses at a distance in L.
    Injective,
    /// The graph on the positions 0, ..., M-1, where positions at a distance in L are neighbours,
    /// splits into complete bipartite graphs with k-1 positions on each side.
    Bipartite,
    /// The greatest difference between a move and the next one; 0 for a single move.
    GreatestGap,
    /// The first position that directly follows max L consecutive won positions.
    AfterWonRun,
    /// Each position is won by one of normal and misère play, and lost by the other.
    MisereComplement,
    /// The greatest common divisor of the moves.
    CommonDivisor,
    /// The period of the game whose moves are divided by it.
    ReducedPeriod,
    /// The preperiod of that game.
    ReducedPreperiod,
}

impl Algorithm {
    /// All algorithms, with their names in files.
    pub const ALL: [(&str, Self); 9] = [
        ("symmetric", Self::Symmetric),
        ("injective", Self::Injective),
        ("bipartite", Self::Bipartite),
        ("greatest-gap", Self::GreatestGap),
        ("after-won-run", Self::AfterWonRun),
        ("misere-complement", Self::MisereComplement),
        ("common-divisor", Self::CommonDivisor),
        ("reduced-period", Self::ReducedPeriod),
        ("reduced-preperiod", Self::ReducedPreperiod),
    ];

    /// The number, if the game has one.
    pub(super) fn run(
        self,
        case: &StatementCase,
        stop: &CancellationToken,
    ) -> Result<Option<u64>, Limit> {
        Ok(Some(match self {
            Self::Symmetric => case.moves.is_symmetric().into(),
            Self::Injective => orbit::is_injective(&case.moves, MOST_WORDS, stop)?.into(),
            Self::Bipartite => splits_into_bipartite(case).into(),
            Self::GreatestGap => {
                let gaps = case.sizes();
                let gaps = gaps.windows(2).map(|pair| pair[1] - pair[0]);
                gaps.max().unwrap_or(0)
            }
            Self::AfterWonRun => return after_won_run(case, stop),
            Self::MisereComplement => misere_is_complement(case, stop)?.into(),
            Self::CommonDivisor => common_divisor(case),
            Self::ReducedPeriod => reduced(case, stop)?.period,
            Self::ReducedPreperiod => reduced(case, stop)?.preperiod,
        }))
    }
}

fn common_divisor(case: &StatementCase) -> u64 {
    case.sizes().iter().fold(0, |divisor, size| divisor.gcd(size))
}

/// The cycle of the game whose moves are divided by their greatest common divisor.
fn reduced(case: &StatementCase, stop: &CancellationToken) -> Result<Cycle, Limit> {
    let divisor = common_divisor(case);
    let sizes: Vec<u64> = case.sizes().iter().map(|size| size / divisor).collect();
    StatementCase::new(&sizes).ok_or(MOVES)?.cycle(Rule::Normal, stop)
}

/// The run follows a lost position, because position 0 is lost; a run in a second period also begins in the first
/// period or before it.
fn after_won_run(case: &StatementCase, stop: &CancellationToken) -> Result<Option<u64>, Limit> {
    let cycle = case.cycle(Rule::Normal, stop)?;
    let end = (cycle.preperiod + cycle.period).checked_add(cycle.period + case.greatest());
    let losses = case.losses(end.ok_or(Limit::POSITIONS)?)?;
    let run = losses.windows(2).find(|pair| pair[1] - pair[0] > case.greatest());
    Ok(run.map(|pair| pair[0] + 1 + case.greatest()))
}

/// After both preperiods the sequences have periods p and p', so what holds throughout p + p' positions there holds for
/// all: a difference that is won by both or lost by both recurs within lcm(p, p'), and by the theorem of N. J. Fine and
/// H. S. Wilf (1965) within p + p'.
fn misere_is_complement(case: &StatementCase, stop: &CancellationToken) -> Result<bool, Limit> {
    let [normal, misere] = [Rule::Normal, Rule::Misere].map(|rule| case.cycle(rule, stop));
    let (normal, misere) = (normal?, misere?);
    let end = normal.preperiod.max(misere.preperiod) + normal.period + misere.period;
    let end = usize::try_from(end).map_err(|_| Limit::POSITIONS)?;
    let [normal, misere] =
        [Rule::Normal, Rule::Misere].map(|rule| oracle::values(rule, &case.sizes(), end));
    Ok(normal.iter().zip(&misere).all(|(one, other)| one != other))
}

/// Two positions on the same side have the same neighbours: the component of a position is
/// complete bipartite when each neighbour of it has the same neighbours as the others.
fn splits_into_bipartite(case: &StatementCase) -> bool {
    let greatest = case.greatest();
    let sizes = case.sizes();
    let d = sizes.len() - 1;
    let neighbours = |position: u64| -> Vec<u64> {
        (0..greatest).filter(|&other| sizes.contains(&other.abs_diff(position))).collect()
    };
    (0..greatest).all(|position| {
        let side = neighbours(position);
        let mut others = side.iter().map(|&neighbour| neighbours(neighbour));
        let Some(first) = others.next() else { return false };
        let apart = first.iter().all(|position| !side.contains(position));
        let degrees = side.len() == d && first.len() == d;
        apart && degrees && others.all(|other| other == first)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(algorithm: Algorithm, sizes: &[u64]) -> Option<u64> {
        let case = StatementCase::new(sizes).expect("moves");
        algorithm.run(&case, &CancellationToken::default()).expect("no limit")
    }

    #[test]
    fn complete_bipartite_components() {
        let splits = |sizes: &[u64]| found(Algorithm::Bipartite, sizes) == Some(1);
        // Positions modulo 4 at an odd distance; modulo 8, the same at twice the scale.
        assert!(splits(&[1, 3, 4]));
        assert!(splits(&[2, 6, 8]));
        assert!(splits(&[3, 6]));
        assert!(!splits(&[1, 5, 6]));
        assert!(!splits(&[1, 2, 3]));
    }

    #[test]
    fn properties_of_small_games() {
        assert_eq!(found(Algorithm::Symmetric, &[2, 3, 5]), Some(1));
        assert_eq!(found(Algorithm::Symmetric, &[2, 3, 6]), Some(0));
        assert_eq!(found(Algorithm::Injective, &[2, 3, 5]), Some(1));
        assert_eq!(found(Algorithm::Injective, &[1, 3]), Some(0));
        assert_eq!(found(Algorithm::GreatestGap, &[2, 3, 7]), Some(4));
        assert_eq!(found(Algorithm::GreatestGap, &[7]), Some(0));
        // --+++ and --++-++: the first has three consecutive won positions, the second two.
        assert_eq!(found(Algorithm::AfterWonRun, &[2, 3]), Some(5));
        assert_eq!(found(Algorithm::AfterWonRun, &[1, 3]), None);
        assert_eq!(found(Algorithm::AfterWonRun, &[3, 7, 8]), None);
        // -++ and +-++-+...: position 2 is won by both.
        assert_eq!(found(Algorithm::MisereComplement, &[1, 2]), Some(0));
        assert_eq!(found(Algorithm::MisereComplement, &[2, 6, 10]), Some(1));
        // { 3 7 8 } has the period 5 and the preperiod 8.
        assert_eq!(found(Algorithm::CommonDivisor, &[6, 14, 16]), Some(2));
        assert_eq!(found(Algorithm::ReducedPeriod, &[6, 14, 16]), Some(5));
        assert_eq!(found(Algorithm::ReducedPreperiod, &[6, 14, 16]), Some(8));
    }
}

//! Single games whose outcomes are zones and edges between them.

use super::edges::{CARES, COLUMNS};
use crate::Integer;
use crate::accelerate::Cycle;
use crate::edges::{Care, find};
use crate::limit::CancellationToken;
use crate::proof::theorem::Formula;
use crate::theorem::polynomial::Polynomial;
use crate::trace::Move;
use crate::trace::plane::{Rule, check};
use std::cmp::Reverse;

/// A row has as many positions as the parameter says.
const ROW: Move = Move { factor: 1, summand: 0 };

/// Moves lead so many rows up at most.
const HIGHEST: i64 = 64;

/// Rows have so many times as many positions as moves lead to the side, at least.
const WIDE: i64 = 8;

/// The least period and preperiod of the outcomes of the game with these moves, if they are many times a
/// number, each but for few positions, and it is zones and edges; so many words are computed at most with
/// each care.
///
/// ```
/// use grundy::uniform::game;
/// // { 8n+1 16n-1 18n-1 26n } with n = 10^9
/// let n = 1_000_000_000;
/// let sizes = [8 * n + 1, 16 * n - 1, 18 * n - 1, 26 * n];
/// let cycle = game(&sizes, 1 << 24, &Default::default()).unwrap();
/// assert_eq!((cycle.period, cycle.preperiod), ((34 * n + 1).into(), 0.into()));
/// ```
pub fn game(sizes: &[u64], words: u64, stop: &CancellationToken) -> Option<Cycle> {
    let width = width(sizes)?;
    let moves = moves_in_rows(width, sizes)?;
    let found = |care| in_rows(&moves, width, care, words, stop).filter(|it| it.is_least);
    CARES.into_iter().find_map(found)
}

/// What edges show in rows of this width: the game is the first one of a class for which it is proved.
fn in_rows(
    moves: &[Move],
    width: i64,
    care: Care,
    mut words: u64,
    stop: &CancellationToken,
) -> Option<Cycle> {
    let picture = find(moves, ROW, width, care, &mut words, stop).ok()?;
    let shown = check(&picture, &COLUMNS, &|| stop.requested()).ok()?;
    let value = |formula: &Formula| {
        let value = Polynomial::from(formula).at(&[width.into()]);
        value.is_integer().then(|| Integer::from(value.to_integer()))
    };
    let (period, preperiod) = (value(&shown.period)?, value(shown.preperiod.as_ref()?)?);
    Some(Cycle { period, preperiod, is_least: shown.unique.is_some() })
}

/// Moves as so many rows of this width, and some positions.
fn moves_in_rows(width: i64, sizes: &[u64]) -> Option<Vec<Move>> {
    let of = |&size: &u64| {
        let size = i64::try_from(size).ok()?;
        let factor = size.checked_add(width / 2)? / width;
        let summand = size - factor * width;
        let is_near = summand.unsigned_abs() <= (width / WIDE).unsigned_abs();
        ((1..=HIGHEST).contains(&factor) && is_near).then_some(Move { factor, summand })
    };
    sizes.iter().map(of).collect()
}

/// The width of rows in which the rule reaches least far; of these the one in which moves lead least far
/// to the side, and of these the greatest one.
fn width(sizes: &[u64]) -> Option<i64> {
    let greatest = i64::try_from(*sizes.last()?).ok()?;
    let near = |width: i64| {
        let near = move |&size: &u64| {
            let size = i64::try_from(size).ok()?;
            let factor = size.checked_add(width / 2)? / width;
            (factor > 0).then(|| [size / factor, size / factor + 1])
        };
        sizes.iter().filter_map(near).flatten().collect::<Vec<_>>()
    };
    let rated = |width: i64| {
        let moves = moves_in_rows(width, sizes)?;
        let reach = Rule::new(&moves, ROW).ok()?.reach;
        let columns = moves.iter().map(|it| it.summand.unsigned_abs()).max()?;
        Some((reach, columns, Reverse(width)))
    };
    let about = (1..=HIGHEST).map(|rows| greatest / rows).filter(|&width| width > 0);
    let (.., Reverse(width)) = about.flat_map(near).filter_map(rated).min()?;
    Some(width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accelerate::Search;
    use crate::sequence;
    use proptest::prelude::*;
    use std::cell::Cell;

    #[test]
    fn rows_are_few_columns_from_moves() {
        let n = 1_000_003;
        let sizes = [4 * n, 10 * n, 12 * n + 1, 16 * n + 1];
        let width = width(&sizes).expect("near to moves");
        let moves = moves_in_rows(width, &sizes).expect("near to moves");
        let moves: Vec<_> = moves.iter().map(|it| (it.factor, it.summand)).collect();
        assert_eq!((width, moves), (2 * n as i64, vec![(2, 0), (5, 0), (6, 1), (8, 1)]));
        assert!(moves_in_rows(width + n as i64 / 2, &sizes).is_none());
        // No number is near to all parts of these.
        assert_eq!(super::width(&[1, u64::MAX]), None);
        assert_eq!(super::width(&[1, 1 << 40]), None);
        assert_eq!(super::width(&[]), None);
    }

    /// What edges show is what is computed run by run.
    #[test]
    fn games_agree_with_jumps() {
        let stop = CancellationToken::default();
        let both = Cell::new(0);
        let moves = prop::collection::btree_set((1_u64..13, 0_u64..5), 3..5);
        let config = ProptestConfig { cases: 32, ..ProptestConfig::default() };
        let result = proptest::test_runner::TestRunner::new(config).run(&moves, |moves| {
            let sizes: Vec<_> = moves.iter().map(|(a, b)| a * 1_000_003 + b - 2).collect();
            let search = Search::new(&sizes, sequence::Rule::Normal);
            let mut search = search.expect("increasing moves");
            prop_assume!(search.run(10_000, &stop) == Ok(true));
            let cycle = search.cycle(&stop).expect("no limit").expect("a cycle");
            if let Some(found) = game(&sizes, 1 << 24, &stop) {
                prop_assert_eq!(found, cycle, "{:?}", sizes);
                both.set(both.get() + 1);
            }
            Ok(())
        });
        result.unwrap_or_else(|error| panic!("{error}"));
        assert!(both.get() >= 16, "{}", both.get());
    }
}

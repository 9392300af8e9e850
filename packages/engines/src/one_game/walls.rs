//! Single games whose outcomes are domains separated by walls.

use crate::Integer;
use crate::limit::CancellationToken;
use crate::polynomial::Polynomial;
use crate::runs::Cycle;
use crate::trace::diagram::{Diagram, Rule, check};
use crate::trace::{Move, Shown};
use crate::walls::{COLUMNS, FollowError, RECOGNITIONS, Recognition, find};
use std::cmp::Reverse;

/// The number of positions of a row, which is the parameter.
const ROW: Move = Move { factor: 1, summand: 0 };

/// The most rows that moves lead up.
const HIGHEST: i64 = 64;

/// The least width of a row, as a multiple of the columns that moves lead to the side.
const WIDE: i64 = 8;

/// The most words that each option computes, except the first one that is left: they separate walls that are near each
/// other, or distinguish similar walls, and where that helps, fewer words are enough.
const SPARE: u64 = 1 << 24;

/// The most words that the first option computes.
const MOST_WORDS: u64 = 1 << 27;

/// A search for the cycle of the outcomes of one game by walls, which can be tried again with more words.
///
/// ```
/// use grundy_engines::one_game::Walls;
/// // { 8n+1 16n-1 18n-1 26n } with n = 10^9
/// let n = 1_000_000_000;
/// let mut walls = Walls::new(&[8 * n + 1, 16 * n - 1, 18 * n - 1, 26 * n]).unwrap();
/// let cycle = walls.follow(1 << 20, &Default::default()).unwrap();
/// assert_eq!((cycle.period, cycle.preperiod), ((34 * n + 1).into(), 0.into()));
/// ```
#[derive(Clone, Debug)]
pub struct Walls {
    moves: Vec<Move>,
    width: i64,
    /// The options for which more words may show more.
    options: Vec<Recognition>,
}

impl Walls {
    /// `None` if the moves are not all near large multiples of the same number.
    pub fn new(sizes: &[u64]) -> Option<Self> {
        let width = width(sizes)?;
        Some(Self { moves: moves_in_rows(width, sizes)?, width, options: RECOGNITIONS.to_vec() })
    }

    /// Can more words show more?
    pub fn may_show_more(&self) -> bool {
        !self.options.is_empty()
    }

    /// The least period and preperiod, if the outcomes are domains separated by walls and it is enough to compute this
    /// number of words: they are shared among the options that are left.  An option that ended for a reason other than
    /// words is not tried again.
    pub fn follow(&mut self, words: u64, stop: &CancellationToken) -> Option<Cycle> {
        self.proof(words, stop).map(|(cycle, ..)| cycle)
    }

    /// The same, with the diagram of a class of games that begins with this one, and what its check shows.
    pub fn proof(
        &mut self,
        words: u64,
        stop: &CancellationToken,
    ) -> Option<(Cycle, Diagram, Shown)> {
        let share = words / self.options.len().max(1) as u64;
        let mut left = Vec::new();
        for (index, &option) in self.options.iter().enumerate() {
            let most = if index == 0 { MOST_WORDS } else { SPARE };
            match find(&self.moves, ROW, self.width, option, &mut share.min(most), stop) {
                Ok(diagram) => {
                    if let Some((cycle, shown)) = least(&diagram, self.width, stop) {
                        return Some((cycle, diagram, shown));
                    }
                }
                Err(FollowError::Work) if share < most => left.push(option),
                Err(_) => {}
            }
            // After a stop, all options are left.
            if stop.requested() {
                return None;
            }
        }
        self.options = left;
        None
    }
}

/// The least period and preperiod for this parameter, if the diagram shows both.
fn least(diagram: &Diagram, parameter: i64, stop: &CancellationToken) -> Option<(Cycle, Shown)> {
    let shown = check(diagram, &COLUMNS, &|| stop.requested()).ok()?;
    let value = |formula: &Polynomial| {
        let value = formula.at(&[parameter.into()]);
        value.is_integer().then(|| Integer::from(value.to_integer()))
    };
    let (period, preperiod) = (value(&shown.period)?, value(shown.preperiod.as_ref()?)?);
    shown.unique.map(|_| (Cycle { period, preperiod, is_least: true }, shown))
}

/// Moves as a number of rows of this width, and some positions.
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

/// The width of rows in which the rule reaches least far; among these, the one in which moves lead least far to the
/// side, and then the greatest one.
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
        let columns = moves.iter().map(|size| size.summand.unsigned_abs()).max()?;
        Some((reach, columns, Reverse(width)))
    };
    let about = (1..=HIGHEST).map(|rows| greatest / rows).filter(|&width| width > 0);
    let (.., Reverse(width)) = about.flat_map(near).filter_map(rated).min()?;
    Some(width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runs::LoopSearch;
    use crate::sequence;
    use proptest::prelude::*;
    use std::cell::Cell;

    #[test]
    fn rows_are_few_columns_from_moves() {
        let n = 1_000_003;
        let sizes = [4 * n, 10 * n, 12 * n + 1, 16 * n + 1];
        let width = width(&sizes).expect("near to moves");
        let moves = moves_in_rows(width, &sizes).expect("near to moves");
        let moves: Vec<_> = moves.iter().map(|size| (size.factor, size.summand)).collect();
        assert_eq!((width, moves), (2 * n as i64, vec![(2, 0), (5, 0), (6, 1), (8, 1)]));
        assert!(moves_in_rows(width + n as i64 / 2, &sizes).is_none());
        // No width has all of these near its multiples.
        assert_eq!(super::width(&[1, u64::MAX]), None);
        assert_eq!(super::width(&[1, 1 << 40]), None);
        assert_eq!(super::width(&[]), None);
    }

    /// What walls show agrees with what is computed run by run.
    #[test]
    fn games_agree_with_jumps() {
        let stop = CancellationToken::default();
        let both = Cell::new(0);
        let moves = prop::collection::btree_set((1_u64..13, 0_u64..5), 3..5);
        let config = ProptestConfig { cases: 32, ..ProptestConfig::default() };
        let result = proptest::test_runner::TestRunner::new(config).run(&moves, |moves| {
            let sizes: Vec<_> = moves.iter().map(|(a, b)| a * 1_000_003 + b - 2).collect();
            let search = LoopSearch::new(&sizes, sequence::Rule::Normal);
            let mut search = search.expect("increasing moves");
            prop_assume!(search.run(10_000, &stop) == Ok(true));
            let cycle = search.cycle(&stop).expect("no limit").expect("a cycle");
            let mut walls = Walls::new(&sizes).expect("many times n");
            if let Some(found) = walls.follow(1 << 24, &stop) {
                prop_assert_eq!(found, cycle, "{:?}", sizes);
                both.set(both.get() + 1);
            }
            Ok(())
        });
        result.unwrap_or_else(|error| panic!("{error}"));
        assert!(both.get() >= 16, "{}", both.get());
    }

    /// An option that ended for a reason other than words is not tried again; where the first one does not show
    /// leastness, another one does.
    #[test]
    fn cares_are_tried_as_long_as_words_are_what_is_missing() {
        let stop = CancellationToken::default();
        let walls = |pairs: &[(u64, u64)]| {
            let sizes: Vec<_> = pairs.iter().map(|(a, b)| a * 1_000_003 + b - 2).collect();
            Walls::new(&sizes).expect("many times n")
        };
        // { 4n-2 7n 11n+1 18n+1 } takes some 2^14 words with the first option.
        let mut few = walls(&[(4, 0), (7, 2), (11, 3), (18, 3)]);
        assert_eq!(few.follow(1 << 10, &stop), None);
        assert_eq!(few.options, RECOGNITIONS);
        assert_eq!(few.follow(0, &stop), None);
        assert_eq!(few.options, RECOGNITIONS);
        assert!(few.follow(1 << 17, &stop).is_some());
        // { 3n-2 7n-2 11n+1 12n+2 } is shown with the second one.
        assert!(walls(&[(3, 0), (7, 0), (11, 3), (12, 4)]).follow(1 << 17, &stop).is_some());
        // The preperiod of { 2n 5n-1 11n+2 } is not shown with any of them.
        let mut never = walls(&[(2, 2), (5, 1), (11, 4)]);
        assert_eq!(never.follow(1 << 17, &stop), None);
        assert!(!never.may_show_more());
        assert_eq!(never.follow(u64::MAX, &stop), None);
    }

    /// After the words of all others the first option is left, and none after its own.
    #[test]
    fn words_are_bounded() {
        let stop = CancellationToken::default();
        let n = 1_000_003;
        let sizes = [2 * n - 2, 3 * n + 1, 6 * n - 2, 9 * n - 2, 10 * n];
        let mut walls = Walls::new(&sizes).expect("many times n");
        assert_eq!(walls.follow(5 * SPARE, &stop), None);
        assert_eq!(walls.options, RECOGNITIONS[..1]);
        let asked = CancellationToken::default();
        asked.request();
        assert_eq!(walls.follow(u64::MAX, &asked), None);
        assert_eq!(walls.options, RECOGNITIONS[..1]);
        assert_eq!(walls.follow(MOST_WORDS, &stop), None);
        assert!(!walls.may_show_more());
    }
}

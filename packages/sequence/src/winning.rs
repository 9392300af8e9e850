//! The moves that win, position by position.
//!
//! From position x the *winning moves* W(x) are the moves s for which there is a position x - s and it is lost.  Let L be the
//! moves and M the greatest, v the outcomes, p their least period and q their least preperiod.
//!
//! **W has the least period p, and its least preperiod Q is from q to q + M.**  For x >= q + M each option x - s is q
//! or greater, so v(x + p - s) = v(x - s) and W(x + p) = W(x).  Conversely, W determines v: a position is won exactly
//! if W(x) is not empty, or, in misère play, if x has no option.  So where W has a period from some position on, v has
//! it too: p is least, and Q >= q.  (In misère play the positions without options are those below min L where no
//! positions precede 0, and q is 0 or greater than min L; see `CycleSearch`.)
//!
//! So Q follows from the 2 M positions before q + M and the same number a period later ([`preperiod`]).

/// The moves from each position to a lost one.
///
/// `lost[k]` says whether position `from` - M + k exists and is lost, M being the greatest move; the result begins with
/// position `from`.  The moves are at least 1, in increasing order.
///
/// ```
/// use grundy_sequence::winning_moves;
/// // The outcomes of { 2 3 } are --+++, and again; there are no positions before 0.
/// let lost = [false, false, false, true, true, false, false, false, true];
/// let found: Vec<_> = winning_moves(&[2, 3], &lost).collect();
/// assert_eq!(found, [vec![], vec![], vec![2], vec![2, 3], vec![3], vec![]]);
/// ```
pub fn winning_moves(
    moves: &[u64],
    lost: &[bool],
) -> impl ExactSizeIterator<Item = Vec<u64>> + Clone {
    let greatest = moves.last().copied().and_then(|size| usize::try_from(size).ok()).unwrap_or(0);
    let leads = |position: usize, size: u64| {
        let option = usize::try_from(size).ok().and_then(|size| position.checked_sub(size));
        option.and_then(|option| lost.get(option)).is_some_and(|lost| *lost)
    };
    let of = move |position| moves.iter().copied().filter(|&size| leads(position, size)).collect();
    (greatest..lost.len()).map(of)
}

/// Q - q, from which of the 2 M positions from q - M on are lost, and which of those from q + p - M on: W(x + p) = W(x)
/// for all x >= Q, and Q >= q is least.
///
/// ```
/// use grundy_sequence::winning_preperiod;
/// // { 1 3 } under normal play: -+-+-+... with q = 0, p = 2; positions -3 to 2, and -1 to 4.
/// let first = [false, false, false, true, false, true];
/// let later = [false, true, false, true, false, true];
/// // From 1 the move 3 leads below 0, from 3 it leads to 0.
/// assert_eq!(winning_preperiod(&[1, 3], &first, &later), 2);
/// ```
pub fn preperiod(moves: &[u64], first: &[bool], later: &[bool]) -> u64 {
    let greatest = moves.last().copied().and_then(|size| usize::try_from(size).ok()).unwrap_or(0);
    let differs = |position: usize| {
        let mut options =
            moves.iter().filter_map(|&size| position.checked_sub(usize::try_from(size).ok()?));
        options.any(|option| first.get(option) != later.get(option))
    };
    let last = (greatest..first.len()).rev().find(|&position| differs(position));
    last.map_or(0, |position| (position - greatest + 1) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Moves, Rule, oracle};
    use proptest::prelude::*;

    /// The winning moves of the first positions, by the definition.
    fn plain(game: &Game, count: usize) -> Vec<Vec<u64>> {
        let values = oracle::sequence(game, count);
        let lost = |position: u64, size: u64| match position.checked_sub(size) {
            Some(option) => values[option as usize].0 == 0,
            None => game.value_before(size - position).is_some_and(|value| value.0 == 0),
        };
        let sizes: Vec<u64> = game.moves().sizes().iter().map(|&size| size.into()).collect();
        (0..count as u64)
            .map(|position| sizes.iter().copied().filter(|&size| lost(position, size)).collect())
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// The statement, and the preperiod compared with a search through all positions.
        #[test]
        fn the_period_is_that_of_the_outcomes(
            sizes in proptest::collection::btree_set(1_u64..14, 1..5),
            misere: bool,
            start in proptest::collection::vec(0_u8..2, 0..4),
        ) {
            let moves = Moves::new(&sizes.iter().copied().collect::<Vec<_>>()).expect("moves");
            let rule = if misere { Rule::Misere } else { Rule::Normal };
            let word: Vec<_> = start.into_iter().map(crate::model::Value).collect();
            let game = match &word[..] {
                [] => Game::new(moves.clone(), rule),
                word => Game::with_start(moves.clone(), rule, word),
            };
            let game = game.expect("a game");
            let cycle = crate::cycle(&game, 1 << 20, &Default::default()).expect("a cycle");
            let (p, q, m) = (cycle.period as usize, cycle.preperiod as usize, moves.greatest() as usize);
            let all = plain(&game, q + 3 * p + 2 * m);
            let holds = |period: usize, from: usize| {
                (from..q + 2 * p + m).all(|x| all[x] == all[x + period])
            };
            let least = (0..).find(|&from| holds(p, from)).expect("from q + M on at the latest");
            let values = oracle::sequence(&game, q + p + m);
            let lost = |from: usize| -> Vec<bool> {
                let value = |at: usize| match at.checked_sub(m) {
                    Some(at) => Some(values[at]),
                    None => game.value_before((m - at) as u64),
                };
                (from..from + 2 * m).map(|at| value(at).is_some_and(|value| value.0 == 0)).collect()
            };
            let sizes: Vec<u64> = sizes.into_iter().collect();
            let found = q as u64 + preperiod(&sizes, &lost(q), &lost(q + p));
            prop_assert_eq!(found as usize, least, "{} {:?}", moves, cycle);
            prop_assert!(q <= least && least <= q + m);
            for shorter in 1..p {
                prop_assert!(!holds(shorter, q + m), "{} {}", moves, shorter);
            }
        }

        #[test]
        fn winning_moves_are_those_to_lost_positions(
            sizes in proptest::collection::btree_set(1_u64..14, 0..5),
            from in 0_usize..40,
        ) {
            let sizes: Vec<u64> = sizes.into_iter().collect();
            let game = Game::new(Moves::new(&sizes).expect("moves"), Rule::Normal).expect("a game");
            let values = oracle::sequence(&game, 80);
            let greatest = sizes.last().copied().unwrap_or(0) as usize;
            let lost: Vec<bool> = (0..80 + greatest - from)
                .map(|at| (at + from).checked_sub(greatest).is_some_and(|target| values[target].0 == 0))
                .collect();
            let found: Vec<_> = winning_moves(&sizes, &lost).collect();
            prop_assert_eq!(&found[..], &plain(&game, 80)[from..]);
        }
    }
}

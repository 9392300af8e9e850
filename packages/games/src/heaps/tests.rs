//! Sums of heaps against the rules in the plainest code.

use super::*;
use proptest::prelude::*;
use std::collections::HashMap;

fn sum(heaps: &[(Vec<u64>, u64)]) -> Sum {
    let heap = |(sizes, size): &(Vec<u64>, u64)| Heap {
        set: Arc::new(Set::from(&Moves::new(sizes).expect("moves"))),
        size: (*size).into(),
    };
    Sum(heaps.iter().map(heap).collect())
}

/// Does the player to move win?
fn wins(
    heaps: &[(Vec<u64>, u64)],
    at: &[u64],
    misere: bool,
    known: &mut HashMap<Vec<u64>, bool>,
) -> bool {
    if let Some(&won) = known.get(at) {
        return won;
    }
    let (mut can_move, mut won) = (false, false);
    for (index, (sizes, _)) in heaps.iter().enumerate() {
        for size in sizes.iter().filter(|&&size| size <= at[index]) {
            can_move = true;
            let mut next = at.to_vec();
            next[index] -= size;
            won |= !wins(heaps, &next, misere, known);
        }
    }
    let won = won || (misere && !can_move);
    known.insert(at.to_vec(), won);
    won
}

/// The outcome and all winning moves, by trying everything.
fn plain(heaps: &[(Vec<u64>, u64)], misere: bool) -> (Outcome, Vec<Move>) {
    let at: Vec<u64> = heaps.iter().map(|heap| heap.1).collect();
    let mut known = HashMap::new();
    let outcome = if wins(heaps, &at, misere, &mut known) { Outcome::N } else { Outcome::P };
    let mut winning = Vec::new();
    for (index, (sizes, _)) in heaps.iter().enumerate() {
        for &size in sizes.iter().filter(|&&size| size <= at[index]) {
            let mut next = at.clone();
            next[index] -= size;
            if !wins(heaps, &next, misere, &mut known) {
                winning.push(Move { heap: index + 1, take: size.into() });
            }
        }
    }
    (outcome, winning)
}

fn heaps() -> impl Strategy<Value = Vec<(Vec<u64>, u64)>> {
    let set = proptest::collection::btree_set(1_u64..9, 0..4);
    let heap = (set.prop_map(|sizes| sizes.into_iter().collect()), 0_u64..16);
    proptest::collection::vec(heap, 0..4)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn answers_are_those_of_a_plain_search(heaps in heaps()) {
        let stop = CancellationToken::default();
        for (convention, misere) in [(Convention::Normal, false), (Convention::Misere, true)] {
            let answer = sum(&heaps).answer(convention, &stop).expect("small");
            prop_assert_eq!((answer.outcome, answer.winning), plain(&heaps, misere));
        }
    }

    /// Nim with every move: the theory of its own room.
    #[test]
    fn every_move_makes_nim(sizes in proptest::collection::vec(0_u64..12, 1..4)) {
        let heaps: Vec<_> = sizes.iter().map(|&size| ((1..=12).collect(), size)).collect();
        let position = crate::nim::Position::new(sizes.iter().map(|&it| it.into()).collect());
        let position = position.expect("a position");
        for convention in Convention::ALL {
            let answer = sum(&heaps).answer(convention, &CancellationToken::default());
            let winning = crate::nim::theory::winning_moves(&position, convention);
            prop_assert_eq!(answer.expect("small").winning, winning);
        }
    }
}

/// Far heaps have the values that they have one or more periods before.
#[test]
fn far_heaps_follow_from_near_ones() {
    let stop = CancellationToken::default();
    // { 2 5 } has period 7, { 1 2 3 } period 4.
    let [near, far] = [0, 7_000_000_000_000_000_000_u64 / 28 * 28]
        .map(|more| sum(&[(vec![2, 5], 100 + more), (vec![1, 2, 3], 54 + more)]));
    let [near, far] = [near, far].map(|sum| normal(&sum, &stop).expect("values"));
    assert_eq!(near, far);
    assert_ne!(near.outcome, Outcome::P);
    let [near, far] = [100, 7_000_000_000_000_000_000_u64 / 7 * 7 + 100]
        .map(|size| misere(&sum(&[(vec![2, 5], size)]), &stop).expect("values"));
    assert_eq!((&near, near.reason.clone()), (&far, Reason::OneHeap));
}

#[test]
fn what_is_too_large_is_a_limit() {
    let stop = CancellationToken::default();
    let many = sum(&vec![(vec![1, 2], 300); 3]);
    assert_eq!(misere(&many, &stop), Err(MISERE_POSITIONS));
    assert!(normal(&many, &stop).is_ok());
    let huge = sum(&[(vec![1], 1 << 40), (vec![2], 1 << 40)]);
    assert_eq!(misere(&huge, &stop), Err(MISERE_POSITIONS));
    // Heaps that cannot move add nothing.
    let dead = sum(&[(vec![1, 2], 300), (vec![1, 2], 300), (vec![7], 6), (vec![], 1 << 40)]);
    assert!(matches!(misere(&dead, &stop), Ok(Answer { reason: Reason::Search(90601), .. })));
    // Of moves that are multiples of 100 only the hundreds count.
    let coarse = sum(&vec![(vec![100, 200], 30_000); 2]);
    assert!(matches!(misere(&coarse, &stop), Ok(Answer { reason: Reason::Search(90601), .. })));
    let stopped = CancellationToken::default();
    stopped.request();
    for convention in Convention::ALL {
        assert_eq!(dead.answer(convention, &stopped), Err(Limit::STOPPED), "{convention:?}");
    }
}

#[test]
fn moves_are_made_or_refused_with_a_reason() {
    let sum = sum(&[(vec![2, 5], 4), (vec![3], 9)]);
    let after = |text: &str| {
        let (heap, take) = text.split_once(':').expect("a move");
        let take = take.parse().expect("a number");
        sum.after(&Move { heap: heap.parse().expect("a number"), take })
    };
    assert_eq!(after("1:2").map(|it| it.0[0].size.clone()), Ok(2.into()));
    for (text, why) in [
        ("0:2", "the heaps have the numbers 1 to 2"),
        ("3:2", "the heaps have the numbers 1 to 2"),
        ("1:0", "a move takes at least one"),
        ("1:5", "that heap has only 4"),
        ("1:3", "3 is not a move of that heap; its moves are { 2 5 }"),
        ("2:2", "2 is not a move of that heap; its moves are { 3 }"),
    ] {
        assert_eq!(
            after(text).map_err(|illegal| illegal.to_string()),
            Err(why.to_owned()),
            "{text}"
        );
    }
    assert_eq!(sum.slow_move(), Some(Move { heap: 2, take: 3.into() }));
    assert!(!sum.is_over());
    assert_eq!(super::tests::sum(&[(vec![2], 1)]).slow_move(), None);
}

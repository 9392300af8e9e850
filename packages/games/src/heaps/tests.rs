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

/// Of each set of moves up to 8 each position has Ferguson's property, and a misère value that follows from its Grundy value.
#[test]
fn all_heaps_are_tame() {
    let mex = |values: &[u32]| (0..).find(|it| !values.contains(it)).expect("a value");
    for bits in 0_u32..1 << 8 {
        let sizes: Vec<usize> = (1..=8).filter(|size| bits >> (size - 1) & 1 == 1).collect();
        let (mut normal, mut misere) = (Vec::<u32>::new(), Vec::<u32>::new());
        for position in 0..120_usize {
            let options: Vec<usize> =
                sizes.iter().filter_map(|&size| position.checked_sub(size)).collect();
            let of = |values: &[u32]| options.iter().map(|&it| values[it]).collect::<Vec<_>>();
            let [own, other] = [mex(&of(&normal)), mex(&of(&misere))];
            let other = if options.is_empty() { 1 } else { other };
            assert_eq!(other, if own < 2 { 1 - own } else { own }, "{sizes:?} {position}");
            let before = sizes.first().and_then(|&least| position.checked_sub(least));
            assert_eq!(own == 1, before.is_some_and(|it| normal[it] == 0), "{sizes:?} {position}");
            normal.push(own);
            misere.push(other);
        }
    }
}

/// All pairs of sets of moves up to 4, and all pairs of heaps up to 9.
#[test]
fn pairs_of_heaps_are_those_of_a_plain_search() {
    let stop = CancellationToken::default();
    let set = |bits: u64| (1..=4).filter(|size| bits >> (size - 1) & 1 == 1).collect::<Vec<u64>>();
    for (one, other) in (0..16).flat_map(|one| (one..16).map(move |other| (set(one), set(other)))) {
        let mut known = HashMap::new();
        for (first, second) in (0..10).flat_map(|it| (0..10).map(move |other| (it, other))) {
            let heaps = [(one.clone(), first), (other.clone(), second)];
            let won = wins(&heaps, &[first, second], true, &mut known);
            let answer = misere(&sum(&heaps), &stop).expect("small");
            assert_eq!(answer.outcome == Outcome::N, won, "{heaps:?}");
        }
    }
}

#[test]
fn large_heaps_are_decided_and_what_is_too_large_is_a_limit() {
    let stop = CancellationToken::default();
    let outcome = |heaps: &[(Vec<u64>, u64)]| misere(&sum(heaps), &stop).expect("values").outcome;
    let three = || vec![1, 2, 3];
    assert_eq!(outcome(&[(three(), 1_000_000), (three(), 1_000_001)]), Outcome::P);
    assert_eq!(outcome(&[(three(), 1_000_000), (three(), 1_000_004)]), Outcome::N);
    assert_eq!(outcome(&[(vec![1], 1 << 40), (vec![2], 1 << 40)]), Outcome::N);
    // Heaps that cannot move add nothing.
    let dead = [(vec![1, 2], 300), (vec![1, 2], 301), (vec![7], 6), (vec![], 1 << 40)];
    assert_eq!(outcome(&dead), Outcome::P);
    let far = sum(&[(vec![1], u64::MAX), (vec![1 << 23, (1 << 24) - 3, 1 << 24], u64::MAX)]);
    let stopped = CancellationToken::default();
    stopped.request();
    for convention in Convention::ALL {
        assert_eq!(sum(&dead).answer(convention, &stopped), Err(Limit::STOPPED), "{convention:?}");
        assert_eq!(far.answer(convention, &stopped), Err(Limit::STOPPED), "{convention:?}");
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

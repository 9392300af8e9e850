//! The engines against the plain rules.

use grundy::limit::Stop;
use grundy::model::Value;
use grundy::sequence::{Cycle, CycleSearch, Game, Moves, Rule, confirm, cycle, oracle, values};
use proptest::collection::btree_set;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn game(sizes: &BTreeSet<u64>, rule: Rule) -> Game {
    Game::new(moves(sizes), rule).expect("a game")
}

fn moves(sizes: &BTreeSet<u64>) -> Moves {
    let sizes: Vec<u64> = sizes.iter().copied().collect();
    Moves::new(&sizes).expect("moves")
}

fn rules() -> impl Strategy<Value = Rule> {
    prop_oneof![
        3 => Just(Rule::Grundy),
        1 => Just(Rule::Normal),
        1 => Just(Rule::Misere),
        1 => Just(Rule::Odd),
        1 => Just(Rule::ExactlyOne),
        1 => (0_u32..10).prop_map(Rule::MoreThan),
    ]
}

/// Few or many moves, close together or far apart.
fn sizes(most: u64) -> impl Strategy<Value = BTreeSet<u64>> {
    let set = move |(least, range): (u64, u64), many| {
        btree_set(least..(least + range).min(most), 1..=many)
    };
    let shape =
        (prop_oneof![1..20_u64, 1..130_u64], prop_oneof![1..40_u64, 1..300_u64, Just(most)]);
    (shape, prop_oneof![Just(4_usize), Just(7), Just(31)])
        .prop_flat_map(move |(shape, many)| set(shape, many))
}

/// A game with or without a seed, whose values come from `noise`.
fn seeded(sizes: &BTreeSet<u64>, rule: Rule, noise: Option<u64>) -> Game {
    let Some(mut state) = noise.filter(|_| rule != Rule::Misere) else { return game(sizes, rule) };
    let values = if rule == Rule::Grundy { sizes.len() as u64 + 1 } else { 2 };
    let seed: Vec<Value> = (0..*sizes.last().expect("a move"))
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            Value(((state >> 33) % values) as u8)
        })
        .collect();
    Game::with_seed(moves(sizes), rule, &seed).expect("a game")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn values_agree_with_the_oracle(
        sizes in sizes(1000),
        rule in rules(),
        noise in proptest::option::of(any::<u64>()),
        from in 0_usize..2000,
        count in 0_usize..2000,
    ) {
        let game = seeded(&sizes, rule, noise);
        let plain = oracle::sequence(&game, from + count).split_off(from);
        let values = values(&game, from as u64, count, &Stop::default());
        prop_assert!(values == Ok(plain), "{:?}", game);
    }

    #[test]
    fn cycles_agree_with_the_oracle(
        sizes in proptest::collection::btree_set(1_u64..40, 1..7),
        misere: bool,
    ) {
        let game = game(&sizes, if misere { Rule::Misere } else { Rule::Normal });
        if let Some(cycle) = oracle::cycle(&game, 3000) {
            let mut search = CycleSearch::new(&game);
            let found = search.run(1 << 20, &Stop::default()).expect("not stopped");
            prop_assert_eq!(found, Some(cycle), "{:?}", sizes);
            let confirmed = |cycle| confirm(&game, cycle, &Stop::default());
            prop_assert_eq!(confirmed(cycle), Ok(true), "{:?}", sizes);
            let Cycle { period, preperiod } = cycle;
            let mut wrong = vec![
                (period + 1, preperiod),
                (2 * period, preperiod),
                (3 * period, preperiod),
                (period, preperiod + 1),
                (period, preperiod + period),
                (0, preperiod),
            ];
            wrong.extend((1..period).filter(|part| period % part == 0).map(|part| (part, preperiod)));
            wrong.extend(preperiod.checked_sub(1).map(|less| (period, less)));
            for (period, preperiod) in wrong {
                prop_assert_eq!(confirmed(Cycle { period, preperiod }), Ok(false), "{:?}", sizes);
            }
        }
    }

    /// What is computed in steps agrees with what is computed at once, so no step reads beyond
    /// what is kept.
    #[test]
    fn a_search_can_be_continued_anywhere(
        sizes in proptest::collection::btree_set(1_u64..60, 2..7),
        at in 0_u64..200_000,
    ) {
        let game = game(&sizes, Rule::Normal);
        let cycle = cycle(&game, 1 << 24, &Stop::default());
        let mut search = CycleSearch::new(&game);
        if search.run(at, &Stop::default()).expect("not stopped").is_none() {
            let mut search = CycleSearch::resume(&game, search.progress()).expect("its own progress");
            prop_assert_eq!(search.run(1 << 24, &Stop::default()), cycle.map(Some), "{:?}", sizes);
        }
    }
}

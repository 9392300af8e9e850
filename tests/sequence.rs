//! The engines against the plain rules.

use grundy::limit::Stop;
use grundy::sequence::{Cycle, CycleSearch, Game, Moves, Rule, confirm, cycle, oracle};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn game(sizes: &BTreeSet<u64>, rule: Rule) -> Game {
    let sizes: Vec<u64> = sizes.iter().copied().collect();
    Game::new(Moves::new(&sizes).expect("moves"), rule).expect("a game")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

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

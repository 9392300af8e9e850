//! The engines against the plain rules.

use grundy::limit::Stop;
use grundy::sequence::{CycleSearch, Game, Moves, Rule, oracle};
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
        }
    }
}

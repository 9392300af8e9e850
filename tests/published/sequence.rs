//! The engines against the plain rules.

use grundy_kernel::model::Value;
use grundy_kernel::model::{Comparison, Tally};
use grundy_language::limit::{CancellationToken, Limit};
use grundy_sequence::{
    Cycle, CycleSearch, Game, Moves, Progress, Rule, confirm, cycle, oracle, values,
};
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
        3 => Just(Rule::Mex),
        1 => Just(Rule::Normal),
        1 => Just(Rule::Misere),
        1 => Just(Rule::Lost(Tally::Odd)),
        1 => Just(Rule::Won(Tally::Is(Comparison::Equal, 1))),
        1 => (0_u64..10).prop_map(|bound| Rule::lost(Tally::Is(Comparison::AtLeast, bound + 1))),
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

/// Up to seven moves around and above each constant that selects a loop of the engines.
fn sizes_at_borders() -> impl Strategy<Value = BTreeSet<u64>> {
    let border = prop_oneof![
        Just(8),
        Just(64),
        Just(128),
        Just(192),
        Just(256),
        Just(512),
        Just(1024),
        Just(1088),
        Just(2048),
        Just(4608),
        Just(8192)
    ];
    let size = move |least: u64| {
        prop_oneof![
            3 => least.saturating_sub(3).max(1)..least + 4,
            2 => least..2 * least,
            1 => least..least + 5000,
        ]
    };
    border.prop_flat_map(move |least| btree_set(size(least), 1..=7))
}

/// A game with or without a seed, whose values come from `noise`.
fn seeded(sizes: &BTreeSet<u64>, rule: Rule, noise: Option<u64>) -> Game {
    let Some(mut state) = noise.filter(|_| rule != Rule::Misere) else { return game(sizes, rule) };
    let values = if rule == Rule::Mex { sizes.len() as u64 + 1 } else { 2 };
    // From position -1 down, so that a greater move only adds to it.
    let mut seed: Vec<Value> = (0..*sizes.last().expect("a move"))
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            Value(((state >> 33) % values) as u8)
        })
        .collect();
    seed.reverse();
    Game::with_start(moves(sizes), rule, &seed).expect("a game")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn values_agree_with_the_oracle(
        sizes in sizes(1000),
        rule in rules(),
        noise in proptest::option::of(any::<u64>()),
        from in 0_usize..2000,
        count in 0_usize..2000,
    ) {
        let game = seeded(&sizes, rule, noise);
        let plain = oracle::numbers(&game, from + count).split_off(from);
        let values = values(&game, from as u64, count, &CancellationToken::default());
        prop_assert!(values == Ok(plain), "{:?}", game);
    }

    #[test]
    fn values_agree_with_the_oracle_around_each_border(
        sizes in sizes_at_borders(),
        rule in rules(),
        noise in proptest::option::of(any::<u64>()),
        from in 0_usize..30_000,
        count in 0_usize..5000,
    ) {
        let game = seeded(&sizes, rule, noise);
        let plain = oracle::numbers(&game, from + count).split_off(from);
        let values = values(&game, from as u64, count, &CancellationToken::default());
        prop_assert!(values == Ok(plain), "{:?}", game);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn cycles_agree_with_the_oracle(
        sizes in btree_set(1_u64..40, 1..10),
        rule in rules(),
        noise in proptest::option::of(any::<u64>()),
    ) {
        let game = seeded(&sizes, rule, noise);
        if let Some(cycle) = oracle::cycle(&game, 2000) {
            let mut search = CycleSearch::new(&game);
            let found = search.run(1 << 20, &CancellationToken::default()).expect("not stopped");
            prop_assert_eq!(found, Some(cycle), "{:?}", game);
            let confirmed = |cycle| confirm(&game, cycle, &CancellationToken::default());
            prop_assert_eq!(confirmed(cycle), Ok(true), "{:?}", game);
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
                prop_assert_eq!(confirmed(Cycle { period, preperiod }), Ok(false), "{:?}", game);
            }
        }
    }

    /// What is computed in steps agrees with what is computed at once, so no step reads beyond
    /// what is kept.
    #[test]
    fn a_search_can_be_continued_anywhere(
        sizes in btree_set(1_u64..60, 2..10),
        rule in rules(),
        noise in proptest::option::of(any::<u64>()),
        at in 0_u64..200_000,
    ) {
        let game = seeded(&sizes, rule, noise);
        let cycle = cycle(&game, 1 << 20, &CancellationToken::default());
        let mut search = CycleSearch::new(&game);
        if search.run(at, &CancellationToken::default()).expect("not stopped").is_none() {
            let mut search = CycleSearch::resume(&game, search.progress()).expect("its own progress");
            prop_assert_eq!(search.run(1 << 20, &CancellationToken::default()).map(|found| found.ok_or(Limit::POSITIONS)), Ok(cycle), "{:?}", game);
        }
    }
}

/// Do the values of the first game differ from those of the second, after one of a few seeds?
fn differs(sizes: &BTreeSet<u64>, plain: &BTreeSet<u64>, rule: Rule) -> bool {
    (0..8).any(|noise| {
        let values =
            values(&seeded(sizes, rule, Some(noise)), 0, 600, &CancellationToken::default());
        values != Ok(oracle::numbers(&seeded(plain, rule, Some(noise)), 600))
    })
}

/// Whichever move is wrong by 1, some value shows it.
#[test]
fn a_wrong_move_is_noticed() {
    let games: [&[u64]; 6] = [
        &[1, 3, 8, 20, 47],
        &[9, 14, 77, 150, 400],
        &[70, 131, 260, 999],
        &[3, 7, 12, 18, 25, 33, 61, 90, 147, 260, 390],
        &[40, 45, 52, 61, 70, 83, 101, 115, 160, 199, 250, 333],
        &[
            5, 9, 14, 17, 20, 23, 26, 31, 36, 44, 53, 58, 66, 71, 79, 90, 95, 110, 131, 150, 180,
            205,
        ],
    ];
    for sizes in games {
        let right: BTreeSet<u64> = sizes.iter().copied().collect();
        let half = Rule::lost(Tally::Is(Comparison::AtLeast, sizes.len() as u64 / 2 + 1));
        for rule in [Rule::Mex, Rule::Normal, Rule::Lost(Tally::Odd), half] {
            assert!(!differs(&right, &right, rule), "{rule:?} {sizes:?}");
            for size in sizes {
                let mut wrong = right.clone();
                wrong.remove(size);
                wrong.insert(size + 1);
                assert!(differs(&wrong, &right, rule), "{rule:?} {sizes:?} {size}");
            }
        }
    }
}

/// What is damaged, and how.
type Damage = (&'static str, fn(&mut Progress));

/// A search that has come some way, with anchors and snapshots.
fn progress(game: &Game) -> Progress {
    let mut search = CycleSearch::new(game);
    assert_eq!(search.run(100_000, &CancellationToken::default()), Ok(None));
    search.progress()
}

#[test]
fn damaged_progress_is_refused() {
    // Long periods.
    let sizes = BTreeSet::from([8, 58, 101, 109]);
    for rule in [Rule::Mex, Rule::Normal, Rule::Misere] {
        let game = self::game(&sizes, rule);
        let whole = progress(&game);
        assert!(whole.anchors.len() > 1 && whole.snapshots.len() > 1);
        assert!(CycleSearch::resume(&game, whole.clone()).is_some());
        let damages: [Damage; 15] = [
            ("a word too few", |one| one.now.window = one.now.window[1..].into()),
            ("no word", |one| one.anchors[0].window = Box::default()),
            ("a word too many", |one| one.now.window = [&one.now.window[..], &[0]].concat().into()),
            ("a bit after the last value", |one| {
                let last = one.now.window.last_mut().expect("a word");
                *last |= 1 << 63;
            }),
            ("anchors out of order", |one| one.anchors.reverse()),
            ("an anchor at the start", |one| one.anchors[0].position = 0),
            ("an anchor ahead", |one| one.anchors[1].position = one.now.position + 1),
            ("too many anchors", |one| {
                let mut anchor = one.anchors[0].clone();
                one.anchors.clear();
                for _ in 0..100 {
                    anchor.position += 1;
                    one.anchors.push(anchor.clone());
                }
            }),
            ("snapshots out of order", |one| one.snapshots.reverse()),
            ("a snapshot ahead", |one| {
                one.snapshots.last_mut().expect("one").position = u64::MAX;
            }),
            ("no snapshot at the start", |one| drop(one.snapshots.remove(0))),
            ("another start", |one| one.snapshots[0].window[0] ^= 1),
            ("no distance", |one| one.stride = 0),
            ("too far", |one| one.now.position = u64::MAX - 1),
            ("too much work", |one| one.work = u64::MAX - 1),
        ];
        for (what, damage) in damages {
            let mut progress = whole.clone();
            damage(&mut progress);
            assert!(CycleSearch::resume(&game, progress).is_none(), "{what}");
        }
        let other = self::game(&BTreeSet::from([8, 58, 101, 1090]), rule);
        // What belongs to another game: its windows are longer.
        assert!(CycleSearch::resume(&other, whole).is_none());
    }
}

/// The page `docs/records.md` has the longer ones.
#[test]
#[ignore = "a few seconds when optimised, minutes otherwise"]
fn published_record_periods_are_found() {
    let file = include_str!("../../descriptions/families/records_four_moves_period.toml");
    let tables: toml::Table = toml::from_str(file).expect("a file of tables");
    let printed = tables["table"][0]["row"].as_array().expect("rows");
    let number = |row: &toml::Value, name: &str| row[name].as_integer().expect("a number") as u64;
    let mut found = 0;
    for row in printed {
        let (period, preperiod) = (number(row, "p"), number(row, "q"));
        if (1_000_000_000..20_000_000_000).contains(&period) {
            let words = row["moves"].as_str().expect("moves").split_whitespace();
            let sizes: Vec<u64> = words.filter_map(|word| word.parse().ok()).collect();
            let game = Game::new(Moves::new(&sizes).expect("moves"), Rule::Normal).expect("a game");
            let cycle = cycle(&game, 1 << 40, &CancellationToken::default());
            assert_eq!(cycle, Ok(Cycle { period, preperiod }), "{sizes:?}");
            found += 1;
        }
    }
    assert_eq!(found, 3);
}

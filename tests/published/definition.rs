//! Every way to compute values and periods against the definition, which is written once more here.

use grundy_engines::one_game::{OneGame, Ranges, Search, Source, stream};
use grundy_engines::runs;
use grundy_kernel::Integer;
use grundy_kernel::model::{Rule, Value};
use grundy_language::limit::CancellationToken;
use grundy_sequence::{
    ByParity, Cycle, Game, LostRuns, MoveSet, Moves, Packed, WrittenMoves, confirm, cycle,
    cycle_by_parity, far_by_parity, oracle, values,
};

const RULES: [&str; 12] = [
    "mex",
    "normal",
    "misere",
    "lost odd",
    "lost even",
    "lost >= 2",
    "lost == 0",
    "lost < 0",
    "won odd",
    "won even",
    "won == 0",
    "won >= 1",
];

/// The value of a position from those of all its options.
fn value(rule: Rule, options: &[u32]) -> u32 {
    let count = |value: u32| options.iter().filter(|it| **it == value).count() as u64;
    let (lost, won) = (count(0), count(1));
    u32::from(match rule {
        Rule::Mex => return (0..).find(|it| !options.contains(it)).expect("a number"),
        Rule::Normal => lost > 0,
        Rule::Misere => lost > 0 || options.is_empty(),
        Rule::Lost(tally) => tally.holds(lost),
        Rule::Won(tally) => tally.holds(won),
    })
}

/// The first values; before position 0 stands this word, again and again.
fn plain(moves: &[u64], rule: Rule, start: &[u32], count: usize) -> Vec<u32> {
    let mut all: Vec<u32> = Vec::new();
    for position in 0..count as u64 {
        let options = moves.iter().filter_map(|&size| match position.checked_sub(size) {
            Some(option) => Some(all[option as usize]),
            None => {
                let back = (size - position - 1) as usize;
                start.iter().rev().cycle().nth(back % start.len().max(1)).copied()
            }
        });
        let options: Vec<u32> = options.collect();
        all.push(value(rule, &options));
    }
    all
}

/// The least period, and then the least preperiod, of which this number of values shows two periods at least.
fn shown(all: &[u32], most: usize) -> Option<(usize, usize)> {
    let half = all.len() / 2;
    let period =
        (1..=most).find(|period| (half..all.len() - period).all(|x| all[x] == all[x + period]))?;
    let last = (0..all.len() - period).rev().find(|&x| all[x] != all[x + period]);
    Some((period, last.map_or(0, |last| last + 1)))
}

/// The game with a start: `None`, `sink`, or a word.
fn game(moves: &[u64], rule: Rule, start: &Start) -> Game {
    let moves = Moves::new(moves).expect("moves");
    match start {
        Start::Nothing => Game::new(moves, rule),
        Start::Sink => Game::sink(moves, rule),
        Start::Word(word) => {
            let word: Vec<_> = word.iter().map(|&it| Value(it as u8)).collect();
            Game::with_start(moves, rule, &word)
        }
    }
    .expect("a game")
}

enum Start {
    Nothing,
    Sink,
    Word(Vec<u32>),
}

impl Start {
    fn word(&self) -> &[u32] {
        match self {
            Self::Nothing => &[],
            // Heaps of no items and fewer have the value 0.
            Self::Sink => &[0],
            Self::Word(word) => word,
        }
    }

    fn all(rule: Rule) -> Vec<Self> {
        let mut words =
            vec![vec![0], vec![1], vec![0, 1], vec![1, 0], vec![1, 1, 0], vec![0, 0, 1, 1]];
        if rule == Rule::Mex {
            words.extend([vec![2], vec![5, 0, 1], vec![99, 0]]);
        }
        let words = words.into_iter().map(Self::Word);
        [Self::Nothing, Self::Sink].into_iter().chain(words).collect()
    }
}

/// All sets of moves up to 5, the empty one as well, by all rules and after all starts.
#[test]
fn small_games_agree_with_the_definition() {
    let stop = CancellationToken::default();
    for bits in 0_u32..1 << 5 {
        let moves: Vec<u64> = (1..=5).filter(|size| bits >> (size - 1) & 1 == 1).collect();
        for rule in RULES.map(|rule| rule.parse::<Rule>().expect("a rule")) {
            for start in Start::all(rule) {
                let game = game(&moves, rule, &start);
                let all = plain(&moves, rule, start.word(), 300);
                let about = format!("{moves:?} {rule} {:?}", start.word());
                assert_eq!(oracle::numbers(&game, 300), all, "{about}");
                assert_eq!(values(&game, 0, 300, &stop).as_ref(), Ok(&all), "{about}");
                assert_eq!(values(&game, 3, 40, &stop).as_deref(), Ok(&all[3..43]), "{about}");
                let from = Integer::from(7);
                let found = Source::of(&game).values(&from, 200, &stop).map(Packed::into_list);
                assert_eq!(found.as_deref().ok(), Some(&all[7..207]), "{about}");
                let mut taken = stream(&game, &from, &stop).expect("near");
                assert_eq!(taken.take(50, &stop).as_deref(), Ok(&all[7..57]), "{about}");
                let (period, preperiod) = shown(&all, 64).expect("a short period");
                let expected = Cycle { period: period as u64, preperiod: preperiod as u64 };
                assert_eq!(cycle(&game, 1 << 20, &stop), Ok(expected), "{about}");
                assert_eq!(confirm(&game, expected, &stop), Ok(true), "{about}");
                let wrong = Cycle { preperiod: expected.preperiod + 1, ..expected };
                assert_eq!(confirm(&game, wrong, &stop), Ok(false), "{about}");
                let found = Search::all(&game).run(&stop).expect("a period").cycle;
                assert_eq!(found, expected.into(), "{about}");
                // A million periods later, as far as that is another way.
                let far = &Integer::from(preperiod + 3)
                    + &Integer::from(period as u64 * 1_000_000_000_000);
                let far = Source::of(&game).values(&far, 60, &stop).expect("values");
                assert_eq!(far.into_list(), all[preperiod + 3..preperiod + 63], "{about}");
                if let Some(found) = far_by_parity(&game, &from, 50, &stop) {
                    let found = found.expect("no stop").into_iter().map(|it| u32::from(it.0));
                    assert!(found.eq(all[7..57].iter().copied()), "{about}");
                    let found = cycle_by_parity(&game, &stop).expect("no stop");
                    let cycle = [expected.period.into(), expected.preperiod.into()];
                    assert_eq!(found, ByParity::Found(cycle), "{about}");
                }
                if matches!(start, Start::Nothing) {
                    without_a_start(&moves, rule, &all, expected);
                }
            }
        }
    }
}

/// The ways that know no start.
fn without_a_start(moves: &[u64], rule: Rule, all: &[u32], expected: Cycle) {
    let stop = CancellationToken::default();
    let about = format!("{moves:?} {rule}");
    let texts: Vec<String> = match moves {
        [] => vec!["5..4".to_owned()],
        moves => moves.iter().map(u64::to_string).collect(),
    };
    let written = WrittenMoves { texts: &texts, at: &[] };
    let read = OneGame::read(&written, rule, None).expect("a game");
    let found = Source::from(read).values(&Integer::ZERO, 100, &stop).map(Packed::into_list);
    assert_eq!(found.as_deref().ok(), Some(&all[..100]), "{about}");
    if let Some(search) = Search::new(moves, rule) {
        assert_eq!(search.run(&stop).expect("a period").cycle, expected.into(), "{about}");
    }
    if let Some(search) = Search::without_positions(moves, rule) {
        assert_eq!(search.run(&stop).expect("a period").cycle, expected.into(), "{about}");
    }
    if let Some(mut jumps) = runs::Far::new(moves, rule) {
        while !jumps.advance(16, &100.into(), &stop).expect("steps") {}
        let found = jumps.values(&Integer::ZERO, 100, &stop);
        assert_eq!(found.as_deref(), Ok(&all[..100]), "{about}");
    }
    let ranges: Vec<(u64, u64)> = moves.iter().map(|&size| (size, size)).collect();
    assert!(Ranges::new(&ranges, rule).is_none(), "{about}");
    let wide: Vec<_> = ranges.iter().map(|&(a, b)| (u128::from(a), u128::from(b))).collect();
    if let (Some(mut lost), Rule::Normal) = (LostRuns::new(&wide), rule) {
        lost.advance(50, &stop).expect("no limit");
        for (position, value) in (0..).zip(all) {
            let is_lost = lost.is_lost(&position);
            assert!(is_lost.is_none_or(|it| it == (*value == 0)), "{about} {position}");
        }
    }
    // The same set by a name, with moves that no position here has.
    let named = ["1000..".to_owned()];
    let texts = if moves.is_empty() { named.to_vec() } else { [&texts[..], &named].concat() };
    let finite = |text: &str| WrittenMoves { texts: &[text.to_owned()], at: &[] }.ranges(1 << 20);
    let set = MoveSet::read(&texts, finite).expect("a set").expect("a name");
    assert_eq!(set.values(rule, 0, 100, &stop).as_deref(), Ok(&all[..100]), "{about}");
}

/// Many moves, whose Grundy values are large.
#[test]
fn games_with_many_moves_agree_with_the_definition() {
    let stop = CancellationToken::default();
    for moves in [
        (1..=31).collect::<Vec<u64>>(),
        (1..=32).collect(),
        (2..=34).collect(),
        (1..=100).collect(),
        (1..=150).filter(|size| size % 5 != 2).collect(),
        (1..=40).map(|root| root * root).filter(|size| *size < 600).chain(600..630).collect(),
    ] {
        for rule in ["mex", "normal", "misere", "lost odd", "won >= 3"].map(|it| it.parse::<Rule>())
        {
            let rule = rule.expect("a rule");
            for start in [Start::Nothing, Start::Sink, Start::Word(vec![1, 0, 0])] {
                let game = game(&moves, rule, &start);
                let all = plain(&moves, rule, start.word(), 3000);
                let about = format!("{} {rule} {:?}", game.moves(), start.word());
                assert_eq!(oracle::numbers(&game, 3000), all, "{about}");
                assert_eq!(values(&game, 0, 3000, &stop).as_ref(), Ok(&all), "{about}");
                let Some((period, preperiod)) = shown(&all, 900) else { continue };
                if preperiod + period + game.moves().greatest() as usize > 2000 {
                    continue;
                }
                let expected = Cycle { period: period as u64, preperiod: preperiod as u64 };
                assert_eq!(cycle(&game, 1 << 20, &stop), Ok(expected), "{about}");
                let found = Search::all(&game).run(&stop).expect("a period").cycle;
                assert_eq!(found, expected.into(), "{about}");
                let far =
                    &Integer::from(preperiod) + &Integer::from(period as u64 * 1_000_000_000_000);
                let far = Source::of(&game).values(&far, 500, &stop).expect("values");
                assert_eq!(far.into_list(), all[preperiod..preperiod + 500], "{about}");
            }
        }
    }
}

/// Moves of which the largest is much larger than all positions that are computed one by one: before it lies the
/// periodic game of the others.
#[test]
fn very_large_moves_agree_with_the_definition() {
    let stop = CancellationToken::default();
    for near in [&[1_u64, 2][..], &[2, 5], &[3, 7, 8], &[1, 4, 5, 40]] {
        for large in [(1_u64 << 30) + 1, 999_999_999, 1_000_000_000_000, 4_000_000_000_000_000_000]
        {
            for rule in ["mex", "normal", "misere"].map(|it| it.parse::<Rule>().expect("a rule")) {
                let first = plain(near, rule, &[], 2000);
                let (period, preperiod) = shown(&first, 400).expect("a period");
                let (p, q) = (period as u64, preperiod as u64);
                let small = |at: u64| first[if at < q { at } else { q + (at - q) % p } as usize];
                let from = large - 100;
                let mut all: Vec<u32> = (from..large).map(small).collect();
                for position in large..large + 200 {
                    let options = near.iter().map(|size| all[(position - size - from) as usize]);
                    let options: Vec<u32> = options.chain([small(position - large)]).collect();
                    all.push(value(rule, &options));
                }
                let sizes: Vec<u64> = near.iter().copied().chain([large]).collect();
                let texts: Vec<String> = sizes.iter().map(u64::to_string).collect();
                let written = WrittenMoves { texts: &texts, at: &[] };
                let read = OneGame::read(&written, rule, None).expect("a game");
                let found =
                    Source::from(read).values(&from.into(), 300, &stop).map(Packed::into_list);
                assert_eq!(found.as_ref().ok(), Some(&all), "{sizes:?} {rule}");
            }
        }
    }
}

//! Shards in the library: any cut gives the same, and no damage goes unnoticed.

use super::{census, rows};
use grundy_census::census::{
    Census, Measure, PieceResult, Shard, StoreError, Stored, Tally, Writer, run,
};
use grundy_language::limit::{CancellationToken, Limit};
use grundy_language::threads::Threads;
use proptest::prelude::*;

/// The file of a shard, complete.
fn file(census: &Census, shard: Shard) -> String {
    let (mut writer, mut text) = Writer::begin(census, shard);
    run::<Limit>(
        census,
        shard.pieces(census),
        &Threads::new(2),
        &CancellationToken::default(),
        |outcome| {
            text += &writer.outcome(&outcome);
            Ok(())
        },
    )
    .expect("not stopped");
    text + &writer.finish()
}

fn arbitrary_census() -> impl Strategy<Value = Census> {
    let range = (1_u32..=16, 0_u32..=5);
    let moves = proptest::option::of(1_u32..=5);
    (range, moves, any::<[bool; 3]>(), prop_oneof![Just(20), Just(1_u64 << 40)]).prop_filter_map(
        "there are no such games",
        |((from, more), moves, [symmetric, preperiod, every], limit)| {
            let mut census = Census::new(from, from + more, moves, symmetric).ok()?;
            census.measure = if preperiod { Measure::Preperiod } else { Measure::Period };
            (census.every, census.limit_positions) = (every && from < 10, limit);
            // Many undecided games are many rows.
            (limit > 20 || from < 10).then_some(census)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_number_of_shards_gives_the_same_rows(census in arbitrary_census(), of in 1_u64..9) {
        let mut outcomes: Vec<(u64, PieceResult)> = Vec::new();
        for number in 1..=of {
            let shard = Shard::from_printed(number, of).expect("a shard");
            let stored = Stored::read(file(&census, shard).as_bytes()).expect("a good file");
            prop_assert!(stored.complete);
            prop_assert_eq!(&stored.census, &census);
            let places = (0..).map(|turn| turn * of + number - 1);
            outcomes.extend(places.zip(stored.outcomes));
        }
        outcomes.sort_by_key(|(place, _)| *place);
        let (mut tally, mut found) = (Tally::new(&census), Vec::new());
        for (_, outcome) in outcomes {
            tally.add(outcome, |row| found.push(row));
        }
        let totals = tally.finish(|row| found.push(row));
        prop_assert_eq!((found, totals), rows(&census, 1));
    }

    #[test]
    fn a_file_that_goes_on_after_a_cut_is_the_same(census in arbitrary_census(), cut in any::<prop::sample::Index>()) {
        let whole = file(&census, Shard::WHOLE);
        let cut = cut.index(whole.len());
        let Ok(stored) = Stored::read(&whole.as_bytes()[..cut]) else {
            prop_assert!(!whole[..cut].contains('\n'));
            return Ok(());
        };
        prop_assert!(!stored.complete && stored.good <= cut);
        let (mut text, mut writer) = (whole[..stored.good].to_owned(), stored.writer);
        let rest = Shard::WHOLE.pieces(&census).skip(stored.outcomes.len());
        run::<Limit>(&census, rest, &Threads::new(1), &CancellationToken::default(), |outcome| {
            text += &writer.outcome(&outcome);
            Ok(())
        }).expect("not stopped");
        prop_assert_eq!(text + &writer.finish(), whole);
    }
}

#[test]
fn every_changed_byte_is_noticed() {
    let census = census(4, 7, Some(4), false);
    let whole = file(&census, Shard::WHOLE).into_bytes();
    for place in 0..whole.len() {
        for bit in [0, 2, 5] {
            let mut damaged = whole.clone();
            damaged[place] ^= 1 << bit;
            // A changed end of the last line looks as if the line was cut off.
            let unnoticed = Stored::read(&damaged).is_ok_and(|stored| stored.complete);
            assert!(!unnoticed, "byte {place}, bit {bit}");
        }
    }
}

#[test]
fn lines_that_are_missing_doubled_exchanged_or_added_are_noticed() {
    let census = census(4, 9, Some(4), false);
    let whole = file(&census, Shard::WHOLE);
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    assert!(lines.len() > 6);
    let damage = |lines: &[&str]| Stored::read(lines.concat().as_bytes()).expect_err("damage");
    let without: Vec<&str> = [&lines[..3], &lines[4..]].concat();
    let doubled: Vec<&str> = [&lines[..3], &lines[2..]].concat();
    let exchanged: Vec<&str> = [&lines[..2], &[lines[3], lines[2]], &lines[4..]].concat();
    let longer: Vec<&str> = [&lines[..], &[lines[2]]].concat();
    let tail: Vec<&str> = [&lines[..], &["x"]].concat();
    assert_eq!(damage(&without), StoreError::Line(4));
    assert_eq!(damage(&doubled), StoreError::Line(4));
    assert_eq!(damage(&exchanged), StoreError::Line(3));
    assert_eq!(damage(&longer), StoreError::Line(lines.len() + 1));
    assert_eq!(damage(&tail), StoreError::Line(lines.len() + 1));
    assert_eq!(Stored::read(b"").expect_err("nothing"), StoreError::NoHeader);
    assert_eq!(Stored::read(b"{\"sch").expect_err("nothing"), StoreError::NoHeader);
    assert_eq!(Stored::read(b"n >= 1\n").expect_err("foreign"), StoreError::Foreign);
    assert_eq!(Stored::read(b"{}\n").expect_err("foreign"), StoreError::Foreign);
    assert_eq!(Stored::read(&[0xff, 0xfe, b'\n']).expect_err("foreign"), StoreError::Foreign);
}

#[test]
fn a_stop_ends_the_work() {
    let stop = CancellationToken::default();
    stop.request();
    let census = census(1, 40, None, false);
    let ended =
        run::<Limit>(&census, Shard::WHOLE.pieces(&census), &Threads::new(2), &stop, |_| Ok(()));
    assert_eq!(ended, Err(Limit::STOPPED));
}

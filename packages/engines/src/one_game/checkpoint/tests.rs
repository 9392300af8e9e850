use super::*;
use crate::limit::CancellationToken;
use crate::model::{Comparison, Tally};
use crate::sequence::{Game, Moves, Rule};
use proptest::prelude::*;
use std::sync::OnceLock;

fn game(sizes: &[u64], rule: Rule) -> Game {
    Game::new(Moves::new(sizes).expect("moves"), rule).expect("a game")
}

fn all(sizes: &[u64], rule: Rule) -> Search {
    Search::new(sizes, rule).expect("increasing moves")
}

fn without_positions(sizes: &[u64], rule: Rule) -> Search {
    Search::without_positions(sizes, rule).expect("increasing moves")
}

/// The text of a search after this number of turns, or when it is over.
fn checkpoint(mut search: Search, turns: u32) -> String {
    for _ in 0..turns {
        let found = search.advance(&CancellationToken::default()).expect("not stopped");
        if let Some(found) = found {
            return search.finished(&found);
        }
    }
    search.checkpoint()
}

/// What is found when a text is resumed.
fn found(search: Search, text: &str) -> Result<Found, Limit> {
    match search.resume(text.as_bytes()).expect("its own text") {
        Resumed::Search(search) => search.run(&CancellationToken::default()),
        Resumed::Finished(found) => Ok(found),
    }
}

/// The text of a search that continues this one, or of what it has found.
fn again(search: Search, text: &str) -> Result<String, CheckpointError> {
    let other = search.clone();
    Ok(match search.resume(text.as_bytes())? {
        Resumed::Search(search) => search.checkpoint(),
        Resumed::Finished(found) => other.finished(&found),
    })
}

/// The lines without the number of values that were computed: some are computed again.
fn lines(text: &str) -> Vec<&str> {
    let is_kept = |line: &&str| !line.starts_with("work") && !line.starts_with("sha256");
    text.lines().filter(is_kept).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn what_is_read_goes_on_to_the_same_cycle(
        sizes in proptest::collection::btree_set(1_u64..150, 2..6),
        rule in proptest::sample::select(vec![
            Rule::Mex,
            Rule::Normal,
            Rule::Misere,
            Rule::Lost(Tally::Odd),
            Rule::Won(Tally::Odd),
            Rule::Lost(Tally::Is(Comparison::AtLeast, 2)),
        ]),
        turns in 0_u32..20,
        is_direct in any::<bool>(),
    ) {
        let sizes: Vec<u64> = sizes.into_iter().collect();
        let search = match is_direct {
            true => Search::direct(&game(&sizes, rule)),
            false => all(&sizes, rule),
        };
        let new = || search.clone().within(1 << 10);
        let text = checkpoint(new(), turns);
        let other = again(new(), &text).expect("its own text");
        prop_assert_eq!(lines(&other), lines(&text));
        let [whole, later] = [new().run(&CancellationToken::default()), found(new(), &text)];
        prop_assert_eq!(whole.map(|found| found.cycle), later.map(|found| found.cycle));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Families whose periods are beyond what is computed directly.
    #[test]
    fn jumps_and_walls_go_on_to_the_same_cycle(which in 0_usize..4, turns in 1_u32..6) {
        static WHOLE: [OnceLock<Found>; 4] = [const { OnceLock::new() }; 4];
        let (sizes, rule): (&[u64], _) = [
            (&[2_000_006, 5_000_015, 6_000_019, 8_000_025][..], Rule::Misere),
            (&[1_000_003, 7_000_022, 20_000_062, 21_000_065], Rule::Mex),
            (&[299, 600, 800, 899], Rule::Normal),
            (&[1_000_003, 2_000_005, 4_000_014, 9_000_026, 11_000_033], Rule::Normal),
        ][which];
        let new = || without_positions(sizes, rule);
        let text = checkpoint(new(), turns);
        prop_assert_eq!(again(new(), &text), Ok(text.clone()));
        let run = || new().run(&CancellationToken::default()).expect("no limit");
        prop_assert_eq!(&found(new(), &text).expect("no limit"), WHOLE[which].get_or_init(run));
    }
}

/// One with anchors and several snapshots, one that is over, and two with jumps.
fn examples() -> [(Search, String); 4] {
    let long = Search::direct(&game(&[8, 58, 101, 109], Rule::Normal));
    let short = Search::direct(&game(&[3, 7, 8], Rule::Normal));
    let large = without_positions(&[299, 600, 800, 899], Rule::Normal);
    let loops = without_positions(&[1_000_003, 7_000_022, 20_000_062, 21_000_065], Rule::Normal);
    let texts = [(&long, 20), (&short, 9), (&large, 3), (&loops, 9)];
    let texts = texts.map(|(search, turns)| checkpoint(search.clone(), turns));
    for (text, word) in [(0, "anchor"), (0, "snapshot"), (1, "found"), (2, "loop"), (3, "least")] {
        assert!(texts[text].contains(word), "{}", texts[text]);
    }
    let [a, b, c, d] = texts;
    [(long, a), (short, b), (large, c), (loops, d)]
}

/// Places in a text: all of a short one.
fn places(text: &str) -> impl Iterator<Item = usize> {
    (0..text.len()).step_by(text.len() / 2000 + 1)
}

#[test]
fn every_changed_byte_is_noticed() {
    for (search, text) in examples() {
        let refused = |bytes: &[u8]| search.clone().resume(bytes).is_err();
        let mut bytes = text.clone().into_bytes();
        for index in places(&text) {
            let right = bytes[index];
            for wrong in [right ^ 1, right ^ 2, right.wrapping_add(10), b'\n', b' ', 0xFF] {
                bytes[index] = wrong;
                assert!(wrong == right || refused(&bytes), "{wrong} at {index}");
            }
            bytes[index] = right;
        }
        assert!(!refused(&bytes));
    }
}

#[test]
fn what_is_cut_off_or_added_is_noticed() {
    for (search, text) in examples() {
        let refused = |text: &str| search.clone().resume(text.as_bytes()).is_err();
        for length in places(&text) {
            assert!(refused(&text[..length]), "{length} bytes");
        }
        for more in [format!("{text}\n"), format!("{text}{text}"), format!("\n{text}")] {
            assert!(refused(&more));
        }
    }
}

#[test]
fn the_reason_is_named() {
    let here = Search::direct(&game(&[3, 7, 8], Rule::Normal));
    let text = here.checkpoint();
    let reason = |text: &str| here.clone().resume(text.as_bytes()).expect_err("refused");
    assert_eq!(reason(""), CheckpointError::Empty);
    assert_eq!(reason("{}"), CheckpointError::Foreign);
    assert_eq!(reason(&text.replace("point 4", "point 5")), CheckpointError::Version("5".into()));
    // Windows of Grundy values of many moves had other codes.
    let many: Vec<u64> = (1..=32).collect();
    for (sizes, is_read) in [(&many[..], false), (&many[1..], true)] {
        let here = Search::direct(&game(sizes, Rule::Mex));
        let text = here.checkpoint().replace("point 4", "point 3");
        let (content, _) = text.trim_end().rsplit_once('\n').expect("lines");
        let found = here.resume(sealed(format!("{content}\n")).as_bytes());
        assert_eq!(found.err(), (!is_read).then(|| CheckpointError::Version("3".into())));
    }
    assert_eq!(reason(&text.replace("work 0", "work 1")), CheckpointError::Damaged);
    let start = [crate::model::Value(0)];
    let moves = Moves::new(&[3, 7, 8]).expect("moves");
    let seeded = Game::with_start(moves, Rule::Normal, &start).expect("a game");
    for (other, found) in [
        (game(&[3, 7, 9], Rule::Normal), "moves 3 7 9"),
        (game(&[3, 7, 8], Rule::Misere), "rule misere"),
        (seeded, "start -"),
    ] {
        let text = Search::direct(&other).checkpoint();
        let CheckpointError::OtherGame { found: line, .. } = reason(&text) else {
            panic!("{text}");
        };
        assert_eq!(line, found);
    }
    let other = without_positions(&[3, 7, 8], Rule::Normal);
    let by = ["direct computation", "only jumps and walls"];
    let [found, wanted] = [by[1], by[0]];
    let methods = CheckpointError::OtherMethods { found, wanted };
    assert_eq!(reason(&other.checkpoint()), methods);
    let methods = CheckpointError::OtherMethods { found: wanted, wanted: found };
    assert_eq!(other.resume(text.as_bytes()).expect_err("refused"), methods);
}

/// A text of format 1 is about direct computation only.
#[test]
fn the_first_format_is_read() {
    let new = || Search::direct(&game(&[8, 58, 101, 109], Rule::Normal));
    let text = checkpoint(new(), 1);
    let turn = text.lines().find(|line| line.starts_with("turn")).expect("a turn");
    let ended = "ended steps\n";
    let first = forged(&text, "checkpoint 4", "checkpoint 1");
    let first = forged(&first, "rule normal", "rule nor");
    let first = forged(&first, "start none", "seed none");
    let first = forged(&forged(&first, &format!("{turn}\n"), ""), ended, "");
    assert_eq!(found(new(), &first), found(new(), &text));
    // If more methods are asked for, the search has those of the text.
    let Ok(Resumed::Search(search)) =
        all(&[8, 58, 101, 109], Rule::Normal).resume(first.as_bytes())
    else {
        panic!("{first}");
    };
    assert!(search.jumps.is_none() && search.walls.is_none());
}

/// The text with another line, and the matching checksum.
fn forged(text: &str, line: &str, by: &str) -> String {
    let (content, _) = text.trim_end().rsplit_once('\n').expect("lines");
    let content = format!("{content}\n");
    assert!(content.contains(line), "{line} in {content}");
    sealed(content.replacen(line, by, 1))
}

#[test]
fn a_right_checksum_does_not_excuse_nonsense() {
    let here = Search::direct(&game(&[3, 7, 8], Rule::Normal));
    let text = here.checkpoint();
    let read = |text: &str| here.clone().resume(text.as_bytes()).map(|_| ());
    assert_eq!(read(&forged(&text, "work 0", "work 7")), Ok(()));
    for (line, by, number) in [
        ("state searching", "state lost", 5),
        ("state searching", "state found jumps 5 8 best", 5),
        ("state searching", "state found jumps 5 -8 least", 5),
        ("state searching", "state found jumps 5 08 least", 5),
        ("state searching", "state found 5 8", 5),
        ("turn 1024", "turn 1", 6),
        ("turn 1024", "turn -1024", 6),
        ("work 0", "work -1", 7),
        ("work 0", "work +0", 7),
        ("work 0", "work 00", 7),
        ("turn 1024", "turn 01024", 6),
        ("turn 1024", "turn +1024", 6),
        ("now 0 0", "now -0 0", 9),
        ("now 0 00", "now 0 0+", 9),
        ("state searching", "state found +5 8", 5),
        ("state searching", "state found 5 08", 5),
        ("work 0", "work 99999999999999999999", 7),
        ("now 0 0", "now 0 x", 9),
        ("now 0 0", "now 0 ", 9),
        ("ended steps", "ended so", 11),
        ("ended steps", "edges 0", 11),
        ("ended steps", "jumps 0 0 0 0 0", 10),
    ] {
        let read = read(&forged(&text, line, by));
        assert_eq!(read, Err(CheckpointError::Impossible(number)), "{by}");
    }
    for (line, by) in [
        ("now 0", "now 18446744073709551615"),
        ("stride ", "stride 999999999999999"),
        ("now 0 0", "now 0 00000000000000000"),
        ("now 0 0", "recurrence 7 7\nnow 0 0"),
        ("now 0 00", "now 0 01"),
        ("snapshot 0 ", "snapshot 1 "),
        ("snapshot 0 ", "shot 0 "),
    ] {
        assert_eq!(read(&forged(&text, line, by)), Err(CheckpointError::Unreachable), "{by}");
    }
    let here = without_positions(&[3000, 7000, 8001], Rule::Normal);
    let text = here.checkpoint();
    for (line, by, number) in [
        ("edges 0", "edges", 7),
        ("edges 0", "edges x", 7),
        ("jumps 0 0 0 0 0", "jumps 0 0 0 0", 8),
        ("jumps 0 0 0 0 0", "jumps 0 0 0 0 x", 8),
        ("jumps 0 0 0 0 0", "jumps 0 0 0 0 +0", 8),
        ("jumps 0 0 0 0 0", "jumps 0 0 0 0 00", 8),
        ("jumps 0 0 0 0 0", "jumps 0 0 0 0 0\nloop 0 0 1", 9),
        ("jumps 0 0 0 0 0", "jumps 0 0 0 0 0\nrecipe 1\nshape 0", 10),
        ("jumps 0 0 0 0 0", "jumps 0 0 0 0 0\n", 9),
    ] {
        let read = here.clone().resume(forged(&text, line, by).as_bytes()).map(|_| ());
        assert_eq!(read, Err(CheckpointError::Impossible(number)), "{by}");
    }
}

/// That two windows are equal is checked again.
#[test]
fn a_recurrence_that_is_none_is_not_believed() {
    let here = Search::direct(&game(&[8, 58, 101, 109], Rule::Normal));
    let text = checkpoint(here.clone(), 1);
    let wrong = forged(&text, "\nnow ", "\nrecurrence 300 400\nnow ");
    let stop = CancellationToken::default();
    assert_eq!(found(here.clone(), &wrong), here.run(&stop));
}

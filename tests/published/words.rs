//! Words of single games that A. Flammenkamp 1996 describes in the text.

use crate::command::Folder;
use grundy_kernel::Integer;
use grundy_language::formula::Formula;
use grundy_sequence::{Rule, oracle, winning_moves};

fn won(sizes: &[u64], count: usize) -> Vec<bool> {
    oracle::values(Rule::Normal, sizes, count).into_iter().map(|value| value.0 == 1).collect()
}

/// Maximal runs of equal outcomes: won or lost, and the length.
fn runs(outcomes: &[bool]) -> Vec<(bool, usize)> {
    outcomes.chunk_by(|one, next| one == next).map(|run| (run[0], run.len())).collect()
}

/// Satz 4: where s2 is no odd multiple of s1, lost and won stretches of length s1 take turns in a period; the last but one
/// has length s2 mod s1, and the last is won.  In { 2 7 } the last but one is won too: `--++--+` and `++`.
#[test]
fn the_last_stretches_of_a_period_of_two_moves() {
    assert_eq!(runs(&won(&[2, 7], 9)), [(false, 2), (true, 2), (false, 2), (true, 3)]);
    let mut joined = 0;
    for s2 in 2..=60 {
        for s1 in (1..s2).filter(|s1| s2 % s1 != 0 || s2 / s1 % 2 == 0) {
            let stretch = |index: usize| vec![index % 2 == 1; s1];
            let mut period = (0..s2 / s1).flat_map(stretch).collect::<Vec<_>>();
            let last_but_one = s2 / s1 % 2 == 1;
            period.extend(vec![last_but_one; s2 % s1]);
            joined += usize::from(last_but_one);
            period.extend(vec![true; s1]);
            assert_eq!(period.len(), s1 + s2);
            let outcomes = won(&[s1 as u64, s2 as u64], 3 * (s1 + s2));
            assert_eq!(outcomes, period.repeat(3), "{{ {s1} {s2} }}");
        }
    }
    assert!(joined > 100);
}

/// No two lost positions are at the distance of a move, in any game with moves up to 9.
#[test]
fn windows_are_free_of_collisions() {
    for bits in 1_u32..1 << 9 {
        let sizes: Vec<u64> = (1..=9).filter(|size| bits >> (size - 1) & 1 == 1).collect();
        let outcomes = won(&sizes, 120);
        for &size in &sizes {
            let mut pairs = outcomes.iter().zip(&outcomes[size as usize..]);
            assert!(pairs.all(|(one, other)| *one || *other), "{sizes:?}");
        }
    }
}

/// The printed table of { 3 7 8 }, which repeats from position 16 = q + M on.
#[test]
fn the_list_of_winning_moves_of_3_7_8() {
    let sizes = [3, 7, 8];
    let printed = "- - - 3 3 3 - 7 7,8 3,7,8 8 - - 7 3,8 3 - - 7 3,7,8 3,8 - - 7 3,7,8 3,8";
    let lost = [vec![false; 8], won(&sizes, 60).into_iter().map(|it| !it).collect()].concat();
    let all: Vec<_> = winning_moves(&sizes, &lost).collect();
    let text = |moves: &Vec<u64>| match &moves[..] {
        [] => "-".to_owned(),
        moves => moves.iter().map(u64::to_string).collect::<Vec<_>>().join(","),
    };
    assert_eq!(all[..26].iter().map(text).collect::<Vec<_>>().join(" "), printed);
    assert!((16..50).all(|at| all[at] == all[at + 5]));
    assert_ne!(all[14], all[19]);
}

/// Grundy values of sums are the exclusive or of those of the games.
#[test]
fn sums_of_two_games() {
    let folder = Folder::new("sums");
    for (heaps, value, winning) in [
        (["{3 7 8}:10", "{1 2}:4"], "3, 1; their exclusive or is 2", "1:7"),
        (["{3 7 8}:14", "{1 2}:5"], "or is 3", "1:7 2:1"),
        (["{3 7 8}:9", "{3 7 8}:18"], "or is 3", "2:3"),
    ] {
        let text = folder.text(&[&["heaps"], &heaps[..]].concat());
        assert!(text.contains(value), "{text}");
        assert!(text.contains(&format!("winning moves (heap:items): {winning}\n")), "{text}");
    }
    let text = folder.text(&["heaps", "{3 7 8}:7,8"]);
    assert!(text.starts_with("P: the player to move loses"), "{text}");
}

/// { n 4n 12n+1 16n+1 } has no shorter period: it is printed that the longest won stretches have length 4n+1, stand in blocks 2, 5
/// and 10 alone, each before a lost and another won one, and that the latter has length 4n in block 2 alone.  So it is but for the
/// last stretch, which has length 7n+1.
#[test]
fn the_longest_stretches_of_the_family_of_althoefer_and_bueltermann() {
    for n in 2..=8_usize {
        let period = 56 * n.pow(3) + 52 * n.pow(2) + 9 * n + 1;
        let sizes = [n, 4 * n, 12 * n + 1, 16 * n + 1].map(|size| size as u64);
        let runs = runs(&won(&sizes, period));
        assert_eq!(runs.last(), Some(&(true, 7 * n + 1)));
        let long: Vec<_> =
            (0..runs.len() - 1).filter(|&at| runs[at].0 && runs[at].1 > 4 * n).collect();
        // One in block 2, one for each j = 0, ..., n-2 in block 5, and one in block 10.
        assert_eq!(long.len(), n + 1);
        assert!(long.iter().all(|&at| runs[at].1 == 4 * n + 1));
        let next: Vec<_> = long.iter().map(|&at| runs[at + 2].1).collect();
        assert_eq!(next[0], 4 * n);
        assert_eq!(next.iter().filter(|&&length| length == 4 * n).count(), 1);
    }
}

/// The printed lengths of the blocks of that family; those that are left out have length 0.
const BLOCKS: [(&str, &str); 19] = [
    ("2", "40n + 1"),
    ("3", "28n + 1"),
    ("5", "33n + 2"),
    ("6", "28n + 1"),
    ("7", "20n"),
    ("8", "28n + 1"),
    ("10", "33n + 2"),
    ("11", "28n + 1"),
    ("12", "73n + 3"),
    ("13", "28n + 1"),
    ("14", "32n"),
    ("16", "28n + 2"),
    ("17", "49n + 3"),
    ("18", "28n + 1"),
    ("19", "32n - j"),
    ("21", "28n + 2"),
    ("22", "60n + 4"),
    ("23", "28n + 2"),
    ("24", "39n + 3"),
];

/// The words of the description, of which the source prints the lengths of the blocks only.
#[test]
fn the_blocks_of_the_family_of_althoefer_and_bueltermann_have_the_printed_lengths() {
    let text = include_str!("../../descriptions/subtraction/althoefer_bueltermann.nimseq");
    let (_, body) = text.split_once("REPEAT\n").expect("a loop");
    let value = |formula: &str, given: &[(char, Integer)]| {
        Formula::parse(formula, 0).expect("a formula").value(given).expect("a value")
    };
    let blocks: Vec<_> = body.split("# ").skip(1).collect();
    assert_eq!(blocks.len(), BLOCKS.len());
    for (block, (name, length)) in blocks.into_iter().zip(BLOCKS) {
        let (number, words) = block.split_once('\n').expect("a line");
        assert_eq!(number, name);
        let words: Vec<_> =
            words.split_whitespace().filter(|it| it.starts_with(['-', '+'])).collect();
        for (n, j, i) in [(2, 0, 1), (7, 3, 2), (20, 11, 5), (31, 6, 9)] {
            let given = [('n', n), ('j', j), ('i', i)].map(|(name, it)| (name, Integer::from(it)));
            let lengths = words.iter().map(|word| value(&word[1..], &given));
            let sum = lengths.reduce(|one, other| one + other).expect("words");
            assert_eq!(sum, value(length, &given), "block {name}");
        }
    }
}

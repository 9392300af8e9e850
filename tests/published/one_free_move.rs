//! The table of the games { a b n } with a < b <= 8 and any n > b: descriptions that are read off
//! sequences computed for a few n, and proved for all.
//!
//! For each remainder of n by a modulus m the sequences of four large n = mk + r are cut into words,
//! maximal pieces with a short period; where they have the same cycles, and lengths that are affine in
//! k, these are the words of the class.  Smaller k of which the sequence is another one are games by
//! themselves.

use crate::support::Random;
use grundy_answers::check::{Certified, Options, Shown};
use grundy_answers::check::{check_and_certify, check_certificate};
use grundy_kernel::model::Alphabet;
use grundy_language::verdict::Verdict;
use grundy_sequence::oracle;
use std::fmt::Write as _;
use std::fs;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/subtraction/one_free_move");

fn grundy(moves: &[u64], length: usize) -> Vec<u8> {
    oracle::values(Alphabet::Nim, moves, length).into_iter().map(|value| value.0).collect()
}

/// The sequence, its preperiod and its period.
fn cycle(moves: &[u64]) -> (Vec<u8>, usize, usize) {
    let window = usize::try_from(*moves.iter().max().unwrap()).unwrap();
    let length = 20 * window + 1000;
    let values = grundy(moves, length);
    let end = length - window;
    let period = (1..end).find(|p| values[end - p..length - p] == values[end..]).unwrap();
    let mut before = end - period;
    while before > 0 && values[before - 1] == values[before - 1 + period] {
        before -= 1;
    }
    (values, before, period)
}

/// The values of a cycle again and again, slope * k + constant of them.
#[derive(Clone, PartialEq)]
struct Word {
    cycle: Vec<u8>,
    slope: i64,
    constant: i64,
}

/// Cuts values into maximal pieces of at least `least` values with a period of at most twice that,
/// and single values.
fn words(values: &[u8], least: usize) -> Vec<Word> {
    let mut words = Vec::new();
    let mut at = 0;
    while at < values.len() {
        let (mut length, mut period) = (1, 1);
        for other in 1..=(2 * least).min(values.len() - at) {
            let mut end = at + other;
            while end < values.len() && values[end] == values[end - other] {
                end += 1;
            }
            if end - at >= least.max(2 * other) && end - at > length {
                (length, period) = (end - at, other);
            }
        }
        let cycle = values[at..at + period].to_vec();
        words.push(Word { cycle, slope: 0, constant: i64::try_from(length).unwrap() });
        at += length;
    }
    words
}

/// Words whose lengths for these k, one after the other, are those given.
fn fitted(k: i64, lists: &[Vec<Word>]) -> Option<Vec<Word>> {
    let cycles =
        |list: &[Word]| -> Vec<Vec<u8>> { list.iter().map(|word| word.cycle.clone()).collect() };
    if lists.iter().any(|list| cycles(list) != cycles(&lists[0])) {
        return None;
    }
    let fitted = (0..lists[0].len()).map(|index| {
        let lengths: Vec<i64> = lists.iter().map(|list| list[index].constant).collect();
        let slope = lengths[1] - lengths[0];
        let cycle = lists[0][index].cycle.clone();
        let word = Word { cycle, slope, constant: lengths[0] - slope * k };
        lengths.windows(2).all(|it| it[1] - it[0] == slope).then_some(word)
    });
    fitted.collect()
}

/// The words where k has this value, if no length is negative.
fn spelled(words: &[Word], k: i64) -> Option<Vec<u8>> {
    let mut values = Vec::new();
    for Word { cycle, slope, constant } in words {
        let length = usize::try_from(slope * k + constant).ok()?;
        values.extend(cycle.iter().cycle().take(length));
    }
    Some(values)
}

/// What the sequence is under a condition.
struct Arm {
    condition: String,
    before: Vec<Word>,
    body: Vec<Word>,
}

/// The game { a b mk+r }.
#[derive(Clone, Copy)]
struct Class {
    fixed: [u64; 2],
    modulus: u64,
    remainder: u64,
}

impl Class {
    fn moves(self, k: i64) -> [u64; 3] {
        let free = self.modulus * u64::try_from(k).unwrap() + self.remainder;
        [self.fixed[0], self.fixed[1], free]
    }

    fn is_right(self, arm: &Arm, k: i64) -> bool {
        let moves = self.moves(k);
        let (Some(mut values), Some(body)) = (spelled(&arm.before, k), spelled(&arm.body, k))
        else {
            return false;
        };
        let enough = values.len() + 2 * body.len() + 3 * usize::try_from(moves[2]).unwrap();
        while !body.is_empty() && values.len() < enough {
            values.extend(&body);
        }
        values == grundy(&moves, values.len())
    }

    /// The arms for all k, if the sequences have one pattern.
    fn arms(self) -> Option<Vec<Arm>> {
        let least = self.fixed[0] + self.fixed[1];
        let words = |values: &[u8]| words(values, usize::try_from(least).unwrap());
        let parts = |k| {
            let (values, before, period) = cycle(&self.moves(k));
            (words(&values[..before]), words(&values[before..before + period]))
        };
        let large = i64::try_from(6 * least / self.modulus + 3).unwrap();
        let (before, body): (Vec<_>, Vec<_>) = (large..large + 4).map(parts).unzip();
        let (before, body) = (fitted(large, &before)?, fitted(large, &body)?);
        let general = Arm { condition: format!("r == {}", self.remainder), before, body };
        let first = (0..).find(|k| self.moves(*k)[2] > self.fixed[1]).unwrap();
        let is_wrong = |k: &i64| !self.is_right(&general, *k);
        let last_wrong = (first..large + 8).rev().find(is_wrong);
        let mut arms = Vec::new();
        for k in first..last_wrong.map_or(first, |k| k + 1) {
            let (before, body) = parts(k);
            arms.push(Arm { condition: format!("n == {}", self.moves(k)[2]), before, body });
        }
        arms.push(general);
        (last_wrong < Some(large)).then_some(arms)
    }
}

fn form(slope: i64, constant: i64) -> String {
    match (slope, constant) {
        (0, _) => constant.to_string(),
        (1, 0) => "k".to_owned(),
        (1, _) => format!("k{constant:+}"),
        (_, 0) => format!("{slope}k"),
        _ => format!("{slope}k{constant:+}"),
    }
}

fn written(words: &[Word]) -> String {
    let mut joined: Vec<Word> = Vec::new();
    for word in words {
        match joined.last_mut() {
            Some(last) if word.cycle.len() == 1 && last.cycle == word.cycle => {
                last.slope += word.slope;
                last.constant += word.constant;
            }
            _ => joined.push(word.clone()),
        }
    }
    let one = |Word { cycle, slope, constant }: &Word| {
        let letters = cycle.iter().map(|value| char::from(b"_ABC"[usize::from(*value)]));
        let letters: String = letters.collect();
        let letters = if cycle.len() == 1 { letters } else { format!("<{letters}>") };
        match slope {
            0 => format!("{letters}{constant}"),
            _ => format!("{letters}({})", form(*slope, *constant)),
        }
    };
    joined.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// A branch with the classes of which this part is not empty.
fn branch(classes: &[Vec<Arm>], part: impl Fn(&Arm) -> &[Word], indent: &str) -> String {
    let is_empty = |class: &&Vec<Arm>| class.iter().all(|arm| part(arm).is_empty());
    let mut text = String::new();
    for arm in classes.iter().filter(|class| !is_empty(class)).flatten() {
        let keyword = if text.is_empty() { "IF" } else { "ELIF" };
        _ = writeln!(text, "{indent}{keyword} {} THEN", arm.condition);
        if !part(arm).is_empty() {
            _ = writeln!(text, "{indent}  {}", written(part(arm)));
        }
    }
    if text.is_empty() { text } else { text + indent + "FI\n" }
}

/// The description of the games { a b n }, n > b.
fn description(a: u64, b: u64) -> String {
    let classes = |modulus: u64| -> Option<Vec<Vec<Arm>>> {
        let class = |remainder| Class { fixed: [a, b], modulus, remainder }.arms();
        (0..modulus).map(class).collect()
    };
    let (modulus, classes) = (1..4 * (a + b))
        .find_map(|modulus| Some((modulus, classes(modulus)?)))
        .expect("a pattern for each remainder");
    format!(
        "# The moves {a}, {b} and any n > {b}: the sequence depends on n modulo {modulus}.\n\
         k >= 0\nr >= 0\nr <= {}\nn == {modulus}k+r\nn >= {}\n{{ {a} {b} n }}\n{}REPEAT\n{}ENDREP\n",
        modulus - 1,
        b + 1,
        branch(&classes, |arm| &arm.before, ""),
        branch(&classes, |arm| &arm.body, "  "),
    )
}

/// Every pair with the path of its file and the text.
fn table() -> Vec<(String, String)> {
    let pairs = (1..8).flat_map(|a| (a + 1..=8).map(move |b| (a, b)));
    pairs.map(|(a, b)| (format!("{FOLDER}/{a}_{b}_n.nimseq"), description(a, b))).collect()
}

#[test]
#[ignore = "writes the files that the next test compares"]
fn write_the_table() {
    fs::create_dir_all(FOLDER).unwrap();
    for (path, text) in table() {
        fs::write(path, text).unwrap();
    }
}

#[test]
fn every_class_is_described_and_proved() {
    let table = table();
    assert_eq!(table.len(), 28);
    assert_eq!(fs::read_dir(FOLDER).unwrap().count(), table.len());
    for (path, text) in table {
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "{path}");
        let (report, certified) = check_and_certify(&text, &Options::default());
        assert_eq!(report.verdict, Verdict::Verified, "{path}: {:?}", report.findings);
        let Certified::Proof { proof, .. } = certified else { panic!("{path}: no proof") };
        let mut file = Vec::new();
        proof.write(&mut file).unwrap();
        let shown =
            check_certificate(&file[..], Some(&text), &Default::default(), &Default::default());
        assert!(matches!(shown, Ok(Shown::Proved(_))), "{path}: {shown:?}");
    }
}

/// One letter changed, in any arm.
#[test]
fn a_wrong_class_is_refuted() {
    let mut random = Random(28);
    for (path, text) in table() {
        let body = text.find('}').unwrap();
        let letters: Vec<_> = text[body..].match_indices(['_', 'C']).collect();
        let (at, old) = letters[random.below(letters.len())];
        let mut wrong = text.clone();
        let new = if old == "_" { "A" } else { "_" };
        wrong.replace_range(body + at..=body + at, new);
        let (report, _) = check_and_certify(&wrong, &Options::default());
        assert_eq!(report.verdict, Verdict::Refuted, "{path}:\n{wrong}");
        assert!(report.findings[0].counterexample().is_some(), "{path}");
    }
}

//! The table of the games { a b n } with a < b <= 30 and any n: theorems that `infer` finds, outcomes and Grundy values.
//!
//! `tests/published/free_third_move.tsv` has a row for each pair and kind of values.  `period` and `preperiod` are
//! formulas by remainders of n, as in `n+2:0,4 n+3:1 5:2..3 mod 5`; `exceptions` are the games of which other numbers are
//! right, as n:period:preperiod; `certificate` is the beginning of the SHA-256 of what `grundy infer --certificate`
//! writes, or says why a row is open.

use crate::support::Random;
use grundy_answers::ask::families::Infer;
use grundy_answers::ask::{Control, Game};
use grundy_prove::theorem::Law;
use grundy_sequence::{Moves, Rule, cycle};
use std::collections::BTreeMap;
use std::fmt::Write as _;

const TABLE: &str = include_str!("free_third_move.tsv");
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/published/free_third_move.tsv");
const HEAD: &str = "a\tb\tvalues\tperiod\tpreperiod\texceptions\tcertificate";
const LARGEST: u64 = 30;

/// All pairs with both kinds of values, in the order of the table.
fn all() -> impl Iterator<Item = (u64, u64, &'static str)> {
    let pairs = (2..=LARGEST).flat_map(|b| (1..b).map(move |a| (a, b)));
    pairs.flat_map(|(a, b)| ["outcome", "nim"].map(|values| (a, b, values)))
}

/// The formulas of a number by remainders, each once.
fn laws(laws: &[Law]) -> String {
    let mut formulas: Vec<(String, Vec<i64>)> = Vec::new();
    for law in laws {
        let formula = law.formula(&["n".to_owned()]).replace(' ', "");
        let residues = law.classes.iter().map(|class| class.residue);
        match formulas.iter_mut().find(|it| it.0 == formula) {
            Some((_, all)) => all.extend(residues),
            None => formulas.push((formula, residues.collect())),
        }
    }
    let mut text = String::new();
    for (formula, residues) in formulas {
        let runs = residues.chunk_by(|one, next| one + 1 == *next).map(|run| match run {
            [only] => only.to_string(),
            run => format!("{}..{}", run[0], run[run.len() - 1]),
        });
        write!(text, "{formula}:{} ", runs.collect::<Vec<_>>().join(",")).unwrap();
    }
    format!("{text}mod {}", laws.first().map_or(1, |law| law.classes[0].modulus))
}

/// The row of a family, as it is proved now.
fn proved((a, b, values): (u64, u64, &str)) -> String {
    let game = Game { values: Some(values.into()), ..Game::new(&format!("{{ {a} {b} n }}")) };
    let asked = Infer { game, describe: true, certify: true, ..Infer::default() };
    let found = asked.answer(&Control::default()).unwrap().found.pop().unwrap();
    let said = &found.said;
    let mut exceptions = Vec::new();
    for one in said.exceptions.iter().filter(|one| !one.is_as_said) {
        let [p, q] = one.cycle.as_ref().unwrap();
        assert!(one.is_least);
        exceptions.push(format!("{}:{p}:{q}", one.parameter));
    }
    let certificate = match (&found.certificate, &said.open[..]) {
        (_, [(_, reason), ..]) => format!("open: {reason}"),
        (Some(Ok((file, missing))), []) if said.is_least() && missing.is_empty() => {
            let hash = hmac_sha256::Hash::hash(file);
            hash[..8].iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
        }
        _ => "open: no certificate".to_owned(),
    };
    let (period, preperiod) = (laws(&said.period), laws(&said.preperiod));
    let exceptions = exceptions.join(" ");
    format!("{a}\t{b}\t{values}\t{period}\t{preperiod}\t{exceptions}\t{certificate}")
}

/// A row that was read.
struct Read {
    moves: [i64; 2],
    values: &'static str,
    /// Formulas slope * n + constant by remainders.
    laws: [BTreeMap<i64, [i64; 2]>; 2],
    exceptions: BTreeMap<i64, [i64; 2]>,
    certificate: &'static str,
}

fn number(text: &str) -> i64 {
    text.parse().unwrap_or_else(|_| panic!("{text}"))
}

/// `3n+5` as [3, 5].
fn formula(text: &str) -> [i64; 2] {
    let Some((slope, constant)) = text.split_once('n') else { return [0, number(text)] };
    let slope = match slope {
        "" => 1,
        slope => number(slope),
    };
    [slope, if constant.is_empty() { 0 } else { number(constant) }]
}

fn read(line: &'static str) -> Read {
    let columns: Vec<_> = line.split('\t').collect();
    let [a, b, values, period, preperiod, exceptions, certificate] = columns[..] else {
        panic!("{line}")
    };
    let laws = [period, preperiod].map(|text| {
        let (laws, modulus) = text.rsplit_once(" mod ").unwrap();
        let mut by_residue = BTreeMap::new();
        for law in laws.split(' ') {
            let (number_of, residues) = law.split_once(':').unwrap();
            for run in residues.split(',') {
                let (first, last) = run.split_once("..").unwrap_or((run, run));
                let classes = number(first)..=number(last);
                by_residue.extend(classes.map(|residue| (residue, formula(number_of))));
            }
        }
        assert!(by_residue.keys().copied().eq(0..number(modulus)), "{line}");
        by_residue
    });
    let exceptions = exceptions.split_whitespace().map(|one| {
        let numbers: Vec<_> = one.split(':').map(number).collect();
        (numbers[0], [numbers[1], numbers[2]])
    });
    let moves = [number(a), number(b)];
    Read { moves, values, laws, exceptions: exceptions.collect(), certificate }
}

impl Read {
    /// Period and preperiod of a game.
    fn at(&self, n: i64) -> [i64; 2] {
        self.exceptions.get(&n).copied().unwrap_or_else(|| {
            self.laws.each_ref().map(|laws| {
                let [slope, constant] = laws[&(n % laws.len() as i64)];
                slope * n + constant
            })
        })
    }
}

fn rows() -> Vec<Read> {
    let mut lines = TABLE.lines();
    assert_eq!(lines.next(), Some(HEAD));
    lines.map(read).collect()
}

/// Each family has a theorem, with a certificate.
#[test]
fn the_table_has_a_theorem_about_each_family() {
    let rows = rows();
    let named = rows.iter().map(|row| (row.moves[0] as u64, row.moves[1] as u64, row.values));
    assert!(named.eq(all()));
    assert_eq!(rows.len(), 870);
    let is_open = |row: &&Read| row.certificate.starts_with("open");
    assert_eq!(rows.iter().filter(is_open).count(), 0);
    assert!(TABLE.len() < 1 << 20);
}

/// Direct computation of games from the whole table.
#[test]
fn rows_are_what_is_computed() {
    let (rows, mut random) = (rows(), Random(59));
    for row in &rows {
        for _ in 0..3 {
            let n = 1 + random.below(400) as i64;
            let mut sizes: Vec<_> = row.moves.iter().chain([&n]).map(|&size| size as u64).collect();
            sizes.sort_unstable();
            sizes.dedup();
            let rule = if row.values == "nim" { Rule::Mex } else { Rule::Normal };
            let game = grundy_sequence::Game::new(Moves::new(&sizes).unwrap(), rule).unwrap();
            let known = cycle(&game, 1 << 20, &Default::default()).unwrap();
            let [p, q] = row.at(n);
            assert_eq!([known.period as i64, known.preperiod as i64], [p, q], "{sizes:?}");
        }
    }
}

/// What holds for all of these games, of any n, as each formula shows.
///
/// * The remainders by the period of { a b }, a + b or 2a if b/a is odd, decide.
/// * The period is a + b or a divisor of it, n + a, or n + b, except for the n that are listed, where nothing else is
///   claimed: these are the additive games with n = b - a, and some games of small n.
/// * Vermutung 6: where no move is the sum of two others, the period divides the sum of two moves.
#[test]
fn periods_divide_sums_of_two_moves() {
    let mut greatest = 0;
    for row in rows() {
        let [a, b] = row.moves;
        let of_two = if b % a == 0 && b / a % 2 == 1 { 2 * a } else { a + b };
        for laws in &row.laws {
            assert_eq!(of_two % laws.len() as i64, 0, "{a} {b}");
        }
        let modulus = row.laws[0].len() as i64;
        for (&residue, &[slope, constant]) in &row.laws[0] {
            let divides_move = |one: i64| {
                let is_such = slope == 1 && constant == one;
                is_such || slope == 0 && modulus % constant == 0 && (residue + one) % constant == 0
            };
            let is_sum = slope == 0 && (a + b) % constant == 0;
            assert!(is_sum || divides_move(a) || divides_move(b), "{a} {b} {residue}");
        }
        for (&n, &[p, _]) in &row.exceptions {
            let is_additive = n == a + b || n == b - a;
            let is_sum = [a + b, a + n, b + n].iter().any(|sum| sum % p == 0);
            let is_smaller = n == a || n == b;
            assert!(is_sum || is_additive || is_smaller, "{a} {b} {n}: {p}");
            greatest = greatest.max(n);
        }
    }
    assert!(greatest > 0);
}

fn of_environment(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}

/// Some quick rows are proved again.
#[test]
fn some_rows_are_proved_again() {
    let lines: Vec<_> = TABLE.lines().skip(1).collect();
    let mut random = Random(2);
    let all: Vec<_> = all().filter(|(a, b, _)| a + b < 24).collect();
    for _ in 0..4 {
        let row = proved(all[random.below(all.len())]);
        assert!(lines.contains(&row.as_str()), "{row}");
    }
}

/// 24 rows are proved again, or `GRUNDY_GENERATED` of them; `GRUNDY_SEED` chooses others.
#[test]
#[ignore = "a minute; .ci/run does it"]
fn more_rows_are_proved_again() {
    use rayon::prelude::*;
    let lines: Vec<_> = TABLE.lines().skip(1).collect();
    let mut random = Random(of_environment("GRUNDY_SEED").unwrap_or(30) as u64);
    let all: Vec<_> = all().collect();
    let count = of_environment("GRUNDY_GENERATED").unwrap_or(24);
    let some: Vec<_> = (0..count).map(|_| all[random.below(all.len())]).collect();
    some.into_par_iter().for_each(|family| {
        let row = proved(family);
        assert!(lines.contains(&row.as_str()), "{row}");
    });
}

/// All rows are proved again if `GRUNDY_TABLE` is set, which takes half an hour; a table that is out of date leaves a new
/// one beside it.
#[test]
#[ignore = "half an hour, and only with GRUNDY_TABLE"]
fn all_rows_are_proved_again() {
    use rayon::prelude::*;
    if std::env::var_os("GRUNDY_TABLE").is_none() {
        println!("not asked for");
        return;
    }
    let all: Vec<_> = all().collect();
    let rows: Vec<_> = all.into_par_iter().map(proved).collect();
    let table = format!("{HEAD}\n{}\n", rows.join("\n"));
    if table != TABLE {
        std::fs::write(format!("{FILE}.new"), table).unwrap();
        panic!("{FILE}.new has what is proved");
    }
}

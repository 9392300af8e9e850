//! Exchanges of two intervals in the sequences of printed families with four moves: `docs/families.md`.
//!
//! A row of `exchanges.tsv` says: for these n, from `from` on, (p gcd(m, k) - k d) is divisible by m.  For the n that
//! are `seen`, some word of up to three runs comes again after X positions, or after X + d where a state u, which goes
//! from u to u + k modulo m, goes round: X counts m/gcd(m, k) times in a period.  The word need not occur at all of the
//! states, so the distances are two lengths, of which X and d are made, and at most their sum, in the order of a rotation.

use crate::table;
use grundy_kernel::Integer;
use grundy_language::formula::{Condition, Formula};
use grundy_language::limit::CancellationToken;
use grundy_sequence::{Cycle, Game, Moves, Rule};
use num_integer::gcd;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};

const TABLE: &str = include_str!("exchanges.tsv");

/// The most positions of a period: the whole table is checked with 60 million.
fn most_positions() -> u64 {
    std::env::var("GRUNDY_POSITIONS").map_or(1_000_000, |it| it.parse().expect("a number"))
}

/// The cycle of the outcomes, unless it is longer.
fn cycle(sizes: &[u64]) -> Option<Cycle> {
    let game = Game::new(Moves::new(sizes).unwrap(), Rule::Normal).unwrap();
    let known = grundy_sequence::cycle(&game, 4 * most_positions(), &CancellationToken::default());
    known.ok().filter(|known| known.period + known.preperiod <= most_positions())
}

fn value(formula: &str, n: u64) -> BigRational {
    Formula::parse(formula, 0).unwrap().value(&[('n', Integer::from(n))]).unwrap()
}

fn whole(formula: &str, n: u64) -> i64 {
    let value = value(formula, n);
    assert!(value.is_integer(), "{formula} for n = {n}");
    value.to_i64().unwrap()
}

struct Row {
    family: &'static str,
    moves: Vec<&'static str>,
    condition: Option<Condition>,
    forms: [&'static str; 3],
    from: u64,
    seen: Vec<u64>,
}

fn rows() -> Vec<Row> {
    let read = |[family, moves, when, d, m, k, from, seen]: [&'static str; 8]| Row {
        family,
        moves: moves.split(' ').filter(|it| !"{}".contains(it)).collect(),
        condition: (!when.is_empty()).then(|| Condition::parse(when, 0).unwrap()),
        forms: [d, m, k],
        from: from.parse().unwrap(),
        seen: table::numbers(seen),
    };
    table::rows(TABLE).map(read).collect()
}

impl Row {
    fn speaks_of(&self, n: u64) -> bool {
        let holds = |it: &Condition| it.holds(&[('n', Integer::from(n))]).unwrap();
        n >= self.from && self.condition.as_ref().is_none_or(holds)
    }

    fn moves(&self, n: u64) -> Vec<u64> {
        self.moves.iter().map(|it| whole(it, n) as u64).collect()
    }

    /// d, m, and k as numerator and denominator.
    fn numbers(&self, n: u64) -> [i64; 4] {
        let k = value(self.forms[2], n);
        let [above, below] = [k.numer(), k.denom()].map(|it| it.to_i64().unwrap());
        [whole(self.forms[0], n), whole(self.forms[1], n), above, below]
    }
}

/// m divides p gcd(m, k) - k d.
fn divides([d, m, above, below]: [i64; 4], period: u64) -> bool {
    (i128::from(gcd(m, above) * below) * i128::from(period) - i128::from(above * d)) % i128::from(m)
        == 0
}

/// The lengths of the runs in one period, those of lost positions negative.
fn runs(moves: &[u64], known: Cycle) -> Vec<i32> {
    let far = (known.preperiod + 2 * known.period) as usize;
    let mut is_won: Vec<bool> = Vec::with_capacity(far);
    for x in 0..far {
        let lost = |&s: &u64| x.checked_sub(s as usize).is_some_and(|to| !is_won[to]);
        let wins = moves.iter().any(lost);
        is_won.push(wins);
    }
    let first = known.preperiod as usize + 1;
    let begin = (first..).find(|&x| is_won[x] != is_won[x - 1]).expect("both values");
    let one = is_won[begin..begin + known.period as usize].chunk_by(|a, b| a == b);
    one.map(|run| if run[0] { run.len() as i32 } else { -(run.len() as i32) }).collect()
}

/// Are these, in a circle, the distances of a rotation, made of d and of another length, which occurs `count` times?
fn is_exchange(distances: &[u64], d: u64, count: u64) -> bool {
    let lengths: Vec<u64> =
        distances.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let (short, long) = match lengths[..] {
        [short, long] => (short, long),
        [short, long, both] if short + long == both => (short, long),
        _ => return false,
    };
    // Where a state has no word, two lengths are one distance, always in the same order.
    let spelled = |pair: [u64; 2]| -> Vec<u64> {
        let one = |&it: &u64| if it > long { pair.to_vec() } else { vec![it] };
        distances.iter().flat_map(one).collect()
    };
    let is_rotation = |all: Vec<u64>| {
        let (size, longs) = (all.len() as i64, all.iter().filter(|&&it| it == long).count() as i64);
        let heights = all.iter().scan(0, |height, &it| {
            *height += if it == long { size - longs } else { -longs };
            Some(*height)
        });
        let (low, high) = heights.fold((0, 0), |(low, high), it| (low.min(it), high.max(it)));
        high - low < size
    };
    let all = spelled([short, long]);
    let times = |length| all.iter().filter(|&&it| it == length).count() as u64;
    let (mut one, mut other) = ((short, times(short)), (long, times(long)));
    if !is_rotation(all) && !is_rotation(spelled([long, short])) {
        return false;
    }
    loop {
        if one.0 > other.0 {
            (one, other) = (other, one);
        }
        if one.0 <= d {
            return one.0 == d && other.1 == count;
        }
        other.0 -= one.0;
        one.1 += other.1;
    }
}

/// Where a word occurs.
struct Places {
    first: u64,
    last: u64,
    /// The distances between them, as long as they are of up to three kinds.
    distances: Vec<u64>,
    kinds: BTreeSet<u64>,
}

/// Does some word of up to three runs come again as an exchange with these lengths?
fn shows(runs: &[i32], d: u64, count: u64) -> bool {
    let period: u64 = runs.iter().map(|run| u64::from(run.unsigned_abs())).sum();
    (1..=3).any(|size| {
        let mut words: HashMap<Vec<i32>, Places> = HashMap::new();
        let mut place = 0;
        for (at, run) in runs.iter().enumerate() {
            let word = (at..at + size).map(|it| runs[it % runs.len()]).collect();
            let known = words.entry(word).or_insert(Places {
                first: place,
                last: place,
                distances: Vec::new(),
                kinds: BTreeSet::new(),
            });
            let distance = place - known.last;
            if distance > 0 && known.kinds.len() < 4 {
                known.kinds.insert(distance);
                known.distances.push(distance);
            }
            known.last = place;
            place += u64::from(run.unsigned_abs());
        }
        words.into_values().any(|mut known| {
            known.distances.push(known.first + period - known.last);
            known.kinds.len() < 4 && is_exchange(&known.distances, d, count)
        })
    })
}

#[test]
fn the_exchanges_are_seen() {
    let checked: Vec<_> = rows()
        .par_iter()
        .flat_map_iter(|row| row.seen.iter().map(move |&n| (row, n)))
        .filter(|(row, n)| {
            let (moves, numbers) = (row.moves(*n), row.numbers(*n));
            let [d, m, above, _] = numbers;
            assert!(row.speaks_of(*n), "{} {n}", row.family);
            let Some(known) = cycle(&moves) else { return false };
            let (count, runs) = ((m / gcd(m, above)) as u64, runs(&moves, known));
            assert!(shows(&runs, d as u64, count), "{} {n}", row.family);
            assert!(!shows(&runs, d as u64 + 1, count), "{} {n}", row.family);
            true
        })
        .map(|(row, _)| row.family)
        .collect();
    let families: BTreeSet<_> = checked.iter().collect();
    assert!(families.len() >= 25, "{families:?}");
}

/// Also for the n for which no exchange was looked for; d + 1 in place of d is wrong.
#[test]
fn periods_are_multiples_of_the_lengths() {
    let checked = |row: &Row| {
        let games = (row.from..8).filter(|&n| row.speaks_of(n));
        let period = |n| Some((row.numbers(n), cycle(&row.moves(n))?.period));
        let all: Vec<_> = games.filter_map(period).collect();
        assert!(all.iter().all(|&(numbers, period)| divides(numbers, period)), "{}", row.family);
        let changed = |&([d, m, above, below], period): &([i64; 4], u64)| {
            !divides([d + 1, m, above, below], period)
        };
        usize::from(all.iter().any(changed))
    };
    let found: usize = rows().par_iter().map(checked).sum();
    assert!(found >= 40, "{found}");
}

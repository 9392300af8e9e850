//! Games whose moves are a set without end, against published and independently computed numbers.

use crate::table::{numbers, rows};
use grundy_language::limit::CancellationToken;
use grundy_published::statement::{self, BoundedVerdict};
use grundy_sequence::{Cycle, Game, MoveSet, Moves, Rule, cycle};

const TABLE: &str = include_str!("sets.tsv");

fn set(name: &str) -> MoveSet {
    let number = |text: &str| -> Result<_, String> {
        let number = text.parse().map_err(|_| format!("{text} is not a number"))?;
        Ok(vec![(number, number)])
    };
    MoveSet::read(&[name.to_owned()], number).expect("a set").expect("a set")
}

fn values(name: &str, rule: Rule, count: usize) -> Vec<u32> {
    set(name).values(rule, 0, count, &CancellationToken::default()).expect("values")
}

fn lost(name: &str, count: usize) -> Vec<usize> {
    let values = values(name, Rule::Normal, count);
    (0..count).filter(|&position| values[position] == 0).collect()
}

/// Period and preperiod with the moves up to a bound alone.
fn truncated(name: &str, greatest: usize, rule: Rule) -> Vec<u64> {
    let sizes: Vec<_> = set(name).below(greatest + 1).iter().map(|size| size as u64).collect();
    assert_eq!(sizes.last(), Some(&(greatest as u64)), "{name}");
    let game = Game::new(Moves::new(&sizes).expect("moves"), rule).expect("a game");
    let Cycle { period, preperiod } =
        cycle(&game, 10_000, &CancellationToken::default()).expect("a cycle");
    vec![period, preperiod]
}

/// The first positions of the values 0, 1, 2, ...
fn first(values: &[u32]) -> Vec<usize> {
    let of = |value: u32| values.iter().position(|&it| it == value);
    (0..).map_while(of).collect()
}

/// Compares a row with what is computed.
fn check(name: &str, what: &str, numbers: &[u64]) {
    let bound =
        |text: &str| text.rsplit(' ').next().and_then(|it| it.parse().ok()).expect("a bound");
    let same = |computed: Vec<u64>| assert_eq!(computed, numbers, "{name}: {what}");
    let sizes = |found: Vec<usize>| found.into_iter().map(|it| it as u64).collect();
    let small = |found: Vec<u32>| found.into_iter().map(u64::from).collect();
    match what {
        "values" => same(small(values(name, Rule::Mex, numbers.len()))),
        "repeated" => {
            let computed = values(name, Rule::Mex, 3000);
            let repeated = numbers.iter().cycle().take(3000).copied().collect::<Vec<_>>();
            assert_eq!(small(computed), repeated, "{name}");
        }
        "lost" => {
            let last = numbers.last().map_or(0, |&last| last as usize);
            same(sizes(lost(name, last + 1)));
        }
        "first" => {
            let near: Vec<_> = numbers.iter().copied().filter(|&it| it < 250_000).collect();
            let end = near.last().map_or(0, |&last| last as usize + 1);
            let computed = first(&values(name, Rule::Mex, end));
            assert_eq!(sizes(computed), near, "{name}");
        }
        _ if what.starts_with("residues modulo 10") => {
            let lost = lost(name, bound(what));
            let count = |residue| lost.iter().filter(|&it| it % 10 == residue).count() as u64;
            same((0..10).map(count).collect());
        }
        _ if what.starts_with("largest gap") => {
            let lost = lost(name, bound(what));
            let gaps = lost.windows(2).map(|pair| (pair[1] - pair[0]) as u64);
            same(gaps.max().into_iter().collect());
        }
        _ if what.starts_with("lost below") => same(vec![lost(name, bound(what)).len() as u64]),
        _ if what.starts_with("greatest below") => {
            let values = values(name, Rule::Mex, bound(what));
            same(values.into_iter().max().map(u64::from).into_iter().collect());
        }
        _ if what.starts_with("outcomes up to") => {
            same(truncated(name, bound(what), Rule::Normal));
        }
        _ if what.starts_with("nim up to") => same(truncated(name, bound(what), Rule::Mex)),
        _ => panic!("unknown row {what}"),
    }
}

#[test]
fn every_row_of_the_table_is_computed() {
    let mut count = 0;
    for [name, what, cell] in rows(TABLE) {
        check(name, what, &numbers(cell));
        count += 1;
    }
    assert_eq!(count, 87);
}

/// C. A. B. Smith's period 5 of the squares is right below 25 only (footnote 29); a set without end is the same as
/// its first moves up to the next one.
#[test]
fn the_first_moves_decide_up_to_the_next_one() {
    for (name, next) in [("squares", 25), ("factorials", 5040), ("fibonacci", 89), ("primes", 37)] {
        let sizes: Vec<_> = set(name).below(next).iter().map(|size| size as u64).collect();
        let game = Game::new(Moves::new(&sizes).expect("moves"), Rule::Normal).expect("a game");
        let truncated =
            grundy_sequence::values(&game, 0, next, &CancellationToken::default()).expect("values");
        assert_eq!(values(name, Rule::Normal, next), truncated, "{name}");
    }
    let squares = lost("squares", 40);
    assert!(squares.iter().filter(|&&it| it < 25).all(|it| [0, 2].contains(&(it % 5))));
    assert!([25, 27, 30, 32].iter().all(|it| !squares.contains(it)));
}

/// Of the set of all numbers without the squares nothing is proved, but the values are floor(n/2) up to 3000.
#[test]
fn without_the_squares() {
    let computed = values("1.. without squares", Rule::Mex, 3000);
    assert!((0..3000).all(|position| computed[position as usize] == position / 2));
}

fn statement(games: &str, bound: &str, claim: &str) -> Result<BoundedVerdict, String> {
    let text = format!(
        "title = \"t\"\nsource = \"s\"\n[[statement]]\nid = \"x\"\nreference = \"r\"\nstatus = \"own\"\n\
         wording = \"w\"\nbound = \"{bound}\"\ngames = \"{games}\"\n{claim}\n"
    );
    let read = statement::read(&text).map_err(|errors| errors[0].message.clone())?;
    Ok(statement::check(&read.statements[0], 1000, &CancellationToken::default()).verdict())
}

#[test]
fn statements_speak_of_any_set() {
    let bound = "position < 1000";
    let verdict = |games, claim| statement(games, bound, claim);
    assert_eq!(verdict("{ 1 primes }", "lost = \"x mod 4 == 0\""), Ok(BoundedVerdict::Holds));
    assert_eq!(verdict("primes", "lost = \"x mod 4 == 0\""), Ok(BoundedVerdict::Refuted));
    assert_eq!(verdict("2..", "first = [0, 2, 4, 6]"), Ok(BoundedVerdict::Holds));
    assert_eq!(verdict("2..", "first = [0, 2, 5]"), Ok(BoundedVerdict::Refuted));
    assert_eq!(verdict("powers of 2", "first = [0, 1, 2, 999]"), Ok(BoundedVerdict::Refuted));
    let refused = |games, bound, reason: &str| {
        let message = statement(games, bound, "lost = \"x == 0\"").expect_err("refused");
        assert!(message.contains(reason), "{games}: {message}");
    };
    refused("squares", "max L <= 10", "the bound of these games is on position");
    refused("{ 1 2 }", bound, "the bound of these games is on max L");
    refused("squares x", bound, "`x` is neither a move nor the name of a set");
}

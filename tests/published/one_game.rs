//! The cycle of one game by jumps and by walls, against direct computation.
//!
//! Games that direct computation cannot reach rest on these two methods alone, so they are compared on
//! games where all end.  `GRUNDY_GAMES=10000` compares more of them, `GRUNDY_SEED=7` others.

use crate::support::Random;
use grundy_engines::one_game::Walls;
use grundy_engines::runs::{self, LoopSearch};
use grundy_language::limit::CancellationToken;
use grundy_sequence::{CycleSearch, Game, Moves, Rule};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// The positions after which direct computation ends.
const POSITIONS: u64 = 1 << 28;

/// The steps after which jumps end.
const STEPS: u64 = 1 << 14;

/// The words after which walls end.
const WORDS: u64 = 1 << 18;

/// Games whose moves are `a * n + b`, so that walls between domains are to be expected.
fn near_multiples(random: &mut Random) -> Vec<u64> {
    let n = 300 + random.below(4000) as u64;
    let (factors, spread) = (4 + random.below(13), 2 + random.below(8));
    let size = |random: &mut Random| {
        let factor = 1 + random.below(factors) as u64;
        factor * n + random.below(spread) as u64 - 2
    };
    let many = 3 + random.below(3);
    (0..many).map(|_| size(random)).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Games of all kinds: moves near multiples of one number, or anywhere.
fn any_moves(random: &mut Random) -> Vec<u64> {
    if random.below(2) == 0 {
        return near_multiples(random);
    }
    let (many, greatest) = (2 + random.below(4), 20 + random.below(300));
    let moves: BTreeSet<_> = (0..many).map(|_| 1 + random.below(greatest) as u64).collect();
    moves.into_iter().collect()
}

/// What direct computation finds, if it ends.
fn directly(sizes: &[u64], rule: Rule) -> Option<runs::Cycle> {
    let game = Game::new(Moves::new(sizes).expect("moves"), rule).expect("a game");
    let found = CycleSearch::new(&game).run(POSITIONS, &CancellationToken::default());
    found.expect("no stop").map(Into::into)
}

/// What jumps find, if they end and loops were jumped over.
fn by_jumps(sizes: &[u64], rule: Rule) -> Option<runs::Cycle> {
    let stop = CancellationToken::default();
    let mut search = LoopSearch::new(sizes, rule).expect("moves");
    if !search.run(STEPS, &stop).unwrap_or(false) || search.statistics().jumps == 0 {
        return None;
    }
    search.cycle(&stop).expect("no limit")
}

fn by_walls(sizes: &[u64], _: Rule) -> Option<runs::Cycle> {
    Walls::new(sizes)?.follow(WORDS, &CancellationToken::default())
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default)
}

/// Takes games until `GRUNDY_GAMES` of them were compared, and wants one in twenty to be.
fn compare(
    what: &str,
    moves: fn(&mut Random) -> Vec<u64>,
    rules: &[Rule],
    method: fn(&[u64], Rule) -> Option<runs::Cycle>,
) {
    let (wanted, seed) = (number("GRUNDY_GAMES", 100), number("GRUNDY_SEED", 1996));
    let compared = |index: u64| {
        let mut random = Random(seed.wrapping_mul(1 << 32).wrapping_add(index));
        let sizes = moves(&mut random);
        let rule = rules[index as usize % rules.len()];
        let Some(found) = method(&sizes, rule) else { return false };
        let Some(computed) = directly(&sizes, rule) else { return false };
        if found.is_least {
            assert_eq!(found, computed, "{sizes:?} {rule} by {what}");
        } else {
            assert_eq!(found.preperiod, computed.preperiod, "{sizes:?} {rule} by {what}");
            let rest = found.period.mod_floor(&computed.period);
            assert!(rest.is_zero(), "{sizes:?} {rule} by {what}");
        }
        true
    };
    let mut tried = 0;
    let mut agreed = 0;
    while agreed < wanted {
        assert!(tried < 20 * wanted, "{agreed} of {tried} games were compared by {what}");
        let batch = tried..tried + 64;
        agreed += batch.into_par_iter().filter(|&index| compared(index)).count() as u64;
        tried += 64;
    }
    println!("{what}: {agreed} of {tried} games agree with direct computation");
}

#[test]
fn cycles_by_walls_are_those_of_direct_computation() {
    compare("walls", near_multiples, &[Rule::Normal], by_walls);
}

#[test]
fn cycles_by_jumps_are_those_of_direct_computation() {
    let rules = [Rule::Normal, Rule::Mex, Rule::Misere];
    compare("jumps", any_moves, &rules, by_jumps);
}

//! Every loop is compared with the definition, bit by bit.

use super::union::Union;
use super::word::Solver;
use super::*;
use crate::model::{Comparison, Tally};
use pulp::Arch;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// The kinds of processors that this one can emulate.
fn processors() -> Vec<Arch> {
    let mut processors = vec![Arch::Scalar, Arch::new()];
    #[cfg(target_arch = "x86_64")]
    processors.extend(pulp::x86::V3::try_new().map(Arch::V3));
    processors
}

/// The words before, followed by `count` words in which a position is won or not by its number of lost options.
fn plain(before: &[u64], moves: &[u32], count: usize, won: impl Fn(usize) -> bool) -> Vec<u64> {
    let mut words = [before, &vec![0; count]].concat();
    for position in 64 * before.len()..64 * words.len() {
        let lost = |size: &&u32| {
            let option = position - **size as usize;
            words[option / 64] >> (option % 64) & 1 == 1
        };
        let free = !won(moves.iter().filter(lost).count());
        words[position / 64] |= u64::from(free) << (position % 64);
    }
    words
}

struct Random(Pcg64Mcg);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0.next_u64() % end
    }

    /// Increasing moves with a given least one.
    fn moves(&mut self, least: u32, more: u64, greatest: u32) -> Vec<u32> {
        let others = (0..more).map(|_| {
            // Near the least one as often as far away.
            let reach = u64::from(greatest - least) >> self.below(12);
            least + self.below(reach + 1) as u32
        });
        let mut moves: Vec<u32> = others.chain([least]).collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    /// A history without a rule, because a window may be any.
    fn history(&mut self, words: usize) -> Vec<u64> {
        (0..words).map(|_| self.0.next_u64() & self.0.next_u64() & self.0.next_u64()).collect()
    }
}

/// The loops for outcomes, on each processor.
fn check(random: &mut Random, moves: &[u32]) {
    let union = &Union::new(moves, Solver::outcome);
    let on = |processor| move |words: &mut [u64], start| union.fill_for(processor, words, start);
    let fills: Vec<_> = processors().into_iter().map(on).collect();
    check_fills(random, moves, &fills, |lost| lost > 0);
}

/// Fills in pieces of different lengths, so that each loop starts in many places.
fn check_fills(
    random: &mut Random,
    moves: &[u32],
    fills: &[impl Fn(&mut [u64], usize)],
    won: impl Fn(usize) -> bool,
) {
    let greatest = moves[moves.len() - 1] as usize;
    let before = random.history((greatest / 64 + 1).next_multiple_of(LINE));
    let pieces = [1, 1 + random.below(3) as usize, 4 + random.below(2) as usize];
    let expected = plain(&before, moves, BLOCK * pieces.iter().sum::<usize>(), won);
    for (which, fill) in fills.iter().enumerate() {
        let mut words = before.clone();
        for piece in pieces {
            let start = words.len();
            words.resize(start + BLOCK * piece, random.0.next_u64());
            fill(&mut words, start);
        }
        assert!(words == expected, "{moves:?} {pieces:?} {which}");
    }
}

#[test]
fn every_least_move_agrees_with_the_definition() {
    let mut random = Random(Pcg64Mcg::seed_from_u64(17));
    for least in 1..=1100 {
        for more in [0, 3, 6] {
            let moves = random.moves(least, more, 6000);
            check(&mut random, &moves);
        }
    }
}

/// Up to seven moves on both sides of the borders between the loops, none below the given one.
fn moves_at_borders(random: &mut Random, least: usize) -> Vec<u32> {
    const BORDERS: [u32; 17] = [1, 2, 3, 4, 8, 16, 17, 18, 31, 32, 64, 65, 71, 72, 73, 80, 128];
    let borders = &BORDERS[least..];
    let near = |random: &mut Random| {
        let border = 64 * borders[random.below(borders.len() as u64) as usize];
        border + random.below(3) as u32 - 1
    };
    let mut moves: Vec<u32> = (0..=random.below(7)).map(|_| near(random)).collect();
    moves.sort_unstable();
    moves.dedup();
    moves
}

#[test]
fn the_borders_agree_with_the_definition() {
    let mut random = Random(Pcg64Mcg::seed_from_u64(18));
    for _ in 0..1500 {
        let moves = moves_at_borders(&mut random, 0);
        check(&mut random, &moves);
    }
}

/// The rules that count, with moves below a word, at the borders, and only beyond each of them.
#[test]
fn counting_rules_agree_with_the_definition() {
    let mut random = Random(Pcg64Mcg::seed_from_u64(22));
    for round in 0..2000 {
        let mut moves = moves_at_borders(&mut random, round % 17);
        if round % 5 == 0 {
            let least = 1 + random.below(63) as u32;
            moves = random.moves(least, round as u64 % 7, 1200);
        }
        let bound = random.below(8);
        let compared = Comparison::ALL.map(|comparison| Tally::Is(comparison, bound));
        for tally in compared.into_iter().chain([Tally::Odd, Tally::Even, Tally::Never]) {
            for opposite in [false, true] {
                let count = Count::new(&moves, tally, opposite);
                let fill = |words: &mut [u64], start| count.fill(words, start);
                // The check is about the bits that are not set.
                let unset = |set: usize| tally.holds(set as u64) == opposite;
                check_fills(&mut random, &moves, &[fill], unset);
            }
        }
    }
}

/// Any least move below 512 together with only far ones, including far ones of two registers and more.
#[test]
fn least_moves_that_are_looked_ahead_through_agree_with_the_definition() {
    let mut random = Random(Pcg64Mcg::seed_from_u64(20));
    for least in 1..512 {
        for from in [1024, 1536, 4608] {
            let others = random.below(5);
            let others = (0..others).map(|_| from + random.below(3000) as u32);
            let mut moves: Vec<u32> = others.chain([least]).collect();
            moves.sort_unstable();
            moves.dedup();
            check(&mut random, &moves);
        }
    }
}

/// The least moves around the bound from which on many are followed from memory.
#[test]
fn far_moves_agree_with_the_definition() {
    let mut random = Random(Pcg64Mcg::seed_from_u64(21));
    for border in [2048, 4608] {
        for least in border - 70..border + 70 {
            let others = random.below(7);
            let others = (0..others).map(|_| least + 1 + random.below(2700) as u32);
            let mut moves: Vec<u32> = others.chain([least]).collect();
            moves.sort_unstable();
            moves.dedup();
            check(&mut random, &moves);
        }
    }
}

/// The values of a game in lanes of 8 bits or more, from the least to the greatest far move.
#[test]
fn grundy_values_agree_with_the_definition() {
    let mut random = Random(Pcg64Mcg::seed_from_u64(19));
    for least in 1..300 {
        let more = random.below(9);
        let moves = random.moves(least, more, 700);
        let width = (moves.len() as u32 + 1).next_power_of_two().max(8);
        let bits: Vec<u32> = moves.iter().map(|size| size * width).collect();
        let per_word = (64 / width) as usize;
        let history = (bits[bits.len() - 1] as usize / 64 + 1).next_multiple_of(LINE);
        let mut values: Vec<Option<u32>> = vec![None; history * per_word];
        let count = 6 * BLOCK * per_word;
        for position in values.len()..values.len() + count {
            let option = |size: &u32| values[position - *size as usize];
            let present: Vec<u32> = moves.iter().filter_map(option).collect();
            values.push((0..).find(|value| !present.contains(value)));
        }
        let code = |value: &Option<u32>| value.map_or(0, |value| 1_u64 << value);
        let expected: Vec<u64> = values
            .chunks(per_word)
            .map(|lanes| {
                lanes.iter().rev().fold(0, |word, value| word << (width % 64) | code(value))
            })
            .collect();
        let union = Union::new(&bits, |small| Solver::mex(small, width));
        for processor in processors() {
            let mut words = vec![0; expected.len()];
            let (early, _) = words.split_at_mut(history + BLOCK);
            union.fill_for(processor, early, history);
            union.fill_for(processor, &mut words, history + BLOCK);
            assert!(words == expected, "{moves:?} {processor:?}");
        }
    }
}

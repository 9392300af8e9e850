//! What several tests share: brute force, and a small generator of pseudo-random numbers.

#![allow(dead_code, reason = "every test uses its own part")]

use grundy_kernel::Integer;
use grundy_kernel::model::{Description, Move};
use grundy_language::expand::{Expansion, Start, values};
use grundy_language::lang::{Options, parse};
use grundy_language::limit::CancellationToken;
use grundy_language::verdict::Report;
use grundy_prove::verify;
use grundy_sequence::{Cycle, Game, Moves, Rule, oracle};

/// A linear congruential generator (Knuth, MMIX): the same numbers on every machine.
pub struct Random(pub u64);

impl Random {
    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % bound as u64).unwrap()
    }
}

/// The cycle of the outcomes under normal play.
pub fn cycle(sizes: &[u64]) -> Cycle {
    let game = Game::new(Moves::new(sizes).expect("moves"), Rule::Normal).expect("a game");
    grundy_sequence::cycle(&game, 1 << 34, &CancellationToken::default()).expect("a cycle")
}

/// What brute force says about a description for given parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Brute {
    /// The conditions exclude these parameters.
    Excluded,
    /// No meaning: a move below 1, a negative length, an empty endless loop.
    Meaningless,
    /// The described sequence is that of the game.
    Right,
    /// The first wrong position, with the claimed and the computed letter.
    Wrong { position: usize, claimed: String, computed: String },
}

/// Expands the description through two passes of the endless loop and the largest move more,
/// and compares with the sequence computed position by position.  Two passes and the window
/// decide all: later passes see the same window.
pub fn brute(description: &Description, parameters: &[i64]) -> Brute {
    let point: Vec<Integer> = parameters.iter().map(|&value| Integer::from(value)).collect();
    if !description.conditions.iter().all(|each| each.constraint.holds_at(&point)) {
        return Brute::Excluded;
    }
    let first = |each: &Move| each.size.at(&point).to_i64().unwrap();
    if description.moves.iter().any(|each| first(each) < 1) {
        return Brute::Meaningless;
    }
    let sizes = description.sizes(&point, 1 << 16).expect("few moves");
    let sizes: Vec<i64> = sizes.into_iter().map(|(size, _)| size.to_i64().unwrap()).collect();
    if description.start.is_some() && Start::new(description, &point).is_none() {
        return Brute::Meaningless;
    }
    let largest = sizes.iter().max().copied().unwrap_or(0);
    let (mut end, mut first_pass, mut preperiod) = (0_i64, None, 0_i64);
    let mut expansion = Expansion::new(description, &point);
    let mut passes = 0;
    let mut started = false;
    while let Some(occurrence) = expansion.next() {
        if occurrence.block.index() >= first_period_block(description) && !started {
            started = true;
            preperiod = end;
        }
        if expansion.passes() > passes {
            passes = expansion.passes();
            first_pass.get_or_insert(end);
            // Enough passes for a window of the largest move to lie after the second one.
            if first_pass.is_some_and(|first| end >= preperiod + 2 * (first - preperiod) + largest)
            {
                break;
            }
        }
        let length = occurrence.length.to_i64().unwrap();
        if length < 0 {
            return Brute::Meaningless;
        }
        end += length;
    }
    if first_pass.is_none() {
        return Brute::Meaningless;
    }
    let count = usize::try_from(end).unwrap();
    let claimed = values(description, &point, &Integer::ZERO, count, &Default::default()).unwrap();
    let sizes: Vec<u64> = sizes.iter().map(|&size| u64::try_from(size).unwrap()).collect();
    let start = Start::new(description, &point);
    let before = |back: u64| Some(start.as_ref()?.value(&-&Integer::from(back)));
    let computed = oracle::values_after(description.rule, &sizes, before, count);
    match (0..count).find(|&position| claimed[position] != computed[position]) {
        None => Brute::Right,
        Some(position) => Brute::Wrong {
            position,
            claimed: description.alphabet().letter(claimed[position]),
            computed: description.alphabet().letter(computed[position]),
        },
    }
}

fn first_period_block(description: &Description) -> usize {
    match description.period.first() {
        Some(grundy_kernel::model::Unit::Block(id)) => id.index(),
        _ => usize::MAX,
    }
}

/// Reads and verifies a text.
pub fn check(source: &str) -> Option<(Description, Report)> {
    check_with(source, &verify::Options::default())
}

/// Reads and verifies a text.
pub fn check_with(source: &str, options: &verify::Options<'_>) -> Option<(Description, Report)> {
    let description = parse(source, &Options::default()).description?;
    let report = verify::verify(&description, source, options);
    Some((description, report))
}

/// All points of a box around small parameters, in lexicographic order.
pub fn points(dimension: usize, range: std::ops::RangeInclusive<i64>) -> Vec<Vec<i64>> {
    let mut points = vec![Vec::new()];
    for _ in 0..dimension {
        points = points
            .into_iter()
            .flat_map(|point| {
                range.clone().map(move |value| {
                    let mut longer = point.clone();
                    longer.push(value);
                    longer
                })
            })
            .collect();
    }
    points
}

/// The published and our own descriptions, with their names.
pub fn descriptions() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/subtraction");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "nimseq"))
        .collect();
    files.sort();
    // Who loops over no descriptions tests nothing.
    assert!(files.len() >= 14, "{files:?}");
    files
        .iter()
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect()
}

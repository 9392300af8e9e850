//! The surroundings of a counterexample: where else the description fails, and how.
//!
//! None of this is needed for the verdict.  Each part is computed directly, for numbers, with an amount of work that is
//! fixed beforehand, so that the same text always gives the same result.

use super::counterexample::simulated;
use super::walk::{Ending, Reach, walk};
use super::{Options, points, region};
use crate::Integer;
use crate::diagnostic::Span;
use crate::expand::Expansion;
use crate::expand::Start;
use crate::ilp::Point;
use crate::limit::CancellationToken;
use crate::model::{self, Description, Value};
use crate::sequence::{Run, runs_of};
use crate::verdict::{Assignment, Counterexample};

/// The number of first parameters that are tried.
pub const PARAMETERS: usize = 10;

/// The work for each of them, in comparisons of a position with the target of a move.
pub const EFFORT: u64 = 1 << 16;

/// The number of positions that are examined for everything that fails at the parameters of the counterexample.
pub const POSITIONS: usize = 100_000;

/// The most look-ups for that; if they are not enough, fewer positions are examined.
const LOOK_UPS: usize = 1 << 24;

/// The number of runs that are shown before the counterexample and after it.
const BESIDE: usize = 4;

/// The surroundings of a counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Around {
    /// The first parameters in order and those of the counterexample, with what was found for each.
    pub tried: Vec<(Assignment, Tried)>,
    /// The words that break the rule at the parameters of the counterexample.
    pub words: Vec<Failing>,
    /// The number of positions, from 0 on, that were compared for that.
    pub compared: usize,
    /// The described and the computed sequence around the counterexample, if they could be computed.
    pub runs: Option<TwoRows>,
}

/// What is known for some parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// The description is right.
    Right,
    /// It is wrong.
    Wrong,
    /// The work for these parameters did not suffice.
    Open,
}

/// A word that breaks the rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failing {
    /// The word.
    pub word: Span,
    /// The first position at which its value is not the one that follows from the described values.
    pub first: usize,
    /// The number of such positions.
    pub positions: usize,
}

/// Two sequences from the same position on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwoRows {
    /// The first position of both.
    pub from: usize,
    /// The described values.
    pub described: Vec<Run<u32>>,
    /// The computed values.
    pub computed: Vec<Run<u32>>,
    /// The number of the first run in which they differ, from 0.
    pub differs: usize,
}

/// Examines the surroundings of a counterexample of the description.
pub fn around(description: &Description, found: &Counterexample, options: &Options<'_>) -> Around {
    let parameters = found.point();
    let sizes = sizes(description, &parameters);
    let positions = LOOK_UPS / sizes.as_ref().map_or(1, |sizes| sizes.len().max(1));
    let positions = positions.min(POSITIONS);
    let (values, owners) = described(description, &parameters, positions, &options.stop);
    let words = sizes
        .as_ref()
        .map_or(Vec::new(), |sizes| failing(description, &parameters, &values, &owners, sizes));
    let position = found.failure.position.to::<usize>();
    let rows = position.zip(sizes.as_ref()).filter(|_| !description.is_piece());
    let rows = rows.and_then(|(position, sizes)| {
        let computed =
            simulated(description, &parameters, sizes, values.len(), &options.stop).ok()?;
        let values: Vec<u32> = values.iter().map(|value| value.0.into()).collect();
        two_rows(&values, &computed, position)
    });
    let names = description.parameters.iter().map(|parameter| parameter.name.clone());
    let named = |point: Point| names.clone().zip(point).collect();
    let tried = parameters_to_try(description, found, options).into_iter().map(|point| {
        let ending = try_at(description, &point, EFFORT, &options.stop);
        (named(point), ending)
    });
    Around { tried: tried.collect(), words, compared: values.len(), runs: rows }
}

/// The first parameters in order.
pub fn first_parameters(description: &Description, options: &Options<'_>) -> Vec<Point> {
    let dimension = description.parameters.len();
    let mut region = region(dimension, options);
    let mut found = Vec::new();
    // A limit here means that fewer are shown.
    if !matches!(region.enter(&description.constraints()), Ok(Some(_))) {
        return found;
    }
    let mut point = region.smallest(&[], dimension).ok().flatten();
    while let Some(here) = point
        && found.len() < PARAMETERS
    {
        point = if dimension == 0 { None } else { points::next(&mut region, &here).ok().flatten() };
        found.push(here);
    }
    found
}

/// The first parameters in order, and those of the counterexample if they come later.
pub fn parameters_to_try(
    description: &Description,
    found: &Counterexample,
    options: &Options<'_>,
) -> Vec<Point> {
    let mut points = first_parameters(description, options);
    let of_counterexample = found.point();
    if !points.contains(&of_counterexample) {
        points.push(of_counterexample);
    }
    points
}

/// Is the description right for these parameters?
pub fn try_at(
    description: &Description,
    point: &Point,
    effort: u64,
    stop: &CancellationToken,
) -> Tried {
    let words = description.blocks.iter().map(|block| block.words.len() as u64).sum::<u64>();
    let effort = effort.saturating_add(words);
    let reach = Reach { words: effort, compared: effort, effort };
    match walk(description, point, reach, stop).ending {
        Ending::Right => Tried::Right,
        Ending::Failure(_) => Tried::Wrong,
        Ending::Open(_) => Tried::Open,
    }
}

/// The moves as numbers of positions.
fn sizes(description: &Description, parameters: &Point) -> Option<Vec<u64>> {
    let size = |(size, _): (Integer, usize)| size.to::<u64>();
    description.sizes(parameters, POSITIONS)?.into_iter().map(size).collect()
}

/// The described values of the first positions, each with its word.
fn described(
    description: &Description,
    parameters: &Point,
    positions: usize,
    stop: &CancellationToken,
) -> (Vec<Value>, Vec<Span>) {
    let (mut values, mut owners) = (Vec::new(), Vec::new());
    for it in Expansion::new(description, parameters).patient(POSITIONS as u64) {
        if values.len() >= positions || it.length.is_negative() || stop.requested() {
            break;
        }
        let room = positions - values.len();
        let length = it.length.to::<usize>();
        let length = length.map_or(room, |length| length.min(room));
        values.extend(it.word.cycle.iter().copied().cycle().take(length));
        owners.resize(values.len(), it.word.span);
    }
    (values, owners)
}

/// The words with a value that the rule does not give for the described values of its options.
fn failing(
    description: &Description,
    parameters: &[Integer],
    values: &[Value],
    owners: &[Span],
    sizes: &[u64],
) -> Vec<Failing> {
    let mut words: Vec<Failing> = Vec::new();
    let largest = sizes.iter().copied().max().and_then(|size| usize::try_from(size).ok());
    let (mut sizes, start) = (sizes.to_vec(), Start::new(description, parameters));
    sizes.sort_unstable();
    sizes.dedup();
    let begin = if description.is_piece() { largest.unwrap_or(usize::MAX) } else { 0 };
    for position in begin..values.len() {
        let option = |&size: &u64| match usize::try_from(size).ok()?.checked_sub(position) {
            Some(back @ 1..) => Some(start.as_ref()?.value(&-&Integer::from(back))),
            _ => values.get(position - usize::try_from(size).ok()?).copied(),
        };
        let options: model::OptionCounts = sizes.iter().filter_map(option).collect();
        if description.rule.value(&options) == values[position] {
            continue;
        }
        match words.iter_mut().find(|row| row.word == owners[position]) {
            Some(known) => known.positions += 1,
            None => words.push(Failing { word: owners[position], first: position, positions: 1 }),
        }
    }
    words
}

/// Both sequences, some runs before and after the position.
fn two_rows(values: &[u32], computed: &[u32], position: usize) -> Option<TwoRows> {
    if position >= values.len() {
        return None;
    }
    let mut from = position;
    for _ in 0..=BESIDE {
        let value = values[from.checked_sub(1).unwrap_or(from)];
        while from > 0 && values[from - 1] == value {
            from -= 1;
        }
    }
    let piece =
        |values: &[u32]| -> Vec<Run<u32>> { runs_of(values[from..].iter().copied()).collect() };
    let (mut described, mut computed) = (piece(values), piece(computed));
    let differs = described.iter().zip(&computed).take_while(|(one, other)| one == other).count();
    let end = differs + 1 + BESIDE;
    described.truncate(end);
    computed.truncate(end);
    Some(TwoRows { from, described, computed, differs })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::{self, verify};

    fn looked(source: &str) -> Around {
        let description = crate::lang::parse(source, &Default::default()).description.unwrap();
        let options = verify::Options::default();
        let report = verify(&description, source, &options);
        let found = report.findings.iter().find_map(|one| one.counterexample()).expect("a failure");
        around(&description, found, &options)
    }

    fn shown(rows: &[Run<u32>]) -> String {
        rows.iter().map(|row| format!("{}*{} ", row.value, row.length)).collect()
    }

    #[test]
    fn parameters_for_which_a_wrong_text_is_right_are_told_apart() {
        // Right only for n = 3.
        let seen = looked("n >= 1 { n 2n } REPEAT _n An B3 ENDREP");
        let right: Vec<_> = seen.tried.iter().filter(|tried| tried.1 == Tried::Right).collect();
        assert_eq!(seen.tried.len(), PARAMETERS);
        assert_eq!(right.len(), 1);
        assert_eq!(right[0].0, [("n".to_owned(), Integer::from(3))]);
        assert!(seen.tried.iter().all(|tried| tried.1 != Tried::Open));
    }

    #[test]
    fn a_game_without_parameters_is_one_choice() {
        let seen = looked("{ 1 2 } REPEAT _ A A ENDREP");
        assert_eq!(seen.tried, [(vec![], Tried::Wrong)]);
        assert_eq!(seen.words.len(), 2);
    }

    #[test]
    fn the_two_sequences_differ_where_it_is_said() {
        let source = "n >= 1 { n 2n+1 } REPEAT _n An Bn ENDREP";
        let rows = looked(source).runs.unwrap();
        assert_eq!((rows.from, rows.differs), (0, 2));
        assert!(shown(&rows.described).starts_with("0*1 1*1 2*1 "), "{rows:?}");
        assert!(shown(&rows.computed).starts_with("0*1 1*1 0*1 "), "{rows:?}");
    }

    #[test]
    fn failing_words_are_those_that_break_the_rule() {
        let text = "n >= 1 { n 2n } REPEAT _n An An ENDREP";
        let seen = looked(text);
        assert_eq!(&text[seen.words[0].word.range()], "An");
        assert_eq!((seen.words[0].word.start, seen.words[0].first), (29, 2));
    }
}

//! The sequence of one game in words that are cycles.
//!
//! A word goes on with its cycle until a move leads to where an earlier word breaks off: at a boundary before, or
//! fewer positions after it than the cycle has.  So each boundary is an earlier one, plus a move, plus a small number
//! that is the same for all parameters with the same remainders.  The structure is the same as long as the boundaries,
//! and where the moves lead from them, have the same order: these are the conditions.

use super::shape::{Shape, Word};
use crate::Integer;
use crate::affine::Affine;
use crate::model::Value;

/// The longest cycle.
const MOST_CYCLE: usize = 12;

/// From this length on a word may be a cycle.
const LONG: usize = 20;

/// The number of words whose cycles are taken to be those of all words.
const FIRST: usize = 4;

/// The most words that are looked at.
const MOST_WORDS: usize = 96;

/// A boundary: the position, and its form.
type Place = (usize, Affine);

/// A number by whose remainders the parameters may have to be distinguished: a multiple of the lengths of the first
/// cycles.
pub(super) fn modulus(values: &[u32]) -> usize {
    let (mut begin, mut all) = (0, 1);
    for _ in 0..FIRST {
        let Some((cycle, end)) = word(&values[begin..]) else { break };
        begin += end;
        all = num_integer::lcm(all, cycle);
    }
    all
}

/// The shape of the sequence that begins with these values, where it repeats within them.
pub(super) fn shape(
    moves: &[(Affine, Affine)],
    point: &[Integer],
    values: &[u32],
) -> Option<Shape> {
    let ends = moves.iter().flat_map(|(first, last)| [first, last]);
    let place =
        |form: &Affine| Some((usize::try_from(form.at(point).to_i64()?).ok()?, form.clone()));
    let mut steps = ends.map(place).collect::<Option<Vec<Place>>>()?;
    steps.dedup();
    let greatest = steps.iter().map(|step| step.0).max()?;
    let mut boundaries: Vec<Place> = vec![(0, Affine::zero())];
    let mut words: Vec<Word> = Vec::new();
    let cycles = modulus(values);
    while words.len() < MOST_WORDS {
        let begin = boundaries[words.len()].clone();
        let (cycle, end) = word(&values[begin.0..])?;
        let letters = values[begin.0..].iter().take(cycle).map(|value| u8::try_from(*value));
        let letters = letters.map(|value| value.map(Value)).collect::<Result<_, _>>().ok()?;
        let end = begin.0 + end;
        if end == values.len() {
            let is_long = end - begin.0 >= 2 * greatest;
            let period = vec![(letters, Affine::constant(cycle))];
            let conditions = order(&boundaries, &steps);
            return is_long.then_some(Shape { before: words, period, rows: None, conditions });
        }
        let form = boundary(&boundaries, &steps, values, cycles, end)?;
        words.push((letters, &form - &begin.1));
        boundaries.push((end, form));
        if let Some((first, count)) = repetition(&words, &boundaries, greatest) {
            let conditions = order(&boundaries, &steps);
            let period = words[first..first + count].to_vec();
            words.truncate(first);
            return Some(Shape { before: words, period, rows: None, conditions });
        }
    }
    None
}

/// The cycle of the first word, and its length; all values, if it does not end before.
fn word(values: &[u32]) -> Option<(usize, usize)> {
    let reach = |cycle: usize| {
        let mut further = cycle..values.len();
        let end = further.find(|&index| values[index] != values[index - cycle]);
        (cycle, end.unwrap_or(values.len()))
    };
    let is_long = |(cycle, reach): &(usize, usize)| *reach >= LONG.max(3 * cycle);
    let long = (1..=MOST_CYCLE).map(reach).find(is_long);
    long.or_else(|| (!values.is_empty()).then(|| reach(1)))
}

/// The form of the end of a word, where this is a multiple of the lengths of all cycles.
fn boundary(
    boundaries: &[Place],
    steps: &[Place],
    values: &[u32],
    cycles: usize,
    end: usize,
) -> Option<Affine> {
    let mut nearest: Option<(usize, Affine)> = None;
    for (step, move_form) in steps {
        let Some(target) = end.checked_sub(*step) else { continue };
        let is_broken = target < cycles || values[target] != values[target - cycles];
        let near = boundaries.iter().filter(|place| place.0 <= target && target - place.0 < cycles);
        for (position, form) in near.filter(|_| is_broken) {
            let after = target - position;
            if nearest.as_ref().is_none_or(|near| after < near.0) {
                nearest = Some((after, (form + move_form).plus(after)));
            }
        }
    }
    nearest.map(|near| near.1)
}

/// The first word of a cycle of words and their number, if the last ones repeat for as many positions as the greatest
/// move.
fn repetition(words: &[Word], boundaries: &[Place], greatest: usize) -> Option<(usize, usize)> {
    let all = words.len();
    (1..all).find_map(|count| {
        let is_alike = |first: &usize| words[*first] == words[first + count];
        let first = (0..all - count).rev().take_while(is_alike).last()?;
        let shown = boundaries[all - count].0 - boundaries[first].0;
        (shown >= greatest).then_some((first, count))
    })
}

/// What says that boundaries, and where the moves lead from them, have the same order.
fn order(boundaries: &[Place], steps: &[Place]) -> Vec<Affine> {
    let led = boundaries.iter().flat_map(|(position, form)| {
        steps.iter().map(move |(step, by)| (position + step, form + by))
    });
    let mut events: Vec<Place> = boundaries.iter().cloned().chain(led).collect();
    events.sort_by_key(|event| event.0);
    let mut conditions: Vec<Affine> = Vec::new();
    for pair in events.windows(2) {
        let gap = &pair[1].1 - &pair[0].1;
        if !gap.is_constant() && !conditions.contains(&gap) {
            conditions.push(gap);
        }
    }
    conditions
}

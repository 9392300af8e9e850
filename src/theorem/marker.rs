//! Letters that may occur together at one place of an endless loop only.
//!
//! A *pattern* is a list of letters at affine distances back from a position.  Candidates for
//! it are the first and last letters of the words before a place of the body, in the first
//! iterations of the loops around it: by construction they stand there for all parameters of
//! the case.  Which of them are needed is found out in the bodies for a few parameters; that
//! they are enough for all parameters is then proved, see `unique`.

use super::case::{Context, ContextError};
use super::item::{Counted, Item};
use crate::Integer;
use crate::affine::Affine;
use crate::ilp::Point;
use crate::minimality::length;
use crate::minimality::rewrite::primitive;
use crate::model::{BlockId, Value};
use crate::proof::theorem::Pattern;

/// The most words before a place that are looked at.
const MOST_WORDS: usize = 60;

/// The most letters of a pattern.
const MOST_LETTERS: usize = 16;

/// Of so many places patterns are made, those first whose last two letters are rarest.
const MOST_PLACES: usize = 16;

/// The first position of a word, in the first iteration of each loop around it.
#[derive(Clone, Debug)]
pub struct WordStart {
    /// The block of [`item::endless`] that the word is in.
    pub block: BlockId,
    /// The number of the word in it, from 0.
    pub word: usize,
    /// The values of the variables of the loops around it, outermost first.
    pub loops: Vec<Affine>,
    /// What stands before it in the body.
    before: Vec<Item>,
    /// The value there.
    value: Value,
}

/// A place and the letters of its pattern.
#[derive(Clone, Debug)]
pub struct Marker {
    /// The place.
    pub place: WordStart,
    /// Distances back from the place, never decreasing, with the values there; the first
    /// distance is 0.
    pub letters: Vec<(Affine, Value)>,
}

impl Marker {
    /// The place and the letters alone.
    pub fn pattern(&self) -> Pattern {
        Pattern {
            block: self.place.block.index(),
            word: self.place.word,
            loops: self.place.loops.clone(),
            letters: self.letters.clone(),
        }
    }
}

/// A body written out for certain parameters.
pub struct Sample {
    /// The values of the variables of the case.
    pub point: Point,
    /// The values of the body.
    pub values: Vec<Value>,
}

impl Sample {
    /// Does the body repeat a shorter one?
    pub fn is_power(&self) -> bool {
        primitive(&self.values).len() < self.values.len()
    }
}

/// The markers worth a try, the best first.
///
/// # Errors
/// When a limit is reached.
pub fn markers(
    body: &[Item],
    samples: &[Sample],
    context: &mut Context,
) -> Result<Vec<Marker>, ContextError> {
    let mut places = Vec::new();
    let mut walk = Walk { context, next: 1, places: &mut places };
    walk.list(body, Vec::new(), Vec::new(), true)?;
    let rare = |place: &WordStart| -> usize {
        let count = |sample: &Sample| {
            let at = position(place, sample).unwrap_or(0);
            let (own, last) = (letter(sample, at, 0), letter(sample, at, 1));
            let positions = 0..sample.values.len();
            positions
                .filter(|&x| letter(sample, x, 0) == own && letter(sample, x, 1) == last)
                .count()
        };
        samples.iter().map(count).sum()
    };
    places.sort_by_cached_key(rare);
    let mut markers = Vec::new();
    for place in places.into_iter().take(MOST_PLACES) {
        let candidates = candidates(&place, body, context)?;
        if let Some(letters) = select(&place, candidates, samples) {
            markers.push(Marker { place, letters });
        }
    }
    markers.sort_by_key(|marker| marker.letters.len());
    Ok(markers)
}

struct Walk<'w> {
    context: &'w mut Context,
    /// The number of the next block.
    next: usize,
    places: &'w mut Vec<WordStart>,
}

impl Walk<'_> {
    /// Notes the places of a list that is reached for all parameters (or counts its blocks).
    fn list(
        &mut self,
        items: &[Item],
        mut before: Vec<Item>,
        loops: Vec<Affine>,
        reached: bool,
    ) -> Result<(), ContextError> {
        let (mut block, mut word) = (self.next, 0);
        self.next += 1;
        for item in items {
            match item {
                Item::Word(cycle, length) => {
                    if reached && self.context.always(&length.clone().plus(-1))? {
                        self.places.push(WordStart {
                            block: BlockId::from_index(block),
                            word,
                            loops: loops.clone(),
                            before: before.clone(),
                            value: cycle[0],
                        });
                    }
                    word += 1;
                }
                Item::Loop(head) => {
                    let runs = reached && self.context.always(&(&head.upto - &head.from))?;
                    let mut inside = loops.clone();
                    inside.push(head.from.clone());
                    self.list(&head.iteration(&head.from), before.clone(), inside, runs)?;
                    (block, word) = (self.next, 0);
                    self.next += 1;
                }
            }
            before.push(item.clone());
        }
        Ok(())
    }
}

/// Letters before a place, the nearest first.
fn candidates(
    place: &WordStart,
    body: &[Item],
    context: &mut Context,
) -> Result<Vec<(Affine, Value)>, ContextError> {
    let mut list = place.before.clone();
    let mut start = Affine::zero();
    let mut letters = Vec::new();
    for _ in 0..MOST_WORDS {
        if list.is_empty() {
            list = body.to_vec();
        }
        let Some(Item::Word(cycle, length)) = list.last() else {
            match last_iteration(&mut list, context) {
                Err(ContextError::Limit(limit)) => return Err(limit.into()),
                Err(_) => break,
                Ok(()) => continue,
            }
        };
        let end = start.clone();
        start = &start + length;
        if context.always(&length.clone().plus(-1))? {
            let mut own = vec![(start.clone(), cycle[0])];
            if let Ok(phase) = context.residue(length, cycle.len()) {
                let last = cycle[(phase + cycle.len() - 1) % cycle.len()];
                own.push((end.plus(1), last));
            }
            for (offset, &value) in cycle.iter().enumerate().skip(1).take(3) {
                let offset = Integer::from(offset);
                if context.always(&length.clone().plus(-offset.clone()).plus(-1))? {
                    own.push((start.clone().plus(-offset), value));
                }
            }
            own.reverse();
            letters.append(&mut own);
        }
        list.pop();
    }
    Ok(letters)
}

/// Replaces the last item, if it is a loop, by all but its last iteration and that one.
fn last_iteration(list: &mut Vec<Item>, context: &mut Context) -> Result<(), ContextError> {
    let Some(Item::Loop(head)) = list.last() else { return Ok(()) };
    let runs = context.at_most(&head.from, &head.upto)?;
    let Some(Item::Loop(head)) = list.pop() else { return Ok(()) };
    if runs {
        let last = head.iteration(&head.upto);
        let upto = head.upto.clone().plus(-1);
        list.push(Item::Loop(Box::new(Counted { upto, ..*head })));
        list.extend(last);
    }
    Ok(())
}

/// The position of the place in the body of a sample.
fn position(place: &WordStart, sample: &Sample) -> Option<usize> {
    let position = length(&place.before, &mut sample.point.clone()).to_i64()?;
    usize::try_from(position).ok()
}

/// The letter so many places before the position, in the endless repetition of the body.
fn letter(sample: &Sample, position: usize, distance: usize) -> Value {
    let count = sample.values.len();
    sample.values[(position + count - distance % count) % count]
}

/// As few of the letters as can be that occur nowhere else in the samples, greedily.
fn select(
    place: &WordStart,
    candidates: Vec<(Affine, Value)>,
    samples: &[Sample],
) -> Option<Vec<(Affine, Value)>> {
    let mut alive: Vec<Vec<usize>> = Vec::with_capacity(samples.len());
    for sample in samples {
        let own = position(place, sample)?;
        let same = |&x: &usize| x != own && letter(sample, x, 0) == place.value;
        alive.push((0..sample.values.len()).filter(same).collect());
    }
    let distance = |candidate: &(Affine, Value), sample: &Sample| -> Option<usize> {
        usize::try_from(candidate.0.at(&sample.point).to_i64()?).ok()
    };
    let distances: Vec<Vec<_>> = (candidates.iter())
        .map(|candidate| samples.iter().map(|sample| distance(candidate, sample)).collect())
        .collect();
    let mut chosen = Vec::new();
    while alive.iter().any(|positions| !positions.is_empty()) {
        if chosen.len() == MOST_LETTERS {
            return None;
        }
        let matches = |candidate: usize, sample: usize, x: usize| {
            let distance = distances[candidate][sample];
            let value = candidates[candidate].1;
            distance.is_some_and(|distance| letter(&samples[sample], x, distance) == value)
        };
        let left = |candidate: usize| -> usize {
            let each = alive.iter().enumerate();
            each.map(|(sample, positions)| {
                positions.iter().filter(|&&x| matches(candidate, sample, x)).count()
            })
            .sum()
        };
        let before: usize = alive.iter().map(Vec::len).sum();
        let counts = (0..candidates.len()).map(left).enumerate();
        let (best, count) = counts.min_by_key(|(_, count)| *count)?;
        if count == before {
            return None;
        }
        for (sample, positions) in alive.iter_mut().enumerate() {
            positions.retain(|&x| matches(best, sample, x));
        }
        chosen.push(best);
    }
    chosen.sort_unstable();
    let mut letters = vec![(Affine::zero(), place.value)];
    letters.extend(chosen.into_iter().map(|index| candidates[index].clone()));
    Some(letters)
}

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
use crate::model::{BlockId, MOST_BLOCK_WORDS, Value};
use crate::proof::theorem::Pattern;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::rc::Rc;
use std::slice;

/// The most words before a place that are looked at.
const MOST_WORDS: usize = 60;

/// The most letters at each end of a word that are looked at.
const MOST_AT_END: usize = 32;

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
    /// The lists that it is in, outermost first, each with the number of items before it.
    levels: Vec<(Rc<[Item]>, usize)>,
    /// Its position in the body of each sample.
    positions: Vec<Option<usize>>,
    /// The value there.
    value: Value,
}

impl WordStart {
    /// What stands before it in the body, the nearest item first.
    fn before(&self) -> impl Iterator<Item = &Item> {
        self.levels.iter().rev().flat_map(|(items, index)| items[..*index].iter().rev())
    }
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
    values: Vec<Value>,
    /// Where each value stands.
    places: FxHashMap<Value, Places>,
    /// How often each value follows another one, in the endless repetition.
    pairs: FxHashMap<(Value, Value), usize>,
}

impl Sample {
    /// The body with these values at this point.
    pub fn new(point: Point, values: Vec<Value>) -> Self {
        let (mut places, mut pairs) = (FxHashMap::default(), FxHashMap::default());
        let mut last = values.last();
        for (position, value) in values.iter().enumerate() {
            let own = places.entry(*value).or_insert_with(|| Places::new(values.len()));
            own.insert(position);
            if let Some(last) = last.replace(value) {
                *pairs.entry((*last, *value)).or_default() += 1;
            }
        }
        Self { point, values, places, pairs }
    }

    /// Does the body repeat a shorter one?
    pub fn is_power(&self) -> bool {
        primitive(&self.values).len() < self.values.len()
    }

    /// Does the value stand in one place?
    fn has_one(&self, value: Value) -> bool {
        let bits = self.places.get(&value).map(|places| places.bits.iter());
        bits.is_some_and(|bits| bits.map(|word| word.count_ones()).sum::<u32>() == 2)
    }

    /// How often the letter at the position stands behind the one before it.
    fn pairs_like(&self, position: usize) -> usize {
        let count = self.values.len();
        let letter = |position: usize| self.values.get(position.checked_rem(count)?).copied();
        let pair = letter(position + count.saturating_sub(1)).zip(letter(position));
        pair.and_then(|pair| self.pairs.get(&pair)).copied().unwrap_or(0)
    }
}

/// Positions in a body, as bits; the body twice, so that a turned one is a window.
struct Places {
    /// The number of positions of the body.
    count: usize,
    bits: Vec<u64>,
}

impl Places {
    fn new(count: usize) -> Self {
        Self { count, bits: vec![0; (2 * count).div_ceil(64)] }
    }

    fn insert(&mut self, position: usize) {
        for position in [position, position + self.count] {
            self.bits[position / 64] |= 1 << (position % 64);
        }
    }

    /// The positions x for which x - `distance` is one of these, in the endless repetition of
    /// the body: 64 of them in each word, and behind the body anything.
    fn behind(&self, distance: usize) -> impl Iterator<Item = u64> {
        let offset = self.count - distance % self.count;
        let (first, shift) = (offset / 64, offset % 64);
        (first..first + self.count.div_ceil(64)).map(move |index| {
            let word = |index: usize| self.bits.get(index).copied().unwrap_or(0);
            match shift {
                0 => word(index),
                _ => word(index) >> shift | word(index + 1) << (64 - shift),
            }
        })
    }
}

/// Which letters of the words before a place are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// The last one and the first four.
    Short,
    /// From both ends as many as the cycle has, and one more: so far two phases of it can agree
    /// by chance.
    Long,
}

impl Ends {
    /// How many letters at the beginning and at the end of a word with this cycle.
    fn letters(self, cycle: &[Value]) -> (usize, usize) {
        match self {
            Self::Short => (cycle.len().min(4), 1),
            Self::Long => {
                let count = (cycle.len() + 1).min(MOST_AT_END);
                (count, count)
            }
        }
    }
}

/// The markers worth a try, the best first: those of few letters, and of equally many those
/// whose last two letters are rare.
pub struct Markers<'m> {
    body: &'m [Item],
    samples: &'m [Sample],
    ends: Ends,
    /// Places of which no marker was made.
    places: std::vec::IntoIter<WordStart>,
    /// Markers of more than two letters.
    long: Vec<Marker>,
}

impl<'m> Markers<'m> {
    /// The markers of a body with samples of it.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn new(
        body: &'m [Item],
        samples: &'m [Sample],
        ends: Ends,
        context: &mut Context,
    ) -> Result<Self, ContextError> {
        let mut places = Vec::new();
        let mut walk = Walk { context, samples, next: 1, places: &mut places };
        let starts = vec![Integer::ZERO; samples.len()];
        walk.list(&body.into(), &mut Vec::new(), Vec::new(), starts, true)?;
        places.sort_by_cached_key(|place| -> usize {
            let positions = place.positions.iter().map(|position| position.unwrap_or(0));
            samples.iter().zip(positions).map(|(sample, at)| sample.pairs_like(at)).sum()
        });
        places.truncate(MOST_PLACES);
        // A letter that occurs once is a pattern by itself.
        places.sort_by_key(|place| !samples.iter().all(|sample| sample.has_one(place.value)));
        Ok(Self { body, samples, ends, places: places.into_iter(), long: Vec::new() })
    }

    /// The next one.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn next(&mut self, context: &mut Context) -> Result<Option<Marker>, ContextError> {
        for place in self.places.by_ref() {
            let candidates = candidates(&place, self.body, self.ends, context)?;
            let Some(letters) = select(&place, candidates, self.samples) else { continue };
            let marker = Marker { place, letters };
            if marker.letters.len() <= 2 {
                return Ok(Some(marker));
            }
            self.long.push(marker);
        }
        let best = (0..self.long.len()).min_by_key(|&index| self.long[index].letters.len());
        Ok(best.map(|best| self.long.remove(best)))
    }
}

struct Walk<'w> {
    context: &'w mut Context,
    samples: &'w [Sample],
    /// The number of the next block.
    next: usize,
    places: &'w mut Vec<WordStart>,
}

impl Walk<'_> {
    /// Notes the places of a list that is reached for all parameters (or counts its blocks).
    fn list(
        &mut self,
        items: &Rc<[Item]>,
        levels: &mut Vec<(Rc<[Item]>, usize)>,
        loops: Vec<Affine>,
        mut starts: Vec<Integer>,
        reached: bool,
    ) -> Result<(), ContextError> {
        let (mut block, mut word) = (self.next, 0);
        self.next += 1;
        for (index, item) in items.iter().enumerate() {
            levels.push((Rc::clone(items), index));
            match item {
                Item::Word(cycle, length) => {
                    if word == MOST_BLOCK_WORDS {
                        (block, word) = (self.next, 0);
                        self.next += 1;
                    }
                    if reached && self.context.always(&length.clone().plus(-1))? {
                        self.places.push(WordStart {
                            block: BlockId::from_index(block),
                            word,
                            loops: loops.clone(),
                            levels: levels.clone(),
                            positions: starts.iter().map(index_of).collect(),
                            value: cycle[0],
                        });
                    }
                    word += 1;
                }
                Item::Loop(head) => {
                    let runs = reached && self.context.always(&(&head.upto - &head.from))?;
                    let mut inside = loops.clone();
                    inside.push(head.from.clone());
                    let first = head.iteration(&head.from).into();
                    self.list(&first, levels, inside, starts.clone(), runs)?;
                    (block, word) = (self.next, 0);
                    self.next += 1;
                }
            }
            levels.pop();
            for (start, sample) in starts.iter_mut().zip(self.samples) {
                *start += &length(slice::from_ref(item), &mut sample.point.clone());
            }
        }
        Ok(())
    }
}

fn index_of(position: &Integer) -> Option<usize> {
    position.to_i64().and_then(|position| usize::try_from(position).ok())
}

/// Letters before a place, the nearest first.
fn candidates(
    place: &WordStart,
    body: &[Item],
    ends: Ends,
    context: &mut Context,
) -> Result<Vec<(Affine, Value)>, ContextError> {
    let mut nearest = place.before().chain(body.iter().rev().cycle());
    // What became of loops, the nearest item last.
    let mut unrolled: Vec<Item> = Vec::new();
    let mut start = Affine::zero();
    let mut letters = Vec::new();
    for _ in 0..MOST_WORDS {
        let next = unrolled.pop().map(Cow::Owned).or_else(|| nearest.next().map(Cow::Borrowed));
        let (cycle, length) = match next.as_deref() {
            None => break,
            Some(Item::Word(cycle, length)) => (cycle, length),
            Some(Item::Loop(head)) => match last_iteration(head, context) {
                Err(ContextError::Limit(limit)) => return Err(limit.into()),
                Err(_) => break,
                Ok(items) => {
                    unrolled.extend(items);
                    continue;
                }
            },
        };
        let end = start.clone();
        start = &start + length;
        if context.always(&length.clone().plus(-1))? {
            let (first, last) = ends.letters(cycle);
            let mut own = vec![(start.clone(), cycle[0])];
            if let Ok(phase) = context.residue(length, cycle.len()) {
                for back in 1..=last {
                    if back > 1 && !context.always(&length.clone().plus(-Integer::from(back)))? {
                        break;
                    }
                    let letter = cycle[(phase + cycle.len() * back - back) % cycle.len()];
                    own.push((end.clone().plus(Integer::from(back)), letter));
                }
            }
            for offset in 1..first {
                let offset_form = Integer::from(offset);
                if context.always(&length.clone().plus(-offset_form.clone()).plus(-1))? {
                    let letter = cycle[offset % cycle.len()];
                    own.push((start.clone().plus(-offset_form), letter));
                }
            }
            own.reverse();
            letters.append(&mut own);
        }
    }
    Ok(letters)
}

/// All but the last iteration of a loop and that one; nothing if there is none.
fn last_iteration(head: &Counted, context: &mut Context) -> Result<Vec<Item>, ContextError> {
    if !context.at_most(&head.from, &head.upto)? {
        return Ok(Vec::new());
    }
    let upto = head.upto.clone().plus(-1);
    let mut items = vec![Item::Loop(Box::new(Counted { upto, ..head.clone() }))];
    items.extend(head.iteration(&head.upto));
    Ok(items)
}

/// As few of the letters as can be that occur nowhere else in the samples, greedily.
fn select(
    place: &WordStart,
    candidates: Vec<(Affine, Value)>,
    samples: &[Sample],
) -> Option<Vec<(Affine, Value)>> {
    let mut alive: Vec<Vec<u64>> = Vec::with_capacity(samples.len());
    for (sample, own) in samples.iter().zip(&place.positions) {
        let own = (*own)?;
        let mut positions: Vec<u64> = sample.places.get(&place.value)?.behind(0).collect();
        *positions.get_mut(own / 64)? &= !(1 << (own % 64));
        let count = sample.values.len();
        if count % 64 > 0 {
            positions[count / 64] &= (1 << (count % 64)) - 1;
        }
        alive.push(positions);
    }
    let distance = |candidate: &(Affine, Value), sample: &Sample| -> Option<usize> {
        index_of(&candidate.0.at(&sample.point))
    };
    let distances: Vec<Vec<Option<usize>>> = (candidates.iter())
        .map(|candidate| samples.iter().map(|sample| distance(candidate, sample)).collect())
        .collect();
    // The positions of a sample that have the letter of a candidate.
    let matches = |candidate: usize, sample: usize| {
        let places = samples[sample].places.get(&candidates[candidate].1);
        distances[candidate][sample].zip(places).map(|(distance, places)| places.behind(distance))
    };
    let total =
        |alive: &[Vec<u64>]| -> u32 { alive.iter().flatten().map(|it| it.count_ones()).sum() };
    let mut chosen = Vec::new();
    let mut before = total(&alive);
    while before > 0 {
        if chosen.len() == MOST_LETTERS {
            return None;
        }
        let left = |candidate: usize| -> u32 {
            let each = alive.iter().enumerate();
            let left = each.map(|(sample, alive)| -> u32 {
                let both = alive.iter().zip(matches(candidate, sample).into_iter().flatten());
                both.map(|(left, right)| (left & right).count_ones()).sum()
            });
            left.sum()
        };
        let counts = (0..candidates.len()).map(left).enumerate();
        let (best, count) = counts.min_by_key(|(_, count)| *count)?;
        if count == before {
            return None;
        }
        for (sample, alive) in alive.iter_mut().enumerate() {
            let mut matches = matches(best, sample).into_iter().flatten();
            alive.iter_mut().for_each(|word| *word &= matches.next().unwrap_or(0));
        }
        before = count;
        chosen.push(best);
    }
    // The nearest letter first: chains are followed as far as the last one.
    chosen.sort_by_cached_key(|&candidate| {
        (distances[candidate].iter().flatten().sum::<usize>(), candidate)
    });
    let mut letters = vec![(Affine::zero(), place.value)];
    letters.extend(chosen.into_iter().map(|index| candidates[index].clone()));
    Some(letters)
}

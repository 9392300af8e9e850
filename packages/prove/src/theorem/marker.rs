//! Letters that may occur together at only one place of an endless loop.
//!
//! A *pattern* is a list of letters at affine distances back from a position.  Candidates for it are the first and last
//! letters of the words before a place of the body (`preceding`).  Which of them are needed is determined in the bodies
//! for a few parameters, written out; where these are too long, see `long_bodies`.  That they are enough for all
//! parameters is then proved, see `unique`.

use super::case::Context;
use super::preceding::{Ends, Ground, WordStart, letters};
use crate::Integer;
use crate::affine::Affine;
use crate::ilp::Point;
use crate::limit::Limit;
use crate::minimality;
use crate::minimality::item::Item;
use crate::minimality::rewrite::primitive;
use crate::model::{BlockId, MOST_BLOCK_WORDS, Value};
use crate::proof::theorem::Pattern;
use rustc_hash::FxHashMap;
use std::slice;

/// The most letters of a pattern.
const MOST_LETTERS: usize = 16;

/// The most places for which patterns are made, those with the rarest last two letters first.
const MOST_PLACES: usize = 16;

/// A place, and its positions in the samples.
struct Candidate {
    place: WordStart,
    /// Its position in the body of each sample.
    positions: Vec<Option<usize>>,
    /// The number of times that the letter there follows the one before it, in all samples.
    pairs: usize,
}

/// A body written out for certain parameters.
pub(super) struct Sample {
    /// The values of the variables of the case.
    pub point: Point,
    /// The values of the body.
    values: Vec<Value>,
    /// The positions of each value.
    places: FxHashMap<Value, Places>,
    /// The number of times that each value follows another one, in the endless repetition.
    pairs: FxHashMap<(Value, Value), usize>,
}

impl Sample {
    /// The body with these values at this point.
    pub(super) fn new(point: Point, values: Vec<Value>) -> Self {
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
    pub(super) fn is_power(&self) -> bool {
        primitive(&self.values).len() < self.values.len()
    }

    /// Does the value occur only once?
    fn has_one(&self, value: Value) -> bool {
        let bits = self.places.get(&value).map(|places| places.bits.iter());
        bits.is_some_and(|bits| bits.map(|word| word.count_ones()).sum::<u32>() == 2)
    }

    /// The number of times that the letter at the position follows the one before it.
    fn pairs_like(&self, position: usize) -> usize {
        let count = self.values.len();
        let letter = |position: usize| self.values.get(position.checked_rem(count)?).copied();
        let pair = letter(position + count.saturating_sub(1)).zip(letter(position));
        pair.and_then(|pair| self.pairs.get(&pair)).copied().unwrap_or(0)
    }
}

/// Positions in a body, as bits; of the body written twice, so that a rotated one is a window.
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

    /// The positions x for which x - `distance` is one of these, in the endless repetition of the body: 64 of them in
    /// each word, and arbitrary bits after the body.
    fn after(&self, distance: usize) -> impl Iterator<Item = u64> {
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

/// The patterns worth trying, the best first: those with few letters, and among these those whose last two letters are
/// rare.
pub(super) struct Markers<'m> {
    ground: Ground<'m>,
    samples: &'m [Sample],
    ends: Ends,
    /// Places for which no pattern has been made.
    places: std::vec::IntoIter<Candidate>,
    /// Patterns of more than two letters.
    long: Vec<Pattern>,
}

impl<'m> Markers<'m> {
    /// The patterns of a body whose endless repetition is `ground`, with samples of it.
    pub(super) fn new(
        body: &[Item],
        ground: Ground<'m>,
        samples: &'m [Sample],
        ends: Ends,
        context: &mut Context,
    ) -> Result<Self, Limit> {
        let mut walk = MarkerWalk { context, samples, next: 1, places: Vec::new() };
        let points = samples.iter().map(|sample| sample.point.clone()).collect();
        let starts = vec![Integer::ZERO; samples.len()];
        walk.list(body, &mut ground.values(&[]), points, starts, true)?;
        let mut places = walk.places;
        // A letter that occurs once is a pattern by itself.
        places.sort_by_key(|place| !samples.iter().all(|sample| sample.has_one(place.place.value)));
        Ok(Self { ground, samples, ends, places: places.into_iter(), long: Vec::new() })
    }

    /// The next pattern.
    pub(super) fn next(&mut self, context: &mut Context) -> Result<Option<Pattern>, Limit> {
        for candidate in self.places.by_ref() {
            let letters = letters(self.ground, &candidate.place, self.ends, context)?;
            let Some(letters) = select(&candidate, &letters, self.samples) else { continue };
            let pattern = candidate.place.pattern(letters);
            if pattern.letters.len() <= 2 {
                return Ok(Some(pattern));
            }
            self.long.push(pattern);
        }
        let best = (0..self.long.len()).min_by_key(|&index| self.long[index].letters.len());
        Ok(best.map(|best| self.long.remove(best)))
    }
}

struct MarkerWalk<'w> {
    context: &'w mut Context,
    samples: &'w [Sample],
    /// The number of the next block.
    next: usize,
    /// The places whose pairs are rarest, the rarest first.
    places: Vec<Candidate>,
}

impl MarkerWalk<'_> {
    /// Records the places of a list that is reached for all parameters (otherwise only counts its blocks), given the
    /// values of its variables, for the whole case and in each sample, and its position in each sample.
    fn list(
        &mut self,
        items: &[Item],
        values: &mut Vec<Affine>,
        points: Vec<Point>,
        mut starts: Vec<Integer>,
        reached: bool,
    ) -> Result<(), Limit> {
        let (mut block, mut word) = (self.next, 0);
        self.next += 1;
        for item in items {
            match item {
                Item::Word(cycle, length) => {
                    if word == MOST_BLOCK_WORDS {
                        (block, word) = (self.next, 0);
                        self.next += 1;
                    }
                    if reached {
                        self.word((block, word), cycle[0], length, values, &starts)?;
                    }
                    word += 1;
                }
                Item::Loop(head) => {
                    let from = head.from.substitute(values);
                    let upto = head.upto.substitute(values);
                    let runs = reached && self.context.always(&(&upto - &from))?;
                    let mut inside = points.clone();
                    inside.iter_mut().for_each(|point| point.push(head.from.at(point)));
                    values.push(from);
                    self.list(&head.body, values, inside, starts.clone(), runs)?;
                    values.pop();
                    (block, word) = (self.next, 0);
                    self.next += 1;
                }
            }
            let length = minimality::length(slice::from_ref(item));
            for (start, point) in starts.iter_mut().zip(&points) {
                // A number of positions.
                *start += &length.at(point).to_integer().into();
            }
        }
        Ok(())
    }

    /// Records the beginning of a word if it is one of the best.
    fn word(
        &mut self,
        (block, word): (usize, usize),
        value: Value,
        length: &Affine,
        values: &[Affine],
        starts: &[Integer],
    ) -> Result<(), Limit> {
        let positions: Vec<_> = starts.iter().map(Integer::to::<usize>).collect();
        let pairs = |(sample, at): (&Sample, &Option<usize>)| sample.pairs_like(at.unwrap_or(0));
        let pairs = self.samples.iter().zip(&positions).map(pairs).sum();
        let rank = self.places.partition_point(|other| other.pairs <= pairs);
        if rank < MOST_PLACES && self.context.always(&length.substitute(values).plus(-1))? {
            let loops = values[self.context.variables..].to_vec();
            let place = WordStart { block: BlockId::from_index(block), word, loops, value };
            self.places.insert(rank, Candidate { place, positions, pairs });
            self.places.truncate(MOST_PLACES);
        }
        Ok(())
    }
}

/// As few of the letters as possible that together occur nowhere else in the samples, chosen greedily.
fn select(
    at: &Candidate,
    candidates: &[(Affine, Value)],
    samples: &[Sample],
) -> Option<Vec<(Affine, Value)>> {
    let mut alive: Vec<Vec<u64>> = Vec::with_capacity(samples.len());
    for (sample, own) in samples.iter().zip(&at.positions) {
        let own = (*own)?;
        let mut positions: Vec<u64> = sample.places.get(&at.place.value)?.after(0).collect();
        *positions.get_mut(own / 64)? &= !(1 << (own % 64));
        let count = sample.values.len();
        if count % 64 > 0 {
            positions[count / 64] &= (1 << (count % 64)) - 1;
        }
        alive.push(positions);
    }
    let distance = |candidate: &(Affine, Value), sample: &Sample| -> Option<usize> {
        candidate.0.at(&sample.point).to()
    };
    let distances: Vec<Vec<Option<usize>>> = (candidates.iter())
        .map(|candidate| samples.iter().map(|sample| distance(candidate, sample)).collect())
        .collect();
    // The positions of a sample that have the letter of a candidate.
    let matches = |candidate: usize, sample: usize| {
        let places = samples[sample].places.get(&candidates[candidate].1);
        distances[candidate][sample].zip(places).map(|(distance, places)| places.after(distance))
    };
    let total =
        |alive: &[Vec<u64>]| -> u32 { alive.iter().flatten().map(|bits| bits.count_ones()).sum() };
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
    Some(chosen.into_iter().map(|index| candidates[index].clone()).collect())
}

//! Patterns for bodies that are too long to be written out.
//!
//! The occurrences of each short run of words in the text are counted, regardless of the loops around it: the words at
//! the end of a run that occurs once are a place to begin with.  From the letters before it, those are taken that are
//! missing at other places, examined for a few parameters and iterations.  So far everything is guessed.  Then the
//! whole text is searched (`unique`), and each occurrence elsewhere that turns up gives one more letter, one that is
//! missing there: the pattern with it occurs nowhere where it did not occur before, so the search continues from where
//! it is, and all patterns of a place together cost about one search.
//!
//! The work is linear in the length of the text: the counts are kept in a table of fixed size, in which runs may share
//! a count.

use super::case::Context;
use super::compare;
use super::preceding::{Before, Ends, Ground, WordStart, certain, letters};
use super::unique::{self, Occurrence};
use crate::Integer;
use crate::affine::Affine;
use crate::ilp::Point;
use crate::limit::Limit;
use crate::model::{BlockId, LoopHead, Value, Word};
use crate::proof::theorem::Pattern;
use rustc_hash::FxHasher;
use std::hash::{Hash as _, Hasher as _};

/// The most letters of a pattern.
const MOST_LETTERS: usize = 32;

/// The most places that are examined closely.
const MOST_PLACES: usize = 16;

/// The most places, for each choice of letters, for whose pattern the whole text is searched.
const MOST_SEARCHES: usize = 6;

/// The number of other places, spread over the text, that are compared with each place.
const OTHERS: usize = 2000;

/// The words and ends of loops before another place that are searched for letters.
const MOST_STEPS: usize = 400;

/// The most words of the runs that are counted.
const RUN: usize = 3;

/// The number of counts.
const COUNTS: usize = 1 << 22;

/// A pattern that occurs once in each pass, if one is found.
pub(super) fn pattern(ground: Ground<'_>, context: &mut Context) -> Result<Option<Pattern>, Limit> {
    let points = compare::points(ground.case, &[0, 1, 3], ground.stop)?;
    let Some(point) = points.first() else { return Ok(None) };
    let others = others(ground, &points);
    let places = places(ground, context)?;
    let words = ground.description.blocks.iter().flat_map(|block| &block.words);
    let has_cycles = words.into_iter().any(|word| word.cycle.len() > 1);
    // Where all words are runs, their ends are enough.
    for ends in [Ends::Short, Ends::Long].into_iter().take(1 + usize::from(has_cycles)) {
        let mut choices = Vec::with_capacity(places.len());
        for place in &places {
            choices.push(Choice::new(ground, (place, point), ends, &others, context)?);
        }
        choices.sort_by_key(Choice::cost);
        let hopeful = choices.into_iter().take_while(|choice| choice.cost().0 == 0);
        for mut choice in hopeful.take(MOST_SEARCHES) {
            let mut pattern = choice.pattern();
            let mut refine = |found: &Occurrence| choice.refine(ground, found, context);
            match unique::elsewhere(ground, &mut pattern, &mut refine) {
                Ok(None) => return Ok(Some(pattern)),
                Err(limit) if limit == Limit::STOPPED => return Err(limit),
                Ok(Some(_)) | Err(_) => {}
            }
        }
    }
    Ok(None)
}

/// A place with letters before it, some of which are chosen.
struct Choice<'c> {
    place: &'c WordStart,
    /// The parameters by which distances are ordered.
    point: &'c Point,
    /// The letters, the nearest first.
    letters: Vec<(Affine, Value)>,
    chosen: Vec<usize>,
    /// For each other place that has the first letter, which of the letters are there.
    others: Vec<Vec<bool>>,
}

impl<'c> Choice<'c> {
    /// Letters for the place that distinguish it from the others, as far as there are any.
    fn new(
        ground: Ground<'_>,
        (place, point): (&'c WordStart, &'c Point),
        ends: Ends,
        others: &[Occurrence],
        context: &mut Context,
    ) -> Result<Self, Limit> {
        let letters = letters(ground, place, ends, context)?;
        let mut choice = Self { place, point, letters, chosen: Vec::new(), others: Vec::new() };
        for other in others {
            ground.stop.check()?;
            if other.value(ground) == place.value && !other.is(place, ground) {
                let agreeing = other.agreeing(ground, &choice.letters, context)?;
                choice.others.push(agreeing);
            }
        }
        let all: Vec<usize> = (0..choice.letters.len()).collect();
        while choice.chosen.len() < MOST_LETTERS
            && let Some(best) = choice.best(&all)
            && choice.left(Some(best)) < choice.left(None)
        {
            choice.chosen.push(best);
        }
        Ok(choice)
    }

    /// The number of others that have all chosen letters, and the number of these letters.
    fn cost(&self) -> (usize, usize) {
        (self.left(None), self.chosen.len())
    }

    /// The number of others that have all chosen letters and this one.
    fn left(&self, further: Option<usize>) -> usize {
        let mut chosen = self.chosen.clone();
        chosen.extend(further);
        self.others.iter().filter(|other| chosen.iter().all(|letter| other[*letter])).count()
    }

    /// The letter that leaves the fewest others, or which the fewest have.
    fn best(&self, letters: &[usize]) -> Option<usize> {
        let cost = |letter: &usize| {
            let all = self.others.iter().filter(|other| other[*letter]).count();
            (self.left(Some(*letter)), all, *letter)
        };
        letters.iter().copied().min_by_key(cost)
    }

    /// The pattern with a further letter, one that an occurrence elsewhere does not have.
    fn refine(
        &mut self,
        ground: Ground<'_>,
        found: &Occurrence,
        context: &mut Context,
    ) -> Result<Option<Pattern>, Limit> {
        let agreeing = found.agreeing(ground, &self.letters, context)?;
        let missing: Vec<_> = (0..agreeing.len()).filter(|letter| !agreeing[*letter]).collect();
        self.others.push(agreeing);
        let best = self.best(&missing).filter(|_| self.chosen.len() < MOST_LETTERS);
        self.chosen.extend(best);
        Ok(best.map(|_| self.pattern()))
    }

    /// The chosen letters, the nearest first.
    fn pattern(&self) -> Pattern {
        let mut chosen = self.chosen.clone();
        chosen.sort_by_cached_key(|letter| (self.letters[*letter].0.at(self.point), *letter));
        self.place.pattern(chosen.into_iter().map(|letter| self.letters[letter].clone()))
    }
}

impl Occurrence {
    /// The letter there.
    fn value(&self, ground: Ground<'_>) -> Value {
        self.word(ground).value_at(&self.offset)
    }

    fn word<'g>(&self, ground: Ground<'g>) -> &'g Word {
        &ground.description.block(self.block).words[self.word]
    }

    /// Is the occurrence at the place?
    fn is(&self, place: &WordStart, ground: Ground<'_>) -> bool {
        let loops = &self.values[ground.case.forms.len()..];
        (self.block, self.word) == (place.block, place.word)
            && self.offset.is_zero()
            && loops.iter().zip(&place.loops).all(|(value, form)| form.at(&self.values) == *value)
    }

    /// Which of these letters are before it, as far as can be determined; the others count as if they were there.
    fn agreeing(
        &self,
        ground: Ground<'_>,
        letters: &[(Affine, Value)],
        context: &mut Context,
    ) -> Result<Vec<bool>, Limit> {
        let distances: Vec<_> = letters.iter().map(|(back, _)| back.at(&self.values)).collect();
        let mut order: Vec<_> = (0..letters.len()).collect();
        order.sort_by_key(|&letter| &distances[letter]);
        let mut agreeing = vec![true; letters.len()];
        let values = self.values.iter().map(|value| Affine::constant(value.clone())).collect();
        let mut before = Before::new(ground, self.block, self.word, values, MOST_STEPS);
        // The distance back to the beginning of the word that was reached.
        let (mut word, mut begin) = (self.word(ground), self.offset.clone());
        for letter in order {
            while begin < distances[letter] {
                let Some((earlier, length)) = before.next(context)? else { return Ok(agreeing) };
                (word, begin) = (earlier, &begin + length.constant_term());
            }
            agreeing[letter] = word.value_at(&(&begin - &distances[letter])) == letters[letter].1;
        }
        Ok(agreeing)
    }
}

/// Counts of runs of words, some of which share a count.
struct Counts(Vec<u32>);

impl Counts {
    /// The counts of all words in the order of the text.
    fn new(ground: Ground<'_>) -> Result<Self, Limit> {
        let mut counts = Self(vec![0; COUNTS]);
        runs(ground, &mut |_, _, runs| {
            for run in runs {
                let count = &mut counts.0[Self::index(*run)];
                *count = count.saturating_add(1);
            }
            Ok(())
        })?;
        Ok(counts)
    }

    fn index(run: u64) -> usize {
        (run >> 20) as usize % COUNTS
    }

    fn get(&self, run: u64) -> u32 {
        self.0[Self::index(run)]
    }
}

/// Called with a block and the number of a word in it, and with a number for each run of words that
/// ends with the one before it, from the shortest run on.
type Visit<'v> = dyn FnMut(BlockId, usize, &[u64; RUN]) -> Result<(), Limit> + 'v;

/// Visits all words in the order of the text.
fn runs(ground: Ground<'_>, visit: &mut Visit<'_>) -> Result<(), Limit> {
    let number = |parts: [u64; 2]| {
        let mut hasher = FxHasher::default();
        parts.hash(&mut hasher);
        hasher.finish()
    };
    let mut runs = [0; RUN];
    for (index, block) in ground.description.blocks.iter().enumerate() {
        ground.stop.check()?;
        for (at, word) in block.words.iter().enumerate() {
            let mut hasher = FxHasher::default();
            (&word.cycle, &word.length).hash(&mut hasher);
            let own = hasher.finish();
            visit(BlockId::from_index(index), at, &runs)?;
            for longer in (1..RUN).rev() {
                runs[longer] = number([runs[longer - 1], own]);
            }
            runs[0] = number([RUN as u64, own]);
        }
    }
    Ok(())
}

/// Places after the rarest runs, in the first iterations of loops, those outside loops first.
fn places(ground: Ground<'_>, context: &mut Context) -> Result<Vec<WordStart>, Limit> {
    let counts = Counts::new(ground)?;
    let mut best: Vec<((usize, [u32; RUN]), WordStart)> = Vec::new();
    runs(ground, &mut |block, word, runs| {
        let depth = ground.graph.at(block).loops.len();
        let key = (depth, runs.map(|run| counts.get(run)));
        let rank = best.partition_point(|(other, _)| *other <= key);
        if rank < MOST_PLACES
            && let Some(place) = place(ground, block, word, context)?
        {
            best.insert(rank, (key, place));
            best.truncate(MOST_PLACES);
        }
        Ok(())
    })?;
    Ok(best.into_iter().map(|(_, place)| place).collect())
}

/// The beginning of a word in the first iterations of the loops around it, if it is there for all
/// parameters.
fn place(
    ground: Ground<'_>,
    block: BlockId,
    word: usize,
    context: &mut Context,
) -> Result<Option<WordStart>, Limit> {
    let mut values = ground.values(&[]);
    for head in &ground.graph.at(block).loops {
        let head = match head {
            LoopHead::Counted(head) => head,
            LoopHead::State(head) => {
                values.push(head.first.clone());
                continue;
            }
        };
        let from = head.from.substitute(&values);
        if !context.always(&(&head.upto.substitute(&values) - &from))? {
            return Ok(None);
        }
        values.push(from);
    }
    if !certain(&ground.graph.at(block).conditions, &values, context)? {
        return Ok(None);
    }
    let own = &ground.description.block(block).words[word];
    let value = own.cycle[0];
    let loops = values[ground.case.forms.len()..].to_vec();
    let there = context.always(&own.length.substitute(&values).plus(-1))?;
    Ok(there.then_some(WordStart { block, word, loops, value }))
}

/// Beginnings of words, spread over the text, for a few small parameters, in the first, second, last
/// or a middle iteration of each loop.
fn others(ground: Ground<'_>, points: &[Point]) -> Vec<Occurrence> {
    let blocks = || ground.description.blocks.iter().enumerate();
    let words: usize = blocks().map(|(_, block)| block.words.len()).sum();
    // Neighbours often alternate between two values.
    let step = words.div_ceil(OTHERS) | 1;
    let (mut others, mut next, mut number) = (Vec::new(), 0, 0);
    for (index, block) in blocks() {
        let block_id = BlockId::from_index(index);
        while next < block.words.len() {
            if let Some(point) = points.get(number % points.len().max(1))
                && let Some(values) = iteration(ground, block_id, point, number)
                && block.words[next].length.at(&values).is_positive()
            {
                let offset = Integer::ZERO;
                others.push(Occurrence { values, block: block_id, word: next, offset });
            }
            (next, number) = (next + step, number + 1);
        }
        next -= block.words.len();
    }
    others
}

/// The values of the variables of a block in some iteration of each loop, if there is one.
fn iteration(ground: Ground<'_>, block: BlockId, point: &Point, number: usize) -> Option<Point> {
    let mut values = point.clone();
    let mut number = number;
    for head in &ground.graph.at(block).loops {
        let head = head.counted()?;
        let (from, upto) = (head.from.at(&values), head.upto.at(&values));
        let value = match number % 4 {
            0 => from.clone(),
            1 => &from + &Integer::ONE,
            2 => upto.clone(),
            _ => (&from + &upto).div_floor(&Integer::from(2)),
        };
        if value < from || value > upto {
            return None;
        }
        values.push(value);
        number /= 4;
    }
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::super::case::Case;
    use super::*;
    use crate::chain::block_graph;
    use crate::lang;
    use crate::limit::CancellationToken;
    use crate::minimality::item::{Counted, Item, endless, values};

    /// The pattern that is found for a body over n, for all n from `least` on.
    fn found(body: &[Item], least: i64) -> Option<Pattern> {
        let source = format!("n >= {least} {{ n }} REPEAT _n An ENDREP");
        let description = lang::parse(&source, &Default::default()).description.expect("a model");
        let (case, stop) = (Case::new(&description), CancellationToken::default());
        let mut context = Context::new(&case, 3, &stop).expect("no limit").expect("inhabited");
        let endless = endless(body, 1);
        let graph = block_graph(&endless);
        let ground = Ground { case: &case, description: &endless, graph: &graph, stop: &stop };
        pattern(ground, &mut context).expect("no limit")
    }

    /// The number of times that the letters occur together in the endless repetition.
    fn count(body: &[Item], pattern: &Pattern, n: i64) -> usize {
        let point = [Integer::from(n)];
        let values = values(body, &point, 1 << 22).expect("few values");
        let letters = pattern.letters.iter().map(|(back, value)| (back.at(&point), *value));
        let letters: Vec<_> =
            letters.map(|(back, value)| (back.index_modulo(values.len()), value)).collect();
        let all = |x: &usize| {
            let mut letters = letters.iter();
            letters.all(|(back, value)| values[(x + values.len() - back) % values.len()] == *value)
        };
        (0..values.len()).filter(all).count()
    }

    fn word(value: u8, length: &[i64]) -> Item {
        let cycle = [Value(value)].into_iter().collect();
        let coefficients = length[1..].iter().map(|&it| Integer::from(it));
        Item::Word(cycle, Affine::new(length[0].into(), coefficients).into())
    }

    /// FOR i FROM `from` UPTO `from` + n - 1.
    fn counted(from: i64, body: Vec<Item>) -> Item {
        let upto = Affine::variable(0).plus(from - 1);
        let from = Affine::constant(from);
        Item::Loop(Box::new(Counted { variable: 1, from, upto, body }))
    }

    /// _i A(n+1) for i = 1, ..., n, with the values of i counted from `from` on.
    fn stairs(from: i64) -> Item {
        counted(from, vec![word(0, &[1 - from, 0, 1]), word(1, &[1, 1])])
    }

    #[test]
    fn a_body_too_long_to_be_written_out_has_a_pattern() {
        let body = vec![stairs(1), word(2, &[0, 1]), stairs(1), word(0, &[3])];
        let pattern = found(&body, 1000).expect("a pattern");
        for n in [1000, 1001] {
            assert_eq!(count(&body, &pattern, n), 1, "{pattern:?}");
        }
    }

    /// Where the second half is the first one with other numbers for the same loop, no pattern occurs
    /// once.
    #[test]
    fn a_power_in_disguise_has_no_pattern() {
        for least in [3, 1000] {
            assert_eq!(found(&[stairs(1), stairs(2)], least), None);
            let half = |from| [stairs(from), word(2, &[0, 1]), word(0, &[3])];
            assert_eq!(found(&[half(1), half(7)].concat(), least), None);
            // One more letter makes all the difference.
            let longer = [&half(1)[..], &half(7), &[word(1, &[1])]].concat();
            let pattern = found(&longer, least).expect("a pattern");
            assert_eq!(count(&longer, &pattern, least), 1, "{pattern:?}");
        }
    }

    /// For bodies made of a few words and loops, whatever is found occurs once, and nothing is found in a body that is
    /// written twice.
    #[test]
    fn what_is_found_occurs_once() {
        let mut state = 1_u64;
        let mut below = |bound: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 33) % bound) as i64
        };
        let mut patterns = 0;
        for _ in 0..200 {
            let mut halves = [Vec::new(), Vec::new()];
            for _ in 0..2 + below(4) {
                let value = below(3) as u8;
                match below(3) {
                    0 => {
                        let inner = [below(2), below(2), 1];
                        for (half, from) in halves.iter_mut().zip([0, 5]) {
                            // The same numbers, whatever the loop counts from.
                            let length = [inner[0] - from, inner[1], inner[2]];
                            let body = vec![word(value, &length), word((value + 1) % 3, &[1, 1])];
                            half.push(counted(from, body));
                        }
                    }
                    _ => {
                        let length = [1 + below(3), below(3)];
                        halves.iter_mut().for_each(|half| half.push(word(value, &length)));
                    }
                }
            }
            let [once, again] = halves;
            if let Some(pattern) = found(&once, 2) {
                patterns += 1;
                for n in 2..6 {
                    assert_eq!(count(&once, &pattern, n), 1, "{once:?} {pattern:?} {n}");
                }
            }
            assert_eq!(found(&[once, again].concat(), 2), None);
        }
        assert!(patterns > 100, "{patterns}");
    }
}

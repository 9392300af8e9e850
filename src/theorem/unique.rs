//! The proof that a pattern occurs at one place of an endless loop only.
//!
//! Let x be a position in a block of the loop, far from its beginning.  The chains of the
//! block say what can stand before x.  For each letter of the pattern the word in which it
//! stands is found by branching: the words in which x - d can lie follow one another in the
//! chain.  Words that do not hold the letter need not be entered; of a cycle those residues
//! are entered that have the letter.  A branch that reaches the end is an occurrence, and it
//! must be the place itself: no integer point of it may lie elsewhere.
//!
//! *Why this shows that the period is least.*  Shifting the sequence by a period takes
//! occurrences to occurrences, as far as they lie behind the preperiod.  If there is exactly
//! one in each pass through the loop, they are the length of the body apart, so every period
//! is a multiple of that length.

use super::case::Case;
use super::item::{self, Item};
use super::marker::Marker;
use crate::affine::{Affine, Constraint};
use crate::chain::{Chain, Region, Search, Skeleton};
use crate::ilp::Point;
use crate::integer::Integer;
use crate::limit::{Limit, Stop};
use crate::model::{BlockId, Description, Value};

/// The parameters of an occurrence of the pattern at another place, if there is one; and how
/// many occurrences were looked at.
///
/// # Errors
/// When a limit is reached.
pub fn elsewhere(
    description: &Description,
    case: &Case,
    body: &[Item],
    marker: &Marker,
    stop: &Stop,
) -> Result<Option<Point>, Limit> {
    let variables = case.forms.len();
    let endless = item::endless(description, body, variables);
    let skeleton = Skeleton::new(&endless);
    let Some((largest, _)) = marker.letters.last() else { return Ok(None) };
    for index in 0..endless.blocks.len() {
        let block = BlockId::from_index(index);
        if endless.block(block).words.is_empty() {
            continue;
        }
        let place = skeleton.place(block);
        let offset = variables + place.loops.len();
        let Some(mut region) = case.region(stop, place.loops.len() + 1)? else { return Ok(None) };
        let mut matching = Matching { marker, variables, offset, found: None };
        region.each_case(&[], &place.conditions, &mut |_, region| {
            let mut visit = |chain: &Chain<'_>, region: &mut Region| {
                stop.check()?;
                // The beginning of the sequence is no part of the endless repetition.
                if chain.from_start { Ok(()) } else { matching.chain(chain, region) }
            };
            Search::new(&endless, &skeleton, largest, stop, block).run(region, &mut visit)
        })?;
        if let Some(mut point) = matching.found {
            point.truncate(variables);
            return Ok(Some(point));
        }
    }
    Ok(None)
}

struct Matching<'m> {
    marker: &'m Marker,
    /// The number of variables of the case.
    variables: usize,
    /// The variable that counts positions inside the word of x, from 0.
    offset: usize,
    found: Option<Point>,
}

impl Matching<'_> {
    fn chain(&mut self, chain: &Chain<'_>, region: &mut Region) -> Result<(), Limit> {
        let Some((_, value)) = self.marker.letters.first() else { return Ok(()) };
        for word in 0..chain.own_words {
            if self.found.is_some() || !chain.words[word].word.cycle.contains(value) {
                continue;
            }
            let offset = Affine::variable(self.offset);
            let position = &chain.borders[word + 1] + &offset;
            let inside = [
                Constraint::at_least_zero(offset),
                Constraint::below(&position, &chain.borders[word]),
            ];
            if let Some(outside) = region.enter(&inside)? {
                let result = self.landed(chain, region, 0, word, &position);
                region.leave(outside);
                result?;
            }
        }
        Ok(())
    }

    /// Goes on where letter k of the pattern stands in this word.
    fn landed(
        &mut self,
        chain: &Chain<'_>,
        region: &mut Region,
        k: usize,
        word: usize,
        position: &Affine,
    ) -> Result<(), Limit> {
        let (distance, value) = &self.marker.letters[k];
        let cycle = &chain.words[word].word.cycle;
        if cycle.len() == 1 {
            return if cycle[0] == *value {
                self.next(chain, region, k + 1, position)
            } else {
                Ok(())
            };
        }
        let form = &(position - distance) - &chain.borders[word + 1];
        let modulus = Integer::from(cycle.len());
        if let Some(residue) = region.residue(&form, &modulus) {
            let has = cycle_at(cycle, &residue) == Some(*value);
            return if has { self.next(chain, region, k + 1, position) } else { Ok(()) };
        }
        for (residue, letter) in cycle.iter().enumerate() {
            if letter == value
                && let Some(outside) = region.enter_residue(&form, &modulus, &residue.into())?
            {
                let result = self.next(chain, region, k + 1, position);
                region.leave(outside);
                result?;
            }
        }
        Ok(())
    }

    /// Finds all words in which letter k can stand.
    fn next(
        &mut self,
        chain: &Chain<'_>,
        region: &mut Region,
        k: usize,
        position: &Affine,
    ) -> Result<(), Limit> {
        if self.found.is_some() {
            return Ok(());
        }
        let Some((distance, value)) = self.marker.letters.get(k) else {
            return self.occurrence(chain, region, position);
        };
        let target = position - distance;
        let Some(point) = region.point()? else { return Ok(()) };
        let at = target.at(point);
        let borders = &chain.borders;
        let found = (0..chain.words.len()).find(|&word| borders[word + 1].at(point) <= at);
        // Chains reach back to the farthest letter.
        let Some(found) = found else { return Err(Limit::ChainBlocks) };
        let mut words = vec![found];
        let mut earlier = found;
        while earlier + 1 < chain.words.len()
            && region.can(&Constraint::below(&target, &borders[earlier + 1]))?
        {
            earlier += 1;
            words.push(earlier);
        }
        let mut later = found;
        while later > 0 && region.can(&Constraint::at_least(&target, &borders[later]))? {
            later -= 1;
            words.push(later);
        }
        for word in words {
            if !chain.words[word].word.cycle.contains(value) {
                continue;
            }
            let inside = [
                Constraint::at_least(&target, &borders[word + 1]),
                Constraint::below(&target, &borders[word]),
            ];
            if let Some(outside) = region.enter(&inside)? {
                let result = self.landed(chain, region, k, word, position);
                region.leave(outside);
                result?;
            }
        }
        Ok(())
    }

    /// All letters are there: is this the place itself?
    fn occurrence(
        &mut self,
        chain: &Chain<'_>,
        region: &mut Region,
        position: &Affine,
    ) -> Result<(), Limit> {
        let place = &self.marker.place;
        let same_block = chain.instances.first().is_some_and(|first| first.block == place.block);
        if !same_block {
            self.found = region.point()?.cloned();
            return Ok(());
        }
        let loops = place.loops.iter().enumerate();
        let mut differences: Vec<_> =
            loops.map(|(depth, value)| &Affine::variable(self.variables + depth) - value).collect();
        // Words are listed from the last one backwards, the first of them ends at border 0.
        let own = chain.own_words - 1 - place.word;
        differences.push(position - &chain.borders[own + 1]);
        for difference in differences {
            for other in [difference.clone().plus(-1), (-&difference).plus(-1)] {
                if let Some(outside) = region.enter(&[Constraint::at_least_zero(other)])? {
                    self.found = region.point()?.cloned();
                    region.leave(outside);
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

fn cycle_at(cycle: &[Value], index: &Integer) -> Option<Value> {
    cycle.get(usize::try_from(index.to_i64()?).ok()?).copied()
}

//! The proof that a pattern occurs at only one place of an endless loop.
//!
//! Let x be a position in a block of the loop, far from its beginning.  The chains of the block show what can precede
//! x.  For each letter of the pattern the word that contains it is found by branching: the words in which x - d can lie
//! follow one another in the chain.  Words that do not contain the letter need not be entered; of a cycle, those
//! residues are entered that have the letter.  A branch that reaches the end is an occurrence, and it must be the place
//! itself: no integer point of it may lie elsewhere.
//!
//! *Why this shows that the period is least.*  Shifting the sequence by a period takes occurrences to occurrences, as
//! far as they are after the preperiod.  If there is exactly one in each pass through the loop, their distances are the
//! length of the body, so every period is a multiple of that length.

use super::preceding::Ground;
use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::chain::{Chain, ProofLog, Region, Search, is_plain};
use crate::ilp::Point;
use crate::limit::Limit;
use crate::model::{BlockId, Value};
use crate::proof::ProofStep;
use crate::proof::theorem::Pattern;

/// A place where a pattern occurs, or seems to.
#[derive(Clone, Debug)]
pub(super) struct Occurrence {
    /// The values of the variables of the block, those of the case first.
    pub values: Point,
    /// The block.
    pub block: BlockId,
    /// The number of the word in it, from 0.
    pub word: usize,
    /// The offset in the word.
    pub offset: Integer,
}

/// Turns an occurrence elsewhere into the pattern with a further letter, one that is missing there.
pub(super) type Refine<'r> = dyn FnMut(&Occurrence) -> Result<Option<Pattern>, Limit> + 'r;

/// An occurrence of the pattern at another place, if there is one.
///
/// A pattern with more letters occurs nowhere where it did not occur with fewer; so where `refine` returns one, it
/// becomes the pattern, and the search continues from where it is.
pub(super) fn elsewhere(
    ground: Ground<'_>,
    pattern: &mut Pattern,
    refine: &mut Refine<'_>,
) -> Result<Option<Occurrence>, Limit> {
    for block in blocks(ground) {
        while let Some(found) = seek(ground, pattern, block, &mut ProofLog::default())? {
            match refine(&found)? {
                Some(longer) => *pattern = longer,
                None => return Ok(Some(found)),
            }
        }
    }
    Ok(None)
}

/// The blocks with words.
fn blocks(ground: Ground<'_>) -> impl Iterator<Item = BlockId> {
    let blocks = ground.description.blocks.iter().enumerate();
    let words = blocks.filter(|(_, block)| !block.words.is_empty());
    words.map(|(index, _)| BlockId::from_index(index))
}

/// Logs why a pattern that occurs nowhere else occurs once.
pub(super) fn prove(
    ground: Ground<'_>,
    pattern: &Pattern,
    log: &mut ProofLog,
) -> Result<(), Limit> {
    at_its_place(ground, pattern, log)?;
    for block in blocks(ground) {
        if seek(ground, pattern, block, log)?.is_some() {
            log.unsupported("a pattern that occurs twice");
            return Ok(());
        }
    }
    Ok(())
}

/// Logs why the letters occur before the place.
fn at_its_place(ground: Ground<'_>, pattern: &Pattern, log: &mut ProofLog) -> Result<(), Limit> {
    let Ground { case, description, graph, stop } = ground;
    let variables = case.forms.len();
    let block = BlockId::from_index(pattern.block);
    let place = graph.at(block);
    let Some(mut region) = case.region(stop, place.loops.len())? else { return Ok(()) };
    let value = |(index, form)| Constraint::equal(&Affine::variable(variables + index), form);
    let values: Vec<_> = pattern.loops.iter().enumerate().map(value).collect();
    region.logging(log, |region| {
        let shown = region.inside(&values, |region| {
            for each in place.conditions.iter().flatten() {
                region.need(&each.form)?;
                if each.relation == Relation::Zero {
                    region.need(&-&each.form)?;
                }
            }
            let length = &description.block(block).words[pattern.word].length;
            region.need(&length.as_ref().clone().plus(-1))?;
            let Some((reach, _)) = pattern.letters.last() else { return Ok(()) };
            let mut visit = |chain: &Chain<'_>, region: &mut Region| here(chain, region, pattern);
            region.each_case(&[], &place.conditions, None, &mut |_, region| {
                Search::new(description, graph, reach, stop, block).run(region, &mut visit)
            })
        });
        shown.map(drop)
    })
}

/// Logs which words of the chain contain the letters before the place.
fn here(chain: &Chain<'_>, region: &mut Region, pattern: &Pattern) -> Result<(), Limit> {
    region.log().push(|| ProofStep::Words);
    if chain.from_start {
        return Ok(());
    }
    let place = &chain.borders[chain.own_words - pattern.word];
    let own = chain.own_words - 1 - pattern.word;
    let mut words = Vec::new();
    for (back, _) in &pattern.letters {
        let target = place - back;
        words.push(words_at(chain, region, own, &target)?[0]);
    }
    region.log().push(|| ProofStep::Landing(words.clone()));
    for (word, (back, _)) in words.into_iter().zip(&pattern.letters) {
        let target = place - back;
        within(chain, region, &target, word, word)?;
        let modulus = Integer::from(chain.words[word].word.cycle.len());
        let inside = &target - &chain.borders[word + 1];
        if region.residue(&inside, &modulus).is_some() {
            region.need_residue(&inside, &modulus);
        }
    }
    Ok(())
}

/// The words of the chain in which the position can lie, from the last one back to the first; it does not lie after the
/// word `own`.
fn words_at(
    chain: &Chain<'_>,
    region: &mut Region,
    own: usize,
    target: &Affine,
) -> Result<Vec<usize>, Limit> {
    let Some(point) = region.point()? else { return Ok(Vec::new()) };
    let at = target.at(point);
    let borders = &chain.borders;
    let found = (own..chain.words.len()).find(|&word| borders[word + 1].at(point) <= at);
    // Chains reach back to the farthest letter.
    let Some(found) = found else { return Err(Limit::CHAIN_BLOCKS) };
    let (mut first, mut last) = (found, found);
    while last + 1 < chain.words.len()
        && region.can(&Constraint::below(target, &borders[last + 1]))?
    {
        last += 1;
    }
    while first > 0 && region.can(&Constraint::at_least(target, &borders[first]))? {
        first -= 1;
    }
    Ok((first..=last).collect())
}

/// Logs why the position lies in one of these words.
fn within(
    chain: &Chain<'_>,
    region: &mut Region,
    position: &Affine,
    first: usize,
    last: usize,
) -> Result<(), Limit> {
    region.need(&(position - &chain.borders[last + 1]))?;
    region.need(&(&chain.borders[first] - position).plus(-1))
}

/// An occurrence of the pattern in a block, elsewhere than at its place.
fn seek(
    ground: Ground<'_>,
    pattern: &Pattern,
    block: BlockId,
    log: &mut ProofLog,
) -> Result<Option<Occurrence>, Limit> {
    let Ground { case, description, graph, stop } = ground;
    let Some((reach, _)) = pattern.letters.last() else { return Ok(None) };
    let place = graph.at(block);
    let offset = case.forms.len() + place.loops.len();
    let Some(mut region) = case.region(stop, place.loops.len() + 1)? else { return Ok(None) };
    let mut seeker = Seeker { variables: case.forms.len(), offset, pattern, found: None };
    let mut visit = |chain: &Chain<'_>, region: &mut Region| {
        stop.check()?;
        region.log().push(|| ProofStep::Words);
        // The beginning of the sequence is not part of the endless repetition.
        if chain.from_start { Ok(()) } else { seeker.anywhere(chain, region) }
    };
    region.logging(log, |region| {
        region.each_case(&[], &place.conditions, None, &mut |_, region| {
            Search::new(description, graph, reach, stop, block).run(region, &mut visit)
        })
    })?;
    Ok(seeker.found)
}

/// Looks for an occurrence of a pattern.
struct Seeker<'s> {
    /// The number of variables of the case.
    variables: usize,
    /// The variable that counts positions inside the word of x, from 0.
    offset: usize,
    pattern: &'s Pattern,
    found: Option<Occurrence>,
}

/// Where x is: the word of the chain, and the position from the start of the block.
#[derive(Clone, Copy)]
struct Here<'h, 'a> {
    chain: &'h Chain<'a>,
    word: usize,
    position: &'h Affine,
}

impl Seeker<'_> {
    /// Tries x in every word of the block.
    fn anywhere(&mut self, chain: &Chain<'_>, region: &mut Region) -> Result<(), Limit> {
        for word in 0..chain.own_words {
            if self.found.is_some() || !self.has(chain, word, 0) {
                continue;
            }
            let offset = Affine::variable(self.offset);
            let position = &(&chain.borders[word + 1] + &offset);
            let inside = [
                Constraint::at_least_zero(offset),
                Constraint::below(position, &chain.borders[word]),
            ];
            let here = Here { chain, word, position };
            region.inside(&inside, |region| self.landed(here, region, 0, word))?;
        }
        Ok(())
    }

    /// Does the word have letter k?
    fn has(&self, chain: &Chain<'_>, word: usize, k: usize) -> bool {
        chain.words[word].word.cycle.contains(&self.pattern.letters[k].1)
    }

    /// Goes on where letter k of the pattern is in this word.
    fn landed(
        &mut self,
        here: Here<'_, '_>,
        region: &mut Region,
        k: usize,
        word: usize,
    ) -> Result<(), Limit> {
        let (back, value) = &self.pattern.letters[k];
        let cycle = &here.chain.words[word].word.cycle;
        let form = &(here.position - back) - &here.chain.borders[word + 1];
        let modulus = Integer::from(cycle.len());
        if let Some(residue) = region.residue(&form, &modulus) {
            if !is_plain(&form, &modulus) {
                region.log().push(|| ProofStep::Phases);
            }
            region.need_residue(&form, &modulus);
            let has = letter(cycle, &residue) == Some(*value);
            return if has { self.next(here, region, k + 1) } else { Ok(()) };
        }
        region.log().push(|| ProofStep::Classes(cycle.len()));
        for (residue, letter) in cycle.iter().enumerate() {
            if letter == value
                && let Some(outside) = region.enter_residue(&form, &modulus, &residue.into())?
            {
                let result = self.next(here, region, k + 1);
                region.leave(outside);
                result?;
            }
        }
        Ok(())
    }

    /// Finds all words in which letter k can be.
    fn next(&mut self, here: Here<'_, '_>, region: &mut Region, k: usize) -> Result<(), Limit> {
        if self.found.is_some() {
            return Ok(());
        }
        let Some((back, _)) = self.pattern.letters.get(k) else {
            return self.is_the_place(here, region);
        };
        let (chain, target) = (here.chain, here.position - back);
        let words = words_at(chain, region, here.word, &target)?;
        let (Some(&first), Some(&last)) = (words.first(), words.last()) else { return Ok(()) };
        if region.log().is_collecting() {
            region.log().push(|| ProofStep::Landing(vec![first, last]));
            within(chain, region, &target, first, last)?;
        }
        for word in words {
            if !self.has(chain, word, k) {
                continue;
            }
            let inside = [
                Constraint::at_least(&target, &chain.borders[word + 1]),
                Constraint::below(&target, &chain.borders[word]),
            ];
            region.inside(&inside, |region| self.landed(here, region, k, word))?;
        }
        Ok(())
    }

    /// All letters were found: is this the place itself?
    fn is_the_place(&mut self, here: Here<'_, '_>, region: &mut Region) -> Result<(), Limit> {
        let Here { chain, position, .. } = here;
        let first = chain.instances.first();
        if first.is_none_or(|first| first.block.index() != self.pattern.block) {
            return self.elsewhere(here, region);
        }
        let variables = self.variables;
        let loops = self.pattern.loops.iter().enumerate();
        let values = loops.map(|(depth, value)| &Affine::variable(variables + depth) - value);
        // Words are listed from the last one backwards; the first of them ends at border 0.
        let place = position - &chain.borders[chain.own_words - self.pattern.word];
        for difference in values.chain([place]) {
            for form in [difference.clone(), -&difference] {
                if region.log().is_collecting() {
                    region.need(&form)?;
                    continue;
                }
                let other = [Constraint::negative(&form)];
                if region.inside(&other, |region| self.elsewhere(here, region))?.is_some() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Records an occurrence that is not the place.
    fn elsewhere(&mut self, here: Here<'_, '_>, region: &mut Region) -> Result<(), Limit> {
        let (Some(point), Some(first)) = (region.point()?, here.chain.instances.first()) else {
            return Ok(());
        };
        self.found = Some(Occurrence {
            values: point[..self.offset].to_vec(),
            block: first.block,
            word: here.chain.own_words - 1 - here.word,
            offset: point[self.offset].clone(),
        });
        Ok(())
    }
}

fn letter(cycle: &[Value], index: &Integer) -> Option<Value> {
    cycle.get(index.to::<usize>()?).copied()
}

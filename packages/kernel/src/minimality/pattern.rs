//! Shows that a pattern occurs once in each pass through an endless loop.
//!
//! *It occurs at its place.*  What precedes the place is followed backwards as far as the pattern reaches; the
//! certificate names the word that contains each letter.
//!
//! *It occurs nowhere else.*  The first letter is at the place itself, and distances depend only on variables of the
//! case: they are the same everywhere.  Let x be a position with the first letter, in any word of any block.  What can
//! precede the block is followed backwards.  For each further letter the certificate names the words in which its
//! position can lie, from the last one to the first one; each of these words that has the letter is examined, and each
//! residue of its cycle that has it.  Wherever all letters are found, x must be the place.

use crate::affine::{Affine, Constraint, Relation};
use crate::certificate::{Chain, Shown, Walk, letter};
use crate::integer::Integer;
use crate::lines::LineError;
use crate::model::{BlockId, Description};
use crate::proof::ProofStep;
use crate::proof::theorem::Pattern;

/// The most letters of a pattern; each is a step of a recursion.
const MOST_LETTERS: usize = 64;

/// Shows that the pattern occurs once in each pass through the endless loop.
pub(super) fn once(proof: &mut Walk<'_, '_, '_>, passes: &Description, pattern: &Pattern) -> Shown {
    proof.at = None;
    let shown = proof.about(passes, |walk| search(walk, walk.dimension, pattern));
    proof.at = proof.at.take().map(|at| format!("pattern, {at}"));
    shown
}

fn search(walk: &mut Walk<'_, '_, '_>, variables: usize, pattern: &Pattern) -> Shown {
    // Letters at distances that are not fixed need not be found a period later.
    let fixed = pattern.letters.iter().all(|(back, _)| back.coefficients().len() <= variables);
    let from_place = pattern.letters.first().is_some_and(|(back, _)| back.is_zero());
    if !fixed || !from_place || pattern.letters.len() > MOST_LETTERS {
        return Err(LineError::new("this is not a pattern"));
    }
    walk.look_around()?;
    at_its_place(walk, variables, pattern)?;
    let blocks = walk.description.blocks.len();
    for index in 0..blocks {
        let block = BlockId::from_index(index);
        if walk.description.block(block).words.is_empty() {
            continue;
        }
        let place = walk.graph.at(block);
        let (loops, conditions) = (place.loops.len(), place.conditions.clone());
        let seeker = Seeker { pattern, block, variables, offset: variables + loops };
        let forms = (0..variables + loops).map(Affine::variable).collect();
        let mut chain = Chain::new(walk.description, (block, forms));
        walk.dimension = seeker.offset + 1;
        let shown = walk.each_case(Vec::new(), &conditions, None, &mut |walk| {
            walk.chain(&mut chain, &mut |walk, chain| seeker.anywhere(walk, chain))
        });
        walk.located(shown, || format!("block {index}"))?;
    }
    walk.dimension = variables;
    Ok(())
}

/// Shows that the pattern occurs at its place.
fn at_its_place(walk: &mut Walk<'_, '_, '_>, variables: usize, pattern: &Pattern) -> Shown {
    let no_place = || LineError::new("no such place");
    let block = walk.description.blocks.get(pattern.block).ok_or_else(no_place)?;
    let length = block.words.get(pattern.word).ok_or_else(no_place)?.length.clone();
    let place = walk.graph.at(BlockId::from_index(pattern.block));
    let (loops, conditions) = (place.loops.len(), place.conditions.clone());
    if loops != pattern.loops.len()
        || pattern.loops.iter().any(|form| form.coefficients().len() > variables)
    {
        return Err(no_place());
    }
    walk.dimension = variables + loops;
    let value = |(index, form)| Constraint::equal(&Affine::variable(variables + index), form);
    let values: Vec<_> = pattern.loops.iter().enumerate().map(value).collect();
    let has_values = walk.inside(&values, |walk| {
        for each in conditions.iter().flatten() {
            walk.need(&each.form)?;
            if each.relation == Relation::Zero {
                walk.need(&-&each.form)?;
            }
        }
        walk.need(&length.as_ref().clone().plus(-1))?;
        let forms = (0..walk.dimension).map(Affine::variable).collect();
        let mut chain = Chain::new(walk.description, (BlockId::from_index(pattern.block), forms));
        let shown = walk.each_case(Vec::new(), &conditions, None, &mut |walk| {
            walk.chain(&mut chain, &mut |walk, chain| here(walk, chain, pattern))
        });
        walk.located(shown, || "at its place".to_owned())
    })?;
    walk.dimension = variables;
    if has_values { Ok(()) } else { Err(LineError::new("the place has values, so this cannot be")) }
}

/// Shows that the letters occur before the place, with this chain before it.
fn here(walk: &mut Walk<'_, '_, '_>, chain: &Chain<'_>, pattern: &Pattern) -> Shown {
    if chain.from_start {
        return Ok(());
    }
    let place = &chain.borders[chain.own - pattern.word];
    let ProofStep::Landing(words) = walk.lines.step()? else {
        return Err(walk.lines.unexpected());
    };
    if words.len() != pattern.letters.len() {
        return Err(LineError::new("another number of letters"));
    }
    for (word, (back, value)) in words.into_iter().zip(&pattern.letters) {
        let target = place - back;
        let cycle = &chain.words.get(word).ok_or_else(|| LineError::new("no such word"))?.cycle;
        within(walk, chain, &target, word, word)?;
        let phase = walk.phase(&(&target - &chain.borders[word + 1]), cycle.len())?;
        if letter(cycle, phase) != Some(*value) {
            return Err(LineError::new("another letter is there"));
        }
    }
    Ok(())
}

/// Shows that the position lies in one of the words from `first` backwards to `last`.
fn within(
    walk: &mut Walk<'_, '_, '_>,
    chain: &Chain<'_>,
    position: &Affine,
    first: usize,
    last: usize,
) -> Shown {
    walk.need(&(position - &chain.borders[last + 1]))?;
    walk.need(&(&chain.borders[first] - position).plus(-1))
}

/// Looks for the pattern in a block.
struct Seeker<'s> {
    pattern: &'s Pattern,
    block: BlockId,
    variables: usize,
    /// The variable that counts positions inside the word of x, from 0.
    offset: usize,
}

impl Seeker<'_> {
    /// Shows that x, in any word of the block, is the place.
    fn anywhere(&self, walk: &mut Walk<'_, '_, '_>, chain: &Chain<'_>) -> Shown {
        if chain.from_start {
            return Ok(());
        }
        let offset = Affine::variable(self.offset);
        for word in 0..chain.own {
            if !self.has(chain, word, 0) {
                continue;
            }
            let position = &chain.borders[word + 1] + &offset;
            let inside = [
                Constraint::at_least_zero(offset.clone()),
                Constraint::below(&position, &chain.borders[word]),
            ];
            walk.inside(&inside, |walk| self.landed(walk, chain, 0, word, &position))?;
        }
        Ok(())
    }

    /// Does the word have letter k?
    fn has(&self, chain: &Chain<'_>, word: usize, k: usize) -> bool {
        chain.words[word].cycle.contains(&self.pattern.letters[k].1)
    }

    /// Letter k is in this word.
    fn landed(
        &self,
        walk: &mut Walk<'_, '_, '_>,
        chain: &Chain<'_>,
        k: usize,
        word: usize,
        position: &Affine,
    ) -> Shown {
        let (back, value) = &self.pattern.letters[k];
        let cycle = &chain.words[word].cycle;
        let inside = &(position - back) - &chain.borders[word + 1];
        let modulus = Integer::from(cycle.len());
        let plain = inside.terms().all(|(_, each)| each.mod_floor(&modulus).is_zero());
        match if plain { ProofStep::Phases } else { walk.lines.step()? } {
            ProofStep::Phases => {
                let phase = walk.phase(&inside, cycle.len())?;
                return match letter(cycle, phase) == Some(*value) {
                    true => self.next(walk, chain, k + 1, position),
                    false => Ok(()),
                };
            }
            ProofStep::Classes(by) if by == cycle.len() => {}
            ProofStep::Classes(_) => {
                return Err(LineError::new("the number of letters of the cycle was expected"));
            }
            _ => return Err(walk.lines.unexpected()),
        }
        for (residue, letter) in cycle.iter().enumerate() {
            if letter == value {
                let mut equation = &inside - &Affine::constant(residue);
                equation.add_term(walk.dimension, &-&modulus);
                walk.dimension += 1;
                let class = [Constraint::zero(equation)];
                walk.inside(&class, |walk| self.next(walk, chain, k + 1, position))?;
                walk.dimension -= 1;
            }
        }
        Ok(())
    }

    /// All words in which letter k can be.
    fn next(
        &self,
        walk: &mut Walk<'_, '_, '_>,
        chain: &Chain<'_>,
        k: usize,
        position: &Affine,
    ) -> Shown {
        let Some((back, _)) = self.pattern.letters.get(k) else {
            return self.is_the_place(walk, chain, position);
        };
        let target = position - back;
        let ProofStep::Landing(words) = walk.lines.step()? else {
            return Err(walk.lines.unexpected());
        };
        let [first, last] = words[..] else {
            return Err(LineError::new("two words were expected"));
        };
        if first > last || last >= chain.words.len() {
            return Err(LineError::new("no such words"));
        }
        within(walk, chain, &target, first, last)?;
        for word in (first..=last).filter(|word| self.has(chain, *word, k)) {
            let inside = [
                Constraint::at_least(&target, &chain.borders[word + 1]),
                Constraint::below(&target, &chain.borders[word]),
            ];
            walk.inside(&inside, |walk| self.landed(walk, chain, k, word, position))?;
        }
        Ok(())
    }

    /// Shows that any position that the letters precede is the place.
    fn is_the_place(
        &self,
        walk: &mut Walk<'_, '_, '_>,
        chain: &Chain<'_>,
        position: &Affine,
    ) -> Shown {
        if self.block.index() != self.pattern.block {
            return Err(LineError::new("the pattern occurs in another block"));
        }
        let loops = self.pattern.loops.iter().enumerate();
        let values = loops.map(|(index, form)| &Affine::variable(self.variables + index) - form);
        let place = position - &chain.borders[chain.own - self.pattern.word];
        for difference in values.chain([place]) {
            walk.need(&difference)?;
            walk.need(&-&difference)?;
        }
        Ok(())
    }
}

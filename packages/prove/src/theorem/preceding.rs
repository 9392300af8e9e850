//! What precedes a place of an endless repetition, word by word.
//!
//! Backwards from a place whose loops have known values (forms over the variables of the case) every word is known as
//! long as it is decided for the whole case whether a loop before it runs, and whether there is an earlier iteration.
//! With numbers as values everything is decided.

use super::case::{Case, Context};
use crate::Integer;
use crate::affine::{Affine, Constraint, Relation};
use crate::chain::{BlockGraph, Transition};
use crate::limit::{CancellationToken, Limit};
use crate::model::{BlockId, Description, Value, Word};
use crate::proof::theorem::Pattern;

/// The most letters at each end of a word that are examined.
const MOST_AT_END: usize = 32;

/// The most words and ends of loops before a place that are searched for letters.
const MOST_STEPS: usize = 60;

/// The endless repetition of a body, for the parameters of a case.
#[derive(Clone, Copy)]
pub(super) struct Ground<'g> {
    /// The case.
    pub case: &'g Case,
    /// What [`crate::minimality::item::endless`] makes of the body, or a description that begins with a loop that
    /// carries a state.
    pub description: &'g Description,
    /// What precedes each block of it.
    pub graph: &'g BlockGraph<'g>,
    /// Ends the work early.
    pub stop: &'g CancellationToken,
}

/// The first position of a word, in the first iteration of each loop around it.
#[derive(Clone, Debug)]
pub(super) struct WordStart {
    /// The block of the endless repetition that the word is in.
    pub block: BlockId,
    /// The number of the word in it, from 0.
    pub word: usize,
    /// The values of the variables of the loops around it, outermost first.
    pub loops: Vec<Affine>,
    /// The value there.
    pub value: Value,
}

impl WordStart {
    /// The pattern of these letters before it, with the value at the distance 0 put first.
    pub(super) fn pattern(&self, letters: impl IntoIterator<Item = (Affine, Value)>) -> Pattern {
        Pattern {
            block: self.block.index(),
            word: self.word,
            loops: self.loops.clone(),
            letters: [(Affine::zero(), self.value)].into_iter().chain(letters).collect(),
        }
    }
}

/// The words before a place, the nearest first.
pub(super) struct Before<'g> {
    ground: Ground<'g>,
    block: BlockId,
    /// The number of words of the block before the place.
    words: usize,
    /// The values of the variables of the block.
    values: Vec<Affine>,
    /// The most words that are returned, where ends of loops also count.
    steps: usize,
}

impl<'g> Before<'g> {
    /// The words before a word of a block, where the variables of the block have these values.
    pub(super) fn new(
        ground: Ground<'g>,
        block: BlockId,
        word: usize,
        values: Vec<Affine>,
        steps: usize,
    ) -> Self {
        Self { ground, block, words: word, values, steps }
    }

    /// The next word and its length; `None` where it is not decided which one that is.
    pub(super) fn next(
        &mut self,
        context: &mut Context,
    ) -> Result<Option<(&'g Word, Affine)>, Limit> {
        // A pass through the whole text without a word would go on for ever.
        for _ in 0..=self.ground.description.blocks.len() {
            if self.steps == 0 {
                return Ok(None);
            }
            if let Some(word) = self.words.checked_sub(1) {
                self.words = word;
                self.steps -= 1;
                let word = &self.ground.description.block(self.block).words[word];
                return Ok(Some((word, word.length.substitute(&self.values))));
            }
            if !self.back(context)? {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Moves to the block before this one, if it is known which one that is.
    fn back(&mut self, context: &mut Context) -> Result<bool, Limit> {
        let Ground { description, graph, .. } = self.ground;
        for way in graph.predecessors(self.block, &self.values) {
            let known = way.instance.filter(|(block, _)| block.index() >= self.ground.first());
            let Some((block, values)) = known else { continue };
            if certain(&way.guard, &self.values, context)? {
                self.steps -=
                    usize::from(!matches!(way.transition, Transition::Pass | Transition::Repeat));
                (self.block, self.values) = (block, values);
                self.words = description.block(block).words.len();
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Do the cases hold for all values, with these forms for their variables?
pub(super) fn certain(
    cases: &[Vec<Constraint>],
    values: &[Affine],
    context: &mut Context,
) -> Result<bool, Limit> {
    for one_of in cases {
        let mut any = false;
        for each in one_of {
            any = any || always(&each.substitute(values), context)?;
        }
        if !any {
            return Ok(false);
        }
    }
    Ok(true)
}

fn always(constraint: &Constraint, context: &mut Context) -> Result<bool, Limit> {
    let form = &constraint.form;
    let equation = constraint.relation == Relation::Zero;
    Ok(context.always(form)? && (!equation || context.always(&-form)?))
}

/// The letters of the words before a place that are examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// The last letter and the first four.
    Short,
    /// From both ends as many as the cycle has, and one more: two phases of it can accidentally agree up to there.
    Long,
}

impl Ends {
    /// The number of letters at the beginning and at the end of a word with this cycle.
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

/// Letters before a place, the nearest first: their distances and values.
pub(super) fn letters(
    ground: Ground<'_>,
    place: &WordStart,
    ends: Ends,
    context: &mut Context,
) -> Result<Vec<(Affine, Value)>, Limit> {
    let values = ground.values(&place.loops);
    let mut before = Before::new(ground, place.block, place.word, values, MOST_STEPS);
    let mut start = Affine::zero();
    let mut letters = Vec::new();
    while let Some((word, length)) = before.next(context)? {
        let cycle = &word.cycle;
        let end = start.clone();
        start = &start + &length;
        if context.always(&length.clone().plus(-1))? {
            let (first, last) = ends.letters(cycle);
            let mut own = vec![(start.clone(), cycle[0])];
            if let Ok(phase) = context.residue(&length, cycle.len()) {
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

impl Ground<'_> {
    /// The number of the first block of the endless loop; those before it are empty.
    fn first(&self) -> usize {
        1 + usize::from(self.description.state_loop().is_some())
    }

    /// The values of the variables of a block, those of the loops around it after those of the case.
    pub(super) fn values(&self, loops: &[Affine]) -> Vec<Affine> {
        let variables = self.case.forms.len();
        (0..variables).map(Affine::variable).chain(loops.iter().cloned()).collect()
    }
}

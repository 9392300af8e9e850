//! The position of a word, for all parameters.
//!
//! A word of the first pass through a loop is preceded by everything before the loop; a word of a later pass, with
//! control variable v, is also preceded by the passes from the first one to v-1.  The lengths of all these are
//! polynomials (see the parent module), if every question on the way has one answer for all admissible parameters; if
//! one does not, nothing is reported, except for two questions:
//!
//! * The earlier passes are counted for v above its first value, where there is one: a condition such as `i == 1` has
//!   one answer for the pass from there on.  The polynomial also holds for the first value if it is 0 there.
//! * A branch whose arm is not known has the length of its arms, if they all have the same; a branch without ELSE also
//!   has an arm of length 0.

use super::case::{Case, Context, ContextError};
use super::flatten::{Flattening, loops};
use crate::affine::Affine;
use crate::limit::CancellationToken;
use crate::minimality;
use crate::model::{BlockId, Branch, Description, Loop, Unit};
use crate::polynomial::{Polynomial, Style, Written as _};
use crate::proof::theorem::Step;
use rustc_hash::FxHashMap;
use std::slice::from_ref;

/// The position of a word, as the text describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The position of its first value, in the first pass through the endless loop if it is in that.
    pub position: Polynomial,
    /// The number of positions of a pass through the endless loop, if the word is in it.
    pub pass: Option<Polynomial>,
    /// The names of the variables: parameters, then control variables of the loops around it.
    pub names: Vec<String>,
}

impl Place {
    /// The position as mathematicians write it.
    pub fn formula(&self) -> String {
        self.position.display(&self.names, &Style::Text)
    }

    /// The number of positions of a pass through the endless loop around it.
    pub fn pass_formula(&self) -> Option<String> {
        self.pass.as_ref().map(|pass| pass.display(&self.names, &Style::Text))
    }
}

/// The place of word number `index` of a block, for all admissible parameters and all values of the control variables
/// for which the word is reached; `None` where that depends on cases, or a limit is reached.
///
/// ```
/// use grundy_kernel::model::BlockId;
/// let source = "n >= 1 { n } FOR i FROM 1 UPTO n REP _i An PER REPEAT _n An ENDREP";
/// let description = grundy_language::lang::parse(source, &Default::default()).description.unwrap();
/// let block = description.blocks.iter().position(|block| block.words.len() == 2).unwrap();
/// let stop = Default::default();
/// let place = grundy_prove::theorem::place(&description, BlockId::from_index(block), 1, &stop).unwrap();
/// // n(i-1) + 1 + 2 + ... + i
/// assert_eq!(place.formula(), "(2n i + i^2 - 2n + i)/2");
/// assert_eq!(place.pass, None);
/// ```
pub fn place(
    description: &Description,
    block: BlockId,
    index: usize,
    stop: &CancellationToken,
) -> Option<Place> {
    let case = Case::new(description);
    // One more loop than there is: the passes before the current one.
    let context = Context::new(&case, loops(description) + 1, stop).ok()??;
    let parameters: Vec<String> =
        description.parameters.iter().map(|one| one.name.clone()).collect();
    let names = case.variable_names(&parameters);
    let mut way = Way { description, block, index, context, names };
    let (units, before, pass) = if holds(&description.preperiod, block) {
        (&description.preperiod, Polynomial::zero(), None)
    } else {
        let pass = way.length(&description.period, &case.forms, 0).ok()?;
        let before = way.length(&description.preperiod, &case.forms, 0).ok()?;
        (&description.period, before, Some(pass))
    };
    let inside = way.before(units, &case.forms, 0).ok()??;
    let position = case.in_parameters(&before.plus(&inside));
    Some(Place { position, pass: pass.map(|pass| case.in_parameters(&pass)), names: way.names })
}

/// Is the block among these units or inside one of them?
fn holds(units: &[Unit], block: BlockId) -> bool {
    units.iter().any(|unit| match unit {
        Unit::Block(id) => *id == block,
        Unit::Loop(head) => holds(&head.body, block),
        Unit::Branch(branch) => branch.arms.iter().any(|arm| holds(&arm.body, block)),
        Unit::StateLoop(head) => head.ways.iter().any(|way| holds(&way.arm.body, block)),
    })
}

/// The way to a word.
struct Way<'d> {
    description: &'d Description,
    block: BlockId,
    index: usize,
    context: Context,
    /// The names of the variables so far.
    names: Vec<String>,
}

impl Way<'_> {
    /// The positions of these units, inside this number of loops.
    fn length(
        &mut self,
        units: &[Unit],
        values: &[Affine],
        depth: usize,
    ) -> Result<Polynomial, ContextError> {
        units.iter().try_fold(Polynomial::zero(), |sum, unit| {
            let items = self.flattening(&mut Vec::new()).units(from_ref(unit), values, depth);
            let length = match (items, unit) {
                (Ok(items), _) => minimality::length(&items),
                (Err(ContextError::Sign(form)), Unit::Branch(branch)) => {
                    self.common(branch, values, depth)?.ok_or(ContextError::Sign(form))?
                }
                (Err(trouble), _) => return Err(trouble),
            };
            Ok(sum.plus(&length))
        })
    }

    /// The length that all arms of a branch have.
    fn common(
        &mut self,
        branch: &Branch,
        values: &[Affine],
        depth: usize,
    ) -> Result<Option<Polynomial>, ContextError> {
        let otherwise = branch.arms.iter().any(|arm| arm.condition.is_none());
        let mut all = if otherwise { Vec::new() } else { vec![Polynomial::zero()] };
        for arm in &branch.arms {
            all.push(self.length(&arm.body, values, depth)?);
        }
        let first = all.swap_remove(0);
        Ok(all.iter().all(|other| *other == first).then_some(first))
    }

    fn flattening<'f>(&'f mut self, steps: &'f mut Vec<Step>) -> Flattening<'f> {
        let (description, context) = (self.description, &mut self.context);
        let lengths = FxHashMap::default();
        Flattening { description, outcomes: false, context, steps, lengths }
    }

    /// The positions from the first of these units up to the word, including earlier passes through loops around it;
    /// `None` if it is never reached.
    fn before(
        &mut self,
        units: &[Unit],
        values: &[Affine],
        depth: usize,
    ) -> Result<Option<Polynomial>, ContextError> {
        let block = self.block;
        let holding = |unit: &Unit| holds(from_ref(unit), block);
        let Some(at) = units.iter().position(holding) else { return Ok(None) };
        let before = self.length(&units[..at], values, depth)?;
        let inside = match &units[at] {
            Unit::Block(id) => {
                let words = &self.description.block(*id).words;
                let lengths =
                    words.iter().take(self.index).map(|word| word.length.substitute(values));
                Some(lengths.fold(Polynomial::zero(), |sum, it| sum.plus(&(&it).into())))
            }
            Unit::Loop(head) => self.inside(head, values, depth)?,
            Unit::Branch(branch) => match branch.arms.iter().find(|arm| holds(&arm.body, block)) {
                Some(arm) => self.before(&arm.body, values, depth)?,
                None => None,
            },
            Unit::StateLoop(_) => {
                return Err(ContextError::Unsupported("a loop with a state".into()));
            }
        };
        Ok(inside.map(|inside| before.plus(&inside)))
    }

    /// The positions of the earlier passes through a loop, and of this one up to the word.
    fn inside(
        &mut self,
        head: &Loop,
        values: &[Affine],
        depth: usize,
    ) -> Result<Option<Polynomial>, ContextError> {
        let (from, upto) = (head.from.substitute(values), head.upto.substitute(values));
        let variable = self.context.variables + depth;
        let this = Affine::variable(variable);
        let mut earlier = Polynomial::zero();
        if let Some(outside) = self.context.enter(variable, &from.clone().plus(1), &upto)? {
            let bounds = (from.clone(), this.clone().plus(-1));
            let steps = &mut Vec::new();
            let passes = self.flattening(steps).passes(head, bounds, values, depth + 1)?;
            self.context.leave(outside);
            earlier = minimality::length(&passes);
            if !earlier.with(variable, &(&from).into()).is_zero() {
                return Err(ContextError::Unsupported(
                    "a first pass that is not like the others".into(),
                ));
            }
        }
        let Some(outside) = self.context.enter(variable, &from, &upto)? else { return Ok(None) };
        self.names.push(head.name.clone());
        let inner = [values, &[this]].concat();
        let inside = self.before(&head.body, &inner, depth + 1)?;
        self.context.leave(outside);
        Ok(inside.map(|inside| earlier.plus(&inside)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Integer;
    use crate::expand::Expansion;
    use std::collections::BTreeMap;

    /// Compares with the words written out: returns for how many words there is a formula, and how often it was tested.
    fn compared(source: &str, points: &[&[i64]]) -> (usize, usize) {
        let description =
            crate::lang::parse(source, &Default::default()).description.expect(source);
        let mut places = BTreeMap::new();
        for (number, block) in description.blocks.iter().enumerate() {
            for (index, word) in block.words.iter().enumerate() {
                let stop = CancellationToken::default();
                let found = place(&description, BlockId::from_index(number), index, &stop);
                places.insert(word.span.start, found);
            }
        }
        let mut tested = 0;
        for point in points {
            let point: Vec<Integer> = point.iter().map(|&it| it.into()).collect();
            let mut expansion = Expansion::new(&description, &point);
            let mut position = Integer::ZERO;
            while let Some(it) = expansion.next() {
                if expansion.passes() > 1 {
                    break;
                }
                if let Some(place) = &places[&it.word.span.start] {
                    let mut expected = place.position.at(expansion.variables());
                    if expansion.passes() == 1 {
                        let pass = place.pass.as_ref().expect("it is in the endless loop");
                        expected += pass.at(expansion.variables());
                    }
                    assert!(expected.is_integer(), "{source}");
                    assert_eq!(
                        Integer::from(expected.to_integer()),
                        position,
                        "{source} {point:?}"
                    );
                    tested += 1;
                }
                position += &it.length;
            }
        }
        (places.values().flatten().count(), tested)
    }

    #[test]
    fn formulas_are_those_of_the_words_written_out() {
        let loops = "n >= 1 m >= n { n }
            FOR i FROM 1 UPTO n REP A(i) FOR j FROM i UPTO n REP _j A(i+m) PER _ PER
            REPEAT _n FOR i FROM 2 UPTO m+1 REP Ai PER An ENDREP";
        let points: [&[i64]; 4] = [&[1, 1], &[1, 4], &[3, 3], &[4, 6]];
        let (formulas, tested) = compared(loops, &points);
        assert_eq!(formulas, 7);
        assert!(tested > 90, "{tested}");
        // The first pass is shorter than the others, so its length is not a polynomial in i.
        let branch = "n >= 2 { n } FOR i FROM 1 UPTO n REP IF i == 1 THEN _ ELSE Ai _ FI PER REPEAT An ENDREP";
        assert_eq!(compared(branch, &[&[2], &[5]]), (1, 4));
        // Here it is as long, and later passes are cut where the condition changes.
        let equal = "n >= 2 { n } FOR i FROM 1 UPTO n REP IF i == 1 THEN _2 ELSE A _ FI An PER REPEAT An ENDREP";
        assert_eq!(compared(equal, &[&[2], &[5]]), (5, 23));
        let last = "n >= 2 { n } FOR i FROM 1 UPTO n REP A IF i == n THEN _n ELSE _i Ai FI PER REPEAT An ENDREP";
        assert_eq!(compared(last, &[&[2], &[5]]).0, 5);
    }

    #[test]
    fn what_depends_on_cases_has_no_formula() {
        for source in [
            "n >= 1 { n } IF n >= 3 THEN A_ ELSE _ FI REPEAT _n An ENDREP",
            "n >= 0 { n+1 } FOR i FROM 2 UPTO n REP A PER REPEAT _ A ENDREP",
        ] {
            let description = crate::lang::parse(source, &Default::default()).description;
            let Some(description) = description else { continue };
            let last = BlockId::from_index(description.blocks.len() - 1);
            assert_eq!(place(&description, last, 0, &Default::default()), None, "{source}");
        }
    }
}

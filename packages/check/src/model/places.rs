//! What stands before each block, read off the model.

use crate::affine::{Affine, Constraint};
use crate::model::{BlockId, Cases, Description, Loop, Unit, arm_cases};
use std::borrow::Cow;

/// A block instance: the block, and a form for each variable of its place.
pub(crate) type Instance = (BlockId, Vec<Affine>);

/// When something precedes a block.
pub(crate) type Guard<'p> = Cow<'p, [Vec<Constraint>]>;

/// What stands before a block in the text.
enum Before<'d> {
    /// Nothing: position 0.
    Start,
    /// Nothing with words but this block.
    Block(BlockId),
    /// The body of the endless loop begins here.
    Endless { last: BlockId, before: BlockId },
    /// The body of a counted loop begins here.
    Body { head: &'d Loop, last: BlockId, before: BlockId },
    /// A counted loop ends here.
    Loop { head: &'d Loop, last: BlockId, before: BlockId },
    /// A branch ends here.
    Branch { ways: Vec<(Cases, BlockId)> },
}

/// A block's place in the text.
pub(crate) struct Predecessors<'d> {
    before: Before<'d>,
    /// The number of counted loops around it.
    pub loops: usize,
    /// When the block is reached: the ranges of the loops and the conditions of the arms
    /// around it, outermost first.
    pub conditions: Cases,
}

/// The places of all blocks, in their order; `None` if a list of units has not the shape that
/// [`crate::model`] promises.
pub(crate) fn places(description: &Description) -> Option<Vec<Predecessors<'_>>> {
    let count = description.blocks.len();
    let mut walk = Walk {
        description,
        places: std::iter::repeat_with(|| None).take(count).collect(),
        conditions: Vec::new(),
        loops: 0,
    };
    walk.units(&description.preperiod, Before::Start)?;
    if !description.is_piece() {
        let before = last_block(&description.preperiod)?;
        let last = last_block(&description.period)?;
        walk.units(&description.period, Before::Endless { last, before })?;
    }
    walk.places.into_iter().collect()
}

fn last_block(units: &[Unit]) -> Option<BlockId> {
    match units.last()? {
        Unit::Block(id) => Some(*id),
        _ => None,
    }
}

struct Walk<'d> {
    description: &'d Description,
    places: Vec<Option<Predecessors<'d>>>,
    conditions: Cases,
    loops: usize,
}

impl<'d> Walk<'d> {
    fn units(&mut self, units: &'d [Unit], first: Before<'d>) -> Option<()> {
        let mut next = Some(first);
        let mut block = None;
        for unit in units {
            if let Unit::Block(id) = unit {
                // Behind another block, which is a piece of the same run, there is nothing between.
                let before = next.take().or_else(|| block.map(Before::Block))?;
                let place =
                    Predecessors { before, loops: self.loops, conditions: self.conditions.clone() };
                // What is said of a block holds at one place only.
                if self.places.get_mut(id.index())?.replace(place).is_some() {
                    return None;
                }
                block = Some(*id);
                continue;
            }
            let before = block.take()?;
            let has_words = self.description.has_words(std::slice::from_ref(unit));
            let outer = self.conditions.len();
            match unit {
                Unit::Block(_) => {}
                Unit::Loop(head) => {
                    if head.variable != self.description.parameters.len() + self.loops {
                        return None;
                    }
                    let last = last_block(&head.body)?;
                    let variable = Affine::variable(head.variable);
                    self.conditions.push(vec![Constraint::at_least(&variable, &head.from)]);
                    self.conditions.push(vec![Constraint::at_least(&head.upto, &variable)]);
                    self.loops += 1;
                    self.units(&head.body, Before::Body { head, last, before })?;
                    self.loops -= 1;
                    next = Some(Before::Loop { head, last, before });
                }
                Unit::Branch(branch) => {
                    let cases = arm_cases(&branch.arms);
                    for (arm, cases) in branch.arms.iter().zip(&cases) {
                        self.conditions.truncate(outer);
                        self.conditions.extend_from_slice(cases);
                        self.units(&arm.body, Before::Block(before))?;
                    }
                    // Where no arm is taken, the block before the branch comes before.
                    let lasts = branch.arms.iter().map(|arm| last_block(&arm.body)).chain([None]);
                    let ways = cases.into_iter().zip(lasts);
                    let ways = ways.map(|(cases, last)| (cases, last.unwrap_or(before)));
                    next = Some(Before::Branch { ways: ways.collect() });
                }
            }
            self.conditions.truncate(outer);
            if !has_words {
                // However often nothing is repeated, the blocks around it touch.
                next = Some(Before::Block(before));
            }
        }
        block.map(|_| ())
    }
}

impl Predecessors<'_> {
    /// Everything that can precede an instance of the block with these values of its
    /// variables, and when, over the variables of the block; `None` is the start of the sequence.
    pub(crate) fn predecessors(&self, values: &[Affine]) -> Vec<(Guard<'_>, Option<Instance>)> {
        let with = |value: Affine| [values, &[value]].concat();
        let here = |block: BlockId| Some((block, values.to_vec()));
        let always = || Cow::Borrowed(&[][..]);
        let when = |constraint| Cow::Owned(vec![vec![constraint]]);
        match &self.before {
            Before::Start => vec![(always(), None)],
            Before::Block(before) => vec![(always(), here(*before))],
            Before::Endless { last, before } => {
                vec![(always(), here(*before)), (always(), here(*last))]
            }
            Before::Loop { head, last, before } => {
                let runs = Constraint::at_least(&head.upto, &head.from);
                let skipped = Constraint::below(&head.upto, &head.from);
                let upto = head.upto.substitute(values);
                vec![(when(runs), Some((*last, with(upto)))), (when(skipped), here(*before))]
            }
            Before::Body { head, last, before } => {
                let (outer, value) = (&values[..head.variable], &values[head.variable]);
                let variable = Affine::variable(head.variable);
                let later = Constraint::below(&head.from, &variable);
                let first = Constraint::equal(&variable, &head.from);
                let earlier = [outer, &[value.clone().plus(-1)]].concat();
                vec![
                    (when(later), Some((*last, earlier))),
                    (when(first), Some((*before, outer.to_vec()))),
                ]
            }
            Before::Branch { ways } => {
                ways.iter().map(|(cases, last)| (Cow::Borrowed(&cases[..]), here(*last))).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::Certificate;
    use crate::integer::Integer;
    use crate::model::{Block, Condition, Move, Parameter, Rule, Value, Word};
    use crate::proof::{Header, Proof, Section};
    use crate::span::Span;
    use std::sync::Arc;

    /// n >= 1 { n }, of the blocks `An` and `_n`.
    fn described(preperiod: &[usize], period: &[usize]) -> Description {
        let (span, n) = (Span::default(), Affine::variable(0));
        let block = |value| Block {
            words: vec![Word {
                cycle: [Value(value)].into_iter().collect(),
                length: Arc::new(n.clone()),
                span,
            }],
            span,
        };
        let units =
            |ids: &[usize]| ids.iter().map(|id| Unit::Block(BlockId::from_index(*id))).collect();
        let at_least_one = Constraint::at_least_zero(n.clone().plus(-1));
        Description {
            rule: Rule::Mex,
            parameters: vec![Parameter { name: "n".to_owned(), span }],
            conditions: vec![Condition { constraint: at_least_one, span }],
            moves: vec![Move { size: n.clone(), last: None, span }],
            start: None,
            blocks: vec![block(1), block(0)],
            preperiod: units(preperiod),
            period: units(period),
        }
    }

    fn accepted(description: &Description, sections: &[&str]) -> bool {
        let header =
            Header { digest: String::new(), rule: Rule::Mex, piece: false, simplified: false };
        let section = |text: &&str| {
            let mut section = Section::default();
            text.lines().for_each(|line| section.push(&line.parse().unwrap()));
            section
        };
        let proof = Proof { header, sections: sections.iter().map(section).collect() };
        let mut text = Vec::new();
        proof.write(&mut text).unwrap();
        let certificate = Certificate::open(&text[..]).unwrap();
        certificate.check(description, "", None, &mut |_, _| unreachable!()).is_ok()
    }

    /// The block `An` obeys the rule behind `_n`, but not at position 0.
    #[test]
    fn a_block_in_two_places_is_refused() {
        let sound = "o\nf ! 0 q /1\n= 0\n= 0\nx ! 0 1*-1 /1\nk";
        let behind = "o\nb\nw\n@ 1\n.";
        assert!(!accepted(
            &described(&[0], &[1, 0]),
            &[sound, behind, "o\nb\nw\n@ 1\n.\nw\n@ 1\n."]
        ));
        assert!(places(&described(&[0], &[1])).is_some());
        assert!(places(&described(&[0], &[1, 0])).is_none());
    }

    /// The variable of a loop is the number of parameters and of the loops around it.
    #[test]
    fn a_loop_over_another_variable_is_refused() {
        let looped = |variable| {
            let mut description = described(&[0], &[1]);
            let head = Loop {
                name: "i".to_owned(),
                variable,
                from: Affine::constant(Integer::ONE),
                upto: Affine::variable(0),
                body: description.period.clone(),
                span: Span::default(),
            };
            let empty = Block { words: Vec::new(), span: Span::default() };
            description.blocks.extend([empty.clone(), empty]);
            let end = |id| Unit::Block(BlockId::from_index(id));
            description.period = vec![end(2), Unit::Loop(Box::new(head)), end(3)];
            places(&description).is_some()
        };
        assert!(looped(1));
        assert!(!looped(0) && !looped(2));
    }
}

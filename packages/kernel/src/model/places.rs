//! What precedes each block, and when, read off the text.

use super::{Before, BlockId, Cases, Description, Loop, StateLoop, Unit, arm_cases};
use crate::affine::{Affine, Constraint};
use crate::span::Span;
use std::borrow::Cow;
use std::sync::Arc;

/// A block instance: the block, and a form for each variable of its place.
pub type Instance = (BlockId, Vec<Affine>);

/// Why one block instance follows another.
///
/// The five transitions of Flammenkamp 1996 (a to e), and those of branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transition {
    /// (a) One iteration of a counted loop follows another.
    Iterate,
    /// (a) One pass of the endless loop follows another.
    Repeat,
    /// (b) A loop is entered.
    Enter,
    /// (c) A counted loop is left.
    Leave,
    /// (d) A counted loop is skipped, because its start lies above its stop.
    Skip,
    /// (e) The sequence begins: nothing precedes it.
    Start,
    /// An arm of a branch is entered.
    Take,
    /// An arm of a branch is left.
    Join,
    /// No arm of a branch was taken, or what lies between has no words.
    Pass,
}

impl Transition {
    /// The name in every output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Iterate => "iterate",
            Self::Repeat => "repeat",
            Self::Enter => "enter",
            Self::Leave => "leave",
            Self::Skip => "skip",
            Self::Start => "start",
            Self::Take => "take",
            Self::Join => "join",
            Self::Pass => "pass",
        }
    }
}

/// One way in which something precedes a block instance.
#[derive(Clone, Debug)]
pub struct Predecessor<'g> {
    /// The transition.
    pub transition: Transition,
    /// The block instance, with forms for the variables of its place; `None` before position 0.
    pub instance: Option<Instance>,
    /// The condition, over the variables of the block that is preceded; the ways of one block exclude each other,
    /// except that the endless loop may be entered or repeated freely.
    pub guard: Cow<'g, [Vec<Constraint>]>,
}

/// What precedes a block in the text.
enum Preceding<'d> {
    /// Nothing: position 0.
    Start,
    /// No block with words except this one.
    Block(Transition, BlockId),
    /// The body of the endless loop begins here.
    Endless { last: BlockId, before: BlockId },
    /// The body of a counted loop begins here.
    Body { head: &'d Loop, last: BlockId, before: BlockId },
    /// A counted loop ends here.
    Loop { head: &'d Loop, last: BlockId, before: BlockId },
    /// A branch ends here.
    Branch { ways: Vec<(Cases, Transition, BlockId)> },
    /// A pass of a loop with a state begins here.
    Pass { head: &'d StateLoop, before: BlockId, earlier: Arc<[Earlier]> },
    /// An endless loop would have to end.
    Never,
}

/// A pass of a loop with a state that may precede another one.
struct Earlier {
    /// Its last block.
    last: BlockId,
    /// Its state, over the parameters and the state of the other one.
    state: Affine,
    /// When it precedes the other one: its state is within bounds, and it takes the way that ends with this block.
    guard: Cases,
}

/// A loop around a block: its passes differ in the value of a variable.
#[derive(Clone, Copy, Debug)]
pub enum LoopHead<'d> {
    /// A counted loop.
    Counted(&'d Loop),
    /// An endless loop with a state.
    State(&'d StateLoop),
}

impl<'d> LoopHead<'d> {
    /// The name of the variable.
    pub fn name(self) -> &'d str {
        match self {
            Self::Counted(head) => &head.name,
            Self::State(head) => &head.name,
        }
    }

    /// The number of the variable.
    pub fn variable(self) -> usize {
        match self {
            Self::Counted(head) => head.variable,
            Self::State(head) => head.variable,
        }
    }

    /// The loop, if it is counted.
    pub fn counted(self) -> Option<&'d Loop> {
        match self {
            Self::Counted(head) => Some(head),
            Self::State(_) => None,
        }
    }

    /// The head of the loop in the text.
    pub fn span(self) -> Span {
        match self {
            Self::Counted(head) => head.span,
            Self::State(head) => head.span,
        }
    }
}

/// A block's place in the text.
pub struct BlockPlace<'d> {
    preceding: Preceding<'d>,
    /// The loops with variables around it, outermost first.
    pub loops: Vec<LoopHead<'d>>,
    /// When the block is reached: the ranges of the loops, the bounds of a state and the conditions of the arms around it,
    /// outermost first, without the order conditions.
    pub conditions: Cases,
}

/// The places of all blocks of a description.
#[derive(Default)]
pub struct BlockGraph<'d> {
    places: Vec<BlockPlace<'d>>,
    /// What precedes position 0.
    pub before: Before,
    parameters: usize,
}

fn last_block(units: &[Unit]) -> Option<BlockId> {
    match units.last()? {
        Unit::Block(id) => Some(*id),
        _ => None,
    }
}

struct Walk<'d> {
    description: &'d Description,
    places: Vec<Option<BlockPlace<'d>>>,
    conditions: Cases,
    loops: Vec<LoopHead<'d>>,
}

impl<'d> Walk<'d> {
    fn units(&mut self, units: &'d [Unit], first: Preceding<'d>) -> Option<()> {
        let mut next = Some(first);
        let mut block = None;
        for unit in units {
            if let Unit::Block(id) = unit {
                // After another block, which is a piece of the same run, nothing comes between.
                let touching = || block.map(|before| Preceding::Block(Transition::Pass, before));
                let preceding = next.take().or_else(touching)?;
                let (loops, conditions) = (self.loops.clone(), self.conditions.clone());
                let place = BlockPlace { preceding, loops, conditions };
                // What is said of a block holds at only one place.
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
                    if head.variable != self.description.parameters.len() + self.loops.len() {
                        return None;
                    }
                    let last = last_block(&head.body)?;
                    let variable = Affine::variable(head.variable);
                    self.conditions.push(vec![Constraint::at_least(&variable, &head.from)]);
                    self.conditions.push(vec![Constraint::at_least(&head.upto, &variable)]);
                    self.loops.push(LoopHead::Counted(head));
                    self.units(&head.body, Preceding::Body { head, last, before })?;
                    self.loops.pop();
                    next = Some(Preceding::Loop { head, last, before });
                }
                Unit::Branch(branch) => {
                    let cases = arm_cases(&branch.arms);
                    for (arm, cases) in branch.arms.iter().zip(&cases) {
                        self.conditions.truncate(outer);
                        self.conditions.extend_from_slice(cases);
                        self.units(&arm.body, Preceding::Block(Transition::Take, before))?;
                    }
                    // Where no arm is taken, the block before the branch precedes it.
                    let lasts = branch.arms.iter().map(|arm| last_block(&arm.body)).chain([None]);
                    let ways = cases.into_iter().zip(lasts).map(|(cases, last)| match last {
                        Some(last) => (cases, Transition::Join, last),
                        None => (cases, Transition::Pass, before),
                    });
                    next = Some(Preceding::Branch { ways: ways.collect() });
                }
                Unit::StateLoop(head) => {
                    self.state_loop(head, before)?;
                    next = Some(Preceding::Never);
                    continue;
                }
            }
            self.conditions.truncate(outer);
            if !has_words {
                // However often an empty body is repeated, the blocks around it touch.
                next = Some(Preceding::Block(Transition::Pass, before));
            }
        }
        block.map(|_| ())
    }

    /// The passes of a loop with a state, which is in no other loop.
    fn state_loop(&mut self, head: &'d StateLoop, before: BlockId) -> Option<()> {
        let parameters = self.description.parameters.len();
        let is_outermost = self.loops.is_empty() && self.conditions.is_empty();
        if !is_outermost || head.variable != parameters {
            return None;
        }
        let (bounds, cases) = (head.bounds(), head.cases()?);
        let earlier = head.ways.iter().zip(&cases).map(|(way, cases)| {
            let state = way.before(head.variable)?;
            let values: Vec<_> =
                (0..parameters).map(Affine::variable).chain([state.clone()]).collect();
            let put_in = |one_of: &Vec<Constraint>| {
                one_of.iter().map(|each| each.substitute(&values)).collect()
            };
            let guard = bounds.iter().chain(cases).map(put_in).collect();
            Some(Earlier { last: last_block(&way.arm.body)?, state, guard })
        });
        let earlier: Arc<[_]> = earlier.collect::<Option<Vec<_>>>()?.into();
        self.loops.push(LoopHead::State(head));
        for (way, cases) in head.ways.iter().zip(cases) {
            self.conditions = bounds.iter().cloned().chain(cases).collect();
            self.units(
                &way.arm.body,
                Preceding::Pass { head, before, earlier: Arc::clone(&earlier) },
            )?;
        }
        self.loops.pop();
        self.conditions.clear();
        Some(())
    }
}

impl<'d> BlockGraph<'d> {
    /// Walks through the text once; `None` if a list of units does not have the shape that [`crate::model`] promises.
    pub fn new(description: &'d Description) -> Option<Self> {
        let count = description.blocks.len();
        let mut walk = Walk {
            description,
            places: std::iter::repeat_with(|| None).take(count).collect(),
            conditions: Vec::new(),
            loops: Vec::new(),
        };
        walk.units(&description.preperiod, Preceding::Start)?;
        if !description.is_piece() {
            let before = last_block(&description.preperiod)?;
            let last = last_block(&description.period)?;
            let first = match description.state_loop() {
                Some(_) => Preceding::Block(Transition::Pass, before),
                None => Preceding::Endless { last, before },
            };
            walk.units(&description.period, first)?;
        }
        let places = walk.places.into_iter().collect::<Option<_>>()?;
        let parameters = description.parameters.len();
        Some(Self { places, before: description.before(), parameters })
    }

    /// The place of a block.
    pub fn at(&self, block: BlockId) -> &BlockPlace<'d> {
        &self.places[block.index()]
    }

    /// The most loops with variables around a block.
    pub fn most_loops(&self) -> usize {
        self.places.iter().map(|place| place.loops.len()).max().unwrap_or(0)
    }

    /// Everything that can precede an instance of the block with these values of its variables.  They are not put into
    /// the guards, as few of those are looked at to the end.
    pub fn predecessors(&self, block: BlockId, values: &[Affine]) -> Vec<Predecessor<'_>> {
        let with = |value: Affine| [values, &[value]].concat();
        let way = |guard, transition, instance| Predecessor { transition, instance, guard };
        let always = |transition, id, values: &[Affine]| {
            way(Cow::Borrowed(&[][..]), transition, Some((id, values.to_vec())))
        };
        let when = |constraint, transition, id, values: Vec<Affine>| {
            way(Cow::Owned(vec![vec![constraint]]), transition, Some((id, values)))
        };
        // What precedes position 0, if it is a block, precedes itself.
        let start = || match self.before {
            Before::Block => always(Transition::Start, BlockId::START, &values[..self.parameters]),
            Before::Nothing | Before::Cycle(_) => {
                way(Cow::Borrowed(&[][..]), Transition::Start, None)
            }
        };
        if block == BlockId::START {
            return vec![start()];
        }
        match &self.at(block).preceding {
            Preceding::Start => vec![start()],
            Preceding::Block(transition, before) => vec![always(*transition, *before, values)],
            Preceding::Endless { last, before } => vec![
                always(Transition::Enter, *before, values),
                always(Transition::Repeat, *last, values),
            ],
            Preceding::Loop { head, last, before } => {
                let runs = Constraint::at_least(&head.upto, &head.from);
                let skipped = Constraint::below(&head.upto, &head.from);
                vec![
                    when(runs, Transition::Leave, *last, with(head.upto.substitute(values))),
                    when(skipped, Transition::Skip, *before, values.to_vec()),
                ]
            }
            Preceding::Body { head, last, before } => {
                let (outer, value) = (&values[..head.variable], &values[head.variable]);
                let variable = Affine::variable(head.variable);
                let later = Constraint::below(&head.from, &variable);
                let first = Constraint::equal(&variable, &head.from);
                let earlier = [outer, &[value.clone().plus(-1)]].concat();
                vec![
                    when(later, Transition::Iterate, *last, earlier),
                    when(first, Transition::Enter, *before, outer.to_vec()),
                ]
            }
            Preceding::Never => Vec::new(),
            Preceding::Pass { head, before, earlier } => {
                let outer = &values[..head.variable];
                let first = Constraint::equal(&Affine::variable(head.variable), &head.first);
                let passes = earlier.iter().map(|earlier| {
                    let instance = [outer, &[earlier.state.substitute(values)]].concat();
                    way(
                        Cow::Borrowed(&earlier.guard[..]),
                        Transition::Repeat,
                        Some((earlier.last, instance)),
                    )
                });
                let entered = when(first, Transition::Enter, *before, outer.to_vec());
                std::iter::once(entered).chain(passes).collect()
            }
            Preceding::Branch { ways } => {
                let ways = ways.iter().map(|(cases, transition, last)| {
                    way(Cow::Borrowed(&cases[..]), *transition, Some((*last, values.to_vec())))
                });
                ways.collect()
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

    /// A description `n >= 1 { n }` with the blocks `An` and `_n`.
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

    /// The block `An` obeys the rule after `_n`, but not at position 0.
    #[test]
    fn a_block_in_two_places_is_refused() {
        let sound = "o\nf ! 0 q /1\n= 0\n= 0\nx ! 0 1*-1 /1\nk";
        let after = "o\nb\nw\n@ 1\n.";
        assert!(!accepted(
            &described(&[0], &[1, 0]),
            &[sound, after, "o\nb\nw\n@ 1\n.\nw\n@ 1\n."]
        ));
        assert!(BlockGraph::new(&described(&[0], &[1])).is_some());
        assert!(BlockGraph::new(&described(&[0], &[1, 0])).is_none());
    }

    /// The number of the variable of a loop is the number of parameters and of the loops around it.
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
            BlockGraph::new(&description).is_some()
        };
        assert!(looped(1));
        assert!(!looped(0) && !looped(2));
    }
}

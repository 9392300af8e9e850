//! Which block can stand immediately before which, and when.

use crate::affine::{Affine, Constraint};
use crate::model::{
    Before as Beginning, BlockId, Branch, Cases, Description, Loop, Unit, arm_cases,
};
use std::borrow::Cow;

grundy_core::named! {
    /// Why one block instance follows another.
    ///
    /// The five transitions of Flammenkamp 1996 (a to e), and those of branches.
    Transition {
        /// (a) One iteration of a counted loop follows another.
        Iterate: "iterate";
        /// (a) One pass of the endless loop follows another.
        Repeat: "repeat";
        /// (b) A loop is entered.
        Enter: "enter";
        /// (c) A counted loop is left.
        Leave: "leave";
        /// (d) A counted loop is skipped, because its start lies above its stop.
        Skip: "skip";
        /// (e) The sequence begins: nothing stands before.
        Start: "start";
        /// An arm of a branch is entered.
        Take: "take";
        /// An arm of a branch is left.
        Join: "join";
        /// No arm of a branch was taken, or what lies between holds no words.
        Pass: "pass";
    }
}

/// One way in which something precedes a block instance.
#[derive(Clone, Debug)]
pub struct Predecessor<'g> {
    /// How.
    pub transition: Transition,
    /// The block, and forms for the variables of its place; `None` before position 0.
    pub instance: Option<(BlockId, Vec<Affine>)>,
    /// When, over the variables of the block that is preceded; the ways of one block exclude each
    /// other, except that the endless loop may be entered or repeated at will.
    pub guard: Cow<'g, [Vec<Constraint>]>,
}

/// What stands before a block in the text.
enum Before<'a> {
    Nothing,
    Block(BlockId),
    Loop { head: &'a Loop, last: BlockId, before: BlockId },
    Branch { arms: Vec<(Cases, Option<BlockId>)>, before: BlockId },
    LoopBody { head: &'a Loop, last: BlockId, before: BlockId },
    ArmBody { before: BlockId },
    EndlessBody { last: BlockId, before: BlockId },
}

/// A block's place in the text: what precedes it, and under which conditions it is reached.
pub struct Predecessors<'a> {
    before: Before<'a>,
    /// The counted loops around the block, outermost first.
    pub loops: Vec<&'a Loop>,
    /// The conditions of the loops and arms around the block, outermost first, without the
    /// order conditions.  The block is reached exactly where they hold.
    pub conditions: Cases,
}

/// The places of all blocks of a description.
pub struct BlockGraph<'a> {
    places: Vec<Predecessors<'a>>,
    /// What stands before position 0.
    pub beginning: Beginning,
    parameters: usize,
}

impl<'a> BlockGraph<'a> {
    /// Walks through the text once.
    pub fn new(description: &'a Description) -> Self {
        let mut walk = Walk {
            description,
            places: Vec::with_capacity(description.blocks.len()),
            loops: Vec::new(),
            conditions: Vec::new(),
        };
        walk.units(&description.preperiod, Before::Nothing);
        if let (Some(before), Some(last)) =
            (last_block(&description.preperiod), last_block(&description.period))
        {
            walk.units(&description.period, Before::EndlessBody { last, before });
        }
        let mut places: Vec<_> = walk.places;
        places.sort_by_key(|(id, _)| *id);
        let places = places.into_iter().map(|(_, place)| place).collect();
        let parameters = description.parameters.len();
        Self { places, beginning: description.before(), parameters }
    }

    /// The place of a block.
    pub fn at(&self, block: BlockId) -> &Predecessors<'a> {
        &self.places[block.index()]
    }

    /// Everything that can precede an instance of `block` whose variables have the values
    /// `environment`.  They are not put into the guards, of which few are looked at to the end.
    pub fn predecessors(&self, block: BlockId, environment: &[Affine]) -> Vec<Predecessor<'_>> {
        let one = |transition, id: BlockId, environment: Vec<Affine>| Predecessor {
            transition,
            instance: Some((id, environment)),
            guard: Cow::Borrowed(&[][..]),
        };
        let here = |transition, id| one(transition, id, environment.to_vec());
        let when = |constraint, way: Predecessor<'static>| {
            let guard = Cow::Owned(vec![vec![constraint]]);
            Predecessor { guard, ..way }
        };
        // What stands before position 0, if it is a block, stands before itself.
        let start = || match self.beginning {
            Beginning::Block => {
                one(Transition::Start, BlockId::START, environment[..self.parameters].to_vec())
            }
            Beginning::Nothing | Beginning::Cycle(_) => {
                let guard = Cow::Borrowed(&[][..]);
                Predecessor { transition: Transition::Start, instance: None, guard }
            }
        };
        if block == BlockId::START {
            return vec![start()];
        }
        match &self.at(block).before {
            Before::Nothing => vec![start()],
            Before::Block(before) => vec![here(Transition::Pass, *before)],
            Before::ArmBody { before } => vec![here(Transition::Take, *before)],
            Before::EndlessBody { last, before } => {
                vec![here(Transition::Enter, *before), here(Transition::Repeat, *last)]
            }
            Before::Loop { head, last, before } => {
                let mut inner = environment.to_vec();
                inner.push(head.upto.substitute(environment));
                let runs = Constraint::at_least(&head.upto, &head.from);
                let skipped = Constraint::below(&head.upto, &head.from);
                vec![
                    when(runs, one(Transition::Leave, *last, inner)),
                    when(skipped, here(Transition::Skip, *before)),
                ]
            }
            Before::LoopBody { head, last, before } => {
                let outer = &environment[..head.variable];
                let value = Affine::variable(head.variable);
                let mut previous = outer.to_vec();
                previous.push(environment[head.variable].clone().plus(-1));
                let later = Constraint::below(&head.from, &value);
                let first = Constraint::equal(&value, &head.from);
                vec![
                    when(later, one(Transition::Iterate, *last, previous)),
                    when(first, one(Transition::Enter, *before, outer.to_vec())),
                ]
            }
            Before::Branch { arms, before } => {
                let mut ways = Vec::with_capacity(arms.len());
                for (cases, last) in arms {
                    let way = match last {
                        Some(last) => here(Transition::Join, *last),
                        None => here(Transition::Pass, *before),
                    };
                    ways.push(Predecessor { guard: Cow::Borrowed(cases), ..way });
                }
                ways
            }
        }
    }
}

struct Walk<'a> {
    description: &'a Description,
    places: Vec<(BlockId, Predecessors<'a>)>,
    loops: Vec<&'a Loop>,
    conditions: Cases,
}

impl<'a> Walk<'a> {
    fn units(&mut self, units: &'a [Unit], first: Before<'a>) {
        let mut before = Some(first);
        let mut block_before = None;
        for (index, unit) in units.iter().enumerate() {
            match unit {
                Unit::Block(id) => {
                    let before = before.take().unwrap_or_else(|| {
                        self.behind(units.get(index.wrapping_sub(1)), block_before)
                    });
                    let place = Predecessors {
                        before,
                        loops: self.loops.clone(),
                        conditions: self.conditions.clone(),
                    };
                    self.places.push((*id, place));
                    block_before = Some(*id);
                }
                Unit::Loop(head) => self.body(head, block_before),
                Unit::Branch(branch) => self.arms(branch, block_before),
            }
        }
    }

    fn body(&mut self, head: &'a Loop, before: Option<BlockId>) {
        let (Some(before), Some(last)) = (before, last_block(&head.body)) else { return };
        let variable = Affine::variable(head.variable);
        let range = [
            Constraint::at_least(&variable, &head.from),
            Constraint::at_least(&head.upto, &variable),
        ];
        let outer = self.conditions.len();
        self.conditions.extend(range.map(|each| vec![each]));
        self.loops.push(head);
        self.units(&head.body, Before::LoopBody { head, last, before });
        self.loops.pop();
        self.conditions.truncate(outer);
    }

    fn arms(&mut self, branch: &'a Branch, before: Option<BlockId>) {
        let Some(before) = before else { return };
        let outer = self.conditions.len();
        for (arm, cases) in branch.arms.iter().zip(arm_cases(&branch.arms)) {
            self.conditions.extend(cases);
            self.units(&arm.body, Before::ArmBody { before });
            self.conditions.truncate(outer);
        }
    }

    /// What stands before a block that follows `unit`, which follows the block `before`.
    fn behind(&self, unit: Option<&'a Unit>, before: Option<BlockId>) -> Before<'a> {
        let Some(before) = before else { return Before::Nothing };
        match unit {
            Some(Unit::Loop(head)) if self.description.has_words(&head.body) => {
                let last = last_block(&head.body).unwrap_or(before);
                Before::Loop { head, last, before }
            }
            Some(Unit::Branch(branch))
                if branch.arms.iter().any(|a| self.description.has_words(&a.body)) =>
            {
                let lasts = branch.arms.iter().map(|arm| last_block(&arm.body));
                // One way more than arms when there is no ELSE: no arm is taken.
                let arms = arm_cases(&branch.arms).into_iter().zip(lasts.chain([None])).collect();
                Before::Branch { arms, before }
            }
            // Without words between them the two blocks touch, whatever the bounds are.
            _ => Before::Block(before),
        }
    }
}

fn last_block(units: &[Unit]) -> Option<BlockId> {
    match units.last() {
        Some(Unit::Block(id)) => Some(*id),
        _ => None,
    }
}

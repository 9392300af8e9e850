//! Which block can stand immediately before which, and when.

use crate::affine::{Affine, Constraint};
use crate::model::{BlockId, Branch, Cases, Description, Loop, Unit, arm_cases};

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
    /// (e) The sequence begins: nothing stands before.
    Start,
    /// An arm of a branch is entered.
    Take,
    /// An arm of a branch is left.
    Join,
    /// No arm of a branch was taken, or what lies between holds no words.
    Pass,
}

impl Transition {
    /// The word for it in listings.
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
pub struct Predecessor {
    /// How.
    pub transition: Transition,
    /// The block, and forms for the variables of its place; `None` before position 0.
    pub instance: Option<(BlockId, Vec<Affine>)>,
    /// When; the ways of one block exclude each other, except that the endless loop may be
    /// entered or repeated at will.
    pub guard: Cases,
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
        Self { places: places.into_iter().map(|(_, place)| place).collect() }
    }

    /// The place of a block.
    pub fn at(&self, block: BlockId) -> &Predecessors<'a> {
        &self.places[block.index()]
    }

    /// Everything that can precede an instance of `block` whose variables have the values
    /// `environment`.
    pub fn predecessors(&self, block: BlockId, environment: &[Affine]) -> Vec<Predecessor> {
        let one = |transition, id: BlockId, environment: Vec<Affine>, guard| Predecessor {
            transition,
            instance: Some((id, environment)),
            guard,
        };
        let inner = |value: Affine| {
            let mut inner = environment.to_vec();
            inner.push(value);
            inner
        };
        match &self.at(block).before {
            Before::Nothing => {
                vec![Predecessor { transition: Transition::Start, instance: None, guard: vec![] }]
            }
            Before::Block(before) => {
                vec![one(Transition::Pass, *before, environment.to_vec(), vec![])]
            }
            Before::ArmBody { before } => {
                vec![one(Transition::Take, *before, environment.to_vec(), vec![])]
            }
            Before::EndlessBody { last, before } => vec![
                one(Transition::Enter, *before, environment.to_vec(), vec![]),
                one(Transition::Repeat, *last, environment.to_vec(), vec![]),
            ],
            Before::Loop { head, last, before } => {
                let (from, upto) =
                    (head.from.substitute(environment), head.upto.substitute(environment));
                let runs = vec![vec![Constraint::at_least(&upto, &from)]];
                let skipped = vec![vec![Constraint::below(&upto, &from)]];
                vec![
                    one(Transition::Leave, *last, inner(upto), runs),
                    one(Transition::Skip, *before, environment.to_vec(), skipped),
                ]
            }
            Before::LoopBody { head, last, before } => {
                let outer = &environment[..head.variable];
                let value = &environment[head.variable];
                let from = head.from.substitute(outer);
                let mut previous = outer.to_vec();
                previous.push(value.clone().plus(-1));
                vec![
                    one(
                        Transition::Iterate,
                        *last,
                        previous,
                        vec![vec![Constraint::below(&from, value)]],
                    ),
                    one(
                        Transition::Enter,
                        *before,
                        outer.to_vec(),
                        vec![vec![Constraint::equal(value, &from)]],
                    ),
                ]
            }
            Before::Branch { arms, before } => {
                let way = |(cases, last): &(Cases, Option<BlockId>)| {
                    let guard = cases.iter().map(|one_of| {
                        one_of.iter().map(|each| each.substitute(environment)).collect()
                    });
                    let guard = guard.collect();
                    match last {
                        Some(last) => one(Transition::Join, *last, environment.to_vec(), guard),
                        None => one(Transition::Pass, *before, environment.to_vec(), guard),
                    }
                };
                arms.iter().map(way).collect()
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

//! Which block can stand immediately before which, and when.

use crate::affine::{Affine, Constraint};
use crate::ilp::{Answer, Backend as _, Exact};
use crate::limit::{Limit, Stop};
use crate::model::{Arm, BlockId, Branch, Description, Loop, Test, Unit};

/// The most systems into which the conditions around a block, or those of an arm, are split.
/// Negated equations multiply them, if only to k regions between k lines.
const MOST_SYSTEMS: usize = 256;

/// The most systems looked at on the way.
const MOST_PAIRS: usize = 4 * MOST_SYSTEMS;

/// So many systems are not worth the question which of them have a point.
const FEW_SYSTEMS: usize = 8;

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
    /// When; the alternatives of one block exclude each other, except that the endless loop
    /// may be entered or repeated at will.
    pub guard: Vec<Constraint>,
}

/// What stands before a block in the text.
enum Before<'a> {
    Nothing,
    Block(BlockId),
    Loop { head: &'a Loop, last: BlockId, before: BlockId },
    Branch { arms: Vec<(Vec<Vec<Constraint>>, Option<BlockId>)>, before: BlockId },
    LoopBody { head: &'a Loop, last: BlockId, before: BlockId },
    ArmBody { before: BlockId },
    EndlessBody { last: BlockId, before: BlockId },
}

/// A block's place in the text: what precedes it, and under which conditions it is reached.
pub struct Place<'a> {
    before: Before<'a>,
    /// The counted loops around the block, outermost first.
    pub loops: Vec<&'a Loop>,
    /// The conditions of the loops and arms around the block, as systems of which exactly one
    /// holds where the block is reached.  The order conditions are not among them.
    pub contexts: Vec<Vec<Constraint>>,
}

/// The places of all blocks of a description.
pub struct Skeleton<'a> {
    places: Vec<Place<'a>>,
    complete: bool,
}

impl<'a> Skeleton<'a> {
    /// Walks through the text once.
    pub fn new(description: &'a Description) -> Self {
        let mut walk = Walk {
            description,
            places: Vec::with_capacity(description.blocks.len()),
            loops: Vec::new(),
            contexts: vec![Vec::new()],
            complete: true,
        };
        walk.units(&description.preperiod, Before::Nothing);
        if let (Some(before), Some(last)) =
            (last_block(&description.preperiod), last_block(&description.period))
        {
            walk.units(&description.period, Before::EndlessBody { last, before });
        }
        let complete = walk.complete;
        let mut places: Vec<_> = walk.places;
        places.sort_by_key(|(id, _)| *id);
        Self { places: places.into_iter().map(|(_, place)| place).collect(), complete }
    }

    /// Whether the systems of constraints around all blocks are there: where they became too
    /// many, some are missing, and nothing may be concluded from the others.
    ///
    /// # Errors
    /// [`Limit::CaseSplits`] when they are not.
    pub fn check(&self) -> Result<(), Limit> {
        if self.complete { Ok(()) } else { Err(Limit::CaseSplits) }
    }

    /// The place of a block.
    pub fn place(&self, block: BlockId) -> &Place<'a> {
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
        match &self.place(block).before {
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
                let runs = vec![Constraint::at_least(&upto, &from)];
                let skipped = vec![Constraint::below(&upto, &from)];
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
                        vec![Constraint::below(&from, value)],
                    ),
                    one(
                        Transition::Enter,
                        *before,
                        outer.to_vec(),
                        vec![Constraint::equal(value, &from)],
                    ),
                ]
            }
            Before::Branch { arms, before } => {
                let mut ways = Vec::new();
                for (systems, last) in arms {
                    for system in systems {
                        let guard =
                            system.iter().map(|each| each.substitute(environment)).collect();
                        ways.push(match last {
                            Some(last) => one(Transition::Join, *last, environment.to_vec(), guard),
                            None => one(Transition::Pass, *before, environment.to_vec(), guard),
                        });
                    }
                }
                ways
            }
        }
    }
}

struct Walk<'a> {
    description: &'a Description,
    places: Vec<(BlockId, Place<'a>)>,
    loops: Vec<&'a Loop>,
    contexts: Vec<Vec<Constraint>>,
    complete: bool,
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
                    let place = Place {
                        before,
                        loops: self.loops.clone(),
                        contexts: self.contexts.clone(),
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
        let outer = self.contexts.clone();
        for context in &mut self.contexts {
            context.extend(range.iter().cloned());
        }
        self.loops.push(head);
        self.units(&head.body, Before::LoopBody { head, last, before });
        self.loops.pop();
        self.contexts = outer;
    }

    fn arms(&mut self, branch: &'a Branch, before: Option<BlockId>) {
        let Some(before) = before else { return };
        let outer = self.contexts.clone();
        let arms = arm_systems(&branch.arms);
        self.complete &= arms.is_ok();
        for (index, arm) in branch.arms.iter().enumerate() {
            let systems = arms.as_ref().ok().map_or(&[][..], |arms| &arms[index]);
            let contexts = product(&outer, systems);
            self.complete &= contexts.is_ok();
            self.contexts = contexts.unwrap_or_default();
            self.units(&arm.body, Before::ArmBody { before });
        }
        self.contexts = outer;
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
                // If they are too many, the walk through the arms has noted it.
                let systems = arm_systems(&branch.arms).unwrap_or_default();
                let lasts = branch.arms.iter().map(|arm| last_block(&arm.body));
                // One system more than arms when there is no ELSE: no arm is taken.
                let arms = systems.into_iter().zip(lasts.chain([None])).collect();
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

/// For each arm, and behind the last one for "none of them" if there is no ELSE, the systems
/// of which exactly one holds where it is taken: its condition and the negations of the
/// earlier ones.
///
/// # Errors
/// [`Limit::CaseSplits`] when there are too many of them.
pub fn arm_systems(arms: &[Arm]) -> Result<Vec<Vec<Vec<Constraint>>>, Limit> {
    let cases = |test: &Test| -> Vec<Vec<Constraint>> {
        test.cases().into_iter().map(|constraint| vec![constraint]).collect()
    };
    let mut open = vec![Vec::new()];
    let mut result = Vec::new();
    for arm in arms {
        match &arm.condition {
            Some(test) => {
                result.push(product(&open, &cases(test))?);
                open = product(&open, &cases(&test.negated()))?;
            }
            None => {
                result.push(open);
                return Ok(result);
            }
        }
    }
    result.push(open);
    Ok(result)
}

/// The conjunctions of a system on the left with one on the right, without those that
/// contradict themselves: k conditions `i == 1`, `i == 2`, ... leave k + 1 intervals for "none
/// of them", not 2^k systems.
///
/// # Errors
/// [`Limit::CaseSplits`] when there are too many of them.
fn product(
    left: &[Vec<Constraint>],
    right: &[Vec<Constraint>],
) -> Result<Vec<Vec<Constraint>>, Limit> {
    let pair = |l: &Vec<Constraint>, r: &Vec<Constraint>| [l.as_slice(), r].concat();
    let pairs = left.iter().flat_map(|l| right.iter().map(move |r| pair(l, r)));
    let mut systems: Vec<_> =
        pairs.filter(|system| !contradictory(system)).take(MOST_PAIRS + 1).collect();
    if systems.len() > FEW_SYSTEMS {
        systems.retain(|system| !is_empty(system));
    }
    if systems.len() > MOST_SYSTEMS { Err(Limit::CaseSplits) } else { Ok(systems) }
}

/// Does the system have no integer point?  A limit counts as a point.
fn is_empty(system: &[Constraint]) -> bool {
    let mut backend = Exact::new(Stop::default());
    let dimension = system.iter().map(|each| each.form.coefficients().len()).max();
    for _ in 0..dimension.unwrap_or(0) {
        backend.add_variable();
    }
    for constraint in system {
        backend.push(constraint);
    }
    matches!(backend.ask(None), Answer::Infeasible(_))
}

/// Do two of the constraints add up to a negative number >= 0?
fn contradictory(system: &[Constraint]) -> bool {
    let negative = |form: &Affine| form.is_constant() && form.constant_term().is_negative();
    system.iter().enumerate().any(|(index, one)| {
        negative(&one.form)
            || system[..index].iter().any(|other| negative(&(&one.form + &other.form)))
    })
}

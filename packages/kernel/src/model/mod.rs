//! A description as the proof sees it: parameters, moves, and units made of blocks.
//!
//! The tree of the text with everything resolved: LETs are put in, letters are values, names are variable numbers (see
//! [`crate::affine`]), and the words are gathered into *blocks*, the maximal runs of words between keywords, cut into
//! pieces where they are long: what can precede a block is followed back block by block, and several threads prove
//! several blocks.  Each part keeps its [`Span`], so that later stages can point to it.
//!
//! The shape of every list of units: blocks, (loop or branch), blocks, ..., blocks.  It begins and ends with a block
//! (possibly empty), and two loops or branches always have a block between them.  Each block is in one place only.

mod alphabet;
mod arms;
mod covered;
mod moves;
mod places;
mod rule;
mod start;
mod ways;

pub use alphabet::{Alphabet, Value, ValueSet};
pub use arms::{Cases, arm_cases};
pub use covered::{Covered, options_with};
pub use moves::{Followed, Move};
pub use places::{BlockGraph, BlockPlace, Instance, LoopHead, Predecessor, Transition};
pub use rule::{Asked, OptionCounts, Rule, RuleError, Tally};
pub use start::Before;
pub use ways::{Empty, Ways};

use crate::affine::{Affine, Constraint};
use crate::integer::Integer;
use crate::span::Span;
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::sync::Arc;

/// What a text claims: for all parameters that satisfy the conditions, this is the sequence
/// of the subtraction game with these moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The rule that gives the value of a position from those of its options; the words are written in its letters.
    pub rule: Rule,
    /// The parameters, in order of declaration; parameter k is variable k.
    pub parameters: Vec<Parameter>,
    /// The order conditions, over the parameters; all hold together.
    pub conditions: Vec<Condition>,
    /// The moves, over the parameters, as listed.
    pub moves: Vec<Move>,
    /// The values before position 0: this block, repeated for ever to the left, its last value at position -1.  Its
    /// lengths are over the parameters.  Without it nothing is there, and moves beyond position 0 lead nowhere.
    pub start: Option<Block>,
    /// All blocks, in text order; the printed number of `blocks[k]` is k + 1.
    pub blocks: Vec<Block>,
    /// The units before the endless loop.
    pub preperiod: Vec<Unit>,
    /// The body of the endless loop; no units at all for a finite piece of a sequence, see
    /// [`Description::is_piece`].
    pub period: Vec<Unit>,
}

/// A parameter (free variable) of a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, one lower-case letter.
    pub name: String,
    /// Where it occurs first.
    pub span: Span,
}

/// An order condition, such as `n >= 2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The condition over the parameters.
    pub constraint: Constraint,
    /// The whole condition in the text.
    pub span: Span,
}

/// The number of a block in [`Description::blocks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(usize);

impl BlockId {
    /// The block before position 0, [`Description::start`].
    pub const START: Self = Self(usize::MAX);

    /// The block `blocks[index]`.
    pub fn from_index(index: usize) -> Self {
        Self(index)
    }

    /// The place in [`Description::blocks`].
    pub fn index(self) -> usize {
        self.0
    }

    /// The number that is shown; 0 is what precedes position 0.
    pub fn printed(self) -> usize {
        self.0.wrapping_add(1)
    }
}

/// The most words of a block.
pub const MOST_BLOCK_WORDS: usize = 1 << 10;

/// A maximal run of words between keywords, or a piece of one, of at most [`MOST_BLOCK_WORDS`]
/// words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The words, without those that are empty for all values of the variables.
    pub words: Vec<Word>,
    /// From the first word to the last, or the keyword that starts an empty block.
    pub span: Span,
}

/// The values of a cycle, most of which are short.
pub type ValueCycle = SmallVec<[Value; 16]>;

/// A finite piece of the sequence: the values of `cycle`, repeated and cut off after `length` values.
///
/// `<BAC>(4i-4)` has the cycle B A C and the length 4i-4; `(AB)(n)` has the cycle A B and
/// the length 2n; `_(2n)` has the cycle `_`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// At least one value; the word starts with the first.
    pub cycle: ValueCycle,
    /// The number of values, over the parameters and the control variables of the loops around the word.  A long text
    /// has few distinct ones.
    pub length: Arc<Affine>,
    /// Its place in the text.
    pub span: Span,
}

impl Word {
    /// The value at this offset into the word, taken modulo the length of its cycle.
    pub fn value_at(&self, offset: &Integer) -> Value {
        self.cycle[offset.index_modulo(self.cycle.len())]
    }
}

/// A part of a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A run of words.
    Block(BlockId),
    /// `FOR v FROM a UPTO b REP ... PER`.
    Loop(Box<Loop>),
    /// `IF ... THEN ... ELIF ... ELSE ... FI`.
    Branch(Branch),
    /// `REPEAT u=a IN b..c ... ENDREP`, between two empty blocks the whole of [`Description::period`].
    StateLoop(Box<StateLoop>),
}

/// A counted loop: the body once for each v = from, from+1, ..., upto.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop<U = Unit> {
    /// The name of the control variable.
    pub name: String,
    /// Its number: the number of parameters plus the number of counted loops around this one.
    pub variable: usize,
    /// First value, over the variables below `variable`.
    pub from: Affine,
    /// Last value, over the variables below `variable`; below `from` the loop is skipped.
    pub upto: Affine,
    /// The body.
    pub body: Vec<U>,
    /// The head of the loop.
    pub span: Span,
}

/// An endless loop whose passes carry a *state*, an integer u: the first pass has the state `first`, and a pass that
/// takes way k has the next state `ways[k].next`.
///
/// ```text
/// REPEAT u=0 IN 0..a-1                                            first = 0, least = 0, greatest = a-1
///   IF u+r <= a-1 THEN NEXT v=u+r ELSE NEXT v=u+r-a FI ...        two ways
/// ENDREP
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateLoop {
    /// The name of the state.
    pub name: String,
    /// Its number: the number of parameters.
    pub variable: usize,
    /// The state of the first pass, over the parameters.
    pub first: Affine,
    /// No state is less, over the parameters.
    pub least: Affine,
    /// No state is greater, over the parameters.
    pub greatest: Affine,
    /// The ways through a pass, the last one without a condition; the first one whose condition holds is taken.
    pub ways: Vec<Way>,
    /// The head of the loop.
    pub span: Span,
}

/// One way through a pass of a [`StateLoop`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// When it is taken, and the whole pass.
    pub arm: Arm,
    /// The state of the next pass, over the parameters and the state; that has the coefficient 1 or -1 there, so the
    /// state of this pass follows from it.
    pub next: Affine,
    /// Where that is said.
    pub span: Span,
}

impl StateLoop {
    /// What holds of every state.
    pub fn bounds(&self) -> Cases {
        let state = Affine::variable(self.variable);
        let bounds = [
            Constraint::at_least(&state, &self.least),
            Constraint::at_least(&self.greatest, &state),
        ];
        bounds.map(|bound| vec![bound]).into()
    }

    /// When each way is taken, without what holds of every state; `None` if there may be a pass that takes none.
    pub fn cases(&self) -> Option<Vec<Cases>> {
        let arms: Vec<_> =
            self.ways.iter().map(|way| Arm { body: Vec::new(), ..way.arm.clone() }).collect();
        let is_complete = self.ways.last().is_some_and(|way| way.arm.condition.is_none());
        Some(arm_cases(&arms)).filter(|cases| is_complete && cases.len() == arms.len())
    }
}

impl Way {
    /// The state of a pass that takes this way, over the parameters and the state of the next pass.
    pub fn before(&self, state: usize) -> Option<Affine> {
        let coefficient = self.next.coefficient(state);
        let is_known = [Integer::ONE, Integer::from(-1)].contains(coefficient);
        // s u + f = v for s = 1 or -1, so u = s (v - f).
        is_known.then(|| {
            let variable = Affine::variable(state);
            let rest = &self.next - &variable.times(coefficient);
            (&variable - &rest).times(coefficient)
        })
    }
}

/// A branch: the first arm whose condition holds, or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The arms in order.
    pub arms: Vec<Arm>,
    /// The whole branch, from IF to FI.
    pub span: Span,
}

/// One arm of a branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm<U = Unit> {
    /// When it is taken; `None` for ELSE, after which there is no arm.
    pub condition: Option<Test>,
    /// The units of the arm.
    pub body: Vec<U>,
    /// The head of the arm.
    pub span: Span,
}

impl<U> Loop<U> {
    /// The loop with another body.
    pub(crate) fn with_body<V>(&self, body: Vec<V>) -> Loop<V> {
        let Self { name, variable, from, upto, span, .. } = self;
        let (name, from, upto) = (name.clone(), from.clone(), upto.clone());
        Loop { name, variable: *variable, from, upto, body, span: *span }
    }
}

impl<U> Arm<U> {
    /// The arm with another body.
    pub(crate) fn with_body<V>(&self, body: Vec<V>) -> Arm<V> {
        Arm { condition: self.condition.clone(), body, span: self.span }
    }
}

/// How a [`Test`] compares its difference with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// >=
    AtLeast,
    /// <=
    AtMost,
    /// ==
    Equal,
    /// !=
    NotEqual,
}

/// A condition of a branch, `left relation right`, kept as `left - right relation 0`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Test {
    /// `left - right`.
    pub difference: Affine,
    /// The relation to 0.
    pub comparison: Comparison,
}

impl Comparison {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::AtLeast, Self::AtMost, Self::Equal, Self::NotEqual];

    /// The comparison that is written with this sign.
    pub fn from_sign(sign: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|relation| relation.sign() == sign)
    }

    /// Does it hold of two numbers in this order?
    #[inline]
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Self::AtLeast => order.is_ge(),
            Self::AtMost => order.is_le(),
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
        }
    }

    /// The sign it is written with.
    pub fn sign(self) -> &'static str {
        match self {
            Self::AtLeast => ">=",
            Self::AtMost => "<=",
            Self::Equal => "==",
            Self::NotEqual => "!=",
        }
    }
}

impl Test {
    /// Does it hold where the difference has this value?
    pub fn holds(&self, difference: &Integer) -> bool {
        self.comparison.holds(difference.cmp(&Integer::ZERO))
    }

    /// Systems of one constraint each, exactly one of which holds where the test does.
    ///
    /// `i != 3` gives `i - 4 >= 0` and `2 - i >= 0`; every other test gives one constraint.
    pub fn cases(&self) -> Vec<Constraint> {
        let above = || Constraint::at_least_zero(self.difference.clone());
        let below = || Constraint::at_least_zero(-&self.difference);
        match self.comparison {
            Comparison::AtLeast => vec![above()],
            Comparison::AtMost => vec![below()],
            Comparison::Equal => vec![Constraint::zero(self.difference.clone())],
            Comparison::NotEqual => {
                vec![Constraint::positive(&self.difference), Constraint::negative(&self.difference)]
            }
        }
    }

    /// The opposite test, in the sense of [`Test::cases`].
    #[must_use]
    pub fn negated(&self) -> Self {
        let (difference, comparison) = match self.comparison {
            // d >= 0 fails when d + 1 <= 0, and d <= 0 fails when d - 1 >= 0.
            Comparison::AtLeast => (self.difference.clone().plus(1), Comparison::AtMost),
            Comparison::AtMost => (self.difference.clone().plus(-1), Comparison::AtLeast),
            Comparison::Equal => (self.difference.clone(), Comparison::NotEqual),
            Comparison::NotEqual => (self.difference.clone(), Comparison::Equal),
        };
        Self { difference, comparison }
    }
}

impl Description {
    /// The letters that the words are written in.
    pub fn alphabet(&self) -> Alphabet {
        self.rule.alphabet()
    }

    /// The moves where the parameters have these values, in the order of the list, each with the number of its entry
    /// there; `None` if there are more than `most`.
    pub fn sizes(&self, parameters: &[Integer], most: usize) -> Option<Vec<(Integer, usize)>> {
        let mut sizes = Vec::new();
        for (index, each) in self.moves.iter().enumerate() {
            let these = each.sizes(parameters, most - sizes.len())?;
            sizes.extend(these.into_iter().map(|size| (size, index)));
        }
        Some(sizes)
    }

    /// Does the number of moves of some entry depend on its ends?
    pub fn has_ranges(&self) -> bool {
        self.moves.iter().any(|each| each.last.is_some())
    }

    /// The block with this number.
    pub fn block(&self, id: BlockId) -> &Block {
        match &self.start {
            Some(start) if id == BlockId::START => start,
            _ => &self.blocks[id.0],
        }
    }

    /// The order conditions, as constraints on the parameters.
    pub fn constraints(&self) -> Vec<Constraint> {
        self.conditions.iter().map(|each| each.constraint.clone()).collect()
    }

    /// Do these units contain a word?
    pub fn has_words(&self, units: &[Unit]) -> bool {
        units.iter().any(|unit| match unit {
            Unit::Block(id) => !self.block(*id).words.is_empty(),
            Unit::Loop(head) => self.has_words(&head.body),
            Unit::Branch(branch) => branch.arms.iter().any(|arm| self.has_words(&arm.body)),
            Unit::StateLoop(head) => head.ways.iter().any(|way| self.has_words(&way.arm.body)),
        })
    }

    /// The endless loop, if its passes carry a state.
    pub fn state_loop(&self) -> Option<&StateLoop> {
        self.period.iter().find_map(|unit| match unit {
            Unit::StateLoop(head) => Some(&**head),
            Unit::Block(_) | Unit::Loop(_) | Unit::Branch(_) => None,
        })
    }

    /// Is this a finite piece of a sequence, read without loops, where only those positions count whose options all lie
    /// in the piece?
    pub fn is_piece(&self) -> bool {
        self.period.is_empty()
    }

    /// The names of the parameters, in order.
    pub fn parameter_names(&self) -> Vec<&str> {
        self.parameters.iter().map(|parameter| parameter.name.as_str()).collect()
    }
}

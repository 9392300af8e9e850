//! Descriptions as trees that own their words, and back.

use crate::affine::Affine;
use crate::integer::Integer;
use crate::model::{
    Arm, Block, BlockId, Branch, Comparison, Description, Loop, MOST_BLOCK_WORDS, Test, Unit, Word,
};
use crate::span::Span;

/// A part of a sequence.  Loops and branches without words do not occur.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Word(Word),
    Loop(Box<Counted>),
    Branch(Vec<Choice>, Span),
}

/// A counted loop of parts.
pub(crate) type Counted = Loop<Part>;

/// An arm of a branch between parts.
pub(super) type Choice = Arm<Part>;

/// The units as parts; `None` if a loop with a state is among them, which stays as it is.
pub(super) fn parts(description: &Description, units: &[Unit]) -> Option<Vec<Part>> {
    let count = |unit: &Unit| match unit {
        Unit::Block(id) => description.block(*id).words.len(),
        Unit::Loop(_) | Unit::Branch(_) | Unit::StateLoop(_) => 1,
    };
    let mut parts = Vec::with_capacity(units.iter().map(count).sum());
    for unit in units {
        match unit {
            Unit::Block(id) => {
                parts.extend(description.block(*id).words.iter().cloned().map(Part::Word));
            }
            Unit::Loop(head) => {
                parts.extend(counted(head.with_body(self::parts(description, &head.body)?)));
            }
            Unit::Branch(Branch { arms, span }) => {
                let arms = arms
                    .iter()
                    .map(|arm| Some(arm.with_body(self::parts(description, &arm.body)?)));
                parts.extend(branch(arms.collect::<Option<Vec<_>>>()?, *span));
            }
            Unit::StateLoop(_) => return None,
        }
    }
    Some(parts)
}

/// A loop, if it has words.
pub(super) fn counted(head: Counted) -> Option<Part> {
    (!head.body.is_empty()).then(|| Part::Loop(Box::new(head)))
}

/// The test that a loop has an iteration.
pub(super) fn runs(head: &Counted) -> Test {
    Test { difference: &head.upto - &head.from, comparison: Comparison::AtLeast }
}

/// The parts that replace the branch with these arms: arms that numbers rule out are left out, and so is what follows
/// an arm that is always taken.
pub(super) fn branch(arms: impl IntoIterator<Item = Choice>, span: Span) -> Vec<Part> {
    let mut kept: Vec<Choice> = Vec::new();
    for mut arm in arms {
        match arm.condition.as_ref().map(outcome) {
            Some(Some(false)) => continue,
            Some(Some(true)) => arm.condition = None,
            Some(None) | None => {}
        }
        let last = arm.condition.is_none();
        kept.push(arm);
        if last {
            break;
        }
    }
    if let [Choice { condition: None, body, .. }] = kept.as_mut_slice() {
        return std::mem::take(body);
    }
    if kept.iter().all(|arm| arm.body.is_empty()) {
        return Vec::new();
    }
    vec![Part::Branch(kept, span)]
}

/// The outcome of the test, if it compares numbers, or asks whether an integer is a fraction.
pub(super) fn outcome(test: &Test) -> Option<bool> {
    let form = &test.difference;
    if form.is_constant() {
        return Some(test.holds(form.constant_term()));
    }
    let equal = match test.comparison {
        Comparison::Equal => true,
        Comparison::NotEqual => false,
        Comparison::AtLeast | Comparison::AtMost => return None,
    };
    // All coefficients are multiples of a number, and the constant is not.
    let content = form.terms().fold(Integer::ZERO, |content, (_, each)| content.gcd(each));
    (!form.constant_term().mod_floor(&content).is_zero()).then_some(!equal)
}

/// The parts where a control variable has a value, a form over the variables below it; the variables above it are
/// numbered one lower.
pub(super) fn instance(parts: &[Part], variable: usize, value: &Affine) -> Vec<Part> {
    renamed(parts, &|form| form.put(variable, value, variable), &|loop_variable| loop_variable - 1)
}

/// The parts with other forms and other numbers of control variables.
fn renamed(
    parts: &[Part],
    form: &dyn Fn(&Affine) -> Affine,
    variable: &dyn Fn(usize) -> usize,
) -> Vec<Part> {
    let one = |part: &Part| match part {
        Part::Word(word) => Part::Word(Word { length: form(&word.length).into(), ..word.clone() }),
        Part::Loop(head) => Part::Loop(Box::new(Counted {
            variable: variable(head.variable),
            from: form(&head.from),
            upto: form(&head.upto),
            ..head.with_body(renamed(&head.body, form, variable))
        })),
        Part::Branch(arms, span) => {
            let test = |test: &Test| Test { difference: form(&test.difference), ..test.clone() };
            let arms = arms.iter().map(|arm| Choice {
                condition: arm.condition.as_ref().map(test),
                body: renamed(&arm.body, form, variable),
                span: arm.span,
            });
            Part::Branch(arms.collect(), *span)
        }
    };
    parts.iter().map(one).collect()
}

/// The parts where every variable from `first` on is numbered higher by `by`.
pub(super) fn raised(parts: &[Part], first: usize, by: usize) -> Vec<Part> {
    let form = |form: &Affine| form.put(first, &Affine::variable(first + by), first + by + 1);
    renamed(parts, &form, &|loop_variable| loop_variable + by)
}

/// The number of words, loops and arms.
pub(super) fn size(parts: &[Part]) -> usize {
    let one = |part: &Part| match part {
        Part::Word(_) => 1,
        Part::Loop(head) => 1 + size(&head.body),
        Part::Branch(arms, _) => arms.iter().map(|arm| 1 + size(&arm.body)).sum(),
    };
    parts.iter().map(one).sum()
}

/// Does a form in the parts depend on the variable?
pub(super) fn mention(parts: &[Part], variable: usize) -> bool {
    let has = |form: &Affine| !form.coefficient(variable).is_zero();
    parts.iter().any(|part| match part {
        Part::Word(word) => has(&word.length),
        Part::Loop(head) => has(&head.from) || has(&head.upto) || mention(&head.body, variable),
        Part::Branch(arms, _) => arms.iter().any(|arm| {
            arm.condition.as_ref().is_some_and(|test| has(&test.difference))
                || mention(&arm.body, variable)
        }),
    })
}

/// Are the parts the same, wherever they are in the text?
pub(super) fn same(left: &[Part], right: &[Part]) -> bool {
    let one = |(left, right): (&Part, &Part)| match (left, right) {
        (Part::Word(left), Part::Word(right)) => {
            left.cycle == right.cycle && left.length == right.length
        }
        (Part::Loop(left), Part::Loop(right)) => {
            left.variable == right.variable
                && (&left.from, &left.upto) == (&right.from, &right.upto)
                && same(&left.body, &right.body)
        }
        (Part::Branch(left, _), Part::Branch(right, _)) => {
            let arm = |(left, right): (&Choice, &Choice)| {
                left.condition == right.condition && same(&left.body, &right.body)
            };
            left.len() == right.len() && left.iter().zip(right).all(arm)
        }
        _ => false,
    };
    left.len() == right.len() && left.iter().zip(right).all(one)
}

/// From the first word to the last one.
pub(super) fn span(parts: &[Part]) -> Span {
    let one = |part: &Part| match part {
        Part::Word(word) => word.span,
        Part::Loop(head) => head.span.to(span(&head.body)),
        Part::Branch(_, span) => *span,
    };
    parts.iter().map(one).reduce(|all, each| all.to(each)).unwrap_or_default()
}

/// The word where its length is not negative, and nothing otherwise.
pub(super) fn where_at_least_zero(word: Word) -> Vec<Part> {
    if word.length.is_zero() {
        return Vec::new();
    }
    let (difference, span) = ((*word.length).clone(), word.span);
    let condition = Some(Test { difference, comparison: Comparison::AtLeast });
    branch([Choice { condition, body: vec![Part::Word(word)], span }], span)
}

/// A name that no parameter has, as long as there are letters.
pub(super) fn free_name(of: &Description) -> String {
    let is_free = |name: &String| of.parameters.iter().all(|each| each.name != *name);
    ('a'..='z').rev().map(String::from).find(is_free).unwrap_or_default()
}

/// The description with other parts.
pub(crate) fn description(
    of: &Description,
    preperiod: Vec<Part>,
    period: Option<Vec<Part>>,
) -> Description {
    let mut builder = Builder { blocks: Vec::new() };
    let preperiod = builder.units(preperiod, Span::default());
    let period = period.map_or_else(Vec::new, |parts| {
        let opener = span(&parts);
        builder.units(parts, opener)
    });
    Description {
        rule: of.rule,
        parameters: of.parameters.clone(),
        conditions: of.conditions.clone(),
        moves: of.moves.clone(),
        start: of.start.clone(),
        blocks: builder.blocks,
        preperiod,
        period,
    }
}

struct Builder {
    blocks: Vec<Block>,
}

impl Builder {
    /// The parts in the shape that [`crate::model`] promises; `opener` is what precedes them.
    fn units(&mut self, parts: Vec<Part>, mut opener: Span) -> Vec<Unit> {
        let (mut units, mut words) = (Vec::new(), Vec::new());
        for part in parts {
            if let Part::Word(word) = part {
                if words.len() == MOST_BLOCK_WORDS {
                    units.push(self.block(std::mem::take(&mut words), opener));
                }
                words.push(word);
                continue;
            }
            units.push(self.block(std::mem::take(&mut words), opener));
            match part {
                Part::Word(_) => {}
                Part::Loop(mut head) => {
                    opener = head.span;
                    let body = self.units(std::mem::take(&mut head.body), opener);
                    units.push(Unit::Loop(Box::new(head.with_body(body))));
                }
                Part::Branch(arms, span) => {
                    opener = span;
                    let mut built = |mut arm: Choice| {
                        let body = self.units(std::mem::take(&mut arm.body), arm.span);
                        arm.with_body(body)
                    };
                    let arms = arms.into_iter().map(&mut built).collect();
                    units.push(Unit::Branch(Branch { arms, span }));
                }
            }
        }
        units.push(self.block(words, opener));
        units
    }

    fn block(&mut self, words: Vec<Word>, opener: Span) -> Unit {
        let spans = words.iter().map(|word| word.span);
        let span = spans.reduce(|all, each| all.to(each)).unwrap_or(opener);
        self.blocks.push(Block { words, span });
        Unit::Block(BlockId::from_index(self.blocks.len() - 1))
    }
}

//! A sequence as words and counted loops over the variables of one case.
//!
//! There are no branches, every loop runs from a to b with b >= a - 1 wherever it is reached,
//! lengths are at least 0, and a loop inside d others has the variable number V + d, where V
//! is the number of variables of the case.

use crate::affine::Affine;
use crate::integer::Integer;
use crate::model::{Alphabet, Block, BlockId, Description, Loop, Parameter, Unit, Value, Word};
use crate::span::Span;

/// The most loops inside one another.
pub const MOST_LOOPS: usize = 64;

/// A part of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// The values of a cycle again and again, cut after so many.
    Word(Vec<Value>, Affine),
    /// The body once for each value of the variable.
    Loop(Box<Counted>),
}

/// A counted loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The number of the variable.
    pub variable: usize,
    /// Its first value.
    pub from: Affine,
    /// Its last value, at least `from` - 1.
    pub upto: Affine,
    /// The body.
    pub body: Vec<Item>,
}

impl Counted {
    /// Is every iteration the same?
    pub fn is_power(&self) -> bool {
        !self.body.iter().any(|item| item.mentions(self.variable))
    }

    /// The number of iterations.
    pub fn count(&self) -> Affine {
        (&self.upto - &self.from).plus(1)
    }

    /// The body where the variable has a value that is a form over the variables below it.
    pub fn iteration(&self, value: &Affine) -> Vec<Item> {
        self.instance(value, self.variable)
    }

    /// The same loop, counting `shift` higher.
    pub fn shifted(&self, shift: &Affine) -> Self {
        let value = &Affine::variable(self.variable) - shift;
        Self {
            variable: self.variable,
            from: &self.from + shift,
            upto: &self.upto + shift,
            body: self.instance(&value, self.variable + 1),
        }
    }

    fn instance(&self, value: &Affine, next: usize) -> Vec<Item> {
        let mut values: Vec<_> = (0..self.variable).map(Affine::variable).collect();
        values.push(value.clone());
        self.body.iter().map(|item| item.renamed(&mut values.clone(), next)).collect()
    }
}

impl Item {
    fn mentions(&self, variable: usize) -> bool {
        let has = |form: &Affine| !form.coefficient(variable).is_zero();
        match self {
            Self::Word(_, length) => has(length),
            Self::Loop(head) => {
                has(&head.from)
                    || has(&head.upto)
                    || head.body.iter().any(|item| item.mentions(variable))
            }
        }
    }

    /// The item with `values[v]` for variable v, its loops numbered from `next` on.
    fn renamed(&self, values: &mut Vec<Affine>, next: usize) -> Self {
        match self {
            Self::Word(cycle, length) => Self::Word(cycle.clone(), put(length, values)),
            Self::Loop(head) => {
                let (from, upto) = (put(&head.from, values), put(&head.upto, values));
                values.truncate(head.variable);
                values.push(Affine::variable(next));
                let body = head.body.iter().map(|item| {
                    let mut values = values.clone();
                    item.renamed(&mut values, next + 1)
                });
                Self::Loop(Box::new(Counted { variable: next, from, upto, body: body.collect() }))
            }
        }
    }

    /// The number of words and loops.
    pub fn size(&self) -> usize {
        match self {
            Self::Word(cycle, _) => cycle.len(),
            Self::Loop(head) => 1 + size(&head.body),
        }
    }
}

/// The number of words, with their letters, and loops.
pub fn size(items: &[Item]) -> usize {
    items.iter().map(Item::size).sum()
}

/// The form with `values[v]` for variable v; variables beyond the list stay.
fn put(form: &Affine, values: &[Affine]) -> Affine {
    let beyond = (values.len()..form.coefficients().len()).map(Affine::variable);
    let values: Vec<_> = values.iter().cloned().chain(beyond).collect();
    form.substitute(&values)
}

/// Is the list one of copies of `root`, and of loops that repeat it?
pub fn is_power_of(list: &[Item], root: &[Item]) -> bool {
    let mut rest = list;
    while let Some(first) = rest.first() {
        rest = match (rest.strip_prefix(root), first) {
            // Where nothing has a meaning, the root may be empty.
            (Some(rest), _) if !root.is_empty() => rest,
            (_, Item::Loop(head)) if repeats(head, root) => &rest[1..],
            _ => return false,
        };
    }
    true
}

/// Is every iteration of the loop one of copies of `root`?
pub fn repeats(head: &Counted, root: &[Item]) -> bool {
    // With a variable that no root has in place of its own, only what does not depend on the
    // loop can be equal to the root; how often inner loops run may depend on it.
    let foreign = Affine::variable(head.variable + MOST_LOOPS);
    is_power_of(&head.iteration(&foreign), root)
}

/// The values where the variables of the case have these values, unless they are more than
/// `most`.
pub fn values(items: &[Item], point: &[Integer], most: usize) -> Option<Vec<Value>> {
    let mut values = Vec::new();
    let mut steps = most;
    collect(items, &mut point.to_vec(), most, &mut steps, &mut values)?;
    Some(values)
}

fn collect(
    items: &[Item],
    point: &mut Vec<Integer>,
    most: usize,
    steps: &mut usize,
    values: &mut Vec<Value>,
) -> Option<()> {
    for item in items {
        match item {
            Item::Word(cycle, length) => {
                let length = usize::try_from(length.at(point).to_i64()?).ok()?;
                if values.len().checked_add(length)? > most {
                    return None;
                }
                values.extend(cycle.iter().copied().cycle().take(length));
            }
            Item::Loop(head) => {
                let (mut value, upto) = (head.from.at(point), head.upto.at(point));
                while value <= upto {
                    *steps = steps.checked_sub(1)?;
                    point.truncate(head.variable);
                    point.push(value.clone());
                    collect(&head.body, point, most, steps, values)?;
                    value += &Integer::ONE;
                }
                point.truncate(head.variable);
            }
        }
    }
    Some(())
}

/// The endless repetition of a list as a description whose first block is empty, with
/// `variables` parameters.
///
/// Each list of items is made of a block, and behind each loop another one; so the blocks of
/// `w x (y) z` are `w x`, `y` and `z`, with the numbers 1, 2 and 3.
pub fn endless(body: &[Item], variables: usize) -> Description {
    let parameter = |_| Parameter { name: String::new(), span: Span::default() };
    let empty = || Block { words: Vec::new(), span: Span::default() };
    let mut blocks = vec![empty()];
    let period = units(body, &mut blocks);
    Description {
        alphabet: Alphabet::Nim,
        parameters: (0..variables).map(parameter).collect(),
        conditions: Vec::new(),
        moves: Vec::new(),
        blocks,
        preperiod: vec![Unit::Block(BlockId::from_index(0))],
        period,
    }
}

fn units(items: &[Item], blocks: &mut Vec<Block>) -> Vec<Unit> {
    let open = |blocks: &mut Vec<Block>| {
        blocks.push(Block { words: Vec::new(), span: Span::default() });
        blocks.len() - 1
    };
    let mut block = open(blocks);
    let mut units = vec![Unit::Block(BlockId::from_index(block))];
    for item in items {
        match item {
            Item::Word(cycle, length) => blocks[block].words.push(Word {
                cycle: cycle.clone(),
                length: length.clone(),
                span: Span::default(),
            }),
            Item::Loop(head) => {
                let body = self::units(&head.body, blocks);
                units.push(Unit::Loop(Box::new(Loop {
                    name: String::new(),
                    variable: head.variable,
                    from: head.from.clone(),
                    upto: head.upto.clone(),
                    body,
                    span: Span::default(),
                })));
                block = open(blocks);
                units.push(Unit::Block(BlockId::from_index(block)));
            }
        }
    }
    units
}

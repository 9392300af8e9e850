//! A sequence as words and counted loops over the parameters of one case.
//!
//! Branches are resolved, every loop runs from a to b with b >= a - 1 wherever it is reached,
//! and a loop inside d others has the variable number V + d, where V is the number of
//! variables of the case.

use super::polynomial::Polynomial;
use crate::Integer;
use crate::affine::Affine;
use crate::diagnostic::Span;
use crate::model::{Block, BlockId, Description, Loop, Parameter, Unit, Value, Word};

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

    /// The body where the variable has a value that is a form over the variables below it.
    pub fn iteration(&self, value: &Affine) -> Vec<Item> {
        self.instance(value, self.variable)
    }

    /// The body of the loop that counts `shift` higher.
    pub fn shifted(&self, shift: &Affine) -> Vec<Item> {
        self.instance(&(&Affine::variable(self.variable) - shift), self.variable + 1)
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

    /// The number of positions.
    pub fn length(&self) -> Polynomial {
        match self {
            Self::Word(_, length) => length.into(),
            Self::Loop(head) => {
                length(&head.body).sum(head.variable, &(&head.from).into(), &(&head.upto).into())
            }
        }
    }
}

/// The form with `values[v]` for variable v; variables beyond the list stay.
fn put(form: &Affine, values: &[Affine]) -> Affine {
    let beyond = (values.len()..form.coefficients().len()).map(Affine::variable);
    let values: Vec<_> = values.iter().cloned().chain(beyond).collect();
    form.substitute(&values)
}

/// The number of positions of a list.
pub fn length(items: &[Item]) -> Polynomial {
    items.iter().fold(Polynomial::zero(), |sum, item| sum.plus(&item.length()))
}

/// The values where the variables of the case have these values, unless they are more than
/// `most`.
pub fn values(items: &[Item], point: &[Integer], most: usize) -> Option<Vec<Value>> {
    let mut values = Vec::new();
    collect(items, &mut point.to_vec(), most, &mut values)?;
    Some(values)
}

fn collect(
    items: &[Item],
    point: &mut Vec<Integer>,
    most: usize,
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
                    point.truncate(head.variable);
                    point.push(value.clone());
                    collect(&head.body, point, most, values)?;
                    value += &Integer::ONE;
                }
                point.truncate(head.variable);
            }
        }
    }
    Some(())
}

/// The endless repetition of a list as a description whose first block is empty, for the
/// search for chains.  `of` is the description of which it is a part, `variables` the number
/// of variables of the case.
pub fn endless(of: &Description, body: &[Item], variables: usize) -> Description {
    let parameter = |_| Parameter { name: String::new(), span: Span::default() };
    let empty = || Block { words: Vec::new(), span: Span::default() };
    let mut blocks = vec![empty()];
    let period = units(body, &mut blocks);
    Description {
        alphabet: of.alphabet,
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

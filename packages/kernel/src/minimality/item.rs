//! A sequence as words and counted loops over the variables of one case.
//!
//! There are no branches, every loop runs from a to b with b >= a - 1 wherever it is reached,
//! lengths are at least 0, and a loop inside d others has the variable number V + d, where V
//! is the number of variables of the case.

use crate::affine::Affine;
use crate::integer::Integer;
use crate::model::{Description, Loop, Parameter, Rule, Value, ValueCycle, Word};
use crate::simplify::part::{self, Part};
use crate::span::Span;
use std::sync::Arc;

/// The greatest depth to which loops are nested.
pub const MOST_LOOPS: usize = 64;

/// A part of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// The values of a cycle, repeated and cut off at this length.  A long list has few distinct lengths.
    Word(ValueCycle, Arc<Affine>),
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

    /// The same loop, with a variable that is higher by `shift`.
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
        self.body.iter().map(|item| item.put(self.variable, value, next)).collect()
    }
}

impl Item {
    /// The loop where a variable is replaced by a form, and the variables after it are numbered from `next` on.
    fn put(&self, variable: usize, value: &Affine, next: usize) -> Self {
        let put = |form: &Affine| form.put(variable, value, next);
        match self {
            Self::Word(cycle, length) => {
                let is_same = length.coefficients().len() <= variable;
                let length = if is_same { Arc::clone(length) } else { Arc::new(put(length)) };
                Self::Word(cycle.clone(), length)
            }
            Self::Loop(head) => Self::Loop(Box::new(Counted {
                variable: next + head.variable - (variable + 1),
                from: put(&head.from),
                upto: put(&head.upto),
                body: head.body.iter().map(|item| item.put(variable, value, next)).collect(),
            })),
        }
    }

    pub(super) fn mentions(&self, variable: usize) -> bool {
        self.has_form(&|form| !form.coefficient(variable).is_zero())
    }

    /// Does any form in the item have this property?
    pub(super) fn has_form(&self, is_it: &dyn Fn(&Affine) -> bool) -> bool {
        match self {
            Self::Word(_, length) => is_it(length),
            Self::Loop(head) => {
                is_it(&head.from)
                    || is_it(&head.upto)
                    || head.body.iter().any(|item| item.has_form(is_it))
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

/// Does the list consist of copies of `root`, and of loops that repeat it?
pub fn is_power_of(list: &[Item], root: &[Item]) -> bool {
    is_power_inside(list, root, Inside { first: 0, count: 0 })
}

/// Does every iteration of the loop consist of copies of `root`?
pub fn repeats(head: &Counted, root: &[Item]) -> bool {
    is_power_inside(&head.body, root, Inside { first: head.variable, count: 1 })
}

/// Loops that are entered: their variables are numbered from `first` on.
///
/// A list inside them is the same in all their iterations if it mentions none of these variables, and then it is
/// written as it would be outside, with the loops in it numbered `count` lower.
#[derive(Clone, Copy)]
struct Inside {
    first: usize,
    count: usize,
}

/// Does the list, in each iteration of these loops, consist of copies of a `root` outside of them?
fn is_power_inside(list: &[Item], root: &[Item], inside: Inside) -> bool {
    let mut rest = list;
    while let Some(item) = rest.first() {
        // Where nothing occurs, the root may be empty.
        if !root.is_empty()
            && rest.len() >= root.len()
            && rest.iter().zip(root).all(|(item, outer)| inside.equal(item, outer))
        {
            rest = &rest[root.len()..];
            continue;
        }
        let Item::Loop(head) = item else { return false };
        let count = inside.count + 1;
        let first = if inside.count == 0 { head.variable } else { inside.first };
        if !is_power_inside(&head.body, root, Inside { first, count }) {
            return false;
        }
        rest = &rest[1..];
    }
    true
}

impl Inside {
    /// Is an item the same in each iteration as one outside of the loops?
    fn equal(self, item: &Item, outer: &Item) -> bool {
        match (item, outer) {
            (Item::Word(cycle, length), Item::Word(outer_cycle, outer_length)) => {
                cycle == outer_cycle && self.equal_forms(length, outer_length)
            }
            (Item::Loop(head), Item::Loop(outer)) => {
                head.variable == outer.variable + self.count
                    && self.equal_forms(&head.from, &outer.from)
                    && self.equal_forms(&head.upto, &outer.upto)
                    && head.body.len() == outer.body.len()
                    && head.body.iter().zip(&outer.body).all(|(item, it)| self.equal(item, it))
            }
            _ => false,
        }
    }

    fn equal_forms(self, form: &Affine, outer: &Affine) -> bool {
        let renamed = |(variable, coefficient): (usize, _)| match variable {
            own if own < self.first => Some((own, coefficient)),
            own if own < self.first + self.count => None,
            own => Some((own - self.count, coefficient)),
        };
        form.constant_term() == outer.constant_term()
            && form.terms().map(renamed).eq(outer.terms().map(Some))
    }
}

/// The values where the variables of the case have these values, unless there are more than `most`.
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
                let length = length.at(point).to::<usize>()?;
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
/// Each list of items becomes a block, with another one after each loop; so the blocks of `w x (y) z` are `w x`, `y`
/// and `z`, with the numbers 1, 2 and 3.  A block of [`MOST_BLOCK_WORDS`](crate::model::MOST_BLOCK_WORDS) words is
/// followed by another one.
pub fn endless(body: &[Item], variables: usize) -> Description {
    let parameter = |_| Parameter { name: String::new(), span: Span::default() };
    let empty = Description {
        rule: Rule::Mex,
        parameters: (0..variables).map(parameter).collect(),
        conditions: Vec::new(),
        moves: Vec::new(),
        start: None,
        blocks: Vec::new(),
        preperiod: Vec::new(),
        period: Vec::new(),
    };
    part::description(&empty, Vec::new(), Some(body.iter().map(part).collect()))
}

fn part(item: &Item) -> Part {
    let span = Span::default();
    match item {
        Item::Word(cycle, length) => {
            Part::Word(Word { cycle: cycle.clone(), length: Arc::clone(length), span })
        }
        Item::Loop(head) => Part::Loop(Box::new(Loop {
            name: String::new(),
            variable: head.variable,
            from: head.from.clone(),
            upto: head.upto.clone(),
            body: head.body.iter().map(part).collect(),
            span,
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(value: u8, constant: i64, coefficients: &[i64]) -> Item {
        let coefficients = coefficients.iter().map(|&each| Integer::from(each));
        let length = Affine::new(constant.into(), coefficients);
        Item::Word([Value(value)].into_iter().collect(), length.into())
    }

    fn counted(variable: usize, body: Vec<Item>) -> Item {
        let (from, upto) = (Affine::zero(), Affine::variable(0));
        Item::Loop(Box::new(Counted { variable, from, upto, body }))
    }

    /// All lists of at most two words or loops, nested to the given depth.
    fn lists(depth: usize, deepest: usize) -> Vec<Vec<Item>> {
        let variable = 1 + depth;
        let mut items = vec![word(0, 0, &[1]), word(1, 2, &[])];
        if depth > 0 {
            let mut coefficients = vec![0; variable];
            coefficients[variable - 1] = 1;
            items.push(word(0, 1, &coefficients));
        }
        if depth < deepest {
            items.extend(lists(depth + 1, deepest).into_iter().map(|body| counted(variable, body)));
        }
        let ones = items.iter().map(|item| vec![item.clone()]);
        let twos = items.iter().take(6).map(|item| vec![items[0].clone(), item.clone()]);
        ones.chain(twos).collect()
    }

    /// The definition, by copies: does each iteration of the loop consist of copies of the root, written with a
    /// variable that no root has?
    fn repeats_by_copies(head: &Counted, root: &[Item]) -> bool {
        let foreign = Affine::variable(head.variable + MOST_LOOPS);
        is_power_by_copies(&head.iteration(&foreign), root)
    }

    fn is_power_by_copies(list: &[Item], root: &[Item]) -> bool {
        let mut rest = list;
        while let Some(first) = rest.first() {
            rest = match (rest.strip_prefix(root), first) {
                (Some(rest), _) if !root.is_empty() => rest,
                (_, Item::Loop(head)) if repeats_by_copies(head, root) => &rest[1..],
                _ => return false,
            };
        }
        true
    }

    #[test]
    fn powers_are_found_without_copying() {
        let (all, roots) = (lists(0, 2), lists(0, 1));
        let mut powers = 0;
        for list in &all {
            for root in &roots {
                let expected = is_power_by_copies(list, root);
                assert_eq!(is_power_of(list, root), expected, "{list:?} and {root:?}");
                powers += usize::from(expected);
            }
        }
        assert!(powers > 30 && powers < all.len() * roots.len() / 4, "{powers}");
    }
}

//! Rewriting: steps that change how a sequence is written, and not the sequence.
//!
//! The state consists of three lists.  *Before* is A, *body* is B, *rest* is R.  Let S be the sequence under study and
//! Z the sequence ... B B B B ... without a beginning, aligned with S so that the copies of B coincide where S has
//! reached its endless loop.  Each step keeps this invariant:
//!
//! * S = A T B B B ..., where Z has the same letters as T at these places, and R is what Z has before T, back to the
//!   beginning of a copy of B.
//!
//! In the beginning T and R are empty: S = A B B B ...  If the last letters of A and of R differ, then |A| is the least
//! preperiod: S agrees with Z, which has the period |B|, from |A| on, and no earlier.

use super::context::ProofContext;
use super::item::{self, Counted, Item, is_power_of};
use crate::affine::Affine;
use crate::integer::Integer;
use crate::model::{Value, ValueCycle};
use crate::proof::theorem::{Change, ItemPath, List, Step};
use std::borrow::Cow;
use std::sync::Arc;

pub use super::lists::{Lists, StepError};
pub use crate::simplify::primitive;

/// The most letters that are compared or written out.
pub const MOST_LETTERS: usize = 1 << 16;

impl Lists {
    /// Makes a step.
    ///
    /// # Errors
    /// When what it rests on is not shown.
    pub fn apply<C: ProofContext>(&mut self, step: &Step, context: &mut C) -> Result<(), C::Error> {
        let refused = |why| Err(C::Error::from(StepError(why)));
        if self.ended {
            return refused("the end was reached");
        }
        let has_rest = !self.is_empty(List::Rest);
        match step {
            Step::At(ItemPath { list: List::Body, .. }, _) | Step::Spell(List::Body)
                if has_rest =>
            {
                return refused("R is made of items of B");
            }
            Step::At(place, change) => return self.change(place, change, context),
            Step::Spell(list) => return self.spell(*list).map_err(C::Error::from),
            Step::Turn if !self.compared && !self.body.is_empty() => {
                let body = self.body.list();
                let (first, size) = (body[0].clone(), body[0].size());
                body.rotate_left(1);
                self.copy(size)?;
                self.before.list().push(first);
            }
            Step::Root(depth, count) => {
                let body = self.body.list();
                let inside = inside_first(body, *depth);
                let root = inside[..inside.len().min(*count)].to_vec();
                if root.is_empty() || has_rest || !is_power_of(body, &root) {
                    return refused("this is not what the endless loop repeats");
                }
                self.body = root.into();
            }
            Step::Endless => {
                let [Item::Word(cycle, length)] = self.body.list().as_slice() else {
                    return refused("the endless loop is not one word");
                };
                if has_rest || context.phase(length, cycle.len())? != 0 {
                    return refused("the word does not end with its cycle");
                }
                let once = Item::Word(cycle.clone(), Affine::constant(cycle.len()).into());
                self.body = vec![once].into();
            }
            Step::Again if !has_rest => {
                self.compared = true;
                self.shared = self.body.len();
            }
            Step::Take if has_rest && self.before.last() == self.last(List::Rest) => {
                self.before.list().pop();
                if self.rest.list().pop().is_none() {
                    self.shared -= 1;
                }
            }
            Step::Copies if !has_rest => {
                if !self.ends_with_copies(context)? {
                    return refused("this does not repeat the endless loop");
                }
                self.compared = true;
                self.before.list().pop();
            }
            Step::Absorb if !has_rest => {
                let (Some(Item::Word(earlier, length)), Some(cycle)) =
                    (self.before.last(), self.cycle())
                else {
                    return refused("these are not words");
                };
                if *turned(earlier, context.phase(length, earlier.len())?) != *cycle {
                    return refused("the words do not continue each other");
                }
                let once = Item::Word(earlier.clone(), Affine::constant(earlier.len()).into());
                self.body = vec![once].into();
                self.before.list().pop();
            }
            Step::Ends => {
                let list = if has_rest { List::Rest } else { List::Body };
                if !self.before.is_empty()
                    && last_letter(self.before.last(), context)?
                        == last_letter(self.last(list), context)?
                {
                    return refused("the last letters are equal");
                }
                self.ended = true;
            }
            _ => return refused("this step cannot be made here"),
        }
        Ok(())
    }

    /// The cycle that makes up the body, once.
    pub fn cycle(&self) -> Option<&[Value]> {
        match self.body.get(0) {
            Some(Item::Word(cycle, length))
                if self.body.len() == 1 && **length == Affine::constant(cycle.len()) =>
            {
                Some(cycle)
            }
            _ => None,
        }
    }

    /// Does the last item of A consist of copies of the body?
    fn ends_with_copies<C: ProofContext>(&mut self, context: &mut C) -> Result<bool, C::Error> {
        let Some(last) = self.before.last() else { return Ok(false) };
        match self.cycle() {
            Some(cycle) => copies(last, cycle, context),
            None => Ok(is_power_of(std::slice::from_ref(last), self.body.list())),
        }
    }

    fn spell(&mut self, list: List) -> Result<(), StepError> {
        let variables = self.variables;
        let items = self.changing(list, 0)?.0.list();
        let depends = |form: &Affine| form.terms().any(|(variable, _)| variable < variables);
        if items.iter().any(|item| item.has_form(&depends)) {
            return Err(StepError("the letters depend on the parameters"));
        }
        let point = vec![Integer::ZERO; variables];
        let spelled = item::values(items, &point, MOST_LETTERS);
        let letters = spelled.ok_or(StepError("too many letters"))?;
        let length = Affine::constant(letters.len());
        let word = if letters.is_empty() {
            vec![]
        } else {
            vec![Item::Word(letters.into(), length.into())]
        };
        *self.changing(list, 0)?.0 = word.into();
        Ok(())
    }

    fn change<C: ProofContext>(
        &mut self,
        place: &ItemPath,
        change: &Change,
        context: &mut C,
    ) -> Result<(), C::Error> {
        let nowhere = || C::Error::from(StepError("no such item"));
        let (&index, outer) = place.path.split_last().ok_or_else(nowhere)?;
        let variables = self.variables + outer.len();
        let item = self.item(place.list, &place.path).ok_or_else(nowhere)?;
        let mut after = place.path.clone();
        after[outer.len()] = index + 1;
        let next = self.item(place.list, &after);
        let new = changed(item, next, change, variables, context)?;
        if matches!(change, Change::Cut(_) | Change::Once) {
            self.copy(item.size())?;
        }
        let taken = match change {
            Change::Join => 2,
            _ => 1,
        };
        let (list, skipped) = self.changing(place.list, place.path[0])?;
        let Some((first, inner)) = outer.split_first() else {
            list.replace(index - skipped, taken, new);
            return Ok(());
        };
        let outermost = list.get_mut(first - skipped);
        let body = inner.iter().fold(outermost.and_then(inside), |body, index| {
            body.and_then(|body| body.get_mut(*index)).and_then(inside)
        });
        body.ok_or_else(nowhere)?.splice(index..index + taken, new);
        Ok(())
    }
}

/// The body of a loop.
fn inside(item: &mut Item) -> Option<&mut Vec<Item>> {
    match item {
        Item::Loop(head) => Some(&mut head.body),
        Item::Word(..) => None,
    }
}

/// What the item becomes; in a join, together with the next one.
fn changed<C: ProofContext>(
    item: &Item,
    next: Option<&Item>,
    change: &Change,
    variables: usize,
    context: &mut C,
) -> Result<Vec<Item>, C::Error> {
    let refused = |why| Err(C::Error::from(StepError(why)));
    if let Change::Cut(form) | Change::Shift(form) = change
        && form.coefficients().len() > variables
    {
        return refused("a variable that is not there");
    }
    match (item, change) {
        (Item::Word(_, length), Change::Drop) => {
            context.need(&-&**length)?;
            Ok(Vec::new())
        }
        (Item::Loop(head), Change::Drop) => {
            if !head.body.is_empty() {
                context.need(&-&head.count())?;
            }
            Ok(Vec::new())
        }
        (Item::Word(cycle, length), Change::Cycle(other)) => match agree(cycle, other, length) {
            true => Ok(vec![Item::Word(other.clone(), Arc::clone(length))]),
            false => refused("the cycles differ"),
        },
        (Item::Word(cycle, length), Change::Join) => {
            let Some(Item::Word(other, more)) = next else { return refused("no word follows") };
            if turned(cycle, context.phase(length, cycle.len())?) != *other {
                return refused("the words do not continue each other");
            }
            Ok(vec![Item::Word(cycle.clone(), (&**length + &**more).into())])
        }
        (Item::Word(cycle, length), Change::Cut(at)) => {
            context.need(at)?;
            let rest = &**length - at;
            context.need(&rest)?;
            let other = turned(cycle, context.phase(at, cycle.len())?);
            Ok(vec![Item::Word(cycle.clone(), at.clone().into()), Item::Word(other, rest.into())])
        }
        (Item::Loop(head), Change::Cut(at)) => {
            context.need(&(at - &head.from))?;
            context.need(&(&head.upto - at).plus(1))?;
            let first = Counted { upto: at.clone().plus(-1), ..(**head).clone() };
            let second = Counted { from: at.clone(), ..(**head).clone() };
            Ok(vec![Item::Loop(Box::new(first)), Item::Loop(Box::new(second))])
        }
        (Item::Loop(head), Change::Once) => {
            let more = head.count().plus(-1);
            context.need(&more)?;
            context.need(&-&more)?;
            Ok(head.iteration(&head.from))
        }
        (Item::Loop(head), Change::Shift(by)) => Ok(vec![Item::Loop(Box::new(head.shifted(by)))]),
        (Item::Loop(head), Change::Power) => {
            let [Item::Word(cycle, length)] = head.body.as_slice() else {
                return refused("the loop does not repeat one word");
            };
            if !head.is_power() || context.phase(length, cycle.len())? != 0 {
                return refused("the word does not end with its cycle");
            }
            match product(length, &head.count()) {
                Some(total) => Ok(vec![Item::Word(cycle.clone(), total.into())]),
                None => refused("the length is not affine"),
            }
        }
        _ => refused("this step cannot be made here"),
    }
}

/// The list inside this number of loops, each the first item of its list; empty if there are fewer.
pub fn inside_first(list: &[Item], depth: usize) -> Cow<'_, [Item]> {
    let mut list = Cow::Borrowed(list);
    for _ in 0..depth {
        list = match list.first() {
            // Nothing else repeats what depends on the variable.
            Some(Item::Loop(head)) => head.iteration(&Affine::zero()).into(),
            _ => return Cow::default(),
        };
    }
    list
}

/// The number of letters of a word of constant length.
pub fn constant(length: &Affine) -> Option<usize> {
    length.is_constant().then(|| length.constant_term().to()).flatten()
}

/// The product, if it is affine.
pub fn product(left: &Affine, right: &Affine) -> Option<Affine> {
    if left.is_constant() {
        Some(right.times(left.constant_term()))
    } else {
        right.is_constant().then(|| left.times(right.constant_term()))
    }
}

/// The cycle from its letter `phase` on.
pub fn turned(cycle: &[Value], phase: usize) -> ValueCycle {
    let mut turned = ValueCycle::from_slice(cycle);
    turned.rotate_left(phase);
    turned
}

/// Are words of this length over two cycles equal?
fn agree(left: &[Value], right: &[Value], length: &Affine) -> bool {
    if right.is_empty() {
        return false;
    }
    let all = num_integer::lcm(left.len(), right.len());
    let letters = constant(length).unwrap_or(all).min(all);
    letters <= MOST_LETTERS && (0..letters).all(|k| left[k % left.len()] == right[k % right.len()])
}

/// Does the item consist of copies of the cycle?
fn copies<C: ProofContext>(
    item: &Item,
    cycle: &[Value],
    context: &mut C,
) -> Result<bool, C::Error> {
    match item {
        Item::Word(own, length) => Ok(**own == *cycle && context.phase(length, cycle.len())? == 0),
        Item::Loop(head) => {
            for item in &head.body {
                if !copies(item, cycle, context)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
    }
}

/// The last letter of a list that ends with this word.
fn last_letter<C: ProofContext>(last: Option<&Item>, context: &mut C) -> Result<Value, C::Error> {
    let Some(Item::Word(cycle, length)) = last else {
        return Err(StepError("the last item is not a word").into());
    };
    let last = length.as_ref().clone().plus(-1);
    context.need(&last)?;
    Ok(cycle[context.phase(&last, cycle.len())?])
}

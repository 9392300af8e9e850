//! The lists that a rewriting is about.
//!
//! R begins as a copy of B, which may be long, and usually only its end is looked at.  So R is stored as a number of
//! first items of B, followed by items of its own.  What is changed in R is copied first, with everything after it; B
//! is not changed while R has items (see [`Lists::apply`]), so the first items of B stay what they are.

use super::item::{self, Item};
use super::items::Items;
use crate::proof::theorem::List;

/// The most words, letters and loops that all steps together may copy.
const MOST_COPIED: usize = 1 << 24;

/// A step that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepError(pub &'static str);

/// The lists of a rewriting.
#[derive(Clone, Debug)]
pub struct Lists {
    /// A.
    pub before: Items,
    /// B.
    pub body: Items,
    /// The number of first items of B that the list R begins with.
    pub(super) shared: usize,
    /// The other items of R.
    pub(super) rest: Items,
    /// Do the last letters of A and R differ, or is A empty?
    pub ended: bool,
    /// May T have letters?
    pub(super) compared: bool,
    /// The number of variables of the case.
    pub(super) variables: usize,
    copied: usize,
}

impl Lists {
    /// The sequence that is `before` and then `body` for ever.
    pub fn new(before: Vec<Item>, body: Vec<Item>, variables: usize) -> Self {
        Self {
            before: before.into(),
            body: body.into(),
            shared: 0,
            rest: Items::default(),
            ended: false,
            compared: false,
            variables,
            copied: 0,
        }
    }

    /// The number of items of a list.
    pub fn len(&self, list: List) -> usize {
        match list {
            List::Before => self.before.len(),
            List::Body => self.body.len(),
            List::Rest => self.shared + self.rest.len(),
        }
    }

    /// Is the list empty?
    pub fn is_empty(&self, list: List) -> bool {
        self.len(list) == 0
    }

    /// The item of a list with this number.
    pub fn get(&self, list: List, index: usize) -> Option<&Item> {
        match list {
            List::Before => self.before.get(index),
            List::Body => self.body.get(index),
            List::Rest => match index.checked_sub(self.shared) {
                None => self.body.get(index),
                Some(own) => self.rest.get(own),
            },
        }
    }

    /// The last item of a list.
    pub fn last(&self, list: List) -> Option<&Item> {
        self.get(list, self.len(list).checked_sub(1)?)
    }

    /// The item at a place.
    pub fn item(&self, list: List, path: &[usize]) -> Option<&Item> {
        let (first, inner) = path.split_first()?;
        inner.iter().try_fold(self.get(list, *first)?, |item, index| match item {
            Item::Loop(head) => head.body.get(*index),
            Item::Word(..) => None,
        })
    }

    /// Counts what is copied.
    pub(super) fn copy(&mut self, items: usize) -> Result<(), StepError> {
        self.copied += items;
        if self.copied > MOST_COPIED {
            return Err(StepError("the lists become too long"));
        }
        Ok(())
    }

    /// The items of a list that is changed from this number on, and the number of items before them that are not among
    /// them.
    pub(super) fn changing(
        &mut self,
        list: List,
        index: usize,
    ) -> Result<(&mut Items, usize), StepError> {
        match list {
            List::Before => Ok((&mut self.before, 0)),
            List::Body => Ok((&mut self.body, 0)),
            List::Rest => {
                let all = index..self.shared;
                let copied: Vec<Item> = all.filter_map(|at| self.body.get(at).cloned()).collect();
                self.copy(item::size(&copied))?;
                self.shared = self.shared.min(index);
                self.rest.replace(0, 0, copied);
                Ok((&mut self.rest, self.shared))
            }
        }
    }
}

//! Lists that are rewritten, with a record of every step.

use super::case::{Context, ContextError};
use crate::minimality::item::Item;
use crate::minimality::rewrite::Lists;
use crate::proof::theorem::{Change, ItemPath, List, Step};

/// A rewriting in progress.
pub(super) struct Work<'w> {
    /// The part before the endless loop, its body, and the rest of a copy of it.
    pub lists: Lists,
    /// What is decided throughout the case.
    pub context: &'w mut Context,
    /// The steps so far.
    pub steps: Vec<Step>,
}

impl<'w> Work<'w> {
    /// The sequence that is `before` and then `body` for ever, to which these steps lead.
    pub(super) fn new(
        before: Vec<Item>,
        body: Vec<Item>,
        steps: Vec<Step>,
        context: &'w mut Context,
    ) -> Self {
        Self { lists: Lists::new(before, body, context.variables), context, steps }
    }

    /// Makes a step.
    ///
    /// # Errors
    /// When the case must be split for it.
    pub(super) fn step(&mut self, step: Step) -> Result<(), ContextError> {
        self.lists.apply(&step, self.context)?;
        self.steps.push(step);
        Ok(())
    }

    /// Changes an item.
    ///
    /// # Errors
    /// When the case must be split for it.
    pub(super) fn change(
        &mut self,
        list: List,
        path: &[usize],
        change: Change,
    ) -> Result<(), ContextError> {
        self.step(Step::At(ItemPath { list, path: path.to_vec() }, change))
    }
}

//! The stretches of one value in affine forms, and combs that are made of them.

use super::comb::{Comb, CombId, Combs, Stretch};
use super::limits::{FORGOTTEN, GROUPS};
use crate::fold::Form;

/// A stretch whose ends are forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item<const N: usize> {
    /// The first position.
    pub start: Form<N>,
    /// The position after the last one.
    pub end: Form<N>,
    /// The value, and which of the positions have it.
    pub comb: CombId,
}

impl Item<0> {
    /// The stretch.
    pub(super) fn stretch(&self) -> Stretch {
        Stretch { start: self.start.value, end: self.end.value, comb: self.comb }
    }
}

/// The stretches of one value, the last of which are in reach.
#[derive(Clone, Debug, Default)]
pub(super) struct Items<const N: usize> {
    items: Vec<Item<N>>,
    /// The first stretch in reach.
    first: usize,
}

impl<const N: usize> Items<N> {
    /// Appends a stretch.
    pub(super) fn push(&mut self, item: Item<N>) {
        self.items.push(item);
    }

    /// The number of stretches in reach.
    pub(super) fn size(&self) -> usize {
        self.items.len() - self.first
    }

    /// The stretches in reach.
    pub(super) fn reached(&self) -> &[Item<N>] {
        &self.items[self.first..]
    }

    /// The stretches in reach.
    pub(super) fn reached_mut(&mut self) -> &mut [Item<N>] {
        &mut self.items[self.first..]
    }

    /// The stretch in reach with this number, counted back from the last one, which has the number 1.
    pub(super) fn get(&self, back: usize) -> Option<&Item<N>> {
        self.reached().get(self.size().checked_sub(back)?)
    }

    /// The stretch in reach before that one; if that is the first one, there may be none.
    #[expect(clippy::option_option, reason = "none of the two is a stretch in reach")]
    pub(super) fn before(&self, back: usize) -> Option<Option<&Item<N>>> {
        let index = self.size().checked_sub(back)?;
        Some(index.checked_sub(1).map(|index| &self.reached()[index]))
    }

    /// Puts the stretches before this one out of reach; returns the last of them.
    #[expect(clippy::option_option, reason = "there may be none")]
    pub(super) fn leave(&mut self, back: usize) -> Option<Option<Item<N>>> {
        let passed = self.before(back)?.copied();
        self.first = self.items.len() - back;
        Some(passed)
    }

    /// Forgets what is out of reach.
    pub(super) fn forget(&mut self) {
        self.items.drain(..self.first);
        self.first = 0;
    }

    /// Forgets what is out of reach if there is a lot of it.
    pub(super) fn forget_many(&mut self) {
        if self.first > FORGOTTEN {
            self.forget();
        }
    }

    /// Joins the last stretches to the comb before them, as its next teeth.
    pub(super) fn join(&mut self, combs: &Combs, count: usize) -> Option<()> {
        let index = self.items.len().checked_sub(count.checked_add(1)?)?;
        let one = *self.items.get(index)?;
        if one.comb.is_solid() || index < self.first {
            return None;
        }
        let comb = combs.get(one.comb);
        let from = one.end.shifted(comb.length - comb.end())?;
        self.are_teeth(combs, index + 1, count, from, comb)?;
        self.items[index].end = one.end.shifted(comb.length)?;
        self.items.truncate(index + 1);
        Some(())
    }

    /// Turns the last stretches into a comb; `count` of them are one group of its teeth.
    pub(super) fn make(&mut self, combs: &Combs, count: usize, name: CombId) -> Option<()> {
        let index = self.items.len().checked_sub(count.checked_mul(GROUPS)?)?;
        if name.is_solid() || count == 0 || index < self.first {
            return None;
        }
        let comb = combs.made().get(name.index() as usize - 1)?;
        let start = self.items.get(index)?.start;
        let mut from = start;
        for group in 0..GROUPS {
            self.are_teeth(combs, index + group * count, count, from, comb)?;
            from = from.shifted(comb.length)?;
        }
        let end = self.items.last()?.end;
        self.items[index] = Item { start, end, comb: name };
        self.items.truncate(index + 1);
        Some(())
    }

    /// Are `count` stretches from an index on all teeth of a comb that starts here, whatever the indices of loops are?
    fn are_teeth(
        &self,
        combs: &Combs,
        index: usize,
        count: usize,
        from: Form<N>,
        comb: &Comb,
    ) -> Option<()> {
        let mut teeth = comb.teeth.iter();
        for one in self.items.get(index..index + count)? {
            let (at, length) = (one.start.minus(from)?, one.end.minus(one.start)?);
            if at.slopes != [0; N] || length.slopes != [0; N] {
                return None;
            }
            for run in combs.spelled(one.comb, length.value) {
                let [start, end] = run.map(|side| at.value.checked_add(side));
                if teeth.next() != Some(&[start?, end?]) {
                    return None;
                }
            }
        }
        if teeth.next().is_none() { Some(()) } else { None }
    }
}

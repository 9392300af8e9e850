//! A list that is changed here and there, from its beginning to its end.

use super::item::Item;

/// A list of items with a cursor, where items are changed, removed and inserted at no cost; moving the cursor costs as
/// much as the number of items it passes.
///
/// Running example: to join each word of a list with the next one, starting with the first, the items after the word
/// are not moved each time.
#[derive(Clone, Debug, Default)]
pub struct Items {
    /// The items before the cursor.
    before: Vec<Item>,
    /// The items after it, the last one first.
    after: Vec<Item>,
}

impl From<Vec<Item>> for Items {
    fn from(before: Vec<Item>) -> Self {
        Self { before, after: Vec::new() }
    }
}

impl Items {
    /// The number of items.
    pub fn len(&self) -> usize {
        self.before.len() + self.after.len()
    }

    /// Is the list empty?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An item by its number.
    pub fn get(&self, index: usize) -> Option<&Item> {
        match index.checked_sub(self.before.len()) {
            None => self.before.get(index),
            Some(after) => self.after.iter().rev().nth(after),
        }
    }

    /// The last item.
    pub fn last(&self) -> Option<&Item> {
        self.after.first().or(self.before.last())
    }

    /// All items in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Item> {
        self.before.iter().chain(self.after.iter().rev())
    }

    /// All items in order; the cursor is then at the end.
    pub fn list(&mut self) -> &mut Vec<Item> {
        self.place_at(self.len());
        &mut self.before
    }

    /// Replaces `count` items from this number on by others, if there are that many.
    pub(super) fn replace(&mut self, index: usize, count: usize, others: Vec<Item>) {
        self.place_at((index + count).min(self.len()));
        self.before.truncate(index);
        self.before.extend(others);
    }

    /// The item with this number.
    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut Item> {
        self.place_at((index + 1).min(self.len()));
        self.before.get_mut(index)
    }

    fn place_at(&mut self, place: usize) {
        let known = self.before.len();
        self.after.extend(self.before.drain(place.min(known)..).rev());
        let more = self.after.len().saturating_sub(place.saturating_sub(self.before.len()));
        self.before.extend(self.after.drain(more..).rev());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::affine::Affine;
    use crate::model::Value;

    fn word(number: usize) -> Item {
        Item::Word([Value(0)].into_iter().collect(), Affine::constant(number).into())
    }

    /// The result is that of a list changed in place, wherever the changes are made.
    #[test]
    fn changes_are_those_of_a_list() {
        let mut list: Vec<Item> = (0..20).map(word).collect();
        let mut items = Items::from(list.clone());
        let mut state = 1_usize;
        let mut random = |below: usize| {
            state = (state * 1_103_515_245 + 12345) % (1 << 31);
            (state >> 8) % below
        };
        for number in 0..2000 {
            let index = random(list.len() + 3);
            assert_eq!(items.get(index), list.get(index));
            match random(4) {
                0 => assert_eq!(items.get_mut(index), list.get_mut(index)),
                1 if random(20) == 0 => assert_eq!(items.list(), &list),
                _ if index < list.len() => {
                    let count = (1 + random(2)).min(list.len() - index);
                    let others: Vec<_> = (0..random(4)).map(|more| word(number + more)).collect();
                    list.splice(index..index + count, others.iter().cloned());
                    items.replace(index, count, others);
                }
                _ => {}
            }
            assert_eq!((items.len(), items.last()), (list.len(), list.last()));
            assert!(items.iter().eq(&list) && items.is_empty() == list.is_empty());
        }
    }
}

//! Lengths of lists of words and counted loops.

use super::polynomial::Polynomial;
pub use crate::minimality::item::{Counted, Item, endless, values};

/// The number of positions of an item.
pub fn item_length(item: &Item) -> Polynomial {
    match item {
        Item::Word(_, length) => length.into(),
        Item::Loop(head) => {
            length(&head.body).sum(head.variable, &(&head.from).into(), &(&head.upto).into())
        }
    }
}

/// The number of positions of a list.
pub fn length(items: &[Item]) -> Polynomial {
    items.iter().fold(Polynomial::zero(), |sum, item| sum.plus(&item_length(item)))
}

//! Lengths of lists of words and counted loops.

use crate::Integer;
use crate::affine::Affine;
pub use crate::minimality::item::{Counted, Item, endless, values};
use crate::polynomial::Polynomial;

/// The number of positions of an item.
pub fn item_length(item: &Item) -> Polynomial {
    match item {
        Item::Word(_, length) => length.as_ref().into(),
        Item::Loop(head) => {
            length(&head.body).sum(head.variable, &(&head.from).into(), &(&head.upto).into())
        }
    }
}

/// The number of positions of a list.
pub fn length(items: &[Item]) -> Polynomial {
    // Most items are words, whose lengths are added in machine words.
    let (mut words, mut loops) = (Affine::zero(), Polynomial::zero());
    for item in items {
        match item {
            Item::Word(_, length) => words.add_multiple(&Integer::ONE, length),
            Item::Loop(_) => loops = loops.plus(&item_length(item)),
        }
    }
    loops.plus(&(&words).into())
}

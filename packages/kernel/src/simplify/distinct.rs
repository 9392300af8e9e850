//! Lists seen before.

use super::part::{Choice, Part};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher};

/// Lists by the hash of what they say, wherever they are in the text.
#[derive(Default)]
pub(super) struct Distinct(HashSet<u64>);

impl Distinct {
    /// Adds a list; is it a new one?
    ///
    /// A new list with the hash of another one counts as known: less is tried then.
    pub(super) fn insert(&mut self, list: &[Part]) -> bool {
        let mut hasher = DefaultHasher::new();
        write(list, &mut hasher);
        self.0.insert(hasher.finish())
    }
}

/// Writes what [`super::part::same`] compares.
fn write(list: &[Part], hasher: &mut impl Hasher) {
    list.len().hash(hasher);
    for part in list {
        match part {
            Part::Word(word) => (0, &word.cycle, &word.length).hash(hasher),
            Part::Loop(head) => {
                (1, head.variable, &head.from, &head.upto).hash(hasher);
                write(&head.body, hasher);
            }
            Part::Branch(arms, _) => {
                (2, arms.len()).hash(hasher);
                for Choice { condition, body, .. } in arms {
                    condition.hash(hasher);
                    write(body, hasher);
                }
            }
        }
    }
}

//! What precedes a block, as far back as it is followed.

use crate::affine::Affine;
use crate::model::{Before, Description, Instance, Value, Word};

/// Consecutive block instances, the block under test first, with their words, the last one first.
pub(crate) struct Chain<'d> {
    instances: Vec<Instance>,
    pub words: Vec<&'d Word>,
    /// `borders[k]` is where word k ends, and word k - 1 begins; position 0 is the start of
    /// the block under test.
    pub borders: Vec<Affine>,
    /// The number of words in the block under test.
    pub own: usize,
    /// Does nothing precede the chain except a start that is one cycle?
    pub from_start: bool,
}

impl<'d> Chain<'d> {
    pub(crate) fn new(description: &'d Description, tested: Instance) -> Self {
        let words = &description.block(tested.0).words;
        let length = words.iter().fold(Affine::zero(), |sum, word| &sum + &*word.length);
        let (instances, borders, own) = (Vec::new(), vec![length], words.len());
        let mut chain = Self { instances, words: Vec::new(), borders, own, from_start: false };
        chain.push(description, tested);
        chain
    }

    pub(crate) fn push(&mut self, description: &'d Description, instance: Instance) {
        for word in description.block(instance.0).words.iter().rev() {
            let end = &self.borders[self.words.len()];
            self.borders.push(end - &word.length.substitute(&instance.1));
            self.words.push(word);
        }
        self.instances.push(instance);
    }

    pub(crate) fn pop(&mut self, description: &Description) {
        if let Some((block, _)) = self.instances.pop() {
            let words = self.words.len() - description.block(block).words.len();
            self.words.truncate(words);
            self.borders.truncate(words + 1);
        }
    }

    /// The cycle of a word, or of what precedes the chain, and where it begins; `None` if there is nothing.
    pub(super) fn landed<'c>(
        &'c self,
        word: usize,
        before: &'c Before,
    ) -> Option<(&'c [Value], &'c Affine)> {
        match (self.words.get(word), before) {
            (Some(there), _) => Some((&there.cycle, &self.borders[word + 1])),
            (None, Before::Cycle(cycle)) => Some((cycle, &self.borders[word])),
            (None, Before::Nothing | Before::Block) => None,
        }
    }

    /// The instance farthest back.
    pub(crate) fn first(&self) -> &Instance {
        &self.instances[self.instances.len() - 1]
    }

    /// For messages: `block 2 after 2 after 1`.
    pub(crate) fn path(&self) -> String {
        let blocks = self.instances.iter().map(|(block, _)| block.printed().to_string());
        format!("block {}", blocks.collect::<Vec<_>>().join(" after "))
    }
}

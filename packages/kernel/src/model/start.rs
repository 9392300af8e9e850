//! What precedes position 0.

use super::{Block, Description, ValueCycle};
use crate::integer::Integer;

/// The most values of the one cycle that several words of the start are written as.
const MOST_VALUES: i64 = 1 << 16;

/// What a move beyond position 0 leads to, for a proof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Before {
    /// Nowhere.
    #[default]
    Nothing,
    /// Into one cycle without a beginning, whose last value is at position -1.
    ///
    /// A block of one value would be crossed as often as the moves are long; a cycle is crossed by one
    /// question about a remainder.
    Cycle(ValueCycle),
    /// Into the block [`Description::start`], again and again.
    Block,
}

impl Description {
    /// What precedes position 0.
    ///
    /// The start is one cycle if all its lengths are numbers, if all its values are the same, or if it
    /// is one word whose length is a multiple of its cycle's for all parameters.
    pub fn before(&self) -> Before {
        match &self.start {
            None => Before::Nothing,
            Some(start) => cycle(start).map_or(Before::Block, Before::Cycle),
        }
    }
}

fn cycle(start: &Block) -> Option<ValueCycle> {
    if let [word] = &start.words[..] {
        let length = Integer::from(word.cycle.len());
        let numbers = word.length.coefficients().iter().chain([word.length.constant_term()]);
        if numbers.clone().all(|number| number.mod_floor(&length).is_zero()) {
            return Some(word.cycle.clone());
        }
    }
    let mut all = start.words.iter().flat_map(|word| &word.cycle);
    let first = all.next()?;
    if all.all(|value| value == first) {
        return Some([*first].into_iter().collect());
    }
    let mut values = ValueCycle::new();
    for word in &start.words {
        let length = word.length.is_constant().then(|| word.length.constant_term().to_i64())??;
        if length > MOST_VALUES - values.len() as i64 {
            return None;
        }
        values.extend((0..length).map(|offset| word.value_at(&Integer::from(offset))));
    }
    (!values.is_empty()).then_some(values)
}

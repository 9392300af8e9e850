//! Values of many positions in little space.

use crate::model::{Alphabet, Value};
use std::mem;

/// Values one after another, one byte each as long as all of them fit.
///
/// ```
/// use grundy_kernel::model::Value;
/// use grundy_sequence::Packed;
/// let values = Packed::from(vec![0, 300]);
/// assert_eq!(values.iter().collect::<Vec<_>>(), [0, 300]);
/// assert_eq!(Packed::from(vec![Value(1)]), Packed::from(vec![1]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed(Kept);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kept {
    Small(Vec<Value>),
    /// At least one of them does not fit.
    Large(Vec<u32>),
}

impl From<Vec<Value>> for Packed {
    fn from(values: Vec<Value>) -> Self {
        Self(Kept::Small(values))
    }
}

impl From<Vec<u32>> for Packed {
    fn from(values: Vec<u32>) -> Self {
        let small = |value: &u32| u8::try_from(*value).ok().map(Value);
        match values.iter().map(small).collect() {
            Some(small) => Self(Kept::Small(small)),
            None => Self(Kept::Large(values)),
        }
    }
}

impl Packed {
    /// Adds values at the end.
    ///
    /// ```
    /// use grundy_sequence::Packed;
    /// let mut values = Packed::from(vec![1, 2]);
    /// values.extend(vec![300]);
    /// values.extend(vec![3]);
    /// assert_eq!(values, Packed::from(vec![1, 2, 300, 3]));
    /// ```
    pub fn extend(&mut self, more: Vec<u32>) {
        match (&mut self.0, Self::from(more).0) {
            (Kept::Small(own), Kept::Small(more)) => own.extend(more),
            (Kept::Large(own), more) => own.extend(Self(more).into_list()),
            (own @ Kept::Small(_), Kept::Large(more)) => {
                let mut all = Self(mem::replace(own, Kept::Large(Vec::new()))).into_list();
                all.extend(more);
                *own = Kept::Large(all);
            }
        }
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        match &self.0 {
            Kept::Small(values) => values.len(),
            Kept::Large(values) => values.len(),
        }
    }

    /// Are there no values?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value with this number, counted from 0.
    #[inline]
    pub fn get(&self, index: usize) -> Option<u32> {
        match &self.0 {
            Kept::Small(values) => values.get(index).map(|value| value.0.into()),
            Kept::Large(values) => values.get(index).copied(),
        }
    }

    /// All values.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u32> + Clone + '_ {
        (0..self.len()).map(|index| self.get(index).unwrap_or(0))
    }

    /// Drops the values from this number on.
    pub fn truncate(&mut self, count: usize) {
        match &mut self.0 {
            Kept::Small(values) => values.truncate(count),
            Kept::Large(values) => values.truncate(count),
        }
    }

    /// The values as a list.
    pub fn into_list(self) -> Vec<u32> {
        match self.0 {
            Kept::Small(values) => values.into_iter().map(|value| value.0.into()).collect(),
            Kept::Large(values) => values,
        }
    }

    /// Which of the values are 0?
    pub fn zeros(&self) -> Vec<bool> {
        self.iter().map(|value| value == 0).collect()
    }

    /// The approximate number of bytes that they take.
    pub fn bytes(&self) -> usize {
        match &self.0 {
            Kept::Small(values) => values.len(),
            Kept::Large(values) => values.len().saturating_mul(size_of::<u32>()),
        }
    }

    /// Does each value have a letter?
    pub fn have_letters(&self, alphabet: Alphabet) -> bool {
        match &self.0 {
            Kept::Small(values) => values.iter().all(|value| *value <= alphabet.greatest()),
            Kept::Large(_) => false,
        }
    }

    /// The letters of `count` values from this one on, or of as many as there are; all of them must have a letter.
    pub fn letters(&self, alphabet: Alphabet, from: usize, count: usize) -> String {
        let Kept::Small(values) = &self.0 else { return String::new() };
        let all: [String; 32] = std::array::from_fn(|value| alphabet.letter(Value(value as u8)));
        let values = values.iter().skip(from).take(count);
        values.filter_map(|value| all.get(usize::from(value.0))).map(String::as_str).collect()
    }
}

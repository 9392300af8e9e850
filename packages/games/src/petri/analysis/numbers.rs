//! Sets of numbers below a bound.

/// A set of numbers from 0 up to a bound that is chosen when the set is made.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Numbers(Vec<u64>);

impl Numbers {
    /// The empty set, with room for numbers below `bound`.
    pub(super) fn below(bound: usize) -> Self {
        Self(vec![0; bound.div_ceil(64)])
    }

    /// The set of these numbers.
    pub(super) fn of(bound: usize, numbers: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::below(bound);
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }

    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&self.0[..])
    }

    pub(super) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub(super) fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// Is each of these numbers one of the others?
    pub(super) fn within(&self, others: &Self) -> bool {
        self.0.iter().zip(&others.0).all(|(own, others)| own & !others == 0)
    }

    /// Is one of these numbers one of the others?
    pub(super) fn meets(&self, others: &Self) -> bool {
        self.0.iter().zip(&others.0).any(|(own, others)| own & others != 0)
    }

    /// All numbers of both.
    pub(super) fn with(&self, others: &Self) -> Self {
        Self(self.0.iter().zip(&others.0).map(|(own, others)| own | others).collect())
    }

    /// The numbers that are not among the others.
    pub(super) fn without(&self, others: &Self) -> Self {
        Self(self.0.iter().zip(&others.0).map(|(own, others)| own & !others).collect())
    }

    /// How many there are.
    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The numbers in increasing order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        (0..64 * self.0.len()).filter(|&number| self.contains(number))
    }
}

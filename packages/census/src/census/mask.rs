//! Sets of move sizes, and windows of a sequence, as bits.

/// A set of numbers from 1 to 64 N: the number s is bit s - 1, counted from the least significant bit of the first
/// word.
///
/// As a window of a sequence, bit i says something about the i-th position of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Mask<const N: usize>([u64; N]);

impl<const N: usize> Mask<N> {
    /// The empty set.
    pub(super) const EMPTY: Self = Self([0; N]);

    /// The numbers from 1 to `greatest`, which is at most 64 N.
    pub(super) fn up_to(greatest: u32) -> Self {
        let mut mask = Self::EMPTY;
        let mut left = greatest;
        for word in &mut mask.0 {
            *word = if left >= 64 { u64::MAX } else { (1 << left) - 1 };
            left = left.saturating_sub(64);
        }
        mask
    }

    /// Adds a number from 1 to 64 N.
    #[inline]
    pub(super) fn insert(&mut self, number: u32) {
        self.0[((number - 1) / 64) as usize] |= 1 << ((number - 1) % 64);
    }

    /// The numbers in both.
    #[inline]
    pub(super) fn and(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }

    /// The numbers in at least one.
    #[inline]
    pub(super) fn or(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }

    /// The numbers that are not in the other.
    #[inline]
    pub(super) fn without(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= !other;
        }
        self
    }

    /// Is this the empty set?
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The number of elements.
    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The greatest number.
    #[inline]
    pub(super) fn greatest(&self) -> Option<u32> {
        let (index, word) = self.0.iter().enumerate().rev().find(|(_, word)| **word != 0)?;
        Some(index as u32 * 64 + 64 - word.leading_zeros())
    }

    /// The least number.
    #[inline]
    pub(super) fn least(&self) -> Option<u32> {
        let (index, word) = self.0.iter().enumerate().find(|(_, word)| **word != 0)?;
        Some(index as u32 * 64 + word.trailing_zeros() + 1)
    }

    /// The numbers in increasing order.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = u32> {
        self.0.into_iter().zip(0..).flat_map(|(word, index)| {
            let later = |&rest: &u64| Some(rest & (rest - 1)).filter(|&rest| rest != 0);
            std::iter::successors(Some(word).filter(|&word| word != 0), later)
                .map(move |rest| index * 64 + rest.trailing_zeros() + 1)
        })
    }

    /// The number of lowest bits of the first word that are 0, at most 64.
    #[inline]
    pub(super) fn low_zeros(&self) -> u32 {
        self.0[0].trailing_zeros()
    }

    /// The number of lowest bits that are 1; the highest one must be 0.
    #[inline]
    pub(super) fn low_ones(&self) -> u32 {
        let mut index = 0;
        while index + 1 < N && self.0[index] == u64::MAX {
            index += 1;
        }
        index as u32 * 64 + self.0[index].trailing_ones()
    }

    /// Every number made smaller by `count` <= 63; what falls below 1 is dropped.
    #[inline]
    pub(super) fn lowered(mut self, count: u32) -> Self {
        for index in 0..N {
            let above = if index + 1 < N { self.0[index + 1] } else { 0 };
            self.0[index] = (self.0[index] >> count) | ((above << 1) << (63 - count));
        }
        self
    }

    /// Every number made smaller by `count`, of any size.
    #[inline]
    pub(super) fn lowered_far(mut self, count: u32) -> Self {
        if N > 1 && count >= 64 {
            let words = (count / 64) as usize;
            for index in 0..N {
                self.0[index] = if index + words < N { self.0[index + words] } else { 0 };
            }
        }
        self.lowered(count % 64)
    }

    /// Every number made greater by `count`, of any size; what exceeds 64 N is dropped.
    #[inline]
    pub(super) fn raised_far(mut self, count: u32) -> Self {
        let (words, bits) = ((count / 64) as usize, count % 64);
        for index in (0..N).rev() {
            let here = if index >= words { self.0[index - words] } else { 0 };
            let below = if index > words { self.0[index - words - 1] } else { 0 };
            self.0[index] = (here << bits) | ((below >> 1) >> (63 - bits));
        }
        self
    }

    /// Every number a of the set with a <= `number`, as `number` + 1 - a.
    #[inline]
    pub(super) fn mirrored(self, number: u32) -> Self {
        let mut mirrored = Self::EMPTY;
        for (word, other) in mirrored.0.iter_mut().zip(self.0.iter().rev()) {
            *word = other.reverse_bits();
        }
        mirrored.lowered_far(N as u32 * 64 - number)
    }
}

impl<const N: usize> FromIterator<u32> for Mask<N> {
    /// The set of these numbers from 1 to 64 N.
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Self {
        let mut mask = Self::EMPTY;
        numbers.into_iter().for_each(|number| mask.insert(number));
        mask
    }
}

impl<const N: usize> Ord for Mask<N> {
    /// Compares as binary numbers.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const N: usize> PartialOrd for Mask<N> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn mask(numbers: &BTreeSet<u32>) -> Mask<2> {
        numbers.iter().copied().collect()
    }

    proptest! {
        /// Every operation is compared with sets of numbers.
        #[test]
        fn masks_are_sets(
            one in proptest::collection::btree_set(1_u32..=128, 0..40),
            other in proptest::collection::btree_set(1_u32..=128, 0..40),
            count in 0_u32..128,
        ) {
            let moved = |by: &dyn Fn(u32) -> Option<u32>| {
                one.iter().filter_map(|&number| by(number)).filter(|number| (1..=128).contains(number)).collect()
            };
            prop_assert_eq!(mask(&one).iter().collect::<BTreeSet<_>>(), one.clone());
            prop_assert_eq!(mask(&one).and(mask(&other)), mask(&(&one & &other)));
            prop_assert_eq!(mask(&one).or(mask(&other)), mask(&(&one | &other)));
            prop_assert_eq!(mask(&one).without(mask(&other)), mask(&(&one - &other)));
            prop_assert_eq!(mask(&one).len() as usize, one.len());
            prop_assert_eq!(mask(&one).least(), one.first().copied());
            prop_assert_eq!(mask(&one).greatest(), one.last().copied());
            prop_assert_eq!(mask(&one).lowered_far(count), mask(&moved(&|number| number.checked_sub(count))));
            prop_assert_eq!(mask(&one).lowered(count % 64), mask(&one).lowered_far(count % 64));
            prop_assert_eq!(mask(&one).raised_far(count), mask(&moved(&|number| Some(number + count))));
            prop_assert_eq!(mask(&one).mirrored(count + 1), mask(&moved(&|number| (count + 2).checked_sub(number))));
            let all: BTreeSet<u32> = (1..=count).collect();
            prop_assert_eq!(Mask::<2>::up_to(count), mask(&all));
            prop_assert_eq!(mask(&all).low_ones(), count);
        }
    }
}

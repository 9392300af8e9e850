//! A set of markings in little space: bits for each place, one array, a table of numbers.

use rustc_hash::FxHasher;
use std::hash::Hasher as _;

/// Markings, numbered from 0 in the order in which they came.
///
/// Each place has a field of as many bits as its largest number of tokens so far needs; fields
/// do not cross words of 64 bits.  Since every number fits its field, a marking is the sum of
/// its numbers of tokens, each shifted to its field, and firing adds a constant to each word.
/// When a number no longer fits, all markings are packed anew with a wider field.
#[derive(Clone, Debug)]
pub(super) struct Store {
    fields: Vec<Field>,
    /// Words of one marking.
    stride: usize,
    /// The markings one after the other.
    words: Vec<u64>,
    /// Numbers of markings by hash, with linear probing; its length is a power of two.
    table: Vec<u32>,
}

/// Where the tokens of a place stand.
#[derive(Clone, Copy, Debug)]
struct Field {
    word: usize,
    shift: u32,
    bits: u32,
}

impl Field {
    fn most(self) -> u32 {
        u32::MAX >> (32 - self.bits)
    }

    fn get(self, words: &[u64]) -> u32 {
        let field = (words[self.word] >> self.shift) & u64::from(self.most());
        // At most 32 bits are left.
        u32::try_from(field).unwrap_or(u32::MAX)
    }
}

/// No marking has this number.
const NONE: u32 = u32::MAX;

/// The most markings that numbers of 32 bits can tell apart.
pub(super) const MOST: usize = NONE as usize;

/// Fields for places with at most so many tokens.
fn layout(most: impl Iterator<Item = u32>) -> (Vec<Field>, usize) {
    let (mut word, mut used) = (0, 0);
    let fields = most.map(|most| {
        let bits = (u32::BITS - most.leading_zeros()).max(1);
        if used + bits > u64::BITS {
            (word, used) = (word + 1, 0);
        }
        used += bits;
        Field { word, shift: used - bits, bits }
    });
    let fields: Vec<_> = fields.collect();
    (fields, word + 1)
}

impl Store {
    /// Only this marking, which gets the number 0.
    pub(super) fn new(first: &[u32]) -> Self {
        let (fields, stride) = layout(first.iter().copied());
        let mut store = Self { fields, stride, words: Vec::new(), table: vec![NONE; 16] };
        let words = store.pack(first);
        store.insert(&words);
        store
    }

    /// How many markings there are.
    pub(super) fn len(&self) -> usize {
        self.words.len() / self.stride
    }

    /// The bytes of the array and of the table.
    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>() + self.table.capacity() * size_of::<u32>()
    }

    /// A marking as numbers of tokens.
    pub(super) fn unpack(&self, number: usize, marking: &mut [u32]) {
        let words = self.words(number);
        for (tokens, field) in marking.iter_mut().zip(&self.fields) {
            *tokens = field.get(words);
        }
    }

    /// The words of a marking.
    pub(super) fn words(&self, number: usize) -> &[u64] {
        &self.words[number * self.stride..(number + 1) * self.stride]
    }

    /// The words of a marking whose numbers fit their fields.
    fn pack(&self, marking: &[u32]) -> Vec<u64> {
        let mut words = vec![0; self.stride];
        for (&tokens, field) in marking.iter().zip(&self.fields) {
            words[field.word] |= u64::from(tokens) << field.shift;
        }
        words
    }

    /// What to add to which words, modulo 2^64, for these changes of numbers of tokens.
    pub(super) fn packed_change(&self, changes: &[(usize, i64)]) -> Vec<(usize, u64)> {
        let mut sums = vec![0_u64; self.stride];
        for &(place, change) in changes {
            let Field { word, shift, .. } = self.fields[place];
            sums[word] = sums[word].wrapping_add(change.cast_unsigned() << shift);
        }
        sums.into_iter().enumerate().filter(|&(_, sum)| sum != 0).collect()
    }

    /// Does so many tokens fit the field of the place?
    pub(super) fn fits(&self, place: usize, tokens: u32) -> bool {
        tokens <= self.fields[place].most()
    }

    /// Widens the field of a place for so many tokens.
    pub(super) fn widen(&mut self, place: usize, tokens: u32) {
        let mut most: Vec<_> = self.fields.iter().map(|field| field.most()).collect();
        most[place] = most[place].max(tokens);
        let (fields, stride) = layout(most.into_iter());
        let mut words = vec![0; self.len() * stride];
        for (old, new) in self.words.chunks_exact(self.stride).zip(words.chunks_exact_mut(stride)) {
            for (before, after) in self.fields.iter().zip(&fields) {
                new[after.word] |= u64::from(before.get(old)) << after.shift;
            }
        }
        (self.fields, self.stride, self.words) = (fields, stride, words);
        self.rebuild(self.table.len());
    }

    /// The number of a marking, if it is here.
    pub(super) fn find(&self, words: &[u64]) -> Option<usize> {
        self.slot(words).ok()
    }

    /// Adds a marking; true if it was not here before.
    pub(super) fn insert(&mut self, words: &[u64]) -> bool {
        let Err(slot) = self.slot(words) else { return false };
        let number = self.len();
        self.table[slot] = u32::try_from(number).unwrap_or(NONE);
        self.words.extend_from_slice(words);
        // Above three quarters, looking for a free slot becomes slow.
        if 4 * (number + 1) > 3 * self.table.len() {
            self.rebuild(2 * self.table.len());
        }
        true
    }

    /// The number of the marking, or the free slot where it belongs.
    #[inline]
    fn slot(&self, words: &[u64]) -> Result<usize, usize> {
        let mask = self.table.len() - 1;
        let mut slot = home(words, self.table.len());
        loop {
            let number = self.table[slot];
            if number == NONE {
                return Err(slot);
            }
            if self.words(number as usize) == words {
                return Ok(number as usize);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Fills a table of this size with the numbers of all markings.
    fn rebuild(&mut self, size: usize) {
        self.table = vec![NONE; size];
        for (number, words) in self.words.chunks_exact(self.stride).enumerate() {
            let mut slot = home(words, size);
            while self.table[slot] != NONE {
                slot = (slot + 1) & (size - 1);
            }
            self.table[slot] = u32::try_from(number).unwrap_or(NONE);
        }
    }
}

/// Where to look first in a table of this size, a power of two.
///
/// Markings differ in few bits, so all bits of the hash have to count: the high bits of one more
/// product (D. E. Knuth, The Art of Computer Programming 3, 6.4: multiplicative hashing) depend
/// on all of them.
#[inline]
fn home(words: &[u64], size: usize) -> usize {
    let mut hasher = FxHasher::default();
    for &word in words {
        hasher.write_u64(word);
    }
    let product = hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let high = product >> (u64::BITS - size.trailing_zeros());
    // As few bits as the size has.
    usize::try_from(high).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markings_keep_their_numbers_when_fields_widen() {
        let first = [0, 1, 5];
        let mut store = Store::new(&first);
        let mut all = vec![first.to_vec()];
        let mut tokens = 1;
        while tokens < u32::MAX / 3 {
            tokens *= 3;
            let marking = vec![tokens, tokens + 1, tokens - 1];
            for (place, &tokens) in marking.iter().enumerate() {
                if !store.fits(place, tokens) {
                    store.widen(place, tokens);
                }
            }
            assert!(store.insert(&store.pack(&marking)));
            assert!(!store.insert(&store.pack(&marking)));
            all.push(marking);
        }
        assert_eq!(store.stride, 2);
        assert_eq!(store.len(), all.len());
        for (number, marking) in all.iter().enumerate() {
            let mut read = vec![0; 3];
            store.unpack(number, &mut read);
            assert_eq!(&read, marking);
            assert_eq!(store.find(&store.pack(marking)), Some(number));
        }
    }

    #[test]
    fn a_net_without_places_has_one_marking() {
        let mut store = Store::new(&[]);
        assert_eq!(store.len(), 1);
        assert!(!store.insert(&[0]));
    }
}

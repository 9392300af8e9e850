//! A set of markings in little space: bits for each place, one array, a table of numbers.

/// Markings, numbered from 0 in the order in which they came.
///
/// Each place has a field of as many bits as its largest number of tokens so far needs; fields
/// do not cross words of 64 bits.  Since every number fits its field, a marking is the sum of
/// its numbers of tokens, each shifted to its field, and firing adds a constant to each word.
/// When a number no longer fits, all markings are packed anew with a wider field.
///
/// Of the last word only the bytes with fields are kept.  A slot of the table is a number with some
/// bits of the hash in front of it, so that most markings at another number need not be looked at.
#[derive(Clone, Debug)]
pub(super) struct Store {
    fields: Vec<Field>,
    /// Words of one marking, and the bytes of them that are kept.
    stride: usize,
    width: usize,
    /// The bits of the last word that are kept.
    last: u64,
    count: usize,
    /// The markings one after the other; behind the last one so many zeros that its words are whole.
    bytes: Vec<u8>,
    /// Numbers of markings by hash, with linear probing.
    table: Vec<u32>,
    /// The bits of a number in a slot of the table.
    number_bits: u32,
}

/// Where the tokens of a place stand.
#[derive(Clone, Copy, Debug)]
struct Field {
    word: usize,
    shift: u32,
    /// The largest number that fits.
    most: u32,
}

impl Field {
    fn get(self, words: &[u64]) -> u32 {
        // At most 32 bits are left.
        (words[self.word] >> self.shift) as u32 & self.most
    }
}

/// A slot without a marking.
const NONE: u32 = u32::MAX;

/// The most markings that numbers of 32 bits can tell apart.
pub(super) const MOST: usize = NONE as usize;

/// So many look-ups are under way together.
pub(super) const IN_FLIGHT: usize = 256;

/// Fields for places with at most so many tokens, and the number of words.
fn layout(most: impl Iterator<Item = u32>) -> (Vec<Field>, usize) {
    let (mut word, mut used) = (0, 0);
    let fields = most.map(|most| {
        let bits = (u32::BITS - most.leading_zeros()).max(1);
        if used + bits > u64::BITS {
            (word, used) = (word + 1, 0);
        }
        used += bits;
        Field { word, shift: used - bits, most: u32::MAX >> (u32::BITS - bits) }
    });
    let fields: Vec<_> = fields.collect();
    (fields, word + 1)
}

impl Store {
    /// Only this marking, which gets the number 0.
    pub(super) fn new(first: &[u32]) -> Self {
        let mut store = Self::with_fields(layout(first.iter().copied()));
        let words = store.pack(first);
        store.insert(&words, hash(&words));
        store
    }

    /// No markings.
    fn with_fields((fields, stride): (Vec<Field>, usize)) -> Self {
        let used = fields.last().map_or(1, |last| last.shift + last.most.count_ones());
        let last_bytes = used.div_ceil(u8::BITS);
        let width = (stride - 1) * size_of::<u64>() + last_bytes as usize;
        let last = u64::MAX >> (u64::BITS - last_bytes * u8::BITS);
        let mut store = Self {
            fields,
            stride,
            width,
            last,
            count: 0,
            bytes: Vec::new(),
            table: Vec::new(),
            number_bits: 0,
        };
        store.rebuild(16);
        store
    }

    /// How many markings there are.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// How many words a marking has.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// The bytes of the array and of the table.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.capacity() + self.table.capacity() * size_of::<u32>()
    }

    /// A marking as numbers of tokens.
    pub(super) fn unpack(&self, words: &[u64], marking: &mut [u32]) {
        for (tokens, field) in marking.iter_mut().zip(&self.fields) {
            *tokens = field.get(words);
        }
    }

    /// A word of a marking.
    #[inline]
    fn word(&self, number: usize, index: usize) -> u64 {
        let at = number * self.width + index * size_of::<u64>();
        let bytes = self.bytes[at..].first_chunk().copied().unwrap_or_default();
        let word = u64::from_le_bytes(bytes);
        if index + 1 == self.stride { word & self.last } else { word }
    }

    /// The words of a marking, appended.
    pub(super) fn words_into(&self, number: usize, words: &mut Vec<u64>) {
        for index in 0..self.stride {
            words.push(self.word(number, index));
        }
    }

    /// The words of a marking.
    pub(super) fn words(&self, number: usize) -> Vec<u64> {
        let mut words = Vec::with_capacity(self.stride);
        self.words_into(number, &mut words);
        words
    }

    /// Are these the words of the marking?
    #[inline]
    fn is(&self, number: usize, words: &[u64]) -> bool {
        words.iter().enumerate().all(|(index, word)| self.word(number, index) == *word)
    }

    /// The words of a marking whose numbers fit their fields.
    fn pack(&self, marking: &[u32]) -> Vec<u64> {
        let mut words = vec![0; self.stride];
        for (&tokens, field) in marking.iter().zip(&self.fields) {
            words[field.word] |= u64::from(tokens) << field.shift;
        }
        words
    }

    /// What to add to each word, modulo 2^64, for these changes of numbers of tokens.
    pub(super) fn packed_change(&self, changes: &[(usize, i64)]) -> Vec<u64> {
        let mut sums = vec![0_u64; self.stride];
        for &(place, change) in changes {
            let Field { word, shift, .. } = self.fields[place];
            sums[word] = sums[word].wrapping_add(change.cast_unsigned() << shift);
        }
        sums
    }

    /// The most tokens that fit the field of the place.
    pub(super) fn most(&self, place: usize) -> u32 {
        self.fields[place].most
    }

    /// Widens the field of a place for so many tokens.
    pub(super) fn widen(&mut self, place: usize, tokens: u32) {
        let mut most: Vec<_> = self.fields.iter().map(|field| field.most).collect();
        most[place] = most[place].max(tokens);
        let mut wider = Self::with_fields(layout(most.into_iter()));
        let (mut words, mut new) = (Vec::new(), Vec::new());
        for number in 0..self.count {
            words.clear();
            self.words_into(number, &mut words);
            new.clear();
            new.resize(wider.stride, 0);
            for (before, after) in self.fields.iter().zip(&wider.fields) {
                new[after.word] |= u64::from(before.get(&words)) << after.shift;
            }
            wider.push(&new);
        }
        wider.rebuild(self.table.len());
        *self = wider;
    }

    /// Appends a marking to the array.
    fn push(&mut self, words: &[u64]) {
        let at = self.count * self.width;
        let end = at + self.stride * size_of::<u64>();
        if end > self.bytes.capacity() {
            // An eighth more: large arrays are moved by the system, without copies.
            self.bytes.reserve_exact(end / 8 + 64);
        }
        self.bytes.truncate(at);
        for word in words {
            self.bytes.extend_from_slice(&word.to_le_bytes());
        }
        self.count += 1;
    }

    /// The number of a marking, if it is here.
    pub(super) fn find(&self, words: &[u64]) -> Option<usize> {
        self.number_or_slot(words, hash(words)).ok()
    }

    /// Where a marking with this hash is looked for first.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        let product = u128::from(hash) * self.table.len() as u128;
        // Below the length of the table.
        (product >> u64::BITS) as usize
    }

    /// The bits of the hash in front of a number.
    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        // The low half of the hash, of which home() says little.
        ((hash & u64::from(u32::MAX)) as u32).checked_shl(self.number_bits).unwrap_or(0)
    }

    /// The first slot that is looked at.
    #[inline]
    pub(super) fn first_slot(&self, hash: u64) -> u32 {
        self.table[self.home(hash)]
    }

    /// Is it this marking that the slot holds?
    #[inline]
    pub(super) fn holds(&self, slot: u32, words: &[u64], hash: u64) -> bool {
        let number = self.number(slot, hash);
        number.is_some_and(|number| self.is(number, words))
    }

    /// The number in a slot that may be that of a marking with this hash.
    #[inline]
    fn number(&self, slot: u32, hash: u64) -> Option<usize> {
        let number = slot ^ self.tag(hash);
        (slot != NONE && number.checked_shr(self.number_bits).unwrap_or(0) == 0)
            .then_some(number as usize)
    }

    /// The number of the marking, or the free slot where it belongs.
    #[inline]
    pub(super) fn number_or_slot(&self, words: &[u64], hash: u64) -> Result<usize, usize> {
        self.probe(hash, |number| self.is(number, words))
    }

    /// The number with this hash of which that holds, or the free slot behind all with this hash.
    #[inline]
    fn probe(&self, hash: u64, is_it: impl Fn(usize) -> bool) -> Result<usize, usize> {
        let mut at = self.home(hash);
        loop {
            let slot = self.table[at];
            if slot == NONE {
                return Err(at);
            }
            if let Some(number) = self.number(slot, hash)
                && is_it(number)
            {
                return Ok(number);
            }
            at = if at + 1 == self.table.len() { 0 } else { at + 1 };
        }
    }

    /// Puts a number into a free slot.
    #[inline]
    fn put(&mut self, at: usize, number: usize, hash: u64) {
        self.table[at] = number as u32 | self.tag(hash);
    }

    /// Adds a marking; true if it was not here before.
    pub(super) fn insert(&mut self, words: &[u64], hash: u64) -> bool {
        let Err(at) = self.number_or_slot(words, hash) else { return false };
        self.put(at, self.count, hash);
        self.push(words);
        // Above four fifths, looking for a free slot becomes slow.
        if 5 * self.count > 4 * self.table.len() {
            self.rebuild(self.table.len() / 2 * 3);
        }
        true
    }

    /// Fills a table of this size with the numbers of all markings.
    fn rebuild(&mut self, size: usize) {
        self.table = Vec::new();
        self.table = vec![NONE; size];
        self.number_bits = usize::BITS - size.leading_zeros();
        let (mut words, mut hashes) = (Vec::new(), Vec::new());
        for start in (0..self.count).step_by(IN_FLIGHT) {
            hashes.clear();
            for number in start..self.count.min(start + IN_FLIGHT) {
                words.clear();
                self.words_into(number, &mut words);
                let hash = hash(&words);
                // Loads the slot, while others are on their way.
                std::hint::black_box(self.first_slot(hash));
                hashes.push(hash);
            }
            for (number, &hash) in (start..).zip(&hashes) {
                if let Err(at) = self.probe(hash, |_| false) {
                    self.put(at, number, hash);
                }
            }
        }
    }
}

/// A hash of which all bits depend on all bits of the words: both halves of products (as in wyhash, Wang
/// Yi 2019).
#[inline]
pub(super) fn hash(words: &[u64]) -> u64 {
    let folded = |state: u64, factor: u64| {
        let product = u128::from(state) * u128::from(factor);
        (product >> u64::BITS) as u64 ^ product as u64
    };
    let state = words
        .iter()
        .fold(0x9e37_79b9_7f4a_7c15, |state, word| folded(state ^ word, 0xa076_1d64_78bd_642f));
    folded(state, 0xe703_7ed1_a0b4_28db)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn insert(store: &mut Store, marking: &[u32]) -> bool {
        let words = store.pack(marking);
        store.insert(&words, hash(&words))
    }

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
                if tokens > store.most(place) {
                    store.widen(place, tokens);
                }
            }
            assert!(insert(&mut store, &marking));
            assert!(!insert(&mut store, &marking));
            all.push(marking);
        }
        assert_eq!(store.stride, 2);
        assert_eq!(store.len(), all.len());
        for (number, marking) in all.iter().enumerate() {
            let mut read = vec![0; 3];
            store.unpack(&store.words(number), &mut read);
            assert_eq!(&read, marking);
            assert_eq!(store.find(&store.pack(marking)), Some(number));
        }
    }

    #[test]
    fn a_net_without_places_has_one_marking() {
        let mut store = Store::new(&[]);
        assert_eq!(store.len(), 1);
        assert!(!store.insert(&[0], hash(&[0])));
    }
}

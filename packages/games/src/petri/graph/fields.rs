//! How a marking is packed: bits for each place.

/// Each place has a field of as many bits as its largest number of tokens so far needs; fields
/// do not cross words of 64 bits.  Since every number fits its field, a marking is the sum of
/// its numbers of tokens, each shifted to its field, and firing adds a constant to each word.
#[derive(Clone, Debug)]
pub(super) struct Fields {
    places: Vec<Field>,
    /// Words of one marking.
    pub stride: usize,
    /// The bytes of them that have to be kept: of the last word only those with fields.
    pub width: usize,
    /// The bits of the last word that are kept.
    pub last: u64,
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

impl Fields {
    /// For places with at most this number of tokens.
    pub(super) fn new(most: impl Iterator<Item = u32>) -> Self {
        let (mut word, mut used) = (0, 0);
        let places = most.map(|most| {
            let bits = (u32::BITS - most.leading_zeros()).max(1);
            if used + bits > u64::BITS {
                (word, used) = (word + 1, 0);
            }
            used += bits;
            Field { word, shift: used - bits, most: u32::MAX >> (u32::BITS - bits) }
        });
        let places = places.collect();
        let last_bytes = used.max(1).div_ceil(u8::BITS);
        Self {
            places,
            stride: word + 1,
            width: word * size_of::<u64>() + last_bytes as usize,
            last: u64::MAX >> (u64::BITS - last_bytes * u8::BITS),
        }
    }

    /// The same with room for this number of tokens on these places.
    pub(super) fn widened(&self, places: &[(usize, u32)]) -> Self {
        let mut most: Vec<_> = self.places.iter().map(|field| field.most).collect();
        for &(place, tokens) in places {
            most[place] = most[place].max(tokens);
        }
        Self::new(most.into_iter())
    }

    /// How many places there are.
    pub(super) fn places(&self) -> usize {
        self.places.len()
    }

    /// The most tokens that fit the field of the place.
    pub(super) fn most(&self, place: usize) -> u32 {
        self.places[place].most
    }

    /// A marking as numbers of tokens.
    pub(super) fn unpack(&self, words: &[u64], marking: &mut [u32]) {
        for (tokens, field) in marking.iter_mut().zip(&self.places) {
            *tokens = field.get(words);
        }
    }

    /// The words of a marking whose numbers fit their fields.
    pub(super) fn pack(&self, marking: &[u32]) -> Vec<u64> {
        let mut words = vec![0; self.stride];
        for (&tokens, field) in marking.iter().zip(&self.places) {
            words[field.word] |= u64::from(tokens) << field.shift;
        }
        words
    }

    /// What to add to each word, modulo 2^64, for these changes of numbers of tokens.
    pub(super) fn packed_change(&self, changes: &[(usize, i64)]) -> Vec<u64> {
        let mut sums = vec![0_u64; self.stride];
        for &(place, change) in changes {
            let Field { word, shift, .. } = self.places[place];
            sums[word] = sums[word].wrapping_add(change.cast_unsigned() << shift);
        }
        sums
    }
}

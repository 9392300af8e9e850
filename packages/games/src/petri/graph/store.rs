//! A set of markings in little space, which several threads fill at the same time.

use super::fields::Fields;
use crate::threads::Threads;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// Markings, numbered from 0.
///
/// Those that came before the last call of [`Store::settle`] are *settled*: they stand in one array of
/// bytes, and nothing writes there while others are added.  Those that came since are *fresh*, and have
/// whole words.  A slot of the table is a number with some bits of the hash in front of it, so that most
/// markings at another number need not be looked at.
///
/// **Why threads add no marking twice.**  Between two calls of `settle` a slot changes once at most,
/// from free to a number.  Who adds a marking goes from slot to slot, beginning at the same one for the
/// same marking, and puts its number into the first free one by an exchange that fails if the slot is free
/// no longer; then it looks at what is there now.  So of two who add the same marking the later one comes
/// by the slot of the earlier one.  The words are written before the slot is exchanged (release), and
/// read after it was loaded (acquire).
#[derive(Debug)]
pub(super) struct Store {
    pub fields: Fields,
    settled: usize,
    /// The settled markings one after the other; after the last one as many zeros as its words need to be
    /// whole.
    bytes: Vec<u8>,
    /// The words of the fresh markings.
    fresh: Vec<AtomicU64>,
    /// The number of fresh numbers that were given out.
    given: AtomicUsize,
    /// Fewer should be given out.
    enough: usize,
    /// Numbers of markings by hash, with linear probing.
    table: Vec<AtomicU32>,
    /// The bits of a number in a slot of the table.
    number_bits: u32,
}

/// A slot without a marking.
const NONE: u32 = u32::MAX;

/// The most settled markings for which numbers of 32 bits are enough, with the fresh ones.
pub(super) const MOST_SETTLED: usize = NONE as usize - (1 << 28);

/// The number of look-ups that are under way together.
pub(super) const IN_FLIGHT: usize = 256;

/// The number of numbers that are given out at a time.
const BLOCK: usize = 32;

/// The number of markings that one thread enters into a new table at a time.
const PART: usize = 1 << 14;

/// The threads that a table is made by, if there are several.
pub(super) type Shared<'t> = Option<&'t Threads>;

/// Fresh numbers that a thread was given and has not used, counted from the first fresh one.
pub(super) type FreshNumbers = Range<usize>;

impl Store {
    /// Only this marking, which gets the number 0.
    pub(super) fn new(first: &[u32]) -> Self {
        let mut store = Self::with_fields(Fields::new(first.iter().copied()));
        let words = store.fields.pack(first);
        store.push(&words);
        store.rebuild(16, None);
        store
    }

    /// No markings, and no table.
    fn with_fields(fields: Fields) -> Self {
        Self {
            fields,
            settled: 0,
            bytes: Vec::new(),
            fresh: Vec::new(),
            given: AtomicUsize::new(0),
            enough: 0,
            table: Vec::new(),
            number_bits: 0,
        }
    }

    /// How many settled markings there are.
    pub(super) fn len(&self) -> usize {
        self.settled
    }

    /// The bytes of the arrays and of the table.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.capacity()
            + self.fresh.capacity() * size_of::<u64>()
            + self.table.capacity() * size_of::<u32>()
    }

    /// About how many bytes a settled marking takes: twice its own, for a while when a field is widened, and those
    /// of the table.
    pub(super) fn bytes_of_one(&self) -> usize {
        self.fields.width.saturating_mul(2).saturating_add(8)
    }

    /// A word of a settled marking.
    #[inline]
    fn word(&self, number: usize, index: usize) -> u64 {
        let at = number * self.fields.width + index * size_of::<u64>();
        let bytes = self.bytes[at..].first_chunk().copied().unwrap_or_default();
        let word = u64::from_le_bytes(bytes);
        if index + 1 == self.fields.stride { word & self.fields.last } else { word }
    }

    /// The words of a settled marking, appended.
    pub(super) fn words_into(&self, number: usize, words: &mut Vec<u64>) {
        for index in 0..self.fields.stride {
            words.push(self.word(number, index));
        }
    }

    /// The words of a settled marking.
    pub(super) fn words(&self, number: usize) -> Vec<u64> {
        let mut words = Vec::with_capacity(self.fields.stride);
        self.words_into(number, &mut words);
        words
    }

    /// Are these the words of the marking?
    #[inline]
    fn is(&self, number: usize, words: &[u64]) -> bool {
        let mut words = words.iter().enumerate();
        match number.checked_sub(self.settled) {
            None => words.all(|(index, word)| self.word(number, index) == *word),
            Some(fresh) => {
                let own = &self.fresh[fresh * self.fields.stride..];
                words.all(|(index, word)| own[index].load(Ordering::Relaxed) == *word)
            }
        }
    }

    /// Widens the fields of places for this number of tokens.  All markings have to be settled.
    pub(super) fn widen(&mut self, places: &[(usize, u32)], shared: Shared<'_>) {
        let mut wider = Self::with_fields(self.fields.widened(places));
        let mut marking = vec![0; self.fields.places()];
        for number in 0..self.settled {
            self.fields.unpack(&self.words(number), &mut marking);
            let words = wider.fields.pack(&marking);
            wider.push(&words);
        }
        wider.rebuild(self.table.len(), shared);
        *self = wider;
    }

    /// Appends a marking to the array of bytes.
    fn push(&mut self, words: &[u64]) {
        let at = self.settled * self.fields.width;
        let end = at + self.fields.stride * size_of::<u64>();
        if end > self.bytes.capacity() {
            // An eighth more: large arrays are moved by the system, without copies.
            self.bytes.reserve_exact(end / 8 + 64);
        }
        self.bytes.truncate(at);
        for word in words {
            self.bytes.extend_from_slice(&word.to_le_bytes());
        }
        self.settled += 1;
    }

    /// The number of a settled marking, if it is here.
    pub(super) fn find(&self, words: &[u64]) -> Option<usize> {
        let hash = hash(words);
        self.probe(hash, |number| self.is(number, words)).0
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
        self.table[self.home(hash)].load(Ordering::Acquire)
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

    /// Goes from slot to slot until one is free, or holds a number with this hash of which that holds:
    /// the number, and where the slot is.
    #[inline]
    fn probe(&self, hash: u64, is_it: impl Fn(usize) -> bool) -> (Option<usize>, usize) {
        let mut at = self.home(hash);
        loop {
            let slot = self.table[at].load(Ordering::Acquire);
            if slot == NONE {
                return (None, at);
            }
            if let Some(number) = self.number(slot, hash)
                && is_it(number)
            {
                return (Some(number), at);
            }
            at = if at + 1 == self.table.len() { 0 } else { at + 1 };
        }
    }

    /// Makes room for at least this number of fresh markings, and for as many more that each of several threads
    /// may find before it asks whether there is room: [`Store::is_full`].  False where numbers of 32 bits
    /// are too few.
    #[must_use]
    pub(super) fn make_room(
        &mut self,
        fresh: usize,
        threads: usize,
        more: usize,
        shared: Shared<'_>,
    ) -> bool {
        // A block that begins after `enough` was given to a thread that asks after `more` others.
        let room = fresh + threads * (more + 2 * BLOCK);
        if self.settled + room >= NONE as usize {
            return false;
        }
        self.enough = fresh;
        let words = room * self.fields.stride;
        if self.fresh.len() < words {
            self.fresh.resize_with(words, AtomicU64::default);
        }
        let mut size = self.table.len();
        // Above four fifths, looking for a free slot becomes slow; one has to be left.
        while 5 * self.settled > 4 * size || self.settled + room >= size {
            size = size / 2 * 3;
        }
        if size > self.table.len() {
            self.rebuild(size, shared);
        }
        true
    }

    /// Is there no room left for what a thread may find after one that has these numbers?
    pub(super) fn is_full(&self, numbers: &FreshNumbers) -> bool {
        numbers.end > self.enough
    }

    /// Adds a marking that is not here yet, with a number of these, or of a block that is fetched when
    /// none is left.
    pub(super) fn insert(&self, words: &[u64], hash: u64, numbers: &mut FreshNumbers) {
        loop {
            let (found, at) = self.probe(hash, |number| self.is(number, words));
            if found.is_some() {
                return;
            }
            if numbers.start == numbers.end {
                let start = self.given.fetch_add(BLOCK, Ordering::Relaxed);
                *numbers = start..start + BLOCK;
            }
            let own = &self.fresh[numbers.start * self.fields.stride..];
            for (own, word) in own.iter().zip(words) {
                own.store(*word, Ordering::Relaxed);
            }
            let slot = self.slot(self.settled + numbers.start, hash);
            if self.occupy(at, slot) {
                numbers.start += 1;
                return;
            }
        }
    }

    /// Writes into a slot if it is free; false if it is so no longer.
    #[inline]
    fn occupy(&self, at: usize, slot: u32) -> bool {
        let free = &self.table[at];
        free.compare_exchange(NONE, slot, Ordering::Release, Ordering::Relaxed).is_ok()
    }

    /// What a slot contains for this number.
    #[inline]
    fn slot(&self, number: usize, hash: u64) -> u32 {
        number as u32 | self.tag(hash)
    }

    /// Settles the fresh markings; these numbers were not used, and those after them move up.
    pub(super) fn settle(&mut self, unused: impl Iterator<Item = FreshNumbers>) {
        let given = std::mem::take(self.given.get_mut());
        let mut holes: Vec<_> = unused.flatten().collect();
        holes.sort_unstable();
        let kept = given - holes.len();
        let after: Vec<_> = (kept..given).filter(|it| holes.binary_search(it).is_err()).collect();
        for (&hole, from) in holes.iter().zip(after) {
            self.renumber(from, hole);
        }
        let mut words = Vec::with_capacity(self.fields.stride);
        for fresh in 0..kept {
            self.fresh_words(fresh, &mut words);
            self.push(&words);
        }
    }

    /// No more will come.
    pub(super) fn end(&mut self) {
        self.fresh = Vec::new();
    }

    /// The words of a fresh marking.
    fn fresh_words(&self, fresh: usize, words: &mut Vec<u64>) {
        let own = &self.fresh[fresh * self.fields.stride..][..self.fields.stride];
        words.clear();
        words.extend(own.iter().map(|word| word.load(Ordering::Relaxed)));
    }

    /// Gives a fresh marking another number, which is not in use.
    fn renumber(&mut self, from: usize, to: usize) {
        let (mut words, settled) = (Vec::new(), self.settled);
        self.fresh_words(from, &mut words);
        let hash = hash(&words);
        let (_, at) = self.probe(hash, |number| number == settled + from);
        *self.table[at].get_mut() = self.slot(settled + to, hash);
        for (index, word) in words.into_iter().enumerate() {
            *self.fresh[to * self.fields.stride + index].get_mut() = word;
        }
    }

    /// Makes a table of this size with the numbers of all markings, which have to be settled.
    fn rebuild(&mut self, size: usize, shared: Shared<'_>) {
        self.table = Vec::new();
        self.number_bits = usize::BITS - size.leading_zeros();
        let free = |_| AtomicU32::new(NONE);
        let parts = 0..self.settled.div_ceil(PART);
        match shared {
            None => {
                self.table = (0..size).map(free).collect();
                // Nobody else writes, and an exchange takes longer.
                let write = |at: usize, slot| {
                    self.table[at].store(slot, Ordering::Relaxed);
                    true
                };
                parts.for_each(|part| self.enter(part, write));
            }
            Some(threads) => threads.run(|| {
                self.table = (0..size).into_par_iter().with_min_len(PART).map(free).collect();
                let occupy = |at, slot| self.occupy(at, slot);
                parts.into_par_iter().for_each(|part| self.enter(part, occupy));
            }),
        }
    }

    /// Puts the numbers of a part of the settled markings into the table, by an attempt to write into a
    /// free slot.
    fn enter(&self, part: usize, write: impl Fn(usize, u32) -> bool) {
        let (mut words, mut hashes) = (Vec::new(), Vec::with_capacity(IN_FLIGHT));
        let end = self.settled.min((part + 1) * PART);
        for start in (part * PART..end).step_by(IN_FLIGHT) {
            hashes.clear();
            for number in start..end.min(start + IN_FLIGHT) {
                words.clear();
                self.words_into(number, &mut words);
                let hash = hash(&words);
                // Loads the slot, while others are on their way.
                std::hint::black_box(self.first_slot(hash));
                hashes.push(hash);
            }
            for (number, &hash) in (start..).zip(&hashes) {
                let slot = self.slot(number, hash);
                while !write(self.probe(hash, |_| false).1, slot) {}
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
mod tests;

//! A hash table of the places in a trace by what precedes them; entries can be removed again.

use super::limits::PASSED;

/// The number of kinds of contexts; they find earlier places that end like the last one.
pub(super) const CONTEXTS: usize = 2;

/// For each key of a context, the last entry with it, and from each entry the one before.
///
/// Keys share places, so results have to be compared.  Entries are pushed and popped as on a stack.
#[derive(Clone, Debug)]
pub(super) struct Index {
    /// For each kind of context, the last entry by the hash of the key; a power of 2 of them.
    heads: [Box<[u32]>; CONTEXTS],
    /// For each entry and each of its keys, the earlier content of the place.
    links: Vec<[u32; CONTEXTS]>,
}

/// The mark for no entry.
const NONE: u32 = u32::MAX;

/// The number of places at first.
const LEAST: usize = 1 << 10;

impl Default for Index {
    fn default() -> Self {
        Self { heads: std::array::from_fn(|_| vec![NONE; LEAST].into()), links: Vec::new() }
    }
}

impl Index {
    /// An empty table with more places.
    pub(super) fn larger(&self) -> Self {
        let heads = std::array::from_fn(|_| vec![NONE; 2 * self.heads[0].len()].into());
        Self { heads, links: Vec::with_capacity(self.links.len()) }
    }

    /// Are there many entries for each place?
    pub(super) fn is_full(&self) -> bool {
        self.links.len() > 2 * self.heads[0].len()
    }

    /// The place of a key.
    fn place(&self, key: u64) -> usize {
        // The upper bits of the product are the best scattered.
        let scattered = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (scattered >> (u64::BITS - self.heads[0].len().trailing_zeros())) as usize
    }

    /// Appends an entry.
    pub(super) fn push(&mut self, keys: [Option<u64>; CONTEXTS]) {
        let entry = self.links.len() as u32;
        let places = keys.map(|key| key.map(|key| self.place(key)));
        let mut links = [NONE; CONTEXTS];
        for (slot, place) in places.into_iter().enumerate() {
            if let Some(place) = place {
                links[slot] = std::mem::replace(&mut self.heads[slot][place], entry);
            }
        }
        self.links.push(links);
    }

    /// Removes the last entry, which has these keys.
    pub(super) fn pop(&mut self, keys: [Option<u64>; CONTEXTS]) {
        let Some(links) = self.links.pop() else { return };
        for (slot, key) in keys.into_iter().enumerate() {
            if let Some(key) = key {
                let place = self.place(key);
                self.heads[slot][place] = links[slot];
            }
        }
    }

    /// The last entry from `first` on and before this one that has the same key in a slot, as `is_same` reports.
    pub(super) fn earlier(
        &self,
        entry: usize,
        slot: usize,
        first: usize,
        is_same: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let mut at = entry;
        for _ in 0..PASSED {
            at = match self.links[at][slot] {
                NONE => return None,
                before => before as usize,
            };
            if at < first {
                return None;
            }
            if is_same(at) {
                return Some(at);
            }
        }
        None
    }
}

//! The run so far: steps and loops one after the other.

use super::comb::{CombId, Combs, Stretch};
use super::front::{Found, Front};
use super::shape::Symbol;
use rustc_hash::FxHashMap;

/// The steps and loops from the start on, with what finds repetitions among them.
///
/// Fingerprints propose; what they propose is compared.
#[derive(Clone, Debug)]
pub struct Trace {
    entries: Vec<Entry>,
    /// After each entry, and before the first: the number of runs in reach, and fingerprints.
    marks: Vec<Mark>,
    /// Counts of loops, and states.
    records: Vec<i64>,
    /// After which numbers of entries states are kept, and where in the records they begin.
    states: Vec<(u32, usize)>,
    /// For each context the last entry that ends it.
    heads: [FxHashMap<u64, u32>; CONTEXTS],
    powers: Vec<u64>,
}

/// A step or a loop.
#[derive(Clone, Copy, Debug)]
struct Entry {
    symbol: Symbol,
    /// The earlier entries that end the same contexts.
    links: [u32; 2],
    /// Of a step: how many positions, and how many lost ones it has.  Of a loop:
    /// where in the records its counts begin and end: those of the loop and of all loops inside
    /// in the first iterations of the loops around them, in the order of their starts.
    numbers: [i64; 2],
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    /// How many runs are in reach.
    size: u32,
    /// Of the state.
    state: u64,
    /// Of all symbols up to here.
    symbols: u64,
}

/// Steps are found by the last 4 or 40 symbols, loops by the last 1 or 40.
const CONTEXTS: usize = 4;

/// How many symbols each context has; first those of steps.
const LENGTHS: [usize; CONTEXTS] = [4, 40, 1, 40];

/// States are kept behind loops, and behind steps so far from each other at least.
const INTERVAL: usize = 32;

/// No entry.
const NONE: u32 = u32::MAX;

/// The base of the fingerprints of symbols, odd.
const BASE: u64 = 0xD134_2543_DE82_EF95;

impl Trace {
    /// Before the first step, in this state with its fingerprint.
    pub fn new(state: &[Stretch], fingerprint: u64) -> Self {
        let mut trace = Self {
            entries: Vec::new(),
            marks: vec![Mark { size: 1, state: fingerprint, symbols: 0 }],
            records: Vec::new(),
            states: Vec::new(),
            heads: Default::default(),
            powers: vec![1],
        };
        trace.keep(state);
        trace
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The symbol of an entry.
    pub fn symbol(&self, index: usize) -> Symbol {
        self.entries[index].symbol
    }

    /// The symbols of some entries.
    pub fn symbols(&self, from: usize, to: usize) -> impl Iterator<Item = Symbol> {
        self.entries[from..to].iter().map(|entry| entry.symbol)
    }

    /// How many positions, and how many lost ones a step has.
    pub fn lengths(&self, index: usize) -> [i64; 2] {
        self.entries[index].numbers
    }

    /// The counts of a loop and of the loops inside.
    pub fn counts(&self, index: usize) -> &[i64] {
        let [start, end] = self.entries[index].numbers;
        &self.records[start as usize..end as usize]
    }

    /// Of the state after so many entries: number of runs in reach, and fingerprint.
    pub fn mark(&self, index: usize) -> (u32, u64) {
        (self.marks[index].size, self.marks[index].state)
    }

    /// The fingerprint of the symbols of some entries.
    pub fn fingerprint(&self, from: usize, to: usize) -> u64 {
        let before = self.marks[from].symbols.wrapping_mul(self.powers[to - from]);
        self.marks[to].symbols.wrapping_sub(before)
    }

    /// Appends a step that leads to the state of `front`.
    pub fn push_step(&mut self, symbol: Symbol, found: Found, front: &Front) {
        let size = front.size();
        let length = found.run.map_or(found.high, |run| run.end);
        let lost = found.run.filter(|run| run.comb.value() == 0);
        let lost = lost.map_or(0, |run| run.end - run.start);
        self.push(symbol, [length, lost], size, front.fingerprint());
        let last = self.states.last().map_or(0, |state| state.0 as usize);
        if self.entries.len() - last >= INTERVAL.max(size) {
            self.keep(&front.state());
        }
    }

    /// Appends a loop with its counts that leads to the state of `front`.
    pub fn push_loop(&mut self, symbol: Symbol, counts: &[i64], front: &Front) {
        let start = self.records.len();
        self.records.extend_from_slice(counts);
        let numbers = [start as i64, self.records.len() as i64];
        self.push(symbol, numbers, front.size(), front.fingerprint());
        self.keep(&front.state());
    }

    /// Keeps the state behind the last entry.
    fn keep(&mut self, state: &[Stretch]) {
        self.states.push((self.entries.len() as u32, self.records.len()));
        let numbers = |one: &Stretch| [one.start, one.end, one.comb.packed()];
        self.records.extend(state.iter().flat_map(numbers));
    }

    fn push(&mut self, symbol: Symbol, numbers: [i64; 2], size: usize, state: u64) {
        let index = self.entries.len();
        let before = self.marks[index].symbols.wrapping_mul(BASE);
        let symbols = before.wrapping_add(scattered(symbol));
        self.marks.push(Mark { size: size as u32, state, symbols });
        if self.powers.len() <= index + 1 {
            self.powers.push(self.powers[self.powers.len() - 1].wrapping_mul(BASE));
        }
        self.entries.push(Entry { symbol, links: [NONE; 2], numbers });
        for slot in 0..2 {
            let Some((context, key)) = self.key(index, slot) else { continue };
            let before = self.heads[context].insert(key, index as u32);
            self.entries[index].links[slot] = before.unwrap_or(NONE);
        }
    }

    /// One of the two contexts that end with an entry, and its fingerprint.
    fn key(&self, index: usize, slot: usize) -> Option<(usize, u64)> {
        let context = 2 * usize::from(self.entries[index].symbol.is_loop()) + slot;
        let from = (index + 1).checked_sub(LENGTHS[context])?;
        Some((context, self.fingerprint(from, index + 1)))
    }

    /// The last entry before this one that ends the same context.
    pub fn earlier(&self, index: usize, slot: usize) -> Option<usize> {
        let link = self.entries[index].links[slot];
        (link != NONE).then_some(link as usize)
    }

    /// Removes all entries from this one on.
    pub fn truncate(&mut self, length: usize) {
        for index in (length..self.entries.len()).rev() {
            for slot in 0..2 {
                let Some((context, key)) = self.key(index, slot) else { continue };
                match self.entries[index].links[slot] {
                    NONE => self.heads[context].remove(&key),
                    earlier => self.heads[context].insert(key, earlier),
                };
            }
            let entry = self.entries[index];
            if entry.symbol.is_loop() {
                self.records.truncate(entry.numbers[0] as usize);
            }
        }
        while let Some(&(_, start)) = self.states.last().filter(|one| one.0 as usize > length) {
            self.records.truncate(start);
            self.states.pop();
        }
        self.entries.truncate(length);
        self.marks.truncate(length + 1);
    }

    /// The stretches in reach after so many entries, relative to the first position that is not
    /// known there.  `front` is a front of the same game in any state.
    pub fn state(&self, entries: usize, front: &mut Front, combs: &mut Combs) -> Vec<Stretch> {
        let index = self.states.partition_point(|state| state.0 as usize <= entries);
        let (kept, start) = self.states[index - 1];
        let size = self.marks[kept as usize].size as usize;
        let stretch = |numbers: &[i64]| Stretch {
            start: numbers[0],
            end: numbers[1],
            comb: CombId::unpacked(numbers[2]),
        };
        let record = self.records[start..start + 3 * size].chunks_exact(3);
        front.load(&record.map(stretch).collect::<Vec<_>>());
        for _ in kept as usize..entries {
            front.step(combs);
        }
        front.state()
    }
}

/// A number for a symbol that looks like any other (the finalizer of SplitMix64, G. L. Steele,
/// D. Lea and C. H. Flood 2014).
fn scattered(symbol: Symbol) -> u64 {
    let mut mixed = u64::from(symbol.0).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

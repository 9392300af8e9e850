//! The trace so far, with an index of repetitions in it.

use super::comb::{Combs, Stretch};
use super::front::Front;
use super::index::{CONTEXTS, Index};
use super::limits::{INTERVAL, LONG, SHORT, SPREAD};
use crate::fold::{Schemas, Symbol, Trace};

/// The steps and loops from the start on, with an index of repetitions among them.
///
/// Fingerprints propose; what they propose is compared.  An entry takes about thirty bytes: the content of classes of
/// steps is not stored again, and only some states are kept, closer together towards the end.
#[derive(Clone, Debug)]
pub(super) struct History {
    trace: Trace<i64>,
    /// Marks after each entry, and before the first.
    marks: Vec<Mark>,
    /// The number of stretches in reach after each entry, and before the first.
    sizes: Vec<u16>,
    kept: Vec<Kept>,
    /// The cost of computing the last state from the last one that is kept.
    distance: usize,
    index: Index,
    /// Powers of [`BASE`] with exponents below [`POWERS`], and those of its power with this exponent.
    powers: [Vec<u32>; 2],
}

/// Fingerprints.
#[derive(Clone, Copy, Debug)]
struct Mark {
    /// The fingerprint of the state.
    state: u32,
    /// The fingerprint of all symbols up to here.
    symbols: u32,
}

/// A state.
#[derive(Clone, Debug)]
struct Kept {
    /// The number of entries before it.
    entries: usize,
    state: Vec<Stretch>,
}

/// The base of the fingerprints of symbols, odd.
const BASE: u32 = 0xDE82_EF95;

/// The number of powers of the base that are kept, and of powers of its power with this exponent.
const POWERS: usize = 1 << 16;

/// The bytes of an entry.
const ENTRY: usize = 32;

impl History {
    /// The history before the first step, in this state with its fingerprint.
    pub(super) fn new(state: &[Stretch], fingerprint: u64) -> Self {
        let powers = |base: u32| -> Vec<u32> {
            let next = |power: &u32| Some(power.wrapping_mul(base));
            std::iter::successors(Some(1), next).take(POWERS).collect()
        };
        Self {
            trace: Trace::default(),
            marks: vec![Mark { state: fingerprint as u32, symbols: 0 }],
            sizes: vec![state.len() as u16],
            kept: vec![Kept { entries: 0, state: state.to_vec() }],
            distance: 0,
            index: Index::default(),
            powers: [powers(BASE), powers(BASE.wrapping_pow(POWERS as u32))],
        }
    }

    /// The steps and loops.
    pub(super) fn trace(&self) -> &Trace<i64> {
        &self.trace
    }

    /// The approximate number of bytes that they take.
    pub(super) fn bytes(&self) -> usize {
        ENTRY * self.trace.len() + self.trace.bytes()
    }

    /// The number of stretches in reach and the fingerprint of the state after this number of entries.
    pub(super) fn mark(&self, index: usize) -> (u16, u32) {
        (self.sizes[index], self.marks[index].state)
    }

    /// The fingerprint of the symbols of some entries.
    pub(super) fn fingerprint(&self, from: usize, to: usize) -> u32 {
        let length = to - from;
        let power = self.powers[0][length % POWERS].wrapping_mul(self.powers[1][length / POWERS]);
        self.marks[to].symbols.wrapping_sub(self.marks[from].symbols.wrapping_mul(power))
    }

    /// Appends a step, which has no counts, or a loop, which leads to the state of `front`.
    pub(super) fn push(&mut self, symbol: Symbol, counts: &[i64], front: &Front) {
        // To recompute the state after a loop, all its stretches are moved.
        let cost = 1 + if symbol.is_loop() { front.size() / 4 } else { 0 };
        let entry = self.trace.len();
        let symbols = self.marks[entry].symbols.wrapping_mul(BASE).wrapping_add(scattered(symbol));
        self.trace.push(symbol, counts);
        self.marks.push(Mark { state: front.fingerprint() as u32, symbols });
        self.sizes.push(front.size() as u16);
        let keys = self.keys(entry);
        self.index.push(keys);
        if self.index.is_full() {
            let mut index = self.index.larger();
            for entry in 0..=entry {
                index.push(self.keys(entry));
            }
            self.index = index;
        }
        self.distance += cost;
        if self.distance >= INTERVAL.max(front.size()) {
            self.keep(front.state());
        }
    }

    /// Keeps the state after the last entry, and drops some of the much earlier ones.
    fn keep(&mut self, state: Vec<Stretch>) {
        self.distance = 0;
        let here = self.trace.len();
        self.kept.push(Kept { entries: here, state });
        let mut index = 1;
        while index + 1 < self.kept.len() {
            let (before, after) = (self.kept[index - 1].entries, self.kept[index + 1].entries);
            if SPREAD * (after - before) <= here - after {
                self.kept.remove(index);
            }
            index += 1;
        }
    }

    /// The contexts that end with an entry, by their fingerprints.
    fn keys(&self, index: usize) -> [Option<u64>; CONTEXTS] {
        let is_loop = u64::from(self.trace.symbols()[index].is_loop());
        let key = |length: usize| {
            let from = (index + 1).checked_sub(length)?;
            let fingerprint = u64::from(self.fingerprint(from, index + 1));
            Some(fingerprint << 16 | (length as u64) << 1 | is_loop)
        };
        [key(SHORT[is_loop as usize]), key(LONG)]
    }

    /// The last entry from `first` on and before this one that ends the same context.
    pub(super) fn earlier(&self, index: usize, slot: usize, first: usize) -> Option<usize> {
        let key = self.keys(index)[slot]?;
        self.index.earlier(index, slot, first, |entry| self.keys(entry)[slot] == Some(key))
    }

    /// Removes all entries from this one on.
    pub(super) fn truncate(&mut self, length: usize) {
        for index in (length..self.trace.len()).rev() {
            let keys = self.keys(index);
            self.index.pop(keys);
        }
        while self.kept.last().is_some_and(|kept| kept.entries > length) {
            self.kept.pop();
        }
        self.distance = length - self.kept.last().map_or(0, |kept| kept.entries);
        self.trace.truncate(length);
        self.marks.truncate(length + 1);
        self.sizes.truncate(length + 1);
    }

    /// Puts a front of the same game into the state after this number of entries.
    pub(super) fn restore(
        &self,
        entries: usize,
        front: &mut Front,
        combs: &mut Combs,
        schemas: &Schemas<Stretch>,
    ) {
        let index = self.kept.partition_point(|kept| kept.entries <= entries);
        let kept = &self.kept[index - 1];
        front.load(&kept.state);
        for entry in kept.entries..entries {
            let Some(schema) = schemas.get(self.trace.symbols()[entry]) else {
                front.step(combs);
                continue;
            };
            let count = self.trace.counts(entry).first().copied().unwrap_or(0);
            // It fit when the loop was jumped over.
            if let Some(state) = after(&front.state(), &schema.change, count) {
                front.load(&state);
            }
        }
    }
}

/// A scattered number for a symbol: the first step of the finalizer of SplitMix64 (G. L. Steele, D. Lea and C. H. Flood
/// 2014).
fn scattered(symbol: Symbol) -> u32 {
    let number = symbol.code().wrapping_add(1);
    let mixed = u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (mixed >> 32) as u32
}

/// The bound for how far back a stretch in reach ends or starts.
const FARTHEST: u64 = 1 << 60;

/// A state changed this number of times; `None` if its numbers are too large.
pub(super) fn after(state: &[Stretch], change: &[Stretch], count: i64) -> Option<Vec<Stretch>> {
    let moved = |from: i64, by: i64| {
        let moved = from.checked_add(by.checked_mul(count)?)?;
        (moved.unsigned_abs() < FARTHEST).then_some(moved)
    };
    let all = state.iter().zip(change).map(|(run, change)| {
        let (start, end) = (moved(run.start, change.start)?, moved(run.end, change.end)?);
        Some(Stretch { start, end, ..*run })
    });
    all.collect()
}

//! The run so far: steps and loops one after the other.

use super::comb::{Combs, Stretch};
use super::front::Front;
use super::heads::{CONTEXTS, Heads};
use super::shape::{Meaning, Symbol, Symbols};

/// The steps and loops from the start on, with what finds repetitions among them.
///
/// Fingerprints propose; what they propose is compared.  An entry takes about thirty bytes: what
/// recipes say is not stored again, and of the states a few are kept, the closer the later.
#[derive(Clone, Debug)]
pub struct Trace {
    symbols: Vec<Symbol>,
    /// After each entry, and before the first.
    marks: Vec<Mark>,
    /// After each entry, and before the first: how many stretches are in reach.
    sizes: Vec<u16>,
    /// Counts of loops: of each and of all loops inside, in the first iterations of the loops
    /// around them, in the order of their starts.
    counts: Vec<i64>,
    /// For each loop its entry, and where its counts begin.
    loops: Vec<(u32, usize)>,
    kept: Vec<Kept>,
    /// What it costs to compute the last state from the last one that is kept.
    distance: usize,
    heads: Heads,
    /// Powers of [`BASE`] with exponents below [`POWERS`], and of its power with this exponent.
    powers: [Vec<u32>; 2],
}

/// Fingerprints.
#[derive(Clone, Copy, Debug)]
struct Mark {
    /// Of the state.
    state: u32,
    /// Of all symbols up to here.
    symbols: u32,
}

/// A state.
#[derive(Clone, Debug)]
struct Kept {
    /// After how many entries it is.
    entries: usize,
    state: Vec<Stretch>,
}

/// How many symbols a short context has, for a step and for a loop.
const SHORT: [usize; 2] = [4, 1];

/// How many symbols a long context has.
const LONG: usize = 40;

/// States are kept that cost at least so many steps to compute from the one before.
const INTERVAL: usize = 32;

/// Between kept states may lie this share of the way to the end.
const SPREAD: usize = 8;

/// The base of the fingerprints of symbols, odd.
const BASE: u32 = 0xDE82_EF95;

/// So many powers of the base are kept, and as many of its power with this exponent.
const POWERS: usize = 1 << 16;

/// Bytes of an entry.
const ENTRY: usize = 32;

impl Trace {
    /// Before the first step, in this state with its fingerprint.
    pub fn new(state: &[Stretch], fingerprint: u64) -> Self {
        let powers = |base: u32| -> Vec<u32> {
            let next = |power: &u32| Some(power.wrapping_mul(base));
            std::iter::successors(Some(1), next).take(POWERS).collect()
        };
        Self {
            symbols: Vec::new(),
            marks: vec![Mark { state: fingerprint as u32, symbols: 0 }],
            sizes: vec![state.len() as u16],
            counts: Vec::new(),
            loops: Vec::new(),
            kept: vec![Kept { entries: 0, state: state.to_vec() }],
            distance: 0,
            heads: Heads::default(),
            powers: [powers(BASE), powers(BASE.wrapping_pow(POWERS as u32))],
        }
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.symbols.len()
    }

    /// About how many bytes they take.
    pub fn bytes(&self) -> usize {
        ENTRY * self.symbols.len() + 8 * self.counts.len() + 16 * self.loops.len()
    }

    /// The symbol of an entry.
    pub fn symbol(&self, index: usize) -> Symbol {
        self.symbols[index]
    }

    /// The symbols of some entries.
    pub fn symbols(&self, from: usize, to: usize) -> impl Iterator<Item = Symbol> {
        self.symbols[from..to].iter().copied()
    }

    /// The counts of a loop and of the loops inside; none for a step.
    pub fn counts(&self, index: usize) -> &[i64] {
        let which = self.loops.partition_point(|&(entry, _)| (entry as usize) < index);
        match self.loops.get(which) {
            Some(&(entry, start)) if entry as usize == index => {
                let end = self.loops.get(which + 1).map_or(self.counts.len(), |next| next.1);
                &self.counts[start..end]
            }
            _ => &[],
        }
    }

    /// The entries that are loops, with their counts and those of the loops inside.
    pub fn loops(&self) -> impl Iterator<Item = (usize, &[i64])> {
        self.loops.iter().map(|&(entry, _)| (entry as usize, self.counts(entry as usize)))
    }

    /// Of the state after so many entries: number of stretches in reach, and fingerprint.
    pub fn mark(&self, index: usize) -> (u16, u32) {
        (self.sizes[index], self.marks[index].state)
    }

    /// The fingerprint of the symbols of some entries.
    pub fn fingerprint(&self, from: usize, to: usize) -> u32 {
        let length = to - from;
        let power = self.powers[0][length % POWERS].wrapping_mul(self.powers[1][length / POWERS]);
        self.marks[to].symbols.wrapping_sub(self.marks[from].symbols.wrapping_mul(power))
    }

    /// Appends a step that leads to the state of `front`.
    pub fn push_step(&mut self, symbol: Symbol, front: &Front) {
        self.push(symbol, front, 1);
    }

    /// Appends a loop with its counts that leads to the state of `front`.
    pub fn push_loop(&mut self, symbol: Symbol, counts: &[i64], front: &Front) {
        self.loops.push((self.symbols.len() as u32, self.counts.len()));
        self.counts.extend_from_slice(counts);
        // To compute the state again all its stretches are moved.
        self.push(symbol, front, 1 + front.size() / 4);
    }

    fn push(&mut self, symbol: Symbol, front: &Front, cost: usize) {
        let index = self.symbols.len();
        let symbols = followed(self.marks[index].symbols, symbol);
        self.symbols.push(symbol);
        self.marks.push(Mark { state: front.fingerprint() as u32, symbols });
        self.sizes.push(front.size() as u16);
        let keys = self.keys(index);
        self.heads.push(keys);
        if self.heads.is_crowded() {
            let mut heads = self.heads.larger();
            for entry in 0..=index {
                heads.push(self.keys(entry));
            }
            self.heads = heads;
        }
        self.distance += cost;
        if self.distance >= INTERVAL.max(front.size()) {
            self.keep(front.state());
        }
    }

    /// Keeps the state behind the last entry, and fewer of those long before it.
    fn keep(&mut self, state: Vec<Stretch>) {
        self.distance = 0;
        let here = self.symbols.len();
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
        let is_loop = u64::from(self.symbols[index].is_loop());
        let key = |length: usize| {
            let from = (index + 1).checked_sub(length)?;
            let fingerprint = u64::from(self.fingerprint(from, index + 1));
            Some(fingerprint << 16 | (length as u64) << 1 | is_loop)
        };
        [key(SHORT[is_loop as usize]), key(LONG)]
    }

    /// The last entry from `first` on and before this one that ends the same context.
    pub fn earlier(&self, index: usize, slot: usize, first: usize) -> Option<usize> {
        let key = self.keys(index)[slot]?;
        self.heads.earlier(index, slot, first, |entry| self.keys(entry)[slot] == Some(key))
    }

    /// Removes all entries from this one on.
    pub fn truncate(&mut self, length: usize) {
        for index in (length..self.symbols.len()).rev() {
            let keys = self.keys(index);
            self.heads.pop(keys);
        }
        while let Some(&(_, start)) = self.loops.last().filter(|one| one.0 as usize >= length) {
            self.counts.truncate(start);
            self.loops.pop();
        }
        while self.kept.last().is_some_and(|kept| kept.entries > length) {
            self.kept.pop();
        }
        self.distance = length - self.kept.last().map_or(0, |kept| kept.entries);
        self.symbols.truncate(length);
        self.marks.truncate(length + 1);
        self.sizes.truncate(length + 1);
    }

    /// Puts a front of the same game into the state after so many entries.
    pub fn restore(&self, entries: usize, front: &mut Front, combs: &mut Combs, symbols: &Symbols) {
        let index = self.kept.partition_point(|kept| kept.entries <= entries);
        let kept = &self.kept[index - 1];
        front.load(&kept.state);
        for entry in kept.entries..entries {
            match symbols.meaning(self.symbols[entry]) {
                Meaning::Step(_) => {
                    front.step(combs);
                }
                Meaning::Loop(shape) => {
                    let count = self.counts(entry).first().copied().unwrap_or(0);
                    // It fitted when the loop was jumped over.
                    if let Some(state) = shape.after(&front.state(), count) {
                        front.load(&state);
                    }
                }
            }
        }
    }
}

/// The fingerprint of some symbols.
pub fn fingerprint(symbols: impl Iterator<Item = Symbol>) -> u32 {
    symbols.fold(0, followed)
}

/// The fingerprint of what has this one, and the next symbol.
fn followed(fingerprint: u32, by: Symbol) -> u32 {
    fingerprint.wrapping_mul(BASE).wrapping_add(scattered(by))
}

/// A number for a symbol that looks like any other.
fn scattered(symbol: Symbol) -> u32 {
    mixed(symbol.0.wrapping_add(1))
}

/// The first step of the finalizer of SplitMix64 (G. L. Steele, D. Lea and C. H. Flood 2014).
fn mixed(number: u32) -> u32 {
    let mixed = u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (mixed >> 32) as u32
}

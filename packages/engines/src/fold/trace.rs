//! A list of steps and loops.

use super::Symbol;

/// Symbols, and the counts of those that are loops.
#[derive(Clone, Debug)]
pub(crate) struct Trace<C> {
    symbols: Vec<Symbol>,
    /// Counts of loops: the count of each and of all loops inside, in the first iterations of the loops around them, in
    /// the order of their starts.
    counts: Vec<C>,
    /// For each loop, its entry and where its counts begin.
    loops: Vec<(u32, usize)>,
}

impl<C> Default for Trace<C> {
    fn default() -> Self {
        Self { symbols: Vec::new(), counts: Vec::new(), loops: Vec::new() }
    }
}

impl<C: Copy> Trace<C> {
    /// The number of entries.
    pub(crate) fn len(&self) -> usize {
        self.symbols.len()
    }

    /// The approximate number of bytes that loops take in addition to their symbols.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.counts) + size_of_val(&*self.loops)
    }

    /// The symbols of all entries.
    pub(crate) fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// The counts of a loop and of the loops inside; none for a step.
    pub(crate) fn counts(&self, entry: usize) -> &[C] {
        let which = self.loops.partition_point(|one| (one.0 as usize) < entry);
        match self.loops.get(which) {
            Some(&(at, start)) if at as usize == entry => {
                let end = self.loops.get(which + 1).map_or(self.counts.len(), |next| next.1);
                &self.counts[start..end]
            }
            _ => &[],
        }
    }

    /// The entries that are loops, with their counts and those of the loops inside.
    pub(crate) fn loops(&self) -> impl Iterator<Item = (usize, &[C])> {
        self.loops.iter().map(|&(entry, _)| (entry as usize, self.counts(entry as usize)))
    }

    /// Appends a step, which has no counts, or a loop with its count and those of the loops inside.
    pub(crate) fn push(&mut self, symbol: Symbol, counts: &[C]) {
        if symbol.is_loop() {
            self.loops.push((self.symbols.len() as u32, self.counts.len()));
            self.counts.extend_from_slice(counts);
        }
        self.symbols.push(symbol);
    }

    /// Removes all entries from this one on.
    pub(crate) fn truncate(&mut self, length: usize) {
        while let Some(&(_, start)) = self.loops.last().filter(|one| one.0 as usize >= length) {
            self.counts.truncate(start);
            self.loops.pop();
        }
        self.symbols.truncate(length);
    }
}

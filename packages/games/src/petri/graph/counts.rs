//! What is counted of markings.

/// Counts of some of the markings of a graph.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    /// Edges from these markings.
    pub edges: u64,
    /// Those in which nothing is firable.
    pub dead: usize,
    /// The most tokens of each place.
    pub bounds: Vec<u32>,
    /// The most tokens in a marking.
    pub tokens: u64,
}

impl Counts {
    /// Of no markings of a net with this number of places.
    pub(super) fn new(places: usize) -> Self {
        Self { bounds: vec![0; places], ..Self::default() }
    }

    /// Counts a marking in which this number of transitions is firable.
    #[inline]
    pub(super) fn leads_on(&mut self, firable: usize) {
        self.edges += firable as u64;
        self.dead += usize::from(firable == 0);
    }

    /// A marking holds these tokens.
    #[inline]
    pub(super) fn holds(&mut self, marking: &[u32]) {
        for (bound, tokens) in self.bounds.iter_mut().zip(marking) {
            *bound = (*bound).max(*tokens);
        }
        self.tokens = self.tokens.max(marking.iter().map(|&it| u64::from(it)).sum());
    }

    /// Moves those of other markings here.
    pub(super) fn take(&mut self, other: &mut Self) {
        self.edges += std::mem::take(&mut other.edges);
        self.dead += std::mem::take(&mut other.dead);
        for (bound, tokens) in self.bounds.iter_mut().zip(&mut other.bounds) {
            *bound = (*bound).max(std::mem::take(tokens));
        }
        self.tokens = self.tokens.max(std::mem::take(&mut other.tokens));
    }
}

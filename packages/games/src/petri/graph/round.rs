//! A round of the search: some of the markings of a level, gone on from by several threads at a time.
//!
//! A look-up waits twice for memory: for the slot of the table, and for the marking that the slot names.
//! So a piece of a level is gone through at once: first what its markings lead to, then all first slots,
//! then all markings that they name, so that many loads are in flight at the same time; what is not
//! found there is looked up once more and added, in order.

use super::Graph;
use super::counts::Counts;
use super::store::{FreshNumbers, IN_FLIGHT, Store};
use super::successors::{Changes, Successors, TooWide};
use crate::limit::CancellationToken;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// What the threads of a round share.
pub(super) struct Round<'r> {
    graph: &'r Graph,
    changes: &'r Changes,
    stop: &'r CancellationToken,
    /// The number of markings in a piece.
    piece: usize,
    /// The first marking that nobody has taken; perhaps beyond the end.
    next: AtomicUsize,
    end: usize,
    ended: AtomicBool,
}

impl<'r> Round<'r> {
    /// From these markings on.
    pub(super) fn new(
        graph: &'r Graph,
        changes: &'r Changes,
        stop: &'r CancellationToken,
        piece: usize,
        markings: Range<usize>,
    ) -> Self {
        let (next, ended) = (AtomicUsize::new(markings.start), AtomicBool::new(false));
        Self { graph, changes, stop, piece, next, end: markings.end, ended }
    }

    /// The next piece.
    fn take(&self) -> Option<Range<usize>> {
        if self.ended.load(Ordering::Relaxed) || self.stop.requested() {
            return None;
        }
        let start = self.next.fetch_add(self.piece, Ordering::Relaxed);
        (start < self.end).then(|| start..self.end.min(start + self.piece))
    }

    /// The markings of which no thread took a piece.
    pub(super) fn rest(self) -> Range<usize> {
        self.next.into_inner().min(self.end)..self.end
    }
}

/// What a thread does in one round after the other.
pub(super) struct Worker {
    found: Successors,
    /// Of the markings that this thread went on from.
    pub counts: Counts,
    /// Left over from the round.
    pub numbers: FreshNumbers,
    /// Where the last piece was broken off, and where it ends.
    pub left: Option<(TooWide, usize)>,
    slots: Vec<u32>,
    known: Vec<bool>,
}

impl Worker {
    /// For a net with this number of places.
    pub(super) fn new(places: usize) -> Self {
        Self {
            found: Successors::default(),
            counts: Counts::new(places),
            numbers: 0..0,
            left: None,
            slots: Vec::with_capacity(IN_FLIGHT),
            known: Vec::with_capacity(IN_FLIGHT),
        }
    }

    /// Goes on from one piece after the other.
    pub(super) fn work(&mut self, round: &Round<'_>) {
        let Round { graph, changes, .. } = *round;
        while let Some(piece) = round.take() {
            let wide = self.found.find(graph, changes, piece.clone(), &mut self.counts);
            self.add(&graph.store);
            self.left = wide.map(|wide| (wide, piece.end));
            if self.left.is_some() || graph.store.is_full(&self.numbers) {
                round.ended.store(true, Ordering::Relaxed);
                break;
            }
        }
    }

    /// Adds what is new.
    fn add(&mut self, store: &Store) {
        let Self { found, numbers, slots, known, .. } = self;
        let edges = found.edges();
        for start in (0..edges).step_by(IN_FLIGHT) {
            let together = start..edges.min(start + IN_FLIGHT);
            slots.clear();
            slots.extend(together.clone().map(|edge| store.first_slot(found.end(edge).1)));
            known.clear();
            known.extend(together.clone().zip(&*slots).map(|(edge, &slot)| {
                let (words, hash) = found.end(edge);
                store.holds(slot, words, hash)
            }));
            for (edge, _) in together.zip(&*known).filter(|(_, known)| !**known) {
                let (words, hash) = found.end(edge);
                store.insert(words, hash, numbers);
            }
        }
    }
}

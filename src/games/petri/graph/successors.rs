//! What the markings of a piece of a level lead to.

use super::Graph;
use super::store::hash;
use crate::games::petri::net::{PlaceId, TransitionId};
use std::ops::Range;

/// What firing does to packed markings.
pub(super) struct Changes {
    /// What to add to the words, for one transition after the other.
    packed: Vec<u64>,
    /// For each place the most tokens with which every transition leaves a number that fits; perhaps below 0.
    safe: Vec<i64>,
}

impl Changes {
    /// With the fields that the store has now.
    pub(super) fn new(graph: &Graph) -> Self {
        let Graph { firing, store, .. } = graph;
        let transitions = 0..firing.transitions();
        let most = |place| i64::from(store.most(place));
        let mut safe: Vec<_> = (0..graph.bounds.len()).map(most).collect();
        for &(place, change) in transitions.clone().flat_map(|id| firing.effect(id)) {
            safe[place] = safe[place].min(most(place) - change);
        }
        let packed = transitions.flat_map(|id| store.packed_change(firing.effect(id))).collect();
        Self { packed, safe }
    }

    /// Does every number fit its field, whichever transition fires?
    fn all_fit(&self, marking: &[u32]) -> bool {
        marking.iter().zip(&self.safe).all(|(tokens, safe)| i64::from(*tokens) <= *safe)
    }
}

/// What the markings of a piece lead to, one edge after the other.
#[derive(Default)]
pub(super) struct Successors {
    /// How many transitions are firable in each of the markings, up to one that asks for wider fields.
    pub firable: Vec<usize>,
    /// The words at the end of each edge, so many, and their hashes.
    words: Vec<u64>,
    stride: usize,
    hashes: Vec<u64>,
    /// The most tokens of each place in the markings, and in a marking.
    pub bounds: Vec<u32>,
    pub tokens: u64,
    /// The numbers of tokens, the words and the firable transitions of a marking.
    marking: Vec<u32>,
    own: Vec<u64>,
    ids: Vec<TransitionId>,
}

impl Successors {
    /// Finds those of the markings with these numbers; ends before a marking that leads to one with more
    /// tokens in a place than fit its field, and says in which one, and how many.
    pub(super) fn find(
        &mut self,
        graph: &Graph,
        changes: &Changes,
        piece: Range<usize>,
    ) -> Option<(PlaceId, u64)> {
        let Graph { firing, store, .. } = graph;
        let stride = store.stride();
        self.clear(graph.bounds.len(), stride);
        let mut wide = None;
        for number in piece {
            self.own.clear();
            store.words_into(number, &mut self.own);
            store.unpack(&self.own, &mut self.marking);
            firing.firable_into(&self.marking, &mut self.ids);
            if !changes.all_fit(&self.marking) {
                wide = too_wide(graph, &self.marking, &self.ids);
                if wide.is_some() {
                    break;
                }
            }
            self.bound();
            self.firable.push(self.ids.len());
            match self.own[..] {
                [own] => {
                    let packed = &changes.packed;
                    self.words.extend(self.ids.iter().map(|&id| own.wrapping_add(packed[id])));
                }
                _ => {
                    for &id in &self.ids {
                        let change = &changes.packed[id * stride..];
                        let word = |(own, change): (&u64, &u64)| own.wrapping_add(*change);
                        self.words.extend(self.own.iter().zip(change).map(word));
                    }
                }
            }
        }
        match stride {
            1 => self.hashes.extend(self.words.iter().map(|&word| hash(&[word]))),
            stride => self.hashes.extend(self.words.chunks_exact(stride).map(hash)),
        }
        wide
    }

    fn clear(&mut self, places: usize, stride: usize) {
        self.firable.clear();
        self.words.clear();
        self.hashes.clear();
        self.stride = stride;
        for list in [&mut self.marking, &mut self.bounds] {
            list.clear();
            list.resize(places, 0);
        }
        self.tokens = 0;
    }

    fn bound(&mut self) {
        for (bound, tokens) in self.bounds.iter_mut().zip(&self.marking) {
            *bound = (*bound).max(*tokens);
        }
        self.tokens = self.tokens.max(self.marking.iter().map(|&it| u64::from(it)).sum());
    }

    /// How many edges there are.
    pub(super) fn edges(&self) -> usize {
        self.hashes.len()
    }

    /// The words at the end of an edge, and their hash.
    #[inline]
    pub(super) fn end(&self, edge: usize) -> (&[u64], u64) {
        (&self.words[edge * self.stride..][..self.stride], self.hashes[edge])
    }
}

/// A place that would hold more tokens than fit its field, and how many.
fn too_wide(graph: &Graph, marking: &[u32], firable: &[TransitionId]) -> Option<(PlaceId, u64)> {
    let mut changes = firable.iter().flat_map(|&id| graph.firing.effect(id));
    changes.find_map(|&(place, change)| {
        let after = (i64::from(marking[place]) + change).cast_unsigned();
        (after > u64::from(graph.store.most(place))).then_some((place, after))
    })
}

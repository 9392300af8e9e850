//! What the markings of a piece of a level lead to.

use super::Graph;
use super::counts::Counts;
use super::store::hash;
use crate::petri::net::{PlaceId, TransitionId};
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
        let most = |place| i64::from(store.fields.most(place));
        let mut safe: Vec<_> = (0..graph.bounds.len()).map(most).collect();
        for &(place, change) in transitions.clone().flat_map(|id| firing.effect(id)) {
            safe[place] = safe[place].min(most(place) - change);
        }
        let packed =
            transitions.flat_map(|id| store.fields.packed_change(firing.effect(id))).collect();
        Self { packed, safe }
    }

    /// Does every number fit its field, whichever transition fires?
    fn all_fit(&self, marking: &[u32]) -> bool {
        marking.iter().zip(&self.safe).all(|(tokens, safe)| i64::from(*tokens) <= *safe)
    }
}

/// A marking that leads to one with more tokens in a place than fit its field.
#[derive(Clone, Debug)]
pub(super) struct TooWide {
    /// Its number.
    pub number: usize,
    /// All such places, and how many tokens they would hold.
    pub places: Vec<(PlaceId, u64)>,
}

/// What the markings of a piece lead to, one edge after the other.
#[derive(Default)]
pub(super) struct Successors {
    /// `stride` words for the marking at the end of each edge, and their hashes.
    words: Vec<u64>,
    stride: usize,
    hashes: Vec<u64>,
    /// The numbers of tokens, the words and the firable transitions of a marking.
    marking: Vec<u32>,
    own: Vec<u64>,
    ids: Vec<TransitionId>,
}

impl Successors {
    /// Finds those of the markings with these numbers, and counts; ends before a marking that is too wide.
    pub(super) fn find(
        &mut self,
        graph: &Graph,
        changes: &Changes,
        piece: Range<usize>,
        counts: &mut Counts,
    ) -> Option<TooWide> {
        let Graph { firing, store, .. } = graph;
        let stride = store.fields.stride;
        self.words.clear();
        self.hashes.clear();
        self.stride = stride;
        self.marking.resize(graph.bounds.len(), 0);
        let mut wide = None;
        for number in piece {
            self.own.clear();
            store.words_into(number, &mut self.own);
            store.fields.unpack(&self.own, &mut self.marking);
            firing.firable_into(&self.marking, &mut self.ids);
            if !changes.all_fit(&self.marking) {
                let most = |place| store.fields.most(place);
                let places: Vec<_> = above(graph, &self.marking, &self.ids, most).collect();
                if !places.is_empty() {
                    wide = Some(TooWide { number, places });
                    break;
                }
            }
            counts.holds(&self.marking);
            counts.leads_on(self.ids.len());
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

/// Would a place hold more tokens than are counted?
pub(super) fn too_many(graph: &Graph, marking: &[u32]) -> bool {
    above(graph, marking, &graph.firing.firable(marking), |_| u32::MAX).next().is_some()
}

/// The places that would hold more than these tokens after one of the firable transitions, and how many.
fn above(
    graph: &Graph,
    marking: &[u32],
    firable: &[TransitionId],
    most: impl Fn(PlaceId) -> u32,
) -> impl Iterator<Item = (PlaceId, u64)> {
    let changes = firable.iter().flat_map(|&id| graph.firing.effect(id));
    changes.filter_map(move |&(place, change)| {
        let after = (i64::from(marking[place]) + change).cast_unsigned();
        (after > u64::from(most(place))).then_some((place, after))
    })
}

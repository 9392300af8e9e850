//! The search for all markings, breadth first.
//!
//! A look-up waits twice for memory: for the slot of the table, and for the marking that the slot names.
//! So a piece of a level is gone through at once: first what its markings lead to, then all first slots,
//! then all markings that they name, so that many loads are in flight at the same time; what is not
//! found there is looked up once more and added, in order.

use super::store::{self, IN_FLIGHT};
use super::successors::{Changes, Successors};
use super::{Graph, MARKINGS, Options, TOKENS};
use crate::limit::Limit;

/// So many markings are in a piece.
const PIECE: usize = 64;

/// Finds all markings, and counts.
///
/// # Errors
/// The limit that was reached.
pub(super) fn search(graph: &mut Graph, options: &Options) -> Result<(), Limit> {
    let limit = options.limit_markings.min(store::MOST);
    let mut changes = Changes::new(graph);
    let mut found = Successors::default();
    let mut end_of_level = 1;
    while graph.looked_at < graph.store.len() {
        options.stop.check()?;
        if graph.looked_at == end_of_level {
            end_of_level = graph.store.len();
            graph.depth += 1;
        }
        let end = end_of_level.min(graph.looked_at + PIECE);
        let wide = found.find(graph, &changes, graph.looked_at..end);
        let added = add(graph, &found, limit);
        let edges = added.unwrap_or_else(|edge| edge + 1);
        graph.count(&found, edges);
        if added.is_err() {
            return Err(MARKINGS);
        }
        if let Some((place, tokens)) = wide {
            graph.store.widen(place, u32::try_from(tokens).map_err(|_| TOKENS)?);
            changes = Changes::new(graph);
        }
    }
    Ok(())
}

/// Adds what is new, and says how many edges there are.
///
/// # Errors
/// The first edge to a marking above the limit.
fn add(graph: &mut Graph, found: &Successors, limit: usize) -> Result<usize, usize> {
    let store = &mut graph.store;
    let edges = found.edges();
    let (mut slots, mut known) = (Vec::with_capacity(IN_FLIGHT), Vec::with_capacity(IN_FLIGHT));
    for start in (0..edges).step_by(IN_FLIGHT) {
        let together = start..edges.min(start + IN_FLIGHT);
        slots.clear();
        slots.extend(together.clone().map(|edge| store.first_slot(found.end(edge).1)));
        known.clear();
        known.extend(together.clone().zip(&slots).map(|(edge, &slot)| {
            let (words, hash) = found.end(edge);
            store.holds(slot, words, hash)
        }));
        for (edge, _) in together.zip(&known).filter(|(_, known)| !**known) {
            let (words, hash) = found.end(edge);
            if store.len() < limit {
                store.insert(words, hash);
            } else if store.number_or_slot(words, hash).is_err() {
                return Err(edge);
            }
        }
    }
    Ok(edges)
}

impl Graph {
    /// Counts these edges, the first ones of those found, and the markings that they lead from.
    fn count(&mut self, found: &Successors, edges: usize) {
        let mut behind = 0;
        let from = found.firable.iter().take_while(|&&firable| {
            let is_reached = behind < edges || edges == found.edges();
            behind += firable;
            is_reached
        });
        for &firable in from {
            self.looked_at += 1;
            self.dead += usize::from(firable == 0);
        }
        self.edges += edges as u64;
        for (bound, tokens) in self.bounds.iter_mut().zip(&found.bounds) {
            *bound = (*bound).max(*tokens);
        }
        self.tokens = self.tokens.max(found.tokens);
    }
}

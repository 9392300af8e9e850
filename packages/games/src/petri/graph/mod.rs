//! The reachability graph: all markings that firing can lead to, and how.
//!
//! Nodes are the markings reachable from the initial one by transitions that are firable (enabled,
//! and of the highest priority that is); an edge is a marking with a transition that is firable in
//! it, so transitions that lead to the same marking count separately.  The search is breadth
//! first: a *level* is the markings that need the same number of steps.
//!
//! **Threads.**  One thread finds the first [`LISTED`] markings, and numbers them in the order in which it
//! finds them.  From there on threads take pieces of a level and fill one table without locks; numbers then
//! depend on who comes first, and are not told.  What is counted is a property of sets of markings: level
//! k + 1 is what level k leads to and no level before has, whoever finds it.  Only how much of a level was
//! done when a limit was reached depends on the threads, so a limit is decided for whole levels: how many
//! markings there are up to level k + 1, and whether a marking of level k leads to too many tokens.
//!
//! Work goes in rounds.  During a round the markings of earlier rounds are bytes that nobody changes, those
//! of the round are atomic words, and a slot of the table changes once, from free to a number, by an exchange
//! that only one thread can win.  Between rounds one thread moves the new markings to the others; when the
//! table has to grow, all fill the new one.
//!
//! **What the speed is limited by.**  An edge costs two loads from far, the slot of its end in the table and
//! the marking that the slot names; 256 of each are under way together in each thread.  A marking takes the
//! bytes of its fields and 5 to 8 of the table.  `cargo bench --bench petri` measures it with the Kanban system
//! (Ciardo and Tilgner 1996).

mod counts;
mod fields;
mod round;
mod search;
mod store;
mod successors;
mod unbounded;

use super::firing::{CapacityRule, Firing, Marking};
use super::net::{Net, TransitionId};
use crate::limit::{CancellationToken, Limit};
use crate::threads::Threads;
use search::{Sizes, search};
use store::Store;
pub use unbounded::{Pump, unbounded};

/// A net has more markings than are kept.
pub const MARKINGS: Limit = Limit(&["markings", "a net has more markings than allowed"]);

/// A place of a net would hold more than 2^32 - 1 tokens.
pub const TOKENS: Limit = Limit(&["tokens", "a place of a net would hold too many tokens"]);

/// How far to go.
#[derive(Clone, Debug)]
pub struct GraphOptions {
    /// The rule of capacities.
    pub rule: CapacityRule,
    /// The most markings, at least 1; more than 15/16 of 2^32 are not kept in any case.
    pub limit_markings: usize,
    /// The threads that work is shared among.
    pub threads: Threads,
    /// Asks for an early end.
    pub stop: CancellationToken,
}

impl Default for GraphOptions {
    fn default() -> Self {
        Self {
            rule: CapacityRule::Net,
            limit_markings: 10_000_000,
            threads: Threads::default(),
            stop: CancellationToken::default(),
        }
    }
}

/// Graphs with more markings are counted, and their markings not told by number.
pub const LISTED: usize = 10_000;

/// What was found.
///
/// With a limit reached, the numbers are those of a part of the graph, and so lower bounds of those of
/// the whole.  Unless it was the time, the part does not depend on the threads: edges and dead markings
/// are counted for all levels before the one in which the limit was reached, tokens for this one as well.
#[derive(Debug)]
pub struct Graph {
    /// The number of markings.
    pub markings: usize,
    /// The number of edges.
    pub edges: u64,
    /// The number of markings in which nothing is firable.
    pub dead: usize,
    /// The most tokens that each place holds in a marking.
    pub bounds: Vec<u32>,
    /// The most tokens in a marking.
    pub tokens: u64,
    /// The most steps that a marking needs from which the search went on.
    pub depth: usize,
    /// Why the graph is not complete; `None` if it is.
    pub limit: Option<Limit>,
    firing: Firing,
    store: Store,
}

impl Graph {
    /// Explores the graph of a net.
    ///
    /// ```
    /// use grundy_games::petri::{graph::Graph, pnml};
    /// let text = "<pnml><net id='n'><place id='p'><initialMarking><text>2</text></initialMarking></place>\
    ///     <transition id='t'/><arc source='p' target='t'/></net></pnml>";
    /// let net = pnml::read(text, None).unwrap().net;
    /// let graph = Graph::explore(&net, &Default::default());
    /// assert_eq!((graph.markings, graph.edges, graph.dead, graph.depth), (3, 2, 1, 2));
    /// assert_eq!(graph.limit, None);
    /// ```
    pub fn explore(net: &Net, options: &GraphOptions) -> Self {
        search(net, options, &Sizes::default())
    }

    /// The markings that have numbers, in the order in which they are found: the first [`LISTED`].
    pub fn listed(&self) -> impl ExactSizeIterator<Item = Marking> {
        (0..self.markings.min(LISTED)).map(|number| self.marking(number))
    }

    /// The marking with this number.  Beyond the listed ones, numbers are by the order in which markings were
    /// found only if one thread looked for them.
    pub(super) fn marking(&self, number: usize) -> Marking {
        let mut marking = vec![0; self.bounds.len()];
        self.unpack(number, &mut marking);
        marking
    }

    /// The tokens of a marking that was found.
    fn unpack(&self, number: usize, marking: &mut [u32]) {
        self.store.fields.unpack(&self.store.words(number), marking);
    }

    /// The edges from a marking that has a number: transitions, and the numbers of the markings that they
    /// lead to.  Edges to markings without numbers are left out.
    pub fn edges_from(&self, number: usize) -> Vec<(TransitionId, usize)> {
        let (listed, mut edges) = (self.listed().len(), Vec::new());
        if number < listed {
            self.edges_into(number, &mut edges);
            edges.retain(|&(_, to)| to < listed);
        }
        edges
    }

    /// The edges from a marking to others that were found, into a list whose content is replaced; false if
    /// nothing is firable.
    pub(super) fn edges_into(&self, number: usize, edges: &mut Vec<(TransitionId, usize)>) -> bool {
        edges.clear();
        let marking = self.marking(number);
        let firable = self.firing.firable(&marking);
        for &id in &firable {
            // With more tokens than have room in the words it was not found.
            let effect = self.firing.effect(id);
            let most = |place| i64::from(self.store.fields.most(place));
            if effect
                .iter()
                .any(|&(place, change)| i64::from(marking[place]) + change > most(place))
            {
                continue;
            }
            let mut words = self.store.words(number);
            for (word, change) in words.iter_mut().zip(self.store.fields.packed_change(effect)) {
                *word = word.wrapping_add(change);
            }
            let to = self.store.find(&words).filter(|&to| to < self.markings);
            edges.extend(to.map(|to| (id, to)));
        }
        !firable.is_empty()
    }

    /// The bytes in which the markings are kept.
    pub fn bytes(&self) -> usize {
        self.store.bytes()
    }
}

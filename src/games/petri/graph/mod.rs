//! The reachability graph: all markings that firing can lead to, and how.
//!
//! Nodes are the markings reachable from the initial one by transitions that are firable (enabled,
//! and of the highest priority that is); an edge is a marking with a transition that is firable in
//! it, so transitions that lead to the same marking count separately.  The search is breadth
//! first: markings are numbered by the number of steps that they need, 0 is the initial one.
//!
//! What the speed is limited by: an edge costs two loads from far, the slot of its end in the table and
//! the marking that the slot names; 256 of each are under way together.  A marking takes the bytes of
//! its fields and 5 to 8 of the table: of the Kanban system with 4 cards (Ciardo and Tilgner 1996) 6 and
//! 6, with 8 cards, 133 865 325 markings, 8 and 5.3, which is 1.8 GB for the whole process.

mod search;
mod store;
mod successors;
mod unbounded;

use super::firing::{CapacityRule, Firing, Marking};
use super::net::{Net, TransitionId};
use crate::limit::{CancellationToken, Limit, Meaning};
use store::Store;
pub use unbounded::{Pump, unbounded};

/// A net has more markings than are kept.
pub const MARKINGS: Limit =
    Limit(&Meaning { name: "markings", text: "a net has more markings than are kept" });

/// A place of a net would hold more than 2^32 - 1 tokens.
pub const TOKENS: Limit =
    Limit(&Meaning { name: "tokens", text: "a place of a net would hold too many tokens" });

/// How far to go.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rule of capacities.
    pub rule: CapacityRule,
    /// The most markings, at least 1; more than 2^32 - 1 are not kept in any case.
    pub limit_markings: usize,
    /// Asks for an early end.
    pub stop: CancellationToken,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            rule: CapacityRule::Net,
            limit_markings: 10_000_000,
            stop: CancellationToken::default(),
        }
    }
}

/// What was found.  With a limit reached, the numbers are those of a part of the graph, and so
/// lower bounds of those of the whole.
#[derive(Clone, Debug)]
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
    /// The most steps that a marking needs.
    pub depth: usize,
    /// Why the graph is not complete; `None` if it is.
    pub limit: Option<Limit>,
    firing: Firing,
    store: Store,
    /// So many markings were gone on from.
    looked_at: usize,
}

impl Graph {
    /// Explores the graph of a net.
    ///
    /// ```
    /// use grundy::games::petri::{graph::Graph, pnml};
    /// let text = "<pnml><net id='n'><place id='p'><initialMarking><text>2</text></initialMarking></place>\
    ///     <transition id='t'/><arc source='p' target='t'/></net></pnml>";
    /// let net = pnml::read(text, None).unwrap().net;
    /// let graph = Graph::explore(&net, &Default::default());
    /// assert_eq!((graph.markings, graph.edges, graph.dead, graph.depth), (3, 2, 1, 2));
    /// assert_eq!(graph.limit, None);
    /// ```
    pub fn explore(net: &Net, options: &Options) -> Self {
        let firing = Firing::new(net, options.rule);
        let initial = net.initial();
        let mut graph = Self {
            markings: 0,
            edges: 0,
            dead: 0,
            bounds: initial.clone(),
            tokens: 0,
            depth: 0,
            looked_at: 0,
            limit: None,
            store: Store::new(&initial),
            firing,
        };
        graph.limit = search::search(&mut graph, options).err();
        graph.markings = graph.store.len();
        let (mut marking, mut words) = (initial, Vec::new());
        for number in graph.looked_at..graph.markings {
            words.clear();
            graph.store.words_into(number, &mut words);
            graph.store.unpack(&words, &mut marking);
            for (bound, &tokens) in graph.bounds.iter_mut().zip(&marking) {
                *bound = tokens.max(*bound);
            }
            graph.tokens = graph.tokens.max(marking.iter().map(|&it| u64::from(it)).sum());
        }
        graph
    }

    /// The marking with this number, below [`Graph::markings`].
    pub fn marking(&self, number: usize) -> Marking {
        let mut marking = vec![0; self.bounds.len()];
        self.store.unpack(&self.store.words(number), &mut marking);
        marking
    }

    /// The edges from a marking: transitions, and the numbers of the markings that they lead to.
    /// Edges to markings beyond a limit are left out.
    pub fn edges_from(&self, number: usize) -> Vec<(TransitionId, usize)> {
        let firable = self.firing.firable(&self.marking(number));
        let target = |&id: &TransitionId| {
            let mut words = self.store.words(number);
            let change = self.store.packed_change(self.firing.effect(id));
            for (word, change) in words.iter_mut().zip(change) {
                *word = word.wrapping_add(change);
            }
            self.store.find(&words)
        };
        firable.iter().filter_map(|id| Some((*id, target(id)?))).collect()
    }

    /// The bytes in which the markings are kept.
    pub fn bytes(&self) -> usize {
        self.store.bytes()
    }
}

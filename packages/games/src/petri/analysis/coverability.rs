//! Coverability graphs (R. M. Karp and R. E. Miller, Parallel program schemata, 1969).
//!
//! A node is a marking in which some places hold ω, any number of tokens.  A node that
//! is at least as large everywhere as a node on the way to it, and larger on some places, gets ω on
//! these: the steps between can be repeated for ever, because more tokens never forbid anything.  So
//! every reachable marking is covered by a node, and for every node and every number there is a reachable
//! marking with at least so many tokens on the places with ω and the others as in the node.  The
//! graph is finite.  A place is bounded if and only if no node has ω there, and a transition can
//! ever fire if and only if it is on an edge.  Without ω the graph is the reachability graph.
//!
//! More tokens forbid something where there are capacities and inhibitor arcs.  Places with capacities,
//! and inhibited places with a bound, are given complements first (see `complement`).  A bound of an
//! inhibited place comes from its capacity, from a place invariant, or from the coverability graph of the net
//! without its inhibitor arcs from places without capacity, which can do all that the net can.  Where none is
//! known there is no graph: with inhibitor arcs from unbounded places, as with priorities
//! (M. Hack 1975), nets can do what any program can, and whether a place is bounded is undecidable.

use super::AnalysisOptions;
use super::complement::{Complement, NoComplement, complemented, inhibited};
use super::invariants::{INVARIANTS, semipositive};
use crate::Integer;
use crate::limit::Limit;
use crate::petri::graph::TOKENS;
use crate::petri::{Net, PlaceId, TransitionId};
use std::collections::HashMap;

/// A coverability graph has more nodes than are kept.
pub const NODES: Limit =
    Limit(&["nodes", "the coverability graph of a net has more nodes than allowed"]);

/// Tokens on a place of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tokens {
    /// This number.
    Number(u32),
    /// Any number.
    Omega,
}

/// A coverability graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverability {
    /// The tokens on the places of the net, in each node; the first one is the initial marking.
    pub nodes: Vec<Vec<Tokens>>,
    /// From where to where, and by which transition.
    pub edges: Vec<(usize, TransitionId, usize)>,
    /// The places that were given complements.
    pub complements: Vec<Complement>,
}

impl Coverability {
    /// The most tokens that each place can hold.
    pub fn bounds(&self) -> Vec<Tokens> {
        let places = self.nodes.first().map_or(0, Vec::len);
        let most = |place: usize| self.nodes.iter().map(|node| node[place]).max();
        (0..places).map(|place| most(place).unwrap_or(Tokens::Number(0))).collect()
    }

    /// Is every place bounded, so that the graph is the reachability graph?
    pub fn is_bounded(&self) -> bool {
        self.nodes.iter().flatten().all(|tokens| *tokens != Tokens::Omega)
    }

    /// The transitions that can never fire.
    pub fn dead(&self, net: &Net) -> Vec<TransitionId> {
        let mut fires = vec![false; net.transitions.len()];
        self.edges.iter().for_each(|&(_, id, _)| fires[id] = true);
        (0..fires.len()).filter(|&id| !fires[id]).collect()
    }
}

/// Why there is no coverability graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCoverability {
    /// These two transitions have different priorities.
    Priorities(TransitionId, TransitionId),
    /// No bound is known for this place, from which an inhibitor arc leads.
    Inhibited(PlaceId),
    /// This place would need a complement with a negative number of tokens, or one above 2^32 - 1.
    TooMany(PlaceId),
    /// A limit was reached.
    Limit(Limit),
}

/// The coverability graph of a net.
///
/// ```
/// use grundy_games::petri::{analysis::{Tokens, coverability}, pnml};
/// let text = "<pnml><net id='n'><place id='p'/><transition id='t'/><arc source='t' target='p'/></net></pnml>";
/// let net = pnml::read(text, None).unwrap().net;
/// let graph = coverability(&net, &Default::default()).unwrap();
/// assert_eq!(graph.nodes, [[Tokens::Number(0)], [Tokens::Omega]]);
/// assert_eq!(graph.edges, [(0, 0, 1), (1, 0, 1)]);
/// ```
///
/// # Errors
///
/// Why there is none, or which limit was reached.
pub fn coverability(net: &Net, options: &AnalysisOptions) -> Result<Coverability, NoCoverability> {
    let mut others = net.transitions.iter().enumerate().skip(1);
    if let Some((other, _)) = others.find(|it| it.1.priority != net.transitions[0].priority) {
        return Err(NoCoverability::Priorities(0, other));
    }
    let bounds = bounds(net, options)?;
    let (without, complements) = complemented(net, options, &bounds).map_err(refused)?;
    let mut graph = explore(&without, options)?;
    // A complement holds what its place leaves, so nodes still differ.
    graph.nodes.iter_mut().for_each(|node| node.truncate(net.places.len()));
    Ok(Coverability { complements, ..graph })
}

fn refused(why: NoComplement) -> NoCoverability {
    match why {
        NoComplement::NoBound(place) => NoCoverability::Inhibited(place),
        NoComplement::TooMany(place) => NoCoverability::TooMany(place),
        NoComplement::Limit(limit) => NoCoverability::Limit(limit),
    }
}

/// Bounds of the places from which inhibitor arcs lead, where some are found.
fn bounds(net: &Net, options: &AnalysisOptions) -> Result<Vec<Option<u32>>, NoCoverability> {
    let mut bounds = vec![None; net.places.len()];
    let inhibited = inhibited(net);
    let open: Vec<_> = (0..net.places.len())
        .filter(|&place| inhibited[place] && net.places[place].capacity.is_none())
        .collect();
    if open.is_empty() {
        return Ok(bounds);
    }
    let vectors = match semipositive(net, options) {
        Err(INVARIANTS) => Vec::new(),
        found => found.map_err(NoCoverability::Limit)?,
    };
    let initial = net.initial();
    for vector in &vectors {
        let mut sum = Integer::ZERO;
        for (weight, tokens) in vector.iter().zip(&initial) {
            sum.add_product(weight, &i64::from(*tokens).into());
        }
        for &place in open.iter().filter(|&&place| vector[place].is_positive()) {
            let most = sum.div_floor(&vector[place]).to::<u32>();
            let known: Option<u32> = bounds[place];
            bounds[place] = known.into_iter().chain(most).min();
        }
    }
    if open.iter().all(|&place| bounds[place].is_some()) {
        return Ok(bounds);
    }
    let mut relaxed = net.clone();
    for transition in &mut relaxed.transitions {
        transition.inhibitors.retain(|arc| net.places[arc.place].capacity.is_some());
    }
    let (without, _) = complemented(&relaxed, options, &bounds).map_err(refused)?;
    let graph = explore(&without, options)?;
    for (bound, most) in bounds.iter_mut().zip(graph.bounds()) {
        if let Tokens::Number(most) = most {
            *bound = Some(bound.unwrap_or(most).min(most));
        }
    }
    Ok(bounds)
}

/// The graph of a net that has ordinary and read arcs only.
fn explore(net: &Net, options: &AnalysisOptions) -> Result<Coverability, NoCoverability> {
    let limit = |limit| Err(NoCoverability::Limit(limit));
    let initial: Vec<_> = net.initial().into_iter().map(Tokens::Number).collect();
    // Each node is kept twice.
    let node_bytes = net.places.len().saturating_mul(2 * size_of::<Tokens>());
    let mut numbers = HashMap::from([(initial.clone(), 0)]);
    let mut nodes = vec![initial];
    // From which one each node was found.
    let mut before = vec![0];
    let mut edges = Vec::new();
    let mut number = 0;
    while number < nodes.len() {
        options.stop.check().map_err(NoCoverability::Limit)?;
        for (id, transition) in net.transitions.iter().enumerate() {
            let mut needs = transition.inputs.iter().chain(&transition.reads);
            if needs.any(|arc| nodes[number][arc.place] < Tokens::Number(arc.weight.get())) {
                continue;
            }
            options.stop.check().map_err(NoCoverability::Limit)?;
            let mut node = nodes[number].clone();
            let mut too_many = Vec::new();
            for arc in &transition.inputs {
                if let Tokens::Number(tokens) = &mut node[arc.place] {
                    *tokens -= arc.weight.get();
                }
            }
            for arc in &transition.outputs {
                if let Tokens::Number(tokens) = &mut node[arc.place] {
                    let sum = tokens.checked_add(arc.weight.get());
                    too_many.extend(sum.is_none().then_some(arc.place));
                    *tokens = sum.unwrap_or(u32::MAX);
                }
            }
            grow(&mut node, &nodes, &before, number);
            if too_many.into_iter().any(|place| node[place] != Tokens::Omega) {
                return limit(TOKENS);
            }
            let to = match numbers.get(&node) {
                Some(&known) => known,
                None if nodes.len() >= options.limit_results => return limit(NODES),
                None => {
                    numbers.insert(node.clone(), nodes.len());
                    nodes.push(node);
                    before.push(number);
                    nodes.len() - 1
                }
            };
            edges.push((number, id, to));
            let bytes = nodes.len().saturating_mul(node_bytes);
            let bytes =
                bytes.saturating_add(edges.len() * size_of::<(usize, TransitionId, usize)>());
            options.stop.room(bytes, 1).map_err(NoCoverability::Limit)?;
        }
        number += 1;
    }
    Ok(Coverability { nodes, edges, complements: Vec::new() })
}

/// Puts ω where a node that comes after the one with this number is larger than one on the way to it.
fn grow(node: &mut [Tokens], nodes: &[Vec<Tokens>], before: &[usize], mut at: usize) {
    loop {
        let low = &nodes[at];
        if low.iter().zip(&*node).all(|(low, high)| low <= high) {
            for (high, low) in node.iter_mut().zip(low) {
                if *high > *low {
                    *high = Tokens::Omega;
                }
            }
        }
        if at == 0 {
            return;
        }
        at = before[at];
    }
}

//! Deadlocks and liveness of nets with finitely many markings.
//!
//! A *deadlock* is a reachable marking in which nothing is firable.  Markings are found by increasing number of
//! steps, so the first way to each is one of the shortest.
//!
//! With finitely many markings, liveness is read off the strongly connected components of the reachability
//! graph (R. E. Tarjan 1972).  A component is *terminal* if no edge leaves it; from every marking some
//! terminal one can be reached, and once there, all edges inside it can be used for ever and no other.
//! So a transition can be fired again whatever happened if and only if every terminal component has
//! an edge with it: a deadlock is a terminal component without edges.  It can fire infinitely often on some way
//! if and only if an edge with it has both ends in one component, because components are left for good.

use super::AnalysisOptions;
use crate::limit::Limit;
use crate::petri::graph::{self, Graph, Pump, unbounded};
use crate::petri::{Marking, Net, TransitionId};
use crate::threads::Threads;
use crate::way::way;
use std::collections::HashSet;

/// The most deadlocks that are listed.
pub const LISTED_DEADLOCKS: usize = 100;

grundy_language::named! {
    /// How live a transition is (T. Murata, Petri nets, 1989, section V).
    Level {
        /// L0.
        Dead: "dead", "never firable";
        /// L1 and not L3; in a finite graph L2 is L3.
        Finite: "finitely-often", "firable, but only finitely often on every path";
        /// L3 and not L4.
        Infinite: "infinitely-often", "firable infinitely often on some path, but not always again";
        /// L4.
        Live: "live", "firable again, whatever has fired before";
    }
}

/// The number of markings, of infinitely many, that are looked at for deadlocks.
const OF_INFINITE: usize = 10_000;

/// A reachable marking in which nothing is firable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadlock {
    /// The marking.
    pub marking: Marking,
    /// A shortest sequence to it from the initial marking.
    pub sequence: Vec<TransitionId>,
}

/// What the reachability graph says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behaviour {
    /// How many markings were looked at.
    pub markings: usize,
    /// How many of them are deadlocks.
    pub deadlocks: usize,
    /// The first of them, up to [`LISTED_DEADLOCKS`], those with the shortest sequences first.
    pub listed: Vec<Deadlock>,
    /// Why there are infinitely many markings, where that was proved.  Then [`Behaviour::limit`] is set.
    pub pump: Option<Pump>,
    /// Why the graph is not complete; then there may be more deadlocks, and nothing is said of liveness.
    pub limit: Option<Limit>,
    /// `None` where the graph is not complete.
    pub liveness: Option<Liveness>,
}

/// Liveness of a net with a finite reachability graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Liveness {
    /// For each transition.
    pub levels: Vec<Level>,
    /// The number of strongly connected components of the graph.
    pub components: usize,
    /// How many of them are terminal.
    pub terminal: usize,
}

impl Liveness {
    /// Is every transition live?
    pub fn is_live(&self) -> bool {
        self.levels.iter().all(|level| *level == Level::Live)
    }

    /// Can the initial marking be reached from every marking?
    pub fn is_reversible(&self) -> bool {
        self.components == 1
    }

    /// Is there a *home marking*, one that can be reached from every marking?
    pub fn has_home(&self) -> bool {
        self.terminal == 1
    }
}

/// Explores the markings, and says where nothing is firable and which transitions are live.
///
/// ```
/// use grundy_games::petri::{analysis::{Level, behaviour}, pnml};
/// let text = "<pnml><net id='n'><place id='p'><initialMarking><text>2</text></initialMarking></place>\
///     <transition id='t'/><arc source='p' target='t'/></net></pnml>";
/// let net = pnml::read(text, None).unwrap().net;
/// let found = behaviour(&net, &Default::default());
/// assert_eq!(found.listed[0].sequence, [0, 0]);
/// assert_eq!(found.liveness.unwrap().levels, [Level::Finite]);
/// ```
pub fn behaviour(net: &Net, options: &AnalysisOptions) -> Behaviour {
    let mut explored = graph::GraphOptions {
        rule: options.rule,
        limit_markings: options.limit_markings,
        // One thread numbers all markings in the order in which they are found.
        threads: Threads::new(1),
        stop: options.stop.clone(),
    };
    let pump = unbounded(net, &explored);
    if pump.is_some() {
        explored.limit_markings = explored.limit_markings.min(OF_INFINITE);
    }
    let graph = Graph::explore(net, &explored);
    let mut found = Behaviour {
        markings: graph.markings,
        deadlocks: 0,
        listed: Vec::new(),
        pump,
        limit: graph.limit,
        liveness: None,
    };
    let live = || graph.limit.is_none().then(|| liveness(net, &graph, options)).transpose();
    match deadlocks(&graph, &mut found, options).and_then(|()| live()) {
        Ok(liveness) => found.liveness = liveness,
        Err(limit) => found.limit = Some(limit),
    }
    found
}

/// Lists the deadlocks with their sequences.
fn deadlocks(graph: &Graph, found: &mut Behaviour, options: &AnalysisOptions) -> Result<(), Limit> {
    // The marking from which each was found first, and the transition between.
    let mut before = vec![(0_usize, 0); graph.markings];
    let mut seen = vec![false; graph.markings];
    if let Some(first) = seen.first_mut() {
        *first = true;
    }
    let mut listed = Vec::new();
    let mut edges = Vec::new();
    for number in 0..graph.markings {
        options.stop.check()?;
        if !graph.edges_into(number, &mut edges) {
            found.deadlocks += 1;
            if listed.len() < LISTED_DEADLOCKS {
                listed.push(number);
            }
        }
        for &(id, to) in &edges {
            if !seen[to] {
                (seen[to], before[to]) = (true, (number, id));
            }
        }
    }
    let deadlock = |number| Deadlock {
        marking: graph.marking(number),
        sequence: way(number, |at| (at != 0).then(|| before[at])),
    };
    found.listed = listed.into_iter().map(deadlock).collect();
    Ok(())
}

/// The levels of all transitions, from the strongly connected components of a complete graph.
fn liveness(net: &Net, graph: &Graph, options: &AnalysisOptions) -> Result<Liveness, Limit> {
    let (component, components) = components(graph, options)?;
    let mut left = vec![false; components];
    let mut levels = vec![Level::Dead; net.transitions.len()];
    let mut edges = Vec::new();
    for from in 0..graph.markings {
        options.stop.check()?;
        graph.edges_into(from, &mut edges);
        for &(id, to) in &edges {
            let stays = component[from] == component[to];
            left[component[from]] |= !stays;
            levels[id] = levels[id].max(if stays { Level::Infinite } else { Level::Finite });
        }
    }
    let mut last = HashSet::new();
    for from in (0..graph.markings).filter(|&from| !left[component[from]]) {
        options.stop.check()?;
        graph.edges_into(from, &mut edges);
        last.extend(edges.iter().map(|&(id, _)| (component[from], id)));
    }
    let terminal = left.iter().filter(|left| !**left).count();
    let mut among = vec![0; net.transitions.len()];
    last.iter().for_each(|&(_, id)| among[id] += 1);
    for (level, among) in levels.iter_mut().zip(among) {
        if among == terminal {
            *level = Level::Live;
        }
    }
    Ok(Liveness { levels, components, terminal })
}

/// The strongly connected component of each marking, and how many there are.
fn components(graph: &Graph, options: &AnalysisOptions) -> Result<(Vec<usize>, usize), Limit> {
    const NONE: usize = usize::MAX;
    let count = graph.markings;
    let (mut component, mut order, mut low) =
        (vec![NONE; count], vec![NONE; count], vec![0; count]);
    let (mut found, mut next) = (0, 0);
    let mut open = Vec::new();
    // A marking, the markings after it, and how many of these are done.
    let mut way: Vec<(usize, Vec<usize>, usize)> = Vec::new();
    let mut edges = Vec::new();
    let mut enter = |at: usize| {
        graph.edges_into(at, &mut edges);
        let mut after: Vec<_> = edges.iter().map(|edge| edge.1).collect();
        after.sort_unstable();
        after.dedup();
        (at, after, 0)
    };
    // All markings can be reached from the first.
    if count > 0 {
        way.push(enter(0));
    }
    // Of all markings on the way.
    let mut kept = 0;
    while let Some((at, after, done)) = way.last_mut() {
        let at = *at;
        if *done == 0 && order[at] == NONE {
            options.stop.check()?;
            (order[at], low[at]) = (next, next);
            next += 1;
            open.push(at);
        }
        if let Some(&to) = after.get(*done) {
            *done += 1;
            if order[to] == NONE {
                let entered = enter(to);
                kept += entered.1.len();
                options.stop.room(kept, size_of::<usize>())?;
                way.push(entered);
            } else if component[to] == NONE {
                low[at] = low[at].min(order[to]);
            }
            continue;
        }
        let left = way.pop().map_or(0, |(_, after, _)| after.len());
        kept = kept.saturating_sub(left);
        if let Some((before, ..)) = way.last() {
            low[*before] = low[*before].min(low[at]);
        }
        if low[at] == order[at] {
            while let Some(member) = open.pop() {
                component[member] = found;
                if member == at {
                    break;
                }
            }
            found += 1;
        }
    }
    Ok((component, found))
}

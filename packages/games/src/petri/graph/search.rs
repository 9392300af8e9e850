//! The search for all markings, breadth first, level by level.

use super::counts::Counts;
use super::round::{Round, Worker};
use super::store::{self, Store};
use super::successors::{Changes, too_many};
use super::{Graph, GraphOptions, LISTED, MARKINGS, TOKENS};
use crate::limit::Limit;
use crate::petri::firing::Firing;
use crate::petri::net::Net;
use rayon::prelude::*;
use std::ops::Range;

/// How work is shared.  What is found is the same for all.
pub(super) struct Sizes {
    /// The number of markings that one thread finds in order, before others help.
    alone: usize,
    /// Fewer markings of a level are not worth sharing.
    worth: usize,
    /// The number of markings that are found in a round; a few more may be.
    fresh: usize,
    /// The most markings in a piece.
    piece: usize,
}

/// The most tokens that are counted.
const MOST_TOKENS: i64 = u32::MAX as i64;

/// The most edges that a piece of several markings may have.
const EDGES: usize = 1 << 16;

impl Default for Sizes {
    fn default() -> Self {
        Self { alone: LISTED, worth: 1 << 10, fresh: 1 << 15, piece: 64 }
    }
}

/// An edge needs room in the list of changes, in that of a piece, and among the fresh markings.
const NEEDED: usize = 3;

/// The most markings under way: those of an eighth of the memory.
fn share(options: &GraphOptions, graph: &Graph) -> usize {
    let words = graph.store.fields.stride.saturating_mul(size_of::<u64>());
    let most = options.stop.most_bytes() / 8 / words.max(1) as u64;
    usize::try_from(most).unwrap_or(usize::MAX).max(1)
}

/// The number of places, over all markings, that are looked at after a stop.
const AFTER_STOP: usize = 1 << 24;

/// Finds all markings of a net.
pub(super) fn search(net: &Net, options: &GraphOptions, sizes: &Sizes) -> Graph {
    let initial = net.initial();
    let mut graph = Graph {
        markings: 0,
        edges: 0,
        dead: 0,
        bounds: initial.clone(),
        tokens: 0,
        depth: 0,
        limit: None,
        store: Store::new(&initial),
        firing: Firing::new(net, options.rule),
    };
    let mut search = SearchMemory::new(&graph, options, sizes);
    let mut counts = Counts::new(initial.len());
    let mut level = 0..1;
    let mut limit = loop {
        if let Err(limit) = search.level(&mut graph, level.clone()) {
            break Some(limit);
        }
        counts.take(&mut search.counts);
        level = level.end..graph.store.len();
        if level.is_empty() {
            break None;
        }
        graph.depth += 1;
    };
    let kept = graph.store.len().min(search.limit);
    let are_levels = matches!(limit, Some(TOKENS | Limit::MEMORY));
    graph.markings = if are_levels { level.end } else { kept };
    // The markings that were found and not yet gone on from.
    let mut others = level.start..graph.markings;
    match limit {
        // How far the search came depends on the time in any case.
        Some(Limit::STOPPED) => {
            counts.take(&mut search.counts);
            others.end = others.end.min(others.start + (AFTER_STOP / initial.len().max(1)).max(1));
        }
        _ => others.end = level.end,
    }
    let is_stopped = limit == Some(Limit::STOPPED);
    let mut marking = initial;
    for number in others {
        if !is_stopped && options.stop.requested() {
            limit = Some(Limit::STOPPED);
            break;
        }
        graph.unpack(number, &mut marking);
        counts.holds(&marking);
    }
    graph.store.end();
    graph.limit = limit;
    Counts { edges: graph.edges, dead: graph.dead, bounds: graph.bounds, tokens: graph.tokens } =
        counts;
    graph
}

/// What the search remembers from one round to the next.
struct SearchMemory<'s> {
    options: &'s GraphOptions,
    sizes: &'s Sizes,
    limit: usize,
    /// The markings of a piece, and the most edges that it can have.
    piece: usize,
    edges: usize,
    changes: Changes,
    /// One, or one for each thread once there is work to be shared.
    workers: Vec<Worker>,
    /// Of the level, as far as it was gone on from.
    counts: Counts,
}

impl<'s> SearchMemory<'s> {
    fn new(graph: &Graph, options: &'s GraphOptions, sizes: &'s Sizes) -> Self {
        let places = graph.bounds.len();
        let transitions = graph.firing.transitions().max(1);
        let room = share(options, graph) / (NEEDED * transitions);
        let piece = (EDGES / transitions).min(room).clamp(1, sizes.piece);
        Self {
            options,
            sizes,
            limit: options.limit_markings.clamp(1, store::MOST_SETTLED),
            piece,
            edges: piece * transitions,
            changes: Changes::new(graph),
            workers: vec![Worker::new(places)],
            counts: Counts::new(places),
        }
    }

    /// Goes on from the markings of a level.
    ///
    /// # Errors
    /// [`TOKENS`] if a marking of the level leads to one with too many; [`MARKINGS`] if this is not so, and
    /// there are too many of them, and [`Limit::MEMORY`] if these are too many bytes: whichever was met first.
    fn level(&mut self, graph: &mut Graph, level: Range<usize>) -> Result<(), Limit> {
        let mut waiting = vec![level.clone()];
        while let Some(markings) = waiting.pop() {
            self.options.stop.check()?;
            // What is needed beside the markings, by one thread.
            let words = graph.store.fields.stride.saturating_mul(size_of::<u64>());
            let beside = self.options.stop.room(self.edges.saturating_mul(NEEDED), words);
            let room = beside.is_ok() && self.round(graph, markings, &mut waiting)?;
            let bytes = graph.store.bytes_of_one();
            let memory = beside.and(self.options.stop.room(graph.store.len(), bytes));
            if !room || memory.is_err() || graph.store.len() > self.limit {
                if self.overflows(graph, level)? {
                    return Err(TOKENS);
                }
                return memory.and(Err(MARKINGS));
            }
        }
        Ok(())
    }

    /// Goes on from some of these markings; the others wait.  False if there is no room for what they
    /// lead to.
    fn round(
        &mut self,
        graph: &mut Graph,
        markings: Range<usize>,
        waiting: &mut Vec<Range<usize>>,
    ) -> Result<bool, Limit> {
        let Self { options, sizes, .. } = *self;
        let is_shared = !options.threads.is_one()
            && graph.store.len() >= sizes.alone
            && markings.len() >= sizes.worth;
        let threads = if is_shared { self.threads(graph) } else { 1 };
        let shared = (threads > 1).then_some(&options.threads);
        let fresh = sizes.fresh.min(graph.store.len().max(1 << 6)).min(share(options, graph));
        if !graph.store.make_room(fresh, threads, self.edges, shared) {
            return Ok(false);
        }
        let workers = &mut self.workers[..threads];
        let round = Round::new(graph, &self.changes, &options.stop, self.piece, markings);
        match workers {
            [worker] => worker.work(&round),
            _ => options.threads.run(|| workers.par_iter_mut().for_each(|it| it.work(&round))),
        }
        let rest = round.rest();
        graph.store.settle(workers.iter_mut().map(|it| std::mem::take(&mut it.numbers)));
        if !rest.is_empty() {
            waiting.push(rest);
        }
        for worker in workers {
            self.counts.take(&mut worker.counts);
            if let Some((wide, end)) = worker.left.take() {
                let counted =
                    |(place, tokens)| Ok((place, u32::try_from(tokens).map_err(|_| TOKENS)?));
                let places: Vec<_> =
                    wide.places.into_iter().map(counted).collect::<Result<_, _>>()?;
                let fits = |&(place, tokens): &_| tokens <= graph.store.fields.most(place);
                if !places.iter().all(fits) {
                    graph.store.widen(&places, shared);
                }
                self.changes = Changes::new(graph);
                waiting.push(wide.number..end);
            }
        }
        Ok(true)
    }

    /// How many threads there are, each with its worker.
    fn threads(&mut self, graph: &Graph) -> usize {
        if self.workers.len() == 1 {
            // Each has to have room for a piece.
            let room = share(self.options, graph) / (NEEDED * self.edges);
            let count = self.options.threads.count().min(room).max(1);
            self.workers.resize_with(count, || Worker::new(graph.bounds.len()));
        }
        self.workers.len()
    }

    /// Does one of these markings lead to one with too many tokens?
    fn overflows(&self, graph: &Graph, markings: Range<usize>) -> Result<bool, Limit> {
        let Graph { firing, store, .. } = graph;
        let mut changes = (0..firing.transitions()).flat_map(|id| firing.effect(id));
        let fits =
            |&(place, change): &_| i64::from(store.fields.most(place)) + change <= MOST_TOKENS;
        if changes.all(fits) {
            return Ok(false);
        }
        let mut marking = vec![0; graph.bounds.len()];
        for number in markings {
            self.options.stop.check()?;
            graph.unpack(number, &mut marking);
            if too_many(graph, &marking) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests;

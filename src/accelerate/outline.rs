//! The outline of a trace: how its steps and loops lie one after the other and in each other.

use super::search::Search;
use super::shape::{Meaning, Shape, Symbol, Symbols};
use crate::trace::{Loop, Node};
use rustc_hash::{FxBuildHasher, FxHasher};
use std::hash::{BuildHasher as _, Hasher as _};

impl Search {
    /// What comes before the recurrence, and what recurs, if the state has recurred.
    ///
    /// Counts have no slope in the parameter, which is 0 here.
    pub fn outline(&self) -> Option<[Vec<Node>; 2]> {
        let recurrence = self.recurrence()?;
        let nodes = |from: usize, to: usize| {
            let mut nodes = Vec::new();
            for entry in from..to {
                let counts = self.trace_counts(entry);
                let counts: Vec<_> = counts.iter().map(|&count| vec![count, 0]).collect();
                push(&self.symbols, &mut nodes, self.trace.symbol(entry), &counts);
            }
            nodes
        };
        Some([nodes(0, recurrence), nodes(recurrence, self.trace.len())])
    }

    /// A fingerprint of the trace so far, in which the counts of loops do not show.
    ///
    /// Outlines in which only counts differ have the same one; that others have it is very unlikely.
    pub fn likeness(&self) -> u64 {
        // A shape comes behind those in its body.
        let mut shapes: Vec<u64> = Vec::with_capacity(self.symbols.shapes());
        for shape in self.symbols.all_shapes() {
            let body = likeness(shape.body.iter().copied(), &shapes);
            let all = (body, &shape.slopes);
            shapes.push(FxBuildHasher.hash_one(all));
        }
        likeness(self.trace.symbols(0, self.trace.len()), &shapes)
    }

    /// The counts of an entry and of the loops inside; none if it is a step.
    fn trace_counts(&self, entry: usize) -> &[i64] {
        if self.trace.symbol(entry).is_loop() { self.trace.counts(entry) } else { &[] }
    }
}

/// A fingerprint of some steps and loops, given those of the loops by number.
fn likeness(symbols: impl Iterator<Item = Symbol>, shapes: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    for symbol in symbols {
        let one = symbol.loop_number().and_then(|number| shapes.get(number));
        hasher.write_u64(one.copied().unwrap_or(0));
    }
    hasher.finish()
}

/// Appends a step or a loop; `counts` are those of the loop and of the loops inside.
fn push(symbols: &Symbols, nodes: &mut Vec<Node>, symbol: Symbol, counts: &[Vec<i64>]) {
    match (symbols.meaning(symbol), nodes.last_mut()) {
        (Meaning::Step(_), Some(Node::Steps(steps))) => *steps += 1,
        (Meaning::Step(_), _) => nodes.push(Node::Steps(1)),
        (Meaning::Loop(shape), _) => nodes.push(Node::Loop(unfolded(symbols, shape, counts))),
    }
}

fn unfolded(symbols: &Symbols, shape: &Shape, counts: &[Vec<i64>]) -> Loop {
    let mut count = counts[0].clone();
    while count.len() > 1 && count.last() == Some(&0) {
        count.pop();
    }
    let by_index = counts[1..].iter().zip(&shape.slopes).map(|(count, &slope)| {
        let mut count = count.clone();
        count.push(slope);
        count
    });
    let inner: Vec<_> = by_index.collect();
    let mut inner = &inner[..];
    let mut body = Vec::new();
    for &symbol in &shape.body {
        let loops = symbols.loop_of(symbol).map_or(0, Shape::loops);
        let (mine, others) = inner.split_at(loops.min(inner.len()));
        inner = others;
        push(symbols, &mut body, symbol, mine);
    }
    Loop { count: count.into(), body }
}
